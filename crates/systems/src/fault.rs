//! What is wrong with a system's file, and where.

use rounds::nearest;
use std::{fmt, ops::Range};

/// Something wrong in a file: what, where, and what to write instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What is wrong.
    pub what: String,
    /// The bytes of the file it is about; none if it is about all of it.
    pub at: Option<Range<usize>>,
    /// What to do about it; may be empty.
    pub help: String,
}

impl Fault {
    /// Something wrong here.
    pub fn new(what: impl Into<String>, at: Range<usize>) -> Fault {
        Fault { what: what.into(), at: Some(at), help: String::new() }
    }

    /// Something wrong with the whole file.
    pub fn whole(what: impl Into<String>) -> Fault {
        Fault { what: what.into(), at: None, help: String::new() }
    }

    /// With advice.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Fault {
        Fault { help: help.into(), ..self }
    }

    /// With the name that was perhaps meant, or else with these words.
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
