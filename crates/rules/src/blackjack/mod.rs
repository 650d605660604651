//! Blackjack: 2.1 to 2.20.

mod duties;
mod fields;
mod options;
mod payouts;
mod wagers;

pub use options::{
    Additional, Admission, Designated, MidShoe, MultipleAction, Options, Reader, SameSuit, SecondCard, Side,
    Supply, Ways,
};
pub use payouts::{
    INSURANCE, SAME_SUIT, Score, Special, additional, additional_odds, decide, depends_on_draw, insurance,
    is_paid_at_once, odds, same_suit, special,
};
pub use wagers::{MOST_HANDS, Spot, Wager};
