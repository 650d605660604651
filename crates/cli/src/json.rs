//! What `--json` prints. Exact values are text `n/d`, money is in cents, counts beyond 2^53 are text.

mod audit;
mod blackjack;
mod floor;
mod law;
mod odds;
mod roads;
mod sim;

pub use audit::*;
pub use blackjack::*;
pub use floor::*;
pub use law::*;
pub use odds::*;
pub use roads::{RoadsJson, WrittenShoe};
pub use sim::*;

use crate::failure::Failure;
use schemars::{JsonSchema, Schema, schema_for};
use serde::Serialize;

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
    /// The document that is written on it, if any, such as a Complimentary Vigorish Form.
    pub paper: Option<String>,
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
        ("stud", schema_for!(StudJson)),
        ("red-dog", schema_for!(RedDogJson)),
        ("blackjack", schema_for!(BlackjackJson)),
        ("strategy", schema_for!(StrategyJson)),
        ("sim", schema_for!(SimJson)),
        ("sim-blackjack", schema_for!(SimBlackjackJson)),
        ("roads", schema_for!(RoadsJson)),
        ("felt", schema_for!(protocol::FeltView)),
        ("floor", schema_for!(FloorJson)),
        ("verify", schema_for!(VerifyJson)),
        ("audit", schema_for!(AuditJson)),
        ("fair", schema_for!(FairJson)),
        ("replay", schema_for!(ReplayJson)),
        ("judge", schema_for!(JudgeJson)),
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
