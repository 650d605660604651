//! Exact odds: walk every state the rules can reach, then solve for where the walk ends.
//!
//! The states form a Markov chain: staff do what the procedure demands, the equipment shows each outcome with
//! its weight, and the walk ends when the wager has left the layout. Eliminating the states one after another
//! leaves, for the first, the exact chance of each end; cycles (a spin that does not count) included.

use crate::{
    Fraction, Offered,
    offers::place,
    round::{Tally, usual_step},
};
use rules::{Actor, Awaits, Citation, EventOf, Game, Input, InputOf, Money, Patron, Refusal, Unseen};
use std::{
    collections::{BTreeMap, HashMap},
    fmt,
};

/// The exact results of one wager: each possible end with its chance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Results {
    stake: Money,
    ends: BTreeMap<Tally, Fraction>,
    counts: Option<BTreeMap<Tally, u128>>,
    /// How often, on average, the equipment shows something that could decide the wager, until it does.
    trials: Fraction,
    /// How many states of the table the rules could reach, or how many different deals were settled.
    pub states: usize,
}

/// Equally likely deals, counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Combinations {
    /// How many there are.
    pub total: u128,
    /// In how many of them the patron gains so much per unit staked.
    pub nets: BTreeMap<Fraction, u128>,
}

/// Why exact odds cannot be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsolved {
    /// The wager cannot be made.
    Refused(Refusal),
    /// A patron must decide, and no strategy says how.
    NeedsStrategy,
    /// The table waits for something that cannot happen.
    Stuck,
    /// Seen cards were named, but the game is not dealt from a shoe.
    NoShoe,
    /// The shoe cannot finish a round whatever comes.
    ShortShoe {
        /// How many cards are unseen.
        cards: u16,
    },
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsolved::Refused(refusal) => write!(f, "{refusal}"),
            Unsolved::NeedsStrategy => f.write_str("the odds depend on what the patron decides"),
            Unsolved::Stuck => f.write_str("the table waits for something that cannot happen"),
            Unsolved::NoShoe => {
                f.write_str("this game is not dealt from a shoe: no cards can have been seen")
            }
            Unsolved::ShortShoe { cards } => {
                write!(f, "only {cards} cards are unseen, too few to finish every round")
            }
        }
    }
}

impl std::error::Error for Unsolved {}

impl Results {
    /// Made of equally likely deals: each end, and in how many of them it comes.
    ///
    /// # Panics
    /// If there is no deal at all.
    pub fn weighed(stake: Money, ends: impl IntoIterator<Item = (Tally, u128)>) -> Results {
        let mut counts: BTreeMap<Tally, u128> = BTreeMap::new();
        let mut states = 0;
        for (tally, ways) in ends {
            *counts.entry(tally).or_default() += ways;
            states += 1;
        }
        let total: u128 = counts.values().sum();
        let ends = counts.iter().map(|(tally, &ways)| (*tally, Fraction::ratio(ways, total))).collect();
        Results { stake, ends, counts: Some(counts), trials: Fraction::ONE, states }
    }

    /// The deals counted, if the results were made of them.
    pub fn combinations(&self) -> Option<Combinations> {
        let counts = self.counts.as_ref()?;
        let mut nets: BTreeMap<Fraction, u128> = BTreeMap::new();
        for (tally, ways) in counts {
            *nets.entry(tally.net_per(self.stake)).or_default() += ways;
        }
        Some(Combinations { total: counts.values().sum(), nets })
    }

    /// The stake.
    pub fn stake(&self) -> Money {
        self.stake
    }

    /// What the patron gains per unit staked, with the chance of each.
    pub fn nets(&self) -> BTreeMap<Fraction, Fraction> {
        let mut nets: BTreeMap<Fraction, Fraction> = BTreeMap::new();
        for (tally, chance) in &self.ends {
            *nets.entry(tally.net_per(self.stake)).or_default() += chance.clone();
        }
        nets
    }

    /// `35 to 1`, or what the wins are if there are several.
    pub fn pays(&self) -> String {
        let wins: Vec<String> = self
            .nets()
            .into_keys()
            .filter(|net| *net > Fraction::ZERO)
            .map(|net| match net.to_string().split_once('/') {
                Some((to, per)) => format!("{to} to {per}"),
                None => format!("{net} to 1"),
            })
            .collect();
        wins.join(", ")
    }

    fn chance(&self, of: impl Fn(&Tally) -> bool) -> Fraction {
        self.ends.iter().filter(|(tally, _)| of(tally)).map(|(_, chance)| chance.clone()).sum()
    }

    /// The chance to come out ahead.
    pub fn wins(&self) -> Fraction {
        self.chance(|tally| tally.net() > Money::ZERO)
    }

    /// The chance to lose the whole stake, or more.
    pub fn loses(&self) -> Fraction {
        self.chance(|tally| tally.net() + self.stake <= Money::ZERO)
    }

    /// The chance to lose a part of the stake.
    pub fn loses_part(&self) -> Fraction {
        self.chance(|tally| tally.net() < Money::ZERO && tally.net() + self.stake > Money::ZERO)
    }

    /// The chance to come out even.
    pub fn returned(&self) -> Fraction {
        self.chance(|tally| tally.net() == Money::ZERO)
    }

    /// What the patron gains on average, per unit staked.
    pub fn mean(&self) -> Fraction {
        self.nets().iter().map(|(net, chance)| net * chance).sum()
    }

    /// What the house keeps on average, per unit staked.
    pub fn edge(&self) -> Fraction {
        -self.mean()
    }

    /// On how many rolls, spins or deals the wager is at risk until it is decided, on average. A roll on which it could
    /// neither win nor lose does not count.
    pub fn trials(&self) -> &Fraction {
        &self.trials
    }

    /// What the house keeps on average on each of them, per unit staked.
    pub fn edge_per_trial(&self) -> Fraction {
        &self.edge() / &self.trials
    }

    /// The variance of the patron's gain, per unit staked.
    pub fn variance(&self) -> Fraction {
        let mean = self.mean();
        let squares: Fraction = self.nets().iter().map(|(net, chance)| &(net * net) * chance).sum();
        squares - &mean * &mean
    }

    /// The standard deviation of the patron's gain, per unit staked.
    pub fn deviation(&self) -> f64 {
        self.variance().to_f64().sqrt()
    }
}

const PATRON: Patron = Patron(1);

/// The exact results of one wager with this stake on a fresh table.
pub fn results<G: Game>(
    options: G::Options,
    offered: &Offered<G::Wager>,
    stake: Money,
) -> Result<Results, Unsolved> {
    let mut table = G::open(options);
    let mut tally = Tally::default();
    lay(&mut table, offered, stake, &mut tally)?;
    let chain = Chain::explore(Node { table, tally }, offered)?;
    let states = chain.nodes.len();
    let Row { leads, trials } = chain.solve();
    let mut ends: BTreeMap<Tally, Fraction> = BTreeMap::new();
    for (at, chance) in leads {
        *ends.entry(chain.nodes[at].tally).or_default() += chance;
    }
    Ok(Results { stake, ends, counts: None, trials, states })
}

/// The patron puts down the wager, after the one it has beside it, and after what must come first.
pub(crate) fn lay<G: Game>(
    table: &mut G,
    offered: &Offered<G::Wager>,
    stake: Money,
    tally: &mut Tally,
) -> Result<(), Unsolved> {
    let Some(course) = offered.course else {
        return offered
            .placing::<G>(PATRON, offered.seat, stake)
            .try_for_each(|input| step(table, input, offered, tally));
    };
    course.lead(table, |table| match offered.beside {
        Some(beside) => table
            .apply(place::<G>(PATRON, offered.seat, beside, stake), &mut Unseen)
            .map_err(Unsolved::Refused),
        None => Ok(()),
    })?;
    step(table, place::<G>(PATRON, offered.seat, offered.wager, stake), offered, tally)
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Node<G> {
    table: G,
    tally: Tally,
}

/// One input, and what it does to the patron, but for what becomes of the wager beside.
pub(crate) fn step<G: Game>(
    table: &mut G,
    input: InputOf<G>,
    offered: &Offered<G::Wager>,
    tally: &mut Tally,
) -> Result<(), Unsolved> {
    let mut post = |_: Citation, event: EventOf<G>| {
        if let Some((_, gain)) = Tally::counted::<G>(&event, offered) {
            *tally += gain;
        }
    };
    table.apply(input, &mut post).map_err(Unsolved::Refused)
}

/// The reachable states, and where each leads with which weight; an end leads nowhere.
struct Chain<G> {
    nodes: Vec<Node<G>>,
    edges: Vec<Vec<(usize, u32)>>,
}

/// Where a state leads with which chance, and on how many trials the wager is at risk on the way.
#[derive(Default)]
struct Row {
    leads: HashMap<usize, Fraction>,
    trials: Fraction,
}

impl<G: Game> Chain<G> {
    fn explore(first: Node<G>, offered: &Offered<G::Wager>) -> Result<Chain<G>, Unsolved> {
        let mut index = HashMap::from([(first.clone(), 0)]);
        let mut chain = Chain { nodes: vec![first], edges: Vec::new() };
        while let Some(node) = chain.nodes.get(chain.edges.len()).cloned() {
            let mut edges = Vec::new();
            for (input, weight) in moves(&node)? {
                let mut next = node.clone();
                step(&mut next.table, input, offered, &mut next.tally)?;
                let at = *index.entry(next).or_insert_with_key(|next| {
                    chain.nodes.push(next.clone());
                    chain.nodes.len() - 1
                });
                edges.push((at, weight));
            }
            chain.edges.push(edges);
        }
        Ok(chain)
    }

    /// Whether what happens next in this state could win or lose something.
    fn is_at_risk(&self, at: usize) -> bool {
        self.edges[at].iter().any(|&(next, _)| self.nodes[next].tally != self.nodes[at].tally)
    }

    /// The chance of each end, seen from the first state. States are eliminated in the reverse order of their
    /// discovery, so each row leads only to ends and to states not yet eliminated.
    fn solve(&self) -> Row {
        let is_end = |at: usize| self.edges[at].is_empty();
        let mut rows: HashMap<usize, Row> = HashMap::new();
        for at in (0..self.nodes.len()).rev().filter(|&at| !is_end(at)) {
            let total: u32 = self.edges[at].iter().map(|&(_, weight)| weight).sum();
            let trials = if self.is_at_risk(at) { Fraction::ONE } else { Fraction::ZERO };
            let mut row = Row { trials, ..Row::default() };
            let mut open: Vec<(usize, Fraction)> = self.edges[at]
                .iter()
                .map(|&(next, weight)| (next, Fraction::new(weight.into(), total.into())))
                .collect();
            while let Some((next, chance)) = open.pop() {
                match rows.get(&next) {
                    Some(known) => {
                        row.trials += &known.trials * &chance;
                        open.extend(known.leads.iter().map(|(&end, p)| (end, p * &chance)));
                    }
                    None => *row.leads.entry(next).or_default() += chance,
                }
            }
            if let Some(back) = row.leads.remove(&at) {
                let rest = Fraction::ONE - back;
                row.leads.values_mut().for_each(|chance| *chance = &*chance / &rest);
                row.trials = &row.trials / &rest;
            }
            rows.insert(at, row);
        }
        rows.remove(&0)
            .unwrap_or_else(|| Row { leads: HashMap::from([(0, Fraction::ONE)]), ..Row::default() })
    }
}

/// What can happen next: one step of the staff, or each outcome of the equipment. Nothing, once no wager lies on
/// the layout.
fn moves<G: Game>(Node { table, .. }: &Node<G>) -> Result<Vec<(InputOf<G>, u32)>, Unsolved> {
    if table.bets().is_empty() {
        return Ok(Vec::new());
    }
    if let Awaits::Decision(Actor::Patron(_)) = table.awaits() {
        return Err(Unsolved::NeedsStrategy);
    }
    if let Some(input) = usual_step(table) {
        return Ok(vec![(input, 1)]);
    }
    let mut moves = Vec::new();
    table.outcomes(&mut |chance, weight| {
        if weight > 0 {
            moves.push((Input::Chance(chance), weight));
        }
    });
    if moves.is_empty() { Err(Unsolved::Stuck) } else { Ok(moves) }
}
