//! What the dealer says and does, for the dealer's script.

use super::{
    options::Side,
    wagers::{Spot, Wager},
};
use crate::{
    game::Bet,
    hands::blackjack::Total,
    money::Money,
    party::{Patron, Seat},
};
use core::fmt;

/// What the dealer says and does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Call {
    /// Inspects the decks.
    Inspects,
    /// Has the inspection verified.
    Verifies,
    /// Spreads the cards; those of a double shoe apart.
    Spreads(Sides),
    /// Washes and stacks them.
    Washes(Sides),
    /// Shuffles.
    Shuffles(Option<Side>),
    /// Offers the stack to be cut.
    OffersStack,
    /// To this person.
    Offers(Patron, Seat),
    /// Nobody else cuts.
    CutsHimself,
    /// There are too few cards to cut.
    TooFewToCut,
    /// The cutting card goes in.
    Cuts(u16),
    /// The stack is closed around it.
    ClosesCut(u16),
    /// The stack is to be cut again.
    Recuts,
    /// The cutting card goes in near the back, and the shoe is loaded.
    Loads(u16),
    /// The shoe is loaded without one.
    LoadsWithout,
    /// The cutting card lies less than about a quarter in.
    TooShallow(u16),
    /// Loads the continuous device.
    LoadsDevice,
    /// Cards go back into it.
    Returns,
    /// Burns a card.
    Burns,
    /// Will show it.
    WillShowBurned,
    /// A new dealer.
    TakesOver,
    /// The licensee wants a reshuffle.
    Reshuffles,
    /// The cutting card wants one.
    HasToReshuffle,
    /// The Bart Carter Shuffle, with so many cards.
    BartCarter(u16),
    /// Those were not about one deck.
    NotOneDeck(u16),
    /// The cutting card is out: the round goes on, and then the cards are shuffled.
    GoesOnToTheEnd,
    /// The cards left in the shoe, or in a side of it, go to the rack.
    EmptiesShoe(Option<Side>),
    /// Seats a patron.
    Seats(Patron, Seat),
    /// A patron leaves.
    Frees(Patron, Seat),
    /// Others may wager on the box.
    Shares(Patron, Seat),
    /// The wager lies behind the caller's.
    PutsBehind(Patron, Seat),
    /// Who calls the decisions of a shared box.
    Caller(Patron, Seat),
    /// Keeps a place.
    Reserves(Patron, Seat),
    /// Hears a wager in cash.
    Hears(Bet<Wager>),
    /// One of the two confirmations.
    HalfConfirmed,
    /// Gives cash back.
    Declines(Patron, Money),
    /// Begins the deal.
    Deals,
    /// Draws a determinant card.
    Determines(Side),
    /// The round is dealt from this side.
    DealsFrom(Side),
    /// The determinant card is the first card.
    KeepsDeterminant,
    /// The determinant card is burned.
    BurnsDeterminant,
    /// The hole card lies face down.
    HoleDown,
    /// A blackjack, paid now or later.
    Blackjack(Seat),
    /// A split ace and ten.
    NoBlackjack(Seat),
    /// Takes insurance.
    OffersInsurance,
    /// Takes no more.
    ClosesInsurance,
    /// The hole card goes into the reader.
    Checks,
    /// It makes no blackjack.
    NoDealerBlackjack,
    /// The dealer has one.
    DealerBlackjack,
    /// A point total.
    Total(Seat, u8, Total),
    /// A hand of 21, or of a split ace, gets no more.
    NoMore(Seat, u8),
    /// A player stands.
    Stands(Seat, u8),
    /// A player draws.
    Draws(Seat, u8),
    /// One card goes sideways.
    Sideways(Seat, u8),
    /// A pair is split.
    Splits(Seat, u8, u8),
    /// A hand is surrendered; the wager goes on the cards.
    Surrendered(Seat),
    /// Insurance is settled apart from it.
    SettledApart(Seat),
    /// Somebody else does not double.
    NotDoubled(Patron),
    /// Somebody else's wager lies on this hand alone.
    Chose(Patron, u8),
    /// "Dealer's Card".
    DealersCard,
    /// Turns the hole card.
    TurnsHole,
    /// No second card: nothing depends on it.
    NoSecondCard,
    /// No further card: nothing depends on it.
    NoDraw,
    /// The dealer's total.
    DealerTotal(Total),
    /// Collects additional wagers.
    CollectsAdditional,
    /// Pays them.
    PaysAdditional,
    /// They change nothing else.
    NoBearing,
    /// B4: money added by doubling has no part in a bonus.
    BonusOnFirst(Seat, u8),
    /// B13: what went over 21 counts against a dealer's blackjack.
    BustCounts(Seat),
    /// Collects and pays.
    Collects(Spot),
    /// The dealer's cards go, but the first.
    KeepsUpCard,
    /// The dealer's cards go with it.
    TakesAllCards,
    /// The first card moves on.
    MovesUpCard(Spot),
    /// Picks the cards up.
    PicksUp,
    /// A card found face up goes to the rack.
    Discards,
    /// A card is the next from the shoe.
    IsNext,
    /// A player refuses it and gets no more.
    Refused(Seat),
    /// Nobody can use it.
    BurnsIt,
    /// The dealer's own card comes late.
    DealsLate,
    /// There are too few cards.
    TooFew,
    /// And none to shuffle.
    NoneToShuffle,
    /// A box got no card.
    PassedOver(Seat),
    /// Its hand is dead.
    Dead(Seat, u8),
    /// It has one card, and its player chooses.
    HasOneCard(Seat),
    /// The second comes late.
    LateSecond(Seat),
    /// The round is treated as dealt from the right side.
    AsIfRight,
    /// A card did not come.
    Missed(Seat, u8),
    /// It may come now.
    OffersLate(Seat, u8),
    /// It comes.
    DealsMissed(Seat, u8),
    /// A supervisor is told.
    TellsSupervisor,
    /// All hands are dead.
    AllDead,
    /// Play goes on.
    GoesOn,
    /// The reader is out of use.
    WithoutReader,
    /// The first card counts as moved.
    AsIfMoved,
    /// It is looked for.
    LooksForUpCard,
    /// It is back.
    RestoresUpCard,
}

/// Whether cards are handled in one stack or by the sides of a double shoe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sides {
    /// Together.
    One,
    /// Apart.
    Two,
}

/// `box 3`, or `box 3, hand 2`.
struct Of(Seat, u8);

impl fmt::Display for Of {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            1 => write!(f, "box {}", self.0.0),
            hand => write!(f, "box {}, hand {hand}", self.0.0),
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

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Call::Spreads(_)
            | Call::Washes(_)
            | Call::Shuffles(_)
            | Call::Offers(..)
            | Call::Cuts(_)
            | Call::ClosesCut(_)
            | Call::Loads(_)
            | Call::TooShallow(_)
            | Call::BartCarter(_)
            | Call::NotOneDeck(_)
            | Call::EmptiesShoe(_) => self.of_the_shoe(f),
            Call::Seats(..)
            | Call::Frees(..)
            | Call::Shares(..)
            | Call::PutsBehind(..)
            | Call::Caller(..)
            | Call::Reserves(..)
            | Call::Hears(_)
            | Call::Declines(..)
            | Call::NotDoubled(_)
            | Call::Chose(..) => self.of_people(f),
            Call::Determines(_)
            | Call::DealsFrom(_)
            | Call::Blackjack(_)
            | Call::NoBlackjack(_)
            | Call::Total(..)
            | Call::NoMore(..)
            | Call::Stands(..)
            | Call::Draws(..)
            | Call::Sideways(..)
            | Call::Splits(..)
            | Call::BonusOnFirst(..)
            | Call::BustCounts(_)
            | Call::Surrendered(_)
            | Call::SettledApart(_)
            | Call::DealerTotal(_)
            | Call::Collects(_)
            | Call::MovesUpCard(_)
            | Call::Refused(_)
            | Call::PassedOver(_)
            | Call::Dead(..)
            | Call::HasOneCard(_)
            | Call::LateSecond(_)
            | Call::Missed(..)
            | Call::OffersLate(..)
            | Call::DealsMissed(..) => self.of_hands(f),
            _ => f.write_str(self.fixed()),
        }
    }
}

impl Call {
    fn of_the_shoe(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Call::Spreads(Sides::One) => {
                f.write_str("spreads the cards face up for the first players to inspect")
            }
            Call::Spreads(Sides::Two) => {
                f.write_str("spreads the decks of each side apart, face up, for the first players to inspect")
            }
            Call::Washes(Sides::One) => f.write_str("turns the cards face down, washes and stacks them"),
            Call::Washes(Sides::Two) => {
                f.write_str("turns the cards of each side face down, washes and stacks them apart")
            }
            Call::Shuffles(None) => f.write_str("shuffles the cards"),
            Call::Shuffles(Some(side)) => write!(f, "shuffles the cards of the {side} side"),
            Call::Offers(patron, seat) => write!(f, "offers the cut to {patron} at box {}", seat.0),
            Call::Cuts(n) => write!(f, "has the cutting card behind {n} cards"),
            Call::ClosesCut(n) => write!(f, "puts the {n} cards in front of the cutting card to the back"),
            Call::Loads(n) => write!(f, "puts the cutting card {n} cards from the back and loads the shoe"),
            Call::TooShallow(n) => {
                write!(f, "is warned: the cutting card should lie about {n} cards from the back or more")
            }
            Call::BartCarter(n) => {
                write!(f, "shuffles the {n} cards of the rack and puts them into the shoe in three stacks")
            }
            Call::NotOneDeck(n) => write!(f, "is warned: {n} cards are not about one deck"),
            Call::EmptiesShoe(None) => f.write_str("puts the cards left in the shoe into the discard rack"),
            Call::EmptiesShoe(Some(side)) => {
                write!(f, "puts the cards left in the {side} side, and its discards, face down into the rack")
            }
            _ => Ok(()),
        }
    }

    fn of_people(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Call::Seats(patron, seat) => write!(f, "sees {patron} sit down at box {}", seat.0),
            Call::Frees(patron, seat) => write!(f, "sees {patron} leave box {}", seat.0),
            Call::Shares(patron, seat) => write!(f, "hears {patron} consent to others on box {}", seat.0),
            Call::PutsBehind(patron, seat) => {
                write!(f, "has {patron}'s wager in line behind the caller's on box {}", seat.0)
            }
            Call::Caller(patron, seat) => write!(f, "takes the decisions on box {} from {patron}", seat.0),
            Call::Reserves(patron, seat) => {
                write!(f, "keeps box {} for {patron}, who leaves for a while", seat.0)
            }
            Call::Hears(bet) => write!(f, "hears {bet}"),
            Call::Declines(patron, cash) => write!(f, "gives {patron} {cash} back"),
            Call::NotDoubled(patron) => write!(f, "lets {patron}'s wager lie as it is"),
            Call::Chose(patron, hand) => write!(f, "has {patron}'s wager on hand {hand} alone"),
            _ => Ok(()),
        }
    }

    fn of_hands(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Call::Determines(side) => write!(f, "draws a determinant card from the {side} side"),
            Call::DealsFrom(side) => write!(f, "deals this round from the {side} side"),
            Call::Blackjack(seat) => write!(f, "announces blackjack at box {}", seat.0),
            Call::NoBlackjack(seat) => {
                write!(f, "counts ace and ten of a split pair at box {} as 21, no blackjack", seat.0)
            }
            Call::Total(seat, hand, total) => write!(f, "announces {} at {}", Points(total), Of(seat, hand)),
            Call::NoMore(seat, hand) => write!(f, "deals no more to {}", Of(seat, hand)),
            Call::Stands(seat, hand) => write!(f, "lets {} stand", Of(seat, hand)),
            Call::Draws(seat, hand) => write!(f, "lets {} draw", Of(seat, hand)),
            Call::Sideways(seat, hand) => write!(f, "puts one card sideways to {}", Of(seat, hand)),
            Call::Splits(seat, one, other) => {
                write!(f, "splits the pair at box {} into hands {one} and {other}", seat.0)
            }
            Call::Surrendered(seat) => {
                write!(f, "puts the surrendered wager of box {} on its cards", seat.0)
            }
            Call::SettledApart(seat) => write!(f, "will settle the insurance of box {} apart", seat.0),
            Call::BonusOnFirst(seat, hand) => {
                write!(f, "pays the bonus at {} on the first wager alone (reading B4)", Of(seat, hand))
            }
            Call::BustCounts(seat) => {
                write!(f, "counts what box {} lost by going over 21 as its loss (reading B13)", seat.0)
            }
            Call::DealerTotal(total) => write!(f, "announces {} for himself", Points(total)),
            Call::Collects(Spot::First) => {
                f.write_str("collects the losing wagers and pays the winning ones")
            }
            Call::Collects(spot) => write!(f, "collects and pays the wagers{spot}"),
            Call::MovesUpCard(spot) => {
                write!(f, "moves the first card to the area of hand {}", spot.number())
            }
            Call::Refused(seat) => write!(f, "deals no more to box {}, which refused the card", seat.0),
            Call::PassedOver(seat) => write!(f, "has passed box {} over", seat.0),
            Call::Dead(seat, hand) => write!(f, "calls {} dead", Of(seat, hand)),
            Call::HasOneCard(seat) => write!(f, "asks box {}, which has one card, for its choice", seat.0),
            Call::LateSecond(seat) => write!(f, "deals the second card to box {} after all others", seat.0),
            Call::Missed(seat, hand) => write!(f, "has missed the card that {} asked for", Of(seat, hand)),
            Call::OffersLate(seat, hand) => write!(f, "offers the missed card to {}", Of(seat, hand)),
            Call::DealsMissed(seat, hand) => write!(f, "deals the missed card to {}", Of(seat, hand)),
            _ => Ok(()),
        }
    }

    const fn fixed(&self) -> &'static str {
        match self {
            Call::Inspects => "inspects the decks",
            Call::Verifies => "has the floorperson verify the inspection",
            Call::OffersStack => "offers the stack, backs away from him, to be cut",
            Call::CutsHimself => "finds nobody to cut, and will",
            Call::TooFewToCut => "has too few cards to cut them ten from either end",
            Call::Recuts => "has the cards recut",
            Call::LoadsWithout => "loads the shoe without a cutting card",
            Call::LoadsDevice => "loads the continuous device",
            Call::Returns => "returns the cards to the continuous device",
            Call::Burns => "puts one card face down into the discard rack",
            Call::WillShowBurned => "will show the burned card",
            Call::TakesOver => "comes to the table",
            Call::Reshuffles => "is told to reshuffle",
            Call::HasToReshuffle => "prepares a reshuffle: the cutting card was reached",
            Call::GoesOnToTheEnd => "finishes the round before the reshuffle",
            Call::HalfConfirmed => "has one of two confirmations",
            Call::Deals => "deals from his left",
            Call::KeepsDeterminant => "gives the determinant card to the first box",
            Call::BurnsDeterminant => "burns the determinant card in its segregated area",
            Call::HoleDown => "puts his second card face down",
            Call::OffersInsurance => "takes insurance",
            Call::ClosesInsurance => "takes no more insurance",
            Call::Checks => "puts the hole card into the card reader, face down",
            Call::NoDealerBlackjack => "finds no blackjack and goes on",
            Call::DealerBlackjack => "has a blackjack and deals no more cards",
            Call::DealersCard => "announces \"Dealer's Card\"",
            Call::TurnsHole => "turns the hole card",
            Call::NoSecondCard => "deals himself no second card: nothing depends on it",
            Call::NoDraw => "draws no card: nothing depends on it",
            Call::CollectsAdditional => "collects the losing additional wagers",
            Call::PaysAdditional => "pays the winning additional wagers",
            Call::NoBearing => "lets all other wagers lie as they are",
            Call::KeepsUpCard => "puts his cards face down into the rack, all but the first",
            Call::TakesAllCards => "puts all his cards face down into the rack",
            Call::PicksUp => "picks the cards up from his far right, his own last, and puts them away",
            Call::Discards => "puts the card away unused",
            Call::IsNext => "keeps the card as the next from the shoe",
            Call::BurnsIt => "burns the card",
            Call::DealsLate => "goes on, and will deal to himself afterwards",
            Call::TooFew => "stops for want of cards and takes up the discards",
            Call::NoneToShuffle => "has no discards to shuffle and cannot complete the round",
            Call::AsIfRight => "goes on as if this were the appropriate side",
            Call::TellsSupervisor => "tells a casino supervisor",
            Call::AllDead => "calls all hands dead and collects the cards",
            Call::GoesOn => "goes on: nobody could learn the hole card",
            Call::WithoutReader => "goes on without a card reader",
            Call::AsIfMoved => "goes on as if the first card had been moved",
            Call::LooksForUpCard => "has the last hand reconstructed from the rack",
            Call::RestoresUpCard => "has the first card back in its area",
            _ => "",
        }
    }
}
