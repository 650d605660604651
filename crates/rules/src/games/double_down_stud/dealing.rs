//! 17.8 (not held): "No more bets", the deal, the stub. 17.9 (not held): each player doubles or stands.

use super::{Call, Deed, DoubleDownStud, Phase, Wager};
use crate::games::prelude::*;
use crate::{
    kit::cards::Card,
    table::{
        deck::{DeckCall, say},
        one_deck::OneDeck,
    },
};

impl DoubleDownStud {
    /// The players of the round, the farthest to the dealer's left first.
    pub(super) fn players(&self) -> impl Iterator<Item = Seat> + '_ {
        let seats = self.table.seats.from_highest().map(|(seat, _)| seat);
        seats.filter(|&seat| self.on(seat, Wager::Original) > Money::ZERO)
    }

    /// Whether the dealer or the supervisor may lead the round on in this way.
    pub(super) fn staff_may_do(&self, by: Actor, deed: Deed) -> Result<Terms, Refusal> {
        let is_ready = !self.is_preparing();
        let (who, is_due, cite) = match deed {
            Deed::NoMoreBets => {
                let is_due = self.phase == Phase::Open && is_ready && self.players().next().is_some();
                (Actor::Dealer, is_due, cite!("17.8"))
            }
            Deed::Deal => (Actor::Dealer, self.phase == Phase::Closed && is_ready, cite!("17.8")),
            Deed::CountStub => (Actor::Dealer, self.phase == Phase::Stub, cite!("17.8")),
            Deed::RackStub => {
                (Actor::Dealer, self.phase == Phase::Stub && !self.pack.deck.is_count_due(), cite!("17.8"))
            }
            Deed::Turn => (Actor::Dealer, self.phase == Phase::Dealer, cite!("17.9")),
            // 17.11 (not held): no text on this is known, so a supervisor decides.
            _ => (Actor::Supervisor, self.phase == Phase::Ruling, cite!("17.11")),
        };
        self.in_turn(who, by, is_due, cite)
    }

    pub(super) fn close(&mut self, to: &mut dyn Observer<Self>) {
        to.saw(cite!("17.8"), Event::Called { call: TableCall::NoMoreBets.into() });
        self.phase = Phase::Closed;
    }

    /// A card face up to each player, then four to the community area, of which three are seen.
    pub(super) fn deal(&mut self, to: &mut dyn Observer<Self>) {
        let Some(seat) = self.players().next() else { return };
        say(cite!("17.8"), DeckCall::Loads, to);
        to.saw(cite!("17.8"), Event::Called { call: Call::BeginsWith { seat } });
        to.saw(cite!("17.8"), Event::Called { call: Call::DealsCards });
        self.phase = Phase::Dealing;
    }

    /// The next player who gets a card.
    fn next_dealt(&self) -> Option<Seat> {
        self.players().find(|&seat| self.of(seat).card.is_none())
    }

    pub(super) fn clear_stub(&mut self, deed: Deed, to: &mut dyn Observer<Self>) {
        match deed {
            Deed::CountStub => self.pack.deck.count(self.pack.shoe.left(), [cite!("17.8"); 2], to),
            _ => self.pack.deck.rack(cite!("17.8"), to),
        }
        self.next_turn(to);
    }

    /// 17.9 (not held): each player in turn; then the dealer.
    pub(super) fn next_turn(&mut self, to: &mut dyn Observer<Self>) {
        let is_next = |seat: &Seat| !self.of(*seat).has_decided;
        let next = self.players().find(is_next);
        match next {
            Some(seat) => {
                to.saw(cite!("17.9"), Event::Called { call: Call::Asks { seat } });
                self.phase = Phase::Turn(seat);
            }
            None => self.phase = Phase::Dealer,
        }
    }

    pub(super) fn may_stand(&self, by: Actor) -> Result<Terms, Refusal> {
        let turn = if let Phase::Turn(seat) = self.phase { Some(seat) } else { None };
        self.is_turn_of(by, turn, cite!("17.9")).map(|_| Terms::plain(cite!("17.9")))
    }

    pub(super) fn stand(&mut self, to: &mut dyn Observer<Self>) {
        let Phase::Turn(seat) = self.phase else { return };
        to.saw(cite!("17.9"), Event::Called { call: Call::LeavesWager { seat } });
        self.of_mut(seat).has_decided = true;
        self.next_turn(to);
    }

    pub(super) fn turn_last(&mut self, to: &mut dyn Observer<Self>) {
        to.saw(cite!("17.9"), Event::Called { call: Call::TurnsLast });
        self.phase = Phase::Last;
    }

    pub(super) fn can_show(&self, card: Card) -> Result<(), Refusal> {
        let cannot = |cite| Err(Refusal::new(cite, Why::CannotBeShown));
        match self.phase {
            Phase::Open | Phase::Closed | Phase::Stub => cannot(cite!("17.8")),
            Phase::Ruling => cannot(cite!("17.11")),
            Phase::Turn(_) | Phase::Dealer => cannot(cite!("17.9")),
            // In one deck there is only one of each card.
            _ if !self.pack.shoe.can_show(card) => cannot(Self::DECK.turns),
            _ => Ok(()),
        }
    }

    /// A card is seen by everyone.
    pub(super) fn shown(&mut self, card: Card, to: &mut dyn Observer<Self>) {
        to.saw(self.due(), Event::Shown { chance: card, to: Eyes::All });
        if self.phase != Phase::Dealing {
            self.pack.shoe.turn(card);
            self.community.push(card);
            return self.settle(to);
        }
        self.pack.shoe.draw_up(card);
        if let Some(seat) = self.next_dealt() {
            self.of_mut(seat).card = Some(card);
            if self.next_dealt().is_none() {
                to.saw(cite!("17.8"), Event::Called { call: Call::DealsCommunity });
            }
            return;
        }
        self.community.push(card);
        if self.community.len() == super::SEEN {
            // The last community card lies face down.
            self.pack.shoe.draw();
            self.phase = Phase::Stub;
        }
    }
}
