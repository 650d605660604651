//! What the auditor's commands print with `--json`. Money is in cents; times are RFC 3339, UTC.

use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// The judgement of a journal.
#[derive(Serialize, JsonSchema)]
pub struct VerifyJson {
    /// The file.
    pub file: String,
    /// Whether every line is sound, and the checkpoint, if given, is carried.
    pub sound: bool,
    /// The first line that is wrong, from 0; null if none is.
    pub line: Option<u64>,
    /// How it is wrong.
    pub wrong: Option<String>,
    /// What the journal says; null unless every line is sound.
    pub journal: Option<JournalJson>,
    /// Lines that only another version of the rules can replay: only their chain, keys and place in the tree are checked.
    pub unread: Vec<String>,
    /// Which part of the journal the file is; null if it is all of it.
    pub excerpt: Option<ExcerptJson>,
}

/// A part of a journal.
#[derive(Serialize, JsonSchema)]
pub struct ExcerptJson {
    /// The first line.
    pub first: u64,
    /// The last.
    pub last: u64,
    /// The time that was asked for: from then on.
    pub since: String,
    /// Until then.
    pub until: String,
    /// The key that signed its beginning and its end.
    pub key: String,
}

/// What a sound journal says.
#[derive(Serialize, JsonSchema)]
pub struct JournalJson {
    /// The table.
    pub table: String,
    /// Its game, as it was opened last.
    pub game: Option<String>,
    /// How many lines it has.
    pub lines: u64,
    /// How many of them the law refused.
    pub refused: u64,
    /// How many rounds have ended.
    pub rounds: u64,
    /// The time of the first line.
    pub from: String,
    /// The time of the last line.
    pub to: String,
    /// The ownership of the last line.
    pub epoch: u64,
    /// The people who came, by what they are called at the table: `p1`.
    pub people: BTreeMap<String, String>,
    /// What every account holds.
    pub balances: BTreeMap<String, i64>,
    /// How many requests have a key.
    pub keys: usize,
    /// How many windows of chance the house was committed to.
    pub committed: usize,
    /// How many of them were dealt and turned.
    pub turned: usize,
    /// How many failed, because somebody withheld a part.
    pub failed: usize,
    /// How many were given up.
    pub abandoned: usize,
    /// The versions of the rules that the journal names.
    pub versions: Vec<String>,
    /// The leaf hash of the last line.
    pub head: String,
    /// The RFC 6962 root over all lines.
    pub root: String,
}

/// A floor's store, compared with its journals.
#[derive(Serialize, JsonSchema)]
pub struct AuditJson {
    /// The store.
    pub store: String,
    /// Whether everything is as it must be.
    pub sound: bool,
    /// Journals.
    pub tables: usize,
    /// Lines that were replayed.
    pub lines: u64,
    /// What is not as it must be.
    pub findings: Vec<String>,
    /// Lines that only another version of the rules can replay.
    pub unread: Vec<String>,
}

/// A window of chance dealt again, or all windows of a journal.
#[derive(Serialize, JsonSchema)]
pub struct FairJson {
    /// Whether the secrets are the ones committed to, every part is of its chain, and everything came as it had to.
    pub fair: bool,
    /// The window, if there is one.
    pub window: Option<u64>,
    /// What was published beforehand, of one window.
    pub commitment: Option<String>,
    /// How many people had a part in it.
    pub parts: Option<usize>,
    /// How many draws were compared.
    pub draws: usize,
    /// The order of the cards after the cuts; empty for a wheel or dice.
    pub order: Vec<String>,
    /// From how many results the house could have chosen at most, in one window; only with a journal.
    pub choices: Option<u64>,
    /// What the journal says in sum.
    pub journal: Option<FairJournalJson>,
    /// What is wrong, in a word: `form`, `commitment`, `chain`, `panel`, `delay`, `draw`, `order`, `gap` or `lot`.
    pub code: Option<String>,
    /// What is wrong, if anything.
    pub wrong: Option<String>,
}

/// The chance of a whole journal.
#[derive(Serialize, JsonSchema)]
pub struct FairJournalJson {
    /// How many windows were turned.
    pub windows: usize,
    /// How many of them nobody but the house had a part in.
    pub alone: u64,
    /// How many parts were opened.
    pub parts: u64,
    /// How many windows failed.
    pub failed: u64,
    /// How often locked windows were given up.
    pub given_up: u64,
    /// Who withheld parts, and how often.
    pub withheld: BTreeMap<String, u64>,
}
