//! Wagers that no fresh table takes: what must have been shown before they are offered. This is the one place that knows
//! which games have them.

use rules::{Game, Input, Vocabulary};

use crate::{
    Unsolved,
    round::{Patience, usual_step},
};

/// What the equipment shows first, in the notation of scripts.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// Before the wager that it needs beside it, or before itself if it needs none.
    before: &'static [&'static str],
    /// Between that one and itself.
    between: &'static [&'static str],
}

impl Course {
    /// Goes on until all that comes first has been shown.
    pub(crate) fn lead<G: Game>(
        self,
        table: &mut G,
        lay_beside: impl FnOnce(&mut G) -> Result<(), Unsolved>,
    ) -> Result<(), Unsolved> {
        show(table, self.before)?;
        lay_beside(table)?;
        show(table, self.between)
    }
}

fn show<G: Game>(table: &mut G, shown: &[&str]) -> Result<(), Unsolved> {
    for text in shown {
        let mut patience = Patience::new();
        while let Some(input) = usual_step(table) {
            patience.step()?;
            table.apply(input, &mut rules::Unseen).map_err(Unsolved::Refused)?;
        }
        let chance = G::Chance::read(text).ok_or(Unsolved::Stuck)?;
        table.apply(Input::Chance(chance), &mut rules::Unseen).map_err(Unsolved::Refused)?;
    }
    Ok(())
}

/// Each point of craps with dice that make it.
const POINTS: [(&str, &[&str]); 6] = [
    ("4", &["dice 2-2"]),
    ("5", &["dice 3-2"]),
    ("6", &["dice 3-3"]),
    ("8", &["dice 4-4"]),
    ("9", &["dice 5-4"]),
    ("10", &["dice 5-5"]),
];

/// Whether wagers of the game may have to wait for their moment.
pub(crate) fn has_courses(game: &str) -> bool {
    game == "craps"
}

/// Each wager of the game that no fresh table takes, the one it needs beside it, and its course.
pub(crate) fn courses(game: &str) -> Vec<(String, Option<&'static str>, Course)> {
    if !has_courses(game) {
        return Vec::new();
    }
    let (_, first) = POINTS[0];
    let come = |name: &str| (name.to_owned(), None, Course { before: first, between: &[] });
    let mut all = vec![come("come"), come("dont-come")];
    for (flat, odds) in [("pass", "pass-odds"), ("dont-pass", "dont-pass-odds")] {
        let course = |shown| Course { before: &[], between: shown };
        all.extend(POINTS.map(|(n, shown)| (format!("{odds} {n}"), Some(flat), course(shown))));
    }
    for (flat, odds) in [("come", "come-odds"), ("dont-come", "dont-come-odds")] {
        // Another number is the come-out point: 4, or 10 if the bet is to be on 4.
        let point = |n| if n == "4" { POINTS[5].1 } else { first };
        let course = |n, shown| Course { before: point(n), between: shown };
        all.extend(POINTS.map(|(n, shown)| (format!("{odds} {n}"), Some(flat), course(n, shown))));
    }
    all
}
