//! `ch47 notice`: the notices and signs that are required before options change.

use super::{check, paper::write};
use crate::{
    args,
    failure::Failure,
    house::{House, HouseFile, at_date},
    json,
    screen::{self, BAD, BOLD, CITE, DIM, paint},
};
use papers::{AsOf, Draft, Letter, Moment, Size, Text, Times};
use rules::house::NoticeKind;
use std::{fmt::Write, path::Path};
use views::check::{Change, NoticeView, NoticesView};

pub fn run(args: &args::Notice, as_json: bool) -> Result<(), Failure> {
    let read = |text: &Option<String>| text.as_deref().map(Moment::read).transpose().map_err(Failure::fault);
    let (given, effective) = (read(&args.given)?, read(&args.effective)?);
    let (first, first_date) = at_date(&args.before)?;
    let before = HouseFile::read(&first)?;
    let as_of = args.as_of.as_deref().map(AsOf::read).transpose().map_err(Failure::fault)?;
    match &args.after {
        Some(after) => {
            let (after, after_date) = at_date(after)?;
            let after = HouseFile::read(&after)?;
            let (was, is) = (before.at(first_date)?, after.at(after_date.or(as_of))?);
            let (before, after) = (&before.versions[was], &after.versions[is]);
            comparable(before, after)?;
            let times = Times { given, effective, by_8_3: args.period_8_3 };
            tell(args, &before.paper, Some(before), after, &times, as_json)
        }
        None => {
            let at = before.at(first_date.or(as_of))?;
            let after = &before.versions[at];
            let own = Times::of(&after.paper, args.period_8_3);
            let times = Times { given: given.or(own.given), effective: effective.or(own.effective), ..own };
            tell(
                args,
                &before.before(at),
                at.checked_sub(1).map(|at| &before.versions[at]),
                after,
                &times,
                as_json,
            )
        }
    }
}

/// Checks that two files can be compared.
pub fn comparable(before: &House, after: &House) -> Result<(), Failure> {
    if before.single != after.single {
        return Err(Failure::fault("one of the files is of a house and the other of a single table"));
    }
    if before.single && before.tables[0].submission.game != after.tables[0].submission.game {
        let [from, to] = [before, after].map(|house| house.tables[0].submission.game.name());
        return Err(Failure::fault(format!("a {from} table does not change its options to those of {to}")));
    }
    Ok(())
}

fn tell(
    args: &args::Notice,
    before: &papers::House,
    was: Option<&House>,
    after: &House,
    times: &Times,
    as_json: bool,
) -> Result<(), Failure> {
    let judgment = after.judge();
    let letters = if judgment.is_lawful() { papers::letters(before, &after.paper) } else { Vec::new() };
    let lawful = judgment.is_lawful() && letters.iter().all(|letter| times.judge(letter.kind).is_ok());
    let from = was.unwrap_or(after);
    if as_json {
        let report = NoticesView {
            before: from.source.name.clone(),
            after: check::report(after, &judgment),
            given: times.given.map(Moment::rfc3339),
            effective: times.effective.map(Moment::rfc3339),
            period_8_3: times.by_8_3,
            lawful,
            notices: letters.iter().map(|letter| view(letter, after, times)).collect(),
        };
        screen::show(&json::render(&report)?)?;
    } else if !judgment.is_lawful() {
        check::complain(after, &judgment);
        let name = &after.source.name;
        screen::show(&format!("{}: {name}, so there is no change to tell of\n", paint(BAD, "unlawful")))?;
    } else if lawful {
        if let Some(n @ 1..) = was.map(|was| was.judge().count()) {
            let note = format!("note: {} is itself unlawful, {n} violations", from.source.name);
            screen::complain!("{}", paint(DIM, note));
        }
        screen::show(&text(&letters, after, times))?;
    } else {
        letters.iter().for_each(|letter| refuse(letter, times));
    }
    if !lawful {
        return Err(Failure::Law);
    }
    match &args.html {
        Some(path) => html(path, before, after, times),
        None => Ok(()),
    }
}

fn html(path: &Path, before: &papers::House, after: &House, times: &Times) -> Result<(), Failure> {
    write(path, &papers::notices(&Draft::new(&after.paper, Size::Letter), before, times).html)
}

/// A notice for programs.
pub fn view(letter: &Letter, house: &House, times: &Times) -> NoticeView {
    let kind = letter.kind;
    let change = Change {
        cite: letter.cite,
        kind,
        game: letter.game.name(),
        key: letter.field.key,
        was: letter.was.map(|was| was.to_string()),
        becomes: letter.becomes.to_string(),
        by_8_3: times.by_8_3,
    };
    NoticeView {
        tables: letter.tables(),
        earliest: times.earliest(kind).map(Moment::rfc3339),
        latest: times.latest(kind).map(Moment::rfc3339),
        refused: times.judge(kind).err().map(|early| early.to_string()),
        text: plain(&Text::of(letter, &house.paper, times)),
        ..change.into()
    }
}

fn plain(page: &Text) -> String {
    let mut text = format!("{}\n\n{}\n", page.title.to_uppercase(), screen::wrap(&page.says, 2, 100));
    for (name, value) in &page.rows {
        let _ = writeln!(text, "  {name:<11} {value}");
    }
    if !page.note.is_empty() {
        let _ = write!(text, "\n{}", screen::wrap(&page.note, 2, 100));
    }
    text
}

fn text(letters: &[Letter], house: &House, times: &Times) -> String {
    let mut text = String::new();
    if letters.is_empty() {
        text += "this change demands no notice and no sign\n";
    }
    for (i, letter) in letters.iter().enumerate() {
        if i > 0 {
            let _ = writeln!(text, "\n{}\n", paint(DIM, "─".repeat(72)));
        }
        let plain = plain(&Text::of(letter, &house.paper, times));
        let (title, rest) = plain.split_once('\n').unwrap_or((&plain, ""));
        let _ = write!(text, "{}\n{rest}", paint(BOLD, title));
    }
    text
}

/// Says why a change may not take effect at the stated time, if it may not.
pub fn refuse(letter: &Letter, times: &Times) {
    let Err(early) = times.judge(letter.kind) else { return };
    let error = paint(BAD, "refused");
    let cite = paint(CITE, letter.citations());
    let setting = match letter.kind {
        NoticeKind::Notice83 | NoticeKind::Limits => "; the period is not held and set by --period-8-3",
        NoticeKind::Written30 | NoticeKind::Sign => "",
    };
    screen::complain!("{error}: {}: {early}{setting} [{cite}]", letter.change());
    if let (Some(earliest), Some(latest)) = (times.earliest(letter.kind), times.latest(letter.kind)) {
        screen::complain!("  not before {earliest}, or told by {latest}");
    }
}
