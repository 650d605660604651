//! Committed chance: the digital shoe and the digital wheel.
//!
//! Before any wager of a window the house commits itself to a [`Secret`], and patrons to the values of their chains.
//! When wagers are closed the values are opened, and secret, values, cuts and composition alone decide every outcome of
//! the window; when the secret is turned, anyone can deal again. `docs/fairness.md` says how, to the byte.
//!
//! The cards that nobody has seen lie in an order that is, given all that was seen, equally likely to be any other.
//! [`Deal::draw`] keeps it so. Where a menu asks for just the cards that are left, the first of the order comes. But
//! where the rules know more (a card reader has told that a face-down card is not a ten), the first card of the order
//! *that fits* would not do: those it passes over would lie in front then, and the next card would be a ten far too
//! often. Such a card is chosen without a look at the order, and any one of its kind leaves it.

mod mix;

use crate::hash::{Hash, read_hex};
pub use mix::{Chain, FOREMOST, Key, LONGEST, PANEL, delayed, link, link_times, salt};
use rand_chacha::{
    ChaCha20Rng,
    rand_core::{Rng, SeedableRng},
};
use std::fmt;
use zeroize::Zeroize;

/// What the house commits itself to: 32 bytes of entropy for one window. It cannot be printed, copied or serialized, and
/// is wiped from memory when it is dropped.
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
    /// The secret of these bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Secret {
        Secret(bytes)
    }

    /// Reads what was revealed; `None` if it is not 64 hexadecimal digits in lower case.
    pub fn read(revealed: &str) -> Option<Secret> {
        read_hex(revealed).map(Secret)
    }

    /// The secret itself, for all to see, when its window is over.
    pub fn reveal(&self) -> String {
        Hash(self.0).to_string()
    }

    /// The bytes, to be written down when the window is over.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl Drop for Secret {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

/// What the equipment may show, each with its weight, as a game lists it. Weight 0 is never shown.
pub type Menu = [(String, u32)];

/// Why a deal cannot begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfit {
    /// More cards than any cut can reach.
    TooMany,
    /// A cut behind the last card.
    Cut {
        /// Where.
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

/// A draw that did not go as the deal has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Differs {
    /// Which draw, from 1.
    pub draw: u64,
    /// What the deal gives; nothing, if nothing was possible.
    pub deals: Option<String>,
    /// What is said to have been shown.
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

/// One window: a round of cards, or one result of a wheel. It cannot be printed, and is wiped from
/// memory when it is dropped. A copy draws as the original would.
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
    /// The cards nobody has seen, the first in front.
    order: Vec<u8>,
    draws: u64,
}

impl Drop for Deal {
    fn drop(&mut self) {
        self.order.zeroize();
    }
}

impl Deal {
    /// Shuffles and cuts. Cuts are those of the journal, in its order; the composition is the menu of the first draw.
    /// Only if it is of cards alone is there anything to shuffle.
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

    /// How many draws there were.
    pub const fn draws(&self) -> u64 {
        self.draws
    }

    /// The next outcome: its place in the menu, with just the chance that its weight gives it; `None` if nothing is
    /// possible.
    pub fn draw(&mut self, menu: &Menu) -> Option<usize> {
        // Each draw has a stream of its own, so that it does not depend on how many words earlier ones rejected.
        let mut stream = Stream::new(&self.key.0, 1 + self.draws);
        let drawn = draw(&mut self.order, menu, &mut |n| stream.below(n))?;
        self.draws += 1;
        Some(drawn)
    }

    /// A draw that has already happened. It needs the menu again, because a card that was chosen from some leaves the
    /// order otherwise than one that was simply next.
    pub fn skip(&mut self, menu: &Menu, shown: &str) -> Result<(), Differs> {
        let draw = self.draws + 1;
        match self.draw(menu).map(|place| &menu[place].0) {
            Some(text) if text == shown => Ok(()),
            deals => Err(Differs { draw, deals: deals.cloned(), shown: shown.to_owned() }),
        }
    }

    /// What is asked for if nobody knows more: the cards that are left, or else what the composition lists.
    pub(crate) fn usual(&self) -> Vec<(String, u32)> {
        if cards_alone(&self.composition).is_none() {
            return self.composition.clone();
        }
        let left = (0..).zip(tally(&self.order)).filter(|&(_, count)| count > 0);
        left.map(|(card, count)| (name(card), u32::try_from(count).unwrap_or(u32::MAX))).collect()
    }

    /// The cards nobody has seen, as they lie. For those who know the secret anyway.
    pub fn order(&self) -> Vec<String> {
        self.order.iter().map(|&card| name(card)).collect()
    }
}

/// A stream of ChaCha20, read in words of 64 bits, the least byte first.
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

    /// A number below `n`, each equally likely.
    fn below(&mut self, n: u64) -> u64 {
        loop {
            if let Some(number) = scale(self.word(), n, 64) {
                return number;
            }
        }
    }
}

/// Scales a word of so many bits to a number below `n`, or rejects it: each number is the image of equally many
/// words.
const fn scale(word: u64, n: u64, bits: u32) -> Option<u64> {
    let (product, words) = (word as u128 * n as u128, 1u128 << bits);
    // The quotient is below `n`, which has 64 bits.
    #[allow(clippy::cast_possible_truncation)]
    let scaled = (product >> bits) as u64;
    if product % words < words % n as u128 { None } else { Some(scaled) }
}

/// Fisher and Yates: from the last place to the second, swaps with itself or one before it.
fn shuffle(order: &mut [u8], below: &mut impl FnMut(u64) -> u64) {
    for last in (1..order.len()).rev() {
        order.swap(last, place(below, last + 1));
    }
}

/// One of so many places.
fn place(below: &mut impl FnMut(u64) -> u64, places: usize) -> usize {
    usize::try_from(below(places as u64)).expect("a number below another fits where that fits")
}

/// What comes, as its place in the menu; if it is a card, it leaves the order. The rest of the order is then still
/// equally likely to be any other.
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

/// The card of this name, from 0, the ace of clubs, to 51, the king of spades, as the rules number them.
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

/// The cards of a menu; whatever else is in it does not count.
fn count(menu: &Menu) -> Counts {
    let mut counts = [0; 52];
    for (text, weight) in menu {
        if let Some(card) = card(text) {
            counts[usize::from(card)] += u64::from(*weight);
        }
    }
    counts
}

/// The cards of a menu on which nothing else is possible.
fn cards_alone(menu: &Menu) -> Option<Counts> {
    let alone = menu.iter().all(|(text, weight)| *weight == 0 || card(text).is_some());
    alone.then(|| count(menu))
}

#[cfg(test)]
mod tests;
