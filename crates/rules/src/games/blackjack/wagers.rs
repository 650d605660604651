//! What may be wagered at blackjack: 2.3(a) against the dealer, 2.9 insurance, 2.10 doubling, 2.11 splitting, 2.17 one
//! additional wager.

use super::options::{Additional, Options};
use crate::games::prelude::*;
use crate::{
    kept::spelled,
    vocabulary::{Kinds, Vocabulary},
};
use core::fmt;

/// The largest number of hands of one box (2.11(e)).
pub const MOST_HANDS: u8 = 4;

/// The number of a hand of a box, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HandNumber(pub u8);

impl HandNumber {
    /// Every number that a hand may have.
    pub fn all() -> impl Iterator<Item = HandNumber> {
        (1..=MOST_HANDS).map(HandNumber)
    }
}

impl fmt::Display for HandNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Vocabulary for HandNumber {
    fn each(tell: &mut dyn FnMut(HandNumber)) {
        HandNumber::all().for_each(tell);
    }
}

/// 2.18(b): which of the dealer's hands a wager is against. Without multiple action there is only one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Spot {
    /// The first, or only, hand.
    First,
    /// The second hand.
    Second,
    /// The third hand.
    Third,
}

impl Spot {
    /// All spots, in the order in which they are played.
    pub const ALL: [Spot; 3] = [Spot::First, Spot::Second, Spot::Third];

    /// The next spot.
    pub const fn next(self) -> Option<Spot> {
        match self {
            Spot::First => Some(Spot::Second),
            Spot::Second => Some(Spot::Third),
            Spot::Third => None,
        }
    }

    /// The number of the spot, from 1.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }
}

/// A wager. The hands of a box are numbered from 1 in the order in which they were formed: 1 is the original hand,
/// the others were split off.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wager {
    /// That the hand beats the dealer's: made before the deal for hand 1, by splitting for the others.
    Hand(u8, Spot),
    /// Money added by doubling down on the hand.
    Double(u8, Spot),
    /// That the dealer's second card makes a blackjack with an ace.
    Insurance(Spot),
    /// That the first two cards total more than 13.
    Over13,
    /// That the first two cards total less than 13.
    Under13,
    /// That the first two cards have the same suit.
    SameSuit,
}

spelled!(Wager, Wager::read, "a wager of blackjack: hand, split 2, double, insurance on spot 2, over-13");

impl Wager {
    /// The provision that permits it.
    pub const fn cite(self) -> Citation {
        match self {
            Wager::Hand(1, Spot::First) => cite!("2.3(a)"),
            Wager::Hand(1, _) => cite!("2.18(b)"),
            Wager::Hand(..) => cite!("2.11(a)"),
            Wager::Double(..) => cite!("2.10(a)"),
            Wager::Insurance(Spot::First) => cite!("2.9(a)"),
            Wager::Insurance(_) => cite!("2.18(d)"),
            Wager::Over13 => cite!("2.17(b)1"),
            Wager::Under13 => cite!("2.17(b)2"),
            Wager::SameSuit => cite!("2.17(b)3"),
        }
    }

    /// The dealer's hand that decides it; `None` for additional wagers, which the player's own cards
    /// decide.
    pub const fn spot(self) -> Option<Spot> {
        match self {
            Wager::Hand(_, spot) | Wager::Double(_, spot) | Wager::Insurance(spot) => Some(spot),
            Wager::Over13 | Wager::Under13 | Wager::SameSuit => None,
        }
    }

    /// The hand of the box that it lies on.
    pub const fn hand(self) -> Option<u8> {
        match self {
            Wager::Hand(hand, _) | Wager::Double(hand, _) => Some(hand),
            _ => None,
        }
    }

    /// Whether it is an additional wager under 2.17.
    pub const fn is_additional(self) -> bool {
        matches!(self, Wager::Over13 | Wager::Under13 | Wager::SameSuit)
    }

    /// 2.3(d), and for an additional wager 2.17(f): the provision on how it is made, and on who confirms it
    /// if it is spoken.
    pub const fn is_made_by(self) -> Citation {
        if self.is_additional() { cite!("2.17(f)") } else { cite!("2.3(d)") }
    }

    /// 2.17(a), 2.18(a): whether the table offers it.
    pub fn is_offered(self, options: &Options) -> bool {
        match self {
            Wager::Over13 | Wager::Under13 => matches!(options.additional(), Some(Additional::OverUnder)),
            Wager::SameSuit => matches!(options.additional(), Some(Additional::SameSuit(_))),
            wager => {
                wager.spot().is_none_or(|spot| spot == Spot::First || options.multiple_action().is_some())
            }
        }
    }
}

/// ` on spot 2`, or nothing for the first spot.
impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spot::First => Ok(()),
            _ => write!(f, " on spot {}", self.number()),
        }
    }
}

impl fmt::Display for Wager {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wager::Hand(1, spot) => write!(f, "hand{spot}"),
            Wager::Hand(hand, spot) => write!(f, "split {hand}{spot}"),
            Wager::Double(1, spot) => write!(f, "double{spot}"),
            Wager::Double(hand, spot) => write!(f, "double {hand}{spot}"),
            Wager::Insurance(spot) => write!(f, "insurance{spot}"),
            Wager::Over13 | Wager::Under13 | Wager::SameSuit => f.write_str(self.kind()),
        }
    }
}

impl Vocabulary for Wager {
    fn each(tell: &mut dyn FnMut(Wager)) {
        for spot in Spot::ALL {
            tell(Wager::Hand(1, spot));
        }
        [Wager::Over13, Wager::Under13, Wager::SameSuit].into_iter().for_each(&mut *tell);
        for spot in Spot::ALL {
            tell(Wager::Insurance(spot));
            (1..=MOST_HANDS).for_each(|hand| tell(Wager::Double(hand, spot)));
            // 2.11(e): the words include one hand too many, so that the law can refuse it.
            (2..=MOST_HANDS + 1).for_each(|hand| tell(Wager::Hand(hand, spot)));
        }
    }
}

impl Kinds for Wager {
    const PLACE: &'static str = "box";

    fn kind(self) -> &'static str {
        match self {
            Wager::Hand(1, _) => "hand",
            Wager::Hand(..) => "split",
            Wager::Double(..) => "double",
            Wager::Insurance(_) => "insurance",
            Wager::Over13 => "over-13",
            Wager::Under13 => "under-13",
            Wager::SameSuit => "same-suit",
        }
    }
}
