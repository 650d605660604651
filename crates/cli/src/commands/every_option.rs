//! `ch47 diff --every-option`: every lawful value of every option compared with the usual one.

use crate::{
    args,
    failure::Failure,
    json, load,
    screen::{self, BOLD, DIM, paint},
};
use indicatif::{ProgressBar, ProgressStyle};
use prove::{
    differences::{Found, Row, page, read_table, table},
    directed::{self, Directed},
    sweep::{Known, Swept, sweep_game},
};
use rules::{GameId, Money};
use schemars::JsonSchema;
use serde::Serialize;
use std::{fmt::Write, fs, path::Path, thread};

/// The options of a game.
#[derive(Serialize, JsonSchema)]
pub struct EveryOptionJson {
    /// The game.
    pub game: String,
    /// Each value of each option.
    pub options: Vec<Swept>,
}

pub fn run(args: &args::Diff, as_json: bool) -> Result<(), Failure> {
    let name = args.before.to_string_lossy();
    let games = match &*name {
        "all" => GameId::ALL.to_vec(),
        name => vec![load::game(name)?],
    };
    let mut rounds: Vec<Directed> = Vec::new();
    for path in &args.rounds {
        read_rounds(path, &mut rounds)?;
    }
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let mut all: Vec<EveryOptionJson> = Vec::new();
    for game in games {
        let path = args.write.as_ref().map(|folder| folder.join(format!("{}.tsv", game.name())));
        let rows = path.as_deref().filter(|_| args.resume).map_or_else(Vec::new, kept);
        let bar = ProgressBar::new(0);
        let style = ProgressStyle::with_template("{bar:30} {pos} of {len} values  {msg}  {elapsed}");
        bar.set_style(style.expect("a sound template"));
        let watch = |begun: usize, values: usize, what: &str| {
            bar.set_length(values as u64);
            bar.set_position(begun as u64);
            bar.set_message(format!("{}: {what}", game.name()));
        };
        let known = Known { rows: &rows, rounds: &rounds };
        let options = sweep_game(game, known, cores, &watch);
        bar.finish_and_clear();
        // Each table is written as soon as it is complete, so that a run can be resumed.
        if let Some(path) = &path {
            let fault = |e: std::io::Error| Failure::fault(format!("{}: {e}", path.display()));
            fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).map_err(fault)?;
            fs::write(path, table(&options)).map_err(fault)?;
        }
        all.push(EveryOptionJson { game: game.name().to_owned(), options });
    }
    screen::show(&match (as_json, args.markdown) {
        (true, _) => json::render(&all)?,
        (false, true) => {
            let rows = |it: &EveryOptionJson| {
                Some((GameId::find(&it.game)?, read_table(&table(&it.options)).unwrap_or_default()))
            };
            page(&all.iter().filter_map(rows).collect::<Vec<_>>())
        }
        (false, false) => all.iter().map(text).collect(),
    })
}

/// The rounds of a file, or of the `.round` files of a folder and of those in it.
fn read_rounds(path: &Path, rounds: &mut Vec<Directed>) -> Result<(), Failure> {
    let fault = |why: String| Failure::fault(format!("{}: {why}", path.display()));
    if !path.is_dir() {
        let text = fs::read_to_string(path).map_err(|e| fault(e.to_string()))?;
        rounds.extend(directed::read(&text).map_err(fault)?);
        return Ok(());
    }
    let entries = fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let mut paths: Vec<_> =
        entries.map_err(|e| fault(e.to_string()))?.iter().map(fs::DirEntry::path).collect();
    paths.sort();
    let is_round = |path: &Path| path.is_dir() || path.extension().is_some_and(|end| end == "round");
    paths.iter().filter(|path| is_round(path)).try_for_each(|path| read_rounds(path, rounds))
}

/// The lines of a table that was written before, if there is one.
fn kept(path: &Path) -> Vec<Row> {
    fs::read_to_string(path).ok().and_then(|text| read_table(&text).ok()).unwrap_or_default()
}

/// What a value changes, in words.
fn found(swept: &Swept) -> String {
    match Found::of(swept) {
        Found::Apart(class) => {
            let gains: Vec<String> = (swept.gains.iter())
                .map(|(who, [was, is])| format!("{who} {} → {}", Money::cents(*was), Money::cents(*is)))
                .collect();
            let gains = if gains.is_empty() { String::new() } else { format!(": {}", gains.join(", ")) };
            format!("{} after {} inputs{gains}", class.word(), swept.inputs.len())
        }
        Found::Unread => "both make the same table".to_owned(),
        Found::Nothing => format!("no difference in all {} pairs of states", swept.pairs),
        Found::NothingWithin(inputs) => {
            format!("no difference in any round of up to {inputs} inputs ({} pairs of states)", swept.pairs)
        }
        Found::Room(wagers) => format!("no difference: there is room for at most {wagers} wagers"),
    }
}

fn text(EveryOptionJson { game, options }: &EveryOptionJson) -> String {
    let mut text = format!("{}\n", paint(BOLD, game));
    for swept in options {
        let _ = writeln!(text, "  {}: {} → {}: {}", swept.key, swept.usual, swept.value, found(swept));
        if let Some(last) = swept.inputs.last() {
            let _ = writeln!(text, "    {}", paint(DIM, format!("they part at: {last}")));
        }
    }
    text
}
