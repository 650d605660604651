//! The school: drills that count, what learners know by provision, and classes.

use crate::{
    messages::{TABLE, messages},
    views::{Drill, DrillKind, GAME},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The code of a class. No letter in it can be taken for another one or for a digit.
pub const CLASS: &str = "^[A-HJ-NP-Z2-9]{8}$";
/// The id of a drill that was set.
pub const SET: &str = "^[0-9a-f]{32}$";
/// The most characters of a class's name.
pub const CLASS_NAME: usize = 80;
/// The most drills that a class asks for.
pub const MOST_DRILLS: u32 = 1000;

/// How well a learner knows a provision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// The last answer was wrong, or it is time to be asked again.
    Practice,
    /// Right lately, and not often enough yet.
    Learning,
    /// Right several times in a row.
    Known,
}

messages! {
    /// What to be asked next.
    DrillRequest {
        /// The game.
        #[schemars(regex(pattern = GAME))]
        game: String,
        /// What it asks; each kind in turn if nothing is said.
        #[serde(default)]
        kind: Option<DrillKind>,
        /// The table under whose options it is asked; under the usual ones if nothing is said. A class says it itself.
        #[serde(default)]
        #[schemars(regex(pattern = TABLE))]
        table: Option<String>,
        /// The class it counts for.
        #[serde(default)]
        #[schemars(regex(pattern = CLASS))]
        class: Option<String>,
    }
    /// A drill that counts. It is answered once.
    SetDrill {
        /// Its id, by which it is answered.
        id: String,
        /// Whether it was chosen because something like it was answered wrongly, or is due again.
        practice: bool,
        /// The drill.
        drill: Drill,
    }
    /// The answer to a drill that counts.
    SetAnswer {
        /// The id of the drill.
        #[schemars(regex(pattern = SET))]
        id: String,
        /// The answer: a number of cents, one of the choices, or several with commas between them.
        #[schemars(length(max = 2000))]
        answer: String,
    }
    /// How many answers, and how good they were.
    Score {
        /// How many drills were answered.
        asked: u32,
        /// How many of them rightly.
        right: u32,
        /// The median time of an answer, in milliseconds.
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
        /// How many right answers in a row there were last.
        streak: u32,
        /// How well it is known.
        standing: Standing,
        /// When the last answer was given, in milliseconds since 1970, UTC.
        last: i64,
        /// When it is to be asked again.
        due: i64,
    }
    /// What a learner knows.
    ProgressView {
        /// All answers.
        score: Score,
        /// By provision: what to practice first.
        provisions: Vec<ProvisionScore>,
        /// The learner's classes.
        classes: Vec<OwnClass>,
    }
    /// A class of one's own.
    OwnClass {
        /// The class.
        class: ClassView,
        /// All answers that count for it.
        score: Score,
        /// Whether they are enough for the certificate.
        passed: bool,
    }
    /// A game of a class.
    ClassGame {
        /// The game.
        #[schemars(regex(pattern = GAME))]
        game: String,
        /// The table of this floor under whose options it is taught; under the usual ones if nothing is said.
        #[serde(default)]
        #[schemars(regex(pattern = TABLE))]
        table: Option<String>,
    }
    /// A class to create.
    NewClass {
        /// What it is called.
        #[schemars(length(min = 1, max = CLASS_NAME))]
        name: String,
        /// What is taught.
        #[schemars(length(min = 1, max = 20))]
        games: Vec<ClassGame>,
        /// What is asked; everything there is if nothing is said.
        #[serde(default)]
        #[schemars(length(max = 4))]
        kinds: Vec<DrillKind>,
        /// How many drills the certificate takes.
        #[schemars(range(min = 1, max = MOST_DRILLS))]
        drills: u32,
        /// How many answers of a hundred must be right for it.
        #[schemars(range(min = 1, max = 100))]
        pass: u32,
    }
    /// A class.
    ClassView {
        /// Its code, by which learners join it.
        class: String,
        /// What it is called.
        name: String,
        /// Who created it.
        instructor: String,
        /// When, in milliseconds since 1970, UTC.
        created: i64,
        /// What is taught.
        games: Vec<ClassGame>,
        /// What is asked; everything there is if it is empty.
        kinds: Vec<DrillKind>,
        /// How many drills the certificate takes.
        drills: u32,
        /// How many answers of a hundred must be right for it.
        pass: u32,
        /// How many learners have joined.
        learners: u32,
    }
    /// A class to join.
    Joining {
        /// Its code; small letters and spaces do not matter.
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
        /// All answers that count for the class.
        score: Score,
        /// The same by provision.
        provisions: Vec<ProvisionScore>,
        /// Whether they are enough for the certificate.
        passed: bool,
    }
}
