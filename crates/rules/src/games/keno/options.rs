//! What a licensee may choose at keno. None of its sections is held, so every choice is a setting with a default.

use super::{Ticket, wagers::MOST_GAMES};
use crate::games::prelude::*;
use crate::{
    submission::{Chosen, Duty, Entry, Field, Gate, MOST_SPOTS, Rates, any, fields},
    table::layout,
    words::chosen,
};

/// A rate card: a row for each number of spots.
type Card = [Rates; MOST_SPOTS as usize];

chosen! {
    /// The lawful choices of a licensee for one keno game.
    pub struct Options {
        /// What the large prizes of one game may come to.
        aggregate_limit: Money = AGGREGATE_LIMIT,
        /// From which amount on a prize is large.
        large_prize: Money = LARGE_PRIZE,
        /// For how many games a ticket may be bought.
        most_games: u16 = MOST_GAMES_FIELD;
        card: Card => card,
    }
}

/// 15.3 (not held): the minimum and the maximum of an amount that a licensee sets.
const AMOUNTS: [Money; 2] = [Money::dollars(1), Money::dollars(1_000_000_000)];

fields! {
    pub(super) OWN;
    AGGREGATE_LIMIT: Money = Field::money(
        "aggregate-limit",
        cite!("15.3"),
        AMOUNTS[0],
        AMOUNTS[1],
        "what the large prizes of one game may come to; if they are more, each is reduced by the same part",
    )
    .or("100000.00");
    LARGE_PRIZE: Money = Field::money(
        "large-prize",
        cite!("15.3"),
        AMOUNTS[0],
        AMOUNTS[1],
        "from which amount on a prize is large; smaller ones are never reduced",
    )
    .or("1500.00");
    MOST_GAMES_FIELD: u16 = Field::count(
        "most-games",
        cite!("15.2"),
        1,
        MOST_GAMES as i64,
        "for how many games a ticket may be bought",
    )
    .or("20");
}

/// 15.3 (not held): the rate card, per 1.00 of each way. The default is the card that the Orleans in Las Vegas used in
/// 2012, with ten spots: no card of New Jersey was found.
const RATES: [Field<Rates>; MOST_SPOTS as usize] = [
    row("rates.1", 1).or("1=3"),
    row("rates.2", 2).or("2=12"),
    row("rates.3", 3).or("2=1 3=45"),
    row("rates.4", 4).or("2=1 3=2 4=160"),
    row("rates.5", 5).or("3=1 4=15 5=750"),
    row("rates.6", 6).or("3=1 4=4 5=80 6=2000"),
    row("rates.7", 7).or("4=1 5=15 6=400 7=10000"),
    row("rates.8", 8).or("5=5 6=75 7=1500 8=50000"),
    row("rates.9", 9).or("5=6 6=30 7=300 8=5000 9=50000"),
    row("rates.10", 10).or("5=1 6=25 7=125 8=1000 9=10000 10=100000"),
    row("rates.11", 11),
    row("rates.12", 12),
    row("rates.13", 13),
    row("rates.14", 14),
    row("rates.15", 15),
];

const fn row(key: &'static str, spots: u8) -> Field<Rates> {
    Field::rates(
        key,
        cite!("15.3"),
        spots,
        "what a way of so many spots pays per 1.00, by how many are caught",
    )
}

fn card(gate: &mut Gate<'_>) -> Option<Card> {
    gate.all(&RATES)
}

impl Chosen for Options {
    const FIELDS: &'static [&'static [Field]] = &[OWN, &any(&RATES), layout::FIELDS];
    const STANDARD: &'static [Entry<'static>] = &[];

    /// 15.3 (not held): players must know the rate card and the limit.
    fn duties(&self, each: &mut dyn FnMut(Duty)) {
        each(Duty { cite: cite!("15.3"), says: "show the rate card where tickets are sold", of: "rates" });
        each(Duty {
            cite: cite!("15.3"),
            says: "post the limit on the large prizes of one game",
            of: "aggregate-limit",
        });
    }
}

impl Options {
    /// The row of the rate card for this many spots; an empty row pays nothing.
    pub fn rates(&self, spots: u8) -> Rates {
        let row = usize::from(spots).checked_sub(1).and_then(|at| self.card.get(at));
        row.copied().unwrap_or_default()
    }

    /// 15.3 (not held): whether the card has a row for each way of a ticket.
    pub(super) fn has_rates(&self, ticket: &Ticket) -> Result<(), Refusal> {
        let Some(spots) = ticket.spots().find(|spots| self.rates(*spots).is_empty()) else { return Ok(()) };
        let most = (1..=MOST_SPOTS).rev().find(|spots| !self.rates(*spots).is_empty()).unwrap_or_default();
        let why = if spots > most { Why::TooManySpots { most } } else { Why::NotOnTheCard { spots } };
        Err(Refusal::new(cite!("15.3"), why))
    }

    /// What a ticket wins in one game, before any limit: `stake` is what it costs for that game, and `caught` says how many
    /// numbers of each group were drawn.
    pub fn prize(&self, ticket: &Ticket, stake: Money, caught: impl Fn(u8) -> u8) -> Money {
        let mut pays = Money::ZERO;
        for (spots, row) in (0..).zip(ticket.ways_by(caught)) {
            for (caught, ways) in (0..).zip(row).filter(|(_, ways)| *ways > 0) {
                pays += Money::cents(self.rates(spots).pays(caught).as_cents() * i64::from(ways));
            }
        }
        // Every way costs the same, and the rate card is per 1.00.
        let all = Money::cents(100 * i64::from(ticket.ways()));
        self.limits.part(pays, stake, all)
    }

    /// 15.3 (not held): what is paid of a prize, given the sum of the large prizes of the game.
    pub fn within_limit(&self, prize: Money, large: Money) -> Money {
        if prize < self.large_prize || large <= self.aggregate_limit {
            return prize;
        }
        let exact = i128::from(prize.as_cents()) * i128::from(self.aggregate_limit.as_cents());
        let part = i64::try_from(exact / i128::from(large.as_cents())).expect("less than the prize");
        // A winner is always paid something.
        Money::cents(part).round_down(self.limits.payable()).max(self.limits.payable())
    }
}
