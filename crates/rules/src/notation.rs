//! The notation in which people write what happens at a table: the inverse of `Display` for [`Input`].
//!
//! ```text
//! p1 red 5.00            p1 puts 5.00 on red in chips
//! p1 red 5.00 colour     … in non-value chips; `cash` and `coupon` likewise
//! p1@3 tie 5.00          … at seat 3
//! p1 takes back red
//! p1 asks for blue       any other deed
//! dealer spins
//! ball 17                what the equipment shows
//! irregularity foreign object
//! ```

use crate::{
    game::{Act, Game, Input, InputOf, Tender},
    money::{Money, NotMoney},
    party::{Actor, Seat},
    refusal::{Refusal, Why},
    vocabulary::{Vocabulary, is_spelt},
};
use core::fmt;

/// Why a line is no input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misread {
    /// The law knows no such wager.
    Refused(Refusal),
    /// It begins with neither a person nor something the equipment shows.
    Unclear,
    /// A person, but nothing that persons do in this game.
    NoSuchDeed,
    /// A wager without an amount.
    NoStake,
    /// An amount that is none.
    NotMoney(NotMoney),
    /// Not one of the game's irregularities.
    NoSuchIrregularity,
    /// A seat that is no number.
    NoSuchSeat,
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misread::Refused(refusal) => write!(f, "{refusal}"),
            Misread::Unclear => f.write_str(
                "neither a person (p1, dealer, supervisor) with what they do nor what the equipment shows",
            ),
            Misread::NoSuchDeed => f.write_str("nothing that this person does in this game"),
            Misread::NoStake => f.write_str("a wager without an amount"),
            Misread::NotMoney(why) => write!(f, "{why}"),
            Misread::NoSuchIrregularity => f.write_str("no irregularity of this game"),
            Misread::NoSuchSeat => {
                f.write_str("a seat is a number from 1, as in p1@3, and only wagers have one")
            }
        }
    }
}

impl core::error::Error for Misread {}

/// The words of a game, wherever they are looked up.
pub trait Words<G: Game> {
    /// A wager.
    fn wager(&self, text: &str) -> Option<G::Wager>;
    /// A deed.
    fn deed(&self, text: &str) -> Option<G::Deed>;
    /// Something the equipment shows.
    fn chance(&self, text: &str) -> Option<G::Chance>;
    /// An irregularity.
    fn irregularity(&self, text: &str) -> Option<G::Irregularity>;
}

/// Compares with every word of the vocabulary: slow, but needs no memory.
struct Spelling;

impl<G: Game> Words<G> for Spelling {
    fn wager(&self, text: &str) -> Option<G::Wager> {
        G::Wager::read(text)
    }
    fn deed(&self, text: &str) -> Option<G::Deed> {
        G::Deed::read(text)
    }
    fn chance(&self, text: &str) -> Option<G::Chance> {
        G::Chance::read(text)
    }
    fn irregularity(&self, text: &str) -> Option<G::Irregularity> {
        G::Irregularity::read(text)
    }
}

/// Reads one input. Words are separated by single spaces.
pub fn read_input<G: Game>(text: &str) -> Result<InputOf<G>, Misread> {
    read_input_with::<G>(&Spelling, text)
}

/// Reads one input with words looked up elsewhere.
pub fn read_input_with<G: Game>(words: &impl Words<G>, text: &str) -> Result<InputOf<G>, Misread> {
    if let Some(what) = text.strip_prefix("irregularity") {
        let what = what.trim_start();
        return words.irregularity(what).map(Input::Irregularity).ok_or(Misread::NoSuchIrregularity);
    }
    let (who, rest) = text.split_once(' ').unwrap_or((text, ""));
    let (who, at) = who.split_once('@').map_or((who, None), |(who, at)| (who, Some(at)));
    match who.parse::<Actor>() {
        Ok(by) => {
            let numbered =
                |text| (1..=u8::MAX).find(|n| is_spelt(n, text)).map(Seat).ok_or(Misread::NoSuchSeat);
            let seat = at.map_or(Ok(Seat::NONE), numbered)?;
            match read_act::<G>(words, seat, rest)? {
                Act::Do(_) if seat != Seat::NONE => Err(Misread::NoSuchSeat),
                act => Ok(Input::Act { by, act }),
            }
        }
        Err(_) => words.chance(text).map(Input::Chance).ok_or(Misread::Unclear),
    }
}

fn read_act<G: Game>(
    words: &impl Words<G>,
    seat: Seat,
    text: &str,
) -> Result<Act<G::Wager, G::Deed>, Misread> {
    let unknown = Misread::Refused(Refusal::new(G::PERMISSIBLE, Why::NoSuchWager));
    if let Some(wager) = text.strip_prefix("takes back ") {
        return Ok(Act::TakeBack { seat, wager: words.wager(wager).ok_or(unknown)? });
    }
    if let Some(deed) = words.deed(text) {
        return Ok(Act::Do(deed));
    }
    let (rest, tender) = [Tender::Colour, Tender::Cash, Tender::Coupon]
        .into_iter()
        .find_map(|tender| Some((text.strip_suffix(tender.word())?.strip_suffix(' ')?, tender)))
        .unwrap_or((text, Tender::Chips));
    let (wager, stake) = rest.rsplit_once(' ').unwrap_or(("", rest));
    match (words.wager(wager), stake.parse::<Money>()) {
        (Some(wager), Ok(stake)) => Ok(Act::Place { seat, wager, stake, tender }),
        (None, Ok(_)) => Err(if words.wager(rest).is_some() { Misread::NoStake } else { unknown }),
        (_, Err(NotMoney::NotANumber)) if words.wager(rest).is_some() => Err(Misread::NoStake),
        (Some(_), Err(why)) => Err(Misread::NotMoney(why)),
        (None, Err(_)) => Err(Misread::NoSuchDeed),
    }
}
