//! The gain from playing the second hand of a split pair with knowledge of the first hand's cards.
//!
//! The analyzer plays every hand of a split pair by its own cards alone. A player of the second hand also sees the first.
//! For every way in which the first may end, the second is played again with what is left of the shoe: once with the best
//! decisions there, and once with those made without that knowledge. The mean of the difference is gained by somebody who
//! plays like this, so the best possible play gains at least as much. If pairs may be split again, only the cases in which
//! two hands remain two are counted.
//!
//! With one split there is also an upper bound. Somebody who plays the first hand in another way may learn more, but
//! nobody learns more than if the first hand drew until it had 21 or went over: whatever else it might do ends earlier,
//! and cards that are seen never harm. So the best play of both hands gains no more than the best play of the first by
//! itself together with the best play of a second hand that is told the cards of a first hand that always drew. If nobody
//! looks at the hole card, going over 21 with the first hand makes the second one's loss to a blackjack larger: the first
//! is charged the least of these differences.

use super::{
    analysis::{Analysis, Seen},
    dealer::{Ends, Left},
    hands::{ACE, Counts, VALUES, hands, rank},
    play::{Course, NO_LINE, Policy},
    split::Split,
    spread::{chance_of, pack},
    stands::Stands,
    view::{Choice, Over, View},
};
use crate::Unsolved;
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};

/// The gain from knowing the other hand of split pairs.
#[derive(Clone, PartialEq, Debug)]
pub struct Known {
    /// What is gained at least, over all rounds, per original wager.
    pub gain: f64,
    /// What is gained at most; `None` if pairs may be split again.
    pub most: Option<f64>,
    /// Whether pairs may be split again.
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
    /// What is gained at least in that case, per original wager.
    pub gain: f64,
    /// What is gained at most; `None` if pairs may be split again.
    pub most: Option<f64>,
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
                    let mean = |a: f64, b: f64| (a * other.chance + b * one.chance) / chance;
                    other.gain = mean(other.gain, one.gain);
                    other.most = other.most.zip(one.most).map(|(a, b)| mean(a, b));
                    other.chance = chance;
                }
                None => pairs.push(one),
            }
        }
        pairs.sort_by(|one, other| (other.gain * other.chance).total_cmp(&(one.gain * one.chance)));
        let gain = pairs.iter().map(|one| one.gain * one.chance).sum();
        let most = pairs.iter().map(|one| Some(one.most? * one.chance)).sum();
        let is_at_least = self.seen[0].view.options.most_hands() > 2;
        Ok(Known { gain, most, is_at_least, pairs })
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
        let known = |split: &Split| {
            let [gain, most] = split.knowing(&self.view);
            SplitKnown {
                pair: rank(split.pair),
                dealer: self.view.dealer.shown.clone(),
                chance: self.view.chance * self.view.deal([split.pair; 2]),
                gain,
                most: (split.most == 2).then_some(most),
            }
        };
        self.splits.iter().filter(is_split).map(known).collect()
    }
}

/// The second hand of a split pair, after any first one.
struct Second<'a> {
    split: &'a Split,
    view: &'a View,
    /// The dealer's ends by the cards that are gone.
    known: HashMap<u64, Ends>,
}

/// How the first hand may end: the cards it drew, and the number of their orders.
type Firsts = BTreeMap<Counts, f64>;

impl Second<'_> {
    /// If a pair may be split again, two hands remain two if neither gets another card of the pair.
    fn counts(&self, second: usize) -> bool {
        self.split.most == 2 || second != self.split.pair
    }

    fn firsts(&self, course: &Course) -> Firsts {
        let (pair, mut firsts) = (self.split.pair, Firsts::new());
        course.finals(
            pair,
            |second| self.counts(second),
            |mut drawn, orders, _| {
                drawn[pair] -= 1;
                *firsts.entry(drawn).or_insert(0.0) += orders;
            },
        );
        firsts
    }

    /// Whether a first hand that drew these cards has gone over 21.
    fn is_over(&self, drawn: &Counts) -> bool {
        let mut cards = *drawn;
        cards[self.split.pair] += 1;
        hands().of(&cards).is_none()
    }

    /// The value of the second hand after the first drew these cards: by the best decisions now, and by those made
    /// before. Whether the first went over 21 matters if nobody has looked at the hole card.
    fn worth(&mut self, drawn: &Counts, is_over: bool) -> [f64; 2] {
        let (split, view) = (self.split, self.view);
        let is_looked_at = view.is_looked_at();
        let over = Over { spares: [is_looked_at || !is_over, is_looked_at], more: 0.0 };
        let second = view.after(drawn, over);
        let mut pair = [0; VALUES];
        pair[split.pair] = 2;
        let left = second.left.without(&pair);
        if !left.is_possible() || left.total < 1.0 {
            return [0.0; 2];
        }
        let mut stands = Stands::new(split.kind, Some((split.pair, 1)));
        let known = &mut self.known;
        stands.fill_by(&second, 0..stands.family.len(), |lefts, each| ends_by(known, view, lefts, each));
        let next = stands.family.place(&[split.pair]).map(|at| stands.family.next[at]).unwrap_or_default();
        [Policy::Best, Policy::Fixed(split.best(view))].map(|policy| {
            let lines = second.play::<false>(&stands, policy);
            let worth = |(value, next): (usize, Option<u16>)| {
                let at = next.map(usize::from).filter(|_| self.counts(value));
                at.map_or(0.0, |at| left.chance(value) * lines[at].worth)
            };
            next.into_iter().enumerate().map(worth).sum()
        })
    }
}

impl Split {
    /// The gain of both hands from knowing each other's cards: at least, and at most if there is one split.
    fn knowing(&self, view: &View) -> [f64; 2] {
        let mut pair = [0; VALUES];
        pair[self.pair] = 2;
        let rest = view.left.without(&pair);
        let mut second = Second { split: self, view, known: HashMap::new() };
        let [mut gain, mut before] = [0.0; 2];
        for (drawn, orders) in second.firsts(&self.course(view, Policy::Best)) {
            let chance = orders * chance_of(&rest, &drawn);
            let is_over = second.is_over(&drawn);
            let [best, fixed] = second.worth(&drawn, is_over);
            gain += chance * (best - fixed);
            before += chance * fixed;
        }
        if self.most > 2 {
            return [gain, f64::INFINITY];
        }
        // The most that the second hand gains, and the least that it loses because the first went over 21.
        let (mut after, mut charge) = (0.0, f64::INFINITY);
        let family = hands().family(Some(self.pair));
        let always = Course::new(family, self.kind, self.pair, &vec![Choice::Draw; family.len()]);
        let is_charged = view.natural(&[0; VALUES]) > 0.0 && !view.is_looked_at();
        for (drawn, orders) in second.firsts(&always) {
            let chance = orders * chance_of(&rest, &drawn);
            if chance <= 0.0 {
                continue;
            }
            let [best, _] = second.worth(&drawn, false);
            after += chance * best;
            if is_charged && second.is_over(&drawn) {
                charge = charge.min(best - second.worth(&drawn, true)[0]);
            }
        }
        let stands = Stands::whole(view, self.kind, Some((self.pair, 1)));
        let more = if charge.is_finite() { charge.max(0.0) } else { 0.0 };
        let charged = view.after(&[0; VALUES], Over { spares: [true; 2], more });
        let first = |view: &View| {
            let at = stands.family.place(&[self.pair]);
            at.map_or(NO_LINE, |at| view.play::<true>(&stands, Policy::Best)[at])
        };
        let alone = first(view);
        // A doubled hand that goes over 21 loses more than the one wager that a blackjack takes.
        let first = first(&charged).worth - alone.worth + alone.over_natural - alone.over_often;
        [gain, first + after - before]
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

#[cfg(test)]
mod tests;
