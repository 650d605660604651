//! Files as people write them: errors are reported with their position, and valid files are played as
//! written.

mod common;

use common::{play, play_on};
use rules::GameId;
use systems::{Fault, Told, Unplayed};

const SOUND: &str = r#"
game = "roulette"
title = "A test"
bankroll = 100
rounds = 20

[counters.session]
stake = 1
line = [1, 2]

[[before]]
do = "bet red"
amount = "stake"

[[after]]
when = "lost"
set = { stake = "stake + 1" }
"#;

fn fault_of(source: &str) -> Fault {
    match play(GameId::Roulette, &[source], 2) {
        Err(Unplayed::System { system: 0, fault }) => fault,
        other => panic!("{source}\nis no fault: {other:?}"),
    }
}

/// The sound file with one part replaced: returns what is wrong, where, and the advice.
fn wrong(part: &str, instead: &str) -> (String, String, String) {
    assert!(SOUND.contains(part), "{part}");
    let source = SOUND.replacen(part, instead, 1);
    let fault = fault_of(&source);
    let at = fault.at.map_or(String::new(), |at| source[at].to_owned());
    (fault.what, at, fault.help)
}

#[test]
fn a_fault_has_its_place_and_what_was_meant() {
    for (part, instead, what, at, help) in [
        ("bet red", "bet rde", "roulette has no wager `rde`", "rde", "did you mean `red`?"),
        (
            "bet red",
            "bett red",
            "`bett red` is nothing that a patron does at roulette",
            "\"bett red\"",
            "did you mean `bet red`?",
        ),
        ("\"stake\"", "\"2 * stke\"", "nothing is called `stke`", "stke", "did you mean `stake`?"),
        ("\"stake\"", "\"2 * (stake\"", "the expression ends too early", "", ""),
        ("\"stake\"", "\"stake > 1\"", "expected a number, found a condition", "stake > 1", ""),
        ("\"stake\"", "\"stake + line\"", "expected a number, found a list", "line", ""),
        ("\"stake\"", "\"mni(stake, 2)\"", "no function is called `mni`", "mni", "did you mean `min`?"),
        (
            "\"stake\"",
            "\"stake ; 2\"",
            "`;` means nothing here",
            ";",
            "wagers stand in single quotes, such as on('place 6')",
        ),
        (
            "\"lost\"",
            "\"gain\"",
            "expected a condition, found a number",
            "gain",
            "compare it with something, such as `streak <= -3`",
        ),
        ("\"lost\"", "\"won('rde')\"", "roulette has no wager `rde`", "rde", "did you mean `red`?"),
        ("\"lost\"", "\"1 < stake < 3\"", "one comparison at a time: join two with `and`", "3", ""),
        ("stake = 1", "round = 1", "`round` means something already", "round", "choose another name"),
        (
            "stake = 1",
            "stake = 1\nStake = 2",
            "`Stake` cannot be a name",
            "Stake",
            "use small letters, digits and `_`, and begin with a letter",
        ),
        ("set = { stake", "set = { steak", "no counter is called `steak`", "steak", "did you mean `stake`?"),
        (
            "rounds = 20",
            "rounds = 0",
            "a session of 0 rounds: from 1 to 1000000",
            "0",
            "every session must end",
        ),
        (
            "rounds = 20",
            "rounds = 2000000",
            "a session of 2000000 rounds: from 1 to 1000000",
            "2000000",
            "every session must end",
        ),
        (
            "bankroll = 100",
            "bankroll = nan",
            "a bankroll of `NaN`: from 1 to a billion units",
            "nan",
            "write units, such as 100, or dollars, such as \"$1000\"",
        ),
        (
            "bankroll = 100",
            "bankroll = -5",
            "a bankroll of `-5`: from 1 to a billion units",
            "-5",
            "write units, such as 100, or dollars, such as \"$1000\"",
        ),
        (
            "bankroll = 100",
            "bankroll = 100\nunit = 0",
            "a unit of 0: it is worth something",
            "0",
            "write dollars, such as 10 or \"2.50\"",
        ),
        (
            "stake = 1",
            "stake = inf",
            "`stake` begins with something that is no number",
            "stake",
            "write a finite number",
        ),
        ("title", "titel", "unknown field `titel`, expected one of", "titel", "did you mean `title`?"),
        ("amount = \"stake\"", "", "how much is wagered?", "\"bet red\"", "write amount = 1, in units"),
        (
            "do = \"bet red\"\namount = \"stake\"",
            "when = \"won\"",
            "this rule does nothing",
            "\"won\"",
            "write `do`, `set` or both",
        ),
        (
            "when = \"lost\"",
            "when = \"lost\"\ndo = \"bet red\"",
            "after a round only `leave` and `skip` can be done",
            "\"bet red\"",
            "set a counter here, and act on it in [[before]]",
        ),
        (
            "game = \"roulette\"",
            "game = \"roulete\"",
            "no game is called `roulete`",
            "\"roulete\"",
            "did you mean `roulette`?",
        ),
        (
            "game = \"roulette\"",
            "game = \"craps\"",
            "this system is for craps, not for roulette",
            "\"craps\"",
            "",
        ),
        (
            "game = \"roulette\"",
            "game = \"roulette\"\ncount = \"hilo\"",
            "no count is called `hilo`",
            "\"hilo\"",
            "write \"hi-lo\", or a tag for each card, such as { A = -1, 2 = 1, … }",
        ),
    ] {
        let (found, place, advice) = wrong(part, instead);
        assert!(found.starts_with(what), "{instead}: {found}");
        assert_eq!((place.as_str(), advice.as_str()), (at, help), "{instead}: {found}");
    }
}

#[test]
fn what_never_bets_is_no_system() {
    let source = SOUND.replace("do = \"bet red\"\namount = \"stake\"", "do = \"leave\"");
    assert_eq!(fault_of(&source).what, "this system never bets");
}

#[test]
fn what_has_no_value_ends_the_run_with_its_place() {
    for (amount, what) in [
        ("1 / (stake - stake)", "this rule divides by zero, or grows beyond every number"),
        ("item(line, 3)", "this rule asks for an item that the list does not have"),
    ] {
        let source = SOUND.replace("\"stake\"", &format!("\"{amount}\""));
        let fault = fault_of(&source);
        assert_eq!(fault.what, what);
        assert!(fault.at.is_some_and(|at| source[at].contains("bet red")));
    }
    let growing =
        SOUND.replace("stake + 1", "stake * stake * 1000000").replace("\"stake\"", "\"min(stake, 1)\"");
    assert!(fault_of(&growing).what.contains("beyond every number"));
}

#[test]
fn rules_of_a_turn_that_never_end_are_stopped() {
    let source = r#"
game = "chemin-de-fer"
title = "Musical chairs"
bankroll = 10
rounds = 5
[[before]]
do = "bet bid"
amount = 1
[[turn]]
do = "sit at 5"
[[turn]]
do = "sit at 6"
"#;
    match play(GameId::CheminDeFer, &[source, source], 2) {
        Err(Unplayed::System { fault, .. }) => {
            assert_eq!(fault.what, "after 1000 decisions in one round these rules still do something else");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_run_is_the_same_on_any_number_of_threads() {
    let one = play_on(1, GameId::Roulette, &[SOUND, SOUND], 300, 0).expect("played");
    let two = play_on(2, GameId::Roulette, &[SOUND, SOUND], 300, 0).expect("played");
    assert_eq!(one, two);
    let [first, second] = [&one.systems[0].sums, &one.systems[1].sums];
    assert_eq!(first.results, second.results, "both patrons see the same spins");
}

#[test]
fn a_trace_tells_everything_with_its_provision() {
    let played = play_on(1, GameId::Roulette, &[SOUND], 5, 2).expect("played");
    assert_eq!(played.trace.len(), 2);
    let lines = &played.trace[0].lines;
    assert!(lines.contains(&Told::Input("p1 red 10.00".to_owned())), "{lines:?}");
    let cited = |id: &str, text: &str| {
        lines
            .iter()
            .any(|line| matches!(line, Told::Event(cite, told) if cite.id() == id && told.starts_with(text)))
    };
    assert!(cited("5.1(e)9", "placed p1 red 10.00"), "{lines:?}");
    assert!(lines.iter().any(
        |line| matches!(line, Told::Event(_, told) if told.contains("p1 red") && !told.starts_with("placed"))
    ));
    // The trace shows what was played.
    let again = play_on(2, GameId::Roulette, &[SOUND], 5, 2).expect("played");
    assert_eq!(played, again);
}

#[test]
fn chips_that_do_not_cover_a_wager_end_the_session() {
    let source = SOUND.replace("bankroll = 100", "bankroll = 3").replace("rounds = 20", "rounds = 1000");
    let sums = play(GameId::Roulette, &[&source], 200).expect("played").systems.remove(0).sums;
    assert!(sums.broke > 0 && sums.results.keys().all(|net| *net >= -3_000), "{:?}", sums.results);
    assert_eq!(sums.broke, sums.ends["broke"]);
}

/// One unit covers one hand: a double or split that it does not cover is counted, and there is no exact edge
/// to compare with.
#[test]
fn what_the_chips_do_not_cover_in_a_round_is_left_undone() {
    let source = r#"
game = "blackjack"
title = "Short of chips"
bankroll = 1
rounds = 3
[[before]]
do = "bet hand"
amount = 1
"#;
    let played = play(GameId::Blackjack, &[source], 200).expect("played").systems.remove(0);
    assert!(played.sums.short > 0 && played.edges.is_err(), "{:?}", played.edges);
    assert!(played.sums.results.keys().all(|net| *net >= -1_000), "{:?}", played.sums.results);
}

#[test]
fn stakes_are_fitted_to_the_table_and_counted() {
    let source = SOUND.replace("bankroll = 100", "bankroll = 100000").replace("\"stake\"", "\"2000.05\"");
    let sums = play(GameId::Roulette, &[&source], 10).expect("played").systems.remove(0).sums;
    assert_eq!((sums.largest, sums.fitted), (1_000_000, 200), "the table's maximum is 10,000 dollars");
}

/// Whatever is written, the answer is an error, never a panic.
#[test]
fn nonsense_is_told_from_systems() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/systems");
    let mut generator = odds::Generator::new(odds::Generator::seed(47), 0);
    let mut below = |n: usize| generator.below(u32::try_from(n).expect("few")) as usize;
    let (mut sound, mut faults) = (0, 0);
    for name in ["labouchere", "three-point-molly", "press-the-six", "gamblers-fallacy"] {
        let source = std::fs::read_to_string(format!("{folder}/{name}.toml")).expect("an example");
        let game = systems::game(&systems::File::read(&source).expect("a file")).expect("a game");
        for _ in 0..300 {
            let mut text: Vec<char> = source.chars().collect();
            for _ in 0..=below(3) {
                let at = below(text.len());
                match below(3) {
                    0 => _ = text.remove(at),
                    1 => text.insert(
                        at,
                        ['(', ')', '{', '}', '\'', '"', '-', '9', 'x', '\n', '$', '[', 'é'][below(13)],
                    ),
                    _ => text[at] = text[below(text.len())],
                }
            }
            let text: String = text.into_iter().collect();
            match play(game, &[&text], 0) {
                Ok(_) => sound += 1,
                Err(Unplayed::System { fault, .. }) => {
                    faults += 1;
                    assert!(!fault.what.is_empty());
                    // The position must lie within the file.
                    fault.at.map(|at| text.get(at.clone()).unwrap_or_else(|| panic!("{at:?} of {text}")));
                }
                Err(Unplayed::Table(why)) => panic!("{why}: {text}"),
            }
        }
    }
    assert!(faults > 300 && sound > 100, "{faults} faults, {sound} sound");
}

/// The page on the format documents every fact that a file can use.
#[test]
fn the_page_tells_every_fact() {
    let page = include_str!("../../../docs/systems.md");
    for fact in systems::Fact::ALL {
        let row = format!("| `{}` | {} |", fact.name(), fact.says().trim());
        assert!(page.contains(&row), "docs/systems.md has no row {row}");
    }
}
