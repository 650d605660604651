//! 4.5(b), 4.6(b) and 4.11: who is the Banker, for what amount, and to whom the bank passes.

use super::{CheminDeFer, Phase, Stage, calls::Call};
use crate::games::prelude::*;
use crate::table::seats::{MOST_SEATS, Places};
use arrayvec::ArrayVec;

/// The bank, held by a participant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Held {
    /// The Banker.
    pub patron: Patron,
    /// The Banker's seat.
    pub seat: Seat,
    /// The seat whose turn it was to hold the bank, before it was passed voluntarily (F5).
    pub origin: Seat,
    /// What limits the Banker's first wager.
    pub first: First,
    /// The Banker's previous wager, as it was placed (F2).
    pub last: Option<Money>,
    /// The participant who equalled the previous wager and lost (F8).
    pub suivi: Option<Patron>,
}

/// What limits a Banker's first wager.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum First {
    /// The bid.
    Bid(Money),
    /// Only the table's limits (F3).
    Free,
    /// The last wager of the Banker who passed the bank (F4). Until the new Banker has wagered, the bank may be offered
    /// further, up to this seat (F25).
    Passed(Passed, Seat),
}

/// A bank that was passed voluntarily.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Passed {
    /// The patron who passed the bank.
    pub by: Patron,
    /// That patron's last wager.
    pub last: Money,
    /// The seat whose turn it was to hold the bank.
    pub origin: Seat,
    /// Whether the bidding is in its first round, in which that patron may not bid.
    pub is_first_round: bool,
}

/// An amount and the provision that makes it a limit; `None` if there is no limit.
type Bound = Option<(Money, Citation)>;

/// 4.6(b): a Banker's next wager is at least his last, and at most twice it.
pub fn next_wager(last: Money) -> (Money, Money) {
    (last, last + last)
}

impl Held {
    /// The minimum and the maximum of the Banker's wager now, in addition to the table's limits.
    pub fn bounds(&self) -> (Bound, Bound) {
        let from_to_twice = |amount, cite| {
            let (least, most) = next_wager(amount);
            (Some((least, cite)), Some((most, cite)))
        };
        match (self.last, self.first) {
            (Some(last), _) => from_to_twice(last, cite!("4.6(b)")),
            (None, First::Bid(bid)) => (Some((bid, cite!("4.6(b)"))), None),
            (None, First::Free) => (None, None),
            (None, First::Passed(passed, _)) => from_to_twice(passed.last, cite!("4.11(c)")),
        }
    }
}

/// The bids for the bank, by seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Bids([Money; MOST_SEATS as usize]);

impl Bids {
    /// The bid from this seat; zero if there is none.
    pub fn of(&self, seat: Seat) -> Money {
        self.0[usize::from(seat.0) - 1]
    }

    /// Records a bid for the bank.
    pub fn raise(&mut self, seat: Seat, bid: Money) {
        self.0[usize::from(seat.0) - 1] = bid;
    }

    /// 4.5(b): the highest bid; among equal bids, the one closest to the dealer counterclockwise, that is,
    /// from the lowest seat (G4).
    pub fn best(&self) -> Option<(Seat, Money)> {
        let numbered = (1..=MOST_SEATS).map(Seat).zip(self.0).filter(|(_, bid)| *bid > Money::ZERO);
        numbered.reduce(|best, next| if next.1 > best.1 { next } else { best })
    }
}

/// 4.11(e): whether the turn comes sooner to one seat than to another, counted counterclockwise from `turn` (F6).
pub fn is_sooner(seats: u8, turn: Seat, at: Seat, than: Seat) -> bool {
    let way = |seat: Seat| (seat.0 + 2 * seats - turn.0 - 1) % seats;
    way(at) < way(than)
}

/// The people who moved to a seat where the turn comes sooner, and where they moved from: they miss it
/// once.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Movers {
    at: [Option<Seat>; MOST_SEATS as usize],
    /// The people who left most recently while the turn went around, and where they sat: leaving and coming
    /// back counts as a move.
    left: ArrayVec<(Patron, Seat), { MOST_SEATS as usize }>,
}

impl Movers {
    fn at(&mut self, seat: Seat) -> &mut Option<Seat> {
        &mut self.at[usize::from(seat.0) - 1]
    }

    /// Records that somebody leaves this seat.
    fn leaves(&mut self, patron: Patron, home: Seat) {
        if self.left.is_full() {
            self.left.remove(0);
        }
        self.left.push((patron, home));
    }

    /// Somebody comes back: returns the seat they had left.
    fn returns(&mut self, patron: Patron) -> Option<Seat> {
        let at = self.left.iter().position(|&(who, _)| who == patron)?;
        Some(self.left.remove(at).1)
    }
}

impl CheminDeFer {
    /// Whether nothing keeps this person in the seat: neither the bank, nor an offer of it, nor a bid, nor
    /// a wager.
    fn is_free(&self, patron: Patron, seat: Seat) -> Result<(), Refusal> {
        let cite = match self.phase {
            _ if self.bank.is_some_and(|bank| bank.patron == patron) => match self.taker() {
                Some(_) => cite!("4.11(c)"),
                None => cite!("4.11(a)"),
            },
            Phase::Offered { to, .. } if to == seat => self.now(),
            _ if self.bids.of(seat) > Money::ZERO => cite!("4.5(b)"),
            _ if self.table.layout.bets().iter().any(|bet| bet.patron == patron) => cite!("4.7(e)"),
            _ => return Ok(()),
        };
        Err(Refusal::new(cite, Why::StillInPlay))
    }

    /// Whether this person, who has no seat or is free to move, may take this seat.
    pub(super) fn may_sit(&self, by: Actor, seat: Seat) -> Result<Terms, Refusal> {
        if let Actor::Patron(patron) = by
            && let Some(old) = self.table.seats.of(patron)
        {
            self.is_free(patron, old)?;
        }
        // 4.11(e): sitting elsewhere is a move.
        self.table.may_sit(by, seat, Places::Several, cite!("19:46-1.12"))
    }

    pub(super) fn may_leave(&self, by: Actor) -> Result<Terms, Refusal> {
        if let Actor::Patron(patron) = by
            && let Some(seat) = self.table.seats.of(patron)
        {
            self.is_free(patron, seat)?;
        }
        // A person who is offered the cut must accept or decline it first.
        let is_preparing = matches!(self.phase, Phase::Preparing(_));
        self.table.may_leave(by, self.awaits(), if is_preparing { cite!("4.4(c)") } else { cite!("4.11(b)") })
    }

    /// 4.11(e): a move to where the turn comes sooner costs that turn, once (F6).
    pub(super) fn sit(&mut self, by: Actor, seat: Seat, to: &mut dyn Observer<Self>) {
        let Actor::Patron(patron) = by else { return };
        let old = self.table.seats.of(patron);
        // Several moves in a row count as one, from the seat where the person last had the turn.
        let home = match old {
            Some(old) => Some(self.movers.at(old).take().unwrap_or(old)),
            None => self.movers.returns(patron),
        };
        let sooner = |(turn, home): &(Seat, Seat)| is_sooner(self.table.options.seats(), *turn, seat, *home);
        let missed = self.turn_of_bank().zip(home).filter(sooner).map(|(_, home)| home);
        *self.movers.at(seat) = missed;
        if old.or(missed).is_none() {
            return self.table.sit(by, seat, cite!("4.11(b)"), to);
        }
        if let Some(old) = old {
            self.table.seats.set(old, None);
        }
        self.table.seats.set(seat, Some(patron));
        let call = Call::Moves { patron, seat, misses_turn: missed.is_some() };
        to.saw(cite!("4.11(e)"), Event::Called { call });
    }

    /// The seat whose turn it is to be the Banker; `None` while the bank is new.
    fn turn_of_bank(&self) -> Option<Seat> {
        match self.phase {
            Phase::Offered { to, .. } => Some(to),
            Phase::Bidding { passed: Some(passed) } => Some(passed.origin),
            _ => self.bank.map(|bank| bank.origin),
        }
    }

    /// 4.11(e): the seat is remembered while the turn goes around, so that leaving and coming back counts as a move
    /// (F23).
    pub(super) fn leave(&mut self, by: Actor, to: &mut dyn Observer<Self>) {
        let Actor::Patron(patron) = by else { return };
        let Some(seat) = self.table.seats.of(patron) else { return };
        let home = self.movers.at(seat).take().unwrap_or(seat);
        if self.turn_of_bank().is_some() {
            self.movers.leaves(patron, home);
        }
        self.table.leave(by, cite!("4.11(b)"), to);
    }

    /// The bank is open to bids.
    pub(super) fn invite_bids(&mut self, passed: Option<Passed>, to: &mut dyn Observer<Self>) {
        self.bank = None;
        self.bids = Bids::default();
        self.phase = Phase::Bidding { passed };
        if passed.is_none() {
            self.movers.left.clear();
        }
        let left_out = passed.filter(|passed| passed.is_first_round).map(|passed| passed.by);
        let cite = if passed.is_some() { cite!("4.11(c)") } else { cite!("4.5(b)") };
        to.saw(cite, Event::Called { call: Call::InvitesBids { left_out } });
    }

    /// 4.5(b): the highest bidder becomes the Banker. 4.11(c): a first round without bids is followed by a second.
    pub(super) fn close_bidding(&mut self, to: &mut dyn Observer<Self>) {
        let Phase::Bidding { passed } = self.phase else { return };
        let Some((seat, bid)) = self.bids.best() else {
            let again = passed.map(|passed| Passed { is_first_round: false, ..passed });
            return self.invite_bids(again, to);
        };
        let Some(patron) = self.table.seats.at(seat) else { return };
        self.bids = Bids::default();
        let origin = passed.map_or(seat, |passed| passed.origin);
        let cite = if passed.is_some() { cite!("4.11(c)") } else { cite!("4.5(b)") };
        self.give_bank(patron, seat, origin, First::Bid(bid), cite, to);
    }

    /// Gives the bank to this person; the wagers of earlier Bankers do not bind them (F2).
    fn give_bank(
        &mut self,
        patron: Patron,
        seat: Seat,
        origin: Seat,
        first: First,
        cite: Citation,
        to: &mut dyn Observer<Self>,
    ) {
        self.bank = Some(Held { patron, seat, origin, first, last: None, suivi: None });
        self.phase = Phase::Betting(Stage::Whole);
        to.saw(cite, Event::Called { call: Call::GivesBank { patron, seat } });
    }

    /// Offers the bank to the next participant counterclockwise, up to the seat where the round of offers ends. A
    /// person who moved there to be sooner is skipped once. If nobody is left, bids are invited (F16).
    fn offer_bank(&mut self, after: Seat, end: Seat, passed: Option<Passed>, to: &mut dyn Observer<Self>) {
        self.bank = None;
        let cite = if passed.is_some() { cite!("4.11(c)") } else { cite!("4.11(b)") };
        match self.next_in_turn(after, end, to) {
            Some((seat, patron)) => {
                self.phase = Phase::Offered { to: seat, end, passed };
                let last = passed.map(|passed| passed.last);
                to.saw(cite, Event::Called { call: Call::OffersBank { patron, seat, last } });
            }
            None => self.invite_bids(passed, to),
        }
    }

    fn next_in_turn(
        &mut self,
        after: Seat,
        end: Seat,
        to: &mut dyn Observer<Self>,
    ) -> Option<(Seat, Patron)> {
        let mut seat = self.table.seats.right_of(after);
        while seat != end {
            if let Some(patron) = self.table.seats.at(seat) {
                if self.movers.at(seat).take().is_none() {
                    return Some((seat, patron));
                }
                to.saw(cite!("4.11(e)"), Event::Called { call: Call::MissesTurn { patron, seat } });
            }
            seat = self.table.seats.right_of(seat);
        }
        None
    }

    /// 4.11(b): the first wager is free (F3). 4.11(c): for a passed bank, it is limited by the last wager of the
    /// person who passed it (F4).
    pub(super) fn accept_bank(&mut self, to: &mut dyn Observer<Self>) {
        let Phase::Offered { to: seat, end, passed } = self.phase else { return };
        let Some(patron) = self.table.seats.at(seat) else { return };
        match passed {
            None => self.give_bank(patron, seat, seat, First::Free, cite!("4.11(b)"), to),
            Some(passed) => {
                let first = First::Passed(passed, end);
                self.give_bank(patron, seat, passed.origin, first, cite!("4.11(c)"), to);
            }
        }
    }

    /// The person who took a passed bank and has not yet made a wager within its limit (F25), with the seat where the
    /// round of offers ends and what was passed.
    pub(super) fn taker(&self) -> Option<(Held, Seat, Passed)> {
        match self.bank {
            Some(bank @ Held { first: First::Passed(passed, end), last: None, .. }) => {
                Some((bank, end, passed))
            }
            _ => None,
        }
    }

    /// 4.11(b) and (c): the bank is declined, at all or for a wager within the limit (F25), and the next
    /// participant is asked.
    pub(super) fn decline_bank(&mut self, to: &mut dyn Observer<Self>) {
        let (seat, end, passed) = match (self.phase, self.taker()) {
            (Phase::Offered { to: seat, end, passed }, _) => (seat, end, passed),
            (_, Some((bank, end, passed))) => (bank.seat, end, Some(passed)),
            _ => return,
        };
        let Some(patron) = self.table.seats.at(seat) else { return };
        let cite = if passed.is_some() { cite!("4.11(c)") } else { cite!("4.11(b)") };
        to.saw(cite, Event::Called { call: Call::HearsDecline { patron } });
        self.offer_bank(seat, end, passed, to);
    }

    /// 4.11(c): a person who took a passed bank and does not wager within its limit is passed over (F25).
    pub(super) fn pass_over(&mut self, to: &mut dyn Observer<Self>) {
        let Some((Held { patron, seat, .. }, end, passed)) = self.taker() else { return };
        to.saw(cite!("4.11(c)"), Event::Called { call: Call::PassesOver { patron, last: passed.last } });
        self.offer_bank(seat, end, Some(passed), to);
    }

    /// 4.11(a): the Banker passes the bank voluntarily; (c) says to whom.
    pub(super) fn pass_bank(&mut self, to: &mut dyn Observer<Self>) {
        let Some(Held { patron: by, seat, origin, last: Some(last), .. }) = self.bank else { return };
        to.saw(cite!("4.11(a)"), Event::Called { call: Call::TakesBank { patron: by } });
        self.offer_bank(seat, seat, Some(Passed { by, last, origin, is_first_round: true }), to);
    }

    /// 4.11(a)1: the Banker's Hand has lost. 4.11(d): a bank that was passed moves on from the seat whose turn it
    /// was (F5).
    pub(super) fn lose_bank(&mut self, to: &mut dyn Observer<Self>) {
        let Some(Held { patron, origin, seat, .. }) = self.bank else { return };
        to.saw(cite!("4.11(a)1"), Event::Called { call: Call::TakesBank { patron } });
        if origin != seat {
            to.saw(cite!("4.11(d)"), Event::Called { call: Call::GoesOnFrom { seat: origin } });
        }
        self.offer_bank(origin, origin, None, to);
    }

    /// 4.11(a)2: the Banker is ordered to pass the bank, beginning at their own right (F17); wagers are returned. An
    /// order does not lift the limit of a passed bank that nobody has met (F25).
    pub(super) fn order_pass(&mut self, to: &mut dyn Observer<Self>) {
        let Some(Held { patron, seat, .. }) = self.bank else { return };
        while let Some(&bet) = self.table.layout.bets().first() {
            self.give_back(bet, cite!("4.11(a)2"), to);
        }
        to.saw(cite!("4.11(a)2"), Event::Called { call: Call::TakesBank { patron } });
        self.round = None;
        match self.taker() {
            Some((_, end, passed)) => self.offer_bank(seat, end, Some(passed), to),
            None => self.offer_bank(seat, seat, None, to),
        }
    }

    /// 4.12(a): after an annulled hand the bank stays or moves on, as the dealer or the floorperson decides
    /// (F13).
    pub(super) fn after_annulment(&mut self, transfer: bool, by: Actor, to: &mut dyn Observer<Self>) {
        to.saw(cite!("4.12(a)"), Event::Called { call: Call::DecidesOnBank { transfer, by } });
        let Some(Held { seat, .. }) = self.bank else { return };
        if !transfer {
            self.phase = Phase::Betting(Stage::Whole);
            return;
        }
        match self.next_in_turn(seat, seat, to) {
            Some((next, patron)) => self.give_bank(patron, next, next, First::Free, cite!("4.12(a)"), to),
            None => self.invite_bids(None, to),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(first: First, last: Option<Money>) -> Held {
        let (patron, seat) = (Patron(1), Seat(2));
        Held { patron, seat, origin: seat, first, last, suivi: None }
    }

    #[test]
    fn the_vectors_of_readings_f2_to_f4() {
        let amounts = |held: Held| {
            let (least, most) = held.bounds();
            (least.map(|b| b.0.as_cents() / 100), most.map(|b| b.0.as_cents() / 100))
        };
        let bid = First::Bid(Money::dollars(1000));
        assert_eq!(amounts(held(bid, None)), (Some(1000), None));
        assert_eq!(amounts(held(bid, Some(Money::dollars(1000)))), (Some(1000), Some(2000)));
        assert_eq!(amounts(held(bid, Some(Money::dollars(2000)))), (Some(2000), Some(4000)));
        assert_eq!(amounts(held(First::Free, None)), (None, None));
        let passed =
            Passed { by: Patron(3), last: Money::dollars(500), origin: Seat(1), is_first_round: true };
        assert_eq!(amounts(held(First::Passed(passed, Seat(1)), None)), (Some(500), Some(1000)));
    }

    #[test]
    fn of_equal_bids_the_lowest_seat_has_the_bank() {
        let mut bids = Bids::default();
        assert_eq!(bids.best(), None);
        bids.raise(Seat(9), Money::dollars(50));
        bids.raise(Seat(4), Money::dollars(50));
        bids.raise(Seat(2), Money::dollars(40));
        assert_eq!(bids.best(), Some((Seat(4), Money::dollars(50))));
    }

    #[test]
    fn the_vectors_of_reading_f6() {
        assert!(is_sooner(9, Seat(2), Seat(3), Seat(7)));
        assert!(!is_sooner(9, Seat(2), Seat(7), Seat(3)));
        assert!(!is_sooner(9, Seat(2), Seat(2), Seat(3)), "the Banker's own seat comes last");
        assert!(is_sooner(9, Seat(8), Seat(9), Seat(1)), "around the table");
    }
}
