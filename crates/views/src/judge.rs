//! The judgment of a round that was dealt at a physical table.

use crate::Refused;
use books::{Engine, Fact, Said, What};
use rounds::{Done, Script, Settings, Shortcut, directive};
use rules::{Absent, Actor, Awaits, Game, GameId, Misread, Money, Patron, Takes, Visitor, games};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fmt, sync::Arc};

/// The judgment of a round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct JudgeView {
    /// The game.
    pub game: String,
    /// Whether every step was lawful, nothing was left out, and everyone got what was due.
    pub in_order: bool,
    /// The answer in plain sentences.
    pub verdict: VerdictView,
    /// The lines that lead to the given position.
    pub given: Vec<String>,
    /// The steps of the round, each with its judgment.
    pub steps: Vec<JudgedStepView>,
    /// What the law still requires after the last step; absent if nothing.
    pub left_out: Option<String>,
    /// What each patron was due and received.
    pub people: Vec<DueView>,
    /// The verdicts under other assumptions: another account of a line, or another choice by the licensee.
    pub otherwise: Vec<OtherwiseView>,
}

/// The answer to a dispute, in sentences.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct VerdictView {
    /// The sentences on who was right.
    pub right: Vec<SaidView>,
    /// The sentences on what is due to whom.
    pub due: Vec<SaidView>,
    /// The sentences on what to do now.
    pub now: Vec<SaidView>,
}

/// A sentence, with the provisions behind it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SaidView {
    /// The sentence.
    pub text: String,
    /// The provisions that the sentence rests on.
    pub cites: Vec<String>,
    /// The readings of those provisions that matter here.
    pub readings: Vec<String>,
}

/// The verdict under another assumption.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OtherwiseView {
    /// The assumption: `p3 straight 17 10.00, before dealer calls no more bets`, or `disclosed-card=2`.
    pub when: String,
    /// Whether the assumption is a choice of the licensee that the file does not state.
    pub option: bool,
    /// The verdict under this assumption.
    pub verdict: VerdictView,
    /// What each patron was due and received under this assumption.
    pub people: Vec<DueView>,
}

/// A step of a judged round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct JudgedStepView {
    /// The line number in the file, from 1.
    pub line: usize,
    /// The step as written.
    pub input: String,
    /// Whether it was lawful.
    pub lawful: bool,
    /// Who made the error. If the equipment cannot have shown a result, the dealer announced it incorrectly.
    pub error: ErrorOf,
    /// The refusal, if the step was not lawful.
    pub refused: Option<Refused>,
    /// What the table was waiting for instead.
    pub instead: Option<String>,
    /// What followed from the step under the rules.
    pub facts: Vec<Fact>,
}

/// What a patron was due and what the patron received, in cents. What was done is null if the file does not
/// say.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DueView {
    /// The patron's number at the table, such as `p1`.
    pub patron: Patron,
    /// The amount the dealer should have paid.
    pub due_paid: i64,
    /// The amount the dealer paid.
    pub paid: Option<i64>,
    /// The amount the dealer should have collected.
    pub due_taken: i64,
    /// The amount the dealer collected.
    pub taken: Option<i64>,
    /// Positive if the patron received too much, negative if too little.
    pub difference: Option<i64>,
    /// Who made the error behind a difference.
    pub error: ErrorOf,
}

/// The person who made an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ErrorOf {
    /// Nobody: there is no error.
    #[serde(rename = "none")]
    Nobody,
    /// The patron made it.
    Patron,
    /// The dealer made it.
    Dealer,
}

impl fmt::Display for ErrorOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ErrorOf::Nobody => "nobody",
            ErrorOf::Patron => "patron",
            ErrorOf::Dealer => "dealer",
        })
    }
}

/// Why a round cannot be judged: it could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// The line at fault, from 1; `None` if no single line is.
    pub line: Option<usize>,
    /// What is wrong with it.
    pub message: String,
}

impl JudgeView {
    /// Judges a round written as a script or, if the text starts with a brace, as JSON.
    pub fn of(text: &str) -> Result<JudgeView, Unreadable> {
        let written = if text.trim_start().starts_with('{') { from_json(text) } else { from_script(text) };
        let written = written?;
        let told = tell(&written, &Settings::standard(written.game))?;
        let mut otherwise = Vec::new();
        for (when, written) in written.tellings()? {
            otherwise.push(tell(&written, &Settings::standard(written.game))?.otherwise(when, false));
        }
        for (when, settings) in written.choices() {
            // A choice that is unlawful together with the other usual options, or under which the position
            // cannot arise, is not an alternative.
            let Ok(other) = tell(&written, &settings) else { continue };
            if !told.is_same_answer(&other) {
                otherwise.push(other.otherwise(when, true));
            }
        }
        Ok(told.view(otherwise))
    }
}

/// A round as it was recorded.
struct Written {
    game: GameId,
    steps: Vec<(usize, Note)>,
}

/// A line of the record.
#[derive(Clone)]
enum Note {
    Options(Settings),
    Given(String),
    Input(String),
    /// Another account of the line above.
    Or(String),
    Done(Done),
}

/// The most combinations of choices to try when the file does not state what the licensee chose.
const MOST_CHOICES: usize = 64;

impl Written {
    /// The round according to the other side, once for each `or` line.
    fn tellings(&self) -> Result<Vec<(String, Written)>, Unreadable> {
        let mut all = Vec::new();
        for (at, (line, note)) in self.steps.iter().enumerate() {
            let Note::Or(other) = note else { continue };
            let fault = |message: &str| Unreadable { line: Some(*line), message: message.to_owned() };
            let own = self.steps[..at].iter().rposition(|(_, note)| matches!(note, Note::Input(_)));
            let own = own.ok_or_else(|| fault("`or` tells the line above it another way; there is none"))?;
            let mut steps = self.steps.clone();
            steps.remove(own);
            let (input, before) = match other.split_once(", before ") {
                Some((input, before)) => (input, Some(before)),
                None => (other.as_str(), None),
            };
            let place = match before {
                None => own,
                Some(before) => steps
                    .iter()
                    .position(
                        |(_, note)| matches!(note, Note::Input(input) if input.eq_ignore_ascii_case(before)),
                    )
                    .ok_or_else(|| fault("no line reads as the one that `before` names"))?,
            };
            if input != "nothing" {
                steps.insert(place, (*line, Note::Input(input.to_owned())));
            }
            all.push((other.clone(), Written { game: self.game, steps }));
        }
        Ok(all)
    }

    /// The choices that the law leaves to the licensee and the file does not state, changed one at a time.
    fn choices(&self) -> Vec<(String, Settings)> {
        struct Undecided;
        impl Visitor for Undecided {
            type Out = Vec<(&'static str, &'static [&'static str])>;
            fn visit<G: Game>(self) -> Self::Out {
                let undecided = games::fields::<G>().filter(|field| field.absent == Absent::Undecided);
                let words = undecided.filter_map(|field| match field.takes {
                    Takes::OneOf(words) => Some((field.key, words)),
                    _ => None,
                });
                words.collect()
            }
        }
        if self.steps.iter().any(|(_, note)| matches!(note, Note::Options(_))) {
            return Vec::new();
        }
        let usual = Settings::standard(self.game);
        let mut all = Vec::new();
        for (key, words) in self.game.visit(Undecided) {
            for word in words {
                let mut settings = usual.clone();
                let before = settings.set(key, *word);
                if before.is_none_or(|before| before.to_string().trim_matches('"') != *word) {
                    all.push((format!("{key}={word}"), settings));
                }
            }
        }
        all.truncate(MOST_CHOICES);
        all
    }
}

fn from_script(text: &str) -> Result<Written, Unreadable> {
    let fault = |line: usize, message: String| Unreadable { line: Some(line), message };
    let script = Script::parse(text).map_err(|f| fault(f.line, f.message))?;
    let game = script.game.ok_or_else(|| fault(1, "a `game` line must say which game it is".into()))?;
    let mut steps = Vec::new();
    let mut positions = script.positions();
    for (number, left) in script.lines() {
        let line = left.split_whitespace().collect::<Vec<_>>().join(" ");
        let what = if let Some(options) = directive(&line, "options") {
            Note::Options(Settings::read(options).map_err(|message| fault(number, message))?)
        } else if rounds::given(&line).is_some() {
            let Some(facts) = positions.remove(&number) else { continue };
            Note::Given(facts)
        } else if let Some(other) = directive(&line, "or") {
            Note::Or(other.to_owned())
        } else if let Some(done) = Done::read(&line) {
            Note::Done(done.map_err(|message| fault(number, message))?)
        } else if line.is_empty() || line.starts_with('#') || directive(&line, "game").is_some() {
            continue;
        } else {
            Note::Input(line)
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
    options: Settings,
    steps: Vec<Recorded>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Recorded {
    Given(String),
    Or(String),
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

fn from_json(text: &str) -> Result<Written, Unreadable> {
    let fault = |message: String| Unreadable { line: None, message };
    let round: RecordedRound = serde_json::from_str(text).map_err(|e| fault(e.to_string()))?;
    let game =
        GameId::find(&round.game).ok_or_else(|| fault(format!("no game is called `{}`", round.game)))?;
    let mut steps = Vec::new();
    if !round.options.is_empty() {
        steps.push((0, Note::Options(round.options)));
    }
    for (number, step) in (1..).zip(round.steps) {
        let (verb, changed) = match step {
            Recorded::Input(line) => {
                steps.push((number, Note::Input(line.split_whitespace().collect::<Vec<_>>().join(" "))));
                continue;
            }
            Recorded::Given(facts) => {
                steps.push((number, Note::Given(facts)));
                continue;
            }
            Recorded::Or(line) => {
                steps.push((number, Note::Or(line)));
                continue;
            }
            Recorded::Paid(changed) => ("paid", changed),
            Recorded::Taken(changed) => ("taken", changed),
        };
        let line = format!("= {} {verb} {}", changed.patron, Money::cents(changed.cents));
        let done =
            Done::read(&line).unwrap_or(Err(line)).map_err(|m| fault(format!("step {number}: {m}")))?;
        steps.push((number, Note::Done(done)));
    }
    Ok(Written { game, steps })
}

/// A table of any game.
type Table = Arc<dyn Engine>;

/// What a patron was due and received.
#[derive(Clone, Copy, Default)]
struct Sums {
    /// Whether the file states what was done with this patron's money.
    is_recorded: bool,
    due_paid: i64,
    due_taken: i64,
    paid: i64,
    taken: i64,
}

/// A round as the rules play it.
pub(crate) struct Told {
    game: GameId,
    given: Vec<String>,
    /// What was decided on the way to the given position.
    pub(crate) before: Vec<Fact>,
    pub(crate) steps: Vec<JudgedStepView>,
    pub(crate) left_out: Option<String>,
    pub(crate) people: Vec<DueView>,
    /// The table after the last line.
    pub(crate) table: Table,
    pub(crate) is_over: bool,
}

fn tell(written: &Written, settings: &Settings) -> Result<Told, Unreadable> {
    let fault = |line: usize, message: String| Unreadable { line: Some(line), message };
    let open = |line: usize, settings: &Settings| {
        books::open(written.game, settings).map_err(|wrong| fault(line, wrong.join("; ")))
    };
    let mut table = open(1, settings)?;
    let (mut begun, mut is_given, mut left_out) = (false, false, None);
    let (mut given, mut steps): (Vec<String>, Vec<JudgedStepView>) = (Vec::new(), Vec::new());
    let mut people: BTreeMap<Patron, Sums> = BTreeMap::new();
    let mut before = Vec::new();
    for (line, what) in &written.steps {
        match what {
            Note::Options(settings) => {
                left_out = left_out.or_else(|| missing(&*table).filter(|_| begun && !is_given));
                (table, begun, is_given) = (open(*line, settings)?, false, false);
            }
            Note::Given(_) if begun => {
                return Err(fault(*line, "a position is given before anything else happens".into()));
            }
            Note::Given(facts) => {
                let fresh = Arc::clone(&table);
                (table, given) = table.given(facts).map_err(|why| fault(*line, why))?;
                before = facts_of(fresh, &given);
                (begun, is_given) = (true, true);
                for bet in table.bets() {
                    people.entry(bet.patron).or_default();
                }
            }
            Note::Or(_) => {}
            Note::Done(done) => {
                let money = people.entry(done.patron).or_default();
                money.is_recorded = true;
                (money.paid, money.taken) = (money.paid + done.paid, money.taken + done.taken);
            }
            Note::Input(input) => {
                begun = true;
                if let Some(Shortcut::Discard { cards }) = Shortcut::read(input) {
                    table = table.discarded(cards).map_err(|why| fault(*line, why))?;
                    continue;
                }
                for input in table.apart(input).map_err(|why| fault(*line, why))? {
                    let (step, next) = step(&*table, *line, &input).map_err(|why| fault(*line, why))?;
                    step.facts.iter().for_each(|fact| owe(&mut people, fact));
                    steps.push(step);
                    table = next.unwrap_or(table);
                }
            }
        }
    }
    let unfinished = missing(&*table).filter(|_| begun);
    let is_over = unfinished.is_none();
    // A record that starts at the beginning of a round must reach its end; a dispute may stop at the disputed
    // point.
    left_out = left_out.or(unfinished.filter(|_| !is_given));
    // A complete record that accounts for anyone's money is taken to account for everyone's.
    let all = !is_given && people.values().any(|sums| sums.is_recorded);
    let people = people.iter().map(|(patron, sums)| due(*patron, *sums, all || sums.is_recorded)).collect();
    Ok(Told { game: written.game, given, before, steps, left_out, people, table, is_over })
}

impl Told {
    fn is_same_answer(&self, other: &Told) -> bool {
        let lawful = |told: &Told| told.steps.iter().map(|step| step.lawful).collect::<Vec<_>>();
        self.people == other.people
            && lawful(self) == lawful(other)
            && self.table.bets() == other.table.bets()
    }

    fn otherwise(self, when: String, option: bool) -> OtherwiseView {
        OtherwiseView { when, option, verdict: self.verdict(), people: self.people }
    }

    fn view(self, otherwise: Vec<OtherwiseView>) -> JudgeView {
        let in_order = self.steps.iter().all(|step| step.lawful)
            && self.left_out.is_none()
            && self.people.iter().all(|due| due.error == ErrorOf::Nobody);
        JudgeView {
            game: self.game.name().to_owned(),
            in_order,
            verdict: self.verdict(),
            given: self.given,
            steps: self.steps,
            left_out: self.left_out,
            people: self.people,
            otherwise,
        }
    }
}

/// Judges a step, and returns the table after it if it was lawful.
fn step(table: &dyn Engine, line: usize, input: &str) -> Result<(JudgedStepView, Option<Table>), String> {
    let mut step = JudgedStepView {
        line,
        input: input.to_owned(),
        lawful: true,
        error: ErrorOf::Nobody,
        refused: None,
        instead: None,
        facts: Vec::new(),
    };
    let (said, answer) = match table.read(input) {
        Ok(read) => (Some(read.said), table.after(&read)),
        Err(Misread::Refused(refusal)) => (None, Err(refusal)),
        Err(why) => return Err(rounds::explain_for(table.game(), input, why)),
    };
    match answer {
        Ok(after) => {
            step.facts = after.facts;
            Ok((step, Some(after.engine)))
        }
        Err(refusal) => {
            // A line that is not an act of this game can only have been a patron's wager.
            let dealers = said.is_some_and(|said| !matches!(said, Said::Act { by: Actor::Patron(_), .. }));
            step.lawful = false;
            step.error = if dealers { ErrorOf::Dealer } else { ErrorOf::Patron };
            step.refused = Some(refusal.into());
            step.instead = Some(awaited(table));
            Ok((step, None))
        }
    }
}

/// What the table waits for, and the usual next step.
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

/// What the law still requires, or `None` if the round is over.
fn missing(table: &dyn Engine) -> Option<String> {
    match (table.awaits_wagers(), table.bets().len()) {
        (true, 0) => None,
        (true, n) => Some(format!("wagers on the layout are not settled: {n}; {}", awaited(table))),
        _ => Some(awaited(table)),
    }
}

/// What the rules decide about lines that a table accepts.
fn facts_of(mut table: Table, lines: &[String]) -> Vec<Fact> {
    let mut facts = Vec::new();
    for line in lines {
        let Some(after) = table.after_line(line) else { break };
        table = after.engine;
        facts.extend(after.facts);
    }
    facts
}

/// Adds what a fact requires the dealer to pay or collect.
fn owe(people: &mut BTreeMap<Patron, Sums>, fact: &Fact) {
    let (patron, paid, taken) = match fact.what {
        What::Settled { ref bet, taken, paid, .. } => (bet.patron, paid, taken),
        What::Redeemed { patron, paid } => (patron, paid, Money::ZERO),
        What::Charged { patron, vigorish } | What::Collected { patron, vigorish } => {
            (patron, Money::ZERO, vigorish)
        }
        What::Placed { ref bet } => (bet.patron, Money::ZERO, Money::ZERO),
        _ => return,
    };
    let sums = people.entry(patron).or_default();
    sums.due_paid += paid.as_cents();
    sums.due_taken += taken.as_cents();
}

fn due(patron: Patron, sums: Sums, recorded: bool) -> DueView {
    let Sums { due_paid, due_taken, paid, taken, .. } = sums;
    let wrong = recorded && (paid, taken) != (due_paid, due_taken);
    DueView {
        patron,
        due_paid,
        paid: recorded.then_some(paid),
        due_taken,
        taken: recorded.then_some(taken),
        difference: recorded.then_some((paid - due_paid) - (taken - due_taken)),
        error: if wrong { ErrorOf::Dealer } else { ErrorOf::Nobody },
    }
}

#[cfg(test)]
mod tests;
