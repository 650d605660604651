//! The tamper-evident record of what happened at a table.
//!
//! Only inputs are recorded as truth; events, money and everything else are derived from them and can be
//! derived again. A table's journal is a chain of lines: each contains the hash of the one before, and its
//! own hash is a leaf of an RFC 6962 tree whose head is signed. This crate does no I/O, reads no clock and
//! generates no randomness: time and entropy are part of the entries passed to it.

mod book;
mod chance;
mod checkpoint;
mod engine;
mod excerpt;
mod fact;
mod fair;
#[cfg(feature = "faults")]
pub mod faults;
mod hash;
mod ledger;
pub mod merkle;
mod picture;
mod record;
mod rounds;
pub mod text;
mod verify;
mod version;
mod window;

pub use ::rounds::Settings;
#[cfg(feature = "faults")]
pub use book::LEAVES_OUT;
pub use book::{
    Announced, Answered, Book, Count, Draft, FORM, Fault, HOUSE, Opened, REMEMBERED, Step, WalkIn,
};
pub use chance::{
    Chain, Deal, Differs, FOREMOST, Key, LONGEST, Menu, PANEL, Secret, Unfit, cards_in, delayed, link,
    link_times, salt,
};
pub use checkpoint::{Checkpoint, NotAKey, SigningKey, Unsound, VerifyingKey};
pub use engine::{
    After, Engine, OfferKind, Offered, Parsed, Said, chances, duties, has_cards, notices, open,
    title_and_edition,
};
pub use excerpt::Excerpt;
pub use fact::{BetView, Fact, What};
pub use fair::{Code, Day, Drawn, FailedFile, Looks, PartFile, Redealt, Unfair, WindowFile, study};
pub use hash::{Hash, NotAHash, read_hex};
pub use ledger::{Account, Kind, Ledger, NotAnAccount, Postings, Sheet};
pub use picture::{CardView, ColorView, MarkerView, Picture, PuckView, SeatView, TotalView, TurnView};
pub use record::{Entry, EntryKind, FORMAT, Format, Mode, NotARecord, Notified, Record, Remedy, Stage, Why};
pub use rounds::{Opening, PastRound, Round, Rounds, Wagered};
pub use verify::{
    Difference, Ended, Report, Unread, Verifier, WindowSeen, Wrong, compare, verify, verify_to,
};
pub use version::VERSION;
pub use window::{Anchored, FAILURES, Failed, Member, STRUCK, Shown, Strike, Turned, Window, Windows};
