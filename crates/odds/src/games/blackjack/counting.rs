//! How good a card count is: how its tags correlate with the value of each card, and at which true counts plays change.
//!
//! At a true count of *t* the unseen cards are the average composition at that count: a card whose tag is one standard
//! deviation above the mean of all is rarer in proportion to *t*. Such a shoe has fractional numbers of cards, and is
//! analyzed like any other.

use super::{
    analysis::Analysis,
    chart::Play,
    decisions::Decision,
    exposed::Plan,
    hands::{VALUES, rank},
    pays::Pays,
    simulate::{COUNTS, Count},
    view::left,
};
use crate::{Unsolved, normal, normal_density};
use rayon::prelude::*;
use rules::{
    blackjack::{Options, Supply},
    hands::blackjack::value,
    kit::cards::{Card, Unseen},
};

/// The share of the cards of one value in a full shoe.
fn part(at: usize) -> f64 {
    if at + 1 == VALUES { 4.0 / 13.0 } else { 1.0 / 13.0 }
}

/// The covariance of two functions of the value of a card.
fn covariance(one: &[f64; VALUES], other: &[f64; VALUES]) -> f64 {
    let mean = |of: &[f64; VALUES]| (0..VALUES).map(|at| part(at) * of[at]).sum::<f64>();
    let product = std::array::from_fn(|at| one[at] * other[at]);
    mean(&product) - mean(one) * mean(other)
}

/// Their correlation; `None` if one of them is the same for all cards.
fn correlation(one: &[f64; VALUES], other: &[f64; VALUES]) -> Option<f64> {
    let spread = covariance(one, one) * covariance(other, other);
    (spread > 1e-30).then(|| covariance(one, other) / spread.sqrt())
}

/// The effect of removing one card of each value from a full shoe.
pub struct Removals {
    decks: u8,
    full: (f64, Vec<Decision>),
    without: Vec<(f64, Vec<Decision>)>,
}

/// The efficiency of a count.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Efficiency {
    /// The betting correlation: how its tags correlate with the value of cards before the deal.
    pub betting: f64,
    /// The playing efficiency: the share it gains of what a player would gain who knew all cards and varied decisions
    /// on two cards.
    pub playing: f64,
    /// The insurance correlation: how its tags correlate with the value of insurance.
    pub insurance: f64,
}

impl Removals {
    /// Analyzes a table with a full shoe.
    ///
    /// # Errors
    /// If the shoe may run out in the middle of a round.
    pub fn of(options: Options) -> Result<Removals, Unsolved> {
        let decks = shoe_decks(&options);
        let all = Unseen::decks(decks);
        let analyze = |unseen: &Unseen| {
            let analysis = Analysis::of(options, unseen)?;
            Ok((analysis.best().mean, analysis.decisions()))
        };
        let without = |at: usize| {
            let card = Card::all().find(|card| value(card.rank()) == rank(at));
            let rest = card.and_then(|card| all.seeing(card));
            analyze(&rest.ok_or(Unsolved::ShortShoe { cards: all.total() })?)
        };
        let full = analyze(&all)?;
        let without: Result<Vec<_>, Unsolved> = (0..VALUES).into_par_iter().map(without).collect();
        Ok(Removals { decks, full, without: without? })
    }

    /// The player's gain from the removal of one card, by its value, ace first.
    pub fn effects(&self) -> [f64; VALUES] {
        std::array::from_fn(|at| self.without[at].0 - self.full.0)
    }

    /// The efficiency of a count; `None` if all its tags are equal.
    pub fn efficiency(&self, count: &Count) -> Option<Efficiency> {
        let tags = count.tags();
        let is_ten = std::array::from_fn(|at| if at + 1 == VALUES { 1.0 } else { 0.0 });
        Some(Efficiency {
            betting: correlation(&tags, &self.effects())?,
            playing: self.playing(&tags),
            insurance: -correlation(&tags, &is_ten)?,
        })
    }

    /// Griffin's measure, over first decisions: the difference between the best decision and the next best is a mean
    /// over the unseen cards, so it is approximately normal, and a count knows the part of its spread that correlates
    /// with the tags.
    fn playing(&self, tags: &[f64; VALUES]) -> f64 {
        let cards = f64::from(self.decks) * 52.0;
        let (mut known, mut all) = (0.0, 0.0);
        for (at, decision) in self.full.1.iter().enumerate() {
            let mut worths = decision.worths.clone();
            worths.sort_by(|one, other| other.1.total_cmp(&one.1));
            let [(best, first), (next, second), ..] = worths[..] else { continue };
            let gap = |one: &Decision| Some(one.of(best)? - one.of(next)?);
            let effect = |value: usize| -> Option<f64> {
                let same =
                    |other: &&Decision| (&other.dealer, other.cards) == (&decision.dealer, decision.cards);
                let found = self.without[value].1.get(at).filter(|other| same(other));
                gap(found.or_else(|| self.without[value].1.iter().find(same))?)
            };
            let effects: [f64; VALUES] =
                std::array::from_fn(|value| effect(value).map_or(0.0, |gap| gap - (first - second)));
            let share = correlation(tags, &effects).unwrap_or(0.0).abs();
            let spread = covariance(&effects, &effects);
            // From one tenth to seven tenths of the shoe are dealt.
            for dealt in 1..8 {
                let unseen = cards * (1.0 - f64::from(dealt) / 10.0);
                let wide = ((cards - 1.0) * (cards - unseen) / unseen * spread).sqrt();
                known += decision.chance * gain(first - second, wide * share);
                all += decision.chance * gain(first - second, wide);
            }
        }
        if all > 0.0 { known / all } else { 0.0 }
    }
}

/// The gain from changing the decision when a normally distributed difference with this mean and spread is negative.
fn gain(mean: f64, wide: f64) -> f64 {
    if wide <= 0.0 {
        return 0.0;
    }
    let z = mean / wide;
    wide * (normal_density(z) - z * normal(-z))
}

/// The decks of the side from which a round is dealt.
fn shoe_decks(options: &Options) -> u8 {
    match options.supply() {
        Supply::Double { decks, .. } => decks[0],
        _ => options.decks(),
    }
}

impl Analysis {
    /// Analyzes a table at which this many cards of the shoe are unseen and the true count has this value.
    ///
    /// # Errors
    /// If no shoe has such a count, or it may run out in the middle of a round.
    pub fn at_count(
        options: Options,
        count: &Count,
        true_count: f64,
        cards: f64,
    ) -> Result<Analysis, Unsolved> {
        let unseen = Unseen::decks(shoe_decks(&options));
        let tags = count.tags();
        let spread = covariance(&tags, &tags);
        let mean: f64 = (0..VALUES).map(|at| part(at) * tags[at]).sum();
        let mut all = left(&unseen);
        let short = Unsolved::ShortShoe { cards: unseen.total() };
        for (at, tag) in tags.into_iter().enumerate() {
            let tilt = if spread > 0.0 { true_count * (tag - mean) / (52.0 * spread) } else { 0.0 };
            all.counts[at] = cards * part(at) * (1.0 - tilt);
        }
        all.total = cards;
        if !all.is_possible() || !cards.is_finite() {
            return Err(short);
        }
        Analysis::with_left(options, &all, &unseen, Pays::of(&options, &unseen))
    }
}

/// The best plan at every true count that is distinguished, lowest first. At a count that no shoe has, it is the plan
/// of the nearest count that one has.
///
/// # Errors
/// If the shoe may run out in the middle of a round.
pub fn plans(options: Options, count: &Count, progress: &(dyn Fn() + Sync)) -> Result<Vec<Plan>, Unsolved> {
    let cards = f64::from(shoe_decks(&options)) * 26.0;
    let each: Vec<Option<Plan>> = COUNTS
        .collect::<Vec<i32>>()
        .into_par_iter()
        .map(|at| {
            let plan =
                Analysis::at_count(options, count, f64::from(at), cards).ok().map(|found| found.plan());
            progress();
            plan
        })
        .collect();
    let middle = each.len() / 2;
    let Some(mut last) = each[middle].clone() else {
        return Err(Unsolved::ShortShoe { cards: Unseen::decks(shoe_decks(&options)).total() });
    };
    let mut all = each.clone();
    for at in (0..middle).rev().chain(middle..each.len()) {
        if at == middle {
            last = each[middle].clone().unwrap_or(last);
        }
        last = each[at].clone().unwrap_or(last);
        all[at] = Some(last.clone());
    }
    Ok(all.into_iter().flatten().collect())
}

/// A play that changes with the true count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Index {
    /// The hand, as a chart names it, or `insurance`.
    pub hand: String,
    /// The dealer's card, as a chart names it.
    pub dealer: String,
    /// What is done at a true count of zero.
    pub usual: Option<Play>,
    /// What is done instead; `None` if it is about taking or declining insurance.
    pub instead: Option<Play>,
    /// The true count at which it changes.
    pub at: i32,
    /// Whether it changes at that count and above, or at that count and below.
    pub is_above: bool,
}

/// Finds where plays change from plans by true count: the nearest change on either side of zero.
pub fn indices(plans: &[Plan]) -> Vec<Index> {
    let grids: Vec<_> = plans.iter().map(Plan::grid).collect();
    let middle = plans.len() / 2;
    let Some((columns, rows)) = grids.get(middle) else { return Vec::new() };
    let counts: Vec<i32> = COUNTS.collect();
    let mut found = Vec::new();
    let above = || (middle + 1..plans.len()).map(|at| (at, true));
    let below = || (0..middle).rev().map(|at| (at, false));
    let sides = || [above().collect::<Vec<_>>(), below().collect()];
    for (row, (hand, plays)) in rows.iter().enumerate() {
        for (column, &usual) in plays.iter().enumerate() {
            for side in sides() {
                let play = |at: usize| grids[at].1[row].1[column];
                let change = side.into_iter().find(|&(at, _)| play(at) != usual);
                found.extend(change.map(|(at, is_above)| Index {
                    hand: hand.clone(),
                    dealer: columns[column].clone(),
                    usual: Some(usual),
                    instead: Some(play(at)),
                    at: counts[at],
                    is_above,
                }));
            }
        }
    }
    for side in sides() {
        let change = side.into_iter().find(|&(at, _)| plans[at].insures() != plans[middle].insures());
        found.extend(change.map(|(at, is_above)| Index {
            hand: "insurance".to_owned(),
            dealer: "A".to_owned(),
            usual: None,
            instead: None,
            at: counts[at],
            is_above,
        }));
    }
    found
}
