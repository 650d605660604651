//! The law: provisions with everything known about them, the contents, what a search finds, and the matrix of conformance.

use index::applied;
use law::{Citation, Disposal, READINGS, Reading, SECTIONS, SUBCHAPTERS};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What was asked for, and what is known about it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LawView {
    /// What was asked for.
    pub asked: String,
    /// The reading whose number was asked for; the provisions are then those that it reads.
    pub reading: Option<ReadingView>,
    /// The provisions found, in the order of the law.
    pub provisions: Vec<ProvisionView>,
    /// The provisions before and after them.
    pub near: Vec<String>,
}

/// One provision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ProvisionView {
    /// Its address, such as `5.2(b)`.
    pub id: String,
    /// The section's title.
    pub heading: String,
    /// Whether its text is held. What is not held is never authority.
    pub held: bool,
    /// The text it was taken from, and up to which day it is current.
    pub edition: Option<EditionView>,
    /// The section of today's code in its place; the texts were not compared.
    pub successor: String,
    /// The game it rules, or `all`.
    pub game: String,
    /// What it says.
    pub rules: Vec<RuleView>,
    /// What is known from elsewhere, if it is not held.
    pub facts: Vec<FactView>,
    /// How its doubtful words are read.
    pub readings: Vec<ReadingView>,
    /// Mended damage of its text.
    pub corrections: Vec<CorrectionView>,
    /// Where code cites it: file and item.
    pub code: Vec<String>,
    /// The golden rounds that apply it.
    pub rounds: Vec<String>,
    /// Why no code decides it, if so declared.
    pub disposition: Option<DispositionView>,
}

/// The edition of a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct EditionView {
    /// What text it is.
    pub says: String,
    /// Up to which day it is current.
    pub as_of: String,
}

/// One rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RuleView {
    /// What kind of rule.
    pub kind: String,
    /// Whom it binds.
    pub actor: String,
    /// What software can do about it.
    pub class: String,
    /// The rule in our words.
    pub says: String,
}

/// A fact about missing text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FactView {
    /// Short name.
    pub key: String,
    /// The fact.
    pub says: String,
    /// How well it is known.
    pub confidence: String,
    /// Where it comes from.
    pub source: String,
}

/// A numbered reading.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ReadingView {
    /// Its number.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The provisions it reads.
    pub on: Vec<String>,
    /// What the words leave open.
    pub question: String,
    /// The answers that can be defended.
    pub choices: Vec<String>,
    /// The answer taken.
    pub decision: String,
    /// Why.
    pub why: String,
}

/// A mended place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CorrectionView {
    /// Where.
    pub place: String,
    /// What the scan shows.
    pub scanned: String,
    /// What is read.
    pub read: String,
    /// Why.
    pub why: String,
}

/// Why no code decides a provision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DispositionView {
    /// The kind of reason.
    pub kind: String,
    /// The reason.
    pub reason: String,
}

/// The contents of the chapter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ContentsView {
    /// The chapter's place in the code.
    pub code: String,
    /// Its title.
    pub title: String,
    /// Its subchapters.
    pub subchapters: Vec<SubchapterView>,
}

/// A subchapter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SubchapterView {
    /// Its number.
    pub number: u16,
    /// Its title.
    pub title: String,
    /// Its sections of which something is held or known.
    pub sections: Vec<SectionView>,
}

/// A section.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SectionView {
    /// Its number.
    pub number: String,
    /// Its title.
    pub heading: String,
    /// How much is held: whole, part, reserved or none.
    pub held: String,
    /// How many provisions are held.
    pub provisions: usize,
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SearchView {
    /// The words that all must be there.
    pub words: Vec<String>,
    /// How many places were found in all.
    pub total: usize,
    /// The places, from the offset on.
    pub hits: Vec<HitView>,
}

/// A place that contains all words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HitView {
    /// A provision's address, or a reading's number.
    pub id: String,
    /// `provision`, `fact` or `reading`.
    pub kind: String,
    /// The section's title, or the reading's.
    pub title: String,
    /// Whether it is the law's, rather than a fact for what is not held.
    pub held: bool,
    /// The text; a line for each rule that contains the words.
    pub text: String,
}

/// The conformance matrix.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MatrixView {
    /// The counts of each subchapter.
    pub subchapters: Vec<MatrixRowView>,
    /// Every provision that the texts hold.
    pub provisions: Vec<MatrixCellView>,
}

/// One subchapter's counts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MatrixRowView {
    /// Its number.
    pub number: u16,
    /// Its title.
    pub title: String,
    /// How many provisions the texts hold.
    pub provisions: usize,
    /// How many are cited by code and applied in a golden round.
    pub enforced: usize,
    /// How many are declared as not for code.
    pub declared: usize,
    /// How many wait for their game.
    pub awaited: usize,
}

/// One provision in the matrix.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MatrixCellView {
    /// Its address.
    pub id: String,
    /// The section's title.
    pub heading: String,
    /// `enforced`, or the kind of its declared disposition.
    pub status: String,
    /// Why no code decides it, if so declared.
    pub reason: Option<String>,
    /// Where code cites it.
    pub code: Vec<String>,
    /// The golden rounds that apply it.
    pub rounds: Vec<String>,
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

impl LawView {
    /// A provision, a section, a subchapter or a reading, however it is spelled; none if there is no such thing.
    pub fn find(asked: &str) -> Option<LawView> {
        let reading = READINGS.iter().find(|reading| reading.id.eq_ignore_ascii_case(asked.trim()));
        let found = reading.map_or_else(|| index::find(asked), |reading| reading.on.to_vec());
        let (first, last) = (*found.first()?, *found.last()?);
        let before = Citation::all().take_while(|cite| *cite != first).last();
        let after = Citation::all().skip_while(|cite| *cite != last).nth(1);
        Some(LawView {
            asked: asked.to_owned(),
            reading: reading.map(ReadingView::of),
            provisions: found.into_iter().map(ProvisionView::of).collect(),
            near: before.into_iter().chain(after).map(|cite| cite.id().to_owned()).collect(),
        })
    }
}

impl ReadingView {
    fn of(reading: &Reading) -> ReadingView {
        ReadingView {
            id: reading.id.to_owned(),
            title: reading.title.to_owned(),
            on: reading.on.iter().map(|cite| cite.id().to_owned()).collect(),
            question: reading.question.to_owned(),
            choices: owned(reading.choices),
            decision: reading.decision().to_owned(),
            why: reading.why.to_owned(),
        }
    }
}

impl ProvisionView {
    fn of(cite: Citation) -> ProvisionView {
        let (provision, applied) = (cite.provision(), applied(cite));
        let rule = |rule: &law::Rule| RuleView {
            kind: rule.kind.to_string(),
            actor: rule.actor.to_string(),
            class: rule.class.to_string(),
            says: rule.says.to_owned(),
        };
        let fact = |fact: &law::Fact| FactView {
            key: fact.key.to_owned(),
            says: fact.says.to_owned(),
            confidence: fact.confidence.to_string(),
            source: fact.source.to_owned(),
        };
        let correction = |correction: &law::Correction| CorrectionView {
            place: correction.place.to_owned(),
            scanned: correction.scanned.to_owned(),
            read: correction.read.to_owned(),
            why: correction.why.to_owned(),
        };
        ProvisionView {
            id: provision.id.to_owned(),
            heading: cite.heading().to_owned(),
            held: provision.held,
            edition: cite.edition().map(|edition| EditionView {
                says: edition.says.to_owned(),
                as_of: edition.as_of.to_owned(),
            }),
            successor: cite.section().successor.to_owned(),
            game: provision.game.to_owned(),
            rules: provision.rules.iter().map(rule).collect(),
            facts: provision.facts.iter().map(fact).collect(),
            readings: cite.readings().map(ReadingView::of).collect(),
            corrections: cite.corrections().map(correction).collect(),
            code: owned(&applied.code),
            rounds: owned(&applied.rounds),
            disposition: cite.disposition().map(|disposition| DispositionView {
                kind: disposition.kind.to_string(),
                reason: disposition.reason.to_owned(),
            }),
        }
    }
}

impl ContentsView {
    /// The whole chapter.
    pub fn whole() -> ContentsView {
        let section = |section: &law::Section| SectionView {
            number: section.number.to_owned(),
            heading: section.heading.to_owned(),
            held: section.holding.to_string(),
            provisions: Citation::all()
                .filter(|cite| cite.is_held() && cite.section().number == section.number)
                .count(),
        };
        let subchapter = |sub: &law::Subchapter| {
            let prefix = format!("{}.", sub.number);
            let own = SECTIONS.iter().filter(|section| section.number.starts_with(&prefix));
            let mut sections: Vec<SectionView> = own.map(section).collect();
            sections.sort_by_key(|s| s.number.split('.').nth(1).and_then(|n| n.parse::<u16>().ok()));
            SubchapterView { number: sub.number, title: sub.title.to_owned(), sections }
        };
        ContentsView {
            code: law::CODE.to_owned(),
            title: law::TITLE.to_owned(),
            subchapters: SUBCHAPTERS.iter().map(subchapter).collect(),
        }
    }
}

/// What to search for.
pub struct Search<'a> {
    /// Words that all must be there, in any case; none find everything.
    pub words: &'a str,
    /// Only in this subchapter.
    pub subchapter: Option<u16>,
    /// How many places to skip.
    pub offset: usize,
    /// At most this many places.
    pub limit: usize,
}

impl SearchView {
    /// The places that contain all words: provisions and facts in the order of the law, then readings.
    pub fn find(search: &Search<'_>) -> SearchView {
        let words = index::words(search.words);
        let mut hits: Vec<HitView> = Vec::new();
        for hit in index::search(&words).into_iter().filter(|hit| is_within(hit.id, search.subchapter)) {
            match hits.last_mut().filter(|last| last.id == hit.id) {
                Some(last) => last.text = format!("{}\n{}", last.text, hit.text),
                None => hits.push(HitView::of(hit)),
            }
        }
        let total = hits.len();
        let hits = hits.into_iter().skip(search.offset).take(search.limit).collect();
        SearchView { words, total, hits }
    }
}

/// Whether a provision is of a subchapter, or a reading on one that is.
fn is_within(id: &str, subchapter: Option<u16>) -> bool {
    let Some(subchapter) = subchapter else { return true };
    let of = |id: &str| id.split('.').next() == Some(subchapter.to_string().as_str());
    match READINGS.iter().find(|reading| reading.id == id) {
        Some(reading) => reading.on.iter().any(|cite| of(cite.id())),
        None => of(id),
    }
}

impl HitView {
    fn of(hit: index::Hit) -> HitView {
        let reading = READINGS.iter().find(|reading| reading.id == hit.id).map(|reading| reading.title);
        let title = reading.or_else(|| Citation::find(hit.id).map(Citation::heading)).unwrap_or_default();
        HitView {
            id: hit.id.to_owned(),
            kind: hit.kind.to_owned(),
            title: title.to_owned(),
            held: hit.held,
            text: hit.text,
        }
    }
}

impl MatrixView {
    /// Of every provision that the texts hold.
    pub fn whole() -> MatrixView {
        let held: Vec<Citation> = Citation::all().filter(|cite| cite.is_held()).collect();
        let row = |sub: &law::Subchapter| {
            let own: Vec<&Citation> =
                held.iter().filter(|cite| is_within(cite.id(), Some(sub.number))).collect();
            let is_awaited =
                |cite: &Citation| cite.disposition().is_some_and(|d| d.kind == Disposal::Awaited);
            let awaited = own.iter().filter(|cite| is_awaited(cite)).count();
            let enforced = own.iter().filter(|cite| cite.disposition().is_none()).count();
            MatrixRowView {
                number: sub.number,
                title: sub.title.to_owned(),
                provisions: own.len(),
                enforced,
                declared: own.len() - enforced - awaited,
                awaited,
            }
        };
        let cell = |cite: &Citation| MatrixCellView {
            id: cite.id().to_owned(),
            heading: cite.heading().to_owned(),
            status: index::status(*cite).to_owned(),
            reason: cite.disposition().map(|disposition| disposition.reason.to_owned()),
            code: owned(&applied(*cite).code),
            rounds: owned(&applied(*cite).rounds),
        };
        MatrixView {
            subchapters: SUBCHAPTERS.iter().filter(|sub| sub.held).map(row).collect(),
            provisions: held.iter().map(cell).collect(),
        }
    }
}
