//! `ch47 readings`: how doubtful words are read, and what the other choices would be worth.

use crate::{
    args::proof::Readings as Args,
    failure::Failure,
    json, load,
    screen::{self, BOLD, CITE, DIM, paint},
};
use indicatif::{ProgressBar, ProgressStyle};
use rules::{GameId, Money, Readings, readings::bears_on};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write;
use worth::readings::{Change, Prices, ReadingPrice, price};

/// How doubtful words are read.
#[derive(Serialize, JsonSchema)]
pub struct ReadingsJson {
    /// Every reading.
    pub readings: Vec<ReadingJson>,
    /// What the other choices would be worth, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prices: Option<Prices>,
}

/// A reading.
#[derive(Serialize, JsonSchema)]
pub struct ReadingJson {
    /// Its number.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The provisions it reads.
    pub on: Vec<String>,
    /// What the words leave open.
    pub question: String,
    /// The answers that can be defended.
    pub choices: Vec<String>,
    /// The answer taken, counted from 1.
    pub decided: usize,
    /// Which of them `--reading` can switch to; none if there is no switch.
    pub switches: Vec<u8>,
}

pub fn run(args: &Args, as_json: bool) -> Result<(), Failure> {
    let game = args.game.as_deref().map(load::game).transpose()?;
    let readings = all(game);
    let prices = args.price.then(|| {
        let bar = ProgressBar::new_spinner();
        bar.set_style(ProgressStyle::with_template("{spinner} {msg}").expect("a sound template"));
        let prices = price(game, &mut |id, game| {
            bar.set_message(format!("{id} at {game}"));
            bar.tick();
        });
        bar.finish_and_clear();
        prices
    });
    screen::show(&match (&prices, as_json, args.markdown) {
        (_, true, _) => json::render(&ReadingsJson { readings, prices })?,
        (Some(prices), false, true) => page(prices),
        (Some(prices), false, false) => prices_text(prices),
        (None, false, _) => readings.iter().map(text).collect(),
    })
}

fn all(game: Option<GameId>) -> Vec<ReadingJson> {
    let is_about = |id: &str| game.is_none_or(|game| bears_on(id, game));
    let one = |reading: &law::Reading| ReadingJson {
        id: reading.id.to_owned(),
        title: reading.title.to_owned(),
        on: reading.on.iter().map(ToString::to_string).collect(),
        question: reading.question.to_owned(),
        choices: reading.choices.iter().map(|choice| (*choice).to_owned()).collect(),
        decided: reading
            .choices
            .iter()
            .position(|choice| *choice == reading.decision())
            .map_or(0, |at| at + 1),
        switches: (Readings::SWITCHES.iter().find(|switch| switch.id == reading.id))
            .map_or_else(Vec::new, |switch| switch.choices.to_vec()),
    };
    law::READINGS.iter().filter(|reading| is_about(reading.id)).map(one).collect()
}

fn text(reading: &ReadingJson) -> String {
    let mut text =
        format!("{} {}  {}\n", paint(BOLD, &reading.id), reading.title, paint(CITE, reading.on.join(", ")));
    text += &screen::wrap(&reading.question, 2, 100);
    for (number, choice) in (1..).zip(&reading.choices) {
        let mark = if number == reading.decided { "→" } else { " " };
        let _ = writeln!(text, "  {mark} {number} {choice}");
    }
    text + "\n"
}

/// `red at $1: 1/38 → 0 (-2.632 %)`, and the options if they are not the usual ones.
fn change(change: &Change) -> String {
    let Change { wager, stake, options, decided, other, percent, .. } = change;
    let short = |fraction: &str| {
        let exact = odds::Fraction::read(fraction).unwrap_or_default();
        if fraction.len() <= 12 { fraction.to_owned() } else { format!("{} %", exact.percent(4)) }
    };
    let at = if options.is_empty() { String::new() } else { format!(", with {options}") };
    let sign = if percent.starts_with('-') { "" } else { "+" };
    format!(
        "{wager} at {}: {} → {} ({sign}{percent} %){at}",
        Money::cents(*stake),
        short(decided),
        short(other)
    )
}

fn prices_text(prices: &Prices) -> String {
    let mut text = String::new();
    for it in &prices.prices {
        let ReadingPrice { id, title, game, choice, decided, says, usual, most, tables } = it;
        let _ = writeln!(text, "{} {title}, {game}: {choice} in place of {decided}", paint(BOLD, id));
        let _ = writeln!(text, "  {}", paint(DIM, says));
        let none = || "no edge changes".to_owned();
        let _ = writeln!(text, "  at the usual table: {}", usual.as_ref().map_or_else(none, change));
        let _ = writeln!(text, "  at any of {tables} tables: {}", most.as_ref().map_or_else(none, change));
    }
    let _ = writeln!(text, "{} readings have no switch and are not priced", prices.unpriced.len());
    text
}

fn page(prices: &Prices) -> String {
    let mut text = String::from(PAGE);
    let none = || "–".to_owned();
    for it in &prices.prices {
        let ReadingPrice { id, title, game, choice, decided, says, usual, most, tables } = it;
        let _ = writeln!(
            text,
            "| {id} {title} | {game} | {decided} → {choice}: {says} | {} | {} | {tables} |",
            usual.as_ref().map_or_else(none, change),
            most.as_ref().map_or_else(none, change),
        );
    }
    let names: Vec<String> = prices.unpriced.iter().map(|it| format!("{} {}", it.id, it.title)).collect();
    let _ = write!(
        text,
        "\n## Without a switch\n\nThese readings are decided in the code and cannot be switched, so they are not priced. Most of them settle a\nprocedure; of some, another choice would move money too: {}.\n",
        names.join("; ")
    );
    text
}

const PAGE: &str = "# What doubtful words are worth\n
Written by `ch47 readings --price --markdown`. For every reading that can be switched, the exact edge of every kind of wager was found
by the reading that is decided on and by each other choice: at the usual options and stakes, and at every table that one
lawful choice near the doubtful words makes of it, with payments in cents and in whole dollars, for the usual stake, the least, and $5. An edge is what the house keeps per
unit staked; a plus means that the other choice is better for the house. A hand of blackjack is told to a
millionth, and for one stake. `ch47 diff GAME --reading ID=N` shows the shortest round in which the two readings part.

| reading | game | choice | at the usual table | where it matters most | tables |
|---|---|---|---|---|--:|
";
