//! What a licensee may choose at pai gow. None of its sections is held, so every choice is a setting with a default.

use super::Wager;
use crate::games::prelude::*;
use crate::{
    hands::{
        pai_gow::{GongEights, Ranking, TwoFour, Way},
        vigorish::Rate,
    },
    submission::{Chosen, Duty, Entry, Field, Gate, choice, fields},
    table::{
        banking::{self, Offered},
        layout,
        start::StartBy,
        two_hands,
    },
    words::chosen,
};

chosen! {
    /// The lawful choices of a licensee for one table.
    pub struct Options {
        /// What shows the number by which the starting position is counted.
        start: StartBy = START,
        /// The way around the table in which the stacks are dealt.
        direction: Direction = DIRECTION,
        /// How hands rank where houses differ.
        ranking: Ranking => |gate: &mut Gate<'_>| {
            Some(Ranking { two_four: gate.get(&TWO_FOUR)?, gong_eights: gate.get(&GONG_EIGHTS)? })
        },
        /// How the dealer sets hands.
        house_way: Way = HOUSE_WAY,
        /// Whether players may bank, and co-bank.
        banking: Offered => |gate: &mut Gate<'_>| {
            Some(Offered { bank: gate.is_on(&PLAYER_BANK), co_bank: gate.is_on(&CO_BANKING) })
        },
        /// How many areas one player may wager on.
        areas: u16 = AREAS;
        rate: Rate = RATE,
        rounded: bool = ROUNDED,
    }
}

choice! {
    /// The way around the table in which the stacks are dealt.
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
    pub enum Direction { Counterclockwise = "counterclockwise", Clockwise = "clockwise" }
}

fields! {
    OWN;
    START: StartBy = StartBy::field(cite!("10.3")).or("dice");
    DIRECTION: Direction = Field::choice(
        "deal-direction",
        cite!("10.6"),
        "the way around the table in which the stacks are dealt",
    )
    .or("counterclockwise");
    TWO_FOUR: TwoFour = Field::choice(
        "rank-of-2-4",
        cite!("10.2"),
        "where 2-4 ranks among single tiles: above the fives, or below them",
    )
    .or("above-fives");
    GONG_EIGHTS: GongEights = Field::choice(
        "gong-eights",
        cite!("10.2"),
        "which eights make a gong with 6-6 or 1-1: any of them, or 3-5 and 2-6 alone",
    )
    .or("any");
    HOUSE_WAY: Way = Field::way("house-way", cite!("10.7"));
    PLAYER_BANK: bool = banking::player_bank(cite!("10.8"));
    CO_BANKING: bool = banking::co_banking(cite!("10.8"), &PLAYER_BANK);
    AREAS: u16 = two_hands::areas(cite!("10.10"));
    RATE: Rate = two_hands::rate(cite!("10.7"));
    ROUNDED: bool = two_hands::rounded(cite!("10.7"));
}

impl Chosen for Options {
    const FIELDS: &'static [&'static [Field]] = &[OWN, &layout::fields_with(1, cite!("10.5"))];
    const STANDARD: &'static [Entry<'static>] = &[];

    fn duties(&self, each: &mut dyn FnMut(Duty)) {
        each(two_hands::filed_way(cite!("10.7")));
    }
}

impl Options {
    /// 10.7 (not held): what is charged on an amount won.
    pub fn vigorish(&self, won: Money) -> Money {
        two_hands::charged(won, self.rate, self.rounded)
    }

    /// What a winning wager is paid.
    pub const fn odds(&self, _: Wager) -> Odds {
        Odds::new(1, 1)
    }
}
