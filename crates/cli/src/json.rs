//! What `--json` prints. Exact values are text `n/d`, money is in cents, counts beyond 2^53 are text.

mod roads;

pub use roads::{RoadsJson, WrittenShoe};

use crate::failure::Failure;
use schemars::{JsonSchema, Schema, schema_for};
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

/// The judgement of a submission.
#[derive(Serialize, JsonSchema)]
pub struct CheckJson {
    /// The file.
    pub file: String,
    /// The game; `house` for a house file.
    pub game: String,
    /// Whether a table, or every table of the house, may open under these options.
    pub lawful: bool,
    /// Every violation of a submission for one table; those of a house are with its tables.
    pub violations: Vec<ViolationJson>,
    /// What the choices oblige the licensee to do; empty unless lawful.
    pub duties: Vec<DutyJson>,
    /// The tables of a house, each for itself.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub tables: Vec<TableCheckJson>,
    /// What the tables of a house must share and do not.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub house: Vec<DiscordJson>,
}

/// The judgement of a house's table.
#[derive(Serialize, JsonSchema)]
pub struct TableCheckJson {
    /// Its pit.
    pub pit: String,
    /// Its name.
    pub table: String,
    /// Its game.
    pub game: String,
    /// The file its options stand in.
    pub file: String,
    /// Every violation of its own.
    pub violations: Vec<ViolationJson>,
    /// What its choices oblige the licensee to do; empty unless lawful.
    pub duties: Vec<DutyJson>,
}

/// Two tables of a pit that must be alike and are not.
#[derive(Serialize, JsonSchema)]
pub struct DiscordJson {
    /// The pit.
    pub pit: String,
    /// The option.
    pub key: String,
    /// The table at fault.
    pub table: String,
    /// What holds there.
    pub has: String,
    /// The table it must follow.
    pub other: String,
    /// What holds at that one.
    pub other_has: String,
    /// The file the table's options stand in.
    pub file: String,
    /// Where in that file, from 1.
    pub line: usize,
    /// Where in that line, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What would be lawful.
    pub help: String,
    /// The provision.
    pub cite: String,
}

/// The notices and signs that a change demands.
#[derive(Serialize, JsonSchema)]
pub struct NoticesJson {
    /// The file as it was.
    pub before: String,
    /// The judgement of the file as it is to be. If it is unlawful, nothing else is said.
    pub after: CheckJson,
    /// When the notices are given, if said.
    pub given: Option<String>,
    /// When the change is to take effect, if said.
    pub effective: Option<String>,
    /// The minutes taken for a notice under 8.3, which is not held: a setting, not law.
    pub period_8_3: u32,
    /// Whether the change may be made, and then if said.
    pub lawful: bool,
    /// Each notice or sign.
    pub notices: Vec<NoticeJson>,
}

/// One notice or sign.
#[derive(Serialize, JsonSchema)]
pub struct NoticeJson {
    /// `written`, `8.3` or `sign`.
    pub kind: String,
    /// The provision that demands it.
    pub cite: String,
    /// The provision on its form, if another.
    pub form: Option<String>,
    /// Whether everything it rests on is held.
    pub held: bool,
    /// To whom it goes.
    pub to: String,
    /// The game.
    pub game: String,
    /// The tables concerned, each as `pit A, MB-1`; empty for a submission for one table.
    pub tables: Vec<String>,
    /// The option that changes.
    pub key: String,
    /// What held; null at a new table.
    pub was: Option<String>,
    /// What is to hold.
    pub becomes: String,
    /// How many minutes ahead it must be given.
    pub minutes: u32,
    /// The earliest moment at which the change may take effect, if it is said when the notice is given.
    pub earliest: Option<String>,
    /// The last moment at which the notice may be given, if it is said when the change takes effect.
    pub latest: Option<String>,
    /// Why the change may not take effect when it is said to.
    pub refused: Option<String>,
    /// The text to send or to post.
    pub text: String,
}

/// One violation.
#[derive(Serialize, JsonSchema)]
pub struct ViolationJson {
    /// The option.
    pub key: String,
    /// Where it stands in the file, from 1.
    pub line: usize,
    /// Where it stands in its line, from 1.
    pub column: usize,
    /// What was written, if anything.
    pub written: Option<String>,
    /// What is wrong.
    pub message: String,
    /// What would be lawful, or what was meant.
    pub help: String,
    /// The provision, unless only the file is at fault.
    pub cite: Option<String>,
    /// Whether that provision's text is held.
    pub held: Option<bool>,
}

/// Something to post or tell.
#[derive(Serialize, JsonSchema)]
pub struct DutyJson {
    /// The provision that demands it.
    pub cite: String,
    /// What to do.
    pub says: String,
}

/// A game's options.
#[derive(Serialize, JsonSchema)]
pub struct OptionsJson {
    /// The game.
    pub game: String,
    /// Its options.
    pub options: Vec<OptionJson>,
}

/// One option.
#[derive(Serialize, JsonSchema)]
pub struct OptionJson {
    /// Its key.
    pub key: String,
    /// What it is about.
    pub about: String,
    /// What is lawful.
    pub lawful: String,
    /// What holds if nothing is written; null if the licensee must decide.
    pub default: Option<String>,
    /// The provision.
    pub cite: String,
    /// Whether its text is held.
    pub held: bool,
}

/// A script that was run.
#[derive(Serialize, JsonSchema)]
pub struct PlayJson {
    /// The game.
    pub game: String,
    /// Each line with what the law makes of it.
    pub lines: Vec<PlayLineJson>,
    /// If a table was left in mid-round, what it waits for.
    pub unfinished: Option<String>,
}

/// One line of a script.
#[derive(Serialize, JsonSchema)]
pub struct PlayLineJson {
    /// Its number, from 1.
    pub line: usize,
    /// What was written.
    pub input: String,
    /// What the law makes of it.
    pub answers: Vec<AnswerJson>,
    /// What the script says the law makes of it; empty if it does not say.
    pub expected: Vec<String>,
    /// Whether it went otherwise than the script says, or was refused where it says nothing.
    pub amiss: bool,
}

/// One answer.
#[derive(Serialize, JsonSchema)]
pub struct AnswerJson {
    /// `event`, `refusal`, `violation`, `misread` or `closed`.
    pub kind: String,
    /// The provision.
    pub cite: Option<String>,
    /// The provision that says how much is paid or taken.
    pub pays: Option<String>,
    /// What.
    pub text: String,
}

/// The exact odds of a game.
#[derive(Serialize, JsonSchema)]
pub struct OddsJson {
    /// The game.
    pub game: String,
    /// The options, as written.
    pub options: Vec<String>,
    /// How many cards of the shoe are unseen, if it was said which were seen.
    pub unseen: Option<u16>,
    /// Each wager, or one for all of its kind.
    pub wagers: Vec<WagerJson>,
}

/// The exact odds of a wager.
#[derive(Serialize, JsonSchema)]
pub struct WagerJson {
    /// Its kind.
    pub kind: String,
    /// The wager, as it is written in a script.
    pub wager: String,
    /// How many places of the layout have the same odds.
    pub places: usize,
    /// The stake in cents.
    pub stake: i64,
    /// The chance to come out ahead, n/d.
    pub wins: String,
    /// The chance to lose all, n/d.
    pub loses: String,
    /// The chance to lose a part, n/d.
    pub loses_part: String,
    /// The chance to come out even, n/d.
    pub returned: String,
    /// What the house keeps on average per unit staked, n/d.
    pub edge: String,
    /// The same in percent, rounded.
    pub edge_percent: String,
    /// The variance of the gain per unit staked, n/d.
    pub variance: String,
    /// The standard deviation of the gain per unit staked, rounded.
    pub standard_deviation: f64,
    /// Of how many equally likely deals, as text, if they were counted.
    pub combinations: Option<String>,
    /// Each gain per unit staked with its chance.
    pub results: Vec<ResultJson>,
}

/// A gain and its chance.
#[derive(Serialize, JsonSchema)]
pub struct ResultJson {
    /// The gain per unit staked, n/d.
    pub net: String,
    /// Its chance, n/d.
    pub chance: String,
    /// In how many of the deals it comes, as text, if they were counted.
    pub combinations: Option<String>,
}

/// Chemin de fer between the Player and the Banker.
#[derive(Serialize, JsonSchema)]
pub struct CheminJson {
    /// The game.
    pub game: String,
    /// The options, as written.
    pub options: Vec<String>,
    /// How many cards of the shoe are unseen, if it was said which were seen.
    pub unseen: Option<u16>,
    /// The part of what he wins that the Banker pays, n/d.
    pub vigorish: String,
    /// Where the Banker has the choice: his count against the Player's third card.
    pub cells: Vec<String>,
    /// Every pair of pure strategies.
    pub strategies: Vec<StrategiesJson>,
    /// Strategies to which neither side has a better answer.
    pub equilibria: Vec<EquilibriumJson>,
}

/// A pair of pure strategies and what each side gains on average.
#[derive(Serialize, JsonSchema)]
pub struct StrategiesJson {
    /// Whether the Player draws on five.
    pub player: bool,
    /// Whether the Banker draws, in each of the cells.
    pub banker: Vec<bool>,
    /// What the Player gains per unit staked, n/d.
    pub player_gain: String,
    /// The same in percent, rounded.
    pub player_gain_percent: String,
    /// What the Banker gains per unit staked, n/d.
    pub banker_gain: String,
    /// The same in percent, rounded.
    pub banker_gain_percent: String,
}

/// Chances to which neither side has a better answer.
#[derive(Serialize, JsonSchema)]
pub struct EquilibriumJson {
    /// With what chance the Player draws on five, n/d.
    pub player: String,
    /// With what chance the Banker draws, in each of the cells, n/d.
    pub banker: Vec<String>,
    /// What the Player gains per unit staked, n/d.
    pub player_gain: String,
    /// The same in percent, rounded.
    pub player_gain_percent: String,
    /// What the Banker gains per unit staked, n/d.
    pub banker_gain: String,
    /// The same in percent, rounded.
    pub banker_gain_percent: String,
}

/// A simulation beside the exact odds.
#[derive(Serialize, JsonSchema)]
pub struct SimJson {
    /// The game.
    pub game: String,
    /// The options, as written.
    pub options: Vec<String>,
    /// How many rounds were played; text if beyond 2^53.
    pub rounds: CountJson,
    /// The seed; text if beyond 2^53.
    pub seed: CountJson,
    /// How many rounds a second.
    pub rounds_per_second: f64,
    /// Each wager.
    pub wagers: Vec<SimWagerJson>,
}

/// A number, or text where a number would lose digits.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum CountJson {
    /// Up to 2^53.
    Number(u64),
    /// Beyond.
    Text(String),
}

impl From<u64> for CountJson {
    fn from(n: u64) -> CountJson {
        if n <= 1 << 53 { CountJson::Number(n) } else { CountJson::Text(n.to_string()) }
    }
}

/// A simulated wager.
#[derive(Serialize, JsonSchema)]
pub struct SimWagerJson {
    /// The wager.
    pub wager: String,
    /// The stake in cents.
    pub stake: i64,
    /// What the house kept on average per unit staked, n/d.
    pub edge: String,
    /// The standard error of that; null where one round is no sample.
    pub standard_error: Option<f64>,
    /// What it keeps exactly, n/d.
    pub exact: String,
    /// How many standard errors the two are apart; null where there is no standard error.
    pub z: Option<f64>,
}

/// A text, such as a manual page.
#[derive(Serialize, JsonSchema)]
pub struct TextJson {
    /// The text.
    pub text: String,
}

/// The value as text.
pub fn render(value: &impl Serialize) -> Result<String, Failure> {
    let text =
        serde_json::to_string_pretty(value).map_err(|e| Failure::fault(format!("cannot write JSON: {e}")))?;
    Ok(text + "\n")
}

/// The schemas, by the name of what prints them.
pub fn schemas() -> Vec<(&'static str, Schema)> {
    vec![
        ("law", schema_for!(LawJson)),
        ("reading", schema_for!(ReadingJson)),
        ("contents", schema_for!(ContentsJson)),
        ("search", schema_for!(SearchJson)),
        ("matrix", schema_for!(MatrixJson)),
        ("check", schema_for!(CheckJson)),
        ("notice", schema_for!(NoticesJson)),
        ("options", schema_for!(OptionsJson)),
        ("play", schema_for!(PlayJson)),
        ("odds", schema_for!(OddsJson)),
        ("chemin", schema_for!(CheminJson)),
        ("sim", schema_for!(SimJson)),
        ("roads", schema_for!(RoadsJson)),
        ("text", schema_for!(TextJson)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{env, fs, path::Path};

    #[test]
    fn the_committed_schemas_are_the_ones_in_force() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema");
        for (name, schema) in schemas() {
            let path = folder.join(format!("{name}.json"));
            let want = serde_json::to_string_pretty(&schema).expect("a schema is JSON") + "\n";
            if env::var_os("UPDATE_EXPECT").is_some() {
                fs::create_dir_all(&folder).expect("a folder");
                fs::write(&path, &want).expect("a file");
            }
            let have = fs::read_to_string(&path).unwrap_or_default();
            assert_eq!(have, want, "{}: UPDATE_EXPECT=1 rewrites it", path.display());
        }
    }

    #[test]
    fn counts_keep_their_digits() {
        let text = |n: u64| serde_json::to_string(&CountJson::from(n)).expect("JSON");
        assert_eq!(text(1 << 53), "9007199254740992");
        assert_eq!(text((1 << 53) + 1), "\"9007199254740993\"");
    }
}
