//! Drills on what comes next and on what has gone wrong. The wrong answers are acts of the same kind or from nearby
//! moments, and none of them would also be right: the rules refuse each of them at this moment.

use super::{Asked, Play, STEPS, staff_awaited};
use books::{After, Engine, Fact, Said, What};
use protocol::{Scene, StoryLine};
use rules::{Awaits, Fate};
use std::{collections::BTreeMap, sync::Arc};

/// An answer: nobody does anything.
const SHOWS: &str = "cards, dice or wheel show what comes";
/// An answer after something has gone wrong: nothing changes.
pub(super) const NOTHING: &str = "play goes on as if nothing had happened";
/// The number of answers to choose from.
pub(super) const CHOICES: usize = 4;
/// The number of closest wrong answers from which some are chosen.
const CLOSE: usize = 6;
/// The largest number of irregularities tried in one state.
const WRONGS: u32 = 4;
/// The separator between the parts of a demand.
const BETWEEN: &str = "; ";

/// A moment at which staff must act.
#[derive(Clone)]
struct Moment {
    step: usize,
    engine: Arc<dyn Engine>,
    story: Vec<StoryLine>,
    correct: String,
    line: String,
}

/// A moment at which something goes wrong.
#[derive(Clone)]
struct Wrong {
    moment: Moment,
    why: Vec<Fact>,
    after: Scene,
}

/// Which acts were done at which moments.
#[derive(Default)]
struct Done(BTreeMap<String, Vec<usize>>);

impl Done {
    fn add(&mut self, what: String, step: usize) {
        self.0.entry(what).or_default().push(step);
    }

    /// All possible wrong answers, most similar first: acts that begin like the right one, then those of the nearest
    /// moments.
    fn like(self, moment: &Moment, is_wrong: impl Fn(&str) -> bool) -> Vec<String> {
        let begins = |text: &str| text.split(' ').take(2).collect::<Vec<_>>().join(" ");
        let beginning = begins(&moment.correct);
        let distance =
            |steps: &[usize]| steps.iter().map(|step| step.abs_diff(moment.step)).min().unwrap_or(STEPS);
        let mut others: Vec<(bool, usize, String)> = self
            .0
            .into_iter()
            .filter(|(text, _)| *text != moment.correct && is_wrong(text))
            .map(|(text, steps)| (begins(&text) != beginning, distance(&steps), text))
            .collect();
        others.sort_unstable();
        others.into_iter().map(|(.., text)| text).collect()
    }
}

/// Whether this may come next at a table.
fn is_taken(engine: &dyn Engine, text: &str) -> bool {
    match text {
        SHOWS => engine.awaits() == Awaits::Equipment,
        line => engine.after_line(line).is_some(),
    }
}

pub(super) fn is_settled(facts: &[Fact]) -> bool {
    facts.iter().any(|told| matches!(told.what, What::Settled { .. }))
}

impl Play {
    /// What comes next, in words and as a line: what staff do, or what the equipment shows.
    fn comes_next(&mut self) -> Option<(String, String)> {
        match staff_awaited(&*self.engine) {
            Some(by) => self.engine.usual(by).map(|line| (line.clone(), line)),
            None if self.engine.awaits() == Awaits::Equipment => {
                self.draw().map(|line| (SHOWS.to_owned(), line))
            }
            None => None,
        }
    }

    /// What comes next?
    pub(super) fn order(&mut self) -> Option<Asked> {
        let (moment, choices) = self.moment()?;
        let why = moment.engine.after_line(&moment.line)?.facts;
        Some(Asked {
            question: "what comes next, if nobody wagers any more?".to_owned(),
            cite: why.first().map(|fact| fact.cite.id().to_owned()).unwrap_or_default(),
            ..asked(moment, choices, why)
        })
    }

    /// A moment of some rounds, and the answers to choose from.
    fn moment(&mut self) -> Option<(Moment, Vec<String>)> {
        let (mut done, mut moments) = (Done::default(), Vec::new());
        let mut rounds = 0;
        while rounds < 3 {
            if let Some(by) = staff_awaited(&*self.engine) {
                let offers = self.engine.offers(by).into_iter();
                offers.for_each(|offer| done.add(format!("{by} {}", offer.act), self.steps));
            }
            if let Some((correct, line)) = self.comes_next() {
                done.add(correct.clone(), self.steps);
                if self.engine.has_bets() {
                    let (engine, story) = (Arc::clone(&self.engine), self.facts());
                    moments.push(Moment { step: self.steps, engine, story, correct, line });
                }
            }
            let (before, step) = (Arc::clone(&self.engine), self.steps);
            let Some(said) = self.step() else { break };
            // What patrons do at other moments is a plausible wrong answer.
            let parsed = before.read(&said.line).map(|parsed| parsed.said);
            if let Ok(Said::Act { stakes: false, .. }) = parsed {
                done.add(said.line.clone(), step);
            }
            rounds += usize::from(is_settled(&said.facts));
        }
        let moment = self.pick(&moments)?.clone();
        let others = done.like(&moment, |text| !is_taken(&*moment.engine, text));
        let choices = self.choices(&moment.correct, others);
        Some((moment, choices))
    }

    /// Something goes wrong: what does the law require?
    pub(super) fn irregularity(&mut self) -> Option<Asked> {
        let (mut demands, mut moments) = (Done::default(), Vec::new());
        let mut rounds = 0;
        while rounds < 3 {
            let all = self.engine.irregularities();
            for _ in 0..WRONGS.min(u32::try_from(all.len()).unwrap_or(WRONGS)) {
                let Some(line) = self.pick(&all).cloned() else { break };
                let Some(After { engine: next, facts: why, cleared }) = self.engine.after_line(&line) else {
                    continue;
                };
                let Some(correct) = demand(&why) else { continue };
                demands.add(correct.clone(), self.steps);
                let picture = cleared.unwrap_or_else(|| next.picture()).seen_by(None);
                let after = Scene { bets: next.bets(), picture };
                let (engine, story, step) = (Arc::clone(&self.engine), self.facts(), self.steps);
                moments.push(Wrong { moment: Moment { step, engine, story, correct, line }, why, after });
            }
            let step = self.steps;
            let Some(said) = self.step() else { break };
            // What usually follows is a plausible wrong answer.
            demand(&said.facts).into_iter().for_each(|demand| demands.add(demand, step));
            rounds += usize::from(is_settled(&said.facts));
        }
        let Wrong { moment, why, after } = self.pick(&moments)?.clone();
        let correct = moment.correct.clone();
        let others = demands.like(&moment, |text| !share(text, &correct));
        let choices = self.choices(&moment.correct, others);
        let what = moment.line.strip_prefix("irregularity ").unwrap_or(&moment.line);
        Some(Asked {
            question: format!("{what}: what does the law demand?"),
            cite: why.first().map(|fact| fact.cite.id().to_owned()).unwrap_or_default(),
            after: Some(after),
            ..asked(moment, choices, why)
        })
    }

    /// The right answer among some of the most similar wrong ones, in an order that reveals nothing.
    pub(super) fn choices(&mut self, correct: &str, mut others: Vec<String>) -> Vec<String> {
        others.truncate(CLOSE);
        let mut choices = vec![correct.to_owned()];
        while choices.len() < CHOICES && !others.is_empty() {
            let at = self.chance.below(u32::try_from(others.len()).unwrap_or(1)) as usize;
            choices.push(others.swap_remove(at));
        }
        choices.sort_unstable();
        choices
    }
}

/// A question about a moment, with the table as it was then.
fn asked(moment: Moment, choices: Vec<String>, why: Vec<Fact>) -> Asked {
    let Moment { engine, story, correct, .. } = moment;
    Asked {
        story,
        question: String::new(),
        bets: engine.bets(),
        about: None,
        picture: engine.picture(),
        after: None,
        choices,
        correct,
        cite: String::new(),
        why,
    }
}

/// Whether two demands have a part in common, so that each would be half right.
pub(super) fn share(one: &str, other: &str) -> bool {
    one.split(BETWEEN).any(|part| other.split(BETWEEN).any(|own| own == part))
}

/// What staff must say or do, in one line; `None` if nothing is required.
pub(super) fn demand(told: &[Fact]) -> Option<String> {
    let called = |told: &Fact| match &told.what {
        What::Called { .. } => Some(told.text.clone()),
        What::Returned { .. } => Some("wagers are returned".to_owned()),
        What::Settled { fate: Fate::Void, .. } => Some("wagers are void and returned".to_owned()),
        _ => None,
    };
    let mut all: Vec<String> = told.iter().filter_map(called).collect();
    all.dedup();
    (!all.is_empty()).then(|| all.join(BETWEEN))
}

#[cfg(test)]
mod tests {
    use super::super::make;
    use super::*;
    use protocol::DrillKind;
    use rounds::Settings;
    use rules::GameId;

    #[test]
    fn no_wrong_answer_is_right_too() {
        for &game in GameId::ALL {
            let options = Settings::standard(game);
            for seed in 1..=6 {
                let mut play = Play::open(game, &options, seed, DrillKind::Order).expect("a table");
                let (moment, choices) = play.moment().unwrap_or_else(|| panic!("{game:?} {seed}"));
                assert!(choices.len() > 1, "{game:?} {seed}: {choices:?}");
                for choice in choices {
                    let taken = is_taken(&*moment.engine, &choice);
                    assert_eq!(
                        taken,
                        choice == moment.correct,
                        "{game:?} {seed}: {choice}, not {}",
                        moment.correct
                    );
                }
            }
        }
    }

    #[test]
    fn what_goes_wrong_is_seen_and_money_that_moved_is_kept_back() {
        let mut seen = 0;
        for &game in GameId::ALL {
            for seed in 1..=6 {
                let one =
                    make(game, &Settings::standard(game), seed, DrillKind::Irregularity).expect("a drill");
                let after = one.after.clone().expect("the table after it");
                match &one.drill.after {
                    Some(shown) => assert_eq!((shown, &shown.bets), (&after, &one.drill.bets)),
                    None => assert_ne!(after.bets, one.drill.bets, "{game:?} {seed}"),
                }
                seen += usize::from(one.drill.after.is_some());
                for choice in one.drill.choices.iter().filter(|choice| **choice != one.correct) {
                    assert!(!share(choice, &one.correct), "{game:?} {seed}: {choice} beside {}", one.correct);
                }
                let correct = one.correct.clone();
                assert_eq!(one.judge(&correct).after, Some(after));
            }
        }
        assert!(seen > 20, "{seen}");
    }
}
