//! The systems in examples/systems, each played and compared with known results.

mod common;

use common::{play, standard};
use rules::GameId;
use std::{collections::HashMap, fs, path::Path};
use systems::{File, PlayedSystem, game};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/systems");

fn example(name: &str) -> String {
    fs::read_to_string(Path::new(FOLDER).join(name)).unwrap_or_else(|why| panic!("{name}: {why}"))
}

fn played(name: &str, sessions: u64) -> PlayedSystem {
    let source = example(name);
    let game = game(&File::read(&source).expect("a file")).expect("a game");
    // It takes two to play chemin de fer.
    let seats = if game.name() == "chemin-de-fer" { 2 } else { 1 };
    let found = play(game, &vec![source.as_str(); seats], sessions);
    found.unwrap_or_else(|why| panic!("{name}: {why:?}")).systems.remove(0)
}

/// However a system varies its stakes, it loses exactly what its wagers cost.
#[test]
fn no_system_changes_the_edge() {
    let (mut files, mut compared) = (0, 0);
    for entry in fs::read_dir(FOLDER).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        let PlayedSystem { sums, edges, rules, .. } = played(&name, 400);
        files += 1;
        assert_eq!(sums.sessions, 400, "{name}");
        assert!(sums.staked() > 0 && sums.idle == 0, "{name}: {sums:?}");
        assert_eq!(sums.ends.values().sum::<u64>(), 400, "{name}");
        for ((rule, _), acted) in rules.iter().zip(&sums.acted) {
            assert!(acted.done > 0, "{name}: the rule {rule} never acted: {:?}", acted.why);
        }
        match edges {
            Ok(edges) => {
                let (exact, z) = sums.against(&edges).expect("wagers and sessions");
                let said =
                    format!("{name}: exact {exact}, edge {:?} ± {:?}, z {z}", sums.edge(), sums.edge_error());
                println!("{said}");
                assert!(exact > 0.0 && z.abs() < 4.5, "{said}");
                compared += 1;
            }
            Err(why) => println!("{name}: {why}: {:?}", sums.edge()),
        }
    }
    assert!(
        files >= 12 && compared >= 12,
        "a dozen classic systems: {files}, {compared} of them with exact odds"
    );
}

/// The exact probability that a martingale on an even chance of 18 in 38 goes broke within its rounds.
fn martingale_is_broke(bankroll: i64, rounds: u32) -> f64 {
    let (win, mut broke) = (18.0 / 38.0, 0.0);
    let mut at: HashMap<(i64, i64), f64> = HashMap::from([((bankroll, 1), 1.0)]);
    for _ in 0..rounds {
        let mut next = HashMap::new();
        for ((chips, stake), chance) in at {
            if chips < stake {
                broke += chance;
                continue;
            }
            *next.entry((chips + stake, 1)).or_default() += chance * win;
            *next.entry((chips - stake, 2 * stake)).or_default() += chance * (1.0 - win);
        }
        at = next;
    }
    // A patron who cannot bet after the last round has played all rounds, and is not broke.
    broke
}

fn assert_near(simulated: f64, exact: f64, sessions: f64, what: &str) {
    let error = (exact * (1.0 - exact) / sessions).sqrt();
    assert!((simulated - exact).abs() < 4.0 * error, "{what}: {simulated} against {exact} ± {error}");
}

#[test]
fn a_martingale_goes_broke_as_often_as_it_must() {
    let sums = played("martingale.toml", 4_000).sums;
    assert_near(sums.broke as f64 / 4_000.0, martingale_is_broke(255, 200), 4_000.0, "martingale");
    // Eight losses in a row end it, so the eighth wager is the largest.
    assert_eq!(sums.largest, 128 * 1_000);
    assert_eq!(sums.runs.keys().next_back(), Some(&8));
}

#[test]
fn the_flag_comes_as_often_as_it_must() {
    let sums = played("big-six-flag.toml", 4_000).sums;
    // A hundred units last a hundred spins without a win, and one of 54 stops is the flag.
    assert_near(sums.broke as f64 / 4_000.0, (53.0_f64 / 54.0).powi(100), 4_000.0, "flag");
    assert_eq!(sums.ends.len(), 2, "{:?}", sums.ends);
}

#[test]
fn a_labouchere_that_ends_has_won_ten_units() {
    let sums = played("labouchere.toml", 1_000).sums;
    let (left, won) = (sums.ends["left: line crossed out"], sums.results[&(10 * 1_000)]);
    assert_eq!(left, won, "{:?}", sums.ends);
    assert!(left > 800, "it nearly always does: {left}");
}

#[test]
fn what_waits_does_not_wager() {
    let sums = played("gamblers-fallacy.toml", 1_000).sums;
    // Four reds in a row come before about one spin in twenty.
    let part = sums.wagers["black"].decided as f64 / sums.rounds.sum as f64;
    assert!((part - (18.0_f64 / 38.0).powi(4)).abs() < 0.004, "{part}");
}

#[test]
fn every_game_has_a_system() {
    let mut games: Vec<&str> = Vec::new();
    for entry in fs::read_dir(FOLDER).expect("a folder") {
        let source = fs::read_to_string(entry.expect("an entry").path()).expect("a text");
        let game = game(&File::read(&source).expect("a file")).expect("a game");
        assert!(
            !standard(game).entries().is_empty()
                || matches!(
                    game.name(),
                    "blackjack"
                        | "double-down-stud"
                        | "keno"
                        | "let-it-ride"
                        | "pai-gow"
                        | "pai-gow-poker"
                        | "sic-bo"
                ),
            "{}",
            game.name()
        );
        games.push(game.name());
    }
    for game in GameId::ALL {
        assert!(games.contains(&game.name()), "{} has none", game.name());
    }
}
