//! A par sheet as a LaTeX document.

use crate::{CONFIDENCE, ROUNDS, Sheet, notes};
use std::fmt::Write as _;

impl Sheet {
    /// Formats the sheet as a LaTeX document.
    pub fn tex(&self) -> String {
        let mut text = format!(
            "\\documentclass[10pt]{{article}}\n\\usepackage[landscape,margin=2cm]{{geometry}}\n\\usepackage{{longtable,booktabs}}\n\
             \\begin{{document}}\n\\section*{{Par sheet: {}}}\n\\noindent ch47 {}\\\\\nSHA-256 of options: \\texttt{{{}}}\n\n",
            escaped(&self.title),
            escaped(&self.version),
            self.hash,
        );
        let mut list = |title: &str, items: &mut dyn Iterator<Item = String>| {
            let items: Vec<String> = items.map(|item| format!("\\item {item}\n")).collect();
            if !items.is_empty() {
                let _ = write!(
                    text,
                    "\\subsection*{{{title}}}\n\\begin{{itemize}}\n{}\\end{{itemize}}\n",
                    items.concat()
                );
            }
        };
        let option = |(key, value): &(String, String)| {
            format!("\\texttt{{{}}} = \\texttt{{{}}}", escaped(key), escaped(value))
        };
        list("Options", &mut self.options.iter().map(option));
        let reading =
            |(id, choice, says): &(String, u8, String)| format!("{id}, choice {choice}: {}", escaped(says));
        list("Readings", &mut self.readings.iter().map(reading));
        list("Notes", &mut notes(self).iter().map(|note| escaped(note)));
        let rows = self.wagers.iter().map(|wager| {
            let f = &wager.figures;
            format!(
                "{} & {} & {} & {} & {:.4} & {:.6} & {:.4} & {:.4} & {:.4}",
                escaped(&wager.name),
                wager.places,
                wager.stake,
                escaped(&wager.pays),
                f.hits,
                f.returned,
                f.edge * 100.0,
                f.deviation,
                f.volatility()
            )
        });
        let header =
            "wager & places & stake & pays & hit frequency & return & edge \\% & std dev & volatility";
        table(&mut text, "Wagers", "lrrlrrrrr", header, rows);
        let bands: Vec<String> = ROUNDS.iter().map(|rounds| format!("{rounds} rounds")).collect();
        let rows = self.wagers.iter().map(|wager| {
            let band = |&rounds: &u32| {
                let [low, high] = wager.figures.band(rounds);
                format!("{low:.4} to {high:.4}")
            };
            let bands: Vec<String> = ROUNDS.iter().map(band).collect();
            format!("{} & {}", escaped(&wager.name), bands.join(" & "))
        });
        let title = format!("Return with {CONFIDENCE} \\% confidence");
        table(
            &mut text,
            &title,
            &format!("l{}", "r".repeat(ROUNDS.len())),
            &format!("wager & {}", bands.join(" & ")),
            rows,
        );
        let rows = self.wagers.iter().flat_map(|wager| {
            wager.lines.iter().map(|line| {
                format!(
                    "{} & ${}$ & {} & {} & {:.10}",
                    escaped(&wager.name),
                    line.gain,
                    line.combinations,
                    wager.combinations,
                    line.chance.to_f64()
                )
            })
        });
        table(&mut text, "Combinations", "lrrrr", "wager & gain & combinations & of & probability", rows);
        text + "\\end{document}\n"
    }
}

fn table(text: &mut String, title: &str, columns: &str, header: &str, rows: impl Iterator<Item = String>) {
    let rows: Vec<String> = rows.map(|row| format!("{row} \\\\\n")).collect();
    let _ = write!(
        text,
        "\\subsection*{{{title}}}\n\\begin{{longtable}}{{{columns}}}\n\\toprule\n{header} \\\\\n\\midrule\n\\endhead\n{}\
         \\bottomrule\n\\end{{longtable}}\n",
        rows.concat()
    );
}

/// Escapes text so that LaTeX finds no commands in it.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn no_option_is_a_command() {
        assert_eq!(super::escaped("5% & \\x_1"), "5\\% \\& \\textbackslash{}x\\_1");
    }
}
