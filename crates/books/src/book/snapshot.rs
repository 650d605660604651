//! A book written down, and read back. A snapshot saves folding a journal from its first line; it can always be
//! thrown away and made again.
//!
//! The text is canonical: equal books have equal texts, whatever each of them still remembers of keys and past rounds.

use super::{Book, Opened, keys::Keys};
use crate::{
    Hash, engine,
    ledger::{Ledger, Postings},
    record::{Mode, Remedy},
    rounds::{PastRound, Rounds, Sums},
    window::Windows,
};
use rules::{GameId, kit::cards::Unseen};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, sync::Arc};

/// The version of the encoding. Raise it with every change of what a snapshot says.
pub const FORM: u32 = 1;

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
    windows: Windows,
    round: u64,
    settled: bool,
    /// What the round in play has moved so far.
    moved: Option<Postings>,
    asked: BTreeMap<u64, (String, Remedy)>,
    scheduled: Option<(Vec<String>, i64)>,
    private: Option<u64>,
    unseen: Option<Unseen>,
    played: Sums,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OpenedBody {
    game: String,
    pit: String,
    options: Vec<String>,
    chance: Mode,
}

impl Book {
    /// The book as text, from which [`Book::decode`] makes it again.
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
            keys: _,
            windows,
            round,
            settled,
            rounds,
            asked,
            scheduled,
            private,
            unseen,
            played,
            since: _,
            recalled: _,
        } = self;
        let opened = opened.as_ref().map(|Opened { game, pit, options, chance, cards: _ }| OpenedBody {
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
            windows: windows.clone(),
            round: *round,
            settled: *settled,
            moved: rounds.get(round).cloned(),
            asked: asked.clone(),
            scheduled: scheduled.clone(),
            private: *private,
            unseen: *unseen,
            played: played.sums(*round),
        };
        serde_json::to_string(&body).expect("a book is JSON")
    }

    /// The book that a text says, or what is wrong with the text.
    pub fn decode(text: &str) -> Result<Book, String> {
        let body: Body = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let opened = body.opened.map(|opened| {
            let game = GameId::find(&opened.game).ok_or("it names an unknown game")?;
            let OpenedBody { pit, options, chance, .. } = opened;
            Ok::<_, String>(Opened { game, pit, options, chance, cards: engine::has_cards(game) })
        });
        let opened = opened.transpose()?;
        let engine = match (&opened, body.game) {
            (Some(opened), Some(state)) => Some(engine::restore(opened.game, &opened.options, state)?),
            (None, None) => None,
            _ => return Err("it has a game and no options, or options and no game".to_owned()),
        };
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
            keys: Keys::default(),
            windows: body.windows,
            round: body.round,
            settled: body.settled,
            rounds: body.moved.map(|moved| (body.round, moved)).into_iter().collect(),
            asked: body.asked,
            scheduled: body.scheduled,
            private: body.private,
            unseen: body.unseen,
            played: Rounds::from_sums(body.round, body.played),
            since: body.round,
            recalled: None,
        })
    }

    /// A copy that holds what a snapshot of the book would: no key, and of the rounds only the one in play.
    #[must_use]
    pub fn excerpt(&self) -> Book {
        Book {
            table: self.table.clone(),
            engine: self.engine.as_ref().map(Arc::clone),
            opened: self.opened.clone(),
            ledger: self.ledger.clone(),
            people: self.people.clone(),
            keys: Keys::default(),
            windows: self.windows.clone(),
            rounds: self
                .rounds
                .get(&self.round)
                .map(|moved| (self.round, moved.clone()))
                .into_iter()
                .collect(),
            asked: self.asked.clone(),
            scheduled: self.scheduled.clone(),
            played: Rounds::from_sums(self.round, self.played.sums(self.round)),
            since: self.round,
            recalled: None,
            ..*self
        }
    }

    /// The rounds that have ended and are still in memory, by number.
    pub fn ended(&self) -> BTreeMap<u64, PastRound> {
        let rounds = self.played.kept().range(..self.round);
        let moved = |number| self.rounds.get(number).cloned().unwrap_or_default();
        rounds
            .map(|(number, round)| (*number, PastRound { moved: moved(number), round: round.clone() }))
            .collect()
    }

    /// The first round that is in memory: older ones are in the store.
    pub fn since(&self) -> u64 {
        self.since
    }

    /// Rounds before this one are in the store now and need not stay in memory.
    pub fn forget(&mut self, before: u64) {
        self.since = self.since.max(before.min(self.round));
        self.rounds = self.rounds.split_off(&self.since);
        self.played.forget(self.since);
    }
}
