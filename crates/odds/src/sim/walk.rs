//! Plays compiled rounds at four tables at a time: while one waits for its cell, the others continue.

use super::{
    Moments,
    automaton::{Automaton, ENDS},
    draw::Quick,
    supply::{Shoe, Supply},
};

/// How many tables are played side by side: a 64-bit word has a 16-bit number for each.
pub(crate) const LANES: usize = 4;

/// How often each end occurred, at each table. The count at index 0, which is not an end, has no meaning.
pub struct Counts([Box<[u32; ENDS]>; LANES]);

impl Counts {
    pub fn new() -> Counts {
        Counts(std::array::from_fn(|_| Box::new([0; ENDS])))
    }

    /// Counts an end at the first table.
    #[inline]
    pub fn count(&mut self, end: usize) {
        self.0[0][end] += 1;
    }

    /// Adds what the patrons gained, and resets the counts.
    pub fn post(&mut self, automaton: &Automaton, moments: &mut [Moments]) {
        for end in 1..automaton.ends() {
            let times: u64 = self.0.iter().map(|lane| u64::from(lane[end])).sum();
            if times > 0 {
                for (sum, &cents) in moments.iter_mut().zip(automaton.gains(end)) {
                    sum.add_times(times, cents);
                }
            }
        }
        for lane in &mut self.0 {
            lane[..automaton.ends()].fill(0);
        }
    }
}

/// Divides rounds among the tables.
fn shares(rounds: u64) -> [u64; LANES] {
    let lanes = LANES as u64;
    std::array::from_fn(|lane| rounds / lanes + u64::from((lane as u64) < rounds % lanes))
}

/// The most outcomes of a wheel or of dice. It is a power of two, so that indices can be masked.
const STOPS: usize = crate::graph::MOST_OUTCOMES;

/// Plays rounds of a wheel or dice.
pub(crate) fn wheel(automaton: &Automaton, quick: &mut Quick, rounds: u64, counts: &mut Counts) {
    let (mut left, mut rows) = (shares(rounds), [0_u16; LANES]);
    let range = quick.range(automaton.outcomes);
    if automaton.is_decided_at_once() {
        // Outcomes are counted, and their ends are looked up once.
        let mut stops = [[0_u32; STOPS]; LANES];
        for _ in 0..left[LANES - 1] {
            for (stops, drawn) in stops.iter_mut().zip(quick.four_of(range)) {
                stops[usize::from(drawn) % STOPS] += 1;
            }
        }
        for (lane, stops) in stops.iter().enumerate() {
            for (outcome, times) in (0..).zip(stops).filter(|(_, times)| **times > 0) {
                counts.0[lane][automaton.step(0, outcome).1] += times;
            }
        }
        left = shares(rounds % LANES as u64);
    }
    while let Some(&steps) = left.iter().min().filter(|&&least| least > 0) {
        // A step ends at most one round, so no table plays more than its share.
        for _ in 0..steps {
            let drawn = quick.four_of(range);
            for lane in 0..LANES {
                let (row, end) = automaton.step(rows[lane], drawn[lane]);
                counts.0[lane][end] += 1;
                left[lane] -= u64::from(end != 0);
                rows[lane] = row;
            }
        }
    }
    for lane in 0..LANES {
        while left[lane] > 0 {
            let (row, end) = automaton.step(rows[lane], quick.four_of(range)[lane]);
            counts.0[lane][end] += 1;
            left[lane] -= u64::from(end != 0);
            rows[lane] = row;
        }
    }
}

/// The most cards of a shoe, rounded up to a power of two so that indices can be masked.
const PLACES: usize = 1 << 10;

impl Supply {
    /// The most cards of a shoe, or of a round, that may be dealt; `None` if there are not enough cards.
    pub fn dealt(&self, automaton: &Automaton) -> Option<usize> {
        let longest = automaton.longest?;
        let most = self.shoe.as_ref().map_or(longest, |shoe| shoe.before + longest * (1 + shoe.more));
        Some(most).filter(|&most| most <= self.cards.len() && self.cards.len() <= PLACES)
    }
}

/// The cards of each table in order.
struct Shoes {
    cards: [[u8; PLACES]; LANES],
    total: usize,
}

impl Shoes {
    fn of(supply: &Supply) -> Shoes {
        let mut cards = [0; PLACES];
        cards[..supply.cards.len()].copy_from_slice(&supply.cards);
        Shoes { cards: [cards; LANES], total: supply.cards.len() }
    }

    /// Draws the first `first` cards of each table from all its cards, whatever order they were in before.
    #[inline]
    fn shuffle(&mut self, first: usize, quick: &mut Quick) {
        for at in 0..first.min(self.total) {
            let drawn = quick.four_below(self.total - at);
            for (cards, other) in self.cards.iter_mut().zip(drawn) {
                cards.swap(at % PLACES, (at + usize::from(other)) % PLACES);
            }
        }
    }
}

/// One table at its shoe: the next card, and how many rounds are left.
struct Place<'a> {
    automaton: &'a Automaton,
    cards: &'a [u8; PLACES],
    counts: &'a mut [u32; ENDS],
    next: usize,
}

impl Place<'_> {
    /// Plays to the end of the round.
    #[inline]
    fn finish(&mut self, mut row: u16) {
        loop {
            let (next, end) = self.automaton.step(row, u16::from(self.cards[self.next % PLACES]));
            self.next += 1;
            self.counts[end] += 1;
            row = next;
            if end != 0 {
                return;
            }
        }
    }

    /// Plays round by round to the end of the shoe, or of what is left to play; returns how many rounds were played.
    fn play(&mut self, shoe: &Shoe, left: u64) -> u64 {
        let (mut played, mut more) = (0, None);
        while played < left && more != Some(0) {
            self.finish(0);
            played += 1;
            more = match more {
                None if self.next > shoe.before => Some(shoe.more),
                more => more.map(|more| more - 1),
            };
        }
        played
    }
}

/// Plays rounds dealt from shoes.
pub(crate) fn cards(
    automaton: &Automaton,
    supply: &Supply,
    quick: &mut Quick,
    rounds: u64,
    counts: &mut Counts,
) {
    let Some(dealt) = supply.dealt(automaton) else { return };
    let (mut left, mut shoes) = (shares(rounds), Shoes::of(supply));
    let Some(shoe) = &supply.shoe else {
        while left[0] > 0 {
            shoes.shuffle(dealt, quick);
            for lane in (0..LANES).filter(|&lane| left[lane] > 0) {
                let counts = &mut *counts.0[lane];
                Place { automaton, cards: &shoes.cards[lane], counts, next: 0 }.finish(0);
            }
            left = left.map(|left| left.saturating_sub(1));
        }
        return;
    };
    while left.iter().any(|&left| left > 0) {
        shoes.shuffle(dealt, quick);
        let first = shoes.cards.map(|cards| shoe.burned[usize::from(cards[0])]);
        // A round takes at least one card, so this many rounds last longer than any shoe.
        if left.iter().all(|&left| left > dealt as u64) {
            let played = side_by_side(automaton, &shoes, first, shoe, counts);
            left.iter_mut().zip(played).for_each(|(left, played)| *left -= played);
            continue;
        }
        for lane in 0..LANES {
            let (cards, counts) = (&shoes.cards[lane], &mut *counts.0[lane]);
            let mut place = Place { automaton, cards, counts, next: first[lane] };
            left[lane] -= place.play(shoe, left[lane]);
        }
    }
}

/// Plays four whole shoes; returns how many rounds each had. Up to the cutting card, nothing checks whether a round is
/// over.
fn side_by_side(
    automaton: &Automaton,
    shoes: &Shoes,
    first: [usize; LANES],
    shoe: &Shoe,
    counts: &mut Counts,
) -> [u64; LANES] {
    let steps = first.iter().map(|first| shoe.before - first).min().unwrap_or_default();
    let (mut rows, mut played) = ([0_u16; LANES], [0_u64; LANES]);
    let [a, b, c, d]: [&[u8]; LANES] =
        std::array::from_fn(|lane| &shoes.cards[lane][first[lane]..first[lane] + steps]);
    for (((&a, &b), &c), &d) in a.iter().zip(b).zip(c).zip(d) {
        for (lane, class) in [a, b, c, d].into_iter().enumerate() {
            let (row, end) = automaton.step(rows[lane], u16::from(class));
            counts.0[lane][end] += 1;
            played[lane] += u64::from(end != 0);
            rows[lane] = row;
        }
    }
    for lane in 0..LANES {
        let (cards, counts) = (&shoes.cards[lane], &mut *counts.0[lane]);
        let mut place = Place { automaton, cards, counts, next: first[lane] + steps };
        let mut row = rows[lane];
        while place.next < shoe.before {
            let (next, end) = automaton.step(row, u16::from(cards[place.next % PLACES]));
            place.counts[end] += 1;
            played[lane] += u64::from(end != 0);
            (row, place.next) = (next, place.next + 1);
        }
        // The round in which the cutting card comes, and those after it.
        place.finish(row);
        (0..shoe.more).for_each(|_| place.finish(0));
        played[lane] += 1 + shoe.more as u64;
    }
    played
}

/// One shoe in a known order, played for the test of agreement.
#[cfg(test)]
pub(crate) struct Trial {
    cards: [u8; PLACES],
    /// The end of each round.
    pub ends: Vec<usize>,
}

#[cfg(test)]
impl Trial {
    /// Plays the shoe to its end, or one round of a device.
    pub fn new(automaton: &Automaton, supply: &Supply, order: &[u8]) -> Trial {
        let mut cards = [0; PLACES];
        cards[..order.len()].copy_from_slice(order);
        let device = Shoe { burned: vec![0; 16], before: 0, more: 0 };
        let shoe = supply.shoe.as_ref().unwrap_or(&device);
        let mut place = Place {
            automaton,
            cards: &cards,
            counts: &mut [0; ENDS],
            next: shoe.burned[usize::from(order[0])],
        };
        let mut ends = Vec::new();
        let (mut last, most) = ([0; ENDS], place.next);
        // Played as a whole, then again round by round: both must have the same number of rounds.
        let played = place.play(shoe, u64::MAX);
        let mut again = Place { automaton, cards: &cards, counts: &mut [0; ENDS], next: most };
        for _ in 0..played {
            again.finish(0);
            let counts = *again.counts;
            ends.extend((1..ENDS).find(|&end| counts[end] != last[end]));
            last = counts;
        }
        assert_eq!(again.next, place.next);
        Trial { cards, ends }
    }

    /// Four of them side by side, and what the patrons gain.
    pub fn side_by_side(
        automaton: &Automaton,
        supply: &Supply,
        trials: &[Trial],
        patrons: usize,
    ) -> Vec<Moments> {
        let (mut moments, mut counts) = (vec![Moments::default(); patrons], Counts::new());
        let shoes =
            Shoes { cards: std::array::from_fn(|lane| trials[lane].cards), total: supply.cards.len() };
        match &supply.shoe {
            Some(shoe) => {
                let first = shoes.cards.map(|cards| shoe.burned[usize::from(cards[0])]);
                let played = side_by_side(automaton, &shoes, first, shoe, &mut counts);
                assert!(played.into_iter().eq(trials.iter().map(|trial| trial.ends.len() as u64)));
            }
            None => {
                for (lane, counts) in counts.0.iter_mut().enumerate() {
                    Place { automaton, cards: &shoes.cards[lane], counts, next: 0 }.finish(0);
                }
            }
        }
        counts.post(automaton, &mut moments);
        moments
    }
}
