//! N.J.A.C. 19:47, "Rules of the Games", as data.
//!
//! The TOML under `law/` is compiled into constant tables: provisions in our own words, the edition of each
//! section, numbered readings of ambiguous words, corrections of damaged text, facts for what the texts lack
//! (marked `not held`, with their confidence), and the declared dispositions of what no code decides.
//!
//! A [`Citation`] is the address of one provision. [`cite!`] makes one from a literal; an address that does
//! not exist does not compile:
//!
//! ```
//! use law::cite;
//! let half = cite!("5.2(b)");
//! assert_eq!(half.id(), "5.2(b)");
//! assert!(half.is_held());
//! assert_eq!(cite!("8.3").to_string(), "8.3 (not held)");
//! ```
//!
//! ```compile_fail
//! law::cite!("5.2(z)");
//! ```
//!
//! The crate needs neither `std` nor an allocator. With the feature `serde` a citation is written as its address and read back.
#![no_std]

mod kinds;
#[cfg(feature = "serde")]
mod written;

use core::fmt;
pub use kinds::{Class, Confidence, Disposal, Holding, Kind, Whom};

/// The address of one provision: two bytes in memory, a string in messages. It always refers to an existing
/// provision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Citation(u16);

/// The citation with this id; an unknown id is a compile error.
#[macro_export]
macro_rules! cite {
    ($id:literal) => {
        const { $crate::Citation::of($id) }
    };
}

/// An edition of the regulation's text.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Edition {
    /// A short name, such as the year.
    pub key: &'static str,
    /// A description of the text.
    pub says: &'static str,
    /// The date through which it is current.
    pub as_of: &'static str,
}

/// A subchapter of the chapter's table of contents.
#[derive(Debug)]
#[non_exhaustive]
pub struct Subchapter {
    /// The number of the subchapter.
    pub number: u16,
    /// The title of the subchapter.
    pub title: &'static str,
    /// The games that it regulates.
    pub games: &'static [&'static str],
    /// Whether any of its text is held.
    pub held: bool,
}

/// A section: `5.2`, or `19:46-1.7` of another chapter.
#[derive(Debug)]
#[non_exhaustive]
pub struct Section {
    /// The number of the section.
    pub number: &'static str,
    /// The title of the section.
    pub heading: &'static str,
    /// How much of its text is held.
    pub holding: Holding,
    edition: Option<usize>,
    /// What is missing or unusual; empty if nothing is.
    pub note: &'static str,
    /// The corresponding section of N.J.A.C. 13:69F; the texts were not compared.
    pub successor: &'static str,
}

impl Section {
    /// The edition the text was taken from; none if the section is not held.
    pub fn edition(&self) -> Option<&'static Edition> {
        self.edition.map(|at| &EDITIONS[at])
    }
}

/// One rule of a provision, in our own words.
#[derive(Debug)]
#[non_exhaustive]
pub struct Rule {
    /// The kind of rule.
    pub kind: Kind,
    /// Whom the rule binds.
    pub actor: Whom,
    /// What software can do about the rule.
    pub class: Class,
    /// The rule in our own words.
    pub says: &'static str,
}

/// Something known from other sources about a provision whose text is missing.
#[derive(Debug)]
#[non_exhaustive]
pub struct Fact {
    /// A short name, unique within its provision.
    pub key: &'static str,
    /// The fact in our own words.
    pub says: &'static str,
    /// How well it is known.
    pub confidence: Confidence,
    /// The source of the fact.
    pub source: &'static str,
    /// The setting whose default rests on the fact; empty if there is none.
    pub setting: &'static str,
}

/// One citable unit of the regulation.
#[derive(Debug)]
#[non_exhaustive]
pub struct Provision {
    /// Its address within the chapter, such as `5.1(e)1.i.(2)`.
    pub id: &'static str,
    label: &'static str,
    section: usize,
    /// The game it regulates, or `all`.
    pub game: &'static str,
    /// Whether its text is held.
    pub held: bool,
    /// The rules of the provision; for one that is not held, only its title.
    pub rules: &'static [Rule],
    /// What other sources say about it, if it is not held.
    pub facts: &'static [Fact],
}

/// How ambiguous words are read.
#[derive(Debug)]
#[non_exhaustive]
pub struct Reading {
    /// The number of the reading: a letter for the game, then a figure.
    pub id: &'static str,
    /// A short title.
    pub title: &'static str,
    /// The provisions whose words it interprets.
    pub on: &'static [Citation],
    /// The question that the words leave open.
    pub question: &'static str,
    /// The defensible answers.
    pub choices: &'static [&'static str],
    decision: usize,
    /// Why this answer was chosen.
    pub why: &'static str,
    /// Figures that a test can check.
    pub vectors: &'static [&'static str],
}

impl Reading {
    /// The answer that this project uses.
    pub fn decision(&self) -> &'static str {
        self.choices[self.decision]
    }
}

/// A damaged place in the source text, and its correction.
#[derive(Debug)]
#[non_exhaustive]
pub struct Correction {
    /// The provisions affected.
    pub on: &'static [Citation],
    /// The place in the source text.
    pub place: &'static str,
    /// What the scan shows.
    pub scanned: &'static str,
    /// What the project reads instead.
    pub read: &'static str,
    /// The reason for the correction.
    pub why: &'static str,
}

/// Why no code decides a provision.
#[derive(Debug)]
#[non_exhaustive]
pub struct Disposition {
    /// The provision concerned.
    pub on: Citation,
    /// The kind of reason.
    pub kind: Disposal,
    /// The reason in a sentence.
    pub reason: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/tables.rs"));

impl Citation {
    /// The citation with this id. In a constant, as [`cite!`] uses it, an unknown id stops the compiler.
    pub const fn of(id: &str) -> Citation {
        match find(id.as_bytes()) {
            Some(at) => Citation(at),
            None => panic!("no such provision: the ids are in law/*.toml"),
        }
    }

    /// The citation with this id, if there is one. `19:47-5.2(b)` and `5.2(b)` are the same.
    pub fn find(id: &str) -> Option<Citation> {
        let id = id.trim();
        let id = id.strip_prefix("N.J.A.C.").unwrap_or(id).trim_start();
        find(id.strip_prefix("19:47-").unwrap_or(id).as_bytes()).map(Citation)
    }

    /// Every provision: first those held, in the law's order, then those not held.
    #[allow(clippy::cast_possible_truncation)] // asserted
    pub fn all() -> impl DoubleEndedIterator<Item = Citation> + ExactSizeIterator {
        const COUNT: u16 = {
            assert!(PROVISIONS.len() <= u16::MAX as usize);
            PROVISIONS.len() as u16
        };
        (0..COUNT).map(Citation)
    }

    /// The id of the provision, such as `5.2(b)`.
    pub fn id(self) -> &'static str {
        self.provision().id
    }

    /// The provision itself.
    pub fn provision(self) -> &'static Provision {
        &PROVISIONS[self.0 as usize]
    }

    /// The section that contains the provision.
    pub fn section(self) -> &'static Section {
        &SECTIONS[self.provision().section]
    }

    /// The section's title or, for a paragraph that is not held, its own title.
    pub fn heading(self) -> &'static str {
        match self.provision() {
            p if p.held => self.section().heading,
            p => p.rules[0].says,
        }
    }

    /// The edition of its text, or `None` if it is not held.
    pub fn edition(self) -> Option<&'static Edition> {
        if self.is_held() { self.section().edition() } else { None }
    }

    /// Whether the text is held. A provision that is not held is never authority; it only marks where a rule
    /// belongs.
    pub fn is_held(self) -> bool {
        self.provision().held
    }

    /// The readings of its ambiguous words.
    pub fn readings(self) -> impl Iterator<Item = &'static Reading> {
        READINGS.iter().filter(move |r| r.on.contains(&self))
    }

    /// The corrections made to its text.
    pub fn corrections(self) -> impl Iterator<Item = &'static Correction> {
        CORRECTIONS.iter().filter(move |c| c.on.contains(&self))
    }

    /// The declared reason why no code decides it, if there is one.
    pub fn disposition(self) -> Option<&'static Disposition> {
        DISPOSITIONS.iter().find(|d| d.on == self)
    }
}

/// Writes `5.2(b)`, with `(not held)` added where that applies.
impl fmt::Display for Citation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.provision().label)
    }
}

impl fmt::Debug for Citation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

const fn find(id: &[u8]) -> Option<u16> {
    let (mut low, mut high) = (0, INDEX.len());
    while low < high {
        let mid = (low + high) / 2;
        match compare(INDEX[mid].0.as_bytes(), id) {
            0 => return Some(INDEX[mid].1),
            1 => high = mid,
            _ => low = mid + 1,
        }
    }
    None
}

/// 0 if equal, 1 if `a` comes after `b` in byte order, -1 if before.
const fn compare(a: &[u8], b: &[u8]) -> i8 {
    let mut i = 0;
    while i < a.len() && i < b.len() {
        if a[i] != b[i] {
            return if a[i] > b[i] { 1 } else { -1 };
        }
        i += 1;
    }
    if a.len() == b.len() {
        0
    } else if a.len() > b.len() {
        1
    } else {
        -1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    extern crate std;
    use std::string::ToString;

    #[test]
    fn every_id_finds_itself() {
        for c in Citation::all() {
            assert_eq!(Citation::find(c.id()), Some(c));
        }
        assert_eq!(Citation::find("19:47-5.2(b)"), Citation::find("N.J.A.C. 19:47-5.2(b)"));
        assert_eq!(Citation::find("5.2(z)"), None);
    }

    #[test]
    fn the_texts_hold_566_units_in_665_rules() {
        let held: std::vec::Vec<_> = Citation::all().filter(|c| c.is_held()).collect();
        assert_eq!((held.len(), HELD), (566, 566));
        assert_eq!(held.iter().map(|c| c.provision().rules.len()).sum::<usize>(), 665);
        assert!(held.iter().all(|c| c.edition().is_some() && c.provision().facts.is_empty()));
    }

    #[test]
    fn what_is_not_held_is_marked_and_has_no_edition() {
        let notice = cite!("8.3");
        assert!(!notice.is_held() && notice.edition().is_none());
        assert_eq!(notice.to_string(), "8.3 (not held)");
        assert_eq!(std::format!("[{:<10}]", cite!("5.2(b)")), "[5.2(b)    ]");
    }

    #[test]
    fn the_law_is_said_without_the_analysts_words() {
        for p in &PROVISIONS {
            for text in p.rules.iter().map(|r| r.says).chain(p.facts.iter().map(|f| f.says)) {
                assert!(!text.to_lowercase().contains("seed"), "{}: {text}", p.id);
                assert!(!text.is_empty(), "{} says nothing", p.id);
            }
        }
    }
}
