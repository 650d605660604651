//! 5.4: what makes a spin no spin. In each case the dealer announces it and tries to take the ball out before
//! it rests; wagers stand, and may be changed until the next "No More Bets" (R5).

use crate::vocabulary::Vocabulary;
use core::fmt;
use law::{Citation, cite};

/// What can go wrong with a spin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Irregularity {
    /// The ball runs the way the wheel turns.
    BallWithWheel,
    /// The ball has not made four revolutions.
    FewerThanFourRevolutions,
    /// Something fell into the wheel.
    ForeignObject,
}

impl Irregularity {
    /// The paragraph that makes it no spin.
    pub const fn cite(self) -> Citation {
        match self {
            Irregularity::BallWithWheel => cite!("5.4(a)"),
            Irregularity::FewerThanFourRevolutions => cite!("5.4(b)"),
            Irregularity::ForeignObject => cite!("5.4(c)"),
        }
    }
}

impl fmt::Display for Irregularity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Irregularity::BallWithWheel => "ball with wheel",
            Irregularity::FewerThanFourRevolutions => "fewer than four revolutions",
            Irregularity::ForeignObject => "foreign object",
        })
    }
}

impl Vocabulary for Irregularity {
    fn each(tell: &mut impl FnMut(Self)) {
        use Irregularity::*;
        [BallWithWheel, FewerThanFourRevolutions, ForeignObject].into_iter().for_each(tell);
    }
}
