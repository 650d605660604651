//! "Deal a whole shoe": a learner performs the staff's steps one by one, while the floor plays the patrons
//! and the equipment.

use crate::{
    messages::messages,
    school::{Practice, ProvisionScore, Score},
    views::{Scene, StoryLine},
};
use ::views::{Refused, options::SettingsSchema};
use books::{BetView, Fact, OfferKind, Settings};
use felt::FeltView;
use rules::{Money, Patron, Seat, Tender};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The most rounds a learner may ask to deal.
pub const MOST_ROUNDS: u32 = 100;

messages! {
    /// The game, options and length of a dealing exercise.
    DealRequest {
        /// The game and the options.
        practice: Practice,
        /// The number of rounds after which it ends. By default it ends with the shoe, or after a few rounds if the game has no shoe.
        #[serde(default)]
        #[schemars(range(min = 1, max = MOST_ROUNDS))]
        rounds: Option<u32>,
        /// Whether to start over if an exercise like this one is unfinished. Otherwise the unfinished one
        /// continues.
        #[serde(default)]
        anew: bool,
    }
    /// A dealing exercise.
    DealView {
        /// The id to use when answering.
        deal: String,
        /// The game.
        game: String,
        /// The options of the table.
        #[schemars(with = "SettingsSchema")]
        options: Settings,
        /// The layout under these options.
        felt: Option<FeltView>,
        /// The number of rounds; absent if the exercise ends with the shoe.
        of: Option<u32>,
        /// The table now, and the current question.
        moment: DealMoment,
        /// The learner's results so far.
        summary: DealSummary,
    }
    /// A dealing exercise at one moment.
    DealMoment {
        /// The number of the question, from 0.
        step: u32,
        /// The number of rounds dealt so far.
        rounds: u32,
        /// The number of cards left in the shoe; absent at games without one.
        left: Option<u32>,
        /// What has happened since the learner's last answer.
        news: Vec<StoryLine>,
        /// Every step that staff can take in this game, in the notation, whether or not it is due now.
        steps: Vec<String>,
        /// The table as the dealer sees it.
        scene: Scene,
        /// The question; absent once everything has been dealt.
        asks: Option<DealAsks>,
        /// The number of correct answers so far.
        right: u32,
    }
    /// The learner's answer.
    DealAnswer {
        /// The number of the question.
        step: u32,
        /// What the learner says or does.
        said: DealSaid,
    }
    /// The result of an answer.
    DealTold {
        /// Whether the answer was correct.
        right: bool,
        /// Why the exercise was stopped, if it was. The correct step has then been taken.
        stop: Option<Stop>,
        /// The table after the answer.
        moment: DealMoment,
    }
    /// Why the exercise was stopped.
    Stop {
        /// The correct answer.
        correct: DealSaid,
        /// The provision behind the correct answer.
        cite: String,
        /// Whether the provision's text is held.
        held: bool,
        /// Why the rules refuse what the learner did or the patron attempted.
        refused: Option<Refused>,
        /// The facts that the rules decide instead.
        why: Vec<Fact>,
    }
    /// A learner's score and time in a dealing exercise, and what to practice.
    DealSummary {
        /// The number of answers given, and how many were correct.
        score: Score,
        /// The average time per round, in milliseconds from question to answer; 0 until the first round has
        /// been dealt.
        round: u64,
        /// Scores by provision, with the ones to practice first at the top.
        provisions: Vec<ProvisionScore>,
    }
}

/// A question in a dealing exercise.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum DealAsks {
    /// What is the next step?
    Next {},
    /// A patron is about to do something: do you allow it?
    Attempt {
        /// The patron who is about to act.
        patron: Patron,
        /// The position at the table; 0 where positions have no numbers.
        seat: Seat,
        /// The kind of act.
        act: OfferKind,
        /// The act in the notation, without the amount.
        what: String,
        /// The stake; 0 if nothing is staked.
        stake: Money,
        /// What the stake is made with: chips, colored chips, cash or a coupon; absent without a stake.
        tender: Option<Tender>,
    },
    /// Something has gone wrong: what does the law require?
    Wrong {
        /// The irregularity, as it is written in a round.
        what: String,
        /// The answers to choose from.
        choices: Vec<String>,
    },
    /// What does the bank pay on this wager, in addition to returning the stake?
    Payout {
        /// The wager.
        bet: BetView,
    },
}

/// An answer in a dealing exercise.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum DealSaid {
    /// A staff step.
    Step {
        /// The step, in the notation.
        #[schemars(length(max = 200))]
        line: String,
    },
    /// Shows the next card, roll or number.
    Show {},
    /// The patron's act is allowed.
    Allow {},
    /// The patron's act is not allowed.
    Refuse {},
    /// The law requires this.
    Demand {
        /// One of the choices.
        #[schemars(length(max = 2000))]
        choice: String,
    },
    /// The bank pays this amount.
    Pay {
        /// The amount, in cents.
        cents: i64,
    },
}
