//! What a table offers to wager on.

use rules::{Act, Actor, Game, Kinds, Money, Offer, Patron, Seat, Tender};

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

/// Everything a patron may wager on at a fresh table.
pub fn offered<G: Game>(options: G::Options) -> Vec<Offered<G::Wager>> {
    let mut all = Vec::new();
    G::open(options).decisions(Actor::Patron(Patron(1)), &mut |Offer { act, most, step }| {
        if let Act::Place { seat, wager, stake: least, tender: Tender::Chips } = act {
            all.push(Offered { seat, wager, least, most, step });
        }
    });
    all
}

/// The stake nearest to what is wanted that the table takes.
pub fn stake_for<W>(offered: &Offered<W>, wanted: Money) -> Money {
    wanted.clamp(offered.least, offered.most).round_down(offered.step).max(offered.least)
}
