//! The table as it is drawn: who sits where and banks, every tile and who has seen it, both hands of what is set.

use super::PaiGow;
use crate::{
    game::Eyes,
    picture::{Item, Spot},
    table::two_hands::TwoHands,
};

impl PaiGow {
    pub(super) fn draw_table(&self, each: &mut dyn FnMut(Item)) {
        self.draw_hands(each);
        if self.exposed.is_some() {
            each(Item::Tile { at: Spot::Aside, tile: self.exposed, eyes: Eyes::All });
        }
    }
}
