//! 16.6: who wagers, on what, and how much; seats.

use super::{Call, CaribbeanStud, Phase, Stage, Wager};
use crate::{
    game::{Bet, Event, Observer, Tender},
    limits::Terms,
    money::Money,
    party::{Actor, Patron, Seat},
    refusal::{Refusal, Why},
};
use law::{Citation, cite};

/// 16.6(c): a progressive wager is one chip of a dollar.
pub(super) const DOLLAR: Money = Money::dollars(1);

/// What a wager may amount to now.
pub(super) struct Range {
    cite: Citation,
    pub least: Money,
    pub most: Money,
    pub step: Money,
    /// The terms of the table's limits; a bet and a progressive wager have one lawful amount.
    terms: Option<Terms>,
}

impl Range {
    fn exactly(cite: Citation, amount: Money) -> Range {
        Range { cite, least: amount, most: amount, step: amount, terms: None }
    }

    fn admit(&self, stake: Money, cite: Citation) -> Result<(), Refusal> {
        match &self.terms {
            Some(terms) => terms.admit(stake),
            None if stake > self.most => Err(Refusal::new(cite, Why::TooMuch { most: self.most })),
            None if stake < self.least => Err(Refusal::new(cite, Why::TooLittle { least: self.least })),
            None => Ok(()),
        }
    }
}

impl CaribbeanStud {
    /// 16.6(b): antes and progressive wagers until "No more bets".
    pub(super) fn wagers_are_open(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Open => self.deck_is_ready(),
            _ => Err(Refusal::new(cite!("16.6(b)"), Why::NotNow)),
        }
    }

    /// What this person may put on this wager at this seat in this tender now.
    pub(super) fn range(
        &self,
        patron: Patron,
        seat: Seat,
        wager: Wager,
        tender: Tender,
    ) -> Result<Range, Refusal> {
        // 16.6(a): chips or plaques, with an ante a match play coupon; (c): a coupon for a progressive wager.
        let is_taken = match (wager, tender) {
            (_, Tender::Chips) | (Wager::Progressive, Tender::Coupon) => true,
            (Wager::Ante, Tender::Coupon) => self.options.match_play(),
            _ => false,
        };
        if !is_taken {
            return Err(Refusal::new(cite!("16.6(a)"), Why::NotTaken));
        }
        if wager == Wager::Bet {
            return self.bet_range(patron, seat);
        }
        self.wagers_are_open()?;
        if self.seats.of(patron) != Some(seat) {
            self.is_free_for(patron, seat)?;
        }
        if wager == Wager::Ante {
            // An ante is made in one way: with a coupon, or without.
            let other = |bet: &Bet<Wager>| (bet.seat, bet.wager) == (seat, wager) && bet.tender != tender;
            if self.layout.bets().iter().any(other) {
                return Err(Refusal::new(cite!("16.6(a)"), Why::AlreadyThere));
            }
            let like = Bet { patron, seat, wager, stake: Money::ZERO, tender };
            let terms = self.layout.terms(self.options.limits(), &like, wager.cite(), (1, cite!("8.2")))?;
            let Terms { cite, least, most, step, .. } = terms;
            return Ok(Range { cite, least, most, step, terms: Some(terms) });
        }
        // 16.6(c): beside an ante, and one chip an acceptor.
        match (self.on(seat, Wager::Ante), self.on(seat, Wager::Progressive)) {
            (Money::ZERO, _) => Err(Refusal::new(cite!("16.6(c)"), Why::NeedsAnte)),
            (_, Money::ZERO) => Ok(Range::exactly(wager.cite(), DOLLAR)),
            _ => Err(Refusal::new(cite!("16.6(c)"), Why::AlreadyThere)),
        }
    }

    /// 16.6(d), and 16.10 (not held): the player whose turn it is bets exactly twice the ante (K6).
    fn bet_range(&self, patron: Patron, seat: Seat) -> Result<Range, Refusal> {
        match self.phase {
            Phase::Turn(turn) if turn == seat && self.seats.at(seat) == Some(patron) => {
                let ante = self.on(seat, Wager::Ante);
                Ok(Range::exactly(cite!("16.10"), ante + ante))
            }
            Phase::Turn(_) => Err(Refusal::new(cite!("16.10"), Why::NotYours)),
            _ => Err(Refusal::new(cite!("16.6(d)"), Why::NotNow)),
        }
    }

    pub(super) fn place(&mut self, bet: Bet<Wager>, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        let range = self.range(bet.patron, bet.seat, bet.wager, bet.tender)?;
        let exactly = if bet.wager == Wager::Bet { cite!("16.10") } else { cite!("16.6(c)") };
        range.admit(bet.stake, exactly)?;
        if self.seats.of(bet.patron).is_none() {
            self.sit(Actor::Patron(bet.patron), bet.seat, to);
        }
        if bet.wager == Wager::Progressive && bet.tender == Tender::Coupon {
            to.saw(cite!("16.6(c)"), Event::Redeemed { patron: bet.patron, paid: bet.stake });
        }
        self.layout.put(bet);
        to.saw(range.cite, Event::Placed { bet });
        match bet.wager {
            Wager::Ante => {}
            Wager::Progressive => to.saw(cite!("16.6(c)"), Event::Called { call: Call::Light(bet.seat) }),
            Wager::Bet => {
                self.of_mut(bet.seat).stage = Stage::Bet;
                self.next_turn(to);
            }
        }
        Ok(())
    }

    /// A coupon that was redeemed stays (19:45-1.18, not held); a progressive wager does not stay without its ante.
    pub(super) fn may_take_back(&self, patron: Patron, seat: Seat, wager: Wager) -> Result<(), Refusal> {
        self.wagers_are_open()?;
        let own = |wager| {
            let on = move |bet: &&Bet<Wager>| (bet.patron, bet.seat, bet.wager) == (patron, seat, wager);
            self.layout.bets().iter().find(on)
        };
        match (wager, own(wager)) {
            (_, None) => Err(Refusal::new(wager.cite(), Why::NothingThere)),
            (Wager::Ante, _) if own(Wager::Progressive).is_some() => {
                Err(Refusal::new(cite!("16.6(c)"), Why::NeedsAnte))
            }
            (Wager::Progressive, Some(bet)) if bet.tender == Tender::Coupon => {
                Err(Refusal::new(cite!("19:45-1.18"), Why::NothingThere))
            }
            _ => Ok(()),
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
        let nothing = Refusal::new(wager.cite(), Why::NothingThere);
        self.layout
            .take_back(patron, seat, wager, nothing, |bet| to.saw(cite!("16.6(b)"), Event::Returned { bet }))
    }

    /// 16.6(e) and (f): seated, and on one seat alone.
    fn is_free_for(&self, patron: Patron, seat: Seat) -> Result<(), Refusal> {
        match (self.seats.at(seat), self.seats.of(patron)) {
            _ if !self.seats.has(seat) => Err(Refusal::new(cite!("19:46-1.13G"), Why::NoSuchPlace)),
            (_, Some(_)) => Err(Refusal::new(cite!("16.6(e)"), Why::NotSeated)),
            (Some(_), None) => Err(Refusal::new(cite!("16.6(f)"), Why::SeatTaken)),
            (None, None) => Ok(()),
        }
    }

    pub(super) fn may_sit(&self, by: Actor, seat: Seat) -> Result<(), Refusal> {
        match by {
            Actor::Patron(patron) => self.is_free_for(patron, seat),
            _ => Err(Refusal::new(cite!("16.6(f)"), Why::NotYours)),
        }
    }

    pub(super) fn sit(&mut self, by: Actor, seat: Seat, to: &mut impl Observer<Self>) {
        let Actor::Patron(patron) = by else { return };
        self.seats.set(seat, Some(patron));
        to.saw(cite!("16.6(f)"), Event::Called { call: Call::Seats(patron, seat) });
        self.someone_came();
    }

    /// 16.6(f): whoever wagered and was dealt cards stays until the round is complete, folded or not.
    pub(super) fn may_leave(&self, by: Actor) -> Result<(Patron, Seat), Refusal> {
        let no = |why| Err(Refusal::new(cite!("16.6(f)"), why));
        let Actor::Patron(patron) = by else { return no(Why::NotYours) };
        let Some(seat) = self.seats.of(patron) else { return no(Why::NotSeated) };
        let has_wager = self.layout.bets().iter().any(|bet| bet.seat == seat);
        if has_wager || self.of(seat).stage != Stage::Out { no(Why::StillInPlay) } else { Ok((patron, seat)) }
    }

    pub(super) fn leave(&mut self, by: Actor, to: &mut impl Observer<Self>) {
        let Ok((patron, seat)) = self.may_leave(by) else { return };
        self.seats.set(seat, None);
        to.saw(cite!("16.6(f)"), Event::Called { call: Call::Frees(patron, seat) });
    }
}
