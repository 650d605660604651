//! What `ch47 law --json` prints.

use schemars::JsonSchema;
use serde::Serialize;

/// A provision and what is known about it.
#[derive(Serialize, JsonSchema)]
pub struct LawJson {
    /// What was asked for.
    pub asked: String,
    /// The provisions found, in the order of the law.
    pub provisions: Vec<ProvisionJson>,
}

/// One provision.
#[derive(Serialize, JsonSchema)]
pub struct ProvisionJson {
    /// Its address, such as `5.2(b)`.
    pub id: String,
    /// The section's title.
    pub heading: String,
    /// Whether its text is held. What is not held is never authority.
    pub held: bool,
    /// The text it was taken from, and up to which day it is current.
    pub edition: Option<EditionJson>,
    /// The section of today's code in its place; the texts were not compared.
    pub successor: String,
    /// The game it rules, or `all`.
    pub game: String,
    /// What it says.
    pub rules: Vec<RuleJson>,
    /// What is known from elsewhere, if it is not held.
    pub facts: Vec<FactJson>,
    /// How its doubtful words are read.
    pub readings: Vec<ReadingJson>,
    /// Mended damage of its text.
    pub corrections: Vec<CorrectionJson>,
    /// Where code cites it: file and item.
    pub code: Vec<String>,
    /// The golden rounds that apply it.
    pub rounds: Vec<String>,
    /// Why no code decides it, if so declared.
    pub disposition: Option<DispositionJson>,
}

/// The edition of a text.
#[derive(Serialize, JsonSchema)]
pub struct EditionJson {
    /// What text it is.
    pub says: String,
    /// Up to which day it is current.
    pub as_of: String,
}

/// One rule.
#[derive(Serialize, JsonSchema)]
pub struct RuleJson {
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
#[derive(Serialize, JsonSchema)]
pub struct FactJson {
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
#[derive(Serialize, JsonSchema)]
pub struct ReadingJson {
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
#[derive(Serialize, JsonSchema)]
pub struct CorrectionJson {
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
#[derive(Serialize, JsonSchema)]
pub struct DispositionJson {
    /// The kind of reason.
    pub kind: String,
    /// The reason.
    pub reason: String,
}

/// The contents of the chapter.
#[derive(Serialize, JsonSchema)]
pub struct ContentsJson {
    /// The chapter's place in the code.
    pub code: String,
    /// Its title.
    pub title: String,
    /// Its subchapters.
    pub subchapters: Vec<SubchapterJson>,
}

/// A subchapter.
#[derive(Serialize, JsonSchema)]
pub struct SubchapterJson {
    /// Its number.
    pub number: u16,
    /// Its title.
    pub title: String,
    /// Its sections of which something is held or known.
    pub sections: Vec<SectionJson>,
}

/// A section.
#[derive(Serialize, JsonSchema)]
pub struct SectionJson {
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
#[derive(Serialize, JsonSchema)]
pub struct SearchJson {
    /// The words.
    pub words: Vec<String>,
    /// The places.
    pub hits: Vec<HitJson>,
}

/// A place that contains all words.
#[derive(Serialize, JsonSchema)]
pub struct HitJson {
    /// A provision's address, or a reading's number.
    pub id: String,
    /// `provision`, `fact` or `reading`.
    pub kind: String,
    /// Whether it is the law's, rather than a fact for what is not held.
    pub held: bool,
    /// The text.
    pub text: String,
}

/// The conformance matrix.
#[derive(Serialize, JsonSchema)]
pub struct MatrixJson {
    /// The counts of each subchapter.
    pub subchapters: Vec<MatrixRowJson>,
    /// Every provision that the texts hold.
    pub provisions: Vec<MatrixCellJson>,
}

/// One subchapter's counts.
#[derive(Serialize, JsonSchema)]
pub struct MatrixRowJson {
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
#[derive(Serialize, JsonSchema)]
pub struct MatrixCellJson {
    /// Its address.
    pub id: String,
    /// `enforced`, or the kind of its declared disposition.
    pub status: String,
    /// Where code cites it.
    pub code: Vec<String>,
    /// The golden rounds that apply it.
    pub rounds: Vec<String>,
}
