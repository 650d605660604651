//! Exact results of a wager, and those of wheels and dice: the round is compiled from the wager's first moment on, and
//! solved for where it ends.

use crate::{
    Fraction, Generator, Offered, automaton,
    offers::place,
    round::{Tally, ready},
    seated::Seated,
    solve::{Chances, chances},
};
use rules::{Citation, EventOf, Game, InputOf, Money, Patron, Refusal, Unseen};
use std::{collections::BTreeMap, fmt};

/// The exact results of one wager: what the patron may gain, with the chance of each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Results {
    stake: Money,
    ends: BTreeMap<Money, Fraction>,
    counts: Option<BTreeMap<Money, u128>>,
    /// How often, on average, the equipment shows something that could decide the wager, until it does.
    trials: Fraction,
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
    /// The table offers nothing to wager on.
    NoWager,
    /// A patron must decide, and no strategy says how.
    NeedsStrategy,
    /// The table waits for something that cannot happen.
    Stuck,
    /// The table goes on and on, and never gets there.
    Endless {
        /// After how many steps it was stopped.
        steps: u32,
        /// What should have come about.
        until: &'static str,
    },
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
            Unsolved::NoWager => f.write_str("the table offers no wager: nothing can be played"),
            Unsolved::NeedsStrategy => f.write_str("the odds depend on what the patron decides"),
            Unsolved::Stuck => f.write_str("the table waits for something that cannot happen"),
            Unsolved::Endless { steps, until } => {
                write!(f, "after {steps} steps the table was still not {until}")
            }
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
    /// Made of equally likely deals: what the patron gains, and in how many of them.
    ///
    /// # Panics
    /// If there is no deal at all.
    pub fn weighed(stake: Money, ends: impl IntoIterator<Item = (Money, u128)>) -> Results {
        let mut counts: BTreeMap<Money, u128> = BTreeMap::new();
        for (net, ways) in ends.into_iter().filter(|&(_, ways)| ways > 0) {
            *counts.entry(net).or_default() += ways;
        }
        let total: u128 = counts.values().sum();
        let ends = counts.iter().map(|(&net, &ways)| (net, Fraction::ratio(ways, total))).collect();
        Results { stake, ends, counts: Some(counts), trials: Fraction::ONE }
    }

    /// The deals counted, if the results were made of them.
    pub fn combinations(&self) -> Option<Combinations> {
        let counts = self.counts.as_ref()?;
        let nets = counts.iter().map(|(&net, &ways)| (self.per_unit(net), ways)).collect();
        Some(Combinations { total: counts.values().sum(), nets })
    }

    /// The stake.
    pub fn stake(&self) -> Money {
        self.stake
    }

    /// What the patron gains per unit staked, with the chance of each.
    pub fn nets(&self) -> BTreeMap<Fraction, Fraction> {
        self.ends.iter().map(|(&net, chance)| (self.per_unit(net), chance.clone())).collect()
    }

    fn per_unit(&self, net: Money) -> Fraction {
        Fraction::new(net.as_cents().into(), self.stake.as_cents().into())
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

    fn chance(&self, of: impl Fn(Money) -> bool) -> Fraction {
        self.ends.iter().filter(|(net, _)| of(**net)).map(|(_, chance)| chance.clone()).sum()
    }

    /// The chance to come out ahead.
    pub fn wins(&self) -> Fraction {
        self.chance(|net| net > Money::ZERO)
    }

    /// The chance to lose the whole stake, or more.
    pub fn loses(&self) -> Fraction {
        self.chance(|net| net + self.stake <= Money::ZERO)
    }

    /// The chance to lose a part of the stake.
    pub fn loses_part(&self) -> Fraction {
        self.chance(|net| net < Money::ZERO && net + self.stake > Money::ZERO)
    }

    /// The chance to come out even.
    pub fn returned(&self) -> Fraction {
        self.chance(|net| net == Money::ZERO)
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

/// The exact results of one wager with this stake on a fresh table, as far as nothing is dealt from a shoe.
pub fn results<G: Game>(
    options: G::Options,
    offered: &Offered<G::Wager>,
    stake: Money,
) -> Result<Results, Unsolved> {
    let mut table = ready::<G>(options, &mut Generator::first())?;
    let mut tally = Tally::default();
    let bets = [(*offered, stake)];
    let seated = Seated::new(&bets, &table)?;
    lay(&mut table, offered, stake, &mut tally)?;
    let graph = automaton::laid(&seated, seated.laid(table, tally.net()))?.ok_or(Unsolved::Stuck)?;
    let Chances { ends: chances, trials } = chances(&graph)?;
    let mut ends: BTreeMap<Money, Fraction> = BTreeMap::new();
    for (end, chance) in chances {
        *ends.entry(Money::cents(graph.ends[end].iter().sum())).or_default() += chance;
    }
    Ok(Results { stake, ends, counts: None, trials })
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
            .apply(place::<G>(PATRON, offered.seat, beside, offered.beside_stake(stake)), &mut Unseen)
            .map_err(Unsolved::Refused),
        None => Ok(()),
    })?;
    step(table, place::<G>(PATRON, offered.seat, offered.wager, stake), offered, tally)
}

/// One input, and what it does to the patron, but for what becomes of the wager beside.
fn step<G: Game>(
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
