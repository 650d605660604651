//! 6.5 and 6.8 (not held): original wagers, raises, betting areas.

use super::{Call, Deed, Phase, RedDog, Spoken, Wager, options::Raise};
use crate::{
    game::{Bet, Event, Observer, Tender},
    limits::Terms,
    money::Money,
    party::{Actor, Patron, Seat},
    refusal::{Refusal, Why},
};
use law::cite;

/// What a wager may amount to now.
pub(super) struct Range {
    pub least: Money,
    pub most: Money,
    pub step: Money,
    /// The terms of the table's limits, which a raise does not have.
    terms: Option<Terms>,
}

impl Range {
    fn admit(&self, stake: Money) -> Result<(), Refusal> {
        let no = |why| Err(Refusal::new(cite!("6.5"), why));
        match &self.terms {
            Some(terms) => terms.admit(stake),
            None if stake > self.most => no(Why::TooMuch { most: self.most }),
            None if stake < self.least => no(Why::TooLittle { least: self.least }),
            None if !stake.is_multiple_of(self.step) => no(Why::NotMultiple { of: self.step }),
            None => Ok(()),
        }
    }
}

impl RedDog {
    /// What this person may put on this wager in this area and tender now.
    pub(super) fn range(
        &self,
        patron: Patron,
        seat: Seat,
        wager: Wager,
        tender: Tender,
    ) -> Result<Range, Refusal> {
        let is_taken = match (wager, tender) {
            (_, Tender::Chips | Tender::Cash) => true,
            (Wager::Original, Tender::Coupon) => self.options.match_play(),
            _ => false,
        };
        if !is_taken {
            return Err(Refusal::new(cite!("6.5"), Why::NotTaken));
        }
        if wager == Wager::Raise {
            return self.raise_range(patron, seat);
        }
        self.wagers_are_open()?;
        if self.seats.at(seat) != Some(patron) {
            self.is_free_for(patron, seat)?;
        }
        // Cash will lie there as chips.
        let tender = if tender == Tender::Cash { Tender::Chips } else { tender };
        let like = Bet { patron, seat, wager, stake: Money::ZERO, tender };
        let terms = self.layout.terms(self.options.limits(), &like, cite!("6.5"), (1, cite!("8.2")))?;
        let Terms { least, most, step, .. } = terms;
        Ok(Range { least, most, step, terms: Some(terms) })
    }

    /// Once, in turn (D1), up to the original wager or as much.
    fn raise_range(&self, patron: Patron, seat: Seat) -> Result<Range, Refusal> {
        let no = |why| Err(Refusal::new(cite!("6.5"), why));
        match self.phase {
            Phase::Raise(_) if self.spoken.is_some() => no(Why::Unconfirmed),
            Phase::Raise(turn) if turn == seat && self.seats.at(seat) == Some(patron) => {
                let most = self.on(seat, Wager::Original);
                let unit = self.options.limits().step().min(most);
                Ok(match self.options.raise() {
                    Raise::UpToOriginal => Range { least: unit, most, step: unit, terms: None },
                    Raise::Equal => Range { least: most, most, step: most, terms: None },
                })
            }
            Phase::Raise(_) => no(Why::NotYours),
            _ => no(Why::NotNow),
        }
    }

    /// What lies on a wager in this area.
    pub fn on(&self, seat: Seat, wager: Wager) -> Money {
        let there = self.layout.bets().iter().filter(|bet| (bet.seat, bet.wager) == (seat, wager));
        there.map(|bet| bet.stake).sum()
    }

    /// Until the first card.
    pub(super) fn wagers_are_open(&self) -> Result<(), Refusal> {
        let not_now = |cite| Err(Refusal::new(cite, Why::NotNow));
        match self.phase {
            Phase::Open if self.spoken.is_some() => Err(Refusal::new(cite!("6.5"), Why::Unconfirmed)),
            Phase::Open => Ok(()),
            Phase::Preparing(_) => not_now(cite!("6.3")),
            Phase::Loading => not_now(cite!("6.9")),
            _ => not_now(cite!("6.5")),
        }
    }

    pub(super) fn place(&mut self, bet: Bet<Wager>, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        let range = self.range(bet.patron, bet.seat, bet.wager, bet.tender)?;
        range.admit(bet.stake)?;
        if self.seats.at(bet.seat).is_none() {
            self.sit(Actor::Patron(bet.patron), bet.seat, to);
        }
        if bet.tender == Tender::Cash {
            self.spoken = Some(Spoken::new(bet));
            to.saw(cite!("6.5"), Event::Called { call: Call::Hears(bet) });
        } else {
            self.put(bet, to);
        }
        Ok(())
    }

    fn put(&mut self, bet: Bet<Wager>, to: &mut impl Observer<Self>) {
        self.layout.put(bet);
        to.saw(cite!("6.5"), Event::Placed { bet });
        if bet.wager == Wager::Raise {
            self.next_raise(bet.seat, to);
        }
    }

    /// As 2.3(d) has it for blackjack: dealer and supervisor, each once (D2).
    pub(super) fn may_answer(&self, by: Actor) -> Result<(), Refusal> {
        crate::spoken::may_answer(self.spoken, by, cite!("6.5"))
    }

    pub(super) fn confirm(&mut self, by: Actor, to: &mut impl Observer<Self>) {
        let Some(spoken) = &mut self.spoken else { return };
        let Some(bet) = spoken.confirm(by) else {
            return to.saw(cite!("6.5"), Event::Called { call: Call::HalfConfirmed });
        };
        self.spoken = None;
        to.saw(cite!("6.5"), Event::Exchanged { patron: bet.patron, cash: bet.stake });
        self.put(bet, to);
    }

    pub(super) fn decline(&mut self, to: &mut impl Observer<Self>) {
        if let Some(Spoken { bet, .. }) = self.spoken.take() {
            to.saw(cite!("6.5"), Event::Called { call: Call::Declines(bet.patron, bet.stake) });
        }
    }

    pub(super) fn may_take_back(&self, patron: Patron, seat: Seat, wager: Wager) -> Result<(), Refusal> {
        self.wagers_are_open()?;
        let own = |bet: &Bet<Wager>| (bet.patron, bet.seat, bet.wager) == (patron, seat, wager);
        match self.layout.bets().iter().any(own) {
            true => Ok(()),
            false => Err(Refusal::new(cite!("6.5"), Why::NothingThere)),
        }
    }

    pub(super) fn take_back(
        &mut self,
        patron: Patron,
        seat: Seat,
        wager: Wager,
        to: &mut impl Observer<Self>,
    ) -> Result<(), Refusal> {
        self.may_take_back(patron, seat, wager)?;
        let nothing = Refusal::new(cite!("6.5"), Why::NothingThere);
        self.layout
            .take_back(patron, seat, wager, nothing, |bet| to.saw(cite!("6.5"), Event::Returned { bet }))
    }

    pub(super) fn may_stand(&self, by: Actor) -> Result<(), Refusal> {
        let no = |why| Err(Refusal::new(cite!("6.5"), why));
        match self.phase {
            Phase::Raise(_) if self.spoken.is_some() => no(Why::Unconfirmed),
            Phase::Raise(seat) if self.seats.at(seat).map(Actor::Patron) == Some(by) => Ok(()),
            Phase::Raise(_) => no(Why::NotYours),
            _ if by == Actor::Dealer => no(Why::NotYours),
            _ => no(Why::NotNow),
        }
    }

    pub(super) fn stand(&mut self, by: Actor, to: &mut impl Observer<Self>) {
        let (Phase::Raise(seat), Actor::Patron(patron)) = (self.phase, by) else { return };
        to.saw(cite!("6.5"), Event::Called { call: Call::Stands(patron) });
        self.next_raise(seat, to);
    }

    /// 6.8 (not held): one area a player, unless the licensee lets them have several.
    fn is_free_for(&self, patron: Patron, seat: Seat) -> Result<(), Refusal> {
        let no = |why| Err(Refusal::new(cite!("6.8"), why));
        match (self.seats.at(seat), self.seats.of(patron)) {
            _ if !self.seats.has(seat) => no(Why::NoSuchPlace),
            (Some(_), _) => no(Why::SeatTaken),
            (None, Some(_)) if !self.options.several_areas() => no(Why::NotSeated),
            _ => Ok(()),
        }
    }

    pub(super) fn may_sit(&self, by: Actor, seat: Seat) -> Result<(), Refusal> {
        match by {
            Actor::Patron(patron) => self.is_free_for(patron, seat),
            _ => Err(Refusal::new(cite!("6.8"), Why::NotYours)),
        }
    }

    pub(super) fn sit(&mut self, by: Actor, seat: Seat, to: &mut impl Observer<Self>) {
        let Actor::Patron(patron) = by else { return };
        self.seats.set(seat, Some(patron));
        to.saw(cite!("6.8"), Event::Called { call: Call::Seats(patron, seat) });
    }

    pub(super) fn may_leave(&self, by: Actor) -> Result<Patron, Refusal> {
        use crate::game::{Awaits, Game};
        let no = |why| Err(Refusal::new(cite!("6.8"), why));
        let Actor::Patron(patron) = by else { return no(Why::NotYours) };
        if self.seats.of(patron).is_none() {
            return no(Why::NotSeated);
        }
        let has_wager = self.layout.bets().iter().any(|bet| bet.patron == patron)
            || self.spoken.is_some_and(|spoken| spoken.bet.patron == patron);
        let is_awaited = self.awaits() == Awaits::Decision(by);
        if has_wager || is_awaited { no(Why::StillInPlay) } else { Ok(patron) }
    }

    pub(super) fn leave(&mut self, by: Actor, to: &mut impl Observer<Self>) {
        let Ok(patron) = self.may_leave(by) else { return };
        for seat in self.seats.all() {
            if self.seats.at(seat) == Some(patron) {
                self.seats.set(seat, None);
                to.saw(cite!("6.8"), Event::Called { call: Call::Frees(patron, seat) });
            }
        }
    }

    /// Whether this person may do this now; the same for the menu and for the deed.
    pub(super) fn may(&self, by: Actor, deed: Deed) -> Result<(), Refusal> {
        let dealers = |cite, phase: Phase| match by {
            Actor::Dealer if self.phase == phase => Ok(()),
            Actor::Dealer => Err(Refusal::new(cite, Why::NotNow)),
            _ => Err(Refusal::new(cite, Why::NotYours)),
        };
        match deed {
            Deed::Prepare(step) => self.may_step(by, step),
            Deed::LoadDevice => dealers(cite!("6.9"), Phase::Loading),
            Deed::Confirm | Deed::Decline => self.may_answer(by),
            Deed::Deal if self.spoken.is_some() => Err(Refusal::new(cite!("6.5"), Why::Unconfirmed)),
            Deed::Deal => dealers(cite!("6.4"), Phase::Open),
            Deed::CallTie => dealers(cite!("6.5"), Phase::Tie),
            Deed::Stand => self.may_stand(by),
            Deed::SitAt(seat) => self.may_sit(by, seat),
            Deed::Leave => self.may_leave(by).map(drop),
        }
    }
}
