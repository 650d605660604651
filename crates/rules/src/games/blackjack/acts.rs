//! What people do at blackjack other than wagering, and what the equipment shows.

use super::{options::Side, wagers::HandNumber};
use crate::games::prelude::*;
use crate::{kit::cards::Card, picture::Outcome, table::shoe::Step, words::deeds};

deeds! {
    /// What people do beside wagering.
    pub enum Deed {
        Prepare(step: Step) = "{step}",
        Confirm = "confirms",
        LoadDevice = "loads the device",
        Burn = "burns",
        /// The dealer shuffles the discards into the shoe, by the Bart Carter Shuffle.
        ShuffleRack = "shuffles the rack",
        Deal = "deals",
        DrawFrom(side: Side) = "draws from {side}",
        /// The dealer gives back what falls short of the wagers that multiple action asks of each player.
        ReturnIncomplete = "returns incomplete wagers",
        Check = "checks the hole card",
        GoOn = "goes on",
        CallDealersCard = "calls dealer's card",
        TurnHole = "turns the hole card",
        Settle = "settles",
        RestoreUpCard = "restores the up card",
        Stand = "stands",
        TakeCard = "accepts the card",
        DoNotDouble = "does not double",
        TakeHand(hand: HandNumber) = "takes hand {hand}",
        Draw = "draws",
        Surrender = "surrenders",
        Refuse = "declines the card",
        CallDead = "calls the hand dead",
        SitAt(seat: Seat) = "sits at {seat}",
        Share(seat: Seat) = "shares box {seat}",
        Reserve(seat: Seat) = "reserves box {seat}",
        Leave = "leaves",
        Decline = "declines",
        AskBurned = "asks for the burned card",
        TakeOver = "takes over",
        OrderReshuffle = "orders a reshuffle",
        /// Somebody puts a card back into the shoe, which is never allowed.
        PutBack = "puts the card back",
    }
}

impl Deed {
    /// Whether this is a step by which the dealer or a supervisor leads the round on.
    pub(super) const fn leads(self) -> bool {
        matches!(
            self,
            Deed::GoOn
                | Deed::Check
                | Deed::CallDealersCard
                | Deed::TurnHole
                | Deed::Settle
                | Deed::RestoreUpCard
        )
    }

    /// Whether this is a decision about a hand.
    pub(super) const fn decides(self) -> bool {
        matches!(
            self,
            Deed::Stand
                | Deed::Draw
                | Deed::Surrender
                | Deed::Refuse
                | Deed::DoNotDouble
                | Deed::TakeHand(_)
                | Deed::TakeCard
                | Deed::CallDead
        )
    }

    /// What each person does if nobody says otherwise: the first of these that is lawful. The staff confirm wagers in
    /// cash and lead the round on. A player stands, does not double, leaves an initial wager on the hand it lies on,
    /// and has a hand whose card was missed called dead, which returns the wager. Nobody takes insurance for somebody
    /// else.
    pub(super) fn usual() -> impl Iterator<Item = Deed> {
        use Deed::*;
        let opening = [Confirm, LoadDevice, Burn, Deal].into_iter().chain(Side::ALL.map(DrawFrom));
        let leading = [ReturnIncomplete, Check, GoOn, CallDealersCard, TurnHole, Settle, RestoreUpCard];
        let deciding = [Stand, CallDead, DoNotDouble];
        opening.chain(leading).chain(deciding).chain(HandNumber::all().map(TakeHand))
    }
}

deeds! {
    /// What the equipment shows.
    pub enum Shown {
        Card(card: Card) = "{card}",
        CuttingCard = "cutting card",
        Reader(answer: Answer) = "reader {answer}",
    }
}

deeds! {
    /// Whether the hole card makes a blackjack.
    pub enum Answer {
        Blackjack = "blackjack",
        NoBlackjack = "no blackjack",
    }
}

impl From<Shown> for Outcome {
    fn from(shown: Shown) -> Outcome {
        match shown {
            Shown::Card(card) => Outcome::Card { card },
            Shown::CuttingCard => Outcome::CuttingCard,
            Shown::Reader(answer) => Outcome::Reader { blackjack: answer == Answer::Blackjack },
        }
    }
}
