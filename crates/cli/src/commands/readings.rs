//! `ch47 readings`: how ambiguous words are read, and what the other choices would be worth.

use crate::{
    args::proof::Readings as Args,
    failure::Failure,
    json, load,
    screen::{self, BOLD, CITE, DIM, paint},
};
use indicatif::{ProgressBar, ProgressStyle};
use rules::{GameId, Readings, readings::bears_on};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write;
use worth::{
    page::{change, prices as page},
    readings::{Prices, ReadingPrice, price},
};

/// The readings of ambiguous words.
#[derive(Serialize, JsonSchema)]
pub struct ReadingsJson {
    /// The readings, in order.
    pub readings: Vec<ReadingJson>,
    /// What the other choices would be worth; absent unless requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prices: Option<Prices>,
}

/// A reading of ambiguous words.
#[derive(Serialize, JsonSchema)]
pub struct ReadingJson {
    /// The number of the reading, such as `R5`.
    pub id: String,
    /// A short title.
    pub title: String,
    /// The provisions whose words it interprets.
    pub on: Vec<String>,
    /// The question that the words leave open.
    pub question: String,
    /// The defensible answers.
    pub choices: Vec<String>,
    /// The number of the answer this project uses, from 1.
    pub decided: usize,
    /// The answers that `--reading` can switch to; empty if there is no switch.
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
