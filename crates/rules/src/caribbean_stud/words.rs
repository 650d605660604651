//! The words of caribbean stud poker: what people do, and what the dealer says and does.

use super::options::{Exposed, Shuffle};
use crate::{
    hands::poker::Kind,
    kit::cards::DECK,
    party::{Patron, Seat},
    seats::MOST_SEATS,
    vocabulary::Vocabulary,
};
use core::{cmp::Ordering, fmt};

/// What people do beside wagering.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Deed {
    /// The dealer inspects the deck.
    Inspect,
    /// The floorperson verifies the inspection.
    Verify,
    /// The dealer spreads the cards for the first player.
    Spread,
    /// The dealer turns the cards down, washes and stacks them.
    Wash,
    /// The dealer takes a deck that came inspected and shuffled.
    PreShuffled,
    /// The dealer shuffles, or has the device shuffle.
    Shuffle,
    /// The dealer cuts, taking so many cards from the top.
    Cut(u16),
    /// A supervisor requires a recut.
    Recut,
    /// The dealer spreads the cards of an idle table.
    Idle(Face),
    /// The dealer turns spread cards face up.
    TurnUp,
    /// A player takes a seat.
    SitAt(Seat),
    /// A player leaves.
    Leave,
    /// The dealer closes the wagers and presses the lock-out button.
    NoMoreBets,
    /// The dealer deals.
    Deal,
    /// The dealer puts the stub into the discard rack.
    RackStub,
    /// The dealer counts the stub, and it is right.
    CountStub,
    /// A player looks at his cards.
    Look,
    /// A player folds.
    Fold,
    /// The dealer turns the hole cards.
    Turn,
}

/// 16.4(e): how the cards of an idle table lie.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Face {
    /// Faces upward.
    Up,
    /// Faces downward.
    Down,
}

/// What the dealer says and does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Call {
    /// Does one of the deeds that need no more words.
    Did(Deed),
    /// Spreads, washes or stacks each of two decks apart.
    EachDeck,
    /// Has the cards shuffled.
    Shuffles(Shuffle),
    /// Plays this deck, the other being in the device.
    Plays(u8),
    /// Takes the shuffled stack uncut.
    Uncut,
    /// Puts the cover card down.
    Covers,
    /// Takes so many cards from the top and puts them on it.
    Takes(u16),
    /// Puts the rest on top.
    Completes,
    /// Takes the cover card away.
    Uncovers,
    /// Spreads the cards of an idle table.
    Idles(Face),
    /// Seats a player.
    Seats(Patron, Seat),
    /// A player leaves.
    Frees(Patron, Seat),
    /// Sees an acceptor's light.
    Light(Seat),
    /// "No more bets".
    NoMoreBets,
    /// Presses the lock-out button.
    LocksOut,
    /// Compares progressive chips with lights.
    Verifies(u8),
    /// Puts the deck into the shoe.
    Loads,
    /// Deals from the hand.
    FromHand,
    /// Holds the deck in one hand.
    Holds,
    /// Has the shoe give out stacks of five.
    Stacks,
    /// Begins with the player farthest to the left.
    Begins(Seat),
    /// Deals the first, second, … card face down to each player.
    ToPlayers(u8),
    /// Deals a card face down to the dealer's place.
    ToDealer,
    /// Deals the third to fifth cards.
    Rest,
    /// Turns one card of the dealer's stack up.
    Exposes(Exposed),
    /// Puts the stub away.
    RacksStub,
    /// Counts it.
    CountsStub(u16),
    /// Waits for this player.
    Asks(Seat),
    /// A player looks.
    Looks(Patron),
    /// Takes the cards of a player who folds.
    TakesCards(Seat),
    /// Turns the hole cards.
    Turns,
    /// Says what a hand is: a player's, or the dealer's own.
    Ranks(Option<Seat>, Kind),
    /// The same of a straight that begins with the ace.
    AceLow(Option<Seat>, Kind),
    /// A player's hand is higher than the dealer's, equal or lower.
    Compares(Seat, Ordering),
    /// The dealer's hand qualifies, or not.
    Qualifies(bool),
    /// Collects all cards.
    PicksUp,
    /// Discards a card found face up.
    Discards,
    /// Uses a card drawn in error as the next one.
    UsesNext,
    /// Goes on despite a hole card shown.
    PlaysOn,
    /// The count of the stub is wrong.
    WrongCount(u16),
    /// All hands are void.
    Void,
    /// The deck leaves the table.
    RemovesDeck,
}

impl Deed {
    /// What each person does unless they say otherwise: the staff prepare the deck and lead the round on; a player folds,
    /// since every other choice takes a further wager.
    pub(super) const USUAL: [Deed; 13] = [
        Deed::Inspect,
        Deed::Verify,
        Deed::Spread,
        Deed::Wash,
        Deed::TurnUp,
        Deed::Shuffle,
        Deed::Cut(DECK / 2),
        Deed::NoMoreBets,
        Deed::Deal,
        Deed::CountStub,
        Deed::RackStub,
        Deed::Fold,
        Deed::Turn,
    ];

    /// Every deed but the cuts, the usual ones first.
    pub(super) const PLAIN: [Deed; 17] = [
        Deed::Inspect,
        Deed::Verify,
        Deed::Spread,
        Deed::Wash,
        Deed::Shuffle,
        Deed::NoMoreBets,
        Deed::Deal,
        Deed::CountStub,
        Deed::RackStub,
        Deed::Look,
        Deed::Fold,
        Deed::Turn,
        Deed::PreShuffled,
        Deed::Recut,
        Deed::TurnUp,
        Deed::Idle(Face::Up),
        Deed::Idle(Face::Down),
    ];
}

impl Vocabulary for Deed {
    fn each(tell: &mut impl FnMut(Deed)) {
        Deed::PLAIN.into_iter().for_each(&mut *tell);
        Deed::cuts(tell);
        Deed::coming_and_going(tell);
    }
}

impl Deed {
    /// Every cut, the one in the middle first.
    pub(super) fn cuts(tell: &mut impl FnMut(Deed)) {
        tell(Deed::Cut(DECK / 2));
        (0..=DECK).filter(|&n| n != DECK / 2).map(Deed::Cut).for_each(tell);
    }

    /// What players do about their seats.
    pub(super) fn coming_and_going(tell: &mut impl FnMut(Deed)) {
        (1..=MOST_SEATS).map(Seat).map(Deed::SitAt).chain([Deed::Leave]).for_each(tell);
    }
}

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Deed::Inspect => "inspects",
            Deed::Verify => "verifies",
            Deed::Spread => "spreads",
            Deed::Wash => "washes",
            Deed::PreShuffled => "takes a pre-shuffled deck",
            Deed::Shuffle => "shuffles",
            Deed::Cut(n) => return write!(f, "cuts {n} from the top"),
            Deed::Recut => "requires a recut",
            Deed::Idle(Face::Up) => "spreads idle cards face up",
            Deed::Idle(Face::Down) => "spreads idle cards face down",
            Deed::TurnUp => "turns the spread cards up",
            Deed::SitAt(seat) => return write!(f, "sits at {}", seat.0),
            Deed::Leave => "leaves",
            Deed::NoMoreBets => "no-more-bets",
            Deed::Deal => "deals",
            Deed::RackStub => "puts the stub away",
            Deed::CountStub => "counts the stub",
            Deed::Look => "looks",
            Deed::Fold => "folds",
            Deed::Turn => "turns the hole cards",
        })
    }
}

/// `p1 at seat 3`'s hand is named by its seat; the dealer's by its owner.
struct Whose(Option<Seat>);

impl fmt::Display for Whose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(seat) => write!(f, "seat {}", seat.0),
            None => f.write_str("the dealer's hand"),
        }
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Call::Did(Deed::Inspect) => "inspects the deck",
            Call::Did(Deed::Verify) => "has the floorperson verify the inspection",
            Call::Did(Deed::Spread) => "spreads the cards face up for the first player to inspect",
            Call::Did(Deed::Wash) => "turns the cards face down, washes and stacks them",
            Call::Did(Deed::PreShuffled) => "takes a deck that was inspected and shuffled beforehand",
            Call::Did(Deed::Recut) => "has the cards recut",
            Call::Did(Deed::TurnUp) => "turns the spread cards face up for the player to inspect",
            Call::Did(deed) => return write!(f, "{deed}"),
            Call::EachDeck => "does so with each of the two decks apart",
            Call::Shuffles(Shuffle::Manual) => "shuffles the cards and stacks them",
            Call::Shuffles(Shuffle::Device { .. }) => "has the device shuffle the cards and stack them",
            Call::Plays(deck) => {
                let other = if *deck == 1 { 2 } else { 1 };
                return write!(f, "plays deck {deck}, with deck {other} in the device");
            }
            Call::Uncut => "takes the stack as the device left it, without a cut",
            Call::Covers => "puts the cover card in front of the deck",
            Call::Takes(n) => {
                return write!(f, "takes {n} cards from the top and puts them on the cover card");
            }
            Call::Completes => "puts the rest of the deck on top of them",
            Call::Uncovers => "moves the cover card to the discard rack",
            Call::Idles(Face::Up) => "spreads the cards of the idle table face up",
            Call::Idles(Face::Down) => "spreads the cards of the idle table face down",
            Call::Seats(patron, seat) => return write!(f, "sees {patron} sit down at seat {}", seat.0),
            Call::Frees(patron, seat) => return write!(f, "sees {patron} leave seat {}", seat.0),
            Call::Light(seat) => return write!(f, "sees the acceptor light of seat {} on", seat.0),
            Call::NoMoreBets => "announces \"No more bets\"",
            Call::LocksOut => "presses the lock-out button",
            Call::Verifies(n) => {
                return write!(
                    f,
                    "finds as many progressive chips as lights, {n}, and puts them into the table inventory"
                );
            }
            Call::Loads => "puts the stacked deck into the dealing shoe",
            Call::FromHand => "deals from the hand",
            Call::Holds => "takes the deck in one hand and keeps it over the chip rack",
            Call::Stacks => {
                "has the shoe give five cards to each player, the farthest left first, and to the dealer last"
            }
            Call::Begins(seat) => {
                return write!(f, "begins with seat {}, farthest to the left, and goes clockwise", seat.0);
            }
            Call::ToPlayers(1) => "deals one card face down to each player",
            Call::ToPlayers(_) => "deals a second card face down on top of each player's first",
            Call::ToDealer => "deals himself a second card face down, right of the one face up",
            Call::Rest => {
                "deals the third, fourth and fifth cards around, all face down, his own last each time"
            }
            Call::Exposes(Exposed::Top) => "turns up the top card of the dealer's stack",
            Call::Exposes(Exposed::Bottom) => "turns up the bottom card of the dealer's stack",
            Call::RacksStub => "puts the stub into the discard rack unseen",
            Call::CountsStub(n) => {
                return write!(f, "counts {n} cards of the stub face down: the deck is whole");
            }
            Call::Asks(seat) => return write!(f, "waits for seat {} to bet or fold", seat.0),
            Call::Looks(patron) => return write!(f, "lets {patron} alone look at the five cards"),
            Call::TakesCards(seat) => return write!(f, "takes the cards of seat {}, face down", seat.0),
            Call::Turns => "turns the hole cards up",
            Call::Ranks(whose, kind) => return write!(f, "finds {}: {kind}", Whose(*whose)),
            Call::AceLow(whose, kind) => {
                return write!(f, "finds {}: {kind} from the ace to the five", Whose(*whose));
            }
            Call::Compares(seat, Ordering::Greater) => {
                return write!(f, "finds seat {} higher than the dealer's hand", seat.0);
            }
            Call::Compares(seat, Ordering::Less) => {
                return write!(f, "finds seat {} lower than the dealer's hand", seat.0);
            }
            Call::Compares(seat, Ordering::Equal) => return write!(f, "finds a push with seat {}", seat.0),
            Call::Qualifies(true) => "declares that the dealer's hand qualifies",
            Call::Qualifies(false) => "declares that the dealer's hand does not qualify",
            Call::PicksUp => "collects all cards",
            Call::Discards => "discards the card",
            Call::UsesNext => "uses the card as the next one",
            Call::PlaysOn => "leaves the hole card up and goes on with the round",
            Call::WrongCount(n) => {
                return write!(f, "counts {n} cards of the stub face down: not as it should be");
            }
            Call::Void => "declares all hands void",
            Call::RemovesDeck => "has the whole deck removed from the table",
        })
    }
}
