//! 7.2(a): what may be wagered at minibaccarat. 7.2(b) excludes everything else.

use super::options::Options;
use crate::games::prelude::*;
use crate::{
    hands::baccarat::Side,
    kept::spelled,
    vocabulary::{Kinds, Vocabulary},
};
use core::fmt;

/// The number of cards in a round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Total {
    /// Four: nobody draws.
    Four,
    /// Five: one hand draws.
    Five,
    /// Six: both hands draw.
    Six,
}

impl Total {
    /// The number of cards.
    pub const fn cards(self) -> usize {
        4 + self as usize
    }
}

/// A wager, in the order of 7.2(a).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wager {
    /// On the Banker's Hand.
    Banker,
    /// On the Player's Hand.
    Player,
    /// That both hands have the same count.
    Tie,
    /// That the round takes this many cards.
    Total(Total),
    /// The bonus on a hand.
    Bonus(Side),
    /// That the Banker's Hand is a dragon 7.
    Dragon7,
}

spelled!(Wager, Wager::read, "a wager at minibaccarat: banker, bonus-player");

impl Wager {
    /// Every wager of the game.
    pub const ALL: [Wager; 9] = [
        Wager::Player,
        Wager::Banker,
        Wager::Tie,
        Wager::Total(Total::Four),
        Wager::Total(Total::Five),
        Wager::Total(Total::Six),
        Wager::Bonus(Side::Player),
        Wager::Bonus(Side::Banker),
        Wager::Dragon7,
    ];

    /// The provision that permits it and says what makes it win.
    pub const fn cite(self) -> Citation {
        match self {
            Wager::Banker => cite!("7.2(a)1.i"),
            Wager::Player => cite!("7.2(a)2.i"),
            Wager::Tie => cite!("7.2(a)3"),
            Wager::Total(_) => cite!("7.2(a)4"),
            Wager::Bonus(_) => cite!("7.2(a)5"),
            Wager::Dragon7 => cite!("7.2(a)6.ii"),
        }
    }

    /// Whether it is a regular wager, that is, on a hand.
    pub const fn is_base(self) -> bool {
        matches!(self, Wager::Banker | Wager::Player)
    }

    /// Whether the table offers it: (a)1 to 3 always, (a)4 to 6 if the licensee chose so.
    pub fn offered(self, options: &Options) -> Result<Citation, Refusal> {
        let is_offered = match self {
            Wager::Banker | Wager::Player | Wager::Tie => true,
            Wager::Total(_) => options.total_cards(),
            Wager::Bonus(_) => options.bonus().is_some(),
            Wager::Dragon7 => options.dragon_odds().is_some(),
        };
        // 7.2(a)6.iii: dragon 7 and the wagers of (a)4 and 5 exclude each other.
        let is_barred = match self {
            Wager::Dragon7 => options.total_cards() || options.bonus().is_some(),
            Wager::Total(_) | Wager::Bonus(_) => options.dragon_odds().is_some(),
            _ => false,
        };
        match is_offered {
            true => Ok(self.cite()),
            false if is_barred => Err(Refusal::new(cite!("7.2(a)6.iii"), Why::NotOffered)),
            false => Err(Refusal::new(self.cite(), Why::NotOffered)),
        }
    }
}

impl fmt::Display for Wager {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind())
    }
}

impl Vocabulary for Wager {
    fn each(tell: &mut dyn FnMut(Wager)) {
        Wager::ALL.into_iter().for_each(tell);
    }
}

impl Kinds for Wager {
    fn kind(self) -> &'static str {
        match self {
            Wager::Banker => "banker",
            Wager::Player => "player",
            Wager::Tie => "tie",
            Wager::Total(Total::Four) => "four-cards",
            Wager::Total(Total::Five) => "five-cards",
            Wager::Total(Total::Six) => "six-cards",
            Wager::Bonus(Side::Player) => "bonus-player",
            Wager::Bonus(Side::Banker) => "bonus-banker",
            Wager::Dragon7 => "dragon-7",
        }
    }
}
