//! `ch47 diff --every-option`: every lawful value of every option against the usual one.

use crate::{
    args,
    failure::Failure,
    json, load,
    screen::{self, BOLD, DIM, paint},
};
use indicatif::{ProgressBar, ProgressStyle};
use prove::sweep::{Swept, sweep_game};
use rules::GameId;
use schemars::JsonSchema;
use serde::Serialize;
use std::{fmt::Write, fs};

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
    let bar = ProgressBar::new_spinner();
    bar.set_style(ProgressStyle::with_template("{spinner} {msg}").expect("a sound template"));
    let all: Vec<EveryOptionJson> = (games.into_iter())
        .map(|game| {
            let watch = &mut |key: &str, value: &str| {
                bar.set_message(format!("{}: {key}={value}", game.name()));
                bar.tick();
            };
            EveryOptionJson { game: game.name().to_owned(), options: sweep_game(game, None, watch) }
        })
        .collect();
    bar.finish_and_clear();
    if let Some(folder) = &args.write {
        for EveryOptionJson { game, options } in &all {
            let path = folder.join(format!("{game}.tsv"));
            let fault = |e: std::io::Error| Failure::fault(format!("{}: {e}", path.display()));
            fs::create_dir_all(folder).map_err(fault)?;
            fs::write(&path, prove::sweep::table(options)).map_err(fault)?;
        }
    }
    screen::show(&match (as_json, args.markdown) {
        (true, _) => json::render(&all)?,
        (false, true) => page(&all),
        (false, false) => all.iter().map(text).collect(),
    })
}

/// What a value changes, in words.
fn found(swept: &Swept) -> String {
    match swept.class {
        Some(class) => {
            let gains: Vec<String> = (swept.gains.iter())
                .map(|(who, [was, is])| format!("{who} {} → {}", cents(*was), cents(*is)))
                .collect();
            let gains = if gains.is_empty() { String::new() } else { format!(": {}", gains.join(", ")) };
            format!("{} after {} inputs{gains}", class.word(), swept.inputs.len())
        }
        None if !swept.is_read => "both make the same table".to_owned(),
        None if swept.complete => format!("no difference in {} pairs of states", swept.pairs),
        None => format!("no difference found in the first {} pairs of states", swept.pairs),
    }
}

fn cents(amount: i64) -> String {
    rules::Money::cents(amount).to_string()
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

fn page(all: &[EveryOptionJson]) -> String {
    let mut text = String::from(PAGE);
    for EveryOptionJson { game, options } in all {
        let _ = write!(
            text,
            "\n## {game}\n\n| option | usual | other value | what tells them apart | at |\n|---|---|---|---|---|\n"
        );
        for swept in options {
            let at = match swept.inputs.last() {
                Some(last) => format!("`{last}`"),
                None if !swept.is_read && !swept.opens.is_empty() => {
                    format!("it lets others be chosen: {}", swept.opens.join(", "))
                }
                None if !swept.is_read => "the table does not read it".to_owned(),
                None => "within the bounds below".to_owned(),
            };
            let value =
                |text: &str| if text.is_empty() { "–".to_owned() } else { text.replace('|', "\\|") };
            let (usual, other) = (value(&swept.usual), value(&swept.value));
            let _ = writeln!(text, "| {} | {usual} | {other} | {} | {at} |", swept.key, found(swept));
        }
        let mut without: Vec<&Swept> = options.iter().filter(|it| it.class.is_none() && it.is_read).collect();
        without.sort_by(|a, b| a.bounds.cmp(&b.bounds));
        if let Some(first) = without.first() {
            let _ = writeln!(text, "\nBounds in which nothing differs:\n");
            first.bounds.iter().for_each(|bounds| _ = writeln!(text, "- {bounds}"));
        }
    }
    text
}

const PAGE: &str = "# What every option changes\n
Written by `ch47 diff all --every-option --markdown`. Every lawful value of every option was compared with the usual one: two
tables that differ in nothing else (but for what the law wants to go with the value) were played side by side, and the
shortest round within the bounds was looked for in which they part. *Money* means that somebody gains another amount at the last
input, *allowed* that one table refuses what the other takes, *chances* that the equipment shows something with another
chance, *awaited* that the tables wait for different people, *words* that only announcements, their order or the
provisions cited differ. Of long ranges of numbers the ends were tried, of odds the next above the law's least. The rounds themselves
are in `crates/prove/differences`, and a test plays every one of them. [How to run it yourself](cli/diff.md).
";
