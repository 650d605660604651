//! Tables with the usual options.

#![allow(dead_code)]

use odds::Progress;
use rules::{Game, GameId, Visitor};
use systems::{Plan, Played, Unplayed};

struct Standard;

impl Visitor for Standard {
    type Out = rounds::Settings;

    fn visit<G: Game>(self) -> rounds::Settings {
        rounds::standard::<G>()
    }
}

/// The usual options of a game.
pub fn standard(game: GameId) -> rounds::Settings {
    game.visit(Standard)
}

/// So many sessions of these systems at a usual table.
pub fn play(game: GameId, systems: &[&str], sessions: u64) -> Result<Played, Unplayed> {
    play_on(2, game, systems, sessions, 0)
}

/// The same on so many threads, with so many rounds told.
pub fn play_on(
    threads: usize,
    game: GameId,
    systems: &[&str],
    sessions: u64,
    traced: usize,
) -> Result<Played, Unplayed> {
    let settings = standard(game);
    let plan = Plan { game, settings: &settings, systems: systems.to_vec(), sessions, seed: 47, traced };
    plan.run(threads, &Progress::default())
}
