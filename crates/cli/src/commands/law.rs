//! `ch47 law`: the regulation, in our words, with everything known about each provision.

use crate::{
    args::Law,
    failure::Failure,
    json::{
        self, ContentsJson, CorrectionJson, DispositionJson, EditionJson, FactJson, HitJson, LawJson,
        MatrixCellJson, MatrixJson, MatrixRowJson, ProvisionJson, ReadingJson, RuleJson, SearchJson,
        SectionJson, SubchapterJson,
    },
    load::long,
    screen::{self, BAD, BOLD, CITE, DIM, GOOD, paint, wrap},
};
use index::{applied, find, squash};
use law::{Citation, Disposal, READINGS, Reading, SECTIONS, SUBCHAPTERS};
use rounds::nearest;
use std::fmt::Write;

const WIDTH: usize = 100;
/// How many golden rounds are named before the rest are counted.
const SOME_ROUNDS: usize = 5;

pub fn run(args: &Law, as_json: bool) -> Result<(), Failure> {
    match &args.id {
        _ if args.matrix => matrix(as_json),
        _ if !args.search.is_empty() => search(&args.search.join(" "), as_json),
        Some(id) => show(id, as_json),
        None => contents(as_json),
    }
}

fn show(asked: &str, as_json: bool) -> Result<(), Failure> {
    if let Some(reading) = READINGS.iter().find(|r| r.id.eq_ignore_ascii_case(asked.trim())) {
        return show_reading(reading, as_json);
    }
    let found = find(asked);
    if found.is_empty() {
        return Err(Failure::fault(unknown(asked)));
    }
    if as_json {
        let provisions = found.iter().map(|&c| provision_json(c)).collect();
        return screen::show(&json::render(&LawJson { asked: asked.to_owned(), provisions })?);
    }
    let mut text = String::new();
    let mut section = "";
    for &cite in &found {
        if cite.section().number != section {
            section = cite.section().number;
            text += &heading(cite);
        }
        text += &provision(cite, found.len() == 1);
    }
    screen::show(&text)
}

fn unknown(asked: &str) -> String {
    let (number, _) = squash(asked);
    if let Some(section) = SECTIONS.iter().find(|s| s.number == number && s.holding == law::Holding::Reserved)
    {
        return format!("{} is reserved: it says nothing", section.number);
    }
    if let Some(sub) = SUBCHAPTERS.iter().find(|sub| sub.number.to_string() == number) {
        return format!("subchapter {}, {}, is not held", sub.number, sub.title);
    }
    let hint = match nearest(asked, Citation::all().map(Citation::id)) {
        Some(id) => format!("did you mean \"{id}\"?"),
        None => "`ch47 law` lists the sections".to_owned(),
    };
    format!("no provision `{asked}` is held or known: {hint}")
}

fn heading(cite: Citation) -> String {
    let section = cite.section();
    let title = if section.heading.is_empty() { cite.heading() } else { section.heading };
    let mut text = format!("{} {}\n", paint(BOLD, long_section(section.number)), paint(BOLD, title));
    match section.edition() {
        Some(edition) => text += &paint(DIM, wrap(&format!("Text: {}", edition.says), 2, WIDTH)),
        None => text += &paint(BAD, "  not held: the texts lack this section\n"),
    }
    if !section.note.is_empty() {
        text += &paint(DIM, wrap(section.note, 2, WIDTH));
    }
    if !section.successor.is_empty() {
        text += &paint(DIM, format!("  Today's code: {} (the texts were not compared)\n", section.successor));
    }
    text + "\n"
}

fn long_section(number: &str) -> String {
    if number.contains(':') { format!("N.J.A.C. {number}") } else { format!("N.J.A.C. 19:47-{number}") }
}

fn provision(cite: Citation, whole: bool) -> String {
    let (provision, applied) = (cite.provision(), applied(cite));
    let mut text = format!("{}\n", paint(CITE, long(cite)));
    for rule in provision.rules {
        let whom = if provision.held { format!(" [{}, {}]", rule.kind, rule.actor) } else { String::new() };
        text += &wrap(&format!("{}{whom}", rule.says), 2, WIDTH);
    }
    for fact in provision.facts {
        let from = if fact.source.is_empty() { String::new() } else { format!("; {}", fact.source) };
        text += &wrap(&format!("• {}", fact.says), 2, WIDTH);
        text += &paint(DIM, wrap(&format!("{}{from}", fact.confidence), 4, WIDTH));
    }
    for correction in cite.corrections() {
        let (place, read, why) = (correction.place, correction.read, correction.why);
        let _ = writeln!(text, "  {}", paint(BOLD, "Corrected"));
        text +=
            &wrap(&format!("{place}: the scan shows {}; read {read}. {why}", correction.scanned), 4, WIDTH);
    }
    for reading in cite.readings() {
        text += &reading_text(reading, whole);
    }
    for place in &applied.code {
        let (file, item) = place.split_once(' ').unwrap_or((place, ""));
        let _ = writeln!(text, "  {}  crates/rules/src/{file}  {item}", paint(DIM, "code"));
    }
    for round in applied.rounds.iter().take(SOME_ROUNDS) {
        let _ = writeln!(text, "  {}  crates/rules/tests/rounds/{round}.round", paint(DIM, "test"));
    }
    if applied.rounds.len() > SOME_ROUNDS {
        let more = format!("      and {} more (--json lists all)", applied.rounds.len() - SOME_ROUNDS);
        let _ = writeln!(text, "  {}", paint(DIM, more));
    }
    if let Some(disposition) = cite.disposition() {
        let lines =
            wrap(&format!("no code decides it ({}): {}", disposition.kind, disposition.reason), 2, WIDTH);
        text += &paint(DIM, lines);
    }
    text + "\n"
}

fn reading_text(reading: &Reading, whole: bool) -> String {
    let mut text =
        format!("  {} {}\n", paint(BOLD, format!("Reading {}", reading.id)), paint(BOLD, reading.title));
    if !whole {
        return text;
    }
    text += &wrap(reading.question, 4, WIDTH);
    for choice in reading.choices {
        let taken = *choice == reading.decision();
        let mark = if taken { "▸" } else { " " };
        let lines = wrap(&format!("{mark} {choice}"), 4, WIDTH);
        text += &if taken { paint(GOOD, lines) } else { paint(DIM, lines) };
    }
    text += &wrap(reading.why, 4, WIDTH);
    for vector in reading.vectors {
        text += &paint(DIM, wrap(&format!("e.g. {vector}"), 4, WIDTH));
    }
    text
}

/// A reading by itself, and the provisions it reads.
fn show_reading(reading: &Reading, as_json: bool) -> Result<(), Failure> {
    if as_json {
        return screen::show(&json::render(&reading_json(reading))?);
    }
    let on: Vec<String> = reading.on.iter().map(|c| paint(CITE, c)).collect();
    screen::show(&format!("{}  reads {}\n", reading_text(reading, true), on.join(", ")))
}

fn reading_json(r: &Reading) -> ReadingJson {
    ReadingJson {
        id: r.id.to_owned(),
        title: r.title.to_owned(),
        on: r.on.iter().map(|c| c.id().to_owned()).collect(),
        question: r.question.to_owned(),
        choices: r.choices.iter().map(|&c| c.to_owned()).collect(),
        decision: r.decision().to_owned(),
        why: r.why.to_owned(),
    }
}

fn provision_json(cite: Citation) -> ProvisionJson {
    let (p, applied) = (cite.provision(), applied(cite));
    ProvisionJson {
        id: p.id.to_owned(),
        heading: cite.heading().to_owned(),
        held: p.held,
        edition: cite.edition().map(|e| EditionJson { says: e.says.to_owned(), as_of: e.as_of.to_owned() }),
        successor: cite.section().successor.to_owned(),
        game: p.game.to_owned(),
        rules: p
            .rules
            .iter()
            .map(|r| RuleJson {
                kind: r.kind.to_string(),
                actor: r.actor.to_string(),
                class: r.class.to_string(),
                says: r.says.to_owned(),
            })
            .collect(),
        facts: p
            .facts
            .iter()
            .map(|f| FactJson {
                key: f.key.to_owned(),
                says: f.says.to_owned(),
                confidence: f.confidence.to_string(),
                source: f.source.to_owned(),
            })
            .collect(),
        readings: cite.readings().map(reading_json).collect(),
        corrections: cite
            .corrections()
            .map(|c| CorrectionJson {
                place: c.place.to_owned(),
                scanned: c.scanned.to_owned(),
                read: c.read.to_owned(),
                why: c.why.to_owned(),
            })
            .collect(),
        code: owned(&applied.code),
        rounds: owned(&applied.rounds),
        disposition: cite
            .disposition()
            .map(|d| DispositionJson { kind: d.kind.to_string(), reason: d.reason.to_owned() }),
    }
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

fn contents(as_json: bool) -> Result<(), Failure> {
    let sections = |number: u16| {
        let prefix = format!("{number}.");
        SECTIONS.iter().filter(move |s| s.number.starts_with(&prefix)).map(|s| SectionJson {
            number: s.number.to_owned(),
            heading: s.heading.to_owned(),
            held: s.holding.to_string(),
            provisions: Citation::all().filter(|c| c.is_held() && c.section().number == s.number).count(),
        })
    };
    let subchapters: Vec<SubchapterJson> = SUBCHAPTERS
        .iter()
        .map(|sub| {
            let mut all: Vec<SectionJson> = sections(sub.number).collect();
            all.sort_by_key(|s| s.number.split('.').nth(1).and_then(|n| n.parse::<u16>().ok()));
            SubchapterJson { number: sub.number, title: sub.title.to_owned(), sections: all }
        })
        .collect();
    if as_json {
        let (code, title) = (law::CODE.to_owned(), law::TITLE.to_owned());
        return screen::show(&json::render(&ContentsJson { code, title, subchapters })?);
    }
    let mut text = format!("{}\n", paint(BOLD, format!("{} {}", law::CODE, law::TITLE)));
    for sub in subchapters {
        let none = if sub.sections.is_empty() { paint(DIM, "  not held") } else { String::new() };
        let _ = writeln!(text, "\n{} {}{none}", paint(BOLD, sub.number), paint(BOLD, &sub.title));
        for s in sub.sections {
            let held = match s.held.as_str() {
                "whole" => provisions(s.provisions),
                "part" => provisions(s.provisions) + ", in part",
                "reserved" => "reserved".to_owned(),
                _ => "not held".to_owned(),
            };
            let number = paint(CITE, format!("{:<6}", s.number));
            let _ = writeln!(text, "  {number} {}  {}", s.heading, paint(DIM, held));
        }
    }
    screen::show(&text)
}

fn provisions(n: usize) -> String {
    if n == 1 { "1 provision".to_owned() } else { format!("{n} provisions") }
}

fn search(words: &str, as_json: bool) -> Result<(), Failure> {
    let words = index::words(words);
    if words.is_empty() {
        return Err(Failure::fault("--search needs a word to look for"));
    }
    let hits = index::search(&words);
    if as_json {
        let hit = |hit: index::Hit| HitJson {
            id: hit.id.to_owned(),
            kind: hit.kind.to_owned(),
            held: hit.held,
            text: hit.text,
        };
        let hits = hits.into_iter().map(hit).collect();
        return screen::show(&json::render(&SearchJson { words, hits })?);
    }
    if hits.is_empty() {
        return screen::show(&format!("nothing contains {}\n", words.join(" and ")));
    }
    let mut text = String::new();
    for hit in &hits {
        let mark = if hit.held { String::new() } else { paint(BAD, " (not held)") };
        let label = if hit.kind == "reading" { format!("reading {}", hit.id) } else { hit.id.to_owned() };
        let _ = writeln!(text, "{}{mark}", paint(CITE, label));
        text += &highlight(&wrap(&hit.text, 2, WIDTH), &words);
    }
    screen::show(&text)
}

/// The text with each found word in bold; only where lower case keeps every byte in its place.
fn highlight(text: &str, words: &[String]) -> String {
    let lower = text.to_lowercase();
    if lower.len() != text.len() {
        return text.to_owned();
    }
    let mut marks: Vec<(usize, usize)> = words
        .iter()
        .flat_map(|word| lower.match_indices(word.as_str()).map(|(at, found)| (at, at + found.len())))
        .collect();
    marks.sort_unstable();
    let (mut out, mut done) = (String::new(), 0);
    for (from, to) in marks {
        if from >= done && text.is_char_boundary(from) && text.is_char_boundary(to) {
            out += &text[done..from];
            out += &paint(BOLD, &text[from..to]);
            done = to;
        }
    }
    out + &text[done..]
}

fn matrix(as_json: bool) -> Result<(), Failure> {
    let held: Vec<(u16, MatrixCellJson, bool)> = Citation::all()
        .filter(|c| c.is_held())
        .map(|c| {
            let sub = c.id().split('.').next().and_then(|n| n.parse().ok()).unwrap_or_default();
            let (code, rounds) = (owned(&applied(c).code), owned(&applied(c).rounds));
            let status = index::status(c).to_owned();
            let awaited = c.disposition().is_some_and(|d| d.kind == Disposal::Awaited);
            (sub, MatrixCellJson { id: c.id().to_owned(), status, code, rounds }, awaited)
        })
        .collect();
    let rows: Vec<MatrixRowJson> = SUBCHAPTERS
        .iter()
        .filter(|sub| sub.held)
        .map(|sub| {
            let own: Vec<_> = held.iter().filter(|(n, ..)| *n == sub.number).collect();
            let awaited = own.iter().filter(|(.., awaited)| *awaited).count();
            let enforced = own.iter().filter(|(_, cell, _)| cell.status == "enforced").count();
            MatrixRowJson {
                number: sub.number,
                title: sub.title.to_owned(),
                provisions: own.len(),
                enforced,
                declared: own.len() - enforced - awaited,
                awaited,
            }
        })
        .collect();
    if as_json {
        let provisions = held.into_iter().map(|(_, cell, _)| cell).collect();
        return screen::show(&json::render(&MatrixJson { subchapters: rows, provisions })?);
    }
    let total = |of: fn(&MatrixRowJson) -> usize| rows.iter().map(of).sum::<usize>().to_string();
    let mut lines: Vec<Vec<String>> = rows
        .iter()
        .map(|r| {
            let counts = [r.provisions, r.enforced, r.declared, r.awaited].map(|n| n.to_string());
            [vec![format!("{} {}", r.number, r.title)], counts.to_vec()].concat()
        })
        .collect();
    lines.push(vec![
        "all".to_owned(),
        total(|r| r.provisions),
        total(|r| r.enforced),
        total(|r| r.declared),
        total(|r| r.awaited),
    ]);
    let header = ["subchapter", "provisions", "enforced", "declared", "awaited"];
    let mut text = screen::table(&header, &[1, 2, 3, 4], lines);
    text += &paint(
        DIM,
        "`ch47 law ID` shows where code and golden rounds apply a provision; docs/CONFORMANCE.md has all\n",
    );
    screen::show(&text)
}
