//! What every decision is worth for every two cards against every card of the dealer, and what the dealer ends with.

use super::{
    analysis::{Analysis, Seen},
    dealer::{ENDS, Ends},
    hands::{VALUES, rank},
    play::{BARRED, Policy},
    view::Choice,
};
use rayon::prelude::*;

/// Two cards against what is seen of the dealer's, and what each decision is worth per original wager.
///
/// Nothing is conditioned on the dealer having no blackjack: where he may have one, every decision is worth less by what it
/// takes.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// The ranks of the player's cards, a ten for every face.
    pub cards: [u8; 2],
    /// The ranks of the dealer's cards that are seen.
    pub dealer: Vec<u8>,
    /// How often both come, of all rounds.
    pub chance: f64,
    /// What may be decided, and what it is worth.
    pub worths: Vec<(Choice, f64)>,
    /// What is best.
    pub best: Choice,
    /// What insurance of half the wager gains, where it is offered.
    pub insurance: Option<f64>,
}

impl Decision {
    /// What a decision is worth, if it may be made.
    pub fn of(&self, choice: Choice) -> Option<f64> {
        self.worths.iter().find(|(other, _)| *other == choice).map(|(_, worth)| *worth)
    }
}

/// What the dealer ends with, before anybody's cards are seen but his own.
#[derive(Clone, PartialEq, Debug)]
pub struct DealerEnds {
    /// The ranks of his cards that are seen.
    pub dealer: Vec<u8>,
    /// How often he shows them.
    pub chance: f64,
    /// 17, 18, 19, 20, a 21 that is no blackjack, over 21, a blackjack.
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

    /// What the dealer ends with, by his cards that are seen.
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

/// Every card of the dealer, by rank, the ace last, as in every chart.
pub fn ups() -> [u8; VALUES] {
    std::array::from_fn(|at| rank((at + 1) % VALUES))
}
