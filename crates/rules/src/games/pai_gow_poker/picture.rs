//! The table as it is drawn: who sits where and banks, every card and who has seen it, both hands of what is set, the shoe.

use super::PaiGowPoker;
use crate::{
    picture::Item,
    table::{
        deck::DealtFrom,
        two_hands::{Phase, TwoHands},
    },
};

impl PaiGowPoker {
    pub(super) fn draw_table(&self, each: &mut dyn FnMut(Item)) {
        self.draw_hands(each);
        self.pack.picture(each);
        if self.round.phase == Phase::Left && self.table.options.deal() != DealtFrom::Hand {
            self.pack.shoe.deck().map(Item::Shoe).into_iter().for_each(each);
        }
    }
}
