//! Equipment: what wheels, dice and cards are made of. Nothing here cites the law.

pub mod cards;
pub mod chips;
pub mod dice;
pub mod wheels;
