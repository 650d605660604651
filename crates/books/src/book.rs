//! A table as its journal has it: the one place where entries become facts and money, live and in replay.

mod chance;
mod checks;
mod fault;
mod keys;
mod replay;
mod snapshot;
mod spoken;

pub use keys::REMEMBERED;
pub use snapshot::FORM;

#[cfg(feature = "faults")]
pub use chance::LEAVES_OUT;
pub use fault::Fault;

use crate::{
    Hash,
    engine::{self, Engine, No, Said},
    fact::{Fact, Told},
    ledger::{Account, Ledger, Postings},
    record::{Entry, Mode, Record, Remedy, digest},
    rounds::{PastRound, Rounds},
    version::VERSION,
    window::{Window, Windows},
};
use keys::Keys;
use rules::{
    Actor, Awaits, GameId, Patron, Vocabulary,
    kit::cards::{Card, DECK, Unseen},
};
use std::{collections::BTreeMap, sync::Arc};

/// Who does what the house does by itself.
pub const HOUSE: &str = "house";

/// A line to be written.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Milliseconds since 1970, UTC.
    pub at: i64,
    /// The ownership it is written under.
    pub epoch: u64,
    /// Who.
    pub by: String,
    /// The key of the request, and its hash.
    pub key: Option<(String, Hash)>,
    /// Chance that blinds the line.
    pub salt: Option<String>,
    /// What.
    pub entry: Entry,
}

/// A line that may be written, with everything that follows from it.
pub struct Step {
    /// The record.
    pub record: Record,
    /// Its bytes.
    pub line: String,
    /// Their leaf hash.
    pub leaf: Hash,
    /// What the rules decided.
    pub told: Vec<Told>,
    /// What it moves.
    pub postings: Postings,
    /// The round it belongs to.
    pub round: u64,
    /// The window that it laid open, when it is accepted.
    pub spent: Option<Window>,
    engine: Option<Arc<dyn Engine>>,
    /// What its words are, if they are of the game.
    said: Option<Said>,
    /// What the equipment could have shown, if it showed something.
    menu: Vec<(String, u32)>,
}

/// What was answered under a key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answered {
    /// The hash of the request.
    pub body: Hash,
    /// The line.
    pub seq: u64,
    /// Its leaf hash.
    pub leaf: Hash,
    /// The law's No, if it was one: provision and reason.
    pub refused: Option<(String, String)>,
}

/// A table's state, folded from its journal.
pub struct Book {
    table: String,
    next: u64,
    prev: Hash,
    at: i64,
    epoch: u64,
    engine: Option<Arc<dyn Engine>>,
    opened: Option<Opened>,
    closed: bool,
    ledger: Ledger,
    people: BTreeMap<u16, String>,
    keys: Keys,
    windows: Windows,
    round: u64,
    /// Whether something was settled since the round began.
    settled: bool,
    /// What each round in memory moved, unless it is void.
    rounds: BTreeMap<u64, Postings>,
    asked: BTreeMap<u64, (String, Remedy)>,
    scheduled: Option<(Vec<String>, i64)>,
    /// The first line of this round that one person alone may know.
    private: Option<u64>,
    unseen: Option<Unseen>,
    played: Rounds,
    /// The first round in memory: older ones are in the store, or have to be folded again.
    since: u64,
    /// Older rounds that a void needs: from which to which, and those that there are.
    recalled: Option<(u64, u64, BTreeMap<u64, PastRound>)>,
}

/// What becomes of a table by a line of its game.
struct After {
    engine: Arc<dyn Engine>,
    said: Said,
    menu: Vec<(String, u32)>,
    told: Vec<Told>,
}

/// How a table was opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opened {
    /// The game.
    pub game: GameId,
    /// The pit.
    pub pit: String,
    /// The options.
    pub options: Vec<String>,
    /// Where cards and numbers come from.
    pub chance: Mode,
    /// Whether the game shows cards.
    pub cards: bool,
}

impl Book {
    /// An empty journal.
    pub fn new(table: &str) -> Book {
        Book {
            table: table.to_owned(),
            next: 0,
            prev: Hash::ZERO,
            at: 0,
            epoch: 0,
            engine: None,
            opened: None,
            closed: true,
            ledger: Ledger::default(),
            people: BTreeMap::new(),
            keys: Keys::default(),
            windows: Windows::default(),
            round: 0,
            settled: false,
            rounds: BTreeMap::new(),
            asked: BTreeMap::new(),
            scheduled: None,
            private: None,
            unseen: None,
            played: Rounds::default(),
            since: 0,
            recalled: None,
        }
    }

    /// The table's name.
    pub fn table(&self) -> &str {
        &self.table
    }

    /// The number of the next line.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// The leaf hash of the last line.
    pub fn head(&self) -> Hash {
        self.prev
    }

    /// When the last line was written, in milliseconds since 1970, UTC.
    pub fn at(&self) -> i64 {
        self.at
    }

    /// The ownership of the last line.
    pub fn epoch(&self) -> u64 {
        self.epoch
    }

    /// The game in play, if the table is open.
    pub fn engine(&self) -> Option<&dyn Engine> {
        self.engine.as_deref().filter(|_| !self.closed)
    }

    /// The same, for somebody who looks at it later: it stays as it is now.
    pub fn shared_engine(&self) -> Option<Arc<dyn Engine>> {
        self.engine.clone().filter(|_| !self.closed)
    }

    /// How it was opened last.
    pub fn opened(&self) -> Option<&Opened> {
        self.opened.as_ref()
    }

    /// Whether it is closed.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// The accounts.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The round in play.
    pub fn round(&self) -> u64 {
        self.round
    }

    /// What a round moved; nothing if it is void.
    pub fn moved_in(&self, round: u64) -> Option<&Postings> {
        self.rounds.get(&round)
    }

    /// What was answered under a key in the last [`REMEMBERED`] lines.
    pub fn answered(&self, key: &str) -> Option<&Answered> {
        self.keys.get(key)
    }

    /// Every key that is remembered, with its answer.
    pub fn keys(&self) -> impl Iterator<Item = (&str, &Answered)> {
        self.keys.iter()
    }

    /// The people who came, by the number they have here.
    pub fn people(&self) -> &BTreeMap<u16, String> {
        &self.people
    }

    /// The number a person has here.
    pub fn patron(&self, person: &str) -> Option<Patron> {
        self.people.iter().find(|(_, name)| *name == person).map(|(number, _)| Patron(*number))
    }

    /// A person's chips at the table, in cents.
    pub fn purse(&self, patron: Patron) -> i64 {
        self.ledger.of(&Account::Purse(patron.to_string()))
    }

    /// What is asked and not decided: line, who, what.
    pub fn asked(&self) -> impl Iterator<Item = (u64, &str, Remedy)> {
        self.asked.iter().map(|(seq, (by, remedy))| (*seq, by.as_str(), remedy.clone()))
    }

    /// The options that are announced, and from when.
    pub fn scheduled(&self) -> Option<&(Vec<String>, i64)> {
        self.scheduled.as_ref()
    }

    /// Lines before this one hold nothing that anyone at the table may not know.
    pub fn public(&self) -> u64 {
        self.private.unwrap_or(self.next)
    }

    /// The cards of the shoe that were not shown to all; none before the first was drawn, or without cards.
    pub fn unseen(&self) -> Option<Unseen> {
        self.unseen
    }

    /// What was wagered and what came of it.
    pub fn played(&self) -> &Rounds {
        &self.played
    }

    /// Whether no wager lies and no round is under way.
    pub fn is_at_rest(&self) -> bool {
        self.engine.as_ref().is_none_or(|engine| {
            let is_staffs =
                matches!(engine.awaits(), Awaits::Decision(who) if !matches!(who, Actor::Patron(_)));
            !engine.has_bets() && engine.spoken().is_none() && (is_staffs || engine.awaits_wagers())
        })
    }

    /// What would follow from a line; the book stays as it is.
    pub fn propose(&self, draft: Draft) -> Result<Step, Fault> {
        let Draft { at, epoch, by, key, salt, mut entry } = draft;
        let mut postings = Postings::default();
        let mut told = Vec::new();
        let (mut engine, mut said, mut menu) = (None, None, Vec::new());
        if key.as_ref().is_some_and(|(key, _)| self.keys.get(key).is_some()) {
            return Err(Fault::NotNow("that key has its answer"));
        }
        match &entry {
            Entry::Opened { version, .. } if version != VERSION => return Err(Fault::Rules(version.clone())),
            Entry::Opened { game, options, inventory, .. } => {
                engine = Some(self.check_opened(game, options, *inventory, &mut postings)?);
            }
            Entry::Input { line } => match self.input(&by, line, &mut postings)? {
                Ok(after) => {
                    (engine, said) = (Some(after.engine), Some(after.said));
                    (menu, told) = (after.menu, after.told);
                }
                Err((cite, why)) => entry = Entry::Refused { line: line.clone(), cite, why },
            },
            Entry::Refused { line, cite, why } => match self.input(&by, line, &mut Postings::default())? {
                Err(again) if again == (cite.clone(), why.clone()) => {}
                _ => return Err(Fault::NotNow("the law does not refuse this so")),
            },
            Entry::Approved { asked } => engine = self.remedy(*asked, &by, &mut postings)?,
            Entry::Anchored { .. }
            | Entry::Committed { .. }
            | Entry::Locked { .. }
            | Entry::Mixed { .. }
            | Entry::Failed { .. }
            | Entry::Turned { .. }
            | Entry::Abandoned { .. } => self.check_windows(&entry, &by, at.max(self.at))?,
            other => self.check(other, &by, &mut postings)?,
        }
        if let Some(engine) = &engine {
            self.set_aside(&**engine, &mut postings);
        }
        if !postings.balance() {
            return Err(Fault::Broken { seq: self.next, how: "chips are not conserved".into() });
        }
        if !self.ledger.takes(&postings) {
            return Err(Fault::TooMuch { most: checks::MOST });
        }
        let (key, body) = key.map_or((None, None), |(key, body)| (Some(key), Some(body)));
        let record = Record {
            table: self.table.clone(),
            seq: self.next,
            at: at.max(self.at),
            epoch: epoch.max(self.epoch),
            by,
            key,
            body,
            salt,
            entry,
            digest: digest(&told, &postings),
            prev: self.prev,
        };
        let line = record.write();
        let leaf = Hash::leaf(line.as_bytes());
        let round = self.round + u64::from(self.begins_with(&told));
        Ok(Step { record, line, leaf, told, postings, round, spent: None, engine, said, menu })
    }

    /// What the game makes of a line: the table after it, or provision and reason of a refusal.
    fn input(
        &self,
        by: &str,
        line: &str,
        postings: &mut Postings,
    ) -> Result<Result<After, (String, String)>, Fault> {
        let engine = self.engine().ok_or(Fault::NotNow("the table is closed"))?;
        let said = engine.read(line);
        let menu = if said == Ok(Said::Chance) { engine.outcomes() } else { Vec::new() };
        let actor = match said {
            Ok(Said::Act { by, .. }) => Some(by),
            Ok(Said::Chance) => self.check_draw(by).map(|()| None)?,
            Ok(Said::Irregularity) => None,
            // The law knows no such wager: that is its No, and whoever said it is in front.
            Err(rules::Misread::Refused(_)) => actor_of(line),
            Err(why) => return Err(Fault::Misread(why.to_string())),
        };
        if let Some(Actor::Patron(Patron(number))) = actor {
            let person = self.people.get(&number).ok_or(Fault::Unknown("patron at this table"))?;
            if person != by && by != HOUSE {
                return Err(Fault::NotYours);
            }
        }
        let (next, told) = match engine.after(line) {
            Ok(after) => after,
            Err(No::Refused(refusal)) if actor.is_some() => {
                return Ok(Err((refusal.cite.to_string(), refusal.why.to_string())));
            }
            Err(No::Refused(refusal)) => return Err(Fault::Misread(refusal.to_string())),
            Err(No::Misread(why)) => return Err(Fault::Misread(why.to_string())),
        };
        for told in &told {
            postings.fact(&told.fact, |patron| self.person(patron));
        }
        if let Some(Actor::Patron(patron)) = actor {
            let purse = Account::Purse(patron.to_string());
            let spent = postings.iter().find(|(account, _)| **account == purse).map_or(0, |(_, cents)| cents);
            let (has, spoken) = (self.ledger.of(&purse), spoken::chips(&*next, patron));
            if spent - spoken < 0 && has + spent - spoken < 0 {
                return Err(Fault::Poor { has });
            }
        }
        let said = said.map_err(|why| Fault::Misread(why.to_string()))?;
        Ok(Ok(After { engine: next, said, menu, told }))
    }

    fn person(&self, patron: &str) -> String {
        let number = patron.strip_prefix('p').and_then(|number| number.parse().ok());
        number.and_then(|number: u16| self.people.get(&number)).cloned().unwrap_or_default()
    }

    /// Writes a line that was proposed last.
    pub fn accept(&mut self, step: &mut Step) {
        assert_eq!(step.record.seq, self.next, "a line out of order");
        self.ledger.post(&step.postings);
        if let Some(key) = &step.record.key {
            let refused = step.record.refused();
            let body = step.record.body.unwrap_or_default();
            let answered = Answered { body, seq: step.record.seq, leaf: step.leaf, refused };
            self.keys.insert(key, answered);
        }
        (self.next, self.prev) = (step.record.seq + 1, step.leaf);
        (self.at, self.epoch) = (step.record.at, step.record.epoch);
        self.fold(step);
    }

    fn fold(&mut self, step: &mut Step) {
        match &step.record.entry {
            Entry::Opened { game, pit, options, chance, .. } => {
                let game = GameId::find(game).expect("opened before");
                let (pit, options) = (pit.clone(), options.clone());
                let cards = engine::has_cards(game);
                self.played.open(&options);
                self.opened = Some(Opened { game, pit, options, chance: *chance, cards });
                (self.engine, self.closed, self.scheduled) = (step.engine.take(), false, None);
            }
            Entry::Input { line } => self.fold_input(line.clone(), step),
            Entry::Anchored { .. }
            | Entry::Committed { .. }
            | Entry::Locked { .. }
            | Entry::Mixed { .. }
            | Entry::Failed { .. }
            | Entry::Turned { .. }
            | Entry::Abandoned { .. } => self.fold_windows(step),
            Entry::Joined { patron, person } => {
                self.people.insert(*patron, person.clone());
            }
            Entry::Asked { remedy, .. } => {
                self.asked.insert(step.record.seq, (step.record.by.clone(), remedy.clone()));
            }
            Entry::Approved { asked } => {
                if let Some((_, Remedy::Void { first, last })) = self.asked.remove(asked) {
                    self.rounds.retain(|round, _| !(first..=last).contains(round));
                    let past = self.recalled.take().map(|(_, _, rounds)| rounds).unwrap_or_default();
                    self.played.void((first, last), self.round, &past);
                    if let Some(engine) = step.engine.take() {
                        self.engine = Some(engine);
                        self.begin_round();
                    }
                }
            }
            Entry::Declined { asked } => {
                self.asked.remove(asked);
            }
            Entry::Scheduled { options, effective, .. } => {
                self.scheduled = Some((options.clone(), *effective));
            }
            Entry::Closed {} => self.closed = true,
            Entry::Refused { .. }
            | Entry::Funded { .. }
            | Entry::BoughtIn { .. }
            | Entry::TakenAway { .. }
            | Entry::Filled { .. }
            | Entry::Credited { .. }
            | Entry::TakenOver { .. }
            | Entry::Restored { .. } => {}
        }
    }

    fn fold_input(&mut self, line: String, step: &mut Step) {
        let begins = self.begins_with(&step.told);
        let Some(engine) = &self.engine else { return };
        let was_open = engine.awaits_wagers();
        let said = step.said;
        let own = matches!(said, Some(Said::Act { by: Actor::Patron(_), .. }));
        let menu = std::mem::take(&mut step.menu);
        if self.opened.as_ref().is_some_and(|opened| opened.cards) {
            self.unseen = whole(&menu).or(self.unseen);
        }
        for told in &step.told {
            if let Fact::Shown { chance } = &told.fact
                && let Some(card) = Card::read(chance)
            {
                self.unseen = self.unseen.and_then(|unseen| unseen.seeing(card));
            }
        }
        match (said, &mut self.windows) {
            (Some(Said::Chance), Windows { current: Some(window), .. }) => window.show(&menu, line),
            (Some(Said::Act { cut: Some(cut), .. }), windows) => windows.cuts.push(cut),
            _ => {}
        }
        if begins {
            self.begin_round();
        }
        self.engine = step.engine.take();
        self.rounds.entry(self.round).or_default().add(&step.postings);
        self.played.tell(self.round, (step.record.seq, step.record.at), &step.told);
        if step.told.iter().any(Told::is_private) {
            self.private.get_or_insert(step.record.seq);
        }
        let settles = |told: &Told| match told.fact {
            Fact::Settled { .. } => true,
            // What somebody takes back, or outbids, settles nothing.
            Fact::Returned { .. } => !own,
            _ => false,
        };
        self.settled |= step.told.iter().any(settles);
        let Some(engine) = &self.engine else { return };
        let over = !engine.is_under_way() && (self.settled || !engine.has_bets());
        if !was_open && engine.awaits_wagers() && over {
            self.begin_round();
        }
    }

    /// A wager made when all others are settled is the first of the next round, though staff or the curator may have
    /// something left to do.
    fn begins_with(&self, told: &[Told]) -> bool {
        self.settled
            && told.iter().any(|told| matches!(told.fact, Fact::Placed { .. }))
            && self.engine.as_ref().is_some_and(|engine| engine.bets().is_empty())
    }

    fn begin_round(&mut self) {
        self.round += 1;
        (self.settled, self.private) = (false, None);
    }
}

/// The cards of whole decks, if that is what the equipment may show: no card of them has been seen yet.
fn whole(menu: &[(String, u32)]) -> Option<Unseen> {
    let weights =
        || menu.iter().filter(|(chance, _)| Card::read(chance).is_some()).map(|(_, weight)| *weight);
    let decks = weights().next()?;
    let alike = weights().count() == usize::from(DECK) && weights().all(|weight| weight == decks);
    alike.then(|| u8::try_from(decks).ok().map(Unseen::decks)).flatten()
}

/// Who is in front of a line.
fn actor_of(line: &str) -> Option<Actor> {
    let who = line.split([' ', '@']).next()?;
    who.parse().ok()
}

fn open(game: &str, options: &[String]) -> Result<Arc<dyn Engine>, Fault> {
    let game = GameId::find(game).ok_or(Fault::Unknown("game"))?;
    let settings = options
        .iter()
        .map(|option| rounds::Setting::read(option).ok_or_else(|| format!("`{option}` is not key=value")))
        .collect::<Result<Vec<_>, _>>()
        .map_err(|wrong| Fault::Unlawful(vec![wrong]))?;
    engine::open(game, &settings).map_err(Fault::Unlawful)
}
