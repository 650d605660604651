//! What a typed line means.

use super::model::Table;
use rules::Money;
use std::path::PathBuf;

/// The chips of the keys 1 to 6, in cents.
pub const CHIPS: [i64; 6] = [100, 500, 2_500, 10_000, 50_000, 100_000];

/// What somebody wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Say {
    /// Something at the table, at a place of it; 0 for none.
    Act(String, u8),
    /// One has wagered.
    Ready,
    /// Cash for chips; nothing said is a question.
    BuyIn(Option<i64>),
    /// Chips for cash; all of them if nothing is said.
    ColourUp(Option<i64>),
    /// Back to the list of tables.
    Leave,
    /// Out of the house.
    Quit,
    /// A page to read.
    Page(Page),
    /// Receipts into a file.
    Receipts(PathBuf),
    /// Not understood, and what to do.
    Wrong(String),
}

/// A page over the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Page {
    /// Keys and words.
    Help,
    /// The provisions behind the last answer, or one that is named.
    Why(Option<String>),
    /// What one may do now.
    Menu,
    /// The roads.
    Roads,
    /// What is posted at the table, and its options.
    Signs,
    /// One's receipts.
    Receipts,
}

/// Words that are no notation, for completion.
pub const WORDS: [&str; 12] = [
    "ready",
    "buy-in ",
    "colour-up ",
    "leave",
    "quit",
    "help",
    "why",
    "menu",
    "roads",
    "signs",
    "receipts ",
    "takes back ",
];

/// Reads a line. An amount that is not said is the chosen chip's.
pub fn read(line: &str, table: &Table, chip: i64) -> Say {
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
    let said = |rest: &str| (!rest.is_empty()).then(|| rest.to_owned());
    match word {
        "?" | "help" => Say::Page(Page::Help),
        "why" => Say::Page(Page::Why(said(rest))),
        "menu" => Say::Page(Page::Menu),
        "roads" => Say::Page(Page::Roads),
        "signs" => Say::Page(Page::Signs),
        "receipts" if rest.is_empty() => Say::Page(Page::Receipts),
        "receipts" => Say::Receipts(rest.into()),
        "ready" => Say::Ready,
        "leave" => Say::Leave,
        "quit" | "exit" => Say::Quit,
        "buy-in" | "buyin" => amount(rest, Say::BuyIn),
        "colour-up" | "color-up" | "colourup" => amount(rest, Say::ColourUp),
        _ => act(&line, table, chip),
    }
}

fn amount(text: &str, say: impl Fn(Option<i64>) -> Say) -> Say {
    match (text, text.parse::<Money>()) {
        ("", _) => say(None),
        (_, Ok(money)) if money.as_cents() > 0 => say(Some(money.as_cents())),
        _ => Say::Wrong(format!("`{text}` is no amount: write it as 25 or 2.50")),
    }
}

/// A line of the notation: `red 5`, `@3 banker 20`, `takes back red`.
fn act(line: &str, table: &Table, chip: i64) -> Say {
    let mut rest = line;
    let mut seat = None;
    // One's own number in front may be said, and says nothing new.
    let (first, behind) = rest.split_once(' ').unwrap_or((rest, ""));
    let (who, at) = first.split_once('@').unwrap_or((first, ""));
    if who.is_empty() && !at.is_empty() || table.is_you(who) {
        if !at.is_empty() {
            match at.parse() {
                Ok(number) if number > 0 => seat = Some(number),
                _ => return Say::Wrong(format!("`{at}` is no seat: they are numbered from 1")),
            }
        }
        rest = behind;
    } else if super::hands::is_patron(who) {
        return Say::Wrong(format!("{} acts for {0}, not you", table.name(who)));
    }
    if let Some(wager) = rest.strip_prefix("takes back ") {
        let own = || {
            let own = table.bets.iter().filter(|bet| table.is_you(&bet.patron) && bet.wager == wager);
            own.map(|bet| bet.seat).max_by_key(|at| *at == table.seat())
        };
        return Say::Act(rest.to_owned(), seat.or_else(own).unwrap_or(0));
    }
    let (wager, stake, tender) = parts(rest);
    let wager = spelt_out(&wager, table);
    let fits = || table.offers.iter().filter(|offer| offer.step > 0 && offer.act == wager);
    let known = fits().next().is_some();
    if !known {
        // A deed, or something that is not offered: the law says what it thinks of that. Deeds have no seat.
        let is_deed = stake.is_none() || rest.contains(" at ") || rest.contains(", ");
        return Say::Act(rest.to_owned(), if is_deed { 0 } else { seat.unwrap_or_else(|| table.seat()) });
    }
    let stake = stake.unwrap_or(chip);
    let offered = fits().filter(|offer| offer.tender == if tender.is_empty() { "chips" } else { &tender });
    let seats: Vec<u8> = offered.map(|offer| offer.seat).collect();
    // One's own place if the wager can lie there, else the first that has it.
    let usual = || seats.iter().copied().find(|at| *at == table.seat()).or_else(|| seats.first().copied());
    let seat = seat.or_else(usual).unwrap_or(0);
    let act = format!("{wager} {} {tender}", Money::cents(stake));
    Say::Act(act.trim_end().to_owned(), seat)
}

/// Wager, stake and tender of a line.
fn parts(text: &str) -> (String, Option<i64>, String) {
    let tenders = ["colour", "cash", "coupon"];
    let (rest, tender) = match text.rsplit_once(' ') {
        Some((rest, last)) if tenders.contains(&last) => (rest, last),
        _ => (text, ""),
    };
    match rest.rsplit_once(' ').map(|(wager, stake)| (wager, stake.trim_start_matches('$').parse::<Money>()))
    {
        Some((wager, Ok(stake))) if !needs_number(wager) => {
            (wager.to_owned(), Some(stake.as_cents()), tender.to_owned())
        }
        _ => (rest.to_owned(), None, tender.to_owned()),
    }
}

/// Whether the number behind this word is part of the wager's name and no stake.
fn needs_number(word: &str) -> bool {
    ["straight", "split", "three", "four", "six", "column", "dozen", "five-adjacent"].contains(&word)
}

/// At roulette a bare number is the straight on it, and two with a dash the split.
fn spelt_out(wager: &str, table: &Table) -> String {
    let is_offered = |act: &str| table.offers.iter().any(|offer| offer.act == act);
    if is_offered(wager) {
        return wager.to_owned();
    }
    let guesses = ["straight", "split", "three", "four"].map(|kind| format!("{kind} {wager}"));
    guesses.into_iter().find(|guess| is_offered(guess)).unwrap_or_else(|| wager.to_owned())
}

/// Everything that could be typed next, in the order of the offers.
pub fn completions(typed: &str, table: &Table) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let own = table.bets.iter().filter(|bet| table.is_you(&bet.patron));
    let offers = table.offers.iter().filter(|offer| offer.tender != "cash" && offer.tender != "coupon");
    let said = offers
        .map(|offer| if offer.step > 0 { format!("{} ", offer.act) } else { offer.act.clone() })
        .chain(own.map(|bet| format!("takes back {}", bet.wager)))
        .chain(WORDS.map(str::to_owned));
    for one in said.filter(|one| one.starts_with(typed)) {
        if !all.contains(&one) {
            all.push(one);
        }
    }
    all
}
