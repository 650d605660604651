//! Which of several tables is best for a player.

use crate::edges::{Stakes, edges};
use odds::{Fraction, Priced, Visitor, visit};
use rounds::Settings;
use rules::GameId;
use schemars::JsonSchema;
use serde::Serialize;

/// A table, with its cheapest wager.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Ranked {
    /// The name of the table.
    pub table: String,
    /// The game played there.
    pub game: String,
    /// The wager with the smallest house edge.
    pub wager: String,
    /// The exact house edge per unit staked.
    pub edge: String,
    /// The house edge in percent, rounded.
    pub percent: String,
    #[serde(skip)]
    value: Fraction,
}

/// Ranks the tables, best first. Tables whose wagers have no odds are left out.
pub fn ranked(tables: impl IntoIterator<Item = (String, GameId, Settings)>) -> Vec<Ranked> {
    let mut all: Vec<Ranked> = tables
        .into_iter()
        .filter_map(|(table, game, settings)| visit(game, Rank(table, &settings)))
        .collect();
    all.sort_by(|a, b| a.value.cmp(&b.value).then_with(|| a.table.cmp(&b.table)));
    all
}

struct Rank<'a>(String, &'a Settings);

impl Visitor for Rank<'_> {
    type Out = Option<Ranked>;
    fn visit<G: Priced>(self) -> Option<Ranked> {
        let options = rounds::judge::<G>(self.1).ok()?;
        let best = edges::<G>(options, Stakes::Usual).into_iter().min_by(|a, b| a.edge.cmp(&b.edge))?;
        Some(Ranked {
            table: self.0,
            game: G::NAME.to_owned(),
            wager: best.wager,
            edge: best.edge.to_string(),
            percent: best.edge.percent(4),
            value: best.edge,
        })
    }
}
