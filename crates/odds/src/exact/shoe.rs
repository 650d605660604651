//! Exact results of games dealt from a shoe. A round is compiled once for all wagers, over classes of cards that no
//! rule distinguishes, and then every deal of the unseen cards is counted.

use crate::{
    Fraction, Plan, Priced, Results, Staked, Unsolved,
    certificate::{Proof, Proofs},
    classes::{Classes, MOST},
    decks,
    graph::{self, Cell, Graph},
    priced::Rounds,
    seated::{Playing, Round, Seated},
    sim::{
        automaton::Automaton,
        engine::Engine,
        supply::{self, Supply},
    },
    together::{Joint, Part, Together},
};
use rules::{
    Money,
    kit::cards::{Card, Unseen},
};
use std::{collections::HashMap, ops::Range};

/// A game whose rounds are compiled over classes of cards.
pub trait Dealt: Priced {
    /// The class of a card.
    const CLASS: fn(Card) -> u8;

    /// The classes, after finding out what matters about a round that begins like this.
    fn look(classes: Classes, seated: &impl Playing<Self>, begun: &Round<Self>) -> Result<Classes, Unsolved>;
}

/// The compiled rounds of a game that is dealt from a shoe.
pub struct Shoe {
    /// Several tables, if one does not accept all wagers because it has too few seats or its layout is full.
    tables: Vec<Compiled>,
    /// The wagers that no table accepts, and why.
    refused: Vec<(usize, Unsolved)>,
    decks: u8,
}

/// A table: the wagers on it, one per patron, and their possible results.
struct Compiled {
    wagers: Range<usize>,
    graph: Graph,
    classes: Classes,
}

impl<G: Dealt> Rounds<G> for Shoe {
    fn prepare(options: G::Options, bets: &[Staked<G>]) -> Result<Shoe, Unsolved> {
        let classes = Classes::new(G::CLASS);
        let ready: G = classes.ready(options)?;
        let (mut tables, mut refused) = (Vec::new(), Vec::new());
        for (wagers, seated) in Seated::at_tables(bets, &ready) {
            let seated = match seated {
                Ok(seated) => seated,
                Err(why) => {
                    refused.push((wagers.start, why));
                    continue;
                }
            };
            let begun = seated.begin(ready.clone());
            let classes = G::look(classes, &seated, &begun)?;
            let graph = graph::cards(&seated, begun, &classes)?.ok_or(Unsolved::Stuck)?;
            tables.push(Compiled { wagers, graph, classes });
        }
        Ok(Shoe { tables, refused, decks: decks::<G>(&options)? })
    }

    fn exact(&self, bets: &[Staked<G>], unseen: Option<&Unseen>) -> Vec<Result<Results, Unsolved>> {
        let mut all = vec![Err(Unsolved::Stuck); bets.len()];
        self.refused.iter().for_each(|&(at, why)| all[at] = Err(why));
        let unseen = unseen.copied().unwrap_or(Unseen::decks(self.decks));
        for Compiled { wagers, graph, classes } in &self.tables {
            let deals = deals(graph, &classes.counts(&unseen));
            for (patron, at) in wagers.clone().enumerate() {
                all[at] =
                    deals.as_ref().map(|deals| results(graph, deals, patron, bets[at].1)).map_err(|&why| why);
            }
        }
        all
    }

    fn proofs(&self, bets: &[Staked<G>], unseen: Option<&Unseen>) -> Proofs {
        let mut all = Proofs { wagers: vec![Err(Unsolved::Stuck); bets.len()], ..Proofs::default() };
        self.refused.iter().for_each(|&(at, why)| all.wagers[at] = Err(why));
        let unseen = unseen.copied().unwrap_or(Unseen::decks(self.decks));
        for Compiled { wagers, graph, classes } in &self.tables {
            let proof = all.proofs.len();
            all.proofs.push(Proof::deals(graph, classes.counts(&unseen)));
            wagers.clone().enumerate().for_each(|(patron, at)| all.wagers[at] = Ok((proof, patron)));
        }
        all
    }

    fn together(
        options: G::Options,
        parts: &[Part<G::Wager>],
        unseen: Option<&Unseen>,
    ) -> Result<Joint, Unsolved> {
        let (classes, offered) = (Classes::new(G::CLASS), G::offered(options));
        let set = Together::<G>::new(parts, &offered);
        let begun = set.begin(classes.ready(options)?);
        let classes = G::look(classes, &set, &begun)?;
        let graph = graph::cards(&set, begun, &classes)?.ok_or(Unsolved::Stuck)?;
        let unseen = unseen.copied().unwrap_or(Unseen::decks(decks::<G>(&options)?));
        let deals = deals(&graph, &classes.counts(&unseen))?;
        let total: u128 = deals.iter().sum();
        let ends = graph.ends.iter().zip(deals).filter(|(_, ways)| *ways > 0);
        let ends = ends.map(|(kept, ways)| (&kept[..], Fraction::ratio(ways, total)));
        Joint::of(parts.len(), ends, Some(total))
    }

    fn engine(&self, plan: &Plan<G>) -> Result<Engine, Unsolved> {
        if let Some(&(_, why)) = self.refused.first() {
            return Err(why);
        }
        let engine = |table: &Compiled| {
            let after = || supply::rounds_after(&plan.with_bets(table.wagers.clone()));
            let engine = from_shoes::<G>(plan.options, &table.graph, &table.classes, after)?;
            Ok((table.wagers.clone(), engine))
        };
        let mut engines = self.tables.iter().map(engine).collect::<Result<Vec<_>, Unsolved>>()?;
        Ok(if engines.len() == 1 { engines.remove(0).1 } else { Engine::Tables(engines) })
    }
}

/// Plays rounds compiled over classes of cards from simulated shoes; if that is not possible, plays them through the
/// rules.
pub(crate) fn from_shoes<G: Priced>(
    options: G::Options,
    graph: &Graph,
    classes: &Classes,
    rounds_after: impl FnOnce() -> Result<usize, Unsolved>,
) -> Result<Engine, Unsolved> {
    let Some(automaton) = Automaton::of(graph) else { return Ok(Engine::Rules) };
    let supply = Supply::of::<G>(options, classes, decks::<G>(&options)?, rounds_after)?;
    let fits = supply.dealt(&automaton).is_some();
    Ok(if fits { Engine::Cards(automaton, supply) } else { Engine::Rules })
}

/// The results of one patron's wager, given the number of deals that lead to each end.
pub(crate) fn results(graph: &Graph, deals: &[u128], patron: usize, stake: Money) -> Results {
    // The first end is unused, and no deal leads there.
    let nets = graph.ends.iter().map(|gains| Money::cents(gains.get(patron).copied().unwrap_or(0)));
    Results::weighed(stake, nets.zip(deals.iter().copied()))
}

/// The number of deals that lead to each end, given the number of cards of each class. All orders of as many cards as
/// the longest round takes are counted, and a shorter round counts with each of its continuations. Whether a card is in
/// the shoe or burned makes no difference to a round.
///
/// Orders that lead to the same state with the same cards continue alike, so they are counted together.
pub(crate) fn deals(graph: &Graph, cards: &[u32]) -> Result<Vec<u128>, Unsolved> {
    let longest = graph.longest.filter(|&longest| longest < MOST).ok_or(Unsolved::Stuck)?;
    let total: u32 = cards.iter().sum();
    if (total as usize) < longest {
        return Err(Unsolved::ShortShoe { cards: u16::try_from(total).unwrap_or(u16::MAX) });
    }
    let is_last: Vec<bool> =
        graph.rows.iter().map(|row| row.cells.iter().all(|cell| cell.end != 0)).collect();
    // Indexed by the number of cards.
    let mut ended = vec![vec![0; graph.ends.len()]; longest + 1];
    let mut now: HashMap<(usize, Gone), u64> = HashMap::from([((0, Gone(0)), 1)]);
    for dealt in 1..=longest {
        let mut next = HashMap::new();
        for ((state, gone), ways) in now {
            for (class, &Cell { state, end }) in graph.rows[state].cells.iter().enumerate() {
                let ways = ways * gone.left(class, cards);
                if ways == 0 {
                    continue;
                }
                let gone = gone.and(class);
                match end {
                    // The last card need not be remembered.
                    0 if is_last[state] => {
                        for (class, cell) in graph.rows[state].cells.iter().enumerate() {
                            ended[dealt + 1][cell.end] += u128::from(ways * gone.left(class, cards));
                        }
                    }
                    0 => *next.entry((state, gone)).or_default() += ways,
                    end => ended[dealt][end] += u128::from(ways),
                }
            }
        }
        now = next;
    }
    // The number of ways in which the rest of the longest round can continue after this many cards.
    let continuations =
        |dealt: usize| (dealt..longest).map(|at| u128::from(total) - at as u128).product::<u128>();
    let mut deals = vec![0; graph.ends.len()];
    for (dealt, ended) in ended.iter().enumerate() {
        deals.iter_mut().zip(ended).for_each(|(sum, ways)| *sum += ways * continuations(dealt));
    }
    Ok(deals)
}

/// How many cards of each class have been dealt, in four bits each.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Gone(u64);

impl Gone {
    fn and(self, class: usize) -> Gone {
        Gone(self.0 + (1 << (4 * class)))
    }

    fn left(self, class: usize, of: &[u32]) -> u64 {
        u64::from(of[class]).saturating_sub(self.0 >> (4 * class) & 15)
    }
}
