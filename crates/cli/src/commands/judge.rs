//! `ch47 judge`: a round that was dealt at a table of wood and cloth, held against the law.

use super::verify::dollars;
use crate::{
    args,
    failure::Failure,
    json::{self, DueJson, JudgeJson, JudgedStepJson},
    load::{self, Source},
    screen::{self, BAD, BOLD, CITE, DIM, GOOD, paint, shown},
};
use books::{Engine, Fact, No, Said, Told};
use rounds::{Done, Script, Setting, directive};
use rules::{Actor, Awaits, GameId, Misread};
use serde::Deserialize;
use std::{collections::BTreeMap, fmt::Write};

pub fn run(args: &args::Judge, as_json: bool) -> Result<(), Failure> {
    let source = Source::read(&args.file)?;
    let written =
        if source.text.trim_start().starts_with('{') { from_json(&source) } else { from_script(&source) };
    let verdict = judge(&source, &written?)?;
    screen::show(&if as_json { json::render(&verdict)? } else { text(&verdict) })?;
    if verdict.in_order { Ok(()) } else { Err(Failure::Law) }
}

/// A round as it was written down.
struct Written {
    game: GameId,
    steps: Vec<(usize, What)>,
}

enum What {
    Options(Vec<Setting>),
    Input(String),
    Done(Done),
}

fn from_script(source: &Source) -> Result<Written, Failure> {
    let fault = |line: usize, message: String| Failure::fault(format!("{}:{line}: {message}", source.name));
    let script = Script::parse(&source.text).map_err(|f| fault(f.line, f.message))?;
    let game = script.game.ok_or_else(|| fault(1, "a `game` line must say which game it is".into()))?;
    let mut steps = Vec::new();
    for (number, left) in script.lines() {
        let line = left.split_whitespace().collect::<Vec<_>>().join(" ");
        let what = if let Some(options) = directive(&line, "options") {
            What::Options(rounds::read_settings(options).map_err(|message| fault(number, message))?)
        } else if let Some(done) = Done::read(&line) {
            What::Done(done.map_err(|message| fault(number, message))?)
        } else if line.is_empty() || line.starts_with('#') || directive(&line, "game").is_some() {
            continue;
        } else {
            What::Input(line)
        };
        steps.push((number, what));
    }
    Ok(Written { game, steps })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordedRound {
    game: String,
    #[serde(default)]
    options: Vec<String>,
    steps: Vec<Recorded>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Recorded {
    Input(String),
    Paid(Changed),
    Taken(Changed),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Changed {
    patron: String,
    cents: i64,
}

fn from_json(source: &Source) -> Result<Written, Failure> {
    let fault = |message: String| Failure::fault(format!("{}: {message}", source.name));
    let round: RecordedRound = serde_json::from_str(&source.text).map_err(|e| fault(e.to_string()))?;
    let game = load::game(&round.game)?;
    let mut steps = Vec::new();
    if !round.options.is_empty() {
        let read =
            |text: &String| Setting::read(text).ok_or_else(|| fault(format!("`{text}` is not key=value")));
        steps.push((0, What::Options(round.options.iter().map(read).collect::<Result<_, _>>()?)));
    }
    for (number, step) in (1..).zip(round.steps) {
        let (verb, changed) = match step {
            Recorded::Input(line) => {
                steps.push((number, What::Input(line.split_whitespace().collect::<Vec<_>>().join(" "))));
                continue;
            }
            Recorded::Paid(changed) => ("paid", changed),
            Recorded::Taken(changed) => ("taken", changed),
        };
        let line = format!("= {} {verb} {}", changed.patron, dollars(changed.cents));
        let done =
            Done::read(&line).unwrap_or(Err(line)).map_err(|m| fault(format!("step {number}: {m}")))?;
        steps.push((number, What::Done(done)));
    }
    Ok(Written { game, steps })
}

/// What everyone was due and got.
#[derive(Default)]
struct Money {
    due_paid: i64,
    due_taken: i64,
    paid: i64,
    taken: i64,
}

fn judge(source: &Source, written: &Written) -> Result<JudgeJson, Failure> {
    let fault = |line: usize, why: String| Failure::fault(format!("{}:{line}: {why}", source.name));
    let open = |line: usize, settings: &[Setting]| {
        books::open(written.game, settings).map_err(|wrong| fault(line, wrong.join("; ")))
    };
    let mut table = open(1, &books::standard(written.game))?;
    let (mut begun, mut recorded, mut left_out) = (false, false, None);
    let mut steps: Vec<JudgedStepJson> = Vec::new();
    let mut people: BTreeMap<u16, Money> = BTreeMap::new();
    for (line, what) in &written.steps {
        match what {
            What::Options(settings) => {
                left_out = left_out.or_else(|| missing(&*table).filter(|_| begun));
                (table, begun) = (open(*line, settings)?, false);
            }
            What::Done(done) => {
                recorded = true;
                let money = people.entry(done.patron.0).or_default();
                (money.paid, money.taken) = (money.paid + done.paid, money.taken + done.taken);
            }
            What::Input(input) => {
                begun = true;
                for input in apart(&*table, input) {
                    let (step, next) = step(&*table, *line, &input).map_err(|why| fault(*line, why))?;
                    step.facts.iter().for_each(|told| owe(&mut people, told));
                    steps.push(step);
                    table = next.unwrap_or(table);
                }
            }
        }
    }
    left_out = left_out.or_else(|| missing(&*table).filter(|_| begun));
    let people: Vec<DueJson> = people.iter().map(|(patron, money)| due(*patron, money, recorded)).collect();
    let in_order = steps.iter().all(|step| step.lawful)
        && left_out.is_none()
        && people.iter().all(|due| due.error == "none");
    let (file, game) = (source.name.clone(), written.game.name().to_owned());
    Ok(JudgeJson { file, game, in_order, steps, left_out, people })
}

/// Several cards on a line are several steps.
fn apart(table: &dyn Engine, input: &str) -> Vec<String> {
    let cards = |word: &str| matches!(table.read(word), Ok(Said::Chance));
    match table.read(input) {
        Err(Misread::Unclear) if input.split(' ').all(cards) => input.split(' ').map(str::to_owned).collect(),
        _ => vec![input.to_owned()],
    }
}

/// A step with the law's answer, and the table after it if it was lawful.
#[allow(clippy::type_complexity)]
fn step(
    table: &dyn Engine,
    line: usize,
    input: &str,
) -> Result<(JudgedStepJson, Option<std::sync::Arc<dyn Engine>>), String> {
    let mut step = JudgedStepJson {
        line,
        input: input.to_owned(),
        lawful: true,
        error: "none".into(),
        refused: None,
        instead: None,
        facts: Vec::new(),
    };
    match table.after(input) {
        Ok((next, told)) => {
            step.facts = told;
            Ok((step, Some(next)))
        }
        Err(No::Refused(refusal)) => {
            let who = input.split([' ', '@']).next().and_then(|who| who.parse().ok());
            let patron = matches!(who, Some(Actor::Patron(_)));
            step.lawful = false;
            step.error = if patron { "patron" } else { "dealer" }.into();
            step.refused = Some((refusal.cite.to_string(), refusal.why.to_string()));
            step.instead = Some(awaited(table));
            Ok((step, None))
        }
        Err(No::Misread(why)) => Err(format!("`{input}`: {why}")),
    }
}

/// What the table waits for, with what is usually done then.
fn awaited(table: &dyn Engine) -> String {
    let usual = match table.awaits() {
        Awaits::Wagers => table.usual(Actor::Dealer),
        Awaits::Decision(who) => table.usual(who),
        Awaits::Equipment => None,
    };
    match usual {
        Some(line) => format!("the table waited for {}; next would have been: {line}", table.awaits()),
        None => format!("the table waited for {}", table.awaits()),
    }
}

/// What the law still requires, if the round is not over.
fn missing(table: &dyn Engine) -> Option<String> {
    match (table.awaits_wagers(), table.bets().len()) {
        (true, 0) => None,
        (true, n) => Some(format!("wagers on the layout are not settled: {n}; {}", awaited(table))),
        _ => Some(awaited(table)),
    }
}

/// What a fact makes the dealer pay or take.
fn owe(people: &mut BTreeMap<u16, Money>, told: &Told) {
    let (patron, paid, taken) = match &told.fact {
        Fact::Settled { bet, taken, paid, .. } => (&bet.patron, *paid, *taken),
        Fact::Redeemed { patron, paid } => (patron, *paid, 0),
        Fact::Charged { patron, vigorish } | Fact::Collected { patron, vigorish } => (patron, 0, *vigorish),
        Fact::Placed { bet } => (&bet.patron, 0, 0),
        _ => return,
    };
    let Some(number) = patron.strip_prefix('p').and_then(|number| number.parse().ok()) else { return };
    let money = people.entry(number).or_default();
    (money.due_paid, money.due_taken) = (money.due_paid + paid, money.due_taken + taken);
}

fn due(patron: u16, money: &Money, recorded: bool) -> DueJson {
    let Money { due_paid, due_taken, paid, taken } = *money;
    let wrong = recorded && (paid, taken) != (due_paid, due_taken);
    DueJson {
        patron: format!("p{patron}"),
        due_paid,
        paid: recorded.then_some(paid),
        due_taken,
        taken: recorded.then_some(taken),
        difference: recorded.then_some((paid - due_paid) - (taken - due_taken)),
        error: if wrong { "dealer" } else { "none" }.into(),
    }
}

fn text(verdict: &JudgeJson) -> String {
    let mut text = format!("{}  {}, {}\n\n", paint(BOLD, "Round"), verdict.file, verdict.game);
    for step in &verdict.steps {
        let _ = writeln!(text, "{:>4}  {}", step.line, paint(BOLD, shown(&step.input)));
        for told in &step.facts {
            let _ =
                writeln!(text, "        {} {}", paint(CITE, format!("{:<14}", told.cite)), shown(&told.text));
        }
        if let Some((cite, why)) = &step.refused {
            let error = paint(BAD, format!("unlawful, error of the {}:", step.error));
            let _ = writeln!(text, "        {} {error} {}", paint(CITE, format!("{cite:<14}")), shown(why));
        }
        if let Some(instead) = &step.instead {
            let _ = writeln!(text, "        {:<14} {}", "", paint(DIM, shown(instead)));
        }
    }
    if !verdict.people.is_empty() {
        let cell = |cents: Option<i64>| cents.map_or("not said".to_owned(), dollars);
        let rows = verdict.people.iter().map(|d| {
            let means = match d.difference {
                Some(1..) => "too much",
                Some(..=-1) => "too little",
                _ if d.error == "dealer" => "errors that cancel out",
                _ => "",
            };
            let (paid, taken) = (dollars(d.due_paid), dollars(d.due_taken));
            let difference = d.difference.map_or(String::new(), dollars);
            vec![d.patron.clone(), paid, cell(d.paid), taken, cell(d.taken), difference, means.to_owned()]
        });
        let header = ["patron", "due paid", "paid", "due taken", "taken", "difference", ""];
        text += "\n";
        text += &screen::table(&header, &[1, 2, 3, 4, 5], rows.collect());
    }
    if let Some(left_out) = &verdict.left_out {
        let _ = writeln!(text, "\n{}: {left_out}", paint(BAD, "left out"));
    }
    let unlawful = verdict.steps.iter().filter(|step| !step.lawful).count();
    let money = verdict.people.iter().filter(|due| due.error != "none").count();
    text += "\n";
    text += &match verdict.in_order {
        true => format!("{}\n", paint(GOOD, "in order")),
        false => format!(
            "{}: {unlawful} unlawful steps, {money} people paid or taken from wrongly, {}\n",
            paint(BAD, "not in order"),
            if verdict.left_out.is_some() { "steps left out" } else { "nothing left out" }
        ),
    };
    text
}
