//! Interprets a typed line.

use super::model::Table;
use books::OfferKind;
use protocol::Offer;
use rules::{Actor, Money, Seat, Tender, kit::balls::BALLS};
use std::path::PathBuf;

/// The chips of the keys 1 to 6.
pub const CHIPS: [Money; 6] = [
    Money::dollars(1),
    Money::dollars(5),
    Money::dollars(25),
    Money::dollars(100),
    Money::dollars(500),
    Money::dollars(1_000),
];

/// What the user wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Say {
    /// An offered wager, at a place of the table.
    Wager(String, Seat),
    /// Any other act at the table.
    Act(String, Seat),
    /// The user has finished wagering.
    Ready,
    /// Buy chips; without an amount, ask for it.
    BuyIn(Option<i64>),
    /// Cash out chips; all of them by default.
    ColorUp(Option<i64>),
    /// Back to the list of tables.
    Leave,
    /// Quit the program.
    Quit,
    /// Show a page.
    Page(Page),
    /// Save the receipts to a file.
    Receipts(PathBuf),
    /// A message about a line that was not understood.
    Wrong(String),
}

/// A page over the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Page {
    /// Keys and words.
    Help,
    /// The provisions behind the last answer, or a given one.
    Why(Option<String>),
    /// What the user may do now.
    Menu,
    /// The roads.
    Roads,
    /// The signs and the options of the table.
    Signs,
    /// The user's receipts.
    Receipts,
}

/// Words outside the notation, for completion.
pub const WORDS: [&str; 12] = [
    "ready",
    "buy-in ",
    "color-up ",
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

/// Reads a line. A missing amount is that of the selected chip.
pub fn read(line: &str, table: &Table, chip: Money) -> Say {
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
        "color-up" | "colorup" => amount(rest, Say::ColorUp),
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
fn act(line: &str, table: &Table, chip: Money) -> Say {
    let mut rest = line;
    let mut seat = None;
    // The user's own number in front is allowed and has no effect.
    let (first, behind) = rest.split_once(' ').unwrap_or((rest, ""));
    let (who, at) = first.split_once('@').unwrap_or((first, ""));
    match who.parse() {
        Ok(Actor::Patron(patron)) if !table.is_you(patron) => {
            return Say::Wrong(format!("{} acts for {0}, not you", table.name(patron)));
        }
        Ok(Actor::Patron(_)) => rest = behind,
        _ if who.is_empty() && !at.is_empty() => rest = behind,
        _ => {}
    }
    if !at.is_empty() {
        match at.parse() {
            Ok(number) if number > 0 => seat = Some(Seat(number)),
            _ => return Say::Wrong(format!("`{at}` is no seat: they are numbered from 1")),
        }
    }
    if let Some(spots) = rest.strip_prefix("quick-pick ").filter(|_| table.summary.game == "keno") {
        return quick_pick(spots, chip);
    }
    if let Some(wager) = rest.strip_prefix("takes back ") {
        let own = || table.own_bets().filter(|bet| bet.wager == wager).map(|bet| bet.seat);
        return Say::Act(rest.to_owned(), seat.or_else(|| usual(own(), table)).unwrap_or(Seat::NONE));
    }
    let (wager, stake, tender) = parts(rest, table);
    let fits = || offered(table).filter(|offer| offer.act == wager);
    if fits().next().is_none() {
        // A deed, or something that is not offered: the law decides. Deeds have no seat.
        let is_deed = stake.is_none() || rest.contains(" at ") || rest.contains(", ");
        let seat = if is_deed { Seat::NONE } else { seat.unwrap_or_else(|| table.seat()) };
        return Say::Act(rest.to_owned(), seat);
    }
    let seats = fits().filter(|offer| offer.tender == Some(tender)).map(|offer| offer.seat);
    let seat = seat.or_else(|| usual(seats, table)).unwrap_or(Seat::NONE);
    let act = format!("{wager} {} {}", stake.unwrap_or(chip), tender.word());
    Say::Wager(act.trim_end().to_owned(), seat)
}

/// A keno ticket with this many random numbers, and perhaps an amount: `quick-pick 6`, `quick-pick 6 5`. The numbers
/// only mark a slip: what is drawn comes from the table.
fn quick_pick(text: &str, chip: Money) -> Say {
    let wrong = || {
        Say::Wrong(format!(
            "`quick-pick {text}`: write how many numbers, and perhaps an amount: quick-pick 6 5"
        ))
    };
    let (spots, stake) = text.split_once(' ').unwrap_or((text, ""));
    let Some(spots) = spots.parse().ok().filter(|spots| (1..=usize::from(BALLS)).contains(spots)) else {
        return wrong();
    };
    let Ok(stake) = (if stake.is_empty() { Ok(chip) } else { stake.parse::<Money>() }) else {
        return wrong();
    };
    let mut numbers: Vec<u8> = (1..=BALLS).collect();
    for at in 0..spots {
        let Ok(word) = getrandom::u64() else {
            return Say::Wrong("no random numbers can be had here".to_owned());
        };
        let left = (numbers.len() - at) as u64;
        let other = usize::try_from(word % left).unwrap_or_default();
        numbers.swap(at, at + other);
    }
    numbers.truncate(spots);
    numbers.sort_unstable();
    let numbers: Vec<String> = numbers.iter().map(u8::to_string).collect();
    Say::Wager(format!("straight {} {stake}", numbers.join(",")), Seat::NONE)
}

/// One's own place if it is among these, else the first of them.
fn usual(mut seats: impl Iterator<Item = Seat>, table: &Table) -> Option<Seat> {
    let first = seats.next()?;
    Some(if seats.any(|seat| seat == table.seat()) { table.seat() } else { first })
}

/// The wagers that the user may make.
fn offered(table: &Table) -> impl Iterator<Item = &Offer> {
    table.offers.iter().filter(|offer| offer.kind == OfferKind::Wager)
}

/// The wager, stake and tender of a line. A number after a wager is its stake, unless the wager is offered
/// with it.
fn parts(text: &str, table: &Table) -> (String, Option<Money>, Tender) {
    let tender = |word: &str| Tender::ALL.into_iter().find(|tender| tender.word() == word);
    let (rest, tender) = match text.rsplit_once(' ').map(|(rest, last)| (rest, tender(last))) {
        Some((rest, Some(tender))) => (rest, tender),
        _ => (text, Tender::Chips),
    };
    if let Some(wager) = spelt_out(rest, table) {
        return (wager, None, tender);
    }
    match rest.rsplit_once(' ').map(|(wager, stake)| (wager, stake.trim_start_matches('$').parse())) {
        Some((wager, Ok(stake))) => {
            (spelt_out(wager, table).unwrap_or_else(|| wager.to_owned()), Some(stake), tender)
        }
        _ => (rest.to_owned(), None, tender),
    }
}

/// The intended wager, if it is offered. At roulette a bare number is the straight, and two numbers with a
/// dash the split.
fn spelt_out(wager: &str, table: &Table) -> Option<String> {
    let kinds = ["straight", "split", "three", "four"].map(|kind| format!("{kind} {wager}"));
    let mut meant = std::iter::once(wager.to_owned()).chain(kinds);
    meant.find(|wager| offered(table).any(|offer| offer.act == *wager))
}

/// Everything that could be typed next, in the order of the offers.
pub fn completions(typed: &str, table: &Table) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let offers = table.offers.iter();
    let offers = offers.filter(|offer| !matches!(offer.tender, Some(Tender::Cash | Tender::Coupon)));
    let said = offers
        .map(|offer| match offer.kind {
            OfferKind::Wager => format!("{} ", offer.act),
            OfferKind::TakeBack | OfferKind::Deed => offer.act.clone(),
        })
        .chain(table.own_bets().map(|bet| format!("takes back {}", bet.wager)))
        .chain(WORDS.map(str::to_owned));
    for one in said.filter(|one| one.starts_with(typed)) {
        if !all.contains(&one) {
            all.push(one);
        }
    }
    all
}
