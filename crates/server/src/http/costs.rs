//! Which reads replay a journal or compute something, so that a small request is expensive for the floor.

use protocol::Action;

/// Whether a read is counted against its reader and waits for its turn. Answers from memory are not.
pub fn is_costly(action: Action) -> bool {
    use Action::*;
    matches!(
        action,
        ReadWindow
            | ReadRound
            | ReadJournal
            | ReadExcerpt
            | ReadReport
            | ReadRoundOdds
            | ReadHouse
            | ReadSheet
            | ReadPaper
            | ReadOdds
            | ReadAdvice
            | ListRounds
            | ProveReceipt
            | ExplainLine
            | ReadCheckpoints
            | SearchLaw
            | ReadContents
            | ReadConformance
            | CheckOptions
            | JudgeRound
            | AskDrill
            | AnswerDrill
            | SetDrill
            | AnswerSetDrill
            | StartDeal
            | ReadDeal
            | ReadClass
            | ReadCertificate
    )
}
