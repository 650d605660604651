//! The balls of a keno blower: eighty numbers, of which twenty are drawn in a game, without replacement.

use crate::{picture::Outcome, vocabulary::Vocabulary};
use core::fmt;

/// The number of balls in the blower.
pub const BALLS: u8 = 80;

/// The number of balls drawn in a game.
pub const DRAWN: u32 = 20;

/// A ball: a number from 1 to 80.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Ball(u8);

impl Ball {
    /// The ball with this number, if there is one.
    pub const fn new(number: u8) -> Option<Ball> {
        if 1 <= number && number <= BALLS { Some(Ball(number)) } else { None }
    }

    /// The number on the ball.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Every ball, from 1 to 80.
    pub fn all() -> impl Iterator<Item = Ball> {
        (1..=BALLS).map(Ball)
    }
}

/// `ball 17`.
impl fmt::Display for Ball {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ball {}", self.0)
    }
}

impl Vocabulary for Ball {
    fn each(tell: &mut dyn FnMut(Ball)) {
        Ball::all().for_each(tell);
    }
}

impl From<Ball> for Outcome {
    fn from(Ball(number): Ball) -> Outcome {
        Outcome::Drawn { number }
    }
}

/// Some of the balls.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Balls([u64; 2]);

impl Balls {
    /// Whether the set contains this ball.
    pub const fn has(self, ball: Ball) -> bool {
        self.0[ball.0 as usize / 64] >> (ball.0 % 64) & 1 == 1
    }

    /// The set with this ball added.
    #[must_use]
    pub const fn with(mut self, ball: Ball) -> Balls {
        self.0[ball.0 as usize / 64] |= 1 << (ball.0 % 64);
        self
    }

    /// The number of balls in the set.
    pub const fn count(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }

    /// The balls, lowest first.
    pub fn each(self) -> impl Iterator<Item = Ball> {
        Ball::all().filter(move |ball| self.has(*ball))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ball_is_in_a_set_once() {
        let [one, last] = [1, 80].map(|n| Ball::new(n).expect("a ball"));
        let both = Balls::default().with(one).with(last).with(one);
        assert_eq!((both.count(), both.has(last), both.has(Ball(2))), (2, true, false));
        assert!(both.each().eq([one, last]));
        assert_eq!((Ball::new(0), Ball::new(81), Ball::all().count()), (None, None, 80));
    }
}
