//! 6.7 (not held): what can go wrong with the cards. A shoe that runs out voids the round by itself.

use super::{Call, Phase, RedDog, options::FaceUp, shown};
use crate::{
    game::{Event, Observer},
    kit::cards::{Card, Shown},
    refusal::{Refusal, Why},
    vocabulary::Vocabulary,
};
use core::fmt;
use law::cite;

/// What can go wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Irregularity {
    /// The next card lies face up in the shoe.
    FaceUp(Card),
    /// A card was drawn in error, and nobody saw it.
    DrawnUnseen,
    /// A third card was dealt to two consecutive ones.
    ThirdOnTie(Card),
}

impl fmt::Display for Irregularity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Irregularity::FaceUp(card) => write!(f, "card face up in the shoe, {card}"),
            Irregularity::DrawnUnseen => f.write_str("card drawn in error, unseen"),
            Irregularity::ThirdOnTie(card) => write!(f, "third card on consecutive values, {card}"),
        }
    }
}

impl Vocabulary for Irregularity {
    fn each(tell: &mut impl FnMut(Self)) {
        tell(Irregularity::DrawnUnseen);
        Card::all().for_each(|card| {
            tell(Irregularity::FaceUp(card));
            tell(Irregularity::ThirdOnTie(card));
        });
    }
}

impl RedDog {
    pub(super) fn may_go_wrong(&self, what: Irregularity) -> Result<(), Refusal> {
        let has_card = self.spoken.is_none() && self.shoe.left() > 0 && !self.shoe.is_at_cutting_card();
        let is_due = matches!(self.phase, Phase::Cards | Phase::Third);
        let is_possible = match what {
            Irregularity::FaceUp(card) => is_due && has_card && self.shoe.can_show(card),
            Irregularity::DrawnUnseen => has_card && (is_due || matches!(self.phase, Phase::Raise(_))),
            Irregularity::ThirdOnTie(card) => {
                self.phase == Phase::Tie && has_card && self.shoe.can_show(card)
            }
        };
        if is_possible { Ok(()) } else { Err(Refusal::new(cite!("6.7"), Why::NotNow)) }
    }

    pub(super) fn go_wrong(&mut self, what: Irregularity, to: &mut impl Observer<Self>) {
        let mut call = |call| to.saw(cite!("6.7"), Event::Called { call });
        match what {
            Irregularity::DrawnUnseen => call(Call::UsesNext),
            Irregularity::FaceUp(card) | Irregularity::ThirdOnTie(card) => {
                self.shoe.draw_up(card);
                to.saw(cite!("6.7"), shown(Shown::Card(card)));
                let is_found = matches!(what, Irregularity::FaceUp(_));
                if is_found && self.options.face_up() == FaceUp::Void {
                    return self.void(Call::Void, to);
                }
                to.saw(cite!("6.7"), Event::Called { call: Call::Discards });
                self.advance(to);
            }
        }
    }
}
