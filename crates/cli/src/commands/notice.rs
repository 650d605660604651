//! `ch47 notice`: what must be told or posted before options change, as texts to send or to post.

use super::check;
use crate::{
    args,
    failure::Failure,
    house::{House, Judgement, Placed},
    json::{self, NoticeJson, NoticesJson},
    load::long,
    screen::{self, BAD, BOLD, CITE, DIM, paint},
};
use jiff::{Timestamp, fmt::temporal::Pieces, tz::Offset};
use rounds::entries;
use rules::{
    Citation, Duty, Game, GameId, Visitor,
    house::{self, NoticeKind, TooEarly},
};
use std::{fmt::Write, fs};

pub fn run(args: &args::Notice, as_json: bool) -> Result<(), Failure> {
    let (before, after) = (House::read(&args.before)?, House::read(&args.after)?);
    let times = Times {
        given: args.given.as_deref().map(Moment::read).transpose()?,
        effective: args.effective.as_deref().map(Moment::read).transpose()?,
        by_8_3: args.period_8_3,
    };
    if before.single != after.single {
        return Err(Failure::fault("one of the files is of a house and the other of a single table"));
    }
    if before.single && before.tables[0].submission.game != after.tables[0].submission.game {
        let [from, to] = [&before, &after].map(|house| house.tables[0].submission.game.name());
        return Err(Failure::fault(format!("a {from} table does not change its options to those of {to}")));
    }
    let judgement = after.judge();
    let letters = match judgement.is_lawful() {
        true => letters(&before, &after, &judgement),
        false => Vec::new(),
    };
    let pages = letters.iter().map(|l| page(l, &after, &times)).collect::<Result<Vec<_>, Failure>>()?;
    let lawful = judgement.is_lawful() && letters.iter().all(|letter| times.judge(letter.kind).is_ok());
    if as_json {
        let notices = letters.iter().zip(&pages).map(|(letter, page)| times.json(letter, page));
        let report = NoticesJson {
            before: before.source.name.clone(),
            after: check::report(&after, &judgement),
            given: times.given.map(Moment::rfc3339),
            effective: times.effective.map(Moment::rfc3339),
            period_8_3: times.by_8_3,
            lawful,
            notices: notices.collect::<Result<_, _>>()?,
        };
        screen::show(&json::render(&report)?)?;
    } else if !judgement.is_lawful() {
        check::complain(&after, &judgement);
        let name = &after.source.name;
        screen::show(&format!("{}: {name}, so there is no change to tell of\n", paint(BAD, "unlawful")))?;
    } else if lawful {
        if let n @ 1.. = before.judge().count() {
            let note = format!("note: {} is itself unlawful, {n} violations", before.source.name);
            screen::complain!("{}", paint(DIM, note));
        }
        screen::show(&text(&pages))?;
    } else {
        for letter in &letters {
            if let Err(early) = times.judge(letter.kind) {
                refuse(letter, early, &times)?;
            }
        }
    }
    if !lawful {
        return Err(Failure::Law);
    }
    if let Some(path) = &args.html {
        fs::write(path, html(&pages)).map_err(|e| Failure::fault(format!("{}: {e}", path.display())))?;
    }
    Ok(())
}

/// A notice or sign, for all tables that have the same to tell.
struct Letter {
    cite: Citation,
    kind: NoticeKind,
    game: GameId,
    key: &'static str,
    was: Option<String>,
    becomes: String,
    /// What the rule is, where the game has a sentence for it.
    rule: Option<&'static str>,
    /// Pits with their tables.
    tables: Vec<(String, Vec<String>)>,
}

fn letters(before: &House, after: &House, judgement: &Judgement) -> Vec<Letter> {
    let mut letters: Vec<Letter> = Vec::new();
    for (table, (_, duties)) in after.tables.iter().zip(&judgement.tables) {
        let game = table.submission.game;
        // A table that stood elsewhere, or was for another game, is new.
        let same = |t: &&Placed| t.pit == table.pit && t.name == table.name && t.submission.game == game;
        let was = before.tables.iter().find(same).map(|t| entries(&t.submission.settings));
        let is = entries(&table.submission.settings);
        house::notices(game.name(), was.as_deref(), &is, &mut |notice| {
            let letter = Letter {
                cite: notice.cite,
                kind: notice.kind,
                game,
                key: notice.key,
                was: notice.from.map(|from| from.to_string()),
                becomes: notice.to.to_string(),
                rule: duties.iter().find(|duty| duty.cite == notice.cite).map(|duty: &Duty| duty.of),
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
        (self.cite, self.kind, self.game, self.key) == (other.cite, other.kind, other.game, other.key)
            && (&self.was, &self.becomes) == (&other.was, &other.becomes)
    }

    /// `19:47-5.2(b), 19:47-8.3 (not held)`.
    fn citations(&self) -> String {
        let both = [Some(self.cite), self.kind.form()];
        both.into_iter().flatten().map(long).collect::<Vec<_>>().join(", ")
    }

    fn change(&self) -> String {
        match &self.was {
            Some(was) => format!("{} from {was} to {}", self.key, self.becomes),
            None => format!("{} = {}, at a table that opens", self.key, self.becomes),
        }
    }

    /// What is to hold, for a notice in writing; for the others, the game's own sentence where it has one.
    fn says(&self) -> String {
        match (self.kind, self.key, self.becomes.as_str()) {
            (NoticeKind::Written30, "reshuffle", "true") => {
                "the cards will be shuffled again after lacing".into()
            }
            (NoticeKind::Written30, "reshuffle", _) => {
                "the cards will no longer be shuffled again after lacing".into()
            }
            (NoticeKind::Written30, "pay-order", number) => {
                format!("winners will be paid and vigorish taken by procedure {}", number.trim_matches('"'))
            }
            _ => self.rule.map_or_else(|| self.change(), str::to_owned),
        }
    }

    /// The tables, by pits.
    fn places(&self) -> String {
        let pit = |(pit, names): &(String, Vec<String>)| format!("pit {pit}: {}", names.join(", "));
        let pits: Vec<String> = self.tables.iter().filter(|(pit, _)| !pit.is_empty()).map(pit).collect();
        let title = self.game.visit(About(self.key)).0;
        if pits.is_empty() {
            format!("{title}, ______________")
        } else {
            format!("{title}, {}", pits.join("; "))
        }
    }
}

/// The game's title, and what one of its options is about.
struct About<'a>(&'a str);

impl Visitor for About<'_> {
    type Out = (&'static str, &'static str);
    fn visit<G: Game>(self) -> Self::Out {
        (
            G::TITLE,
            rules::table::fields::<G>().find(|field| field.key == self.0).map_or("", |field| field.about),
        )
    }
}

/// A moment, with the offset from UTC in which it was written.
#[derive(Clone, Copy)]
struct Moment {
    at: Timestamp,
    offset: Offset,
}

impl Moment {
    fn read(text: &str) -> Result<Moment, Failure> {
        let how = "write date, time and offset from UTC in whole seconds, such as 2026-11-16T10:00:00-05:00";
        let fault = || Failure::fault(format!("`{text}` is no moment: {how}"));
        let at: Timestamp = text.parse().map_err(|_| fault())?;
        let offset = Pieces::parse(text).ok().and_then(|pieces| pieces.to_numeric_offset());
        match offset {
            Some(offset) if at.subsec_nanosecond() == 0 => Ok(Moment { at, offset }),
            _ => Err(fault()),
        }
    }

    /// The moment at this second, in the same offset.
    fn moved(self, second: i64) -> Result<Moment, Failure> {
        let at = Timestamp::from_second(second)
            .map_err(|_| Failure::fault("that many minutes lead out of the calendar"))?;
        Ok(Moment { at, ..self })
    }

    fn rfc3339(self) -> String {
        self.at.display_with_offset(self.offset).to_string()
    }

    fn plain(self) -> String {
        let seconds = if self.at.as_second() % 60 == 0 { "" } else { ":%S" };
        let zoned = self.at.to_zoned(self.offset.to_time_zone());
        zoned.strftime(&format!("%-d %B %Y, %H:%M{seconds} (UTC%:z)")).to_string()
    }
}

/// When it is told and when it takes effect, as far as that is said.
struct Times {
    given: Option<Moment>,
    effective: Option<Moment>,
    by_8_3: u32,
}

impl Times {
    fn judge(&self, kind: NoticeKind) -> Result<(), TooEarly> {
        match (self.given, self.effective) {
            (Some(given), Some(effective)) => {
                house::effective(given.at.as_second(), effective.at.as_second(), kind.minutes(self.by_8_3))
            }
            _ => Ok(()),
        }
    }

    fn earliest(&self, kind: NoticeKind) -> Result<Option<Moment>, Failure> {
        let at =
            |given: Moment| given.moved(house::earliest(given.at.as_second(), kind.minutes(self.by_8_3)));
        self.given.map(at).transpose()
    }

    fn latest(&self, kind: NoticeKind) -> Result<Option<Moment>, Failure> {
        let seconds = 60 * i64::from(kind.minutes(self.by_8_3));
        self.effective.map(|effective| effective.moved(effective.at.as_second() - seconds)).transpose()
    }

    fn json(&self, letter: &Letter, page: &Page) -> Result<NoticeJson, Failure> {
        let kind = match letter.kind {
            NoticeKind::Written30 => "written",
            NoticeKind::Notice83 => "8.3",
            NoticeKind::Sign => "sign",
        };
        let places = letter.tables.iter().filter(|(pit, _)| !pit.is_empty());
        Ok(NoticeJson {
            kind: kind.to_owned(),
            cite: long(letter.cite),
            form: letter.kind.form().map(long),
            held: letter.cite.is_held() && letter.kind.form().is_none_or(Citation::is_held),
            to: letter.kind.to().to_owned(),
            game: letter.game.name().to_owned(),
            tables: places
                .flat_map(|(pit, names)| names.iter().map(move |name| format!("pit {pit}, {name}")))
                .collect(),
            key: letter.key.to_owned(),
            was: letter.was.clone(),
            becomes: letter.becomes.clone(),
            minutes: letter.kind.minutes(self.by_8_3),
            earliest: self.earliest(letter.kind)?.map(Moment::rfc3339),
            latest: self.latest(letter.kind)?.map(Moment::rfc3339),
            refused: self.judge(letter.kind).err().map(|early| early.to_string()),
            text: page.plain(),
        })
    }
}

/// A text to send or to post.
struct Page {
    title: &'static str,
    sign: bool,
    /// What is said, in a sentence.
    says: String,
    rows: Vec<(&'static str, String)>,
    note: String,
}

const BLANK: &str = "______________";

fn page(letter: &Letter, house: &House, times: &Times) -> Result<Page, Failure> {
    let Letter { kind, key, .. } = letter;
    let about = letter.game.visit(About(key)).1;
    let said = |moment: Option<Moment>| moment.map_or(BLANK.to_owned(), Moment::plain);
    let minutes = kind.minutes(times.by_8_3);
    let mut rows = vec![("At", letter.places())];
    if *kind != NoticeKind::Sign {
        rows.insert(0, ("To", kind.to().to_owned()));
        rows.insert(1, ("From", house.licensee.clone().unwrap_or(BLANK.into())));
        rows.push(("Change", letter.change()));
        rows.extend((!about.is_empty()).then(|| ("About", about.to_owned())));
    }
    rows.push((if *kind == NoticeKind::Sign { "Posted" } else { "Given" }, said(times.given)));
    rows.push(("In effect", said(times.effective)));
    match (times.earliest(*kind)?, times.latest(*kind)?) {
        (Some(earliest), _) => rows.push(("Not before", earliest.plain())),
        (None, Some(latest)) => rows.push(("Give by", latest.plain())),
        (None, None) if *kind == NoticeKind::Sign => rows.push(("Not before", "the sign is up".into())),
        (None, None) => rows.push(("Not before", format!("{minutes} minutes after this notice is given"))),
    }
    rows.push(("By", letter.citations()));
    if *kind != NoticeKind::Sign {
        rows.push(("Signed", BLANK.into()));
    }
    let says = sentence(&letter.says());
    let (title, note) = match kind {
        NoticeKind::Written30 => ("Written notice of a change", String::new()),
        NoticeKind::Notice83 => (
            "Notice of a rule at the table",
            format!(
                "The text of 19:47-8.3 is not held. To whom this goes, in which form, and the {minutes} minutes \
                 are not taken from it: compare them with the section before you rely on this."
            ),
        ),
        NoticeKind::Sign => ("Sign at the table", String::new()),
    };
    Ok(Page { title, sign: *kind == NoticeKind::Sign, says: format!("{says}."), rows, note })
}

/// With a capital.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

impl Page {
    fn plain(&self) -> String {
        let mut text = format!("{}\n\n{}\n", self.title.to_uppercase(), screen::wrap(&self.says, 2, 100));
        for (name, value) in &self.rows {
            let _ = writeln!(text, "  {name:<11} {value}");
        }
        if !self.note.is_empty() {
            let _ = write!(text, "\n{}", screen::wrap(&self.note, 2, 100));
        }
        text
    }
}

fn text(pages: &[Page]) -> String {
    let mut text = String::new();
    if pages.is_empty() {
        text += "this change demands no notice and no sign\n";
    }
    for (i, page) in pages.iter().enumerate() {
        if i > 0 {
            let _ = writeln!(text, "\n{}\n", paint(DIM, "─".repeat(72)));
        }
        let plain = page.plain();
        let (title, rest) = plain.split_once('\n').unwrap_or((&plain, ""));
        let _ = write!(text, "{}\n{rest}", paint(BOLD, title));
    }
    text
}

fn refuse(letter: &Letter, early: TooEarly, times: &Times) -> Result<(), Failure> {
    let error = paint(BAD, "refused");
    let cite = paint(CITE, letter.citations());
    let setting = match letter.kind {
        NoticeKind::Notice83 => "; the period is not held and set by --period-8-3",
        NoticeKind::Written30 | NoticeKind::Sign => "",
    };
    screen::complain!("{error}: {}: {early}{setting} [{cite}]", letter.change());
    if let (Some(earliest), Some(latest)) = (times.earliest(letter.kind)?, times.latest(letter.kind)?) {
        screen::complain!("  not before {}, or told by {}", earliest.plain(), latest.plain());
    }
    Ok(())
}

const STYLE: &str = "\
@page { size: letter; margin: 1in }
body { font: 12pt/1.5 Georgia, serif; color: #000; margin: 0 auto; max-width: 6.5in }
section { break-after: page; padding: 2em 0 }
section:last-child { break-after: auto }
h1 { font-size: 16pt; border-bottom: 1pt solid }
.says { font-size: 14pt }
.sign h1 { border: 0; font-size: 12pt; font-weight: normal }
.sign .says { font-size: 36pt; line-height: 1.2; text-align: center; margin: 1in 0 }
dl { display: grid; grid-template-columns: 7em 1fr; gap: .4em 0 }
dt { font-weight: bold }
dd { margin: 0 }
.note { font-size: 10pt; font-style: italic }
";

fn html(pages: &[Page]) -> String {
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Notices</title>\n<style>\n{STYLE}</style>\n"
    );
    for page in pages {
        let class = if page.sign { " class=\"sign\"" } else { "" };
        let _ = writeln!(text, "<section{class}>\n<h1>{}</h1>", page.title);
        let _ = writeln!(text, "<p class=\"says\">{}</p>\n<dl>", escape(&page.says));
        for (name, value) in &page.rows {
            let _ = writeln!(text, "<dt>{name}</dt><dd>{}</dd>", escape(value));
        }
        text += "</dl>\n";
        if !page.note.is_empty() {
            let _ = writeln!(text, "<p class=\"note\">{}</p>", escape(&page.note));
        }
        text += "</section>\n";
    }
    if pages.is_empty() {
        text += "<p>This change demands no notice and no sign.</p>\n";
    }
    text + "</html>\n"
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
