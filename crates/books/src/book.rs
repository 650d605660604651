//! A table's state, built from its journal: the one place where entries become facts and money, live and in replay.

mod chance;
mod checks;
mod chips;
mod correct;
mod count;
mod fault;
mod keys;
mod replay;
mod snapshot;
mod spoken;
mod walk_in;

pub use keys::{Answered, REMEMBERED};
pub use snapshot::FORM;

#[cfg(feature = "faults")]
pub use chance::LEAVES_OUT;
pub use count::Count;
pub use fault::Fault;
pub use walk_in::WalkIn;

use crate::{
    Hash,
    engine::{self, After, Engine, Said},
    fact::{Fact, What},
    ledger::{Account, Ledger, Postings},
    picture::Picture,
    record::{Entry, Format, Mode, Record, Remedy, digest},
    rounds::{Opening, PastRound, Rounds},
    version::VERSION,
    window::{Window, Windows},
};
use ::rounds::Settings;
use correct::{Recent, Redone};
use keys::Keys;
use rules::{
    Actor, Awaits, GameId, Outcome, Patron, Refusal, Vocabulary,
    kit::cards::{Card, DECK, Unseen},
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, sync::Arc};

/// The name under which the house acts on its own.
pub const HOUSE: &str = "house";

/// A line to be written.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Milliseconds since 1970, UTC.
    pub at: i64,
    /// The ownership epoch it is written under.
    pub epoch: u64,
    /// The account that wrote it, or [`HOUSE`].
    pub by: String,
    /// The idempotency key of the request, and the request's hash.
    pub key: Option<(String, Hash)>,
    /// Random salt that blinds the line's hash.
    pub salt: Option<String>,
    /// The content of the line.
    pub entry: Entry,
}

/// A line that may be written, with everything that follows from it.
#[derive(Clone)]
pub struct Step {
    /// The record.
    pub record: Record,
    /// The record as it is written to the journal.
    pub line: String,
    /// The leaf hash of those bytes.
    pub leaf: Hash,
    /// What the rules decided.
    pub facts: Vec<Fact>,
    /// The table just before its cards were cleared away, if they were. Private cards have their values.
    pub cleared: Option<Arc<Picture>>,
    /// The money it moves.
    pub postings: Postings,
    /// The round it belongs to.
    pub round: u64,
    /// The window whose secret this line reveals; set when the line is accepted.
    pub spent: Option<Window>,
    engine: Option<Arc<dyn Engine>>,
    /// What kind of input the line is, if it is a line of the game.
    pub said: Option<Said>,
    /// What the equipment could have shown, if this line is something it showed.
    menu: Vec<(String, u32)>,
    /// The replayed round, if this line corrects lines of it.
    redone: Option<Box<Redone>>,
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
    /// The people above who have no account.
    walk_ins: BTreeMap<u16, WalkIn>,
    keys: Keys,
    windows: Windows,
    round: u64,
    /// Whether something was settled since the round began.
    settled: bool,
    /// What each round in memory moved, unless it is void.
    rounds: BTreeMap<u64, Postings>,
    asked: BTreeMap<u64, (String, Remedy)>,
    scheduled: Option<Announced>,
    /// The table before the last line of the game cleared cards away, if it did.
    cleared: Option<Arc<Picture>>,
    /// The first line of this round that one person alone may know.
    private: Option<u64>,
    unseen: Option<Unseen>,
    played: Rounds,
    /// The first round still in memory. Older ones are in the store, or have to be replayed.
    since: u64,
    /// Older rounds loaded for a void: the first and last number asked for, and the rounds found between them.
    recalled: Option<(u64, u64, BTreeMap<u64, PastRound>)>,
    /// At physical tables, the round that may still be corrected.
    recent: Option<Recent>,
    /// The last count of the table's chips since it opened.
    count: Option<Count>,
}

/// A line of the game, and how it changes the table.
struct Played {
    said: Said,
    /// The line in its canonical spelling.
    line: String,
    menu: Vec<(String, u32)>,
    after: After,
}

/// How a table was opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opened {
    /// The game.
    pub game: GameId,
    /// The pit.
    pub pit: String,
    /// The options.
    pub options: Settings,
    /// Where cards and numbers come from.
    pub chance: Mode,
    /// Whether a result takes several draws: of cards, or of balls.
    pub in_parts: bool,
}

/// Options that have been announced but are not in force yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Announced {
    /// The options.
    pub options: Settings,
    /// When they take effect, in milliseconds since 1970, UTC.
    pub effective: i64,
    /// When they were announced.
    pub at: i64,
    /// The day on which the Commission approved them, if it was given: `2026-02-20`.
    pub approved: Option<String>,
}

impl Book {
    /// A book for a table whose journal is still empty.
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
            walk_ins: BTreeMap::new(),
            keys: Keys::default(),
            windows: Windows::default(),
            round: 0,
            settled: false,
            rounds: BTreeMap::new(),
            asked: BTreeMap::new(),
            scheduled: None,
            cleared: None,
            private: None,
            unseen: None,
            played: Rounds::default(),
            since: 0,
            recalled: None,
            recent: None,
            count: None,
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

    /// The ownership epoch of the last line.
    pub fn epoch(&self) -> u64 {
        self.epoch
    }

    /// The game in play, if the table is open.
    pub fn engine(&self) -> Option<&dyn Engine> {
        self.engine.as_deref().filter(|_| !self.closed)
    }

    /// The same game as a shared handle, which later lines do not change.
    pub fn shared_engine(&self) -> Option<Arc<dyn Engine>> {
        self.engine.clone().filter(|_| !self.closed)
    }

    /// How the table was last opened.
    pub fn opened(&self) -> Option<&Opened> {
        self.opened.as_ref()
    }

    /// Whether it is closed.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// The table's accounts.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The number of the round in play.
    pub fn round(&self) -> u64 {
        self.round
    }

    /// The money a round moved; nothing if the round is void.
    pub fn moved_in(&self, round: u64) -> Option<&Postings> {
        self.rounds.get(&round)
    }

    /// The answer given to the request with this key, if it is among the last [`REMEMBERED`] lines.
    pub fn answered(&self, key: &str) -> Option<&Answered> {
        self.keys.get(key)
    }

    /// Every remembered key with its answer.
    pub fn keys(&self) -> impl Iterator<Item = (&str, &Answered)> {
        self.keys.iter()
    }

    /// The people who joined this table, by patron number.
    pub fn people(&self) -> &BTreeMap<u16, String> {
        &self.people
    }

    /// A person's patron number at this table.
    pub fn patron(&self, person: &str) -> Option<Patron> {
        self.people.iter().find(|(_, name)| *name == person).map(|(number, _)| Patron(*number))
    }

    /// A patron's chips at the table, in cents.
    pub fn purse(&self, patron: Patron) -> i64 {
        self.ledger.of(&Account::Purse(patron))
    }

    /// Requests waiting for a decision: the line, who asked, and the remedy.
    pub fn asked(&self) -> impl Iterator<Item = (u64, &str, Remedy)> {
        self.asked.iter().map(|(seq, (by, remedy))| (*seq, by.as_str(), remedy.clone()))
    }

    /// The options that have been announced but are not in force yet.
    pub fn scheduled(&self) -> Option<&Announced> {
        self.scheduled.as_ref()
    }

    /// The table just before the last line of the game cleared cards away, if it did: what the finished round looked
    /// like. Private cards have their values.
    pub fn cleared(&self) -> Option<&Arc<Picture>> {
        self.cleared.as_ref()
    }

    /// The first line that may hold something private. Everything before it is public.
    pub fn public(&self) -> u64 {
        self.private.unwrap_or(self.next)
    }

    /// The cards of the shoe that not everyone has seen; `None` before the first draw and in games without cards.
    pub fn unseen(&self) -> Option<Unseen> {
        self.unseen
    }

    /// What was wagered in each round, and how it ended.
    pub fn played(&self) -> &Rounds {
        &self.played
    }

    /// Whether no wagers are on the layout and no round is under way.
    pub fn is_at_rest(&self) -> bool {
        self.engine.as_ref().is_none_or(|engine| {
            let is_staffs =
                matches!(engine.awaits(), Awaits::Decision(who) if !matches!(who, Actor::Patron(_)));
            !engine.has_bets() && engine.spoken().is_none() && (is_staffs || engine.awaits_wagers())
        })
    }

    /// Works out what would follow from a line, without changing the book.
    pub fn propose(&self, draft: Draft) -> Result<Step, Fault> {
        let Draft { at, epoch, by, key, salt, mut entry } = draft;
        let mut postings = Postings::default();
        let (mut facts, mut cleared) = (Vec::new(), None);
        let (mut engine, mut said, mut menu) = (None, None, Vec::new());
        let mut redone = None;
        if key.as_ref().is_some_and(|(key, _)| self.keys.get(key).is_some()) {
            return Err(Fault::NotNow("that key has its answer"));
        }
        // Options are stored in their canonical spelling, however they were written.
        match &mut entry {
            Entry::Opened { game, options, .. } => {
                let game = GameId::find(game).ok_or(Fault::Unknown("game"))?;
                *options = options.canonical(game);
            }
            Entry::Scheduled { options, .. } => {
                let opened = self.opened.as_ref().ok_or(Fault::Unknown("table"))?;
                *options = options.canonical(opened.game);
            }
            _ => {}
        }
        match &entry {
            Entry::Opened { version, .. } if version != VERSION => return Err(Fault::Rules(version.clone())),
            Entry::Opened { game, options, inventory, .. } => {
                engine = Some(self.check_opened(game, options, *inventory, &mut postings)?);
            }
            Entry::Input { line } => match self.input(&by, line, &mut postings)? {
                Ok(Played { said: what, line, menu: shown, after }) => {
                    (engine, said, menu) = (Some(after.engine), Some(what), shown);
                    (facts, cleared) = (after.facts, after.cleared.map(Arc::new));
                    // The line is stored in its canonical spelling, however it was written.
                    entry = Entry::Input { line };
                }
                Err((line, refusal)) => entry = Entry::Refused { line, refusal },
            },
            Entry::Refused { line, refusal } => match self.input(&by, line, &mut Postings::default())? {
                Err((spelled, again)) if again == *refusal => {
                    entry = Entry::Refused { line: spelled, refusal: again }
                }
                _ => return Err(Fault::NotNow("the law does not refuse this so")),
            },
            Entry::Corrected { lines, reason } => {
                let (again, decided) = self.redo(&by, lines, reason, &mut postings)?;
                (facts, redone) = (decided, Some(Box::new(again)));
            }
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
            v: Format,
            table: self.table.clone(),
            seq: self.next,
            at: at.max(self.at),
            epoch: epoch.max(self.epoch),
            by,
            key,
            body,
            salt,
            entry,
            digest: digest(&facts, &postings),
            prev: self.prev,
        };
        let line = record.write();
        let leaf = Hash::leaf(line.as_bytes());
        let round = match &redone {
            Some(_) => self.recent.as_ref().map_or(self.round, |recent| recent.round),
            None => self.round + u64::from(self.begins_with(&facts)),
        };
        let spent = None;
        Ok(Step { record, line, leaf, facts, cleared, postings, round, spent, engine, said, menu, redone })
    }

    /// Applies a line to the game: returns the table after it, or a refusal.
    fn input(
        &self,
        by: &str,
        line: &str,
        postings: &mut Postings,
    ) -> Result<Result<Played, (String, Refusal)>, Fault> {
        let engine = self.engine().ok_or(Fault::NotNow("the table is closed"))?;
        let (parsed, actor) = match engine.read(line) {
            Ok(parsed) => {
                let actor = match parsed.said {
                    Said::Act { by, .. } => Some(by),
                    Said::Chance => self.check_draw(by).map(|()| None)?,
                    Said::Irregularity => None,
                };
                (Ok(parsed), actor)
            }
            // A line that names no wager of this game is not an input, so it is not journaled.
            Err(rules::Misread::Refused(refusal)) if refusal.why != rules::Why::NoSuchWager => {
                (Err(refusal), actor_of(line))
            }
            Err(why) => return Err(Fault::Misread(rounds::explain_for(engine.game(), line, why))),
        };
        if let Some(Actor::Patron(Patron(number))) = actor {
            let person = self.people.get(&number).ok_or(Fault::Unknown("patron at this table"))?;
            // Staff act for patrons without an account. Whether `by` is staff is checked elsewhere.
            if person != by && by != HOUSE && !self.walk_ins.contains_key(&number) {
                return Err(Fault::NotYours);
            }
        }
        let unspelled = |refusal| (line.to_owned(), refusal);
        let played = parsed.map_err(unspelled).and_then(|parsed| {
            let menu = if parsed.said == Said::Chance { engine.outcomes() } else { Vec::new() };
            let after = engine.after(&parsed).map_err(|refusal| (parsed.line.clone(), refusal))?;
            Ok(Played { said: parsed.said, line: parsed.line, menu, after })
        });
        let played = match played {
            Ok(played) => played,
            Err(refusal) if actor.is_some() => return Ok(Err(refusal)),
            Err((_, refusal)) => return Err(Fault::Misread(refusal.to_string())),
        };
        for fact in &played.after.facts {
            postings.fact(&fact.what, |patron| self.cash(patron));
        }
        if let Some(Actor::Patron(patron)) = actor {
            let purse = Account::Purse(patron);
            let spent = postings.iter().find(|(account, _)| **account == purse).map_or(0, |(_, cents)| cents);
            let (has, spoken) = (self.ledger.of(&purse), spoken::chips(&*played.after.engine, patron));
            let short = spoken - spent - has;
            if spent - spoken < 0 && short > 0 {
                return Err(Fault::Poor { has, short });
            }
        }
        Ok(Ok(played))
    }

    fn person(&self, patron: Patron) -> String {
        self.people.get(&patron.0).cloned().unwrap_or_default()
    }

    /// Writes a line. It must be the one proposed last.
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
            Entry::Opened { game, pit, options, chance, approved, .. } => {
                let game = GameId::find(game).expect("opened before");
                let (pit, options) = (pit.clone(), options.clone());
                let in_parts = engine::shows_parts(game);
                let told = self.scheduled.take().filter(|told| told.options == options);
                let (seq, at, closed) = (step.record.seq, step.record.at, None);
                let approved = approved.clone().or(told.as_ref().and_then(|told| told.approved.clone()));
                let told = told.map(|told| told.at);
                self.played.open(Opening { options: options.clone(), seq, at, told, approved, closed });
                self.opened = Some(Opened { game, pit, options, chance: *chance, in_parts });
                (self.engine, self.closed) = (step.engine.take(), false);
                self.recent = None;
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
            Entry::WalkIn { patron, name, card, chip } => {
                self.fold_walk_in(*patron, WalkIn { name: name.clone(), card: card.clone(), chip: *chip });
            }
            Entry::Corrected { .. } => {
                if let Some(redone) = step.redone.take() {
                    self.fold_redone(*redone);
                }
            }
            Entry::Asked { remedy, .. } => {
                self.asked.insert(step.record.seq, (step.record.by.clone(), remedy.clone()));
            }
            Entry::Approved { asked } => {
                if let Some((_, Remedy::Void { first, last })) = self.asked.remove(asked) {
                    self.recent = None;
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
            Entry::Scheduled { options, effective, approved, .. } => {
                let (options, approved) = (options.clone(), approved.clone());
                let announced = Announced { options, effective: *effective, at: step.record.at, approved };
                self.scheduled = Some(announced);
            }
            Entry::Closed {} => {
                (self.closed, self.recent) = (true, None);
                self.played.close(step.record.at);
            }
            Entry::Counted { .. } => self.fold_count(step),
            Entry::Refused { .. }
            | Entry::Funded { .. }
            | Entry::BoughtIn { .. }
            | Entry::TakenAway { .. }
            | Entry::Brought { .. }
            | Entry::Filled { .. }
            | Entry::Credited { .. }
            | Entry::Remarked { .. }
            | Entry::TakenOver { .. }
            | Entry::Restored { .. } => {}
        }
    }

    fn fold_input(&mut self, line: String, step: &mut Step) {
        let begins = self.begins_with(&step.facts);
        self.remember(&line, step);
        let Some(engine) = &self.engine else { return };
        let was_open = engine.awaits_wagers();
        let said = step.said;
        let own = matches!(said, Some(Said::Act { by: Actor::Patron(_), .. }));
        let menu = std::mem::take(&mut step.menu);
        if self.opened.as_ref().is_some_and(|opened| opened.in_parts) {
            self.unseen = whole(&menu).or(self.unseen);
        }
        for told in &step.facts {
            if let What::Shown { outcome: Outcome::Card { card } } = told.what {
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
        self.cleared.clone_from(&step.cleared);
        self.rounds.entry(self.round).or_default().add(&step.postings);
        self.played.tell(self.round, (step.record.seq, step.record.at), &step.facts);
        if step.facts.iter().any(Fact::is_private) {
            self.private.get_or_insert(step.record.seq);
        }
        let settles = |told: &Fact| match told.what {
            What::Settled { .. } => true,
            // A wager that its own patron takes back, or that is outbid, settles nothing.
            What::Returned { .. } => !own,
            _ => false,
        };
        self.settled |= step.facts.iter().any(settles);
        let Some(engine) = &self.engine else { return };
        let over = !engine.is_under_way() && (self.settled || !engine.has_bets());
        if !was_open && engine.awaits_wagers() && over {
            self.begin_round();
        }
    }

    /// A wager made after all others are settled starts the next round, even if staff or the curator still have
    /// something to do.
    fn begins_with(&self, told: &[Fact]) -> bool {
        self.settled
            && told.iter().any(|told| matches!(told.what, What::Placed { .. }))
            && self.engine.as_ref().is_some_and(|engine| engine.bets().is_empty())
    }

    fn begin_round(&mut self) {
        self.round += 1;
        (self.settled, self.private) = (false, None);
    }
}

/// The unseen cards, if the menu is exactly a number of whole decks: then no card has been seen yet.
fn whole(menu: &[(String, u32)]) -> Option<Unseen> {
    let weights =
        || menu.iter().filter(|(chance, _)| Card::read(chance).is_some()).map(|(_, weight)| *weight);
    let decks = weights().next()?;
    let alike = weights().count() == usize::from(DECK) && weights().all(|weight| weight == decks);
    alike.then(|| u8::try_from(decks).ok().map(Unseen::decks)).flatten()
}

/// The person a line begins with.
fn actor_of(line: &str) -> Option<Actor> {
    let who = line.split([' ', '@']).next()?;
    who.parse().ok()
}

fn open(game: &str, options: &Settings) -> Result<Arc<dyn Engine>, Fault> {
    let game = GameId::find(game).ok_or(Fault::Unknown("game"))?;
    engine::open(game, options).map_err(Fault::Unlawful)
}
