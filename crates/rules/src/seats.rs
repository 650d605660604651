//! Numbered seats. Numbers rise counterclockwise from the dealer's right (G4): clockwise is downward, and "to the
//! right of" somebody is the next higher number, around the table.

use crate::{
    game::Standing,
    party::{Patron, Seat},
};

/// The most seats any table has.
pub const MOST_SEATS: u8 = 14;

/// Who sits where.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Seats {
    count: u8,
    taken: [Option<Patron>; MOST_SEATS as usize],
}

impl Seats {
    /// So many seats, all free.
    ///
    /// # Panics
    /// If there are none, or more than any table has.
    pub const fn new(count: u8) -> Seats {
        assert!(1 <= count && count <= MOST_SEATS);
        Seats { count, taken: [None; MOST_SEATS as usize] }
    }

    /// All seats, from 1.
    pub fn all(&self) -> impl DoubleEndedIterator<Item = Seat> + use<> {
        (1..=self.count).map(Seat)
    }

    /// Whether the table has this seat.
    pub const fn has(&self, seat: Seat) -> bool {
        1 <= seat.0 && seat.0 <= self.count
    }

    /// Who sits there.
    pub fn at(&self, seat: Seat) -> Option<Patron> {
        if self.has(seat) { self.taken[usize::from(seat.0) - 1] } else { None }
    }

    /// Where the patron sits.
    pub fn of(&self, patron: Patron) -> Option<Seat> {
        self.all().find(|&seat| self.at(seat) == Some(patron))
    }

    /// Seats somebody, or empties the seat.
    ///
    /// # Panics
    /// If the table has no such seat.
    pub fn set(&mut self, seat: Seat, patron: Option<Patron>) {
        assert!(self.has(seat), "no seat {}", seat.0);
        self.taken[usize::from(seat.0) - 1] = patron;
    }

    /// Tells who sits where.
    pub fn standing(&self, each: &mut impl FnMut(Standing)) {
        let taken = self.all().filter_map(|seat| Some(Standing::Sits(seat, self.at(seat)?)));
        taken.for_each(each);
    }

    /// Taken seats from the highest number downward: clockwise.
    pub fn from_highest(&self) -> impl Iterator<Item = (Seat, Patron)> + '_ {
        self.all().rev().filter_map(|seat| Some((seat, self.at(seat)?)))
    }

    /// Taken seats counterclockwise, that is upward and around, beginning with `first` itself.
    pub fn counterclockwise_from(&self, first: Seat) -> impl Iterator<Item = (Seat, Patron)> + '_ {
        let around =
            (0..self.count).map(move |step| Seat((first.0 + self.count - 1 + step) % self.count + 1));
        around.filter_map(|seat| Some((seat, self.at(seat)?)))
    }

    /// Taken seats clockwise, that is downward and around, beginning with `first` itself.
    pub fn clockwise_from(&self, first: Seat) -> impl Iterator<Item = (Seat, Patron)> + '_ {
        let around =
            (0..self.count).map(move |step| Seat((first.0 + 2 * self.count - 1 - step) % self.count + 1));
        around.filter_map(|seat| Some((seat, self.at(seat)?)))
    }

    /// The seat to the right of this one, taken or not.
    pub const fn right_of(&self, seat: Seat) -> Seat {
        Seat(seat.0 % self.count + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    extern crate std;
    use std::vec::Vec;

    #[test]
    fn ways_around_the_table() {
        let mut seats = Seats::new(9);
        for n in [1, 4, 9] {
            seats.set(Seat(n), Some(Patron(n.into())));
        }
        let numbers = |all: Vec<(Seat, Patron)>| all.into_iter().map(|(seat, _)| seat.0).collect::<Vec<_>>();
        assert_eq!(numbers(seats.from_highest().collect()), [9, 4, 1]);
        assert_eq!(numbers(seats.counterclockwise_from(Seat(4)).collect()), [4, 9, 1]);
        assert_eq!(numbers(seats.counterclockwise_from(Seat(5)).collect()), [9, 1, 4]);
        assert_eq!(numbers(seats.clockwise_from(Seat(4)).collect()), [4, 1, 9]);
        assert_eq!(numbers(seats.clockwise_from(Seat(3)).collect()), [1, 9, 4]);
        assert_eq!((seats.right_of(Seat(9)), seats.right_of(Seat(4))), (Seat(1), Seat(5)));
        assert_eq!(
            (seats.of(Patron(4)), seats.of(Patron(5)), seats.at(Seat(10))),
            (Some(Seat(4)), None, None)
        );
    }
}
