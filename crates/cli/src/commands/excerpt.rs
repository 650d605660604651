//! `ch47 verify` for an excerpt: a part of a journal in one file, from a signed start to a signed end.

use super::verify::{lines, text, time, verify_json};
use crate::{
    args,
    failure::Failure,
    json::{self, ExcerptJson},
    load::Source,
    screen::{self, BAD, DIM, paint, shown},
};
use books::{Excerpt, VerifyingKey, Wrong};

pub fn run(args: &args::Verify, source: &Source, as_json: bool) -> Result<(), Failure> {
    if args.checkpoint.is_some() {
        return Err(Failure::fault("an excerpt has its own checkpoint: leave --checkpoint out"));
    }
    let key: Option<VerifyingKey> = args
        .key
        .as_deref()
        .map(|key| key.parse().map_err(|why| Failure::fault(format!("--key: {why}"))))
        .transpose()?;
    let first = lines(source).next().unwrap_or_default();
    let excerpt = match Excerpt::read(first) {
        Ok(excerpt) => excerpt,
        Err(why) => return not_sound(source, &why, as_json),
    };
    if key.is_some_and(|key| key != excerpt.key) {
        return not_sound(source, "another key signed it than the one that was named", as_json);
    }
    if !excerpt.is_of_these_rules() {
        let (name, rules) = (&source.name, shown(&excerpt.rules));
        screen::complain!("{}: {name}: it was written under rules {rules}", paint(BAD, "not read"));
        return Err(Failure::OtherRules);
    }
    let verified = excerpt.verify(lines(source).skip(1));
    if as_json {
        let mut view = verify_json(source, &verified);
        view.excerpt = Some(said(&excerpt));
        screen::show(&json::render(&view)?)?;
    } else {
        match &verified {
            Ok(report) => screen::show(&(about(&excerpt, key.is_some()) + &text(report, None)))?,
            Err(wrong) => complain(source, &excerpt, wrong),
        }
    }
    match verified {
        Err(_) => Err(Failure::Law),
        Ok(report) if !report.unread.is_empty() => Err(Failure::OtherRules),
        Ok(_) => Ok(()),
    }
}

fn said(excerpt: &Excerpt) -> ExcerptJson {
    ExcerptJson {
        first: excerpt.first,
        last: excerpt.next.saturating_sub(1),
        since: time(excerpt.since),
        until: time(excerpt.until),
        key: excerpt.key.to_string(),
    }
}

fn about(excerpt: &Excerpt, is_known: bool) -> String {
    let ExcerptJson { first, last, since, until, key } = said(excerpt);
    let whose = if is_known {
        ""
    } else {
        "; compare it with the one that the house has published, or say it with --key"
    };
    format!(
        "Excerpt  lines {first} to {last} of the journal, from {since} to {until}\n  signed with {key}{whose}\n\n"
    )
}

fn complain(source: &Source, excerpt: &Excerpt, wrong: &Wrong) {
    screen::complain!("{}: {}: {}", paint(BAD, "not sound"), source.name, shown(&wrong.to_string()));
    let at = wrong.seq.checked_sub(excerpt.first).and_then(|at| usize::try_from(at).ok());
    if let Some(line) = at.and_then(|at| lines(source).nth(at + 1)) {
        let line: String = line.chars().take(320).collect();
        screen::complain!("  {}", paint(DIM, shown(&line)));
    }
}

fn not_sound(source: &Source, why: &str, as_json: bool) -> Result<(), Failure> {
    if as_json {
        let wrong = Wrong { seq: 0, how: why.to_owned() };
        screen::show(&json::render(&verify_json(source, &Err(wrong)))?)?;
    } else {
        screen::complain!("{}: {}: {}", paint(BAD, "not sound"), source.name, shown(why));
    }
    Err(Failure::Law)
}
