//! What the dealer says and does at punto banco.

use super::{Irregularity, Ruling, Side, Wager};
use crate::games::prelude::*;
use crate::{
    hands::baccarat::{Score, Winner},
    words::calls,
};
use core::fmt::from_fn;

calls! {
    /// What the dealer says and does.
    pub enum Call<Wager> {
        IsWarned { patron: Patron, amount: Money } = "is warned: {patron} leaves owing vigorish {amount}",
        OffersShoe { seat: Seat, patron: Patron } = "offers the shoe to {patron} at seat {seat}",
        HearsDecline { patron: Patron } = "hears {patron} decline the shoe",
        GivesShoe { patron: Patron, seat: Seat } = "gives the shoe to {patron}, who is curator",
        ActsAsCurator { named_by: Option<Patron> } => from_fn(|f| match named_by {
            None => f.write_str("acts as curator, since nobody accepts the shoe"),
            Some(patron) => write!(f, "acts as curator, named by {patron}"),
        }),
        LeavesShoe { curator: Actor } => from_fn(|f| match curator {
            Actor::Dealer => f.write_str("keeps the shoe"),
            curator => write!(f, "leaves the shoe with {curator}"),
        }),
        TakesShoe { curator: Actor } => from_fn(|f| match curator {
            Actor::Dealer => f.write_str("gives the shoe up"),
            curator => write!(f, "takes the shoe from {curator}"),
        }),
        CallsCards = "announces \"Cards\"",
        WillTurnBankerFirst { by: Actor } = "will turn the Banker's Hand first, as {by} asks",
        HasCardsDealt { by: Actor } => from_fn(|f| match by {
            Actor::Dealer => f.write_str("deals the cards"),
            by => write!(f, "has the cards dealt by {by}"),
        }),
        DealsDown = "has two cards of each hand face down",
        PutsBankerAway = "puts the Banker's Hand under the shoe's right corner",
        HandsOver { side: Side, to: Actor, cards: u8 } => from_fn(|f| match (to, cards) {
            (Actor::Dealer, 2) => write!(f, "keeps the {side} to turn it"),
            (Actor::Dealer, _) => write!(f, "keeps the third card of the {side} to turn it"),
            (to, 2) => write!(f, "hands the {side} face down to {to}"),
            (to, _) => write!(f, "hands the third card of the {side} face down to {to}"),
        }),
        LetsOthersTurn { side: Side } = "lets any bettor of the other hand turn the {side}",
        Turns { side: Side, by: Actor, cards: u8 } => from_fn(|f| match (by, cards) {
            (Actor::Dealer, 2) => write!(f, "turns the {side}"),
            (Actor::Dealer, _) => write!(f, "turns the third card of the {side}"),
            (by, 1) => write!(f, "has the third card of the {side} turned by {by}"),
            (by, _) => write!(f, "has the {side} turned by {by}"),
        }),
        PlacesHands = "places both hands face up",
        Counts { side: Side, points: u8 } = "announces the {side}: {points}",
        RulesOnThird { side: Side, draws: bool } => {
            from_fn(|f| write!(f, "finds that the {side} {}", if draws { "draws" } else { "stays" }))
        },
        OrdersThird { side: Side } = "tells the curator to deal a third card to the {side}",
        FinalCount { side: Side, total: u8, points: u8 } = "announces the {side}: {points}, of a total of {total}",
        Result { score: Score } => match score.winner {
            Winner::Player => "announces that the Player's Hand wins",
            Winner::Banker => "announces that the Banker's Hand wins",
            Winner::Tie => "announces \"Tie Hand\"",
        },
        Collects = "collects the losing wagers",
        Pays = "pays the winning wagers, and collects or marks vigorish",
        LastHand = "announces \"last hand\"",
        Halts(what: Irregularity) = "stops: {what}; no rule in the texts held, a supervisor decides",
        FollowsRuling { ruling: Ruling } = "follows the supervisor, who {ruling}",
        FindsCuttingCardOff = "goes by where the cutting card is, not by the count",
    }
}
