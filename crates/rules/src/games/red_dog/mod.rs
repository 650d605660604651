//! Red dog: subchapter 6, of which only 6.1(a) is held. Everything else cites its section, which is shown as not
//! held.
//!
//! A shoe is prepared → `Open`: original wagers → the dealer deals two cards. Two consecutive cards are a `Tie`; two
//! of the same value call for a third at once; otherwise each player in turn may `Raise`, and the third card decides
//! by the spread.

mod acts;
mod betting;
mod calls;
mod dealing;
mod irregularities;
mod options;
mod payouts;
mod picture;
mod settling;
mod wagers;

pub use acts::Deed;
pub use calls::{Call, VoidCause};
pub use irregularities::Irregularity;
pub use options::{FaceUp, Options, Raise, Supply};
pub use payouts::{Pair, decide, value};
pub use wagers::Wager;

use crate::games::prelude::*;
use crate::{
    kit::cards::{Card, Shoe, Shown},
    table::shoe::{Preparation, Prepares},
};
use arrayvec::ArrayVec;

/// A red dog table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RedDog {
    pub(super) table: Common<RedDog>,
    phase: Phase,
    /// The cards in play; empty while a shoe is being prepared.
    shoe: Shoe,
    /// The cards dealt so far. The third ends the round, so it is here only while the round is settled.
    cards: ArrayVec<Card, 3>,
    /// A card on its way from the shoe to the discards. There is none between two inputs.
    #[cfg_attr(feature = "serde", serde(skip))]
    aside: Option<Card>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Phase {
    Preparing(Preparation),
    /// The decks are stacked and ready for the continuous device.
    Loading,
    Open,
    /// The first two cards are dealt.
    Cards,
    /// They are consecutive.
    Tie,
    /// The player in this area may raise.
    Raise(Seat),
    /// The third card is dealt.
    Third,
}

impl Game for RedDog {
    const NAME: &'static str = "red-dog";
    const TITLE: &'static str = "Red Dog";
    const PERMISSIBLE: Citation = cite!("6.5");

    words_with! { Shown }

    fn open(options: Options) -> Self {
        RedDog {
            table: Common::new(options, options.areas()),
            phase: Phase::Preparing(Preparation::new()),
            shoe: Shoe::load(0, 0),
            cards: ArrayVec::new_const(),
            aside: None,
        }
    }

    fn phase(&self) -> &'static str {
        match self.phase {
            Phase::Preparing(_) => "preparing",
            Phase::Loading => "loading",
            Phase::Open => "open",
            Phase::Cards => "first two cards",
            Phase::Tie => "tie",
            Phase::Raise(_) => "raise",
            Phase::Third => "third card",
        }
    }

    fn awaits(&self) -> Awaits {
        let Common { seats, cash, .. } = &self.table;
        if let Some(spoken) = cash {
            return Awaits::Decision(spoken.waits_for());
        }
        match self.phase {
            Phase::Preparing(preparation) => preparation.awaits(seats),
            Phase::Loading | Phase::Tie => Awaits::Decision(Actor::Dealer),
            Phase::Open => Awaits::Wagers,
            Phase::Raise(seat) => Awaits::Decision(seats.at(seat).map_or(Actor::Dealer, Actor::Patron)),
            Phase::Cards | Phase::Third => Awaits::Equipment,
        }
    }

    in_files! { betting, dealing, irregularities, picture }

    fn may_do(&self, by: Actor, deed: Deed) -> Result<Terms, Refusal> {
        match deed {
            Deed::Prepare(step) => self.may_prepare(by, step),
            Deed::Confirm | Deed::Decline => self.table.may_answer(by, cite!("6.5")),
            Deed::LoadDevice => self.dealer_may(by, Phase::Loading, cite!("6.9")),
            Deed::Deal => {
                self.table.nothing_is_spoken(cite!("6.5"))?;
                self.dealer_may(by, Phase::Open, cite!("6.4"))
            }
            Deed::CallTie => self.dealer_may(by, Phase::Tie, cite!("6.5")),
            Deed::Stand => self.may_stand(by),
            Deed::SitAt(seat) => self.table.may_sit(by, seat, self.places(), cite!("6.8")),
            Deed::Leave => self.table.may_leave(by, self.awaits(), cite!("6.8")),
        }
    }

    fn carry_out(&mut self, by: Actor, deed: Deed, terms: Terms, to: &mut dyn Observer<Self>) {
        let cite = terms.cite;
        match deed {
            Deed::Prepare(step) => self.prepare(by, step, to),
            Deed::LoadDevice => self.load_device(Call::LoadsDevice, to),
            Deed::Deal => {
                to.saw(cite, Event::Called { call: Call::Deals });
                self.phase = Phase::Cards;
                self.advance(to);
            }
            Deed::CallTie => {
                to.saw(cite, Event::Called { call: Call::CallsTie });
                self.settle(Fate::Void, cite, to);
            }
            Deed::Confirm => {
                if let Some(bet) = self.table.confirm(by, cite, to) {
                    self.put(bet, to);
                }
            }
            Deed::Decline => self.table.decline(cite, to),
            Deed::Stand => self.stand(by, to),
            Deed::SitAt(seat) => self.table.sit(by, seat, cite, to),
            Deed::Leave => self.table.leave(by, cite, to),
        }
    }

    fn is_preparing(&self) -> bool {
        matches!(self.phase, Phase::Preparing(_))
    }

    fn prepares(deed: Deed) -> Option<Prepares> {
        match deed {
            Deed::Prepare(step) => Some(Prepares::Step(step)),
            Deed::LoadDevice => Some(Prepares::Otherwise),
            _ => None,
        }
    }

    fn usual(&self, by: Actor) -> Option<Deed> {
        if let Phase::Preparing(preparation) = &self.phase {
            let Common { options, seats, .. } = &self.table;
            let fits = |step| self.is_deep_enough(step).is_ok();
            return preparation.usual(&options.plan(), seats, by, fits).map(Deed::Prepare);
        }
        Deed::USUAL.into_iter().find(|&deed| self.may_do(by, deed).is_ok())
    }

    fn outcomes(&self, each: &mut dyn FnMut(Shown, u32)) {
        let mut card = |card, weight| each(Shown::Card(card), weight);
        match &self.phase {
            Phase::Preparing(preparation) => preparation.outcomes(&mut card),
            Phase::Cards | Phase::Third if self.shoe.is_at_cutting_card() => each(Shown::CuttingCard, 1),
            Phase::Cards | Phase::Third => self.shoe.outcomes(&mut card),
            _ => {}
        }
    }

    fn skip_cards(&mut self, cards: u16, seen: &[Card]) -> bool {
        self.table.options.supply() != Supply::Continuous && self.shoe.skip(cards, seen)
    }
}

impl RedDog {
    /// What the first two cards make, once both are dealt.
    pub fn pair(&self) -> Option<Pair> {
        match self.cards[..] {
            [left, right, ..] => Some(Pair::of(left, right)),
            _ => None,
        }
    }

    /// Whether the dealer may do something that belongs to only one phase.
    fn dealer_may(&self, by: Actor, phase: Phase, cite: Citation) -> Result<Terms, Refusal> {
        match by {
            Actor::Dealer if self.phase == phase => Ok(Terms::plain(cite)),
            Actor::Dealer => Err(Refusal::new(cite, Why::NotNow)),
            _ => Err(Refusal::new(cite, Why::NotYours)),
        }
    }
}
