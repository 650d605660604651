//! Dice: cubes whose opposite faces add up to seven.

use core::fmt;

/// A face of a die.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Die(u8);

impl Die {
    /// The six faces.
    pub const ALL: [Die; 6] = [Die(1), Die(2), Die(3), Die(4), Die(5), Die(6)];

    /// The number of spots.
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
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Dice(pub Die, pub Die);

impl Dice {
    /// Every way two dice can fall, all equally likely.
    pub fn all() -> impl Iterator<Item = Dice> {
        Die::ALL.into_iter().flat_map(|one| Die::ALL.into_iter().map(move |other| Dice(one, other)))
    }

    /// The total of both dice.
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

/// Three dice of a shaker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Trio(pub [Die; 3]);

impl Trio {
    /// Every way three dice can fall, all equally likely.
    pub fn all() -> impl Iterator<Item = Trio> {
        let third = |Dice(one, two)| Die::ALL.into_iter().map(move |three| Trio([one, two, three]));
        Dice::all().flat_map(third)
    }

    /// The total of all three dice.
    pub const fn total(self) -> u8 {
        let [one, two, three] = self.0;
        one.0 + two.0 + three.0
    }

    /// The number of dice that show this face.
    pub fn count(self, face: Die) -> usize {
        self.0.into_iter().filter(|die| *die == face).count()
    }

    /// Whether all three show the same face.
    pub fn is_triple(self) -> bool {
        self.count(self.0[0]) == 3
    }

    /// The same dice, lowest face first.
    #[must_use]
    pub fn sorted(mut self) -> Trio {
        self.0.sort_unstable();
        self
    }
}

/// `1-3-6`.
impl fmt::Display for Trio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, two, three] = self.0;
        write!(f, "{one}-{two}-{three}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_dice_fall_in_two_hundred_and_sixteen_ways() {
        assert_eq!(Trio::all().count(), 216);
        assert_eq!(Trio::all().filter(|dice| dice.is_triple()).count(), 6);
        assert_eq!(Trio::all().filter(|dice| dice.sorted() == *dice).count(), 56);
        assert_eq!(Trio::all().map(|dice| u32::from(dice.total())).sum::<u32>(), 216 * 21 / 2);
    }

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
