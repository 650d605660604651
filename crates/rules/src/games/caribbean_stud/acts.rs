//! What people do at caribbean stud poker beside wagering.

use crate::games::prelude::*;
use crate::{kit::cards::DECK, vocabulary::Vocabulary, words::deeds};
use core::fmt;

deeds! {
    /// What people do beside wagering; what is usually done comes first.
    pub enum Deed {
        Inspect = "inspects",
        Verify = "verifies",
        Spread = "spreads",
        Wash = "washes",
        Shuffle = "shuffles",
        /// The dealer closes the wagers and presses the lock-out button.
        NoMoreBets = "calls no more bets",
        LightsStand = "lets the progressive wagers stand",
        Deal = "deals",
        CountStub = "counts the stub",
        RackStub = "puts the stub away",
        Look = "looks",
        Fold = "folds",
        Turn = "turns the hole cards",
        PreShuffled = "takes pre-shuffled decks",
        Recut = "requires a recut",
        TurnUp = "turns the spread cards up",
        Idle(face: Face) = "spreads idle cards face {face}",
        Cut(cards: Top) = "cuts at {cards}",
        SitAt(seat: Seat) = "sits at {seat}",
        Leave = "leaves",
        NoLight(seat: Seat) = "finds no light at seat {seat}",
    }
}

deeds! {
    /// 16.4(e): how the cards of an idle table lie.
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
    pub enum Face {
        Up = "up",
        Down = "down",
    }
}

impl Deed {
    /// What each person does unless they say otherwise: the staff prepare the deck and lead the round on; a player folds,
    /// since every other choice takes a further wager.
    pub(super) const USUAL: [Deed; 14] = [
        Deed::Inspect,
        Deed::Verify,
        Deed::Spread,
        Deed::Wash,
        Deed::TurnUp,
        Deed::Shuffle,
        Deed::Cut(Top::HALF),
        Deed::NoMoreBets,
        Deed::LightsStand,
        Deed::Deal,
        Deed::CountStub,
        Deed::RackStub,
        Deed::Fold,
        Deed::Turn,
    ];
}

/// So many cards from the top of the deck.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Top(pub u16);

impl Top {
    const HALF: Top = Top(DECK / 2);
}

impl fmt::Display for Top {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Vocabulary for Top {
    /// The half first.
    fn each(tell: &mut impl FnMut(Top)) {
        tell(Top::HALF);
        (0..=DECK).map(Top).filter(|&top| top != Top::HALF).for_each(tell);
    }
}
