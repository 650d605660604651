//! 5.6(b) and (c): spins that do not simply end at a number.

use super::{BigSix, Call, Clapper, Phase};
use crate::games::prelude::*;
use crate::{kit::wheels::Symbol, words::deeds};

deeds! {
    /// What can go wrong with a spin.
    pub enum Irregularity {
        FewerThanThreeRevolutions = "fewer than three revolutions",
        /// The clapper rests between two numbers; this one it passed last.
        ClapperBetween(passed: Symbol) = "clapper between, past {passed}",
    }
}

impl Irregularity {
    /// The provision that says what follows; for the clapper, the first of its two options.
    pub const fn cite(self) -> Citation {
        match self {
            Irregularity::FewerThanThreeRevolutions => cite!("5.6(b)"),
            Irregularity::ClapperBetween(_) => cite!("5.6(c)1"),
        }
    }
}

impl BigSix {
    /// A short spin is void and repeated (S1); a clapper between two numbers is as the licensee chose.
    pub(super) fn remedy(&mut self, what: Irregularity, to: &mut dyn Observer<Self>) {
        match (what, self.options().clapper()) {
            (Irregularity::FewerThanThreeRevolutions, _) => {
                self.phase = Phase::Closed;
                to.saw(cite!("5.6(b)"), Event::Called { call: Call::VoidsSpin });
            }
            (Irregularity::ClapperBetween(symbol), Clapper::Passed) => {
                to.saw(cite!("5.6(c)1"), Event::Called { call: Call::DeclaresPassed { symbol } });
                self.settle(symbol, to);
            }
            (Irregularity::ClapperBetween(_), Clapper::Respin) => {
                self.phase = Phase::Closed;
                to.saw(cite!("5.6(c)2"), Event::Called { call: Call::VoidsSpin });
            }
        }
    }
}
