//! A line-by-line record of the first rounds.

use rules::Citation;

/// A line of a trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Told {
    /// Somebody did something, or the equipment showed something, in script notation.
    Input(String),
    /// What the rules decided.
    Event(Citation, String),
    /// A rule of a system acted, or could not act.
    Rule(String),
}

/// A traced round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TracedRound {
    /// The session, from 1.
    pub session: u64,
    /// The round within the session, from 1.
    pub round: u32,
    /// The lines of the round.
    pub lines: Vec<Told>,
}

/// Records the first rounds.
#[derive(Debug, Default)]
pub struct Trace {
    /// How many rounds are recorded.
    most: usize,
    pub session: u64,
    pub rounds: Vec<TracedRound>,
}

impl Trace {
    /// A trace of this many rounds.
    pub fn of(most: usize) -> Trace {
        Trace { most, ..Trace::default() }
    }

    /// Whether it has recorded all its rounds.
    pub fn is_full(&self) -> bool {
        self.rounds.len() > self.most
    }

    /// Begins a round.
    pub fn begin(&mut self, round: u32) {
        if self.rounds.len() <= self.most {
            self.rounds.push(TracedRound { session: self.session, round, lines: Vec::new() });
        }
    }

    /// Adds a line to the round. The line is only built if it will be kept.
    pub fn tell(&mut self, line: impl FnOnce() -> Told) {
        if self.rounds.len() <= self.most
            && let Some(round) = self.rounds.last_mut()
        {
            round.lines.push(line());
        }
    }

    /// The recorded rounds.
    pub fn finish(mut self) -> Vec<TracedRound> {
        self.rounds.truncate(self.most);
        self.rounds
    }
}
