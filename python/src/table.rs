//! A table of any game, line by line.

use crate::{
    failure::{Failure, guarded, json},
    law_of::{chosen, game, settings},
};
use books::{Engine, Offered, Picture, Said};
use pyo3::prelude::*;
use rounds::Settings;
use rules::{Actor, Awaits, Game, GameId, Misread, Money, Visitor};
use serde::Serialize;
use std::sync::Arc;

struct Choose<'a>(&'a Settings);

impl Visitor for Choose<'_> {
    type Out = Result<Settings, Failure>;
    fn visit<G: Game>(self) -> Self::Out {
        chosen::<G>(self.0).map(|(_, settings)| settings)
    }
}

#[derive(Serialize)]
struct OfferView {
    line: String,
    act: String,
    wager: Option<String>,
    seat: u8,
    least: i64,
    most: i64,
    step: i64,
    tender: Option<rules::Tender>,
}

impl OfferView {
    fn of(offered: Offered, by: Actor) -> OfferView {
        OfferView {
            line: offered.line(by, offered.least),
            seat: offered.seat.0,
            least: offered.least.as_cents(),
            most: offered.most.as_cents(),
            step: offered.step.as_cents(),
            tender: offered.tender,
            act: offered.act,
            wager: offered.wager,
        }
    }
}

/// A table. It changes by `apply` alone.
#[pyclass(frozen)]
struct Table {
    engine: std::sync::Mutex<Arc<dyn Engine>>,
    options: Settings,
}

impl Table {
    fn engine(&self) -> Arc<dyn Engine> {
        Arc::clone(&self.engine.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }

    fn set(&self, engine: Arc<dyn Engine>) {
        *self.engine.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = engine;
    }
}

/// `p1`, `dealer`, `supervisor`: as people are written in lines.
fn actor(text: &str) -> Result<Actor, Failure> {
    let nobody = format!("`{text}` is nobody at a table: p1 and so on, dealer, supervisor, floorperson");
    text.parse().map_err(|_| Failure::misread(nobody))
}

#[pymethods]
impl Table {
    #[new]
    fn new(py: Python<'_>, name: &str, written: &str) -> PyResult<Table> {
        guarded(py, || {
            let game = game(name)?;
            let options = game.visit(Choose(&settings(written)?))?;
            let engine = books::open(game, &options).map_err(|wrong| Failure::Fault(wrong.join("; ")))?;
            Ok(Table { engine: std::sync::Mutex::new(engine), options })
        })
    }

    fn game(&self, py: Python<'_>) -> PyResult<&'static str> {
        guarded(py, || Ok(self.engine().game().name()))
    }

    fn options(&self, py: Python<'_>) -> PyResult<String> {
        guarded(py, || json(&self.options))
    }

    /// Applies a line of a script: one input, several cards in a row, or a shortcut such as `dealer prepares`. All of it, or
    /// nothing if a part is refused.
    fn apply(&self, py: Python<'_>, line: &str) -> PyResult<String> {
        guarded(py, || {
            let (mut engine, mut facts) = (self.engine(), Vec::new());
            let game = engine.game();
            for line in engine.apart(line).map_err(Failure::misread)? {
                let parsed = engine.read(&line).map_err(|why| unread(game, &line, why))?;
                let after = engine.after(&parsed)?;
                facts.extend(after.facts);
                engine = after.engine;
            }
            self.set(engine);
            json(&facts)
        })
    }

    /// What a line is: an act, chance, or an irregularity.
    fn kind_of(&self, py: Python<'_>, line: &str) -> PyResult<&'static str> {
        guarded(py, || {
            let engine = self.engine();
            let parsed = engine.read(line).map_err(|why| unread(engine.game(), line, why))?;
            Ok(match parsed.said {
                Said::Act { .. } => "act",
                Said::Chance => "chance",
                Said::Irregularity => "irregularity",
            })
        })
    }

    /// Puts a fresh table into the middle of a round, as a `given` line does; the lines that led there.
    fn given(&self, py: Python<'_>, facts: &str) -> PyResult<Vec<String>> {
        guarded(py, || {
            let (engine, lines) = self.engine().given(facts).map_err(Failure::misread)?;
            self.set(engine);
            Ok(lines)
        })
    }

    /// For whom or what the table waits: `wagers`, `equipment`, or a person.
    fn awaits(&self, py: Python<'_>) -> PyResult<String> {
        guarded(py, || {
            Ok(match self.engine().awaits() {
                Awaits::Wagers => "wagers".to_owned(),
                Awaits::Equipment => "equipment".to_owned(),
                Awaits::Decision(who) => who.to_string(),
            })
        })
    }

    fn offers(&self, py: Python<'_>, by: &str) -> PyResult<String> {
        guarded(py, || {
            let by = actor(by)?;
            let offers = self.engine().offers(by).into_iter();
            json(&offers.map(|offered| OfferView::of(offered, by)).collect::<Vec<_>>())
        })
    }

    fn outcomes(&self, py: Python<'_>) -> PyResult<Vec<(String, u32)>> {
        guarded(py, || Ok(self.engine().outcomes()))
    }

    fn irregularities(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        guarded(py, || Ok(self.engine().irregularities()))
    }

    /// What is done for somebody who is absent.
    fn usual(&self, py: Python<'_>, by: &str) -> PyResult<Option<String>> {
        guarded(py, || Ok(self.engine().usual(actor(by)?)))
    }

    fn bets(&self, py: Python<'_>) -> PyResult<String> {
        guarded(py, || json(&self.engine().bets()))
    }

    /// Everything on the table, as this person may know it; as anyone may, if nobody is named.
    fn picture(&self, py: Python<'_>, viewer: Option<&str>) -> PyResult<String> {
        guarded(py, || {
            let viewer = viewer.map(actor).transpose()?;
            json(&Picture::seen_by(&self.engine().picture(), viewer))
        })
    }

    /// Another table in the same state.
    fn copy(&self, py: Python<'_>) -> PyResult<Table> {
        guarded(py, || {
            Ok(Table { engine: std::sync::Mutex::new(self.engine()), options: self.options.clone() })
        })
    }

    fn state(&self, py: Python<'_>) -> PyResult<String> {
        guarded(py, || json(&self.engine().state()))
    }
}

/// A line that says nothing in the notation, with what was perhaps meant.
fn unread(game: GameId, line: &str, why: Misread) -> Failure {
    match why {
        Misread::Refused(refusal) => Failure::Refused(refusal),
        why => Failure::misread(rounds::explain_for(game, line, why)),
    }
}

/// Cents of an amount as people write it: `5`, `$4.75`.
#[pyfunction]
fn cents(py: Python<'_>, text: &str) -> PyResult<i64> {
    guarded(py, || text.parse::<Money>().map(Money::as_cents).map_err(Failure::misread))
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(cents, module)?)?;
    module.add_class::<Table>()
}
