//! What every option changes, as tables that are saved and replayed, and as a page of the documentation.

use crate::{
    diff::{Class, Parted, part_at},
    levers,
    rows::pairs,
    sweep::Swept,
};
use rounds::Settings;
use rules::{Field, Game, GameId, Money, Visitor, games};
use std::fmt::Write;

/// A line of a table: one value of an option, and how it differs from the usual one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The option.
    pub key: String,
    /// The usual value.
    pub usual: String,
    /// The other value.
    pub value: String,
    /// The difference, if there is one.
    pub found: Found,
    /// The number of pairs of states that were visited.
    pub pairs: usize,
    /// The options of the first table.
    pub first: Settings,
    /// The options of the second.
    pub second: Settings,
    /// The round in which they differ at the last input.
    pub inputs: Vec<String>,
}

/// What a comparison of two values found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// A round in which the tables differ.
    Apart(Class),
    /// The table does not read the option.
    Unread,
    /// There is no such round within the bounds.
    Nothing,
    /// There is no such round of up to this many inputs within the bounds.
    NothingWithin(usize),
    /// There is no such round at all: the table has room for at most this many wagers, and both values allow
    /// that many.
    Room(usize),
}

impl Found {
    /// Reads it in the form in which a table has it.
    fn read(text: &str) -> Option<Found> {
        match text {
            "unread" => Some(Found::Unread),
            "none" => Some(Found::Nothing),
            _ => match (text.strip_prefix("none within "), text.strip_prefix("room for ")) {
                (Some(inputs), _) => inputs.parse().ok().map(Found::NothingWithin),
                (_, Some(wagers)) => wagers.parse().ok().map(Found::Room),
                _ => Class::ALL.into_iter().find(|class| class.word() == text).map(Found::Apart),
            },
        }
    }

    fn word(self) -> String {
        match self {
            Found::Apart(class) => class.word().to_owned(),
            Found::Unread => "unread".to_owned(),
            Found::Nothing => "none".to_owned(),
            Found::NothingWithin(inputs) => format!("none within {inputs}"),
            Found::Room(wagers) => format!("room for {wagers}"),
        }
    }

    /// Summarizes the result of a sweep.
    pub fn of(swept: &Swept) -> Found {
        match swept.class {
            Some(class) => Found::Apart(class),
            None if swept.room.is_some() => Found::Room(swept.room.unwrap_or_default()),
            None if !swept.is_read => Found::Unread,
            None if swept.complete => Found::Nothing,
            None => Found::NothingWithin(swept.depth.unwrap_or_default()),
        }
    }
}

const HEAD: &str = "# option\tusual\tvalue\tfound\tpairs\tfirst table\tsecond table\tround\n";

/// A table of the results, with one line for each value, which [`read_table`] reads.
pub fn table(all: &[Swept]) -> String {
    let line = |one: &Swept| {
        let (found, pairs) = (Found::of(one).word(), one.pairs.to_string());
        let round = one.inputs.join(" / ");
        [&one.key, &one.usual, &one.value, &found, &pairs, &one.first, &one.second, &round]
            .map(String::as_str)
            .join("\t")
            + "\n"
    };
    String::from(HEAD) + &all.iter().map(line).collect::<String>()
}

/// Reads such a table.
///
/// # Errors
/// If a line has too few fields, or options that cannot be read.
pub fn read_table(text: &str) -> Result<Vec<Row>, String> {
    let row = |line: &str| {
        let not_one = || format!("not a line of such a table: {line}");
        let fields: Vec<&str> = line.split('\t').collect();
        let [key, usual, value, found, pairs, first, second, inputs] = fields[..] else {
            return Err(not_one());
        };
        let inputs = inputs.split(" / ").filter(|input| !input.is_empty()).map(str::to_owned).collect();
        let (first, second) = (Settings::read(first)?, Settings::read(second)?);
        let found = Found::read(found).ok_or_else(not_one)?;
        let pairs = pairs.parse().map_err(|_| not_one())?;
        let [key, usual, value] = [key, usual, value].map(str::to_owned);
        Ok(Row { key, usual, value, found, pairs, first, second, inputs })
    };
    text.lines().filter(|line| !line.starts_with('#')).map(row).collect()
}

impl Row {
    /// Plays the round again, and returns how the tables differ at its last input.
    ///
    /// # Errors
    /// If options are not lawful, or the round cannot be played.
    pub fn parted<G: Game>(&self) -> Result<Parted, String> {
        let options = |settings: &Settings| {
            games::options::<G>(&settings.entries(), &mut |_| ())
                .ok_or_else(|| format!("{settings} is not lawful"))
        };
        let (first, second) = (options(&self.first)?, options(&self.second)?);
        part_at::<G>((&self.first, first), (&self.second, second), &self.inputs)
    }
}

/// The page of the documentation.
pub fn page(all: &[(GameId, Vec<Row>)]) -> String {
    let mut text = String::from(PAGE);
    text += "\n| game | options | values compared | money | allowed | chances | awaited | words | cannot differ | no difference within the bounds |\n";
    text += "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
    for (game, rows) in all {
        let mut keys: Vec<&str> = rows.iter().map(|row| row.key.as_str()).collect();
        keys.dedup();
        let count = |is: &dyn Fn(Found) -> bool| rows.iter().filter(|row| is(row.found)).count();
        let _ = write!(text, "| {} | {} | {} |", game.name(), keys.len(), rows.len());
        Class::ALL.iter().for_each(|&class| {
            let _ = write!(text, " {} |", count(&|found| found == Found::Apart(class)));
        });
        let same = count(&|found| matches!(found, Found::Unread | Found::Room(_)));
        let nothing = count(&|found| matches!(found, Found::Nothing | Found::NothingWithin(_)));
        let _ = writeln!(text, " {same} | {nothing} |");
    }
    for (game, rows) in all {
        text += &game.visit(Section(rows));
    }
    text
}

struct Section<'a>(&'a [Row]);

impl Visitor for Section<'_> {
    type Out = String;
    fn visit<G: Game>(self) -> String {
        let mut text = format!(
            "\n## {}\n\n| option | usual | other value | what tells them apart | at |\n|---|---|---|---|---|\n",
            G::NAME
        );
        let value = |text: &str| if text.is_empty() { "–".to_owned() } else { text.replace('|', "\\|") };
        for row in self.0 {
            let (usual, other) = (value(&row.usual), value(&row.value));
            let beside = beside::<G>(row);
            let _ = writeln!(
                text,
                "| {} | {usual} | {other}{beside} | {} | {} |",
                row.key,
                what::<G>(row),
                place::<G>(row)
            );
        }
        if self.0.iter().any(|row| matches!(row.found, Found::Nothing | Found::NothingWithin(_))) {
            text += "\nBounds in which nothing differs:\n\n";
            pairs(G::NAME, false).iter().for_each(|bounds| _ = writeln!(text, "- {bounds}"));
        }
        text
    }
}

/// The options of both tables other than this one, where they are not the usual ones.
fn beside<G: Game>(row: &Row) -> String {
    let usual = rounds::standard::<G>();
    let others: Vec<String> = (row.first.iter())
        .filter(|(key, value)| **key != row.key && usual.get(key) != Some(value))
        .filter(|(key, value)| row.second.get(key) == Some(value))
        .map(|(key, value)| format!("{key} = {}", value.as_written()))
        .collect();
    if others.is_empty() { String::new() } else { format!(", beside {}", others.join(", ")) }
}

/// What the value changes, in words.
fn what<G: Game>(row: &Row) -> String {
    match row.found {
        Found::Apart(class) => {
            let gains = row.parted::<G>().map(|parted| parted.gains).unwrap_or_default();
            let gains: Vec<String> = (gains.iter())
                .map(|(who, [was, is])| format!("{who} {} → {}", Money::cents(*was), Money::cents(*is)))
                .collect();
            let gains = if gains.is_empty() { String::new() } else { format!(": {}", gains.join(", ")) };
            let many = row.inputs.len();
            format!("{} after {many} input{}{gains}", class.word(), if many == 1 { "" } else { "s" })
        }
        Found::Unread => "both make the same table".to_owned(),
        Found::Nothing => format!("nothing: all {} pairs of states", row.pairs),
        Found::NothingWithin(inputs) => {
            format!("nothing in any round of up to {inputs} inputs ({} pairs of states)", row.pairs)
        }
        Found::Room(wagers) => format!("nothing: there is room for at most {wagers} wagers"),
    }
}

/// The input at which the difference shows.
fn place<G: Game>(row: &Row) -> String {
    match (row.inputs.last(), row.found) {
        (Some(last), _) => format!("`{last}`"),
        (None, Found::Unread) => match levers::opens::<G>(&row.key) {
            opens if opens.is_empty() => "no rule of the table reads it".to_owned(),
            opens => format!("it lets others be chosen: {}", opens.join(", ")),
        },
        (None, Found::Room(_)) => "wherever patrons find a place, with a wager of every kind".to_owned(),
        (None, _) => "within the bounds below".to_owned(),
    }
}

/// The options of a game for which a table has no line.
pub fn missing(game: GameId, rows: &[Row]) -> Vec<&'static str> {
    struct Missing<'a>(&'a [Row]);
    impl Visitor for Missing<'_> {
        type Out = Vec<&'static str>;
        fn visit<G: Game>(self) -> Self::Out {
            let is_missing = |field: &&Field| self.0.iter().all(|row| row.key != field.key);
            games::fields::<G>().filter(is_missing).map(|field| field.key).collect()
        }
    }
    game.visit(Missing(rows))
}

const PAGE: &str = "\
# What every option changes

Written from the tables in `crates/prove/differences`, which `ch47 diff all --every-option --write` finds. Every lawful value of every
option was compared with the usual one: two tables that differ in nothing else, except for what the law wants to go with the
value, were played side by side, and the shortest round within the bounds was looked for in which they part. Where there was none,
the rounds by which the rules are tested were played at both tables, some more that deal the rarest hands, and thousands of random
ones; a round found so may not be the shortest. *Money* means that
somebody gains another amount at the last input, *allowed* that one table refuses what the other takes, *chances* that the
equipment shows something with another chance, *awaited* that the tables wait for different people, *words* that only
announcements, their order or the provisions cited differ. Where a value changes nothing by itself, it was tried beside other
values of other options; those stand with it. Of long ranges of numbers the ends were tried and what lies beside the usual number, of
odds the next above the law's least. A test plays every round.
[How to run it yourself](cli/diff.md).
";
