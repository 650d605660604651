//! What is looked at: the law, what a licensee may choose, and a table as its staff sees it.

use crate::messages::{Refused, Sign, messages};
use books::{Lying, Told};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A provision as people write it.
pub const CITE: &str = "^[0-9A-Za-z.:() -]{1,40}$";
/// A game's name.
pub const GAME: &str = "^[a-z][a-z0-9-]{0,31}$";

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
}

messages! {
    /// A provision, or all of a section, in our words.
    LawView {
        /// Its address, `5.2(b)`.
        cite: String,
        /// The section's title.
        title: String,
        /// Whether its text is held. What is not held is never authority.
        held: bool,
        /// The text it was taken from, and up to which day that is current; `not held` without one.
        edition: String,
        /// The game it rules, or `all`.
        game: String,
        /// What it says, in our words; a line for each rule.
        text: String,
        /// How its doubtful words are read.
        readings: Vec<ReadingView>,
        /// Where code applies it: file and item.
        #[serde(rename = "where")]
        applied: Vec<String>,
        /// The golden rounds that apply it.
        rounds: Vec<String>,
        /// Why no code decides it, if so declared.
        disposition: Option<String>,
        /// The section of today's code in its place; the texts were not compared.
        successor: String,
        /// The provisions before and after it.
        near: Vec<String>,
    }
    /// How doubtful words are read.
    ReadingView {
        /// Its number.
        id: String,
        /// What the words leave open.
        question: String,
        /// The answer taken.
        choice: String,
        /// Why.
        why: String,
    }
    /// Provisions that were found.
    LawList {
        /// They, in the order of the law, from the offset on.
        provisions: Vec<LawEntry>,
        /// How many were found in all.
        total: usize,
    }
    /// A provision in a list.
    LawEntry {
        /// Its address.
        cite: String,
        /// The section's title.
        title: String,
        /// What it says, in our words.
        summary: String,
        /// Whether its text is held.
        held: bool,
    }
    /// What becomes of a provision.
    ConformanceRow {
        /// Its address.
        cite: String,
        /// The section's title.
        title: String,
        /// `enforced`, or the kind of reason why no code decides it.
        disposition: String,
        /// That reason.
        reason: Option<String>,
        /// Where code applies it: file and item.
        code: Vec<String>,
        /// The golden rounds that apply it.
        rounds: Vec<String>,
    }
    /// A game.
    GameView {
        /// Its name in messages.
        game: String,
        /// Its name for people.
        title: String,
    }
    /// Something a licensee may choose.
    OptionField {
        /// Its key.
        key: String,
        /// What it is about.
        about: String,
        /// The provision that gives or bounds the choice.
        cite: String,
        /// Whether the text of that provision is held.
        held: bool,
        /// `flag`, `choice` (one of the values), `choices` (some of them), `odds`, `money` or `number`.
        kind: String,
        /// The words to choose from; the least and the most of money or a number; the least of odds.
        values: Vec<String>,
        /// What may be written, in words.
        lawful: String,
        /// What usually holds; none where the licensee must decide.
        standard: Option<String>,
    }
    /// Options to judge.
    CheckRequest {
        /// The game.
        #[schemars(regex(pattern = GAME))]
        game: String,
        /// The options, `key=value`.
        #[schemars(length(max = 200))]
        options: Vec<String>,
        /// The table that is to change: its pit is judged with it, and the notices are those of the change.
        #[serde(default)]
        table: Option<String>,
    }
    /// A judgement.
    CheckView {
        /// Everything that is not lawful.
        wrong: Vec<WrongView>,
        /// Signs and duties that follow from lawful options.
        signs: Vec<Sign>,
        /// The notices that opening the table, or changing it, demands.
        notices: Vec<String>,
    }
    /// A violation.
    WrongView {
        /// The key concerned.
        key: String,
        /// What is wrong, and what would be lawful.
        text: String,
        /// The provision; none where only the spelling is at fault.
        cite: Option<String>,
    }
    /// A table as its staff sees it.
    ConsoleView {
        /// Whom or what it waits for.
        awaits: String,
        /// Whether people deal here.
        physical: bool,
        /// What staff may do now.
        acts: Vec<StaffAct>,
        /// What the equipment may show now.
        outcomes: Vec<OutcomeView>,
        /// What can go wrong now.
        irregularities: Vec<IrregularityView>,
    }
    /// Something staff may do.
    StaffAct {
        /// As it is written in an act.
        act: String,
        /// As whom: `dealer`, `floorperson` or `supervisor`.
        #[serde(rename = "as")]
        acting: String,
        /// The place of the table; 0 where places have no numbers.
        seat: u8,
        /// The least amount in cents; 0 if it has none.
        least: i64,
        /// The most.
        most: i64,
        /// The unit.
        step: i64,
        /// What the rules would decide; nothing where it was not tried.
        then: Vec<Told>,
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
    /// A drill for who learns to deal.
    Drill {
        /// The game.
        game: String,
        /// The number that it was made from: the same number is the same drill.
        seed: u64,
        /// What it asks.
        kind: DrillKind,
        /// The options of the table.
        options: Vec<String>,
        /// The round so far.
        story: Vec<StoryLine>,
        /// The question.
        question: String,
        /// The wagers on the layout.
        bets: Vec<Lying>,
        /// The answers to choose from; none where one is to be reckoned.
        choices: Vec<String>,
        /// In what to answer: `cents`; nothing where there are choices.
        unit: String,
    }
    /// A line of a drill's story.
    StoryLine {
        /// What happened, in the notation.
        line: String,
        /// What the rules decided.
        told: Vec<Told>,
    }
    /// An answer to a drill.
    DrillAnswer {
        /// The number of the drill.
        seed: u64,
        /// What it asked.
        kind: DrillKind,
        /// The answer: a number of cents, or one of the choices.
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
        why: Vec<Told>,
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
    /// What the wagers of a table are worth.
    OddsView {
        /// For what they hold: `every round`, `a fresh shoe` or `the shoe as it is`, as far as anyone has seen it.
        exact_for: String,
        /// What patrons do who have a choice; nothing where they have none.
        method: String,
        /// Every wager, exactly; empty where a game has no odds without a strategy.
        odds: Vec<OddsRow>,
    }
    /// What a wager is worth.
    OddsRow {
        /// As it is written in an act, without the amount.
        act: String,
        /// 0: alike at every place of the table.
        seat: u8,
        /// What the house keeps on average, per unit staked: a fraction.
        edge: String,
        /// The same in percent.
        edge_percent: String,
        /// What comes of it; none where both sides choose.
        chances: Option<Chances>,
        /// What it pays: `35 to 1`, or several.
        pays: String,
    }
    /// What comes of a wager, as fractions.
    Chances {
        /// It wins.
        won: String,
        /// It loses.
        lost: String,
        /// It loses a part.
        part: String,
        /// Neither.
        void: String,
    }
    /// Something that can go wrong.
    IrregularityView {
        /// What, as it is written in an act.
        line: String,
        /// What the law would demand; nothing where it was not tried.
        then: Vec<Told>,
        /// The law's No.
        refused: Option<Refused>,
    }
}
