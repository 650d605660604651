//! Views of the law, of a licensee's choices, and of a table as its staff see it.

use crate::{
    console::{ConsoleLine, CountView},
    messages::messages,
};
use ::views::{Refused, options::SettingsSchema};
use books::{BetView, Fact, Picture, Settings};
use felt::FeltView;
use prove::why::WhyOption;
use rules::{Actor, Awaits, Patron, Seat, picture::Spot};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The pattern of a citation as people write it.
pub const CITE: &str = "^[0-9A-Za-z.:() -]{1,40}$";
/// The pattern of a game's name.
pub const GAME: &str = "^[a-z][a-z0-9-]{0,31}$";

/// The pattern of a paper's name.
pub const PAPER: &str = "^[a-z][a-z-]{0,31}$";

/// The kind of question a drill asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DrillKind {
    /// What the bank pays on a wager.
    #[default]
    Payout,
    /// What the staff's next step is.
    Order,
    /// What the law requires when something has gone wrong.
    Irregularity,
    /// Which positions of the layout win, in a game with dice or a wheel.
    Positions,
}

messages! {
    /// A game that the floor offers.
    GameView {
        /// The name of the game in messages.
        game: String,
        /// The name of the game as people write it.
        title: String,
        /// The kinds of drills available for it.
        drills: Vec<DrillKind>,
    }
    /// A request to check options.
    CheckRequest {
        /// The game.
        #[schemars(regex(pattern = GAME))]
        game: String,
        /// The options by key, at most 200.
        #[schemars(with = "SettingsSchema")]
        options: Settings,
        /// The table that is to change: its pit is judged along with it, and the notices are those of the
        /// change.
        #[serde(default)]
        table: Option<String>,
    }
    /// A request to judge a round.
    JudgeRequest {
        /// The round in the form that `ch47 judge` reads: a script, or JSON.
        #[schemars(length(max = 12_000))]
        round: String,
    }
    /// A table as its staff see it.
    ConsoleView {
        /// The number of the next line of the journal.
        next: u64,
        /// Who or what the table waits for; absent while it is closed.
        awaits: Option<Awaits>,
        /// Whether people deal here.
        physical: bool,
        /// What staff may do now.
        acts: Vec<StaffAct>,
        /// The next step of the procedure, if it is up to the staff.
        usual: Option<StaffAct>,
        /// What the patron whose turn it is may do.
        decisions: Vec<StaffAct>,
        /// The lines that can still be corrected directly.
        lines: Vec<ConsoleLine>,
        /// What the equipment may show now.
        outcomes: Vec<OutcomeView>,
        /// What the equipment is about to show; absent while something else is awaited, and while cards are hidden.
        due: Option<AwaitedView>,
        /// What can go wrong now.
        irregularities: Vec<IrregularityView>,
        /// The last count of the table's chips since it opened.
        count: Option<CountView>,
        /// Whether the chips must be counted before anything else can be entered.
        count_due: bool,
    }
    /// What the equipment is about to show.
    AwaitedView {
        /// The provision under which it is shown.
        cite: String,
        /// Whether the provision's text is held.
        held: bool,
        /// Where the card will lie; absent for dice, wheels and balls, and for a card that does not stay on the table.
        at: Option<Spot>,
    }
    /// An act that staff may perform.
    StaffAct {
        /// The act in the notation.
        act: String,
        /// The capacity in which it is performed.
        #[serde(rename = "as")]
        acting: Actor,
        /// The position at the table; 0 where positions have no numbers.
        seat: Seat,
        /// The minimum amount, in cents; 0 if the act takes none.
        least: i64,
        /// The maximum amount, in cents.
        most: i64,
        /// The amount must be a multiple of this, in cents.
        step: i64,
        /// What the rules would decide; empty if that was not computed.
        then: Vec<Fact>,
    }
    /// An outcome that the equipment may show.
    OutcomeView {
        /// The outcome in the notation.
        chance: String,
        /// The number of ways it can come about; 0 if that may not be revealed.
        weight: u32,
    }
    /// The best decision for the caller's hand.
    AdviceView {
        /// What each decision is worth, best first; empty while there is none to make.
        advice: Vec<AdviceRow>,
        /// The best decision; absent while there is none to make.
        best: Option<String>,
        /// How the values were computed.
        method: String,
    }
    /// The value of a decision.
    AdviceRow {
        /// The decision in the notation, without the amount.
        act: String,
        /// The average gain, per unit of the original wager.
        expectation: String,
    }
    /// A drill for student dealers.
    Drill {
        /// The game.
        game: String,
        /// The seed: the same seed under the same options gives the same drill. It is 0 in graded drills, so
        /// that the answer cannot be looked up.
        seed: u64,
        /// The kind of question.
        kind: DrillKind,
        /// The options of the table.
        #[schemars(with = "SettingsSchema")]
        options: Settings,
        /// The round so far.
        story: Vec<StoryLine>,
        /// The question.
        question: String,
        /// The wagers on the layout.
        bets: Vec<BetView>,
        /// The wager that is asked about.
        about: Option<BetView>,
        /// Everything on the table other than wagers, as far as everyone there may know it.
        picture: Picture,
        /// The table after something went wrong; absent where missing wagers would give the answer away.
        after: Option<Scene>,
        /// The layout under these options.
        felt: Option<FeltView>,
        /// The answers to choose from; empty if the answer must be calculated.
        choices: Vec<String>,
        /// How to answer: `cents`; or `positions`, which means several choices separated by commas; empty if
        /// one choice is the answer.
        unit: String,
    }
    /// A table at one moment.
    Scene {
        /// The wagers on the layout.
        bets: Vec<BetView>,
        /// Everything on the table other than wagers.
        picture: Picture,
    }
    /// A line of a drill's story.
    StoryLine {
        /// What happened, in the notation.
        line: String,
        /// What the rules decided.
        facts: Vec<Fact>,
    }
    /// An answer to a drill.
    DrillAnswer {
        /// The seed of the drill.
        seed: u64,
        /// The kind of question.
        kind: DrillKind,
        /// The options of the drill; the game's usual options by default.
        #[serde(default)]
        #[schemars(with = "Option<SettingsSchema>")]
        options: Option<Settings>,
        /// The answer: an amount in cents, one of the choices, or several choices separated by commas.
        #[schemars(length(max = 2000))]
        answer: String,
    }
    /// Whether an answer is correct.
    Verdict {
        /// Whether the answer is correct.
        right: bool,
        /// The correct answer.
        correct: String,
        /// The provision behind the correct answer.
        cite: String,
        /// The facts that the rules decide.
        why: Vec<Fact>,
        /// The table after something went wrong, if the question was about that.
        after: Option<Scene>,
    }
    /// What a table should have won, in cents, computed from the exact odds of every wager settled against
    /// the house there.
    TheoryView {
        /// The total staked on those wagers.
        handle: i64,
        /// The expected win of the house on them.
        win: i64,
        /// The actual win of the house on them, including vigorish.
        won: i64,
        /// The standard deviation, treating each wager as independent.
        sd: i64,
        /// The number of standard deviations by which the actual win exceeds the expected win.
        z: String,
        /// A sentence on how surprising that is.
        says: String,
        /// The total staked on wagers without exact odds, which are left out of all other figures.
        left_out: i64,
        /// The figures by kind of wager.
        wagers: Vec<TheoryRow>,
    }
    /// The figures for one kind of wager.
    TheoryRow {
        /// The kind of wager.
        wager: String,
        /// The number of wagers settled.
        count: u64,
        /// The total staked.
        handle: i64,
        /// The expected win of the house.
        win: i64,
        /// The actual win of the house, excluding vigorish.
        won: i64,
        /// The standard deviation.
        sd: i64,
    }
    /// A round in the list of rounds.
    RoundView {
        /// The number of the round.
        round: u64,
        /// The number of its first journal line.
        first: u64,
        /// The number of its last journal line.
        last: u64,
        /// When it began, in milliseconds since 1970, UTC.
        at: i64,
        /// The number of wagers settled.
        settled: u64,
        /// The total paid on them, in cents.
        paid: i64,
        /// The total collected from them, in cents.
        taken: i64,
        /// Whether it has since been declared void.
        void: bool,
    }
    /// What wagers were worth after a line of a round.
    ProspectsView {
        /// The number of the line.
        line: u64,
        /// Each wager on the layout with its prospects, or the reason why they are not known.
        wagers: Vec<ProspectView>,
        /// Who had to decide, if anyone.
        decides: Option<Actor>,
        /// What each decision was worth to that person, best first; empty if it was not computed.
        advice: Vec<AdviceRow>,
        /// How the figures were computed, or why they were not.
        method: String,
    }
    /// The prospects of a wager.
    ProspectView {
        /// The wager.
        bet: BetView,
        /// The exact probability that it ends with a gain, as a fraction.
        wins: String,
        /// The same probability in percent.
        wins_percent: String,
        /// The exact probability that it ends with a loss, as a fraction.
        loses: String,
        /// The same probability in percent.
        loses_percent: String,
        /// The expected result in cents, exact to four digits, with vigorish included.
        mean: String,
    }
    /// What would have had to be different for a line to come out differently.
    WhyView {
        /// The number of the line.
        line: u64,
        /// What would have been accepted instead, nearest first; empty unless the line was refused.
        accepted: Vec<String>,
        /// Options under which it would have come out differently, each changed by itself; those under which
        /// it would have been accepted come first.
        options: Vec<WhyOption>,
        /// How this was found, or why it was not.
        method: String,
    }
    /// A paper that the house can print.
    PaperView {
        /// The name of the paper in the URL.
        paper: String,
        /// The title of the paper.
        title: String,
        /// The purpose of the paper, in a sentence.
        about: String,
    }
    /// An irregularity that may occur now.
    IrregularityView {
        /// The irregularity in the notation.
        line: String,
        /// What the law would require; empty if that was not computed.
        then: Vec<Fact>,
        /// The refusal, if this irregularity cannot occur now.
        refused: Option<Refused>,
    }
}

/// Who is at a table at this moment. It concerns connections rather than the game, so it is not in the
/// journal.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PresenceView {
    /// The number of people at the table.
    pub present: usize,
    /// Patrons such as `p1` who have a seat or a wager here but are away. The table does not wait for them.
    pub away: Vec<Patron>,
    /// Whether you have said that you have finished wagering. It is reset when the betting window ends, and
    /// whenever you make another wager.
    pub ready: bool,
}
