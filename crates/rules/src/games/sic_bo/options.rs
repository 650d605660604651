//! What a licensee may choose at sic bo. None of its sections is held, so every choice is a setting with a default.

use super::{
    payouts::{self, Schedule},
    wagers::Wager,
};
use crate::games::prelude::*;
use crate::{
    kit::dice::Trio,
    submission::{Chosen, Duty, Entry, Field, any, choice, fields},
    table::layout,
    words::chosen,
};

chosen! {
    /// The lawful choices of a licensee for one sic bo table.
    pub struct Options {
        /// Whether three of a kind wins Two of a Kind too.
        two_of_a_kind: TwoOfAKind = TWO_OF_A_KIND;
        odds: Schedule => payouts::gate,
    }
}

choice! {
    /// 9.2 (not held): how many dice must show the number of Two of a Kind.
    pub enum TwoOfAKind { TwoOrThree = "two-or-three", ExactlyTwo = "exactly-two" }

    /// 9.4 (not held): a published table of odds.
    pub enum Paytable { AtlanticCity = "atlantic-city", Massachusetts = "massachusetts", Australia = "australia" }
}

fields! {
    pub(super) OWN;
    TWO_OF_A_KIND: TwoOfAKind = Field::choice(
        "two-of-a-kind",
        cite!("9.2"),
        "how many dice must show the number for Two of a Kind to win",
    )
    .or("two-or-three");
    PAYTABLE: Paytable = Field::choice(
        "paytable",
        cite!("9.4"),
        "the published odds that hold wherever no others are written",
    )
    .or("atlantic-city");
}

impl Chosen for Options {
    const FIELDS: &'static [&'static [Field]] = &[OWN, &any(&payouts::FIELDS), layout::FIELDS];
    const STANDARD: &'static [Entry<'static>] = &[];

    /// Apart from the limits, nothing is known that must be posted.
    fn duties(&self, _: &mut dyn FnMut(Duty)) {}
}

impl Options {
    /// The odds on a position if these dice win it.
    pub fn odds(&self, wager: Wager, dice: Trio) -> Odds {
        self.odds.on(wager, payouts::dice_on(wager, dice))
    }

    /// The odds on a position that wins with this many dice; the number matters only for One of a Kind.
    pub const fn odds_by(&self, wager: Wager, dice: usize) -> Odds {
        self.odds.on(wager, dice)
    }

    /// What a wager that these dice win is paid.
    pub fn pay(&self, wager: Wager, dice: Trio, stake: Money) -> Money {
        self.limits.pay(self.odds(wager, dice), stake)
    }
}
