//! A table for tests: people who join, buy in, sit, wager and make mistakes, and a house that deals and keeps
//! the books.
//!
//! Every line written is checked at once by independent means: money from the text of the facts, not the
//! ledger's code; the chain from the bytes, not the records.
#![allow(dead_code)]

mod windows;

use books::{
    Book, Chain, Draft, Engine, Entry, Fact, Fault, HOUSE, Hash, Mode, Offered, Remedy, Secret, Step, What,
};
use rounds::{Settings, Value};
use rules::{Actor, Awaits, Field, GameId, Money, Patron, Takes};
use std::collections::BTreeMap;

/// SplitMix64: good enough for tests, and the same on every machine.
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() % n.max(1) as u64).expect("small")
    }

    pub fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// True with this probability in percent.
    pub fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    fn secret(&mut self) -> [u8; 32] {
        let mut secret = [0; 32];
        secret.chunks_exact_mut(8).for_each(|chunk| chunk.copy_from_slice(&self.next().to_le_bytes()));
        secret
    }
}

/// What occurred along the way, so that a test can show that it covered something.
#[derive(Default, Debug)]
pub struct Seen {
    pub lines: usize,
    pub refused: usize,
    pub faults: usize,
    pub settled: usize,
    pub voids: usize,
}

pub struct Floor {
    pub book: Book,
    pub lines: Vec<String>,
    pub seen: Seen,
    pub rng: Rng,
    pub options: Settings,
    /// The second set of books: what the facts and entries say, by account name.
    pub fold: BTreeMap<String, i64>,
    game: GameId,
    secrets: BTreeMap<u64, [u8; 32]>,
    chains: BTreeMap<u16, Chain>,
    deal: Option<(u64, books::Deal)>,
    at: i64,
    epoch: u64,
    last: (Option<Hash>, i64, u64),
    menus: BTreeMap<u16, Vec<Offered>>,
    /// Whether to include irregularities, refusals, corrections and takeovers.
    pub rough: bool,
}

pub const NAMES: [&str; 5] = ["alice", "bob", "carol", "dave", "erin"];

/// The usual options of a game, some of them replaced by other lawful ones.
pub fn options(game: GameId, rng: &mut Rng, changes: usize) -> Settings {
    let fields: Vec<&Field> = game.fields().iter().copied().flatten().collect();
    let mut settings = Settings::standard(game);
    for _ in 0..changes {
        let field = *rng.of(&fields);
        let value = match field.takes {
            Takes::Switch => Value::Switch(rng.percent(50)),
            Takes::OneOf(words) | Takes::SomeOf { words, .. } => Value::Text((*rng.of(words)).to_owned()),
            Takes::Count { least, most } => Value::Number(*rng.of(&[least, most])),
            _ => continue,
        };
        let mut tried = settings.clone();
        tried.set(field.key, value);
        if books::open(game, &tried).is_ok() {
            settings = tried;
        }
    }
    settings
}

impl Floor {
    /// An open table with a committed window.
    pub fn open(game: GameId, seed: u64) -> Floor {
        let mut rng = Rng(seed);
        let changes = rng.below(5);
        let options = options(game, &mut rng, changes);
        Floor::open_with(game, seed, options)
    }

    pub fn open_with(game: GameId, seed: u64, options: Settings) -> Floor {
        let mut floor = Floor {
            book: Book::new("t1"),
            lines: Vec::new(),
            seen: Seen::default(),
            rng: Rng(seed ^ 0x47),
            options,
            fold: BTreeMap::new(),
            game,
            secrets: BTreeMap::new(),
            chains: BTreeMap::new(),
            deal: None,
            at: 1_763_254_800_000,
            epoch: 1,
            last: (None, 0, 0),
            menus: BTreeMap::new(),
            rough: true,
        };
        floor.reopen(50_000_000);
        floor.commit(1);
        for patron in 1..=3 {
            floor.join(patron);
        }
        floor
    }

    fn reopen(&mut self, inventory: i64) {
        let entry = Entry::Opened {
            game: self.game.name().into(),
            pit: "1".into(),
            options: self.options.clone(),
            edition: "2011".into(),
            version: books::VERSION.into(),
            chance: Mode::Digital,
            inventory,
            approved: None,
        };
        self.write("admin", entry).expect("a table opens");
    }

    pub fn join(&mut self, patron: u16) {
        let person = NAMES[usize::from(patron) - 1].to_owned();
        self.write(HOUSE, Entry::Joined { patron, person }).expect("a person comes");
        self.write("clerk", Entry::BoughtIn { patron, cents: 1_000_000 }).expect("and buys chips");
    }

    pub fn engine(&self) -> &dyn Engine {
        self.book.engine().expect("open")
    }

    /// Someone enters a line; `Ok` if something was written, including a refusal.
    pub fn say(&mut self, line: &str) -> Result<(), Fault> {
        let by = match line.split([' ', '@']).next().and_then(|who| who.parse::<Actor>().ok()) {
            Some(Actor::Patron(Patron(n))) => self.book.people().get(&n).cloned().unwrap_or("nobody".into()),
            Some(staff) => staff.to_string(),
            None => HOUSE.into(),
        };
        self.write(&by, Entry::Input { line: line.to_owned() })
    }

    /// Proposes an entry, checks everything that can be checked, and writes it.
    pub fn write(&mut self, by: &str, entry: Entry) -> Result<(), Fault> {
        self.at += i64::try_from(self.rng.below(900)).expect("small") - 50;
        let key = self.rng.percent(30).then(|| {
            let key = format!("k{:016x}", self.rng.next());
            (key, Hash::of(&[b"request", &self.rng.next().to_le_bytes()]))
        });
        let salt = self.rng.percent(20).then(|| format!("{:016x}", self.rng.next()));
        let draft = Draft { at: self.at, epoch: self.epoch, by: by.to_owned(), key, salt, entry };
        let before = (self.state(), self.book.head(), self.book.next());
        let mut step = match self.book.propose(draft) {
            Ok(step) => step,
            Err(Fault::Broken { how, .. }) => panic!("{how}"),
            Err(fault) => {
                self.seen.faults += 1;
                assert_eq!(
                    (self.state(), self.book.head(), self.book.next()),
                    before,
                    "a fault changes nothing"
                );
                return Err(fault);
            }
        };
        self.check_line(&step);
        self.check_money(&step);
        self.book.accept(&mut step);
        if step.record.refused().is_some() {
            self.seen.refused += 1;
            assert_eq!(self.state(), before.0, "a refusal changes nothing");
        }
        self.check_layout();
        if self.book.round() > before.0.3 {
            self.check_begun(&step);
        }
        self.seen.lines += 1;
        self.seen.settled += step.facts.iter().filter(|t| matches!(t.what, What::Settled { .. })).count();
        self.lines.push(step.line);
        Ok(())
    }

    /// The state that a refusal must leave unchanged.
    fn state(&self) -> (Option<Awaits>, Vec<books::BetView>, Vec<i64>, u64) {
        let engine = self.book.engine();
        let purses = self.book.people().keys().map(|n| self.book.purse(Patron(*n))).collect();
        let bets = engine.map(Engine::bets).unwrap_or_default();
        (engine.map(Engine::awaits), bets, purses, self.book.round())
    }

    /// A round of cards begins with nothing on the layout except the wager that begins it. Craps wagers,
    /// imprisoned roulette wagers and keno tickets for several games stay.
    fn check_begun(&self, step: &Step) {
        let placed = step.facts.iter().filter(|told| matches!(told.what, What::Placed { .. })).count();
        let lie = self.book.engine().map_or(0, |engine| engine.bets().len());
        let stay = matches!(self.game, GameId::Craps | GameId::Roulette | GameId::Keno);
        assert!(stay || lie <= placed, "{}: a round begins, and {lie} wagers lie there", step.line);
    }

    /// Checks the bytes: number, chain, time and ownership epoch.
    fn check_line(&mut self, step: &Step) {
        let json: serde_json::Value = serde_json::from_str(&step.line).expect("JSON");
        let (at, epoch) = (json["at"].as_i64().expect("a time"), json["epoch"].as_u64().expect("an epoch"));
        assert_eq!(json["seq"], self.lines.len());
        assert_eq!(json["prev"], self.last.0.unwrap_or(Hash::ZERO).to_string());
        assert!(at >= self.last.1 && epoch >= self.last.2, "time and ownership never go back");
        let leaf = Hash::of(&[&[0], step.line.as_bytes()]);
        assert_eq!(step.leaf, leaf);
        self.last = (Some(leaf), at, epoch);
    }

    /// Checks conservation, a second derivation of what every purse receives, and the sums.
    fn check_money(&mut self, step: &Step) {
        let postings: BTreeMap<String, i64> =
            step.postings.iter().map(|(account, cents)| (account.to_string(), cents)).collect();
        conserved(&postings).unwrap_or_else(|why| panic!("{}: {why}", step.line));
        if let Entry::Input { .. } = step.record.entry {
            let mut purses: BTreeMap<String, i64> = BTreeMap::new();
            for (patron, cents) in step.facts.iter().flat_map(purse_changes) {
                *purses.entry(format!("purse:{patron}")).or_default() += cents;
            }
            purses.retain(|_, cents| *cents != 0);
            let posted = postings.iter().filter(|(name, _)| name.starts_with("purse:"));
            let posted: BTreeMap<String, i64> = posted.map(|(name, cents)| (name.clone(), *cents)).collect();
            assert_eq!(purses, posted, "{}", step.line);
        }
        for (account, cents) in &postings {
            let sum = self.fold.entry(account.clone()).or_default();
            *sum += cents;
            // Nobody's own act takes them below zero.
            let own = account.strip_prefix("purse:p").and_then(|n| n.parse::<u16>().ok());
            let own = own.is_some_and(|n| self.book.people().get(&n) == Some(&step.record.by));
            assert!(!own || *cents > 0 || *sum >= 0, "{}: {account} {sum}", step.line);
        }
    }

    /// The layout holds what the game says it holds, and the ledger agrees with the sums.
    fn check_layout(&self) {
        let lying: Money =
            self.book.engine().iter().flat_map(|engine| engine.bets()).map(|bet| bet.stake).sum();
        let layout = self.fold.get("layout").copied().unwrap_or(0);
        assert_eq!(layout, lying.as_cents(), "after {}", self.lines.last().map_or("", |line| line));
        if self.lines.len().is_multiple_of(64) {
            self.check_fold();
        }
    }

    pub fn check_fold(&self) {
        let name = |(account, cents): (&books::Account, i64)| (account.to_string(), cents);
        let held: BTreeMap<String, i64> = self.book.ledger().iter().map(name).collect();
        let strip = |all: &BTreeMap<String, i64>| {
            all.iter().filter(|(_, c)| **c != 0).map(|(a, c)| (a.clone(), *c)).collect::<Vec<_>>()
        };
        assert_eq!(strip(&held), strip(&self.fold));
        assert!(self.book.ledger().balance());
    }

    /// Takes one random step.
    pub fn step(&mut self) {
        if self.book.is_closed() {
            return self.reopen(0);
        }
        match self.rng.below(if self.rough { 100 } else { 80 }) {
            0..=79 => self.play(),
            80..=85 => self.nonsense(),
            86..=88 => self.money(),
            89..=90 => self.edges(),
            91 => self.remedy(),
            92 => self.goes_wrong(),
            93..=95 => self.anchor(),
            96 => self.forget(),
            97 => {
                self.epoch += 1;
                self.write(HOUSE, Entry::TakenOver { node: "b".into() }).expect("a node takes over");
            }
            _ => self.arrivals(),
        }
    }

    /// Takes the usual next step.
    pub fn play(&mut self) {
        self.tidy_windows();
        match self.engine().awaits() {
            Awaits::Equipment => self.show(),
            Awaits::Wagers if self.rng.percent(60) => self.patron_acts(),
            Awaits::Wagers => self.usual(Actor::Dealer),
            // The usual step is to decline or pass the bank, which would leave few rounds.
            Awaits::Decision(who @ Actor::Patron(_))
                if self.game == GameId::CheminDeFer && self.rng.percent(70) =>
            {
                self.anyone(who);
            }
            Awaits::Decision(who) if self.rng.percent(80) => self.usual(who),
            Awaits::Decision(Actor::Patron(_)) | Awaits::Decision(_) => self.patron_acts(),
        }
    }

    /// The equipment shows an outcome, by weight, from a mixed window.
    pub fn show(&mut self) {
        self.tidy_windows();
        if self.book.needs_lock() {
            self.mix();
        }
        let window = self.book.windows().current.as_ref().expect("mixed");
        let outcomes = self.engine().outcomes();
        if self.deal.as_ref().is_none_or(|(number, _)| *number != window.number) {
            let key = window.key(&Secret::from_bytes(self.secrets[&window.number])).expect("mixed");
            self.deal = Some((window.number, window.deal(&key).expect("a window to deal")));
        }
        let (_, deal) = self.deal.as_mut().expect("just made");
        let shown = outcomes[deal.draw(&outcomes).expect("something to show")].0.clone();
        self.say(&shown).unwrap_or_else(|fault| panic!("{shown}: {fault}"));
    }

    pub fn usual(&mut self, who: Actor) {
        match self.engine().usual(who) {
            Some(line) => drop(self.say(&line)),
            None => self.anyone(who),
        }
    }

    /// A random act from a person's menu.
    fn anyone(&mut self, who: Actor) {
        let menu = self.engine().offers(who);
        if !menu.is_empty() {
            let offer = self.rng.of(&menu).clone();
            let line = self.spell(who, &offer);
            let _ = self.say(&line);
        }
    }

    /// A patron does something that is or was on the menu; anything stale is refused.
    pub fn patron_acts(&mut self) {
        let patron = 1 + u16::try_from(self.rng.below(self.book.people().len())).expect("few");
        let who = Actor::Patron(Patron(patron));
        if !self.menus.contains_key(&patron)
            || self.rng.percent(if self.game == GameId::Roulette { 3 } else { 40 })
        {
            let menu = self.engine().offers(who);
            self.menus.insert(patron, menu);
        }
        let menu = &self.menus[&patron];
        if menu.is_empty() {
            return;
        }
        let stakes: Vec<&Offered> = menu.iter().filter(|offer| offer.tender.is_some()).collect();
        let offer = match self.rng.percent(75) && !stakes.is_empty() {
            true => (*self.rng.of(&stakes)).clone(),
            false => self.rng.of(menu).clone(),
        };
        let line = self.spell(who, &offer);
        if let Err(Fault::Poor { .. }) = self.say(&line) {
            self.write("clerk", Entry::BoughtIn { patron, cents: 500_000 }).expect("more chips");
        }
    }

    /// An offer as a line, with a small stake that fits it.
    fn spell(&mut self, who: Actor, offer: &Offered) -> String {
        if offer.tender.is_none() {
            return offer.line(who, Money::ZERO);
        }
        let [least, most, step] = [offer.least, offer.most, offer.step].map(Money::as_cents);
        let steps = ((most - least) / step).clamp(0, 40);
        let steps = self.rng.below(usize::try_from(steps).expect("positive") + 1);
        offer.line(who, Money::cents(least + step * i64::try_from(steps).expect("small")))
    }

    /// Lines that the law refuses, that belong to someone else, or that mean nothing.
    fn nonsense(&mut self) {
        let who = *self.rng.of(&["p1", "p2@1", "p3@2", "p4", "p9", "dealer", "supervisor", "floorperson"]);
        let what = *self.rng.of(&[
            "red 5.00",
            "banker 20.00",
            "$1 1.00",
            "tie 0.01",
            "red 99999999.00",
            "joker -5",
            "takes back red",
            "takes back player",
            "spins",
            "calls no more bets",
            "deals",
            "announces",
            "sits at 3",
            "leaves",
            "cuts at 100",
            "dances",
            "straight 5 1.00",
            "closes the game",
            "pays the game",
            "confirms",
        ]);
        let _ = self.say(&format!("{who} {what}"));
        let line =
            (*self.rng.of(&["ball 17", "As", "stop joker", "cutting card", "", "p1", "\u{0}"])).to_owned();
        let fault = self.write("alice", Entry::Input { line });
        assert!(fault.is_err(), "nobody says what the equipment of the house shows");
        let not_mine = self.write("mallory", Entry::Input { line: "p1 takes back red".into() });
        assert!(!matches!(not_mine, Ok(())), "nobody acts for another");
    }

    fn money(&mut self) {
        let patron = 1 + u16::try_from(self.rng.below(self.book.people().len())).expect("few");
        let purse = self.book.purse(Patron(patron));
        let _ = match self.rng.below(4) {
            0 => self.write("clerk", Entry::BoughtIn { patron, cents: 25_000 }),
            1 => self.write("clerk", Entry::TakenAway { patron, cents: purse / 2 }),
            2 => self
                .write("clerk", Entry::Filled { cents: 1_000_000, slip: format!("F-{}", self.book.next()) }),
            _ => self
                .write("clerk", Entry::Credited { cents: 100_000, slip: format!("C-{}", self.book.next()) }),
        };
    }

    /// Amounts at the limits move nothing.
    fn edges(&mut self) {
        let cents = *self.rng.of(&[0, -1, i64::MIN, i64::MIN + 1, i64::MAX, i64::MAX - 1]);
        let purse = self.book.purse(Patron(1));
        let reason = "edge".to_owned();
        for entry in [
            Entry::BoughtIn { patron: 1, cents },
            Entry::TakenAway { patron: 1, cents },
            Entry::TakenAway { patron: 1, cents: purse.max(0) + 1 },
            Entry::Filled { cents, slip: String::new() },
            Entry::Credited { cents, slip: String::new() },
            Entry::BoughtIn { patron: 77, cents: 100 },
            Entry::Joined { patron: 6, person: HOUSE.into() },
            Entry::Asked { remedy: Remedy::Void { first: 0, last: u64::MAX }, reason: reason.clone() },
        ] {
            assert!(self.write("clerk", entry).is_err());
        }
        if cents != -1 {
            let remedy = Remedy::Correct { patron: 1, cents };
            assert!(self.write("clerk", Entry::Asked { remedy, reason }).is_err());
        }
    }

    /// A correction is requested, and approved by someone else or not.
    fn remedy(&mut self) {
        let asked = self.book.next();
        let round = self.book.round();
        let first = round.saturating_sub(self.rng.below(3) as u64);
        let remedy = match self.rng.below(3) {
            // The bank takes only what is there.
            0 => match *self.rng.of(&[500, -500]) {
                takes if self.book.purse(Patron(1)) + takes < 0 => {
                    let remedy = Remedy::Correct { patron: 1, cents: takes };
                    let short = self.write("sue", Entry::Asked { remedy, reason: "too much".into() });
                    assert!(matches!(short, Err(Fault::Short { .. })), "{short:?}");
                    return;
                }
                cents => Remedy::Correct { patron: 1, cents },
            },
            _ => Remedy::Void { first, last: round },
        };
        self.write("sue", Entry::Asked { remedy, reason: "the wrong card".into() }).expect("it may be asked");
        assert_eq!(self.write("sue", Entry::Approved { asked }), Err(Fault::NotYours), "it takes two");
        assert_eq!(self.write(HOUSE, Entry::Approved { asked }), Err(Fault::NotYours), "two people");
        let answer = match self.rng.percent(80) {
            true => Entry::Approved { asked },
            false => Entry::Declined { asked },
        };
        let agreed = matches!(answer, Entry::Approved { .. });
        if self.write("sam", answer).is_ok() && agreed {
            self.seen.voids += 1;
            self.menus.clear();
        }
    }

    fn goes_wrong(&mut self) {
        let all = self.engine().irregularities();
        if !all.is_empty() && self.rng.percent(50) {
            let line = self.rng.of(&all).clone();
            let _ = self.write("dealer", Entry::Input { line });
        }
    }

    fn arrivals(&mut self) {
        let people = u16::try_from(self.book.people().len()).expect("few");
        if people < 5 {
            self.join(people + 1);
        } else if self.book.is_at_rest() && self.rng.percent(20) {
            self.write("admin", Entry::Closed {}).expect("a table at rest closes");
        }
    }

    pub fn play_lines(&mut self, lines: usize) {
        // A fault writes nothing, so the bound is on the number of attempts.
        for _ in 0..lines * 4 {
            if self.lines.len() >= lines {
                break;
            }
            self.step();
        }
        self.check_fold();
    }
}

/// Each kind of account sums to zero. The kinds are identified by name here, not by the ledger's own table.
pub fn conserved(postings: &BTreeMap<String, i64>) -> Result<(), String> {
    let mut sums = BTreeMap::new();
    for (account, cents) in postings {
        let kind = match account.split(':').next().unwrap_or_default() {
            "wallet" | "offered" | "drop-box" | "cage" => "cash",
            "owed" | "claims" => "claims",
            _ => "chips",
        };
        *sums.entry(kind).or_insert(0i128) += i128::from(*cents);
    }
    match sums.iter().find(|(_, sum)| **sum != 0) {
        Some((kind, sum)) => Err(format!("{kind} are off by {sum}")),
        None => Ok(()),
    }
}

/// What a fact pays to a patron or takes.
pub fn purse_changes(fact: &Fact) -> Vec<(String, i64)> {
    let (patron, cents) = match &fact.what {
        What::Placed { bet } => (bet.patron, -bet.stake.as_cents()),
        What::Returned { bet } => (bet.patron, bet.stake.as_cents()),
        What::Settled { bet, taken, paid, .. } => (bet.patron, (bet.stake - *taken + *paid).as_cents()),
        What::Exchanged { patron, cash } => (*patron, cash.as_cents()),
        What::Redeemed { patron, paid } => (*patron, paid.as_cents()),
        What::Charged { patron, vigorish } | What::Collected { patron, vigorish } => {
            (*patron, -vigorish.as_cents())
        }
        _ => return Vec::new(),
    };
    vec![(patron.to_string(), cents)]
}

/// The book built from these lines.
pub fn rebuilt(lines: &[String]) -> Book {
    let mut book = Book::new("t1");
    for line in lines {
        book.replay(line).unwrap_or_else(|fault| panic!("{fault}: {line}"));
    }
    book
}

/// Everything that two books of the same lines must have in common.
pub fn same(one: &Book, other: &Book) {
    assert_eq!(one.head(), other.head());
    assert_eq!((one.next(), one.epoch(), one.round()), (other.next(), other.epoch(), other.round()));
    assert_eq!(one.ledger(), other.ledger());
    assert_eq!(one.people(), other.people());
    assert_eq!(one.windows(), other.windows());
    assert_eq!(one.opened(), other.opened());
    assert_eq!((one.is_closed(), one.public()), (other.is_closed(), other.public()));
    let keys = |book: &Book| book.keys().map(|(k, a)| (k.to_owned(), a.clone())).collect::<BTreeMap<_, _>>();
    assert_eq!(keys(one), keys(other));
    let asked = |book: &Book| book.asked().map(|(seq, by, r)| (seq, by.to_owned(), r)).collect::<Vec<_>>();
    assert_eq!(asked(one), asked(other));
    for round in 0..=one.round() {
        assert_eq!(one.moved_in(round), other.moved_in(round));
    }
    let (one, other) = (one.engine(), other.engine());
    assert_eq!(one.map(|e| (e.awaits(), e.bets())), other.map(|e| (e.awaits(), e.bets())));
    for who in [Actor::Dealer, Actor::Supervisor, Actor::Patron(Patron(1)), Actor::Patron(Patron(2))] {
        assert_eq!(one.map(|e| e.offers(who)), other.map(|e| e.offers(who)));
    }
}
