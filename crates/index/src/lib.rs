//! Looking things up in the law: by any spelling of an address, by words, and by where code applies a provision. Both
//! the command and the floor use it.

use law::{Citation, READINGS};
use std::{collections::HashMap, sync::OnceLock};

/// Written by the conformance test: id, code, rounds.
const CONFORMANCE: &str = include_str!("../../../docs/conformance.tsv");

/// Where code cites a provision, and which golden rounds apply it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Applied {
    /// File and item, below `crates/rules/src`.
    pub code: Vec<&'static str>,
    /// Golden rounds, below `crates/rules/tests/rounds`.
    pub rounds: Vec<&'static str>,
}

/// Finds where a provision is applied.
pub fn applied(cite: Citation) -> &'static Applied {
    static NOWHERE: Applied = Applied { code: Vec::new(), rounds: Vec::new() };
    static ALL: OnceLock<HashMap<&'static str, Applied>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let list = |text: &'static str| text.split(';').filter(|part| !part.is_empty()).collect();
        let row = |row: &'static str| {
            let mut columns = row.split('\t');
            let (id, code, rounds) = (columns.next()?, columns.next()?, columns.next()?);
            Some((id, Applied { code: list(code), rounds: list(rounds) }))
        };
        CONFORMANCE.lines().skip(1).filter_map(row).collect()
    });
    all.get(cite.id()).unwrap_or(&NOWHERE)
}

/// The status of a provision: enforced by code, or else the kind of its declared disposition.
pub fn status(cite: Citation) -> &'static str {
    cite.disposition().map_or("enforced", |disposition| disposition.kind.as_str())
}

/// The section of an id, and the rest of it without punctuation: `5.1(e)1.i` is (`5.1`, `e1i`).
pub fn squash(id: &str) -> (String, String) {
    let id = id.trim().to_lowercase();
    let id = id.strip_suffix("(not held)").unwrap_or(&id).trim();
    let id = id.strip_prefix("n.j.a.c.").unwrap_or(id).trim();
    let id = id.strip_prefix("19:47-").unwrap_or(id);
    let dot = id.rfind('-').map_or(0, |at| at + 1);
    let dot = id[dot..].find('.').map_or(id.len(), |at| dot + at + 1);
    let end = id[dot..].find(|c: char| !c.is_ascii_digit()).map_or(id.len(), |at| dot + at);
    let (section, rest) = id.split_at(end);
    (section.to_owned(), rest.chars().filter(char::is_ascii_alphanumeric).collect())
}

/// Finds the provision with this address; or all of a section or subchapter; or everything below a paragraph that has
/// no rule itself.
pub fn find(asked: &str) -> Vec<Citation> {
    let (section, rest) = squash(asked);
    let squashed = |c: &Citation| squash(c.id());
    let exact: Vec<Citation> =
        Citation::all().filter(|c| squashed(c) == (section.clone(), rest.clone())).collect();
    if !exact.is_empty() && !rest.is_empty() {
        return exact;
    }
    let within = Citation::all().filter(|c| {
        let (its_section, its_rest) = squashed(c);
        if rest.is_empty() && section.contains('.') {
            c.section().number == section
        } else if section.contains('.') {
            its_section == section && its_rest.starts_with(&rest)
        } else {
            its_section.split('.').next() == Some(section.as_str())
        }
    });
    within.collect()
}

/// A text that contains all words of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hit {
    /// A provision's address, or a reading's number.
    pub id: &'static str,
    /// `provision`, `fact` or `reading`.
    pub kind: &'static str,
    /// Whether the text is the law's own, rather than a fact recorded for a text that is not held.
    pub held: bool,
    /// The text.
    pub text: String,
}

/// The words of a search, in lower case.
pub fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_lowercase).collect()
}

/// Every text that contains all these words: provisions and facts in the order of the law, then readings.
pub fn search(words: &[String]) -> Vec<Hit> {
    let matches = |text: &str| {
        let text = text.to_lowercase();
        words.iter().all(|word| text.contains(word.as_str()))
    };
    let mut hits = Vec::new();
    for cite in Citation::all() {
        let p = cite.provision();
        let rules = p.rules.iter().map(|r| ("provision", r.says));
        for (kind, text) in rules.chain(p.facts.iter().map(|f| ("fact", f.says))) {
            if matches(&format!("{} {text}", cite.heading())) {
                hits.push(Hit { id: p.id, kind, held: p.held, text: text.to_owned() });
            }
        }
    }
    for reading in &READINGS {
        let text = [reading.title, reading.question, reading.decision(), reading.why].join(" ");
        if matches(&text) {
            let text = format!("{}. {} Decided: {}.", reading.title, reading.question, reading.decision());
            hits.push(Hit { id: reading.id, kind: "reading", held: true, text });
        }
    }
    hits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(asked: &str) -> Vec<&'static str> {
        find(asked).into_iter().map(Citation::id).collect()
    }

    #[test]
    fn an_address_is_found_however_it_is_spelt() {
        for asked in ["5.2(b)", "19:47-5.2(b)", "N.J.A.C. 19:47-5.2(b)", "5.2b", " 5.2 (B) "] {
            assert_eq!(ids(asked), ["5.2(b)"], "{asked}");
        }
        assert_eq!(ids("8.3 (not held)"), ["8.3"]);
        assert!(ids("5.2").len() > 1 && ids("5").len() > ids("5.2").len());
        assert!(ids("5.2(z)").is_empty() && ids("").is_empty());
    }

    #[test]
    fn words_are_found_together() {
        let hits = search(&words("No More Bets"));
        assert!(!hits.is_empty());
        assert!(hits.iter().all(|hit| hit.kind != "provision" || Citation::find(hit.id).is_some()));
        assert!(search(&words("xyzzy")).is_empty());
    }

    #[test]
    fn what_code_decides_says_where() {
        for cite in Citation::all().filter(|cite| cite.is_held() && status(*cite) == "enforced") {
            assert!(!applied(cite).code.is_empty() && !applied(cite).rounds.is_empty(), "{cite}");
        }
    }
}
