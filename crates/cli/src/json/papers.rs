//! The output of `diff`, `paper` and `options --house`.

use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use views::check::NoticeView;

/// The changes from one house, or one version of it, to another.
#[derive(Serialize, JsonSchema)]
pub struct DiffJson {
    /// The steps: one for two files, or one per version of a single file.
    pub steps: Vec<StepJson>,
    /// The amendment that applies to the second tables, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amendment: Option<AmendmentJson>,
}

/// An amendment of the law.
#[derive(Serialize, JsonSchema)]
pub struct AmendmentJson {
    /// The title of the amendment.
    pub title: String,
    /// The provisions it changes.
    pub provisions: Vec<AmendedJson>,
    /// What may be chosen under it, by option.
    pub lawful: BTreeMap<String, String>,
}

/// A provision that an amendment changes.
#[derive(Serialize, JsonSchema)]
pub struct AmendedJson {
    /// The provision.
    pub cite: String,
    /// The current text, in our own words; empty for a new provision.
    pub was: Vec<String>,
    /// The new text; empty if the provision is repealed.
    pub becomes: Vec<String>,
    /// The options that depend on it.
    pub options: Vec<String>,
    /// The readings of its words.
    pub readings: Vec<String>,
}

/// Where the two tables differ.
#[derive(Serialize, JsonSchema)]
pub struct RoundsJson {
    /// The game.
    pub game: String,
    /// The tables.
    pub tables: Vec<String>,
    /// The searches, each with its bounds and the first difference of each class.
    pub searches: Vec<prove::diff::Parting>,
}

/// A step from one version to the next.
#[derive(Serialize, JsonSchema)]
pub struct StepJson {
    /// The number of the new version.
    pub version: usize,
    /// When that version takes effect, if stated.
    pub from: Option<String>,
    /// Tables that open.
    pub opened: Vec<String>,
    /// Tables that close.
    pub closed: Vec<String>,
    /// Every option that changes.
    pub changes: Vec<ChangeJson>,
    /// The notices and signs that the change requires, with their times.
    pub notices: Vec<NoticeView>,
    /// The effect on the edge of every wager, for tables that change in the same way.
    pub edges: Vec<EdgeJson>,
    /// The shortest rounds in which tables differ, or that there are none within the bounds.
    pub rounds: Vec<RoundsJson>,
}

/// An option that changes at a table.
#[derive(Serialize, JsonSchema)]
pub struct ChangeJson {
    /// The table, as `pit 1, R-1`.
    pub table: String,
    /// The game played there.
    pub game: String,
    /// The key of the option.
    pub key: String,
    /// What the option controls.
    pub about: String,
    /// The previous value.
    pub was: String,
    /// The new value.
    pub becomes: String,
    /// The provision that grants or limits the choice.
    pub cite: String,
    /// Whether the provision's text is held.
    pub held: bool,
}

/// The effect of a change on the edges at some tables.
#[derive(Serialize, JsonSchema)]
pub struct EdgeJson {
    /// The game.
    pub game: String,
    /// The tables.
    pub tables: Vec<String>,
    /// Every wager whose edge changes, or that only one side offers.
    pub wagers: Vec<WagerChangeJson>,
    /// The number of kinds of wagers that keep their edge.
    pub same: usize,
}

/// A wager whose edge changes.
#[derive(PartialEq, Serialize, JsonSchema)]
pub struct WagerChangeJson {
    /// The wager, as written in a script.
    pub wager: String,
    /// The previous house edge in percent; null if the wager was not offered.
    pub was: Option<String>,
    /// The new house edge in percent; null if the wager is no longer offered.
    pub becomes: Option<String>,
    /// Both edges per unit staked, exactly, as n/d.
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
    /// The papers, in order.
    pub papers: Vec<PaperJson>,
}

/// A paper that was written.
#[derive(Serialize, JsonSchema)]
pub struct PaperJson {
    /// The file it was written to, or its name if it was printed.
    pub file: String,
    /// The title of the paper.
    pub title: String,
    /// The HTML page, if it was not written to a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
}

/// The options in force at the tables of a house, for one game.
#[derive(Serialize, JsonSchema)]
pub struct HeldJson {
    /// The game.
    pub game: String,
    /// The path of the file.
    pub file: String,
    /// The number of the version in force.
    pub version: usize,
    /// The tables of the game.
    pub tables: Vec<HeldTableJson>,
}

/// The options in force at a table.
#[derive(Serialize, JsonSchema)]
pub struct HeldTableJson {
    /// The pit that the table belongs to.
    pub pit: String,
    /// The name of the table.
    pub table: String,
    /// The options that exist at the table.
    pub options: Vec<HeldOptionJson>,
}

/// An option in force.
#[derive(Serialize, JsonSchema)]
pub struct HeldOptionJson {
    /// The key of the option.
    pub key: String,
    /// The value, in canonical spelling.
    pub value: String,
    /// Whether it was written; otherwise it is the default.
    pub written: bool,
    /// Since when it has been in force, if the file says so.
    pub since: Option<String>,
}
