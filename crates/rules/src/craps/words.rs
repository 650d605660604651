//! The words of a craps table: what people do beside wagering, what the dice show, what the dealers say and do.

use super::wagers::{Number, Wager};
use crate::{
    game::Bet,
    kit::dice::{Dice, Die},
    party::{Patron, Seat},
    seats::MOST_SEATS,
    vocabulary::Vocabulary,
};
use core::fmt;
use law::{Citation, cite};

/// What people do at craps beside wagering. The dealer is whoever of the crew does it, the stickperson included; the
/// supervisor is the boxperson (C16).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Deed {
    /// The dealer or the boxperson confirms a wager in cash, or one made while the dice roll.
    Confirm,
    /// Or declines it.
    Decline,
    /// The dealer puts "on" buttons on the wagers called on.
    Buttons,
    /// The stickperson or the boxperson calls no roll.
    NoRoll,
    /// Or lets the roll stand.
    LetStand,
    /// The stickperson offers the dice.
    OfferDice,
    /// The stickperson sends the dice out to be thrown.
    SendDice,
    /// A player takes the dice and chooses two.
    AcceptDice,
    /// A player does not want them.
    DeclineDice,
    /// The shooter throws.
    Throw,
    /// The shooter gives the dice up.
    PassDice,
    /// The boxperson has the dice passed.
    OrderPassed,
    /// The boxperson has the dice changed.
    ChangeDice,
    /// A player calls a wager on for come-out rolls.
    CallOn(Wager),
    /// A player calls it off again.
    CallOff(Wager),
    /// A player takes a place at the rail.
    Stand(Seat),
    /// A player gives it up.
    Leave,
}

/// What the dice show.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Roll(pub Dice);

/// What the dealers say and do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Call {
    /// Somebody has a place.
    Stands(Patron, Seat),
    /// Somebody has given it up.
    Left(Patron, Seat),
    /// Offers so many dice.
    Offers(u8, Patron, Seat),
    /// Nobody takes them.
    NobodyShoots,
    /// There is a shooter, who chose two dice of so many.
    Shooter(Patron, u8),
    /// The dice go out.
    SendsDice,
    /// The dice are thrown.
    Thrown,
    /// The dice go on.
    DicePass(Patron),
    /// New dice.
    NewDice(u8),
    /// The total.
    Total(u8),
    /// A cocked die counts by this face.
    Cocked(Die),
    /// The puck marks the come-out point.
    PuckOn(Number),
    /// There is no point: the next roll is a come-out roll.
    PuckOff,
    /// Takes the losing wagers.
    Collects,
    /// Pays the winning wagers.
    Pays,
    /// A Horn High Bet becomes two wagers.
    BreaksDown(Bet<Wager>),
    /// A player has called a wager on.
    CalledOn(Patron, Wager),
    /// It has its button.
    Button(Patron, Wager),
    /// It has none any more.
    CalledOff(Patron, Wager),
    /// Hears a wager in cash, or while the dice roll.
    Hears(Bet<Wager>),
    /// Confirms it.
    Confirms(Bet<Wager>),
    /// Gives it back.
    Declines(Bet<Wager>),
    /// No roll: the dice are thrown again.
    NoRoll,
    /// The roll may be called no roll, or stand.
    MayCallNoRoll,
    /// The boxperson must rule.
    Disputed,
    /// The roll stands.
    RollStands,
}

impl Deed {
    /// The provision under which it is done.
    pub(super) const fn cite(self) -> Citation {
        match self {
            Deed::Confirm | Deed::Decline => cite!("1.3"),
            Deed::Buttons => cite!("1.2(a)5"),
            Deed::CallOn(wager) | Deed::CallOff(wager) => match wager.supports() {
                Some(_) => cite!("1.6"),
                None => cite!("1.2(a)5"),
            },
            Deed::NoRoll | Deed::LetStand => cite!("1.9"),
            Deed::OfferDice
            | Deed::SendDice
            | Deed::AcceptDice
            | Deed::DeclineDice
            | Deed::ChangeDice
            | Deed::Stand(_)
            | Deed::Leave => cite!("1.7"),
            Deed::Throw => cite!("1.8"),
            Deed::PassDice | Deed::OrderPassed => cite!("1.11"),
        }
    }
}

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Deed::Confirm => f.write_str("confirms"),
            Deed::Decline => f.write_str("declines"),
            Deed::Buttons => f.write_str("places on buttons"),
            Deed::NoRoll => f.write_str("calls no roll"),
            Deed::LetStand => f.write_str("lets the roll stand"),
            Deed::OfferDice => f.write_str("offers the dice"),
            Deed::SendDice => f.write_str("sends the dice out"),
            Deed::AcceptDice => f.write_str("accepts the dice"),
            Deed::DeclineDice => f.write_str("declines the dice"),
            Deed::Throw => f.write_str("throws"),
            Deed::PassDice => f.write_str("passes the dice"),
            Deed::OrderPassed => f.write_str("orders the dice passed"),
            Deed::ChangeDice => f.write_str("changes the dice"),
            Deed::CallOn(wager) => write!(f, "calls {wager} on"),
            Deed::CallOff(wager) => write!(f, "calls {wager} off"),
            Deed::Stand(Seat(place)) => write!(f, "stands at {place}"),
            Deed::Leave => f.write_str("leaves"),
        }
    }
}

impl Deed {
    /// What each person does unless they say otherwise, the first of these that is lawful: the crew confirms wagers, places
    /// buttons, calls a doubtful roll no roll, and sends the dice out to a shooter before it offers them. A player declines
    /// the dice; a shooter who holds them throws, and one who may not throw passes them.
    pub(super) const USUAL: [Deed; 8] = [
        Deed::Confirm,
        Deed::Buttons,
        Deed::NoRoll,
        Deed::SendDice,
        Deed::OfferDice,
        Deed::DeclineDice,
        Deed::Throw,
        Deed::PassDice,
    ];

    /// Those that name nothing more, staff's first; what is usually done first stands first.
    pub(super) const PLAIN: [Deed; 14] = [
        Deed::Confirm,
        Deed::Decline,
        Deed::Buttons,
        Deed::NoRoll,
        Deed::LetStand,
        Deed::OfferDice,
        Deed::SendDice,
        Deed::OrderPassed,
        Deed::ChangeDice,
        Deed::AcceptDice,
        Deed::DeclineDice,
        Deed::Throw,
        Deed::PassDice,
        Deed::Leave,
    ];
}

impl Vocabulary for Deed {
    fn each(tell: &mut impl FnMut(Deed)) {
        Deed::PLAIN.into_iter().for_each(&mut *tell);
        Wager::each(&mut |wager| {
            if wager.is_off_on_come_out() {
                tell(Deed::CallOn(wager));
                tell(Deed::CallOff(wager));
            }
        });
        (1..=MOST_SEATS).map(|place| Deed::Stand(Seat(place))).for_each(tell);
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "dice {}", self.0)
    }
}

impl Vocabulary for Roll {
    fn each(tell: &mut impl FnMut(Roll)) {
        Dice::all().map(Roll).for_each(tell);
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Call::Stands(patron, Seat(place)) => write!(f, "makes room for {patron} at place {place}"),
            Call::Left(patron, Seat(place)) => write!(f, "has place {place} free, {patron} having left"),
            Call::Offers(dice, patron, Seat(place)) => {
                write!(f, "offers {dice} dice to {patron} at place {place}")
            }
            Call::NobodyShoots => {
                f.write_str("finds nobody at the rail who takes the dice, so somebody else will throw")
            }
            Call::Shooter(patron, others) => {
                write!(f, "has {patron} as shooter, who chose two dice, and puts {others} back into the cup")
            }
            Call::SendsDice => f.write_str("sends the dice out"),
            Call::Thrown => f.write_str("sees the dice thrown at the end wall"),
            Call::DicePass(patron) => write!(f, "takes the dice on from {patron}"),
            Call::NewDice(dice) => write!(f, "puts {dice} new dice into the cup"),
            Call::Total(total) => write!(f, "calls the total, {total}"),
            Call::Cocked(face) => {
                write!(f, "counts {face} for the cocked die, opposite the face it leans on")
            }
            Call::PuckOn(point) => write!(f, "puts the puck on {point}: it is the come-out point"),
            Call::PuckOff => f.write_str("turns the puck off: the next is a come-out roll"),
            Call::Collects => f.write_str("takes the losing wagers"),
            Call::Pays => f.write_str("pays the winning wagers"),
            Call::BreaksDown(bet) => write!(f, "breaks {bet} down: the layout has no area for it"),
            Call::CalledOn(patron, wager) => write!(f, "hears {patron} call {wager} on"),
            Call::Button(patron, wager) => write!(f, "puts an \"on\" button on {patron}'s {wager}"),
            Call::CalledOff(patron, wager) => write!(f, "has {patron}'s {wager} off on come-out rolls again"),
            Call::Hears(bet) => write!(f, "hears {bet}"),
            Call::Confirms(bet) => write!(f, "confirms {bet} aloud"),
            Call::Declines(bet) => write!(f, "declines {bet}"),
            Call::NoRoll => f.write_str("calls \"No Roll\": the dice are thrown again"),
            Call::MayCallNoRoll => f.write_str("may call no roll"),
            Call::Disputed => f.write_str("leaves the face in dispute to the boxperson"),
            Call::RollStands => f.write_str("lets the roll stand"),
        }
    }
}
