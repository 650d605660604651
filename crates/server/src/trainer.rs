//! Drills for student dealers: rounds that the engine itself plays under the options of a table, and a question about
//! each. The same seed and options give the same drill, so nothing has to be kept between question and answer, and
//! every right answer is what the rules decide.

mod deal;
mod positions;
mod procedure;

pub use deal::Deal;

use books::{After, BetView, Engine, Fact, OfferKind, Offered, Picture, What};
use odds::Generator;
use protocol::{Drill, DrillKind, Scene, StoryLine, Verdict};
use rounds::Settings;
use rules::{Actor, Awaits, GameId, Money, Patron, Tender};
use std::sync::{Arc, OnceLock};

/// The largest number of inputs played for a drill.
const STEPS: usize = 1200;
/// The largest number of lines of the round so far that are shown.
const TOLD: usize = 40;
/// The number of patrons for questions about payouts, at a busy table.
const BUSY: u32 = 6;
/// The number of patrons for questions about procedure.
const FEW: u32 = 2;

/// A drill with its answer.
pub struct Made {
    /// The question.
    pub drill: Drill,
    correct: String,
    cite: String,
    why: Vec<Fact>,
    after: Option<Scene>,
}

impl Made {
    /// The provision that decides it.
    pub fn cite(&self) -> &str {
        &self.cite
    }

    /// Whether an answer is right, and why.
    pub fn judge(self, answer: &str) -> Verdict {
        let same = |a: &str, b: &str| a.trim().eq_ignore_ascii_case(b.trim());
        let right = match self.drill.kind {
            DrillKind::Positions => positions::are_same(answer, &self.correct),
            _ => same(answer, &self.correct),
        };
        Verdict { right, correct: self.correct, cite: self.cite, why: self.why, after: self.after }
    }
}

/// The drill for this seed under these options; `None` if the random rounds give nothing to ask about, or the options
/// are not lawful.
pub fn make(game: GameId, options: &Settings, seed: u64, kind: DrillKind) -> Option<Made> {
    let mut play = Play::open(game, options, seed, kind)?;
    let asked = match kind {
        DrillKind::Payout => play.payout(),
        DrillKind::Order => play.order(),
        DrillKind::Irregularity => play.irregularity(),
        DrillKind::Positions => play.positions(),
    }?;
    let unit = match kind {
        DrillKind::Payout => "cents",
        DrillKind::Positions => "positions",
        DrillKind::Order | DrillKind::Irregularity => "",
    }
    .to_owned();
    let felt = felt::of(game, &options.entries(), &mut |_| ());
    let Asked { story, question, bets, about, picture, after, choices, correct, cite, why } = asked;
    let (game, picture) = (game.name().to_owned(), picture.seen_by(None));
    // If wagers are missing, the table would give the answer away.
    let shown = after.clone().filter(|after| after.bets == bets);
    let options = options.clone();
    let drill = Drill {
        game,
        seed,
        kind,
        options,
        story,
        question,
        bets,
        about,
        picture,
        after: shown,
        felt,
        choices,
        unit,
    };
    Some(Made { drill, correct, cite, why, after })
}

/// The kinds of drills that a game has: every game has the first three. Whether it has the last is found once, by
/// playing a round.
pub fn kinds(game: GameId) -> Vec<DrillKind> {
    static POSITIONS: OnceLock<Vec<GameId>> = OnceLock::new();
    let has_positions =
        |game: &GameId| make(*game, &Settings::standard(*game), 1, DrillKind::Positions).is_some();
    let those = POSITIONS.get_or_init(|| GameId::ALL.iter().copied().filter(has_positions).collect());
    let mut kinds = vec![DrillKind::Payout, DrillKind::Order, DrillKind::Irregularity];
    kinds.extend(those.contains(&game).then_some(DrillKind::Positions));
    kinds
}

struct Asked {
    story: Vec<StoryLine>,
    question: String,
    bets: Vec<BetView>,
    /// The wager that is asked about.
    about: Option<BetView>,
    picture: Picture,
    /// The table after something went wrong.
    after: Option<Scene>,
    choices: Vec<String>,
    correct: String,
    cite: String,
    why: Vec<Fact>,
}

/// A table that is played at random, except for what staff must do.
struct Play {
    engine: Arc<dyn Engine>,
    chance: Generator,
    /// The round so far.
    story: Vec<StoryLine>,
    /// The table after the last line, including cards that the line removed.
    look: Picture,
    /// The number of patrons.
    patrons: u32,
    /// The number of wagers they have made since wagers were opened.
    placed: u32,
    steps: usize,
}

/// Whether this is a member of the staff.
fn is_staff(by: Actor) -> bool {
    !matches!(by, Actor::Patron(_))
}

/// Whether a fact says what becomes of a wager.
fn is_money(told: &Fact) -> bool {
    matches!(
        told.what,
        What::Settled { .. }
            | What::Metered { .. }
            | What::Redeemed { .. }
            | What::Charged { .. }
            | What::Marked { .. }
            | What::Collected { .. }
    )
}

/// The member of the staff for whom the table waits; while patrons wager, that is the dealer.
fn staff_awaited(engine: &dyn Engine) -> Option<Actor> {
    match engine.awaits() {
        Awaits::Wagers => Some(Actor::Dealer),
        Awaits::Decision(by) if is_staff(by) => Some(by),
        _ => None,
    }
}

impl Play {
    fn open(game: GameId, options: &Settings, seed: u64, kind: DrillKind) -> Option<Play> {
        Play::with(game, options, seed, kind as u64, if kind == DrillKind::Payout { BUSY } else { FEW })
    }

    /// A table with this many patrons, with its own random stream.
    fn with(game: GameId, options: &Settings, seed: u64, stream: u64, patrons: u32) -> Option<Play> {
        let engine = books::open(game, options).ok()?;
        let chance = Generator::new(Generator::seed(seed), stream);
        let look = engine.picture();
        Some(Play { engine, chance, story: Vec::new(), look, patrons, placed: 0, steps: 0 })
    }

    /// Whether patrons may still make wagers before the dealer continues.
    fn has_wagers_left(&self) -> bool {
        self.placed < 3 * self.patrons
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        let n = u32::try_from(from.len()).ok().filter(|n| *n > 0)?;
        from.get(self.chance.below(n) as usize)
    }

    /// Plays one input; returns it with what the rules decided.
    fn step(&mut self) -> Option<StoryLine> {
        self.steps += 1;
        let line = if self.steps < STEPS { self.next()? } else { return None };
        let (line, after) = match self.engine.after_line(&line) {
            Some(after) => (line, after),
            // The random choice turned out not to be lawful, so the usual step is taken.
            None => {
                let usual = self.engine.usual(staff_awaited(&*self.engine)?)?;
                let after = self.engine.after_line(&usual)?;
                (usual, after)
            }
        };
        Some(self.take(line, after))
    }

    /// Continues with a line and what the rules decided.
    fn take(&mut self, line: String, After { engine, facts, cleared }: After) -> StoryLine {
        let (was, is) = (self.engine.awaits(), engine.awaits());
        if was != Awaits::Wagers && is == Awaits::Wagers {
            self.placed = 0;
        }
        let began = !self.engine.has_bets() && engine.has_bets();
        self.look = cleared.unwrap_or_else(|| engine.picture());
        self.engine = engine;
        if began {
            self.story.clear();
        }
        let said = StoryLine { line, facts };
        self.story.push(said.clone());
        said
    }

    fn next(&mut self) -> Option<String> {
        match self.engine.awaits() {
            Awaits::Equipment => self.draw(),
            Awaits::Wagers if self.has_wagers_left() => {
                self.placed += 1;
                let by = Actor::Patron(Patron(u16::try_from(1 + self.chance.below(self.patrons)).ok()?));
                self.wager(by).or_else(|| self.engine.usual(Actor::Dealer))
            }
            Awaits::Wagers => self.engine.usual(Actor::Dealer),
            Awaits::Decision(by) if is_staff(by) => self.engine.usual(by),
            // A Banker's wager, or a shooter's, comes before all others.
            Awaits::Decision(by) if self.engine.awaits_wagers() && self.has_wagers_left() => {
                self.placed += 1;
                self.wager(by)
            }
            Awaits::Decision(by) => self.decide(by),
        }
    }

    fn draw(&mut self) -> Option<String> {
        let outcomes = self.engine.outcomes();
        let mut left = self.chance.below(outcomes.iter().map(|(_, weight)| weight).sum::<u32>().max(1));
        outcomes.into_iter().find_map(|(chance, weight)| match left.checked_sub(weight) {
            Some(rest) => {
                left = rest;
                None
            }
            None => Some(chance),
        })
    }

    /// A wager of this patron, of one to ten times the minimum; or what must be done before one can be
    /// made.
    fn wager(&mut self, by: Actor) -> Option<String> {
        self.bid(by, Tender::Chips).map(|(offer, stake)| offer.line(by, stake))
    }

    /// The same as an offer, made with this tender.
    fn bid(&mut self, by: Actor, tender: Tender) -> Option<(Offered, Money)> {
        let offers = self.engine.offers(by);
        let (stakes, deeds): (Vec<_>, Vec<_>) = offers
            .into_iter()
            .filter(|o| o.kind != OfferKind::TakeBack)
            .partition(|o| o.tender == Some(tender));
        let Some(offer) = self.pick(&stakes).cloned() else {
            let deeds: Vec<_> = deeds.into_iter().filter(|deed| deed.tender.is_none()).collect();
            return self.pick(&deeds).map(|deed| (deed.clone(), Money::ZERO));
        };
        let [least, most, step] = [offer.least, offer.most, offer.step].map(Money::as_cents);
        let step = step.max(1);
        let most = most.min(least.saturating_mul(10)).max(least);
        let steps = u32::try_from((most - least) / step).unwrap_or(u32::MAX - 1);
        let stake = least + i64::from(self.chance.below(steps + 1)) * step;
        Some((offer, Money::cents(stake)))
    }

    /// What a patron decides: mostly the usual choice, so that rounds end.
    fn decide(&mut self, by: Actor) -> Option<String> {
        let usual = self.engine.usual(by);
        match (self.chance.below(3), usual) {
            (1.., Some(usual)) => Some(usual),
            (_, usual) => self.wager(by).filter(|line| self.engine.after_line(line).is_some()).or(usual),
        }
    }

    /// The round so far, without the results of the wagers.
    fn facts(&self) -> Vec<StoryLine> {
        let skip = self.story.len().saturating_sub(TOLD);
        let without = |said: &StoryLine| StoryLine {
            line: said.line.clone(),
            facts: said.facts.iter().filter(|told| !is_money(told)).cloned().collect(),
        };
        self.story.iter().skip(skip).map(without).collect()
    }

    /// What does the bank pay? Rounds are played until it pays something, up to a limit.
    fn payout(&mut self) -> Option<Asked> {
        let mut found: Option<Asked> = None;
        loop {
            let bets = self.engine.bets();
            let Some(said) = self.step() else { return found };
            let settled: Vec<&Fact> =
                said.facts.iter().filter(|told| matches!(told.what, What::Settled { .. })).collect();
            let won: Vec<&Fact> = settled
                .iter()
                .copied()
                .filter(|told| matches!(told.what, What::Settled { paid, .. } if paid > Money::ZERO))
                .collect();
            let from = if won.is_empty() { &settled } else { &won };
            let Some(told) = self.pick(from).copied() else { continue };
            let What::Settled { bet, paid, pays, .. } = &told.what else { continue };
            let BetView { patron, wager, stake, .. } = bet;
            let asked = Asked {
                story: self.facts(),
                question: format!(
                    "what does the bank pay {patron} on {wager} {stake}, beside the wager itself?"
                ),
                bets,
                about: Some(bet.clone()),
                picture: self.look.clone(),
                after: None,
                choices: Vec::new(),
                correct: paid.as_cents().to_string(),
                cite: pays.id().to_owned(),
                why: vec![told.clone()],
            };
            if *paid > Money::ZERO {
                return Some(asked);
            }
            found.get_or_insert(asked);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [DrillKind; 3] = [DrillKind::Payout, DrillKind::Order, DrillKind::Irregularity];
    const CHOICES: usize = procedure::CHOICES;

    fn make(game: GameId, seed: u64, kind: DrillKind) -> Option<Made> {
        super::make(game, &Settings::standard(game), seed, kind)
    }

    #[test]
    fn every_game_has_drills_of_every_kind_and_the_seed_decides() {
        for &game in GameId::ALL {
            for kind in KINDS {
                let mut made = Vec::new();
                for seed in 1..=3 {
                    let one = make(game, seed, kind).unwrap_or_else(|| panic!("{game:?} {kind:?} {seed}"));
                    let again = make(game, seed, kind).expect("again");
                    assert_eq!(
                        (&one.drill, &one.correct),
                        (&again.drill, &again.correct),
                        "{game:?} {kind:?}"
                    );
                    assert!(!one.why.is_empty() && !one.cite.is_empty(), "{game:?} {kind:?} {seed}");
                    match kind {
                        DrillKind::Payout => {
                            assert!(one.correct.parse::<i64>().is_ok_and(|cents| cents >= 0));
                        }
                        _ => {
                            let choices = &one.drill.choices;
                            assert!(choices.contains(&one.correct), "{game:?} {kind:?}: {choices:?}");
                            assert!((2..=CHOICES).contains(&choices.len()), "{game:?} {kind:?}: {choices:?}");
                        }
                    }
                    made.push(one);
                }
                assert!(made.iter().any(|one| one.drill != made[0].drill), "{game:?} {kind:?}: seeds differ");
            }
        }
    }

    #[test]
    fn most_payouts_pay_and_none_is_given_away() {
        for &game in GameId::ALL {
            let mut paid = 0;
            for seed in 10..14 {
                let one = make(game, seed, DrillKind::Payout).expect("a drill");
                let story = &one.drill.story;
                let told = story.iter().flat_map(|said| &said.facts);
                assert!(told.into_iter().all(|told| !matches!(told.what, What::Settled { .. })), "{game:?}");
                paid += u32::from(one.correct != "0");
                assert!(one.judge("-1").correct.parse::<i64>().is_ok());
            }
            assert!(paid >= 2, "{game:?}: {paid} of 4 pay something");
        }
    }

    /// Every answer other than the right one would have been refused.
    #[test]
    fn one_answer_is_lawful() {
        let one = make(GameId::find("roulette").expect("a game"), 7, DrillKind::Order).expect("a drill");
        let correct = one.correct.clone();
        assert!(one.drill.choices.iter().filter(|choice| **choice == correct).count() == 1);
        assert!(one.judge(&correct.to_uppercase()).right);
        let one = make(GameId::find("roulette").expect("a game"), 7, DrillKind::Order).expect("a drill");
        assert!(!one.judge("something else").right);
    }
}
