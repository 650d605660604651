//! Charts for both ways in which a table shows the dealer's cards: by one card or, if both are face up (2.6(k)), by
//! their total.

use super::{
    analysis::{Analysis, Expectation, Seen},
    chart::{Chart, Play},
    play::{Column, Policy},
    totals::best_column,
};
use rayon::prelude::*;
use rules::{
    blackjack::SecondCard,
    hands::blackjack::{Total, is_ace_and_ten},
};

/// A chart by the total of both of the dealer's cards. Nothing is decided against a blackjack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exposed {
    columns: Vec<(String, Column)>,
}

/// A chart for a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Plan {
    /// One of the dealer's cards is visible.
    Chart(Box<Chart>),
    /// Both of the dealer's cards are visible.
    Exposed(Exposed),
}

/// The total of both cards: one at which the dealer stops, or one at which the dealer draws, hard or soft.
fn column_of(shown: &[u8]) -> Option<(u8, bool)> {
    let total = Total::of(shown.iter().copied());
    match *shown {
        [one, other] if is_ace_and_ten(one, other) => None,
        _ => Some((total.count(), total.is_soft() && total.dealer_draws())),
    }
}

fn name((count, is_soft): (u8, bool)) -> String {
    if is_soft { format!("s{count}") } else { count.to_string() }
}

impl Plan {
    /// The names of the columns, and the rows: the name of the hand and a play for each column.
    pub fn grid(&self) -> (Vec<String>, Vec<(String, Vec<Play>)>) {
        let (names, columns): (Vec<String>, Vec<Column>) = match self {
            Plan::Chart(chart) => (2..=10)
                .chain([1])
                .map(|up| {
                    (
                        if up == 1 { "A".to_owned() } else { up.to_string() },
                        chart.column_at(Chart::column(up)),
                    )
                })
                .unzip(),
            Plan::Exposed(exposed) => exposed.columns.iter().cloned().unzip(),
        };
        let row = |name: String, of: &dyn Fn(&Column) -> Play| (name, columns.iter().map(of).collect());
        let hard = (0..18).map(|at| row((at + 4).to_string(), &|column| column.hard[at]));
        let soft = (0..10).map(|at| row(format!("soft {}", at + 12), &|column| column.soft[at]));
        let pair = |at: usize| if at == 0 { "pair A".to_owned() } else { format!("pair {}", at + 1) };
        let pairs = (0..10).map(|at| row(pair(at), &|column| column.pairs[at]));
        (names, hard.chain(soft).chain(pairs).collect())
    }

    /// Whether insurance is taken.
    pub fn insures(&self) -> bool {
        matches!(self, Plan::Chart(chart) if chart.insurance)
    }

    /// Formats the plan as comma-separated values. A chart by one card can be parsed by [`Chart::read`].
    pub fn csv(&self) -> String {
        if let Plan::Chart(chart) = self {
            return chart.csv();
        }
        let (names, rows) = self.grid();
        let mut text = format!("hand,{}\n", names.join(","));
        for (name, plays) in rows {
            text += &name;
            plays.iter().for_each(|play| text += &format!(",{play}"));
            text += "\n";
        }
        text
    }
}

impl Analysis {
    /// The best chart by totals.
    pub fn plan(&self) -> Plan {
        match self.seen[0].view.options.second_card() {
            SecondCard::FaceUp => Plan::Exposed(self.exposed()),
            _ => Plan::Chart(Box::new(self.chart())),
        }
    }

    /// The value with the decisions of a plan.
    pub fn follow_plan(&self, plan: &Plan) -> Expectation {
        let columns: Vec<Column> = self.seen.iter().map(|seen| column_in(plan, seen)).collect();
        self.expectation(|at| Policy::Column(&columns[at]), Some(plan.insures()))
    }

    fn exposed(&self) -> Exposed {
        let mut keys: Vec<(bool, u8)> = self
            .seen
            .iter()
            .filter_map(|seen| column_of(&seen.view.dealer.shown))
            .map(|(count, is_soft)| (is_soft, count))
            .collect();
        keys.sort_unstable();
        keys.dedup();
        let one = |&(is_soft, count): &(bool, u8)| {
            let alike = |seen: &&Seen| column_of(&seen.view.dealer.shown) == Some((count, is_soft));
            let seen: Vec<&Seen> = self.seen.iter().filter(alike).collect();
            (name((count, is_soft)), best_column(&seen))
        };
        Exposed { columns: keys.par_iter().map(one).collect() }
    }
}

/// The column for a view; against a blackjack it does not matter which.
pub(super) fn column_in(plan: &Plan, seen: &Seen) -> Column {
    match plan {
        Plan::Chart(chart) => chart.column_for(&seen.view),
        Plan::Exposed(exposed) => {
            let name = column_of(&seen.view.dealer.shown).map(name);
            let found = exposed.columns.iter().find(|(column, _)| Some(column) == name.as_ref());
            found.or(exposed.columns.first()).expect("a column for every view").1
        }
    }
}
