//! Simulation of blackjack: rounds by a chart from real shoes, on compiled rules. The tables come from the leaf
//! functions of the rules; a test deals the same cards through [`Game::apply`](rules::Game::apply) and checks that the
//! payouts are the same.

mod count;
mod probe;
mod quick;
mod round;
mod shoe;
mod sums;
mod tables;

pub use count::{Count, CountFault, Ramp};
pub use sums::{COUNTS, Line, Sums};

use super::Plan as Strategy;
use crate::{
    Progress, Shard,
    sim::{draw::Quick, driver::Chunks},
};
use quick::{Lanes, Way};
use round::{Outcome, Table};
use rules::{
    Money, Refusal,
    blackjack::{Admission, MidShoe, MultipleAction, Options, Side, Supply, Wager, Ways},
    kit::cards::{Card, DECK},
};
use std::fmt;
use sums::{BINS, bin};
use tables::{Gains, Tables};

/// The approximate number of rounds played with one random stream.
const CHUNK: u64 = 1 << 16;
/// How many tables are played side by side.
const TABLES: usize = 4;
/// More rounds than anybody plays in one session.
const MOST_SESSION: u64 = 10_000_000;

/// What to simulate.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The table's options.
    pub options: Options,
    /// The strategy of every box.
    pub strategy: Strategy,
    /// How many boxes are played.
    pub boxes: u8,
    /// The stake of each box on each of the dealer's hands.
    pub stake: Money,
    /// An additional wager of each box, up to its stake.
    pub additional: Option<Wager>,
    /// When the cards are shuffled.
    pub shuffle: Shuffle,
    /// How cards are counted, if they are.
    pub count: Option<Count>,
    /// How many units are wagered at each true count.
    pub ramp: Ramp,
    /// From which true count on insurance is taken; if `None`, as the chart says.
    pub insurance_at: Option<i32>,
    /// The strategy of every box at each true count that is distinguished, in place of `strategy`; or empty.
    pub by_count: Vec<Strategy>,
    /// The sessions into which the rounds are divided.
    pub session: Option<Session>,
    /// The number of rounds, over all shards.
    pub rounds: u64,
    /// The seed.
    pub seed: u64,
    /// Which part of the rounds is played.
    pub shard: Shard,
    /// The standard error, per unit of the initial wagers, at which the run ends early.
    pub until_error: Option<f64>,
}

/// When the cards are shuffled.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Shuffle {
    /// As the table's options say, with the cutting card a quarter from the back.
    Usual,
    /// The cutting card is behind this fraction of the cards.
    Behind(f64),
    /// Before every round.
    EveryRound,
}

/// A session of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Session {
    /// How many rounds.
    pub rounds: u64,
    /// The bankroll. The session ends in ruin when it no longer covers the next wager.
    pub bankroll: Option<Money>,
    /// The amount won at which the session ends.
    pub goal: Option<Money>,
}

/// Why a plan cannot be played.
#[derive(Clone, Debug)]
pub enum Fault {
    /// The rules refuse a wager.
    Refused(Refusal),
    /// Something else is wrong, and what to do about it.
    Plan(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Refused(refusal) => write!(f, "{refusal}"),
            Fault::Plan(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for Fault {}

/// The results of a simulation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The sums over all rounds.
    pub sums: Sums,
    /// The same along the way, from the first part of the rounds to all of them.
    pub course: Vec<Line>,
}

/// A compiled plan. Rounds are played in chunks, and for a given seed each chunk is the same on any thread.
#[derive(Clone, Debug)]
pub struct Rounds {
    options: Options,
    tables: Box<Tables>,
    /// Cards by their byte encoding.
    cards: Box<[Card; 256]>,
    boxes: usize,
    /// On how many of the dealer's hands a box wagers.
    spots: u8,
    burned: usize,
    /// The cards are shuffled after the round in which more than this many cards have left this side.
    last: [usize; 2],
    insures: bool,
    insurance_at: Option<i32>,
    may_insure: bool,
    /// By true count, what is played and whether insurance is taken; empty if it is always the same.
    varied: Vec<(Tables, bool)>,
    /// The stakes with which a player may enter between two shuffles, if there are restrictions.
    entry: Entry,
    count: Option<Count>,
    /// The different stakes, and which of them is made at which true count.
    gains: Vec<Gains>,
    by_count: [u8; BINS],
    session: Option<Session>,
    /// The fast path for ordinary rounds, if the table has one.
    way: Option<Way>,
}

impl Rounds {
    /// Compiles a plan.
    ///
    /// # Errors
    /// If the rules refuse its wagers, or something in it makes no sense.
    pub fn new(plan: &Plan) -> Result<Rounds, Fault> {
        plan.check()?;
        let options = plan.options;
        let mut gains: Vec<Gains> = Vec::new();
        let mut by_count = [0; BINS];
        for (place, count) in by_count.iter_mut().zip(COUNTS) {
            let stake = Money::cents(plan.stake.as_cents() * i64::from(plan.ramp.units(count)));
            let known = gains.iter().position(|known| known.stake == stake.as_cents());
            let at = match known {
                Some(at) => at,
                None => {
                    gains.push(plan.gains(stake)?);
                    gains.len() - 1
                }
            };
            *place = u8::try_from(at).unwrap_or(0);
        }
        let entry = Entry::new(plan, &mut gains)?;
        let mut cards = Box::new([Card::all().next().unwrap_or_else(|| unreachable!()); 256]);
        Card::all().for_each(|card| cards[usize::from(tables::byte(card))] = card);
        let burns = matches!(options.supply(), Supply::Shoe { ways: Ways::Usual { burns: true, .. }, .. });
        let tables = Box::new(Tables::new(&options, &plan.strategy));
        Ok(Rounds {
            options,
            way: Way::of(plan, &tables),
            tables,
            cards,
            boxes: usize::from(plan.boxes),
            spots: plan.spots(),
            burned: usize::from(burns),
            last: Side::ALL.map(|side| plan.last(side)),
            insures: plan.strategy.insures(),
            insurance_at: plan.insurance_at,
            may_insure: plan.strategy.insures() || plan.insurance_at.is_some(),
            varied: plan.by_count.iter().map(|plan| (Tables::new(&options, plan), plan.insures())).collect(),
            entry,
            count: plan.count.clone(),
            gains,
            by_count,
            session: plan.session,
        })
    }

    /// Plays rounds of this chunk and adds up the results.
    pub fn chunk(&self, seed: u64, chunk: u64, rounds: u64, sums: &mut Sums) {
        match (&self.way, self.count.is_some(), self.session) {
            (Some(way), false, None) => self.side_by_side(way, seed, chunk, rounds, sums),
            _ => {
                let mut table = Table::new(self, Quick::new(seed, chunk));
                self.all(&mut table, rounds, sums);
                sums.shoes += table.shoes_begun;
            }
        }
    }

    /// The case of one stake and nothing to remember between rounds: several tables take turns. If there is one box, it
    /// is enough to count how its rounds end.
    fn side_by_side(&self, way: &Way, seed: u64, chunk: u64, rounds: u64, sums: &mut Sums) {
        let gains = &self.gains[0];
        let mut tables = Quick::several::<TABLES>(seed, chunk).map(|chance| Table::new(self, chance));
        let mut lanes = Lanes::NONE;
        let mut ends = [0; tables::OUTCOMES];
        let is_counted = self.boxes == 1 && gains.by_cards.is_empty();
        let mut left = rounds;
        let mut out = Outcome::default();
        while left > 0 {
            self.quickly(way, &mut tables, &mut lanes);
            for (lane, table) in (0..left).zip(0..TABLES).map(|(_, lane)| lane).zip(&mut tables) {
                if lanes.is_done[lane] && is_counted {
                    let (left, end) = lanes.only(lane);
                    ends[tables::outcome(left, end)] += 1;
                } else {
                    self.settle(&lanes, lane, table, gains, &mut out);
                    sums.add(&out, self.boxes as u64, gains.additional * self.boxes as i64);
                }
                table.end();
            }
            left = left.saturating_sub(TABLES as u64);
        }
        for (at, &times) in ends.iter().enumerate().filter(|(_, times)| **times > 0) {
            let (left, end) = tables::of_outcome(at);
            sums.add_quick(gains.of(left, end), gains.stake, left, times);
        }
        sums.shoes += tables.iter().map(|table| table.shoes_begun).sum::<u64>();
    }

    /// The result of a round; it is played out in full if something rare happened.
    fn settle<const N: usize>(
        &self,
        lanes: &Lanes<N>,
        lane: usize,
        table: &mut Table<'_>,
        gains: &Gains,
        out: &mut Outcome,
    ) {
        match lanes.is_done[lane] {
            true => lanes.outcome(lane, table, gains, out),
            false => table.rest_of_round(gains, out),
        }
    }

    fn all(&self, table: &mut Table<'_>, rounds: u64, sums: &mut Sums) {
        let (mut out, mut lanes) = (Outcome::default(), Lanes::NONE);
        let mut sitting = Sitting::default();
        let mut shoe = InShoe::default();
        for _ in 0..rounds {
            let at = if self.count.is_some() { bin(table.count_before()) } else { bin(0) };
            shoe.begin(table.shoes_begun);
            let gains = &self.gains[shoe.admitted(&self.entry, &self.gains, self.by_count[at].into())];
            shoe.wagered(gains.stake > 0);
            sitting.before(self, gains.stake * i64::from(self.spots) * self.boxes as i64);
            match self.way.as_ref().filter(|_| self.varied.is_empty()) {
                Some(way) => {
                    self.quickly(way, std::array::from_mut(table), &mut lanes);
                    self.settle(&lanes, 0, table, gains, &mut out);
                }
                None => table.round(gains, &mut out),
            }
            sums.add(&out, self.boxes as u64, gains.additional * self.boxes as i64);
            let (net, initial) = (out.net + out.side, out.initial);
            if self.count.is_some() {
                sums.add_count(at, net, initial);
            }
            sitting.after(self, net, sums);
            table.end();
        }
    }
}

/// 2.3(i): how a player may wager again who did not wager on the first round of the shoe, or sat one out.
#[derive(Clone, Copy, Debug)]
struct Entry {
    rules: MidShoe,
    /// The index of the table's minimum wager among all stakes.
    minimum: usize,
    /// The index of no wager.
    nothing: usize,
}

impl Entry {
    /// Adds the stakes it needs, if anybody ever sits out.
    fn new(plan: &Plan, gains: &mut Vec<Gains>) -> Result<Entry, Fault> {
        let rules = plan.options.mid_shoe();
        let mut entry = Entry { rules, minimum: 0, nothing: 0 };
        if gains.iter().all(|gains| gains.stake > 0) {
            return Ok(entry);
        }
        let limits = plan.options.limits();
        let least = limits.minimum().round_up(limits.step());
        for (place, stake) in [(&mut entry.minimum, least), (&mut entry.nothing, Money::ZERO)] {
            let known = gains.iter().position(|known| known.stake == stake.as_cents());
            *place = match known {
                Some(at) => at,
                None => {
                    gains.push(plan.gains(stake)?);
                    gains.len() - 1
                }
            };
        }
        Ok(entry)
    }
}

/// What a player has done since the last shuffle.
#[derive(Default)]
struct InShoe {
    number: u64,
    rounds: u64,
    has_wagered: bool,
    missed_first: bool,
    sat_out: bool,
}

impl InShoe {
    fn begin(&mut self, number: u64) {
        if number != self.number {
            *self = InShoe { number, ..InShoe::default() };
        }
    }

    /// The stake that is accepted in place of this one: 2.3(i)1 to 4.
    fn admitted(&self, entry: &Entry, gains: &[Gains], wanted: usize) -> usize {
        if gains[wanted].stake == 0 {
            return wanted;
        }
        let MidShoe { newcomers, returners } = entry.rules;
        let admission = match (self.missed_first, self.sat_out) {
            (_, true) if returners == Admission::Barred => Admission::Barred,
            (true, _) if newcomers != Admission::Free => newcomers,
            (_, true) => returners,
            _ => Admission::Free,
        };
        match admission {
            Admission::Free => wanted,
            Admission::Minimum if gains[entry.minimum].stake < gains[wanted].stake => entry.minimum,
            Admission::Minimum => wanted,
            Admission::Barred => entry.nothing,
        }
    }

    fn wagered(&mut self, is_wagered: bool) {
        self.missed_first |= self.rounds == 0 && !is_wagered;
        self.sat_out |= !is_wagered && self.has_wagered;
        self.has_wagered |= is_wagered;
        self.rounds += 1;
    }
}

/// A session in progress.
#[derive(Default)]
struct Sitting {
    played: u64,
    net: i64,
    /// Whether it has ended, in ruin or with the goal reached.
    is_over: bool,
    is_ruined: bool,
}

impl Sitting {
    fn before(&mut self, rounds: &Rounds, next: i64) {
        let bankroll = rounds.session.and_then(|session| session.bankroll);
        if let Some(bankroll) = bankroll
            && !self.is_over
            && bankroll.as_cents() + self.net < next
        {
            (self.is_over, self.is_ruined) = (true, true);
        }
    }

    fn after(&mut self, rounds: &Rounds, net: i64, sums: &mut Sums) {
        let Some(session) = rounds.session else { return };
        self.played += 1;
        if !self.is_over {
            self.net += net;
            self.is_over = session.goal.is_some_and(|goal| self.net >= goal.as_cents());
        }
        if self.played == session.rounds {
            *sums.sessions.entry(self.net).or_insert(0) += 1;
            sums.ruined += u64::from(self.is_ruined);
            sums.reached += u64::from(self.is_over && !self.is_ruined);
            *self = Sitting::default();
        }
    }
}

impl Plan {
    /// A plan with one round of one box with a stake of 100 by this strategy and the table's options: the caller
    /// changes the rest.
    pub fn of(options: Options, strategy: Strategy) -> Plan {
        Plan {
            options,
            strategy,
            boxes: 1,
            stake: Money::dollars(100),
            additional: None,
            shuffle: Shuffle::Usual,
            count: None,
            ramp: Ramp::flat(),
            insurance_at: None,
            by_count: Vec::new(),
            session: None,
            rounds: 1,
            seed: 47,
            shard: Shard::WHOLE,
            until_error: None,
        }
    }

    fn check(&self) -> Result<(), Fault> {
        let fault = |what: String| Err(Fault::Plan(what));
        let (supply, boxes) = (self.options.supply(), self.options.boxes());
        let has_no_cut =
            matches!(supply, Supply::Continuous { .. } | Supply::Shoe { ways: Ways::BartCarter, .. });
        if !(1..=boxes).contains(&self.boxes) {
            return fault(format!("{} boxes: the table has 1 to {boxes}", self.boxes));
        }
        match self.shuffle {
            Shuffle::Behind(part) if !(0.05..=0.99).contains(&part) => {
                return fault(format!(
                    "a penetration of {part}: from 0.05 to 0.99 of the cards can be dealt"
                ));
            }
            Shuffle::Behind(_) if has_no_cut => {
                return fault("a penetration: this table has no cutting card".to_owned());
            }
            _ => {}
        }
        if self.count.is_some() && matches!(supply, Supply::Double { .. }) {
            return fault(
                "a count: the two sides of a double shoe are not counted as one; leave the count".to_owned(),
            );
        }
        let by_count = self.insurance_at.is_some() || self.ramp != Ramp::flat() || !self.by_count.is_empty();
        if self.count.is_none() && by_count {
            return fault("play by the true count: say how cards are counted too".to_owned());
        }
        if !self.by_count.is_empty() && self.by_count.len() != BINS {
            return fault(format!("{} strategies by true count: expected {BINS}", self.by_count.len()));
        }
        if let Some(session) = self.session {
            if !(1..=MOST_SESSION).contains(&session.rounds) {
                return fault(format!("a session of {} rounds: from 1 to {MOST_SESSION}", session.rounds));
            }
            for (name, amount) in [("bankroll", session.bankroll), ("goal", session.goal)] {
                if amount.is_some_and(|amount| amount <= Money::ZERO) {
                    return fault(format!("a {name} of nothing: at least one unit"));
                }
            }
        }
        Ok(())
    }

    /// On how many of the dealer's hands each box wagers: as few as the table allows.
    fn spots(&self) -> u8 {
        self.options.multiple_action().map_or(1, MultipleAction::least)
    }

    /// After how many cards of this side the round is the last one.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn last(&self, side: Side) -> usize {
        let cards = usize::from(self.options.decks_in(side)) * usize::from(DECK);
        match (self.options.supply(), self.shuffle) {
            (Supply::Continuous { .. }, _) | (_, Shuffle::EveryRound) => 0,
            // 2.5(h)2: the discard rack is shuffled in when it holds more than a deck.
            (Supply::Shoe { ways: Ways::BartCarter, .. }, _) => usize::from(DECK),
            (_, Shuffle::Usual) => cards - cards / 4,
            (_, Shuffle::Behind(part)) => ((cards as f64 * part).round() as usize).clamp(1, cards.max(2) - 1),
        }
    }

    /// The most shards into which it can be divided.
    pub fn most_shards(&self) -> u64 {
        self.chunks().most_shards()
    }

    /// How many rounds its shard has.
    pub fn shard_rounds(&self) -> u64 {
        self.chunks().shard_rounds()
    }

    /// Chunks that contain whole sessions.
    fn chunks(&self) -> Chunks {
        let session = self.session.map_or(1, |session| session.rounds.max(1));
        let Plan { rounds, shard, until_error, .. } = *self;
        Chunks { rounds, length: CHUNK.div_ceil(session) * session, shard, until_error }
    }

    /// Runs the plan on this many threads (0: all cores).
    ///
    /// # Errors
    /// The same as [`Rounds::new`].
    pub fn run(&self, threads: usize, progress: &Progress<Sums>) -> Result<Found, Fault> {
        let compiled = Rounds::new(self)?;
        let player = || {
            |chunk, rounds, sums: &mut Sums| {
                compiled.chunk(self.seed, chunk, rounds, sums);
                Ok(())
            }
        };
        let error = |sums: &Sums| sums.all.standard_error().unwrap_or(f64::INFINITY);
        let (sums, course) = self.chunks().run(threads, progress, player, error)?;
        Ok(Found { sums, course })
    }
}

#[cfg(test)]
mod agreement;
