//! Dice: cubes whose opposite faces make seven.

use core::fmt;

/// A face of a die.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Die(u8);

impl Die {
    /// The six faces.
    pub const ALL: [Die; 6] = [Die(1), Die(2), Die(3), Die(4), Die(5), Die(6)];

    /// Its spots.
    pub const fn spots(self) -> u8 {
        self.0
    }

    /// The face on the other side.
    pub const fn opposite(self) -> Die {
        Die(7 - self.0)
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Two dice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dice(pub Die, pub Die);

impl Dice {
    /// Every way two dice can fall; each is as likely as any other.
    pub fn all() -> impl Iterator<Item = Dice> {
        Die::ALL.into_iter().flat_map(|one| Die::ALL.into_iter().map(move |other| Dice(one, other)))
    }

    /// The spots of both.
    pub const fn total(self) -> u8 {
        self.0.0 + self.1.0
    }

    /// Whether both show the same face.
    pub const fn is_pair(self) -> bool {
        self.0.0 == self.1.0
    }
}

/// `4-3`.
impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0, self.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_dice_fall_in_thirty_six_ways() {
        assert_eq!(Dice::all().count(), 36);
        let ways = |total| Dice::all().filter(|dice| dice.total() == total).count();
        let all = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map(ways);
        assert_eq!(all, [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]);
        assert_eq!(Dice::all().filter(|dice| dice.is_pair()).count(), 6);
        assert!(Die::ALL.into_iter().all(|die| die.spots() + die.opposite().spots() == 7));
    }
}
