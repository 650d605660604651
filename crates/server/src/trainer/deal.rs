//! "Deal a whole shoe": the learner takes the staff's steps one by one, and the program plays the patrons, the cards,
//! the dice and the wheel. Patrons also try what they may not do, and things go wrong. The right answers are not
//! written down anywhere: the rules accept or refuse each step, and the usual step is the one that is taught.
//!
//! Each question is answered once. After a wrong answer the right step is taken, so the same seed, options and answers
//! always lead to the same table, and only these have to be stored.

mod explore;

use super::{Play, is_money, is_staff, procedure, staff_awaited};
use books::{After, BetView, Engine, Fact, OfferKind, Offered, Said, What};
use law::Citation;
use protocol::{DealAsks, DealMoment, DealSaid, DealTold, Refused, Scene, Stop, StoryLine};
use rounds::Settings;
use rules::{Actor, Awaits, Fate, GameId, Money, Patron, Seat, Tender, Why, kit::cards::Loaded};
use std::{collections::BTreeSet, sync::Arc};

/// The first random stream after those of the drills.
const STREAM: u64 = 16;
/// The number of patrons.
const PATRONS: u16 = 3;
/// The default number of rounds at a game without a shoe that ends them.
const ROUNDS: u32 = 12;
/// The largest number of rounds: a shoe that a device keeps filling would never end.
const MOST: u32 = 200;
/// Once in this many steps, a patron tries something or something goes wrong before the step.
const TEMPTED: u32 = 6;
/// One in this many wagers is spoken, with cash.
const SPOKEN: u32 = 30;
/// One in this many questions about payouts is about a wager that is paid nothing.
const UNPAID: u32 = 4;
/// The number of patrons' acts that are remembered, to be tried again at another moment.
const REMEMBERED: usize = 40;
/// The number of attempts that are tried to find one that teaches something.
const ATTEMPTS: usize = 12;
/// The largest number of acts by patrons before it is the learner's turn.
const PATIENCE: usize = 400;
/// A card is put back where it came from, in the games that have a rule about it.
const PUTS_BACK: &str = "puts the card back";
/// The largest number of reasons that are given for a right answer.
const REASONS: usize = 3;
/// The number of steps to look ahead, to see whether a shoe survives something.
const AHEAD: usize = 60;

/// What happens once a question is answered.
enum Then {
    /// Staff do this, unless the learner does something else that is right.
    Step(String),
    /// The equipment shows this.
    Shows(String),
    /// This happens if the rules allow it.
    Happens(Option<String>),
    /// The learner is told what the rules decided about the wagers.
    Tells(Box<(Vec<BetView>, StoryLine)>),
}

/// A question, with its answer.
struct Question {
    asks: DealAsks,
    correct: DealSaid,
    cite: Citation,
    refused: Option<Refused>,
    why: Vec<Fact>,
    then: Then,
}

/// Something a patron did or may try.
type Tried = (Actor, Offered, Money);

/// A table at which somebody learns to deal.
pub struct Deal {
    play: Play,
    /// The number of rounds after which it ends; `None` if it ends with the shoe.
    of: Option<u32>,
    steps: Vec<String>,
    /// What patrons do other than wagering.
    deeds: Vec<Offered>,
    tried: Vec<Tried>,
    news: Vec<StoryLine>,
    asked: Option<Question>,
    /// The payout to ask about next.
    payout: Option<Question>,
    /// Whether the last question was about such an attempt: there are never two in a row.
    is_tempted: bool,
    /// Whether a wager of this round was decided.
    is_settled: bool,
    rounds: u32,
    /// The number of them dealt since the shoe was loaded.
    of_shoe: u32,
    /// Whether a shoe was loaded.
    has_shoe: bool,
    is_over: bool,
    told: u32,
    right: u32,
}

impl Play {
    /// Something that goes wrong now, and what the rules do about it.
    fn mishap(&mut self) -> Option<(String, After)> {
        let all = self.engine.irregularities();
        let line = self.pick(&all)?.clone();
        let after = self.engine.after_line(&line)?;
        Some((line, after))
    }

    /// Whether the shoe survives this: nobody could deal a whole shoe if it ran out of cards, or the cutting card came,
    /// whenever something went wrong.
    fn outlives(&self, after: &After) -> bool {
        let behind = |engine: &dyn Engine| shoes(engine).map(|shoe| shoe.behind).collect::<Vec<_>>();
        let (mut engine, before) = (Arc::clone(&after.engine), self.left());
        if before.is_none() {
            return true;
        }
        let is_cut = behind(&*engine) != behind(&*self.engine);
        for _ in 0..AHEAD {
            if is_cut || is_dealt(before, left(&*engine)) {
                return false;
            }
            if engine.awaits_wagers() && !engine.is_under_way() {
                break;
            }
            let next = match engine.awaits() {
                Awaits::Equipment => engine.outcomes().into_iter().next().map(|(chance, _)| chance),
                Awaits::Wagers => engine.usual(Actor::Dealer),
                Awaits::Decision(by) => engine.usual(by),
            };
            let Some(after) = next.and_then(|line| engine.after_line(&line)) else { break };
            engine = after.engine;
        }
        true
    }

    fn somebody(&mut self) -> Option<Actor> {
        let number = u16::try_from(1 + self.chance.below(self.patrons)).ok()?;
        Some(Actor::Patron(Patron(number)))
    }

    fn left(&self) -> Option<u32> {
        left(&*self.engine)
    }
}

/// The shoes that are dealt round after round. A deck that is shuffled for each round does not count.
fn shoes(engine: &dyn Engine) -> impl Iterator<Item = Loaded> {
    engine.picture().shoes.into_iter().filter(|shoe| shoe.lasts)
}

/// The number of cards in the shoes; `None` without a shoe.
fn left(engine: &dyn Engine) -> Option<u32> {
    shoes(engine).map(|shoe| u32::from(shoe.left)).reduce(|sum, left| sum + left)
}

/// Whether a shoe has ended: there are more cards in it than before, or it is gone.
fn is_dealt(before: Option<u32>, now: Option<u32>) -> bool {
    before.is_some_and(|before| now.is_none_or(|now| now > before))
}

/// An act without a stake.
fn without_stake(kind: OfferKind, act: String) -> Offered {
    let (least, most, step) = (Money::ZERO, Money::ZERO, Money::ZERO);
    Offered { kind, act, wager: None, seat: Seat(0), least, most, step, tender: None }
}

/// Facts as the dealer may know them before wagers are paid.
fn unpaid(facts: &[Fact]) -> Vec<Fact> {
    facts.iter().filter(|told| !is_money(told)).map(seen).collect()
}

fn seen(told: &Fact) -> Fact {
    told.seen_by(Some(Actor::Dealer))
}

/// A line as the dealer may know it: a card that only a patron has seen is hidden.
fn masked(said: &StoryLine) -> StoryLine {
    let facts: Vec<Fact> = said.facts.iter().map(seen).collect();
    let hidden =
        facts.iter().zip(&said.facts).find(|(shown, is)| shown != is).map(|(shown, _)| shown.text.clone());
    StoryLine { line: hidden.unwrap_or_else(|| said.line.clone()), facts }
}

/// The provision on what is done first, and some reasons.
fn reasons(after: &After) -> Option<(Citation, Vec<Fact>)> {
    let cite = after.facts.first()?.cite;
    let mut why = unpaid(&after.facts);
    why.truncate(REASONS);
    Some((cite, why))
}

impl Deal {
    /// A table at which nothing has happened yet; `None` if the options are not lawful.
    pub fn open(game: GameId, options: &Settings, seed: u64, of: Option<u32>) -> Option<Deal> {
        let deal = Deal::bare(game, options, seed, of)?;
        let found = explore::explored(game, options);
        // Steps that the exploration did not find come last, once they occur.
        let met = deal.steps.iter().filter(|line| !found.steps.contains(*line));
        let steps = found.steps.iter().chain(met).cloned().collect();
        Some(Deal { steps, deeds: found.deeds.values().cloned().collect(), ..deal })
    }

    /// The same, without the steps that have not occurred yet.
    fn bare(game: GameId, options: &Settings, seed: u64, of: Option<u32>) -> Option<Deal> {
        let mut deal = Deal {
            play: Play::with(game, options, seed, STREAM, PATRONS.into())?,
            of,
            steps: Vec::new(),
            deeds: Vec::new(),
            tried: Vec::new(),
            news: Vec::new(),
            asked: None,
            payout: None,
            is_tempted: true,
            is_settled: false,
            rounds: 0,
            of_shoe: 0,
            has_shoe: false,
            is_over: false,
            told: 0,
            right: 0,
        };
        deal.go_on();
        Some(deal)
    }

    /// The number of questions answered.
    pub fn told(&self) -> u32 {
        self.told
    }

    /// The number of rounds dealt.
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// The provision that decides the question; `None` when the exercise is over.
    pub fn cite(&self) -> Option<Citation> {
        self.asked.as_ref().map(|asked| asked.cite)
    }

    /// The table as the dealer sees it, and the question.
    pub fn moment(&self) -> DealMoment {
        let bets = match self.asked.as_ref().map(|asked| &asked.then) {
            Some(Then::Tells(told)) => told.0.clone(),
            _ => self.play.engine.bets(),
        };
        DealMoment {
            step: self.told,
            rounds: self.rounds,
            left: self.play.left(),
            news: self.news.clone(),
            steps: self.steps.clone(),
            scene: Scene { bets, picture: self.play.look.seen_by(Some(Actor::Dealer)) },
            asks: self.asked.as_ref().map(|asked| asked.asks.clone()),
            right: self.right,
        }
    }

    /// Takes the learner's answer.
    ///
    /// # Errors
    /// If it does not answer the question, which then stays open.
    pub fn tell(&mut self, said: &DealSaid) -> Result<DealTold, String> {
        let Some(asked) = &self.asked else { return Err("all is dealt: begin anew".to_owned()) };
        let (right, refused, own) = self.judge(asked, said)?;
        let Some(Question { correct, cite, refused: no, why, then, .. }) = self.asked.take() else {
            return Err("all is dealt: begin anew".to_owned());
        };
        self.told += 1;
        self.right += u32::from(right);
        self.news.clear();
        match then {
            Then::Tells(told) => {
                let StoryLine { line, facts } = told.1;
                let facts = facts.into_iter().filter(is_money).collect();
                self.news.push(StoryLine { line, facts });
            }
            Then::Step(line) => self.happens(own.unwrap_or(line)),
            Then::Shows(line) => self.happens(own.unwrap_or(line)),
            Then::Happens(line) => line.into_iter().for_each(|line| self.happens(line)),
        }
        self.go_on();
        let (cite, held) = (cite.id().to_owned(), cite.is_held());
        let stop = (!right).then(|| Stop { correct, cite, held, refused: refused.or(no), why });
        Ok(DealTold { right, stop, moment: self.moment() })
    }

    /// Judges an answer: whether it is right, why the rules refuse what the learner does, and what the learner does if
    /// they do not.
    fn judge(
        &self,
        asked: &Question,
        said: &DealSaid,
    ) -> Result<(bool, Option<Refused>, Option<String>), String> {
        match (&asked.asks, said) {
            (DealAsks::Next {}, DealSaid::Step { line }) => {
                let Ok(parsed) = self.play.engine.read(line) else {
                    return Err(format!("no step is called `{line}`"));
                };
                if !matches!(parsed.said, Said::Act { by, .. } if is_staff(by)) {
                    return Err("you deal: patrons and equipment are played for you".to_owned());
                }
                match self.play.engine.after(&parsed) {
                    Ok(_) => Ok((true, None, Some(parsed.line))),
                    Err(refusal) => Ok((false, Some(refusal.into()), None)),
                }
            }
            (DealAsks::Next {}, DealSaid::Show {})
            | (DealAsks::Attempt { .. }, DealSaid::Allow {} | DealSaid::Refuse {})
            | (DealAsks::Payout { .. }, DealSaid::Pay { .. }) => Ok((*said == asked.correct, None, None)),
            (DealAsks::Wrong { choices, .. }, DealSaid::Demand { choice }) if choices.contains(choice) => {
                Ok((*said == asked.correct, None, None))
            }
            _ => Err("that is no answer to what is asked".to_owned()),
        }
    }

    /// Continues with a line that the rules accept.
    fn happens(&mut self, line: String) {
        match self.play.engine.after_line(&line) {
            Some(after) => self.take(line, after),
            None => self.is_over = true,
        }
    }

    /// Continues with a line, and records what it decided.
    fn take(&mut self, line: String, after: After) {
        let (left, bets) = (self.play.left(), self.play.engine.bets());
        let said = self.play.take(line, after);
        self.is_settled |= procedure::is_settled(&said.facts);
        self.payout = self.payout(&bets, &said);
        match self.payout {
            // The payment is asked about first, and shown afterward.
            Some(_) => {
                let facts = said.facts.iter().filter(|told| !is_money(told)).cloned().collect();
                self.news.push(masked(&StoryLine { line: said.line, facts }));
            }
            None => self.news.push(masked(&said)),
        }
        let engine = &self.play.engine;
        let is_done = !engine.has_bets() || (engine.awaits_wagers() && !engine.is_under_way());
        if self.is_settled && is_done {
            self.is_settled = false;
            self.rounds += 1;
            self.of_shoe += 1;
        }
        let is_shoe = is_dealt(left, self.play.left()) && self.of_shoe > 0;
        if is_shoe {
            self.of_shoe = 0;
        }
        self.has_shoe |= self.play.left().is_some();
        self.is_over |= match self.of {
            Some(of) => self.rounds >= of,
            None => is_shoe || self.rounds >= if self.has_shoe { MOST } else { ROUNDS },
        };
    }

    /// A question about one of the wagers that a line decided.
    fn payout(&mut self, bets: &[BetView], said: &StoryLine) -> Option<Question> {
        let decided = |told: &&Fact| matches!(told.what, What::Settled { fate: Fate::Won | Fate::Lost, .. });
        let (paid, unpaid): (Vec<&Fact>, Vec<&Fact>) = said
            .facts
            .iter()
            .filter(decided)
            .partition(|told| matches!(told.what, What::Settled { paid, .. } if paid > Money::ZERO));
        if paid.is_empty() {
            return None;
        }
        let from = if unpaid.is_empty() || self.play.chance.below(UNPAID) > 0 { paid } else { unpaid };
        let told = (*self.play.pick(&from)?).clone();
        let What::Settled { bet, paid, pays, .. } = &told.what else { return None };
        Some(Question {
            asks: DealAsks::Payout { bet: bet.clone() },
            correct: DealSaid::Pay { cents: paid.as_cents() },
            cite: *pays,
            refused: None,
            why: vec![told.clone()],
            then: Then::Tells(Box::new((bets.to_vec(), masked(said)))),
        })
    }

    /// Patrons wager and decide until it is the learner's turn.
    fn go_on(&mut self) {
        for _ in 0..PATIENCE {
            if let Some(payout) = self.payout.take() {
                self.asked = Some(payout);
                return;
            }
            if self.is_over {
                return;
            }
            let line = match self.play.engine.awaits() {
                Awaits::Wagers if self.play.has_wagers_left() => self.wagers(None),
                Awaits::Decision(by) if !is_staff(by) => {
                    match self.play.engine.awaits_wagers() && self.play.has_wagers_left() {
                        true => self.wagers(Some(by)),
                        false => self.decides(by),
                    }
                }
                Awaits::Wagers | Awaits::Decision(_) | Awaits::Equipment => {
                    self.asked = self.tempts().or_else(|| self.next());
                    self.is_over = self.asked.is_none();
                    return;
                }
            };
            let after = line.and_then(|line| self.play.engine.after_line(&line).map(|after| (line, after)));
            if let Some((line, after)) = after {
                self.take(line, after);
            } else if let Awaits::Decision(by) = self.play.engine.awaits() {
                // Somebody has to decide and cannot, so the usual step for absent people is taken.
                match self.play.engine.usual(by) {
                    Some(line) => self.happens(line),
                    None => self.is_over = true,
                }
            }
        }
        self.is_over = true;
    }

    /// A wager by somebody, mostly in chips.
    fn wagers(&mut self, by: Option<Actor>) -> Option<String> {
        self.play.placed += 1;
        let by = match by {
            Some(by) => by,
            None => self.play.somebody()?,
        };
        let tender = if self.play.chance.below(SPOKEN) == 0 { Tender::Cash } else { Tender::Chips };
        let (offer, stake) = self.play.bid(by, tender)?;
        Some(self.remember(by, offer, stake))
    }

    /// What a patron decides: mostly the usual choice, so that rounds end.
    fn decides(&mut self, by: Actor) -> Option<String> {
        let usual = self.play.engine.usual(by);
        if usual.is_some() && self.play.chance.below(3) > 0 {
            let offers = self.play.engine.offers(by);
            let own = offers.into_iter().find(|offer| usual.as_ref() == Some(&offer.line(by, Money::ZERO)));
            return own.map(|offer| self.remember(by, offer, Money::ZERO)).or(usual);
        }
        let (offer, stake) = self.play.bid(by, Tender::Chips)?;
        Some(self.remember(by, offer, stake))
    }

    fn remember(&mut self, by: Actor, offer: Offered, stake: Money) -> String {
        let line = offer.line(by, stake);
        if self.tried.len() >= REMEMBERED {
            self.tried.remove(0);
        }
        self.tried.push((by, offer, stake));
        line
    }

    /// What comes next?
    fn next(&mut self) -> Option<Question> {
        let engine = Arc::clone(&self.play.engine);
        let (line, is_shown) = match staff_awaited(&*engine) {
            Some(by) => (engine.usual(by)?, false),
            None => (self.play.draw()?, true),
        };
        let (cite, why) = reasons(&engine.after_line(&line)?)?;
        self.is_tempted = false;
        let (correct, then) = match is_shown {
            true => (DealSaid::Show {}, Then::Shows(line)),
            false => {
                if !self.steps.contains(&line) {
                    self.steps.push(line.clone());
                }
                (DealSaid::Step { line: line.clone() }, Then::Step(line))
            }
        };
        Some(Question { asks: DealAsks::Next {}, correct, cite, refused: None, why, then })
    }

    /// Sometimes a patron tries something, or something goes wrong, before staff continue.
    fn tempts(&mut self) -> Option<Question> {
        if self.is_tempted || !self.play.engine.has_bets() || self.play.chance.below(TEMPTED) > 0 {
            return None;
        }
        let question = match self.play.chance.below(3) {
            0 => self.goes_wrong(),
            _ => self.attempt(),
        };
        self.is_tempted = question.is_some();
        question
    }

    /// A patron does what they did before, or what others do, at the wrong moment or the right one; reaches for a
    /// wager; wagers beyond the limits; or touches the cards.
    fn attempt(&mut self) -> Option<Question> {
        (0..ATTEMPTS).find_map(|_| {
            let (by, offer, stake) = match self.play.chance.below(5) {
                0 => {
                    let before = self.tried.clone();
                    self.play.pick(&before)?.clone()
                }
                1 => self.touch()?,
                2 => self.beyond()?,
                3 => self.meddles()?,
                _ => (self.play.somebody()?, self.play.pick(&self.deeds)?.clone(), Money::ZERO),
            };
            self.attempted(by, &offer, stake)
        })
    }

    /// A patron reaches for a wager on the layout.
    fn touch(&mut self) -> Option<Tried> {
        let bets = self.play.engine.bets();
        let BetView { patron, seat, wager, .. } = self.play.pick(&bets)?.clone();
        let act = format!("takes back {wager}");
        let offer = Offered { wager: Some(wager), seat, ..without_stake(OfferKind::TakeBack, act) };
        Some((Actor::Patron(patron), offer, Money::ZERO))
    }

    /// A patron handles the cards, the dice or the wheel, which only staff may do; or puts a card back, which nobody
    /// may do.
    fn meddles(&mut self) -> Option<Tried> {
        let by = self.play.somebody()?;
        let done = |line: &String| line.split_once(' ').map(|(_, act)| act.to_owned());
        let says = |act: &String| act.starts_with("calls") || act.starts_with("announces");
        let mut acts: Vec<String> = self.steps.iter().filter_map(done).filter(|act| !says(act)).collect();
        // It is tried as often as all the other acts together.
        acts.extend(vec![PUTS_BACK.to_owned(); acts.len().max(1)]);
        let act = self.play.pick(&acts)?.clone();
        Some((by, without_stake(OfferKind::Deed, act), Money::ZERO))
    }

    /// A patron wagers more than the maximum, less than the minimum, or exactly one of them.
    fn beyond(&mut self) -> Option<Tried> {
        let by = self.play.somebody()?;
        let offers = self.play.engine.offers(by);
        let stakes: Vec<Offered> =
            offers.into_iter().filter(|offer| offer.tender == Some(Tender::Chips)).collect();
        let offer = self.play.pick(&stakes)?.clone();
        let (least, most, step) =
            (offer.least.as_cents(), offer.most.as_cents(), offer.step.as_cents().max(1));
        let stake = match self.play.chance.below(3) {
            0 => least,
            1 => most.checked_add(step)?,
            _ => (least - step).max(step),
        };
        Some((by, offer, Money::cents(stake)))
    }

    /// The question whether a patron may do something; `None` if it would teach nothing.
    fn attempted(&self, by: Actor, offer: &Offered, stake: Money) -> Option<Question> {
        let Actor::Patron(patron) = by else { return None };
        let parsed = self.play.engine.read(&offer.line(by, stake)).ok()?;
        let asks = DealAsks::Attempt {
            patron,
            seat: offer.seat,
            act: offer.kind,
            what: offer.wager.clone().unwrap_or_else(|| offer.act.clone()),
            stake,
            tender: offer.tender,
        };
        match self.play.engine.after(&parsed) {
            Ok(after) => {
                let (cite, why) = reasons(&after)?;
                let then = Then::Happens(Some(parsed.line));
                Some(Question { asks, correct: DealSaid::Allow {}, cite, refused: None, why, then })
            }
            Err(refusal) if matches!(refusal.why, Why::NotOffered | Why::NoSuchWager | Why::NoSuchPlace) => {
                None
            }
            Err(refusal) => Some(Question {
                asks,
                correct: DealSaid::Refuse {},
                cite: refusal.cite,
                refused: Some(refusal.into()),
                why: Vec::new(),
                then: Then::Happens(None),
            }),
        }
    }

    /// Something goes wrong: what does the law require?
    fn goes_wrong(&mut self) -> Option<Question> {
        let (line, after) = (0..ATTEMPTS).find_map(|_| {
            let mishap = self.play.mishap();
            mishap.filter(|(_, after)| self.play.outlives(after))
        })?;
        let correct = procedure::demand(&after.facts)?;
        let (cite, why) = reasons(&after)?;
        let mut others = BTreeSet::from([procedure::NOTHING.to_owned()]);
        for _ in 0..ATTEMPTS {
            let other = self.play.mishap().and_then(|(_, after)| procedure::demand(&after.facts));
            others.extend(other);
        }
        others.extend(self.play.story.iter().filter_map(|said| procedure::demand(&unpaid(&said.facts))));
        let others = others.into_iter().filter(|other| !procedure::share(other, &correct)).collect();
        let choices = self.play.choices(&correct, others);
        let what = line.strip_prefix("irregularity ").unwrap_or(&line).to_owned();
        Some(Question {
            asks: DealAsks::Wrong { what, choices },
            correct: DealSaid::Demand { choice: correct },
            cite,
            refused: None,
            why,
            then: Then::Happens(Some(line)),
        })
    }
}

#[cfg(test)]
mod tests;
