//! 16.3 and 16.4: the deck is inspected, shuffled, cut; the idle table.

use super::{Call, CaribbeanStud, Deed, Face, Phase, options::Shuffle};
use crate::games::prelude::*;
use crate::kit::cards::{DECK, Shoe};

/// What must still be done to the cards before they are dealt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Deck {
    /// New at the table.
    Received,
    Inspected,
    Verified,
    /// Spread face up.
    Spread,
    /// To be shuffled.
    Stacked,
    /// Shuffled, to be cut.
    ToCut,
    /// To be dealt; whether it was cut.
    Ready {
        cut: bool,
    },
    /// Spread, as nobody plays.
    Idle(Face),
}

impl Deck {
    pub(super) const fn is_ready(self) -> bool {
        matches!(self, Deck::Ready { .. })
    }

    pub(super) fn awaits(self, is_anyone_here: bool) -> Awaits {
        match self {
            Deck::Inspected => Awaits::Decision(Actor::Floorperson),
            Deck::Idle(_) if !is_anyone_here => Awaits::Wagers,
            _ => Awaits::Decision(Actor::Dealer),
        }
    }
}

/// The whole deck, which has no cutting card.
pub(super) fn whole() -> Shoe {
    let mut shoe = Shoe::load(1, 0);
    shoe.take_cutting_card();
    shoe
}

/// 16.4(c)1.ii: a cut takes at least so many cards from the top.
const LEAST_CUT: u16 = 10;

/// The provision of a step; of 16.3 only the end of (d) is held.
const fn cite_of(deed: Deed) -> Citation {
    match deed {
        Deed::Inspect | Deed::Verify => cite!("16.3(a)"),
        Deed::Spread => cite!("16.3(b)"),
        Deed::Wash => cite!("16.3(c)"),
        _ => cite!("16.4(a)"),
    }
}

impl CaribbeanStud {
    pub(super) fn may_prepare(&self, by: Actor, deed: Deed) -> Result<Terms, Refusal> {
        let who = if deed == Deed::Verify { Actor::Floorperson } else { Actor::Dealer };
        let due = match deed {
            Deed::Inspect | Deed::PreShuffled => Deck::Received,
            Deed::Verify => Deck::Inspected,
            Deed::Spread => Deck::Verified,
            Deed::Wash => Deck::Spread,
            _ => Deck::Stacked,
        };
        let is_due = self.deck == due && self.phase == Phase::Open;
        // 16.4(b) and (c): a deck that is ready is dealt.
        match (self.deck, self.phase) {
            (Deck::Ready { cut: false }, Phase::Open) if by == who => not_now(cite!("16.4(b)1")),
            (Deck::Ready { cut: true }, Phase::Open) if by == who => not_now(cite!("16.4(c)2")),
            _ => self.staff_may(who, by, is_due, cite_of(deed)),
        }
    }

    /// 16.3, 16.4(a) and (b): a step towards a stack that can be dealt.
    pub(super) fn prepare(&mut self, deed: Deed, to: &mut impl Observer<Self>) {
        let call = match deed {
            Deed::Inspect => Call::Inspects,
            Deed::Verify => Call::Verifies,
            Deed::Spread => Call::Spreads,
            Deed::Wash => Call::Washes,
            Deed::PreShuffled => Call::TakesPreShuffled,
            _ => Call::Shuffles { device: self.table.options.shuffle() != Shuffle::Manual },
        };
        to.saw(cite_of(deed), Event::Called { call });
        // 16.3(d): with two decks, each goes its own way through these steps.
        if self.table.options.second_deck() && matches!(deed, Deed::Inspect | Deed::Spread | Deed::Wash) {
            to.saw(cite!("16.3(d)"), Event::Called { call: Call::TreatsDecksApart });
        }
        self.deck = match (deed, self.table.options.shuffle()) {
            (Deed::Inspect, _) => Deck::Inspected,
            (Deed::Verify, _) => Deck::Verified,
            (Deed::Spread, _) => Deck::Spread,
            (Deed::Wash, _) => Deck::Stacked,
            // (b)2: pre-shuffled cards are cut, too.
            (Deed::PreShuffled, _) | (_, Shuffle::Manual) => Deck::ToCut,
            (_, Shuffle::Device { .. }) => {
                to.saw(cite!("16.4(b)1"), Event::Called { call: Call::TakesUncut });
                Deck::Ready { cut: false }
            }
        };
        if self.table.options.second_deck() && matches!(deed, Deed::Shuffle | Deed::PreShuffled) {
            // 16.2 (not held): the decks take turns.
            self.batch = if self.batch == 1 { 2 } else { 1 };
            to.saw(cite!("16.2"), Event::Called { call: Call::PlaysDeck { deck: self.batch } });
        }
    }

    /// 16.4(c): the cut, by the dealer; not after a device (K4), and once.
    pub(super) fn may_cut(&self, by: Actor, n: u16) -> Result<Terms, Refusal> {
        let no = |why| Err(Refusal::new(cite!("16.4(c)1.ii"), why));
        match self.deck {
            _ if by != Actor::Dealer => no(Why::NotYours),
            Deck::ToCut if (LEAST_CUT..DECK).contains(&n) => Ok(Terms::plain(cite!("16.4(c)1.ii"))),
            Deck::ToCut => no(Why::TooNearTheEnd { least: LEAST_CUT }),
            Deck::Ready { cut: false } => not_now(cite!("16.4(b)1")),
            Deck::Ready { cut: true } => not_now(cite!("16.4(c)2")),
            _ => not_now(cite!("16.4(b)2")),
        }
    }

    pub(super) fn cut(&mut self, n: u16, to: &mut impl Observer<Self>) {
        to.saw(cite!("16.4(c)1.i"), Event::Called { call: Call::PutsCoverCard });
        to.saw(cite!("16.4(c)1.ii"), Event::Called { call: Call::Cuts { cards: n } });
        to.saw(cite!("16.4(c)1.iii"), Event::Called { call: Call::CompletesCut });
        to.saw(cite!("16.4(c)1.iv"), Event::Called { call: Call::RemovesCoverCard });
        self.deck = Deck::Ready { cut: true };
    }

    /// 16.4(d): after a cut and before the first card (K4).
    pub(super) fn may_recut(&self, by: Actor) -> Result<Terms, Refusal> {
        match (self.deck, self.phase) {
            _ if by != Actor::Supervisor => Err(Refusal::new(cite!("16.4(d)"), Why::NotYours)),
            (Deck::Ready { cut: true }, Phase::Open | Phase::Lights | Phase::Closed) => {
                Ok(Terms::plain(cite!("16.4(d)")))
            }
            _ => not_now(cite!("16.4(d)")),
        }
    }

    pub(super) fn recut(&mut self, to: &mut impl Observer<Self>) {
        to.saw(cite!("16.4(d)"), Event::Called { call: Call::Recuts });
        self.deck = Deck::ToCut;
    }

    /// 16.4(e): nobody is at the table; somebody has come.
    pub(super) fn may_idle(&self, by: Actor, deed: Deed) -> Result<Terms, Refusal> {
        let here = self.is_anyone_here();
        let is_due = match deed {
            Deed::TurnUp => self.deck == Deck::Idle(Face::Down) && here,
            _ => matches!(self.deck, Deck::Stacked | Deck::ToCut | Deck::Ready { .. }) && !here,
        };
        match is_due && self.phase == Phase::Open {
            _ if by != Actor::Dealer => Err(Refusal::new(cite!("16.4(e)"), Why::NotYours)),
            true => Ok(Terms::plain(cite!("16.4(e)"))),
            false => not_now(cite!("16.4(e)")),
        }
    }

    pub(super) fn idle(&mut self, face: Face, to: &mut impl Observer<Self>) {
        to.saw(cite!("16.4(e)"), Event::Called { call: Call::SpreadsIdle { face } });
        self.deck = Deck::Idle(face);
    }

    pub(super) fn turn_up(&mut self, to: &mut impl Observer<Self>) {
        to.saw(cite!("16.4(e)"), Event::Called { call: Call::TurnsUpSpread });
        self.deck = Deck::Spread;
    }

    /// Cards that lie face up can be turned down and washed once somebody is here to have seen them.
    pub(super) fn someone_came(&mut self) {
        if self.deck == Deck::Idle(Face::Up) {
            self.deck = Deck::Spread;
        }
    }

    /// Why the deck cannot be dealt now.
    pub(super) fn deck_is_ready(&self) -> Result<(), Refusal> {
        let cite = match self.deck {
            Deck::Ready { .. } => return Ok(()),
            Deck::Received | Deck::Inspected => cite!("16.3(a)"),
            Deck::Verified => cite!("16.3(b)"),
            Deck::Spread => cite!("16.3(c)"),
            Deck::Stacked => cite!("16.4(a)"),
            Deck::ToCut => cite!("16.4(b)2"),
            Deck::Idle(_) => cite!("16.4(e)"),
        };
        not_now(cite)
    }
}

const fn not_now<T>(cite: Citation) -> Result<T, Refusal> {
    Err(Refusal::new(cite, Why::NotNow))
}
