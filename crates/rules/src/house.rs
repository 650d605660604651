//! Rules over several tables, and over time: what the tables of a pit must share, and what must be told or posted
//! before options change.
//!
//! A house is judged on what was written for each table, keys and values, after each table's own gate. That everyone
//! at one table is charged alike (3.3(d), 4.10(d), 7.3(e)) needs no judge: a table has one `vigorish`.

use crate::{
    game::Game,
    money::Odds,
    submission::{Chosen, Entry, Field, Takes, Written},
    table::{GameId, Visitor},
};
use core::fmt;
use law::{Citation, cite};

/// A table as it was submitted: where it stands, what is played there, under which options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableEntry<'a> {
    /// The pit.
    pub pit: &'a str,
    /// The table's name in its pit.
    pub table: &'a str,
    /// The game's name.
    pub game: &'a str,
    /// What was written.
    pub entries: &'a [Entry<'a>],
}

/// Two tables of a pit, or of the casino, that part ways where the law wants them alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HouseViolation<'a> {
    /// The provision.
    pub cite: Citation,
    /// The option they must share.
    pub key: &'static str,
    /// The table at fault.
    pub table: &'a TableEntry<'a>,
    /// What holds there.
    pub has: Written<'a>,
    /// The table it must follow.
    pub other: &'a TableEntry<'a>,
    /// What holds at that one.
    pub wants: Written<'a>,
}

impl fmt::Display for HouseViolation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let HouseViolation { key, table, has, other, wants, .. } = self;
        write!(f, "pit {}, {}: {key} = {has}, but {} has {wants}", table.pit, table.table, other.table)
    }
}

/// A rule on one option of one game.
struct On {
    game: &'static str,
    key: &'static str,
    cite: Citation,
}

const fn on(game: &'static str, key: &'static str, cite: Citation) -> On {
    On { game, key, cite }
}

const PUNTO_BANCO: &str = "punto-banco";
const CHEMIN_DE_FER: &str = "chemin-de-fer";
const MINIBACCARAT: &str = "minibaccarat";
const CRAPS: &str = "craps";
const PAY_ORDER: &str = "pay-order";

/// What all tables of a game in a pit do alike (G6).
#[rustfmt::skip]
const ALIKE: [On; 7] = [
    on(PUNTO_BANCO,   "reshuffle", cite!("3.5(b)")),
    on(PUNTO_BANCO,   PAY_ORDER,   cite!("3.10(c)1")),
    on(CHEMIN_DE_FER, "shuffle",   cite!("4.4(b)")),
    on(CHEMIN_DE_FER, "reshuffle", cite!("4.4(b)")),
    on(MINIBACCARAT,  "shuffle",   cite!("7.5(c)")),
    on(MINIBACCARAT,  "reshuffle", cite!("7.5(c)")),
    on(MINIBACCARAT,  PAY_ORDER,   cite!("7.10(c)1")),
];

/// Judges the tables of a house together and tells every violation. What a table leaves undecided is for its own
/// gate to report.
pub fn judge<'a>(tables: &'a [TableEntry<'a>], tell: &mut dyn FnMut(HouseViolation<'a>)) {
    for table in tables {
        for &On { game, key, cite } in ALIKE.iter().filter(|rule| rule.game == table.game) {
            follow(tables, table, game, key, cite, tell);
        }
        if table.game == MINIBACCARAT {
            // 7.10(c)2, the one rule across games: punto banco leads (M14).
            follow(tables, table, PUNTO_BANCO, PAY_ORDER, cite!("7.10(c)2"), tell);
        }
        if table.game == CRAPS {
            pays_as_everywhere(tables, table, tell);
        }
    }
}

/// 1.4 (not held): more than the least odds may be paid at craps if all tables of the casino do.
fn pays_as_everywhere<'a>(
    tables: &'a [TableEntry<'a>],
    table: &'a TableEntry<'a>,
    tell: &mut dyn FnMut(HouseViolation<'a>),
) {
    let Some(other) = tables.iter().find(|t| t.game == CRAPS) else { return };
    for field in fields(CRAPS) {
        let Takes::Odds { floor } = field.takes else { continue };
        let holds = |t: &'a TableEntry<'a>| {
            let written = value(t.game, t.entries, field.key);
            let odds = match written {
                Some(Written::Text(text)) => text.parse::<Odds>().unwrap_or(floor),
                _ => floor,
            };
            written.map(|written| (written, odds))
        };
        if let (Some((has, pays)), Some((wants, all_pay))) = (holds(table), holds(other))
            && !(pays.at_least(all_pay) && all_pay.at_least(pays))
        {
            tell(HouseViolation { cite: cite!("1.4"), key: field.key, table, has, other, wants });
        }
    }
}

/// The options of a game, by its name.
fn fields(game: &str) -> &'static [Field] {
    struct Fields;
    impl Visitor for Fields {
        type Out = &'static [Field];
        fn visit<G: Game>(self) -> Self::Out {
            G::Options::FIELDS
        }
    }
    GameId::find(game).map_or(&[][..], |game| game.visit(Fields))
}

/// A table does as the first one of `game` in its pit does.
fn follow<'a>(
    tables: &'a [TableEntry<'a>],
    table: &'a TableEntry<'a>,
    game: &str,
    key: &'static str,
    cite: Citation,
    tell: &mut dyn FnMut(HouseViolation<'a>),
) {
    let holds = |t: &'a TableEntry<'a>, key| value(t.game, t.entries, key);
    // Tables that do not shuffle alike, or leave it to a device, have no reshuffle to compare.
    let comparable = |t: &&'a TableEntry<'a>| {
        let shuffles = key != "reshuffle" || holds(t, "shuffle") == holds(table, "shuffle");
        t.pit == table.pit && t.game == game && shuffles
    };
    let first = tables.iter().filter(comparable).find_map(|t| holds(t, key).map(|wants| (t, wants)));
    if let (Some(has), Some((other, wants))) = (holds(table, key), first)
        && has != wants
    {
        tell(HouseViolation { cite, key, table, has, other, wants });
    }
}

/// What holds for a key: what was written, or else the game's default.
fn value<'a>(game: &str, entries: &'a [Entry<'a>], key: &str) -> Option<Written<'a>> {
    if let Some(entry) = entries.iter().find(|entry| entry.key == key) {
        return Some(entry.value);
    }
    let field = fields(game).iter().find(|field| field.key == key);
    match (field.map_or("", |field| field.default), field.map(|field| field.takes)) {
        ("", _) if matches!(key, "reshuffle" | "vigorish-waiver") => Some(Written::Switch(false)),
        ("", _) => None,
        (text, Some(Takes::Switch)) => Some(Written::Switch(text == "true")),
        (text, Some(Takes::Count { .. })) => text.parse().ok().map(Written::Number),
        (text, _) => Some(Written::Text(text)),
    }
}

/// How something must be told.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NoticeKind {
    /// In writing, to the Commission and the surveillance department, at least 30 minutes before.
    Written30,
    /// As 8.3 demands, whose text is not held.
    Notice83,
    /// By a sign at the table.
    Sign,
}

impl NoticeKind {
    /// To whom it goes.
    pub const fn to(self) -> &'static str {
        match self {
            NoticeKind::Written30 => "the Commission and the surveillance department",
            NoticeKind::Notice83 => "those whom 8.3 names (not held)",
            NoticeKind::Sign => "the patrons at the table",
        }
    }

    /// The provision on its form, where another one than the rule's own.
    pub const fn form(self) -> Option<Citation> {
        match self {
            NoticeKind::Notice83 => Some(cite!("8.3")),
            NoticeKind::Written30 | NoticeKind::Sign => None,
        }
    }

    /// How many minutes must pass before the change. What 8.3 says is not held, so it is a setting.
    pub const fn minutes(self, by_8_3: u32) -> u32 {
        match self {
            NoticeKind::Written30 => 30,
            NoticeKind::Notice83 => by_8_3,
            NoticeKind::Sign => 0,
        }
    }
}

impl fmt::Display for NoticeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoticeKind::Written30 => "written notice, 30 minutes ahead",
            NoticeKind::Notice83 => "notice under 8.3 (not held)",
            NoticeKind::Sign => "sign at the table",
        })
    }
}

/// The usual period of a notice under 8.3, in minutes. The section is not held: this is general knowledge, not law.
pub const MINUTES_8_3: u32 = 30;

/// Something that must be told or posted because an option changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Notice<'a> {
    /// The provision that demands it.
    pub cite: Citation,
    /// How it must be told.
    pub kind: NoticeKind,
    /// The option that changes.
    pub key: &'static str,
    /// What held before; nothing at a table that opens.
    pub from: Option<Written<'a>>,
    /// What is to hold.
    pub to: Written<'a>,
}

impl fmt::Display for Notice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Notice { kind, key, from, to, .. } = self;
        match from {
            Some(from) => write!(f, "{kind}: {key} from {from} to {to}"),
            None => write!(f, "{kind}: {key} = {to}"),
        }
    }
}

/// What may not start or end, or be set or changed, without half an hour's notice in writing. In a pit with both games
/// each of them has its own notice of the pay order (M14).
#[rustfmt::skip]
const WRITTEN: [On; 5] = [
    on(PUNTO_BANCO,   "reshuffle", cite!("3.5(b)")),
    on(PUNTO_BANCO,   PAY_ORDER,   cite!("3.10(c)2")),
    on(CHEMIN_DE_FER, "reshuffle", cite!("4.4(a)1.ii")),
    on(MINIBACCARAT,  "reshuffle", cite!("7.5(b)2.ii")),
    on(MINIBACCARAT,  PAY_ORDER,   cite!("7.10(c)3")),
];

/// Tells which notices and signs a change of a table's options demands; `before` is nothing if the table is new.
pub fn notices<'a>(
    game: &str,
    before: Option<&'a [Entry<'a>]>,
    after: &'a [Entry<'a>],
    tell: &mut dyn FnMut(Notice<'a>),
) {
    let change = Change { game, before, after };
    for &On { key, cite, .. } in WRITTEN.iter().filter(|rule| rule.game == game) {
        change.tell(key, cite, NoticeKind::Written30, tell);
    }
    match game {
        "roulette" => match change.after("wheel") {
            Some(Written::Text("double-zero")) => {
                change.tell("zero", cite!("5.2(b)"), NoticeKind::Notice83, tell);
            }
            Some(Written::Text("double-zero-as-single")) => {
                change.tell("wheel", cite!("5.2(d)1"), NoticeKind::Notice83, tell);
            }
            _ => {}
        },
        CRAPS => change.tell("odds-multiple", cite!("1.6"), NoticeKind::Notice83, tell),
        "big-six" => change.tell("clapper", cite!("5.6(d)"), NoticeKind::Sign, tell),
        PUNTO_BANCO => change.vigorish(cite!("3.3(d)"), tell),
        CHEMIN_DE_FER => change.vigorish(cite!("4.10(d)"), tell),
        MINIBACCARAT => {
            change.vigorish(cite!("7.3(e)"), tell);
            change.waiver(tell);
        }
        _ => {}
    }
}

#[derive(Clone, Copy)]
struct Change<'a, 'g> {
    game: &'g str,
    before: Option<&'a [Entry<'a>]>,
    after: &'a [Entry<'a>],
}

impl<'a> Change<'a, '_> {
    fn before(&self, key: &str) -> Option<Written<'a>> {
        match key {
            // A new table starts what a switch turns on.
            "reshuffle" | "vigorish-waiver" => value(self.game, self.before.unwrap_or(&[]), key),
            // Another wheel had no rule of zero to choose.
            "zero" if self.before("wheel") != Some(Written::Text("double-zero")) => None,
            _ => value(self.game, self.before?, key),
        }
    }

    fn after(&self, key: &str) -> Option<Written<'a>> {
        value(self.game, self.after, key)
    }

    /// Tells of a key whose value becomes another.
    fn tell(&self, key: &'static str, cite: Citation, kind: NoticeKind, tell: &mut dyn FnMut(Notice<'a>)) {
        let from = self.before(key);
        if let Some(to) = self.after(key)
            && from != Some(to)
        {
            tell(Notice { cite, kind, key, from, to });
        }
    }

    /// A higher percentage needs notice, a lower one none; so does another type of charge, at minibaccarat alone,
    /// where there are several. A type that charges nothing has its own provision.
    fn vigorish(&self, cite: Citation, tell: &mut dyn FnMut(Notice<'a>)) {
        let charges = |written: Written<'a>| Vigorish::read(written);
        let (from, to) = (self.before("vigorish").map(charges), self.after("vigorish").map(charges));
        let cite = match (from, to) {
            (from, Some(Vigorish::None)) if from != to => cite!("7.3(f)"),
            (Some(Vigorish::Percent(from)), Some(Vigorish::Percent(to))) if to > from => cite,
            (Some(Vigorish::Percent(_)), Some(Vigorish::Percent(_))) => return,
            (Some(from), Some(to)) if from != to => cite,
            _ => return,
        };
        self.tell("vigorish", cite, NoticeKind::Notice83, tell);
    }

    /// 7.3(f)2 offered is an option under (f); withdrawn, the type of vigorish changes back.
    fn waiver(&self, tell: &mut dyn FnMut(Notice<'a>)) {
        let cite = match self.after("vigorish-waiver") {
            Some(Written::Switch(false)) | None => cite!("7.3(e)"),
            Some(_) => cite!("7.3(f)"),
        };
        self.tell("vigorish-waiver", cite, NoticeKind::Notice83, tell);
    }
}

/// A type of vigorish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Vigorish<'a> {
    /// So many percent of what was won.
    Percent(i64),
    /// 7.3(f)1: nothing, and half pay on a six.
    None,
    /// Any other, by its name.
    Other(&'a str),
}

impl<'a> Vigorish<'a> {
    fn read(written: Written<'a>) -> Vigorish<'a> {
        match written {
            Written::Number(percent) => Vigorish::Percent(percent),
            Written::Text("half-on-six") => Vigorish::None,
            Written::Text(text) => {
                let percent = text.strip_suffix('%').and_then(|number| number.parse().ok());
                percent.map_or(Vigorish::Other(text), Vigorish::Percent)
            }
            Written::Switch(_) | Written::Other(_) => Vigorish::Other(""),
        }
    }
}

/// A change that would take effect before its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooEarly {
    /// How many minutes must pass.
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

/// Whether a change may take effect then, so many minutes after it was told.
pub const fn effective(given_at: i64, effective_at: i64, minutes: u32) -> Result<(), TooEarly> {
    let earliest = earliest(given_at, minutes);
    if effective_at >= earliest { Ok(()) } else { Err(TooEarly { minutes, earliest }) }
}
