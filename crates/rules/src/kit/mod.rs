//! Equipment: what wheels, dice, cards, tiles and balls are made of. Nothing here cites the law.

pub mod balls;
pub mod cards;
pub mod chips;
pub mod dice;
pub mod tiles;
pub mod wheels;
