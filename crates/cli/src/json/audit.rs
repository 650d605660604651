//! The `--json` output of the auditor's commands. Money is in cents; times are RFC 3339, UTC.

use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// The judgment of a journal.
#[derive(Serialize, JsonSchema)]
pub struct VerifyJson {
    /// The path of the file.
    pub file: String,
    /// Whether every line is sound, and the journal contains the checkpoint, if one was given.
    pub sound: bool,
    /// The first wrong line, from 0; null if none is.
    pub line: Option<u64>,
    /// What is wrong with it.
    pub wrong: Option<String>,
    /// The contents of the journal; null unless every line is sound.
    pub journal: Option<JournalJson>,
    /// Lines that only another version of the rules can replay. Only their chain, keys and place in the tree
    /// are checked.
    pub unread: Vec<String>,
    /// Which part of the journal the file contains; null if it is the whole journal.
    pub excerpt: Option<ExcerptJson>,
}

/// A part of a journal.
#[derive(Serialize, JsonSchema)]
pub struct ExcerptJson {
    /// The number of the first line.
    pub first: u64,
    /// The number of the last line.
    pub last: u64,
    /// The start of the requested period.
    pub since: String,
    /// The end of the requested period.
    pub until: String,
    /// The key that signed its start and its end.
    pub key: String,
}

/// A summary of a sound journal.
#[derive(Serialize, JsonSchema)]
pub struct JournalJson {
    /// The name of the table.
    pub table: String,
    /// The game, as last opened.
    pub game: Option<String>,
    /// The number of lines.
    pub lines: u64,
    /// The number of refusals among them.
    pub refused: u64,
    /// The number of rounds that have ended.
    pub rounds: u64,
    /// The time of the first line.
    pub from: String,
    /// The time of the last line.
    pub to: String,
    /// The ownership epoch of the last line.
    pub epoch: u64,
    /// The people who joined, by patron number such as `p1`.
    pub people: BTreeMap<String, String>,
    /// The balance of every account, in cents.
    pub balances: BTreeMap<String, i64>,
    /// The number of requests with a key.
    pub keys: usize,
    /// The number of windows the house committed to.
    pub committed: usize,
    /// The number of windows that were dealt and revealed.
    pub turned: usize,
    /// The number of windows that failed because someone withheld a part.
    pub failed: usize,
    /// The number of windows that were given up.
    pub abandoned: usize,
    /// The versions of the rules that the journal names.
    pub versions: Vec<String>,
    /// The leaf hash of the last line.
    pub head: String,
    /// The RFC 6962 root over all lines.
    pub root: String,
}

/// The audit of a floor's store against its journals.
#[derive(Serialize, JsonSchema)]
pub struct AuditJson {
    /// The URL of the store.
    pub store: String,
    /// Whether nothing was found.
    pub sound: bool,
    /// The number of journals.
    pub tables: usize,
    /// The number of lines replayed.
    pub lines: u64,
    /// Everything that is wrong.
    pub findings: Vec<String>,
    /// Lines that only another version of the rules can replay.
    pub unread: Vec<String>,
}

/// The check of a window, or of all windows of a journal.
#[derive(Serialize, JsonSchema)]
pub struct FairJson {
    /// Whether the secrets match their commitments, every part belongs to its chain, and every draw is the
    /// one that follows from them.
    pub fair: bool,
    /// The number of the window, if there is one.
    pub window: Option<u64>,
    /// The commitment published beforehand, for a single window.
    pub commitment: Option<String>,
    /// The number of people who had a part in it.
    pub parts: Option<usize>,
    /// The number of draws compared.
    pub draws: usize,
    /// The order of the cards after the cuts; empty for a wheel or dice.
    pub order: Vec<String>,
    /// The most results the house could have chosen from in one window; only with a journal.
    pub choices: Option<u64>,
    /// A summary of the journal.
    pub journal: Option<FairJournalJson>,
    /// The code of the problem: `form`, `commitment`, `chain`, `panel`, `delay`, `draw`, `order`, `gap` or
    /// `lot`.
    pub code: Option<String>,
    /// A description of the problem, if there is one.
    pub wrong: Option<String>,
}

/// A summary of the chance of a whole journal.
#[derive(Serialize, JsonSchema)]
pub struct FairJournalJson {
    /// The number of windows that were revealed.
    pub windows: usize,
    /// The number of windows in which only the house had a part.
    pub alone: u64,
    /// The number of parts opened.
    pub parts: u64,
    /// The number of windows that failed.
    pub failed: u64,
    /// The number of locked windows that were given up.
    pub given_up: u64,
    /// How often each patron withheld a part.
    pub withheld: BTreeMap<String, u64>,
}
