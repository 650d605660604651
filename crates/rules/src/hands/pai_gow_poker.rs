//! Pai gow poker: seven cards, of which five make the high hand and two the low hand.
//!
//! There is a joker among them. It counts as an ace, unless it completes a straight or a flush: then it is the card that
//! makes the hand highest. Everything else is plain poker, so a high hand is ranked by the table of [`poker`]
//! once a card stands in for the joker.

use super::{poker, poker_hands, two_hands};
use crate::{kit::cards::Card, submission::choice};

mod way;

pub use two_hands::Outcome;
pub use way::{Set, Way};

choice! {
    /// Where ace, two, three, four, five ranks among the straights: just below ace, king, queen, jack, ten, or lowest.
    pub enum Wheel { Second = "second", Lowest = "lowest" }
}

poker_hands! {
    /// What a high hand is, from lowest to highest.
    {
        HighCard = "high card",
        OnePair = "one pair",
        TwoPairs = "two pairs",
        ThreeOfAKind = "three of a kind",
        Straight = "straight",
        Flush = "flush",
        FullHouse = "full house",
        FourOfAKind = "four of a kind",
        StraightFlush = "straight flush",
        RoyalFlush = "royal flush",
        FiveAces = "five aces",
    }
}

impl Kind {
    /// Whether it takes five cards that have no rank in common: a straight, a flush, or both.
    pub const fn is_complete(self) -> bool {
        matches!(self, Kind::Straight | Kind::Flush | Kind::StraightFlush | Kind::RoyalFlush)
    }
}

/// Ranks begin with the two as 0; the ace is the highest.
const ACE: u8 = 12;
/// The straights by their ranks, from ace, king, queen, jack, ten down to six, five, four, three, two.
const STRAIGHTS: [u16; 9] = [0x1f00, 0x0f80, 0x07c0, 0x03e0, 0x01f0, 0x00f8, 0x007c, 0x003e, 0x001f];
/// Ace, two, three, four, five.
const LOW_STRAIGHT: u16 = 0x100f;

/// The rank of a card among the ranks; the joker's is that of an ace.
pub const fn rank(card: Card) -> u8 {
    (card.rank() + 11) % 13
}

/// How strong a high hand is: equal strengths are copies, whatever the suits. The kind is in the highest four bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct High(u16);

/// A strength is its kind, then the place among its kind in so many bits, as in [`poker::Strength`].
const ORDINAL: u16 = 12;
const STRAIGHT: u16 = (Kind::Straight as u16) << ORDINAL;
const STRAIGHT_FLUSH: u16 = (Kind::StraightFlush as u16) << ORDINAL;

impl High {
    /// Of five cards of one deck with a joker, in any order.
    pub fn of(mut cards: [Card; 5], wheel: Wheel) -> High {
        if let Some(at) = cards.iter().position(|card| card.is_joker()) {
            cards.swap(at, 4);
            let [four @ .., joker] = &mut cards;
            let ranks = four.iter().fold(0, |ranks, &card| ranks | 1_u16 << rank(card));
            if ranks == 1 << ACE {
                return High((Kind::FiveAces as u16) << ORDINAL);
            }
            let is_of_one_suit = four.iter().all(|card| card.suit() == four[0].suit());
            let stand_in = match completing(ranks, wheel) {
                Some(rank) => rank,
                // The highest card that the flush does not have yet.
                None if is_of_one_suit => ACE - (!(ranks << 3)).leading_zeros().to_le_bytes()[0],
                None => ACE,
            };
            // The suit makes a flush of four cards of one suit, and nothing of others.
            *joker = Card::of((stand_in + 1) % 13 + 1, four[0].suit());
        }
        let plain = poker::Strength::of(cards).number();
        // A straight goes by its highest rank: 3, the five, for the wheel and 12 for the ace.
        High(match (plain, wheel) {
            (plain, Wheel::Second) if plain == STRAIGHT | 3 => STRAIGHT | 12,
            (plain, Wheel::Second) if plain == STRAIGHT | 12 => STRAIGHT | 13,
            (plain, Wheel::Second) if plain == STRAIGHT_FLUSH | 3 => STRAIGHT_FLUSH | 12,
            (plain, _) => plain,
        })
    }

    /// The kind of hand, such as two pair.
    pub const fn kind(self) -> Kind {
        Kind::ALL[(self.0 >> ORDINAL) as usize]
    }

    /// The number that orders strengths.
    pub const fn number(self) -> u16 {
        self.0
    }
}

/// The rank that makes the highest straight of four, if there is one.
fn completing(ranks: u16, wheel: Wheel) -> Option<u8> {
    let second = (wheel == Wheel::Second).then_some(LOW_STRAIGHT);
    let last = (wheel == Wheel::Lowest).then_some(LOW_STRAIGHT);
    let [highest, others @ ..] = STRAIGHTS;
    let all = [highest].into_iter().chain(second).chain(others).chain(last);
    let missing = all.map(|straight| (straight & !ranks, ranks & !straight));
    let found = missing.into_iter().find(|&(missing, over)| over == 0 && missing.is_power_of_two());
    found.map(|(missing, _)| missing.trailing_zeros().to_le_bytes()[0])
}

/// How strong a low hand is: any pair above any two cards, aces high. The joker is an ace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Low(u8);

/// How many low hands there are that are not pairs.
const NO_PAIRS: u8 = 78;

impl Low {
    /// How many different low hands there are.
    pub const COUNT: usize = 91;

    /// Of two cards.
    pub const fn of([one, other]: [Card; 2]) -> Low {
        let (one, other) = (rank(one), rank(other));
        let (upper, lower) = if one > other { (one, other) } else { (other, one) };
        Low(if upper == lower { NO_PAIRS + upper } else { upper * upper.saturating_sub(1) / 2 + lower })
    }

    /// Whether it is a pair.
    pub const fn is_pair(self) -> bool {
        self.0 >= NO_PAIRS
    }

    /// The number that orders strengths, below [`COUNT`](Low::COUNT).
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The lowest high hand that this one does not outrank.
    fn least_high(self) -> High {
        let ordinal = |ranks: &[(u8, usize)]| -> u16 {
            ranks
                .iter()
                .map(|&(rank, nth)| poker::choose(rank.into(), nth))
                .sum::<usize>()
                .try_into()
                .unwrap_or(u16::MAX)
        };
        if let Some(pair) = self.0.checked_sub(NO_PAIRS) {
            return High(((Kind::OnePair as u16) << ORDINAL) | (u16::from(pair) * ordinal(&[(13, 3)])));
        }
        let upper = (1..=ACE).rev().find(|upper| upper * (upper - 1) / 2 <= self.0).unwrap_or(1);
        let lower = self.0 - upper * (upper - 1) / 2;
        // Hands of five different ranks are in the order of their highest rank, then of their second highest.
        High(ordinal(&[(upper, 5), (lower, 4)]))
    }
}

/// Seven cards, set.
pub type Hands = two_hands::Hands<High, Low>;

impl Hands {
    /// The hands of seven cards of which those in two places make the low hand.
    pub fn of(cards: &[Card; 7], low: [usize; 2], wheel: Wheel) -> Hands {
        let (five, two) = parted(cards, low);
        Hands { high: High::of(five, wheel), low: Low::of(two) }
    }

    /// Whether the low hand outranks the high hand, which no player and no dealer may set.
    pub fn is_foul(self) -> bool {
        self.high < self.low.least_high()
    }
}

/// The 21 ways to set seven cards: the places of the two cards that make the low hand.
pub const SETTINGS: [[usize; 2]; 21] = {
    let (mut settings, mut at, mut one) = ([[0; 2]; 21], 0, 0);
    while one < 7 {
        let mut other = one + 1;
        while other < 7 {
            settings[at] = [one, other];
            (at, other) = (at + 1, other + 1);
        }
        one += 1;
    }
    settings
};

/// The high hand and the low hand, of which the latter has the cards in these two places.
pub fn parted(cards: &[Card; 7], low: [usize; 2]) -> ([Card; 5], [Card; 2]) {
    let (mut five, mut rest) = ([cards[0]; 5], cards.iter().enumerate().filter(|(at, _)| !low.contains(at)));
    five.iter_mut().zip(&mut rest).for_each(|(place, (_, &card))| *place = card);
    (five, low.map(|at| cards[at]))
}

#[cfg(test)]
mod tests;
