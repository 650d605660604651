//! Whether options are lawful, what they oblige the licensee to do, and what must be told before they change.

use rounds::Finding;
use rules::{
    Citation, Duty,
    house::{HouseViolation, NoticeKind},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The judgement of options, for one table or for the tables of a house.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CheckView {
    /// The game; `house` for the tables of a house.
    pub game: String,
    /// The file they were read from, if any.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub file: Option<String>,
    /// Whether a table, or every table of the house, may open under these options.
    pub lawful: bool,
    /// Every violation of the options of one table; those of a house are with its tables.
    pub violations: Vec<ViolationView>,
    /// What the choices oblige the licensee to do; empty unless lawful.
    pub duties: Vec<Sign>,
    /// The notices that a floor must give before the table opens or changes; `ch47 notice` compares files.
    pub notices: Vec<NoticeView>,
    /// The tables of a house, each for itself.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub tables: Vec<TableCheckView>,
    /// What tables of a house must share and do not.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub house: Vec<DiscordView>,
}

/// The judgement of one table of a house.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TableCheckView {
    /// Its pit.
    pub pit: String,
    /// Its name.
    pub table: String,
    /// Its game.
    pub game: String,
    /// The file its options stand in.
    pub file: String,
    /// Every violation of its own.
    pub violations: Vec<ViolationView>,
    /// What its choices oblige the licensee to do; empty unless lawful.
    pub duties: Vec<Sign>,
}

/// A place in a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PlaceView {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// Where in that line, from 1.
    pub column: usize,
}

/// One violation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ViolationView {
    /// The option.
    pub key: String,
    /// Where it stands, if it stands in a file.
    pub place: Option<PlaceView>,
    /// What was written, if anything.
    pub written: Option<String>,
    /// What is wrong.
    pub message: String,
    /// What would be lawful, or what was meant.
    pub help: String,
    /// The provision, unless only the writing is at fault.
    pub cite: Option<String>,
    /// Whether that provision's text is held.
    pub held: Option<bool>,
}

impl ViolationView {
    /// What a gate found.
    pub fn of(finding: &Finding, place: Option<PlaceView>) -> ViolationView {
        ViolationView {
            key: finding.key.clone(),
            place,
            written: finding.written.clone(),
            message: finding.title(),
            help: finding.help(),
            cite: finding.cite.map(|cite| cite.to_string()),
            held: finding.cite.map(Citation::is_held),
        }
    }
}

/// Two tables that must be alike and are not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DiscordView {
    /// The pit of the table at fault.
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
    /// Where the table at fault says so, if it stands in a file.
    pub place: Option<PlaceView>,
    /// What is wrong.
    pub message: String,
    /// What would be lawful.
    pub help: String,
    /// The provision.
    pub cite: String,
}

/// Tables that part ways: the one at fault, and the one it must follow.
pub struct Unlike<'a> {
    /// The provision.
    pub cite: Citation,
    /// The option they must share.
    pub key: &'a str,
    /// The pit of the table at fault.
    pub pit: &'a str,
    /// Its name.
    pub table: &'a str,
    /// What holds there.
    pub has: String,
    /// The name of the table it must follow.
    pub other: &'a str,
    /// What holds at that one.
    pub other_has: String,
}

impl<'a> From<HouseViolation<'a>> for Unlike<'a> {
    fn from(violation: HouseViolation<'a>) -> Unlike<'a> {
        let HouseViolation { cite, key, table, has, other, wants } = violation;
        let (has, other_has) = (has.to_string(), wants.to_string());
        Unlike { cite, key, pit: table.pit, table: table.table, has, other: other.table, other_has }
    }
}

impl From<Unlike<'_>> for DiscordView {
    fn from(unlike: Unlike<'_>) -> DiscordView {
        let Unlike { cite, key, pit, table, has, other, other_has } = unlike;
        DiscordView {
            message: format!("pit {pit}, {table}: `{key}` must be as at {other}"),
            help: format!("{other} has {other_has}: write the same here, or change both"),
            pit: pit.to_owned(),
            key: key.to_owned(),
            table: table.to_owned(),
            has,
            other: other.to_owned(),
            other_has,
            place: None,
            cite: cite.to_string(),
        }
    }
}

/// Something to post at the table, or to tell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Sign {
    /// The provision that demands it.
    pub cite: String,
    /// What it says.
    pub text: String,
}

impl Sign {
    /// What a licensee's choice obliges it to.
    pub fn of(duty: &Duty) -> Sign {
        Sign { cite: duty.cite.to_string(), text: duty.to_string() }
    }
}

/// The notices and signs that a change demands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct NoticesView {
    /// The file as it was.
    pub before: String,
    /// The judgement of the file as it is to be. If it is unlawful, nothing else is said.
    pub after: CheckView,
    /// When the notices are given, if said.
    pub given: Option<String>,
    /// When the change is to take effect, if said.
    pub effective: Option<String>,
    /// The minutes taken for a notice under 8.3, which is not held: a setting, not law.
    pub period_8_3: u32,
    /// Whether the change may be made, and then if said.
    pub lawful: bool,
    /// Each notice or sign.
    pub notices: Vec<NoticeView>,
}

/// How something must be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub enum NoticeBy {
    /// In writing, half an hour ahead.
    #[serde(rename = "written")]
    Written,
    /// As 8.3 demands, which is not held.
    #[serde(rename = "8.3")]
    Section83,
    /// By a sign and aloud at the table, as limits are.
    #[serde(rename = "limits")]
    Limits,
    /// By a sign at the table.
    #[serde(rename = "sign")]
    Sign,
}

impl From<NoticeKind> for NoticeBy {
    fn from(kind: NoticeKind) -> NoticeBy {
        match kind {
            NoticeKind::Written30 => NoticeBy::Written,
            NoticeKind::Notice83 => NoticeBy::Section83,
            NoticeKind::Limits => NoticeBy::Limits,
            NoticeKind::Sign => NoticeBy::Sign,
        }
    }
}

/// One notice or sign.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct NoticeView {
    /// How it must be told.
    pub kind: NoticeBy,
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
    /// The tables concerned, each as `pit A, MB-1`; empty where only one table is judged.
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
    /// The text to send or to post, or what changes in a sentence.
    pub text: String,
}

/// A change that must be told.
pub struct Change<'a> {
    /// The provision that demands it.
    pub cite: Citation,
    /// How it must be told.
    pub kind: NoticeKind,
    /// The game.
    pub game: &'a str,
    /// The option.
    pub key: &'a str,
    /// What held; none at a new table.
    pub was: Option<String>,
    /// What is to hold.
    pub becomes: String,
    /// The minutes taken for a notice under 8.3.
    pub by_8_3: u32,
}

impl From<Change<'_>> for NoticeView {
    fn from(change: Change<'_>) -> NoticeView {
        let Change { cite, kind, game, key, was, becomes, by_8_3 } = change;
        let from = was.as_deref().unwrap_or("nothing");
        NoticeView {
            text: format!("{kind}: {key} from {from} to {becomes}, to {} [{cite}]", kind.to()),
            kind: kind.into(),
            cite: cite.to_string(),
            form: kind.form().map(|form| form.to_string()),
            held: cite.is_held() && kind.form().is_none_or(Citation::is_held),
            to: kind.to().to_owned(),
            game: game.to_owned(),
            tables: Vec::new(),
            key: key.to_owned(),
            was,
            becomes,
            minutes: kind.minutes(by_8_3),
            earliest: None,
            latest: None,
            refused: None,
        }
    }
}
