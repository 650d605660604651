//! Whether options are lawful, which duties they create, and which notices a change requires.

use rounds::Finding;
use rules::{
    Citation, Duty,
    house::{HouseViolation, NoticeKind},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The judgment of options, for one table or for all tables of a house.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CheckView {
    /// The game; `house` for a house file.
    pub game: String,
    /// The file that the options were read from, if any.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub file: Option<String>,
    /// Whether a table, or every table of the house, may open under these options.
    pub lawful: bool,
    /// Every violation in the options of one table; those of a house are listed with its tables.
    pub violations: Vec<ViolationView>,
    /// The duties that the choices create; empty unless lawful.
    pub duties: Vec<Sign>,
    /// The notices that a floor must give before the table opens or changes; `ch47 notice` compares files.
    pub notices: Vec<NoticeView>,
    /// The tables of a house, each judged on its own.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub tables: Vec<TableCheckView>,
    /// Options that tables of the house must share but do not.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub house: Vec<DiscordView>,
}

/// The judgment of one table of a house.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TableCheckView {
    /// The pit that the table belongs to.
    pub pit: String,
    /// The name of the table.
    pub table: String,
    /// The game played there.
    pub game: String,
    /// The file that contains its options.
    pub file: String,
    /// Every violation in its own options.
    pub violations: Vec<ViolationView>,
    /// The duties that its choices create; empty unless lawful.
    pub duties: Vec<Sign>,
}

/// A position in a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PlaceView {
    /// The path of the file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column within that line, from 1.
    pub column: usize,
}

/// A violation of the law in an options file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ViolationView {
    /// The key of the option.
    pub key: String,
    /// Where it is written, if it comes from a file.
    pub place: Option<PlaceView>,
    /// The value that was written, if any.
    pub written: Option<String>,
    /// What is wrong, in a sentence.
    pub message: String,
    /// What would be lawful, or what was probably meant.
    pub help: String,
    /// The provision violated; absent if the problem is only how it was written.
    pub cite: Option<String>,
    /// Whether the text of that provision is held.
    pub held: Option<bool>,
}

impl ViolationView {
    /// Describes a finding of the gate.
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

/// Two tables that must have the same option but do not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DiscordView {
    /// The pit of the table at fault.
    pub pit: String,
    /// The key of the option.
    pub key: String,
    /// The table at fault.
    pub table: String,
    /// The value at the table at fault.
    pub has: String,
    /// The table it must follow.
    pub other: String,
    /// The value at the table it must follow.
    pub other_has: String,
    /// Where the table at fault sets the value, if it comes from a file.
    pub place: Option<PlaceView>,
    /// What is wrong, in a sentence.
    pub message: String,
    /// What would be lawful, in a sentence.
    pub help: String,
    /// The provision that requires them to agree.
    pub cite: String,
}

/// Two tables that disagree: the one at fault, and the one it must follow.
pub struct Unlike<'a> {
    /// The provision that requires them to agree.
    pub cite: Citation,
    /// The key of the option they must share.
    pub key: &'a str,
    /// The pit of the table at fault.
    pub pit: &'a str,
    /// The name of the table at fault.
    pub table: &'a str,
    /// The value at the table at fault.
    pub has: String,
    /// The name of the table it must follow.
    pub other: &'a str,
    /// The value at the table it must follow.
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

/// Something to post at the table or to announce.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Sign {
    /// The provision that requires it.
    pub cite: String,
    /// The text of the sign or duty.
    pub text: String,
}

impl Sign {
    /// Describes a duty that follows from a licensee's choice.
    pub fn of(duty: &Duty) -> Sign {
        Sign { cite: duty.cite.to_string(), text: duty.to_string() }
    }
}

/// The notices and signs that a change requires.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct NoticesView {
    /// The file before the change.
    pub before: String,
    /// The judgment of the file after the change. If it is unlawful, the other fields are empty.
    pub after: CheckView,
    /// When the notices are given, if stated.
    pub given: Option<String>,
    /// When the change is to take effect, if stated.
    pub effective: Option<String>,
    /// The lead time assumed for a notice under 8.3, in minutes. It is a setting, because that section's text
    /// is not held.
    pub period_8_3: u32,
    /// Whether the change may be made, at the stated time if one is given.
    pub lawful: bool,
    /// The notices and signs, one by one.
    pub notices: Vec<NoticeView>,
}

/// How a change must be announced.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub enum NoticeBy {
    /// By written notice, half an hour ahead.
    #[serde(rename = "written")]
    Written,
    /// As 8.3 requires, whose text is not held.
    #[serde(rename = "8.3")]
    Section83,
    /// By a sign and an announcement at the table, as for limits.
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

/// A notice or sign.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct NoticeView {
    /// How it must be announced.
    pub kind: NoticeBy,
    /// The provision that requires it.
    pub cite: String,
    /// The provision that governs its form, if a different one.
    pub form: Option<String>,
    /// Whether every provision it rests on is held.
    pub held: bool,
    /// The recipients.
    pub to: String,
    /// The game.
    pub game: String,
    /// The tables concerned, each as `pit A, MB-1`; empty if only one table is judged.
    pub tables: Vec<String>,
    /// The key of the option that changes.
    pub key: String,
    /// The previous value; null at a new table.
    pub was: Option<String>,
    /// The new value.
    pub becomes: String,
    /// How many minutes in advance it must be given.
    pub minutes: u32,
    /// The earliest time the change may take effect, if it is stated when the notice is given.
    pub earliest: Option<String>,
    /// The latest time the notice may be given, if it is stated when the change takes effect.
    pub latest: Option<String>,
    /// Why the change may not take effect at the stated time; absent if it may.
    pub refused: Option<String>,
    /// The text to send or post, or a sentence on what changes.
    pub text: String,
}

/// A change that must be announced.
pub struct Change<'a> {
    /// The provision that requires the announcement.
    pub cite: Citation,
    /// How it must be announced.
    pub kind: NoticeKind,
    /// The game.
    pub game: &'a str,
    /// The key of the option.
    pub key: &'a str,
    /// The previous value; `None` at a new table.
    pub was: Option<String>,
    /// The new value.
    pub becomes: String,
    /// The lead time assumed for a notice under 8.3, in minutes.
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
