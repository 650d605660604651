//! 11.8 to 11.8C (none of them is held): "No more bets", the starting position, the deal, the four cards left.

use super::{Call, Chance, Deed, Division, HAND, POSITIONS, PaiGowPoker, Phase, START, Wager};
use crate::games::prelude::*;
use crate::table::{
    deck::DealtFrom,
    one_deck::OneDeck,
    start::{self, Position, Start, StartBy, StartCall},
};

impl PaiGowPoker {
    /// The section on the way in which this table deals.
    pub(super) const fn by(&self) -> Citation {
        match self.table.options.deal() {
            DealtFrom::Shoe => cite!("11.8"),
            DealtFrom::Hand => cite!("11.8A"),
            DealtFrom::AutomatedShoe => cite!("11.8B"),
        }
    }

    /// Whether the dealer, or the supervisor, may lead the round on in this way.
    pub(super) fn staff_may_do(&self, by: Actor, deed: Deed) -> Result<Terms, Refusal> {
        let is_ready = !self.is_preparing();
        let (who, is_due, cite) = match deed {
            Deed::NoMoreBets => {
                let is_due = is_ready && self.awaited_bank().is_none() && !self.bets().is_empty();
                (Actor::Dealer, self.phase == Phase::Open && is_due, self.by())
            }
            Deed::Deal => {
                (Actor::Dealer, is_ready && matches!(self.phase, Phase::Closed(Start::At(_))), self.by())
            }
            Deed::CountLeft => (Actor::Dealer, self.phase == Phase::Left, self.by()),
            Deed::Turn => (Actor::Dealer, self.phase == Phase::Dealer, cite!("11.9")),
            Deed::Compare => (Actor::Dealer, self.phase == Phase::Compare, cite!("11.9")),
            // To whom a wager is forfeited is known only if the casino banks.
            Deed::Forfeit => {
                let is_due = matches!(self.phase, Phase::Ruling(_)) && self.bank().is_none();
                (Actor::Supervisor, is_due, cite!("11.11"))
            }
            // 11.11 (not held) leaves it to a supervisor.
            _ => (Actor::Supervisor, matches!(self.phase, Phase::Ruling(_)), cite!("11.11")),
        };
        self.in_turn(who, by, is_due, cite)
    }

    pub(super) fn close(&mut self, to: &mut dyn Observer<Self>) {
        to.saw(self.by(), Event::Called { call: TableCall::NoMoreBets.into() });
        self.phase = Phase::Closed(Start::Due);
    }

    /// Seven cards to each of the seven positions, whether or not a wager lies there, clockwise from the starting position.
    pub(super) fn deal(&mut self, to: &mut dyn Observer<Self>) {
        let Phase::Closed(Start::At(start)) = self.phase else { return };
        let (cite, from) = (self.by(), self.table.options.deal());
        from.say([cite; 3], to);
        let call = match from {
            DealtFrom::AutomatedShoe => Call::DealsStacks { start },
            _ => Call::DealsAround { start },
        };
        to.saw(cite, Event::Called { call });
        self.pack.draw(usize::from(POSITIONS) * HAND);
        self.hands.iter_mut().for_each(|hand| hand.is_in = true);
        if self.table.options.start() == StartBy::Dice {
            start::say(START.start, StartCall::CoversShaker, to);
        }
        self.phase = Phase::Left;
    }

    /// Four cards must be left. Then hands that nobody plays are collected, and the players set theirs.
    pub(super) fn count_left(&mut self, to: &mut dyn Observer<Self>) {
        let cite = self.by();
        to.saw(cite, Event::Called { call: Call::CountsLeft { cards: self.pack.shoe.left() } });
        let bank = self.bank();
        let is_played = |seat: Seat| {
            self.on(seat, Wager::Main) > Money::ZERO || bank.is_some_and(|held| held.seat == seat)
        };
        let played: [bool; POSITIONS as usize] =
            core::array::from_fn(|at| at == 0 || u8::try_from(at).is_ok_and(|seat| is_played(Seat(seat))));
        if played.contains(&false) {
            to.saw(cite, Event::Called { call: Call::CollectsUnplayed });
        }
        self.hands.iter_mut().zip(played).for_each(|(hand, is_played)| hand.is_in = is_played);
        self.hands[0].division = Division::HouseWay;
        // 11.10 (not held): the dealer sets the hand of a player who co-banks.
        if let Some(held) = bank.filter(|held| held.co_bank) {
            self.of_mut(held.seat).division = Division::HouseWay;
            to.saw(cite!("11.10"), Event::Called { call: Call::TakesToSet { seat: held.seat } });
        }
        if self.unset().next().is_some() {
            to.saw(cite!("11.9"), Event::Called { call: Call::AsksToSet });
        }
        self.go_on();
    }

    /// Until every hand is set; then the dealer turns his own cards.
    pub(super) fn go_on(&mut self) {
        self.phase = if self.unset().next().is_some() { Phase::Setting } else { Phase::Dealer };
    }

    pub(super) fn can_show(&self, chance: Chance) -> Result<(), Refusal> {
        let cannot = |cite| Err(Refusal::new(cite, Why::CannotBeShown));
        match (self.phase, chance) {
            (Phase::Closed(Start::Moving), Chance::Start(drawn))
                if drawn.is_by(self.table.options.start()) =>
            {
                Ok(())
            }
            (Phase::Looking(_) | Phase::DealersCards | Phase::Showing(_), Chance::Card(card)) => {
                // One deck has no second card of a kind.
                if self.pack.shoe.can_show(card) { Ok(()) } else { cannot(cite!("11.2")) }
            }
            (_, Chance::Start(_)) => cannot(START.start),
            (_, Chance::Card(_)) => cannot(self.due()),
        }
    }

    /// Dice are seen, or a card: by all, or by the player who looks.
    pub(super) fn shown(&mut self, chance: Chance, to: &mut dyn Observer<Self>) {
        let mut seen = |cite, eyes| to.saw(cite, Event::Shown { chance, to: eyes });
        match (self.phase, chance) {
            (Phase::Closed(mut start), Chance::Start(drawn)) => {
                seen(START.start, Eyes::All);
                let from = self.bank().map_or(Position::DEALER, |held| Position::of(held.seat));
                start.shown(drawn, from, POSITIONS, START.start, to);
                self.phase = Phase::Closed(start);
            }
            (Phase::Looking(seat), Chance::Card(card)) => {
                seen(cite!("11.9"), Eyes::Only(self.player(seat)));
                self.pack.shoe.turn(card);
                self.of_mut(seat).cards.push(card);
                if self.of(seat).cards.is_full() {
                    self.phase = Phase::Setting;
                }
            }
            (_, Chance::Card(card)) => {
                seen(cite!("11.9"), Eyes::All);
                self.pack.shoe.turn(card);
                let seat = if let Phase::Showing(seat) = self.phase { seat } else { Seat::NONE };
                let hand = self.of_mut(seat);
                hand.cards.push(card);
                hand.is_up = true;
                match (hand.cards.is_full(), seat) {
                    (false, _) => {}
                    (true, Seat::NONE) => {
                        self.set_house_way(Position::DEALER, to);
                        self.phase = Phase::Compare;
                    }
                    (true, _) => {
                        self.inspect(seat, to);
                        self.reveal(to);
                    }
                }
            }
            _ => {}
        }
    }
}
