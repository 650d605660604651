//! The rules, odds and books of Chapter 47 for Python. This is only a thin layer of bindings: arguments are
//! text, numbers or JSON, the crates decide, and results are JSON text. The package `ch47` around it turns
//! them into Python objects.

mod books_of;
mod env;
mod failure;
mod law_of;
mod odds_of;
mod simulation;
mod table;

use pyo3::prelude::*;

/// The module that the package `ch47` is built on.
#[pymodule]
fn _ch47(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("VERSION", books::VERSION)?;
    law_of::add(module)?;
    odds_of::add(module)?;
    simulation::add(module)?;
    table::add(module)?;
    books_of::add(module)?;
    env::add(module)
}
