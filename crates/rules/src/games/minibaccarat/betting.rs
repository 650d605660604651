//! 7.2: how wagers are made, and by whom; seats; 7.3(c)2 to 4: vigorish that is owed.

use super::{
    Call, Deed, Event, Minibaccarat, Phase,
    forms::{Form, Signature, Use},
    shoe::How,
    wagers::Wager,
};
use crate::games::prelude::*;
use crate::table::{cash::Spoken, seats::Places};

impl Minibaccarat {
    /// 7.2(d): wagers close at the call (M15), and a wager in cash is confirmed before it (G8).
    pub(super) fn wagers_are_open(&self) -> Result<(), Refusal> {
        let cite = match (&self.discards, &self.phase) {
            (Some(discards), _) => discards.cite,
            (_, Phase::Open) => return self.table.nothing_is_spoken(cite!("7.2(c)")),
            (_, Phase::Dealing(deal)) if !deal.is_simulated() => cite!("7.2(d)"),
            _ => self.comes_first(),
        };
        Err(Refusal::new(cite, Why::NotNow))
    }

    /// The provision on what must happen before the next round: preparing the shoe, a reshuffle after the last hand,
    /// and the end of this round.
    pub(super) fn comes_first(&self) -> Citation {
        match &self.phase {
            Phase::Preparing(_, How::Again) => cite!("7.8(e)"),
            Phase::Preparing(_, How::Void) => cite!("7.11(e)"),
            Phase::Preparing(_, How::Opening) => cite!("7.5(a)"),
            Phase::Preparing(..) | Phase::Idle(_) => cite!("7.5(h)"),
            Phase::Loading => cite!("7.12"),
            Phase::Dealing(deal) if deal.is_simulated() => cite!("7.11(c)3"),
            Phase::Dealing(deal) if deal.is_complete() => cite!("7.10(a)"),
            Phase::Open | Phase::Dealing(_) => cite!("7.7(b)"),
        }
    }

    /// 7.2(e): from the first card on, nobody may touch a wager.
    pub(super) fn wagers_may_be_touched(&self) -> Result<(), Refusal> {
        match &self.phase {
            Phase::Dealing(deal) if deal.has_begun() => Err(Refusal::new(cite!("7.2(e)"), Why::NotNow)),
            _ => Ok(()),
        }
    }

    /// The terms of a wager there now.
    pub(super) fn terms(&self, like: BetOf<Self>) -> Result<Terms, Refusal> {
        self.wagers_are_open()?;
        let Bet { patron, seat, wager, tender, .. } = like;
        let options = &self.table.options;
        // 7.2(c): chips or plaques, a coupon with them if the table accepts coupons, or spoken with cash.
        match tender {
            Tender::Chips | Tender::Cash => {}
            Tender::Coupon if options.match_play() => {}
            _ => return Err(Refusal::new(cite!("7.2(c)"), Why::NotTaken)),
        }
        let cite = wager.offered(options)?;
        if self.table.seats.of(patron) != Some(seat) {
            self.table.is_free_for(patron, seat, Places::One, cite!("19:46-1.12"))?;
        }
        // 7.2(b): a bonus wager may need a regular one.
        let needs_base = options.bonus().is_some_and(|bonus| bonus.needs_base);
        if needs_base && matches!(wager, Wager::Bonus(_)) && !self.has_base(patron, None) {
            return Err(Refusal::new(cite!("7.2(b)"), Why::NeedsBase));
        }
        let like = Bet { tender: tender.on_the_layout(), ..like };
        self.table.layout.terms(options.limits(), &like, cite, (1, cite!("8.2")))
    }

    /// Whether the patron has a wager on a hand, other than this one.
    fn has_base(&self, patron: Patron, other_than: Option<Wager>) -> bool {
        let base = |bet: &Bet<Wager>| bet.wager.is_base() && Some(bet.wager) != other_than;
        self.table.layout.bets().iter().any(|bet| bet.patron == patron && base(bet))
    }

    pub(super) fn place(&mut self, bet: BetOf<Self>, cite: Citation, to: &mut dyn Observer<Self>) {
        if self.table.seats.of(bet.patron).is_none() {
            self.sit(Actor::Patron(bet.patron), bet.seat, to);
        }
        match bet.tender {
            Tender::Cash => self.table.hear(Spoken::to_both(bet), cite!("7.2(c)"), to),
            _ => self.table.put(bet, cite, to),
        }
    }

    pub(super) fn may_take_back(&self, by: Actor, seat: Seat, wager: Wager) -> Result<Terms, Refusal> {
        self.wagers_may_be_touched()?;
        self.wagers_are_open()?;
        let terms = self.table.may_take_back(by, seat, wager, wager.cite())?.under(cite!("7.2(d)"));
        let Actor::Patron(patron) = by else { return Ok(terms) };
        // 7.2(b): a bonus wager cannot stay without its regular one.
        let own = |bet: &&Bet<Wager>| (bet.patron, bet.seat) == (patron, seat);
        let has_bonus =
            self.table.layout.bets().iter().filter(own).any(|b| matches!(b.wager, Wager::Bonus(_)));
        let needs_base = self.table.options.bonus().is_some_and(|bonus| bonus.needs_base);
        if needs_base && has_bonus && wager.is_base() && !self.has_base(patron, Some(wager)) {
            return Err(Refusal::new(cite!("7.2(b)"), Why::NeedsBase));
        }
        Ok(terms)
    }

    /// M15: until the first card, a patron may straighten a wager.
    pub(super) fn may_straighten(&self, by: Actor) -> Result<(), Refusal> {
        self.wagers_may_be_touched()?;
        let own = |bet: &Bet<Wager>| by == Actor::Patron(bet.patron);
        match self.table.layout.bets().iter().any(own) {
            true => Ok(()),
            false => Err(Refusal::new(cite!("7.2(e)"), Why::NothingThere)),
        }
    }

    pub(super) fn sit(&mut self, by: Actor, seat: Seat, to: &mut dyn Observer<Self>) {
        self.table.sit(by, seat, cite!("19:46-1.12"), to);
        self.someone_came();
    }

    /// 7.3(c)4: a person who leaves must not owe anything.
    pub(super) fn may_leave(&self, by: Actor) -> Result<Terms, Refusal> {
        let Actor::Patron(patron) = by else {
            return Err(Refusal::new(cite!("19:46-1.12"), Why::NotYours));
        };
        let Some(seat) = self.table.seats.of(patron) else {
            return Err(Refusal::new(cite!("19:46-1.12"), Why::NotSeated));
        };
        if self.owed[usize::from(seat.0)] > Money::ZERO {
            return Err(Refusal::new(cite!("7.3(c)4"), Why::VigorishOwed));
        }
        let has_cards = matches!(&self.phase, Phase::Dealing(deal) if deal.needs(seat));
        let awaits = if has_cards { Awaits::Decision(by) } else { self.awaits() };
        // A person who is offered the cut or the cards must accept or decline first, and a wager keeps its owner:
        // after the call it cannot be withdrawn, and from the first card on nobody may touch it.
        let has_wager = self.table.layout.bets().iter().any(|bet| bet.patron == patron);
        let cite = match &self.phase {
            Phase::Preparing(..) => cite!("7.5(d)"),
            Phase::Dealing(_) if !has_wager => cite!("7.11(f)"),
            Phase::Dealing(deal) if deal.has_begun() => cite!("7.2(e)"),
            _ => cite!("7.2(d)"),
        };
        self.table.may_leave(by, awaits, cite)
    }

    /// 7.3(c)2: no reshuffle while any vigorish is neither collected nor on a Form (M12).
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

    /// 7.3(c)2: a marker that says what is owed stays where it is.
    pub(super) fn marker_stays(&self, seat: Seat) -> Refusal {
        let owed = self.owed.get(usize::from(seat.0)).is_some_and(|&owed| owed > Money::ZERO);
        Refusal::new(cite!("7.3(c)2"), if owed { Why::VigorishOwed } else { Why::NothingOwed })
    }

    /// 7.3(c)2: the marker is removed when the vigorish is collected.
    pub(super) fn collect(&mut self, seat: Seat, to: &mut dyn Observer<Self>) {
        let (Some(patron), vigorish) = (self.table.seats.at(seat), self.take_marker(seat)) else { return };
        to.saw(cite!("7.3(c)2"), Event::Collected { patron, vigorish });
        to.saw(cite!("7.3(c)2"), Event::Called { call: Call::TakesMarker { seat } });
    }

    fn take_marker(&mut self, seat: Seat) -> Money {
        core::mem::take(&mut self.owed[usize::from(seat.0)])
    }

    /// 7.3(c)3: the next Form of the series replaces the marker; its original goes into the drop box.
    pub(super) fn document(&mut self, seat: Seat, signature: Signature, to: &mut dyn Observer<Self>) {
        let (Some(patron), vigorish) = (self.table.seats.at(seat), self.take_marker(seat)) else { return };
        let serial = self.forms.take(Use::Used);
        let form = Form { serial, patron, seat, vigorish, signature };
        to.saw(cite!("7.3(c)3.i"), Event::Called { call: Call::IssuesForm(form) });
        to.saw(cite!("7.3(c)3.i"), Event::Called { call: Call::SignsForm(form) });
        to.saw(cite!("7.3(c)3.iii"), Event::Called { call: Call::DropsForm { serial } });
        to.saw(cite!("7.3(c)4"), Event::Waived { patron, vigorish });
        to.saw(cite!("7.3(c)2"), Event::Called { call: Call::TakesMarker { seat } });
    }

    pub(super) fn may_void_form(&self, by: Actor) -> Result<(), Refusal> {
        match by {
            Actor::Dealer if self.table.options.is_deferred() => Ok(()),
            Actor::Dealer => Err(Refusal::new(cite!("7.3(c)3.vi"), Why::NotOffered)),
            _ => Err(Refusal::new(cite!("7.3(c)3.vi"), Why::NotYours)),
        }
    }

    pub(super) fn void_form(&mut self, to: &mut dyn Observer<Self>) {
        let serial = self.forms.take(Use::Void);
        to.saw(cite!("7.3(c)3.vi"), Event::Called { call: Call::VoidsForm { serial } });
    }

    /// Refuses anyone but the dealer.
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
