//! Exact odds, and the best strategy at blackjack.

use crate::{
    failure::{Failure, guarded_apart, json, whole_if_any},
    law_of::{chosen, game, settings},
};
use odds::{
    Offered, Prepared, Priced, Staked, Unsolved, Visitor, blackjack::Analysis, decks, seen, usual_stake,
    visit,
};
use pyo3::prelude::*;
use rounds::Settings;
use rules::{
    Money, Refusal, Vocabulary, Why,
    blackjack::{Blackjack, Supply},
    kit::cards::Unseen,
};
use serde::Serialize;
use views::{
    odds::{ExactFor, OddsView, WagerView, method},
    strategy::StrategyView,
};

/// A stake in cents.
pub fn money(cents: Option<i64>) -> Result<Option<Money>, Failure> {
    match cents {
        Some(cents) if cents <= 0 => Err(Failure::misread("a stake is above zero")),
        cents => Ok(cents.map(Money::cents)),
    }
}

/// The wagers that a table offers: all of them, or those of this name or kind.
pub fn pick<G: Priced>(options: G::Options, name: Option<&str>) -> Result<Vec<Offered<G::Wager>>, Failure> {
    let mut all = G::offered(options);
    if let Some(name) = name {
        let wager = G::Wager::read(name);
        all.retain(|on| Some(on.wager) == wager || on.kind() == name);
        if all.is_empty() {
            let why = if wager.is_some() { Why::NotOffered } else { Why::NoSuchWager };
            return Err(Refusal::new(G::PERMISSIBLE, why).into());
        }
    }
    Ok(all)
}

/// The unseen cards of the table's shoe, if the cards seen were given.
fn unseen<G: Priced>(options: &G::Options, seen: Option<&str>) -> Result<Option<Unseen>, Failure> {
    let Some(text) = seen else { return Ok(None) };
    let found = seen::unseen(text, decks::<G>(options)?);
    found.map(Some).map_err(|wrong| Failure::misread(format!("seen: {wrong}")))
}

struct Odds<'a> {
    written: Settings,
    wager: Option<&'a str>,
    stake: Option<Money>,
    seen: Option<&'a str>,
}

impl Visitor for Odds<'_> {
    type Out = Result<OddsView, Failure>;
    fn visit<G: Priced>(self) -> Self::Out {
        let (options, settings) = chosen::<G>(&self.written)?;
        let unseen = unseen::<G>(&options, self.seen)?;
        let staked =
            |on: Offered<G::Wager>| (on, self.stake.unwrap_or_else(|| usual_stake::<G>(&options, &on)));
        let bets: Vec<Staked<G>> = pick::<G>(options, self.wager)?.into_iter().map(staked).collect();
        let prepared = Prepared::<G>::of(options, bets)?;
        let worth = prepared.worth(unseen.as_ref())?;
        if worth.is_empty() {
            let first = prepared.exact(unseen.as_ref()).into_iter().find_map(Result::err);
            return Err(first.unwrap_or(Unsolved::NoWager).into());
        }
        let game = game(G::NAME)?;
        Ok(OddsView {
            game: G::NAME.to_owned(),
            options: settings,
            unseen: unseen.as_ref().map(Unseen::total),
            exact_for: unseen.map_or_else(|| ExactFor::fresh(game), |_| ExactFor::ShoeAsItIs),
            method: method(game).to_owned(),
            wagers: worth.iter().map(|(wager, worth)| WagerView::of_worth(*wager, worth)).collect(),
            left_out: Vec::new(),
        })
    }
}

#[pyfunction]
fn exact_odds(
    py: Python<'_>,
    name: &str,
    written: &str,
    wager: Option<&str>,
    #[pyo3(from_py_with = whole_if_any)] stake: Option<i64>,
    seen: Option<&str>,
) -> PyResult<String> {
    guarded_apart(py, || {
        let asked = Odds { written: settings(written)?, wager, stake: money(stake)?, seen };
        json(&visit(game(name)?, asked)?)
    })
}

/// The best chart, and values that are computed only on request.
#[derive(Serialize)]
struct Strategy {
    #[serde(flatten)]
    view: StrategyView,
    csv: String,
    /// The exact gain with the best decisions, as n/d.
    exact_best: Option<String>,
    /// The exact gain with the chart, as n/d.
    exact_chart: Option<String>,
}

#[pyfunction]
fn strategy(py: Python<'_>, written: &str, seen: Option<&str>, exact: bool) -> PyResult<String> {
    guarded_apart(py, || {
        let (options, settings) = chosen::<Blackjack>(&settings(written)?)?;
        if seen.is_some() && matches!(options.supply(), Supply::Double { .. }) {
            return Err(Unsolved::TwoSides.into());
        }
        let unseen = unseen::<Blackjack>(&options, seen)?;
        let fresh = || Analysis::fresh(options);
        let analysis = unseen.as_ref().map_or_else(fresh, |unseen| Analysis::of(options, unseen))?;
        let plan = analysis.plan();
        let exactly = |plan| match exact {
            true => analysis.exact(plan, &|| ()).map(|mean| Some(mean.to_string())),
            false => Ok(None),
        };
        json(&Strategy {
            exact_best: exactly(None)?,
            exact_chart: exactly(Some(&plan))?,
            csv: plan.csv(),
            view: StrategyView::of(settings, unseen.as_ref().map(Unseen::total), &analysis, &plan),
        })
    })
}

/// The average gain of a round of blackjack with this chart, per original wager.
#[pyfunction]
fn follow_chart(py: Python<'_>, written: &str, chart: &str) -> PyResult<f64> {
    guarded_apart(py, || {
        let (options, _) = chosen::<Blackjack>(&settings(written)?)?;
        let chart = odds::blackjack::Chart::read(chart).map_err(Failure::misread)?;
        Ok(Analysis::fresh(options)?.follow(&chart).mean)
    })
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(exact_odds, module)?)?;
    module.add_function(wrap_pyfunction!(strategy, module)?)?;
    module.add_function(wrap_pyfunction!(follow_chart, module)?)
}
