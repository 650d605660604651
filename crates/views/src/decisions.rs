//! What every decision in blackjack is worth, and the value of a card-counting system.

use crate::{options::SettingsSchema, strategy::ranks};
use odds::blackjack::{
    Choice, DealerEnds, Decision, Spread,
    counting::{Efficiency, Index},
};
use rounds::Settings;
use rules::{Game, blackjack::Blackjack};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The value of every decision, hand by hand.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DecisionsView {
    /// The game.
    pub game: String,
    /// The options, as written by the user.
    #[schemars(with = "SettingsSchema")]
    pub options: Settings,
    /// The number of unseen cards in the shoe, if the cards seen were given.
    pub unseen: Option<u16>,
    /// The distribution of the dealer's final total, by upcard.
    pub dealer: Vec<DealerView>,
    /// Every hand against every dealer's card.
    pub decisions: Vec<DecisionView>,
}

/// The distribution of the dealer's final total, given only the dealer's own visible cards.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DealerView {
    /// The dealer's visible cards.
    pub dealer: String,
    /// The probability that the dealer shows them.
    pub chance: f64,
    /// The probabilities of 17, 18, 19, 20, and a 21 that is not a blackjack.
    pub totals: [f64; 5],
    /// The probability that the dealer goes over 21.
    pub over: f64,
    /// The probability of a blackjack.
    pub blackjack: f64,
}

/// One hand. Decisions that are not allowed are absent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DecisionView {
    /// The player's cards; face cards are written as 10.
    pub cards: String,
    /// The dealer's visible cards.
    pub dealer: String,
    /// The probability of this combination among all rounds; absent for a hand given with `--hand`.
    pub chance: Option<f64>,
    /// The value of standing, per original wager.
    pub stand: Option<f64>,
    /// The value of drawing.
    pub draw: Option<f64>,
    /// The value of doubling.
    pub double: Option<f64>,
    /// The value of splitting.
    pub split: Option<f64>,
    /// The value of surrendering.
    pub surrender: Option<f64>,
    /// The best decision.
    pub best: String,
    /// The gain from insuring for half the wager, where insurance is offered.
    pub insurance: Option<f64>,
}

impl DecisionsView {
    /// Describes a table with these options and this many unseen cards.
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
    /// A hand with the values of its decisions, in any order.
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

/// The analysis of a card-counting system.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CountView {
    /// The game.
    pub game: String,
    /// The options, as written by the user.
    #[schemars(with = "SettingsSchema")]
    pub options: Settings,
    /// The name of the count, or the file it was read from.
    pub count: String,
    /// The tags of the count: ace, 2 to 9, and ten.
    pub tags: [f64; 10],
    /// The effect of removal: the player's gain per original wager if one card of each value is removed from
    /// a full shoe.
    pub effects: [f64; 10],
    /// The correlation between the tags and the effects of removal.
    pub betting_correlation: f64,
    /// The share of the gain from perfect first decisions that the count captures.
    pub playing_efficiency: f64,
    /// The correlation between the tags and the value of insurance.
    pub insurance_correlation: f64,
    /// The plays that change with the true count.
    pub indices: Vec<IndexView>,
}

/// A play that changes at some true count.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct IndexView {
    /// The hand: a hard total, `soft 18`, `pair 8`, or `insurance`.
    pub hand: String,
    /// The dealer's visible cards.
    pub dealer: String,
    /// The play at a true count of zero, in the notation of the chart; absent for insurance.
    pub usual: Option<String>,
    /// The play beyond the index; absent for insurance.
    pub instead: Option<String>,
    /// The index: the true count, rounded down, at which the play changes.
    pub true_count: i32,
    /// Whether the play changes at this count and above; otherwise it changes at this count and below.
    pub above: bool,
}

impl CountView {
    /// Describes a count at a table.
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

/// The distribution of a round's result.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SpreadView {
    /// The probability of a net win.
    pub won: f64,
    /// The probability of breaking even.
    pub tied: f64,
    /// The probability of a net loss.
    pub lost: f64,
    /// The mean gain, per original wager.
    pub mean: f64,
    /// The standard deviation of the gain.
    pub standard_deviation: f64,
    /// Each gain and its probability, worst first.
    pub gains: Vec<[f64; 2]>,
}

impl From<Spread> for SpreadView {
    fn from(of: Spread) -> SpreadView {
        let [won, tied, lost] = of.won_tied_lost();
        let gains = of.nets().map(|(net, chance)| [net, chance]).collect();
        SpreadView { won, tied, lost, mean: of.mean(), standard_deviation: of.deviation(), gains }
    }
}
