//! 7.3(c)3: the Complimentary Vigorish Form, for vigorish that was deferred and is not collected.

use crate::{
    money::Money,
    party::{Patron, Seat},
};
use core::fmt;

/// 7.3(c)3.i: what a form says of the patron's signature.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Signature {
    /// The patron signed.
    Signed,
    /// The patron has gone.
    Absent,
    /// The patron will not sign.
    Refused,
}

impl Signature {
    /// All of them.
    pub const ALL: [Signature; 3] = [Signature::Signed, Signature::Absent, Signature::Refused];
}

/// A form as it is filled in at the table. Date, pit and table number come from the house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Form {
    /// Its number, printed before use.
    pub serial: u32,
    /// Whose vigorish.
    pub patron: Patron,
    /// At which position.
    pub seat: Seat,
    /// How much.
    pub vigorish: Money,
    /// The patron's signature, or why there is none.
    pub signature: Signature,
}

/// `signed`, `patron absent`.
impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Signature::Signed => "patron signed",
            Signature::Absent => "patron absent",
            Signature::Refused => "patron would not sign",
        })
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Form { serial, patron, seat, vigorish, signature } = self;
        write!(f, "form {serial}: {patron} at seat {}, vigorish {vigorish}, {signature}", seat.0)
    }
}
