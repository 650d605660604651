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

/// A round of a journal, or the list of rounds.
#[derive(Serialize, JsonSchema)]
pub struct ReplayJson {
    /// The file.
    pub file: String,
    /// The table.
    pub table: String,
    /// The game.
    pub game: String,
    /// The options in force.
    pub options: Vec<String>,
    /// The rounds that were asked for.
    pub rounds: Vec<RoundJson>,
}

/// One round.
#[derive(Serialize, JsonSchema)]
pub struct RoundJson {
    /// Its number.
    pub round: u64,
    /// When it began.
    pub from: String,
    /// When its last line was written.
    pub to: String,
    /// Whether it was declared void later.
    pub void: bool,
    /// What everyone staked, in sum.
    pub staked: i64,
    /// Each patron's chips before and after it.
    pub people: Vec<PurseJson>,
    /// Its lines; empty in a list of rounds.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub steps: Vec<StepJson>,
    /// What was asked and done about it later.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub remedies: Vec<StepJson>,
}

/// A patron's money in a round.
#[derive(Clone, Serialize, JsonSchema)]
pub struct PurseJson {
    /// The number at the table, `p1`.
    pub patron: String,
    /// Who that is.
    pub person: String,
    /// Chips before the round.
    pub before: i64,
    /// What the round itself gave, or took if negative.
    pub result: i64,
    /// Bought in, less taken away, while it was played.
    pub brought: i64,
    /// Chips after it.
    pub after: i64,
}

/// One line of a journal.
#[derive(Clone, Serialize, JsonSchema)]
pub struct StepJson {
    /// Its number, from 0.
    pub line: u64,
    /// When.
    pub at: String,
    /// Who.
    pub by: String,
    /// What: the input as it was written, or the entry in words.
    pub what: String,
    /// The law's No, if it was one: provision and reason.
    pub refused: Option<(String, String)>,
    /// What the rules decided.
    pub facts: Vec<books::Told>,
    /// The leaf hash of the line: whoever has a receipt can compare it.
    pub leaf: String,
}

/// The judgement of a round that was dealt at a table.
#[derive(Serialize, JsonSchema)]
pub struct JudgeJson {
    /// The file.
    pub file: String,
    /// The game.
    pub game: String,
    /// Whether every step was lawful, nothing was left out, and everyone got what was due.
    pub in_order: bool,
    /// Each step.
    pub steps: Vec<JudgedStepJson>,
    /// What the law still requires after the last step.
    pub left_out: Option<String>,
    /// Each person's money.
    pub people: Vec<DueJson>,
}

/// One step of a judged round.
#[derive(Serialize, JsonSchema)]
pub struct JudgedStepJson {
    /// Where it stands in the file, from 1.
    pub line: usize,
    /// As it was written.
    pub input: String,
    /// Whether it was lawful.
    pub lawful: bool,
    /// `none`, `patron` or `dealer`: whose error it was. What the equipment cannot have shown, the dealer announced.
    pub error: String,
    /// The provision and reason, if it was not lawful.
    pub refused: Option<(String, String)>,
    /// What the table waited for instead.
    pub instead: Option<String>,
    /// What followed by law.
    pub facts: Vec<books::Told>,
}

/// What a person should have got and what the person got. What was done is null if the file does not say it of anyone.
#[derive(Serialize, JsonSchema)]
pub struct DueJson {
    /// The number at the table, `p1`.
    pub patron: String,
    /// What the dealer had to pay.
    pub due_paid: i64,
    /// What the dealer paid.
    pub paid: Option<i64>,
    /// What the dealer had to take.
    pub due_taken: i64,
    /// What the dealer took.
    pub taken: Option<i64>,
    /// Above zero, the patron got too much; below, too little.
    pub difference: Option<i64>,
    /// `none` or `dealer`.
    pub error: String,
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
