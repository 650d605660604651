//! The lines of a journal.

use crate::{Hash, fact::Told, ledger::Postings};
use serde::{Deserialize, Serialize};
use std::io::Write;

/// One line of a table's journal. Its bytes are what is hashed, so they are kept as they were written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The table.
    pub table: String,
    /// Its number, from 0, without a gap.
    pub seq: u64,
    /// Milliseconds since 1970, UTC; never less than the line before.
    pub at: i64,
    /// The ownership under which it was written; never less than the line before.
    pub epoch: u64,
    /// Who: a person's name, or `house` for what the house does by itself.
    pub by: String,
    /// The key that makes a retry harmless.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The hash of the request under this key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<Hash>,
    /// Chance that blinds the hash of this line, so that nobody can try out which card it hides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<String>,
    /// What.
    pub entry: Entry,
    /// The hash of what follows from it: facts and postings.
    pub digest: Hash,
    /// The leaf hash of the line before.
    pub prev: Hash,
}

impl Record {
    /// Reads a line.
    pub fn read(line: &str) -> serde_json::Result<Record> {
        serde_json::from_str(line)
    }

    /// Writes the line.
    pub fn write(&self) -> String {
        let mut line = Vec::with_capacity(512);
        serde_json::to_writer(&mut line, self).expect("a record is JSON");
        String::from_utf8(line).expect("JSON is text")
    }

    /// The law's No, if it is one: provision and reason.
    pub fn refused(&self) -> Option<(String, String)> {
        match &self.entry {
            Entry::Refused { cite, why, .. } => Some((cite.clone(), why.clone())),
            _ => None,
        }
    }
}

/// What happened. Only this is the truth; all else follows from it. Amounts are in cents.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum Entry {
    /// A table opens under these options, or opens again under others.
    Opened {
        /// The game.
        game: String,
        /// The pit it stands in.
        pit: String,
        /// The options, `key=value`.
        options: Vec<String>,
        /// The edition of the law.
        edition: String,
        /// The version of the rules.
        version: String,
        /// Where cards and numbers come from.
        chance: Mode,
        /// Chips the cage sends with it.
        inventory: i64,
    },
    /// The table closes.
    Closed {},
    /// A person comes, and is called by this number here.
    Joined { patron: u16, person: String },
    /// Something happened at the table, in the notation.
    Input { line: String },
    /// Somebody wanted something, and the law said no.
    Refused { line: String, cite: String, why: String },
    /// A patron's client offers a chain, of which it opens one value a window from `since` on.
    Anchored { patron: u16, anchor: Hash, length: u16, since: u64 },
    /// The house commits itself to the secret of a window.
    Committed { window: u64, commitment: Hash },
    /// Wagers are closed: these patrons have to open their parts, and the house commits itself to the window after.
    Locked { window: u64, panel: Vec<u16>, next: Hash },
    /// The parts are in and decide with the secret what comes; after so many steps of delay, if there is one.
    Mixed {
        window: u64,
        parts: Vec<(u16, Hash)>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        steps: Option<u64>,
    },
    /// Somebody withheld a part: nothing of this window counts, and it is laid open.
    Failed { window: u64, withheld: Vec<u16>, secret: Hash },
    /// A window is over: its secret is laid open.
    Turned { window: u64, secret: Hash },
    /// Windows are given up without their secrets.
    Abandoned { first: u64, last: u64, after: Stage, why: Why },
    /// The cage takes a person's cash in, or pays it out.
    Funded { person: String, cents: i64 },
    /// Cash for chips.
    BoughtIn { patron: u16, cents: i64 },
    /// Chips are taken away.
    TakenAway { patron: u16, cents: i64 },
    /// The cage sends chips.
    Filled { cents: i64, slip: String },
    /// The table sends chips to the cage.
    Credited { cents: i64, slip: String },
    /// Somebody asks that something be put right.
    Asked { remedy: Remedy, reason: String },
    /// Somebody else agrees to what was asked in that line.
    Approved { asked: u64 },
    /// Or does not.
    Declined { asked: u64 },
    /// Other options are announced, to hold from a time on.
    Scheduled { options: Vec<String>, effective: i64, notices: Vec<String> },
    /// Another node has taken the table over.
    TakenOver { node: String },
    /// The floor was restored from a copy that lacks these lines, of which the last had this leaf hash. Receipts for
    /// them are genuine, but what they say is not in this journal.
    Restored { lost_from: u64, lost_to: u64, leaf: Hash },
}

/// How far a window had got.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// The house was committed to it.
    Committed,
    /// The panel was written down.
    Locked,
    /// Parts were in, and something was drawn.
    Mixed,
}

/// Why windows are given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// The program was started again: secrets are in memory only.
    Restart,
    /// Another node has taken the table over.
    TakeOver,
    /// A locked table went back to wagers, when parts may have been known.
    Reopened,
}

/// Where cards and numbers come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// From committed secrets.
    Digital,
    /// From a table of wood and cloth: the dealer says what it shows.
    Physical,
}

/// How something is put right. It takes two people, and a new line; nothing is ever struck out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum Remedy {
    /// These rounds are void: what they moved goes back.
    Void { first: u64, last: u64 },
    /// The bank pays a patron, or takes if it is negative.
    Correct { patron: u16, cents: i64 },
}

/// The digest of what follows from an entry.
pub fn digest(told: &[Told], postings: &Postings) -> Hash {
    let mut text = Vec::with_capacity(1024);
    serde_json::to_writer(&mut text, told).expect("facts are JSON");
    text.push(b'\n');
    for (account, cents) in postings.iter() {
        writeln!(text, "{account} {cents}").expect("memory takes it");
    }
    Hash::of(&[&text])
}
