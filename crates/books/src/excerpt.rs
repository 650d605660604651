//! A part of a journal in one file that can be checked on its own: the state before its first line, the lines, and the
//! signed head of the journal that ends with them.
//!
//! The first line of the file is the [`Excerpt`], signed with the floor's key; the others are the journal's own lines,
//! byte for byte. The state at the beginning has to be taken on the floor's word. Everything after that is checked:
//! that the lines follow from that state by the rules, that nothing was left out, added or changed, and that they end
//! in the signed head.

use crate::{
    Hash,
    book::{Book, FORM},
    checkpoint::{Checkpoint, SigningKey, VerifyingKey},
    merkle::Tree,
    rounds::PastRound,
    verify::{Report, Verifier, Wrong},
    version::VERSION,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The kind of signed text; see [`SigningKey::sign_text`].
const KIND: &str = "excerpt";
/// How the first line of such a file begins. No line of a journal begins like this.
const BEGINS: &str = "{\"excerpt\":";

/// Which part of a journal this is, and the state before it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Excerpt {
    /// The table.
    pub table: String,
    /// The start of the requested period, in milliseconds since 1970, UTC.
    pub since: i64,
    /// The end of the requested period.
    pub until: i64,
    /// The number of the first line.
    pub first: u64,
    /// The number after that of the last line.
    pub next: u64,
    /// The version of the encoding of books.
    pub form: u32,
    /// The version of the rules.
    pub rules: String,
    /// The encoded book before the first line; `None` if the excerpt starts with the journal.
    pub book: Option<String>,
    /// The edge of the tree over the lines before the first.
    pub edge: Vec<Hash>,
    /// Earlier rounds that the lines declare void.
    pub rounds: BTreeMap<u64, PastRound>,
    /// The signed head of the journal that ends with the last line.
    pub head: Checkpoint,
    /// The key of the floor.
    pub key: VerifyingKey,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Signed {
    excerpt: Excerpt,
    signature: String,
}

impl Excerpt {
    /// Signs the excerpt and returns the first line of the file.
    pub fn sign(self, key: &SigningKey) -> String {
        let signature = key.sign_text(KIND, &self.text());
        serde_json::to_string(&Signed { excerpt: self, signature }).expect("an excerpt is JSON")
    }

    fn text(&self) -> String {
        serde_json::to_string(self).expect("an excerpt is JSON")
    }

    /// Whether a file that begins with this line is an excerpt.
    pub fn begins(line: &str) -> bool {
        line.starts_with(BEGINS)
    }

    /// Reads the first line of a file. It must be signed with the key it names.
    ///
    /// # Errors
    /// Describes what is wrong with it.
    pub fn read(line: &str) -> Result<Excerpt, String> {
        let Signed { excerpt, signature } = serde_json::from_str(line)
            .map_err(|error| format!("not the beginning of an excerpt: {error}"))?;
        match excerpt.key.has_signed(KIND, &excerpt.text(), &signature) {
            true => Ok(excerpt),
            false => Err("the excerpt is not signed with the key it names".to_owned()),
        }
    }

    /// Whether this program can read its book: the same encoding and the same rules.
    pub fn is_of_these_rules(&self) -> bool {
        self.book.is_none() || (self.form, self.rules.as_str()) == (FORM, VERSION)
    }

    /// Checks the journal lines that follow the first line of the file.
    ///
    /// # Errors
    /// The first line that is wrong, and why.
    pub fn verify<'a>(&self, lines: impl Iterator<Item = &'a str>) -> Result<Report, Wrong> {
        let wrong = |how: &str| Wrong { seq: self.first, how: how.to_owned() };
        let tree = Tree::of_edge(self.first, self.edge.clone()).ok_or_else(|| wrong("its tree is none"))?;
        let book = match &self.book {
            None if self.first == 0 => Book::new(&self.table),
            None => return Err(wrong("it begins in the middle and does not say with what")),
            Some(text) => {
                Book::decode(text).map_err(|why| wrong(&format!("its book cannot be read: {why}")))?
            }
        };
        if (book.table(), book.next()) != (self.table.as_str(), self.first) {
            return Err(wrong("its book belongs to another table or another line"));
        }
        let mut verifier = Verifier::resume(book, tree, self.rounds.clone());
        for line in lines {
            verifier.line(line)?;
        }
        let report = verifier.finish()?;
        let ends = |how: &str| Err(Wrong { seq: report.lines, how: how.to_owned() });
        if report.lines != self.next {
            return ends(&format!(
                "it has the lines before number {}, not before {}",
                report.lines, self.next
            ));
        }
        let signed = self.head.verify(&self.key).is_ok() && self.head.table == self.table;
        if !signed || (self.head.size, self.head.root) != (report.lines, report.root) {
            return ends("it does not end in the head that was signed");
        }
        Ok(report)
    }
}
