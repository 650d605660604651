//! Reports from a console: several lines at once, by one or two people, all of them or none. Patrons without an account
//! bring chips as needed, and a card, dice or a number may stand for the steps that must have come before it.

use super::{Reply, Running, publish::Outgoing, receipt};
use crate::problem;
use books::{Book, Draft, Engine, Entry, Fault, Hash, OfferKind, Said, Step};
use protocol::{Problem, Receipt};
use rules::{Actor, Awaits, Money, Patron, Refusal, Vocabulary, kit::cards::Card};
use std::sync::{Arc, atomic::Ordering};
use tokio::sync::oneshot;

/// The dealer's steps that something shown implies when the table waits for the dealer. None of them closes wagers,
/// announces "Dealer's Card" or confirms anything.
const BY_DEALER: [&str; 7] = [
    "deals",
    "calls cards",
    "sends the dice out",
    "turns the hole cards",
    "turns player",
    "turns banker",
    "burns",
];
/// The only step that is implied while wagers are open, because it does not close them.
const WHILE_OPEN: &str = "sends the dice out";
/// The steps of a patron whose turn it is that something shown implies.
const BY_PATRON: [&str; 4] = ["draws", "deals", "throws", "turns the cards up"];
/// The most steps that may be implied at once.
const MOST: usize = 4;

/// A report from a console.
pub struct Telling {
    /// Who reports what, in order.
    pub entries: Vec<(String, Entry)>,
    /// The idempotency key of the request, and its hash.
    pub key: (String, Hash),
    /// The last line that the console shows.
    pub seen: u64,
    /// Whether something shown may stand for the steps before it.
    pub implies: bool,
}

/// The outcome of a report.
pub struct Told {
    /// The receipt for the last line; `None` if nothing was written.
    pub receipt: Option<Receipt>,
    /// The lines of the game as they were written.
    pub lines: Vec<String>,
    /// What the law refuses: the index of the entry, its line, and the refusal.
    pub refused: Option<(usize, String, Refusal)>,
}

/// What would be written.
enum Plan {
    Write(Vec<Step>),
    Refused(usize, String, Refusal),
}

impl Running {
    /// Writes what a console reports, all of it or nothing.
    pub(super) async fn tell(&mut self, telling: Telling, reply: oneshot::Sender<Result<Told, Problem>>) {
        let Telling { entries, key, seen, implies } = telling;
        let book = &self.setup.book;
        if let Some(before) = book.answered(&key.0) {
            let receipt = receipt(book.table(), &key.0, before.seq, before.leaf, before.refused);
            if before.body != key.1 {
                let _ = reply.send(Err(problem::key_reused()));
            } else {
                let inner = pass_on(reply, Vec::new());
                let _ = self.outgoing.send(Outgoing::Again(inner, receipt)).await;
            }
            return;
        }
        if seen.checked_add(1) != Some(book.next()) {
            let _ = reply.send(Err(problem::told_since(seen, book.next())));
            return;
        }
        if self.setup.full.load(Ordering::Relaxed)
            && entries.iter().any(|(_, entry)| self.is_new_money(entry))
        {
            let _ = reply.send(Err(problem::full()));
            return;
        }
        let steps = match self.plan(entries, key, implies) {
            Ok(Plan::Write(steps)) => steps,
            Ok(Plan::Refused(at, line, refusal)) => {
                let (receipt, lines, refused) = (None, Vec::new(), Some((at, line, refusal)));
                let _ = reply.send(Ok(Told { receipt, lines, refused }));
                return;
            }
            Err(problem) => return drop(reply.send(Err(problem))),
        };
        let lines = steps.iter().filter_map(|step| match &step.record.entry {
            Entry::Input { line } => Some(line.clone()),
            _ => None,
        });
        let inner = pass_on(reply, lines.collect());
        if let Err((problem, Some(inner))) = self.enter(steps, Some(inner)).await {
            let _ = inner.send(Err(problem));
        }
    }

    /// Tries all of it on a copy of the book, one line after another.
    fn plan(
        &self,
        entries: Vec<(String, Entry)>,
        key: (String, Hash),
        implies: bool,
    ) -> Result<Plan, Problem> {
        let (mut trial, mut steps) = (self.setup.book.excerpt(), Vec::new());
        let mut key = Some(key);
        let last = entries.len().saturating_sub(1);
        for (at, (by, entry)) in entries.into_iter().enumerate() {
            let before = match (&entry, trial.shared_engine()) {
                (Entry::Input { line }, Some(engine)) if implies => implied(&engine, line),
                _ => Vec::new(),
            };
            for line in before {
                let draft = self.draft(by.clone(), None, Entry::Input { line })?;
                let step = trial.propose(draft).map_err(|fault| problem::of(&fault))?;
                trial.accept(&mut step.clone());
                steps.push(step);
            }
            let key = if at == last { key.take() } else { None };
            let draft = self.draft(by, key, entry)?;
            if let Some(step) = brought(&trial, &draft)? {
                trial.accept(&mut step.clone());
                steps.push(step);
            }
            let shown = if let Entry::Input { line } = &draft.entry { line.clone() } else { String::new() };
            let step = trial.propose(draft).map_err(|fault| explained(&trial, &shown, &fault))?;
            if let Some(refusal) = step.record.refused() {
                return Ok(Plan::Refused(at, shown, refusal));
            }
            trial.accept(&mut step.clone());
            steps.push(step);
        }
        Ok(Plan::Write(steps))
    }
}

/// Forwards the answer to the console when the last line is durable.
fn pass_on(reply: oneshot::Sender<Result<Told, Problem>>, lines: Vec<String>) -> Reply {
    let (inner, answer) = oneshot::channel();
    tokio::spawn(async move {
        let answer = answer.await.unwrap_or_else(|_| Err(problem::unknown_outcome()));
        let _ = reply.send(answer.map(|receipt| Told { receipt: Some(receipt), lines, refused: None }));
    });
    inner
}

/// The chips that a patron without an account must have brought to do this.
fn brought(book: &Book, draft: &Draft) -> Result<Option<Step>, Problem> {
    let Entry::Input { line } = &draft.entry else { return Ok(None) };
    let Err(Fault::Poor { short, .. }) = book.propose(draft.clone()) else { return Ok(None) };
    let who = line.split([' ', '@']).next().and_then(|word| word.parse().ok());
    let Some(Actor::Patron(Patron(patron))) = who else { return Ok(None) };
    if book.walk_in(patron).is_none() {
        return Ok(None);
    }
    let entry = Entry::Brought { patron, cents: short };
    let chips = Draft { key: None, salt: None, entry, ..draft.clone() };
    book.propose(chips).map(Some).map_err(|fault| problem::of(&fault))
}

/// The steps that something shown implies because they must have come before it. Empty if it can be shown as things
/// are, or if such steps would not make it possible.
fn implied(engine: &Arc<dyn Engine>, shown: &str) -> Vec<String> {
    let (mut now, mut lines) = (Arc::clone(engine), Vec::new());
    if !now.read(shown).is_ok_and(|line| line.said == Said::Chance) {
        return lines;
    }
    while now.after_line(shown).is_none() {
        let next = (lines.len() < MOST).then(|| step_before(&*now)).flatten();
        let after = next.and_then(|line| now.after_line(&line).map(|after| (line, after)));
        let Some((line, after)) = after else { return Vec::new() };
        now = after.engine;
        lines.push(line);
    }
    lines
}

/// The step that must have come before anything could be shown.
fn step_before(engine: &dyn Engine) -> Option<String> {
    let (who, steps): (Actor, &[&str]) = match engine.awaits() {
        Awaits::Decision(who @ Actor::Patron(_)) => (who, &BY_PATRON),
        Awaits::Decision(Actor::Dealer) => (Actor::Dealer, &BY_DEALER),
        Awaits::Wagers => (Actor::Dealer, &[WHILE_OPEN]),
        Awaits::Decision(_) | Awaits::Equipment => return None,
    };
    let offers = engine.offers(who);
    let offer = steps
        .iter()
        .find_map(|step| offers.iter().find(|offer| offer.kind == OfferKind::Deed && offer.act == **step))?;
    Some(offer.line(who, Money::ZERO))
}

/// Explains why a line cannot be written. If none of a card are left, it was entered wrongly, either now or earlier:
/// the lines that may still be corrected show where it has been entered already.
fn explained(book: &Book, line: &str, fault: &Fault) -> Problem {
    let is_due = book.engine().is_some_and(|engine| {
        let outcomes = engine.outcomes();
        !outcomes.is_empty() && outcomes.iter().all(|(chance, _)| chance != line)
    });
    if !is_due || Card::read(line).is_none() {
        return problem::of(fault);
    }
    let told = book.correctable().filter(|(_, told)| *told == line).map(|(seq, _)| seq.to_string());
    let told: Vec<String> = told.collect();
    let before = match told.is_empty() {
        true => String::new(),
        false => format!(" (it came in line {})", told.join(", ")),
    };
    let message = format!(
        "no {line} is left{before}: nothing was recorded; enter the card that is there, or correct the line that is wrong"
    );
    Problem::new(protocol::ProblemCode::Misread, message)
}
