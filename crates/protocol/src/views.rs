//! What is looked at: the law, what a licensee may choose, and a table as its staff sees it.

use crate::messages::{Refused, Sign, messages};
use books::Told;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A provision as people write it.
pub const CITE: &str = "^[0-9A-Za-z.:() -]{1,40}$";
/// A game's name.
pub const GAME: &str = "^[a-z][a-z0-9-]{0,31}$";

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
