//! 4.12(h)3: a round without wagers, dealt only to use up a card that was disclosed in error.

use super::{CheminDeFer, calls::Call, drawing, settling::Next};
use crate::games::prelude::*;
use crate::{
    hands::baccarat::{Coup, Third, is_natural},
    kit::cards::Card,
};

/// A simulated round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Simulated {
    coup: Coup,
    player_draws: Option<bool>,
    banker_draws: Option<bool>,
    /// What follows the hand before it; `None` between hands, where the table continues as it was.
    next: Option<Next>,
}

/// The step that a simulated hand waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SimulatedStage {
    /// A card of the Player's Hand.
    PlayerCard,
    /// A card of the Banker's Hand.
    BankerCard,
    /// The dealer, on a Player's Hand of five (F15).
    PlayerChoice,
    /// The dealer, where Table 3 has a choice (F15).
    BankerChoice,
    /// Nothing: it is over.
    Over,
}

impl Simulated {
    /// The disclosed card is the first of the Player's Hand.
    pub fn begin(card: Card, next: Option<Next>) -> Simulated {
        let mut coup = Coup::default();
        coup.player.add(card);
        Simulated { coup, player_draws: None, banker_draws: None, next }
    }

    /// The hands dealt so far.
    pub const fn coup(&self) -> &Coup {
        &self.coup
    }

    /// The step it waits for, under 4.8(d) and 4.9.
    pub fn stage(&self) -> SimulatedStage {
        use SimulatedStage::{BankerCard, BankerChoice, Over, PlayerCard, PlayerChoice};
        let Coup { player, banker } = self.coup;
        if banker.len() < 2 {
            return if player.len() > banker.len() { BankerCard } else { PlayerCard };
        }
        let draws = match (drawing::player_third(player.first_two()), self.player_draws) {
            _ if is_natural(player.first_two()) => return Over,
            (Third::Draw, _) => true,
            (Third::Option, None) => return PlayerChoice,
            (Third::Option, Some(draws)) => draws,
            (Third::Stay, _) => false,
        };
        if draws && player.third().is_none() {
            return if is_natural(banker.first_two()) { Over } else { PlayerCard };
        }
        match (drawing::banker_third(banker.first_two(), player.third()), self.banker_draws) {
            _ if banker.third().is_some() => Over,
            (Third::Draw, _) | (Third::Option, Some(true)) => BankerCard,
            (Third::Stay, _) | (Third::Option, Some(false)) => Over,
            (Third::Option, None) => BankerChoice,
        }
    }

    /// The round with one more card.
    pub fn with(mut self, card: Card) -> Simulated {
        match self.stage() {
            SimulatedStage::PlayerCard => self.coup.player.add(card),
            _ => self.coup.banker.add(card),
        }
        self
    }

    /// The dealer chooses for the Player's Hand.
    pub fn player_chooses(self, draws: bool) -> Simulated {
        Simulated { player_draws: Some(draws), ..self }
    }

    /// The dealer chooses for the Banker's Hand.
    pub fn banker_chooses(self, draws: bool) -> Simulated {
        Simulated { banker_draws: Some(draws), ..self }
    }
}

impl CheminDeFer {
    /// Begins a simulated round with the card that was disclosed.
    pub(super) fn simulate(&mut self, card: Card, next: Option<Next>, to: &mut dyn Observer<Self>) {
        to.saw(cite!("4.12(h)3"), Event::Called { call: Call::Simulates });
        self.simulated = Some(Simulated::begin(card, next));
        self.go_on(to);
    }

    /// Ends the simulated round when it is over, or when the shoe has no card for it.
    pub(super) fn simulate_on(&mut self, simulated: Simulated, has_cards: bool, to: &mut dyn Observer<Self>) {
        let over = match simulated.stage() {
            SimulatedStage::Over => true,
            SimulatedStage::PlayerCard | SimulatedStage::BankerCard => !has_cards,
            SimulatedStage::PlayerChoice | SimulatedStage::BankerChoice => false,
        };
        if over {
            to.clears(self);
            self.simulated = None;
            to.saw(cite!("4.12(h)3"), Event::Called { call: Call::EndsSimulation });
            if let Some(next) = simulated.next {
                self.end_round(next, to);
            }
        }
    }
}
