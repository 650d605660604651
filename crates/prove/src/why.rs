//! Why a line of a round came out as it did: the provisions and readings behind it, and what would have had to be different.

use crate::{inputs::menu, levers};
use rounds::{Answer, Script, Sentence, Settings, answer, directive, given, open, place, squeeze};
use rules::{Act, Actor, Citation, Game, Input, InputOf, Nobody, Patron, games, read_input};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a line came out as it did.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct Why {
    /// The game.
    pub game: String,
    /// The options of its table.
    pub options: String,
    /// The line, from 1.
    pub line: usize,
    /// What was written there.
    pub input: String,
    /// What the law makes of it.
    pub answers: Vec<WhySaid>,
    /// The provisions it rests on, in the order in which they came.
    pub provisions: Vec<Provision>,
    /// What would have been accepted instead, the nearest first; empty unless the line was refused.
    pub accepted: Vec<String>,
    /// Options under which it would have come out differently.
    pub options_that_change_it: Vec<WhyOption>,
}

/// A provision behind a line.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct Provision {
    /// The address of the provision.
    pub cite: String,
    /// What it says, in our words.
    pub says: Vec<String>,
    /// Whether its text is held.
    pub held: bool,
    /// How its ambiguous words are read.
    pub readings: Vec<Reading>,
}

/// How ambiguous words are read.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct Reading {
    /// The number of the reading.
    pub id: String,
    /// The question.
    pub question: String,
    /// The answer taken.
    pub decision: String,
}

/// An option under which a line comes out differently.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WhyOption {
    /// The option and its value, with any other options the law requires along with it.
    pub option: String,
    /// Whether the line would be accepted.
    pub accepted: bool,
    /// The provision that gives the choice.
    pub cite: String,
    /// What the rules would decide about the line.
    pub answers: Vec<WhySaid>,
}

/// What the rules decide about a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WhySaid {
    /// The provision; empty if the line could not even be read.
    pub cite: String,
    /// Whether the line is refused.
    pub refused: bool,
    /// What is decided, or why the line is refused.
    pub text: String,
}

impl WhySaid {
    fn of(answer: &Answer) -> WhySaid {
        let cite = answer.citations().next().map_or_else(String::new, |cite| cite.to_string());
        WhySaid { cite, refused: answer.is_no(), text: squeeze(&answer.text()) }
    }
}

impl fmt::Display for WhySaid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WhySaid { cite, refused, text } = self;
        match (cite.as_str(), refused) {
            ("", _) => write!(f, "? {text}"),
            (cite, true) => write!(f, "! {cite} {text}"),
            (cite, false) => write!(f, "> {cite} {text}"),
        }
    }
}

/// The number of accepted inputs that are suggested.
const NEAR: usize = 5;

/// Why the line of a script came out as it did.
///
/// # Errors
/// If there is no such line, or nothing happens in it.
pub fn why<G: Game>(script: &Script, settings: &Settings, number: usize) -> Result<Why, String> {
    let (settings, before, asked) = upto(script, settings, number)?;
    let input =
        asked.filter(|line| is_input(line)).ok_or_else(|| format!("nothing happens in line {number}"))?;
    let answers = played::<G>(&settings, &before, &input).ok_or_else(|| {
        format!("the round cannot be played up to line {number}: run `ch47 play` on it first")
    })?;
    let said: Vec<WhySaid> = answers.iter().map(WhySaid::of).collect();
    let mut provisions: Vec<Citation> = Vec::new();
    for cite in answers.iter().flat_map(Answer::citations) {
        if !provisions.contains(&cite) {
            provisions.push(cite);
        }
    }
    let is_refused = answers.iter().any(Answer::is_no);
    Ok(Why {
        game: G::NAME.to_owned(),
        options: settings.to_string(),
        line: number,
        accepted: if is_refused { accepted::<G>(&settings, &before, &input) } else { Vec::new() },
        options_that_change_it: changes::<G>(&settings, &before, &input, &said),
        answers: said,
        input,
        provisions: provisions.into_iter().map(provision).collect(),
    })
}

/// The table and the options just before a line.
#[derive(Default)]
struct Before {
    /// The position in the middle of a round at which it began, if it did.
    facts: Vec<String>,
    /// What happened after that.
    lines: Vec<String>,
}

/// The options of a script at a line, what led to it, and what is written there.
fn upto(
    script: &Script,
    settings: &Settings,
    number: usize,
) -> Result<(Settings, Before, Option<String>), String> {
    let mut settings = settings.clone();
    let mut before = Before::default();
    let mut asked = None;
    for (at, left) in script.lines() {
        let written = squeeze(left);
        if let Some(options) = directive(&written, "options") {
            if at == number {
                return Err(format!(
                    "line {number} opens a table: `ch47 check` says what its options demand"
                ));
            }
            settings = Settings::read(options)?;
            before = Before::default();
        } else if at == number {
            asked = Some(written);
            break;
        } else if let Some(facts) = given(&written) {
            before.facts.push(facts.to_owned());
        } else if is_input(&written) {
            before.lines.push(written);
        }
    }
    Ok((settings, before, asked))
}

/// Which lines of a script are accepted; `None` if it cannot be played to its end.
pub fn accepted_lines<G: Game>(script: &Script, settings: &Settings) -> Option<Vec<bool>> {
    let (settings, before, _) = upto(script, settings, usize::MAX).ok()?;
    came::<G>(&settings, &before)
}

fn is_input(line: &str) -> bool {
    !(line.is_empty()
        || line.starts_with(['#', '='])
        || directive(line, "game").is_some()
        || given(line).is_some())
}

fn provision(cite: Citation) -> Provision {
    let it = cite.provision();
    let rules = it.rules.iter().map(|rule| rule.says);
    let facts = it.facts.iter().map(|fact| fact.says);
    Provision {
        cite: cite.to_string(),
        says: rules.chain(facts).map(str::to_owned).collect(),
        held: it.held,
        readings: cite
            .readings()
            .map(|reading| Reading {
                id: reading.id.to_owned(),
                question: reading.question.to_owned(),
                decision: reading.decision().to_owned(),
            })
            .collect(),
    }
}

/// A table at the given position, or a fresh one.
fn begun<G: Game>(settings: &Settings, before: &Before) -> Option<G> {
    let mut table = open::<G, Sentence>(settings).0?;
    if !before.facts.is_empty() {
        place(&mut table, &before.facts.join("; ")).ok()?;
    }
    Some(table)
}

/// The table after these lines; `None` if one of them cannot be read. What was refused is refused again.
fn table<G: Game>(settings: &Settings, before: &Before) -> Option<G> {
    let mut table = begun::<G>(settings, before)?;
    for line in &before.lines {
        let answers: Vec<Answer> = answer(&mut table, line);
        if answers.iter().any(|answer| matches!(answer, Answer::Misread(_))) {
            return None;
        }
    }
    Some(table)
}

fn played<G: Game>(settings: &Settings, before: &Before, line: &str) -> Option<Vec<Answer>> {
    table::<G>(settings, before).map(|mut table| answer(&mut table, line))
}

/// What would have been accepted instead: first acts of the same person, then of others who could do the same, by
/// similarity.
fn accepted<G: Game>(settings: &Settings, before: &Before, line: &str) -> Vec<String> {
    let Some(table) = table::<G>(settings, before) else { return Vec::new() };
    let asked = read_input::<G>(line).ok();
    let mut found: Vec<(i64, String)> = Vec::new();
    let mut near = |input: InputOf<G>, bonus: i64| {
        let text = input.to_string();
        found.push((bonus - i64::try_from(distance(&text, line)).unwrap_or(i64::MAX / 2), text));
    };
    let patrons = (1..=9).map(|n| Actor::Patron(Patron(n)));
    for by in patrons.chain(Actor::STAFF) {
        for offer in menu(&table, by) {
            let (is_same_act, is_own, act) = match asked {
                Some(Input::Act { by: own, act }) => {
                    (like::<G>(act, offer.act), own == by, staked(&table, by, offer.act, act))
                }
                _ => (false, false, offer.act),
            };
            // It may be somebody else's turn, but somebody else's wager does not replace one's own.
            let is_other_turn = is_same_act && !matches!(act, Act::Place { .. });
            if is_own || is_other_turn || asked.is_none() {
                near(Input::Act { by, act }, 30 * i64::from(is_same_act) + 10 * i64::from(is_own));
            }
        }
    }
    if matches!(asked, Some(Input::Chance(_)) | None) {
        table.outcomes(&mut |chance, weight| {
            if weight > 0 {
                near(Input::Chance(chance), 0);
            }
        });
    }
    if matches!(asked, Some(Input::Irregularity(_)) | None) {
        table.irregularities(&mut |what| near(Input::Irregularity(what), 0));
    }
    found.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    found.dedup_by(|a, b| a.1 == b.1);
    let mut texts: Vec<String> = found.into_iter().map(|(_, text)| text).take(NEAR).collect();
    if texts.is_empty()
        && let Some(step) = table.usual_step()
    {
        texts.push(step.to_string());
    }
    texts
}

/// The wager on offer for the intended stake, if it is accepted for that.
fn staked<G: Game>(
    table: &G,
    by: Actor,
    offered: rules::ActOf<G>,
    meant: rules::ActOf<G>,
) -> rules::ActOf<G> {
    let (Act::Place { seat, wager, tender, .. }, Act::Place { stake, .. }) = (offered, meant) else {
        return offered;
    };
    let act = Act::Place { seat, wager, stake, tender };
    let is_taken = table.clone().apply(Input::Act { by, act }, &mut Nobody).is_ok();
    if is_taken { act } else { offered }
}

fn like<G: Game>(one: rules::ActOf<G>, other: rules::ActOf<G>) -> bool {
    match (one, other) {
        (Act::Place { wager, .. }, Act::Place { wager: too, .. }) => wager == too,
        (one, other) => one == other,
    }
}

/// The number of letters that have to change.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut corner = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in other.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = (corner + usize::from(a != *b)).min(above + 1).min(row[j] + 1);
            corner = above;
        }
    }
    row[other.len()]
}

/// Options under which the same lines give a different result, each changed alone; first those under which the line is
/// accepted.
fn changes<G: Game>(settings: &Settings, before: &Before, line: &str, now: &[WhySaid]) -> Vec<WhyOption> {
    let mut changes: Vec<WhyOption> = Vec::new();
    let as_it_came = came::<G>(settings, before);
    for field in games::fields::<G>() {
        for value in levers::values(field) {
            let Some(other) = levers::with::<G>(settings, field.key, &value) else { continue };
            // If the round cannot reach this line under the other options, that says nothing about the
            // line.
            if other == *settings || came::<G>(&other, before) != as_it_came {
                continue;
            }
            let Some(answers) = played::<G>(&other, before, line) else { continue };
            let said: Vec<WhySaid> = answers.iter().map(WhySaid::of).collect();
            if said != now {
                changes.push(WhyOption {
                    option: changed(settings, &other, field.key),
                    accepted: !answers.iter().any(Answer::is_no),
                    cite: field.cite.to_string(),
                    answers: said,
                });
            }
        }
    }
    changes.sort_by_key(|change| !change.accepted);
    changes
}

/// The options that are written differently, this one first.
fn changed(settings: &Settings, other: &Settings, key: &str) -> String {
    let mut changed: Vec<(&str, String)> = (other.iter())
        .filter(|(key, value)| settings.get(key) != Some(value))
        .map(|(key, value)| (key.as_str(), format!("{key}={value}")))
        .collect();
    changed.sort_by_key(|(own, _)| *own != key);
    changed.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(" ")
}

/// Which of the lines were accepted.
fn came<G: Game>(settings: &Settings, before: &Before) -> Option<Vec<bool>> {
    let mut table = begun::<G>(settings, before)?;
    let is_accepted = |line: &String| !answer::<G, Sentence>(&mut table, line).iter().any(Answer::is_no);
    Some(before.lines.iter().map(is_accepted).collect())
}
