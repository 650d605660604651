//! The words of minibaccarat: what people do, what the shoe shows, what the dealer says and does.

use super::{
    drawing::Ruling,
    forms::{Form, Signature},
    wagers::{Side, Wager},
};
use crate::{
    game::Bet,
    hands::baccarat::Winner,
    money::Money,
    party::{Patron, Seat},
    preparation::{PreparationCall, Step},
    seats::MOST_SEATS,
    vocabulary::Vocabulary,
};
use core::fmt;

/// What people do beside wagering.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Deed {
    /// A step of the preparation of a shoe.
    Prepare(Step),
    /// The dealer takes decks that came inspected and shuffled.
    PreShuffled,
    /// With a shuffler: the dealer stacks the cards without a wash.
    Stack,
    /// With a shuffler: the dealer puts the cards into it.
    Feed,
    /// The dealer puts the cards into the continuous device.
    LoadDevice,
    /// The dealer spreads the cards of an idle table.
    Idle(Face),
    /// The dealer turns spread cards face up.
    TurnUp,
    /// A patron asks that the kept batch be spread.
    AskSpread,
    /// A patron takes a seat.
    SitAt(Seat),
    /// A patron leaves.
    Leave,
    /// The dealer or the supervisor confirms the wager in cash.
    Confirm,
    /// Either declines it; or a patron declines the right to turn cards.
    Decline,
    /// A patron puts his wager straight, the amount unchanged.
    Straighten,
    /// The dealer closes the wagers.
    NoMoreBets,
    /// The dealer deals four cards face down.
    Deal,
    /// Someone turns a hand's cards.
    Turn(Side),
    /// A patron asks for the Banker's Hand first.
    AskBankerFirst,
    /// A patron gives up the right to turn the cards.
    Relinquish,
    /// The dealer or floorperson takes it away.
    TakeCards,
    /// A patron takes it over.
    Accept,
    /// The dealer announces the result and settles.
    Announce,
    /// The dealer collects marked vigorish.
    Collect(Seat),
    /// Marked vigorish is documented.
    Document(Seat, Signature),
    /// A form is spoilt.
    VoidForm,
}

/// 7.5(h): how idle cards lie.
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
    /// A step of the preparation.
    Prepares(PreparationCall),
    /// Takes decks that came inspected and shuffled.
    PreShuffled,
    /// Spreads each batch apart.
    SpreadsBatches,
    /// Turns the cards down and stacks them.
    Stacks,
    /// The shuffler shuffles this batch and keeps it.
    Keeps(u8),
    /// Plays this batch.
    Plays(u8),
    /// Clears the discard rack of this batch.
    ClearsRack(u8),
    /// The shuffler shuffles the first batch.
    ShufflesFirst,
    /// The shuffler shuffles the batch in play once more.
    ReshufflesBatch,
    /// Loads the continuous device.
    LoadsDevice,
    /// Cards go back into it.
    Returns,
    /// Spreads the cards of an idle table.
    Idles(Face),
    /// Turns them up for the player who came.
    TurnsUp,
    /// Will spread the kept batch.
    WillSpread(Patron),
    /// Seats a patron.
    Seats(Patron, Seat),
    /// A patron leaves a seat.
    Frees(Patron, Seat),
    /// Hears a wager in cash.
    Hears(Bet<Wager>),
    /// One of the two confirmations.
    HalfConfirmed,
    /// Gives cash back.
    Declines(Patron, Money),
    /// Lets a wager be put straight.
    Straightens(Patron),
    /// "No More Bets".
    NoMoreBets,
    /// Puts four cards down.
    DealsDown,
    /// Hands a hand to a player.
    Hands(Side, Seat),
    /// A third card goes face down.
    ThirdDown(Side),
    /// Someone turns a hand.
    Turned(Side, Option<Patron>),
    /// The Banker's Hand comes first.
    BankerFirst,
    /// The right to turn is given up.
    Relinquished(Seat),
    /// It is offered on.
    OffersRight(Side, Seat),
    /// Nobody takes it.
    TurnsHimself(Side),
    /// A point count.
    Count(Side, u8),
    /// What the rules say of third cards.
    Rules(Side, Ruling),
    /// Takes the cutting card out.
    SetsAside,
    /// "last hand".
    LastHand,
    /// The shoe is finished.
    ShoeEnds,
    /// The result.
    Result(u8, u8, Winner),
    /// "Tie Hand".
    TieHand,
    /// How many cards were dealt.
    Total(usize),
    /// "dragon 7".
    Dragon7,
    /// Collects the losing wagers.
    Collects,
    /// Pays winners and sees to vigorish.
    Pays,
    /// Asks no vigorish.
    NoVigorish(Patron),
    /// Picks the cards up.
    PicksUp,
    /// Takes a marker off.
    TakesMarker(Seat),
    /// Has a form filled in.
    Issues(Form),
    /// Signs it, as others do.
    Signs(Form),
    /// Drops the original.
    Drops(u32),
    /// A form is void.
    VoidsForm(u32),
    /// The wrong card goes to the Banker's Hand.
    GoesToBanker,
    /// A card is kept for the next hand.
    KeepsForNext,
    /// A card and so many more go to the rack.
    Discards(u8),
    /// One more goes unseen.
    DiscardsUnseen,
    /// The card will begin a simulated round.
    WillSimulate,
    /// The card begins a simulated round.
    Simulates,
    /// The simulated round is over.
    EndsSimulation,
    /// Too few cards: the round is void.
    TooFew,
}

impl Deed {
    /// What each person does unless they say otherwise, the first of these that is lawful: the staff confirm wagers in
    /// cash, lead the round on, and collect what is owed where it holds up a reshuffle; a patron turns the cards that were
    /// handed over, and declines the right to turn somebody else's.
    pub(super) fn usual(may: &mut impl FnMut(Deed) -> bool) -> Option<Deed> {
        use Deed::*;
        let first = [Confirm, Stack, Feed, LoadDevice, TurnUp, NoMoreBets, Deal];
        let turning = [Turn(Side::Player), Turn(Side::Banker), Announce, Decline];
        let collecting = (1..=MOST_SEATS).map(Seat).map(Collect);
        first.into_iter().chain(turning).chain(collecting).find(|&deed| may(deed))
    }

    /// Every deed but the preparation's steps, the usual ones first.
    pub(super) fn own(tell: &mut impl FnMut(Deed)) {
        use Deed::*;
        [Confirm, PreShuffled, Stack, Feed, LoadDevice, NoMoreBets, Deal].into_iter().for_each(&mut *tell);
        [Turn(Side::Player), Turn(Side::Banker), Announce, Accept, TurnUp].into_iter().for_each(&mut *tell);
        let seats = || (1..=MOST_SEATS).map(Seat);
        seats().map(Collect).for_each(&mut *tell);
        for signature in Signature::ALL {
            seats().map(|seat| Document(seat, signature)).for_each(&mut *tell);
        }
        [Relinquish, TakeCards, AskBankerFirst, AskSpread].into_iter().for_each(&mut *tell);
        seats().map(SitAt).for_each(&mut *tell);
        [Leave, Decline, Straighten, VoidForm].into_iter().for_each(&mut *tell);
        [Idle(Face::Up), Idle(Face::Down)].into_iter().for_each(&mut *tell);
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
            Deed::PreShuffled => "takes pre-shuffled decks",
            Deed::Stack => "stacks",
            Deed::Feed => "feeds the shuffler",
            Deed::LoadDevice => "loads the device",
            Deed::Idle(Face::Up) => "spreads idle cards face up",
            Deed::Idle(Face::Down) => "spreads idle cards face down",
            Deed::TurnUp => "turns the spread cards up",
            Deed::AskSpread => "asks for a spread",
            Deed::SitAt(seat) => return write!(f, "sits at {}", seat.0),
            Deed::Leave => "leaves",
            Deed::Confirm => "confirms",
            Deed::Decline => "declines",
            Deed::Straighten => "straightens",
            Deed::NoMoreBets => "no-more-bets",
            Deed::Deal => "deals",
            Deed::Turn(side) => return write!(f, "turns {side}"),
            Deed::AskBankerFirst => "asks for banker first",
            Deed::Relinquish => "relinquishes the cards",
            Deed::TakeCards => "takes the cards away",
            Deed::Accept => "accepts the cards",
            Deed::Announce => "announces",
            Deed::Collect(seat) => return write!(f, "collects from {}", seat.0),
            Deed::Document(seat, signature) => return write!(f, "documents {}, {signature}", seat.0),
            Deed::VoidForm => "voids a form",
        })
    }
}

/// `Player's Hand`, `Banker's Hand`.
struct Name(Side);

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Side::Player => "Player's Hand",
            Side::Banker => "Banker's Hand",
        })
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Call::Prepares(call) => write!(f, "{call}"),
            Call::PreShuffled => f.write_str("takes decks that were inspected and shuffled beforehand"),
            Call::SpreadsBatches => f.write_str("spreads each batch apart, face up, for inspection"),
            Call::Stacks => f.write_str("turns the cards face down and stacks them, each batch apart"),
            Call::Keeps(batch) => write!(f, "puts batch {batch} into the shuffler, to be shuffled and kept"),
            Call::Plays(batch) => write!(f, "takes batch {batch} for this shoe"),
            Call::ClearsRack(batch) => write!(f, "clears the discard rack of batch {batch}"),
            Call::ShufflesFirst => f.write_str("has the shuffler shuffle the first batch"),
            Call::ReshufflesBatch => f.write_str("has the shuffler shuffle the spread batch again"),
            Call::LoadsDevice => f.write_str("loads the continuous device"),
            Call::Returns => f.write_str("returns the cards to the continuous device"),
            Call::Idles(Face::Up) => f.write_str("spreads the cards of shoe and rack face up"),
            Call::Idles(Face::Down) => f.write_str("spreads the cards of shoe and rack face down"),
            Call::TurnsUp => f.write_str("turns the spread cards face up for the player to inspect"),
            Call::WillSpread(patron) => write!(f, "will spread and reshuffle the kept batch for {patron}"),
            Call::Seats(patron, seat) => write!(f, "sees {patron} sit down at seat {}", seat.0),
            Call::Frees(patron, seat) => write!(f, "sees {patron} leave seat {}", seat.0),
            Call::Hears(bet) => write!(f, "hears {bet}"),
            Call::HalfConfirmed => f.write_str("has one of two confirmations"),
            Call::Declines(patron, cash) => write!(f, "gives {patron} {cash} back"),
            Call::Straightens(patron) => write!(f, "lets {patron} straighten a wager, the amount unchanged"),
            Call::NoMoreBets => f.write_str("calls \"No More Bets\""),
            Call::DealsDown => {
                f.write_str("puts two cards a hand face down, the Banker's Hand under the shoe")
            }
            Call::Hands(side, seat) => write!(f, "hands the {} to seat {}", Name(*side), seat.0),
            Call::ThirdDown(side) => write!(f, "puts a third card face down to the {}", Name(*side)),
            Call::Turned(side, Some(patron)) => {
                write!(f, "gets the {} from {patron}, face up", Name(*side))
            }
            Call::Turned(side, None) => write!(f, "turns the {}", Name(*side)),
            Call::BankerFirst => f.write_str("turns the Banker's Hand first"),
            Call::Relinquished(seat) => write!(f, "takes the cards back from seat {}", seat.0),
            Call::OffersRight(side, seat) => {
                write!(f, "offers the {} to seat {}", Name(*side), seat.0)
            }
            Call::TurnsHimself(side) => write!(f, "finds nobody to turn the {}, and will", Name(*side)),
            Call::Count(side, count) => write!(f, "announces \"{} {count}\"", Name(*side)),
            Call::Rules(side, ruling) => self.rules(f, *side, *ruling),
            Call::SetsAside => f.write_str("takes the cutting card out and sets it aside"),
            Call::LastHand => f.write_str("announces \"last hand\""),
            Call::ShoeEnds => f.write_str("deals no more cards until the reshuffle"),
            Call::Result(player, banker, winner) => self.result(f, *player, *banker, *winner),
            Call::TieHand => f.write_str("announces \"Tie Hand\""),
            Call::Total(cards) => write!(f, "announces \"{cards} cards\""),
            Call::Dragon7 => f.write_str("announces \"dragon 7\""),
            Call::Collects => f.write_str("collects the losing wagers"),
            Call::Pays => f.write_str("pays the winning wagers"),
            Call::NoVigorish(patron) => write!(f, "asks no vigorish of {patron}"),
            Call::PicksUp => f.write_str("picks the cards up in order and puts them in the discard rack"),
            Call::TakesMarker(seat) => write!(f, "takes the marker of seat {} off", seat.0),
            Call::Issues(form) if f.alternate() => write!(f, "{form:#}"),
            Call::Issues(form) => write!(f, "has the pit clerk prepare {form}"),
            Call::Signs(form) => self.signs(f, form),
            Call::Drops(serial) => {
                write!(f, "drops the original of form {serial} before pit boss and pit clerk")
            }
            Call::VoidsForm(serial) => self.voids(f, *serial),
            Call::GoesToBanker => f.write_str("gives the card to the Banker's Hand as its third"),
            Call::KeepsForNext => f.write_str("keeps the card as the first of the next hand"),
            Call::Discards(0) => f.write_str("discards the card"),
            Call::Discards(n) => write!(f, "discards the card and {n} more"),
            Call::DiscardsUnseen => f.write_str("discards one more card unseen"),
            Call::WillSimulate => {
                f.write_str("lays the card aside: it begins a simulated round after this one")
            }
            Call::Simulates => f.write_str("begins a simulated round with the card, without wagers"),
            Call::EndsSimulation => f.write_str("discards the cards of the simulated round"),
            Call::TooFew => f.write_str("declares the round void for want of cards"),
        }
    }
}

impl Call {
    fn signs(&self, f: &mut fmt::Formatter<'_>, form: &Form) -> fmt::Result {
        write!(f, "signs form {} with pit boss and pit clerk; {}", form.serial, form.signature)?;
        match form.signature {
            Signature::Signed => Ok(()),
            _ => f.write_str(", as one of dealer and pit boss states on it"),
        }
    }

    fn voids(&self, f: &mut fmt::Formatter<'_>, serial: u32) -> fmt::Result {
        write!(f, "has original and duplicate of form {serial} marked \"VOID\", ")?;
        f.write_str("signed by pit boss and pit clerk and kept by the clerk")
    }

    fn result(&self, f: &mut fmt::Formatter<'_>, player: u8, banker: u8, winner: Winner) -> fmt::Result {
        let wins = match winner {
            Winner::Player => ", Player's Hand wins",
            Winner::Banker => ", Banker's Hand wins",
            Winner::Tie => "",
        };
        write!(f, "announces \"Player's Hand {player}, Banker's Hand {banker}{wins}\"")
    }

    fn rules(&self, f: &mut fmt::Formatter<'_>, side: Side, ruling: Ruling) -> fmt::Result {
        match ruling {
            Ruling::Natural => f.write_str("deals no more cards: a natural"),
            Ruling::Draws => write!(f, "lets the {} draw", Name(side)),
            Ruling::Stays => write!(f, "lets the {} stay", Name(side)),
        }
    }
}
