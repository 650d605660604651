//! What is on a table, for code that draws it: a browser, a terminal, a console, a replay. Drawing requires
//! no knowledge of the rules; the game says what lies where and who may see it.

use crate::{
    game::Eyes,
    kit::{
        balls::Ball,
        cards::{Card, Loaded},
        chips::Color,
        tiles::Tile,
        wheels::{Pocket, Symbol},
    },
    money::Money,
    table::people::{Patron, Seat},
};

/// Something on the table. Wagers are not included: see [`Game::bets`](crate::Game::bets).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item {
    /// A patron has this place: a seat, a box, a betting area, a place at the rail.
    Seat {
        /// The number of the place.
        seat: Seat,
        /// The patron who has it.
        patron: Patron,
    },
    /// A card. Cards at the same spot come in the order in which they lie.
    Card {
        /// The spot where it lies.
        at: Spot,
        /// The card; `None` while nobody has seen it.
        card: Option<Card>,
        /// Who may know the card.
        eyes: Eyes,
        /// Whether it lies across the others, like the one card dealt to a doubled hand.
        sideways: bool,
    },
    /// A tile. Tiles at the same spot come in the order in which they lie.
    Tile {
        /// The spot where it lies.
        at: Spot,
        /// Its face; `None` while nobody has seen it.
        tile: Option<Tile>,
        /// Who may know the face.
        eyes: Eyes,
    },
    /// The total of the cards at a spot, as far as anyone can see.
    Total {
        /// The spot where the cards lie.
        at: Spot,
        /// The points.
        points: u8,
        /// Whether an ace counts as eleven.
        soft: bool,
    },
    /// The table waits for a decision of the patron at this place.
    Turn {
        /// The place whose turn it is.
        seat: Seat,
        /// The hand, counted as in [`Spot::Hand`]; 0 in a game without hands.
        hand: u8,
    },
    /// The puck: on this number, or off.
    Puck(Option<u8>),
    /// A wager is off: the next roll cannot decide it. It is given by its index in
    /// [`Game::bets`](crate::Game::bets).
    Off {
        /// The index, from 0.
        bet: usize,
    },
    /// This patron has the dice.
    Shooter(Patron),
    /// This patron deals from the shoe: the Banker, or the curator.
    Banker(Patron),
    /// This patron plays with non-value chips of this color.
    Color {
        /// The patron who plays with them.
        patron: Patron,
        /// The color of the chips.
        color: Color,
    },
    /// The spread between the first two cards.
    Spread(u8),
    /// The acceptor of this seat is lit.
    Light(Seat),
    /// This position of the layout is lit because it wins. It is given by its index among the game's wagers,
    /// in the order of their [`Vocabulary`](crate::Vocabulary).
    Lit {
        /// The index, from 0.
        position: usize,
    },
    /// This number has been drawn: it is lit on the board.
    Drawn(Ball),
    /// A marker stands for vigorish owed at this seat.
    Marker {
        /// The seat of the marker.
        seat: Seat,
        /// The amount owed.
        owed: Money,
    },
    /// What the progressive meter shows.
    Meter(Money),
    /// Which of several wagers in a row the dealer's hand is for, from 1.
    Action(u8),
    /// The wheel is spinning, or the dice are in the air.
    Moving,
    /// A loaded shoe, as far as anyone can count it.
    Shoe(Loaded),
}

/// A spot where cards lie.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "spot", rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Spot {
    /// The dealer's hand.
    Dealer,
    /// The dealer's low hand, where the dealer sets two.
    DealerLow,
    /// The Player's Hand of the baccarat games.
    Player,
    /// The Banker's Hand of the baccarat games.
    Banker,
    /// The hand of a patron. Hands are numbered from 1, in the order in which they were formed.
    Hand {
        /// The place of the patron.
        seat: Seat,
        /// The number of the hand at that place.
        hand: u8,
    },
    /// Shared cards in front of the dealer.
    Middle,
    /// Cards set aside: burned, or drawn in error.
    Aside,
}

/// An outcome of the equipment of any game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "outcome", rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Outcome {
    /// A card.
    Card {
        /// The card that was shown.
        card: Card,
    },
    /// The cutting card.
    CuttingCard,
    /// A tile.
    Tile {
        /// The face that was shown.
        tile: Tile,
    },
    /// Dice.
    Dice {
        /// The faces of the dice.
        dice: Spots,
    },
    /// The result of a random number generator.
    Number {
        /// The number it shows, from 1 to 7 or 8.
        number: u8,
    },
    /// The ball of a roulette wheel.
    Ball {
        /// The compartment it lies in.
        pocket: Pocket,
    },
    /// A ball of a keno blower.
    Drawn {
        /// The number on the ball, from 1 to 80.
        number: u8,
    },
    /// The stop of a Big Six wheel.
    Stop {
        /// The insignia at which it stopped.
        symbol: Symbol,
    },
    /// The card reader's answer.
    Reader {
        /// Whether the hole card makes a blackjack.
        blackjack: bool,
    },
}

/// The faces of dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(untagged))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Spots {
    /// Two dice, as at craps.
    Two([u8; 2]),
    /// Three dice, as at sic bo.
    Three([u8; 3]),
}

impl Spots {
    /// The faces, one after another.
    pub const fn each(&self) -> &[u8] {
        match self {
            Spots::Two(dice) => dice,
            Spots::Three(dice) => dice,
        }
    }
}

impl Outcome {
    /// Whether it is a result by itself, as dice and wheels have it; a card, a tile or a ball of keno is only part of one.
    pub const fn is_result(self) -> bool {
        match self {
            Outcome::Dice { .. } | Outcome::Ball { .. } | Outcome::Stop { .. } => true,
            Outcome::Card { .. }
            | Outcome::CuttingCard
            | Outcome::Tile { .. }
            | Outcome::Reader { .. }
            | Outcome::Number { .. }
            | Outcome::Drawn { .. } => false,
        }
    }
}
