//! What the law forbids: a refusal says why and cites the provision, and leaves the table as it was.

use crate::{game::Awaits, money::Money, words::calls};
use core::fmt;
use law::Citation;

/// The law's No.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Refusal {
    /// The provision that refuses.
    pub cite: Citation,
    /// The reason.
    pub why: Why,
}

calls! {
    /// Every reason to refuse.
    #[non_exhaustive]
    #[cfg_attr(feature = "serde", derive(serde::Deserialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum Why {
        NotNow = "not now",
        Waits { awaits: Awaits } = "not now: the table waits for {awaits}",
        NotYours = "not yours to do",
        NotOffered = "not offered at this table",
        NoSuchWager = "not a wager of this game",
        NoSuchPlace = "the layout has no such place",
        NotTaken = "this table does not take wagers made so",
        NothingThere = "nothing of yours lies there",
        VigorishMarked = "marked vigorish is not collected yet",
        NothingMarked = "no vigorish is marked there",
        ColorInUse = "another person at the table has chips of that color and design",
        ColorOfValueChips = "value chips have that color and design",
        NoColor = "this person has no such non-value chips",
        CouponWithValueChips = "a match play coupon may not lie with value chips",
        TooLittle { least: Money } = "too little: at least {least}",
        TooMuch { most: Money } = "too much: at most {most}",
        NotMultiple { of: Money } = "not in multiples of {of}",
        LayoutFull = "the layout has as many wagers as this table takes",
        CannotBeShown = "the equipment cannot have shown that now",
        TooNearTheEnd { least: u16 } = "too near the end: at least {least} cards from it",
        SeatTaken = "someone else sits there",
        NotSeated = "not this person's seat",
        NeedsBase = "needs a wager on one of the hands beside it",
        VigorishOwed = "vigorish is owed: collect or document it first",
        NothingOwed = "no vigorish is owed there",
        StillInPlay = "still has something on the layout or to do",
        NotOnThisCount = "not on this point count",
        Locked = "locked: its point is set",
        NothingToSupport = "the bet these odds would support is not there",
        PointSet = "only before a come-out roll: the point is set",
        NoPoint = "only while there is a point",
        OtherPoint = "that is not the point",
        ByRollAlone = "a bet gets there by a roll alone",
        NoLineBet = "the shooter needs a Pass or Don't Pass Bet first",
        NoShooter = "the dice need a shooter first",
        Unanswered = "a spoken wager waits to be confirmed or declined",
        NothingSpoken = "no spoken wager is waiting",
        NothingCalled = "no wager is called on",
        AlreadyOn = "already called on",
        NeedsAnte = "needs an ante beside it",
        AlreadyThere = "one such wager of yours lies there already",
        NotAPair = "the two cards are not identical in value",
        TooManyHands { most: u8 } = "a box may become {most} hands and no more",
        BoxFull = "as many people wager there as may",
        NoConsent = "the first person who wagered there has not consented",
        TooFewWagers { least: u8 } = "someone has fewer than {least} wagers in a box",
        WithFirstSpot = "one decision covers every spot: name the amount without the spot",
        OneOfThem = "only one of these wagers at a time",
        WaitsForReshuffle = "not before the cards are reshuffled",
        NotAgainstThisCard = "not against the card that the dealer shows",
        BoxShared = "not on a box where several people wager",
        NotTwoCards = "only on the first two cards of a hand",
        HandComplete = "this hand gets no more cards",
        CardStaysOut = "a card that has left the shoe is not put back",
        MadeTogether = "the three wagers are made and taken back as one: name the third",
        StaysInPlay = "this wager stays in play until it is settled",
        NoCashWithIt = "a spoken wager needs its cash with it",
    }
}

impl Refusal {
    /// A refusal.
    pub const fn new(cite: Citation, why: Why) -> Refusal {
        Refusal { cite, why }
    }

    /// The same; if it is not the moment, with what the table waits for.
    #[must_use]
    pub const fn while_awaiting(self, awaits: Awaits) -> Refusal {
        match self.why {
            Why::NotNow => Refusal { why: Why::Waits { awaits }, ..self },
            _ => self,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.why, self.cite)
    }
}

impl core::error::Error for Refusal {}
