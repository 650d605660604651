//! The law, the options it leaves to the licensee, and the check of a choice.

use crate::failure::{Failure, guarded, json, whole, whole_if_any};
use pyo3::prelude::*;
use rounds::{Finding, Settings, judge, nearest, standard};
use rules::{Chosen, Game, GameId, Visitor};
use views::{
    check::{CheckView, Sign, ViolationView},
    law::{ContentsView, LawView, Search, SearchView},
    options::GameOptionsView,
};

/// Finds a game by name.
pub fn game(name: &str) -> Result<GameId, Failure> {
    GameId::find(name).ok_or_else(|| {
        let names = GameId::ALL.iter().map(|game| game.name());
        let hint = nearest(name, names.clone()).map_or_else(
            || format!("expected {}", names.collect::<Vec<_>>().join(", ")),
            |meant| format!("did you mean `{meant}`?"),
        );
        Failure::misread(format!("no game is called `{name}`; {hint}"))
    })
}

/// Parses options from Python.
pub fn settings(text: &str) -> Result<Settings, Failure> {
    serde_json::from_str(text).map_err(|error| Failure::misread(format!("options: {error}")))
}

/// A table's options: the usual ones with these on top; if they contradict each other, these alone.
pub fn chosen<G: Game>(written: &Settings) -> Result<(G::Options, Settings), Failure> {
    let game = game(G::NAME)?;
    let take = |settings: Settings| judge::<G>(&settings).map(|options| (options, settings.canonical(game)));
    take(standard::<G>().with(written.clone()))
        .or_else(|findings| take(written.clone()).map_err(|_| Failure::Unlawful(findings)))
}

#[pyfunction]
fn games(py: Python<'_>) -> PyResult<Vec<&'static str>> {
    guarded(py, || Ok(GameId::ALL.iter().map(|game| game.name()).collect()))
}

#[pyfunction]
fn law(py: Python<'_>, address: &str) -> PyResult<String> {
    guarded(py, || {
        let found = LawView::find(address);
        json(&found.ok_or_else(|| Failure::misread(format!("no provision is called `{address}`")))?)
    })
}

#[pyfunction]
fn contents(py: Python<'_>) -> PyResult<String> {
    guarded(py, || json(&ContentsView::whole()))
}

#[pyfunction]
fn search(
    py: Python<'_>,
    words: &str,
    #[pyo3(from_py_with = whole_if_any)] subchapter: Option<u16>,
    #[pyo3(from_py_with = whole)] offset: usize,
    #[pyo3(from_py_with = whole)] limit: usize,
) -> PyResult<String> {
    guarded(py, || json(&SearchView::find(&Search { words, subchapter, offset, limit })))
}

#[pyfunction]
fn options(py: Python<'_>, name: &str) -> PyResult<String> {
    guarded(py, || json(&GameOptionsView::of(game(name)?)))
}

struct Check<'a>(&'a Settings);

impl Visitor for Check<'_> {
    type Out = CheckView;
    fn visit<G: Game>(self) -> CheckView {
        let (mut duties, mut violations) = (Vec::new(), Vec::new());
        match judge::<G>(self.0) {
            Ok(options) => options.duties(&mut |duty| duties.push(Sign::of(&duty))),
            Err(findings) => {
                let view = |finding: &Finding| ViolationView::of(finding, None);
                violations = findings.iter().map(view).collect();
            }
        }
        CheckView {
            game: G::NAME.to_owned(),
            file: None,
            lawful: violations.is_empty(),
            violations,
            duties,
            notices: Vec::new(),
            tables: Vec::new(),
            house: Vec::new(),
        }
    }
}

#[pyfunction]
fn check(py: Python<'_>, name: &str, written: &str) -> PyResult<String> {
    guarded(py, || {
        let settings = settings(written)?;
        json(&game(name)?.visit(Check(&settings)))
    })
}

#[pyfunction]
fn standard_options(py: Python<'_>, name: &str) -> PyResult<String> {
    guarded(py, || json(&Settings::standard(game(name)?)))
}

/// Panics, so that a test can see how a panic is handled.
#[pyfunction]
fn provoke_panic(py: Python<'_>) -> PyResult<()> {
    guarded(py, || panic!("provoked"))
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(games, module)?)?;
    module.add_function(wrap_pyfunction!(law, module)?)?;
    module.add_function(wrap_pyfunction!(contents, module)?)?;
    module.add_function(wrap_pyfunction!(search, module)?)?;
    module.add_function(wrap_pyfunction!(options, module)?)?;
    module.add_function(wrap_pyfunction!(check, module)?)?;
    module.add_function(wrap_pyfunction!(standard_options, module)?)?;
    module.add_function(wrap_pyfunction!(provoke_panic, module)?)
}
