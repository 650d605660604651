//! Notices and signs that a change of options requires: the recipient, the change, the time, and the
//! provision.

use crate::{
    Draft, House, Moment, Paper, Table,
    house::{fields, title},
    page::{Look, address, line},
    words::{for_patrons, is_sentence, rule, said, sentence},
};
use maud::{Markup, html};
use rules::{
    Citation, Field, GameId, Value,
    house::{self, NoticeKind, TooEarly},
};

/// A notice or sign, for all tables with the same change.
#[derive(Clone, Debug)]
pub struct Letter {
    /// The provision that requires it.
    pub cite: Citation,
    /// How the change must be announced.
    pub kind: NoticeKind,
    /// The game.
    pub game: GameId,
    /// The option that changes.
    pub field: &'static Field,
    /// The previous value; `None` for a table that opens.
    pub was: Option<Value>,
    /// The new value.
    pub becomes: Value,
    /// A sentence that describes the rule, if the game has one.
    pub rule: Option<&'static str>,
    /// Each pit, with its tables.
    pub tables: Vec<(String, Vec<String>)>,
}

/// Every notice and sign that a change from one house to another requires. Tables are matched by pit, name
/// and game.
pub fn letters(before: &House, after: &House) -> Vec<Letter> {
    let mut letters: Vec<Letter> = Vec::new();
    for table in &after.tables {
        let same = |t: &&Table| t.pit == table.pit && t.name == table.name && t.game == table.game;
        let was = before.tables.iter().find(same).map(|t| t.settings.entries());
        let duties = table.duties();
        house::notices(table.game, was.as_deref(), &table.settings.entries(), &mut |notice| {
            let Some(field) = fields(table.game).find(|field| field.key == notice.key) else { return };
            let letter = Letter {
                cite: notice.cite,
                kind: notice.kind,
                game: table.game,
                field,
                was: notice.from,
                becomes: notice.to,
                rule: duties.iter().find(|duty| duty.cite == notice.cite).map(|duty| duty.of),
                tables: Vec::new(),
            };
            let at = letters.iter().position(|other| other.is_like(&letter)).unwrap_or_else(|| {
                letters.push(letter);
                letters.len() - 1
            });
            let pits = &mut letters[at].tables;
            match pits.iter_mut().find(|(pit, _)| *pit == table.pit) {
                Some((_, names)) => names.push(table.name.clone()),
                None => pits.push((table.pit.clone(), vec![table.name.clone()])),
            }
        });
    }
    letters
}

impl Letter {
    fn is_like(&self, other: &Letter) -> bool {
        (self.cite, self.kind, self.game, self.field.key)
            == (other.cite, other.kind, other.game, other.field.key)
            && (self.was, self.becomes) == (other.was, other.becomes)
    }

    /// Writes `19:47-5.2(b), 19:47-8.3 (not held)`.
    pub fn citations(&self) -> String {
        let both = [Some(self.cite), self.kind.form()];
        both.into_iter().flatten().map(address).collect::<Vec<_>>().join(", ")
    }

    /// Writes `zero from "half" to "all"`.
    pub fn change(&self) -> String {
        let key = self.field.key;
        match &self.was {
            Some(was) => format!("{key} from {was} to {}", self.becomes),
            None => format!("{key} = {}, at a table that opens", self.becomes),
        }
    }

    /// The new rule in a sentence.
    pub fn says(&self) -> String {
        if let (NoticeKind::Sign, Some(rule)) = (self.kind, self.rule) {
            return format!("{}.", sentence(rule));
        }
        if let (Value::Word(_), Some(rule)) = (self.becomes, self.rule.filter(|rule| is_sentence(rule))) {
            return format!("{}.", sentence(rule));
        }
        match (self.becomes, self.was) {
            (Value::Switch(false), _) => format!("No longer in effect: {}.", self.field.about),
            (Value::Switch(true), _) | (_, None) => format!("{}.", self.rule_in_words()),
            (_, Some(was)) => format!("{} instead of {}.", self.rule_in_words(), said(was)),
        }
    }

    fn rule_in_words(&self) -> String {
        for_patrons(self.field, self.becomes).unwrap_or_else(|| rule(self.field, self.becomes))
    }

    /// The tables, each as `pit A, MB-1`; empty if only one table is judged.
    pub fn tables(&self) -> Vec<String> {
        let named = self.tables.iter().filter(|(pit, _)| !pit.is_empty());
        named.flat_map(|(pit, names)| names.iter().map(move |name| format!("pit {pit}, {name}"))).collect()
    }

    /// The game and its tables, by pit.
    fn places(&self) -> String {
        let pit = |(pit, names): &(String, Vec<String>)| format!("pit {pit}: {}", names.join(", "));
        let pits: Vec<String> = self.tables.iter().filter(|(pit, _)| !pit.is_empty()).map(pit).collect();
        let places = if pits.is_empty() { BLANK.to_owned() } else { pits.join("; ") };
        format!("{}, {places}", title(self.game))
    }
}

/// When a change is announced and when it takes effect, as far as stated.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// When the notices are given.
    pub given: Option<Moment>,
    /// When the change takes effect.
    pub effective: Option<Moment>,
    /// The lead time assumed for a notice under 8.3, in minutes; its text is not held.
    pub by_8_3: u32,
}

impl Times {
    /// The dates of a version.
    pub fn of(house: &House, by_8_3: u32) -> Times {
        Times { given: house.version.told, effective: house.version.from, by_8_3 }
    }

    /// Whether the change may take effect at the stated time.
    ///
    /// # Errors
    /// If that is too early.
    pub fn judge(&self, kind: NoticeKind) -> Result<(), TooEarly> {
        match (self.given, self.effective) {
            (Some(given), Some(effective)) => {
                house::effective(given.second(), effective.second(), kind.minutes(self.by_8_3))
            }
            _ => Ok(()),
        }
    }

    /// The earliest time of the change, if it is stated when the notice is given.
    pub fn earliest(&self, kind: NoticeKind) -> Option<Moment> {
        self.given.and_then(|given| given.moved(house::earliest(given.second(), kind.minutes(self.by_8_3))))
    }

    /// The latest time for the notice, if it is stated when the change takes effect.
    pub fn latest(&self, kind: NoticeKind) -> Option<Moment> {
        let seconds = 60 * i64::from(kind.minutes(self.by_8_3));
        self.effective.and_then(|effective| effective.moved(effective.second().saturating_sub(seconds)))
    }
}

/// A text to send or post.
#[derive(Clone, Debug)]
pub struct Text {
    /// The title of the notice or sign.
    pub title: &'static str,
    /// The main sentence.
    pub says: String,
    /// The other details, row by row.
    pub rows: Vec<(&'static str, String)>,
    /// A remark for the person who sends it.
    pub note: String,
}

const BLANK: &str = "______________";

impl Text {
    /// The text of a letter.
    pub fn of(letter: &Letter, house: &House, times: &Times) -> Text {
        let kind = letter.kind;
        let is_sign = kind == NoticeKind::Sign;
        let when = |moment: Option<Moment>| moment.map_or(BLANK.to_owned(), |moment| moment.to_string());
        let minutes = kind.minutes(times.by_8_3);
        let mut rows = vec![("At", letter.places())];
        if !is_sign {
            rows.insert(0, ("To", kind.to().to_owned()));
            rows.insert(1, ("From", house.licensee.clone().unwrap_or(BLANK.into())));
            rows.push(("Change", letter.change()));
            rows.push(("About", letter.field.about.to_owned()));
        }
        rows.push((if is_sign { "Posted" } else { "Given" }, when(times.given)));
        rows.push(("In effect", when(times.effective)));
        rows.push(match (times.earliest(kind), times.latest(kind)) {
            (Some(earliest), _) => ("Not before", earliest.to_string()),
            (None, Some(latest)) => (if is_sign { "Post by" } else { "Give by" }, latest.to_string()),
            (None, None) if is_sign => ("Not before", "the sign is up".into()),
            (None, None) => ("Not before", format!("{minutes} minutes after this notice is given")),
        });
        rows.push(("By", letter.citations()));
        if !is_sign {
            rows.push(("Signed", BLANK.into()));
        }
        let (title, note) = match kind {
            NoticeKind::Written30 => ("Written notice of a change", String::new()),
            NoticeKind::Notice83 | NoticeKind::Limits => (
                if kind == NoticeKind::Limits { "Notice of limits" } else { "Notice of a rule at the table" },
                format!(
                    "The text of 19:47-8.3 is not held. To whom this goes, in which form, and the {minutes} minutes \
                     are not taken from it: compare them with the section before you rely on this."
                ),
            ),
            NoticeKind::Sign => ("Sign at the table", String::new()),
        };
        Text { title, says: letter.says(), rows, note }
    }
}

/// The notices of a change, one per page. Signs are separate sheets; see [`crate::signs`].
pub fn paper(draft: &Draft<'_>, before: &House, times: &Times) -> Paper {
    several(draft, &[(before, draft.house(), *times)])
}

/// The notices of several changes, each from one house to another.
pub fn several(draft: &Draft<'_>, changes: &[(&House, &House, Times)]) -> Paper {
    let of = |(before, after, times): &(&House, &House, Times)| -> Vec<Markup> {
        letters(before, after).iter().map(|one| page(draft, one, times)).collect()
    };
    let pages: Vec<Markup> = changes.iter().flat_map(of).collect();
    let body = html! {
        @if pages.is_empty() {
            h1 { "Notices" }
            p.lead { "This change demands no notice and no sign." }
        }
        @for page in &pages { (page) }
    };
    draft.finish("notices.html", "Notices", Look::Form, &body)
}

fn page(draft: &Draft<'_>, letter: &Letter, times: &Times) -> Markup {
    let text = Text::of(letter, draft.house(), times);
    let is_sign = letter.kind == NoticeKind::Sign;
    html! {
        section.letter {
            h1 { (text.title) }
            p.says { (text.says) }
            dl.facts {
                @for (name, value) in text.rows.iter().filter(|(name, _)| *name != "Signed") {
                    dt { (name) } dd { (value) }
                }
            }
            @if !text.note.is_empty() { p.note { (text.note) } }
            @if is_sign {
                p.note { "This page orders the sign and records when it went up; the sign itself is among the table signs." }
                div.lines { (line("Posted by")) (line("Date and time")) }
            } @else {
                div.lines { (line("Signed for the licensee")) (line("Date and time")) (line("Received by")) (line("Date and time")) }
            }
        }
    }
}
