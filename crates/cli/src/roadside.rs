//! Collects the results of a baccarat table as its rounds end, for the roads.

use books::What;
use roads::{Outcome, Roads, Winner};
use rules::{Game, minibaccarat::Minibaccarat, punto_banco::PuntoBanco};
use serde::Deserialize;

/// What the dealer announces about a coup.
#[derive(Deserialize)]
struct Score {
    winner: Side,
    natural: bool,
    banker_pair: bool,
    player_pair: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Side {
    Banker,
    Player,
    Tie,
}

/// The roads of the shoe on a table.
#[derive(Clone, Debug, Default)]
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

    /// Handles a fact: loading a shoe starts new roads, and an announced result is added to them. Returns
    /// whether there is a new result.
    pub fn hear(&mut self, fact: &What) -> bool {
        let What::Called { call, args } = fact else { return false };
        match call.as_str() {
            "prepares" if args.get("step").is_some_and(|step| step == "loads") => self.roads = Roads::new(),
            "result" => {
                let score = args.get("score").and_then(|score| Score::deserialize(score).ok());
                return score.map(|score| self.roads.push(score.into())).is_some();
            }
            _ => {}
        }
        false
    }
}

impl From<Score> for Outcome {
    fn from(Score { winner, natural, banker_pair, player_pair }: Score) -> Outcome {
        let winner = match winner {
            Side::Banker => Winner::Banker,
            Side::Player => Winner::Player,
            Side::Tie => Winner::Tie,
        };
        Outcome { winner, natural, banker_pair, player_pair }
    }
}
