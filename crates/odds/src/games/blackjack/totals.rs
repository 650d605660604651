//! The best chart by totals: for each total, the decision that gains the most over all hands with that total, weighted
//! by how often each occurs under the chart itself. Found by improving a column until nothing changes.

use super::{
    analysis::{Analysis, Seen},
    chart::{Chart, Play},
    hands::{Hand, Hands, VALUES, hands},
    play::{BARRED, Column, Line, NO_LINE, Policy},
    view::Choice,
};
use rayon::prelude::*;
use rules::hands::blackjack::MOST;

/// The most times a column is improved; a few are enough.
const ROUNDS: usize = 20;
/// The weight of a pair in the row of its total, where it matters only when no more splits are allowed.
const SELDOM: f64 = 1e-6;

/// The combined values of the decisions of one cell: stand, draw, double, surrender.
#[derive(Clone, Copy, Default)]
struct Cell {
    /// Over hands of two cards.
    dealt: [f64; 4],
    dealt_weight: f64,
    /// Over hands of three or more cards, for which only stand and draw are possible.
    longer: [f64; 2],
    longer_weight: f64,
}

impl Cell {
    fn add(&mut self, hand: &Hand, line: &Line, weight: f64) {
        let all = [line.stand, line.draw, line.double, line.surrender];
        if hand.cards == 2 {
            self.dealt_weight += weight;
            self.dealt.iter_mut().zip(all).for_each(|(sum, worth)| *sum += weight * worth);
        } else {
            self.longer_weight += weight;
            self.longer.iter_mut().zip(all).for_each(|(sum, worth)| *sum += weight * worth);
        }
    }

    fn play(&self) -> Play {
        let [stand, draw, double, surrender] = self.dealt;
        let [stands, draws] = [stand + self.longer[0], draw + self.longer[1]];
        let is_dealt = self.dealt_weight > 0.0;
        // If the two-card hands are doubled or surrendered, the other hands decide the alternative.
        let draws_else =
            if self.longer_weight > 0.0 { self.longer[1] > self.longer[0] } else { draw > stand };
        match () {
            () if is_dealt && double > stand.max(draw).max(surrender) => {
                if draws_else {
                    Play::DoubleHit
                } else {
                    Play::DoubleStand
                }
            }
            () if is_dealt && surrender > stand.max(draw) => {
                if draws_else {
                    Play::SurrenderHit
                } else {
                    Play::SurrenderStand
                }
            }
            () if draws > stands => Play::Hit,
            () => Play::Stand,
        }
    }
}

/// The best play for a pair.
fn pair(line: &Line, split: f64) -> Play {
    let draws = line.draw > line.stand;
    let rest = line.stand.max(line.draw);
    match () {
        () if split >= rest.max(line.double).max(line.surrender) => Play::Split,
        () if line.surrender > rest.max(line.double) => match split > rest {
            true => Play::SurrenderSplit,
            false if draws => Play::SurrenderHit,
            false => Play::SurrenderStand,
        },
        () if line.double > rest => {
            if draws {
                Play::DoubleHit
            } else {
                Play::DoubleStand
            }
        }
        () if draws => Play::Hit,
        () => Play::Stand,
    }
}

/// How often each unsplit hand occurs, starting from the deals.
pub(super) fn reached(seen: &Seen, column: &Column, lines: &[Line]) -> Vec<f64> {
    let all = hands().all();
    let mut often = vec![0.0; all.len()];
    for (hand, cards) in Hands::two_cards() {
        let is_split = cards[0] == cards[1] && column.splits(cards[0], &lines[hand]);
        let chance = seen.view.deal(cards).max(0.0);
        often[hand] = chance * seen.view.chance * if is_split { SELDOM } else { 1.0 };
    }
    for at in 0..all.len() {
        let hand = &all[at];
        if often[at] == 0.0 || lines[at].choice != Choice::Draw {
            continue;
        }
        let left = seen.view.left.without(&hand.counts);
        for (value, next) in hand.next.iter().enumerate() {
            if let Some(next) = next {
                often[usize::from(*next)] += often[at] * left.chance(value);
            }
        }
    }
    often
}

/// A better column for these views together, or the same one.
fn improved(seen: &[&Seen], column: &Column) -> Column {
    let (mut hard, mut soft) = ([Cell::default(); 18], [Cell::default(); 10]);
    let mut pairs = [Line { stand: 0.0, draw: 0.0, double: 0.0, surrender: 0.0, ..NO_LINE }; VALUES];
    let mut splits = [0.0; VALUES];
    for seen in seen {
        let policy = Policy::Column(column);
        let lines = seen.view.play::<false>(&seen.stands, policy);
        let often = reached(seen, column, &lines);
        for (at, hand) in hands().all().iter().enumerate() {
            if often[at] == 0.0 || hand.total.count() == MOST {
                continue;
            }
            let count = usize::from(hand.total.count());
            let cell = if hand.total.is_soft() { &mut soft[count - 12] } else { &mut hard[count - 4] };
            let weight =
                if hand.pair().is_some() { often[at].min(SELDOM * seen.view.chance) } else { often[at] };
            cell.add(hand, &lines[at], weight);
        }
        for (hand, cards) in Hands::two_cards().filter(|(_, [one, other])| one == other) {
            let (one, weight) = (cards[0], seen.view.deal(cards) * seen.view.chance);
            if weight <= 0.0 {
                continue;
            }
            let (sum, line) = (&mut pairs[one], &lines[hand]);
            sum.stand += weight * line.stand;
            sum.draw += weight * line.draw;
            sum.double += weight * line.double;
            sum.surrender += weight * line.surrender;
            splits[one] += weight * seen.split(one).map_or(BARRED, |split| split.mean(&seen.view, policy));
        }
    }
    let mut next = Column {
        hard: hard.map(|cell| cell.play()),
        soft: soft.map(|cell| cell.play()),
        pairs: std::array::from_fn(|at| pair(&pairs[at], splits[at])),
    };
    (next.hard[17], next.soft[9]) = (Play::Stand, Play::Stand);
    next
}

/// The starting point of the search: draw to 17, hard or soft, like the dealer.
fn first() -> Column {
    let row = |count: usize| if count < 17 { Play::Hit } else { Play::Stand };
    Column {
        hard: std::array::from_fn(|at| row(at + 4)),
        soft: std::array::from_fn(|at| row(at + 12)),
        pairs: std::array::from_fn(|at| row(if at == 0 { 12 } else { 2 * (at + 1) })),
    }
}

/// The best column for these views together.
pub(super) fn best_column(seen: &[&Seen]) -> Column {
    let mut column = first();
    for _ in 0..ROUNDS {
        let next = improved(seen, &column);
        if next == column {
            break;
        }
        column = next;
    }
    column
}

impl Analysis {
    /// The best chart by totals, for a table at which one of the dealer's cards is visible.
    pub fn chart(&self) -> Chart {
        // At a double shoe there is a view for each side, and one chart for both.
        let column = |seen: &Seen| Chart::column(seen.view.dealer.shown[0]);
        let columns: Vec<(usize, Column)> = (0..VALUES)
            .into_par_iter()
            .filter_map(|at| {
                let seen: Vec<&Seen> = self.seen.iter().filter(|seen| column(seen) == at).collect();
                (!seen.is_empty()).then(|| (at, best_column(&seen)))
            })
            .collect();
        let mut chart = Chart {
            hard: [[Play::Stand; 10]; 18],
            soft: [[Play::Stand; 10]; 10],
            pairs: [[Play::Stand; 10]; 10],
            insurance: self.insurance_gains(),
        };
        for (at, column) in columns {
            chart.hard.iter_mut().zip(column.hard).for_each(|(row, play)| row[at] = play);
            chart.soft.iter_mut().zip(column.soft).for_each(|(row, play)| row[at] = play);
            chart.pairs.iter_mut().zip(column.pairs).for_each(|(row, play)| row[at] = play);
        }
        chart
    }

    /// Whether insurance gains on average, whatever the player's hand.
    fn insurance_gains(&self) -> bool {
        let of = |seen: &Seen| {
            let gain = |cards| seen.view.deal(cards).max(0.0) * seen.insurance(cards).unwrap_or(0.0);
            seen.view.chance * Hands::two_cards().map(|(_, cards)| gain(cards)).sum::<f64>()
        };
        self.seen.iter().filter(|seen| seen.view.dealer.shown == [1]).map(of).sum::<f64>() > 0.0
    }
}
