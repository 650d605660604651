//! The border: any of the games as one type.
//!
//! Inside, every game has its own types and the compiler checks them. Where tables of several games lie side by
//! side (a server, a file, a command line) these closed enums hold them.

pub mod big_six;
pub mod blackjack;
pub mod caribbean_stud;
pub mod chemin_de_fer;
pub mod craps;
pub mod double_down_stud;
pub mod let_it_ride;
pub mod minibaccarat;
pub mod punto_banco;
pub mod red_dog;
pub mod roulette;
pub mod sic_bo;

/// What the code of every game needs.
mod prelude {
    pub(super) use crate::{
        game::{Act, ActOf, Awaits, Bet, BetOf, Event, Eyes, Fate, Game, Observer, Tender},
        money::{Money, Odds},
        refusal::{Refusal, Why},
        table::{
            Common,
            call::TableCall,
            layout::Terms,
            people::{Actor, Bank, Patron, Seat},
        },
    };
    pub(super) use law::{Citation, cite};
}

use crate::{
    game::{Awaits, EventOf, Game, InputOf},
    notation::{Misread, read_input},
    refusal::Refusal,
    submission::{Amended, Chosen, Entry, Field, Gate, Submission, Violation},
    table::Common,
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
    amended_options::<G>(entries, &[], tell)
}

/// The same under an amended law: what an amendment says of an option takes the place of what its field says.
pub fn amended_options<'a, G: Game>(
    entries: &'a [Entry<'a>],
    amended: &'a [Amended<'a>],
    tell: &'a mut dyn FnMut(Violation<'a>),
) -> Option<G::Options> {
    let submission = Submission::new(entries, G::Options::FIELDS).amended(amended);
    G::Options::gate(&mut Gate::open(submission, tell))
}

/// Every option of a game, the limits last.
pub fn fields<G: Game>() -> impl Iterator<Item = &'static Field> {
    G::Options::FIELDS.iter().copied().flatten()
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

        $(
            impl AsRef<Common<$game>> for $game {
                fn as_ref(&self) -> &Common<$game> {
                    &self.table
                }
            }

            impl AsMut<Common<$game>> for $game {
                fn as_mut(&mut self) -> &mut Common<$game> {
                    &mut self.table
                }
            }
        )*

        impl GameId {
            /// All of them, in the order of the law.
            pub const ALL: &[GameId] = &[$(GameId::$name,)*];

            /// Its name in commands and files.
            pub const fn name(self) -> &'static str {
                match self { $(GameId::$name => <$game>::NAME,)* }
            }

            /// Its options, in groups.
            pub const fn fields(self) -> &'static [&'static [Field]] {
                match self { $(GameId::$name => <<$game as Game>::Options as Chosen>::FIELDS,)* }
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
    Craps = crate::games::craps::Craps,
    Blackjack = crate::games::blackjack::Blackjack,
    PuntoBanco = crate::games::punto_banco::PuntoBanco,
    CheminDeFer = crate::games::chemin_de_fer::CheminDeFer,
    Roulette = crate::games::roulette::Roulette,
    BigSix = crate::games::big_six::BigSix,
    RedDog = crate::games::red_dog::RedDog,
    Minibaccarat = crate::games::minibaccarat::Minibaccarat,
    SicBo = crate::games::sic_bo::SicBo,
    CaribbeanStud = crate::games::caribbean_stud::CaribbeanStud,
    DoubleDownStud = crate::games::double_down_stud::DoubleDownStud,
    LetItRide = crate::games::let_it_ride::LetItRide,
}

impl GameId {
    /// The game of this name.
    pub fn find(name: &str) -> Option<GameId> {
        GameId::ALL.iter().copied().find(|game| game.name() == name)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::{table::shoe::Prepares, vocabulary::Vocabulary};
    use std::string::ToString;

    #[test]
    fn a_deed_that_is_spelled_as_a_step_prepares_cards() {
        struct Check;
        impl Visitor for Check {
            type Out = usize;
            fn visit<G: Game>(self) -> usize {
                let mut steps = 0;
                G::Deed::each(&mut |deed| {
                    let (text, prepares) = (deed.to_string(), G::prepares(deed));
                    let number = |before, after| text.strip_prefix(before)?.strip_suffix(after)?.parse().ok();
                    assert_eq!(prepares.and_then(Prepares::cut), number("cuts at ", ""), "{text}");
                    assert_eq!(
                        prepares.and_then(Prepares::cutting_card),
                        number("loads, ", " behind"),
                        "{text}"
                    );
                    let words = ["inspects", "washes", "shuffles", "stacks", "loads the device", "burns"];
                    let is_one = words.contains(&text.as_str());
                    assert!(!is_one || prepares.is_some(), "{}: {text}", G::NAME);
                    steps += usize::from(prepares.is_some());
                });
                steps
            }
        }
        let games = GameId::ALL.iter().filter(|game| game.visit(Check) > 0).count();
        assert_eq!(games, 8, "eight games have cards");
    }
}
