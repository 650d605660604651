//! The dealer's face-down card: a place without a value. All that is known about it is what it cannot be.

use crate::{
    hands::blackjack::is_ace_and_ten,
    kit::cards::{Card, Unseen},
};

/// A hole card, with everything that is publicly known about it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Hole {
    /// The card reader's answer: whether it makes a blackjack with the card that lies face up.
    pub makes_blackjack: Option<bool>,
    /// 2.15(f): the discards were shuffled while it lay there. The card is one of those that were unseen before the
    /// shuffle (the first set); the second set was unseen afterward. A second reshuffle in the same round reveals
    /// nothing new about it.
    pub before_reshuffle: Option<(Unseen, Unseen)>,
}

/// Divisible by every possible number of decks.
const COMMON: u32 = 840;

impl Hole {
    /// The weight of this card as the hole card. `unseen` are all cards whose faces nobody has seen, including the
    /// hole card, and `up` is the rank of the card that lies face up.
    pub(super) fn weight(&self, card: Card, unseen: &Unseen, up: u8) -> u32 {
        let count = u32::from(unseen.count(card));
        if self.makes_blackjack.is_some_and(|makes| makes != is_ace_and_ten(up, card.rank())) {
            return 0;
        }
        match &self.before_reshuffle {
            None => count,
            // No card dealt since was the hole card, so what is left of its kind counts in proportion.
            Some((before, after)) => match after.count(card) {
                0 => 0,
                then => u32::from(before.count(card)) * count * COMMON / u32::from(then),
            },
        }
    }

    /// The weight of this card as the next one from the shoe, given what is known about the hole card.
    pub(super) fn next_weight(&self, card: Card, unseen: &Unseen, up: u8) -> u32 {
        if *self == Hole::default() {
            return unseen.count(card).into();
        }
        let all: u32 = Card::all().map(|card| self.weight(card, unseen, up)).sum();
        all * u32::from(unseen.count(card)) - self.weight(card, unseen, up)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::Vocabulary;
    extern crate std;
    use std::vec::Vec;

    fn card(text: &str) -> Card {
        Card::read(text).expect("a card")
    }

    fn unseen(text: &str) -> Unseen {
        let mut unseen = Unseen::NONE;
        text.split(' ').for_each(|text| unseen.put(card(text)));
        unseen
    }

    /// Counts every way to choose a hole card and the card after it.
    fn count(unseen: &[&str], hole: impl Fn(&str) -> bool, next: &str) -> u32 {
        let ways = unseen.iter().enumerate().flat_map(|(i, &h)| {
            let others = unseen.iter().enumerate().filter(move |&(j, _)| j != i);
            others.map(move |(_, &n)| (h, n)).collect::<Vec<_>>()
        });
        u32::try_from(ways.filter(|&(h, n)| hole(h) && n == next).count()).expect("few")
    }

    #[test]
    fn after_a_negative_answer_the_next_card_is_weighed_against_all_holes() {
        let cards = ["Ks", "Ks", "9h", "9h", "5d", "As"];
        let unseen = unseen("Ks Ks 9h 9h 5d As");
        let hole = Hole { makes_blackjack: Some(false), before_reshuffle: None };
        for next in ["Ks", "9h", "5d", "As"] {
            let want = count(&cards, |hole| hole != "Ks", next);
            assert_eq!(hole.next_weight(card(next), &unseen, 1), want, "{next}");
        }
        assert_eq!((hole.weight(card("Ks"), &unseen, 1), hole.weight(card("9h"), &unseen, 1)), (0, 2));
    }

    #[test]
    fn after_a_reshuffle_the_hole_is_one_of_the_cards_unseen_before() {
        // Unseen before: 9h and 5d, one of them the hole card; then two more 9h and a Ks were mixed in, and a 9h was
        // dealt.
        let (before, after) = (unseen("9h 5d"), unseen("9h 9h 9h 5d Ks"));
        let hole = Hole { makes_blackjack: None, before_reshuffle: Some((before, after)) };
        let now = unseen("9h 9h 5d Ks");
        let weights = ["9h", "5d", "Ks"].map(|text| hole.weight(card(text), &now, 6));
        // With a 9h as the hole card two nines could have been dealt, with the 5d three: 2 to 3.
        assert_eq!(weights, [560, 840, 0]);
    }
}
