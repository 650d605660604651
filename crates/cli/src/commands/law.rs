//! `ch47 law`: the regulation in our own words, with everything known about each provision.

use crate::{
    args::Law,
    failure::Failure,
    json,
    load::long,
    screen::{self, BAD, BOLD, CITE, DIM, GOOD, paint, wrap},
};
use index::{applied, find, squash};
use law::{Citation, READINGS, Reading, SECTIONS, SUBCHAPTERS};
use rounds::nearest;
use std::fmt::Write;
use views::law::{ContentsView, LawView, MatrixRowView, MatrixView, Search, SearchView};

const WIDTH: usize = 100;
/// The number of golden rounds named before the rest are only counted.
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
    if as_json {
        let view = LawView::find(asked).ok_or_else(|| Failure::fault(unknown(asked)))?;
        return screen::show(&json::render(&view)?);
    }
    if let Some(reading) = READINGS.iter().find(|r| r.id.eq_ignore_ascii_case(asked.trim())) {
        return show_reading(reading);
    }
    let found = find(asked);
    if found.is_empty() {
        return Err(Failure::fault(unknown(asked)));
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
    // Within the section that was asked for, if there is one; else anywhere.
    let digits = asked.rfind(|c: char| c.is_ascii_digit()).map_or(0, |at| at + 1);
    let in_section = Citation::all().filter(|cite| cite.section().number == &asked[..digits]);
    let near = nearest(asked, in_section.map(Citation::id));
    let hint = match near.or_else(|| nearest(asked, Citation::all().map(Citation::id))) {
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

/// A single reading, with the provisions it interprets.
fn show_reading(reading: &Reading) -> Result<(), Failure> {
    let on: Vec<String> = reading.on.iter().map(|c| paint(CITE, c)).collect();
    screen::show(&format!("{}  reads {}\n", reading_text(reading, true), on.join(", ")))
}

fn contents(as_json: bool) -> Result<(), Failure> {
    let contents = ContentsView::whole();
    if as_json {
        return screen::show(&json::render(&contents)?);
    }
    let mut text = format!("{}\n", paint(BOLD, format!("{} {}", contents.code, contents.title)));
    for sub in contents.subchapters {
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
    let search = Search { words, subchapter: None, offset: 0, limit: usize::MAX };
    let SearchView { words, hits, .. } = match SearchView::find(&search) {
        found if found.words.is_empty() => return Err(Failure::fault("--search needs a word to look for")),
        found if as_json => return screen::show(&json::render(&found)?),
        found => found,
    };
    if hits.is_empty() {
        return screen::show(&format!("nothing contains {}\n", words.join(" and ")));
    }
    let mut text = String::new();
    for hit in &hits {
        let mark = if hit.held { String::new() } else { paint(BAD, " (not held)") };
        let label = if hit.kind == "reading" { format!("reading {}", hit.id) } else { hit.id.clone() };
        let _ = writeln!(text, "{}{mark}", paint(CITE, label));
        hit.text.lines().for_each(|line| text += &highlight(&wrap(line, 2, WIDTH), &words));
    }
    screen::show(&text)
}

/// The text with each found word in bold, where lowercasing keeps every byte in place.
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
    let matrix = MatrixView::whole();
    if as_json {
        return screen::show(&json::render(&matrix)?);
    }
    let rows = matrix.subchapters;
    let total = |of: fn(&MatrixRowView) -> usize| rows.iter().map(of).sum::<usize>().to_string();
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
