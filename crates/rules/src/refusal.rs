//! What the law forbids: a refusal says why and cites the provision, and leaves the table as it was.

use crate::money::Money;
use core::fmt;
use law::Citation;

/// The law's No.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The provision that refuses.
    pub cite: Citation,
    /// The reason.
    pub why: Why,
}

/// Every reason to refuse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// Not at this moment of the round.
    NotNow,
    /// Not for this person to do.
    NotYours,
    /// The licensee does not offer it at this table.
    NotOffered,
    /// No wager of that name.
    NoSuchWager,
    /// The layout has no such place to put it.
    NoSuchPlace,
    /// This table does not take wagers made so.
    NotTaken,
    /// Nothing of the kind lies on the layout.
    NothingThere,
    /// Vigorish is marked and not collected yet.
    VigorishMarked,
    /// No vigorish is marked there.
    NothingMarked,
    /// A wager in cash is waiting for the dealer's word.
    Unconfirmed,
    /// No wager in cash is waiting.
    NoCash,
    /// Someone else at the table has that colour.
    ColourInUse,
    /// Value chips have that colour.
    ColourOfValueChips,
    /// The patron has no non-value chips.
    NoColour,
    /// A match play coupon may not lie with value chips.
    CouponWithValueChips,
    /// Less than can be wagered here now.
    TooLittle {
        /// The least.
        least: Money,
    },
    /// More than can be wagered here now.
    TooMuch {
        /// The most.
        most: Money,
    },
    /// Not in whole units.
    NotMultiple {
        /// The unit.
        of: Money,
    },
    /// The layout has as many wagers as the table takes.
    LayoutFull,
    /// The equipment cannot have shown that.
    CannotBeShown,
    /// Too near the end of the stack.
    TooNearTheEnd {
        /// At least so many cards from it.
        least: u16,
    },
    /// Someone else sits there.
    SeatTaken,
    /// The person has no seat, or not that one.
    NotSeated,
    /// It needs a wager on one of the hands beside it.
    NeedsBase,
    /// Vigorish is still owed.
    VigorishOwed,
    /// No vigorish is owed there.
    NothingOwed,
    /// The person still has something on the layout, or something to do.
    StillInPlay,
    /// Not with the cards of that hand.
    NotOnThisCount,
    /// The bet's point is set: it stays until it is decided.
    Locked,
    /// The bet that odds support is not there.
    NothingToSupport,
    /// Only before a come-out roll.
    PointSet,
    /// Only while there is a point.
    NoPoint,
    /// That number is not the point.
    OtherPoint,
    /// A bet gets there by a roll, not by hand.
    ByRollAlone,
    /// The shooter has neither of the two line bets.
    NoLineBet,
    /// Nobody has the dice.
    NoShooter,
    /// A spoken wager is neither confirmed nor declined yet.
    Unanswered,
    /// No spoken wager is waiting.
    NothingSpoken,
    /// No wager is called on and waits for its button.
    NothingCalled,
    /// It needs an ante beside it.
    NeedsAnte,
    /// One such wager lies there already.
    AlreadyThere,
    /// The two cards differ in value.
    NotAPair,
    /// The box has become as many hands as it may.
    TooManyHands {
        /// How many it may become.
        most: u8,
    },
    /// As many people wager there as may.
    BoxFull,
    /// The first person there has not consented.
    NoConsent,
    /// Fewer wagers lie there than must.
    TooFewWagers {
        /// How many must.
        least: u8,
    },
    /// A double or a split covers every spot at once.
    WithFirstSpot,
    /// Another one of these wagers lies there.
    OneOfThem,
    /// The person came or came back too late.
    WaitsForReshuffle,
    /// Not against the card that the dealer shows.
    NotAgainstThisCard,
    /// Several people wager on the hand.
    BoxShared,
}

impl Refusal {
    /// A refusal.
    pub const fn new(cite: Citation, why: Why) -> Refusal {
        Refusal { cite, why }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::NotNow => f.write_str("not now"),
            Why::NotYours => f.write_str("not yours to do"),
            Why::NotOffered => f.write_str("not offered at this table"),
            Why::NoSuchWager => f.write_str("not a wager of this game"),
            Why::NoSuchPlace => f.write_str("the layout has no such place"),
            Why::NotTaken => f.write_str("this table does not take wagers made so"),
            Why::NothingThere => f.write_str("nothing of yours lies there"),
            Why::VigorishMarked => f.write_str("marked vigorish is not collected yet"),
            Why::NothingMarked => f.write_str("no vigorish is marked there"),
            Why::Unconfirmed => f.write_str("a wager in cash waits for the dealer to confirm or decline it"),
            Why::NoCash => f.write_str("no wager in cash is waiting"),
            Why::ColourInUse => f.write_str("another person at the table has that colour"),
            Why::ColourOfValueChips => f.write_str("value chips have that colour"),
            Why::NoColour => f.write_str("no non-value chips of this person's colour are out"),
            Why::CouponWithValueChips => f.write_str("a match play coupon may not lie with value chips"),
            Why::TooLittle { least } => write!(f, "too little: at least {least}"),
            Why::TooMuch { most } => write!(f, "too much: at most {most}"),
            Why::NotMultiple { of } => write!(f, "not in multiples of {of}"),
            Why::LayoutFull => f.write_str("the layout has as many wagers as this table takes"),
            Why::TooNearTheEnd { least } => write!(f, "too near the end: at least {least} cards from it"),
            Why::SeatTaken => f.write_str("someone else sits there"),
            Why::NotSeated => f.write_str("not this person's seat"),
            Why::NeedsBase => f.write_str("needs a wager on one of the hands beside it"),
            Why::VigorishOwed => f.write_str("vigorish is owed: collect or document it first"),
            Why::NothingOwed => f.write_str("no vigorish is owed there"),
            Why::StillInPlay => f.write_str("still has something on the layout or to do"),
            Why::NotOnThisCount => f.write_str("not on this point count"),
            Why::Locked => f.write_str("locked: its point is set"),
            Why::NothingToSupport => f.write_str("the bet these odds would support is not there"),
            Why::PointSet => f.write_str("only before a come-out roll: the point is set"),
            Why::NoPoint => f.write_str("only while there is a point"),
            Why::OtherPoint => f.write_str("that is not the point"),
            Why::ByRollAlone => f.write_str("a bet gets there by a roll alone"),
            Why::NoLineBet => f.write_str("the shooter needs a Pass or Don't Pass Bet first"),
            Why::NoShooter => f.write_str("the dice need a shooter first"),
            Why::Unanswered => f.write_str("a spoken wager waits to be confirmed or declined"),
            Why::NothingSpoken => f.write_str("no spoken wager is waiting"),
            Why::NothingCalled => f.write_str("no wager is called on"),
            Why::NeedsAnte => f.write_str("needs an ante beside it"),
            Why::AlreadyThere => f.write_str("one such wager of yours lies there already"),
            Why::NotAPair => f.write_str("the two cards are not identical in value"),
            Why::TooManyHands { most } => write!(f, "a box may become {most} hands and no more"),
            Why::BoxFull => f.write_str("as many people wager there as may"),
            Why::NoConsent => f.write_str("the first person who wagered there has not consented"),
            Why::TooFewWagers { least } => write!(f, "someone has fewer than {least} wagers in a box"),
            Why::WithFirstSpot => {
                f.write_str("one decision covers every spot: name the amount without the spot")
            }
            Why::OneOfThem => f.write_str("only one of these wagers at a time"),
            Why::WaitsForReshuffle => f.write_str("not before the cards are reshuffled"),
            Why::NotAgainstThisCard => f.write_str("not against the card that the dealer shows"),
            Why::BoxShared => f.write_str("not on a box where several people wager"),
            Why::CannotBeShown => f.write_str("the equipment cannot have shown that now"),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.why, self.cite)
    }
}

impl core::error::Error for Refusal {}
