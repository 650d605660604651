//! What `diff`, `paper` and `options --house` print.

use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use views::check::NoticeView;

/// What leads from one house, or version of it, to another.
#[derive(Serialize, JsonSchema)]
pub struct DiffJson {
    /// Each step: one for two files, one a version for a single file.
    pub steps: Vec<StepJson>,
    /// The amendment, if the second tables are under one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amendment: Option<AmendmentJson>,
}

/// An amendment of the law.
#[derive(Serialize, JsonSchema)]
pub struct AmendmentJson {
    /// What it is called.
    pub title: String,
    /// The provisions it changes.
    pub provisions: Vec<AmendedJson>,
    /// What may be chosen under it, option by option.
    pub lawful: BTreeMap<String, String>,
}

/// A provision that an amendment changes.
#[derive(Serialize, JsonSchema)]
pub struct AmendedJson {
    /// The provision.
    pub cite: String,
    /// What it says, in our words; nothing for a new one.
    pub was: Vec<String>,
    /// What it is to say; nothing if it is repealed.
    pub becomes: Vec<String>,
    /// Options that rest on it.
    pub options: Vec<String>,
    /// Readings of its words.
    pub readings: Vec<String>,
}

/// Where tables part.
#[derive(Serialize, JsonSchema)]
pub struct RoundsJson {
    /// The game.
    pub game: String,
    /// The tables.
    pub tables: Vec<String>,
    /// Each search, with its bounds and the first difference of each kind.
    pub searches: Vec<prove::diff::Parting>,
}

/// One step.
#[derive(Serialize, JsonSchema)]
pub struct StepJson {
    /// The number of the version it leads to.
    pub version: usize,
    /// When that version takes effect, if it says so.
    pub from: Option<String>,
    /// Tables that open.
    pub opened: Vec<String>,
    /// Tables that close.
    pub closed: Vec<String>,
    /// Every option that changes.
    pub changes: Vec<ChangeJson>,
    /// The notices and signs it demands, and by when.
    pub notices: Vec<NoticeView>,
    /// What it does to the edge of every wager, for tables that change alike.
    pub edges: Vec<EdgeJson>,
    /// The shortest rounds in which tables part, or that there are none within the bounds.
    pub rounds: Vec<RoundsJson>,
}

/// An option that changes at a table.
#[derive(Serialize, JsonSchema)]
pub struct ChangeJson {
    /// The table, as `pit 1, R-1`.
    pub table: String,
    /// Its game.
    pub game: String,
    /// The option.
    pub key: String,
    /// What it is about.
    pub about: String,
    /// What held.
    pub was: String,
    /// What is to hold.
    pub becomes: String,
    /// The provision that gives or bounds the choice.
    pub cite: String,
    /// Whether its text is held.
    pub held: bool,
}

/// What a change does to the edges at some tables.
#[derive(Serialize, JsonSchema)]
pub struct EdgeJson {
    /// The game.
    pub game: String,
    /// The tables.
    pub tables: Vec<String>,
    /// Every wager whose edge changes, or that is offered at one end only.
    pub wagers: Vec<WagerChangeJson>,
    /// How many kinds of wager keep their edge.
    pub same: usize,
}

/// A wager whose edge changes.
#[derive(PartialEq, Serialize, JsonSchema)]
pub struct WagerChangeJson {
    /// The wager, as it is written in a script.
    pub wager: String,
    /// What the house kept, in percent; null if it was not offered.
    pub was: Option<String>,
    /// What the house is to keep; null if it will not be offered.
    pub becomes: Option<String>,
    /// Both per unit staked, exactly, n/d.
    pub exact: [Option<String>; 2],
}

impl From<papers::Change> for WagerChangeJson {
    fn from(change: papers::Change) -> WagerChangeJson {
        let papers::Change { wager, was, becomes, exact } = change;
        WagerChangeJson { wager, was, becomes, exact }
    }
}

/// Papers that were written.
#[derive(Serialize, JsonSchema)]
pub struct PapersJson {
    /// Each of them.
    pub papers: Vec<PaperJson>,
}

/// A paper.
#[derive(Serialize, JsonSchema)]
pub struct PaperJson {
    /// The file it was written to, or its name if it was not written.
    pub file: String,
    /// What it is.
    pub title: String,
    /// The page, if it was not written to a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
}

/// What holds at the tables of a house, for a game.
#[derive(Serialize, JsonSchema)]
pub struct HeldJson {
    /// The game.
    pub game: String,
    /// The file.
    pub file: String,
    /// The number of the version in force.
    pub version: usize,
    /// Each table of the game.
    pub tables: Vec<HeldTableJson>,
}

/// What holds at a table.
#[derive(Serialize, JsonSchema)]
pub struct HeldTableJson {
    /// Its pit.
    pub pit: String,
    /// Its name.
    pub table: String,
    /// Each option that it has.
    pub options: Vec<HeldOptionJson>,
}

/// What holds for an option.
#[derive(Serialize, JsonSchema)]
pub struct HeldOptionJson {
    /// Its key.
    pub key: String,
    /// Its value in the one spelling.
    pub value: String,
    /// Whether it was written; if not, it is the default.
    pub written: bool,
    /// Since when it holds, if the file says so.
    pub since: Option<String>,
}
