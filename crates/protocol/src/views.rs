//! What is looked at: the law, what a licensee may choose, and a table as its staff sees it.

use crate::{console::ConsoleLine, messages::messages};
use ::views::{Refused, options::SettingsSchema};
use books::{BetView, Fact, Picture, Settings};
use felt::FeltView;
use rules::{Actor, Awaits, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A provision as people write it.
pub const CITE: &str = "^[0-9A-Za-z.:() -]{1,40}$";
/// A game's name.
pub const GAME: &str = "^[a-z][a-z0-9-]{0,31}$";

/// The name of a paper.
pub const PAPER: &str = "^[a-z][a-z-]{0,31}$";

/// What a drill asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DrillKind {
    /// What the bank pays on a wager.
    #[default]
    Payout,
    /// What staff does next.
    Order,
    /// What the law demands when something has gone wrong.
    Irregularity,
    /// Which positions of a layout win, in a game of dice or a wheel.
    Positions,
}

messages! {
    /// A game.
    GameView {
        /// Its name in messages.
        game: String,
        /// Its name for people.
        title: String,
        /// What drills can ask of it.
        drills: Vec<DrillKind>,
    }
    /// Options to judge.
    CheckRequest {
        /// The game.
        #[schemars(regex(pattern = GAME))]
        game: String,
        /// The options by their keys, at most 200.
        #[schemars(with = "SettingsSchema")]
        options: Settings,
        /// The table that is to change: its pit is judged with it, and the notices are those of the change.
        #[serde(default)]
        table: Option<String>,
    }
    /// A round to judge.
    JudgeRequest {
        /// The round as it is written for `ch47 judge`: a script, or JSON.
        #[schemars(length(max = 12_000))]
        round: String,
    }
    /// A table as its staff sees it.
    ConsoleView {
        /// The number of the next line of the journal.
        next: u64,
        /// Whom or what it waits for; none while it is closed.
        awaits: Option<Awaits>,
        /// Whether people deal here.
        physical: bool,
        /// What staff may do now.
        acts: Vec<StaffAct>,
        /// The next step of the procedure, if it is the staff's.
        usual: Option<StaffAct>,
        /// What the patron may do whose turn it is.
        decisions: Vec<StaffAct>,
        /// The lines that may still be corrected at once.
        lines: Vec<ConsoleLine>,
        /// What the equipment may show now.
        outcomes: Vec<OutcomeView>,
        /// What can go wrong now.
        irregularities: Vec<IrregularityView>,
    }
    /// Something staff may do.
    StaffAct {
        /// As it is written in an act.
        act: String,
        /// As whom.
        #[serde(rename = "as")]
        acting: Actor,
        /// The place of the table; 0 where places have no numbers.
        seat: Seat,
        /// The least amount in cents; 0 if it has none.
        least: i64,
        /// The most.
        most: i64,
        /// The unit.
        step: i64,
        /// What the rules would decide; nothing where it was not tried.
        then: Vec<Fact>,
    }
    /// Something the equipment may show.
    OutcomeView {
        /// What, in the notation.
        chance: String,
        /// In how many ways; 0 where that may not be told.
        weight: u32,
    }
    /// What is best to do with one's hand.
    AdviceView {
        /// What each decision is worth, the best first; nothing while one has none to make.
        advice: Vec<AdviceRow>,
        /// The best one; none while one has none to make.
        best: Option<String>,
        /// How it was found.
        method: String,
    }
    /// What a decision is worth.
    AdviceRow {
        /// As it is written in an act, without the amount.
        act: String,
        /// What one gains by it on average, per unit of the original wager.
        expectation: String,
    }
    /// A drill for student dealers.
    Drill {
        /// The game.
        game: String,
        /// The number that it was made from: the same number under the same options is the same drill. 0 where the floor keeps it
        /// to itself, so that nobody looks the answer up.
        seed: u64,
        /// What it asks.
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
        /// The one of them that is asked about.
        about: Option<BetView>,
        /// Everything on the table beside the wagers, as everyone there may know it.
        picture: Picture,
        /// The table after something went wrong; none where wagers have gone by then, which would give the answer away.
        after: Option<Scene>,
        /// The layout under these options.
        felt: Option<FeltView>,
        /// The answers to choose from; none where one is to be reckoned.
        choices: Vec<String>,
        /// In what to answer: `cents`, or `positions`, several of the choices with commas between them; nothing where one choice is
        /// the answer.
        unit: String,
    }
    /// A table at one moment.
    Scene {
        /// The wagers on the layout.
        bets: Vec<BetView>,
        /// Everything on the table beside the wagers.
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
        /// The number of the drill.
        seed: u64,
        /// What it asked.
        kind: DrillKind,
        /// The options it was asked under, as the drill has them; the usual ones if nothing is said.
        #[serde(default)]
        #[schemars(with = "Option<SettingsSchema>")]
        options: Option<Settings>,
        /// The answer: a number of cents, one of the choices, or several with commas between them.
        #[schemars(length(max = 2000))]
        answer: String,
    }
    /// Whether an answer is right.
    Verdict {
        /// Whether it is.
        right: bool,
        /// The right answer.
        correct: String,
        /// The provision that says so.
        cite: String,
        /// What the rules decide.
        why: Vec<Fact>,
        /// The table after something went wrong, where that was asked about.
        after: Option<Scene>,
    }
    /// What a table should have won by the exact odds of every wager against the house that was settled there, in cents.
    TheoryView {
        /// The stakes of those wagers.
        handle: i64,
        /// What the house should have won on them, on average.
        win: i64,
        /// What it won on them, vigorish included.
        won: i64,
        /// The standard deviation, as if each wager had a result of its own.
        sd: i64,
        /// By how many deviations it won more.
        z: String,
        /// How surprising that is, in a sentence.
        says: String,
        /// Stakes of wagers that have no exact odds; they count in none of the figures.
        left_out: i64,
        /// By kind of wager.
        wagers: Vec<TheoryRow>,
    }
    /// The same for one kind of wager.
    TheoryRow {
        /// The kind.
        wager: String,
        /// How many were settled.
        count: u64,
        /// Their stakes.
        handle: i64,
        /// What the house should have won.
        win: i64,
        /// What it won, vigorish not included.
        won: i64,
        /// The standard deviation.
        sd: i64,
    }
    /// A round.
    RoundView {
        /// Its number.
        round: u64,
        /// The first line.
        first: u64,
        /// The last.
        last: u64,
        /// When it began, in milliseconds since 1970, UTC.
        at: i64,
        /// How many wagers were settled.
        settled: u64,
        /// What was paid on them, in cents.
        paid: i64,
        /// What was taken.
        taken: i64,
        /// Whether it was declared void since.
        void: bool,
    }
    /// What wagers were worth after a line of a round.
    ProspectsView {
        /// The line.
        line: u64,
        /// Each wager on the layout, what it could still come to, or why that is not known.
        wagers: Vec<ProspectView>,
        /// Who had to decide, if somebody had.
        decides: Option<Actor>,
        /// What each decision was worth to this person, the best first; empty where that is not worked out.
        advice: Vec<AdviceRow>,
        /// How all this was found, or why it was not.
        method: String,
    }
    /// What a wager could still come to.
    ProspectView {
        /// The wager.
        bet: BetView,
        /// The exact chance that it would bring something, as a fraction.
        wins: String,
        /// The same in percent.
        wins_percent: String,
        /// The exact chance that it would cost something.
        loses: String,
        /// The same in percent.
        loses_percent: String,
        /// What it would bring on average, in cents, exact to four digits; vigorish counts.
        mean: String,
    }
    /// What would have had to be different for a line to come out differently.
    WhyView {
        /// The line.
        line: u64,
        /// What would have been accepted instead, the nearest first; empty unless the line was refused.
        accepted: Vec<String>,
        /// Options under which it would have come out differently, each changed alone; those under which it would have been
        /// accepted come first.
        options: Vec<WhyOption>,
        /// How this was found, or why it was not.
        method: String,
    }
    /// An option under which a line would have come out differently.
    WhyOption {
        /// The option and its value, and whatever else the law wants with it.
        option: String,
        /// The provision that gives the choice.
        cite: String,
        /// Whether the line would have been accepted.
        accepted: bool,
        /// What the law would have made of it.
        answers: Vec<WhySaid>,
    }
    /// What the law would have said to a line.
    WhySaid {
        /// The provision; empty where only the writing is at fault.
        cite: String,
        /// Whether nothing would have come of the line.
        refused: bool,
        /// What would have been decided, or why it would have been refused.
        text: String,
    }
    /// A paper of the house.
    PaperView {
        /// Its name in the address of the page.
        paper: String,
        /// What it is.
        title: String,
        /// What it is for.
        about: String,
    }
    /// Something that can go wrong.
    IrregularityView {
        /// What, as it is written in an act.
        line: String,
        /// What the law would demand; nothing where it was not tried.
        then: Vec<Fact>,
        /// The law's No.
        refused: Option<Refused>,
    }
}
