//! Rounds of one box as an automaton: a state and the value of a card lead to the next state, without any tests along
//! the way. The ends of rounds are states too, from which the next round begins, so a table steps through its shoe
//! without a branch. Several tables step side by side, because each step waits for a lookup.
//!
//! The end of each round is noted and evaluated afterward; rounds after the last one before a shuffle are dropped.
//! Anything rare (a split, insurance, a special hand) is a state that is never left; such a round, and one for which
//! there are not enough cards, is played again from its first card by [`Table::round`](super::round::Table).
//!
//! The sides of a double shoe are independent: what is dealt from the right depends on the left only in the number of
//! rounds dealt from there. So the left sides are stepped through first, where a determinant card that sends the round
//! to the right is an end by itself, and after that the right sides, for as many rounds as were sent there.

use super::{
    Player,
    quick::{DRAWS, NOBODYS, SECOND, Way},
    sums::{Outcome, Sums},
    tables::{BLACKJACK, Gains, SPLITS, STOPS, Tables, class, dealer},
};
use rules::{
    blackjack::{Options, Side, Supply},
    kit::cards::Card,
};
use std::collections::BTreeSet;

/// The number of steps taken before their results are evaluated, and a power of two above it.
pub(super) const STEPS: usize = 24;
const ROOM_OF_LOG: usize = 32;
/// The number of values of a card, which is also the number of cells in a row.
pub(super) const VALUES: usize = 10;
/// The number of cells in a row for a double shoe: the upper ones are for determinant cards on the left that select the
/// right.
pub(super) const DOUBLE: usize = 2 * VALUES;
/// The numbers of states that begin a round and do not end one.
pub(super) const RARE: usize = 0;
const FRESH: usize = 1;
pub(super) const BURNED: usize = 2;

/// The state of a round. The first four begin a round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum State {
    /// Something happened that the automaton does not handle.
    Rare,
    Fresh,
    /// 2.6(d): the determinant card was burned, and the round is dealt from the right side.
    Burned,
    /// The class of the hand, and the dealer's end.
    End(u8, u8),
    One(u8),
    /// The box's first card, and the dealer's.
    Up(u8, u8),
    /// The dealer's card and two cards, before the dealer's second card is dealt.
    Two(u8, u8, u8),
    /// The column, the dealer's score (0 if there is none yet), the score, and the number of cards if that matters.
    Hand(u8, u8, u8, u8),
    /// The dealer's card, and the class of the hand.
    Stood(u8, u8),
    /// The class of the hand, and the dealer's score.
    Dealer(u8, u8),
}

/// The transitions between states.
struct Course<'a> {
    way: &'a Way,
    tables: &'a Tables,
    /// Whether insurance may be taken.
    may_insure: bool,
}

impl Course<'_> {
    fn next(&self, state: State, card: u8) -> State {
        let tables = self.tables;
        let two = |one: u8, other: u8| usize::from(one) << 4 | usize::from(other);
        match state {
            State::Rare => State::Rare,
            State::Fresh | State::End(..) | State::Burned => State::One(card),
            State::One(_) if card == 1 && self.may_insure => State::Rare,
            State::One(one) => State::Up(one, card),
            State::Up(one, up) if self.way.has_hole => State::Two(up, one.min(card), one.max(card)),
            State::Up(one, up) => self.begin(up, 0, tables.first[usize::from(up) << 8 | two(one, card)]),
            State::Two(up, one, other) => {
                let his = tables.second[two(up, card)];
                let column = if self.way.is_exposed { tables.column[two(up, card)] } else { up };
                let ends_at_once = self.way.looks && self.ends(his) == dealer::BLACKJACK;
                let score = match ends_at_once {
                    true => self.way.shown[two(one, other)],
                    false => tables.first[usize::from(column) << 8 | two(one, other)],
                };
                self.begin(column, his, score)
            }
            State::Hand(column, his, score, cards) => {
                let at = usize::from(column) << 11 | two(score, card);
                self.hand(column, his, tables.play[at], cards + 1)
            }
            State::Stood(up, left) => {
                let draws = self.way.after(up, left) & DRAWS != 0;
                self.dealer(left, tables.second[two(up, card)], draws)
            }
            State::Dealer(left, his) => self.dealer(left, tables.dealer[two(his & 63, card)], true),
        }
    }

    fn ends(&self, his: u8) -> usize {
        usize::from(self.tables.ends[usize::from(his & 63)])
    }

    /// A hand of two cards.
    fn begin(&self, column: u8, his: u8, score: u8) -> State {
        let is_rare = score == SPLITS || self.way.is_natural_rare && score == BLACKJACK;
        if is_rare { State::Rare } else { self.hand(column, his, score, 2) }
    }

    fn hand(&self, column: u8, his: u8, score: u8, cards: u8) -> State {
        if score & STOPS == 0 {
            // Five or more cards count alike.
            let cards = if self.way.special == 0 { 0 } else { cards.min(5) };
            return State::Hand(column, his, score, cards);
        }
        let left = self.tables.class[usize::from(score & 127)];
        let (count, doubled) = (left & (class::DOUBLED - 1), left & class::DOUBLED);
        if count == 21 && self.way.special >> cards & 1 != 0 {
            return State::Rare;
        }
        // All totals of 16 or less count alike.
        let left = count.max(16) | doubled;
        match his {
            0 if self.way.after(column, left) & SECOND == 0 => self.dealer(left, NOBODYS, false),
            0 => State::Stood(column, left),
            his => self.dealer(left, his, self.tables.draws[usize::from(left)]),
        }
    }

    #[allow(clippy::cast_possible_truncation)]
    fn dealer(&self, left: u8, his: u8, draws: bool) -> State {
        let is_over = his & STOPS != 0 || !draws;
        if is_over { State::End(left, self.ends(his) as u8) } else { State::Dealer(left, his) }
    }

    /// All states, those that begin a round first.
    fn states(&self) -> Vec<State> {
        let mut open = vec![State::Rare, State::Fresh, State::Burned];
        let mut known: BTreeSet<State> = open.iter().copied().collect();
        while let Some(state) = open.pop() {
            open.extend((1..=10).map(|card| self.next(state, card)).filter(|&next| known.insert(next)));
        }
        known.into_iter().collect()
    }
}

/// A compiled round of one box.
#[derive(Clone, Debug)]
pub(super) struct Automaton {
    /// The row of the next state, by the row of a state plus the value of a card.
    cells: Box<[u16; 1 << 16]>,
    /// Rows below this one are of states that begin a round.
    open: u16,
    /// The hand's class and the dealer's end, by the number of a state that begins a round; `None` if it is rare.
    pub(super) ends: Vec<Option<(u8, usize)>>,
    /// If the shoe has two sides: the cell of a row on the left, by card.
    by_card: Option<Box<[u16; 256]>>,
}

impl Automaton {
    /// The automaton for a table with one box; `None` if there are too many states.
    pub(super) fn new(options: &Options, way: &Way, tables: &Tables, may_insure: bool) -> Option<Automaton> {
        let course = Course { way, tables, may_insure };
        let states = course.states();
        let begins = states.partition_point(|state| *state < State::One(0));
        let by_card = match options.supply() {
            Supply::Double { red, .. } => Some(by_card(red)),
            _ => None,
        };
        let width = if by_card.is_some() { DOUBLE } else { VALUES };
        let row = |at: usize| u16::try_from(width * at).ok();
        row(states.len() + 1)?;
        let mut cells = Box::new([0; 1 << 16]);
        for (at, &state) in states.iter().enumerate() {
            let from = usize::from(row(at)?);
            for card in 1..=10_u8 {
                let next = row(states.binary_search(&course.next(state, card)).ok()?)?;
                cells[from + usize::from(card)] = next;
                if by_card.is_some() {
                    let is_determinant = (FRESH..begins).contains(&at);
                    cells[from + VALUES + usize::from(card)] =
                        if is_determinant { row(BURNED)? } else { next };
                }
            }
        }
        let end = |state: &State| match *state {
            State::End(left, end) => Some((left, end.into())),
            _ => None,
        };
        let ends = states[..begins].iter().map(end).collect();
        Some(Automaton { cells, open: row(begins)?, ends, by_card })
    }

    /// Whether rounds are dealt from two sides.
    pub(super) const fn is_double(&self) -> bool {
        self.by_card.is_some()
    }

    /// Every table steps through the next cards of this side.
    #[inline(always)]
    pub(super) fn run<const N: usize, const WIDTH: usize>(
        &self,
        side: usize,
        lanes: &mut [Lane<'_, WIDTH>; N],
        steps: usize,
        logs: &mut [Log; N],
    ) {
        match &self.by_card {
            Some(by_card) if side == 0 => self.step(lanes, steps, logs, |card| by_card[usize::from(card)]),
            _ => self.step(lanes, steps, logs, |card| u16::from(card & 15)),
        }
    }

    /// The same, given the cell of a row by card.
    #[inline(always)]
    fn step<const N: usize, const WIDTH: usize>(
        &self,
        lanes: &mut [Lane<'_, WIDTH>; N],
        steps: usize,
        logs: &mut [Log; N],
        cell: impl Fn(u8) -> u16,
    ) {
        for lane in &mut *lanes {
            lane.player.table.shuffle_to(lane.side, lane.at + steps);
        }
        let cards =
            lanes.each_ref().map(|lane| lane.player.table.shoes[lane.side].from::<ROOM_OF_LOG>(lane.at));
        let (mut rows, mut lens) = (lanes.each_ref().map(|lane| lane.row), [0; N]);
        for at in 0..steps {
            for lane in 0..N {
                let card = cards[lane][at % ROOM_OF_LOG];
                rows[lane] = self.cells[usize::from(rows[lane].wrapping_add(cell(card)))];
                logs[lane].ends[lens[lane] % ROOM_OF_LOG] = End::new(at, rows[lane]);
                lens[lane] = usize::wrapping_add(lens[lane], usize::from(rows[lane] < self.open));
            }
        }
        for ((lane, log), (row, len)) in lanes.iter_mut().zip(logs).zip(rows.into_iter().zip(lens)) {
            (log.from, log.len, log.used) = (lane.at, len, 0);
            (lane.row, lane.at) = (row, lane.at + steps);
        }
    }
}

/// By card: its value, and more if it is a determinant card that selects the right side.
#[allow(clippy::cast_possible_truncation)]
fn by_card(red: Side) -> Box<[u16; 256]> {
    let mut by_card = Box::new([0; 256]);
    for card in Card::all() {
        let byte = super::tables::byte(card);
        let burns = if Side::meant_by(card, red) == Side::Right { VALUES as u16 } else { 0 };
        by_card[usize::from(byte)] = u16::from(byte & 15) + burns;
    }
    by_card
}

/// A table that steps through one side of its shoe, with an automaton that has this many cells in a row.
pub(super) struct Lane<'a, const WIDTH: usize> {
    pub player: Player<'a>,
    side: usize,
    /// The row of its state, and the position of the next card.
    row: u16,
    at: usize,
}

impl<'a, const WIDTH: usize> Lane<'a, WIDTH> {
    /// The row of the state in which the first round begins.
    #[allow(clippy::cast_possible_truncation)]
    const FRESH: u16 = (WIDTH * FRESH) as u16;

    pub(super) fn new(player: Player<'a>, side: usize) -> Self {
        let at = player.table.shoes[side].pos;
        Lane { player, side, row: Self::FRESH, at }
    }

    /// Begins a round with the next card, and drops the notes.
    #[inline(always)]
    pub(super) fn restart(&mut self, log: &mut Log) {
        (self.row, self.at) = (Self::FRESH, self.player.table.shoes[self.side].pos);
        (log.len, log.used) = (0, 0);
    }

    /// The next round in the notes: the number of the state in which it ended, and the position after it. `None` if the
    /// table has to take more steps.
    #[inline(always)]
    pub(super) fn next(log: &mut Log) -> Option<(usize, usize)> {
        if log.used == log.len {
            return None;
        }
        let end = log.ends[log.used % ROOM_OF_LOG].0;
        log.used = log.used.wrapping_add(1);
        Some(((end & 0xFFFF) as usize / WIDTH, log.from.wrapping_add((end >> 16) as usize)))
    }

    /// Whether it took no more steps than there are cards.
    #[inline(always)]
    pub(super) fn is_sound(&self) -> bool {
        self.has(self.at)
    }

    /// Whether there are cards up to this position.
    #[inline(always)]
    pub(super) fn has(&self, at: usize) -> bool {
        self.player.table.shoes[self.side].has(at)
    }

    /// Moves to this position, at which a round has ended. Returns whether the cards are shuffled after it.
    #[inline(always)]
    pub(super) fn end_at(&mut self, at: usize) -> bool {
        self.player.table.shoes[self.side].pos = at;
        self.player.left -= 1;
        self.player.table.end()[self.side]
    }

    /// The result of the next round, including anything rare.
    pub(super) fn round(&mut self, gains: &Gains) -> Outcome {
        match self.side {
            0 => self.player.table.round(gains),
            _ => self.player.table.round_from(self.side, gains),
        }
    }

    /// Plays the next round.
    pub(super) fn play(&mut self, sums: &mut Sums) {
        let (stake, count) = self.player.wager();
        let out = self.round(&self.player.table.rounds.gains[stake]);
        self.player.record(&out, count, sums);
    }
}

/// The row of a state and, in the upper bits, the number of steps after which it was reached.
#[derive(Clone, Copy, Debug)]
struct End(u32);

impl End {
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)]
    const fn new(after: usize, row: u16) -> End {
        End((after as u32 + 1) << 16 | row as u32)
    }
}

/// The ends of rounds that were reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Log {
    /// The position before the first step.
    from: usize,
    ends: [End; ROOM_OF_LOG],
    len: usize,
    /// How many of them have been used.
    used: usize,
}

impl Log {
    pub(super) const EMPTY: Log = Log { from: 0, ends: [End(0); ROOM_OF_LOG], len: 0, used: 0 };
}
