//! The words of punto banco: what people do, what the shoe shows, what the dealer says and does.

use super::{Irregularity, Ruling, Side, Wager};
use crate::{
    game::Bet,
    hands::baccarat::Winner,
    money::Money,
    party::{Actor, Patron, Seat},
    preparation::{PreparationCall, Step},
    seats::MOST_SEATS,
    vocabulary::Vocabulary,
};
use core::fmt;

/// What people do at punto banco beside wagering.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Deed {
    /// A step on the way to a loaded shoe.
    Prepare(Step),
    /// A patron takes a seat.
    Sit(Seat),
    /// A patron leaves the table.
    Leave,
    /// The dealer offers the shoe.
    OfferShoe,
    /// The patron accepts it.
    AcceptShoe,
    /// The patron declines it.
    DeclineShoe,
    /// The patron accepts it and names the dealer curator.
    NameDealer,
    /// The dealer closes the wagers.
    NoMoreBets,
    /// The dealer tells the curator to deal.
    Cards,
    /// The curator deals.
    Deal,
    /// A player asks to see the Banker's Hand first.
    AskBankerFirst,
    /// Whoever was handed this hand turns it.
    Turn(Side),
    /// The dealer announces the result.
    Announce,
    /// The curator remains curator.
    Keep,
    /// The curator passes the shoe.
    Pass,
    /// The dealer or the floorperson orders the curator to pass it.
    OrderPass,
    /// The dealer or a supervisor confirms the wager in cash.
    Confirm,
    /// The dealer or a supervisor declines it.
    Decline,
    /// The dealer collects the vigorish marked for this seat.
    Collect(Seat),
    /// A supervisor decides what becomes of a round that went wrong.
    Rule(Ruling),
}

impl Deed {
    /// What each person does unless they say otherwise, the first of these that is lawful: the staff confirm wagers in
    /// cash, lead the round on, and collect vigorish before a shoe is shuffled; a supervisor lets a round go on if it can; a
    /// patron declines the shoe or passes it on, but deals and turns the cards that are theirs to deal and turn.
    pub(super) fn usual(is_patron: bool, may: &mut impl FnMut(Deed) -> bool) -> Option<Deed> {
        use Deed::*;
        let first = [Confirm, DeclineShoe, OfferShoe, NoMoreBets, Cards, Deal];
        let turning = [Turn(Side::Player), Turn(Side::Banker), Announce];
        let after = if is_patron { [Pass, Keep] } else { [Keep, Pass] };
        let rulings = Ruling::ALL.into_iter().map(Rule);
        let collecting = (1..=MOST_SEATS).rev().map(Seat).map(Collect);
        let all = rulings.chain(first).chain(turning).chain(after).chain(collecting);
        all.chain([Prepare(Step::Shuffle)]).find(|&deed| may(deed))
    }

    /// Those without number, the usual ones before the others.
    pub(super) const PLAIN: [Deed; 17] = [
        Deed::Confirm,
        Deed::Decline,
        Deed::AcceptShoe,
        Deed::DeclineShoe,
        Deed::NameDealer,
        Deed::OfferShoe,
        Deed::NoMoreBets,
        Deed::Cards,
        Deed::Deal,
        Deed::Turn(Side::Player),
        Deed::Turn(Side::Banker),
        Deed::Announce,
        Deed::Keep,
        Deed::Pass,
        Deed::OrderPass,
        Deed::AskBankerFirst,
        Deed::Leave,
    ];
}

/// What the dealer says and does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Call {
    /// Prepares a shoe.
    Prepares(PreparationCall),
    /// Shows someone to a seat.
    Seats(Patron, Seat),
    /// Sees someone leave.
    SeesOff(Patron, Seat),
    /// Is warned that someone leaves owing vigorish.
    IsWarned(Patron, Money),
    /// Offers the shoe.
    OffersShoe(Seat, Patron),
    /// Hears that someone does not want it.
    HearsNo(Patron),
    /// Gives the shoe to a curator.
    GivesShoe(Patron),
    /// Acts as curator because nobody accepts the shoe.
    IsCurator,
    /// Acts as curator because the one who accepted it says so.
    IsCuratorFor(Patron),
    /// Leaves the shoe with the curator.
    LeavesShoe(Actor),
    /// Takes the shoe from the curator.
    TakesShoe(Actor),
    /// Hears a wager in cash.
    Hears(Bet<Wager>),
    /// Someone has confirmed it.
    ConfirmedBy(Actor, Patron),
    /// Gives cash back.
    Declines(Patron, Money),
    /// "No More Bets".
    NoMoreBets,
    /// "Cards".
    Cards,
    /// Grants a player's request.
    WillTurnBankerFirst(Actor),
    /// Has the curator deal.
    HasDeal(Actor),
    /// Lays both hands face down.
    LaysDown,
    /// Puts the Banker's Hand under the shoe until the Player's Hand is called.
    PutsBankerAway,
    /// Hands a hand to someone.
    Hands(Side, Actor),
    /// Lets any bettor of the other hand turn this one.
    LetsTurn(Side),
    /// Gets a hand, or its third card, back face up.
    SeesTurned(Side, Actor, bool),
    /// Lays a third card face down and hands it on.
    HandsThird(Side, Actor),
    /// Places both hands face up.
    PlacesHands,
    /// Announces the count of two cards.
    Count(Side, u8),
    /// Finds whether a hand draws.
    Finds(Side, bool),
    /// Tells the curator to deal a third card.
    Instructs(Side),
    /// Sets the cutting card aside.
    SetsAside,
    /// Announces the final count, from the total.
    FinalCount(Side, u8, u8),
    /// Announces who has won, or "Tie Hand".
    Result(Winner),
    /// Collects the losing wagers.
    Collects,
    /// Pays the winning wagers.
    Pays,
    /// "last hand".
    LastHand,
    /// Has no more cards dealt.
    DealsNoMore,
    /// Finds no rule for what went wrong.
    HasNoRule(Irregularity),
    /// Does what the supervisor decided.
    Follows(Ruling),
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Player => "the Player's Hand",
            Side::Banker => "the Banker's Hand",
        })
    }
}

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Deed::Prepare(step) => return write!(f, "{step}"),
            Deed::Sit(seat) => return write!(f, "sits at {}", seat.0),
            Deed::Leave => "leaves",
            Deed::OfferShoe => "offers the shoe",
            Deed::AcceptShoe => "accepts the shoe",
            Deed::DeclineShoe => "declines the shoe",
            Deed::NameDealer => "names the dealer curator",
            Deed::NoMoreBets => "no-more-bets",
            Deed::Cards => "cards",
            Deed::Deal => "deals",
            Deed::AskBankerFirst => "asks for banker first",
            Deed::Turn(Side::Player) => "turns player",
            Deed::Turn(Side::Banker) => "turns banker",
            Deed::Announce => "announces",
            Deed::Keep => "keeps the shoe",
            Deed::Pass => "passes the shoe",
            Deed::OrderPass => "orders the shoe passed",
            Deed::Confirm => "confirms",
            Deed::Decline => "declines",
            Deed::Collect(seat) => return write!(f, "collects vigorish at {}", seat.0),
            Deed::Rule(ruling) => return write!(f, "{ruling}"),
        })
    }
}

impl Vocabulary for Deed {
    fn each(tell: &mut impl FnMut(Deed)) {
        Deed::PLAIN.into_iter().for_each(&mut *tell);
        Ruling::ALL.into_iter().map(Deed::Rule).for_each(&mut *tell);
        for seat in (1..=MOST_SEATS).map(Seat) {
            tell(Deed::Sit(seat));
            tell(Deed::Collect(seat));
        }
        Step::each(&mut |step| tell(Deed::Prepare(step)));
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Call::Prepares(call) => write!(f, "{call}"),
            Call::Seats(patron, seat) => write!(f, "shows {patron} to seat {}", seat.0),
            Call::SeesOff(patron, seat) => write!(f, "sees {patron} leave seat {}", seat.0),
            Call::IsWarned(patron, owed) => write!(f, "is warned: {patron} leaves owing vigorish {owed}"),
            Call::OffersShoe(seat, patron) => write!(f, "offers the shoe to {patron} at seat {}", seat.0),
            Call::HearsNo(patron) => write!(f, "hears {patron} decline the shoe"),
            Call::GivesShoe(patron) => write!(f, "gives the shoe to {patron}, who is curator"),
            Call::IsCurator => f.write_str("acts as curator, since nobody accepts the shoe"),
            Call::IsCuratorFor(patron) => write!(f, "acts as curator, named by {patron}"),
            Call::LeavesShoe(Actor::Dealer) => f.write_str("keeps the shoe"),
            Call::TakesShoe(Actor::Dealer) => f.write_str("gives the shoe up"),
            Call::LeavesShoe(curator) => write!(f, "leaves the shoe with {curator}"),
            Call::TakesShoe(curator) => write!(f, "takes the shoe from {curator}"),
            Call::Hears(bet) => write!(f, "hears {bet}"),
            Call::ConfirmedBy(Actor::Dealer, patron) => write!(f, "confirms the cash of {patron}"),
            Call::ConfirmedBy(by, patron) => write!(f, "hears the {by} confirm the cash of {patron}"),
            Call::Declines(patron, cash) => write!(f, "declines, and gives {patron} {cash} back"),
            Call::NoMoreBets => f.write_str("announces \"No More Bets\""),
            Call::Cards => f.write_str("announces \"Cards\""),
            Call::WillTurnBankerFirst(by) => write!(f, "will turn the Banker's Hand first, as {by} asks"),
            Call::HasDeal(Actor::Dealer) => f.write_str("deals the cards"),
            Call::HasDeal(curator) => write!(f, "has the cards dealt by {curator}"),
            Call::LaysDown => f.write_str("has two cards of each hand face down"),
            Call::PutsBankerAway => f.write_str("puts the Banker's Hand under the shoe's right corner"),
            Call::Hands(side, Actor::Dealer) => write!(f, "keeps {side} to turn it"),
            Call::Hands(side, to) => write!(f, "hands {side} face down to {to}"),
            Call::LetsTurn(side) => write!(f, "lets any bettor of the other hand turn {side}"),
            Call::SeesTurned(side, Actor::Dealer, false) => write!(f, "turns {side}"),
            Call::SeesTurned(side, Actor::Dealer, true) => write!(f, "turns the third card of {side}"),
            Call::SeesTurned(side, by, true) => write!(f, "has the third card of {side} turned by {by}"),
            Call::SeesTurned(side, by, false) => write!(f, "has {side} turned by {by}"),
            Call::HandsThird(side, Actor::Dealer) => write!(f, "keeps the third card of {side} to turn it"),
            Call::HandsThird(side, to) => write!(f, "hands the third card of {side} face down to {to}"),
            Call::PlacesHands => f.write_str("places both hands face up"),
            Call::Count(side, count) => write!(f, "announces {side}: {count}"),
            Call::Finds(side, true) => write!(f, "finds that {side} draws"),
            Call::Finds(side, false) => write!(f, "finds that {side} stays"),
            Call::Instructs(side) => write!(f, "tells the curator to deal a third card to {side}"),
            Call::SetsAside => f.write_str("sets the cutting card aside"),
            Call::FinalCount(side, total, count) => {
                write!(f, "announces {side}: {count}, of a total of {total}")
            }
            Call::Result(Winner::Player) => f.write_str("announces that the Player's Hand wins"),
            Call::Result(Winner::Banker) => f.write_str("announces that the Banker's Hand wins"),
            Call::Result(Winner::Tie) => f.write_str("announces \"Tie Hand\""),
            Call::Collects => f.write_str("collects the losing wagers"),
            Call::Pays => f.write_str("pays the winning wagers, and collects or marks vigorish"),
            Call::LastHand => f.write_str("announces \"last hand\""),
            Call::DealsNoMore => f.write_str("has no more cards dealt until the reshuffle"),
            Call::HasNoRule(what) => {
                write!(f, "stops: {what}; no rule in the texts held, a supervisor decides")
            }
            Call::Follows(ruling) => write!(f, "follows the supervisor, who {ruling}"),
        }
    }
}
