//! Games in which every hand of five consists of some cards of the player's own and of cards that all share. Nobody
//! plays against the dealer, so a decision depends only on the visible cards: its value is the average over all ways to
//! complete them. Suits are interchangeable, so 1,755 sets of three cards and 16,432 of four represent all of them, and
//! every deal is counted.

mod dealt;
mod double_down_stud;
mod let_it_ride;
mod play;
mod proof;
mod worth;

pub(crate) use dealt::Dealt;
pub use play::{ByWorth, Counted, counted};
pub use worth::{Standing, Worth, worths};

use crate::Priced;
use rules::{
    ActOf, Seat,
    hands::poker::{Path, Strength},
    kit::cards::Card,
};
use std::collections::HashMap;

/// Implements [`Priced`] in the same way for every game with community cards.
macro_rules! shared_cards {
    () => {
        type Rounds = super::ByWorth<Self>;
        const DECKS: Option<fn(&Self::Options) -> u8> = None;
        const FOLLOWED: bool = true;

        fn choice(&self, patron: rules::Patron) -> Option<ActOf<Self>> {
            super::play::choice(self, patron)
        }

        fn in_play(options: &Self::Options) -> Option<crate::Fraction> {
            Some(super::counted::<Self>(options).in_play(1))
        }

        fn limit_binds(options: &Self::Options, _: Self::Wager, stake: Money) -> bool {
            let whole: Money = (0..Self::WAGERS).map(|_| stake).sum();
            options.lines().into_iter().any(|odds| odds.pay(whole) > options.limit())
        }
    };
}
use shared_cards;

/// A game with community cards.
pub trait Community: Priced<Rounds = ByWorth<Self>> {
    /// How many equal wagers a hand may have.
    const WAGERS: usize;
    /// How many cards each player has.
    const OWN: usize;
    /// How many of the shared cards are visible at each decision.
    const SEEN: &'static [usize];
    /// An example hand for each line of the pay table, the player's own cards first. The first line loses.
    const EXAMPLES: &'static [&'static str];

    /// The line of the pay table for a hand.
    fn line(hand: Strength) -> usize;

    /// What one wager of a million gains with a line, in cents.
    fn gain(options: &Self::Options, line: usize) -> i64;

    /// Whether a player keeps a wager in play, or makes a further one, given its total gain over all completions.
    fn is_made(sum: i64) -> bool;

    /// The visible cards of the hand at a seat, the patron's own first; `None` before the patron has looked.
    fn seen(&self, seat: Seat) -> Option<Vec<Card>>;

    /// The act of a player who has not looked yet.
    fn look() -> ActOf<Self>;

    /// Where the hand at a seat stands, once its cards are dealt.
    fn standing(&self, seat: Seat) -> Standing<Self::Wager>;

    /// The act with which a player answers for the wager that is decided on.
    fn answer(&self, seat: Seat, is_made: bool) -> ActOf<Self>;
}

/// A key for a set of cards that does not depend on which suit is which.
fn key(cards: &[Card]) -> u64 {
    let mut suits = [0_u64; 4];
    for card in cards {
        suits[usize::from(card.suit())] |= 1 << card.rank();
    }
    suits.sort_unstable();
    suits.into_iter().fold(0, |key, suit| key << 14 | suit)
}

/// The total gain of these cards over all ways to complete them to five.
fn completed(seen: &[Card], gain: &impl Fn(Strength) -> i64) -> i64 {
    fn add(path: Path, deck: &[Card], wanted: usize, gain: &impl Fn(Strength) -> i64) -> i64 {
        if wanted == 0 {
            return gain(path.strength());
        }
        let each = deck.iter().enumerate();
        each.map(|(at, &card)| add(path.with(card), &deck[at + 1..], wanted - 1, gain)).sum()
    }
    let deck: Vec<Card> = Card::all().filter(|card| !seen.contains(card)).collect();
    let path = seen.iter().fold(Path::EMPTY, |path, &card| path.with(card));
    add(path, &deck, 5 - seen.len(), gain)
}

/// What one wager of a million gains with each hand, in cents.
fn gains<G: Community>(options: &G::Options) -> impl Fn(Strength) -> i64 + use<G> {
    let lines: Vec<i64> = (0..G::EXAMPLES.len()).map(|line| G::gain(options, line)).collect();
    move |hand| lines[G::line(hand)]
}

/// Calls `each` with every set of `count` cards.
fn sets(count: usize, each: &mut impl FnMut(&[Card])) {
    let deck: Vec<Card> = Card::all().collect();
    extend(&deck, &mut Vec::new(), count, each);
}

/// Calls `each` with every set of `count` cards that consists of these and further ones from the deck.
fn extend(deck: &[Card], cards: &mut Vec<Card>, count: usize, each: &mut impl FnMut(&[Card])) {
    if cards.len() == count {
        return each(cards);
    }
    for (at, &card) in deck.iter().enumerate() {
        cards.push(card);
        extend(&deck[at + 1..], cards, count, each);
        cards.pop();
    }
}

/// The decision for every set of cards on which somebody decides, by its `key`.
pub struct Decisions(HashMap<u64, bool>);

impl Decisions {
    fn of<G: Community>(options: &G::Options) -> Decisions {
        let (gain, mut made) = (gains::<G>(options), HashMap::new());
        for seen in G::SEEN {
            sets(G::OWN + seen, &mut |cards| {
                made.entry(key(cards)).or_insert_with(|| G::is_made(completed(cards, &gain)));
            });
        }
        Decisions(made)
    }

    fn is_made(&self, cards: &[Card]) -> bool {
        self.0.get(&key(cards)).copied().unwrap_or_default()
    }
}

/// Parses a card.
fn card(text: &str) -> Card {
    <Card as rules::Vocabulary>::read(text).expect("a card")
}
