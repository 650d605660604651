//! The output of `--json`. Exact values are text of the form `n/d`, money is in cents, and counts beyond 2^53
//! are text.

mod audit;
mod blackjack;
mod certificate;
mod choices;
mod floor;
mod house_way;
mod joint;
mod papers;
mod roads;
mod sim;
mod systems;

pub use audit::*;
pub use blackjack::*;
pub use certificate::*;
pub use choices::*;
pub use floor::*;
pub use house_way::*;
pub use joint::*;
pub use papers::*;
pub use roads::{RoadsJson, WrittenShoe};
pub use sim::*;
pub use systems::*;

use crate::failure::Failure;
use books::text::is_hidden;
use schemars::{JsonSchema, Schema, schema_for};
use serde::Serialize;
use views::{check, decisions, judge, law, options, replay, strategy};

/// A script that was run.
#[derive(Serialize, JsonSchema)]
pub struct PlayJson {
    /// The game.
    pub game: String,
    /// Each line, with what the rules decide about it.
    pub lines: Vec<PlayLineJson>,
    /// If a table was left in the middle of a round: what it waits for.
    pub unfinished: Option<String>,
}

/// A line of a script.
#[derive(Serialize, JsonSchema)]
pub struct PlayLineJson {
    /// The number of the line, from 1.
    pub line: usize,
    /// The input as written.
    pub input: String,
    /// What the rules decided: the same facts that a floor sends.
    pub facts: Vec<books::Fact>,
    /// The refusal, if the line was refused.
    pub refused: Option<protocol::Refused>,
    /// What the options of the line oblige the licensee to do.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub duties: Vec<check::Sign>,
    /// Why no table opens under the options of the line.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub unlawful: Vec<UnlawfulJson>,
    /// Why the line has no meaning; null if it has one.
    pub misread: Option<String>,
    /// The answers that the script expects; empty if it states none.
    pub expected: Vec<String>,
    /// Whether the result differs from what the script says, or the line was refused where it says nothing.
    pub amiss: bool,
}

/// An unlawful choice in an `options` line.
#[derive(Serialize, JsonSchema)]
pub struct UnlawfulJson {
    /// The provision violated; null if only the spelling is wrong.
    pub cite: Option<String>,
    /// What is wrong, in a sentence.
    pub text: String,
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
    Ok(escaped(text) + "\n")
}

/// The same JSON, with every character escaped that a terminal would not show.
fn escaped(text: String) -> String {
    let is_ours = |c: char| c == '\n';
    if !text.contains(|c: char| is_hidden(c) && !is_ours(c)) {
        return text;
    }
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match is_hidden(c) && !is_ours(c) {
            true => c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| plain += &format!("\\u{unit:04x}")),
            false => plain.push(c),
        }
    }
    plain
}

/// The schemas, by the name of the command that uses them.
pub fn schemas() -> Vec<(&'static str, Schema)> {
    vec![
        ("law", schema_for!(law::LawView)),
        ("contents", schema_for!(law::ContentsView)),
        ("search", schema_for!(law::SearchView)),
        ("matrix", schema_for!(law::MatrixView)),
        ("check", schema_for!(check::CheckView)),
        ("notice", schema_for!(check::NoticesView)),
        ("diff", schema_for!(DiffJson)),
        ("paper", schema_for!(PapersJson)),
        ("options", schema_for!(options::GameOptionsView)),
        ("held", schema_for!(HeldJson)),
        ("play", schema_for!(PlayJson)),
        ("odds", schema_for!(OddsJson)),
        ("certificate", schema_for!(CertificateJson)),
        ("together", schema_for!(TogetherJson)),
        ("totals", schema_for!(TotalsJson)),
        ("prove", schema_for!(Vec<prove::Report>)),
        ("every-option", schema_for!(Vec<crate::commands::every_option::EveryOptionJson>)),
        ("readings", schema_for!(crate::commands::readings::ReadingsJson)),
        ("stress", schema_for!(crate::commands::stress::StressJson)),
        ("why", schema_for!(prove::why::Why)),
        ("chemin", schema_for!(CheminJson)),
        ("stud", schema_for!(StudJson)),
        ("red-dog", schema_for!(RedDogJson)),
        ("blackjack", schema_for!(BlackjackJson)),
        ("strategy", schema_for!(strategy::StrategyView)),
        ("decisions", schema_for!(decisions::DecisionsView)),
        ("count", schema_for!(decisions::CountView)),
        ("house-way", schema_for!(HouseWayJson)),
        ("settings", schema_for!(SettingsJson)),
        ("sim", schema_for!(SimJson)),
        ("sim-blackjack", schema_for!(SimBlackjackJson)),
        ("sim-systems", schema_for!(SystemsJson)),
        ("system", schema_for!(::systems::File)),
        ("roads", schema_for!(RoadsJson)),
        ("rng", schema_for!(evidence::Report)),
        ("felt", schema_for!(protocol::FeltView)),
        ("floor", schema_for!(FloorJson)),
        ("verify", schema_for!(VerifyJson)),
        ("audit", schema_for!(AuditJson)),
        ("fair", schema_for!(FairJson)),
        ("replay", schema_for!(replay::ReplayView)),
        ("judge", schema_for!(judge::JudgeView)),
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
