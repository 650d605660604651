//! What learners know about each provision, what to ask them next, and what a certificate requires. This
//! module reads neither a store nor a clock: answers are passed in.

use crate::store::school::Mark;
use protocol::{ClassView, DrillKind, ProvisionScore, Score, Standing};
use std::collections::BTreeMap;

/// The days until something is asked again, by the number of right answers in a row.
const AGAIN: [i64; 6] = [0, 1, 3, 7, 21, 60];
const DAY: i64 = 24 * 3_600_000;
/// The number of right answers in a row after which something counts as known.
const KNOWN: u32 = 3;

/// The kind of a question in a dealing exercise, in the store.
pub const DEAL: &str = "deal";

/// Whether this is a drill, which counts for a certificate; a step of a dealing exercise is not.
pub fn is_drill(mark: &Mark) -> bool {
    mark.kind != DEAL
}

/// The name of a kind of drill in the store.
pub fn word(kind: DrillKind) -> &'static str {
    match kind {
        DrillKind::Payout => "payout",
        DrillKind::Order => "order",
        DrillKind::Irregularity => "irregularity",
        DrillKind::Positions => "positions",
    }
}

/// The kind with this name.
pub fn kind(word: &str) -> Option<DrillKind> {
    use DrillKind::*;
    [Payout, Order, Irregularity, Positions].into_iter().find(|kind| self::word(*kind) == word)
}

/// The number of answers, how many were right, and the median time.
pub fn score<'a>(marks: impl IntoIterator<Item = &'a Mark>) -> Score {
    let (mut times, mut right) = (Vec::new(), 0);
    for mark in marks {
        right += u32::from(mark.is_right);
        times.push(u64::try_from(mark.answered - mark.asked).unwrap_or(0));
    }
    times.sort_unstable();
    let median = times.get(times.len() / 2).copied().unwrap_or(0);
    Score { asked: u32::try_from(times.len()).unwrap_or(u32::MAX), right, median }
}

/// The scores by provision, with what to practice first at the top: what was wrong last, then what has waited
/// longest.
pub fn by_provision<'a>(marks: impl IntoIterator<Item = &'a Mark>, now: i64) -> Vec<ProvisionScore> {
    let mut all: BTreeMap<(&str, &str), Vec<&Mark>> = BTreeMap::new();
    for mark in marks {
        all.entry((&mark.cite, &mark.game)).or_default().push(mark);
    }
    let mut scores: Vec<ProvisionScore> =
        all.into_iter().map(|((cite, game), marks)| provision(cite, game, &marks, now)).collect();
    scores.sort_by_key(|one| (one.standing, one.streak, one.due));
    scores
}

fn provision(cite: &str, game: &str, marks: &[&Mark], now: i64) -> ProvisionScore {
    let in_a_row = marks.iter().rev().take_while(|mark| mark.is_right).count();
    let streak = u32::try_from(in_a_row).unwrap_or(u32::MAX);
    let last = marks.iter().map(|mark| mark.answered).max().unwrap_or(0);
    let due = last + DAY * AGAIN[in_a_row.min(AGAIN.len() - 1)];
    let standing = match streak {
        _ if now >= due => Standing::Practice,
        KNOWN.. => Standing::Known,
        _ => Standing::Learning,
    };
    let (cite, game) = (cite.to_owned(), game.to_owned());
    ProvisionScore { cite, game, score: score(marks.iter().copied()), streak, standing, last, due }
}

/// The next question for a learner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Next {
    /// The kind of question.
    pub kind: DrillKind,
    /// Provisions to practice; empty if something new is asked.
    pub practice: Vec<String>,
}

/// What to ask a learner next about a game, based on earlier answers: every second time something to
/// practice, if there is anything, and the kinds that are taught in turn.
pub fn next(marks: &[Mark], game: &str, kinds: &[DrillKind], now: i64) -> Option<Next> {
    let own: Vec<&Mark> = marks
        .iter()
        .filter(|mark| mark.game == game && kinds.iter().any(|kind| mark.kind == word(*kind)))
        .collect();
    let in_turn = *kinds.get(own.len() / 2 % kinds.len().max(1))?;
    let scores = by_provision(own.iter().copied(), now);
    let weak: Vec<&ProvisionScore> = scores.iter().filter(|one| one.standing == Standing::Practice).collect();
    // Every second question is new, so that learners do not go in circles.
    let Some(worst) = weak.first().filter(|_| own.len() % 2 == 1) else {
        return Some(Next { kind: in_turn, practice: Vec::new() });
    };
    let asked = own.iter().rev().find(|mark| mark.cite == worst.cite)?;
    let kind = kind(&asked.kind).unwrap_or(in_turn);
    let same = |cite: &str| own.iter().any(|mark| mark.cite == cite && mark.kind == asked.kind);
    let practice = weak.iter().filter(|one| same(&one.cite)).map(|one| one.cite.clone()).collect();
    Some(Next { kind, practice })
}

/// Whether the score is enough for the certificate of a class.
pub fn passes(class: &ClassView, score: &Score) -> bool {
    score.asked >= class.drills
        && u64::from(score.right) * 100 >= u64::from(class.pass) * u64::from(score.asked)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(cite: &str, kind: DrillKind, is_right: bool, at: i64) -> Mark {
        let (class, game) = (String::new(), "roulette".to_owned());
        let (learner, kind) = ("ann".to_owned(), word(kind).to_owned());
        Mark { learner, class, game, kind, cite: cite.to_owned(), asked: at - 2000, answered: at, is_right }
    }

    #[test]
    fn an_error_is_to_be_practiced_and_three_in_a_row_are_known_until_they_are_due() {
        use DrillKind::Payout;
        let marks = [
            mark("5.2(a)", Payout, true, DAY),
            mark("5.2(a)", Payout, false, DAY),
            mark("5.3(b)", Payout, true, DAY),
            mark("5.3(b)", Payout, true, DAY),
            mark("5.3(b)", Payout, true, DAY),
            mark("5.4(a)", Payout, true, DAY),
        ];
        let standings = |now| {
            let all = by_provision(&marks, now);
            all.iter().map(|one| (one.cite.clone(), one.standing)).collect::<Vec<_>>()
        };
        use Standing::{Known, Learning, Practice};
        let of =
            |all: [(&str, Standing); 3]| all.map(|(cite, standing)| (cite.to_owned(), standing)).to_vec();
        assert_eq!(standings(DAY + 1), of([("5.2(a)", Practice), ("5.4(a)", Learning), ("5.3(b)", Known)]));
        // A day later what was right once is due again, and a week later what is known.
        assert_eq!(standings(2 * DAY), of([("5.2(a)", Practice), ("5.4(a)", Practice), ("5.3(b)", Known)]));
        assert_eq!(
            standings(8 * DAY),
            of([("5.2(a)", Practice), ("5.4(a)", Practice), ("5.3(b)", Practice)])
        );
        assert_eq!(score(&marks), Score { asked: 6, right: 5, median: 2000 });
        assert_eq!(score(&[]), Score { asked: 0, right: 0, median: 0 });
    }

    #[test]
    fn what_was_wrong_is_asked_again_in_its_kind_every_second_time() {
        use DrillKind::{Order, Payout};
        let kinds = [Payout, Order];
        let new = |kind| Some(Next { kind, practice: Vec::new() });
        assert_eq!(next(&[], "roulette", &kinds, DAY), new(Payout));
        let mut marks = vec![mark("5.3(b)", Order, false, DAY)];
        let again = Some(Next { kind: Order, practice: vec!["5.3(b)".to_owned()] });
        assert_eq!(next(&marks, "roulette", &kinds, DAY), again);
        assert_eq!(next(&marks, "craps", &kinds, DAY), new(Payout), "another game is another matter");
        assert_eq!(next(&marks, "roulette", &[Payout], DAY), new(Payout), "and so is what is not taught");
        marks.push(mark("5.2(a)", Payout, true, DAY));
        assert_eq!(next(&marks, "roulette", &kinds, DAY), new(Order), "then something new");
        assert_eq!(next(&[], "roulette", &[], DAY), None);
    }

    #[test]
    fn a_certificate_takes_enough_answers_and_enough_right_ones() {
        let class = ClassView {
            class: "ABCD2345".into(),
            name: "June".into(),
            instructor: "flo".into(),
            created: 0,
            games: Vec::new(),
            kinds: Vec::new(),
            drills: 10,
            pass: 80,
            learners: 0,
        };
        let passed = |asked, right| passes(&class, &Score { asked, right, median: 0 });
        assert!(passed(10, 8) && passed(20, 16) && !passed(9, 9) && !passed(10, 7) && !passed(21, 16));
    }
}
