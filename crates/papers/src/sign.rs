//! Signs for tables: limits, payouts, and the rules that must be posted. Odds read "x to y".

use crate::{
    Draft, Paper, Prices, Table,
    house::{fields, title},
    page::Look,
    prices::payouts,
    words::{for_patrons, is_sentence, said, sentence},
};
use maud::{Markup, html};
use rules::{Field, Value};

/// Above this number, payouts are set in smaller letters in four columns.
const ROWS: usize = 24;

/// A sign for every table, or for one of them.
pub fn paper(draft: &Draft<'_>, prices: &Prices, only: Option<&Table>) -> Paper {
    let tables: Vec<&Table> = match only {
        Some(table) => vec![table],
        None => draft.house().tables.iter().collect(),
    };
    let body = html! { @for table in &tables { (sign(table, prices)) } };
    draft.finish("signs.html", "Table signs", Look::Poster, &body)
}

fn sign(table: &Table, prices: &Prices) -> Markup {
    let found = prices.at(table);
    let pays = payouts(table, &found);
    let rules = posted(table);
    html! {
        section.sign {
            div {
                h1 { (title(table.game)) }
                div.limits {
                    @for (key, label) in [("limits.minimum", "Minimum wager"), ("limits.maximum", "Maximum wager")] {
                        @if let Some(value) = holds(table, key) { div { (label) b { (said(value)) } } }
                    }
                }
            }
            div class={ "rules" @if rules.len() > 5 { " many" } } { @for rule in &rules { p { (rule) } } }
            div {
                @if !pays.is_empty() {
                    ul class={ "pays" (letters(pays.len())) } aria-label="What winning wagers pay" {
                        @for (name, odds) in &pays { li { span { (name) } b { (odds) } } }
                    }
                }
                p.small {
                    @if !table.name.is_empty() { "Pit " (table.pit) ", table " (table.name) ". " }
                    "The complete rules of this game are open to inspection on request."
                }
            }
        }
    }
}

/// The fewer payouts there are, the larger the letters.
const fn letters(payouts: usize) -> &'static str {
    match payouts {
        0..=2 => " few one",
        3..=12 => " few",
        13..=ROWS => "",
        _ => " small-print",
    }
}

fn holds(table: &Table, key: &str) -> Option<Value> {
    fields(table.game).find(|field| field.key == key).and_then(|field| table.holds(field).value())
}

/// The rules that patrons must be able to read, from signs and from notices at the table.
fn posted(table: &Table) -> Vec<String> {
    let mut rules: Vec<String> = Vec::new();
    for duty in table.duties().iter().filter(|duty| duty.says.contains("sign") || duty.says.contains("8.3")) {
        let explains = |field: &Field| field.key == "payout-limit" && duty.says.starts_with("explain");
        let told = |field: &&Field| {
            field.cite == duty.cite || explains(field) || field.notices().any(|told| told.cite == duty.cite)
        };
        let value = |field: &'static Field| {
            Some((field, table.holds(field).value().filter(|value| !value.is_nothing())?))
        };
        let of_fields = fields(table.game)
            .filter(told)
            .filter(|field| !matches!(field.key, "boxes" | "seats" | "areas" | "places"))
            .filter_map(value)
            .filter_map(|(field, value)| for_patrons(field, value));
        let mut own: Vec<String> = of_fields.collect();
        // The game's own sentence says more than the name of a choice.
        if own.is_empty() || is_sentence(duty.of) {
            own = vec![sentence(duty.of)];
        }
        for rule in own {
            let rule = format!("{rule}.");
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
    }
    rules
}
