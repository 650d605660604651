//! What people do at chemin de fer other than wagering.

use super::drawing::Announcement;
use crate::games::prelude::*;
use crate::{table::shoe::Step, words::deeds};
use core::fmt::from_fn;

deeds! {
    /// What people do beside wagering.
    pub enum Deed {
        Prepare(step: Step) = "{step}",
        PreShuffled = "takes pre-shuffled decks",
        CloseBidding = "closes the bidding",
        AcceptBank = "accepts the bank",
        /// The participant to whom the bank is offered does not take it, or not for a wager that meets its bound.
        DeclineBank = "declines the bank",
        KeepBank = "keeps the bank",
        TransferBank = "transfers the bank",
        OpenParts = "offers parts",
        NoMoreBets = "calls no more bets",
        Cards = "calls cards",
        Deal = "deals",
        Look = "looks",
        TurnUp = "turns the cards up",
        Say(says: Announcement) => from_fn(|f| write!(f, "calls {}", says.spoken())),
        Draw = "draws",
        StayPut = "stays",
        DeclineToWager = "declines to wager",
        /// The dealer passes over who took a passed bank and does not meet its bound.
        PassOver = "passes the taker over",
        PassBank = "passes the bank",
        OrderPass = "orders the bank passed",
        SitAt(seat: Seat) = "sits at {seat}",
        Leave = "leaves",
        /// Somebody puts a card back into the shoe, which is never allowed.
        PutBack = "puts the card back",
    }
}

impl Deed {
    /// What each person does if nobody says otherwise: the first of these that is lawful. The staff lead the round on,
    /// and order the bank passed if the Banker holds up the game (4.11(a)2). A participant declines the bank, makes no
    /// wager, passes a bank without a wager on it, deals and shows their own cards, and stays where there is a choice.
    pub(super) const USUAL: [Deed; 20] = [
        Deed::CloseBidding,
        Deed::DeclineBank,
        Deed::PassOver,
        Deed::PassBank,
        Deed::KeepBank,
        Deed::OpenParts,
        Deed::DeclineToWager,
        Deed::NoMoreBets,
        Deed::Cards,
        Deed::Deal,
        Deed::Look,
        Deed::TurnUp,
        Deed::Say(Announcement::Natural),
        Deed::Say(Announcement::UnderEight),
        Deed::Say(Announcement::Stay),
        Deed::Say(Announcement::Card),
        Deed::StayPut,
        Deed::Draw,
        Deed::TransferBank,
        Deed::OrderPass,
    ];

    /// Its position in the order of a round; zero if it has none.
    pub(super) const fn rank(self) -> u8 {
        match self {
            Deed::CloseBidding | Deed::AcceptBank | Deed::DeclineBank => 1,
            Deed::OpenParts | Deed::DeclineToWager | Deed::NoMoreBets => 2,
            Deed::Cards => 3,
            Deed::Deal => 4,
            Deed::Look => 5,
            Deed::Say(Announcement::UnderEight) => 6,
            Deed::Say(_) => 5,
            Deed::TurnUp => 7,
            Deed::Draw | Deed::StayPut => 8,
            _ => 0,
        }
    }

    /// The provision under which it is done, which also says when.
    pub(super) const fn cite(self) -> Citation {
        match self {
            Deed::Prepare(_) => cite!("4.4(a)"),
            Deed::PreShuffled => cite!("4.3(a)"),
            Deed::SitAt(_) | Deed::Leave | Deed::AcceptBank | Deed::DeclineBank => cite!("4.11(b)"),
            Deed::CloseBidding => cite!("4.5(b)"),
            Deed::PassOver => cite!("4.11(c)"),
            Deed::PassBank => cite!("4.11(a)"),
            Deed::OrderPass => cite!("4.11(a)2"),
            Deed::KeepBank | Deed::TransferBank => cite!("4.12(a)"),
            Deed::OpenParts | Deed::DeclineToWager | Deed::NoMoreBets => cite!("4.7(d)"),
            Deed::Cards | Deed::Deal => cite!("4.8(d)"),
            Deed::Look => cite!("4.9(a)"),
            Deed::TurnUp => cite!("4.9(c)"),
            Deed::Say(Announcement::UnderEight) => cite!("4.9(b)"),
            Deed::Say(_) => cite!("4.9(a)"),
            Deed::Draw | Deed::StayPut => cite!("4.9(f)"),
            Deed::PutBack => cite!("4.12(g)"),
        }
    }
}
