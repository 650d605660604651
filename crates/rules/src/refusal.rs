//! Refusals: the reason and the provision that forbids an act. A refusal leaves the table unchanged.

use crate::{game::Awaits, money::Money, words::calls};
use core::fmt;
use law::Citation;

/// A refusal by the law.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Refusal {
    /// The provision that forbids the act.
    pub cite: Citation,
    /// The reason.
    pub why: Why,
}

calls! {
    /// Every reason for a refusal.
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
        NotTaken = "this table does not accept wagers made that way",
        NothingThere = "you have nothing there",
        VigorishMarked = "marked vigorish is not collected yet",
        NothingMarked = "no vigorish is marked there",
        ColorInUse = "another person at the table has chips of that color and design",
        ColorOfValueChips = "value chips have that color and design",
        NoColor = "this person has no such non-value chips",
        CouponWithValueChips = "a match play coupon may not lie with value chips",
        TooLittle { least: Money } = "too little: at least {least}",
        TooMuch { most: Money } = "too much: at most {most}",
        NotMultiple { of: Money } = "not in multiples of {of}",
        LayoutFull = "the layout already has as many wagers as this table accepts",
        CannotBeShown = "the equipment cannot have shown that now",
        TooNearTheEnd { least: u16 } = "too near the end: at least {least} cards from it",
        SeatTaken = "someone else sits there",
        NotSeated = "not this person's seat",
        NeedsBase = "needs a wager on one of the hands as well",
        VigorishOwed = "vigorish is owed: collect or document it first",
        NothingOwed = "no vigorish is owed there",
        StillInPlay = "still has wagers on the layout or something to do",
        NotOnThisCount = "not on this point count",
        Locked = "locked: its point is set",
        NothingToSupport = "the bet these odds would support is not there",
        PointSet = "only before a come-out roll: the point is set",
        NoPoint = "only while there is a point",
        OtherPoint = "that is not the point",
        ByRollAlone = "a bet can only move there by a roll",
        NoLineBet = "the shooter needs a Pass or Don't Pass Bet first",
        NoShooter = "the dice need a shooter first",
        Unanswered = "a spoken wager waits to be confirmed or declined",
        NothingSpoken = "no spoken wager is waiting",
        NothingCalled = "no wager is called on",
        AlreadyOn = "already called on",
        NeedsAnte = "needs an ante as well",
        AlreadyThere = "you already have such a wager there",
        NotAPair = "the two cards are not identical in value",
        TooManyHands { most: u8 } = "a box may become {most} hands and no more",
        BoxFull = "as many people as may already wager there",
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
        GameClosed = "too late: the game is closed; a ticket for the next game can be bought when this one is paid",
        NotOnTheCard { spots: u8 } = "the rate card has nothing for {spots} spots",
        TooManySpots { most: u8 } = "too many spots: the rate card ends at {most}",
        TooManyGames { most: u16 } = "too many games: at most {most} on one ticket",
        StaysInPlay = "this wager stays in play until it is settled",
        Foul = "a foul: the low hand ranks higher than the high hand, and the wager would lose; set it otherwise, or insist",
        LowAboveHigh = "the better two are the high hand: set the other two low",
        NoFoul = "not a foul: no need to insist",
        NoBank = "the bank has put no chips up yet",
        NoCashWithIt = "a spoken wager needs its cash with it",
    }
}

impl Refusal {
    /// Makes a refusal.
    pub const fn new(cite: Citation, why: Why) -> Refusal {
        Refusal { cite, why }
    }

    /// The same refusal; if it is not the moment for the act, it includes what the table waits for.
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
