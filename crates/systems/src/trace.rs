//! What happened in the first rounds, line by line.

use rules::Citation;

/// A line of a trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Told {
    /// Somebody did something, or the equipment showed something, as a script has it.
    Input(String),
    /// What the rules made of it.
    Event(Citation, String),
    /// A rule of a system acted, or could not.
    Rule(String),
}

/// A round of a trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TracedRound {
    /// The session, from 1.
    pub session: u64,
    /// The round of it, from 1.
    pub round: u32,
    /// What happened.
    pub lines: Vec<Told>,
}

/// Keeps the first rounds.
#[derive(Debug, Default)]
pub struct Trace {
    /// How many rounds are kept.
    most: usize,
    pub session: u64,
    pub rounds: Vec<TracedRound>,
}

impl Trace {
    /// Of so many rounds.
    pub fn of(most: usize) -> Trace {
        Trace { most, ..Trace::default() }
    }

    /// Whether it has all it keeps.
    pub fn is_full(&self) -> bool {
        self.rounds.len() > self.most
    }

    /// A round begins.
    pub fn begin(&mut self, round: u32) {
        if self.rounds.len() <= self.most {
            self.rounds.push(TracedRound { session: self.session, round, lines: Vec::new() });
        }
    }

    /// A line of the round; made only if somebody reads it.
    pub fn tell(&mut self, line: impl FnOnce() -> Told) {
        if self.rounds.len() <= self.most
            && let Some(round) = self.rounds.last_mut()
        {
            round.lines.push(line());
        }
    }

    /// The rounds.
    pub fn finish(mut self) -> Vec<TracedRound> {
        self.rounds.truncate(self.most);
        self.rounds
    }
}
