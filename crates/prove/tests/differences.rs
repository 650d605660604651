//! What every option changes: there is a table for every game, with a line for every option; every round in it still
//! shows a difference between its two tables; and the page of the documentation says what the tables say. `ch47 diff
//! all --every-option --write crates/prove/differences` writes the tables; with `UPDATE_EXPECT=1` this test writes the
//! page.

use prove::{
    differences::{Found, Row, missing, page, read_table},
    directed::read,
    report::whatever_the_count,
};
use rules::{Game, GameId, Visitor, games};
use std::{
    env, fs,
    path::{Path, PathBuf},
};

fn path(game: GameId) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("differences/{}.tsv", game.name()))
}

fn rows(game: GameId) -> Vec<Row> {
    let path = path(game);
    let text = fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    read_table(&text).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

struct Check<'a>(&'a [Row]);

impl Visitor for Check<'_> {
    type Out = ();
    fn visit<G: Game>(self) {
        for row in self.0 {
            let Row { key, found, first, second, inputs, .. } = row;
            let name = format!("{}: {key} ({first}; {second})", G::NAME);
            let [one, other] = [first, second].map(|settings| {
                let options = games::options::<G>(&settings.entries(), &mut |_| ());
                options.unwrap_or_else(|| panic!("{name}: not lawful"))
            });
            match found {
                Found::Unread => assert!(one == other, "{name}: the table reads it"),
                Found::Nothing | Found::NothingWithin(_) | Found::Room(_) => {
                    assert!(one != other && inputs.is_empty(), "{name}");
                }
                Found::Apart(class) => {
                    let parted = row.parted::<G>().unwrap_or_else(|why| panic!("{name}: {why}"));
                    assert!(
                        parted.classes.contains(class),
                        "{name}: they part in {parted:?}, not in {class:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn every_option_has_a_round_that_still_tells_its_tables_apart() {
    for game in GameId::ALL {
        let rows = rows(*game);
        let missing = missing(*game, &rows);
        assert!(missing.is_empty(), "{}: options without a line: {missing:?}", game.name());
        game.visit(Check(&rows));
    }
}

#[test]
fn the_page_says_what_the_tables_do() {
    let all: Vec<(GameId, Vec<Row>)> = GameId::ALL.iter().map(|&game| (game, rows(game))).collect();
    let (path, page) = (Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/DIFFERENCES.md"), page(&all));
    if env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, &page).expect("the page can be written");
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page, "docs/DIFFERENCES.md is out of date: run `cargo xtask update`");
}

#[test]
fn every_line_of_options_begins_a_round() {
    let text = "game craps\n# About odds.\noptions odds-multiple=3\np1 pass 1 > 1.3 placed\ndice 2-2\noptions places=2\np1 sits at 3\n";
    let all = read(text).expect("a script");
    let said: Vec<(String, Vec<String>)> =
        all.into_iter().map(|round| (round.settings.to_string(), round.lines)).collect();
    assert_eq!(said[0].0, "odds-multiple=3");
    assert_eq!(said[0].1[1], "dice 2-2");
    assert_eq!(said[1].1, ["p1 sits at 3"]);
}

#[test]
fn a_round_names_its_game() {
    assert!(read("options places=2\np1 sits at 3\n").is_err());
}

#[test]
fn an_irregularity_is_one_whatever_is_counted_in_it() {
    for (name, told) in [
        ("cards left 4, a hand of #", "cards left #, a hand of #"),
        ("card face up in the deck, #", "card face up in the deck, #"),
        ("wrong number of cards", "wrong number of cards"),
    ] {
        assert_eq!(whatever_the_count(name), told);
    }
}
