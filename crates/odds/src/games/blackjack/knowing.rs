//! What it gains to play the second hand of a split pair by the cards of the first.
//!
//! The analyzer plays every hand of a split pair by its own cards alone, as is best for the first of them. Whoever plays the
//! second sees the first as well. For every way in which the first may end, the second is played anew with what is left of
//! the shoe: once with the best decisions there, and once with those made before. The mean of the difference is the gain.
//! Where pairs may be split again, it is counted only where two hands stay two, so that more could be gained.

use super::{
    analysis::{Analysis, Seen},
    dealer::{Ends, Left},
    hands::{ACE, Counts, VALUES, rank},
    play::Policy,
    split::Split,
    spread::{chance_of, pack},
    stands::Stands,
    view::View,
};
use crate::Unsolved;
use rayon::prelude::*;
use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

/// What the second hand of split pairs gains by the cards of the first.
#[derive(Clone, PartialEq, Debug)]
pub struct Known {
    /// Over all rounds, per original wager.
    pub gain: f64,
    /// Whether pairs may be split again here: then only two hands that stay two are counted, and this is a lower bound.
    pub is_at_least: bool,
    /// By pair, the largest gain of all rounds first.
    pub pairs: Vec<SplitKnown>,
}

/// One pair against what is seen of the dealer's cards.
#[derive(Clone, PartialEq, Debug)]
pub struct SplitKnown {
    /// The rank of the pair's cards, a ten for every face.
    pub pair: u8,
    /// The ranks of the dealer's cards that are seen.
    pub dealer: Vec<u8>,
    /// How often both come, of all rounds.
    pub chance: f64,
    /// What is gained then, per original wager.
    pub gain: f64,
}

impl Analysis {
    /// What is gained where the best decisions split.
    ///
    /// # Errors
    /// If decisions go by suits.
    pub fn knowing(&self, progress: &(dyn Fn() + Sync)) -> Result<Known, Unsolved> {
        if self.seen.iter().any(|seen| !seen.view.suited.is_empty()) {
            return Err(Unsolved::BySuits);
        }
        let all: Vec<Vec<SplitKnown>> = self
            .seen
            .par_iter()
            .map(|seen| {
                let known = seen.knowing();
                progress();
                known
            })
            .collect();
        let mut pairs: Vec<SplitKnown> = Vec::new();
        for one in all.into_iter().flatten() {
            // At a double shoe there is a view for each side.
            match pairs.iter_mut().find(|other| (other.pair, &other.dealer) == (one.pair, &one.dealer)) {
                Some(other) => {
                    let chance = other.chance + one.chance;
                    other.gain = (other.gain * other.chance + one.gain * one.chance) / chance;
                    other.chance = chance;
                }
                None => pairs.push(one),
            }
        }
        pairs.sort_by(|one, other| (other.gain * other.chance).total_cmp(&(one.gain * one.chance)));
        let gain = pairs.iter().map(|one| one.gain * one.chance).sum();
        Ok(Known { gain, is_at_least: self.seen[0].view.options.most_hands() > 2, pairs })
    }
}

impl Seen {
    fn knowing(&self) -> Vec<SplitKnown> {
        let lines = self.view.play::<false>(&self.stands, Policy::Best);
        let is_split = |split: &&Split| {
            let both = self.stands.family.place(&[split.pair; 2]);
            // Aces get one card each, and nothing is decided.
            let worth = both.map_or(f64::INFINITY, |at| lines[at].worth);
            split.pair != ACE && split.mean(&self.view, Policy::Best) > worth
        };
        let known = |split: &Split| SplitKnown {
            pair: rank(split.pair),
            dealer: self.view.dealer.shown.clone(),
            chance: self.view.chance * self.view.deal([split.pair; 2]),
            gain: split.knowing(&self.view),
        };
        self.splits.iter().filter(is_split).map(known).collect()
    }
}

impl Split {
    /// What the second hand gains by the cards of the first.
    fn knowing(&self, view: &View) -> f64 {
        let mut pair = [0; VALUES];
        pair[self.pair] = 2;
        let rest = view.left.without(&pair);
        // Where a pair may be split again, two hands stay two if neither gets another card of the pair.
        let counts = |second: usize| self.most == 2 || second != self.pair;
        let mut firsts: BTreeMap<Counts, f64> = BTreeMap::new();
        self.course(view, Policy::Best).finals(self.pair, counts, |mut drawn, orders, _| {
            drawn[self.pair] -= 1;
            *firsts.entry(drawn).or_insert(0.0) += orders;
        });
        let mut known = HashMap::new();
        let gain = |(drawn, orders): (Counts, f64)| {
            let left = rest.without(&drawn);
            if !left.is_possible() || left.total < 1.0 {
                return 0.0;
            }
            let second = View {
                dealer: Arc::clone(&view.dealer),
                chance: view.chance,
                left: view.left.without(&drawn),
                options: view.options,
                pays: Arc::clone(&view.pays),
                suited: Vec::new(),
            };
            let mut stands = Stands::new(self.kind, Some((self.pair, 1)));
            stands.fill_by(&second, 0..stands.family.len(), |lefts, each| {
                ends_by(&mut known, view, lefts, each);
            });
            let [best, before] = [Policy::Best, Policy::Fixed(self.best(view))]
                .map(|policy| second.play::<false>(&stands, policy));
            let next = stands.family.place(&[self.pair]).map(|at| stands.family.next[at]).unwrap_or_default();
            let gain = |(value, next): (usize, Option<u16>)| {
                let at = next.map(usize::from).filter(|_| counts(value));
                at.map_or(0.0, |at| left.chance(value) * (best[at].worth - before[at].worth))
            };
            orders * chance_of(&rest, &drawn) * next.into_iter().enumerate().map(gain).sum::<f64>()
        };
        firsts.into_iter().map(gain).sum()
    }
}

/// The dealer's ends beside many sets of cards, most of which come about by several pairs of hands.
fn ends_by(known: &mut HashMap<u64, Ends>, view: &View, lefts: &[Left], each: &mut dyn FnMut(usize, Ends)) {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few cards are gone")]
    let gone = |left: &Left| -> Counts {
        std::array::from_fn(|at| (view.left.counts[at] - left.counts[at]).round() as u8)
    };
    let keys: Vec<u64> = lefts.iter().map(|left| pack(&gone(left), &[0; VALUES])).collect();
    let unknown = keys.iter().zip(lefts).filter(|(key, _)| !known.contains_key(key));
    let (wanted, shoes): (Vec<u64>, Vec<Left>) = unknown.unzip();
    view.dealer.ends_of(&shoes, |at, ends| {
        known.insert(wanted[at], ends);
    });
    for (at, key) in keys.iter().enumerate() {
        each(at, known[key]);
    }
}
