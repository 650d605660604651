//! A whole table: the value of a round before the first card, with the best decisions or with those of a chart.

use super::{
    chart::Chart,
    dealer::Left,
    hands::{ACE, Hands, TEN, VALUES, hands},
    pays::{Kind, Pays, ratio},
    play::{Column, Line, Policy},
    split::{Split, Worth},
    stands::Stands,
    view::{Choice, View, is_whole, left},
};
use crate::Unsolved;
use rayon::prelude::*;
use rules::{
    Fate,
    blackjack::{INSURANCE, Options, SecondCard, Supply, insurance},
    kit::cards::Unseen,
};
use std::sync::Arc;

/// The value of a round, per original wager.
#[derive(Clone, PartialEq, Debug)]
pub struct Expectation {
    /// The player's average gain.
    pub mean: f64,
    /// The standard deviation of the player's gain.
    pub deviation: f64,
    /// The average total stake, including doubling, splitting and insurance.
    pub stake: f64,
    /// For each combination of the dealer's visible cards: the ranks, how often they occur, and the player's gain.
    pub by_dealer: Vec<(Vec<u8>, f64, f64)>,
}

/// One view of the dealer, and everything that does not depend on a strategy.
pub(super) struct Seen {
    pub(super) view: View,
    pub(super) stands: Stands,
    pub(super) splits: Vec<Split>,
}

/// An analyzed table and shoe.
pub struct Analysis {
    pub(super) seen: Vec<Seen>,
    /// How many sides of a double shoe have separate views; 1 if there is one shoe, or both sides are alike.
    pub(super) sides: u8,
}

impl Seen {
    fn new(view: View) -> Seen {
        let stands = Stands::whole(&view, Kind::Dealt, None);
        let possible = (0..VALUES).filter(|&pair| view.left.counts[pair] >= 2.0);
        let splits = possible.map(|pair| Split::new(&view, pair)).collect();
        Seen { view, stands, splits }
    }

    /// The hands of this pair after a split.
    pub(super) fn split(&self, pair: usize) -> Option<&Split> {
        self.splits.iter().find(|split| split.is_of(pair))
    }

    /// The gain of insuring half the wager, if it is offered.
    pub(super) fn insurance(&self, cards: [usize; 2]) -> Option<f64> {
        insurance_of(&self.view, cards)
    }

    /// Every hand of two cards: its probability, the value of each decision, and the value of splitting if it is split.
    pub(super) fn deals(&self, policy: Policy<'_>) -> Vec<Deal> {
        let lines = self.view.play::<true>(&self.stands, policy);
        let deal = |(hand, cards): (usize, [usize; 2])| {
            let chance = self.view.deal(cards);
            let [one, other] = cards;
            let line = lines[hand];
            let may_split = one == other && chance > 0.0;
            let is_wanted = may_split
                && match policy {
                    Policy::Column(column) => column.splits(one, &line),
                    _ => true,
                };
            let split = if is_wanted { self.split(one) } else { None };
            let split = split.map(|split| split.worth(&self.view, policy));
            let splits = split.is_some_and(|split| match policy {
                Policy::Column(_) => true,
                _ => split.mean > line.worth,
            });
            Deal { hand, cards, chance, line, split, splits, insurance: self.insurance(cards) }
        };
        Hands::two_cards().map(deal).filter(|deal| deal.chance > 0.0).collect()
    }
}

/// The gain of insuring half the wager with these two cards, if it is offered.
pub(super) fn insurance_of(view: &View, [one, other]: [usize; 2]) -> Option<f64> {
    if !view.options.insurance() || view.dealer.shown != [1] {
        return None;
    }
    let mut gone = [0; VALUES];
    gone[one] += 1;
    gone[other] += 1;
    let left = view.left.without(&gone);
    let net = |value: usize| match insurance(super::hands::rank(value)) {
        Fate::Won => ratio(INSURANCE.0),
        _ => -1.0,
    };
    Some(0.5 * (0..VALUES).map(|value| left.chance(value) * net(value)).sum::<f64>())
}

/// Two cards against one view of the dealer.
#[derive(Clone, Copy)]
pub(super) struct Deal {
    pub(super) hand: usize,
    pub(super) cards: [usize; 2],
    pub(super) chance: f64,
    pub(super) line: Line,
    pub(super) split: Option<Worth>,
    pub(super) splits: bool,
    pub(super) insurance: Option<f64>,
}

impl Deal {
    /// Its value, without insurance.
    pub(super) fn worth(&self) -> Worth {
        match self.split {
            Some(split) if self.splits => split,
            _ => Worth { mean: self.line.worth, stake: self.line.stake },
        }
    }

    /// The decision.
    pub(super) fn choice(&self) -> Choice {
        if self.splits { Choice::Split } else { self.line.choice }
    }
}

/// All views of the dealer's cards.
fn shown(options: &Options) -> Vec<Vec<u8>> {
    match options.second_card() {
        SecondCard::FaceUp => {
            (1..=10).flat_map(|one| (one..=10).map(move |other| vec![one, other])).collect()
        }
        _ => (1..=10).map(|one| vec![one]).collect(),
    }
}

impl Analysis {
    /// Analyzes a table with these cards unseen.
    ///
    /// # Errors
    /// If the shoe may run out in the middle of a round.
    pub fn of(options: Options, unseen: &Unseen) -> Result<Analysis, Unsolved> {
        Analysis::with(options, unseen, Pays::of(&options, unseen))
    }

    /// Analyzes a table with a fresh shoe. A round at a double shoe is dealt from one side, chosen by the color of a
    /// card (2.6(d)), so from either side in half of all rounds. The color says nothing about values. It does say
    /// something about suits, which matter only to a designated blackjack; that is ignored.
    ///
    /// # Errors
    /// If the shoe may run out in the middle of a round.
    pub fn fresh(options: Options) -> Result<Analysis, Unsolved> {
        let Supply::Double { decks: [left, right], .. } = options.supply() else {
            return Analysis::of(options, &Unseen::decks(options.decks()));
        };
        let mut one = Analysis::of(options, &Unseen::decks(left))?;
        if left != right {
            one.seen.extend(Analysis::of(options, &Unseen::decks(right))?.seen);
            one.seen.iter_mut().for_each(|seen| seen.view.chance *= 0.5);
            one.sides = 2;
        }
        Ok(one)
    }

    /// The same with these payouts.
    pub(super) fn with(options: Options, unseen: &Unseen, pays: Pays) -> Result<Analysis, Unsolved> {
        Analysis::with_left(options, &left(unseen), unseen, pays)
    }

    /// The same with this many cards of each value, which may be fractional; `unseen` is used only for their suits.
    pub(super) fn with_left(
        options: Options,
        all: &Left,
        unseen: &Unseen,
        pays: Pays,
    ) -> Result<Analysis, Unsolved> {
        let pays = Arc::new(pays);
        let seen: Vec<Seen> = shown(&options)
            .par_iter()
            .map(|shown| Seen::new(View::with(shown, all, unseen, options, &pays)))
            .filter(|seen| seen.view.chance > 0.0)
            .collect();
        let short = Unsolved::ShortShoe { cards: unseen.total() };
        if seen.is_empty() || seen.iter().any(|seen| !seen.is_enough()) {
            return Err(short);
        }
        Ok(Analysis { seen, sides: 1 })
    }

    /// The value with the best decision for every hand, card by card.
    pub fn best(&self) -> Expectation {
        self.expectation(|_| Policy::Best, None)
    }

    /// The value with the decisions of a chart.
    pub fn follow(&self, chart: &Chart) -> Expectation {
        let columns: Vec<Column> = self.seen.iter().map(|seen| chart.column_for(&seen.view)).collect();
        self.expectation(|at| Policy::Column(&columns[at]), Some(chart.insurance))
    }

    pub(super) fn expectation<'b>(
        &self,
        policy: impl Fn(usize) -> Policy<'b> + Sync,
        insures: Option<bool>,
    ) -> Expectation {
        let views: Vec<(Vec<u8>, f64, (Worth, f64))> = self
            .seen
            .par_iter()
            .enumerate()
            .map(|(at, seen)| {
                (seen.view.dealer.shown.clone(), seen.view.chance, seen.worth(policy(at), insures))
            })
            .collect();
        let sum =
            |of: fn(&(Worth, f64)) -> f64| views.iter().map(|(_, chance, one)| chance * of(one)).sum::<f64>();
        let mean = sum(|(worth, _)| worth.mean);
        Expectation {
            mean,
            deviation: (sum(|(_, square)| *square) - mean * mean).sqrt(),
            stake: sum(|(worth, _)| worth.stake),
            by_dealer: by_dealer(
                views.iter().map(|(shown, chance, (worth, _))| (shown, *chance, worth.mean)),
            ),
        }
    }
}

/// Merges views of the same cards: at a double shoe there is one for each side.
fn by_dealer<'a>(views: impl Iterator<Item = (&'a Vec<u8>, f64, f64)>) -> Vec<(Vec<u8>, f64, f64)> {
    let mut all: Vec<(Vec<u8>, f64, f64)> = Vec::new();
    for (shown, chance, mean) in views {
        match all.iter_mut().find(|(other, ..)| other == shown) {
            Some((_, sum, before)) => {
                *before = (*sum * *before + chance * mean) / (*sum + chance);
                *sum += chance;
            }
            None => all.push((shown.clone(), chance, mean)),
        }
    }
    all
}

impl Seen {
    /// Whether the shoe is large enough for the hands that take the most cards.
    fn is_enough(&self) -> bool {
        // A few aces and twos make the longest hands; what is left after them must still be enough for the dealer.
        let fewest = |hand: &super::hands::Hand| self.view.left.without(&hand.counts);
        let possible = hands().all().iter().map(fewest).filter(super::dealer::Left::is_possible);
        let least = possible.map(|left| left.total).fold(f64::INFINITY, f64::min);
        let whole = is_whole(&self.view.dealer.ends(&self.view.left));
        least >= 1.0 && whole
    }

    /// The value of a round against this view, and the mean of its square.
    pub(super) fn worth(&self, policy: Policy<'_>, insures: Option<bool>) -> (Worth, f64) {
        let (mut sum, mut squares) = (Worth { mean: 0.0, stake: 0.0 }, 0.0);
        for deal in self.deals(policy) {
            let Worth { mean, stake } = deal.worth();
            let ended = self.view.ended(&self.view.left.without(&hands().all()[deal.hand].counts));
            let split = self.splits.iter().find(|split| deal.splits && split.is_of(deal.cards[0]));
            let mut square = split.map_or(deal.line.square, |split| split.square(&self.view, policy));
            let gain = deal.insurance.filter(|&gain| insures.unwrap_or(gain > 0.0));
            if gain.is_some() {
                square += self.insured(&deal, mean);
            }
            sum.mean += deal.chance * (mean + gain.unwrap_or(0.0));
            squares += deal.chance * square;
            sum.stake += deal.chance * (stake + ended + if gain.is_some() { 0.5 } else { 0.0 });
        }
        (sum, squares)
    }
}

impl Seen {
    /// What insuring half the wager adds to the mean of the square: it wins when the wager is lost to a blackjack.
    fn insured(&self, deal: &Deal, mean: f64) -> f64 {
        let natural = self.view.natural(&hands().all()[deal.hand].counts);
        let [won, lost] = [0.5 * ratio(INSURANCE.0), -0.5];
        let against = if is_natural(deal.cards) { 0.0 } else { -1.0 };
        let product = natural * against * won + lost * (mean - natural * against);
        2.0 * product + natural * won * won + (1.0 - natural) * lost * lost
    }
}

/// Whether two cards are a blackjack.
pub(super) fn is_natural([one, other]: [usize; 2]) -> bool {
    one == ACE && other == TEN
}
