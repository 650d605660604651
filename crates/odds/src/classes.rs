//! Cards grouped into classes that no rule of a game distinguishes.

use crate::{Priced, Unsolved, round::prepared};
use rules::{
    Game, Outcome,
    kit::cards::{Card, Unseen},
};

/// The most classes there may be.
pub(crate) const MOST: usize = 16;

/// The classes of a game's cards.
#[derive(Clone, Copy, Debug)]
pub struct Classes {
    /// The class of a card.
    pub of: fn(Card) -> u8,
    /// How many classes there are.
    pub many: usize,
    /// What matters about the cards of a round so far.
    pub told: Told,
}

/// What matters about the cards of a round so far, by class: rounds that agree in this continue alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told {
    /// Their order.
    Order,
    /// In a coup, the counts of both hands, and whether the Player's Hand has its third card. Once that has been dealt,
    /// only the Banker's can follow, so that the count is enough.
    Coup {
        /// Whether the first two cards form one hand; otherwise the hands take turns.
        by_hand: bool,
        /// Whether the Banker's Hand comes first.
        banker_first: bool,
    },
}

impl Told {
    /// A number that encodes what matters about these classes.
    pub fn of(self, shown: &[u8]) -> u64 {
        let pack = |all: &[u8]| all.iter().fold(1, |told, &class| told << 4 | u64::from(class));
        let Told::Coup { by_hand, banker_first } = self else { return pack(shown) };
        let (first, third) = shown.split_at(shown.len().min(4));
        let mut counts = [0; 2];
        for (at, class) in first.iter().enumerate() {
            counts[if by_hand { at / 2 } else { at % 2 }] += class;
        }
        counts[usize::from(banker_first)] += third.iter().sum::<u8>();
        pack(&[u8::try_from(shown.len()).unwrap_or(u8::MAX), counts[0] % 10, counts[1] % 10])
    }
}

impl Classes {
    /// Makes classes. What matters about a round is not known yet.
    pub fn new(of: fn(Card) -> u8) -> Classes {
        let many = Card::all().map(of).max().map_or(0, |last| usize::from(last) + 1);
        assert!(many <= MOST, "{many} classes of cards");
        Classes { of, many, told: Told::Order }
    }

    /// The class of what the equipment shows, if it is a card.
    pub fn class(&self, shown: impl Into<Outcome>) -> Option<usize> {
        match shown.into() {
            Outcome::Card { card } => Some(usize::from((self.of)(card))),
            _ => None,
        }
    }

    /// For each class, a card that the equipment can show now.
    pub fn possible<G: Game>(&self, table: &G) -> [Option<G::Chance>; MOST] {
        let mut found = [None; MOST];
        table.outcomes(&mut |chance, _| {
            if let Some(class) = self.class(chance) {
                found[class] = found[class].or(Some(chance));
            }
        });
        found
    }

    /// How many of these cards are of each class.
    pub fn counts(&self, unseen: &Unseen) -> Vec<u32> {
        let mut counts = vec![0; self.many];
        Card::all().for_each(|card| counts[usize::from((self.of)(card))] += u32::from(unseen.count(card)));
        counts
    }

    /// A table that is ready for wagers. Burned cards are taken from the most plentiful class, so that a round can
    /// still have any cards: with one deck, ten may be burned.
    pub fn ready<G: Priced>(&self, options: G::Options) -> Result<G, Unsolved> {
        prepared(options, |table| self.plenty(table))
    }

    /// A card of the class with the most cards left.
    fn plenty<G: Game>(&self, table: &G) -> Option<G::Chance> {
        let mut left = [(0, None); MOST];
        table.outcomes(&mut |chance, weight| {
            if let Some(class) = self.class(chance) {
                left[class] = (left[class].0 + weight, Some(chance));
            }
        });
        left.into_iter().max_by_key(|(weight, _)| *weight)?.1
    }
}
