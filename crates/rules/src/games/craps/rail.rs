//! 1.7 and 1.11 (not held): who stands at the rail, and who has the dice.
//!
//! Wagers can be made without a place. The dice are offered only to people who have one; if nobody has a place, or
//! nobody takes the dice, somebody whose name the table does not record throws them (C8).

use super::{Call, Craps, Deed, Phase};
use crate::games::prelude::*;
use crate::table::seats::Places;

/// Who has the dice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Custody {
    /// The stickperson.
    Cup,
    /// They are offered to this place; `asked` has a bit for each place that has been asked.
    Offered { to: Seat, asked: u16 },
    /// The shooter.
    Shooter(Seat),
    /// Nobody at the rail took them: somebody throws whose name the table does not record (C8).
    Unnamed,
}

const fn bit(seat: Seat) -> u16 {
    1 << seat.0
}

impl Craps {
    /// The shooter, if they have a place at the rail.
    pub fn shooter(&self) -> Option<Patron> {
        if let Custody::Shooter(seat) = self.dice { self.table.seats.at(seat) } else { None }
    }

    /// The patron to whom the dice are offered.
    pub(super) fn asked(&self) -> Option<Patron> {
        if let Custody::Offered { to, .. } = self.dice { self.table.seats.at(to) } else { None }
    }

    /// Whether the dice may go out: there is a shooter, or there is nobody at the rail to ask.
    pub(super) fn has_shooter(&self) -> bool {
        match self.dice {
            Custody::Shooter(_) | Custody::Unnamed => true,
            Custody::Offered { .. } => false,
            Custody::Cup => !self.is_attended(),
        }
    }

    fn is_attended(&self) -> bool {
        self.table.seats.from_highest().next().is_some()
    }

    /// 1.7: first the place at the boxperson's left, which is the highest; 1.11: after a shooter, the place on the
    /// shooter's left. Then clockwise, each place once.
    fn next_asked(&self, asked: u16) -> Option<(Seat, Patron)> {
        let seats = &self.table.seats;
        let first = match self.last {
            Some(Seat(1)) | None => seats.all().next_back()?,
            Some(Seat(last)) => Seat(last - 1),
        };
        seats.clockwise_from(first).find(|&(seat, _)| asked & bit(seat) == 0)
    }

    /// Whether this may be done now at the rail or with the dice.
    pub(super) fn may_at_rail(&self, by: Actor, deed: Deed) -> Result<Terms, Refusal> {
        let no = |why| Err(Refusal::new(deed.cite(), why));
        let at_rest = matches!(self.phase, Phase::Open | Phase::InHand);
        match (deed, by) {
            (Deed::Stand(seat), Actor::Patron(_)) if !self.table.seats.has(seat) => {
                Err(Refusal::new(cite!("19:46-1.11"), Why::NoSuchPlace))
            }
            (Deed::Stand(seat), _) => self.table.may_sit(by, seat, Places::One, deed.cite()),
            (Deed::Leave, Actor::Patron(patron)) => match self.table.seats.of(patron) {
                None => no(Why::NotSeated),
                Some(_) if self.shooter() == Some(patron) => {
                    Err(Refusal::new(cite!("1.11"), Why::StillInPlay))
                }
                Some(_) if self.asked() == Some(patron) => no(Why::StillInPlay),
                Some(_) => Ok(Terms::plain(deed.cite())),
            },
            (Deed::OfferDice, Actor::Dealer) => match self.dice {
                // 1.11: the shooter keeps the dice until they pass.
                Custody::Shooter(_) if self.phase == Phase::Open => {
                    Err(Refusal::new(cite!("1.11"), Why::NotNow))
                }
                Custody::Cup | Custody::Unnamed => {
                    self.may_when(self.phase == Phase::Open && self.is_attended(), deed)
                }
                _ => self.not_now(),
            },
            (Deed::AcceptDice | Deed::DeclineDice, Actor::Patron(patron)) => match self.asked() {
                Some(asked) if asked == patron => Ok(Terms::plain(deed.cite())),
                Some(_) => no(Why::NotYours),
                None => no(Why::NotNow),
            },
            (Deed::PassDice, Actor::Patron(patron)) => match self.shooter() {
                Some(shooter) if shooter != patron => no(Why::NotYours),
                Some(_) => self.may_when(at_rest, deed),
                None => no(Why::NoShooter),
            },
            (Deed::OrderPassed, Actor::Supervisor) if self.shooter().is_none() => no(Why::NoShooter),
            (Deed::OrderPassed | Deed::ChangeDice, Actor::Supervisor) => self.may_when(at_rest, deed),
            _ => no(Why::NotYours),
        }
    }

    fn may_when(&self, is_due: bool, deed: Deed) -> Result<Terms, Refusal> {
        if is_due { Ok(Terms::plain(deed.cite())) } else { self.not_now() }
    }

    /// Does what [`may_at_rail`](Craps::may_at_rail) has allowed.
    pub(super) fn at_rail(&mut self, by: Actor, deed: Deed, cite: Citation, to: &mut dyn Observer<Self>) {
        let call = match (deed, self.dice, by) {
            (Deed::Stand(seat), ..) => return self.table.sit(by, seat, cite, to),
            (Deed::Leave, ..) => return self.table.leave(by, cite, to),
            (Deed::OfferDice, ..) => return self.offer(0, to),
            (Deed::DeclineDice, Custody::Offered { to: seat, asked }, _) => {
                return self.offer(asked | bit(seat), to);
            }
            (Deed::AcceptDice, Custody::Offered { to: seat, .. }, Actor::Patron(patron)) => {
                self.dice = Custody::Shooter(seat);
                Call::HasShooter { patron, returned: self.table.options.dice() - 2 }
            }
            (Deed::PassDice | Deed::OrderPassed, ..) => return self.dice_pass(to),
            (Deed::ChangeDice, ..) => Call::ChangesDice { dice: self.table.options.dice() },
            _ => return,
        };
        to.saw(cite, Event::Called { call });
    }

    /// Offers the dice to the next person who has not been asked.
    fn offer(&mut self, asked: u16, to: &mut dyn Observer<Self>) {
        let call = match self.next_asked(asked) {
            Some((seat, patron)) => {
                self.dice = Custody::Offered { to: seat, asked };
                Call::OffersDice { dice: self.table.options.dice(), patron, seat }
            }
            None => {
                self.dice = Custody::Unnamed;
                Call::NobodyShoots
            }
        };
        // 1.11 offers them to the left of the last shooter, 1.7 to the first place.
        let cite = if self.last.is_some() { cite!("1.11") } else { cite!("1.7") };
        to.saw(cite, Event::Called { call });
    }

    /// 1.11: the shooter gives up the dice, voluntarily or not.
    pub(super) fn dice_pass(&mut self, to: &mut dyn Observer<Self>) {
        if self.dice == Custody::Unnamed {
            self.dice = Custody::Cup;
        }
        let (Custody::Shooter(seat), Some(patron)) = (self.dice, self.shooter()) else { return };
        self.dice = Custody::Cup;
        self.last = Some(seat);
        self.phase = Phase::Open;
        to.saw(cite!("1.11"), Event::Called { call: Call::PassesDice { patron } });
    }
}
