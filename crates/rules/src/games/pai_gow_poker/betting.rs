//! 11.7, 11.10 and 11.12 (none of them is held): wagers, the bank's chips, who sits where.

use super::{PaiGowPoker, Phase, Wager};
use crate::games::prelude::*;
use crate::table::{
    banking::{BankStep, Held},
    one_deck::OneDeck,
};

impl PaiGowPoker {
    /// The amount staked on a wager at this seat.
    pub(super) fn on(&self, seat: Seat, wager: Wager) -> Money {
        self.table.on(seat, wager)
    }

    /// The player who banks.
    pub fn bank(&self) -> Option<Held> {
        self.banking.held()
    }

    /// Who is offered the bank, or has taken it and put nothing up yet.
    pub(super) fn awaited_bank(&self) -> Option<Patron> {
        let is_empty = |held: &Held| self.on(held.seat, Wager::Bank) == Money::ZERO;
        let held = self.bank().filter(|held| self.phase == Phase::Open && is_empty(held));
        self.banking.asked(&self.table.seats).or(held.map(|held| held.patron))
    }

    pub(super) fn may_bank(&self, by: Actor, step: BankStep) -> Result<Terms, Refusal> {
        let offers = self.table.options.banking();
        let is_free = self.awaited_bank().is_some();
        self.banking.may(by, step, &self.table.seats, (offers, is_free), cite!("11.10"))
    }

    /// 11.10 (not held): how much more the bank's chips cover; the casino covers as much again if it co-banks.
    fn uncovered(&self, held: Held) -> Money {
        let cover = self.on(held.seat, Wager::Bank);
        let cover = if held.co_bank { cover + cover } else { cover };
        cover - self.table.seats.all().map(|seat| self.on(seat, Wager::Main)).sum()
    }

    /// Wagers are made until "No more bets", once it is known who banks.
    pub(super) fn wagers_are_open(&self, wager: Wager) -> Result<(), Refusal> {
        if self.phase != Phase::Open {
            return Err(Refusal::new(wager.cite(), Why::NotNow));
        }
        self.deck_is_ready()?;
        match self.banking.asked(&self.table.seats) {
            Some(_) => Err(Refusal::new(cite!("11.10"), Why::NotNow)),
            None => Ok(()),
        }
    }

    /// What may be put there now. Nothing is known of wagers other than in chips.
    pub(super) fn terms(&self, like: Bet<Wager>) -> Result<Terms, Refusal> {
        let no = |cite, why| Err(Refusal::new(cite, why));
        if like.tender != Tender::Chips {
            return no(like.wager.cite(), Why::NotTaken);
        }
        self.wagers_are_open(like.wager)?;
        match (like.wager, self.bank()) {
            (Wager::Main, held) => self.terms_of_main(like, held),
            (_, _) if !self.table.options.banking().bank => no(cite!("11.10"), Why::NotOffered),
            (_, Some(held)) if (held.patron, held.seat) == (like.patron, like.seat) => {
                self.terms_of_bank(like, held)
            }
            _ => no(cite!("11.10"), Why::NotYours),
        }
    }

    fn terms_of_main(&self, like: Bet<Wager>, held: Option<Held>) -> Result<Terms, Refusal> {
        let Common { options, seats, layout, .. } = &self.table;
        if seats.at(like.seat) != Some(like.patron) {
            self.is_free(like.patron, like.seat)?;
        }
        let terms = layout.terms(options.limits(), &like, cite!("11.7"), (1, cite!("8.2")))?;
        match held {
            None => Ok(terms),
            Some(held) if held.patron == like.patron => Err(Refusal::new(cite!("11.10"), Why::OneOfThem)),
            Some(held) if self.on(held.seat, Wager::Bank) == Money::ZERO => {
                Err(Refusal::new(cite!("11.10"), Why::NoBank))
            }
            Some(held) => terms.capped(self.uncovered(held), cite!("11.10")),
        }
    }

    /// The bank's chips are for six wagers: they may be six times as much as one. Against the dealer it stakes no more than it
    /// last wagered against him, and nothing together with the casino.
    fn terms_of_bank(&self, like: Bet<Wager>, held: Held) -> Result<Terms, Refusal> {
        let Common { options, layout, .. } = &self.table;
        if like.wager == Wager::Bank {
            layout.has_room(options.limits(), &like)?;
            let (lies, step) = (self.on(like.seat, Wager::Bank), options.limits().step());
            let most = Money::cents(options.limits().maximum().as_cents() * i64::from(super::SEATS));
            let least = (options.limits().minimum() - lies).max(step);
            return match most - lies {
                most if most < least => Err(Refusal::new(cite!("8.2"), Why::TooMuch { most })),
                most => Ok(Terms::by(cite!("11.10"), [least, most, step])),
            };
        }
        if held.co_bank {
            return Err(Refusal::new(cite!("11.10"), Why::NotTaken));
        }
        if self.on(held.seat, Wager::Bank) == Money::ZERO {
            return Err(Refusal::new(cite!("11.10"), Why::NoBank));
        }
        let terms = layout.terms(options.limits(), &like, cite!("11.10"), (1, cite!("8.2")))?;
        terms.capped(self.banking.last(like.seat) - self.on(like.seat, Wager::Dealer), cite!("11.10"))
    }

    pub(super) fn place(&mut self, bet: Bet<Wager>, cite: Citation, to: &mut dyn Observer<Self>) {
        self.sit_to_wager(&bet, to);
        self.table.put(bet, cite, to);
    }

    /// Wagers are taken back until "No more bets"; the bank's chips while they cover nothing.
    pub(super) fn may_take_back(&self, by: Actor, seat: Seat, wager: Wager) -> Result<Terms, Refusal> {
        self.wagers_are_open(wager)?;
        let terms = self.table.may_take_back(by, seat, wager, wager.cite())?;
        let is_covering = self.bets().iter().any(|bet| bet.wager != Wager::Bank);
        match wager {
            Wager::Bank if is_covering => Err(Refusal::new(cite!("11.10"), Why::StaysInPlay)),
            _ => Ok(terms),
        }
    }

    /// Whether this patron may have the place: as the only one, or as a second beside it where the licensee allows two.
    pub(super) fn is_free(&self, patron: Patron, seat: Seat) -> Result<(), Refusal> {
        let seats = &self.table.seats;
        let own = || seats.all().filter(|&one| seats.at(one) == Some(patron));
        let is_second = seats.has(seat) && own().count() == 1 && self.table.options.areas() == 2;
        match own().next_back() {
            Some(_) if is_second && seats.at(seat).is_some() => {
                Err(Refusal::new(cite!("11.12"), Why::SeatTaken))
            }
            Some(first) if is_second && first.0.abs_diff(seat.0) == 1 => Ok(()),
            _ => self.table.is_free_as_only(patron, seat, Self::ONE_PLACE),
        }
    }

    /// Whoever wagers stays until the round is complete.
    pub(super) fn leave(&mut self, by: Actor, to: &mut dyn Observer<Self>) {
        let Actor::Patron(patron) = by else { return };
        while let Some(seat) = self.table.seats.all().find(|&seat| self.table.seats.at(seat) == Some(patron))
        {
            self.banking.left(seat);
            self.table.seats.set(seat, None);
            to.saw(cite!("11.7"), Event::Called { call: TableCall::Leaves { patron, seat }.into() });
        }
    }
}
