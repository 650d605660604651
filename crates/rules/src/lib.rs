//! The games of N.J.A.C. 19:47.
//!
//! Everything that happens at a table is an [`Input`]; everything the rules decide is an [`Event`] with its
//! citation; everything they forbid is a [`Refusal`] with its citation. A [`Game`] is a value that changes
//! only through [`Game::apply`]. This crate does no I/O, reads no clock, draws no random numbers, allocates
//! nothing and uses no floats.
//!
//! What all tables have in common is in `table/`. Each game is a folder of `games/` named after the game,
//! with the same files: `mod.rs` (the state machine), `wagers.rs`, `payouts.rs`, `options.rs`,
//! `irregularities.rs`.
#![no_std]
#![doc = include_str!("../README.md")]

#[cfg(feature = "schema")]
extern crate alloc;

pub mod game;
pub mod games;
pub mod hands;
pub mod house;
pub mod kept;
pub mod kit;
pub mod money;
pub mod notation;
pub mod picture;
pub mod readings;
pub mod refusal;
pub mod submission;
pub mod table;
pub mod vocabulary;
mod words;

pub use game::{
    Act, ActOf, Awaits, Bet, BetOf, Event, EventOf, Eyes, Fate, Game, Input, InputOf, Nobody, Observer,
    Offer, Tender,
};
pub use games::{GameId, Table, TableError, TableEvent, TableInput, Visitor};
pub use games::{
    big_six, blackjack, caribbean_stud, chemin_de_fer, craps, double_down_stud, keno, let_it_ride,
    minibaccarat, pai_gow, pai_gow_poker, punto_banco, red_dog, roulette, sic_bo,
};
pub use law::{Citation, cite};
pub use money::{Money, Odds};
pub use notation::{Misread, Words, read_input, read_input_with};
pub use picture::{Item, Outcome, Spot, Spots};
pub use readings::Readings;
pub use refusal::{Refusal, Why};
pub use submission::{
    Absent, Amended, Breach, Chosen, Duty, Entry, Field, Gate, Holding, Submission, Takes, Value, Violation,
    Written,
};
pub use table::layout::{Layout, Limits, Terms};
pub use table::people::{Actor, Bank, Patron, Seat};
pub use vocabulary::{Kinds, Vocabulary};
