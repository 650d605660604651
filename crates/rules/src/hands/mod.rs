//! Arithmetic that several subchapters share. Nothing here cites the law: each game calls it from the place where
//! its own words stand.

pub mod baccarat;
pub mod blackjack;
pub mod poker;
pub mod vigorish;
