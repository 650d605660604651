//! Par sheets. For each wager of a table they list the possible gains, the number of combinations for each, and
//! everything that follows from them: return, hit frequency, edge, deviation, volatility and confidence bands.
//! [`Sheet::xlsx`] writes a workbook whose figures are formulas over the combinations; [`Sheet::csv`] and
//! [`Sheet::tex`] write the figures themselves.

mod blackjack;
mod csv;
mod tex;
mod xlsx;

pub use rust_xlsxwriter::XlsxError;

use odds::{Fraction, Results};
use rounds::Settings;
use rules::{Game, GameId, Readings};
use sha2::{Digest, Sha256};

/// How many standard deviations around the mean contain 90 % of all results.
pub const Z: f64 = 1.645;
/// The confidence level that belongs to [`Z`], in percent.
pub const CONFIDENCE: u8 = 90;
/// The numbers of rounds for which bands are given.
pub const ROUNDS: [u32; 5] = [1_000, 10_000, 100_000, 1_000_000, 10_000_000];

/// The par sheet of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Sheet {
    /// The display name of the game.
    pub title: String,
    /// The version of the program.
    pub version: String,
    /// The table's options, each with its value.
    pub options: Vec<(String, String)>,
    /// SHA-256 of game, options and readings, in hexadecimal digits.
    pub hash: String,
    /// The readings that the figures depend on: the number, the choice, and its text.
    pub readings: Vec<(String, u8, String)>,
    /// The strategy of patrons who have a choice; empty if they have none.
    pub method: String,
    /// What else must be known about the figures.
    pub remarks: Vec<String>,
    /// The wagers of the table.
    pub wagers: Vec<Wager>,
}

/// One wager.
#[derive(Clone, PartialEq, Debug)]
pub struct Wager {
    /// The name of the wager.
    pub name: String,
    /// How many places on the layout take the same wager.
    pub places: usize,
    /// The stake, as text.
    pub stake: String,
    /// What it pays, as text.
    pub pays: String,
    /// The possible results, lowest gain first.
    pub lines: Vec<Line>,
    /// The number of combinations; reduced to lowest terms if they were not counted.
    pub combinations: String,
    /// The figures computed from the lines.
    pub figures: Figures,
}

/// A possible result of a wager.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// The gain per unit staked.
    pub gain: Fraction,
    /// How many of the combinations give it.
    pub combinations: String,
    /// The probability of this result.
    pub chance: Fraction,
}

/// The figures computed from the lines of a wager, per unit staked.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Figures {
    /// The hit frequency: how often the wager wins.
    pub hits: f64,
    /// The average return, including the stake.
    pub returned: f64,
    /// The average share that the house keeps.
    pub edge: f64,
    /// The standard deviation of the gain.
    pub deviation: f64,
}

impl Figures {
    /// How far from the mean 90 % of single rounds lie.
    pub fn volatility(&self) -> f64 {
        Z * self.deviation
    }

    /// The range in which the return over this many rounds lies with 90 % confidence.
    pub fn band(&self, rounds: u32) -> [f64; 2] {
        let half = self.volatility() / f64::from(rounds).sqrt();
        [self.returned - half, self.returned + half]
    }
}

impl Wager {
    /// Makes a wager from its results.
    pub fn new(name: String, places: usize, results: &Results) -> Wager {
        let counted = results.combinations();
        let (gains, chances): (Vec<_>, Vec<_>) = results.nets().into_iter().unzip();
        let (numerators, common) = Fraction::over_common(&chances);
        let ways = |at: usize, gain: &Fraction| match &counted {
            Some(counted) => counted.nets.get(gain).map_or_else(String::new, ToString::to_string),
            None => numerators[at].clone(),
        };
        let lines = gains.iter().zip(&chances).enumerate().map(|(at, (gain, chance))| Line {
            gain: gain.clone(),
            combinations: ways(at, gain),
            chance: chance.clone(),
        });
        Wager {
            name,
            places,
            stake: results.stake().to_string(),
            pays: results.pays(),
            lines: lines.collect(),
            combinations: counted.as_ref().map_or(common, |counted| counted.total.to_string()),
            figures: Figures {
                hits: results.wins().to_f64(),
                returned: (results.mean() + Fraction::ONE).to_f64(),
                edge: results.edge().to_f64(),
                deviation: results.deviation(),
            },
        }
    }
}

impl Sheet {
    /// Makes the sheet of a table with these options and readings; `method` is the strategy of patrons who have a
    /// choice.
    pub fn new<G: Game>(
        game: GameId,
        settings: &Settings,
        readings: &Readings,
        method: &str,
        wagers: Vec<Wager>,
    ) -> Sheet {
        let options: Vec<(String, String)> = settings
            .entries()
            .iter()
            .map(|entry| (entry.key.to_owned(), entry.value.to_string().trim_matches('"').to_owned()))
            .collect();
        let readings = choices(game, readings);
        Sheet {
            title: G::TITLE.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            hash: hash(game, &options, &readings),
            options,
            readings,
            method: method.to_owned(),
            remarks: Vec::new(),
            wagers,
        }
    }
}

/// The current choice of every switchable reading that concerns this game, with its text.
pub fn choices(game: GameId, readings: &Readings) -> Vec<(String, u8, String)> {
    let mut all = Vec::new();
    readings.each(&mut |switch, choice| {
        if rules::readings::bears_on(switch.id, game) {
            let reading = law::READINGS.iter().find(|reading| reading.id == switch.id);
            let says = reading.and_then(|reading| reading.choices.get(usize::from(choice) - 1));
            all.push((switch.id.to_owned(), choice, says.copied().unwrap_or_default().to_owned()));
        }
    });
    all
}

/// SHA-256 of the game's name, each `key = value` and each `reading id = choice`, one per line.
fn hash(game: GameId, options: &[(String, String)], readings: &[(String, u8, String)]) -> String {
    let mut digest = Sha256::new();
    digest.update(format!("{}\n", game.name()));
    options.iter().for_each(|(key, value)| digest.update(format!("{key} = {value}\n")));
    readings.iter().for_each(|(id, choice, _)| digest.update(format!("reading {id} = {choice}\n")));
    digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Explains what the figures mean, for every kind of sheet.
fn notes(sheet: &Sheet) -> Vec<String> {
    let mut notes = vec![
        "Gains are per unit staked, the stake itself not counted: -1 loses it.".to_owned(),
        "Return is one plus the mean gain; the edge is the rest.".to_owned(),
        format!("The volatility index is {Z} standard deviations, for {CONFIDENCE} % confidence."),
    ];
    if !sheet.method.is_empty() {
        notes.push(format!("Where patrons have a choice: {}.", sheet.method));
    }
    notes.extend(sheet.remarks.iter().cloned());
    notes
}

/// Formats a figure the way the sheets show it.
fn decimal(figure: f64) -> String {
    format!("{figure:.10}")
}
