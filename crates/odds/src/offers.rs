//! What a table offers to wager on.

use crate::{draw::Generator, round::ready};
use rules::{Act, Actor, Game, Kinds, Money, Offer, Patron, Seat, Tender};
use std::collections::HashSet;

/// A wager that can be made on a fresh table, in chips.
#[derive(Clone, Copy, Debug)]
pub struct Offered<W> {
    /// At which place of the table.
    pub seat: Seat,
    /// On what.
    pub wager: W,
    /// The least stake.
    pub least: Money,
    /// The most.
    pub most: Money,
    /// The unit of the stake.
    pub step: Money,
}

impl<W: Kinds> Offered<W> {
    /// The name of its kind.
    pub fn kind(&self) -> &'static str {
        self.wager.kind()
    }
}

/// Everything a patron may wager on when a fresh table is ready for wagers, each at the first seat that has it.
pub fn offered<G: Game>(options: G::Options) -> Vec<Offered<G::Wager>> {
    let table: Option<G> = ready(options, &mut Generator::new(Generator::seed(0), 0));
    table.map_or_else(Vec::new, |table| offered_to(&table, Patron(1)))
}

/// Everything this patron may wager on now.
pub fn offered_to<G: Game>(table: &G, patron: Patron) -> Vec<Offered<G::Wager>> {
    let mut all: Vec<Offered<G::Wager>> = Vec::new();
    let mut seen = HashSet::new();
    table.decisions(Actor::Patron(patron), &mut |Offer { act, most, step }| {
        if let Act::Place { seat, wager, stake: least, tender: Tender::Chips } = act
            && seen.insert(wager)
        {
            all.push(Offered { seat, wager, least, most, step });
        }
    });
    all
}

/// The stake nearest to what is wanted that the table takes.
pub fn stake_for<W>(offered: &Offered<W>, wanted: Money) -> Money {
    wanted.clamp(offered.least, offered.most).round_down(offered.step).max(offered.least)
}
