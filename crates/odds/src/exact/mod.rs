//! Exact results of a wager: [`wheel`] finds those of wheels and dice, [`shoe`] those of cards dealt from a shoe.

pub(crate) mod chain;
mod fraction;
pub mod shoe;
pub mod wheel;

pub use fraction::Fraction;

use rules::{Money, Refusal};
use std::{collections::BTreeMap, fmt};

/// The exact results of one wager: the patron's possible gains, with the probability of each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Results {
    stake: Money,
    ends: BTreeMap<Money, Fraction>,
    counts: Option<BTreeMap<Money, u128>>,
    /// How many times, on average, the equipment shows something that could decide the wager, until it is decided.
    trials: Fraction,
}

/// Counts of equally likely deals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Combinations {
    /// How many there are.
    pub total: u128,
    /// The number of deals for each gain per unit staked.
    pub nets: BTreeMap<Fraction, u128>,
}

/// Why exact odds cannot be computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Unsolved {
    /// The wager cannot be made.
    Refused(Refusal),
    /// The table offers nothing to wager on.
    NoWager,
    /// A patron must decide, and no strategy says how.
    NeedsStrategy,
    /// The table waits for something that cannot happen.
    Stuck,
    /// The table keeps going and never reaches the wanted state.
    Endless {
        /// After how many steps it was stopped.
        steps: u32,
        /// The state it should have reached.
        until: &'static str,
    },
    /// Seen cards were named, but the game is not dealt from a shoe.
    NoShoe,
    /// Seen cards were named, but not from which side of a double shoe they came.
    TwoSides,
    /// The combined result of several wagers is not implemented for this game.
    NotTogether,
    /// No certificate can be written for the wager.
    NoCertificate {
        /// The reason, in a sentence.
        why: &'static str,
    },
    /// A wager of a set is never accepted, whatever comes.
    NeverMade {
        /// The index of the wager in the set, from 0.
        part: usize,
    },
    /// A round has more states than are explored.
    TooMany,
    /// Decisions depend on the suits of cards, but only values are counted.
    BySuits,
    /// The hands of a split pair can arise in too many ways to be counted together.
    TooManyHands {
        /// The rank of the pair's cards.
        pair: u8,
        /// The rank of the dealer's card.
        up: u8,
    },
    /// The shoe may run out before the end of a round.
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
                f.write_str("seen cards change nothing here: no cards are left in a shoe from one round to the next")
            }
            Unsolved::TwoSides => f.write_str(
                "a list of seen cards does not say from which side of a double shoe they came: analyze one side by itself, \
                 with double-shoe = false and its number of decks",
            ),
            Unsolved::NotTogether => f.write_str(
                "what wagers come to together is not worked out for this game: people decide in it",
            ),
            Unsolved::NoCertificate { why } => write!(f, "no certificate can be written: {why}"),
            Unsolved::NeverMade { part } => {
                write!(f, "wager {} of the set is never taken: what it needs is not there", part + 1)
            }
            Unsolved::TooMany => f.write_str("these wagers have too many states together: name fewer"),
            Unsolved::BySuits => f.write_str(
                "no fraction here: a 6, 7 and 8 of one suit pay more, so decisions go by suits; leave six-seven-eight out",
            ),
            Unsolved::TooManyHands { pair, up } => write!(
                f,
                "no fraction here: nobody looks at the hole card, and pairs of {pair} split against {up} come about in too \
                 many ways; allow fewer splits, or do not split that pair"
            ),
            Unsolved::ShortShoe { cards } => {
                write!(f, "only {cards} cards are unseen, too few to finish every round")
            }
        }
    }
}

impl std::error::Error for Unsolved {}

impl Results {
    /// Results from equally likely deals: the patron's gain, and the number of deals that give it.
    ///
    /// # Panics
    /// If there are no deals.
    pub fn weighed(stake: Money, ends: impl IntoIterator<Item = (Money, u128)>) -> Results {
        let mut counts: BTreeMap<Money, u128> = BTreeMap::new();
        for (net, ways) in ends.into_iter().filter(|&(_, ways)| ways > 0) {
            *counts.entry(net).or_default() += ways;
        }
        let total: u128 = counts.values().sum();
        let ends = counts.iter().map(|(&net, &ways)| (net, Fraction::ratio(ways, total))).collect();
        Results { stake, ends, counts: Some(counts), trials: Fraction::ONE }
    }

    /// Results of a wager that lives over several trials: the patron's gains, with the probability of each.
    pub(crate) fn over(stake: Money, ends: BTreeMap<Money, Fraction>, trials: Fraction) -> Results {
        Results { stake, ends, counts: None, trials }
    }

    /// The counts of deals, if the results were made from them.
    pub fn combinations(&self) -> Option<Combinations> {
        let counts = self.counts.as_ref()?;
        let nets = counts.iter().map(|(&net, &ways)| (self.per_unit(net), ways)).collect();
        Some(Combinations { total: counts.values().sum(), nets })
    }

    /// The stake.
    pub fn stake(&self) -> Money {
        self.stake
    }

    /// The patron's gains per unit staked, with the probability of each.
    pub fn nets(&self) -> BTreeMap<Fraction, Fraction> {
        self.ends.iter().map(|(&net, chance)| (self.per_unit(net), chance.clone())).collect()
    }

    fn per_unit(&self, net: Money) -> Fraction {
        Fraction::new(net.as_cents().into(), self.stake.as_cents().into())
    }

    /// What a win pays, such as `35 to 1`; all possibilities if there are several.
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

    /// The probability of coming out ahead.
    pub fn wins(&self) -> Fraction {
        self.chance(|net| net > Money::ZERO)
    }

    /// The probability of losing the whole stake, or more.
    pub fn loses(&self) -> Fraction {
        self.chance(|net| net + self.stake <= Money::ZERO)
    }

    /// The probability of losing part of the stake.
    pub fn loses_part(&self) -> Fraction {
        self.chance(|net| net < Money::ZERO && net + self.stake > Money::ZERO)
    }

    /// The probability of breaking even.
    pub fn returned(&self) -> Fraction {
        self.chance(|net| net == Money::ZERO)
    }

    /// The patron's average gain per unit staked.
    pub fn mean(&self) -> Fraction {
        self.nets().iter().map(|(net, chance)| net * chance).sum()
    }

    /// The average share of the stake that the house keeps.
    pub fn edge(&self) -> Fraction {
        -self.mean()
    }

    /// The average number of rolls, spins or deals on which the wager is at risk until it is decided. A roll that could
    /// neither win nor lose it does not count.
    pub fn trials(&self) -> &Fraction {
        &self.trials
    }

    /// The average share of the stake that the house keeps on each of these trials.
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
