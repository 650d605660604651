//! 2.18(b) and (c): in multiple action each player makes several wagers at once. If too few were made, they are
//! returned before the deal. A double or a split is one act that covers every wager on the hand; it is accepted as a
//! whole or refused.

use super::{Blackjack, Phase, Spot, Wager, shoe::Burn};
use crate::games::prelude::*;
use arrayvec::ArrayVec;

impl Blackjack {
    /// 2.18(b): whether this person has fewer wagers on this box than each player must make.
    fn is_incomplete(&self, patron: Patron, seat: Seat) -> bool {
        let Some(least) = self.table.options.multiple_action().map(super::MultipleAction::least) else {
            return false;
        };
        let on =
            |spot: &Spot| self.staked(patron, seat, |wager| wager == Wager::Hand(1, *spot)) > Money::ZERO;
        Spot::ALL.iter().filter(|spot| on(spot)).count() < usize::from(least)
    }

    /// Whether anybody has too few wagers.
    pub(super) fn is_any_incomplete(&self) -> bool {
        self.table.layout.bets().iter().any(|bet| self.is_incomplete(bet.patron, bet.seat))
    }

    /// 2.18(b): too few wagers do not hold up anybody else; the dealer returns them before the first card
    /// (B40).
    pub(super) fn may_return_incomplete(&self, by: Actor) -> Result<Citation, Refusal> {
        let cite = cite!("2.18(b)");
        let no = |why| Err(Refusal::new(cite, why));
        let is_open = self.phase == Phase::Open && !matches!(self.burn, Some(Burn::Due | Burn::Asked));
        match by {
            Actor::Dealer if self.table.options.multiple_action().is_none() => no(Why::NotOffered),
            Actor::Dealer if is_open && self.is_any_incomplete() => Ok(cite),
            Actor::Dealer => no(Why::NotNow),
            _ => no(Why::NotYours),
        }
    }

    pub(super) fn return_incomplete(&mut self, to: &mut dyn Observer<Self>) {
        while let Some(Bet { patron, seat, .. }) =
            self.table.layout.bets().iter().find(|bet| self.is_incomplete(bet.patron, bet.seat)).copied()
        {
            self.table.layout.keep(|bet| {
                let goes = (bet.patron, bet.seat) == (patron, seat);
                if goes {
                    to.saw(cite!("2.18(b)"), Event::Returned { bet: *bet });
                }
                !goes
            });
            self.end_consent(seat);
        }
    }

    /// 2.13(a): the first person's consent to share a box ends when nobody wagers there any more.
    pub(super) fn end_consent(&mut self, seat: Seat) {
        if self.bettors(seat).is_empty() {
            self.shared &= !(1 << seat.0);
        }
    }

    /// What this person has on this hand of the box, against each hand of the dealer's.
    fn originals(&self, patron: Patron, seat: Seat, hand: u8) -> ArrayVec<(Spot, Money), 3> {
        let on = |spot| self.staked(patron, seat, |wager| wager == Wager::Hand(hand, spot));
        Spot::ALL.into_iter().map(|spot| (spot, on(spot))).filter(|(_, stake)| *stake > Money::ZERO).collect()
    }

    /// The highest of these wagers, and their number.
    pub(super) fn highest_original(&self, patron: Patron, seat: Seat, hand: u8) -> (Money, usize) {
        let originals = self.originals(patron, seat, hand);
        (originals.iter().map(|(_, stake)| *stake).max().unwrap_or(Money::ZERO), originals.len())
    }

    /// 2.18(c): a double or a split needs a wager for each wager there. The amount goes on every spot, but on none more
    /// than its own first wager (B39). Any other wager has only one part.
    pub(super) fn parts(&self, bet: Bet<Wager>) -> ArrayVec<Bet<Wager>, 3> {
        let of = match bet.wager {
            Wager::Double(hand, _) => Some(hand),
            Wager::Hand(2.., _) => self.splitting_hand(),
            _ => None,
        };
        let Some(of) = of else { return core::iter::once(bet).collect() };
        let part = |(spot, original): (Spot, Money)| {
            let wager = match bet.wager {
                Wager::Double(hand, _) => Wager::Double(hand, spot),
                Wager::Hand(hand, _) => Wager::Hand(hand, spot),
                other => other,
            };
            Bet { wager, stake: bet.stake.min(original), ..bet }
        };
        self.originals(bet.patron, bet.seat, of).into_iter().map(part).collect()
    }
}
