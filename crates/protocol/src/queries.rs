//! What may stand behind the `?` of a route.

use crate::{
    messages::{NAME, TABLE, messages},
    views::{CITE, DrillKind},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The largest number that JSON carries into a browser without losing digits; no journal is that long.
pub const MOST: u64 = (1 << 53) - 1;

/// The most lines, rounds or provisions in one answer.
pub const PAGE: u64 = 1000;

/// How many rounds or provisions there are in an answer if nothing is said.
const USUAL_PAGE: u64 = 100;

/// A gaming day, or `today`.
pub const DAY: &str = "^(today|[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01]))$";

/// A day, a moment, or milliseconds since 1970.
pub const AS_OF: &str = "^([0-9]{1,15}|[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](Z|[+-](0[0-9]|1[0-4]):[0-5][0-9]))?)$";

/// A size of paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PaperSize {
    /// 8.5 by 11 inches.
    #[default]
    Letter,
    /// 210 by 297 millimeters.
    A4,
}

fn usual_page() -> u64 {
    USUAL_PAGE
}

fn whole_page() -> u64 {
    PAGE
}

messages! {
    /// Where a live connection begins.
    LiveQuery {
        /// the first line to send; the table as it is now if nothing is said
        #[schemars(with = "u64", range(max = MOST), example = 0)]
        from: Option<u64>,
    }
    /// Which lines of a journal. All that is said must hold.
    JournalQuery {
        /// the first line
        #[serde(default)]
        #[schemars(range(max = MOST), example = 0)]
        from: u64,
        /// at most this many lines
        #[serde(default = "whole_page")]
        #[schemars(range(max = PAGE), example = 100)]
        limit: u64,
        /// the number of a patron who did something or to whom something happened
        #[schemars(with = "String", regex(pattern = "^p[0-9]{1,5}$"), example = &"p1")]
        patron: Option<String>,
        /// who wrote the line
        #[schemars(with = "String", regex(pattern = NAME), example = &"house")]
        by: Option<String>,
        /// the provision that decided or refused something, or its section
        #[schemars(with = "String", regex(pattern = CITE), example = &"5.1")]
        cite: Option<String>,
        /// not before this time, in milliseconds since 1970, UTC
        #[schemars(with = "u64", range(max = MOST), example = 0)]
        since: Option<i64>,
        /// not after this time, in milliseconds since 1970, UTC
        #[schemars(with = "u64", range(max = MOST), example = MOST)]
        until: Option<i64>,
        /// words that the line, or what was decided on it, contains in any case
        #[schemars(with = "String", length(max = 200), example = &"ball")]
        text: Option<String>,
        /// conditions on the fields of what the line says, or of one thing that was decided on it, with `;` between them: a field,
        /// one of = != >= <= ~ (contains), and a value; amounts are in cents, or written $5
        #[schemars(with = "String", length(max = 500), example = &"kind=settled; bet.wager=red; paid>=$5")]
        fields: Option<String>,
    }
    /// Of which time the lines are.
    ExcerptQuery {
        /// not before this time, in milliseconds since 1970, UTC; from the first line if nothing is said
        #[schemars(with = "u64", range(max = MOST), example = 0)]
        since: Option<i64>,
        /// not after this time; until now if nothing is said
        #[schemars(with = "u64", range(max = MOST), example = MOST)]
        until: Option<i64>,
    }
    /// Which line of a round.
    StepQuery {
        /// the number of the line in the journal; the last of the round if nothing is said
        #[schemars(with = "u64", range(max = MOST), example = 1)]
        line: Option<u64>,
    }
    /// The moment that is asked about.
    AsOfQuery {
        /// a day, such as 2026-03-01, which means its end; a moment, such as 2026-03-01T06:00:00-05:00; or milliseconds since
        /// 1970, UTC; the present if nothing is said
        #[schemars(with = "String", regex(pattern = AS_OF), example = &"2026-03-01")]
        as_of: Option<String>,
    }
    /// On what a page is printed.
    SizeQuery {
        /// the size of the paper
        #[serde(default)]
        #[schemars(example = PaperSize::Letter)]
        size: PaperSize,
    }
    /// How a paper is printed.
    PaperQuery {
        /// the house as it was then; see the other routes that take it
        #[schemars(with = "String", regex(pattern = AS_OF), example = &"2026-03-01")]
        as_of: Option<String>,
        /// the size of the paper
        #[serde(default)]
        #[schemars(example = PaperSize::Letter)]
        size: PaperSize,
        /// the gaming day of a sheet; the present one if nothing is said
        #[schemars(with = "String", regex(pattern = DAY), example = &"2026-03-01")]
        day: Option<String>,
    }
    /// How a dispute report is printed.
    ReportQuery {
        /// the size of the paper
        #[serde(default)]
        #[schemars(example = PaperSize::Letter)]
        size: PaperSize,
    }
    /// Of which time a sheet is; from the opening of the table if nothing is said.
    SheetQuery {
        /// the gaming day, or `today`
        #[schemars(with = "String", regex(pattern = DAY), example = &"today")]
        day: Option<String>,
        /// the shift of that day, from 1; the whole day if nothing is said
        #[schemars(with = "u32", range(min = 1, max = 24), example = 1)]
        shift: Option<u32>,
    }
    /// Which rounds, the latest first.
    RoundsQuery {
        /// only those that had begun by then
        #[schemars(with = "String", regex(pattern = AS_OF), example = &"2026-03-01")]
        as_of: Option<String>,
        /// how many to skip
        #[serde(default)]
        #[schemars(range(max = MOST), example = 0)]
        offset: u64,
        /// at most this many
        #[serde(default = "usual_page")]
        #[schemars(range(max = PAGE), example = 100)]
        limit: u64,
    }
    /// Which provisions.
    LawQuery {
        /// words that must all be there; every provision if nothing is said
        #[serde(default)]
        #[schemars(length(max = 200), example = &"zero")]
        q: String,
        /// only this subchapter
        #[schemars(with = "u16", example = 5)]
        subchapter: Option<u16>,
        /// how many to skip
        #[serde(default)]
        #[schemars(range(max = MOST), example = 0)]
        offset: u64,
        /// at most this many
        #[serde(default = "usual_page")]
        #[schemars(range(max = PAGE), example = 100)]
        limit: u64,
    }
    /// Which drill.
    DrillQuery {
        /// the number it is made from: the same number is the same drill
        #[serde(default)]
        #[schemars(range(max = MOST), example = 1)]
        seed: u64,
        /// what it asks
        #[serde(default)]
        #[schemars(example = DrillKind::Payout)]
        kind: DrillKind,
        /// the table of this floor under whose options it is asked; under the game's usual ones if nothing is said
        #[schemars(with = "String", regex(pattern = TABLE), example = &"R-1")]
        table: Option<String>,
    }
}
