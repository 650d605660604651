//! 1.9 and 1.10 (not held): rolls that are invalid, may be called so, or are hard to read.

use crate::{
    kit::dice::{Dice, Die},
    party::Actor,
    vocabulary::Vocabulary,
};
use core::fmt;
use law::{Citation, cite};

/// What can go wrong with a roll.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Irregularity {
    /// A die has left the table.
    OffTheTable,
    /// One die rests on the other.
    OneOnTheOther,
    /// The dice left the hand one after the other.
    NotTogether,
    /// A die has not reached the end wall.
    ShortOfTheWall,
    /// A die rests on the bank's chips before the boxperson.
    OnBankChips,
    /// A die rests in the cup or on a rail.
    InCupOrOnRail,
    /// A device or a technique to cheat.
    Cheating,
    /// Improper in another way.
    Improper,
    /// A die has hit or lies flat on ordinary chips.
    OnChips,
    /// A die leans on something with one face; the other die lies flat.
    Cocked {
        /// The face it leans on.
        leaning: Die,
        /// The upper face of the other die.
        other: Die,
    },
    /// More than one side of a die leans on something.
    CockedTwice,
    /// The upper face of a die is in dispute.
    Disputed,
}

/// What follows.
pub(super) enum Remedy {
    /// The roll is invalid by itself.
    Invalid,
    /// These may call it so.
    MayBe(&'static [Actor]),
    /// Nothing: the roll counts.
    Counts,
    /// It counts as these dice.
    CountsAs(Die, Dice),
}

impl Irregularity {
    /// The section that would say what follows; neither is held.
    pub const fn cite(self) -> Citation {
        match self {
            Irregularity::Cocked { .. } | Irregularity::CockedTwice | Irregularity::Disputed => cite!("1.10"),
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
            Cocked { leaning, other } => {
                Remedy::CountsAs(leaning.opposite(), Dice(other, leaning.opposite()))
            }
        }
    }
}

impl fmt::Display for Irregularity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Irregularity::OffTheTable => "die off the table",
            Irregularity::OneOnTheOther => "one die on the other",
            Irregularity::NotTogether => "dice not thrown together",
            Irregularity::ShortOfTheWall => "die short of the end wall",
            Irregularity::OnBankChips => "die on the bank's chips",
            Irregularity::InCupOrOnRail => "die in the cup or on a rail",
            Irregularity::Cheating => "cheating",
            Irregularity::Improper => "improper throw",
            Irregularity::OnChips => "die on chips of the layout",
            Irregularity::Cocked { leaning, other } => {
                return write!(f, "cocked die, leaning on {leaning}, other {other}");
            }
            Irregularity::CockedTwice => "die cocked on two sides",
            Irregularity::Disputed => "face in dispute",
        })
    }
}

impl Vocabulary for Irregularity {
    fn each(tell: &mut impl FnMut(Irregularity)) {
        use Irregularity::*;
        let plain = [
            OffTheTable,
            OneOnTheOther,
            NotTogether,
            ShortOfTheWall,
            OnBankChips,
            InCupOrOnRail,
            Cheating,
            Improper,
            OnChips,
            CockedTwice,
            Disputed,
        ];
        plain.into_iter().for_each(&mut *tell);
        Dice::all().map(|Dice(leaning, other)| Cocked { leaning, other }).for_each(tell);
    }
}
