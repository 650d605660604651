//! The gain from playing the second hand of a split pair with knowledge of the first hand's cards.
//!
//! The analyzer plays every hand of a split pair by its own cards alone, which is best for the first of them. A player
//! of the second hand also sees the first. For every way in which the first may end, the second is played again with
//! what is left of the shoe: once with the best decisions there, and once with those made without that knowledge. The
//! mean of the difference is the gain. If pairs may be split again, only the cases in which two hands remain two are
//! counted, so the real gain may be larger.

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

/// The gain of the second hand of split pairs from knowing the cards of the first.
#[derive(Clone, PartialEq, Debug)]
pub struct Known {
    /// Over all rounds, per original wager.
    pub gain: f64,
    /// Whether pairs may be split again. Then only the cases in which two hands remain two are counted, and this is a
    /// lower bound.
    pub is_at_least: bool,
    /// By pair, largest gain over all rounds first.
    pub pairs: Vec<SplitKnown>,
}

/// One pair against the dealer's visible cards.
#[derive(Clone, PartialEq, Debug)]
pub struct SplitKnown {
    /// The rank of the pair's cards, with 10 for every face card.
    pub pair: u8,
    /// The ranks of the dealer's visible cards.
    pub dealer: Vec<u8>,
    /// How often both occur, among all rounds.
    pub chance: f64,
    /// The gain in that case, per original wager.
    pub gain: f64,
}

impl Analysis {
    /// The gain in the cases in which the best decision is to split.
    ///
    /// # Errors
    /// If decisions depend on suits.
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
    /// The gain of the second hand from knowing the cards of the first.
    fn knowing(&self, view: &View) -> f64 {
        let mut pair = [0; VALUES];
        pair[self.pair] = 2;
        let rest = view.left.without(&pair);
        // If a pair may be split again, two hands remain two if neither gets another card of the pair.
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

/// The dealer's ends for many sets of remaining cards, most of which result from several pairs of hands.
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
