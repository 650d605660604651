//! What every option changes: the committed tables have a line for every option of their game, and every round in them still
//! tells its two tables apart. `ch47 diff GAME --every-option --write crates/prove/differences` writes them.

use prove::{
    diff::part_at,
    sweep::{Row, read_table},
};
use rounds::{Settings, standard};
use rules::{Game, GameId, Visitor, games};
use std::{fs, path::Path};

struct Check<'a>(&'a [Row]);

fn options<G: Game>(settings: &Settings) -> G::Options {
    games::options::<G>(&settings.entries(), &mut |_| ()).unwrap_or_else(|| panic!("{}: {settings}", G::NAME))
}

impl Visitor for Check<'_> {
    type Out = ();
    fn visit<G: Game>(self) {
        for field in games::fields::<G>() {
            let has_row = self.0.iter().any(|row| row.key == field.key);
            assert!(has_row, "{}: no line for {}", G::NAME, field.key);
        }
        for Row { key, found, first, second, inputs } in self.0 {
            let name = format!("{}: {key} ({first}; {second})", G::NAME);
            let tables = (options::<G>(first), options::<G>(second));
            match found.as_str() {
                "unread" => assert!(tables.0 == tables.1, "{name}: the table reads it"),
                "none" => assert!(tables.0 != tables.1 && inputs.is_empty(), "{name}"),
                "none found" => panic!("{name}: the search was cut off"),
                class => {
                    let classes = part_at::<G>((first, tables.0), (second, tables.1), inputs);
                    let classes = classes.unwrap_or_else(|why| panic!("{name}: {why}"));
                    let is_there = classes.iter().any(|found| found.word() == class);
                    assert!(is_there, "{name}: they part in {classes:?}, not in {class}");
                }
            }
        }
        assert!(self.0.iter().any(|row| row.first != standard::<G>()), "companions are written too");
    }
}

#[test]
fn every_option_has_a_round_that_still_tells_its_tables_apart() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("differences");
    let mut games = 0;
    for file in fs::read_dir(&folder).expect("the folder is committed") {
        let path = file.expect("a file").path();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        let game = GameId::find(name).expect("a table is named after its game");
        let text = fs::read_to_string(&path).expect("a table");
        game.visit(Check(&read_table(&text).expect("a table")));
        games += 1;
    }
    assert!(games > 0, "there are tables");
}
