//! Simulation of blackjack: rounds by a chart from real shoes, on compiled rules. The tables come from the leaf
//! functions of the rules; a test deals the same cards through [`Game::apply`](rules::Game::apply) and checks that the
//! payouts are the same.

mod automaton;
mod count;
mod probe;
mod quick;
mod round;
mod shoe;
mod sums;
mod tables;

pub use count::{Count, Ramp};
pub use sums::{COUNTS, Events, Line, Sums};

use super::Plan as Strategy;
use crate::{
    Progress, Shard,
    sim::{draw::Quick, driver::Chunks},
};
use automaton::{Automaton, BURNED, DOUBLE, Lane, Log, RARE, STEPS, VALUES};
use quick::{Lanes, Way};
use round::Table;
use rules::{
    Money, Refusal,
    blackjack::{Admission, MidShoe, MultipleAction, Options, Side, Supply, Wager, Ways},
    kit::cards::{Card, DECK},
};
use shoe::AT_ONCE;
use std::fmt;
use sums::{BINS, Outcome, bin};
use tables::{Gains, Tables};

/// The approximate number of rounds played with one random stream.
const CHUNK: u64 = 1 << 16;
/// How many tables are played side by side.
const TABLES: usize = 4;
/// More rounds than anybody plays in one session.
const MOST_SESSION: u64 = 10_000_000;

/// The parameters of a simulation.
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
    /// The number of rounds in a session.
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
    /// The fast path for ordinary rounds, if the table has one, and a faster one if there is one box.
    way: Option<Way>,
    automaton: Option<Automaton>,
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
        let may_insure = plan.strategy.insures() || plan.insurance_at.is_some();
        let way = Way::of(plan, &tables);
        // An automaton processes one side of a double shoe after the other, which a session must not do.
        let in_order = plan.session.is_some() && matches!(options.supply(), Supply::Double { .. });
        let automaton = (way.as_ref())
            .filter(|_| plan.boxes == 1 && plan.additional.is_none() && !in_order)
            .and_then(|way| Automaton::new(&options, way, &tables, may_insure));
        Ok(Rounds {
            options,
            way,
            automaton,
            tables,
            cards,
            boxes: usize::from(plan.boxes),
            spots: plan.spots(),
            burned: usize::from(burns),
            last: Side::ALL.map(|side| plan.last(side)),
            insures: plan.strategy.insures(),
            insurance_at: plan.insurance_at,
            may_insure,
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
        // The rounds of a session follow each other at one table.
        match self.session {
            Some(_) => self.at_tables::<1>(seed, chunk, rounds, sums),
            None => self.at_tables::<TABLES>(seed, chunk, rounds, sums),
        }
    }

    /// Plays rounds at several tables side by side. The number of rounds of each is fixed beforehand: if the tables
    /// that finish first were used, short rounds would occur too often.
    fn at_tables<const N: usize>(&self, seed: u64, chunk: u64, rounds: u64, sums: &mut Sums) {
        let mut left = (0..N as u64).map(|at| (rounds + at) / N as u64);
        let players = Quick::several::<N>(seed, chunk).map(|chance| Player {
            table: Table::new(self, chance),
            left: left.next().unwrap_or(0),
            shoe: InShoe::default(),
            sitting: Sitting::default(),
        });
        match (&self.automaton, &self.way) {
            (Some(automaton), _) if automaton.is_double() => {
                let lanes = players.map(|player| Lane::<DOUBLE>::new(player, 0));
                let (sent, players) = self.by_automaton(automaton, 0, lanes, sums);
                let mut left = (0..N as u64).map(|at| (sent + at) / N as u64);
                let lanes = players.map(|player| {
                    Lane::<DOUBLE>::new(Player { left: left.next().unwrap_or(0), ..player }, 1)
                });
                let (_, players) = self.by_automaton(automaton, 1, lanes, sums);
                sums.shoes += players.iter().map(|player| player.table.shoes_begun).sum::<u64>();
            }
            (Some(automaton), _) => {
                let lanes = players.map(|player| Lane::<VALUES>::new(player, 0));
                let (_, players) = self.by_automaton(automaton, 0, lanes, sums);
                sums.shoes += players.iter().map(|player| player.table.shoes_begun).sum::<u64>();
            }
            (None, Some(way)) => self.side_by_side(way, players, sums),
            (None, None) => players.into_iter().for_each(|mut player| {
                while player.left > 0 {
                    player.play(sums);
                }
                sums.shoes += player.table.shoes_begun;
            }),
        }
    }

    /// One box without additional wagers: it is enough to count how its rounds end. Returns the players, and how many
    /// rounds were sent to the other side.
    fn by_automaton<'a, const N: usize, const WIDTH: usize>(
        &self,
        automaton: &Automaton,
        side: usize,
        mut lanes: [Lane<'a, WIDTH>; N],
        sums: &mut Sums,
    ) -> (u64, [Player<'a>; N]) {
        let steps = if self.last[0] == 0 { AT_ONCE } else { STEPS };
        let mut logs = [Log::EMPTY; N];
        let mut times = vec![0_u32; self.gains.len() * BINS * automaton.ends.len()];
        while lanes.iter().any(|lane| lane.player.left > 0) {
            automaton.run(side, &mut lanes, steps, &mut logs);
            for (lane, log) in lanes.iter_mut().zip(&mut logs) {
                self.follow(automaton, lane, log, &mut times, sums);
            }
        }
        let mut sent = 0;
        for (at, &times) in times.iter().enumerate().filter(|(_, times)| **times > 0) {
            let (key, end) = (at / automaton.ends.len(), at % automaton.ends.len());
            sent += if end == BURNED { u64::from(times) } else { 0 };
            if let Some((left, ends)) = automaton.ends[end] {
                let gains = &self.gains[key / BINS];
                let mut out = Outcome::new(gains, 1, 1);
                out.add(0, left, ends, gains);
                sums.add(&out, self.count.is_some().then_some(key % BINS), times.into());
            }
        }
        (sent, lanes.map(|lane| lane.player))
    }

    /// Counts the rounds in a table's notes, until it has to take more steps.
    #[inline(always)]
    fn follow<const WIDTH: usize>(
        &self,
        automaton: &Automaton,
        lane: &mut Lane<'_, WIDTH>,
        log: &mut Log,
        times: &mut [u32],
        sums: &mut Sums,
    ) {
        while lane.player.left > 0 {
            let Some((number, at)) = Lane::<WIDTH>::next(log) else {
                if lane.is_sound() {
                    return;
                }
                // There are not enough cards for one more round.
                lane.play(sums);
                lane.restart(log);
                continue;
            };
            let is_shuffled = if number == RARE || !lane.has(at) {
                lane.play(sums);
                true
            } else {
                let (stake, bin) = lane.player.wager();
                let key = stake.wrapping_mul(BINS).wrapping_add(bin.unwrap_or(0));
                let times = &mut times[key.wrapping_mul(automaton.ends.len()).wrapping_add(number)];
                *times = times.wrapping_add(1);
                if let (Some(_), Some((left, ends))) = (self.session, automaton.ends[number]) {
                    lane.player.sitting.after(self, self.gains[stake].of(left, ends), sums);
                }
                lane.end_at(at)
            };
            if is_shuffled {
                // The notes after this round are of cards that will not be dealt.
                lane.restart(log);
                if lane.player.left > 0 {
                    return;
                }
            }
        }
        // This table has played all its rounds, and only continues until the others have.
        lane.restart(log);
    }

    /// Several boxes: the tables take turns.
    fn side_by_side<const N: usize>(&self, way: &Way, mut players: [Player<'_>; N], sums: &mut Sums) {
        let mut lanes = Lanes::NONE;
        while players.iter().any(|player| player.left > 0) {
            let wagers = players.each_mut().map(Player::wager);
            self.quickly(way, players.each_mut().map(|player| &mut player.table), &mut lanes);
            for (lane, player) in players.iter_mut().enumerate().filter(|(_, player)| player.left > 0) {
                let (stake, bin) = wagers[lane];
                let out = self.settle(&lanes, lane, &mut player.table, &self.gains[stake]);
                player.record(&out, bin, sums);
            }
        }
        sums.shoes += players.iter().map(|player| player.table.shoes_begun).sum::<u64>();
    }

    /// The result of a round; it is played out in full if something rare happened.
    #[inline(always)]
    fn settle<const N: usize>(
        &self,
        lanes: &Lanes<N>,
        lane: usize,
        table: &mut Table<'_>,
        gains: &Gains,
    ) -> Outcome {
        match lanes.is_done[lane] {
            true => lanes.outcome(lane, table, self.boxes, gains),
            false => table.rest_of_round(gains),
        }
    }
}

/// A table, and what its player remembers from round to round.
struct Player<'a> {
    table: Table<'a>,
    /// How many rounds are left to play.
    left: u64,
    shoe: InShoe,
    sitting: Sitting,
}

impl Player<'_> {
    /// What is wagered on the next round, as an index, and the index of the true count, if cards are counted.
    #[inline(always)]
    fn wager(&mut self) -> (usize, Option<usize>) {
        let rounds = self.table.rounds;
        let count = self.table.bin();
        let mut stake = usize::from(rounds.by_count[count.unwrap_or(bin(0))]);
        if rounds.gains.len() > 1 {
            self.shoe.begin(self.table.shoes_begun);
            stake = self.shoe.admitted(&rounds.entry, &rounds.gains, stake);
            self.shoe.wagered(rounds.gains[stake].stake > 0);
        }
        if rounds.session.is_some() {
            let all = rounds.gains[stake].stake * i64::from(rounds.spots) * rounds.boxes as i64;
            self.sitting.before(rounds, all);
        }
        (stake, count)
    }

    /// Plays a round with everything that may happen.
    fn play(&mut self, sums: &mut Sums) {
        let (stake, count) = self.wager();
        let out = self.table.round(&self.table.rounds.gains[stake]);
        self.record(&out, count, sums);
    }

    fn record(&mut self, out: &Outcome, count: Option<usize>, sums: &mut Sums) {
        sums.add(out, count, 1);
        self.sitting.after(self.table.rounds, out.net + out.side, sums);
        self.left -= 1;
        self.table.end();
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

    #[inline(always)]
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
