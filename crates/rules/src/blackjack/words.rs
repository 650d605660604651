//! The words of blackjack: what people do, what the equipment shows, what the dealer says and does.

use super::options::Side;
use crate::{kit::cards::Card, party::Seat, preparation::Step, vocabulary::Vocabulary};
use core::fmt;

/// What people do beside wagering.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Deed {
    /// A step of the preparation of a shoe.
    Prepare(Step),
    /// The dealer puts the cards into the continuous device.
    LoadDevice,
    /// A supervisor has the cards reshuffled.
    OrderReshuffle,
    /// The dealer shuffles the discards into the shoe, by the Bart Carter Shuffle.
    ShuffleRack,
    /// The dealer burns a card.
    Burn,
    /// A patron asks to see it.
    AskBurned,
    /// A new dealer comes to the table.
    TakeOver,
    /// A patron takes a seat at a box.
    SitAt(Seat),
    /// A patron leaves.
    Leave,
    /// The first person on a box consents to others.
    Share(Seat),
    /// A supervisor keeps the place of somebody who leaves for a while.
    Reserve(Seat),
    /// The dealer or the supervisor confirms the wager in cash.
    Confirm,
    /// Either declines it.
    Decline,
    /// The dealer gives back what falls short of the wagers that multiple action asks of each player.
    ReturnIncomplete,
    /// The dealer begins a round.
    Deal,
    /// The dealer begins one with a determinant card from this side.
    DrawFrom(Side),
    /// The dealer closes insurance.
    GoOn,
    /// The dealer puts the hole card into the card reader.
    Check,
    /// A player stands.
    Stand,
    /// A player draws.
    Draw,
    /// A player surrenders.
    Surrender,
    /// A player refuses a card drawn in error.
    Refuse,
    /// Another bettor on the box does not double.
    DoNotDouble,
    /// Another bettor on the box names the hand his wager is to lie on.
    TakeHand(u8),
    /// A player takes a card that was missed.
    TakeCard,
    /// A player has a hand called dead.
    CallDead,
    /// The dealer says it.
    CallDealersCard,
    /// The dealer turns the hole card.
    TurnHole,
    /// The dealer collects and pays.
    Settle,
    /// A supervisor puts the dealer's first card back.
    RestoreUpCard,
}

impl Deed {
    /// What each person does unless they say otherwise, the first of these that is lawful: the staff confirm wagers in cash
    /// and lead the round on. A player stands, does not double, leaves an initial wager on the hand it lies on, and has a
    /// hand called dead whose card was missed, which gives the wager back. Nobody takes insurance for somebody else.
    pub(super) fn usual(may: &mut impl FnMut(Deed) -> bool) -> Option<Deed> {
        use Deed::*;
        let opening = [Confirm, LoadDevice, Burn, Deal].into_iter().chain(Side::ALL.map(DrawFrom));
        let leading = [ReturnIncomplete, Check, GoOn, CallDealersCard, TurnHole, Settle, RestoreUpCard];
        let deciding = [Stand, CallDead, DoNotDouble];
        let taking = (1..=super::wagers::MOST_HANDS).map(TakeHand);
        opening.chain(leading).chain(deciding).chain(taking).find(|&deed| may(deed))
    }

    /// Every deed but the preparation's steps, the usual ones first.
    pub(super) fn own(tell: &mut impl FnMut(Deed)) {
        use Deed::*;
        [Confirm, LoadDevice, Burn, ShuffleRack, Deal].into_iter().for_each(&mut *tell);
        Side::ALL.into_iter().map(DrawFrom).for_each(&mut *tell);
        [ReturnIncomplete, Check, GoOn, CallDealersCard, TurnHole, Settle, RestoreUpCard]
            .into_iter()
            .for_each(&mut *tell);
        [Stand, TakeCard, DoNotDouble].into_iter().for_each(&mut *tell);
        (1..=super::wagers::MOST_HANDS).map(TakeHand).for_each(&mut *tell);
        [Draw, Surrender, Refuse, CallDead].into_iter().for_each(&mut *tell);
        let boxes = || (1..).map(Seat).take(super::round::MOST_BOXES);
        boxes().map(SitAt).for_each(&mut *tell);
        boxes().map(Share).for_each(&mut *tell);
        boxes().map(Reserve).for_each(&mut *tell);
        [Leave, Decline, AskBurned, TakeOver, OrderReshuffle].into_iter().for_each(&mut *tell);
    }
}

impl Vocabulary for Deed {
    fn each(tell: &mut impl FnMut(Deed)) {
        Deed::own(tell);
        Step::each(&mut |step| tell(Deed::Prepare(step)));
    }
}

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Deed::Prepare(step) => return write!(f, "{step}"),
            Deed::LoadDevice => "loads the device",
            Deed::OrderReshuffle => "orders a reshuffle",
            Deed::ShuffleRack => "shuffles the rack",
            Deed::Burn => "burns",
            Deed::AskBurned => "asks for the burned card",
            Deed::TakeOver => "takes over",
            Deed::SitAt(seat) => return write!(f, "sits at {}", seat.0),
            Deed::Leave => "leaves",
            Deed::Share(seat) => return write!(f, "shares box {}", seat.0),
            Deed::Reserve(seat) => return write!(f, "reserves box {}", seat.0),
            Deed::Confirm => "confirms",
            Deed::Decline => "declines",
            Deed::ReturnIncomplete => "returns incomplete wagers",
            Deed::Deal => "deals",
            Deed::DrawFrom(side) => return write!(f, "draws from {side}"),
            Deed::GoOn => "goes on",
            Deed::Check => "checks the hole card",
            Deed::Stand => "stands",
            Deed::Draw => "draws",
            Deed::Surrender => "surrenders",
            Deed::Refuse => "refuses the card",
            Deed::DoNotDouble => "does not double",
            Deed::TakeHand(hand) => return write!(f, "takes hand {hand}"),
            Deed::TakeCard => "takes the card",
            Deed::CallDead => "calls the hand dead",
            Deed::CallDealersCard => "calls dealer's card",
            Deed::TurnHole => "turns the hole card",
            Deed::Settle => "settles",
            Deed::RestoreUpCard => "restores the up card",
        })
    }
}

/// What the equipment shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shown {
    /// A card.
    Card(Card),
    /// The cutting card.
    CuttingCard,
    /// The card reader's one answer: whether the hole card makes a blackjack.
    Reader {
        /// It does.
        is_blackjack: bool,
    },
}

impl Shown {
    /// The reader's two answers.
    pub const READER: [Shown; 2] =
        [Shown::Reader { is_blackjack: true }, Shown::Reader { is_blackjack: false }];
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shown::Card(card) => write!(f, "{card}"),
            Shown::CuttingCard => f.write_str("cutting card"),
            Shown::Reader { is_blackjack: true } => f.write_str("reader blackjack"),
            Shown::Reader { is_blackjack: false } => f.write_str("reader no blackjack"),
        }
    }
}

impl Vocabulary for Shown {
    fn each(tell: &mut impl FnMut(Shown)) {
        Card::all().map(Shown::Card).for_each(&mut *tell);
        tell(Shown::CuttingCard);
        Shown::READER.into_iter().for_each(tell);
    }
}
