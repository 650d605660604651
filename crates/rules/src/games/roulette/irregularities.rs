//! 5.4: what makes a spin no spin. In each case the dealer announces it and tries to take the ball out before
//! it comes to rest; wagers stand, and may be changed until the next "No More Bets" (R5).

use crate::games::prelude::*;
use crate::words::deeds;

deeds! {
    /// What can go wrong with a spin.
    pub enum Irregularity {
        BallWithWheel = "ball with wheel",
        FewerThanFourRevolutions = "fewer than four revolutions",
        ForeignObject = "foreign object",
    }
}

impl Irregularity {
    /// The provision that makes it no spin.
    pub const fn cite(self) -> Citation {
        match self {
            Irregularity::BallWithWheel => cite!("5.4(a)"),
            Irregularity::FewerThanFourRevolutions => cite!("5.4(b)"),
            Irregularity::ForeignObject => cite!("5.4(c)"),
        }
    }
}
