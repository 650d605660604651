//! A chart of basic strategy: what to do with each total against each card of the dealer. It is a table of
//! comma-separated values that people can edit by hand and [`Chart::read`] reads back.

use super::{fault::TextFault, play::Column, view::View};
use std::fmt;

/// What a chart says to do. If that is not allowed at the moment, the next best follows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Play {
    /// Stand.
    Stand,
    /// Draw a card.
    Hit,
    /// Double; draw if that is not allowed.
    DoubleHit,
    /// Double; stand if that is not allowed.
    DoubleStand,
    /// Split; if no more splits are allowed, play the total.
    Split,
    /// Surrender; draw if that is not allowed.
    SurrenderHit,
    /// Surrender; stand if that is not allowed.
    SurrenderStand,
    /// Surrender; split if that is not allowed.
    SurrenderSplit,
}

impl Play {
    /// All plays that a chart can contain.
    pub const ALL: [Play; 8] = [
        Play::Stand,
        Play::Hit,
        Play::DoubleHit,
        Play::DoubleStand,
        Play::Split,
        Play::SurrenderHit,
        Play::SurrenderStand,
        Play::SurrenderSplit,
    ];

    /// The letters in a cell.
    pub const fn letters(self) -> &'static str {
        match self {
            Play::Stand => "S",
            Play::Hit => "H",
            Play::DoubleHit => "D",
            Play::DoubleStand => "Ds",
            Play::Split => "P",
            Play::SurrenderHit => "Rh",
            Play::SurrenderStand => "Rs",
            Play::SurrenderSplit => "Rp",
        }
    }

    /// The play in words.
    pub const fn says(self) -> &'static str {
        match self {
            Play::Stand => "stand",
            Play::Hit => "draw",
            Play::DoubleHit => "double, else draw",
            Play::DoubleStand => "double, else stand",
            Play::Split => "split",
            Play::SurrenderHit => "surrender, else draw",
            Play::SurrenderStand => "surrender, else stand",
            Play::SurrenderSplit => "surrender, else split",
        }
    }

    /// Parses a cell.
    fn read(text: &str) -> Option<Play> {
        Play::ALL.into_iter().find(|play| play.letters() == text)
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.letters())
    }
}

/// Basic strategy by totals. A column is the dealer's card: 2 to 10, then the ace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chart {
    /// Totals in which no ace counts eleven, from 4 to 21.
    pub hard: [[Play; 10]; 18],
    /// Totals in which an ace counts eleven, from 12 to 21.
    pub soft: [[Play; 10]; 10],
    /// Pairs by the value of their cards: aces, then 2 to 10.
    pub pairs: [[Play; 10]; 10],
    /// Whether insurance is taken.
    pub insurance: bool,
}

/// The header line.
const HEADER: &str = "hand,2,3,4,5,6,7,8,9,10,A";
/// The number of rows: hard, soft and pairs.
const ROWS: usize = 38;

impl Chart {
    /// The column for a dealer's card, by its rank from 1 (ace) to 13.
    pub const fn column(rank: u8) -> usize {
        match rank {
            1 => 9,
            2..=9 => rank as usize - 2,
            _ => 8,
        }
    }

    /// What it says about a total, 4 to 21 hard or 12 to 21 soft.
    pub const fn total(&self, count: u8, is_soft: bool, up: u8) -> Play {
        let at = Chart::column(up);
        if is_soft { self.soft[count as usize - 12][at] } else { self.hard[count as usize - 4][at] }
    }

    /// What it says about two cards of this value, with 1 for an ace.
    pub const fn pair(&self, value: u8, up: u8) -> Play {
        self.pairs[value as usize - 1][Chart::column(up)]
    }

    /// The column for one view of the dealer, by the dealer's first card.
    pub(super) fn column_for(&self, view: &View) -> Column {
        self.column_at(Chart::column(view.dealer.shown[0]))
    }

    /// A single column.
    pub(super) fn column_at(&self, at: usize) -> Column {
        Column {
            hard: self.hard.map(|row| row[at]),
            soft: self.soft.map(|row| row[at]),
            pairs: self.pairs.map(|row| row[at]),
        }
    }

    /// The rows in order.
    fn rows(&self) -> impl Iterator<Item = &[Play; 10]> {
        self.hard.iter().chain(&self.soft).chain(&self.pairs)
    }

    /// Formats the chart as comma-separated values.
    pub fn csv(&self) -> String {
        let mut text = format!("{HEADER}\n");
        for (at, row) in self.rows().enumerate() {
            text += &name(at);
            for play in row {
                text += ",";
                text += play.letters();
            }
            text += "\n";
        }
        text + "insurance," + if self.insurance { "always" } else { "never" } + "\n"
    }

    /// Parses what [`csv`](Chart::csv) writes. Rows may come in any order; empty lines and lines that begin with `#`
    /// are ignored.
    ///
    /// # Errors
    /// If a row or a cell is missing, is repeated or is not a play; with the line and the column.
    pub fn read(text: &str) -> Result<Chart, TextFault> {
        let lines = text.lines().map(str::trim);
        let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        let fault = |part: &str, what| Err(TextFault::at(text, part, what));
        let missing = |what: String| Err(TextFault::missing(text, what));
        match lines.next() {
            Some(line) if cells(line) == cells(HEADER) => {}
            Some(line) => return fault(line, format!("`{line}` is not the header: expected `{HEADER}`")),
            None => return missing(format!("nothing is written: expected the header `{HEADER}`")),
        }
        let mut rows: [Option<[Play; 10]>; ROWS] = [None; ROWS];
        let mut insurance = None;
        for line in lines {
            let cells = cells(line);
            let is_again = if cells[0] == "insurance" {
                insurance.replace(read_insurance(text, line)?).is_some()
            } else {
                let Some(at) = (0..ROWS).find(|&at| name(at) == cells[0]) else {
                    let known = "4 to 21, soft 12 to soft 21, pair A, pair 2 to pair 10, insurance";
                    return fault(cells[0], format!("`{}` is no hand: expected one of {known}", cells[0]));
                };
                rows[at].replace(read_row(text, line)?).is_some()
            };
            if is_again {
                return fault(cells[0], format!("`{}` comes twice: expected once", cells[0]));
            }
        }
        if let Some(at) = rows.iter().position(Option::is_none) {
            return missing(format!("the row `{}` is missing", name(at)));
        }
        let Some(insurance) = insurance else {
            return missing("the line `insurance,never` or `insurance,always` is missing".to_owned());
        };
        let row = |at: usize| rows[at].unwrap_or([Play::Stand; 10]);
        Ok(Chart {
            hard: std::array::from_fn(row),
            soft: std::array::from_fn(|at| row(at + 18)),
            pairs: std::array::from_fn(|at| row(at + 28)),
            insurance,
        })
    }
}

/// The name of a row.
fn name(at: usize) -> String {
    match at {
        0..=17 => format!("{}", at + 4),
        18..=27 => format!("soft {}", at - 18 + 12),
        28 => "pair A".to_owned(),
        _ => format!("pair {}", at - 28 + 1),
    }
}

fn cells(line: &str) -> Vec<&str> {
    line.split(',').map(str::trim).collect()
}

fn read_insurance(text: &str, line: &str) -> Result<bool, TextFault> {
    match cells(line)[..] {
        [_, "never"] => Ok(false),
        [_, "always"] => Ok(true),
        ref cells => {
            let what = format!("`{}`: expected `insurance,never` or `insurance,always`", cells.join(","));
            Err(TextFault::at(text, cells.get(1).copied().unwrap_or(line), what))
        }
    }
}

fn read_row(text: &str, line: &str) -> Result<[Play; 10], TextFault> {
    let cells = cells(line);
    let fault = |part: &str, what| Err(TextFault::at(text, part, what));
    let (hand, columns) = (cells[0], cells.len() - 1);
    if columns != 10 {
        let what = format!("`{hand}` has {columns} cells: expected 10, the dealer's 2 to 10 and ace");
        return fault(line, what);
    }
    let mut row = [Play::Stand; 10];
    for (at, (cell, to)) in cells[1..].iter().zip(&mut row).enumerate() {
        let up = HEADER.split(',').nth(at + 1).unwrap_or_default();
        let known = Play::ALL.map(Play::letters).join(", ");
        let Some(play) = Play::read(cell) else {
            let what = format!("`{cell}` for `{hand}` against {up} is no play: expected one of {known}");
            return fault(cell, what);
        };
        if matches!(play, Play::Split | Play::SurrenderSplit) && !hand.starts_with("pair") {
            return fault(cell, format!("`{cell}` for `{hand}` against {up}: only pairs are split"));
        }
        *to = play;
    }
    Ok(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A chart with many different plays in its cells.
    fn chart() -> Chart {
        let mut chart = Chart {
            hard: [[Play::Hit; 10]; 18],
            soft: [[Play::DoubleStand; 10]; 10],
            pairs: [[Play::Split; 10]; 10],
            insurance: false,
        };
        chart.hard[16 - 4][Chart::column(13)] = Play::SurrenderHit;
        chart.hard[17] = [Play::Stand; 10];
        chart.pairs[7][Chart::column(1)] = Play::SurrenderSplit;
        chart
    }

    fn fault(of: impl Fn(String) -> String) -> String {
        Chart::read(&of(chart().csv())).expect_err("a fault").to_string()
    }

    #[test]
    fn what_is_written_is_read_back() {
        let mut chart = chart();
        assert_eq!(Chart::read(&chart.csv()), Ok(chart.clone()));
        chart.insurance = true;
        let noisy = chart.csv().replace('\n', "\r\n\r\n# a remark\r\n").replace(',', " , ");
        assert_eq!(Chart::read(&noisy), Ok(chart.clone()));
        assert_eq!(
            (chart.total(16, false, 10), chart.pair(8, 1)),
            (Play::SurrenderHit, Play::SurrenderSplit)
        );
        assert_eq!((chart.total(18, true, 2), chart.total(21, false, 2)), (Play::DoubleStand, Play::Stand));
    }

    #[test]
    fn faults_say_where_and_what_is_expected() {
        assert_eq!(
            fault(|_| String::new()),
            format!("line 1, column 1: nothing is written: expected the header `{HEADER}`")
        );
        for (from, to, what) in [
            (
                "hand,2,",
                "hand,",
                "line 1, column 1: `hand,3,4,5,6,7,8,9,10,A` is not the header: expected `hand,2,3,4,5,6,7,8,9,10,A`",
            ),
            (
                "16,H",
                "16,X",
                "line 14, column 4: `X` for `16` against 2 is no play: expected one of S, H, D, Ds, P, Rh, Rs, Rp",
            ),
            ("16,H", "16,P", "line 14, column 4: `P` for `16` against 2: only pairs are split"),
            (
                "soft 12,Ds",
                "soft 12",
                "line 20, column 1: `soft 12` has 9 cells: expected 10, the dealer's 2 to 10 and ace",
            ),
            ("soft 12", "soft 13", "line 21, column 1: `soft 13` comes twice: expected once"),
            (
                "pair A",
                "pair 1",
                "line 30, column 1: `pair 1` is no hand: expected one of 4 to 21, soft 12 to soft 21, pair A, pair 2 to pair 10, insurance",
            ),
            (
                "never",
                "maybe",
                "line 40, column 11: `insurance,maybe`: expected `insurance,never` or `insurance,always`",
            ),
        ] {
            assert_eq!(fault(|text| text.replace(from, to)), what);
        }
        let without = |text: String, row: &str| {
            text.lines().filter(|line| !line.starts_with(row)).map(|line| format!("{line}\n")).collect()
        };
        assert_eq!(fault(|text| without(text, "pair 10")), "line 40, column 1: the row `pair 10` is missing");
        assert_eq!(
            fault(|text| without(text, "insurance")),
            "line 40, column 1: the line `insurance,never` or `insurance,always` is missing"
        );
    }
}
