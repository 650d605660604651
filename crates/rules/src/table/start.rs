//! The position at which a deal begins, where the dealer and every place of the table get a hand: three dice or a generator
//! show a number, which is counted around the table. Two games prescribe the same in their own sections and hand over their
//! [`Paragraphs`].

use crate::{
    game::{Awaits, Event, Game, Observer},
    kit::dice::{Die, Trio},
    picture::{Outcome, Spots},
    refusal::{Refusal, Why},
    submission::{Field, choice},
    table::{
        call::TableCall,
        deck::in_turn,
        layout::Terms,
        people::{Actor, Seat},
    },
    words::{calls, deeds},
};
use core::fmt;
use law::Citation;

/// Where a game prescribes it.
#[derive(Clone, Copy, Debug)]
pub struct Paragraphs {
    /// How the position is found.
    pub start: Citation,
    /// What makes a roll invalid.
    pub invalid: Citation,
}

choice! {
    /// What shows the number.
    pub enum StartBy { Dice = "dice", Generator = "generator" }
}

impl StartBy {
    /// The option under a game's own paragraph.
    pub const fn field(cite: Citation) -> Field<StartBy> {
        Field::choice("start", cite, "what shows the number by which the starting position is counted")
    }
}

deeds! {
    /// What the dealer does to find it.
    pub enum StartStep {
        Shake = "shakes",
        Generate = "starts the generator",
    }
}

calls! {
    /// What the dealer says and does.
    #[cfg_attr(feature = "serde", serde(tag = "call", rename_all = "kebab-case"))]
    pub enum StartCall {
        ShakesThrice = "shakes the covered shaker three times",
        StartsGenerator = "starts the random number generator",
        Counts { number: u8, from: Position, start: Position } =
            "calls {number}, counts counterclockwise from {from} and begins with {start}",
        CoversShaker = "covers the shaker and shakes it once",
        InvalidRoll = "declares the roll invalid: the shaker is covered and shaken again",
    }
}

/// The dealer, or a place at the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Position(pub u8);

impl Position {
    /// The position of the dealer.
    pub const DEALER: Position = Position(0);
    /// Behind the last of six seats, where nobody plays.
    pub const DEAD: Position = Position(7);

    /// The position of a seat.
    pub const fn of(seat: Seat) -> Position {
        Position(seat.0)
    }

    /// Whose place it is; none for the dealer, and none where nobody plays.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Position::DEALER | Position::DEAD => None,
            Position(seat) => Some(Seat(seat)),
        }
    }

    /// Counts so many of `places` positions counterclockwise, this one being the first.
    #[must_use]
    pub const fn counted(self, number: u8, places: u8) -> Position {
        Position((self.0 + number - 1) % places)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (*self, self.seat()) {
            (_, Some(seat)) => write!(f, "seat {seat}"),
            (Position::DEAD, _) => f.write_str("the dead hand"),
            _ => f.write_str("the dealer"),
        }
    }
}

/// What the shaker or the generator showed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Drawn {
    /// Three dice.
    Dice(Trio),
    /// A number of the generator, from 1.
    Number(u8),
}

impl Drawn {
    /// The number that is counted.
    pub const fn number(self) -> u8 {
        match self {
            Drawn::Dice(dice) => dice.total(),
            Drawn::Number(number) => number,
        }
    }

    /// Everything that can be shown at a table with so many positions.
    pub fn all(places: u8) -> impl Iterator<Item = Drawn> {
        Trio::all().map(Drawn::Dice).chain((1..=places).map(Drawn::Number))
    }

    /// Whether this is what shows it.
    pub const fn is_by(self, by: StartBy) -> bool {
        matches!((self, by), (Drawn::Dice(_), StartBy::Dice) | (Drawn::Number(_), StartBy::Generator))
    }
}

impl fmt::Display for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Drawn::Dice(dice) => write!(f, "dice {dice}"),
            Drawn::Number(number) => write!(f, "number {number}"),
        }
    }
}

impl From<Drawn> for Outcome {
    fn from(drawn: Drawn) -> Outcome {
        match drawn {
            Drawn::Dice(Trio(dice)) => Outcome::Dice { dice: Spots::Three(dice.map(Die::spots)) },
            Drawn::Number(number) => Outcome::Number { number },
        }
    }
}

/// How far the search for the position is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Start {
    /// The dealer is to shake, or to start the generator.
    Due,
    /// The number is to be seen.
    Moving,
    /// The deal begins here.
    At(Position),
}

impl Start {
    /// Whom the table waits for.
    pub const fn awaits(self) -> Awaits {
        match self {
            Start::Moving => Awaits::Equipment,
            Start::Due | Start::At(_) => Awaits::Decision(Actor::Dealer),
        }
    }

    /// Whether this person may take this step now, at a table with such equipment.
    pub fn may(
        self,
        by: Actor,
        step: StartStep,
        equipment: StartBy,
        cite: Citation,
        due: Citation,
    ) -> Result<Terms, Refusal> {
        let is_offered = (step == StartStep::Shake) == (equipment == StartBy::Dice);
        if !is_offered {
            return Err(Refusal::new(cite, Why::NotOffered));
        }
        in_turn(Actor::Dealer, by, self == Start::Due, cite, due)
    }

    /// Takes the step.
    pub fn take<G: Game>(&mut self, step: StartStep, cite: Citation, to: &mut dyn Observer<G>) {
        let call = match step {
            StartStep::Shake => StartCall::ShakesThrice,
            StartStep::Generate => StartCall::StartsGenerator,
        };
        say(cite, call, to);
        *self = Start::Moving;
    }

    /// The number is seen, and counted from this position.
    pub fn shown<G: Game>(
        &mut self,
        drawn: Drawn,
        from: Position,
        places: u8,
        cite: Citation,
        to: &mut dyn Observer<G>,
    ) {
        let (number, start) = (drawn.number(), from.counted(drawn.number(), places));
        say(cite, StartCall::Counts { number, from, start }, to);
        *self = Start::At(start);
    }

    /// The roll is invalid.
    pub fn invalid<G: Game>(&mut self, cite: Citation, to: &mut dyn Observer<G>) {
        say(cite, StartCall::InvalidRoll, to);
        *self = Start::Due;
    }
}

/// The dealer says or does something with the shaker.
pub fn say<G: Game>(cite: Citation, call: StartCall, to: &mut dyn Observer<G>) {
    to.saw(cite, Event::Called { call: TableCall::Start(call).into() });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 13:69F-31.11 says so of seven positions: eight is the dealer, fourteen the sixth betting position.
    #[test]
    fn the_count_goes_around_with_the_dealer_on_every_lap() {
        let counted = |number| Position::DEALER.counted(number, 7);
        assert_eq!([1, 8, 15].map(counted), [Position::DEALER; 3]);
        assert_eq!([2, 7, 14, 18].map(counted), [Position(1), Position(6), Position(6), Position(3)]);
        assert_eq!(Position(4).counted(1, 7), Position(4));
        assert_eq!(Position(4).counted(4, 7), Position::DEALER);
        // At tiles there are eight: nine and seventeen are the dealer, ten and eighteen the first seat.
        let at_tiles = |number| Position::DEALER.counted(number, 8);
        assert_eq!([9, 17, 10, 18].map(at_tiles), [Position(0), Position(0), Position(1), Position(1)]);
        assert_eq!((at_tiles(8), at_tiles(8).seat()), (Position::DEAD, None));
    }
}
