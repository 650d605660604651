//! Seats, shared boxes (2.13) and reserved places (2.3(j)); wagers in cash (2.3(d)).

use super::{Blackjack, Call, Wager, options::Admission, saw};
use crate::games::prelude::*;
use crate::table::{cash::Spoken, seats::Places};
use arrayvec::ArrayVec;

impl Blackjack {
    pub(super) fn may_sit(&self, by: Actor, seat: Seat) -> Result<Citation, Refusal> {
        let cite = self.table.may_sit(by, seat, Places::One, cite!("19:46-1.10"))?.cite;
        // A wager spoken for an empty box counts as if it were on it.
        if self.table.cash.is_some_and(|s| s.bet.seat == seat && Actor::Patron(s.bet.patron) != by) {
            return Err(Refusal::new(cite, Why::SeatTaken));
        }
        // 2.13(b): the person who makes the decisions for a box does not change during a round.
        if self.round.is_some() { Err(Refusal::new(cite!("2.13(b)"), Why::NotNow)) } else { Ok(cite) }
    }

    pub(super) fn sit(&mut self, by: Actor, seat: Seat, cite: Citation, to: &mut dyn Observer<Self>) {
        self.table.sit(by, seat, cite, to);
        self.first = self.first.or(self.table.seats.at(seat));
    }

    /// Whether this person may leave: they have nothing on the layout, and nothing to do.
    pub(super) fn may_leave(&self, by: Actor) -> Result<Citation, Refusal> {
        let no = |cite| Err(Refusal::new(cite, Why::StillInPlay));
        let cite = cite!("19:46-1.10");
        let Actor::Patron(patron) = by else { return Err(Refusal::new(cite, Why::NotYours)) };
        let boxes = self.round.iter().flat_map(|round| &round.boxes);
        let has_wager = self.table.layout.bets().iter().any(|bet| bet.patron == patron);
        if has_wager || boxes.into_iter().any(|place| place.bettors.contains(&patron)) {
            return no(cite!("2.3(f)"));
        }
        // A patron who is offered the cut must decline it first.
        if self.is_cutter(patron) {
            return no(cite!("2.5(f)"));
        }
        self.table.may_leave(by, self.awaits(), cite).map(|terms| terms.cite)
    }

    pub(super) fn leave(&mut self, by: Actor, cite: Citation, to: &mut dyn Observer<Self>) {
        self.table.leave(by, cite, to);
        self.first = self.first.filter(|&first| Actor::Patron(first) != by);
    }

    /// The people who wager against the dealer on this box, in the order in which they came.
    pub(super) fn bettors(&self, seat: Seat) -> ArrayVec<Patron, 3> {
        let mut bettors = ArrayVec::new();
        let on_box = |bet: &&Bet<Wager>| bet.seat == seat && matches!(bet.wager, Wager::Hand(..));
        for bet in self.table.layout.bets().iter().filter(on_box) {
            if !bettors.contains(&bet.patron) {
                bettors.push(bet.patron);
            }
        }
        bettors
    }

    /// 2.13(b): the person who sits there, or else the one with the highest wager; among several, the first
    /// (B27).
    pub(super) fn caller(&self, seat: Seat) -> Option<Patron> {
        let bettors = self.bettors(seat);
        if let Some(seated) = self.table.seats.at(seat).filter(|patron| bettors.contains(patron)) {
            return Some(seated);
        }
        let on_box = |patron| self.staked(patron, seat, |wager| matches!(wager, Wager::Hand(..)));
        let most = bettors.iter().map(|&patron| on_box(patron)).max()?;
        bettors.iter().copied().find(|&patron| on_box(patron) == most)
    }

    /// What this person has on these wagers of a box.
    pub(super) fn staked(&self, patron: Patron, seat: Seat, which: impl Fn(Wager) -> bool) -> Money {
        let own = |bet: &&Bet<Wager>| bet.patron == patron && bet.seat == seat && which(bet.wager);
        self.table.layout.bets().iter().filter(own).map(|bet| bet.stake).sum()
    }

    /// 2.13(a): whether the first person on the box may let others wager there.
    pub(super) fn may_share(&self, by: Actor, seat: Seat) -> Result<Citation, Refusal> {
        let cite = cite!("2.13(a)");
        let no = |why| Err(Refusal::new(cite, why));
        match self.bettors(seat).first() {
            _ if self.table.options.bettors() == 1 => no(Why::NotOffered),
            _ if self.round.is_some() || self.shared >> seat.0 & 1 == 1 => no(Why::NotNow),
            Some(&first) if by == Actor::Patron(first) => Ok(cite),
            Some(_) => no(Why::NotYours),
            None => no(Why::NothingThere),
        }
    }

    pub(super) fn share(&mut self, by: Actor, seat: Seat, to: &mut dyn Observer<Self>) {
        let Actor::Patron(patron) = by else { return };
        self.shared |= 1 << seat.0;
        saw(to, cite!("2.13(a)"), Call::Shares { patron, seat });
    }

    /// 2.13(a) and (g), 2.14: whether this person may wager on this box together with those who already do.
    pub(super) fn is_welcome(&self, patron: Patron, seat: Seat) -> Result<(), Refusal> {
        let no = |cite, why| Err(Refusal::new(cite, why));
        let bettors = self.bettors(seat);
        let elsewhere = |bet: &Bet<Wager>| bet.patron == patron && bet.seat != seat;
        if bettors.contains(&patron) {
            return Ok(());
        }
        if !self.table.options.several_boxes() && self.table.layout.bets().iter().any(elsewhere) {
            return no(cite!("2.14"), Why::NotOffered);
        }
        if bettors.is_empty() {
            return match self.table.seats.at(seat) {
                Some(other) if other != patron => no(cite!("2.13(a)"), Why::SeatTaken),
                _ => Ok(()),
            };
        }
        if bettors.len() >= usize::from(self.table.options.bettors()) {
            return no(cite!("2.13(a)"), Why::BoxFull);
        }
        if self.shared >> seat.0 & 1 == 0 {
            return no(cite!("2.13(a)"), Why::NoConsent);
        }
        let shared =
            self.table.seats.all().filter(|&other| other != seat && self.bettors(other).len() > 1).count();
        if shared >= usize::from(self.table.options.shared_boxes()) {
            return no(cite!("2.13(g)"), Why::BoxFull);
        }
        Ok(())
    }

    /// 2.3(j): a place is reserved when the person leaves, not when they come back (B18).
    pub(super) fn may_reserve(&self, by: Actor, seat: Seat) -> Result<Citation, Refusal> {
        let cite = cite!("2.3(j)");
        let no = |why| Err(Refusal::new(cite, why));
        match self.table.seats.at(seat) {
            _ if by != Actor::Supervisor => no(Why::NotYours),
            _ if self.table.options.mid_shoe().returners == Admission::Free => no(Why::NotOffered),
            None => no(Why::NoSuchPlace),
            Some(patron) if self.round.is_none() && self.entrants.may_reserve(patron) => Ok(cite),
            Some(_) => no(Why::NotNow),
        }
    }

    pub(super) fn reserve(&mut self, seat: Seat, to: &mut dyn Observer<Self>) {
        if let Some(patron) = self.table.seats.at(seat) {
            self.entrants.reserve(patron);
            saw(to, cite!("2.3(j)"), Call::Reserves { patron, seat });
        }
    }

    /// 2.3(d) or 2.17(f): the provision on confirming a spoken wager.
    pub(super) fn by_voice(&self) -> Citation {
        self.table.cash.map_or(cite!("2.3(d)"), |spoken| spoken.bet.wager.is_made_by())
    }

    /// A wager is spoken: dealer and supervisor must answer. A double or a split is spoken with all its
    /// parts.
    pub(super) fn hear(&mut self, bet: BetOf<Self>, to: &mut dyn Observer<Self>) {
        for part in self.parts(bet) {
            saw(to, bet.wager.is_made_by(), TableCall::Hears(part).into());
        }
        self.table.cash = Some(Spoken::to_both(bet));
    }

    pub(super) fn confirm(&mut self, by: Actor, cite: Citation, to: &mut dyn Observer<Self>) {
        let Some(spoken) = &mut self.table.cash else { return };
        let patron = spoken.bet.patron;
        let Some(bet) = spoken.confirm(by) else {
            return saw(to, cite, TableCall::Confirmed { by, patron }.into());
        };
        self.table.cash = None;
        to.saw(cite, Event::Exchanged { patron, cash: self.cost(bet) });
        if let Ok(terms) = self.terms(bet) {
            self.put(bet, terms.cite, to);
        }
    }

    pub(super) fn decline(&mut self, to: &mut dyn Observer<Self>) {
        if let Some(Spoken { bet, .. }) = self.table.cash.take() {
            let call = TableCall::DeclinesCash { patron: bet.patron, amount: self.cost(bet) };
            saw(to, bet.wager.is_made_by(), call.into());
        }
    }

    /// The cost of a wager with all its parts.
    fn cost(&self, bet: BetOf<Self>) -> Money {
        self.parts(bet).iter().map(|part| part.stake).sum()
    }
}
