//! The value of every decision for every two cards against every card of the dealer, and what the dealer ends with.

use super::{
    analysis::{Analysis, Seen},
    dealer::{ENDS, Ends},
    hands::{VALUES, rank},
    play::{BARRED, Policy},
    view::Choice,
};
use rayon::prelude::*;

/// Two cards against the dealer's visible cards, and the value of each decision per original wager.
///
/// Nothing is conditioned on the dealer not having a blackjack: if one is possible, its cost is included in the value
/// of every decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// The ranks of the player's cards, with 10 for every face card.
    pub cards: [u8; 2],
    /// The ranks of the dealer's visible cards.
    pub dealer: Vec<u8>,
    /// How often both occur, among all rounds.
    pub chance: f64,
    /// The decisions that are allowed, and their values.
    pub worths: Vec<(Choice, f64)>,
    /// The best decision.
    pub best: Choice,
    /// The gain of insuring half the wager, if it is offered.
    pub insurance: Option<f64>,
}

impl Decision {
    /// The value of a decision, if it is allowed.
    pub fn of(&self, choice: Choice) -> Option<f64> {
        self.worths.iter().find(|(other, _)| *other == choice).map(|(_, worth)| *worth)
    }
}

/// What the dealer ends with, when only the dealer's own visible cards are known.
#[derive(Clone, PartialEq, Debug)]
pub struct DealerEnds {
    /// The ranks of the dealer's visible cards.
    pub dealer: Vec<u8>,
    /// How often the dealer shows them.
    pub chance: f64,
    /// 17, 18, 19, 20, a 21 that is not a blackjack, over 21, a blackjack.
    pub ends: [f64; ENDS],
}

impl Analysis {
    /// Every decision for every two cards, by the dealer's cards.
    pub fn decisions(&self) -> Vec<Decision> {
        let mut found: Vec<Decision> = Vec::new();
        let all: Vec<Vec<Decision>> = self.seen.par_iter().map(Seen::decisions).collect();
        for one in all.into_iter().flatten() {
            // At a double shoe there is a view for each side.
            let same = |other: &&mut Decision| (&other.dealer, other.cards) == (&one.dealer, one.cards);
            match found.iter_mut().find(same) {
                Some(other) => other.merge(&one),
                None => found.push(one),
            }
        }
        found
    }

    /// What the dealer ends with, by the dealer's visible cards.
    pub fn dealer_ends(&self) -> Vec<DealerEnds> {
        let mut found: Vec<DealerEnds> = Vec::new();
        for seen in &self.seen {
            let (dealer, chance) = (seen.view.dealer.shown.clone(), seen.view.chance);
            let ends: Ends = seen.view.dealer.ends(&seen.view.left);
            match found.iter_mut().find(|other| other.dealer == dealer) {
                Some(other) => {
                    let all = other.chance + chance;
                    let mean = |end: usize| (other.ends[end] * other.chance + ends[end] * chance) / all;
                    (other.ends, other.chance) = (std::array::from_fn(mean), all);
                }
                None => found.push(DealerEnds { dealer, chance, ends }),
            }
        }
        found
    }
}

impl Decision {
    fn merge(&mut self, other: &Decision) {
        let all = self.chance + other.chance;
        let mean = |one: f64, two: f64| (one * self.chance + two * other.chance) / all;
        self.worths.iter_mut().zip(&other.worths).for_each(|(one, two)| one.1 = mean(one.1, two.1));
        self.insurance = self.insurance.zip(other.insurance).map(|(one, two)| mean(one, two));
        self.chance = all;
        let best = self.worths.iter().max_by(|one, two| one.1.total_cmp(&two.1));
        self.best = best.map_or(self.best, |(choice, _)| *choice);
    }
}

impl Seen {
    fn decisions(&self) -> Vec<Decision> {
        let each = self.deals(Policy::Best).into_iter().map(|deal| {
            let choices = [Choice::Stand, Choice::Draw, Choice::Double, Choice::Split, Choice::Surrender];
            let worth = |choice: Choice| match choice {
                Choice::Split => deal.split.map_or(BARRED, |split| split.mean),
                _ => deal.line.of(choice),
            };
            let worths = choices.into_iter().map(|choice| (choice, worth(choice)));
            Decision {
                cards: deal.cards.map(rank),
                dealer: self.view.dealer.shown.clone(),
                chance: deal.chance * self.view.chance,
                worths: worths.filter(|(_, worth)| *worth != BARRED).collect(),
                best: deal.choice(),
                insurance: deal.insurance,
            }
        });
        each.collect()
    }
}

/// Every card of the dealer by rank, with the ace last, as in every chart.
pub fn ups() -> [u8; VALUES] {
    std::array::from_fn(|at| rank((at + 1) % VALUES))
}
