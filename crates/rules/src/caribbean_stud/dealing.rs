//! 16.7 to 16.9: "No more bets", the lock-out, the deal, the stub. 16.10 (not held): bet or fold.

use super::{
    Call, CaribbeanStud, Deed, NO_HAND, Phase, Stage, Wager,
    deck::{Deck, whole},
    options::Style,
};
use crate::{
    game::{Event, Eyes, Fate, Observer},
    kit::cards::Card,
    money::Money,
    party::{Actor, Bank, Seat},
    refusal::{Refusal, Why},
};
use arrayvec::ArrayVec;
use law::{Citation, cite};

/// 16.7(f): the stub is counted at least once in so many rounds.
const ROUNDS_TO_COUNT: u8 = 5;

impl CaribbeanStud {
    /// The provision for a table that deals from a manual shoe, or the one in its place.
    pub(super) fn by(&self, manual: Citation) -> Citation {
        match self.options.deal() {
            Style::Shoe => manual,
            Style::Hand => cite!("16.8(b)"),
            Style::Automated { .. } => cite!("16.9"),
        }
    }

    /// The players of the round, the farthest to the dealer's left first (16.7(d)).
    fn players(&self) -> impl Iterator<Item = Seat> + '_ {
        self.seats
            .from_highest()
            .map(|(seat, _)| seat)
            .filter(|&seat| self.on(seat, Wager::Ante) > Money::ZERO)
    }

    /// 16.7(b): once somebody has an ante.
    pub(super) fn may_close(&self, by: Actor) -> Result<(), Refusal> {
        let no = |why| Err(Refusal::new(self.by(cite!("16.7(b)")), why));
        if by != Actor::Dealer {
            return no(Why::NotYours);
        }
        if self.phase != Phase::Open {
            return no(Why::NotNow);
        }
        self.deck_is_ready()?;
        if self.players().next().is_none() { no(Why::NeedsAnte) } else { Ok(()) }
    }

    /// 16.7(b): the call, the lock-out, and progressive chips against lights; their part goes to the meter.
    pub(super) fn no_more_bets(&mut self, to: &mut impl Observer<Self>) {
        let cite = self.by(cite!("16.7(b)"));
        to.saw(cite, Event::Called { call: Call::NoMoreBets });
        to.saw(cite, Event::Called { call: Call::LocksOut });
        let lights = self.layout.bets().iter().filter(|bet| bet.wager == Wager::Progressive);
        let (mut chips, mut change) = (0, Money::ZERO);
        lights.for_each(|_| {
            chips += 1;
            change += self.options.progression();
        });
        if chips > 0 {
            to.saw(cite, Event::Called { call: Call::Verifies(chips) });
            self.meter += change;
            to.saw(cite!("16.12"), Event::Metered { change, stands: self.meter });
        }
        self.phase = Phase::Closed;
    }

    pub(super) fn may_deal(&self, by: Actor) -> Result<(), Refusal> {
        let no = |why| Err(Refusal::new(self.by(cite!("16.7(d)")), why));
        match self.phase {
            _ if by != Actor::Dealer => no(Why::NotYours),
            Phase::Closed => self.deck_is_ready(),
            _ => no(Why::NotNow),
        }
    }

    fn draw(&mut self, cards: usize) {
        (0..cards).for_each(|_| self.shoe.draw());
    }

    /// 16.7(d)1 and 2: a card to each player; then the dealer's, which is to be seen.
    pub(super) fn begin_deal(&mut self, to: &mut impl Observer<Self>) {
        let players: ArrayVec<Seat, { super::MOST_PLAYERS }> = self.players().collect();
        let Some(&first) = players.first() else { return };
        let mut call = |cite, call| to.saw(cite, Event::Called { call });
        (self.shoe, self.phase) = (whole(), Phase::UpCard);
        match self.options.deal() {
            Style::Shoe => call(cite!("16.7(a)"), Call::Loads),
            Style::Hand => {
                call(cite!("16.8(a)"), Call::FromHand);
                call(cite!("16.8(b)"), Call::Holds);
            }
            Style::Automated { exposed } => {
                call(cite!("16.9"), Call::Stacks);
                call(cite!("16.9"), Call::Exposes(exposed));
            }
        }
        if let Style::Automated { .. } = self.options.deal() {
            self.draw(5 * (players.len() + 1));
        } else {
            call(self.by(cite!("16.7(d)")), Call::Begins(first));
            call(self.by(cite!("16.7(d)1")), Call::ToPlayers(1));
            self.draw(players.len());
        }
        players.into_iter().for_each(|seat| self.of_mut(seat).stage = Stage::Dealt);
    }

    /// 16.7(d)3 to 5 (K2): everything else comes face down.
    fn deal_rest(&mut self, to: &mut impl Observer<Self>) {
        self.phase = Phase::Stub;
        if let Style::Automated { .. } = self.options.deal() {
            return;
        }
        let players = self.players().count();
        to.saw(self.by(cite!("16.7(d)3")), Event::Called { call: Call::ToPlayers(2) });
        to.saw(self.by(cite!("16.7(d)4")), Event::Called { call: Call::ToDealer });
        to.saw(self.by(cite!("16.7(d)5")), Event::Called { call: Call::Rest });
        self.draw(players + 1 + 3 * (players + 1));
    }

    /// 16.7(e) and (f): away with the stub, or count it first; every fifth time it must be counted.
    pub(super) fn may_clear_stub(&self, by: Actor, deed: Deed) -> Result<(), Refusal> {
        let cite = if deed == Deed::CountStub { cite!("16.7(f)") } else { cite!("16.7(e)") };
        let no = |cite, why| Err(Refusal::new(self.by(cite), why));
        match self.phase {
            _ if by != Actor::Dealer => no(cite, Why::NotYours),
            Phase::Stub if deed == Deed::RackStub && self.uncounted + 1 >= ROUNDS_TO_COUNT => {
                no(cite!("16.7(f)"), Why::NotNow)
            }
            Phase::Stub => Ok(()),
            _ => no(cite, Why::NotNow),
        }
    }

    pub(super) fn clear_stub(&mut self, deed: Deed, to: &mut impl Observer<Self>) {
        if deed == Deed::CountStub {
            let call = Call::CountsStub(self.shoe.left());
            to.saw(self.by(cite!("16.7(f)")), Event::Called { call });
            to.saw(self.by(cite!("16.7(f)1")), Event::Called { call: Call::RacksStub });
            self.uncounted = 0;
        } else {
            to.saw(self.by(cite!("16.7(e)")), Event::Called { call: Call::RacksStub });
            self.uncounted += 1;
        }
        self.next_turn(to);
    }

    /// 16.10 (not held): each player in turn (K6); then the dealer, if anybody has bet.
    pub(super) fn next_turn(&mut self, to: &mut impl Observer<Self>) {
        let is_next = |seat: &Seat| self.of(*seat).stage == Stage::Dealt;
        let next = self.seats.from_highest().map(|(seat, _)| seat).find(is_next);
        if let Some(seat) = next {
            to.saw(cite!("16.10"), Event::Called { call: Call::Asks(seat) });
            self.phase = Phase::Turn(seat);
        } else if self.hands.iter().any(|hand| hand.stage == Stage::Bet) {
            self.phase = Phase::Dealer;
        } else {
            self.end_round(to);
        }
    }

    pub(super) fn may_act(&self, by: Actor, deed: Deed) -> Result<(), Refusal> {
        let no = |why| Err(Refusal::new(cite!("16.10"), why));
        match self.phase {
            Phase::Turn(seat) if self.seats.at(seat).map(Actor::Patron) != Some(by) => no(Why::NotYours),
            Phase::Turn(seat) if deed == Deed::Look && !self.of(seat).cards.is_empty() => no(Why::NotNow),
            Phase::Turn(_) => Ok(()),
            _ if !matches!(by, Actor::Patron(_)) => no(Why::NotYours),
            _ => no(Why::NotNow),
        }
    }

    pub(super) fn look(&mut self, to: &mut impl Observer<Self>) {
        let Phase::Turn(seat) = self.phase else { return };
        if let Some(patron) = self.seats.at(seat) {
            to.saw(cite!("16.10"), Event::Called { call: Call::Looks(patron) });
        }
        self.phase = Phase::Looking(seat);
    }

    /// 16.10 (not held): ante and cards are collected at once, and the progressive wager is lost with them.
    pub(super) fn fold(&mut self, to: &mut impl Observer<Self>) {
        let Phase::Turn(seat) = self.phase else { return };
        let Some(patron) = self.seats.at(seat) else { return };
        for wager in Wager::ALL {
            // Where nothing lies, nothing is lost.
            let nothing = Refusal::new(cite!("16.10"), Why::NothingThere);
            let _ = self.layout.take_back(patron, seat, wager, nothing, |bet| {
                let (fate, taken, paid, pays) = (Fate::Lost, bet.stake, Money::ZERO, cite!("16.10"));
                to.saw(pays, Event::Settled { bet, fate, taken, paid, pays, bank: Bank::House });
            });
        }
        *self.of_mut(seat) = super::Hand { stage: Stage::Folded, ..NO_HAND };
        to.saw(cite!("16.10"), Event::Called { call: Call::TakesCards(seat) });
        self.next_turn(to);
    }

    /// 16.10 (not held): the dealer turns what is still face down.
    pub(super) fn turn_hole_cards(&mut self, to: &mut impl Observer<Self>) {
        to.saw(cite!("16.10"), Event::Called { call: Call::Turns });
        self.phase = Phase::HoleCards;
        self.reveal(to);
    }

    /// The hole cards, then hands that nobody has looked at; then all is known.
    fn reveal(&mut self, to: &mut impl Observer<Self>) {
        if !self.dealer.is_full() {
            return;
        }
        let is_unseen = |&seat: &Seat| {
            let hand = self.of(seat);
            hand.stage == Stage::Bet && !hand.cards.is_full()
        };
        match self.seats.all().take(super::MOST_PLAYERS).find(is_unseen) {
            Some(seat) => self.phase = Phase::Showing(seat),
            None => self.settle(to),
        }
    }

    pub(super) fn may_show(&self, card: Card) -> Result<(), Refusal> {
        let cannot = |cite| Err(Refusal::new(cite, Why::CannotBeShown));
        match self.phase {
            Phase::Open | Phase::Closed => cannot(self.by(cite!("16.7(d)"))),
            // 16.7(d)5: nobody gets a sixth card.
            Phase::Stub => cannot(self.by(cite!("16.7(d)5"))),
            Phase::Turn(_) | Phase::Dealer => cannot(cite!("16.10")),
            // 16.2 (not held): one deck has no second card of a kind.
            _ if !self.shoe.can_show(card) => cannot(cite!("16.2")),
            _ => Ok(()),
        }
    }

    /// A card is seen: by all, or by the player who looks.
    pub(super) fn show(&mut self, card: Card, to: &mut impl Observer<Self>) {
        let mut seen = |cite, eyes| to.saw(cite, Event::Shown { chance: card, to: eyes });
        match self.phase {
            Phase::UpCard => {
                seen(self.by(cite!("16.7(d)2")), Eyes::All);
                match self.options.deal() {
                    Style::Automated { .. } => self.shoe.turn(card),
                    _ => self.shoe.draw_up(card),
                }
                self.dealer.push(card);
                self.deal_rest(to);
            }
            Phase::Looking(seat) => {
                let player = self.seats.at(seat).map_or(Actor::Dealer, Actor::Patron);
                seen(cite!("16.10"), Eyes::Only(player));
                self.shoe.turn(card);
                self.of_mut(seat).cards.push(card);
                if self.of(seat).cards.is_full() {
                    self.phase = Phase::Turn(seat);
                }
            }
            Phase::Showing(seat) => {
                seen(cite!("16.10"), Eyes::All);
                self.shoe.turn(card);
                let hand = self.of_mut(seat);
                hand.cards.push(card);
                hand.is_up = true;
                self.reveal(to);
            }
            Phase::Exposed(turn) => {
                seen(cite!("16.13"), Eyes::All);
                self.shoe.turn(card);
                self.dealer.push(card);
                self.phase = turn.map_or(Phase::Stub, Phase::Turn);
            }
            _ => {
                seen(cite!("16.10"), Eyes::All);
                self.shoe.turn(card);
                self.dealer.push(card);
                self.reveal(to);
            }
        }
    }

    /// 16.4(a): after every round the cards are shuffled again.
    pub(super) fn end_round(&mut self, to: &mut impl Observer<Self>) {
        to.saw(cite!("16.4(a)"), Event::Called { call: Call::PicksUp });
        self.layout.clear();
        self.hands = [NO_HAND; super::MOST_PLAYERS];
        self.dealer.clear();
        (self.shoe, self.found) = (whole(), 0);
        (self.phase, self.deck) = (Phase::Open, Deck::Stacked);
    }
}
