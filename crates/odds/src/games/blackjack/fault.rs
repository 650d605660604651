//! What is wrong in a file that somebody wrote, and where.

use std::{fmt, ops::Range};

/// A fault in a text: a chart, the tags of a count, or the steps of a ramp.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextFault {
    /// The bytes that are wrong; an empty range at the end of the text if something is missing.
    pub place: Range<usize>,
    /// The line and the column where they begin, from 1; `None` if the text is a single line that the user
    /// can see.
    pub at: Option<(usize, usize)>,
    /// What is wrong there, and what is expected.
    pub what: String,
}

impl TextFault {
    /// A fault of a part of a text.
    pub(super) fn at(text: &str, part: &str, what: String) -> TextFault {
        let from = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize).min(text.len());
        let before = text.get(..from).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        TextFault { place: from..(from + part.len()).min(text.len()), at: Some((line, column)), what }
    }

    /// Something is missing at the end of a text.
    pub(super) fn missing(text: &str, what: String) -> TextFault {
        TextFault::at(text, &text[text.len()..], what)
    }

    /// A fault of a text of one line.
    pub(super) fn alone(text: &str, what: String) -> TextFault {
        TextFault { place: 0..text.len(), at: None, what }
    }
}

impl fmt::Display for TextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            Some((line, column)) => write!(f, "line {line}, column {column}: {}", self.what),
            None => f.write_str(&self.what),
        }
    }
}

impl std::error::Error for TextFault {}
