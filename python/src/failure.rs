//! Errors of calls from Python, and the exception for each. No panic escapes: see [`guarded`].

use odds::Unsolved;
use pyo3::{
    exceptions::PyOverflowError,
    prelude::*,
    types::{PyDict, PyString},
};
use rounds::Finding;
use rules::{Misread, Refusal};
use std::panic::{AssertUnwindSafe, catch_unwind};
use views::{Refused, check::ViolationView};

/// The reason why a call failed.
#[derive(Debug)]
pub enum Failure {
    /// The law refuses an act.
    Refused(Refusal),
    /// The options are not lawful.
    Unlawful(Vec<Finding>),
    /// An input cannot be read.
    Misread {
        /// The number of the line, from 1, if the error concerns a line.
        line: Option<usize>,
        /// The message for the user.
        message: String,
    },
    /// A result cannot be computed.
    Unsolved(String),
    /// A journal is not sound.
    Unsound {
        /// The number of the line, from 0.
        line: u64,
        /// A description of the problem.
        how: String,
    },
    /// A journal was written under other rules.
    OtherRules(String),
    /// A bug in this program.
    Fault(String),
    /// An exception that Python raised in the meantime.
    Raised(PyErr),
}

impl Failure {
    /// An input that cannot be read and does not concern a line.
    pub fn misread(message: impl ToString) -> Failure {
        Failure::Misread { line: None, message: message.to_string() }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::Refused(refusal)
    }
}

impl From<Unsolved> for Failure {
    fn from(why: Unsolved) -> Failure {
        match why {
            Unsolved::Refused(refusal) => Failure::Refused(refusal),
            why => Failure::Unsolved(why.to_string()),
        }
    }
}

impl From<Misread> for Failure {
    fn from(why: Misread) -> Failure {
        match why {
            Misread::Refused(refusal) => Failure::Refused(refusal),
            why => Failure::misread(why),
        }
    }
}

impl From<PyErr> for Failure {
    fn from(raised: PyErr) -> Failure {
        Failure::Raised(raised)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        Failure::misread(error)
    }
}

/// A whole number from Python, not below zero. One that does not fit is misread; Python itself would report an overflow.
pub fn whole<T: TryFrom<u64>>(object: &Bound<'_, PyAny>) -> PyResult<T> {
    let fits = match object.extract::<u64>() {
        Ok(number) => T::try_from(number).ok(),
        Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => None,
        Err(error) => return Err(error),
    };
    let too_far = || Failure::misread(format!("{object} is not a whole number in its range"));
    match fits {
        Some(number) => Ok(number),
        None => Err(raise(object.py(), too_far())?),
    }
}

/// The same where it may be left out.
pub fn whole_if_any<T: TryFrom<u64>>(object: &Bound<'_, PyAny>) -> PyResult<Option<T>> {
    if object.is_none() { Ok(None) } else { whole(object).map(Some) }
}

/// A value as JSON text, which the Python side reads.
pub fn json(value: &impl serde::Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(|error| Failure::Fault(error.to_string()))
}

/// Runs code of the rules. A failure or a panic becomes an exception of `ch47.errors`.
pub fn guarded<T>(py: Python<'_>, run: impl FnOnce() -> Result<T, Failure>) -> PyResult<T> {
    told(py, caught(run))
}

/// The same for code that takes a while: other Python threads continue meanwhile.
pub fn guarded_apart<T: Send>(
    py: Python<'_>,
    run: impl FnOnce() -> Result<T, Failure> + Send,
) -> PyResult<T> {
    let result = py.detach(|| caught(run));
    told(py, result)
}

/// Turns a panic into a failure.
pub fn caught<T>(run: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
        Err(Failure::Fault(text.unwrap_or_else(|| "an unknown panic".to_owned())))
    })
}

fn told<T>(py: Python<'_>, result: Result<T, Failure>) -> PyResult<T> {
    result.map_err(|failure| raise(py, failure).unwrap_or_else(|raised| raised))
}

fn raise(py: Python<'_>, failure: Failure) -> PyResult<PyErr> {
    let fields = PyDict::new(py);
    let (class, message) = match failure {
        Failure::Raised(raised) => return Ok(raised),
        Failure::Refused(refusal) => {
            let Refused { cite, held, why, text } = refusal.into();
            fields.set_item("why", json_loads(py, &why)?)?;
            fields.set_item("cite", &cite)?;
            fields.set_item("held", held)?;
            ("Refused", format!("{text} [{cite}]"))
        }
        Failure::Unlawful(findings) => {
            let views: Vec<ViolationView> =
                findings.iter().map(|finding| ViolationView::of(finding, None)).collect();
            let cited = views.iter().find(|view| view.cite.is_some());
            fields.set_item("cite", cited.and_then(|view| view.cite.clone()))?;
            fields.set_item("held", cited.and_then(|view| view.held))?;
            fields.set_item("violations", json_loads(py, &views)?)?;
            let by = |view: &ViolationView| view.cite.as_ref().map_or(String::new(), |c| format!(" [{c}]"));
            let texts: Vec<String> =
                views.iter().map(|view| format!("{}: {}{}", view.message, view.help, by(view))).collect();
            ("Unlawful", texts.join("\n"))
        }
        Failure::Misread { line, message } => {
            fields.set_item("line", line)?;
            let at = line.map_or(String::new(), |line| format!("line {line}: "));
            ("Misread", at + &message)
        }
        Failure::Unsolved(message) => ("Unsolved", message),
        Failure::Unsound { line, how } => {
            fields.set_item("line", line)?;
            ("Unsound", format!("line {line}: {how}"))
        }
        Failure::OtherRules(message) => ("OtherRules", message),
        Failure::Fault(message) => ("Fault", format!("a fault in ch47, not in what was asked: {message}")),
    };
    let class = py.import("ch47.errors")?.getattr(class)?;
    let raised = class.call((PyString::new(py, &message),), Some(&fields))?;
    Ok(PyErr::from_value(raised))
}

fn json_loads<'py>(py: Python<'py>, value: &impl serde::Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned());
    py.import("json")?.call_method1("loads", (text,))
}
