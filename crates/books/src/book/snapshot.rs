//! Encoding a book as text and decoding it. A snapshot saves replaying a journal from its first line; it can be thrown
//! away and made again at any time.
//!
//! The text is canonical: equal books have equal texts, no matter which keys and past rounds each of them still has in
//! memory.

use super::{
    Announced, Book, Count, Opened, WalkIn,
    correct::{Before, Recent, Told},
    keys::Keys,
};
use crate::{
    Hash, engine,
    ledger::{Ledger, Postings},
    record::{Mode, Remedy},
    rounds::{PastRound, Round, Rounds, Sums},
    window::Windows,
};
use ::rounds::Settings;
use rules::{GameId, kit::cards::Unseen};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, sync::Arc};

/// The version of the encoding. Raise it whenever the content of a snapshot changes.
pub const FORM: u32 = 6;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    table: String,
    next: u64,
    leaf: Hash,
    at: i64,
    epoch: u64,
    opened: Option<OpenedBody>,
    closed: bool,
    /// The state of the game, without its options.
    game: Option<serde_json::Value>,
    ledger: Ledger,
    people: BTreeMap<u16, String>,
    walk_ins: BTreeMap<u16, WalkIn>,
    windows: Windows,
    round: u64,
    settled: bool,
    /// What the rounds that may still change have moved so far.
    moved: BTreeMap<u64, Postings>,
    asked: BTreeMap<u64, (String, Remedy)>,
    scheduled: Option<Announced>,
    private: Option<u64>,
    unseen: Option<Unseen>,
    played: Sums,
    recent: Option<RecentBody>,
    count: Option<Count>,
}

/// The round that may still be corrected.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecentBody {
    /// The state of the game before its first line, without its options.
    game: serde_json::Value,
    before: u64,
    settled: bool,
    private: Option<u64>,
    unseen: Option<Unseen>,
    had_moved: Option<Postings>,
    had_come_to: Option<Round>,
    round: u64,
    lines: Vec<Told>,
    moved: Postings,
}

impl RecentBody {
    fn of(recent: &Recent) -> RecentBody {
        let Recent { before, round, lines, moved } = recent.clone();
        let Before { engine, round: first, settled, private, unseen, moved: had_moved, played } = before;
        let (game, had_come_to) = (engine.state(), played);
        RecentBody {
            game,
            before: first,
            settled,
            private,
            unseen,
            had_moved,
            had_come_to,
            round,
            lines,
            moved,
        }
    }

    fn read(self, opened: &Opened) -> Result<Recent, String> {
        let engine = engine::restore(opened.game, &opened.options, self.game)?;
        let (round, settled, private, unseen) = (self.before, self.settled, self.private, self.unseen);
        let (moved, played) = (self.had_moved, self.had_come_to);
        let before = Before { engine, round, settled, private, unseen, moved, played };
        Ok(Recent { before, round: self.round, lines: self.lines, moved: self.moved })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OpenedBody {
    game: String,
    pit: String,
    options: Settings,
    chance: Mode,
}

impl Book {
    /// Encodes the book as text that [`Book::decode`] can read.
    pub fn encode(&self) -> String {
        // Every field is named, so that a new one cannot be forgotten.
        let Book {
            table,
            next,
            prev,
            at,
            epoch,
            engine,
            opened,
            closed,
            ledger,
            people,
            walk_ins,
            keys: _,
            windows,
            round,
            settled,
            rounds,
            asked,
            scheduled,
            cleared: _,
            private,
            unseen,
            played,
            since: _,
            recalled: _,
            recent,
            count,
        } = self;
        let opened = opened.as_ref().map(|Opened { game, pit, options, chance, in_parts: _ }| OpenedBody {
            game: game.name().to_owned(),
            pit: pit.clone(),
            options: options.clone(),
            chance: *chance,
        });
        let body = Body {
            table: table.clone(),
            next: *next,
            leaf: *prev,
            at: *at,
            epoch: *epoch,
            opened,
            closed: *closed,
            game: engine.as_ref().map(|engine| engine.state()),
            ledger: ledger.clone(),
            people: people.clone(),
            walk_ins: walk_ins.clone(),
            windows: windows.clone(),
            round: *round,
            settled: *settled,
            moved: open(rounds, self.open_since()),
            asked: asked.clone(),
            scheduled: scheduled.clone(),
            private: *private,
            unseen: *unseen,
            played: played.sums(self.open_since()),
            recent: recent.as_ref().map(RecentBody::of),
            count: count.clone(),
        };
        serde_json::to_string(&body).expect("a book is JSON")
    }

    /// Decodes a book, or says what is wrong with the text.
    pub fn decode(text: &str) -> Result<Book, String> {
        let body: Body = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let opened = body.opened.map(|opened| {
            let game = GameId::find(&opened.game).ok_or("it names an unknown game")?;
            let OpenedBody { pit, options, chance, .. } = opened;
            Ok::<_, String>(Opened { game, pit, options, chance, in_parts: engine::shows_parts(game) })
        });
        let opened = opened.transpose()?;
        let engine = match (&opened, body.game) {
            (Some(opened), Some(state)) => Some(engine::restore(opened.game, &opened.options, state)?),
            (None, None) => None,
            _ => return Err("it has a game without options, or options without a game".to_owned()),
        };
        let recent = match (&opened, body.recent) {
            (Some(opened), Some(recent)) => Some(recent.read(opened)?),
            (None, Some(_)) => return Err("it has a round but no options".to_owned()),
            (_, None) => None,
        };
        let since = recent.as_ref().map_or(body.round, |recent| recent.before.round);
        Ok(Book {
            table: body.table,
            next: body.next,
            prev: body.leaf,
            at: body.at,
            epoch: body.epoch,
            engine,
            opened,
            closed: body.closed,
            ledger: body.ledger,
            people: body.people,
            walk_ins: body.walk_ins,
            keys: Keys::default(),
            windows: body.windows,
            round: body.round,
            settled: body.settled,
            rounds: body.moved,
            asked: body.asked,
            scheduled: body.scheduled,
            cleared: None,
            private: body.private,
            unseen: body.unseen,
            played: Rounds::from_sums(body.played),
            since,
            recalled: None,
            recent,
            count: body.count,
        })
    }

    /// A copy with only what a snapshot would hold: no keys, and only those rounds that may still change.
    #[must_use]
    pub fn excerpt(&self) -> Book {
        Book {
            table: self.table.clone(),
            engine: self.engine.as_ref().map(Arc::clone),
            opened: self.opened.clone(),
            ledger: self.ledger.clone(),
            people: self.people.clone(),
            walk_ins: self.walk_ins.clone(),
            keys: Keys::default(),
            windows: self.windows.clone(),
            rounds: open(&self.rounds, self.open_since()),
            asked: self.asked.clone(),
            scheduled: self.scheduled.clone(),
            cleared: None,
            played: Rounds::from_sums(self.played.sums(self.open_since())),
            since: self.open_since(),
            recalled: None,
            recent: self.recent.clone(),
            count: self.count.clone(),
            ..*self
        }
    }

    /// The rounds that can no longer change and are still in memory, by number.
    pub fn ended(&self) -> BTreeMap<u64, PastRound> {
        let rounds = self.played.kept().range(..self.open_since());
        let moved = |number| self.rounds.get(number).cloned().unwrap_or_default();
        rounds
            .map(|(number, round)| (*number, PastRound { moved: moved(number), round: round.clone() }))
            .collect()
    }

    /// The first round in memory. Older ones are in the store.
    pub fn since(&self) -> u64 {
        self.since
    }

    /// Drops the rounds before this one from memory, once they are in the store.
    pub fn forget(&mut self, before: u64) {
        self.since = self.since.max(before.min(self.open_since()));
        self.rounds = self.rounds.split_off(&self.since);
        self.played.forget(self.since);
    }
}

/// What this round and later ones have moved.
fn open(rounds: &BTreeMap<u64, Postings>, since: u64) -> BTreeMap<u64, Postings> {
    rounds.range(since..).map(|(number, moved)| (*number, moved.clone())).collect()
}
