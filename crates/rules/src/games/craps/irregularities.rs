//! 1.9 and 1.10 (not held): rolls that are invalid, may be called invalid, or are hard to read.

use crate::games::prelude::*;
use crate::{
    kit::dice::{Dice, Die},
    vocabulary::Vocabulary,
    words::deeds,
};
use core::fmt;

deeds! {
    /// What can go wrong with a roll.
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum Irregularity {
        OffTheTable = "die off the table",
        OneOnTheOther = "one die on the other",
        NotTogether = "dice not thrown together",
        ShortOfTheWall = "die short of the end wall",
        OnBankChips = "die on the bank's chips",
        InCupOrOnRail = "die in the cup or on a rail",
        Cheating = "cheating",
        Improper = "improper throw",
        OnChips = "die on chips of the layout",
        CockedTwice = "die cocked on two sides",
        Disputed = "face in dispute",
        Cocked(dice: Cocked) = "cocked die, {dice}",
    }
}

/// A cocked die and a flat one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cocked {
    /// The face that the cocked die leans on.
    pub leaning: Die,
    /// The upper face of the other die.
    pub other: Die,
}

impl fmt::Display for Cocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "leaning on {}, other {}", self.leaning, self.other)
    }
}

impl Vocabulary for Cocked {
    fn each(tell: &mut dyn FnMut(Cocked)) {
        Dice::all().map(|Dice(leaning, other)| Cocked { leaning, other }).for_each(tell);
    }
}

/// The remedy for an irregularity.
pub(super) enum Remedy {
    /// The roll is invalid by itself.
    Invalid,
    /// These people may call it invalid.
    MayBe(&'static [Actor]),
    /// Nothing: the roll counts.
    Counts,
    /// It counts as these dice.
    CountsAs(Die, Dice),
}

impl Irregularity {
    /// The section on it; neither of the two is held.
    pub const fn cite(self) -> Citation {
        match self {
            Irregularity::Cocked(_) | Irregularity::CockedTwice | Irregularity::Disputed => cite!("1.10"),
            _ => cite!("1.9"),
        }
    }

    pub(super) const fn remedy(self) -> Remedy {
        use Irregularity::*;
        match self {
            OffTheTable | OneOnTheOther | CockedTwice => Remedy::Invalid,
            NotTogether | ShortOfTheWall | OnBankChips | InCupOrOnRail | Cheating | Improper => {
                Remedy::MayBe(&[Actor::Dealer, Actor::Supervisor])
            }
            Disputed => Remedy::MayBe(&[Actor::Supervisor]),
            OnChips => Remedy::Counts,
            Cocked(dice) => {
                let face = dice.leaning.opposite();
                Remedy::CountsAs(face, Dice(dice.other, face))
            }
        }
    }
}
