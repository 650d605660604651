//! The law: provisions with everything known about them, the table of contents, search results, and the
//! conformance matrix.

use index::applied;
use law::{Citation, Disposal, READINGS, Reading, SECTIONS, SUBCHAPTERS};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The answer to a query for a provision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LawView {
    /// The query as given.
    pub asked: String,
    /// The reading that was asked for by number; the provisions are then those it interprets.
    pub reading: Option<ReadingView>,
    /// The provisions found, in the order of the law.
    pub provisions: Vec<ProvisionView>,
    /// The provisions immediately before and after them.
    pub near: Vec<String>,
}

/// One provision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ProvisionView {
    /// Its address, such as `5.2(b)`.
    pub id: String,
    /// The section's title.
    pub heading: String,
    /// Whether its text is held. A provision that is not held is never authority.
    pub held: bool,
    /// The edition of its text; absent if it is not held.
    pub edition: Option<EditionView>,
    /// The corresponding section of N.J.A.C. 13:69F; the texts were not compared.
    pub successor: String,
    /// The game it regulates, or `all`.
    pub game: String,
    /// The rules that it states.
    pub rules: Vec<RuleView>,
    /// What other sources say, if it is not held.
    pub facts: Vec<FactView>,
    /// How its ambiguous words are read.
    pub readings: Vec<ReadingView>,
    /// Corrections of damage in its text.
    pub corrections: Vec<CorrectionView>,
    /// The file and item of each place where code cites it.
    pub code: Vec<String>,
    /// The golden rounds that apply it.
    pub rounds: Vec<String>,
    /// The declared reason why no code decides it, if any.
    pub disposition: Option<DispositionView>,
}

/// An edition of the text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct EditionView {
    /// A description of the text.
    pub says: String,
    /// The date through which it is current.
    pub as_of: String,
}

/// One rule of a provision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RuleView {
    /// The kind of rule.
    pub kind: String,
    /// Whom the rule binds.
    pub actor: String,
    /// What software can do about the rule.
    pub class: String,
    /// The rule in our own words.
    pub says: String,
}

/// A fact about a missing text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FactView {
    /// A short name, unique within its provision.
    pub key: String,
    /// The fact in our own words.
    pub says: String,
    /// How well it is known, such as `found` or `general knowledge`.
    pub confidence: String,
    /// The source of the fact.
    pub source: String,
}

/// A numbered reading of ambiguous words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ReadingView {
    /// The number of the reading, such as `R5`.
    pub id: String,
    /// A short title.
    pub title: String,
    /// The provisions whose words it interprets.
    pub on: Vec<String>,
    /// The question that the words leave open.
    pub question: String,
    /// The defensible answers.
    pub choices: Vec<String>,
    /// The answer that this project uses.
    pub decision: String,
    /// Why this answer was chosen.
    pub why: String,
}

/// A corrected place in the text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CorrectionView {
    /// The place in the source text.
    pub place: String,
    /// What the scan shows.
    pub scanned: String,
    /// What the project reads instead.
    pub read: String,
    /// The reason for the correction.
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

/// The table of contents of the chapter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ContentsView {
    /// The chapter's citation in the administrative code.
    pub code: String,
    /// The title of the chapter.
    pub title: String,
    /// The subchapters, in order.
    pub subchapters: Vec<SubchapterView>,
}

/// A subchapter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SubchapterView {
    /// The number of the subchapter.
    pub number: u16,
    /// The title of the subchapter.
    pub title: String,
    /// The sections of which something is held or known.
    pub sections: Vec<SectionView>,
}

/// A section.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SectionView {
    /// The number of the section.
    pub number: String,
    /// The title of the section.
    pub heading: String,
    /// How much of it is held: whole, part, reserved or none.
    pub held: String,
    /// The number of provisions held.
    pub provisions: usize,
}

/// The results of a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SearchView {
    /// The words that must all appear.
    pub words: Vec<String>,
    /// The total number of hits.
    pub total: usize,
    /// The hits, starting at the offset.
    pub hits: Vec<HitView>,
}

/// A text that contains all the words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HitView {
    /// A provision's address, or a reading's number.
    pub id: String,
    /// `provision`, `fact` or `reading`.
    pub kind: String,
    /// The title of the section or of the reading.
    pub title: String,
    /// Whether the text is the law's own, rather than a fact recorded for a text that is not held.
    pub held: bool,
    /// The text; one line for each rule that contains the words.
    pub text: String,
}

/// The conformance matrix.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MatrixView {
    /// The counts by subchapter.
    pub subchapters: Vec<MatrixRowView>,
    /// Every provision whose text is held.
    pub provisions: Vec<MatrixCellView>,
}

/// The counts of one subchapter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MatrixRowView {
    /// The number of the subchapter.
    pub number: u16,
    /// The title of the subchapter.
    pub title: String,
    /// The number of provisions held.
    pub provisions: usize,
    /// The number cited by code and applied in a golden round.
    pub enforced: usize,
    /// The number declared as not for code to decide.
    pub declared: usize,
    /// The number waiting for their game to be built.
    pub awaited: usize,
}

/// A provision in the matrix.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MatrixCellView {
    /// The address of the provision.
    pub id: String,
    /// The title of the section.
    pub heading: String,
    /// `enforced`, or the kind of its declared disposition.
    pub status: String,
    /// The declared reason why no code decides it, if any.
    pub reason: Option<String>,
    /// The places where code cites it.
    pub code: Vec<String>,
    /// The golden rounds that apply it.
    pub rounds: Vec<String>,
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

impl LawView {
    /// Finds a provision, section, subchapter or reading in any spelling; `None` if it does not exist.
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
    /// The contents of the whole chapter.
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

/// A search request.
pub struct Search<'a> {
    /// Words that must all appear, in upper or lower case; empty to match everything.
    pub words: &'a str,
    /// Search only this subchapter.
    pub subchapter: Option<u16>,
    /// The number of hits to skip.
    pub offset: usize,
    /// The most hits to return.
    pub limit: usize,
}

impl SearchView {
    /// Finds the texts that contain all the words: provisions and facts in the order of the law, then
    /// readings.
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

/// Whether a provision belongs to a subchapter, or a reading is about one that does.
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
    /// The matrix of every provision whose text is held.
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
