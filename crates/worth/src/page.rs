//! The values of readings and options, as pages of the documentation.

use crate::{
    readings::{Change, Prices, ReadingPrice},
    stress::{By, Case, Favorable, Stress, Stressed},
};
use odds::Fraction;
use rules::Money;
use std::fmt::Write;

/// Writes `red at $1: 1/38 → 0 (-2.632 %)`, with the options if they are not the usual ones.
pub fn change(change: &Change) -> String {
    let Change { wager, stake, options, decided, other, percent, .. } = change;
    let short = |fraction: &str| {
        let exact = Fraction::read(fraction).unwrap_or_default();
        if fraction.len() <= 12 { fraction.to_owned() } else { format!("{} %", exact.percent(4)) }
    };
    let at = if options.is_empty() { String::new() } else { format!(", with {options}") };
    let sign = if percent.starts_with('-') { "" } else { "+" };
    format!(
        "{wager} at {}: {} → {} ({sign}{percent} %){at}",
        Money::cents(*stake),
        short(decided),
        short(other)
    )
}

/// The page on the price of every reading that can be switched.
pub fn prices(prices: &Prices) -> String {
    let mut text = String::from(PRICES);
    let none = || "–".to_owned();
    for it in &prices.prices {
        let ReadingPrice { id, title, game, choice, decided, says, usual, most, tables } = it;
        let _ = writeln!(
            text,
            "| {id} {title} | {game} | {decided} → {choice}: {says} | {} | {} | {tables} |",
            usual.as_ref().map_or_else(none, change),
            most.as_ref().map_or_else(none, change),
        );
    }
    text += WITHOUT;
    prices.unpriced.iter().for_each(|it| _ = writeln!(text, "- {} {}", it.id, it.title));
    text
}

const WITHOUT: &str = "
## Without a switch

These readings are decided in the code and cannot be switched, so they are not priced. Most of them settle a procedure; of some,
another choice would move money too.

";

const PRICES: &str = "# What ambiguous words are worth\n
Written by `ch47 readings --price --markdown`. For every reading that can be switched, the exact edge of every kind of wager was found
by the reading that is decided on and by each other choice: at the usual options and stakes, and at every table that one
lawful choice near the ambiguous words makes of it, with payments in cents and in whole dollars, for the usual stake, the least, and $5. An edge is what the house keeps per
unit staked; a plus means that the other choice is better for the house. A hand of blackjack is told to a
millionth, and for one stake. The exact odds take exactly half of a wager that is surrendered, so B9 has no price here: only `ch47 sim
blackjack` shows what rounding that half comes to. `ch47 diff GAME --reading ID=N` shows the shortest round in which the two readings part.

| reading | game | choice | at the usual table | where it matters most | tables |
|---|---|---|---|---|--:|
";

/// The options that differ from the usual ones.
pub fn options(case: &Case) -> String {
    if case.options.is_empty() { "the usual options".to_owned() } else { case.options.join(", ") }
}

/// What makes a wager favorable, and by how much.
pub fn how(favorable: &Favorable) -> String {
    let by = match favorable.by {
        By::Options => "options",
        By::Odds => "odds, for which the law sets no most",
        By::Coupon => "coupon",
        By::Meter => "meter",
        By::Cards => "cards gone from the shoe",
    };
    let Favorable { needs, percent, stake, .. } = favorable;
    format!("{by}: {}: +{percent} % at a stake of {}", needs.join(", "), Money::cents(*stake))
}

/// The page on how lawful choices affect every wager of these games.
pub fn stress(all: &[Stress]) -> String {
    let mut text = String::from(STRESS);
    for stress in all {
        let levers: Vec<String> =
            stress.levers.iter().map(|(key, values)| format!("{key} ({values})")).collect();
        let how_many = if stress.all { "all combinations" } else { "one option moved after another" };
        let _ = write!(
            text,
            "\n## {}\n\nUsual options: {}. {} tables solved, {how_many} of what moves money: {}.\n\n",
            stress.game,
            if stress.usual.is_empty() { "none must be chosen" } else { &stress.usual },
            stress.tables,
            if levers.is_empty() { "nothing does".to_owned() } else { levers.join(", ") }
        );
        text += "| wager | usual % | most generous % | least generous % | favorable to the player by |\n|---|--:|---|---|---|\n";
        for Stressed { wager, usual, least, greatest, favorable } in &stress.wagers {
            let usual = usual.as_ref().map_or("–", |case| &case.percent);
            let by: Vec<String> = favorable.iter().map(how).collect();
            let _ = writeln!(
                text,
                "| {wager} | {usual} | {}: {} | {}: {} | {} |",
                least.percent,
                options(least),
                greatest.percent,
                options(greatest),
                if by.is_empty() { "nothing that was tried".to_owned() } else { by.join("; ") }
            );
        }
    }
    text
}

const STRESS: &str = "# The most and the least generous tables\n
Written by `ch47 stress --all --markdown`. For every wager: what the house keeps of it at the usual options, at the most
generous and at the least generous lawful table, and what makes it favorable to the player: the fewest changes of options; the lowest
odds, of which the law sets the least and no most; a match play coupon of the same amount, which wins its amount with the wager;
the meter of Caribbean stud; and the fewest cards found gone from a fresh shoe. All edges are exact, per unit staked, for the
usual stake and for the least that the table takes, where payments are rounded most.

Of a range of numbers the ends and the neighbors of the default were tried. In the most and least generous tables odds stand at the law's least, since without a most for them no table would be the most
generous. Where all combinations of the options that move money are too many, one option after another is moved as long as
that helps, so that no single change makes the table found better or worse. Cards are taken out one after another, always the
one that helps most: fewer may do.
";
