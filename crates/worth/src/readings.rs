//! The price of each reading: every choice that can be switched, at the tables where it could matter.

use crate::edges::{Edge, Stakes, edges};
use odds::{Fraction, Priced, Visitor, visit};
use prove::levers;
use rounds::Settings;
use rules::{Chosen, Citation, Field, GameId, Money, Readings, games, readings::bears_on};
use schemars::JsonSchema;
use serde::Serialize;

/// How another choice of a reading changes the edges of a game's wagers.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ReadingPrice {
    /// The number of the reading.
    pub id: String,
    /// The title of the reading.
    pub title: String,
    /// The game.
    pub game: String,
    /// The choice this project uses, as numbered in `law/readings`.
    pub decided: u8,
    /// The other choice.
    pub choice: u8,
    /// The text of that choice.
    pub says: String,
    /// The wager whose edge changes most under the usual options and stakes; absent if none changes.
    pub usual: Option<Change>,
    /// The wager whose edge changes most at any table that was tried; absent if none changes.
    pub most: Option<Change>,
    /// The number of tables tried.
    pub tables: usize,
}

/// A change of an edge.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Change {
    /// The wager, as written in a script.
    pub wager: String,
    /// The stake, in cents.
    pub stake: i64,
    /// The options, if they are not the usual ones.
    pub options: String,
    /// The exact house edge under the project's reading.
    pub decided: String,
    /// The exact house edge under the other reading.
    pub other: String,
    /// The difference in percent of the stake; positive if the other choice is better for the house.
    pub percent: String,
    #[serde(skip)]
    size: Fraction,
}

/// A reading without a switch, whose price is therefore unknown.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Unpriced {
    /// The number of the reading.
    pub id: String,
    /// The title of the reading.
    pub title: String,
}

/// The prices of all readings that can be switched, and the other readings.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Prices {
    /// The price of every other choice, for each game that the reading concerns.
    pub prices: Vec<ReadingPrice>,
    /// Readings that have no switch.
    pub unpriced: Vec<Unpriced>,
}

/// Prices every reading, or those that concern one game; `watch` reports what is being priced.
pub fn price(only: Option<GameId>, watch: &mut dyn FnMut(&str, &str)) -> Prices {
    let mut prices = Vec::new();
    for switch in Readings::SWITCHES {
        for game in GameId::ALL.iter().copied().filter(|&game| bears_on(switch.id, game)) {
            if only.is_none_or(|only| only == game) {
                watch(switch.id, game.name());
                prices.extend(visit(game, Price(switch)));
            }
        }
    }
    let is_other = |id: &str| Readings::SWITCHES.iter().all(|switch| switch.id != id);
    let is_about = |id: &str| only.is_none_or(|game| bears_on(id, game));
    let unpriced = law::READINGS
        .iter()
        .filter(|reading| is_other(reading.id) && is_about(reading.id))
        .map(|reading| Unpriced { id: reading.id.to_owned(), title: reading.title.to_owned() })
        .collect();
    Prices { prices, unpriced }
}

struct Price(&'static rules::readings::Switch);

impl Visitor for Price {
    type Out = Vec<ReadingPrice>;
    fn visit<G: Priced>(self) -> Vec<ReadingPrice> {
        let Some(reading) = law::READINGS.iter().find(|reading| reading.id == self.0.id) else {
            return Vec::new();
        };
        let usual = rounds::standard::<G>();
        let tables = tables::<G>(&usual, reading.on);
        let mut priced: Vec<ReadingPrice> =
            (self.0.choices.iter().filter(|&&choice| choice != self.0.decided))
                .map(|&choice| ReadingPrice {
                    id: reading.id.to_owned(),
                    title: reading.title.to_owned(),
                    game: G::NAME.to_owned(),
                    decided: self.0.decided,
                    choice,
                    says: reading.choices[usize::from(choice) - 1].to_owned(),
                    usual: None,
                    most: None,
                    tables: tables.len(),
                })
                .collect();
        for settings in &tables {
            let Ok(options) = rounds::judge::<G>(settings) else { continue };
            let is_usual = *settings == usual;
            let told = if is_usual { String::new() } else { settings.to_string() };
            for stakes in [Stakes::Usual, Stakes::Least, Stakes::Of(Money::dollars(5))] {
                let before = edges::<G>(options, stakes);
                for one in &mut priced {
                    let read = Readings::DECIDED.with(&one.id, one.choice).expect("a choice of the switch");
                    let after = edges::<G>(options.under(read), stakes);
                    let change = largest(&before, &after, &told);
                    if is_usual && stakes == Stakes::Usual {
                        one.usual.clone_from(&change);
                    }
                    let size = |change: &Option<Change>| {
                        change.as_ref().map_or(Fraction::ZERO, |it| it.size.clone())
                    };
                    if size(&change) > size(&one.most) {
                        one.most = change;
                    }
                }
                // The edge of a blackjack hand does not depend on the stake.
                if G::NAME == "blackjack" {
                    break;
                }
            }
        }
        priced
    }
}

/// The usual table, every table that differs from it in one option of a paragraph that the reading concerns,
/// and each of these with payments in whole dollars.
fn tables<G: Priced>(usual: &Settings, on: &[Citation]) -> Vec<Settings> {
    let section = |cite: Citation| cite.id().split('(').next().unwrap_or_default().to_owned();
    let is_near = |field: &&Field| on.iter().any(|&cite| section(cite) == section(field.cite));
    let mut tables = vec![usual.clone()];
    for field in games::fields::<G>().filter(is_near) {
        let made = levers::values(field).into_iter();
        tables.extend(made.filter_map(|value| levers::with::<G>(usual, field.key, &value)));
    }
    // The edge of a blackjack hand does not depend on the smallest payable amount.
    if G::NAME != "blackjack" {
        let whole = |settings: &Settings| levers::with::<G>(settings, "limits.payable", &"1.00".into());
        tables.extend(tables.iter().filter_map(whole).collect::<Vec<_>>());
    }
    let mut known: Vec<Settings> = Vec::new();
    tables.retain(|settings| {
        let is_new = !known.contains(settings);
        known.push(settings.clone());
        is_new
    });
    tables
}

/// The change of the wager whose edge changes most.
fn largest(before: &[Edge], after: &[Edge], options: &str) -> Option<Change> {
    let mut found: Option<Change> = None;
    for was in before {
        let Some(is) = after.iter().find(|is| is.wager == was.wager) else { continue };
        let difference = is.edge.clone() - was.edge.clone();
        let size = if difference < Fraction::ZERO { -difference.clone() } else { difference.clone() };
        if size > found.as_ref().map_or(Fraction::ZERO, |it| it.size.clone()) {
            found = Some(Change {
                wager: was.wager.clone(),
                stake: was.stake.as_cents(),
                options: options.to_owned(),
                decided: was.edge.to_string(),
                other: is.edge.to_string(),
                percent: difference.percent(3),
                size,
            });
        }
    }
    found
}
