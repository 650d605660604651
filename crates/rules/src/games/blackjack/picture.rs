//! How a blackjack table is drawn.

use super::{
    Blackjack,
    options::{Side, Supply},
    shoe::Held,
    state::{Hand, Round, Stage},
};
use crate::games::prelude::*;
use crate::{
    hands::blackjack::Total,
    kit::cards::Card,
    picture::{Item, Spot},
};

impl Blackjack {
    pub(super) fn draw_table(&self, each: &mut dyn FnMut(Item)) {
        self.table.seats.picture(each);
        if let Some(round) = &self.round {
            self.tell_round(round, each);
        }
        for stack in &self.stacks {
            // 2.15(b) and (c): a card that will be the next one lies beside the shoe, either face down or
            // seen by everyone.
            match stack.held {
                Some(Held::Up(seen)) => each(card(Spot::Aside, Some(seen))),
                Some(Held::Down) => each(card(Spot::Aside, None)),
                None => {}
            }
        }
        if let Some((seat, hand)) = self.asked() {
            each(Item::Turn { seat, hand });
        }
        if !matches!(self.table.options.supply(), Supply::Continuous { .. }) {
            let loaded = Side::ALL.into_iter().filter(|&side| self.is_loaded(side));
            loaded
                .filter_map(|side| self.stack(side).shoe.loaded(self.table.options.decks_in(side)))
                .map(Item::Shoe)
                .for_each(each);
        }
    }

    fn tell_round(&self, round: &Round, each: &mut dyn FnMut(Item)) {
        for place in &round.boxes {
            for hand in place.hands.iter().filter(|hand| hand.is_on_table()) {
                tell_hand(place.seat, hand, each);
            }
        }
        // 2.15(m): a first card that went to the rack is missing until it is restored.
        let dealer = &round.dealer[usize::from(round.is_up_lost)..];
        dealer.iter().for_each(|&seen| each(card(Spot::Dealer, Some(seen))));
        if round.hole.is_some() {
            each(card(Spot::Dealer, None));
        } else if !round.is_up_lost {
            total(Spot::Dealer, dealer, each);
        }
        if self.table.options.multiple_action().is_some() {
            each(Item::Action(round.spot.number()));
        }
    }

    /// The box whose decision is awaited, and the hand it is about; hand 0 if it is about the cut.
    fn asked(&self) -> Option<(Seat, u8)> {
        let Awaits::Decision(Actor::Patron(_)) = self.awaits() else { return None };
        if let Some(seat) = self.cutting_seat() {
            return Some((seat, 0));
        }
        let round = self.round.as_ref()?;
        match round.stage {
            Stage::OneCard(at) => Some((round.boxes[usize::from(at)].seat, 1)),
            // A hand that has just been surrendered has no more decisions.
            Stage::Turn(at) | Stage::Late(at) | Stage::Doubling(at, _) | Stage::Splitting(at, _)
                if round.hand(at).is_live() =>
            {
                Some((round.place(at).seat, round.hand(at).id))
            }
            _ => None,
        }
    }
}

fn tell_hand(seat: Seat, hand: &Hand, each: &mut dyn FnMut(Item)) {
    let at = Spot::Hand { seat, hand: hand.id };
    for (i, &seen) in hand.cards.iter().enumerate() {
        // 2.12(a)2: the one card dealt to a doubled hand, its third.
        let sideways = hand.is_doubled && i == 2;
        each(Item::Card { at, card: Some(seen), eyes: Eyes::All, sideways });
    }
    total(at, &hand.cards, each);
}

/// A card that does not lie sideways, and is the same for every viewer.
const fn card(at: Spot, card: Option<Card>) -> Item {
    Item::Card { at, card, eyes: Eyes::All, sideways: false }
}

/// The total of these cards, if there are any.
fn total(at: Spot, cards: &[Card], each: &mut dyn FnMut(Item)) {
    if !cards.is_empty() {
        let total = Total::of_cards(cards);
        each(Item::Total { at, points: total.count(), soft: total.is_soft() });
    }
}
