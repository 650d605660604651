//! Who banks: the dealer, or a player to whom the bank is offered round after round. Pai gow and pai gow poker prescribe it
//! alike, and each hands over its own section.

use crate::{
    game::{Event, Game, Observer},
    money::Money,
    refusal::{Refusal, Why},
    submission::Field,
    table::{
        call::TableCall,
        layout::Terms,
        people::{Actor, Patron, Seat},
        seats::{MOST_SEATS, Seats},
    },
    words::{calls, deeds},
};
use law::Citation;

/// Whether players may bank, under a game's own section.
pub const fn player_bank(cite: Citation) -> Field<bool> {
    Field::switch("player-bank", cite, "players may bank in turn")
}

/// Whether they may share the bank with the casino.
pub const fn co_banking(cite: Citation, bank: &Field<bool>) -> Field<bool> {
    Field::switch("co-banking", cite, "a player may share the bank with the casino").only_with(bank.is_on())
}

/// What a licensee lets players do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Offered {
    /// Bank.
    pub bank: bool,
    /// Bank together with the casino.
    pub co_bank: bool,
}

deeds! {
    /// What a player does who is offered the bank; what is usually done comes first.
    pub enum BankStep {
        Pass = "passes the bank",
        Take = "takes the bank",
        CoBank = "co-banks",
    }
}

calls! {
    /// What the dealer says and does.
    #[cfg_attr(feature = "serde", serde(tag = "call", rename_all = "kebab-case"))]
    pub enum BankCall {
        OffersBank { seat: Seat } = "offers the bank to seat {seat}",
        MarksBank { seat: Seat, co_bank: bool } => format_args!(
            "puts the marker at seat {seat}, which banks{}",
            if co_bank { " with the casino" } else { "" },
        ),
        DealerBanks = "banks, as nobody has taken the bank",
        TakesMarkerBack = "takes the marker back",
    }
}

/// A player who banks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Held {
    /// The patron who holds the bank.
    pub patron: Patron,
    /// The seat of that patron.
    pub seat: Seat,
    /// Whether the casino answers for half.
    pub co_bank: bool,
}

/// Who banks, and who is offered the bank.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Banking {
    held: Option<Held>,
    offered: Option<Seat>,
    /// With whom the offer of a round begins.
    turn: Seat,
    /// How many seats it has gone past.
    past: u8,
    /// What was wagered at each seat in the last round against the dealer.
    last: [Money; MOST_SEATS as usize],
}

impl Banking {
    /// The dealer banks in the first round.
    pub const fn by_dealer() -> Banking {
        let last = [Money::ZERO; MOST_SEATS as usize];
        Banking { held: None, offered: None, turn: Seat(1), past: 0, last }
    }

    /// The player who banks, if one does.
    pub const fn held(&self) -> Option<Held> {
        self.held
    }

    /// Who is offered the bank now.
    pub fn asked(&self, seats: &Seats) -> Option<Patron> {
        self.offered.and_then(|seat| seats.at(seat))
    }

    /// What was wagered there in the last round against the dealer.
    pub fn last(&self, seat: Seat) -> Money {
        self.last[usize::from(seat.0) - 1]
    }

    /// Somebody leaves: whoever sits down there has wagered nothing.
    pub fn left(&mut self, seat: Seat) {
        self.last[usize::from(seat.0) - 1] = Money::ZERO;
    }

    /// Whether this person may do so now. `is_free`: the bank has put nothing up yet, so it can still be passed.
    pub fn may(
        &self,
        by: Actor,
        step: BankStep,
        seats: &Seats,
        (offers, is_free): (Offered, bool),
        cite: Citation,
    ) -> Result<Terms, Refusal> {
        let no = |why| Err(Refusal::new(cite, why));
        let Actor::Patron(patron) = by else { return no(Why::NotYours) };
        let is_asked = self.asked(seats) == Some(patron);
        let holds = self.held.is_some_and(|held| held.patron == patron);
        match step {
            _ if !offers.bank => no(Why::NotOffered),
            BankStep::CoBank if !offers.co_bank => no(Why::NotOffered),
            BankStep::Pass if holds && is_free => Ok(Terms::plain(cite)),
            _ if is_asked => Ok(Terms::plain(cite)),
            _ if self.offered.is_some() => no(Why::NotYours),
            _ => no(Why::NotNow),
        }
    }

    /// Does it.
    pub fn take<G: Game>(
        &mut self,
        by: Actor,
        step: BankStep,
        seats: &Seats,
        cite: Citation,
        to: &mut dyn Observer<G>,
    ) {
        let Actor::Patron(patron) = by else { return };
        if step == BankStep::Pass {
            if self.held.take().is_some() {
                say(cite, BankCall::TakesMarkerBack, to);
            }
            return self.offer(seats, cite, to);
        }
        let Some(seat) = self.offered.take() else { return };
        let co_bank = step == BankStep::CoBank;
        say(cite, BankCall::MarksBank { seat, co_bank }, to);
        self.held = Some(Held { patron, seat, co_bank });
    }

    /// Goes on to the next who may bank, counterclockwise; behind the last the dealer banks.
    fn offer<G: Game>(&mut self, seats: &Seats, cite: Citation, to: &mut dyn Observer<G>) {
        let count = u8::try_from(seats.all().count()).unwrap_or(MOST_SEATS);
        self.offered = None;
        while self.past < count {
            let seat = Seat((self.turn.0 - 1 + self.past) % count + 1);
            self.past += 1;
            if seats.at(seat).is_some() && self.last(seat) > Money::ZERO {
                say(cite, BankCall::OffersBank { seat }, to);
                self.offered = Some(seat);
                return;
            }
        }
        say(cite, BankCall::DealerBanks, to);
    }

    /// A round is over. `wagered` tells what lay at each seat against the dealer; nothing if the round was void. Then the bank
    /// is offered again, to the last bank last.
    pub fn round_over<G: Game>(
        &mut self,
        seats: &Seats,
        wagered: Option<impl Fn(Seat) -> Money>,
        offers: Offered,
        cite: Citation,
        to: &mut dyn Observer<G>,
    ) {
        match (self.held.take(), wagered) {
            (Some(held), was_played) => {
                say(cite, BankCall::TakesMarkerBack, to);
                // A bank whose round was void is asked first again.
                self.turn = if was_played.is_some() { seats.right_of(held.seat) } else { held.seat };
            }
            (None, Some(wagered)) => {
                seats.all().for_each(|seat| self.last[usize::from(seat.0) - 1] = wagered(seat));
            }
            (None, None) => {}
        }
        self.past = 0;
        let is_anyone = seats.all().any(|seat| seats.at(seat).is_some() && self.last(seat) > Money::ZERO);
        if offers.bank && is_anyone {
            self.offer(seats, cite, to);
        }
    }
}

fn say<G: Game>(cite: Citation, call: BankCall, to: &mut dyn Observer<G>) {
    to.saw(cite, Event::Called { call: TableCall::Bank(call).into() });
}
