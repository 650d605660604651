//! The query parameters of the routes.

use crate::{
    messages::{NAME, TABLE, messages},
    views::{CITE, DrillKind},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The largest number that JSON carries into a browser without losing digits; no journal is that long.
pub const MOST: u64 = (1 << 53) - 1;

/// The most lines, rounds or provisions in one response.
pub const PAGE: u64 = 1000;

/// The number of rounds or provisions in a response by default.
const USUAL_PAGE: u64 = 100;

/// The pattern of a gaming day, or `today`.
pub const DAY: &str = "^(today|[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01]))$";

/// The pattern of a day, a moment, or milliseconds since 1970.
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
    /// Where a live connection starts.
    LiveQuery {
        /// the first line to send; by default, the table as it is now
        #[schemars(with = "u64", range(max = MOST), example = 0)]
        from: Option<u64>,
    }
    /// Which lines of a journal to return. All conditions must hold.
    JournalQuery {
        /// the first line
        #[serde(default)]
        #[schemars(range(max = MOST), example = 0)]
        from: u64,
        /// at most this many lines
        #[serde(default = "whole_page")]
        #[schemars(range(max = PAGE), example = 100)]
        limit: u64,
        /// the number of a patron who acted or was affected
        #[schemars(with = "String", regex(pattern = "^p[0-9]{1,5}$"), example = &"p1")]
        patron: Option<String>,
        /// who wrote the line
        #[schemars(with = "String", regex(pattern = NAME), example = &"house")]
        by: Option<String>,
        /// the provision, or its section, that decided or refused something
        #[schemars(with = "String", regex(pattern = CITE), example = &"5.1")]
        cite: Option<String>,
        /// not before this time, in milliseconds since 1970, UTC
        #[schemars(with = "u64", range(max = MOST), example = 0)]
        since: Option<i64>,
        /// not after this time, in milliseconds since 1970, UTC
        #[schemars(with = "u64", range(max = MOST), example = MOST)]
        until: Option<i64>,
        /// words that must appear in the line or in what was decided on it; case does not matter
        #[schemars(with = "String", length(max = 200), example = &"ball")]
        text: Option<String>,
        /// conditions on the fields of the entry, or of one of its facts, separated by `;`: a field, one of =
        /// != >= <= ~ (contains), and a value; amounts are in cents, or written $5
        #[schemars(with = "String", length(max = 500), example = &"kind=settled; bet.wager=red; paid>=$5")]
        fields: Option<String>,
    }
    /// The period that an excerpt covers.
    ExcerptQuery {
        /// not before this time, in milliseconds since 1970, UTC; by default, from the first line
        #[schemars(with = "u64", range(max = MOST), example = 0)]
        since: Option<i64>,
        /// not after this time; by default, until now
        #[schemars(with = "u64", range(max = MOST), example = MOST)]
        until: Option<i64>,
    }
    /// Which line of a round to explain.
    StepQuery {
        /// the number of the line in the journal; by default, the last line of the round
        #[schemars(with = "u64", range(max = MOST), example = 1)]
        line: Option<u64>,
    }
    /// The time that is asked about.
    AsOfQuery {
        /// a day, such as 2026-03-01, which means its end; a moment, such as 2026-03-01T06:00:00-05:00; or
        /// milliseconds since 1970, UTC; by default, now
        #[schemars(with = "String", regex(pattern = AS_OF), example = &"2026-03-01")]
        as_of: Option<String>,
    }
    /// The paper size of a printed page.
    SizeQuery {
        /// the size of the paper
        #[serde(default)]
        #[schemars(example = PaperSize::Letter)]
        size: PaperSize,
    }
    /// How to print a paper.
    PaperQuery {
        /// the house as it was at that time; see the other routes with this parameter
        #[schemars(with = "String", regex(pattern = AS_OF), example = &"2026-03-01")]
        as_of: Option<String>,
        /// the size of the paper
        #[serde(default)]
        #[schemars(example = PaperSize::Letter)]
        size: PaperSize,
        /// the gaming day of a sheet; by default, the current one
        #[schemars(with = "String", regex(pattern = DAY), example = &"2026-03-01")]
        day: Option<String>,
    }
    /// How to print a dispute report.
    ReportQuery {
        /// the size of the paper
        #[serde(default)]
        #[schemars(example = PaperSize::Letter)]
        size: PaperSize,
    }
    /// The period that a sheet covers; by default, everything since the table opened.
    SheetQuery {
        /// the gaming day, or `today`
        #[schemars(with = "String", regex(pattern = DAY), example = &"today")]
        day: Option<String>,
        /// the shift of that day, from 1; by default, the whole day
        #[schemars(with = "u32", range(min = 1, max = 24), example = 1)]
        shift: Option<u32>,
    }
    /// Which rounds to return, latest first.
    RoundsQuery {
        /// only rounds that had begun by then
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
    /// Which provisions to return.
    LawQuery {
        /// words that must all appear; by default, every provision is returned
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
    /// Which drill to return.
    DrillQuery {
        /// the seed: the same seed gives the same drill
        #[serde(default)]
        #[schemars(range(max = MOST), example = 1)]
        seed: u64,
        /// the kind of question
        #[serde(default)]
        #[schemars(example = DrillKind::Payout)]
        kind: DrillKind,
        /// the table of this floor whose options are used; by default, the game's usual options
        #[schemars(with = "String", regex(pattern = TABLE), example = &"R-1")]
        table: Option<String>,
    }
}
