//! What happened at a table, round by round, from its journal.

use crate::{Refused, options::SettingsSchema};
use books::{Book, Entry, Fact, Hash, Record, Remedy, Step, Verifier, What, Wrong};
use rounds::Settings;
use rules::{Money, Patron};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A round of a journal, or the list of rounds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ReplayView {
    /// The table.
    pub table: String,
    /// The game.
    pub game: String,
    /// The options in force.
    #[schemars(with = "SettingsSchema")]
    pub options: Settings,
    /// The rounds asked for.
    pub rounds: Vec<RoundView>,
}

/// A round of a journal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RoundView {
    /// The number of the round.
    pub round: u64,
    /// When it began, in milliseconds since 1970, UTC.
    pub from: i64,
    /// When its last line was written.
    pub to: i64,
    /// Whether it was declared void later.
    pub void: bool,
    /// The total staked by everyone, in cents.
    pub staked: i64,
    /// Each patron's chips before and after the round.
    pub people: Vec<PurseView>,
    /// The lines of the round; empty in a list of rounds.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub steps: Vec<StepView>,
    /// Corrections of the round requested and made later.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub remedies: Vec<StepView>,
}

/// A patron's money in a round, in cents.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PurseView {
    /// The patron's number at the table, such as `p1`.
    pub patron: Patron,
    /// The account, or the name staff gave.
    pub person: String,
    /// Chips before the round.
    pub before: i64,
    /// The result of the game itself; negative for a loss.
    pub result: i64,
    /// Chips bought during the round, less chips taken away.
    pub brought: i64,
    /// Chips after the round.
    pub after: i64,
}

/// A line of a journal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StepView {
    /// The number of the line, from 0.
    pub line: u64,
    /// When it was written, in milliseconds since 1970, UTC.
    pub at: i64,
    /// Who wrote it: an account, or `house`.
    pub by: String,
    /// The input as written, or the entry in words.
    pub what: String,
    /// The refusal, if the line was refused.
    pub refused: Option<Refused>,
    /// What the rules decided.
    pub facts: Vec<Fact>,
    /// The leaf hash of the line, for comparison with a receipt.
    pub leaf: String,
}

/// A journal, divided into rounds.
#[derive(Default)]
pub struct History {
    table: String,
    game: String,
    /// The options in force, by the round they start with.
    options: BTreeMap<u64, Settings>,
    people: BTreeMap<u16, String>,
    rounds: BTreeMap<u64, Vec<Moment>>,
    /// Approved voids: first round, last round, and the lines of request and approval.
    remedies: Vec<(u64, u64, Vec<StepView>)>,
    void: Vec<(u64, u64)>,
    /// Requests to void rounds, by line.
    asked: BTreeMap<u64, (u64, u64)>,
    /// Everyone's chips after the last line.
    purses: BTreeMap<u16, i64>,
    /// What the table waits for, and since which line.
    waits: (String, Option<String>),
    /// Whether the rest of the journal was written under another version of the rules.
    pub is_cut: bool,
}

/// A line, with everyone's chips before and after it.
struct Moment {
    step: StepView,
    at: i64,
    before: BTreeMap<u16, i64>,
    after: BTreeMap<u16, i64>,
    /// What the game paid or took, by patron.
    result: BTreeMap<u16, i64>,
    staked: i64,
}

impl History {
    /// Reads a journal line by line, and reports the first place where it is not sound.
    pub fn read<'a>(lines: impl Iterator<Item = &'a str>) -> Result<History, Wrong> {
        let (mut verifier, mut history) = (Verifier::new(None), History::default());
        for line in lines {
            let Some(step) = verifier.line(line)? else {
                history.is_cut = true;
                break;
            };
            if let Some(book) = verifier.book() {
                history.see(&step, book);
            }
        }
        Ok(history)
    }

    /// A history of the lines after this book.
    pub fn behind(book: &Book) -> History {
        let opened = book.opened();
        History {
            table: book.table().to_owned(),
            game: opened.map(|opened| opened.game.name().to_owned()).unwrap_or_default(),
            options: opened.map(|opened| (0, opened.options.clone())).into_iter().collect(),
            people: book.people().clone(),
            purses: purses(book),
            ..History::default()
        }
    }

    /// Adds the next line and the book it leads to.
    pub fn see(&mut self, step: &Step, book: &Book) {
        let entry = &step.record.entry;
        let mut told = step_view(step);
        // Who was right about a refusal is a question of order: since which line the table had been waiting
        // for something else.
        if let (Entry::Refused { .. }, (awaits, Some(since))) = (entry, &self.waits) {
            told.what = format!("{}  ({since}, the table waited for {awaits})", told.what);
        }
        let awaits = book.engine().map(|engine| engine.awaits().to_string()).unwrap_or_default();
        if awaits != self.waits.0 {
            self.waits = (awaits, Some(format!("since line {}: {}", step.record.seq, words(entry))));
        }
        if let Entry::Opened { game, options, .. } = entry {
            self.game.clone_from(game);
            self.options.insert(step.round, options.clone());
        }
        self.note(entry, &told);
        (self.table, self.people) = (book.table().to_owned(), book.people().clone());
        let after = purses(book);
        let moment = Moment {
            at: step.record.at,
            before: std::mem::replace(&mut self.purses, after.clone()),
            after,
            result: results(step),
            staked: step.facts.iter().map(|fact| staked(&fact.what)).sum(),
            step: told,
        };
        self.rounds.entry(step.round).or_default().push(moment);
    }

    /// Adds a later line if it requests or decides a correction of a round. Lines in between may be skipped.
    pub fn hear(&mut self, record: &Record, leaf: Hash) {
        self.note(&record.entry, &line_view(record, &[], leaf));
    }

    /// Records a request, an approval or a rejection.
    fn note(&mut self, entry: &Entry, told: &StepView) {
        match entry {
            Entry::Asked { remedy: Remedy::Void { first, last }, .. } => {
                self.asked.insert(told.line, (*first, *last));
                self.remedies.push((*first, *last, vec![told.clone()]));
            }
            Entry::Approved { asked: line } | Entry::Declined { asked: line } => {
                let Some((first, last)) = self.asked.get(line) else { return };
                if matches!(entry, Entry::Approved { .. }) {
                    self.void.push((*first, *last));
                }
                let mine = |remedy: &&mut (u64, u64, Vec<StepView>)| remedy.2[0].line == *line;
                self.remedies.iter_mut().find(mine).into_iter().for_each(|r| r.2.push(told.clone()));
            }
            _ => {}
        }
    }

    /// Whether there are no lines.
    pub fn is_empty(&self) -> bool {
        self.rounds.is_empty()
    }

    /// The number of the last round; 0 if there is none.
    pub fn last(&self) -> u64 {
        self.rounds.keys().next_back().copied().unwrap_or(0)
    }

    /// One round with its lines, or all rounds without their lines; `None` if the round does not exist.
    pub fn view(&self, round: Option<u64>) -> Option<ReplayView> {
        let rounds = match round {
            Some(number) => vec![self.round(number)?],
            None => self.rounds.keys().filter_map(|number| self.round(*number)).map(listed).collect(),
        };
        Some(ReplayView {
            table: self.table.clone(),
            game: self.game.clone(),
            options: self.options(round),
            rounds,
        })
    }

    fn options(&self, round: Option<u64>) -> Settings {
        let until = round.unwrap_or(u64::MAX);
        self.options.range(..=until).next_back().map(|(_, options)| options.clone()).unwrap_or_default()
    }

    fn round(&self, number: u64) -> Option<RoundView> {
        let moments = self.rounds.get(&number)?;
        let (first, last) = (moments.first()?, moments.last()?);
        let people = self.people.iter().map(|(patron, person)| {
            let [before, after] =
                [&first.before, &last.after].map(|all| all.get(patron).copied().unwrap_or(0));
            let result: i64 = moments.iter().filter_map(|moment| moment.result.get(patron)).sum();
            let (patron, person) = (Patron(*patron), person.clone());
            PurseView { patron, person, before, result, brought: after - before - result, after }
        });
        let covers = |first: u64, last: u64| (first..=last).contains(&number);
        Some(RoundView {
            round: number,
            from: first.at,
            to: last.at,
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

/// A round as it appears in a list.
fn listed(mut round: RoundView) -> RoundView {
    (round.steps, round.remedies) = (Vec::new(), Vec::new());
    round.people.retain(|purse| purse.result != 0);
    round
}

fn purses(book: &books::Book) -> BTreeMap<u16, i64> {
    book.people().keys().map(|number| (*number, book.purse(Patron(*number)))).collect()
}

/// What the game itself paid to each patron, or took.
fn results(step: &Step) -> BTreeMap<u16, i64> {
    if !matches!(step.record.entry, Entry::Input { .. }) {
        return BTreeMap::new();
    }
    let purse = |(account, cents): (&books::Account, i64)| match account {
        books::Account::Purse(patron) => Some((patron.0, cents)),
        _ => None,
    };
    step.postings.iter().filter_map(purse).collect()
}

fn staked(fact: &What) -> i64 {
    match fact {
        What::Placed { bet } => bet.stake.as_cents(),
        What::Returned { bet } => -bet.stake.as_cents(),
        _ => 0,
    }
}

fn step_view(step: &Step) -> StepView {
    line_view(&step.record, &step.facts, step.leaf)
}

fn line_view(record: &Record, facts: &[Fact], leaf: Hash) -> StepView {
    StepView {
        line: record.seq,
        at: record.at,
        by: record.by.clone(),
        what: words(&record.entry),
        refused: record.refused().map(Into::into),
        facts: facts.to_vec(),
        leaf: leaf.to_string(),
    }
}

/// An entry in words.
fn words(entry: &Entry) -> String {
    let remedy = |remedy: &Remedy| match remedy {
        Remedy::Void { first, last } if first == last => format!("round {first} to be void"),
        Remedy::Void { first, last } => format!("rounds {first} to {last} to be void"),
        Remedy::Correct { patron, cents } => format!("p{patron} to get {}", dollars(*cents)),
        Remedy::Fund { person, cents } if *cents < 0 => format!("{person} to be paid {}", dollars(-cents)),
        Remedy::Fund { person, cents } => format!("{} to be taken in for {person}", dollars(*cents)),
    };
    match entry {
        Entry::Opened { game, options, .. } => format!("opens the table for {game}: {options}"),
        Entry::Closed {} => "closes the table".into(),
        Entry::Joined { patron, person } => format!("{person} comes, and is p{patron} here"),
        Entry::WalkIn { patron, name, card, chip } => {
            let called = name.as_ref().map_or_else(String::new, |name| format!(", {name}"));
            let card = card.as_ref().map_or_else(String::new, |card| format!(", card {card}"));
            let chip =
                chip.map_or_else(String::new, |cents| format!(", colored chips of {}", dollars(cents)));
            format!("p{patron} is here without an account{called}{card}{chip}")
        }
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
        Entry::Brought { patron, cents } => format!("p{patron} brings chips of {}", dollars(*cents)),
        Entry::Corrected { lines, reason } => {
            let change = |(line, new): &(u64, Vec<String>)| match new.is_empty() {
                true => format!("line {line} did not happen"),
                false => format!("line {line} should be: {}", new.join("; ")),
            };
            format!("corrects ({reason}): {}", lines.iter().map(change).collect::<Vec<_>>().join(", "))
        }
        Entry::Filled { cents, slip } => format!("fill of {}, slip {slip}", dollars(*cents)),
        Entry::Credited { cents, slip } => format!("credit of {}, slip {slip}", dollars(*cents)),
        Entry::Counted { chips, witness } => {
            let one = |(value, pieces): &(i64, u32)| format!("{pieces} of {}", dollars(*value));
            let all = if chips.is_empty() {
                "none".to_owned()
            } else {
                chips.iter().map(one).collect::<Vec<_>>().join(", ")
            };
            format!("counts the chips, watched by {witness}: {all}")
        }
        Entry::Remarked { text } => format!("remarks: {text}"),
        Entry::Asked { remedy: what, reason } => format!("asks for {}: {reason}", remedy(what)),
        Entry::Approved { asked } => format!("agrees to what was asked in line {asked}"),
        Entry::Declined { asked } => format!("declines what was asked in line {asked}"),
        Entry::Scheduled { options, .. } => format!("announces other options: {options}"),
        Entry::TakenOver { node } => format!("node {node} takes the table over"),
        Entry::Restored { lost_from, lost_to, .. } => {
            format!("the floor is restored from a copy without lines {lost_from} to {lost_to}")
        }
    }
}

fn dollars(cents: i64) -> Money {
    Money::cents(cents)
}

/// Patron numbers as text.
fn patrons(numbers: &[u16]) -> String {
    match numbers {
        [] => "nobody".to_owned(),
        all => all.iter().map(|number| format!("p{number}")).collect::<Vec<_>>().join(", "),
    }
}
