//! Faults in a system's file, and their positions.

use rounds::nearest;
use std::{fmt, ops::Range};

/// A fault in a file: what is wrong, where, and what to write instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// A description of the fault.
    pub what: String,
    /// The range of bytes it is about; `None` if it is about the whole file.
    pub at: Option<Range<usize>>,
    /// What to do about it; may be empty.
    pub help: String,
}

impl Fault {
    /// A fault at this position.
    pub fn new(what: impl Into<String>, at: Range<usize>) -> Fault {
        Fault { what: what.into(), at: Some(at), help: String::new() }
    }

    /// A fault of the whole file.
    pub fn whole(what: impl Into<String>) -> Fault {
        Fault { what: what.into(), at: None, help: String::new() }
    }

    /// Adds advice.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Fault {
        Fault { help: help.into(), ..self }
    }

    /// Adds the most similar name as advice or, if there is none, this text.
    #[must_use]
    pub fn meant<'a>(self, name: &str, names: impl Iterator<Item = &'a str>, otherwise: &str) -> Fault {
        let help = nearest(name, names).map(|meant| format!("did you mean `{meant}`?"));
        self.help(help.unwrap_or_else(|| otherwise.to_owned()))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.what)?;
        if self.help.is_empty() { Ok(()) } else { write!(f, ": {}", self.help) }
    }
}

impl std::error::Error for Fault {}
