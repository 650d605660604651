//! A file compiled for its game: wagers and acts are the game's own types, names are indices, and everything that can
//! be checked before the first round has been checked.

mod rules_of;
mod wagers;

pub use rules_of::{Assigned, Does, Rule};
pub use wagers::Slot;

use crate::{
    expression::Value,
    facts::{Fact, Tags},
    fault::Fault,
    file::{Begins, Count, Counters, File, Written},
};
use odds::Priced;
use rules::{GameId, Money};
use std::ops::Range;
use toml::Spanned;

/// The most rounds a session may have.
pub const MOST_ROUNDS: i64 = 1_000_000;
/// The value of a unit, if the file does not give one.
const UNIT: Money = Money::dollars(10);
/// The most units a bankroll may have.
const MOST_UNITS: f64 = 1e9;

/// When a counter is reset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lasts {
    /// With every session.
    Session,
    /// With every shoe.
    Shoe,
    /// With every shooter.
    Shooter,
}

/// A system, ready to be played.
pub struct System<G: Priced> {
    /// The title of the system.
    pub title: String,
    /// The description of the system.
    pub about: String,
    /// What a unit is worth.
    pub unit: Money,
    /// What a session begins with.
    pub bankroll: Money,
    /// The maximum number of rounds in a session.
    pub rounds: u32,
    pub(crate) counters: Vec<(String, Value)>,
    pub(crate) lasts: Vec<Lasts>,
    pub(crate) tags: Tags,
    pub(crate) start: f64,
    pub(crate) wagers: Vec<Slot<G>>,
    pub(crate) before: Vec<Rule<G>>,
    pub(crate) turn: Vec<Rule<G>>,
    pub(crate) after: Vec<Rule<G>>,
}

/// The game that a file is for.
pub fn game(file: &File) -> Result<GameId, Fault> {
    let name = file.game.get_ref();
    GameId::find(name).ok_or_else(|| {
        let names = GameId::ALL.iter().map(|game| game.name());
        let otherwise = format!("the games are {}", names.clone().collect::<Vec<_>>().join(", "));
        Fault::new(format!("no game is called `{name}`"), file.game.span()).meant(name, names, &otherwise)
    })
}

impl<G: Priced> System<G> {
    /// Compiles a file for a table with these options.
    ///
    /// # Errors
    /// What is wrong, with its position.
    pub fn of(source: &str, options: G::Options) -> Result<System<G>, Fault> {
        let file = File::read(source)?;
        if game(&file)?.name() != G::NAME {
            let what = format!("this system is for {}, not for {}", file.game.get_ref(), G::NAME);
            return Err(Fault::new(what, file.game.span()));
        }
        let unit = file.unit.as_ref().map_or(Ok(UNIT), unit)?;
        let (names, lasts) = counters(&file.counters)?;
        let (tags, start) = file.count.as_ref().map_or(Ok(([0.0; 14], 0.0)), count)?;
        let mut compiler = rules_of::Compiler::new(source, options, unit, &names);
        let before = compiler.section(rules_of::Section::Before, &file.before)?;
        let turn = compiler.section(rules_of::Section::Turn, &file.turn)?;
        let after = compiler.section(rules_of::Section::After, &file.after)?;
        if !before.iter().any(|rule| matches!(rule.does, Some(Does::Bet(_)))) {
            let fault = Fault::whole("this system never bets");
            return Err(fault.help("write a rule such as: [[before]] do = \"bet WAGER\", amount = 1"));
        }
        let wagers = compiler.wagers;
        Ok(System {
            title: file.title,
            about: file.about,
            unit,
            bankroll: bankroll(&file.bankroll, unit)?,
            rounds: rounds(&file.rounds)?,
            counters: names,
            lasts,
            tags,
            start,
            wagers,
            before,
            turn,
            after,
        })
    }

    /// Whether it leaves every decision during a round to the stated strategy.
    pub fn follows_habit(&self) -> bool {
        self.turn.iter().all(|rule| rule.does.is_none())
    }

    /// The initial values of its counters.
    pub(crate) fn begins(&self) -> Vec<Value> {
        self.counters.iter().map(|(_, value)| value.clone()).collect()
    }

    /// How many rules it has.
    pub(crate) fn rules(&self) -> usize {
        self.before.len() + self.turn.len() + self.after.len()
    }

    /// The name of each rule and its position in the file, in the order of [`Sums::acted`](crate::Sums::acted).
    pub fn each_rule(&self) -> impl Iterator<Item = (&str, &Range<usize>)> {
        let all = self.before.iter().chain(&self.turn).chain(&self.after);
        all.map(|rule| (rule.name.as_str(), &rule.at))
    }
}

fn unit(written: &Spanned<Written>) -> Result<Money, Fault> {
    let text = written.get_ref().text();
    let fault = |what: String| Fault::new(what, written.span()).help("write dollars, such as 10 or \"2.50\"");
    match text.parse::<Money>() {
        Ok(unit) if unit > Money::ZERO => Ok(unit),
        Ok(_) => Err(fault(format!("a unit of {text}: it is worth something"))),
        Err(why) => Err(fault(format!("`{text}` is {why}"))),
    }
}

/// Parses a bankroll in units, or in dollars if it begins with `$`.
fn bankroll(written: &Spanned<Written>, unit: Money) -> Result<Money, Fault> {
    let text = written.get_ref().text();
    let fault = || {
        let what = format!("a bankroll of `{text}`: from 1 to a billion units");
        Fault::new(what, written.span()).help("write units, such as 100, or dollars, such as \"$1000\"")
    };
    if text.starts_with('$') {
        let dollars = text.parse::<Money>().ok().filter(|money| *money >= unit);
        return dollars.ok_or_else(fault);
    }
    let units = text.parse::<f64>().ok().filter(|units| (1.0..=MOST_UNITS).contains(units));
    units.map(|units| cents(units, unit)).ok_or_else(fault)
}

/// Converts units to money, rounded to the nearest cent.
#[allow(clippy::cast_possible_truncation)]
pub(crate) fn cents(units: f64, unit: Money) -> Money {
    Money::cents((units * unit.as_cents() as f64).round().clamp(-1e17, 1e17) as i64)
}

fn rounds(written: &Spanned<i64>) -> Result<u32, Fault> {
    let rounds = *written.get_ref();
    let found = u32::try_from(rounds).ok().filter(|_| (1..=MOST_ROUNDS).contains(&rounds));
    found.ok_or_else(|| {
        let what = format!("a session of {rounds} rounds: from 1 to {MOST_ROUNDS}");
        Fault::new(what, written.span()).help("every session must end")
    })
}

/// Counters by name, and how long each one lasts.
type Named = (Vec<(String, Value)>, Vec<Lasts>);

fn counters(written: &Counters) -> Result<Named, Fault> {
    let all = [
        (&written.session, Lasts::Session),
        (&written.shoe, Lasts::Shoe),
        (&written.shooter, Lasts::Shooter),
    ];
    let (mut names, mut lasts): Named = (Vec::new(), Vec::new());
    for (counters, how_long) in all {
        for (name, begins) in counters {
            let is_known = |known: &str| names.iter().any(|(other, _)| other == known);
            name_of_own(name.get_ref(), name.span(), is_known)?;
            let value = match begins {
                Begins::Number(number) => Value::Number(*number),
                Begins::List(list) => Value::List(list.clone()),
            };
            let numbers = match &value {
                Value::Number(number) => std::slice::from_ref(number),
                Value::List(list) => list.as_slice(),
            };
            if numbers.iter().any(|number| !number.is_finite()) {
                let what = format!("`{}` begins with something that is no number", name.get_ref());
                return Err(Fault::new(what, name.span()).help("write a finite number"));
            }
            names.push((name.get_ref().clone(), value));
            lasts.push(how_long);
        }
    }
    Ok((names, lasts))
}

/// Checks that a counter or a `for` may have this name.
pub(crate) fn name_of_own(
    name: &str,
    at: Range<usize>,
    is_known: impl Fn(&str) -> bool,
) -> Result<(), Fault> {
    let begins = name.starts_with(|c: char| c.is_ascii_lowercase());
    if !begins || !name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_') {
        let fault = Fault::new(format!("`{name}` cannot be a name"), at);
        return Err(fault.help("use small letters, digits and `_`, and begin with a letter"));
    }
    let is_taken = Fact::ALL.iter().any(|fact| fact.name() == name)
        || ["and", "or", "not", "true", "false"].contains(&name)
        || is_known(name);
    if is_taken {
        return Err(Fault::new(format!("`{name}` means something already"), at).help("choose another name"));
    }
    Ok(())
}

fn count(written: &Spanned<Count>) -> Result<(Tags, f64), Fault> {
    const CARDS: [&str; 10] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10"];
    let mut by_rank = [0.0; 14];
    match written.get_ref() {
        Count::Known(name) if name == "hi-lo" => {
            (2..=6).for_each(|rank| by_rank[rank] = 1.0);
            (10..=13).chain([1]).for_each(|rank| by_rank[rank] = -1.0);
            Ok((by_rank, 0.0))
        }
        Count::Known(name) => {
            let fault = Fault::new(format!("no count is called `{name}`"), written.span());
            Err(fault.help("write \"hi-lo\", or a tag for each card, such as { A = -1, 2 = 1, … }"))
        }
        Count::Tags(tags) => {
            for (card, tag) in tags.iter().filter(|(card, _)| *card != "start") {
                let Some(at) = CARDS.iter().position(|name| name == card) else {
                    let fault = Fault::new(format!("`{card}` is no card"), written.span());
                    return Err(fault.help("tag A, 2 to 10 (which jack, queen and king share), and start"));
                };
                let ranks = if at == 9 { 10..=13 } else { at + 1..=at + 1 };
                ranks.for_each(|rank| by_rank[rank] = *tag);
            }
            if let Some(card) = CARDS.iter().find(|card| !tags.contains_key(**card)) {
                let fault = Fault::new(format!("the card `{card}` has no tag"), written.span());
                return Err(fault.help("write 0 where a card does not count"));
            }
            if tags.values().any(|tag| !tag.is_finite()) {
                return Err(Fault::new("a tag is no number", written.span()));
            }
            Ok((by_rank, tags.get("start").copied().unwrap_or(0.0)))
        }
    }
}
