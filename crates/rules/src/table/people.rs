//! The people at the table.

use crate::{kept::spelled, vocabulary::is_spelt};
use core::{fmt, num::ParseIntError, str::FromStr};

/// A person with chips.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Patron(pub u16);

spelled!(
    Patron,
    |text| if let Ok(Actor::Patron(patron)) = text.parse() { Some(patron) } else { None },
    "a patron by number: p1",
    "^p[1-9][0-9]{0,4}$"
);

impl fmt::Display for Patron {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{}", self.0)
    }
}

/// A place at the table: one patron may wager on two, and three patrons on one. Games without places use
/// [`Seat::NONE`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seat(pub u8);

impl Seat {
    /// No particular place, in games without seats.
    pub const NONE: Seat = Seat(0);
}

/// A person at the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Actor {
    /// A patron.
    Patron(Patron),
    /// The dealer.
    Dealer,
    /// A casino supervisor.
    Supervisor,
    /// The floorperson.
    Floorperson,
}

spelled!(
    Actor,
    |text| text.parse().ok(),
    "who acts: a patron by number (p1), dealer, supervisor or floorperson",
    "^(p[1-9][0-9]{0,4}|dealer|supervisor|floorperson)$"
);

impl Actor {
    /// The staff of a table.
    pub const STAFF: [Actor; 3] = [Actor::Dealer, Actor::Floorperson, Actor::Supervisor];
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Actor::Patron(patron) => write!(f, "{patron}"),
            Actor::Dealer => f.write_str("dealer"),
            Actor::Supervisor => f.write_str("supervisor"),
            Actor::Floorperson => f.write_str("floorperson"),
        }
    }
}

/// The text is not the name of a person at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoSuchPerson;

impl From<ParseIntError> for NoSuchPerson {
    fn from(_: ParseIntError) -> NoSuchPerson {
        NoSuchPerson
    }
}

impl FromStr for Actor {
    type Err = NoSuchPerson;
    fn from_str(text: &str) -> Result<Actor, NoSuchPerson> {
        match text {
            "dealer" => Ok(Actor::Dealer),
            "supervisor" => Ok(Actor::Supervisor),
            "floorperson" => Ok(Actor::Floorperson),
            _ => {
                let actor = Actor::Patron(Patron(text.strip_prefix('p').ok_or(NoSuchPerson)?.parse()?));
                // `p01` and `p+1` parse as numbers, too, but a name has only one spelling, and patrons are
                // numbered from 1.
                if is_spelt(&actor, text) && text != "p0" { Ok(actor) } else { Err(NoSuchPerson) }
            }
        }
    }
}

/// Who pays the winners and takes from the losers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Bank {
    /// The casino.
    House,
    /// A player who holds the bank.
    Patron(Patron),
}
