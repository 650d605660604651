//! A par sheet as comma-separated values (RFC 4180): a line for each possible result of each wager, then a line for
//! each wager.

use crate::{CONFIDENCE, ROUNDS, Sheet, decimal, notes};
use std::fmt::Write as _;

impl Sheet {
    /// Formats the sheet as CSV.
    pub fn csv(&self) -> String {
        let mut text = String::new();
        let mut row = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
            let _ = write!(text, "{}\r\n", cells.join(","));
        };
        let owned = |cells: &[&str]| cells.iter().map(|&cell| cell.to_owned()).collect::<Vec<_>>();
        row(&owned(&["par sheet", &self.title]));
        row(&owned(&["version", &self.version]));
        row(&owned(&["sha256 of options", &self.hash]));
        self.options.iter().for_each(|(key, value)| row(&owned(&["option", key, value])));
        self.readings
            .iter()
            .for_each(|(id, choice, says)| row(&owned(&["reading", id, &choice.to_string(), says])));
        notes(self).iter().for_each(|note| row(&owned(&["note", note])));
        row(&[]);
        row(&owned(&["wager", "gain", "combinations", "of", "probability", "exact", "contribution"]));
        for wager in &self.wagers {
            for line in &wager.lines {
                let (gain, chance) = (line.gain.to_f64(), line.chance.to_f64());
                let exact = line.chance.to_string();
                row(&[
                    wager.name.clone(),
                    line.gain.to_string(),
                    line.combinations.clone(),
                    wager.combinations.clone(),
                    decimal(chance),
                    exact,
                    decimal(gain * chance),
                ]);
            }
        }
        row(&[]);
        let mut header = owned(&[
            "wager",
            "places",
            "stake",
            "pays",
            "hit frequency",
            "return",
            "house edge",
            "standard deviation",
            "volatility index",
        ]);
        for rounds in ROUNDS {
            header.push(format!("return {CONFIDENCE} % low, {rounds} rounds"));
            header.push(format!("return {CONFIDENCE} % high, {rounds} rounds"));
        }
        row(&header);
        for wager in &self.wagers {
            let figures = &wager.figures;
            let mut cells =
                vec![wager.name.clone(), wager.places.to_string(), wager.stake.clone(), wager.pays.clone()];
            let all = [figures.hits, figures.returned, figures.edge, figures.deviation, figures.volatility()];
            cells.extend(all.map(decimal));
            cells.extend(ROUNDS.iter().flat_map(|&rounds| figures.band(rounds)).map(decimal));
            row(&cells);
        }
        text
    }
}

/// Puts a cell in quotation marks if it needs them.
fn quoted(cell: &str) -> String {
    if cell.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}
