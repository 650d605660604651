//! 3.6 and 3.11: who deals.

use super::{Call, Deed, Phase, PuntoBanco};
use crate::games::prelude::*;
use crate::table::seats::Seats;

/// 3.6(c): the participant who accepted the shoe and deals; 3.6(d): or the dealer in their place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Curator {
    /// The participant at this seat.
    Patron(Seat),
    /// The dealer.
    Dealer {
        /// The seat of the participant who named the dealer; `None` if nobody accepted the shoe.
        named_by: Option<Seat>,
    },
}

/// Who has the shoe.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Custody {
    /// Nobody has it; it must be offered around.
    Free(Around),
    /// Offered to this seat.
    Offered(Around, Seat),
    /// A curator has it.
    Held(Curator),
}

/// How the shoe is offered around the table, always counterclockwise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Around {
    /// The seat where the offer begins.
    first: Seat,
    /// The seat that has just passed it, which is left out (P12).
    passed_by: Option<Seat>,
    cite: Citation,
}

impl Custody {
    /// 3.6(b): when play begins, it is offered to seat one first.
    pub(super) const FIRST: Custody =
        Custody::Free(Around { first: Seat(1), passed_by: None, cite: cite!("3.6(b)") });

    /// 3.11(b) (not held): once passed, it goes to the person on the last curator's right. The dealer has seat one
    /// on the right (G4), except when dealing for the person who named the dealer (P12).
    fn passed_by(curator: Curator, seats: &Seats) -> Custody {
        let (Curator::Patron(seat) | Curator::Dealer { named_by: Some(seat) }) = curator else {
            return Custody::Free(Around { first: Seat(1), passed_by: None, cite: cite!("3.11(b)") });
        };
        Custody::Free(Around { first: seats.right_of(seat), passed_by: Some(seat), cite: cite!("3.11(b)") })
    }

    /// Forgets this seat: the next person to sit here has neither passed the shoe nor named the dealer
    /// curator.
    pub(super) fn forget(&mut self, seat: Seat) {
        let whose = match self {
            Custody::Free(around) | Custody::Offered(around, _) => &mut around.passed_by,
            Custody::Held(Curator::Dealer { named_by }) => named_by,
            Custody::Held(Curator::Patron(_)) => return,
        };
        if *whose == Some(seat) {
            *whose = None;
        }
    }
}

impl Around {
    /// The participants in the order of the offer.
    fn order<'a>(&self, seats: &'a Seats) -> impl Iterator<Item = (Seat, Patron)> + 'a {
        let passed_by = self.passed_by;
        seats.counterclockwise_from(self.first).filter(move |(seat, _)| Some(*seat) != passed_by)
    }
}

impl PuntoBanco {
    /// The patron who must accept or decline the shoe.
    pub(super) fn offered_to(&self) -> Option<Patron> {
        match self.custody {
            Custody::Offered(_, seat) => self.table.seats.at(seat),
            Custody::Free(_) | Custody::Held(_) => None,
        }
    }

    pub(super) fn may_handle_shoe(&self, by: Actor, deed: Deed) -> Result<Terms, Refusal> {
        let yes = |cite| Ok(Terms::plain(cite));
        let not_now = |cite| Err(Refusal::new(cite, Why::NotNow));
        let not_yours = |cite| Err(Refusal::new(cite, Why::NotYours));
        match (deed, self.custody, self.phase) {
            (Deed::OfferShoe, Custody::Free(around), Phase::Open | Phase::Closed | Phase::Called) => {
                if by == Actor::Dealer { yes(around.cite) } else { not_yours(around.cite) }
            }
            (Deed::OfferShoe, _, Phase::Preparing(_) | Phase::Choosing { .. } | Phase::Spent) => {
                not_now(self.comes_first())
            }
            (Deed::OfferShoe, ..) => not_now(cite!("3.6(b)")),
            (Deed::AcceptShoe | Deed::DeclineShoe | Deed::NameDealer, Custody::Offered(around, _), _) => {
                let patron = self.offered_to().map(Actor::Patron);
                if patron == Some(by) { yes(around.cite) } else { not_yours(around.cite) }
            }
            // 3.6(d)1: a participant who has accepted the shoe may still name the dealer, between rounds
            // (P11).
            (Deed::NameDealer, Custody::Held(Curator::Patron(_)), Phase::Open) => {
                if self.curator() == Some(by) { yes(cite!("3.6(d)1")) } else { not_yours(cite!("3.6(d)1")) }
            }
            (Deed::NameDealer, ..) => not_now(cite!("3.6(d)1")),
            (Deed::AcceptShoe | Deed::DeclineShoe, ..) => not_now(cite!("3.6(b)")),
            // 3.11(a)1: whenever the Banker's Hand loses, even if the dealer has the shoe (P7).
            (Deed::Keep, _, Phase::Choosing { banker_lost }) if self.curator() == Some(by) => {
                if banker_lost {
                    not_now(cite!("3.11(a)1"))
                } else {
                    yes(cite!("3.11(a)"))
                }
            }
            (Deed::Pass, _, Phase::Choosing { .. }) if self.curator() == Some(by) => yes(cite!("3.11(a)")),
            (Deed::Keep | Deed::Pass, _, Phase::Choosing { .. }) => not_yours(cite!("3.11(a)")),
            (Deed::Keep | Deed::Pass, ..) => not_now(cite!("3.11(a)")),
            // 3.11(a)2 (not held): by the dealer or the floorperson, and only before any card is dealt.
            (_, _, _) if !matches!(by, Actor::Dealer | Actor::Floorperson) => not_yours(cite!("3.11(a)2")),
            (
                _,
                Custody::Held(Curator::Patron(_)),
                Phase::Open | Phase::Closed | Phase::Called | Phase::Choosing { .. },
            ) => yes(cite!("3.11(a)2")),
            _ => not_now(cite!("3.11(a)2")),
        }
    }

    /// 3.6(b) or, once it was passed, 3.11(b) (not held): offers the shoe.
    pub(super) fn offer_shoe(&mut self, to: &mut dyn Observer<Self>) {
        let (Custody::Free(around) | Custody::Offered(around, _)) = self.custody else { return };
        let next = around.order(&self.table.seats).next();
        self.offer_to(around, next, to);
    }

    pub(super) fn decline_shoe(&mut self, to: &mut dyn Observer<Self>) {
        let Custody::Offered(around, seat) = self.custody else { return };
        if let Some(patron) = self.table.seats.at(seat) {
            to.saw(around.cite, Event::Called { call: Call::HearsDecline { patron } });
        }
        let next = around.order(&self.table.seats).skip_while(|(at, _)| *at != seat).nth(1);
        self.offer_to(around, next, to);
    }

    /// 3.6(d)2: when nobody is left to be offered the shoe, the dealer is curator.
    fn offer_to(&mut self, around: Around, next: Option<(Seat, Patron)>, to: &mut dyn Observer<Self>) {
        match next {
            Some((seat, patron)) => {
                self.custody = Custody::Offered(around, seat);
                to.saw(around.cite, Event::Called { call: Call::OffersShoe { seat, patron } });
            }
            None => {
                self.custody = Custody::Held(Curator::Dealer { named_by: None });
                to.saw(cite!("3.6(d)2"), Event::Called { call: Call::ActsAsCurator { named_by: None } });
            }
        }
    }

    /// 3.6(c): the participant who accepts is the curator.
    pub(super) fn accept_shoe(&mut self, by: Actor, to: &mut dyn Observer<Self>) {
        let Some((patron, seat)) = self.seat_of(by) else { return };
        self.custody = Custody::Held(Curator::Patron(seat));
        to.saw(cite!("3.6(c)"), Event::Called { call: Call::GivesShoe { patron, seat } });
    }

    /// 3.6(d)1: the dealer is curator if the participant who accepts says so.
    pub(super) fn name_dealer(&mut self, by: Actor, to: &mut dyn Observer<Self>) {
        let Some((patron, seat)) = self.seat_of(by) else { return };
        self.custody = Custody::Held(Curator::Dealer { named_by: Some(seat) });
        let call = Call::ActsAsCurator { named_by: Some(patron) };
        to.saw(cite!("3.6(d)1"), Event::Called { call });
    }

    /// 3.11(a): the curator may keep the shoe after any round.
    pub(super) fn keep(&mut self, by: Actor, to: &mut dyn Observer<Self>) {
        to.saw(cite!("3.11(a)"), Event::Called { call: Call::LeavesShoe { curator: by } });
        self.next_round(to);
    }

    /// 3.11(a): voluntarily, or because the Banker's Hand lost.
    pub(super) fn pass(&mut self, by: Actor, to: &mut dyn Observer<Self>) {
        let cite = match self.phase {
            Phase::Choosing { banker_lost: true } => cite!("3.11(a)1"),
            _ => cite!("3.11(a)"),
        };
        to.saw(cite, Event::Called { call: Call::TakesShoe { curator: by } });
        self.free_shoe();
        self.next_round(to);
    }

    /// 3.11(a)2 (not held): the curator is ordered to pass the shoe.
    pub(super) fn order_pass(&mut self, to: &mut dyn Observer<Self>) {
        if let Some(curator) = self.curator() {
            to.saw(cite!("3.11(a)2"), Event::Called { call: Call::TakesShoe { curator } });
        }
        self.free_shoe();
        if let Phase::Choosing { .. } = self.phase {
            self.next_round(to);
        }
    }

    /// The shoe goes back to the dealer, to be offered on.
    pub(super) fn free_shoe(&mut self) {
        if let Custody::Held(curator) = self.custody {
            self.custody = Custody::passed_by(curator, &self.table.seats);
        }
        self.banker_first = false;
    }
}
