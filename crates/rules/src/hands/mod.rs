//! Arithmetic that several subchapters share. Nothing here cites the law: each game calls it from the code for
//! its own provision.

pub mod baccarat;
pub mod blackjack;
pub mod house_way;
pub mod pai_gow;
pub mod pai_gow_poker;
pub mod poker;
pub mod two_hands;
pub mod vigorish;

/// The kinds of a poker hand from the lowest to the highest, each with its name.
macro_rules! poker_hands {
    ($(#[$meta:meta])* { $($kind:ident = $name:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize))]
        #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
        pub enum Kind { $(#[doc = $name] $kind,)+ }

        impl Kind {
            /// All kinds, lowest first.
            pub const ALL: [Kind; [$(stringify!($kind)),+].len()] = [$(Kind::$kind),+];
        }

        impl core::fmt::Display for Kind {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(match self { $(Kind::$kind => $name,)+ })
            }
        }
    };
}
use poker_hands;
