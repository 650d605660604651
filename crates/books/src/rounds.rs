//! What was wagered against the house and how it ended: per round, and in total per wager.

use crate::{Fact, Postings, What};
use rounds::Settings;
use rules::Tender;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

/// The results of all wagers of one name under the same options. Amounts are in cents.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wagered {
    /// The number of the opening, which gives the options.
    pub opening: usize,
    /// The name of the wager.
    pub wager: String,
    /// How many such wagers were settled.
    pub count: u64,
    /// The sum of their stakes.
    pub stakes: i64,
    /// The sum of the squares of their stakes.
    pub squares: i128,
    /// What the bank took, less what it paid.
    pub won: i64,
}

impl Wagered {
    /// The results since an earlier state of the same wagers.
    #[must_use]
    pub fn since(&self, before: &Wagered) -> Wagered {
        Wagered {
            count: self.count.saturating_sub(before.count),
            stakes: self.stakes - before.stakes,
            squares: self.squares - before.squares,
            won: self.won - before.won,
            ..self.clone()
        }
    }
}

/// A round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// The number of its first line.
    pub first: u64,
    /// The number of its last line.
    pub last: u64,
    /// When the first was written, in milliseconds since 1970, UTC.
    pub at: i64,
    /// How many wagers were settled.
    pub settled: u64,
    /// What the banks paid on them, in cents.
    pub paid: i64,
    /// What they took, in cents.
    pub taken: i64,
    /// Whether it has been declared void.
    pub void: bool,
    /// What the house charged as vigorish.
    charged: i64,
    /// Each wager against the house: its index, its stake, and what the house won.
    bets: Vec<(usize, i64, i64)>,
}

/// A round that has ended, with what it moved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PastRound {
    /// What it moved; empty if the round was void when it was stored.
    pub moved: Postings,
    /// What was wagered, and the results.
    pub round: Round,
}

/// The options of a table over a period of time: from the line that opened it under them until it opens under others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// The options.
    pub options: Settings,
    /// The number of that line.
    pub seq: u64,
    /// When it was written, in milliseconds since 1970, UTC.
    pub at: i64,
    /// When they were announced; `None` if the table opened under them without an announcement.
    pub told: Option<i64>,
    /// The day on which the Commission approved them, if it was given: `2026-02-20`.
    pub approved: Option<String>,
    /// When the table closed under them; `None` if it is open, or was opened again.
    pub closed: Option<i64>,
}

/// The rounds of a table: totals over all of them, and the ones still in memory.
#[derive(Default)]
pub struct Rounds {
    openings: Vec<Opening>,
    wagered: Vec<Wagered>,
    index: HashMap<(usize, String), usize>,
    charged: i64,
    /// Rounds that were declared void after they had ended, as ordered ranges (first, last) that do not touch.
    voided: Vec<(u64, u64)>,
    rounds: BTreeMap<u64, Round>,
}

/// What a snapshot stores about the rounds.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sums {
    openings: Vec<Opening>,
    wagered: Vec<Wagered>,
    charged: i64,
    voided: Vec<(u64, u64)>,
    /// The rounds that may still change.
    open: BTreeMap<u64, Round>,
}

impl Rounds {
    /// Records that the table opens. Reopening under the same options does not start a new opening.
    pub(crate) fn open(&mut self, opening: Opening) {
        match self.openings.last_mut() {
            Some(last) if last.options == opening.options => last.closed = None,
            _ => self.openings.push(opening),
        }
    }

    /// Records that the table closes.
    pub(crate) fn close(&mut self, at: i64) {
        if let Some(last) = self.openings.last_mut() {
            last.closed = Some(at);
        }
    }

    /// Records a line of a round, and what the rules decided.
    pub(crate) fn tell(&mut self, round: u64, (seq, at): (u64, i64), told: &[Fact]) {
        let (settled, paid, taken, void) = (0, 0, 0, false);
        let new =
            Round { first: seq, last: seq, at, settled, paid, taken, void, charged: 0, bets: Vec::new() };
        self.rounds.entry(round).or_insert(new).last = seq;
        for told in told {
            let (charged, bet) = match told.what {
                What::Settled { ref bet, taken, paid, bank, .. } => {
                    let (stake, taken, paid) = (bet.stake.as_cents(), taken.as_cents(), paid.as_cents());
                    if let Some(round) = self.rounds.get_mut(&round) {
                        (round.settled, round.paid, round.taken) =
                            (round.settled + 1, round.paid + paid, round.taken + taken);
                    }
                    if bank.is_some() || bet.tender == Tender::Coupon {
                        continue;
                    }
                    (0, Some((self.named(&bet.wager), stake, taken - paid)))
                }
                What::Charged { vigorish, .. } | What::Marked { vigorish, .. } => (vigorish.as_cents(), None),
                What::Waived { vigorish, .. } => (-vigorish.as_cents(), None),
                _ => continue,
            };
            self.add(charged, bet, 1);
            if let Some(round) = self.rounds.get_mut(&round) {
                round.charged += charged;
                round.bets.extend(bet);
            }
        }
    }

    /// Removes these rounds from the totals. `past` has those of them that are no longer in memory; `current` is in
    /// play.
    pub(crate) fn void(&mut self, (first, last): (u64, u64), current: u64, past: &BTreeMap<u64, PastRound>) {
        let mut gone = Vec::new();
        for (number, PastRound { round, .. }) in past.range(first..=last) {
            if !self.is_void(*number) && !self.rounds.contains_key(number) {
                gone.push((round.charged, round.bets.clone()));
            }
        }
        for (_, round) in self.rounds.range_mut(first..=last) {
            round.void = true;
            gone.push((std::mem::take(&mut round.charged), std::mem::take(&mut round.bets)));
        }
        for (charged, bets) in gone {
            self.add(charged, None, -1);
            bets.into_iter().for_each(|bet| self.add(0, Some(bet), -1));
        }
        // The round in play may continue after the void: what it moves then is not void.
        if let Some(last) = current.checked_sub(1).map(|ended| last.min(ended)).filter(|last| first <= *last)
        {
            self.note_void(first, last);
        }
    }

    /// Subtracts the results of this round and all later ones, so that they can be recorded again. `kept` is what the
    /// first of them had come to before.
    pub(crate) fn undo(&mut self, from: u64, kept: Option<Round>) {
        let all = |rounds: &mut Rounds, round: &Round, sign| {
            rounds.add(round.charged, None, sign);
            round.bets.iter().for_each(|bet| rounds.add(0, Some(*bet), sign));
        };
        for round in self.rounds.split_off(&from).values() {
            all(self, round, -1);
        }
        if let Some(round) = kept {
            all(self, &round, 1);
            self.rounds.insert(from, round);
        }
    }

    fn note_void(&mut self, first: u64, last: u64) {
        let (mut first, mut last) = (first, last);
        self.voided.retain(|&(from, to)| {
            let apart = to + 1 < first || last + 1 < from;
            if !apart {
                (first, last) = (first.min(from), last.max(to));
            }
            apart
        });
        let at = self.voided.partition_point(|&(from, _)| from < first);
        self.voided.insert(at, (first, last));
    }

    /// Whether a round was declared void after it had ended.
    pub fn is_void(&self, round: u64) -> bool {
        self.voided.iter().any(|(first, last)| (first..=last).contains(&&round))
    }

    /// Rounds that were declared void after they had ended, as ranges (first, last).
    pub fn voided(&self) -> &[(u64, u64)] {
        &self.voided
    }

    /// What a snapshot stores, while this round and later ones may still change.
    pub(crate) fn sums(&self, open: u64) -> Sums {
        Sums {
            openings: self.openings.clone(),
            wagered: self.wagered.clone(),
            charged: self.charged,
            voided: self.voided.clone(),
            open: self.rounds.range(open..).map(|(number, round)| (*number, round.clone())).collect(),
        }
    }

    pub(crate) fn from_sums(sums: Sums) -> Rounds {
        let Sums { openings, wagered, charged, voided, open: rounds } = sums;
        let name = |(at, all): (usize, &Wagered)| ((all.opening, all.wager.clone()), at);
        let index = wagered.iter().enumerate().map(name).collect();
        Rounds { openings, wagered, index, charged, voided, rounds }
    }

    /// The rounds in memory.
    pub(crate) fn kept(&self) -> &BTreeMap<u64, Round> {
        &self.rounds
    }

    pub(crate) fn forget(&mut self, before: u64) {
        self.rounds = self.rounds.split_off(&before);
    }

    fn named(&mut self, wager: &str) -> usize {
        let opening = self.openings.len().saturating_sub(1);
        *self.index.entry((opening, wager.to_owned())).or_insert_with(|| {
            let wager = wager.to_owned();
            self.wagered.push(Wagered { opening, wager, count: 0, stakes: 0, squares: 0, won: 0 });
            self.wagered.len() - 1
        })
    }

    fn add(&mut self, charged: i64, bet: Option<(usize, i64, i64)>, sign: i64) {
        self.charged += sign * charged;
        if let Some((at, stake, won)) = bet {
            let all = &mut self.wagered[at];
            all.count = all.count.saturating_add_signed(sign);
            all.stakes += sign * stake;
            all.squares += i128::from(sign) * i128::from(stake) * i128::from(stake);
            all.won += sign * won;
        }
    }

    /// Every opening under options that differ from the previous ones, in order.
    pub fn openings(&self) -> &[Opening] {
        &self.openings
    }

    /// The results of the wagers against the house.
    pub fn wagered(&self) -> &[Wagered] {
        &self.wagered
    }

    /// Vigorish that the house has charged, whether collected at once or later, in cents.
    pub fn charged(&self) -> i64 {
        self.charged
    }

    /// The rounds in memory by number, latest first.
    pub fn latest(&self) -> impl Iterator<Item = (u64, &Round)> {
        self.rounds.iter().rev().map(|(number, round)| (*number, round))
    }

    /// How many rounds are in memory.
    pub fn count(&self) -> usize {
        self.rounds.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BetView;
    use rules::{Fate, Money, Patron, Seat, cite};

    fn opening(options: &str, seq: u64) -> Opening {
        let options = Settings::read(options).expect("settings");
        Opening { options, seq, at: 10 * seq.cast_signed(), told: None, approved: None, closed: None }
    }

    fn settled(wager: &str, stake: i64, taken: i64, paid: i64) -> Fact {
        let (patron, seat, tender) = (Patron(1), Seat::NONE, Tender::Chips);
        let bet = BetView { patron, seat, wager: wager.to_owned(), stake: Money::cents(stake), tender };
        let (fate, pays, cite) = (Fate::Won, cite!("5.2(a)"), cite!("5.2(a)"));
        let (taken, paid) = (Money::cents(taken), Money::cents(paid));
        let what = What::Settled { bet, fate, taken, paid, pays, bank: None };
        Fact { cite, held: true, text: String::new(), paper: None, what }
    }

    #[test]
    fn a_void_round_is_taken_out_again() {
        let mut rounds = Rounds::default();
        rounds.open(opening("zero=half", 0));
        rounds.tell(1, (3, 10), &[settled("red", 500, 0, 500), settled("black", 200, 200, 0)]);
        let before: Vec<Wagered> = rounds.wagered().to_vec();
        rounds.tell(2, (4, 20), &[settled("red", 100, 100, 0)]);
        rounds.tell(2, (5, 30), &[]);
        let red = &rounds.wagered()[0];
        assert_eq!((red.count, red.stakes, red.squares, red.won), (2, 600, 260_000, -400));
        let (number, last) = rounds.latest().next().expect("a round");
        assert_eq!((number, last.first, last.last, last.at, last.settled), (2, 4, 5, 20, 1));
        rounds.void((2, 9), 3, &BTreeMap::new());
        assert!(rounds.is_void(2) && !rounds.is_void(1) && !rounds.is_void(3));
        assert_eq!(rounds.wagered(), before);
        assert!(rounds.latest().next().is_some_and(|(_, round)| round.void) && rounds.count() == 2);
    }

    #[test]
    fn void_ranges_that_touch_become_one() {
        let mut rounds = Rounds::default();
        for range in [(5, 6), (10, 12), (7, 8), (1, 1), (9, 9)] {
            rounds.void(range, 100, &BTreeMap::new());
        }
        assert_eq!(rounds.voided, [(1, 1), (5, 12)]);
    }

    #[test]
    fn other_options_are_another_book() {
        let mut rounds = Rounds::default();
        for (seq, options) in (1..).zip(["zero=half", "zero=half", "zero=all", "zero=half"]) {
            rounds.open(opening(options, seq));
            rounds.tell(1, (1, 1), &[settled("red", 500, 500, 0)]);
            rounds.close(10 * seq.cast_signed() + 5);
        }
        let counts: Vec<_> = rounds.wagered().iter().map(|all| (all.opening, all.count)).collect();
        assert_eq!(counts, [(0, 2), (1, 1), (2, 1)]);
        let times: Vec<_> = rounds.openings().iter().map(|one| (one.seq, one.at, one.closed)).collect();
        assert_eq!(times, [(1, 10, Some(25)), (3, 30, Some(35)), (4, 40, Some(45))]);
    }
}
