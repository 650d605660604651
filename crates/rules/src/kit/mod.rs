//! Equipment: wheels, dice, cards, balls and chips. Nothing here cites the law.

pub mod balls;
pub mod cards;
pub mod chips;
pub mod dice;
pub mod wheels;
