//! Committed chance: the digital shoe and the digital wheel.
//!
//! Before any wager of a window is made, the house commits to a [`Secret`] and the patrons commit to the values of
//! their chains. When wagers are closed, the values are opened; from then on the secret, the values, the cuts and the
//! composition alone decide every outcome of the window. Once the secret is revealed, anyone can deal the window again.
//! `docs/fairness.md` specifies this to the byte.
//!
//! Given everything seen so far, every order of the unseen cards is equally likely, and [`Deal::draw`] keeps it that
//! way. If a menu lists exactly the cards that are left, the first card in the order is drawn. But if the rules know
//! more (a card reader has shown that a face-down card is not a ten), taking the first card *that fits* would be wrong:
//! the cards it skips would move to the front, and the next card would be a ten far too often. In that case the card is
//! chosen without looking at the order, and a random card of that kind is removed from it.

mod mix;

use crate::hash::{Hash, read_hex};
pub use mix::{Chain, FOREMOST, Key, LONGEST, PANEL, delayed, link, link_times, salt};
use rand_chacha::{
    ChaCha20Rng,
    rand_core::{Rng, SeedableRng},
};
use std::fmt;
use zeroize::Zeroize;

/// What the house commits to: 32 bytes of entropy for one window. It cannot be printed, copied or serialized, and is
/// wiped from memory when dropped.
///
/// ```
/// let secret = books::Secret::from_bytes([7; 32]);
/// assert_eq!(secret.reveal(), "07".repeat(32));
/// ```
/// ```compile_fail
/// let secret = books::Secret::from_bytes([7; 32]);
/// println!("{secret:?}");
/// ```
/// ```compile_fail
/// let secret = books::Secret::from_bytes([7; 32]);
/// println!("{secret}");
/// ```
/// ```compile_fail
/// let secret = books::Secret::from_bytes([7; 32]);
/// let _ = secret.clone();
/// ```
/// ```compile_fail
/// let secret = books::Secret::from_bytes([7; 32]);
/// let _ = serde_json::to_string(&secret);
/// ```
pub struct Secret([u8; 32]);

impl Secret {
    /// Makes a secret from these bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Secret {
        Secret(bytes)
    }

    /// Reads a revealed secret; `None` if it is not 64 lowercase hexadecimal digits.
    pub fn read(revealed: &str) -> Option<Secret> {
        read_hex(revealed).map(Secret)
    }

    /// The secret in hexadecimal, for publication when its window is over.
    pub fn reveal(&self) -> String {
        Hash(self.0).to_string()
    }

    /// The bytes of the secret, to be recorded when its window is over.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl Drop for Secret {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

/// What the equipment may show, each with its weight, as a game lists it. An entry with weight 0 is never drawn.
pub type Menu = [(String, u32)];

/// Why a deal cannot begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfit {
    /// There are more cards than a cut can address.
    TooMany,
    /// A cut lies beyond the last card.
    Cut {
        /// The position of the cut, in cards.
        at: u16,
        /// How many cards there are.
        cards: usize,
    },
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfit::TooMany => write!(f, "more than {} cards", u16::MAX),
            Unfit::Cut { at, cards } => write!(f, "a cut at {at} of {cards} cards"),
        }
    }
}

impl std::error::Error for Unfit {}

/// A recorded draw that differs from what the deal gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Differs {
    /// The number of the draw, from 1.
    pub draw: u64,
    /// What the deal gives; `None` if nothing could be drawn.
    pub deals: Option<String>,
    /// What the record says was shown.
    pub shown: String,
}

impl fmt::Display for Differs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let deals = self.deals.as_deref().unwrap_or("nothing");
        write!(f, "draw {} gives {deals}, not {}", self.draw, self.shown)
    }
}

impl std::error::Error for Differs {}

/// How many there are of each card, in the order of [`card`].
type Counts = [u64; 52];

/// One window: a round of cards, or one result of a wheel. It cannot be printed, and is wiped from memory when dropped.
/// A clone draws the same outcomes as the original.
///
/// ```compile_fail
/// let key = books::Key::of(&[7; 32], books::Hash::ZERO);
/// let deal = books::Deal::new(&key, &[], &[]).unwrap();
/// println!("{deal:?}");
/// ```
#[derive(Clone)]
pub struct Deal {
    key: Key,
    composition: Vec<(String, u32)>,
    /// The unseen cards, in the order in which they will be drawn.
    order: Vec<u8>,
    draws: u64,
}

impl Drop for Deal {
    fn drop(&mut self) {
        self.order.zeroize();
    }
}

impl Deal {
    /// Shuffles and cuts. The cuts are those in the journal, in that order; the composition is the menu of the first
    /// draw. There is something to shuffle only if the composition consists of cards alone.
    pub fn new(key: &Key, cuts: &[u16], composition: &Menu) -> Result<Deal, Unfit> {
        let counts = cards_alone(composition).unwrap_or([0; 52]);
        if counts.iter().sum::<u64>() > u16::MAX.into() {
            return Err(Unfit::TooMany);
        }
        let pack = (0..).zip(counts).flat_map(|(card, count)| (0..count).map(move |_| card));
        let mut deal =
            Deal { key: key.clone(), composition: composition.to_vec(), order: pack.collect(), draws: 0 };
        let mut stream = Stream::new(&deal.key.0, 0);
        shuffle(&mut deal.order, &mut |n| stream.below(n));
        let cards = deal.order.len();
        for &at in cuts {
            if usize::from(at) > cards {
                return Err(Unfit::Cut { at, cards });
            }
            deal.order.rotate_left(at.into());
        }
        Ok(deal)
    }

    /// How many draws there have been.
    pub const fn draws(&self) -> u64 {
        self.draws
    }

    /// Draws the next outcome with exactly the probability its weight gives it, and returns its place in the menu;
    /// `None` if nothing is possible.
    pub fn draw(&mut self, menu: &Menu) -> Option<usize> {
        // Each draw has its own stream, so that it does not depend on how many words earlier draws rejected.
        let mut stream = Stream::new(&self.key.0, 1 + self.draws);
        let drawn = draw(&mut self.order, menu, &mut |n| stream.below(n))?;
        self.draws += 1;
        Some(drawn)
    }

    /// Repeats a draw that has already happened. It needs the menu again, because a card chosen by weight leaves the
    /// order in a different way from one that was simply next.
    pub fn skip(&mut self, menu: &Menu, shown: &str) -> Result<(), Differs> {
        let draw = self.draws + 1;
        match self.draw(menu).map(|place| &menu[place].0) {
            Some(text) if text == shown => Ok(()),
            deals => Err(Differs { draw, deals: deals.cloned(), shown: shown.to_owned() }),
        }
    }

    /// The menu to use when nothing else is known: the cards that are left, or else the composition.
    pub(crate) fn usual(&self) -> Vec<(String, u32)> {
        if cards_alone(&self.composition).is_none() {
            return self.composition.clone();
        }
        let left = (0..).zip(tally(&self.order)).filter(|&(_, count)| count > 0);
        left.map(|(card, count)| (name(card), u32::try_from(count).unwrap_or(u32::MAX))).collect()
    }

    /// The unseen cards in their order. Only for callers that know the secret anyway.
    pub fn order(&self) -> Vec<String> {
        self.order.iter().map(|&card| name(card)).collect()
    }
}

/// A ChaCha20 stream, read in little-endian words of 64 bits.
struct Stream(ChaCha20Rng);

impl Stream {
    fn new(key: &[u8; 32], number: u64) -> Stream {
        let mut rng = ChaCha20Rng::from_seed(*key);
        rng.set_stream(number);
        Stream(rng)
    }

    fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniformly random number below `n`.
    fn below(&mut self, n: u64) -> u64 {
        loop {
            if let Some(number) = scale(self.word(), n, 64) {
                return number;
            }
        }
    }
}

/// Scales a word of `bits` bits to a number below `n`, or rejects it, so that every number is the image of equally many
/// words.
const fn scale(word: u64, n: u64, bits: u32) -> Option<u64> {
    let (product, words) = (word as u128 * n as u128, 1u128 << bits);
    // The quotient is below `n`, so it fits in 64 bits.
    #[allow(clippy::cast_possible_truncation)]
    let scaled = (product >> bits) as u64;
    if product % words < words % n as u128 { None } else { Some(scaled) }
}

/// The Fisher-Yates shuffle: each place from the last to the second is swapped with itself or an earlier one.
fn shuffle(order: &mut [u8], below: &mut impl FnMut(u64) -> u64) {
    for last in (1..order.len()).rev() {
        order.swap(last, place(below, last + 1));
    }
}

/// A random place out of `places`.
fn place(below: &mut impl FnMut(u64) -> u64, places: usize) -> usize {
    usize::try_from(below(places as u64)).expect("a number below another fits where that fits")
}

/// Draws an outcome and returns its place in the menu. If it is a card, it is removed from the order, and every order
/// of the remaining cards stays equally likely.
fn draw(order: &mut Vec<u8>, menu: &Menu, below: &mut impl FnMut(u64) -> u64) -> Option<usize> {
    let total: u64 = menu.iter().map(|&(_, weight)| u64::from(weight)).sum();
    if total == 0 {
        return None;
    }
    if cards_alone(menu) == Some(tally(order)) {
        let first = order.remove(0);
        return menu.iter().position(|(text, weight)| *weight > 0 && card(text) == Some(first));
    }
    let mut rest = below(total);
    let drawn = menu.iter().position(|&(_, weight)| match rest.checked_sub(weight.into()) {
        Some(beyond) => {
            rest = beyond;
            false
        }
        None => true,
    })?;
    let kind = card(&menu[drawn].0);
    let places: Vec<usize> = (0..order.len()).filter(|&at| Some(order[at]) == kind).collect();
    if !places.is_empty() {
        order.remove(places[place(below, places.len())]);
    }
    Some(drawn)
}

const RANKS: &str = "A23456789TJQK";
const SUITS: &str = "cdhs";

/// The number of the card with this name, from 0 (ace of clubs) to 51 (king of spades), as the rules number them.
fn card(text: &str) -> Option<u8> {
    let [rank, suit] = *text.as_bytes() else { return None };
    let find = |all: &str, one: u8| all.bytes().zip(0..).find_map(|(byte, at)| (byte == one).then_some(at));
    Some(find(SUITS, suit)? * 13 + find(RANKS, rank)?)
}

fn name(card: u8) -> String {
    let (rank, suit) = (usize::from(card % 13), usize::from(card / 13));
    format!("{}{}", &RANKS[rank..=rank], &SUITS[suit..=suit])
}

fn tally(order: &[u8]) -> Counts {
    let mut counts = [0; 52];
    order.iter().for_each(|&card| counts[usize::from(card)] += 1);
    counts
}

/// How many cards a window with this composition shuffles.
pub fn cards_in(composition: &Menu) -> u64 {
    cards_alone(composition).map_or(0, |counts| counts.iter().sum())
}

/// How many of each card a menu has; anything else in it is ignored.
fn count(menu: &Menu) -> Counts {
    let mut counts = [0; 52];
    for (text, weight) in menu {
        if let Some(card) = card(text) {
            counts[usize::from(card)] += u64::from(*weight);
        }
    }
    counts
}

/// How many of each card a menu has; `None` if something other than a card is possible.
fn cards_alone(menu: &Menu) -> Option<Counts> {
    let alone = menu.iter().all(|(text, weight)| *weight == 0 || card(text).is_some());
    alone.then(|| count(menu))
}

#[cfg(test)]
mod tests;
