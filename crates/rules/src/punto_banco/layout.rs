//! 3.2 and 3.3(c): seats, wagers on the layout, spoken wagers, and vigorish that is owed.

use super::{Call, Curator, Custody, Deed, Ending, Phase, PuntoBanco, Wager};
use crate::{
    game::{Act, ActOf, Bet, BetOf, Event, Observer, Offer, Tender},
    limits::Terms,
    money::Money,
    party::{Actor, Patron, Seat},
    refusal::{Refusal, Why},
    seats::MOST_SEATS,
    spoken::Spoken,
};
use law::cite;

/// 3.3(c): what is marked in the space that bears the number of each position, and by whom it is owed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Owed([Option<(Patron, Money)>; MOST_SEATS as usize]);

impl Owed {
    pub(super) fn at(&self, seat: Seat) -> Option<(Patron, Money)> {
        self.0.get(usize::from(seat.0).checked_sub(1)?).copied().flatten()
    }

    pub(super) fn is_any(&self) -> bool {
        self.0.iter().any(Option::is_some)
    }

    pub(super) fn mark(&mut self, seat: Seat, patron: Patron, vigorish: Money) {
        let before = self.at(seat).map_or(Money::ZERO, |(_, money)| money);
        self.0[usize::from(seat.0) - 1] = Some((patron, before + vigorish));
    }

    fn clear(&mut self, seat: Seat) {
        self.0[usize::from(seat.0) - 1] = None;
    }
}

impl PuntoBanco {
    /// 3.2(d): wagers close at "No More Bets", and at nothing else while there is a round to come (P13). 3.2(c): a wager in
    /// cash is confirmed or declined before anything else happens on the layout (G8).
    fn wagers_are_open(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Choosing { .. } if self.ending == Ending::Over => {
                Err(Refusal::new(cite!("3.8(e)"), Why::NotNow))
            }
            Phase::Open | Phase::Choosing { .. } if self.spoken.is_some() => {
                Err(Refusal::new(cite!("3.2(c)"), Why::Unconfirmed))
            }
            Phase::Open | Phase::Choosing { .. } => Ok(()),
            Phase::Closed | Phase::Called | Phase::Dealing(_) | Phase::Complete(_) => {
                Err(Refusal::new(cite!("3.2(d)"), Why::NotNow))
            }
            Phase::Preparing(_) | Phase::Spent => Err(Refusal::new(cite!("3.5(a)"), Why::NotNow)),
        }
    }

    /// What this person may put on this wager at this seat in this tender now.
    fn terms(&self, like: Bet<Wager>) -> Result<Terms, Refusal> {
        self.wagers_are_open()?;
        match like.tender {
            Tender::Chips | Tender::Cash => {}
            Tender::Coupon if self.options.match_play() => {}
            Tender::Coupon | Tender::Colour => return Err(Refusal::new(cite!("3.2(c)"), Why::NotTaken)),
        }
        if self.seats.of(like.patron) != Some(like.seat) {
            self.may_sit(like.patron, like.seat)?;
        }
        // Cash will lie there as chips.
        let tender = if like.tender == Tender::Cash { Tender::Chips } else { like.tender };
        let like = Bet { stake: Money::ZERO, tender, ..like };
        self.layout.terms(self.options.limits(), &like, like.wager.cite(), (1, cite!("8.2")))
    }

    /// Every wager this person may make or take back now.
    pub(super) fn wagers_for(&self, patron: Patron, each: &mut impl FnMut(Offer<ActOf<Self>>)) {
        for seat in self.seats.all() {
            for tender in Tender::ALL {
                for wager in Wager::ALL {
                    let like = Bet { patron, seat, wager, stake: Money::ZERO, tender };
                    if let Ok(Terms { least, most, step, .. }) = self.terms(like) {
                        each(Offer { act: Act::Place { seat, wager, stake: least, tender }, most, step });
                    }
                }
            }
        }
        if self.wagers_are_open().is_err() {
            return;
        }
        let own = |bet: &&BetOf<Self>| bet.patron == patron;
        let bets = self.layout.bets();
        for (i, bet) in bets.iter().enumerate().filter(|(_, bet)| own(bet)) {
            if !bets[..i].iter().filter(own).any(|before| before.wager == bet.wager) {
                each(Offer::plain(Act::TakeBack { seat: bet.seat, wager: bet.wager }));
            }
        }
    }

    pub(super) fn place(&mut self, bet: Bet<Wager>, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        let terms = self.terms(bet)?;
        terms.admit(bet.stake)?;
        if self.seats.of(bet.patron).is_none() {
            self.sit(Actor::Patron(bet.patron), bet.seat, to);
        }
        if bet.tender == Tender::Cash {
            self.spoken = Some(Spoken::new(bet));
            to.saw(cite!("3.2(c)"), Event::Called { call: Call::Hears(bet) });
            return Ok(());
        }
        self.layout.put(bet);
        to.saw(terms.cite, Event::Placed { bet });
        Ok(())
    }

    pub(super) fn take_back(
        &mut self,
        patron: Patron,
        seat: Seat,
        wager: Wager,
        to: &mut impl Observer<Self>,
    ) -> Result<(), Refusal> {
        self.wagers_are_open()?;
        let nothing = Refusal::new(wager.cite(), Why::NothingThere);
        self.layout
            .take_back(patron, seat, wager, nothing, |bet| to.saw(cite!("3.2(d)"), Event::Returned { bet }))
    }

    /// 3.2(c): who confirms a wager in cash, and 3.3(c): marked vigorish is collected at any time (P13).
    pub(super) fn may_handle_money(&self, by: Actor, deed: Deed) -> Result<(), Refusal> {
        let refuse = |cite, why| Err(Refusal::new(cite, why));
        match (deed, by) {
            (Deed::Confirm | Deed::Decline, Actor::Dealer | Actor::Supervisor) => match self.spoken {
                None => refuse(cite!("3.2(c)"), Why::NoCash),
                Some(spoken) if deed == Deed::Confirm && spoken.is_confirmed_by(by) => {
                    refuse(cite!("3.2(c)"), Why::NotNow)
                }
                Some(_) => Ok(()),
            },
            (Deed::Collect(seat), Actor::Dealer) => match self.owed.at(seat) {
                None => refuse(cite!("3.3(c)"), Why::NothingMarked),
                Some(_) => Ok(()),
            },
            (Deed::Collect(_), _) => refuse(cite!("3.3(c)"), Why::NotYours),
            _ => refuse(cite!("3.2(c)"), Why::NotYours),
        }
    }

    /// 3.2(c): once both have confirmed, the cash becomes chips.
    pub(super) fn confirm(&mut self, by: Actor, to: &mut impl Observer<Self>) {
        let Some(spoken) = &mut self.spoken else { return };
        to.saw(cite!("3.2(c)"), Event::Called { call: Call::ConfirmedBy(by, spoken.bet.patron) });
        let Some(bet) = spoken.confirm(by) else { return };
        self.spoken = None;
        self.layout.put(bet);
        to.saw(cite!("3.2(c)"), Event::Exchanged { patron: bet.patron, cash: bet.stake });
        to.saw(bet.wager.cite(), Event::Placed { bet });
    }

    pub(super) fn decline(&mut self, to: &mut impl Observer<Self>) {
        let Some(Spoken { bet, .. }) = self.spoken.take() else { return };
        to.saw(cite!("3.2(c)"), Event::Called { call: Call::Declines(bet.patron, bet.stake) });
    }

    /// 3.3(c): the marker goes when the vigorish is paid.
    pub(super) fn collect(&mut self, seat: Seat, to: &mut impl Observer<Self>) {
        let Some((patron, vigorish)) = self.owed.at(seat) else { return };
        self.owed.clear(seat);
        to.saw(cite!("3.3(c)"), Event::Collected { patron, vigorish });
    }

    /// A free seat of the table, and no other; not one whose space still bears another person's marker (3.3(c)).
    fn may_sit(&self, patron: Patron, seat: Seat) -> Result<(), Refusal> {
        if !self.seats.has(seat) {
            return Err(Refusal::new(cite!("19:46-1.12"), Why::NoSuchPlace));
        }
        if self.seats.of(patron).is_some() {
            return Err(Refusal::new(cite!("19:46-1.12"), Why::NotSeated));
        }
        if self.seats.at(seat).is_some() {
            return Err(Refusal::new(cite!("19:46-1.12"), Why::SeatTaken));
        }
        match self.owed.at(seat) {
            Some((other, _)) if other != patron => Err(Refusal::new(cite!("3.3(c)"), Why::VigorishMarked)),
            _ => Ok(()),
        }
    }

    pub(super) fn may_sit_or_leave(&self, by: Actor, deed: Deed) -> Result<(), Refusal> {
        let Actor::Patron(patron) = by else {
            return Err(Refusal::new(cite!("19:46-1.12"), Why::NotYours));
        };
        if let Deed::Sit(seat) = deed {
            return self.may_sit(patron, seat);
        }
        if self.seats.of(patron).is_none() {
            return Err(Refusal::new(cite!("19:46-1.12"), Why::NotSeated));
        }
        let spoken = self.spoken.is_some_and(|spoken| spoken.bet.patron == patron);
        if spoken || self.layout.bets().iter().any(|bet| bet.patron == patron) {
            return Err(Refusal::new(cite!("3.2(d)"), Why::NotNow));
        }
        // Whoever is offered the cut or the shoe says yes or no first, and a curator finishes the round.
        if let Phase::Preparing(preparation) = &self.phase
            && preparation.awaits(&self.seats) == crate::game::Awaits::Decision(by)
        {
            return Err(Refusal::new(cite!("3.5(b)"), Why::NotNow));
        }
        if self.offered_to() == Some(patron) {
            return Err(Refusal::new(cite!("3.6(b)"), Why::NotNow));
        }
        let between = matches!(self.phase, Phase::Preparing(_) | Phase::Open | Phase::Spent);
        if self.curator() == Some(by) && !between {
            return Err(Refusal::new(cite!("3.6(c)"), Why::NotNow));
        }
        Ok(())
    }

    pub(super) fn sit(&mut self, by: Actor, seat: Seat, to: &mut impl Observer<Self>) {
        let Actor::Patron(patron) = by else { return };
        self.seats.set(seat, Some(patron));
        to.saw(cite!("19:46-1.12"), Event::Called { call: Call::Seats(patron, seat) });
    }

    /// 3.3(c): who leaves owing vigorish goes with a warning to the dealer; it still bars the reshuffle (P5). A curator
    /// who leaves passes the shoe.
    pub(super) fn leave(&mut self, by: Actor, to: &mut impl Observer<Self>) {
        let Some((patron, seat)) = self.seat_of(by) else { return };
        if let Some((_, vigorish)) = self.owed.at(seat).filter(|(debtor, _)| *debtor == patron) {
            to.saw(cite!("3.3(c)"), Event::Called { call: Call::IsWarned(patron, vigorish) });
        }
        if self.custody == Custody::Held(Curator::Patron(seat)) {
            to.saw(cite!("3.11(a)"), Event::Called { call: Call::TakesShoe(by) });
            self.free_shoe();
        }
        if self.last_curator == Some(seat) {
            self.last_curator = None;
        }
        self.custody.forget(seat);
        self.seats.set(seat, None);
        to.saw(cite!("19:46-1.12"), Event::Called { call: Call::SeesOff(patron, seat) });
    }
}
