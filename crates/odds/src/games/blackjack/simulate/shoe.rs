//! A shoe that is shuffled only as far as it is dealt.

use super::{Count, tables::byte};
use crate::sim::draw::Quick;
use rules::kit::cards::Card;

/// How many cards are drawn from one random word: 416 to the sixth power is a small part of 2^64.
pub(super) const AT_ONCE: usize = 6;
/// A power of two above eight decks.
const MOST: usize = 512;
/// Twice as much: the sum of two positions has room.
const ROOM: usize = 2 * MOST;

/// The cards of one side of the shoe. The burned cards lie at the back: nobody sees them, so they are the ones that are
/// left when all others are dealt.
#[derive(Clone, Debug)]
pub(super) struct Shoe {
    cards: [u8; ROOM],
    /// How many cards there are.
    all: usize,
    /// How many of them can be dealt.
    pub len: usize,
    /// How many have been dealt.
    pub pos: usize,
    /// How many are in their final order.
    ready: usize,
    /// The cards are shuffled after the round in which more than `last` have left the shoe: so many are dealt then.
    last: usize,
    due: usize,
    /// Whether the cards were shuffled in mid-round.
    #[cfg(test)]
    pub ran_out: bool,
    /// How cards are counted, if they are, and the running count before each card that is in its final order.
    count: Option<Count>,
    running: [i32; ROOM],
}

impl Shoe {
    /// A shoe with this many decks, which is shuffled after this many cards.
    pub(super) fn new(decks: u8, last: usize, count: Option<Count>) -> Shoe {
        let mut cards = [0; ROOM];
        let len = usize::from(decks) * 52;
        let all = (0..decks).flat_map(|_| Card::all());
        cards.iter_mut().zip(all).for_each(|(to, card)| *to = byte(card));
        let mut running = [0; ROOM];
        running[0] = count.as_ref().map_or(0, |count| count.first(len));
        Shoe {
            cards,
            all: len,
            len,
            pos: 0,
            ready: 0,
            last,
            due: 0,
            #[cfg(test)]
            ran_out: false,
            count,
            running,
        }
    }

    /// Shuffles all cards and burns some. The shuffle works from any previous order.
    #[inline(always)]
    pub(super) fn reload(&mut self, burned: usize) {
        let burned = burned.min(self.all);
        (self.pos, self.ready) = (0, 0);
        (self.len, self.due) = (self.all - burned, (self.last + 1).saturating_sub(burned));
        #[cfg(test)]
        {
            self.ran_out = false;
        }
    }

    /// Whether the cards are shuffled after this round.
    #[inline(always)]
    pub(super) fn is_due(&self) -> bool {
        self.pos >= self.due
    }

    /// Brings the cards up to this position into their final order, or all that can be dealt.
    #[inline(always)]
    pub(super) fn shuffle_to(&mut self, place: usize, chance: &mut Quick) {
        while self.ready < place.min(self.len) {
            let left = self.all - self.ready;
            if left >= AT_ONCE {
                self.place(chance.falling::<AT_ONCE>(left as u64));
            } else {
                self.place(chance.falling::<1>(left as u64));
            }
        }
    }

    #[cold]
    fn shuffle_further(&mut self, chance: &mut Quick) {
        self.shuffle_to(self.pos + 1, chance);
    }

    #[inline(always)]
    fn place<const K: usize>(&mut self, picks: [usize; K]) {
        let from = self.ready % MOST;
        for (at, pick) in (from..).zip(picks) {
            self.cards.swap(at, at + pick % MOST);
        }
        if let Some(count) = &self.count {
            let mut running = self.running[from];
            for (&card, after) in self.cards[from..].iter().zip(&mut self.running[from + 1..]).take(K) {
                running = running.wrapping_add(count.of(card));
                *after = running;
            }
        }
        self.ready = from + K;
    }

    /// The card at this position; positions after the last card have no meaning.
    #[inline(always)]
    pub(super) fn at(&self, place: usize) -> u8 {
        self.cards[place % ROOM]
    }

    /// The cards from this position on.
    #[inline(always)]
    pub(super) fn from<const K: usize>(&self, place: usize) -> &[u8; K] {
        self.cards[place..].first_chunk().expect("there is room behind the cards")
    }

    /// The running count before the card at this position.
    #[inline(always)]
    pub(super) fn running(&self, place: usize) -> i32 {
        self.running[place % ROOM]
    }

    /// Whether the cards up to this position can be dealt and are in their final order.
    #[inline(always)]
    pub(super) fn has(&self, place: usize) -> bool {
        place <= self.ready.min(self.len)
    }

    /// The next card, or `None` if the shoe is empty.
    #[inline(always)]
    pub(super) fn draw(&mut self, chance: &mut Quick) -> Option<u8> {
        if self.pos == self.ready {
            self.shuffle_further(chance);
        }
        (self.pos < self.len).then(|| {
            self.pos += 1;
            self.at(self.pos - 1)
        })
    }

    /// How many cards are left in it.
    pub(super) fn left(&self) -> usize {
        self.len - self.pos
    }

    /// 2.15(f): all cards except those on the table are shuffled and the shoe starts over. Returns how many were
    /// shuffled.
    pub(super) fn run_out(&mut self, on_table: impl Iterator<Item = u8>) -> usize {
        let mut front = 0;
        for card in on_table {
            if let Some(at) = (front..self.all).find(|&at| self.cards[at] == card) {
                self.cards.swap(front, at);
                let tag = self.count.as_ref().map_or(0, |count| count.of(card));
                self.running[front + 1] = self.running[front] + tag;
                front += 1;
            }
        }
        (self.len, self.pos, self.ready, self.due) = (self.all, front, front, 0);
        #[cfg(test)]
        {
            self.ran_out = true;
        }
        self.all - front
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shoe_deals_every_card_once() {
        let mut chance = Quick::new(47, 1);
        let mut shoe = Shoe::new(6, 0, None);
        for _ in 0..3 {
            shoe.reload(1);
            let mut dealt: Vec<u8> = std::iter::from_fn(|| shoe.draw(&mut chance)).collect();
            assert!(shoe.left() == 0 && dealt.len() == 311, "one is burned");
            dealt.push(shoe.at(311));
            let mut all: Vec<u8> = (0..6).flat_map(|_| Card::all()).map(byte).collect();
            dealt.sort_unstable();
            all.sort_unstable();
            assert_eq!(dealt, all);
        }
    }

    #[test]
    fn what_lies_on_the_table_is_not_shuffled() {
        let mut chance = Quick::new(47, 2);
        let mut shoe = Shoe::new(1, 0, None);
        shoe.reload(0);
        let table: Vec<u8> = std::iter::from_fn(|| shoe.draw(&mut chance)).skip(40).collect();
        assert_eq!(shoe.run_out(table.iter().copied()), 40);
        let again: Vec<u8> = std::iter::from_fn(|| shoe.draw(&mut chance)).collect();
        assert_eq!(again.len(), 40);
        assert!(table.iter().all(|card| !again.contains(card)));
    }

    #[test]
    fn cards_are_counted_as_they_are_dealt() {
        let (mut chance, count) = (Quick::new(47, 3), Count::hi_lo());
        let mut shoe = Shoe::new(2, 0, Some(count.clone()));
        shoe.reload(1);
        let mut running = 0;
        while let Some(card) = shoe.draw(&mut chance) {
            running += count.of(card);
            assert_eq!(shoe.running(shoe.pos), running);
        }
        assert_eq!(running + count.of(shoe.at(103)), 0, "with the burned card the count is balanced");
    }
}
