//! The school: graded drills, what learners know of each provision, and classes.

use crate::{
    messages::{TABLE, messages},
    views::{Drill, DrillKind, GAME},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The pattern of a class code. It has no letters that could be mistaken for others or for digits.
pub const CLASS: &str = "^[A-HJ-NP-Z2-9]{8}$";
/// The pattern of the id of a graded drill.
pub const SET: &str = "^[0-9a-f]{32}$";
/// The maximum length of a class's name, in characters.
pub const CLASS_NAME: usize = 80;
/// The largest number of kinds of questions that a class can name: each of them once.
pub const MOST_KINDS: usize = 4;
/// The most drills that a class may require.
pub const MOST_DRILLS: u32 = 1000;

/// How well a learner knows a provision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// The last answer was wrong, or a repetition is due.
    Practice,
    /// Recent answers were correct, but there are too few of them.
    Learning,
    /// Several answers in a row were correct.
    Known,
}

messages! {
    /// What somebody practices, and under which options.
    Practice {
        /// The game.
        #[schemars(regex(pattern = GAME))]
        game: String,
        /// The table whose options apply; by default, the usual options. A class has its own.
        #[serde(default)]
        #[schemars(regex(pattern = TABLE))]
        table: Option<String>,
        /// The class that the drill counts toward.
        #[serde(default)]
        #[schemars(regex(pattern = CLASS))]
        class: Option<String>,
    }
    /// A request for the next question.
    DrillRequest {
        /// The game and the options.
        practice: Practice,
        /// The kind of question; by default, each kind in turn.
        #[serde(default)]
        kind: Option<DrillKind>,
    }
    /// A drill that counts. It is answered once.
    SetDrill {
        /// The id to use when answering.
        id: String,
        /// Whether it was chosen because a similar one was answered incorrectly or is due for repetition.
        practice: bool,
        /// The drill.
        drill: Drill,
    }
    /// The answer to a graded drill.
    SetAnswer {
        /// The id of the drill.
        #[schemars(regex(pattern = SET))]
        id: String,
        /// The answer: an amount in cents, one of the choices, or several choices separated by commas.
        #[schemars(length(max = 2000))]
        answer: String,
    }
    /// How many drills were answered, and how well.
    Score {
        /// The number of drills answered.
        asked: u32,
        /// The number of correct answers.
        right: u32,
        /// The median time to answer, in milliseconds.
        median: u64,
    }
    /// How well a learner knows a provision.
    ProvisionScore {
        /// The provision.
        cite: String,
        /// The game in which it was asked.
        game: String,
        /// All answers about it.
        score: Score,
        /// The current number of correct answers in a row.
        streak: u32,
        /// How well the provision is known.
        standing: Standing,
        /// When the last answer was given, in milliseconds since 1970, UTC.
        last: i64,
        /// When it should be asked again, in milliseconds since 1970, UTC.
        due: i64,
    }
    /// What a learner knows.
    ProgressView {
        /// The score over all answers.
        score: Score,
        /// Scores by provision, with the ones to practice first at the top.
        provisions: Vec<ProvisionScore>,
        /// The learner's classes.
        classes: Vec<OwnClass>,
    }
    /// A class you have joined.
    OwnClass {
        /// The class.
        class: ClassView,
        /// All answers that count toward it.
        score: Score,
        /// Whether you have passed and can print the certificate.
        passed: bool,
    }
    /// A game taught in a class.
    ClassGame {
        /// The game.
        #[schemars(regex(pattern = GAME))]
        game: String,
        /// The table of this floor whose options are used; the game's usual options by default.
        #[serde(default)]
        #[schemars(regex(pattern = TABLE))]
        table: Option<String>,
    }
    /// A request to create a class.
    NewClass {
        /// The name of the class.
        #[schemars(length(min = 1, max = CLASS_NAME))]
        name: String,
        /// The games that are taught.
        #[schemars(length(min = 1, max = 20))]
        games: Vec<ClassGame>,
        /// The kinds of questions; all kinds by default.
        #[serde(default)]
        #[schemars(length(max = MOST_KINDS))]
        kinds: Vec<DrillKind>,
        /// The number of drills required for the certificate.
        #[schemars(range(min = 1, max = MOST_DRILLS))]
        drills: u32,
        /// The percentage of correct answers required for the certificate.
        #[schemars(range(min = 1, max = 100))]
        pass: u32,
    }
    /// A class.
    ClassView {
        /// The code with which learners join.
        class: String,
        /// The name of the class.
        name: String,
        /// The account that created it.
        instructor: String,
        /// When it was created, in milliseconds since 1970, UTC.
        created: i64,
        /// The games that are taught.
        games: Vec<ClassGame>,
        /// The kinds of questions; all kinds if empty.
        kinds: Vec<DrillKind>,
        /// The number of drills required for the certificate.
        drills: u32,
        /// The percentage of correct answers required for the certificate.
        pass: u32,
        /// The number of learners who have joined.
        learners: u32,
    }
    /// A request to join a class.
    Joining {
        /// The code of the class; case and spaces do not matter.
        #[schemars(length(min = 1, max = 40))]
        code: String,
    }
    /// A class with its learners.
    ClassPage {
        /// The class.
        class: ClassView,
        /// Everyone who has joined, by name.
        learners: Vec<LearnerView>,
    }
    /// A learner of a class.
    LearnerView {
        /// The account.
        learner: String,
        /// The name that others see.
        name: String,
        /// When the learner joined, in milliseconds since 1970, UTC.
        joined: i64,
        /// All answers that count toward the class.
        score: Score,
        /// The scores by provision.
        provisions: Vec<ProvisionScore>,
        /// Whether the learner has passed.
        passed: bool,
    }
}
