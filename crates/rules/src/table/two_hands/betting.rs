//! Wagers, the bank's chips, who sits where.

use super::{Phase, Piece, SEATS, TwoHands, Wager};
use crate::{
    game::{Bet, Event, Observer, Tender},
    money::Money,
    refusal::{Refusal, Why},
    table::{
        Common,
        banking::{BankStep, Held},
        call::TableCall,
        layout::Terms,
        people::{Actor, Patron, Seat},
        seats::Seats,
    },
};
use law::{Citation, cite};

/// A game's wagers, and the places of its players.
pub trait Betting<P: Piece>: TwoHands<P> {
    /// Whether this person may take such a step with the bank now.
    fn may_bank(&self, by: Actor, step: BankStep) -> Result<Terms, Refusal> {
        let is_free = self.awaited_bank().is_some();
        self.round().banking.may(by, step, &self.as_ref().seats, (self.offers(), is_free), Self::LAW.bank)
    }

    /// Takes it.
    fn bank_step(&mut self, by: Actor, step: BankStep, to: &mut dyn Observer<Self>) {
        let seats = self.as_ref().seats;
        self.round_mut().banking.take(by, step, &seats, Self::LAW.bank, to);
    }

    /// How much more the bank's chips cover; the casino covers as much again if it co-banks.
    fn uncovered(&self, held: Held) -> Money {
        let table = self.as_ref();
        let cover = table.on(held.seat, Wager::Bank);
        let cover = if held.co_bank { cover + cover } else { cover };
        cover - table.seats.all().map(|seat| table.on(seat, Wager::Main)).sum()
    }

    /// Wagers are made until "No more bets", once it is known who banks.
    fn wagers_are_open(&self, wager: Wager) -> Result<(), Refusal> {
        if self.round().phase != Phase::Open {
            return Err(Refusal::new(Self::LAW.of(wager), Why::NotNow));
        }
        self.made_ready()?;
        match self.asked() {
            Some(_) => Err(Refusal::new(Self::LAW.bank, Why::NotNow)),
            None => Ok(()),
        }
    }

    /// What may be put there now. Nothing is known of wagers other than in chips.
    fn terms(&self, like: Bet<Wager>) -> Result<Terms, Refusal> {
        let no = |cite, why| Err(Refusal::new(cite, why));
        if like.tender != Tender::Chips {
            return no(Self::LAW.of(like.wager), Why::NotTaken);
        }
        self.wagers_are_open(like.wager)?;
        match (like.wager, self.held()) {
            (Wager::Main, held) => self.terms_of_main(like, held),
            (_, _) if !self.offers().bank => no(Self::LAW.bank, Why::NotOffered),
            (_, Some(held)) if (held.patron, held.seat) == (like.patron, like.seat) => {
                self.terms_of_bank(like, held)
            }
            _ => no(Self::LAW.bank, Why::NotYours),
        }
    }

    /// What may be wagered on a player's hands.
    fn terms_of_main(&self, like: Bet<Wager>, held: Option<Held>) -> Result<Terms, Refusal> {
        let Common { seats, layout, .. } = self.as_ref();
        if seats.at(like.seat) != Some(like.patron) {
            self.is_free(like.patron, like.seat)?;
        }
        let terms = layout.terms(self.limits(), &like, Self::LAW.wagers, (1, cite!("8.2")))?;
        match held {
            None => Ok(terms),
            Some(held) if held.patron == like.patron => Err(Refusal::new(Self::LAW.bank, Why::OneOfThem)),
            Some(held) if self.as_ref().on(held.seat, Wager::Bank) == Money::ZERO => {
                Err(Refusal::new(Self::LAW.bank, Why::NoBank))
            }
            Some(held) => terms.capped(self.uncovered(held), Self::LAW.bank),
        }
    }

    /// The bank's chips are for six wagers: they may be six times as much as one. Against the dealer it stakes no more than it
    /// last wagered against him, and nothing together with the casino.
    fn terms_of_bank(&self, like: Bet<Wager>, held: Held) -> Result<Terms, Refusal> {
        let (table, limits) = (self.as_ref(), self.limits());
        if like.wager == Wager::Bank {
            table.layout.has_room(limits, &like)?;
            let (lies, step) = (table.on(like.seat, Wager::Bank), limits.step());
            let most = Money::cents(limits.maximum().as_cents() * i64::from(SEATS));
            let least = (limits.minimum() - lies).max(step);
            return match most - lies {
                most if most < least => Err(Refusal::new(cite!("8.2"), Why::TooMuch { most })),
                most => Ok(Terms::by(Self::LAW.bank, [least, most, step])),
            };
        }
        if held.co_bank {
            return Err(Refusal::new(Self::LAW.bank, Why::NotTaken));
        }
        if table.on(held.seat, Wager::Bank) == Money::ZERO {
            return Err(Refusal::new(Self::LAW.bank, Why::NoBank));
        }
        let terms = table.layout.terms(limits, &like, Self::LAW.bank, (1, cite!("8.2")))?;
        let last = self.round().banking.last(like.seat);
        terms.capped(last - table.on(like.seat, Wager::Dealer), Self::LAW.bank)
    }

    /// Makes a wager; whoever wagers at a free place sits down there.
    fn place(&mut self, bet: Bet<Wager>, cite: Citation, to: &mut dyn Observer<Self>) {
        if self.as_ref().seats.at(bet.seat).is_none() {
            self.seat_down(Actor::Patron(bet.patron), bet.seat, to);
        }
        self.as_mut().put(bet, cite, to);
    }

    /// Wagers are taken back until "No more bets"; the bank's chips while they cover nothing.
    fn may_take_back(&self, by: Actor, seat: Seat, wager: Wager) -> Result<Terms, Refusal> {
        self.wagers_are_open(wager)?;
        let terms = self.as_ref().may_take_back(by, seat, wager, Self::LAW.of(wager))?;
        let is_covering = self.bets().iter().any(|bet| bet.wager != Wager::Bank);
        match wager {
            Wager::Bank if is_covering => Err(Refusal::new(Self::LAW.bank, Why::StaysInPlay)),
            _ => Ok(terms),
        }
    }

    /// Whether this patron may have the place: as the only one, or as a second beside it where the licensee allows two.
    fn is_free(&self, patron: Patron, seat: Seat) -> Result<(), Refusal> {
        let seats = &self.as_ref().seats;
        let own = || seats.all().filter(|&one| seats.at(one) == Some(patron));
        let is_second = seats.has(seat) && own().count() == 1 && self.areas() == 2;
        match own().next_back() {
            Some(_) if is_second && seats.at(seat).is_some() => {
                Err(Refusal::new(Self::LAW.areas, Why::SeatTaken))
            }
            Some(first) if is_second && first.0.abs_diff(seat.0) == 1 => Ok(()),
            _ => self.as_ref().is_free_as_only(patron, seat, Self::LAW.places()),
        }
    }

    /// Whether this person may take the place.
    fn may_have(&self, by: Actor, seat: Seat) -> Result<Terms, Refusal> {
        let Actor::Patron(patron) = by else { return Err(Refusal::new(Self::LAW.wagers, Why::NotYours)) };
        self.is_free(patron, seat).map(|()| Terms::plain(Self::LAW.wagers))
    }

    /// Whoever wagers stays until the round is complete.
    fn get_up(&mut self, by: Actor, to: &mut dyn Observer<Self>) {
        let Actor::Patron(patron) = by else { return };
        let own = |seats: &Seats| seats.all().find(|&seat| seats.at(seat) == Some(patron));
        while let Some(seat) = own(&self.as_ref().seats) {
            self.round_mut().banking.left(seat);
            self.as_mut().seats.set(seat, None);
            to.saw(Self::LAW.wagers, Event::Called { call: TableCall::Leaves { patron, seat }.into() });
        }
    }
}

impl<P: Piece, G: TwoHands<P>> Betting<P> for G {}
