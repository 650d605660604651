//! What every decision of blackjack is worth, and what a count of cards is good for.

use crate::{options::SettingsSchema, strategy::ranks};
use odds::blackjack::{
    Choice, DealerEnds, Decision, Spread,
    counting::{Efficiency, Index},
};
use rounds::Settings;
use rules::{Game, blackjack::Blackjack};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What every decision is worth, hand by hand.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DecisionsView {
    /// The game.
    pub game: String,
    /// The options, as written.
    #[schemars(with = "SettingsSchema")]
    pub options: Settings,
    /// How many cards of the shoe are unseen, if it was said which were seen.
    pub unseen: Option<u16>,
    /// What the dealer ends with, by what is seen of his cards.
    pub dealer: Vec<DealerView>,
    /// Every hand against every card of the dealer.
    pub decisions: Vec<DecisionView>,
}

/// What the dealer ends with, before anybody's cards are seen but his own.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DealerView {
    /// What is seen of his cards.
    pub dealer: String,
    /// How often he shows that.
    pub chance: f64,
    /// 17, 18, 19, 20, and a 21 that is no blackjack.
    pub totals: [f64; 5],
    /// Over 21.
    pub over: f64,
    /// A blackjack.
    pub blackjack: f64,
}

/// One hand. Decisions that may not be made are left out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DecisionView {
    /// The player's cards; 10 for a face too.
    pub cards: String,
    /// What is seen of the dealer's.
    pub dealer: String,
    /// How often both come, of all rounds; none for a hand that was asked for.
    pub chance: Option<f64>,
    /// What standing is worth, per original wager.
    pub stand: Option<f64>,
    /// What drawing is worth.
    pub draw: Option<f64>,
    /// What doubling is worth.
    pub double: Option<f64>,
    /// What splitting is worth.
    pub split: Option<f64>,
    /// What surrender is worth.
    pub surrender: Option<f64>,
    /// What is best.
    pub best: String,
    /// What insurance of half the wager gains, where it is offered.
    pub insurance: Option<f64>,
}

impl DecisionsView {
    /// Of a table with these options as written and so many cards of its shoe unseen.
    pub fn of(
        options: Settings,
        unseen: Option<u16>,
        dealer: Vec<DealerEnds>,
        decisions: Vec<DecisionView>,
    ) -> DecisionsView {
        let dealer = dealer.into_iter().map(DealerView::from).collect();
        DecisionsView { game: Blackjack::NAME.to_owned(), options, unseen, dealer, decisions }
    }
}

impl From<DealerEnds> for DealerView {
    fn from(of: DealerEnds) -> DealerView {
        let [seventeen, eighteen, nineteen, twenty, other, over, blackjack] = of.ends;
        let totals = [seventeen, eighteen, nineteen, twenty, other];
        DealerView { dealer: ranks(&of.dealer), chance: of.chance, totals, over, blackjack }
    }
}

impl DecisionView {
    /// A hand with what its decisions are worth, the best first or in any order.
    pub fn new(cards: &[u8], dealer: &[u8], worths: &[(Choice, f64)], best: Choice) -> DecisionView {
        let of = |choice| worths.iter().find(|(other, _)| *other == choice).map(|(_, worth)| *worth);
        DecisionView {
            cards: ranks(cards),
            dealer: ranks(dealer),
            chance: None,
            stand: of(Choice::Stand),
            draw: of(Choice::Draw),
            double: of(Choice::Double),
            split: of(Choice::Split),
            surrender: of(Choice::Surrender),
            best: best.name().to_owned(),
            insurance: None,
        }
    }
}

impl From<Decision> for DecisionView {
    fn from(of: Decision) -> DecisionView {
        let view = DecisionView::new(&of.cards, &of.dealer, &of.worths, of.best);
        DecisionView { chance: Some(of.chance), insurance: of.insurance, ..view }
    }
}

/// What a count of cards is good for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CountView {
    /// The game.
    pub game: String,
    /// The options, as written.
    #[schemars(with = "SettingsSchema")]
    pub options: Settings,
    /// The name of the count, or its file.
    pub count: String,
    /// Its tags: the ace, 2 to 9, and ten.
    pub tags: [f64; 10],
    /// What the player gains if one card of each value is taken out of a full shoe, per original wager.
    pub effects: [f64; 10],
    /// How the tags go with those effects.
    pub betting_correlation: f64,
    /// Which part of the gain of perfect first decisions the count brings.
    pub playing_efficiency: f64,
    /// How the tags go with insurance.
    pub insurance_correlation: f64,
    /// Plays that change with the true count.
    pub indices: Vec<IndexView>,
}

/// A play that changes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct IndexView {
    /// The hand: a hard total, `soft 18`, `pair 8`, or `insurance`.
    pub hand: String,
    /// What is seen of the dealer's cards.
    pub dealer: String,
    /// What is done at a true count of nothing, as the chart writes it; none for insurance.
    pub usual: Option<String>,
    /// What is done instead.
    pub instead: Option<String>,
    /// The true count, rounded down, at which it changes.
    pub true_count: i32,
    /// Whether at that count and above; else at it and below.
    pub above: bool,
}

impl CountView {
    /// A count at a table.
    pub fn of(
        options: Settings,
        (count, tags): (String, [f64; 10]),
        effects: [f64; 10],
        efficiency: Efficiency,
        indices: Vec<Index>,
    ) -> CountView {
        let index = |one: Index| IndexView {
            hand: one.hand,
            dealer: one.dealer,
            usual: one.usual.map(|play| play.to_string()),
            instead: one.instead.map(|play| play.to_string()),
            true_count: one.at,
            above: one.is_above,
        };
        CountView {
            game: Blackjack::NAME.to_owned(),
            options,
            count,
            tags,
            effects,
            betting_correlation: efficiency.betting,
            playing_efficiency: efficiency.playing,
            insurance_correlation: efficiency.insurance,
            indices: indices.into_iter().map(index).collect(),
        }
    }
}

/// How often a round comes to each gain.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SpreadView {
    /// The chance to win something.
    pub won: f64,
    /// The chance that nothing changes.
    pub tied: f64,
    /// The chance to lose something.
    pub lost: f64,
    /// The mean gain, per original wager.
    pub mean: f64,
    /// The standard deviation of the gain.
    pub standard_deviation: f64,
    /// Each gain and its chance, the worst first.
    pub gains: Vec<[f64; 2]>,
}

impl From<Spread> for SpreadView {
    fn from(of: Spread) -> SpreadView {
        let [won, tied, lost] = of.won_tied_lost();
        let gains = of.nets().map(|(net, chance)| [net, chance]).collect();
        SpreadView { won, tied, lost, mean: of.mean(), standard_deviation: of.deviation(), gains }
    }
}
