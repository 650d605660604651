//! `ch47 replay`: what happened in a round, for whoever disputes it.

use super::verify::{dollars, lines, time};
use crate::{
    args,
    failure::Failure,
    json::{self, PurseJson, ReplayJson, RoundJson, StepJson},
    load::Source,
    screen::{self, BAD, BOLD, CITE, DIM, GOOD, paint},
};
use books::{Entry, Fact, Remedy, Step, Verifier};
use rules::Patron;
use std::{
    collections::BTreeMap,
    fmt::{Display, Write},
    fs,
};

pub fn run(args: &args::Replay, as_json: bool) -> Result<(), Failure> {
    let source = Source::read(&args.journal)?;
    let history = History::read(&source)?;
    let rounds = match args.round {
        Some(number) => vec![history.round(number).ok_or_else(|| {
            let last = history.rounds.keys().next_back().copied().unwrap_or(0);
            Failure::fault(format!("{}: there is no round {number}; the last is {last}", source.name))
        })?],
        None => history.rounds.keys().filter_map(|number| history.round(*number)).map(listed).collect(),
    };
    let report = ReplayJson {
        file: source.name.clone(),
        table: history.table.clone(),
        game: history.game.clone(),
        options: history.options(args.round),
        rounds,
    };
    let text = match (as_json, args.list) {
        (true, _) => json::render(&report)?,
        (false, true) => list_text(&report),
        (false, false) => report.rounds.iter().map(|round| round_text(&report, round)).collect(),
    };
    screen::show(&text)?;
    if let Some(path) = &args.html {
        fs::write(path, html(&report)).map_err(|e| Failure::fault(format!("{}: {e}", path.display())))?;
    }
    Ok(())
}

/// A journal in rounds.
struct History {
    table: String,
    game: String,
    /// The options in force from a round on.
    options: BTreeMap<u64, Vec<String>>,
    people: BTreeMap<u16, String>,
    rounds: BTreeMap<u64, Vec<Moment>>,
    /// Voids that were agreed to: first round, last round, the lines of question and answer.
    remedies: Vec<(u64, u64, Vec<StepJson>)>,
    void: Vec<(u64, u64)>,
}

/// A line with the chips of everyone before and after it.
struct Moment {
    step: StepJson,
    at: i64,
    before: BTreeMap<u16, i64>,
    after: BTreeMap<u16, i64>,
    /// What the game gave or took.
    result: BTreeMap<u16, i64>,
    staked: i64,
}

impl History {
    fn read(source: &Source) -> Result<History, Failure> {
        let mut verifier = Verifier::new(None);
        let (mut history, mut asked) = (History::empty(), BTreeMap::new());
        let mut waits = (String::new(), None);
        for line in lines(source) {
            let before = verifier.book().map(purses).unwrap_or_default();
            let step = verifier.line(line).map_err(|wrong| {
                Failure::refused(format!("{}: the journal is not sound: {wrong}", source.name))
            })?;
            let Some(step) = step else {
                anstream::eprintln!("{}: the rest needs other rules than {}", source.name, books::VERSION);
                break;
            };
            let Some(book) = verifier.book() else { continue };
            let mut told = step_json(&step);
            // Who was right about a refusal is a question of order: since when the table waited for something else.
            if let (Entry::Refused { .. }, (awaits, Some(since))) = (&step.record.entry, &waits) {
                told.what = format!("{}  ({since}, the table waited for {awaits})", told.what);
            }
            let awaits = book.engine().map(|engine| engine.awaits().to_string()).unwrap_or_default();
            if awaits != waits.0 {
                waits =
                    (awaits, Some(format!("since line {}: {}", step.record.seq, words(&step.record.entry))));
            }
            history.note(&step, &mut asked);
            (history.table, history.people) = (book.table().to_owned(), book.people().clone());
            let moment = Moment {
                at: step.record.at,
                after: purses(book),
                result: results(&step),
                staked: step.told.iter().map(|told| staked(&told.fact)).sum(),
                before,
                step: told,
            };
            history.rounds.entry(step.round).or_default().push(moment);
        }
        Ok(history)
    }

    fn empty() -> History {
        let (table, game, options, people) = Default::default();
        let (rounds, remedies, void) = Default::default();
        History { table, game, options, people, rounds, remedies, void }
    }

    /// Options in force, and what was asked, agreed to or declined.
    fn note(&mut self, step: &Step, asked: &mut BTreeMap<u64, (u64, u64)>) {
        match &step.record.entry {
            Entry::Opened { game, options, .. } => {
                self.game.clone_from(game);
                self.options.insert(step.round, options.clone());
            }
            Entry::Asked { remedy: Remedy::Void { first, last }, .. } => {
                asked.insert(step.record.seq, (*first, *last));
                self.remedies.push((*first, *last, vec![step_json(step)]));
            }
            Entry::Approved { asked: line } | Entry::Declined { asked: line } => {
                let Some((first, last)) = asked.get(line) else { return };
                if matches!(step.record.entry, Entry::Approved { .. }) {
                    self.void.push((*first, *last));
                }
                let mine = |remedy: &&mut (u64, u64, Vec<StepJson>)| remedy.2[0].line == *line;
                self.remedies.iter_mut().find(mine).into_iter().for_each(|r| r.2.push(step_json(step)));
            }
            _ => {}
        }
    }

    fn options(&self, round: Option<u64>) -> Vec<String> {
        let until = round.unwrap_or(u64::MAX);
        self.options.range(..=until).next_back().map(|(_, options)| options.clone()).unwrap_or_default()
    }

    fn round(&self, number: u64) -> Option<RoundJson> {
        let moments = self.rounds.get(&number)?;
        let (first, last) = (moments.first()?, moments.last()?);
        let people = self.people.iter().map(|(patron, person)| {
            let [before, after] =
                [&first.before, &last.after].map(|all| all.get(patron).copied().unwrap_or(0));
            let result: i64 = moments.iter().filter_map(|moment| moment.result.get(patron)).sum();
            let (patron, person) = (Patron(*patron).to_string(), person.clone());
            PurseJson { patron, person, before, result, brought: after - before - result, after }
        });
        let covers = |first: u64, last: u64| (first..=last).contains(&number);
        Some(RoundJson {
            round: number,
            from: time(first.at),
            to: time(last.at),
            void: self.void.iter().any(|(first, last)| covers(*first, *last)),
            staked: moments.iter().map(|moment| moment.staked).sum(),
            people: people.collect(),
            steps: moments.iter().map(|moment| moment.step.clone()).collect(),
            remedies: self
                .remedies
                .iter()
                .filter(|(first, last, _)| covers(*first, *last))
                .flat_map(|(_, _, steps)| steps.clone())
                .collect(),
        })
    }
}

/// As it stands in a list.
fn listed(mut round: RoundJson) -> RoundJson {
    (round.steps, round.remedies) = (Vec::new(), Vec::new());
    round.people.retain(|purse| purse.result != 0);
    round
}

fn purses(book: &books::Book) -> BTreeMap<u16, i64> {
    book.people().keys().map(|number| (*number, book.purse(Patron(*number)))).collect()
}

/// What the game itself gave to each patron, or took.
fn results(step: &Step) -> BTreeMap<u16, i64> {
    if !matches!(step.record.entry, Entry::Input { .. }) {
        return BTreeMap::new();
    }
    let purse = |(account, cents): (&books::Account, i64)| match account {
        books::Account::Purse(patron) => Some((patron.strip_prefix('p')?.parse().ok()?, cents)),
        _ => None,
    };
    step.postings.iter().filter_map(purse).collect()
}

fn staked(fact: &Fact) -> i64 {
    match fact {
        Fact::Placed { bet } => bet.stake,
        Fact::Returned { bet } => -bet.stake,
        _ => 0,
    }
}

fn step_json(step: &Step) -> StepJson {
    StepJson {
        line: step.record.seq,
        at: time(step.record.at),
        by: step.record.by.clone(),
        what: words(&step.record.entry),
        refused: match &step.record.entry {
            Entry::Refused { cite, why, .. } => Some((cite.clone(), why.clone())),
            _ => None,
        },
        facts: step.told.clone(),
        leaf: step.leaf.to_string(),
    }
}

/// An entry in words.
fn words(entry: &Entry) -> String {
    let remedy = |remedy: &Remedy| match remedy {
        Remedy::Void { first, last } if first == last => format!("round {first} to be void"),
        Remedy::Void { first, last } => format!("rounds {first} to {last} to be void"),
        Remedy::Correct { patron, cents } => format!("p{patron} to get {}", dollars(*cents)),
    };
    match entry {
        Entry::Opened { game, options, .. } => format!("opens the table for {game}: {}", options.join(" ")),
        Entry::Closed {} => "closes the table".into(),
        Entry::Joined { patron, person } => format!("{person} comes, and is p{patron} here"),
        Entry::Input { line } | Entry::Refused { line, .. } => line.clone(),
        Entry::Anchored { patron, anchor, length, since } => {
            format!("p{patron} offers a chain of {length} from window {since} on: {anchor}")
        }
        Entry::Committed { window, commitment } => format!("commits to window {window}: {commitment}"),
        Entry::Locked { window, panel, next } => {
            format!("locks window {window} for {}, commits to the next: {next}", patrons(panel))
        }
        Entry::Mixed { window, parts, steps } => {
            let who: Vec<u16> = parts.iter().map(|(patron, _)| *patron).collect();
            let delay = steps.map_or_else(String::new, |steps| format!(", after a delay of {steps} steps"));
            format!("mixes window {window} with the parts of {}{delay}", patrons(&who))
        }
        Entry::Failed { window, withheld, secret } => {
            format!("window {window} fails because {} withheld: {secret}", patrons(withheld))
        }
        Entry::Turned { window, secret } => format!("turns window {window}: {secret}"),
        Entry::Abandoned { first, last, .. } if first == last => format!("gives up window {first}"),
        Entry::Abandoned { first, last, .. } => format!("gives up windows {first} to {last}"),
        Entry::Funded { person, cents } => format!("the cage takes {} of {person}'s cash", dollars(*cents)),
        Entry::BoughtIn { patron, cents } => format!("p{patron} buys chips for {}", dollars(*cents)),
        Entry::TakenAway { patron, cents } => format!("p{patron} takes chips of {} away", dollars(*cents)),
        Entry::Filled { cents, slip } => format!("fill of {}, slip {slip}", dollars(*cents)),
        Entry::Credited { cents, slip } => format!("credit of {}, slip {slip}", dollars(*cents)),
        Entry::Asked { remedy: what, reason } => format!("asks for {}: {reason}", remedy(what)),
        Entry::Approved { asked } => format!("agrees to what was asked in line {asked}"),
        Entry::Declined { asked } => format!("declines what was asked in line {asked}"),
        Entry::Scheduled { options, .. } => format!("announces other options: {}", options.join(" ")),
        Entry::TakenOver { node } => format!("node {node} takes the table over"),
        Entry::Restored { lost_from, lost_to, .. } => {
            format!("the floor is restored from a copy without lines {lost_from} to {lost_to}")
        }
    }
}

fn list_text(report: &ReplayJson) -> String {
    let rows = report.rounds.iter().map(|round| {
        let people = round.people.iter().map(|p| format!("{} {}", p.person, signed(p.result)));
        vec![
            round.round.to_string(),
            round.from.clone(),
            dollars(round.staked),
            people.collect::<Vec<_>>().join(", "),
            if round.void { "void".into() } else { String::new() },
        ]
    });
    let title = format!("{}  {}, {}\n", paint(BOLD, "Rounds"), report.table, report.game);
    title + &screen::table(&["round", "began", "staked", "result", ""], &[0, 2], rows.collect())
}

fn signed(cents: i64) -> String {
    if cents > 0 { format!("+{}", dollars(cents)) } else { dollars(cents) }
}

fn round_text(report: &ReplayJson, round: &RoundJson) -> String {
    let mut text = format!(
        "{}  {}, {}  {}\n  from {} to {}\n\n",
        paint(BOLD, format!("Round {}", round.round)),
        report.table,
        report.game,
        paint(DIM, report.options.join(" ")),
        round.from,
        round.to
    );
    round.steps.iter().for_each(|step| text += &step_text(step));
    let rows = round.people.iter().map(|p| {
        let amounts = [p.before, p.brought, p.result, p.after].map(dollars);
        [p.patron.clone(), p.person.clone()].into_iter().chain(amounts).collect()
    });
    text += "\n";
    text += &screen::table(&PURSES, &[2, 3, 4, 5], rows.collect());
    if !round.remedies.is_empty() {
        let _ = writeln!(text, "\n{}", paint(BOLD, "Later"));
        round.remedies.iter().for_each(|step| text += &step_text(step));
    }
    if round.void {
        let _ = writeln!(text, "\n{}: what it moved went back", paint(BAD, "void"));
    }
    text
}

const PURSES: [&str; 6] = ["patron", "person", "before", "brought", "result", "after"];

fn step_text(step: &StepJson) -> String {
    let StepJson { line, at, by, what, .. } = step;
    let mut text = format!("{line:>5}  {}  {by}: {}\n", paint(DIM, at), paint(BOLD, what));
    for told in &step.facts {
        let style = if told.text.starts_with("won") { GOOD } else { anstyle::Style::new() };
        let cite = paint(CITE, format!("{:<14}", told.cite));
        let _ = writeln!(text, "         {cite} {}", paint(style, &told.text));
    }
    if let Some((cite, why)) = &step.refused {
        let cite = paint(CITE, format!("{cite:<14}"));
        let _ = writeln!(text, "         {cite} {} {why}", paint(BAD, "refused:"));
    }
    text
}

const STYLE: &str = "\
@page { size: letter; margin: .8in }
body { font: 10.5pt/1.4 Georgia, serif; color: #000; margin: 0 auto; max-width: 7in }
h1 { font-size: 16pt; border-bottom: 1pt solid }
table { border-collapse: collapse; width: 100%; margin: 1em 0 }
td, th { text-align: left; vertical-align: top; padding: .15em .6em .15em 0 }
.n { text-align: right }
.fact td { font-size: 9.5pt }
.no { font-weight: bold }
.hash { font: 7.5pt monospace; color: #555; overflow-wrap: anywhere }
tr { break-inside: avoid }
";

fn html(report: &ReplayJson) -> String {
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Round</title>\n<style>\n{STYLE}</style>\n"
    );
    for round in &report.rounds {
        let void = if round.void { ", void" } else { "" };
        let _ = writeln!(text, "<h1>Round {}{void}</h1>", round.round);
        let _ = writeln!(
            text,
            "<p>Table {}, {}; {}. From {} to {}. Journal {}.</p>",
            escape(&report.table),
            escape(&report.game),
            escape(report.options.join(" ")),
            round.from,
            round.to,
            escape(&report.file)
        );
        text += &steps_html(&round.steps);
        text += "<table>\n<tr>";
        PURSES.iter().for_each(|name| text += &format!("<th>{name}</th>"));
        text += "</tr>\n";
        for p in &round.people {
            let _ = write!(text, "<tr><td>{}</td><td>{}</td>", p.patron, escape(&p.person));
            let amounts = [p.before, p.brought, p.result, p.after].map(dollars);
            amounts.iter().for_each(|amount| text += &format!("<td class=\"n\">{amount}</td>"));
            text += "</tr>\n";
        }
        text += "</table>\n";
        if !round.remedies.is_empty() {
            text += "<h2>Later</h2>\n";
            text += &steps_html(&round.remedies);
        }
    }
    text + "</html>\n"
}

fn steps_html(steps: &[StepJson]) -> String {
    let mut text = "<table>\n<tr><th>line</th><th>time</th><th>who</th><th>what</th></tr>\n".to_owned();
    for step in steps {
        let (by, what) = (escape(&step.by), escape(&step.what));
        let _ = writeln!(
            text,
            "<tr><td>{}</td><td>{}</td><td>{by}</td><td>{what}<div class=\"hash\">{}</div></td></tr>",
            step.line, step.at, step.leaf
        );
        let row = |class: &str, cite: &str, says: &str| {
            format!(
                "<tr class=\"{class}\"><td></td><td></td><td>{}</td><td>{}</td></tr>\n",
                escape(cite),
                escape(says)
            )
        };
        step.facts.iter().for_each(|told| text += &row("fact", &told.cite, &told.text));
        step.refused.iter().for_each(|(cite, why)| text += &row("fact no", cite, &format!("refused: {why}")));
    }
    text + "</table>\n"
}

fn escape(text: impl Display) -> String {
    let text = text.to_string();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// People by their numbers.
fn patrons(numbers: &[u16]) -> String {
    match numbers {
        [] => "nobody".to_owned(),
        all => all.iter().map(|number| format!("p{number}")).collect::<Vec<_>>().join(", "),
    }
}
