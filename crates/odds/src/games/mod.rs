//! What is specific to each game.

pub mod baccarat;
pub mod blackjack;
pub mod chemin;
pub mod community;
pub mod craps;
pub mod red_dog;
pub mod stud;
mod wheels;
