//! 11.8 to 11.8B (none of them is held): the deal, and the four cards left.

use super::{Call, Deed, HAND, POSITIONS, PaiGowPoker};
use crate::games::prelude::*;
use crate::table::{
    deck::DealtFrom,
    one_deck::OneDeck,
    start::Start,
    two_hands::{Dealing, Phase},
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

    /// Whether the number is to be seen by which the starting position is counted.
    pub(super) fn is_starting(&self) -> bool {
        self.round.phase == Phase::Closed(Start::Moving)
    }

    /// Whether the dealer may deal, or count the cards left.
    pub(super) fn may_deal(&self, by: Actor, deed: Deed) -> Result<Terms, Refusal> {
        let is_due =
            if deed == Deed::Deal { self.starts_at().is_some() } else { self.round.phase == Phase::Left };
        self.in_turn(Actor::Dealer, by, is_due, self.by())
    }

    /// Seven cards to each of the seven positions, whether or not a wager lies there, clockwise from the starting position.
    pub(super) fn deal(&mut self, to: &mut dyn Observer<Self>) {
        let Some(start) = self.starts_at() else { return };
        let (cite, from) = (self.by(), self.table.options.deal());
        from.say([cite; 3], to);
        let call = match from {
            DealtFrom::AutomatedShoe => Call::DealsStacks { start },
            _ => Call::DealsAround { start },
        };
        to.saw(cite, Event::Called { call });
        self.pack.draw(usize::from(POSITIONS) * HAND);
        self.deal_all(to);
        self.round.phase = Phase::Left;
    }

    /// Four cards must be left. Then hands that nobody plays are collected, and the players set theirs.
    pub(super) fn count_left(&mut self, to: &mut dyn Observer<Self>) {
        let cite = self.by();
        to.saw(cite, Event::Called { call: Call::CountsLeft { cards: self.pack.shoe.left() } });
        self.collect_unplayed(cite, to);
    }
}
