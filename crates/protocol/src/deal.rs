//! "Deal a whole shoe": a learner does what staff do, step by step, and the floor plays the patrons and the equipment.

use crate::{
    messages::{TABLE, messages},
    school::{CLASS, ProvisionScore, Score},
    views::{GAME, Scene, StoryLine},
};
use ::views::{Refused, options::SettingsSchema};
use books::{BetView, Fact, OfferKind, Settings};
use felt::FeltView;
use rules::{Money, Patron, Seat, Tender};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The most rounds that one asks to deal.
pub const MOST_ROUNDS: u32 = 100;

messages! {
    /// The game, the options and the length of what a learner asks to deal.
    DealRequest {
        /// The game.
        #[schemars(regex(pattern = GAME))]
        game: String,
        /// The table under whose options it is dealt; under the usual ones if nothing is said. A class says it itself.
        #[serde(default)]
        #[schemars(regex(pattern = TABLE))]
        table: Option<String>,
        /// The class it counts for.
        #[serde(default)]
        #[schemars(regex(pattern = CLASS))]
        class: Option<String>,
        /// After how many rounds it ends; if nothing is said, with the shoe, or after some rounds where there is none.
        #[serde(default)]
        #[schemars(range(min = 1, max = MOST_ROUNDS))]
        rounds: Option<u32>,
        /// Whether to begin anew where one like it is not finished yet; otherwise that one goes on.
        #[serde(default)]
        anew: bool,
    }
    /// A table at which a learner deals.
    DealView {
        /// Its id, by which it is answered.
        deal: String,
        /// The game.
        game: String,
        /// The options of the table.
        #[schemars(with = "SettingsSchema")]
        options: Settings,
        /// The layout under these options.
        felt: Option<FeltView>,
        /// After how many rounds it ends; none if the shoe decides.
        of: Option<u32>,
        /// The table as it is now, and what is asked.
        moment: DealMoment,
        /// How it went so far.
        summary: DealSummary,
    }
    /// A table at which a learner deals, at one moment.
    DealMoment {
        /// The number of the question, from 0.
        step: u32,
        /// How many rounds were dealt.
        rounds: u32,
        /// How many cards are left in the shoe; none without one.
        left: Option<u32>,
        /// What happened since the learner last said something.
        news: Vec<StoryLine>,
        /// Everything that staff do at this game, in the notation, whether it is the moment for it or not.
        steps: Vec<String>,
        /// The table as the dealer sees it.
        scene: Scene,
        /// What is asked; none when all is dealt.
        asks: Option<DealAsks>,
        /// How many answers were right.
        right: u32,
    }
    /// What the learner says or does.
    DealAnswer {
        /// The number of the question.
        step: u32,
        /// The answer.
        said: DealSaid,
    }
    /// What became of an answer.
    DealTold {
        /// Whether it was right.
        right: bool,
        /// Why the table was stopped, if it was. The right step was done then.
        stop: Option<Stop>,
        /// The table after it.
        moment: DealMoment,
    }
    /// Why the table was stopped.
    Stop {
        /// What would have been right.
        correct: DealSaid,
        /// The provision that says so.
        cite: String,
        /// Whether its text is held.
        held: bool,
        /// Why the rules refuse what the learner, or the patron, wanted.
        refused: Option<Refused>,
        /// What the rules decide.
        why: Vec<Fact>,
    }
    /// A learner's score and time at a shoe, and what to practice.
    DealSummary {
        /// How many answers were given, and how many were right.
        score: Score,
        /// How long a round took, in milliseconds, from question to answer; 0 before the first one is dealt.
        round: u64,
        /// By provision: what to practice first.
        provisions: Vec<ProvisionScore>,
    }
}

/// What a learner who deals is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum DealAsks {
    /// What do you do?
    Next {},
    /// A patron is about to do something: do you allow it?
    Attempt {
        /// The patron who is about to act.
        patron: Patron,
        /// At which place; 0 where places have no numbers.
        seat: Seat,
        /// What sort of act it is.
        act: OfferKind,
        /// What, as it is written in an act.
        what: String,
        /// How much; 0 where nothing is staked.
        stake: Money,
        /// In what.
        tender: Option<Tender>,
    },
    /// Something has gone wrong: what does the law demand?
    Wrong {
        /// The irregularity, as it is written in a round.
        what: String,
        /// The answers to choose from.
        choices: Vec<String>,
    },
    /// What does the bank pay on this wager, beside the wager itself?
    Payout {
        /// The wager.
        bet: BetView,
    },
}

/// What a learner who deals says or does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum DealSaid {
    /// A step of staff.
    Step {
        /// In the notation.
        #[schemars(length(max = 200))]
        line: String,
    },
    /// The next card, the roll or the number.
    Show {},
    /// The patron may do it.
    Allow {},
    /// The patron may not.
    Refuse {},
    /// The law demands this.
    Demand {
        /// One of the choices.
        #[schemars(length(max = 2000))]
        choice: String,
    },
    /// The bank pays so much.
    Pay {
        /// In cents.
        cents: i64,
    },
}
