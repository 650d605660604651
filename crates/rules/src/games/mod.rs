//! Any of the games as one type.
//!
//! Each game has types of its own, which the compiler checks. Code that handles tables of several games (a
//! server, a file, a command line) uses these closed enums.

pub mod big_six;
pub mod blackjack;
pub mod caribbean_stud;
pub mod chemin_de_fer;
pub mod craps;
pub mod double_down_stud;
pub mod keno;
pub mod let_it_ride;
pub mod minibaccarat;
pub mod pai_gow;
pub mod pai_gow_poker;
pub mod punto_banco;
pub mod red_dog;
pub mod roulette;
pub mod sic_bo;

/// What the code of every game needs.
mod prelude {
    pub(super) use super::{in_files, words_with};
    pub(super) use crate::{
        game::{Awaits, Bet, BetOf, Event, Eyes, Fate, Game, Observer, Tender},
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

/// The associated types of a game, which have the same names in every game; only the type of its outcomes
/// must be given.
macro_rules! words_with {
    ($chance:ty) => {
        type Wager = Wager;
        $crate::games::words_with!(@but_wagers $chance);
    };
    (@but_wagers $chance:ty) => {
        type Options = Options;
        type Deed = Deed;
        type Chance = $chance;
        type Irregularity = Irregularity;
        type Call = Call;
    };
}
use words_with;

/// The methods of [`Game`] that a game implements in other files. The names are the same in every game: `terms`,
/// `place` and `may_take_back` in `betting.rs`; `can_show` and `shown` in `dealing.rs`; `can_go_wrong` and `remedy` in
/// `irregularities.rs`; `draw_table` in `picture.rs`. A game of one deck includes the steps of its preparation in its
/// deeds, and its usual deeds in `Deed::USUAL`.
macro_rules! in_files {
    ($($file:ident),+ $(,)?) => { $($crate::games::in_files!(@$file);)+ };
    (@betting) => {
        fn may_wager(&self, like: BetOf<Self>) -> Result<Terms, Refusal> {
            self.terms(like)
        }
        fn wager(&mut self, bet: BetOf<Self>, terms: Terms, to: &mut dyn Observer<Self>) {
            self.place(bet, terms.cite, to);
        }
        fn may_withdraw(&self, by: Actor, seat: Seat, wager: Self::Wager) -> Result<Terms, Refusal> {
            self.may_take_back(by, seat, wager)
        }
    };
    (@dealing) => {
        fn may_show(&self, chance: Self::Chance) -> Result<(), Refusal> {
            self.can_show(chance)
        }
        fn show(&mut self, chance: Self::Chance, to: &mut dyn Observer<Self>) {
            self.shown(chance, to);
        }
    };
    (@irregularities) => {
        fn may_go_wrong(&self, what: Self::Irregularity) -> Result<(), Refusal> {
            self.can_go_wrong(what)
        }
        fn go_wrong(&mut self, what: Self::Irregularity, to: &mut dyn Observer<Self>) {
            self.remedy(what, to);
        }
    };
    // Of a game whose players set two hands.
    (@two_hands) => {
        fn phase(&self) -> &'static str {
            self.round.name(self.is_preparing(), self.asked().is_some())
        }
        fn awaits_wagers(&self) -> bool {
            !self.is_preparing() && self.is_open()
        }
        fn wagered_by_patrons(wager: Wager) -> Citation {
            Self::LAW.of(wager)
        }
    };
    (@two_hands_options) => {
        fn offers(&self) -> $crate::table::banking::Offered {
            self.table.options.banking()
        }
        fn areas(&self) -> u16 {
            self.table.options.areas()
        }
        fn start_by(&self) -> $crate::table::start::StartBy {
            self.table.options.start()
        }
        fn limits(&self) -> &$crate::table::layout::Limits {
            self.table.options.limits()
        }
        fn vigorish_on(&self, won: Money) -> Money {
            self.table.options.vigorish(won)
        }
    };
    (@deck) => {
        fn is_preparing(&self) -> bool {
            !self.pack.deck.is_ready()
        }
        fn prepares(deed: Deed) -> Option<$crate::table::shoe::Prepares> {
            if let Deed::Prepare(step) = deed { step.prepares() } else { None }
        }
        fn usual(&self, by: Actor) -> Option<Deed> {
            let steps = $crate::table::deck::DeckStep::USUAL.into_iter().map(Deed::Prepare);
            steps.chain(Deed::USUAL).find(|&deed| self.may_do(by, deed).is_ok())
        }
    };
    (@pack) => {
        fn pack(&self) -> &$crate::table::one_deck::Pack {
            &self.pack
        }
        fn pack_mut(&mut self) -> &mut $crate::table::one_deck::Pack {
            &mut self.pack
        }
        fn shuffle(&self) -> $crate::table::deck::Shuffle {
            self.table.options.shuffle()
        }
    };
    // All cards come from one deck.
    (@cards) => {
        fn outcomes(&self, each: &mut dyn FnMut(Self::Chance, u32)) {
            if self.awaits() == Awaits::Equipment {
                self.pack.shoe.outcomes(each);
            }
        }
    };
    (@picture) => {
        fn picture(&self, each: &mut dyn FnMut($crate::picture::Item)) {
            self.draw_table(each);
        }
    };
}
use in_files;

use crate::{
    game::{Awaits, EventOf, Game, InputOf},
    notation::{Misread, read_input},
    refusal::Refusal,
    submission::{Amended, Chosen, Entry, Field, Gate, Submission, Violation},
    table::Common,
    vocabulary::{Kinds, Vocabulary},
};
use core::fmt;
use law::Citation;

/// Code that works with any game, given by its id.
pub trait Visitor {
    /// The result.
    type Out;
    /// Runs with the game's type.
    fn visit<G: Game>(self) -> Self::Out;
}

/// Passes what was written through the gate of a game: returns options, or reports every violation.
pub fn options<'a, G: Game>(
    entries: &'a [Entry<'a>],
    tell: &'a mut dyn FnMut(Violation<'a>),
) -> Option<G::Options> {
    amended_options::<G>(entries, &[], tell)
}

/// The same under an amended law: what an amendment says about an option replaces what its field says.
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

/// Why a table did not accept an input: a refusal, or a mistake of the caller.
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
        /// The games.
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
        #[allow(clippy::large_enum_variant)]
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
            /// All games, in the order of the law.
            pub const ALL: &[GameId] = &[$(GameId::$name,)*];

            /// The name in commands and files.
            pub const fn name(self) -> &'static str {
                match self { $(GameId::$name => <$game>::NAME,)* }
            }

            /// The options, in groups.
            pub const fn fields(self) -> &'static [&'static [Field]] {
                match self { $(GameId::$name => <<$game as Game>::Options as Chosen>::FIELDS,)* }
            }

            /// Runs a visitor with the game's type.
            pub fn visit<V: Visitor>(self, visitor: V) -> V::Out {
                match self { $(GameId::$name => visitor.visit::<$game>(),)* }
            }

            /// Opens a table under what was written, or reports every violation.
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
            /// The game of this table.
            pub fn game(&self) -> GameId {
                match self { $(Table::$name(_) => GameId::$name,)* }
            }

            /// Who or what the table waits for.
            pub fn awaits(&self) -> Awaits {
                match self { $(Table::$name(table) => table.awaits(),)* }
            }

            /// Applies the rules to one input; see [`Game::apply`].
            pub fn apply(
                &mut self,
                input: TableInput,
                to: &mut dyn FnMut(Citation, TableEvent),
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
    PaiGow = crate::games::pai_gow::PaiGow,
    Keno = crate::games::keno::Keno,
    PaiGowPoker = crate::games::pai_gow_poker::PaiGowPoker,
    CaribbeanStud = crate::games::caribbean_stud::CaribbeanStud,
    DoubleDownStud = crate::games::double_down_stud::DoubleDownStud,
    LetItRide = crate::games::let_it_ride::LetItRide,
}

impl GameId {
    /// The name of a wager's kind; `None` if the game has no such wager.
    pub fn kind_of(self, wager: &str) -> Option<&'static str> {
        struct Kind<'a>(&'a str);
        impl Visitor for Kind<'_> {
            type Out = Option<&'static str>;
            fn visit<G: Game>(self) -> Self::Out {
                G::Wager::read(self.0).map(Kinds::kind)
            }
        }
        self.visit(Kind(wager))
    }

    /// Finds a game by name.
    pub fn find(name: &str) -> Option<GameId> {
        GameId::ALL.iter().copied().find(|game| game.name() == name)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::table::shoe::Prepares;
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
        assert_eq!(games, 10, "nine games have cards, one has tiles");
    }
}
