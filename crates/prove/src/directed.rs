//! Rounds written by hand and played at two tables side by side: hands so rare, and tables so full, that neither a
//! search nor chance reaches them.

use crate::{
    beside::{Beside, Part, shortened},
    inputs::{all, menu},
};
use rounds::{Script, Settings, Shortcut, directive, preparation, read_line};
use rules::{Act, Actor, Game, GameId, Input, InputOf, Patron};
use std::collections::HashSet;

/// A round, with the options it is written for.
#[derive(Clone, Debug)]
pub struct Directed {
    /// The game.
    pub game: GameId,
    /// The options under which it is played.
    pub settings: Settings,
    /// What happens in it, line by line.
    pub lines: Vec<String>,
}

/// Reads the rounds of a script: every `options` line begins another.
///
/// # Errors
/// If it is not a script, or does not name its game.
pub fn read(text: &str) -> Result<Vec<Directed>, String> {
    let script = Script::parse(text).map_err(|why| why.to_string())?;
    let game = script.game.ok_or("name the game in a line, such as `game craps`")?;
    let mut all = vec![Directed { game, settings: Settings::default(), lines: Vec::new() }];
    for (_, line) in script.lines() {
        match (directive(line, "options"), all.last_mut()) {
            (Some(written), _) => {
                // Lines under options that cannot be read are played under the usual options.
                let settings = Settings::read(written).unwrap_or_default();
                all.push(Directed { game, settings, lines: Vec::new() });
            }
            (None, Some(last)) if !is_bare(line) => {
                last.lines.push(line.to_owned());
            }
            _ => {}
        }
    }
    all.retain(|round| !round.lines.is_empty());
    Ok(all)
}

/// Whether nothing happens in a line: it is empty, a comment, or names the game.
fn is_bare(line: &str) -> bool {
    line.is_empty() || line.starts_with('#') || directive(line, "game").is_some()
}

/// The inputs of a line at this table; none if it cannot be read.
fn meant<G: Game>(table: &G, line: &str) -> Vec<InputOf<G>> {
    match Shortcut::read(line) {
        Some(Shortcut::Prepare { burned }) => preparation(table, &burned).unwrap_or_default(),
        Some(Shortcut::Discard { .. }) => Vec::new(),
        None => read_line::<G>(line).unwrap_or_default(),
    }
}

/// Where two tables differ in such a round. Inputs that either refuses, and that the round does not need,
/// are left out.
pub(crate) fn parting<G: Game>(tables: [&G; 2], round: &Directed) -> Option<Part<G>> {
    let mut beside = Beside::new(tables.map(G::clone));
    let apart = round.lines.iter().find_map(|line| {
        let inputs = meant(beside.first(), line);
        inputs.into_iter().find_map(|input| beside.tell(input))
    });
    let (class, inputs) = apart.or_else(|| beside.words())?;
    Some((class, shortened(tables, inputs, class)))
}

/// More patrons than any layout has room for.
const CROWD: u16 = 300;

/// What a table full of patrons shows.
pub(crate) enum Crowd<G: Game> {
    /// The tables differ.
    Parts(Part<G>),
    /// Both are full with at most this many wagers: one of every kind wherever a patron found a place.
    Room(usize),
}

/// Lets patrons come and make every wager they may, until one of the tables has no room for another.
pub(crate) fn crowd<G: Game>(tables: [G; 2]) -> Crowd<G> {
    let mut beside = Beside::new(tables);
    for by in (1..=CROWD).map(|number| Actor::Patron(Patron(number))) {
        for offer in menu(beside.first(), by) {
            if !matches!(offer.act, Act::Place { .. }) {
                continue;
            }
            if let Some(part) = beside.tell(Input::Act { by, act: offer.act }) {
                return Crowd::Parts(part);
            }
        }
    }
    // One patron may have several places, and a wager made in another tender is another wager.
    let places: HashSet<_> =
        beside.first().bets().iter().map(|bet| (bet.patron, bet.seat, bet.tender)).collect();
    Crowd::Room(places.len() * all::<G::Wager>().len())
}
