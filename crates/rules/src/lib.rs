//! The games of N.J.A.C. 19:47.
//!
//! Everything that happens at a table is an [`Input`]; everything the rules decide is an [`Event`] with its
//! citation; everything they forbid is a [`Refusal`] with its citation. A [`Game`] is a value with one verb,
//! [`Game::apply`]. This crate does no I/O, reads no clock, draws no random number, allocates nothing and
//! uses no float.
//!
//! Each game is a folder named after the game, and each folder has the same files: `mod.rs` (the state
//! machine), `wagers.rs`, `payouts.rs`, `options.rs`, `irregularities.rs`.
#![no_std]
#![doc = include_str!("../../../docs/programmer.md")]

pub mod big_six;
pub mod blackjack;
pub mod caribbean_stud;
pub mod chemin_de_fer;
pub mod craps;
pub mod game;
pub mod hands;
pub mod house;
pub mod kept;
pub mod kit;
pub mod limits;
pub mod minibaccarat;
pub mod money;
pub mod notation;
pub mod party;
pub mod preparation;
pub mod punto_banco;
pub mod red_dog;
pub mod refusal;
pub mod roulette;
pub mod seats;
pub mod spoken;
pub mod submission;
pub mod table;
pub mod vocabulary;

pub use game::{
    Act, ActOf, Awaits, Bet, BetOf, Event, EventOf, Eyes, Fate, Game, Input, InputOf, Observer, Offer,
    Standing, Tender, Unseen,
};
pub use law::{Citation, cite};
pub use limits::{Layout, Limits, Terms};
pub use money::{Money, Odds};
pub use notation::{Misread, Words, read_input, read_input_with};
pub use party::{Actor, Bank, Patron, Seat};
pub use refusal::{Refusal, Why};
pub use submission::{Breach, Chosen, Duty, Entry, Field, Gate, Takes, Violation, Written};
pub use table::{GameId, Table, TableError, TableEvent, TableInput, Visitor};
pub use vocabulary::{Kinds, Vocabulary};
