//! 6.5 and 6.8 (not held): original wagers, raises, betting areas.

use super::{Call, Phase, RedDog, Wager, options::Raise};
use crate::games::prelude::*;
use crate::table::{cash::Spoken, seats::Places};

impl RedDog {
    /// The terms of a wager there now.
    pub(super) fn terms(&self, like: BetOf<Self>) -> Result<Terms, Refusal> {
        let options = &self.table.options;
        let is_taken = match (like.wager, like.tender) {
            (_, Tender::Chips | Tender::Cash) => true,
            (Wager::Original, Tender::Coupon) => options.match_play(),
            _ => false,
        };
        if !is_taken {
            return Err(Refusal::new(cite!("6.5"), Why::NotTaken));
        }
        if like.wager == Wager::Raise {
            return self.raise(like.patron, like.seat);
        }
        self.wagers_are_open()?;
        if self.table.seats.at(like.seat) != Some(like.patron) {
            self.table.is_free_for(like.patron, like.seat, self.places(), cite!("6.8"))?;
        }
        let like = Bet { tender: like.tender.on_the_layout(), ..like };
        self.table.layout.terms(options.limits(), &like, cite!("6.5"), (1, cite!("8.2")))
    }

    /// Once, in turn (D1), up to the original wager or exactly as much.
    fn raise(&self, patron: Patron, seat: Seat) -> Result<Terms, Refusal> {
        self.may_raise(Actor::Patron(patron), Some(seat))?;
        let (most, options) = (self.on(seat, Wager::Original), &self.table.options);
        let unit = options.limits().step().min(most);
        Ok(Terms::by(
            cite!("6.5"),
            match options.raise() {
                Raise::UpToOriginal => [unit, most, unit],
                Raise::Equal => [most; 3],
            },
        ))
    }

    /// Whether this person is asked to raise, in this area if one is named.
    fn may_raise(&self, by: Actor, at: Option<Seat>) -> Result<(), Refusal> {
        let Phase::Raise(turn) = self.phase else {
            return Err(Refusal::new(cite!("6.5"), Why::NotNow));
        };
        self.table.nothing_is_spoken(cite!("6.5"))?;
        let is_theirs = self.table.seats.at(turn).map(Actor::Patron) == Some(by);
        match is_theirs && at.is_none_or(|seat| seat == turn) {
            true => Ok(()),
            false => Err(Refusal::new(cite!("6.5"), Why::NotYours)),
        }
    }

    /// What lies on a wager in this area.
    pub fn on(&self, seat: Seat, wager: Wager) -> Money {
        let bets = self.table.layout.bets().iter();
        bets.filter(|bet| (bet.seat, bet.wager) == (seat, wager)).map(|bet| bet.stake).sum()
    }

    /// Wagers are open until the first card.
    pub(super) fn wagers_are_open(&self) -> Result<(), Refusal> {
        let cite = match self.phase {
            Phase::Open => return self.table.nothing_is_spoken(cite!("6.5")),
            Phase::Preparing(_) => cite!("6.3"),
            Phase::Loading => cite!("6.9"),
            _ => cite!("6.5"),
        };
        Err(Refusal::new(cite, Why::NotNow))
    }

    /// As at blackjack (2.3(d)), dealer and supervisor confirm cash (D2).
    pub(super) fn place(&mut self, bet: BetOf<Self>, _: Citation, to: &mut dyn Observer<Self>) {
        if self.table.seats.at(bet.seat).is_none() {
            self.table.sit(Actor::Patron(bet.patron), bet.seat, cite!("6.8"), to);
        }
        match bet.tender {
            Tender::Cash => self.table.hear(Spoken::to_both(bet), cite!("6.5"), to),
            _ => self.put(bet, to),
        }
    }

    pub(super) fn put(&mut self, bet: BetOf<Self>, to: &mut dyn Observer<Self>) {
        self.table.put(bet, cite!("6.5"), to);
        if bet.wager == Wager::Raise {
            self.next_raise(bet.seat, to);
        }
    }

    pub(super) fn may_take_back(&self, by: Actor, seat: Seat, wager: Wager) -> Result<Terms, Refusal> {
        self.wagers_are_open()?;
        self.table.may_take_back(by, seat, wager, cite!("6.5"))
    }

    pub(super) fn may_stand(&self, by: Actor) -> Result<Terms, Refusal> {
        self.may_raise(by, None).map(|()| Terms::plain(cite!("6.5")))
    }

    pub(super) fn stand(&mut self, by: Actor, to: &mut dyn Observer<Self>) {
        let (Phase::Raise(seat), Actor::Patron(patron)) = (self.phase, by) else { return };
        to.saw(cite!("6.5"), Event::Called { call: Call::LetsStand { seat, patron } });
        self.next_raise(seat, to);
    }

    /// 6.5 (not held): each player with an original wager may raise, the farthest to the dealer's left first (D1).
    pub(super) fn next_raise(&mut self, after: Seat, to: &mut dyn Observer<Self>) {
        let has_wager = |seat: &Seat| *seat < after && self.on(*seat, Wager::Original) > Money::ZERO;
        match self.table.seats.all().rev().find(has_wager) {
            Some(seat) => {
                to.saw(cite!("6.5"), Event::Called { call: Call::AsksToRaise { seat } });
                self.phase = Phase::Raise(seat);
            }
            None => self.third(to),
        }
    }

    /// 6.8 (not held): one area for each player, unless the licensee allows several.
    pub(super) fn places(&self) -> Places {
        if self.table.options.several_areas() { Places::Several } else { Places::One }
    }
}
