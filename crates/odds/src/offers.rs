//! What a table offers to wager on.

use crate::{draw::Generator, round::ready};
use rules::{Act, Actor, Game, Input, InputOf, Kinds, Money, Offer, Patron, Seat, Tender, Unseen};
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
    /// A wager of the same amount that the patron has beside it. What becomes of that one does not count, but a rule
    /// may need it or reckon with it: 7.2(b), 7.3(f)2.
    pub beside: Option<W>,
}

impl<W: Kinds> Offered<W> {
    /// What a patron does to make it at this seat: the wager beside it first.
    pub fn placing<G: Game<Wager = W>>(
        &self,
        patron: Patron,
        seat: Seat,
        stake: Money,
    ) -> impl Iterator<Item = InputOf<G>> + use<W, G> {
        self.beside.into_iter().chain([self.wager]).map(move |wager| {
            let act = Act::Place { seat, wager, stake, tender: Tender::Chips };
            Input::Act { by: Actor::Patron(patron), act }
        })
    }

    /// The one wager that counts, if another lies beside it.
    pub fn only(&self) -> Option<W> {
        self.beside.map(|_| self.wager)
    }

    /// The name of its kind.
    pub fn kind(&self) -> &'static str {
        self.wager.kind()
    }
}

/// Everything a patron may wager on when a fresh table is ready for wagers, each at the first seat that has it; what
/// needs another wager comes with that one beside it.
pub fn offered<G: Game>(options: G::Options) -> Vec<Offered<G::Wager>> {
    let Some(table) = ready::<G>(options, &mut Generator::new(Generator::seed(0), 0)) else {
        return Vec::new();
    };
    let alone = offered_to(&table, PATRON);
    let mut all = alone.clone();
    // What needs another wager beside it is offered once that one lies there.
    let mut kinds = HashSet::new();
    for base in alone.iter().filter(|base| kinds.insert(base.kind())) {
        let mut table = table.clone();
        let act = Act::Place { seat: base.seat, wager: base.wager, stake: base.least, tender: Tender::Chips };
        if table.apply(Input::Act { by: Actor::Patron(PATRON), act }, &mut Unseen).is_err() {
            continue;
        }
        for more in offered_to(&table, PATRON) {
            if all.iter().all(|known| known.wager != more.wager) {
                all.push(Offered { beside: Some(base.wager), ..more });
            }
        }
    }
    all
}

const PATRON: Patron = Patron(1);

/// Everything this patron may wager on now.
pub fn offered_to<G: Game>(table: &G, patron: Patron) -> Vec<Offered<G::Wager>> {
    let mut all: Vec<Offered<G::Wager>> = Vec::new();
    let mut seen = HashSet::new();
    table.decisions(Actor::Patron(patron), &mut |Offer { act, most, step }| {
        if let Act::Place { seat, wager, stake: least, tender: Tender::Chips } = act
            && seen.insert(wager)
        {
            all.push(Offered { seat, wager, least, most, step, beside: None });
        }
    });
    all
}

/// The stake nearest to what is wanted that the table takes.
pub fn stake_for<W>(offered: &Offered<W>, wanted: Money) -> Money {
    wanted.clamp(offered.least, offered.most).round_down(offered.step).max(offered.least)
}
