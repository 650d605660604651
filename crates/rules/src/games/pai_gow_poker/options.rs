//! What a licensee may choose at pai gow poker. None of its sections is held, so every choice is a setting with a default.

use super::Wager;
use crate::games::prelude::*;
use crate::{
    hands::{
        pai_gow_poker::{Way, Wheel},
        vigorish::Rate,
    },
    submission::{Chosen, Duty, Entry, Field, Gate, choice, fields},
    table::{
        banking::{self, Offered},
        deck::{DealtFrom, Shuffle, ShuffledBy},
        layout,
        start::StartBy,
        two_hands,
    },
    words::chosen,
};

chosen! {
    /// The lawful choices of a licensee for one table.
    pub struct Options {
        /// How the cards are shuffled.
        shuffle: Shuffle => |gate: &mut Gate<'_>| Shuffle::gate(gate, &SHUFFLE, &SECOND_DECK),
        /// Where the cards are dealt from.
        deal: DealtFrom => |gate: &mut Gate<'_>| DealtFrom::gate(gate, &DEAL, &SHUFFLE, cite!("11.8A")),
        /// What shows the number by which the starting position is counted.
        start: StartBy = START,
        /// How a straight from the ace to the five ranks.
        wheel: Wheel = WHEEL,
        /// How the dealer sets hands.
        house_way: Way = HOUSE_WAY,
        /// Whether players may bank, and co-bank.
        banking: Offered => |gate: &mut Gate<'_>| {
            Some(Offered { bank: gate.is_on(&PLAYER_BANK), co_bank: gate.is_on(&CO_BANKING) })
        },
        /// How many areas one player may wager on.
        areas: u16 = AREAS,
        /// What a card found face up leads to.
        face_up: FaceUp = FACE_UP;
        rate: Rate = RATE,
        rounded: bool = ROUNDED,
    }
}

choice! {
    /// What a card found face up while dealing leads to.
    pub enum FaceUp { Void = "void", Reshuffle = "reshuffle" }
}

fields! {
    OWN;
    SHUFFLE: ShuffledBy = ShuffledBy::field(cite!("11.6")).or("device");
    SECOND_DECK: bool = ShuffledBy::second_deck(cite!("11.2"), &SHUFFLE);
    DEAL: DealtFrom = DealtFrom::field(
        cite!("11.8"),
        "where the cards are dealt from: 11.8, 11.8A or 11.8B; from the hand only what a device has shuffled",
    )
    .or("shoe");
    START: StartBy = StartBy::field(cite!("11.8C")).or("dice");
    WHEEL: Wheel = Field::choice(
        "ace-low-straight",
        cite!("11.3"),
        "how a straight from the ace to the five ranks: second behind ace to ten, or lowest",
    )
    .or("second");
    HOUSE_WAY: Way = Field::way("house-way", cite!("11.9"));
    PLAYER_BANK: bool = banking::player_bank(cite!("11.10"));
    CO_BANKING: bool = banking::co_banking(cite!("11.10"), &PLAYER_BANK);
    AREAS: u16 = two_hands::areas(cite!("11.12"));
    RATE: Rate = two_hands::rate(cite!("11.9"));
    ROUNDED: bool = two_hands::rounded(cite!("11.9"));
    FACE_UP: FaceUp = Field::choice(
        "irregularities.face-up-card",
        cite!("11.11"),
        "what a card found face up while dealing leads to: the round is void, or the cards are shuffled again before the deal",
    )
    .or("void");
}

impl Chosen for Options {
    const FIELDS: &'static [&'static [Field]] = &[OWN, &layout::fields_with(1, cite!("11.7"))];
    const STANDARD: &'static [Entry<'static>] = &[];

    fn duties(&self, each: &mut dyn FnMut(Duty)) {
        each(two_hands::filed_way(cite!("11.9")));
    }
}

impl Options {
    /// 11.9 (not held): what is charged on an amount won.
    pub fn vigorish(&self, won: Money) -> Money {
        two_hands::charged(won, self.rate, self.rounded)
    }

    /// What a winning wager is paid.
    pub const fn odds(&self, _: Wager) -> Odds {
        Odds::new(1, 1)
    }
}
