//! A blackjack chart for printing: one SVG, drawn cell by cell.

use odds::blackjack::{Plan, Play};
use std::fmt::Write;

const CELL: usize = 30;
const NAME: usize = 92;
const TOP: usize = 86;

/// The color of a play, and the name of its family.
pub const fn family(play: Play) -> (&'static str, &'static str) {
    match play {
        Play::Stand => ("#e9edf2", "S stand"),
        Play::Hit => ("#bfe3c0", "H draw"),
        Play::DoubleHit | Play::DoubleStand => ("#a9cdf0", "D double, else draw; Ds, else stand"),
        Play::Split => ("#f6d68b", "P split"),
        Play::SurrenderHit | Play::SurrenderStand | Play::SurrenderSplit => {
            ("#e8b4bc", "R surrender, else draw (h), stand (s), split (p)")
        }
    }
}

/// Merges consecutive rows that are alike: `4-8`.
pub fn folded(rows: &[(String, Vec<Play>)]) -> Vec<(String, Vec<Play>)> {
    let mut folded: Vec<(String, String, Vec<Play>)> = Vec::new();
    for (name, plays) in rows {
        let kind = |name: &str| name.split(' ').count() > 1;
        match folded.last_mut() {
            Some((first, last, same))
                if same == plays && !name.starts_with("pair") && kind(first) == kind(name) =>
            {
                last.clone_from(name);
            }
            _ => folded.push((name.clone(), name.clone(), plays.clone())),
        }
    }
    let short = |name: &str| name.rsplit(' ').next().unwrap_or(name).to_owned();
    let both =
        |first: String, last: &str| if first == last { first } else { format!("{first}-{}", short(last)) };
    folded.into_iter().map(|(first, last, plays)| (both(first, &last), plays)).collect()
}

/// The picture. `title` and `under` are one line each.
pub fn svg(plan: &Plan, title: &str, under: &str) -> String {
    let (columns, rows) = plan.grid();
    let rows = folded(&rows);
    let width = NAME + columns.len() * CELL + 24;
    let gaps = 2;
    let height = TOP + rows.len() * CELL + gaps * 12 + 118;
    let mut out = String::new();
    let mut line = |text: String| _ = writeln!(out, "{text}");
    line(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"13\">"
    ));
    line(format!("<title>{title}</title><rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>"));
    line(format!(
        "<text x=\"12\" y=\"28\" font-size=\"18\" font-weight=\"600\" fill=\"#1b2733\">{}</text>",
        escape(title)
    ));
    line(format!("<text x=\"12\" y=\"48\" fill=\"#5a6672\">{}</text>", escape(under)));
    for (at, column) in columns.iter().enumerate() {
        let x = NAME + at * CELL + CELL / 2;
        line(format!(
            "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\" font-weight=\"600\">{column}</text>",
            TOP - 8
        ));
    }
    let mut y = TOP;
    let mut kind = "";
    for (name, plays) in &rows {
        let of = if name.starts_with("soft") {
            "soft"
        } else if name.starts_with("pair") {
            "pair"
        } else {
            "hard"
        };
        if !kind.is_empty() && kind != of {
            y += 12;
        }
        kind = of;
        line(format!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"#1b2733\">{name}</text>",
            NAME - 10,
            y + 20
        ));
        for (at, &play) in plays.iter().enumerate() {
            let x = NAME + at * CELL;
            let side = CELL - 2;
            line(format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" rx=\"4\" fill=\"{}\"/>\
                 <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{play}</text>",
                family(play).0,
                x + side / 2,
                y + 19
            ));
        }
        y += CELL;
    }
    y += 18;
    let mut told: Vec<&str> = Vec::new();
    for play in Play::ALL {
        let (color, words) = family(play);
        if told.contains(&words) || !rows.iter().any(|(_, plays)| plays.contains(&play)) {
            continue;
        }
        told.push(words);
        line(format!(
            "<rect x=\"12\" y=\"{}\" width=\"14\" height=\"14\" rx=\"3\" fill=\"{color}\"/>\
             <text x=\"34\" y=\"{}\" font-size=\"12\">{words}</text>",
            y - 11,
            y
        ));
        y += 18;
    }
    let insurance = if plan.insures() { "always" } else { "never" };
    line(format!("<text x=\"12\" y=\"{y}\" font-size=\"12\">insurance: {insurance}</text>"));
    out + "</svg>\n"
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
