//! Immediate corrections. Lines of the round in play, or of the last round while the next has not begun, are replaced
//! and the round is played again. Nothing is deleted: the original lines stay in the journal, and whatever they moved
//! wrongly is moved back.

use super::{Book, Draft, Fault, Step};
use crate::{Fact, engine::Engine, ledger::Postings, picture::Picture, record::Entry, rounds::Round};
use rules::{Actor, Patron, kit::cards::Unseen};
use std::{collections::BTreeMap, sync::Arc};

/// A line of the game that may still be corrected.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Told {
    pub seq: u64,
    pub at: i64,
    pub by: String,
    pub line: String,
}

/// The round that may still be corrected: the table before its first line, and every line since.
#[derive(Clone)]
pub(super) struct Recent {
    pub before: Before,
    /// The round these lines belong to.
    pub round: u64,
    pub lines: Vec<Told>,
    /// The money they moved.
    pub moved: Postings,
}

/// The state of a table between two lines.
#[derive(Clone)]
pub(super) struct Before {
    pub engine: Arc<dyn Engine>,
    pub round: u64,
    pub settled: bool,
    pub private: Option<u64>,
    pub unseen: Option<Unseen>,
    /// What the round had moved and how it stood at that point.
    pub moved: Option<Postings>,
    pub played: Option<Round>,
}

/// A round that was played again with corrected lines.
#[derive(Clone)]
pub(super) struct Redone {
    recent: Recent,
    now: Before,
    cleared: Option<Arc<Picture>>,
    rounds: BTreeMap<u64, Postings>,
    /// The result of each line: its round, its number, its time, and the facts.
    told: Vec<(u64, u64, i64, Vec<Fact>)>,
}

const LATE: Fault = Fault::NotNow(
    "that line is not in this round; correcting an earlier round takes two people, as a remedy",
);

impl Book {
    /// The first round that may still change. It and all later ones stay in memory.
    pub fn open_since(&self) -> u64 {
        self.recent.as_ref().map_or(self.round, |recent| recent.before.round)
    }

    /// The lines that may still be corrected immediately, with their numbers.
    pub fn correctable(&self) -> impl Iterator<Item = (u64, &str)> {
        self.recent.iter().flat_map(|recent| &recent.lines).map(|told| (told.seq, told.line.as_str()))
    }

    /// Remembers a line of the game that is about to be folded. It can be corrected until a line of another round
    /// arrives.
    pub(super) fn remember(&mut self, line: &str, step: &Step) {
        let Some(engine) = self.engine.as_ref().filter(|_| self.is_physical()) else { return };
        if self.recent.as_ref().is_none_or(|recent| recent.round != step.round) {
            let before = Before {
                engine: Arc::clone(engine),
                round: self.round,
                settled: self.settled,
                private: self.private,
                unseen: self.unseen,
                moved: self.rounds.get(&self.round).cloned(),
                played: self.played.kept().get(&self.round).cloned(),
            };
            let (lines, moved) = (Vec::new(), Postings::default());
            self.recent = Some(Recent { before, round: step.round, lines, moved });
        }
        if let Some(recent) = &mut self.recent {
            let (seq, at, by) = (step.record.seq, step.record.at, step.record.by.clone());
            recent.lines.push(Told { seq, at, by, line: line.to_owned() });
            recent.moved.add(&step.postings);
        }
    }

    /// Works out what the table becomes if these lines replace the original ones. The book does not change.
    pub(super) fn redo(
        &self,
        by: &str,
        lines: &[(u64, Vec<String>)],
        reason: &str,
        postings: &mut Postings,
    ) -> Result<(Redone, Vec<Fact>), Fault> {
        let recent = self.recent.as_ref().ok_or(LATE)?;
        if reason.trim().is_empty() {
            return Err(Fault::NotNow("a reason is needed"));
        }
        if !lines.is_sorted_by(|(one, _), (other, _)| one < other) {
            return Err(Fault::NotNow("each line may be corrected only once, in journal order"));
        }
        let changes: BTreeMap<u64, &[String]> = lines.iter().map(|(seq, new)| (*seq, &new[..])).collect();
        let is_known = |seq: &u64| recent.lines.iter().any(|told| told.seq == *seq);
        if !changes.keys().all(is_known) {
            return Err(LATE);
        }
        let Some(first) = changes.keys().next() else { return Err(Fault::NotNow("nothing is corrected")) };
        let mut trial = self.rewound(recent);
        let (mut told, mut facts, mut brought) = (Vec::new(), Vec::new(), Postings::default());
        for line in replaced(recent, by, &changes) {
            let mut step = trial.again(&line, &mut brought)?;
            if line.seq >= *first {
                facts.extend(step.facts.iter().cloned());
            }
            let spelled = match &step.record.entry {
                Entry::Input { line } => line.clone(),
                _ => line.line.clone(),
            };
            let followed = (step.round, line.seq, line.at, step.facts.clone());
            trial.accept(&mut step);
            told.push((Told { line: spelled, ..line }, step.postings, followed));
        }
        let mut moved = Postings::default();
        told.iter().for_each(|(_, postings, _)| moved.add(postings));
        postings.add(&moved);
        postings.add(&brought);
        postings.add(&recent.moved.reversed());
        self.spares_purses(postings)?;
        let engine = trial.engine.clone().ok_or(LATE)?;
        let now = Before {
            engine,
            round: trial.round,
            settled: trial.settled,
            private: trial.private,
            unseen: trial.unseen,
            moved: None,
            played: None,
        };
        let (lines, told): (Vec<Told>, Vec<_>) =
            told.into_iter().map(|(line, _, followed)| (line, followed)).unzip();
        let recent = Recent { before: recent.before.clone(), round: recent.round, lines, moved };
        Ok((Redone { recent, now, cleared: trial.cleared, rounds: trial.rounds, told }, facts))
    }

    /// The book as it was before the first line of the round.
    fn rewound(&self, recent: &Recent) -> Book {
        let mut trial = self.excerpt();
        let Before { engine, round, settled, private, unseen, moved, .. } = recent.before.clone();
        trial.ledger.post(&recent.moved.reversed());
        (trial.engine, trial.round, trial.settled) = (Some(engine), round, settled);
        (trial.private, trial.unseen, trial.recent) = (private, unseen, None);
        trial.rounds = moved.map(|moved| (round, moved)).into_iter().collect();
        trial
    }

    /// Plays a line again. If a patron without an account lacks the chips for it, the difference is recorded as brought
    /// to the table.
    fn again(&mut self, told: &Told, brought: &mut Postings) -> Result<Step, Fault> {
        let Told { seq, at, by, line } = told;
        let entry = Entry::Input { line: line.clone() };
        let draft = Draft { at: *at, epoch: self.epoch, by: by.clone(), key: None, salt: None, entry };
        let no_longer = |why: String| {
            Fault::Misread(format!("line {seq}, `{line}`, no longer fits: {why}; correct it too"))
        };
        let step = match self.propose(draft.clone()) {
            Err(Fault::Poor { short, .. }) => {
                let Some(Actor::Patron(Patron(number))) = super::actor_of(line) else { return Err(LATE) };
                let mut chips = Postings::default();
                self.brings(number, short, &mut chips)?;
                self.ledger.post(&chips);
                brought.add(&chips);
                self.propose(draft)
            }
            step => step,
        };
        match step {
            Ok(step) => match step.record.refused() {
                None => Ok(step),
                Some(refusal) => Err(no_longer(refusal.to_string())),
            },
            Err(Fault::Misread(why)) => Err(no_longer(why)),
            Err(fault) => Err(fault),
        }
    }

    /// Replaces what was recorded for the round with the round as it was played again.
    pub(super) fn fold_redone(&mut self, redone: Redone) {
        let Redone { recent, now, cleared, rounds, told } = redone;
        let from = recent.before.round;
        self.rounds.split_off(&from);
        self.rounds.extend(rounds);
        self.played.undo(from, recent.before.played.clone());
        for (round, seq, at, facts) in &told {
            self.played.tell(*round, (*seq, *at), facts);
        }
        (self.engine, self.round, self.settled) = (Some(now.engine), now.round, now.settled);
        (self.private, self.unseen, self.cleared) = (now.private, now.unseen, cleared);
        self.recent = Some(recent);
    }
}

/// The lines of a round with some of them replaced. Several lines with the same number are replaced together.
fn replaced(recent: &Recent, by: &str, changes: &BTreeMap<u64, &[String]>) -> Vec<Told> {
    let mut lines: Vec<Told> = Vec::new();
    let mut done = None;
    for told in &recent.lines {
        match changes.get(&told.seq) {
            None => lines.push(told.clone()),
            Some(_) if done == Some(told.seq) => {}
            Some(new) => {
                done = Some(told.seq);
                let new =
                    new.iter().map(|line| Told { line: line.clone(), by: by.to_owned(), ..told.clone() });
                lines.extend(new);
            }
        }
    }
    lines
}
