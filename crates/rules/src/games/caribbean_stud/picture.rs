//! The table as it is drawn: who sits where, every card and who has seen it, lights, meter and shoe.

use super::{CaribbeanStud, Phase, Stage, Wager, options::Style};
use crate::games::prelude::*;
use crate::{
    kit::cards::Card,
    picture::{Item, Spot},
};

impl CaribbeanStud {
    pub(super) fn draw_table(&self, each: &mut dyn FnMut(Item)) {
        self.table.seats.picture(each);
        let lights = self.bets().iter().filter(|bet| bet.wager == Wager::Progressive);
        lights.for_each(|bet| each(Item::Light(bet.seat)));
        each(Item::Meter(self.meter));
        let (of_player, of_dealer) = self.cards_dealt();
        for (seat, patron) in self.table.seats.counterclockwise_from(Seat(1)) {
            let hand = self.of(seat);
            if matches!(hand.stage, Stage::Dealt | Stage::Bet) {
                let eyes = if hand.is_up { Eyes::All } else { Eyes::Only(Actor::Patron(patron)) };
                draw_hand(Spot::Hand { seat, hand: 1 }, &hand.cards, eyes, of_player, each);
            }
        }
        draw_hand(Spot::Dealer, &self.dealer, Eyes::All, of_dealer, each);
        self.pack.picture(each);
        // A player who has just folded has no more decisions.
        if let Phase::Turn(seat) = self.phase
            && self.of(seat).stage == Stage::Dealt
        {
            each(Item::Turn { seat, hand: 1 });
        }
        if matches!(self.phase, Phase::UpCard | Phase::Stub) && self.table.options.deal() != Style::Hand {
            self.pack.shoe.deck().map(Item::Shoe).into_iter().for_each(each);
        }
    }

    /// The number of cards that each player and the dealer have. A manual deal stops at the dealer's first card, which
    /// must be shown.
    const fn cards_dealt(&self) -> (usize, usize) {
        match (self.phase, self.table.options.deal()) {
            (Phase::Open | Phase::Lights | Phase::Closed, _) => (0, 0),
            (Phase::UpCard, Style::Shoe | Style::Hand) => (1, 0),
            _ => (5, 5),
        }
    }
}

/// The cards of a hand that were seen, then those that nobody has seen.
fn draw_hand(at: Spot, seen: &[Card], eyes: Eyes, cards: usize, each: &mut dyn FnMut(Item)) {
    for n in 0..cards {
        each(match seen.get(n) {
            Some(&card) => draw_card(at, Some(card), eyes),
            // Nobody has seen it, so it is the same for every viewer.
            None => draw_card(at, None, Eyes::All),
        });
    }
}

const fn draw_card(at: Spot, card: Option<Card>, eyes: Eyes) -> Item {
    Item::Card { at, card, eyes, sideways: false }
}
