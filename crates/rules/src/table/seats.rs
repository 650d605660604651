//! Numbered seats. Numbers increase counterclockwise from the dealer's right (G4): clockwise is downward, and
//! "to the right of" a person is the next higher number, around the table.

use crate::{
    game::{Awaits, Event, Game, Observer},
    picture::Item,
    refusal::{Refusal, Why},
    table::{
        Common,
        call::TableCall,
        layout::Terms,
        people::{Actor, Patron, Seat},
    },
    vocabulary::Vocabulary,
};
use core::fmt;
use law::Citation;

/// The most seats any table has.
pub const MOST_SEATS: u8 = 14;

/// The numbered seats, and the patrons in them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Seats {
    count: u8,
    taken: [Option<Patron>; MOST_SEATS as usize],
}

impl Seats {
    /// This many seats, all free.
    ///
    /// # Panics
    /// If there are more than any table has.
    pub const fn new(count: u8) -> Seats {
        assert!(count <= MOST_SEATS);
        Seats { count, taken: [None; MOST_SEATS as usize] }
    }

    /// Every seat number, from 1.
    pub fn all(&self) -> impl DoubleEndedIterator<Item = Seat> + use<> {
        (1..=self.count).map(Seat)
    }

    /// Whether the table has this seat.
    pub const fn has(&self, seat: Seat) -> bool {
        1 <= seat.0 && seat.0 <= self.count
    }

    /// The patron in this seat, if there is one.
    pub fn at(&self, seat: Seat) -> Option<Patron> {
        if self.has(seat) { self.taken[usize::from(seat.0) - 1] } else { None }
    }

    /// The seat of a patron.
    pub fn of(&self, patron: Patron) -> Option<Seat> {
        self.all().find(|&seat| self.at(seat) == Some(patron))
    }

    /// Seats a patron, or empties the seat.
    ///
    /// # Panics
    /// If the table has no such seat.
    pub fn set(&mut self, seat: Seat, patron: Option<Patron>) {
        assert!(self.has(seat), "no seat {}", seat.0);
        self.taken[usize::from(seat.0) - 1] = patron;
    }

    /// Reports who sits where.
    pub fn picture(&self, each: &mut dyn FnMut(Item)) {
        let taken = self.all().filter_map(|seat| Some(Item::Seat { seat, patron: self.at(seat)? }));
        taken.for_each(each);
    }

    /// The seat of the patron whose decision is awaited, in a game where seats have no hands.
    pub fn turn(&self, awaits: Awaits) -> Option<Item> {
        let Awaits::Decision(Actor::Patron(patron)) = awaits else { return None };
        self.of(patron).map(|seat| Item::Turn { seat, hand: 0 })
    }

    /// Taken seats from the highest number downward, which is clockwise.
    pub fn from_highest(&self) -> impl Iterator<Item = (Seat, Patron)> + '_ {
        self.all().rev().filter_map(|seat| Some((seat, self.at(seat)?)))
    }

    /// Taken seats counterclockwise, that is, upward and around, starting with `first` itself.
    pub fn counterclockwise_from(&self, first: Seat) -> impl Iterator<Item = (Seat, Patron)> + '_ {
        let around =
            (0..self.count).map(move |step| Seat((first.0 + self.count - 1 + step) % self.count + 1));
        around.filter_map(|seat| Some((seat, self.at(seat)?)))
    }

    /// Taken seats clockwise, that is, downward and around, starting with `first` itself.
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

/// How many places one person may have at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Places {
    /// Only one.
    One,
    /// Any number.
    Several,
}

/// The provisions under which each player has one place and sits there.
#[derive(Clone, Copy, Debug)]
pub struct OnePlace {
    /// Only seated players may play.
    pub seated: Citation,
    /// A player may play only at their own place.
    pub alone: Citation,
    /// The provision on the number of places.
    pub layout: Citation,
}

impl<G: Game> Common<G> {
    /// Whether the place is free for this patron, in a game where nobody may have a second one.
    pub fn is_free_as_only(&self, patron: Patron, seat: Seat, by: OnePlace) -> Result<(), Refusal> {
        match self.seats.of(patron) {
            None if seat == Seat::NONE => Err(Refusal::new(by.seated, Why::NotSeated)),
            _ if !self.seats.has(seat) => Err(Refusal::new(by.layout, Why::NoSuchPlace)),
            Some(_) => Err(Refusal::new(by.alone, Why::NotSeated)),
            None => self.is_free_for(patron, seat, Places::One, by.seated),
        }
    }

    /// Whether this person may sit there, in a game where nobody may have a second place.
    pub fn may_sit_as_only(&self, sitter: Actor, seat: Seat, by: OnePlace) -> Result<Terms, Refusal> {
        let Actor::Patron(patron) = sitter else { return Err(Refusal::new(by.seated, Why::NotYours)) };
        self.is_free_as_only(patron, seat, by).map(|()| Terms::plain(by.seated))
    }

    /// Whether the place is free for this patron.
    pub fn is_free_for(
        &self,
        patron: Patron,
        seat: Seat,
        places: Places,
        cite: Citation,
    ) -> Result<(), Refusal> {
        let why = match (self.seats.at(seat), self.seats.of(patron)) {
            _ if !self.seats.has(seat) => Why::NoSuchPlace,
            (Some(_), _) => Why::SeatTaken,
            (None, Some(_)) if places == Places::One => Why::NotSeated,
            _ => return Ok(()),
        };
        Err(Refusal::new(cite, why))
    }

    /// Whether this person may take the place.
    pub fn may_sit(&self, by: Actor, seat: Seat, places: Places, cite: Citation) -> Result<Terms, Refusal> {
        let Actor::Patron(patron) = by else { return Err(Refusal::new(cite, Why::NotYours)) };
        self.is_free_for(patron, seat, places, cite).map(|()| Terms::plain(cite))
    }

    /// Seats the person there.
    pub fn sit(&mut self, by: Actor, seat: Seat, cite: Citation, to: &mut dyn Observer<G>) {
        let Actor::Patron(patron) = by else { return };
        self.seats.set(seat, Some(patron));
        to.saw(cite, Event::Called { call: TableCall::Seats { patron, seat }.into() });
    }

    /// Whether this person may leave: they have nothing on the layout and nothing spoken, and the table
    /// does not wait for them.
    pub fn may_leave(&self, by: Actor, awaits: Awaits, cite: Citation) -> Result<Terms, Refusal> {
        let Actor::Patron(patron) = by else { return Err(Refusal::new(cite, Why::NotYours)) };
        if self.seats.of(patron).is_none() {
            return Err(Refusal::new(cite, Why::NotSeated));
        }
        let has_wager = self.layout.bets().iter().any(|bet| bet.patron == patron)
            || self.cash.is_some_and(|spoken| spoken.bet.patron == patron);
        if has_wager || awaits == Awaits::Decision(by) {
            return Err(Refusal::new(cite, Why::StillInPlay));
        }
        Ok(Terms::plain(cite))
    }

    /// Frees every place that this person has.
    pub fn leave(&mut self, by: Actor, cite: Citation, to: &mut dyn Observer<G>) {
        let Actor::Patron(patron) = by else { return };
        while let Some(seat) = self.seats.of(patron) {
            self.seats.set(seat, None);
            to.saw(cite, Event::Called { call: TableCall::Leaves { patron, seat }.into() });
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Vocabulary for Seat {
    fn each(tell: &mut dyn FnMut(Seat)) {
        (1..=MOST_SEATS).map(Seat).for_each(tell);
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
