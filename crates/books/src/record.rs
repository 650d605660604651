//! The lines of a journal.

use crate::{Hash, fact::Fact, ledger::Postings};
use rounds::Settings;
use rules::{
    Citation, Refusal,
    house::{Notice, NoticeKind},
};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::{fmt, io::Write};

/// One line of a table's journal. Its bytes are what is hashed, so they are kept as they were written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The version of the journal format.
    pub v: Format,
    /// The name of the table.
    pub table: String,
    /// The number of the line, from 0, without gaps.
    pub seq: u64,
    /// Milliseconds since 1970, UTC; never less than in the line before.
    pub at: i64,
    /// The ownership epoch it was written under; never less than in the line before.
    pub epoch: u64,
    /// Who wrote it: an account, or `house` for the house itself.
    pub by: String,
    /// The idempotency key of the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The hash of the request with this key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<Hash>,
    /// A random salt that blinds the line's hash, so that nobody can find a hidden card by trying all cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<String>,
    /// The content of the line.
    pub entry: Entry,
    /// The hash of what follows from the entry: facts and postings.
    pub digest: Hash,
    /// The leaf hash of the line before.
    pub prev: Hash,
}

impl Record {
    /// Parses a line, or says why it is not a record.
    pub fn read(line: &str) -> Result<Record, NotARecord> {
        serde_json::from_str(line).map_err(|error| {
            #[derive(Deserialize)]
            struct Outline {
                #[serde(default)]
                v: u64,
                #[serde(rename = "seq")]
                _seq: u64,
                entry: Tagged,
            }
            #[derive(Deserialize)]
            struct Tagged {
                kind: String,
            }
            let is_known = |kind: &str| serde_json::from_value::<EntryKind>(kind.into()).is_ok();
            match serde_json::from_str(line) {
                // The first version of the format had no version field.
                Ok(Outline { v: 0, .. }) => NotARecord::Format(1),
                Ok(Outline { v, .. }) if v != u64::from(FORMAT) => NotARecord::Format(v),
                Ok(Outline { entry: Tagged { kind }, .. }) if !is_known(&kind) => NotARecord::Kind(kind),
                _ => NotARecord::Json(error.to_string()),
            }
        })
    }

    /// Serializes the line.
    pub fn write(&self) -> String {
        let mut line = Vec::with_capacity(512);
        serde_json::to_writer(&mut line, self).expect("a record is JSON");
        String::from_utf8(line).expect("JSON is text")
    }

    /// The refusal, if this line is one.
    pub fn refused(&self) -> Option<Refusal> {
        match self.entry {
            Entry::Refused { refusal, .. } => Some(refusal),
            _ => None,
        }
    }
}

/// The version of the format in which journals are written, and the only one that can be read.
pub const FORMAT: u8 = 2;

/// Marks a line as written in this version of the format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Format;

impl Serialize for Format {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(FORMAT)
    }
}

impl<'de> Deserialize<'de> for Format {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Format, D::Error> {
        match u8::deserialize(from)? {
            FORMAT => Ok(Format),
            other => Err(de::Error::custom(format!("format {other}"))),
        }
    }
}

/// Why a line is not a journal record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotARecord {
    /// It is in another version of the format.
    Format(u64),
    /// It has an entry of a kind that this version does not know.
    Kind(String),
    /// It is not valid JSON for a record, for this reason.
    Json(String),
}

impl fmt::Display for NotARecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotARecord::Format(found) => write!(
                f,
                "the journal is in format {found}, and this program reads format {FORMAT}: use the version of ch47 that \
                 wrote it"
            ),
            NotARecord::Kind(kind) => write!(
                f,
                "format {FORMAT} has no entry of the kind `{kind}`: if a newer version of ch47 wrote it, use that version"
            ),
            NotARecord::Json(why) => write!(f, "not a line of a journal: {why}"),
        }
    }
}

impl std::error::Error for NotARecord {}

/// The content of a line. Only this is recorded as truth; everything else is derived from it. Amounts are in
/// cents.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum Entry {
    /// A table opens, or reopens under other options.
    Opened {
        /// The game.
        game: String,
        /// The pit that the table belongs to.
        pit: String,
        /// The options, in their canonical spelling.
        options: Settings,
        /// The edition of the law.
        edition: String,
        /// The version of the rules.
        version: String,
        /// Where cards and numbers come from.
        chance: Mode,
        /// The opening inventory of chips from the cage.
        inventory: i64,
        /// The day the Commission approved the options, if stated: `2026-02-20`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        approved: Option<String>,
    },
    /// The table closes.
    Closed {},
    /// A person joins the table and is given this patron number.
    Joined { patron: u16, person: String },
    /// A patron without an account arrives at a physical table and is given this number, or staff learn the
    /// name or card number of one who arrived earlier, or agree on what a chip of the patron's color is worth.
    WalkIn {
        patron: u16,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chip: Option<i64>,
    },
    /// Something happened at the table, in the notation.
    Input { line: String },
    /// Someone attempted something that the law refused.
    Refused { line: String, refusal: Refusal },
    /// A patron's client offers a hash chain. It reveals one value per window, starting with window `since`.
    Anchored { patron: u16, anchor: Hash, length: u16, since: u64 },
    /// The house commits to the secret of a window.
    Committed { window: u64, commitment: Hash },
    /// Wagers are closed: these patrons must open their parts, and the house commits to the next
    /// window.
    Locked { window: u64, panel: Vec<u16>, next: Hash },
    /// All parts have arrived. Together with the secret they decide what is drawn, after this many
    /// steps of delay if there is one.
    Mixed {
        window: u64,
        parts: Vec<(u16, Hash)>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        steps: Option<u64>,
    },
    /// Someone withheld a part: this window does not count, and its secret is revealed.
    Failed { window: u64, withheld: Vec<u16>, secret: Hash },
    /// A window is over, and its secret is revealed.
    Turned { window: u64, secret: Hash },
    /// Windows are given up without revealing their secrets.
    Abandoned { first: u64, last: u64, after: Stage, why: Why },
    /// The cage takes a person's cash in, or pays it out.
    Funded { person: String, cents: i64 },
    /// A patron buys chips for cash.
    BoughtIn { patron: u16, cents: i64 },
    /// A patron leaves the table with chips.
    TakenAway { patron: u16, cents: i64 },
    /// A patron without an account wagers chips that were bought elsewhere.
    Brought { patron: u16, cents: i64 },
    /// The cage sends chips to the table.
    Filled { cents: i64, slip: String },
    /// The table sends chips to the cage.
    Credited { cents: i64, slip: String },
    /// The chips in the table's bank were counted: how many pieces there are of each value in cents, the highest first.
    /// Whoever writes the line counted them, and the witness watched.
    Counted { chips: Vec<(i64, u32)>, witness: String },
    /// Lines of the round in play, or of the last one while nothing of the next has happened, were told wrongly: each number
    /// stands for these lines instead, or for none. The round is played again with them.
    Corrected { lines: Vec<(u64, Vec<String>)>, reason: String },
    /// Staff note something about the round or the table that no rule asks about, for whoever reads the journal later. It
    /// decides nothing.
    Remarked { text: String },
    /// Someone requests a correction.
    Asked { remedy: Remedy, reason: String },
    /// Someone else approves the request in that line.
    Approved { asked: u64 },
    /// Someone else declines the request in that line.
    Declined { asked: u64 },
    /// New options are announced, to take effect at a given time.
    Scheduled {
        options: Settings,
        effective: i64,
        notices: Vec<Notified>,
        /// The day the Commission approved them, if stated: `2026-02-20`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        approved: Option<String>,
    },
    /// Another node has taken the table over.
    TakenOver { node: String },
    /// The floor was restored from a copy that lacks these lines; the last of them had this leaf hash.
    /// Receipts for them are genuine, but their content is not in this journal.
    Restored { lost_from: u64, lost_to: u64, leaf: Hash },
}

/// The kind of a record.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum EntryKind {
    Opened,
    Closed,
    Joined,
    WalkIn,
    Input,
    Refused,
    Anchored,
    Committed,
    Locked,
    Mixed,
    Failed,
    Turned,
    Abandoned,
    Funded,
    BoughtIn,
    TakenAway,
    Brought,
    Filled,
    Credited,
    Counted,
    Corrected,
    Remarked,
    Asked,
    Approved,
    Declined,
    Scheduled,
    TakenOver,
    Restored,
}

/// A notice that a change of options requires.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Notified {
    /// How the change must be announced.
    pub kind: NoticeKind,
    /// The provision that requires the notice.
    pub cite: Citation,
    /// The key of the option that changes.
    pub option: String,
}

impl From<Notice> for Notified {
    fn from(notice: Notice) -> Notified {
        let Notice { cite, kind, key, .. } = notice;
        Notified { kind, cite, option: key.to_owned() }
    }
}

impl Entry {
    /// What kind of line it is.
    pub const fn kind(&self) -> EntryKind {
        match self {
            Entry::Opened { .. } => EntryKind::Opened,
            Entry::Closed { .. } => EntryKind::Closed,
            Entry::Joined { .. } => EntryKind::Joined,
            Entry::WalkIn { .. } => EntryKind::WalkIn,
            Entry::Input { .. } => EntryKind::Input,
            Entry::Refused { .. } => EntryKind::Refused,
            Entry::Anchored { .. } => EntryKind::Anchored,
            Entry::Committed { .. } => EntryKind::Committed,
            Entry::Locked { .. } => EntryKind::Locked,
            Entry::Mixed { .. } => EntryKind::Mixed,
            Entry::Failed { .. } => EntryKind::Failed,
            Entry::Turned { .. } => EntryKind::Turned,
            Entry::Abandoned { .. } => EntryKind::Abandoned,
            Entry::Funded { .. } => EntryKind::Funded,
            Entry::BoughtIn { .. } => EntryKind::BoughtIn,
            Entry::TakenAway { .. } => EntryKind::TakenAway,
            Entry::Brought { .. } => EntryKind::Brought,
            Entry::Filled { .. } => EntryKind::Filled,
            Entry::Credited { .. } => EntryKind::Credited,
            Entry::Counted { .. } => EntryKind::Counted,
            Entry::Corrected { .. } => EntryKind::Corrected,
            Entry::Remarked { .. } => EntryKind::Remarked,
            Entry::Asked { .. } => EntryKind::Asked,
            Entry::Approved { .. } => EntryKind::Approved,
            Entry::Declined { .. } => EntryKind::Declined,
            Entry::Scheduled { .. } => EntryKind::Scheduled,
            Entry::TakenOver { .. } => EntryKind::TakenOver,
            Entry::Restored { .. } => EntryKind::Restored,
        }
    }

    /// The slip number of a fill or a credit.
    pub fn slip(&self) -> Option<&str> {
        match self {
            Entry::Filled { slip, .. } | Entry::Credited { slip, .. } => Some(slip),
            _ => None,
        }
    }
}

/// How far a window had progressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// The house had committed to it.
    Committed,
    /// The panel had been recorded.
    Locked,
    /// The parts had arrived, and something had been drawn.
    Mixed,
}

/// Why windows were given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// The program was restarted; secrets are kept in memory only.
    Restart,
    /// Another node has taken the table over.
    TakeOver,
    /// A locked table went back to taking wagers when parts may already have been known.
    Reopened,
}

/// Where cards and numbers come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// From committed secrets; the house deals.
    Digital,
    /// From a physical table: the dealer reports what it shows.
    Physical,
}

/// A correction. It takes two people and a new line; nothing is ever deleted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum Remedy {
    /// These rounds are void: everything they moved is moved back.
    Void { first: u64, last: u64 },
    /// The bank pays a patron, or collects from the patron if the amount is negative.
    Correct { patron: u16, cents: i64 },
    /// The cage takes in or pays out a person's cash, above the limit for a single clerk.
    Fund { person: String, cents: i64 },
}

/// The digest of what follows from an entry: facts with their provisions, and postings. Sentences are not included, so
/// that their wording can change without invalidating journals.
pub fn digest(facts: &[Fact], postings: &Postings) -> Hash {
    let mut text = Vec::with_capacity(1024);
    for fact in facts {
        write!(text, "{} ", fact.cite.id()).expect("memory takes it");
        serde_json::to_writer(&mut text, &fact.what).expect("facts are JSON");
        text.push(b'\n');
    }
    for (account, cents) in postings.iter() {
        writeln!(text, "{account} {cents}").expect("memory takes it");
    }
    Hash::of(&[&text])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_other_versions_are_named_and_refused() {
        let line = r#"{"v":2,"table":"t1","seq":0,"at":1,"epoch":1,"by":"house","entry":{"kind":"closed"},"digest":"D","prev":"D"}"#;
        let line = line.replace('D', &Hash::ZERO.to_string());
        assert_eq!(Record::read(&line).expect("a line").write(), line);
        let refused =
            |from: &str, to: &str| Record::read(&line.replace(from, to)).expect_err("another version");
        assert_eq!(refused(r#""v":2,"#, ""), NotARecord::Format(1));
        assert_eq!(refused(r#""v":2"#, r#""v":3"#), NotARecord::Format(3));
        assert_eq!(refused("closed", "teleported"), NotARecord::Kind("teleported".to_owned()));
        let told = refused("closed", "teleported").to_string();
        assert!(told.starts_with("format 2 has no entry of the kind `teleported`"), "{told}");
        assert!(matches!(refused(r#""seq":0"#, r#""seq":-1"#), NotARecord::Json(_)));
        assert!(matches!(refused(r#""by""#, r#""who""#), NotARecord::Json(_)));
    }
}
