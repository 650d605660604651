//! What the dealer says and does at blackjack.

use super::{
    options::Side,
    wagers::{Spot, Wager},
};
use crate::games::prelude::*;
use crate::{
    hands::blackjack::{Total, is_king_and_queen},
    kit::cards::Card,
    words::calls,
};
use core::fmt;

calls! {
    /// What the dealer says and does.
    pub enum Call<Wager> {
        Inspects = "inspects the decks",
        Verifies = "has the floorperson verify the inspection",
        Spreads { sides: Sides } => match sides {
            Sides::Together => "spreads the cards face up for the first players to inspect",
            Sides::Apart => "spreads the decks of each side apart, face up, for the first players to inspect",
        },
        Washes { sides: Sides } => match sides {
            Sides::Together => "turns the cards face down, washes and stacks them",
            Sides::Apart => "turns the cards of each side face down, washes and stacks them apart",
        },
        Shuffles { side: Option<Side> } => format_args!("shuffles the cards{}", OfSide(side)),
        OffersStack = "offers the stack, backs away from him, to be cut",
        OffersCut { patron: Patron, seat: Seat } = "offers the cut to {patron} at box {seat}",
        CutsHimself = "finds nobody to cut, and will",
        TooFewToCut = "has too few cards to cut them ten from either end",
        Cuts { cards: u16 } = "has the cutting card behind {cards} cards",
        ClosesCut { cards: u16 } = "puts the {cards} cards in front of the cutting card to the back",
        Recuts = "has the cards recut",
        Loads { behind: u16 } = "puts the cutting card {behind} cards from the back and loads the shoe",
        LoadsWithoutCuttingCard = "loads the shoe without a cutting card",
        WarnsTooShallow { least: u16 } =
            "is warned: the cutting card should lie about {least} cards from the back or more",
        LoadsDevice = "loads the continuous device",
        ReturnsCards = "returns the cards to the continuous device",
        Burns = "puts one card face down into the discard rack",
        WillShowBurned = "will show the burned card",
        TakesOver = "comes to the table",
        Reshuffles = "is told to reshuffle",
        HasToReshuffle = "prepares a reshuffle: the cutting card was reached",
        ShufflesRack { cards: u16 } = "shuffles the {cards} cards of the rack and puts them into the shoe in three stacks",
        WarnsNotOneDeck { cards: u16 } = "is warned: {cards} cards are not about one deck",
        GoesOnToTheEnd = "finishes the round before the reshuffle",
        EmptiesShoe { side: Option<Side> } => match side {
            None => "puts the cards left in the shoe into the discard rack",
            Some(Side::Left) => "puts the cards left in the left side, and its discards, face down into the rack",
            Some(Side::Right) => "puts the cards left in the right side, and its discards, face down into the rack",
        },
        Shares { patron: Patron, seat: Seat } = "hears {patron} consent to others on box {seat}",
        PutsBehind { patron: Patron, seat: Seat } = "has {patron}'s wager in line behind the caller's on box {seat}",
        NamesCaller { patron: Patron, seat: Seat } = "takes the decisions on box {seat} from {patron}",
        Reserves { patron: Patron, seat: Seat } = "keeps box {seat} for {patron}, who leaves for a while",
        Deals = "deals from his left",
        DrawsDeterminant { side: Side } = "draws a determinant card from the {side} side",
        DealsFrom { side: Side } = "deals this round from the {side} side",
        KeepsDeterminant = "gives the determinant card to the first box",
        BurnsDeterminant = "burns the determinant card in its segregated area",
        HoleDown = "puts his second card face down",
        AnnouncesBlackjack { seat: Seat } = "announces blackjack at box {seat}",
        NoBlackjack { seat: Seat, hand: u8 } =
            "counts ace and ten of a split pair at box {seat} as 21, no blackjack",
        OffersInsurance = "takes insurance",
        ClosesInsurance = "takes no more insurance",
        ChecksHole = "puts the hole card into the card reader, face down",
        NoDealerBlackjack = "finds no blackjack and goes on",
        DealerBlackjack = "has a blackjack and deals no more cards",
        AnnouncesTotal { seat: Seat, hand: u8, total: Total } =>
            format_args!("announces {} at {}", Points(total), Of(seat, hand)),
        DealsNoMore { seat: Seat, hand: u8 } => format_args!("deals no more to {}", Of(seat, hand)),
        Stands { seat: Seat, hand: u8 } => format_args!("lets {} stand", Of(seat, hand)),
        Draws { seat: Seat, hand: u8 } => format_args!("lets {} draw", Of(seat, hand)),
        DealsSideways { seat: Seat, hand: u8 } => format_args!("puts one card sideways to {}", Of(seat, hand)),
        Splits { seat: Seat, hand: u8, new: u8 } = "splits the pair at box {seat} into hands {hand} and {new}",
        Surrenders { seat: Seat } = "puts the surrendered wager of box {seat} on its cards",
        SettlesInsuranceApart { seat: Seat } = "will settle the insurance of box {seat} apart",
        DoesNotDouble { patron: Patron, seat: Seat, hand: u8 } = "lets {patron}'s wager lie as it is",
        ChoosesHand { patron: Patron, seat: Seat, hand: u8 } = "has {patron}'s wager on hand {hand} alone",
        DealersCard = "announces \"Dealer's Card\"",
        TurnsHole = "turns the hole card",
        NoSecondCard = "deals himself no second card: nothing depends on it",
        NoDraw = "draws no card: nothing depends on it",
        AnnouncesDealerTotal { total: Total } => format_args!("announces {} for himself", Points(total)),
        CollectsAdditional = "collects the losing additional wagers",
        PaysAdditional = "pays the winning additional wagers",
        /// 2.17(e)2: the two cards of one suit by which a same-suit wager is paid.
        AnnouncesSuited { seat: Seat, one: Card, other: Card } => format_args!(
            "announces {one} {other} at box {seat}: {} of one suit",
            if is_king_and_queen(one, other) { "a king and queen" } else { "any two cards" }
        ),
        LeavesOtherWagers = "lets all other wagers lie as they are",
        PaysBonusOnFirst { seat: Seat, hand: u8 } =>
            format_args!("pays the bonus at {} on the first wager alone (reading B4)", Of(seat, hand)),
        CountsBust { seat: Seat } = "counts what box {seat} lost by going over 21 as its loss (reading B13)",
        CollectsAndPays { spot: Spot } => match spot {
            Spot::First => "collects the losing wagers and pays the winning ones",
            Spot::Second => "collects and pays the wagers on spot 2",
            Spot::Third => "collects and pays the wagers on spot 3",
        },
        KeepsUpCard = "puts his cards face down into the rack, all but the first",
        TakesAllCards = "puts all his cards face down into the rack",
        MovesUpCard { spot: Spot } =>
            format_args!("moves the first card to the area of hand {}", spot.number()),
        PicksUp = "picks the cards up from his far right, his own last, and puts them away",
        Discards = "puts the card away unused",
        KeepsForNext = "keeps the card as the next from the shoe",
        Refuses { seat: Seat } = "deals no more to box {seat}, which refused the card",
        BurnsCard = "burns the card",
        DealsLate = "goes on, and will deal to himself afterwards",
        TooFewCards = "stops for want of cards and takes up the discards",
        NoneToShuffle = "has no discards to shuffle and cannot complete the round",
        PassedOver { seat: Seat } = "has passed box {seat} over",
        CallsDead { seat: Seat, hand: u8 } => format_args!("calls {} dead", Of(seat, hand)),
        AsksForOneCard { seat: Seat } = "asks box {seat}, which has one card, for its choice",
        DealsLateSecond { seat: Seat } = "deals the second card to box {seat} after all others",
        GoesOnFromThisSide = "goes on as if this were the appropriate side",
        MissedCard { seat: Seat, hand: u8 } => format_args!("has missed the card that {} asked for", Of(seat, hand)),
        OffersMissed { seat: Seat, hand: u8 } => format_args!("offers the missed card to {}", Of(seat, hand)),
        DealsMissed { seat: Seat, hand: u8 } => format_args!("deals the missed card to {}", Of(seat, hand)),
        TellsSupervisor = "tells a casino supervisor",
        CallsAllDead = "calls all hands dead and collects the cards",
        GoesOnUnread = "goes on: nobody could learn the hole card",
        GoesOnWithoutReader = "goes on without a card reader",
        GoesOnAsIfMoved = "goes on as if the first card had been moved",
        LooksForUpCard = "has the last hand reconstructed from the rack",
        RestoresUpCard = "has the first card back in its area",
    }
}

/// Whether cards are handled in one stack or by the sides of a double shoe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Sides {
    /// All decks in one stack.
    Together,
    /// The decks of each side in a stack of their own.
    Apart,
}

/// ` of the left side`, or nothing if there is only one side.
struct OfSide(Option<Side>);

impl fmt::Display for OfSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |side| write!(f, " of the {side} side"))
    }
}

/// `box 3`, or `box 3, hand 2`.
struct Of(Seat, u8);

impl fmt::Display for Of {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            1 => write!(f, "box {}", self.0),
            hand => write!(f, "box {}, hand {hand}", self.0),
        }
    }
}

/// `17`, `soft 17`.
struct Points(Total);

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let soft = if self.0.is_soft() { "soft " } else { "" };
        write!(f, "{soft}{}", self.0.count())
    }
}
