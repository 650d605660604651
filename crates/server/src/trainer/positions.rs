//! A drill of dealing schools: dice or wheel have shown something, and the learner picks the winning positions.

use super::{Asked, Play, staff_awaited};
use books::{After, Engine, Fact, OfferKind, What};
use protocol::StoryLine;
use rules::{Actor, Awaits, Fate, Patron, Seat, Tender};
use std::sync::Arc;

/// The number of positions to choose from.
const POSITIONS: usize = 12;
/// The largest number of them that win.
const WINNERS: usize = 6;
/// The number of staff steps within which a table shows something and settles.
const STEPS: usize = 12;

/// What separates positions in an answer.
const BETWEEN: &str = ", ";

/// Whether two answers name the same positions, in any order.
pub fn are_same(one: &str, other: &str) -> bool {
    let positions = |text: &str| {
        let mut all: Vec<String> = text
            .split(',')
            .map(|position| position.trim().to_lowercase())
            .filter(|p| !p.is_empty())
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    positions(one) == positions(other)
}

impl Play {
    /// Which positions win? `None` in a game with cards, or in which several outcomes decide.
    pub(super) fn positions(&mut self) -> Option<Asked> {
        let by = Actor::Patron(Patron(1));
        let is_position = |offer: &books::Offered| {
            offer.kind == OfferKind::Wager && offer.tender == Some(Tender::Chips) && offer.seat == Seat::NONE
        };
        let positions: Vec<_> = self.engine.offers(by).into_iter().filter(is_position).collect();
        if positions.is_empty() || books::has_cards(self.engine.game()) {
            return None;
        }
        let fresh = Arc::clone(&self.engine);
        // There are no wagers yet: the staff continue until something can be shown.
        let (table, mut story) = until_shown(Arc::clone(&self.engine))?;
        self.engine = table;
        let chance = self.draw()?;
        let After { engine, facts, .. } = self.engine.after_line(&chance)?;
        story.push(StoryLine { line: chance.clone(), facts });
        let (mut winners, mut losers) = (Vec::new(), Vec::new());
        for offer in positions {
            let told = settled(&fresh, &offer.line(by, offer.least), &chance)?;
            match told.what {
                What::Settled { fate: Fate::Won, .. } => winners.push((offer.act, told)),
                _ => losers.push(offer.act),
            }
        }
        let winners = self.some(winners, WINNERS);
        let losers = self.some(losers, POSITIONS - winners.len());
        let why: Vec<Fact> = winners.iter().map(|(_, fact)| fact.clone()).collect();
        let mut correct: Vec<String> = winners.into_iter().map(|(act, _)| act).collect();
        correct.sort_unstable();
        let mut choices = [correct.clone(), losers].concat();
        choices.sort_unstable();
        let mut picture = engine.picture();
        // The table itself would light up the winning positions.
        picture.lit.clear();
        Some(Asked {
            story,
            question: "which of these positions win?".to_owned(),
            bets: Vec::new(),
            about: None,
            picture,
            after: None,
            choices,
            cite: why.first()?.cite.id().to_owned(),
            correct: correct.join(BETWEEN),
            why,
        })
    }

    /// At most this many of them, chosen at random.
    fn some<T>(&mut self, mut all: Vec<T>, most: usize) -> Vec<T> {
        while all.len() > most {
            let at = self.chance.below(u32::try_from(all.len()).unwrap_or(u32::MAX)) as usize;
            all.swap_remove(at);
        }
        all
    }
}

/// The staff's usual steps until the equipment must show something, and the round so far.
fn until_shown(mut engine: Arc<dyn Engine>) -> Option<(Arc<dyn Engine>, Vec<StoryLine>)> {
    let mut story = Vec::new();
    for _ in 0..STEPS {
        if engine.awaits() == Awaits::Equipment {
            return Some((engine, story));
        }
        let line = engine.usual(staff_awaited(&*engine)?)?;
        let After { engine: next, facts, .. } = engine.after_line(&line)?;
        story.push(StoryLine { line, facts });
        engine = next;
    }
    None
}

/// What the rules decide about one wager if this is shown; `None` if it does not decide the wager.
fn settled(fresh: &Arc<dyn Engine>, wager: &str, chance: &str) -> Option<Fact> {
    let (mut engine, _) = until_shown(fresh.after_line(wager)?.engine)?;
    let mut line = chance.to_owned();
    for _ in 0..STEPS {
        let After { engine: next, facts, .. } = engine.after_line(&line)?;
        let is_settled = |fact: &Fact| matches!(fact.what, What::Settled { .. });
        if let Some(fact) = facts.into_iter().find(is_settled) {
            return Some(fact);
        }
        let Awaits::Decision(by) = next.awaits() else { return None };
        engine = next;
        line = engine.usual(by)?;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::Made;
    use super::*;
    use protocol::DrillKind;
    use rounds::Settings;
    use rules::GameId;

    fn make(game: GameId, seed: u64, kind: DrillKind) -> Option<Made> {
        super::super::make(game, &Settings::standard(game), seed, kind)
    }

    #[test]
    fn what_wins_is_what_the_rules_pay() {
        let game = |name| GameId::find(name).expect("a game");
        for seed in 1..=8 {
            let one = make(game("sic-bo"), seed, DrillKind::Positions).expect("a drill");
            let dice = one.drill.story.last().expect("a story").line.clone();
            let spots: Vec<u8> = dice[5..].split('-').map(|die| die.parse().expect("a die")).collect();
            let total = spots.iter().sum::<u8>();
            assert!(one.drill.picture.lit.is_empty() && one.drill.choices.len() == POSITIONS, "{dice}");
            for choice in &one.drill.choices {
                let is_said = one.correct.split(BETWEEN).any(|position| position == choice);
                match choice.split_once(' ') {
                    Some(("total", n)) => assert_eq!(is_said, n == total.to_string(), "{dice}: {choice}"),
                    Some(("one-of-a-kind", n)) => {
                        assert_eq!(is_said, spots.iter().any(|die| die.to_string() == n), "{dice}: {choice}");
                    }
                    _ => {}
                }
            }
            let mut turned: Vec<&str> = one.correct.split(BETWEEN).collect();
            turned.reverse();
            let (turned, fewer) = (turned.join(","), turned[1..].join(","));
            assert!(make(game("sic-bo"), seed, DrillKind::Positions).expect("again").judge(&turned).right);
            assert!(!one.judge(&fewer).right);
        }
        for name in ["roulette", "big-six"] {
            let one = make(game(name), 3, DrillKind::Positions).expect("a drill");
            assert!(!one.why.is_empty() && !one.cite.is_empty(), "{name}");
        }
        let has_positions = |game: &&GameId| super::super::kinds(**game).contains(&DrillKind::Positions);
        let all: Vec<&str> = GameId::ALL.iter().filter(has_positions).map(|game| game.name()).collect();
        assert_eq!(all, ["roulette", "big-six", "sic-bo"]);
    }
}
