//! Pages over the table: help, menu, provisions, signs, receipts.

use super::{
    look::{Look, money},
    model::Table,
    say::Page,
};
use law::Citation;
use ratatui::text::{Line, Span};
use rules::{Seat, Tender};

const HELP: &[(&str, &str)] = &[
    ("red 5", "put 5.00 on red; without an amount it is the chosen chip"),
    ("17 5, 17-20 5", "at roulette a bare number is the straight, two are the split"),
    ("@3 banker 20", "at seat 3; without a seat it is yours, or the first that has the wager"),
    ("red 5 color", "in non-value chips; cash and coupon likewise"),
    ("takes back red", "take a wager back"),
    ("sits at 7", "any other deed; Tab says which there are"),
    ("1 … 6", "on an empty line: choose a chip of 1, 5, 25, 100, 500 or 1,000"),
    ("Enter", "on an empty line: make the last wager again"),
    ("Space, ready", "on an empty line: say that you have wagered"),
    ("Tab, ↑, ↓", "complete; lines typed before"),
    ("PgUp, PgDn", "scroll the calls"),
    ("F1, ?", "this page"),
    ("F2, buy-in 100", "cash for chips"),
    ("F3, color-up 50", "chips for cash; without an amount all of them"),
    ("F5, roads", "the five roads of the shoe"),
    ("F6, receipts FILE", "your receipts; with a file they are written there"),
    ("F7, why 5.2(b)", "the provisions behind the last answer, or one by its number"),
    ("F8, menu", "everything you may do now, and for how much"),
    ("F9, signs", "what is posted at the table, and its options"),
    ("F10, leave", "back to the list of tables; Ctrl-C or quit leaves the house"),
    ("mouse", "a click on the layout puts the chosen chip there"),
];

/// The title and the lines of a page.
pub fn write(page: &Page, table: &Table, look: Look) -> (String, Vec<Line<'static>>) {
    match page {
        Page::Help => ("help".to_owned(), HELP.iter().map(|(what, does)| pair(look, what, does)).collect()),
        Page::Why(id) => ("why".to_owned(), why(id.as_deref(), table, look)),
        Page::Menu => ("what you may do now".to_owned(), menu(table, look)),
        Page::Roads => ("roads".to_owned(), Vec::new()),
        Page::Signs => ("posted at the table".to_owned(), signs(table, look)),
        Page::Receipts => ("receipts".to_owned(), receipts(table, look)),
    }
}

fn pair(look: Look, left: &str, right: &str) -> Line<'static> {
    Line::from(vec![Span::styled(format!("{left:<20} "), look.bold()), Span::raw(right.to_owned())])
}

/// Provisions in our own words.
fn why(id: Option<&str>, table: &Table, look: Look) -> Vec<Line<'static>> {
    let mut cites: Vec<Citation> = Vec::new();
    match id.map(|id| Citation::find(id).ok_or(id)) {
        Some(Ok(cite)) => cites.push(cite),
        Some(Err(id)) => return vec![Line::styled(format!("no provision is called `{id}`"), look.bad())],
        None => table.cites.iter().for_each(|cite| {
            if !cites.contains(cite) {
                cites.push(*cite);
            }
        }),
    }
    let mut lines = Vec::new();
    for cite in cites {
        lines.push(Line::styled(crate::load::long(cite), look.cite()));
        let says = cite.provision().rules.iter().map(|rule| Line::raw(format!("  {}", rule.says)));
        lines.extend(says);
        lines.push(Line::default());
    }
    if lines.is_empty() {
        lines.push(Line::raw("nothing has been decided yet"));
    }
    lines
}

/// Offers of the same kind and limits on one line.
fn menu(table: &Table, look: Look) -> Vec<Line<'static>> {
    type Kind = (String, Seat, String);
    let mut kinds: Vec<(Kind, Vec<&str>)> = Vec::new();
    for offer in &table.offers {
        let limits = offer.tender.map_or_else(String::new, |tender| {
            let behind = if tender == Tender::Chips { "" } else { " in " };
            let [least, most, step] = [offer.least, offer.most, offer.step].map(money);
            format!("{least} to {most} by {step}{behind}{}", tender.word())
        });
        let word = offer.act.split(' ').next().unwrap_or_default().to_owned();
        let kind = (word, offer.seat, limits);
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, acts)) => acts.push(&offer.act),
            None => kinds.push((kind, vec![&offer.act])),
        }
    }
    if kinds.is_empty() {
        return vec![Line::raw("nothing at the moment")];
    }
    let line = |((_, seat, limits), acts): (Kind, Vec<&str>)| {
        let mut text = match acts.as_slice() {
            [first, .., last] => format!("{first} … {last} ({})", acts.len()),
            [only] => (*only).to_owned(),
            [] => String::new(),
        };
        if let Seat(seat @ 1..) = seat {
            text = format!("@{seat} {text}");
        }
        Line::from(vec![Span::raw(format!("{text}  ")), Span::styled(limits, look.dim())])
    };
    kinds.into_iter().map(line).collect()
}

fn signs(table: &Table, look: Look) -> Vec<Line<'static>> {
    let mut lines: Vec<Line> = table
        .summary
        .signs
        .iter()
        .map(|sign| {
            Line::from(vec![
                Span::raw(format!("{} ", sign.text)),
                Span::styled(sign.cite.clone(), look.cite()),
            ])
        })
        .collect();
    lines.push(Line::default());
    let options = table.summary.options.iter();
    lines.extend(options.map(|(key, value)| Line::styled(format!("{key} = {value}"), look.dim())));
    if let Some(commitment) = &table.commitment {
        lines.push(Line::default());
        lines.push(Line::raw(format!("window {} is committed to: {}", commitment.window, commitment.hash)));
    }
    lines
}

fn receipts(table: &Table, look: Look) -> Vec<Line<'static>> {
    let mut lines = vec![
        Line::styled(
            "each line of the journal you caused: its number, and the hash that proves it",
            look.dim(),
        ),
        Line::default(),
    ];
    for receipt in table.receipts.iter().rev() {
        let no = receipt.refused.as_ref().map_or("", |_| "  refused");
        lines.push(Line::raw(format!("{:>6}  {}{no}", receipt.seq, receipt.leaf)));
    }
    if table.receipts.is_empty() {
        lines.push(Line::raw("none yet"));
    }
    lines
}
