//! A round that was dealt at a physical table, held against the law.

use crate::Refused;
use books::{Engine, Fact, Said, What};
use rounds::{Done, Script, Settings, Shortcut, directive};
use rules::{Absent, Actor, Awaits, Game, GameId, Misread, Money, Patron, Takes, Visitor, games};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fmt, sync::Arc};

/// The judgement of a round that was dealt at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct JudgeView {
    /// The game.
    pub game: String,
    /// Whether every step was lawful, nothing was left out, and everyone got what was due.
    pub in_order: bool,
    /// The answer in plain sentences.
    pub verdict: VerdictView,
    /// The lines that led to the position that was given.
    pub given: Vec<String>,
    /// Each step.
    pub steps: Vec<JudgedStepView>,
    /// What the law still requires after the last step.
    pub left_out: Option<String>,
    /// Each person's money.
    pub people: Vec<DueView>,
    /// The answers if something else is true: another telling of a line, another choice of the licensee.
    pub otherwise: Vec<OtherwiseView>,
}

/// The answer to a dispute.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct VerdictView {
    /// Who was right.
    pub right: Vec<SaidView>,
    /// What is due to whom.
    pub due: Vec<SaidView>,
    /// What to do now.
    pub now: Vec<SaidView>,
}

/// A sentence, with what it rests on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SaidView {
    /// The sentence.
    pub text: String,
    /// The provisions.
    pub cites: Vec<String>,
    /// The readings of their words.
    pub readings: Vec<String>,
}

/// The answer if something else is true.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OtherwiseView {
    /// What: `p3 straight 17 10.00, before dealer calls no more bets`, or `disclosed-card=2`.
    pub when: String,
    /// Whether it is a choice of the licensee that the file does not state.
    pub option: bool,
    /// The answer then.
    pub verdict: VerdictView,
    /// Each person's money then.
    pub people: Vec<DueView>,
}

/// One step of a judged round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct JudgedStepView {
    /// Where it stands in the file, from 1.
    pub line: usize,
    /// As it was written.
    pub input: String,
    /// Whether it was lawful.
    pub lawful: bool,
    /// Whose error it was. What the equipment cannot have shown, the dealer announced.
    pub error: ErrorOf,
    /// The law's No, if it was not lawful.
    pub refused: Option<Refused>,
    /// What the table waited for instead.
    pub instead: Option<String>,
    /// What followed by law.
    pub facts: Vec<Fact>,
}

/// What a person should have got and what the person got. What was done is null if the file does not say it of anyone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DueView {
    /// The number at the table, `p1`.
    pub patron: Patron,
    /// What the dealer had to pay.
    pub due_paid: i64,
    /// What the dealer paid.
    pub paid: Option<i64>,
    /// What the dealer had to take.
    pub due_taken: i64,
    /// What the dealer took.
    pub taken: Option<i64>,
    /// Above zero, the patron got too much; below, too little.
    pub difference: Option<i64>,
    /// Whose error a difference is.
    pub error: ErrorOf,
}

/// Whose error something was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ErrorOf {
    /// There is none.
    #[serde(rename = "none")]
    Nobody,
    /// The patron's.
    Patron,
    /// The dealer's.
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

/// Why a round cannot be judged: it cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// The line at fault, from 1; none if it is not of any line.
    pub line: Option<usize>,
    /// What is wrong with it.
    pub message: String,
}

impl JudgeView {
    /// Judges a round that is written as a script or, if it begins with a brace, as JSON.
    pub fn of(text: &str) -> Result<JudgeView, Unreadable> {
        let written = if text.trim_start().starts_with('{') { from_json(text) } else { from_script(text) };
        let written = written?;
        let told = tell(&written, &Settings::standard(written.game))?;
        let mut otherwise = Vec::new();
        for (when, written) in written.tellings()? {
            otherwise.push(tell(&written, &Settings::standard(written.game))?.otherwise(when, false));
        }
        for (when, settings) in written.choices() {
            // A choice that is unlawful beside the usual others, or under which the position cannot arise, is no answer.
            let Ok(other) = tell(&written, &settings) else { continue };
            if !told.is_same_answer(&other) {
                otherwise.push(other.otherwise(when, true));
            }
        }
        Ok(told.view(otherwise))
    }
}

/// A round as it was written down.
struct Written {
    game: GameId,
    steps: Vec<(usize, Note)>,
}

/// A line of what was written down.
#[derive(Clone)]
enum Note {
    Options(Settings),
    Given(String),
    Input(String),
    /// Another telling of the line above.
    Or(String),
    Done(Done),
}

/// The most ways to choose what the licensee must decide and the file does not say.
const MOST_CHOICES: usize = 64;

impl Written {
    /// The round as the other side tells it, once for each `or` line.
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

    /// The choices that the licensee must make and the file does not state: one of them at a time otherwise than usual.
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

/// What everyone was due and got.
#[derive(Clone, Copy, Default)]
struct Sums {
    /// Whether the file says what was done with this person's money.
    is_recorded: bool,
    due_paid: i64,
    due_taken: i64,
    paid: i64,
    taken: i64,
}

/// A round as the rules make it.
pub(crate) struct Told {
    game: GameId,
    given: Vec<String>,
    pub(crate) steps: Vec<JudgedStepView>,
    pub(crate) left_out: Option<String>,
    pub(crate) people: Vec<DueView>,
    /// As the last line leaves it.
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
                (table, given) = table.given(facts).map_err(|why| fault(*line, why))?;
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
    // Who tells a round from its beginning tells it to its end; a dispute may stop where it is disputed.
    left_out = left_out.or(unfinished.filter(|_| !is_given));
    // A round told in full accounts for everybody once it accounts for anybody.
    let all = !is_given && people.values().any(|sums| sums.is_recorded);
    let people = people.iter().map(|(patron, sums)| due(*patron, *sums, all || sums.is_recorded)).collect();
    Ok(Told { game: written.game, given, steps, left_out, people, table, is_over })
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

/// A step with the law's answer, and the table after it if it was lawful.
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
            // What is no act of this game can only have been a patron's wager.
            let dealers = said.is_some_and(|said| !matches!(said, Said::Act { by: Actor::Patron(_), .. }));
            step.lawful = false;
            step.error = if dealers { ErrorOf::Dealer } else { ErrorOf::Patron };
            step.refused = Some(refusal.into());
            step.instead = Some(awaited(table));
            Ok((step, None))
        }
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
mod tests {
    use super::*;

    #[test]
    fn a_round_late_in_a_shoe_is_judged_without_telling_the_shoe() {
        let text = "game minibaccarat\ndealer prepares 10H 2c 3c 4c 5c 6c 7c 8c 9c tC jc\ndiscards 100\n";
        let view = JudgeView::of(text).expect("readable");
        assert!(view.in_order, "{:?}", view.left_out);
        let inputs: Vec<&str> = view.steps.iter().map(|step| step.input.as_str()).collect();
        assert_eq!((inputs[0], inputs[1]), ("dealer inspects", "floorperson verifies"));
        assert_eq!((inputs[8], inputs[17], inputs.len()), ("Th", "Tc", 19), "{inputs:?}");
        let fault = |line: &str| JudgeView::of(&format!("{text}{line}\n")).expect_err("unreadable");
        let shoe =
            Unreadable { line: Some(4), message: "no shoe has 300 cards before its cutting card".into() };
        assert_eq!(fault("discards 300"), shoe);
        assert_eq!(fault("dealer prepares").message, "no cards are to be prepared now");
        let spelling = "`anounces`: not something people do in this game; did you mean `announces`?";
        assert_eq!(fault("dealer anounces").message, spelling);
    }

    /// The three disputes that are in the examples, in six lines each.
    #[test]
    fn disputes_are_judged_from_the_middle() {
        let exposed =
            JudgeView::of(include_str!("../../../examples/blackjack-exposed.dispute")).expect("readable");
        let [wrong, remedy] = &exposed.verdict.right[..] else { panic!("{:?}", exposed.verdict) };
        assert!(wrong.text.contains("“p1 draws” is not allowed"), "{}", wrong.text);
        assert_eq!(
            (&wrong.cites[..], &wrong.readings[..]),
            (&["2.15(c)".to_owned()][..], &["B20".to_owned()][..])
        );
        assert!(remedy.text.contains("card drawn in error"), "{}", remedy.text);
        assert!(exposed.verdict.now[0].text.starts_with("It is for p2 to act"), "{:?}", exposed.verdict.now);
        assert!(exposed.given.contains(&"p1@2 hand 25.00".to_owned()) && exposed.left_out.is_none());

        let third = JudgeView::of(include_str!("../../../examples/minibaccarat-third-card.dispute"))
            .expect("readable");
        let p1 = &third.people[0];
        assert_eq!((p1.due_paid, p1.due_taken, p1.difference), (0, 10_000, Some(20_000)));
        assert_eq!(third.people[1].paid, None, "nobody says what p2 got");
        assert_eq!((third.people[1].due_paid, third.people[1].due_taken), (10_000, 500));
        let four = third.otherwise.iter().find(|other| other.when == "vigorish=4%").expect("another bargain");
        assert!(four.option && four.people[1].due_taken == 400);

        let late = JudgeView::of(include_str!("../../../examples/roulette-late.dispute")).expect("readable");
        assert!(late.verdict.right[0].cites.contains(&"5.3(b)".to_owned()));
        let [before] = &late.otherwise[..] else { panic!("{:?}", late.otherwise) };
        assert_eq!(before.people.iter().map(|due| due.due_paid).sum::<i64>(), 35_000);
    }

    #[test]
    fn what_cannot_be_judged_says_why() {
        let fault = |text: &str| JudgeView::of(text).expect_err(text);
        let impossible = fault("game minibaccarat\ngiven p1@1 player 100; player 6s Ks 2h; banker 4s Kh\n");
        assert_eq!(impossible.line, Some(2));
        assert!(impossible.message.contains("the Player's Hand"), "{}", impossible.message);
        assert!(fault("game roulette\nor p1 red 5\n").message.contains("there is none"));
        assert!(fault("game roulette\np1 red 5\nor p1 red 5, before ball 3\n").message.contains("`before`"));
        assert!(
            fault("game roulette\np1 red 5\ngiven p1 black 5\n").message.contains("before anything else")
        );
    }
}
