//! What is on a table, for whoever draws it: a browser, a terminal, a console, a replay. A drawing needs to know nothing
//! of a game's rules; the game says what lies where and who may see it.

use crate::{
    game::Eyes,
    kit::{
        cards::{Card, Loaded},
        chips::Color,
        wheels::{Pocket, Symbol},
    },
    money::Money,
    table::people::{Patron, Seat},
};

/// Something on the table. Wagers are not among them: see [`Game::bets`](crate::Game::bets).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item {
    /// A patron has this place: a seat, a box, a betting area, a place at the rail.
    Seat {
        /// The place.
        seat: Seat,
        /// Whose it is.
        patron: Patron,
    },
    /// A card lies there. Cards of one spot come in the order in which they lie.
    Card {
        /// Where.
        at: Spot,
        /// Which one; none while nobody has seen it.
        card: Option<Card>,
        /// Who may know it.
        eyes: Eyes,
        /// It lies across the others, as the one card of a doubled hand does.
        sideways: bool,
    },
    /// What the cards of a spot count, as far as anyone can see.
    Total {
        /// Where they lie.
        at: Spot,
        /// The points.
        points: u8,
        /// An ace counts eleven.
        soft: bool,
    },
    /// Whose turn it is: the table waits for a decision of the patron who has this place.
    Turn {
        /// At which place.
        seat: Seat,
        /// With which hand, counted as in [`Spot::Hand`]; 0 in a game without hands.
        hand: u8,
    },
    /// The puck: on this number, or off.
    Puck(Option<u8>),
    /// A wager is off: the next roll cannot decide it. It is named by its index among [`Game::bets`](crate::Game::bets).
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
        /// Who.
        patron: Patron,
        /// The color.
        color: Color,
    },
    /// The spread between the first two cards.
    Spread(u8),
    /// The acceptor of this seat is lit.
    Light(Seat),
    /// This position of the layout is lit: what the equipment showed wins there. It is named by its index among the game's
    /// wagers, in the order of their [`Vocabulary`](crate::Vocabulary).
    Lit {
        /// The index, from 0.
        position: usize,
    },
    /// A marker stands for vigorish owed at this seat.
    Marker {
        /// The seat.
        seat: Seat,
        /// How much is owed.
        owed: Money,
    },
    /// What the progressive meter shows.
    Meter(Money),
    /// Which of several wagers in a row the dealer's hand is for, counted from 1.
    Action(u8),
    /// The wheel turns, or the dice are in the air.
    Moving,
    /// A loaded shoe, as anyone can count it.
    Shoe(Loaded),
}

/// Where cards lie.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "spot", rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Spot {
    /// The dealer's hand.
    Dealer,
    /// The Player's Hand of the baccarat games.
    Player,
    /// The Banker's Hand of the baccarat games.
    Banker,
    /// A hand of somebody at the table. Hands count from 1, in the order in which they came to be.
    Hand {
        /// The place.
        seat: Seat,
        /// Which of its hands.
        hand: u8,
    },
    /// Cards that belong to everyone, in front of the dealer.
    Middle,
    /// Cards laid aside: burned, or drawn in error.
    Aside,
}

/// What equipment shows, whatever the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "outcome", rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Outcome {
    /// A card.
    Card {
        /// Which one.
        card: Card,
    },
    /// The cutting card.
    CuttingCard,
    /// Dice.
    Dice {
        /// What they show.
        dice: Spots,
    },
    /// The ball of a roulette wheel.
    Ball {
        /// The compartment it lies in.
        pocket: Pocket,
    },
    /// The stop of a Big Six wheel.
    Stop {
        /// The insignia it stands at.
        symbol: Symbol,
    },
    /// The card reader's answer.
    Reader {
        /// Whether the hole card makes a blackjack.
        blackjack: bool,
    },
}

/// What dice show.
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
    /// One die after the other.
    pub const fn each(&self) -> &[u8] {
        match self {
            Spots::Two(dice) => dice,
            Spots::Three(dice) => dice,
        }
    }
}

impl Outcome {
    /// Whether it is a result by itself, as dice and wheels have it; a card is only part of one.
    pub const fn is_result(self) -> bool {
        match self {
            Outcome::Dice { .. } | Outcome::Ball { .. } | Outcome::Stop { .. } => true,
            Outcome::Card { .. } | Outcome::CuttingCard | Outcome::Reader { .. } => false,
        }
    }
}
