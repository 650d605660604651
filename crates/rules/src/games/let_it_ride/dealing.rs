//! 18.7 to 18.9 (none of them held): "No more bets", the deal, the stub. 18.10 (not held): each player withdraws a
//! wager or lets it ride, twice.

use super::{Call, Deed, LetItRide, Phase, Wager};
use crate::games::prelude::*;
use crate::{
    kit::cards::Card,
    table::{deck::DealtFrom, one_deck::OneDeck},
};
use arrayvec::ArrayVec;

impl LetItRide {
    /// The section on how this table deals.
    pub(super) const fn by(&self) -> Citation {
        match self.table.options.deal() {
            DealtFrom::Shoe => cite!("18.7"),
            DealtFrom::Hand => cite!("18.8"),
            DealtFrom::AutomatedShoe => cite!("18.9"),
        }
    }

    /// The players of the round, the farthest to the dealer's left first.
    pub(super) fn players(&self) -> impl Iterator<Item = Seat> + '_ {
        let seats = self.table.seats.from_highest().map(|(seat, _)| seat);
        seats.filter(|&seat| self.on(seat, Wager::Third) > Money::ZERO)
    }

    /// Whether the dealer or the supervisor may lead the round on in this way.
    pub(super) fn staff_may_do(&self, by: Actor, deed: Deed) -> Result<Terms, Refusal> {
        let (who, is_due, cite) = match deed {
            Deed::NoMoreBets => {
                let is_due = !self.is_preparing() && self.players().next().is_some();
                (Actor::Dealer, self.phase == Phase::Open && is_due, self.by())
            }
            Deed::Deal => (Actor::Dealer, self.phase == Phase::Closed && !self.is_preparing(), self.by()),
            Deed::CountStub => (Actor::Dealer, self.phase == Phase::Stub, self.by()),
            Deed::RackStub => {
                (Actor::Dealer, self.phase == Phase::Stub && !self.pack.deck.is_count_due(), self.by())
            }
            Deed::Turn => (Actor::Dealer, self.phase == Phase::Dealer, cite!("18.10")),
            // 18.12 (not held): no text on this is known, so a supervisor decides.
            _ => (Actor::Supervisor, matches!(self.phase, Phase::Ruling(_)), cite!("18.12")),
        };
        self.in_turn(who, by, is_due, cite)
    }

    pub(super) fn close(&mut self, to: &mut dyn Observer<Self>) {
        to.saw(self.by(), Event::Called { call: TableCall::NoMoreBets.into() });
        self.phase = Phase::Closed;
    }

    /// Three cards to each player and two to the community area, all face down. An automated shoe gives out stacks of three, and
    /// one card of the last is discarded.
    pub(super) fn deal(&mut self, to: &mut dyn Observer<Self>) {
        let players: ArrayVec<Seat, { super::SEATS as usize }> = self.players().collect();
        let Some(&seat) = players.first() else { return };
        let (cite, from) = (self.by(), self.table.options.deal());
        from.say([cite; 3], to);
        let mut call = |call| to.saw(cite, Event::Called { call });
        if from == DealtFrom::AutomatedShoe {
            call(Call::DealsStacks);
            call(Call::DiscardsThird);
            self.pack.draw(3 * (players.len() + 1));
        } else {
            call(Call::BeginsWith { seat });
            call(Call::DealsAround);
            self.pack.draw(3 * players.len() + 2);
        }
        players.into_iter().for_each(|seat| self.of_mut(seat).is_in = true);
        (self.phase, self.decision) = (Phase::Stub, 1);
    }

    pub(super) fn clear_stub(&mut self, deed: Deed, to: &mut dyn Observer<Self>) {
        let cite = self.by();
        match deed {
            Deed::CountStub => self.pack.deck.count(self.pack.shoe.left(), [cite; 2], to),
            _ => self.pack.deck.rack(cite, to),
        }
        self.go_on(to);
    }

    /// The wager that players are deciding about.
    pub(super) const fn decided_on(&self) -> Wager {
        if self.decision == 1 { Wager::First } else { Wager::Second }
    }

    /// 18.10 (not held): each player in turn decides about one wager; then a community card is turned, unless it
    /// already lies face up. After the second card the hands are turned.
    pub(super) fn go_on(&mut self, to: &mut dyn Observer<Self>) {
        loop {
            let is_next = |seat: &Seat| self.of(*seat).is_in && self.of(*seat).decided < self.decision;
            let next = self.table.seats.from_highest().map(|(seat, _)| seat).find(is_next);
            if let Some(seat) = next {
                let call = Call::Asks { seat, wager: self.decided_on() };
                to.saw(cite!("18.10"), Event::Called { call });
                self.phase = Phase::Turn(seat);
                return;
            }
            if self.community.len() < usize::from(self.decision) {
                self.phase = Phase::Dealer;
                return;
            }
            if self.community.is_full() {
                return self.reveal(to);
            }
            self.decision += 1;
        }
    }

    /// 18.10 (not held): the player whose turn it is may look once, and withdraws the wager or lets it
    /// ride.
    pub(super) fn may_act(&self, by: Actor, deed: Deed) -> Result<Terms, Refusal> {
        let turn = if let Phase::Turn(seat) = self.phase { Some(seat) } else { None };
        let seat = self.is_turn_of(by, turn, cite!("18.10"))?;
        match deed == Deed::Look && !self.of(seat).cards.is_empty() {
            true => Err(Refusal::new(cite!("18.10"), Why::NotNow)),
            false => Ok(Terms::plain(cite!("18.10"))),
        }
    }

    pub(super) fn look(&mut self, to: &mut dyn Observer<Self>) {
        let Phase::Turn(seat) = self.phase else { return };
        if let Some(patron) = self.table.seats.at(seat) {
            to.saw(cite!("18.10"), Event::Called { call: Call::LetsLook { patron, seat } });
        }
        self.phase = Phase::Looking(seat);
    }

    pub(super) fn choose(&mut self, deed: Deed, to: &mut dyn Observer<Self>) {
        let Phase::Turn(seat) = self.phase else { return };
        let wager = self.decided_on();
        if deed == Deed::Withdraw {
            self.table.layout.retain(|bet| {
                let goes = (bet.seat, bet.wager) == (seat, wager);
                if goes {
                    to.saw(cite!("18.10"), Event::Returned { bet: *bet });
                }
                !goes
            });
        } else {
            to.saw(cite!("18.10"), Event::Called { call: Call::LeavesWager { seat, wager } });
        }
        self.of_mut(seat).decided = self.decision;
        self.go_on(to);
    }

    pub(super) fn turn_community_card(&mut self, to: &mut dyn Observer<Self>) {
        to.saw(cite!("18.10"), Event::Called { call: Call::TurnsCommunityCard { which: self.decision } });
        self.phase = Phase::Community;
    }

    /// Turns up hands that nobody has looked at. After that every card is known.
    fn reveal(&mut self, to: &mut dyn Observer<Self>) {
        let is_unseen = |seat: &Seat| self.of(*seat).is_in && !self.of(*seat).cards.is_full();
        match self.table.seats.all().find(is_unseen) {
            Some(seat) => self.phase = Phase::Showing(seat),
            None => self.settle(to),
        }
    }

    pub(super) fn can_show(&self, card: Card) -> Result<(), Refusal> {
        let cannot = |cite| Err(Refusal::new(cite, Why::CannotBeShown));
        match self.phase {
            Phase::Open | Phase::Closed | Phase::Stub => cannot(self.by()),
            Phase::Ruling(_) => cannot(cite!("18.12")),
            Phase::Turn(_) | Phase::Dealer => cannot(cite!("18.10")),
            // In one deck there is only one of each card.
            _ if !self.pack.shoe.can_show(card) => cannot(Self::DECK.turns),
            _ => Ok(()),
        }
    }

    /// A card is seen, by everyone or by the player who looks.
    pub(super) fn shown(&mut self, card: Card, to: &mut dyn Observer<Self>) {
        let mut seen = |cite, eyes| to.saw(cite, Event::Shown { chance: card, to: eyes });
        self.pack.shoe.turn(card);
        match self.phase {
            Phase::Looking(seat) => {
                let player = self.player(seat);
                seen(cite!("18.10"), Eyes::Only(player));
                self.of_mut(seat).cards.push(card);
                if self.of(seat).cards.is_full() {
                    self.phase = Phase::Turn(seat);
                }
            }
            Phase::Showing(seat) => {
                seen(cite!("18.10"), Eyes::All);
                let hand = self.of_mut(seat);
                hand.cards.push(card);
                hand.is_up = true;
                self.reveal(to);
            }
            Phase::Exposed(turn) => {
                seen(cite!("18.12"), Eyes::All);
                self.community.push(card);
                self.phase = turn.map_or(Phase::Stub, Phase::Turn);
            }
            _ => {
                seen(cite!("18.10"), Eyes::All);
                self.community.push(card);
                self.go_on(to);
            }
        }
    }
}
