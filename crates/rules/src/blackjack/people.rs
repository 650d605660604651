//! Seats, shared boxes (2.13) and kept places (2.3(j)); wagers in cash (2.3(d)).

use super::{Blackjack, Call, Spoken, Wager, options::Admission, saw};
use crate::{
    game::{Awaits, Bet, Event, Game, Observer},
    money::Money,
    party::{Actor, Patron, Seat},
    refusal::{Refusal, Why},
};
use arrayvec::ArrayVec;
use law::cite;

impl Blackjack {
    pub(super) fn may_sit(&self, by: Actor, seat: Seat) -> Result<(), Refusal> {
        let no = |why| Err(Refusal::new(cite!("19:46-1.10"), why));
        let Actor::Patron(patron) = by else { return no(Why::NotYours) };
        match (self.seats.at(seat), self.seats.of(patron)) {
            _ if !self.seats.has(seat) => no(Why::NoSuchPlace),
            (Some(_), _) => no(Why::SeatTaken),
            (None, Some(_)) => no(Why::NotSeated),
            // A wager that was spoken for an empty box is as good as on it.
            (None, None) if self.spoken.is_some_and(|s| s.bet.seat == seat && s.bet.patron != patron) => {
                no(Why::SeatTaken)
            }
            // 2.13(b): who calls the decisions of a box does not change in mid-round.
            (None, None) if self.round.is_some() => no(Why::NotNow),
            (None, None) => Ok(()),
        }
    }

    pub(super) fn sit(&mut self, by: Actor, seat: Seat, to: &mut impl Observer<Self>) {
        let Actor::Patron(patron) = by else { return };
        self.seats.set(seat, Some(patron));
        self.first.get_or_insert(patron);
        saw(to, cite!("19:46-1.10"), Call::Seats(patron, seat));
    }

    /// Whoever has nothing on the layout and nothing to do may leave.
    pub(super) fn may_leave(&self, by: Actor) -> Result<Seat, Refusal> {
        let Actor::Patron(patron) = by else {
            return Err(Refusal::new(cite!("2.3(f)"), Why::NotYours));
        };
        let Some(seat) = self.seats.of(patron) else {
            return Err(Refusal::new(cite!("19:46-1.10"), Why::NotSeated));
        };
        let has_wager = self.layout.bets().iter().any(|bet| bet.patron == patron);
        let in_round =
            self.round.as_ref().is_some_and(|r| r.boxes.iter().any(|b| b.bettors.contains(&patron)));
        if has_wager || in_round || self.is_cutter(patron) || self.awaits() == Awaits::Decision(by) {
            return Err(Refusal::new(cite!("2.3(f)"), Why::StillInPlay));
        }
        Ok(seat)
    }

    pub(super) fn leave(&mut self, by: Actor, to: &mut impl Observer<Self>) {
        let Actor::Patron(patron) = by else { return };
        if let Some(seat) = self.seats.of(patron) {
            self.seats.set(seat, None);
            self.first = self.first.filter(|&first| first != patron);
            saw(to, cite!("19:46-1.10"), Call::Frees(patron, seat));
        }
    }

    /// Who wagers against the dealer on this box, in the order in which they came.
    pub(super) fn bettors(&self, seat: Seat) -> ArrayVec<Patron, 3> {
        let mut bettors = ArrayVec::new();
        let on_box = |bet: &&Bet<Wager>| bet.seat == seat && matches!(bet.wager, Wager::Hand(..));
        for bet in self.layout.bets().iter().filter(on_box) {
            if !bettors.contains(&bet.patron) {
                bettors.push(bet.patron);
            }
        }
        bettors
    }

    /// 2.13(b): the one who sits there, or else the one with the highest wager, the first of several (B27).
    pub(super) fn caller(&self, seat: Seat) -> Option<Patron> {
        let bettors = self.bettors(seat);
        if let Some(seated) = self.seats.at(seat).filter(|patron| bettors.contains(patron)) {
            return Some(seated);
        }
        let on_box = |patron| self.staked(patron, seat, |wager| matches!(wager, Wager::Hand(..)));
        let most = bettors.iter().map(|&patron| on_box(patron)).max()?;
        bettors.iter().copied().find(|&patron| on_box(patron) == most)
    }

    /// What this person has on these wagers of a box.
    pub(super) fn staked(&self, patron: Patron, seat: Seat, which: impl Fn(Wager) -> bool) -> Money {
        let own = |bet: &&Bet<Wager>| bet.patron == patron && bet.seat == seat && which(bet.wager);
        self.layout.bets().iter().filter(own).map(|bet| bet.stake).sum()
    }

    /// 2.13(a): the first person on the box consents to others.
    pub(super) fn may_share(&self, by: Actor, seat: Seat) -> Result<(), Refusal> {
        let no = |why| Err(Refusal::new(cite!("2.13(a)"), why));
        match self.bettors(seat).first() {
            _ if self.options.bettors() == 1 => no(Why::NotOffered),
            _ if self.round.is_some() || self.shared >> seat.0 & 1 == 1 => no(Why::NotNow),
            Some(&first) if by == Actor::Patron(first) => Ok(()),
            Some(_) => no(Why::NotYours),
            None => no(Why::NothingThere),
        }
    }

    pub(super) fn share(&mut self, by: Actor, seat: Seat, to: &mut impl Observer<Self>) {
        let Actor::Patron(patron) = by else { return };
        self.shared |= 1 << seat.0;
        saw(to, cite!("2.13(a)"), Call::Shares(patron, seat));
    }

    /// 2.13(a) and (g), 2.14: whether this person may wager on this box beside those who do.
    pub(super) fn is_welcome(&self, patron: Patron, seat: Seat) -> Result<(), Refusal> {
        let no = |cite, why| Err(Refusal::new(cite, why));
        let bettors = self.bettors(seat);
        let elsewhere = |bet: &Bet<Wager>| bet.patron == patron && bet.seat != seat;
        if bettors.contains(&patron) {
            return Ok(());
        }
        if !self.options.several_boxes() && self.layout.bets().iter().any(elsewhere) {
            return no(cite!("2.14"), Why::NotOffered);
        }
        if bettors.is_empty() {
            return match self.seats.at(seat) {
                Some(other) if other != patron => no(cite!("2.13(a)"), Why::SeatTaken),
                _ => Ok(()),
            };
        }
        if bettors.len() >= usize::from(self.options.bettors()) {
            return no(cite!("2.13(a)"), Why::BoxFull);
        }
        if self.shared >> seat.0 & 1 == 0 {
            return no(cite!("2.13(a)"), Why::NoConsent);
        }
        let shared = self.seats.all().filter(|&other| other != seat && self.bettors(other).len() > 1).count();
        if shared >= usize::from(self.options.shared_boxes()) {
            return no(cite!("2.13(g)"), Why::BoxFull);
        }
        Ok(())
    }

    /// 2.3(j): agreed when the person leaves, not when he comes back (B18).
    pub(super) fn may_reserve(&self, by: Actor, seat: Seat) -> Result<Patron, Refusal> {
        let no = |why| Err(Refusal::new(cite!("2.3(j)"), why));
        match self.seats.at(seat) {
            _ if by != Actor::Supervisor => no(Why::NotYours),
            _ if self.options.mid_shoe().returners == Admission::Free => no(Why::NotOffered),
            None => no(Why::NoSuchPlace),
            Some(patron) if self.round.is_none() && self.entrants.may_reserve(patron) => Ok(patron),
            Some(_) => no(Why::NotNow),
        }
    }

    pub(super) fn reserve(&mut self, seat: Seat, to: &mut impl Observer<Self>) {
        if let Some(patron) = self.seats.at(seat) {
            self.entrants.reserve(patron);
            saw(to, cite!("2.3(j)"), Call::Reserves(patron, seat));
        }
    }

    /// 2.3(d): dealer and supervisor, each once (G7, G8).
    pub(super) fn may_answer(&self, by: Actor) -> Result<(), Refusal> {
        crate::spoken::may_answer(self.spoken, by, cite!("2.3(d)"))
    }

    pub(super) fn confirm(&mut self, by: Actor, to: &mut impl Observer<Self>) {
        let Some(spoken) = &mut self.spoken else { return };
        // 2.17(f) has the same words for the additional wager.
        let cite = if spoken.bet.wager.is_additional() { cite!("2.17(f)") } else { cite!("2.3(d)") };
        let Some(bet) = spoken.confirm(by) else {
            saw(to, cite, Call::HalfConfirmed);
            return;
        };
        self.spoken = None;
        let cash = self.parts(bet).iter().map(|part| part.stake).sum();
        to.saw(cite, Event::Exchanged { patron: bet.patron, cash });
        self.put(bet, to);
    }

    pub(super) fn decline(&mut self, to: &mut impl Observer<Self>) {
        if let Some(Spoken { bet, .. }) = self.spoken.take() {
            let cash = self.parts(bet).iter().map(|part| part.stake).sum();
            saw(to, cite!("2.3(d)"), Call::Declines(bet.patron, cash));
        }
    }
}
