//! The border: any of the games as one type.
//!
//! Inside, every game has its own types and the compiler checks them. Where tables of several games lie side by
//! side (a server, a file, a command line) these closed enums hold them.

use crate::{
    game::{Awaits, EventOf, Game, InputOf},
    limits,
    notation::{Misread, read_input},
    refusal::Refusal,
    submission::{Chosen, Entry, Field, Gate, Violation},
};
use core::fmt;
use law::Citation;

/// Code that works on whichever game is named.
pub trait Visitor {
    /// What it gives.
    type Out;
    /// Works on the game.
    fn visit<G: Game>(self) -> Self::Out;
}

/// Passes what was written through the gate of a game: options, or every violation told.
pub fn options<'a, G: Game>(
    entries: &'a [Entry<'a>],
    tell: &'a mut dyn FnMut(Violation<'a>),
) -> Option<G::Options> {
    G::Options::gate(&mut Gate::open(entries, &[G::Options::FIELDS, &limits::FIELDS], tell))
}

/// Every option of a game, the limits last.
pub fn fields<G: Game>() -> impl Iterator<Item = &'static Field> {
    G::Options::FIELDS.iter().chain(&limits::FIELDS)
}

/// Why a table did not take an input: the law's No, or the caller's mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableError {
    /// The law refuses.
    Refused(Refusal),
    /// The input belongs to another game.
    OtherGame,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Refused(refusal) => write!(f, "{refusal}"),
            TableError::OtherGame => f.write_str("the input belongs to another game"),
        }
    }
}

impl core::error::Error for TableError {}

macro_rules! games {
    ($($name:ident = $game:ty,)*) => {
        /// The games there are.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum GameId { $(#[doc = stringify!($game)] $name,)* }

        /// A table of any game.
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        #[allow(clippy::large_enum_variant)]
        pub enum Table { $(#[doc = stringify!($game)] $name($game),)* }

        /// An input of any game.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum TableInput { $(#[doc = stringify!($game)] $name(InputOf<$game>),)* }

        /// An event of any game.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum TableEvent { $(#[doc = stringify!($game)] $name(EventOf<$game>),)* }

        impl GameId {
            /// All of them, in the order of the law.
            pub const ALL: &[GameId] = &[$(GameId::$name,)*];

            /// Its name in commands and files.
            pub const fn name(self) -> &'static str {
                match self { $(GameId::$name => <$game>::NAME,)* }
            }

            /// Does something with the game's type.
            pub fn visit<V: Visitor>(self, visitor: V) -> V::Out {
                match self { $(GameId::$name => visitor.visit::<$game>(),)* }
            }

            /// Opens a table under what was written, or tells every violation.
            pub fn open<'a>(
                self,
                entries: &'a [Entry<'a>],
                tell: &'a mut dyn FnMut(Violation<'a>),
            ) -> Option<Table> {
                match self {
                    $(GameId::$name => options::<$game>(entries, tell).map(<$game>::open).map(Table::$name),)*
                }
            }

            /// Reads an input of this game.
            pub fn read(self, text: &str) -> Result<TableInput, Misread> {
                match self { $(GameId::$name => read_input::<$game>(text).map(TableInput::$name),)* }
            }
        }

        impl Table {
            /// Which game it is.
            pub fn game(&self) -> GameId {
                match self { $(Table::$name(_) => GameId::$name,)* }
            }

            /// Whom or what the table waits for.
            pub fn awaits(&self) -> Awaits {
                match self { $(Table::$name(table) => table.awaits(),)* }
            }

            /// Applies the rules to one input; see [`Game::apply`].
            pub fn apply(
                &mut self,
                input: TableInput,
                to: &mut impl FnMut(Citation, TableEvent),
            ) -> Result<(), TableError> {
                match (self, input) {
                    $((Table::$name(table), TableInput::$name(input)) => table
                        .apply(input, &mut |cite, event| to(cite, TableEvent::$name(event)))
                        .map_err(TableError::Refused),)*
                    #[allow(unreachable_patterns)]
                    _ => Err(TableError::OtherGame),
                }
            }
        }

        impl fmt::Display for TableInput {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(TableInput::$name(input) => write!(f, "{input}"),)* }
            }
        }

        impl fmt::Display for TableEvent {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(TableEvent::$name(event) => write!(f, "{event}"),)* }
            }
        }
    };
}

games! {
    Craps = crate::craps::Craps,
    PuntoBanco = crate::punto_banco::PuntoBanco,
    CheminDeFer = crate::chemin_de_fer::CheminDeFer,
    Roulette = crate::roulette::Roulette,
    BigSix = crate::big_six::BigSix,
    Minibaccarat = crate::minibaccarat::Minibaccarat,
}

impl GameId {
    /// The game of this name.
    pub fn find(name: &str) -> Option<GameId> {
        GameId::ALL.iter().copied().find(|game| game.name() == name)
    }
}
