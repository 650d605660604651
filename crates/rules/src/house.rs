//! Rules across tables and over time: what the tables of a pit must share, and what must be announced or
//! posted before options change.
//!
//! Each option declares which tables must make the same choice and what must be announced ([`Field::alike`],
//! [`Field::told`]); here these declarations are applied to the values in force at each table, including
//! defaults. That everyone at one table is charged alike (3.3(d), 4.10(d), 7.3(e)) needs no check: a table
//! has only one `vigorish`.

use crate::{
    games::GameId,
    submission::{Duty, Entry, Field, Holding, Submission, Takes, Told, Value, When, choice},
};
use core::fmt;
use law::{Citation, cite};

/// A table as submitted: its place, its game and its options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableEntry<'a> {
    /// The pit that the table belongs to.
    pub pit: &'a str,
    /// The table's name in its pit.
    pub table: &'a str,
    /// The game.
    pub game: GameId,
    /// The options as written.
    pub entries: &'a [Entry<'a>],
}

impl<'a> TableEntry<'a> {
    fn submission(&self) -> Submission<'a> {
        Submission::new(self.entries, self.game.fields())
    }

    /// The value in force for an option, if the table has it.
    fn value(&self, key: &str) -> Option<Value> {
        self.submission().holds(key).value()
    }
}

/// Which tables must make the same choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scope {
    /// Those of the game in a pit (G6).
    Pit,
    /// Those of the game in the house.
    House,
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Scope::Pit => "pit",
            Scope::House => "house",
        })
    }
}

/// Two tables of a pit, or of the casino, that differ where the law requires them to be alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HouseViolation<'a> {
    /// The provision that requires them to agree.
    pub cite: Citation,
    /// The option they must share.
    pub key: &'static str,
    /// The table at fault.
    pub table: &'a TableEntry<'a>,
    /// The value at the table at fault.
    pub has: Value,
    /// The table it must follow.
    pub other: &'a TableEntry<'a>,
    /// The value at the table it must follow.
    pub wants: Value,
}

impl fmt::Display for HouseViolation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let HouseViolation { key, table, has, other, wants, .. } = self;
        write!(f, "pit {}, {}: {key} = {has}, but ", table.pit, table.table)?;
        if other.pit != table.pit {
            write!(f, "pit {}, ", other.pit)?;
        }
        write!(f, "{} has {wants}", other.table)
    }
}

const PAY_ORDER: &str = "pay-order";
const SAME_SUIT_PAYOUT: &str = "same-suit-payout";

/// Judges the tables of a house together and reports every violation. Missing choices are left to each
/// table's own gate.
pub fn judge<'a>(tables: &'a [TableEntry<'a>], tell: &mut dyn FnMut(HouseViolation<'a>)) {
    for table in tables {
        for field in table.submission().fields() {
            let Some((scope, cite)) = field.alike else { continue };
            let is_of = |t: &TableEntry<'_>| scope == Scope::House || t.pit == table.pit;
            follow(tables, table, (field.key, cite), |t| t.game == table.game && is_of(t), tell);
        }
        match table.game {
            // 7.10(c)2, the one rule across games: punto banco leads (M14).
            GameId::Minibaccarat => {
                let leads = |t: &TableEntry<'_>| t.game == GameId::PuntoBanco && t.pit == table.pit;
                follow(tables, table, (PAY_ORDER, cite!("7.10(c)2")), leads, tell);
            }
            // 2.17(e)2: one payout option at all blackjack tables of the house with the same number of decks.
            GameId::Blackjack => {
                let is_like = |t: &TableEntry<'_>| {
                    t.game == GameId::Blackjack && t.value("decks") == table.value("decks")
                };
                follow(tables, table, (SAME_SUIT_PAYOUT, cite!("2.17(e)2")), is_like, tell);
            }
            _ => {}
        }
    }
}

/// A table must follow the first of the others that has this option at all.
fn follow<'a>(
    tables: &'a [TableEntry<'a>],
    table: &'a TableEntry<'a>,
    (key, cite): (&'static str, Citation),
    leads: impl Fn(&TableEntry<'a>) -> bool,
    tell: &mut dyn FnMut(HouseViolation<'a>),
) {
    let first = tables.iter().filter(|t| leads(t)).find_map(|t| Some((t, t.value(key)?)));
    if let (Some(has), Some((other, wants))) = (table.value(key), first)
        && has != wants
    {
        tell(HouseViolation { cite, key, table, has, other, wants });
    }
}

/// How a change must be announced.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum NoticeKind {
    /// In writing, to the Commission and the surveillance department, at least 30 minutes before.
    #[cfg_attr(feature = "serde", serde(rename = "written"))]
    Written30,
    /// As 8.3 requires, whose text is not held: as far as it is known, to the Commission, by a sign and
    /// aloud.
    #[cfg_attr(feature = "serde", serde(rename = "8.3"))]
    Notice83,
    /// By a sign with the change and its time, and aloud at the table. The text of 8.3 is not held; this is
    /// how it is described for limits, with the period that Maryland requires while someone is playing.
    #[cfg_attr(feature = "serde", serde(rename = "limits"))]
    Limits,
    /// By a sign at the table.
    #[cfg_attr(feature = "serde", serde(rename = "sign"))]
    Sign,
}

choice!(NoticeKind { Written30 = "written", Notice83 = "8.3", Limits = "limits", Sign = "sign" });

impl NoticeKind {
    /// The recipients.
    pub const fn to(self) -> &'static str {
        match self {
            NoticeKind::Written30 => "the Commission and the surveillance department",
            NoticeKind::Notice83 => "the Commission; the patrons at the table, by a sign and aloud",
            NoticeKind::Limits => "the patrons at the table, by a sign and aloud",
            NoticeKind::Sign => "the patrons at the table",
        }
    }

    /// The provision that governs its form, if it differs from the rule's own.
    pub const fn form(self) -> Option<Citation> {
        match self {
            NoticeKind::Notice83 | NoticeKind::Limits => Some(cite!("8.3")),
            NoticeKind::Written30 | NoticeKind::Sign => None,
        }
    }

    /// The minutes that must pass before the change. The text of 8.3 is not held, so its period is a setting.
    pub const fn minutes(self, by_8_3: u32) -> u32 {
        match self {
            NoticeKind::Written30 => 30,
            NoticeKind::Notice83 | NoticeKind::Limits => by_8_3,
            NoticeKind::Sign => 0,
        }
    }
}

impl fmt::Display for NoticeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoticeKind::Written30 => "written notice, 30 minutes ahead",
            NoticeKind::Notice83 => "notice under 8.3 (not held)",
            NoticeKind::Limits => "sign and announcement under 8.3 (not held)",
            NoticeKind::Sign => "sign at the table",
        })
    }
}

/// The usual period of a notice under 8.3, in minutes. The section is not held: this is Maryland's period, not New Jersey's.
pub const MINUTES_8_3: u32 = 30;

/// 8.2 and 8.5 (not held): what every house must do, whatever it chooses.
pub const DUTIES: [Duty; 3] = [
    Duty {
        cite: cite!("8.2"),
        says: "post a sign at every table",
        of: "the least and the most wager, and odds stated with \"to\"",
    },
    Duty { cite: cite!("8.5"), says: "open to inspection on request", of: "the complete rules of the games" },
    Duty { cite: cite!("8.5"), says: "have approved before it is handed out", of: "a guide to the games" },
];

/// Something that must be announced or posted because an option changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Notice {
    /// The provision that requires it.
    pub cite: Citation,
    /// How it must be announced.
    pub kind: NoticeKind,
    /// The option that changes.
    pub key: &'static str,
    /// The previous value; `None` at a table that opens.
    pub from: Option<Value>,
    /// The new value.
    pub to: Value,
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Notice { kind, key, from, to, .. } = self;
        match from {
            Some(from) => write!(f, "{kind}: {key} from {from} to {to}"),
            None => write!(f, "{kind}: {key} = {to}"),
        }
    }
}

/// Reports the notices and signs that a change of a table's options requires; `before` is `None` for a new
/// table. In a pit with both games, each has its own notice of the pay order (M14).
pub fn notices(
    game: GameId,
    before: Option<&[Entry<'_>]>,
    after: &[Entry<'_>],
    tell: &mut dyn FnMut(Notice),
) {
    let of = |entries| Submission::new(entries, game.fields());
    let (before, after) = (before.map(of), Submission::new(after, game.fields()));
    for field in after.fields() {
        let Some(to) = holds(&after, field) else { continue };
        let notice = field.notices().find_map(|&told| {
            let from = match &before {
                Some(before) => holds(before, field),
                // For a new table, whatever differs from the default begins, and every switch that is on is
                // turned on.
                None if matches!(told.when, When::Begins | When::Ends) => field.default(),
                None if field.takes == Takes::Switch => field.default(),
                None => None,
            };
            let Told { notice: kind, cite, .. } = told;
            demands(field, told.when, from, to).then_some(Notice { cite, kind, key: field.key, from, to })
        });
        notice.into_iter().for_each(&mut *tell);
    }
}

/// The value in force for an option; a switch that does not exist is off.
fn holds(submission: &Submission<'_>, field: &Field) -> Option<Value> {
    match submission.holding(field) {
        Holding::NoPlace(_) if field.takes == Takes::Switch => Some(Value::Switch(false)),
        holding => holding.value(),
    }
}

/// Whether a change is one of those that must be announced.
fn demands(field: &Field, when: When, from: Option<Value>, to: Value) -> bool {
    let usual = field.default();
    from != Some(to)
        && match when {
            When::Changed => true,
            When::Amended => from.is_some(),
            When::Begins => usual != Some(to),
            When::Ends => usual != from,
            When::Becomes(word) => to == Value::Word(word),
            When::Rises(among) => {
                let place = |value| among.iter().position(|&word| value == Value::Word(word));
                from.is_some_and(|from| match (place(from), place(to)) {
                    (Some(from), Some(to)) => to > from,
                    _ => true,
                })
            }
        }
}

/// A change that would take effect too early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooEarly {
    /// The minutes that must pass.
    pub minutes: u32,
    /// The earliest lawful moment, in seconds.
    pub earliest: i64,
}

impl fmt::Display for TooEarly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.minutes {
            0 => f.write_str("it must be up when the change takes effect"),
            minutes => write!(f, "the change may not take effect until {minutes} minutes have passed"),
        }
    }
}

impl core::error::Error for TooEarly {}

/// The earliest moment at which a change may take effect. Moments are in seconds, by any clock.
pub const fn earliest(given_at: i64, minutes: u32) -> i64 {
    given_at.saturating_add(60 * minutes as i64)
}

/// Whether a change may take effect at this time, this many minutes after it was announced.
pub const fn effective(given_at: i64, effective_at: i64, minutes: u32) -> Result<(), TooEarly> {
    let earliest = earliest(given_at, minutes);
    if effective_at >= earliest { Ok(()) } else { Err(TooEarly { minutes, earliest }) }
}
