//! Wagers as a system names them: by name, such as `red`, or with a number that changes, such as `pass-odds {point}`.

use crate::{expression::Expression, fault::Fault};
use odds::{Generator, Priced, ready, usual_step};
use rules::{
    Act, Actor, Event, EventOf, Fate, Input, Kinds, Outcome, Patron, Seat, Spots, Tender, Vocabulary,
};
use std::ops::Range;

/// A wager of a system.
pub struct Slot<G: Priced> {
    /// The number that selects one of the wagers; `None` if there is only one.
    pub(crate) by: Option<Expression>,
    /// The wagers, with their numbers.
    pub(crate) wagers: Vec<(f64, G::Wager)>,
    /// For each wager, the results of the wheel with which it wins; empty unless some rule asks for it.
    pub(crate) wins: Vec<Vec<G::Chance>>,
}

impl<G: Priced> Slot<G> {
    /// A single wager.
    pub(crate) fn one(wager: G::Wager) -> Slot<G> {
        Slot { by: None, wagers: vec![(0.0, wager)], wins: Vec::new() }
    }

    /// All wagers whose names consist of `before`, a number, and `behind`.
    pub(crate) fn by_number(by: Expression, before: &str, behind: &str) -> Slot<G> {
        let mut wagers = Vec::new();
        G::Wager::each(&mut |wager| {
            let name = wager.to_string();
            let number = name.strip_prefix(before).and_then(|rest| rest.strip_suffix(behind));
            // 00 is the number 37 everywhere in a system.
            let number = number.map(|text| if text == "00" { Ok(37.0) } else { text.parse::<f64>() });
            if let Some(Ok(number)) = number {
                wagers.push((number, wager));
            }
        });
        Slot { by: Some(by), wagers, wins: Vec::new() }
    }

    /// Finds out from the rules which results win each of its wagers.
    pub(crate) fn learn_wins(&mut self, options: G::Options) {
        if self.wins.is_empty() {
            self.wins = self.wagers.iter().map(|(_, wager)| wins::<G>(options, *wager)).collect();
        }
    }
}

/// Whether the game has a wheel or a shaker, every result of which decides every wager.
pub(crate) fn decides_all<G: Priced>() -> bool {
    let (mut decides_all, mut has_cards) = (false, false);
    G::Chance::each(&mut |chance| match chance.into() {
        Outcome::Ball { .. } | Outcome::Stop { .. } | Outcome::Dice { dice: Spots::Three(_) } => {
            decides_all = true;
        }
        // Dice that only find out where a deal begins decide nothing.
        Outcome::Card { .. } | Outcome::Tile { .. } => has_cards = true,
        _ => {}
    });
    decides_all && !has_cards
}

/// Finds a wager by name.
pub(crate) fn named<G: Priced>(name: &str, may_be_kind: bool, at: Range<usize>) -> Result<G::Wager, Fault> {
    if let Some(wager) = G::Wager::read(name) {
        return Ok(wager);
    }
    let (mut names, mut of_kind) = (Vec::new(), None);
    G::Wager::each(&mut |wager| {
        names.push(wager.to_string());
        if wager.kind() == name {
            of_kind = of_kind.or(Some(wager));
        }
    });
    if let Some(wager) = of_kind.filter(|_| may_be_kind) {
        return Ok(wager);
    }
    let otherwise = format!("`ch47 odds {}` lists the wagers", G::NAME);
    let fault = Fault::new(format!("{} has no wager `{name}`", G::NAME), at);
    Err(fault.meant(name, names.iter().map(String::as_str), &otherwise))
}

/// The results with which this wager wins: every possible result is tried on a table with that wager.
fn wins<G: Priced>(options: G::Options, wager: G::Wager) -> Vec<G::Chance> {
    let mut generator = Generator::new(Generator::seed(0), 0);
    let Ok(mut table) = ready::<G>(options, &mut generator) else { return Vec::new() };
    let by = Actor::Patron(Patron(1));
    let act = |stake| Act::Place { seat: Seat::NONE, wager, stake, tender: Tender::Chips };
    let Ok(terms) = table.guard(by, act(rules::Money::ZERO)) else { return Vec::new() };
    if table.apply(Input::Act { by, act: act(terms.least) }, &mut rules::Nobody).is_err() {
        return Vec::new();
    }
    // Within a few steps the wheel is spun and no more bets are called.
    for _ in 0..100 {
        match usual_step(&table) {
            Some(input) => _ = table.apply(input, &mut rules::Nobody),
            None => break,
        }
    }
    let (mut all, mut found) = (Vec::new(), Vec::new());
    table.outcomes(&mut |chance, _| all.push(chance));
    for chance in all {
        let (mut table, mut has_won) = (table.clone(), false);
        let mut hear = |_, event: EventOf<G>| {
            has_won |= matches!(event, Event::Settled { fate: Fate::Won, .. });
        };
        let mut steps = 0;
        if table.apply(Input::Chance(chance), &mut hear).is_ok() {
            // The dealer announces the result and pays.
            while !table.bets().is_empty()
                && steps < 100
                && let Some(input) = usual_step(&table)
            {
                _ = table.apply(input, &mut hear);
                steps += 1;
            }
        }
        if has_won {
            found.push(chance);
        }
    }
    found
}
