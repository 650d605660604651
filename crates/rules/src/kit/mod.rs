//! Equipment: what wheels, and later dice and cards, are made of. Nothing here cites the law.

pub mod cards;
pub mod chips;
pub mod wheels;
