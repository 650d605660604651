//! What is said and done at the table: the deeds of people and the dealer's calls.

use super::{drawing::Announcement, options::TieCall};
use crate::{
    hands::baccarat::Winner,
    money::Money,
    party::{Actor, Patron, Seat},
    preparation::{PreparationCall, Step},
    seats::MOST_SEATS,
    vocabulary::Vocabulary,
};
use core::fmt;
use law::{Citation, cite};

/// What people do beside wagering.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Deed {
    /// A step of the preparation of a shoe.
    Prepare(Step),
    /// The dealer takes decks that came shuffled.
    PreShuffled,
    /// A participant sits down, or moves, to a seat.
    SitAt(Seat),
    /// A participant leaves the table.
    Leave,
    /// The dealer closes the bidding for the bank.
    CloseBidding,
    /// The participant to whom the bank is offered takes it.
    AcceptBank,
    /// The participant to whom the bank is offered does not take it.
    DeclineBank,
    /// The Banker passes the bank.
    PassBank,
    /// The dealer or floorperson orders the Banker to pass it.
    OrderPass,
    /// The dealer or floorperson leaves the bank where it is after an annulled hand.
    KeepBank,
    /// The dealer or floorperson transfers the bank after an annulled hand.
    TransferBank,
    /// The dealer finds that nobody covers the whole, and offers parts.
    OpenParts,
    /// A participant makes no wager in his turn.
    DeclineToWager,
    /// "No More Bets".
    NoMoreBets,
    /// "Cards".
    Cards,
    /// The Banker deals the first four cards.
    Deal,
    /// The Dominant Player, or the Banker, looks at his two cards.
    Look,
    /// The Banker turns his cards up.
    TurnUp,
    /// The Dominant Player, or the Banker, announces something.
    Say(Announcement),
    /// The Banker, who may choose, draws.
    Draw,
    /// The Banker, who may choose, stays.
    StayPut,
}

impl Deed {
    /// What each person does unless they say otherwise, the first of these that is lawful: the staff lead the round on, and
    /// order the bank passed where the Banker holds up the game (4.11(a)2); a participant declines the bank, makes no wager,
    /// passes a bank without a wager on it, deals and shows the cards that are theirs, and stays where there is a choice.
    pub(super) const USUAL: [Deed; 19] = [
        Deed::CloseBidding,
        Deed::DeclineBank,
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

    /// Every deed that is no preparation and no seating, the usual ones first.
    pub(super) const LISTED: [Deed; 22] = [
        Deed::PreShuffled,
        Deed::CloseBidding,
        Deed::AcceptBank,
        Deed::DeclineBank,
        Deed::KeepBank,
        Deed::TransferBank,
        Deed::OpenParts,
        Deed::NoMoreBets,
        Deed::Cards,
        Deed::Deal,
        Deed::Look,
        Deed::TurnUp,
        Deed::Say(Announcement::Natural),
        Deed::Say(Announcement::UnderEight),
        Deed::Say(Announcement::Card),
        Deed::Say(Announcement::Stay),
        Deed::Draw,
        Deed::StayPut,
        Deed::DeclineToWager,
        Deed::PassBank,
        Deed::OrderPass,
        Deed::Leave,
    ];

    /// The provision it is done under, and that says when.
    pub(super) const fn cite(self) -> Citation {
        match self {
            Deed::Prepare(_) => cite!("4.4(a)"),
            Deed::PreShuffled => cite!("4.3(a)"),
            Deed::SitAt(_) | Deed::Leave => cite!("4.11(b)"),
            Deed::CloseBidding => cite!("4.5(b)"),
            Deed::AcceptBank | Deed::DeclineBank => cite!("4.11(b)"),
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
        }
    }
}

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Deed::Prepare(step) => return write!(f, "{step}"),
            Deed::PreShuffled => "takes pre-shuffled decks",
            Deed::SitAt(seat) => return write!(f, "sits at {}", seat.0),
            Deed::Leave => "leaves",
            Deed::CloseBidding => "closes the bidding",
            Deed::AcceptBank => "accepts the bank",
            Deed::DeclineBank => "declines the bank",
            Deed::PassBank => "passes the bank",
            Deed::OrderPass => "orders the bank passed",
            Deed::KeepBank => "keeps the bank",
            Deed::TransferBank => "transfers the bank",
            Deed::OpenParts => "offers parts",
            Deed::DeclineToWager => "declines to wager",
            Deed::NoMoreBets => "no-more-bets",
            Deed::Cards => "calls cards",
            Deed::Deal => "deals",
            Deed::Look => "looks",
            Deed::TurnUp => "turns up",
            Deed::Say(Announcement::Card) => "calls card",
            Deed::Say(Announcement::Stay) => "calls stay",
            Deed::Say(Announcement::Natural) => "calls natural",
            Deed::Say(Announcement::UnderEight) => "calls under eight",
            Deed::Draw => "draws",
            Deed::StayPut => "stays",
        })
    }
}

impl Vocabulary for Deed {
    fn each(tell: &mut impl FnMut(Deed)) {
        Deed::LISTED.into_iter().for_each(&mut *tell);
        (1..=MOST_SEATS).map(Seat).map(Deed::SitAt).for_each(&mut *tell);
        Step::each(&mut |step| tell(Deed::Prepare(step)));
    }
}

/// What the dealer says and does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Call {
    /// Prepares a shoe.
    Prepares(PreparationCall),
    /// Takes decks that came shuffled.
    PreShuffled,
    /// Shows a participant to a seat.
    Seats(Patron, Seat),
    /// Notes that a participant moved, and whether he misses a turn.
    Moves(Patron, Seat, bool),
    /// Sees a participant leave.
    Leaves(Patron),
    /// Offers the shoe to whoever bids most; all but this one may bid.
    InvitesBids(Option<Patron>),
    /// Hears a bid.
    Hears(Patron, Money),
    /// Gives the shoe to a Banker.
    Banker(Patron, Seat),
    /// Offers the bank; the taker must wager from this to twice this.
    OffersBank(Patron, Seat, Option<Money>),
    /// Hears that the bank is not wanted.
    BankDeclined(Patron),
    /// Leaves out a participant who misses his turn.
    Misses(Patron, Seat),
    /// Takes the shoe from the Banker.
    TakesBank(Patron),
    /// The turn goes on from the seat that held a passed bank in turn.
    FromOrigin(Seat),
    /// Leaves the bank where it is, or transfers it; decided by the dealer, or by the floorperson.
    Decides(bool, Actor),
    /// Nobody covers the whole; parts are offered.
    OffersParts,
    /// Goes on to the next.
    NoWager(Patron),
    /// "No More Bets".
    NoMoreBets,
    /// Nothing was wagered against the Banker.
    NoRound,
    /// Names the Dominant Player.
    Dominant(Patron, Seat),
    /// "Cards".
    Cards,
    /// Sees the Banker deal so many cards to the Dominant Player and to himself, face down.
    Deals(u8, u8),
    /// The card that was drawn before is the first.
    FirstWasDrawn,
    /// Sees somebody look at his cards.
    Looks(Patron),
    /// Sees the Banker turn his cards up.
    TurnsUp(Patron),
    /// Repeats what was announced.
    Repeats(Announcement),
    /// Sees the Banker draw for his hand.
    BankerDraws,
    /// Sees the Banker's Hand stay.
    BankerStays,
    /// Counts the right digit of a total of two.
    Counts {
        /// Whether it is the Player's Hand; else it is the Banker's.
        of_player: bool,
        /// The total of its cards.
        total: u8,
    },
    /// The result.
    Result {
        /// Of the Player's Hand.
        player: u8,
        /// Of the Banker's Hand.
        banker: u8,
        /// Which wins.
        winner: Winner,
        /// What is called if neither does.
        tie_call: TieCall,
    },
    /// Collects the losing wagers.
    Collects,
    /// Pays the winning wagers.
    Pays,
    /// The Banker keeps the shoe if he likes.
    MayKeep(Patron),
    /// The cutting card comes out.
    CuttingCard,
    /// The shoe is over.
    ShoeOver,
    /// The hand is void.
    Void,
    /// The Banker's Hand counts zero.
    CountsZero,
    /// The Player's Hand counts the most its cards can make.
    CountsHighest,
    /// The Banker's Hand counts the least two of its cards can make.
    CountsLowest,
    /// Play stops until the card is shown.
    Halts,
    /// A card dealt in error becomes the Banker's.
    BecomesBankers,
    /// An undisclosed card will be the first of the next hand.
    KeepsForNext,
    /// A card goes to the discard bucket without being seen.
    DiscardsUnseen,
    /// So many more cards go to the discard bucket, face up.
    Discards(u8),
    /// A disclosed card will begin a simulated round.
    WillSimulate,
    /// The simulated round begins.
    Simulates,
    /// The cards of the simulated round are discarded.
    Simulated,
    /// The card goes to the Dominant Player.
    GoesToPlayer,
}

impl Call {
    /// What is said the same way every time; nothing for calls that name persons, seats, amounts or counts.
    const fn words(self) -> Option<&'static str> {
        Some(match self {
            Call::PreShuffled => "takes decks that came shuffled, to be cut",
            Call::InvitesBids(None) => "offers the shoe to the highest bidder",
            Call::OffersParts => "offers parts of the Banker's wager, from the Banker's right around",
            Call::NoMoreBets => "calls \"No More Bets\"",
            Call::NoRound => "deals no round, since nobody wagered against the Banker",
            Call::Cards => "calls \"Cards\"",
            Call::FirstWasDrawn => "has the card drawn before used as the first",
            Call::BankerDraws => "has the Banker's Hand draw",
            Call::BankerStays => "has the Banker's Hand stay",
            Call::Collects => "collects the losing wagers",
            Call::Pays => "pays the winning wagers",
            Call::CuttingCard => "sees the cutting card come out",
            Call::ShoeOver => "ends the shoe, and has the cards shuffled",
            Call::Void => "declares the hand void",
            Call::CountsZero => "counts the Banker's Hand as zero",
            Call::CountsHighest => "counts the Player's Hand as the most that its cards can make",
            Call::CountsLowest => "counts the Banker's Hand as the least that two of its cards can make",
            Call::Halts => "halts play until the card is shown",
            Call::BecomesBankers => "gives the card to the Banker's Hand",
            Call::KeepsForNext => "keeps the undisclosed card as the first of the next hand",
            Call::DiscardsUnseen => "puts a card in the discard bucket without showing it",
            Call::Discards(0) => "puts the card in the discard bucket, alone",
            Call::WillSimulate => "keeps the card for a simulated round after this hand",
            Call::Simulates => "begins a simulated round with the card, without wagers",
            Call::Simulated => "discards the cards of the simulated round",
            Call::GoesToPlayer => "gives the card to the Dominant Player",
            Call::Prepares(_)
            | Call::Seats(..)
            | Call::Moves(..)
            | Call::Leaves(_)
            | Call::InvitesBids(Some(_))
            | Call::Hears(..)
            | Call::Banker(..)
            | Call::OffersBank(..)
            | Call::BankDeclined(_)
            | Call::Misses(..)
            | Call::TakesBank(_)
            | Call::FromOrigin(_)
            | Call::Decides(..)
            | Call::NoWager(_)
            | Call::Dominant(..)
            | Call::Deals(..)
            | Call::Looks(_)
            | Call::TurnsUp(_)
            | Call::Repeats(_)
            | Call::Counts { .. }
            | Call::Result { .. }
            | Call::MayKeep(_)
            | Call::Discards(1..) => return None,
        })
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Call::Prepares(call) => write!(f, "{call}"),
            Call::Seats(patron, seat) => write!(f, "seats {patron} at seat {}", seat.0),
            Call::Moves(patron, seat, misses) => {
                write!(f, "notes that {patron} moves to seat {}", seat.0)?;
                f.write_str(if misses { " and misses a turn there" } else { "" })
            }
            Call::Leaves(patron) => write!(f, "sees {patron} leave"),
            Call::InvitesBids(Some(but)) => {
                write!(f, "offers the shoe to the highest bidder, {but} left out in this round")
            }
            Call::Hears(patron, bid) => write!(f, "hears {patron} bid {bid}"),
            Call::Banker(patron, seat) => {
                write!(f, "gives the shoe to {patron} at seat {}, the Banker", seat.0)
            }
            Call::OffersBank(patron, seat, None) => {
                write!(f, "offers the bank to {patron} at seat {}", seat.0)
            }
            Call::OffersBank(patron, seat, Some(last)) => {
                write!(f, "offers the bank to {patron} at seat {} for {last} to twice that", seat.0)
            }
            Call::BankDeclined(patron) => write!(f, "hears {patron} decline the bank"),
            Call::Misses(patron, seat) => {
                write!(f, "leaves out {patron}, who moved to seat {} and misses this turn", seat.0)
            }
            Call::TakesBank(patron) => write!(f, "takes the shoe from {patron}"),
            Call::FromOrigin(seat) => {
                write!(f, "goes on from seat {}, which held the bank before it was passed", seat.0)
            }
            Call::Decides(true, by) => write!(f, "transfers the bank, as decided by {by}"),
            Call::Decides(false, by) => write!(f, "leaves the bank where it is, as decided by {by}"),
            Call::NoWager(patron) => write!(f, "hears {patron} make no wager"),
            Call::Dominant(patron, seat) => {
                write!(f, "names {patron} at seat {} the Dominant Player", seat.0)
            }
            Call::Deals(player, banker) => {
                write!(
                    f,
                    "sees the Banker deal {player} cards to the Dominant Player and {banker} to himself, face down"
                )
            }
            Call::Looks(patron) => write!(f, "sees {patron} look at the cards"),
            Call::TurnsUp(patron) => write!(f, "sees {patron} turn the cards up"),
            Call::Repeats(what) => write!(f, "repeats \"{what}\""),
            Call::Counts { of_player, total } => {
                let hand = if of_player { "Player's" } else { "Banker's" };
                write!(f, "counts the {hand} Hand as {}, of a total of {total}", total % 10)
            }
            Call::Result { player, banker, winner, tie_call } => {
                let ending = match (winner, tie_call) {
                    (Winner::Player, _) => "the Player's Hand wins",
                    (Winner::Banker, _) => "the Banker's Hand wins",
                    (Winner::Tie, TieCall::StandOff) => "\"Stand Off\"",
                    (Winner::Tie, TieCall::TieHand) => "\"Tie Hand\"",
                };
                write!(f, "announces Player's Hand {player}, Banker's Hand {banker}: {ending}")
            }
            Call::MayKeep(patron) => write!(f, "lets {patron} keep the shoe or pass it"),
            Call::Discards(more @ 1..) => write!(f, "puts the card and {more} more in the discard bucket"),
            _ => f.write_str(self.words().unwrap_or_default()),
        }
    }
}
