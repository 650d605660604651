//! Rounds that `ch47 play` can run: the inputs that lead to a state, one more input, and the usual steps to
//! the end of the round.

use crate::search::{Found, Task};
use crate::tally::Trace;
use rounds::{Script, Settings};
use rules::{Game, GameId, Input, Nobody, read_input};

/// No round takes more steps to end.
const MOST: usize = 1_000;

/// The round that shows something, with the law's answers.
pub fn write<G: Game>(task: &Task<G>, found: &Found<G>, trace: &Trace, about: &str) -> String {
    let mut table = task.first.clone();
    let mut lines: Vec<String> = Vec::new();
    for input in found.way(trace.state) {
        table.apply(input, &mut Nobody).expect("it was accepted before");
        lines.push(input.to_string());
    }
    if let Ok(input) = read_input::<G>(&trace.input) {
        let _ = table.apply(input, &mut Nobody);
        lines.push(trace.input.clone());
    }
    finish(table, &mut lines);
    render::<G>(&task.settings, &lines, about)
}

/// Adds the usual steps that end the round, with any outcome of the equipment.
fn finish<G: Game>(mut table: G, lines: &mut Vec<String>) {
    let mut seed = 47_u64;
    for _ in 0..MOST {
        if table.awaits_wagers() && table.bets().is_empty() {
            return;
        }
        let input = match table.usual_step() {
            Some(step) => step,
            None => {
                let mut shown = Vec::new();
                table.outcomes(&mut |chance, weight| shown.extend((weight > 0).then_some(chance)));
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let at = usize::try_from(seed >> 33).unwrap_or_default() % shown.len().max(1);
                let Some(&chance) = shown.get(at) else { return };
                Input::Chance(chance)
            }
        };
        if table.apply(input, &mut Nobody).is_err() {
            return;
        }
        lines.push(input.to_string());
    }
}

/// A script with the law's answers.
pub fn render<G: Game>(settings: &Settings, lines: &[String], about: &str) -> String {
    let script = format!("# {about}\ngame {}\noptions {settings}\n{}\n", G::NAME, lines.join("\n"));
    let game = GameId::find(G::NAME);
    let played =
        Script::parse(&script).ok().zip(game).and_then(|(parsed, game)| parsed.play(game, settings).ok());
    played.map_or(script, |played| played.render())
}
