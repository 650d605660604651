//! A shoe that is shuffled only as far as it is dealt.

use super::tables::byte;
use crate::sim::draw::Quick;
use rules::kit::cards::Card;

/// How many cards are drawn from one random word: 416 to the sixth power is a small part of 2^64.
const AT_ONCE: usize = 6;
/// How many cards are shuffled at once if most of the shoe is dealt.
const AHEAD: usize = 4 * AT_ONCE;
/// A power of two above eight decks and what a round may look at beyond them.
const ROOM: usize = 512;

/// The cards of one side of the shoe.
#[derive(Clone, Debug)]
pub(super) struct Shoe {
    cards: [u8; ROOM],
    /// How many cards there are.
    pub len: usize,
    /// How many have left the shoe.
    pub pos: usize,
    /// How many are in their final order.
    ready: usize,
    /// How many are brought into their final order at once.
    ahead: usize,
    /// Whether the cards were shuffled in mid-round.
    pub ran_out: bool,
}

impl Shoe {
    /// A shoe with this many decks, of which few or most cards are dealt between two shuffles.
    pub(super) fn new(decks: u8, is_short: bool) -> Shoe {
        let mut cards = [0; ROOM];
        let len = usize::from(decks) * 52;
        let all = (0..decks).flat_map(|_| Card::all());
        cards.iter_mut().zip(all).for_each(|(to, card)| *to = byte(card));
        let ahead = if is_short { AT_ONCE } else { AHEAD };
        Shoe { cards, len, pos: 0, ready: 0, ahead, ran_out: false }
    }

    /// Shuffles all cards and burns some. The shuffle works from any previous order.
    pub(super) fn reload(&mut self, burned: usize, chance: &mut Quick) {
        (self.pos, self.ready, self.ran_out) = (0, 0, false);
        let burned = burned.min(self.len);
        self.shuffle(burned, chance);
        self.pos = burned;
    }

    /// Brings the next `more` cards into their final order, or all that are left.
    #[inline(always)]
    pub(super) fn shuffle(&mut self, more: usize, chance: &mut Quick) {
        if self.ready < self.len && self.ready < self.pos + more {
            self.shuffle_to(self.pos + more, chance);
        }
    }

    /// Brings the cards up to this position into their final order, and as many more as are drawn at once.
    fn shuffle_to(&mut self, place: usize, chance: &mut Quick) {
        while self.ready < self.len && self.ready < place {
            let left = self.len - self.ready;
            if left >= self.ahead {
                for _ in 0..self.ahead / AT_ONCE {
                    let n = (self.len - self.ready) as u64;
                    self.place(chance.falling::<AT_ONCE>(n));
                }
            } else {
                self.place(chance.falling::<1>(left as u64));
            }
        }
    }

    fn place<const K: usize>(&mut self, picks: [usize; K]) {
        for pick in picks {
            let at = self.ready;
            self.cards.swap(at & (ROOM - 1), (at + pick) & (ROOM - 1));
            self.ready += 1;
        }
    }

    /// The card at this position; positions after the last card have no meaning.
    #[inline(always)]
    pub(super) fn at(&self, place: usize) -> u8 {
        self.cards[place & (ROOM - 1)]
    }

    /// Whether the cards up to this position are in their final order.
    #[inline(always)]
    pub(super) fn has(&self, place: usize) -> bool {
        place <= self.ready
    }

    /// The next card, or `None` if the shoe is empty.
    pub(super) fn draw(&mut self, chance: &mut Quick) -> Option<u8> {
        if self.pos == self.ready {
            self.shuffle(1, chance);
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
            if let Some(at) = (front..self.len).find(|&at| self.cards[at] == card) {
                self.cards.swap(front, at);
                front += 1;
            }
        }
        (self.pos, self.ready, self.ran_out) = (front, front, true);
        self.len - front
    }

    /// Whether all cards are in their final order.
    #[cfg(test)]
    pub(super) fn is_shuffled(&self) -> bool {
        self.ready == self.len
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shoe_deals_every_card_once() {
        let mut chance = Quick::new(47, 1);
        let mut shoe = Shoe::new(6, false);
        for _ in 0..3 {
            shoe.reload(1, &mut chance);
            let mut dealt = vec![shoe.at(0)];
            dealt.extend(std::iter::from_fn(|| shoe.draw(&mut chance)));
            assert!(shoe.is_shuffled() && shoe.left() == 0);
            let mut all: Vec<u8> = (0..6).flat_map(|_| Card::all()).map(byte).collect();
            dealt.sort_unstable();
            all.sort_unstable();
            assert_eq!(dealt, all);
        }
    }

    #[test]
    fn what_lies_on_the_table_is_not_shuffled() {
        let mut chance = Quick::new(47, 2);
        let mut shoe = Shoe::new(1, true);
        shoe.reload(0, &mut chance);
        let table: Vec<u8> = std::iter::from_fn(|| shoe.draw(&mut chance)).skip(40).collect();
        assert_eq!(shoe.run_out(table.iter().copied()), 40);
        let again: Vec<u8> = std::iter::from_fn(|| shoe.draw(&mut chance)).collect();
        assert_eq!(again.len(), 40);
        assert!(table.iter().all(|card| !again.contains(card)));
    }
}
