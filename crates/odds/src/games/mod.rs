//! What is specific to each game.

pub mod baccarat;
pub mod blackjack;
pub mod chemin;
pub mod community;
pub mod craps;
pub mod keno;
pub mod pai_gow;
pub mod pai_gow_poker;
pub mod red_dog;
pub mod stud;
pub mod two_hands;
mod wheels;

/// An example of each kind of poker hand, from the lowest: the given ones, then two pairs up to a royal flush.
macro_rules! poker_examples {
    ($($low:literal),+) => {
        [
            $($low,)+
            "8c 8d 5h 5s 2c",
            "8c 8d 8h 5s 2c",
            "5c 6d 7h 8s 9c",
            "2c 5c 8c Tc Qc",
            "8c 8d 8h 5s 5c",
            "8c 8d 8h 8s 5c",
            "5c 6c 7c 8c 9c",
            "Ac Kc Qc Jc Tc",
        ]
    };
}
pub(crate) use poker_examples;
