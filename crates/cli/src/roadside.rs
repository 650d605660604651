//! Writes down the results of a baccarat table as its rounds end, for the roads.

use roads::{Outcome, Roads, Winner};
use rounds::Answer;
use rules::{
    Game,
    hands::baccarat::{self, Coup, Hand},
    minibaccarat::Minibaccarat,
    punto_banco::PuntoBanco,
};
use std::any::Any;

/// The provisions under which results are announced.
pub const RESULTS: [&str; 2] = ["3.10(a)", "7.10(a)"];
/// The provisions under which a new shoe is shuffled.
pub const SHUFFLES: [&str; 2] = ["3.5(a)", "7.5(a)"];

/// The roads of the shoe on a table.
#[derive(Default)]
pub struct Roadside {
    roads: Roads,
}

impl Roadside {
    /// The roads so far.
    pub fn roads(&self) -> &Roads {
        &self.roads
    }

    /// Whether the game has roads.
    pub fn is_for<G: Game>() -> bool {
        [PuntoBanco::NAME, Minibaccarat::NAME].contains(&G::NAME)
    }

    /// Looks at what an input did to a table: a shuffle begins new roads, an announced result goes onto them. Tells
    /// whether there is a new result.
    pub fn watch<G: Game>(&mut self, before: &G, answers: &[Answer]) -> bool {
        let decided = |ids: &[&str]| answers.iter().any(|answer| is_decided_by(answer, ids));
        if decided(&SHUFFLES) {
            self.roads = Roads::new();
        }
        let coup = coup(before).filter(|coup| coup.cards() >= 4 && decided(&RESULTS));
        coup.inspect(|coup| self.roads.push(outcome(coup))).is_some()
    }
}

/// Refusals cite too, and decide nothing.
fn is_decided_by(answer: &Answer, ids: &[&str]) -> bool {
    matches!(answer, Answer::Event { cite, .. } if ids.contains(&cite.id()))
}

/// The hands on a baccarat table.
fn coup<G: Game>(table: &G) -> Option<Coup> {
    let table: &dyn Any = table;
    let punto = table.downcast_ref::<PuntoBanco>().and_then(PuntoBanco::coup);
    punto.or_else(|| table.downcast_ref::<Minibaccarat>().and_then(Minibaccarat::coup))
}

fn outcome(coup: &Coup) -> Outcome {
    let is_pair = |hand: &Hand| {
        let mut ranks = hand.cards().map(rules::kit::cards::Card::rank);
        ranks.next() == ranks.next()
    };
    let (winner, hands): (Winner, &[&Hand]) = match coup.winner() {
        baccarat::Winner::Player => (Winner::Player, &[&coup.player]),
        baccarat::Winner::Banker => (Winner::Banker, &[&coup.banker]),
        baccarat::Winner::Tie => (Winner::Tie, &[&coup.player, &coup.banker]),
    };
    Outcome {
        winner,
        natural: hands.iter().any(|hand| baccarat::is_natural(hand.first_two())),
        banker_pair: is_pair(&coup.banker),
        player_pair: is_pair(&coup.player),
    }
}
