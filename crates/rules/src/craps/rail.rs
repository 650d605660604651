//! 1.7 and 1.11 (not held): who stands at the rail, and who has the dice.
//!
//! Wagers can be made without a place. Only those who have one are offered the dice; if nobody has, or nobody takes them,
//! somebody whose name the table does not keep throws them (C8).

use super::{Call, Craps, Deed, Phase};
use crate::{
    game::{Event, Observer},
    party::{Actor, Patron, Seat},
    refusal::{Refusal, Why},
    seats::Seats,
};
use law::cite;

/// The rail and the dice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Rail {
    seats: Seats,
    dice: Custody,
    /// Who had the dice last.
    last: Option<Seat>,
}

/// Who has the dice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Custody {
    /// The stickperson.
    Cup,
    /// They are offered to this place; these have been asked, a bit each.
    Offered { to: Seat, asked: u16 },
    /// The shooter.
    Shooter(Seat),
    /// Nobody at the rail took them: somebody throws whose name the table does not keep (C8).
    Unnamed,
}

const fn bit(seat: Seat) -> u16 {
    1 << seat.0
}

impl Rail {
    pub(super) const fn new(places: u8) -> Rail {
        Rail { seats: Seats::new(places), dice: Custody::Cup, last: None }
    }

    /// The shooter, if the table knows him.
    pub(super) fn shooter(&self) -> Option<Patron> {
        if let Custody::Shooter(seat) = self.dice { self.seats.at(seat) } else { None }
    }

    /// Whom the dice are offered to.
    pub(super) fn asked(&self) -> Option<Patron> {
        if let Custody::Offered { to, .. } = self.dice { self.seats.at(to) } else { None }
    }

    /// Whether the dice may go out: there is a shooter, or nobody at the rail to ask.
    pub(super) fn is_ready(&self) -> bool {
        match self.dice {
            Custody::Shooter(_) | Custody::Unnamed => true,
            Custody::Offered { .. } => false,
            Custody::Cup => !self.is_attended(),
        }
    }

    fn is_attended(&self) -> bool {
        self.seats.from_highest().next().is_some()
    }

    /// 1.7: the first at the boxperson's left, which is the highest place; 1.11: after a shooter, the one on his left.
    /// Then clockwise, each once.
    fn next(&self, asked: u16) -> Option<Seat> {
        let first = match self.last {
            Some(Seat(1)) | None => self.seats.all().next_back()?,
            Some(Seat(last)) => Seat(last - 1),
        };
        self.seats.clockwise_from(first).map(|(seat, _)| seat).find(|&seat| asked & bit(seat) == 0)
    }
}

impl Craps {
    /// Whether this may be done at the rail or with the dice now.
    pub(super) fn may_at_rail(&self, by: Actor, deed: Deed) -> Result<(), Refusal> {
        let no = |why| Err(Refusal::new(deed.cite(), why));
        let at_rest = matches!(self.phase, Phase::Open | Phase::InHand);
        let rail = &self.rail;
        match (deed, by) {
            (Deed::Stand(seat), Actor::Patron(_)) if !rail.seats.has(seat) => {
                Err(Refusal::new(cite!("19:46-1.11"), Why::NoSuchPlace))
            }
            (Deed::Stand(seat), Actor::Patron(patron)) => {
                match (rail.seats.at(seat), rail.seats.of(patron)) {
                    (Some(_), _) => no(Why::SeatTaken),
                    (None, Some(_)) => no(Why::NotNow),
                    (None, None) => Ok(()),
                }
            }
            (Deed::Leave, Actor::Patron(patron)) => match rail.seats.of(patron) {
                None => no(Why::NotSeated),
                Some(_) if [rail.shooter(), rail.asked()].contains(&Some(patron)) => no(Why::StillInPlay),
                Some(_) => Ok(()),
            },
            (Deed::OfferDice, Actor::Dealer) => {
                let free = matches!(rail.dice, Custody::Cup | Custody::Unnamed) && self.phase == Phase::Open;
                if free && rail.is_attended() { Ok(()) } else { no(Why::NotNow) }
            }
            (Deed::AcceptDice | Deed::DeclineDice, Actor::Patron(patron)) => match rail.asked() {
                Some(asked) if asked == patron => Ok(()),
                Some(_) => no(Why::NotYours),
                None => no(Why::NotNow),
            },
            (Deed::PassDice, Actor::Patron(patron)) => match rail.shooter() {
                Some(shooter) if shooter != patron => no(Why::NotYours),
                Some(_) if at_rest => Ok(()),
                _ => no(Why::NotNow),
            },
            (Deed::OrderPassed, Actor::Supervisor) => match rail.shooter() {
                Some(_) if at_rest => Ok(()),
                _ => no(Why::NotNow),
            },
            (Deed::ChangeDice, Actor::Supervisor) if at_rest => Ok(()),
            (Deed::ChangeDice, Actor::Supervisor) => no(Why::NotNow),
            _ => no(Why::NotYours),
        }
    }

    /// Does what [`may_at_rail`](Craps::may_at_rail) has let pass.
    pub(super) fn at_rail(&mut self, by: Actor, deed: Deed, to: &mut impl Observer<Self>) {
        let call = match (deed, by) {
            (Deed::Stand(seat), Actor::Patron(patron)) => {
                self.rail.seats.set(seat, Some(patron));
                Call::Stands(patron, seat)
            }
            (Deed::Leave, Actor::Patron(patron)) => {
                let Some(seat) = self.rail.seats.of(patron) else { return };
                self.rail.seats.set(seat, None);
                Call::Left(patron, seat)
            }
            (Deed::OfferDice, _) => return self.offer(0, to),
            (Deed::DeclineDice, _) => {
                let Custody::Offered { to: seat, asked } = self.rail.dice else { return };
                return self.offer(asked | bit(seat), to);
            }
            (Deed::AcceptDice, Actor::Patron(patron)) => {
                let Custody::Offered { to: seat, .. } = self.rail.dice else { return };
                self.rail.dice = Custody::Shooter(seat);
                Call::Shooter(patron, self.options.dice() - 2)
            }
            (Deed::PassDice | Deed::OrderPassed, _) => return self.dice_pass(to),
            (Deed::ChangeDice, _) => Call::NewDice(self.options.dice()),
            _ => return,
        };
        to.saw(deed.cite(), Event::Called { call });
    }

    /// Offers the dice to the next who has not been asked.
    fn offer(&mut self, asked: u16, to: &mut impl Observer<Self>) {
        let next = self.rail.next(asked).and_then(|seat| Some((seat, self.rail.seats.at(seat)?)));
        let call = match next {
            Some((seat, patron)) => {
                self.rail.dice = Custody::Offered { to: seat, asked };
                Call::Offers(self.options.dice(), patron, seat)
            }
            None => {
                self.rail.dice = Custody::Unnamed;
                Call::NobodyShoots
            }
        };
        // 1.11 sends them to the last shooter's left, 1.7 to the first of all.
        let cite = if self.rail.last.is_some() { cite!("1.11") } else { cite!("1.7") };
        to.saw(cite, Event::Called { call });
    }

    /// 1.11: the shooter gives the dice up, or must.
    pub(super) fn dice_pass(&mut self, to: &mut impl Observer<Self>) {
        if self.rail.dice == Custody::Unnamed {
            self.rail.dice = Custody::Cup;
        }
        let (Custody::Shooter(seat), Some(shooter)) = (self.rail.dice, self.rail.shooter()) else { return };
        self.rail.dice = Custody::Cup;
        self.rail.last = Some(seat);
        self.phase = Phase::Open;
        to.saw(cite!("1.11"), Event::Called { call: Call::DicePass(shooter) });
    }
}
