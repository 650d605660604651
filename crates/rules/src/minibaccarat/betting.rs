//! 7.2: how wagers are made, and by whom; seats; 7.3(c)2 to 4: vigorish that is owed.

use super::{
    Call, Deed, Event, Minibaccarat, Phase, Spoken,
    forms::{Form, Signature, Use},
    wagers::Wager,
};
use crate::{
    game::{Bet, Observer, Tender},
    limits::Terms,
    money::Money,
    party::{Actor, Patron, Seat},
    refusal::{Refusal, Why},
};
use law::{Citation, cite};

impl Minibaccarat {
    /// 7.2(d): wagers close at the call (M15), and a wager in cash is confirmed before it (G8).
    pub(super) fn wagers_are_open(&self) -> Result<(), Refusal> {
        let not_now = |cite: Citation| Err(Refusal::new(cite, Why::NotNow));
        if let Some(discards) = self.discards {
            return not_now(discards.cite);
        }
        match &self.phase {
            Phase::Preparing(..) => not_now(cite!("7.5(a)")),
            Phase::Loading => not_now(cite!("7.12")),
            Phase::Idle(_) => not_now(cite!("7.5(h)")),
            Phase::Dealing(deal) if deal.is_simulated() => not_now(cite!("7.11(c)3")),
            Phase::Dealing(_) => not_now(cite!("7.2(d)")),
            Phase::Open if self.spoken.is_some() => Err(Refusal::new(cite!("7.2(c)"), Why::Unconfirmed)),
            Phase::Open => Ok(()),
        }
    }

    /// 7.2(e): from the first card on nobody touches a wager.
    pub(super) fn wagers_may_be_touched(&self) -> Result<(), Refusal> {
        match &self.phase {
            Phase::Dealing(deal) if deal.has_begun() => Err(Refusal::new(cite!("7.2(e)"), Why::NotNow)),
            _ => Ok(()),
        }
    }

    /// What this person may put on this wager at this seat in this tender now.
    pub(super) fn terms(
        &self,
        patron: Patron,
        seat: Seat,
        wager: Wager,
        tender: Tender,
    ) -> Result<Terms, Refusal> {
        self.wagers_are_open()?;
        // 7.2(c): chips or plaques, a coupon with them if the table takes coupons, or spoken with cash.
        let is_taken = match tender {
            Tender::Chips | Tender::Cash => true,
            Tender::Coupon => self.options.match_play(),
            Tender::Colour => false,
        };
        if !is_taken {
            return Err(Refusal::new(cite!("7.2(c)"), Why::NotTaken));
        }
        let cite = wager.offered(&self.options)?;
        if self.seats.of(patron) != Some(seat) {
            self.is_free_for(patron, seat)?;
        }
        // 7.2(b): a bonus wager may need a regular one.
        let needs_base = self.options.bonus().is_some_and(|bonus| bonus.needs_base);
        if needs_base && matches!(wager, Wager::Bonus(_)) && !self.has_base(patron, None) {
            return Err(Refusal::new(cite!("7.2(b)"), Why::NeedsBase));
        }
        // Cash will lie there as chips.
        let tender = if tender == Tender::Cash { Tender::Chips } else { tender };
        let like = Bet { patron, seat, wager, stake: Money::ZERO, tender };
        self.layout.terms(self.options.limits(), &like, cite, (1, cite!("8.2")))
    }

    /// Whether the patron has a wager on a hand, other than this one.
    fn has_base(&self, patron: Patron, other_than: Option<Wager>) -> bool {
        let base = |bet: &Bet<Wager>| bet.wager.is_base() && Some(bet.wager) != other_than;
        self.layout.bets().iter().any(|bet| bet.patron == patron && base(bet))
    }

    pub(super) fn place(&mut self, bet: Bet<Wager>, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        let terms = self.terms(bet.patron, bet.seat, bet.wager, bet.tender)?;
        terms.admit(bet.stake)?;
        if self.seats.of(bet.patron).is_none() {
            self.sit(Actor::Patron(bet.patron), bet.seat, to);
        }
        if bet.tender == Tender::Cash {
            self.spoken = Some(Spoken::new(bet));
            to.saw(cite!("7.2(c)"), Event::Called { call: Call::Hears(bet) });
            return Ok(());
        }
        self.layout.put(bet);
        to.saw(terms.cite, Event::Placed { bet });
        Ok(())
    }

    pub(super) fn may_take_back(&self, patron: Patron, seat: Seat, wager: Wager) -> Result<(), Refusal> {
        self.wagers_may_be_touched()?;
        self.wagers_are_open()?;
        let own = |bet: &&Bet<Wager>| (bet.patron, bet.seat) == (patron, seat);
        if !self.layout.bets().iter().filter(own).any(|bet| bet.wager == wager) {
            return Err(Refusal::new(wager.cite(), Why::NothingThere));
        }
        // 7.2(b): a bonus wager does not stay without its regular one.
        let has_bonus = self.layout.bets().iter().filter(own).any(|b| matches!(b.wager, Wager::Bonus(_)));
        let needs_base = self.options.bonus().is_some_and(|bonus| bonus.needs_base);
        if needs_base && has_bonus && wager.is_base() && !self.has_base(patron, Some(wager)) {
            return Err(Refusal::new(cite!("7.2(b)"), Why::NeedsBase));
        }
        Ok(())
    }

    pub(super) fn take_back(
        &mut self,
        patron: Patron,
        seat: Seat,
        wager: Wager,
        to: &mut impl Observer<Self>,
    ) -> Result<(), Refusal> {
        self.may_take_back(patron, seat, wager)?;
        let nothing = Refusal::new(wager.cite(), Why::NothingThere);
        self.layout
            .take_back(patron, seat, wager, nothing, |bet| to.saw(cite!("7.2(d)"), Event::Returned { bet }))
    }

    /// M15: until the first card a wager may be put straight.
    pub(super) fn may_straighten(&self, by: Actor) -> Result<(), Refusal> {
        self.wagers_may_be_touched()?;
        let own = |bet: &Bet<Wager>| by == Actor::Patron(bet.patron);
        match self.layout.bets().iter().any(own) {
            true => Ok(()),
            false => Err(Refusal::new(cite!("7.2(e)"), Why::NothingThere)),
        }
    }

    /// 7.2(c): dealer and supervisor, each once (G7, G8).
    pub(super) fn may_answer(&self, by: Actor) -> Result<(), Refusal> {
        match (by, self.spoken) {
            (Actor::Dealer | Actor::Supervisor, Some(_)) if self.phase != Phase::Open => {
                Err(Refusal::new(cite!("7.2(c)"), Why::NotNow))
            }
            (by, spoken) => crate::spoken::may_answer(spoken, by, cite!("7.2(c)")),
        }
    }

    pub(super) fn confirm(&mut self, by: Actor, to: &mut impl Observer<Self>) {
        let Some(spoken) = &mut self.spoken else { return };
        let Some(bet) = spoken.confirm(by) else {
            to.saw(cite!("7.2(c)"), Event::Called { call: Call::HalfConfirmed });
            return;
        };
        self.spoken = None;
        self.layout.put(bet);
        to.saw(cite!("7.2(c)"), Event::Exchanged { patron: bet.patron, cash: bet.stake });
        to.saw(bet.wager.cite(), Event::Placed { bet });
    }

    pub(super) fn decline(&mut self, to: &mut impl Observer<Self>) {
        if let Some(Spoken { bet, .. }) = self.spoken.take() {
            to.saw(cite!("7.2(c)"), Event::Called { call: Call::Declines(bet.patron, bet.stake) });
        }
    }

    /// Whether the patron may sit down there: one seat a person.
    fn is_free_for(&self, patron: Patron, seat: Seat) -> Result<(), Refusal> {
        let no = |why| Err(Refusal::new(cite!("19:46-1.12"), why));
        match (self.seats.at(seat), self.seats.of(patron)) {
            _ if !self.seats.has(seat) => no(Why::NoSuchPlace),
            (Some(_), _) => no(Why::SeatTaken),
            (None, Some(_)) => no(Why::NotSeated),
            (None, None) => Ok(()),
        }
    }

    pub(super) fn may_sit(&self, by: Actor, seat: Seat) -> Result<(), Refusal> {
        match by {
            Actor::Patron(patron) => self.is_free_for(patron, seat),
            _ => Err(Refusal::new(cite!("19:46-1.12"), Why::NotYours)),
        }
    }

    pub(super) fn sit(&mut self, by: Actor, seat: Seat, to: &mut impl Observer<Self>) {
        let Actor::Patron(patron) = by else { return };
        self.seats.set(seat, Some(patron));
        to.saw(cite!("19:46-1.12"), Event::Called { call: Call::Seats(patron, seat) });
        self.someone_came();
    }

    /// 7.3(c)4: who leaves owes nothing any more.
    pub(super) fn may_leave(&self, by: Actor) -> Result<Seat, Refusal> {
        let Actor::Patron(patron) = by else {
            return Err(Refusal::new(cite!("7.3(c)4"), Why::NotYours));
        };
        let Some(seat) = self.seats.of(patron) else {
            return Err(Refusal::new(cite!("19:46-1.12"), Why::NotSeated));
        };
        if self.owed[usize::from(seat.0)] > Money::ZERO {
            return Err(Refusal::new(cite!("7.3(c)4"), Why::VigorishOwed));
        }
        let has_wager = self.layout.bets().iter().any(|bet| bet.patron == patron);
        let has_spoken = self.spoken.is_some_and(|spoken| spoken.bet.patron == patron);
        let has_cards = matches!(&self.phase, Phase::Dealing(deal) if deal.needs(seat));
        if has_wager || has_spoken || has_cards || self.is_awaited(by) {
            return Err(Refusal::new(cite!("7.2(e)"), Why::StillInPlay));
        }
        Ok(seat)
    }

    fn is_awaited(&self, by: Actor) -> bool {
        use crate::game::{Awaits, Game};
        self.awaits() == Awaits::Decision(by)
    }

    pub(super) fn leave(&mut self, by: Actor, to: &mut impl Observer<Self>) {
        let Actor::Patron(patron) = by else { return };
        if let Some(seat) = self.seats.of(patron) {
            self.seats.set(seat, None);
            to.saw(cite!("19:46-1.12"), Event::Called { call: Call::Frees(patron, seat) });
        }
    }

    /// 7.3(c)2: no reshuffle while vigorish is owed that is neither collected nor on a Form (M12).
    pub(super) fn nothing_is_owed(&self) -> Result<(), Refusal> {
        match self.owed.iter().all(|&owed| owed == Money::ZERO) {
            true => Ok(()),
            false => Err(Refusal::new(cite!("7.3(c)2"), Why::VigorishOwed)),
        }
    }

    pub(super) fn may_clear(&self, by: Actor, seat: Seat, cite: Citation) -> Result<(), Refusal> {
        match self.owed.get(usize::from(seat.0)) {
            _ if by != Actor::Dealer => Err(Refusal::new(cite, Why::NotYours)),
            Some(&owed) if owed > Money::ZERO => Ok(()),
            _ => Err(Refusal::new(cite, Why::NothingOwed)),
        }
    }

    /// 7.3(c)2: the marker comes off when the vigorish is collected.
    pub(super) fn collect(&mut self, seat: Seat, to: &mut impl Observer<Self>) {
        let (Some(patron), vigorish) = (self.seats.at(seat), self.take_marker(seat)) else { return };
        to.saw(cite!("7.3(c)2"), Event::Collected { patron, vigorish });
        to.saw(cite!("7.3(c)2"), Event::Called { call: Call::TakesMarker(seat) });
    }

    fn take_marker(&mut self, seat: Seat) -> Money {
        core::mem::take(&mut self.owed[usize::from(seat.0)])
    }

    /// 7.3(c)3: the next Form of the series takes the marker's place; its original goes into the drop box.
    pub(super) fn document(&mut self, seat: Seat, signature: Signature, to: &mut impl Observer<Self>) {
        let (Some(patron), vigorish) = (self.seats.at(seat), self.take_marker(seat)) else { return };
        let serial = self.forms.take(Use::Used);
        let form = Form { serial, patron, seat, vigorish, signature };
        to.saw(cite!("7.3(c)3.i"), Event::Called { call: Call::Issues(form) });
        to.saw(cite!("7.3(c)3.i"), Event::Called { call: Call::Signs(form) });
        to.saw(cite!("7.3(c)3.iii"), Event::Called { call: Call::Drops(serial) });
        to.saw(cite!("7.3(c)4"), Event::Waived { patron, vigorish });
        to.saw(cite!("7.3(c)2"), Event::Called { call: Call::TakesMarker(seat) });
    }

    pub(super) fn may_void_form(&self, by: Actor) -> Result<(), Refusal> {
        match by {
            Actor::Dealer if self.options.is_deferred() => Ok(()),
            Actor::Dealer => Err(Refusal::new(cite!("7.3(c)3.vi"), Why::NotOffered)),
            _ => Err(Refusal::new(cite!("7.3(c)3.vi"), Why::NotYours)),
        }
    }

    pub(super) fn void_form(&mut self, to: &mut impl Observer<Self>) {
        let serial = self.forms.take(Use::Void);
        to.saw(cite!("7.3(c)3.vi"), Event::Called { call: Call::VoidsForm(serial) });
    }

    /// 7.7(b): the call that begins a round.
    pub(super) fn no_more_bets(&mut self, to: &mut impl Observer<Self>) {
        to.saw(cite!("7.7(b)"), Event::Called { call: Call::NoMoreBets });
        self.begin(to);
    }

    /// Refuses what is the dealer's to do.
    pub(super) fn only_dealer(by: Actor, deed: Deed) -> Result<(), Refusal> {
        let cite = match deed {
            Deed::Announce => cite!("7.10(a)"),
            Deed::Deal => cite!("7.7(c)"),
            Deed::PreShuffled => cite!("7.4(a)"),
            Deed::LoadDevice => cite!("7.12"),
            Deed::Idle(_) | Deed::TurnUp => cite!("7.5(h)"),
            _ => cite!("7.1(d)"),
        };
        if by == Actor::Dealer { Ok(()) } else { Err(Refusal::new(cite, Why::NotYours)) }
    }
}
