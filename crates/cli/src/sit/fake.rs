//! A floor of one table for tests: real rules and a real book behind just enough HTTP and WebSocket. It can cut the line at
//! the worst moment, be slow, and forget a log-in.

use books::{Book, Draft, Engine, Entry, Fact, Hash, Mode, Picture, Step};
use protocol::{
    ActRequest, AmountRequest, FromClient, FromServer, Guest, JoinRequest, LimitsView, Me, MyTable, Offer,
    PresenceView, Problem, ProblemCode, Receipt, Refused, SUBPROTOCOL, Seated, StepView, TableSummary,
    TableView,
};
use rules::{Actor, Awaits, GameId, Money, Patron};
use serde_json::json;
use std::{
    collections::HashMap,
    io::{ErrorKind, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};
use tungstenite::{
    Message, WebSocket,
    handshake::server::{Callback, ErrorResponse, Request, Response},
};

pub const TABLE: &str = "t1";

struct Shared {
    book: Book,
    /// The lines with everything in them, before they are masked for a viewer.
    written: Vec<StepView>,
    wallets: HashMap<String, i64>,
    chance: u64,
}

/// The floor.
pub struct Floor {
    shared: Mutex<Shared>,
    port: u16,
    /// Writes the next act and then drops the connection instead of answering.
    pub cut_next: AtomicBool,
    /// Forgets all sessions.
    pub forgetful: AtomicBool,
    /// Reports once that lines were left out.
    pub lossy: AtomicBool,
    /// Pretends to be newer than the client: its facts have a kind that the client does not know.
    pub newer: AtomicBool,
    /// The number of live connections so far.
    pub connections: AtomicUsize,
}

impl Floor {
    /// Opens a table of a game.
    pub fn open(game: &str, options: &[&str]) -> Arc<Floor> {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let shared =
            Shared { book: Book::new(TABLE), written: Vec::new(), wallets: HashMap::new(), chance: 47 };
        let floor = Arc::new(Floor {
            shared: Mutex::new(shared),
            port,
            cut_next: AtomicBool::new(false),
            forgetful: AtomicBool::new(false),
            lossy: AtomicBool::new(false),
            newer: AtomicBool::new(false),
            connections: AtomicUsize::new(0),
        });
        let standard = rounds::Settings::standard(GameId::find(game).expect("a game"));
        let options = standard.with(rounds::Settings::read(&options.join(" ")).expect("settings"));
        floor
            .write(
                "house",
                None,
                Entry::Opened {
                    game: game.to_owned(),
                    pit: "main".to_owned(),
                    options,
                    edition: String::new(),
                    version: books::VERSION.to_owned(),
                    chance: Mode::Physical,
                    inventory: 10_000_000,
                    approved: None,
                },
            )
            .expect("it opens");
        let served = Arc::clone(&floor);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let floor = Arc::clone(&served);
                thread::spawn(move || floor.serve(stream));
            }
        });
        floor
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().expect("no panic holds it")
    }

    /// The chips in a patron's purse.
    pub fn purse(&self, patron: u16) -> i64 {
        self.lock().book.purse(Patron(patron))
    }

    /// The number of wagers on the layout, and their total.
    pub fn layout(&self) -> (usize, Money) {
        let shared = self.lock();
        let bets = shared.book.engine().map(Engine::bets).unwrap_or_default();
        (bets.len(), bets.iter().map(|bet| bet.stake).sum())
    }

    /// Someone acts without a connection; returns the refusal, if there is one.
    pub fn says(&self, person: &str, line: &str) -> Option<Refused> {
        let entry = Entry::Input { line: line.to_owned() };
        self.write(person, None, entry).expect("it is written").refused
    }

    /// Someone joins with chips, without a connection.
    pub fn comes(&self, person: &str, cents: i64) -> u16 {
        let patron = self.join(person);
        self.write(person, None, Entry::BoughtIn { patron, cents }).expect("it is written");
        patron
    }

    /// Staff and equipment continue until wagers are open or a patron must act.
    pub fn go(&self) {
        for _ in 0..1000 {
            let awaits = self.awaits();
            if matches!(awaits, Some(Awaits::Decision(Actor::Patron(_)))) || !self.go_on() {
                return;
            }
            if self.awaits() == Some(Awaits::Wagers) {
                return;
            }
        }
    }

    /// Whoever the table waits for takes the usual step, and the equipment shows something; returns whether
    /// anything was done.
    pub fn go_on(&self) -> bool {
        let line = {
            let mut shared = self.lock();
            let Some(engine) = shared.book.engine() else { return false };
            match engine.awaits() {
                Awaits::Decision(who) => engine.usual(who),
                Awaits::Wagers => Actor::STAFF.into_iter().find_map(|who| engine.usual(who)),
                Awaits::Equipment => {
                    let outcomes = engine.outcomes();
                    shared.chance = shared.chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let all: u64 = outcomes.iter().map(|(_, weight)| u64::from(*weight)).sum();
                    let mut at = (shared.chance >> 33) % all.max(1);
                    let drawn = outcomes.into_iter().find(|(_, weight)| {
                        let hit = at < u64::from(*weight);
                        at = at.saturating_sub(u64::from(*weight));
                        hit
                    });
                    drawn.map(|(chance, _)| chance)
                }
            }
        };
        line.map(|line| self.says(books::HOUSE, &line)).is_some()
    }

    /// Who or what the table waits for.
    pub fn awaits(&self) -> Option<Awaits> {
        self.lock().book.engine().map(Engine::awaits)
    }

    fn write(&self, by: &str, key: Option<String>, entry: Entry) -> Result<Receipt, Problem> {
        let mut shared = self.lock();
        if let Some(key) = &key
            && let Some(known) = shared.book.answered(key)
        {
            let refused = known.refused.map(Into::into);
            let (seq, leaf) = (known.seq, known.leaf);
            return Ok(Receipt { key: key.clone(), table: TABLE.to_owned(), seq, leaf, refused });
        }
        let at = i64::try_from(shared.written.len()).unwrap_or(0);
        let keyed = key.clone().map(|key| (key, Hash::ZERO));
        let draft = Draft { at, epoch: 1, by: by.to_owned(), key: keyed, salt: None, entry };
        let mut step = shared.book.propose(draft).map_err(|fault| Problem {
            key: key.clone(),
            ..Problem::new(ProblemCode::NotNow, fault.to_string())
        })?;
        shared.book.accept(&mut step);
        let view = view(&step, &shared.book);
        let refused = view.refused.clone();
        let (seq, leaf) = (step.record.seq, step.leaf);
        shared.written.push(view);
        Ok(Receipt { key: key.unwrap_or_default(), table: TABLE.to_owned(), seq, leaf, refused })
    }

    fn join(&self, person: &str) -> u16 {
        let (known, next) = {
            let shared = self.lock();
            let next = u16::try_from(shared.book.people().len() + 1).expect("few people");
            (shared.book.patron(person), next)
        };
        match known {
            Some(Patron(number)) => number,
            None => {
                let entry = Entry::Joined { patron: next, person: person.to_owned() };
                self.write(person, None, entry).expect("one may come");
                next
            }
        }
    }

    fn summary(shared: &Shared) -> TableSummary {
        let opened = shared.book.opened().expect("it is open");
        TableSummary {
            table: TABLE.to_owned(),
            pit: opened.pit.clone(),
            game: opened.game.name().to_owned(),
            title: opened.game.name().to_owned(),
            options: opened.options.clone(),
            signs: Vec::new(),
            chance: "physical".to_owned(),
            open: true,
            people: shared.book.people().len(),
            round: shared.book.round(),
            limits: LimitsView { least: Some(500), most: None },
            needs_two: false,
            edge: None,
            last: Vec::new(),
            glance: None,
        }
    }

    /// The table as this person sees it.
    pub fn table_view(&self, person: &str) -> TableView {
        let shared = self.lock();
        let you = shared.book.patron(person);
        let viewer = you.map(Actor::Patron);
        let engine = shared.book.engine().expect("it is open");
        let round = shared.written.iter().filter(|line| line.round == shared.book.round());
        let people = shared.book.people().iter().map(|(number, name)| Seated {
            patron: Patron(*number),
            name: name.clone(),
            purse: Some(shared.book.purse(Patron(*number))),
            house: false,
            walk_in: false,
            card: None,
            chip: None,
            called: None,
        });
        TableView {
            summary: Floor::summary(&shared),
            next: shared.book.next(),
            awaits: Some(engine.awaits()),
            patience: Some(30_000),
            bets: engine.bets(),
            people: people.collect(),
            you,
            facts: round.flat_map(|line| line.facts.iter().map(|fact| fact.seen_by(viewer))).collect(),
            picture: engine.picture().seen_by(viewer),
            cleared: shared.book.cleared().map(|picture| picture.seen_by(viewer)),
            commitment: None,
            contributors: None,
            chain: None,
            presence: Default::default(),
            money: None,
        }
    }

    /// The lines from this one on, as far as this person may know them.
    pub fn steps(&self, person: &str, from: u64) -> Vec<StepView> {
        let shared = self.lock();
        let you = shared.book.patron(person).map(Actor::Patron);
        let lines = shared.written.iter().filter(|line| line.seq >= from).cloned();
        let seen = lines.map(|view| {
            let facts: Vec<Fact> = view.facts.iter().map(|fact| fact.seen_by(you)).collect();
            let masked = |picture: Option<Picture>| picture.map(|picture| picture.seen_by(you));
            let (picture, cleared) = (masked(view.picture), masked(view.cleared));
            StepView { line: view.line.filter(|_| facts == view.facts), facts, picture, cleared, ..view }
        });
        seen.collect()
    }

    /// What this person may do now.
    pub fn offers(&self, person: &str) -> Vec<Offer> {
        let shared = self.lock();
        let (Some(you), Some(engine)) = (shared.book.patron(person), shared.book.engine()) else {
            return Vec::new();
        };
        let offers = engine.offers(Actor::Patron(you)).into_iter();
        offers
            .map(|offer| Offer {
                kind: offer.kind,
                act: offer.act,
                wager: offer.wager,
                seat: offer.seat,
                least: offer.least.as_cents(),
                most: offer.most.as_cents(),
                step: offer.step.as_cents(),
                tender: offer.tender,
            })
            .collect()
    }

    fn act(&self, person: &str, request: ActRequest) -> Result<Receipt, Problem> {
        let Some(you) = self.lock().book.patron(person) else {
            return Err(Problem {
                key: Some(request.key),
                ..Problem::new(ProblemCode::NotYours, "come to the table first")
            });
        };
        let at = request.seat.map_or_else(String::new, |seat| format!("@{seat}"));
        let line = format!("{you}{at} {}", request.act);
        self.write(person, Some(request.key), Entry::Input { line })
    }

    fn serve(&self, stream: TcpStream) {
        let mut head = [0; 4096];
        let text = loop {
            let Ok(read) = stream.peek(&mut head) else { return };
            // Header names may be in any case, and no name here has capitals.
            let text = String::from_utf8_lossy(&head[..read]).to_lowercase();
            if text.contains("\r\n\r\n") {
                break text;
            }
            if read == 0 {
                return;
            }
            thread::sleep(Duration::from_millis(1));
        };
        let person = text
            .lines()
            .find_map(|line| line.strip_prefix("cookie: session=").map(|name| name.trim().to_owned()))
            .filter(|_| !self.forgetful.load(Ordering::SeqCst));
        if text.contains("/live ") {
            match person {
                Some(person) if text.contains(&format!("origin: {}", self.url())) => {
                    if let Ok(socket) = tungstenite::accept_hdr(stream, Agrees) {
                        self.live(socket, &person);
                    }
                }
                _ => answer(stream, 401, &json!({}), None),
            }
            return;
        }
        self.http(stream, person);
    }

    fn http(&self, mut stream: TcpStream, person: Option<String>) {
        let mut bytes = Vec::new();
        let mut part = [0; 4096];
        let (head, body) = loop {
            let Ok(read) = stream.read(&mut part) else { return };
            bytes.extend_from_slice(&part[..read]);
            let text = String::from_utf8_lossy(&bytes).into_owned();
            if let Some((head, body)) = text.split_once("\r\n\r\n") {
                let length = head.lines().find_map(|line| {
                    line.to_lowercase().strip_prefix("content-length:").map(|n| n.trim().parse::<usize>())
                });
                if body.len() >= length.and_then(Result::ok).unwrap_or(0) {
                    break (head.to_owned(), body.to_owned());
                }
            }
            if read == 0 {
                return;
            }
        };
        let mut words = head.split(' ');
        let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        if (method, path) == ("POST", "/api/guests") {
            let name = serde_json::from_str::<Guest>(&body).expect("a guest").name.expect("a name");
            self.forgetful.store(false, Ordering::SeqCst);
            self.lock().wallets.entry(name.clone()).or_insert(100_000);
            return answer(stream, 200, &json!(self.me(&name)), Some(&name));
        }
        let Some(person) = person else {
            return answer(stream, 401, &json!(Problem::new(ProblemCode::LogIn, "sign in first")), None);
        };
        let keyed = |what: &str| format!("/api/tables/{TABLE}/{what}");
        let result = match (method, path) {
            ("GET", "/api/me") => Ok(json!(self.me(&person))),
            ("GET", "/api/tables") => Ok(json!([Floor::summary(&self.lock())])),
            ("POST", path) if path == keyed("join") => {
                let _: JoinRequest = serde_json::from_str(&body).expect("a key");
                let patron = Patron(self.join(&person));
                Ok(json!(Seated {
                    patron,
                    name: person,
                    purse: None,
                    house: false,
                    walk_in: false,
                    card: None,
                    chip: None,
                    called: None
                }))
            }
            ("POST", path) if path == keyed("buy-ins") || path == keyed("color-ups") => {
                let AmountRequest { key, cents } = serde_json::from_str(&body).expect("an amount");
                let patron = self.join(&person);
                let entry = if path == keyed("buy-ins") {
                    Entry::BoughtIn { patron, cents }
                } else {
                    Entry::TakenAway { patron, cents }
                };
                self.write(&person, Some(key), entry).map(|receipt| json!(receipt))
            }
            ("GET", path) if path == format!("/api/tables/{TABLE}") => Ok(json!(self.table_view(&person))),
            _ => Err(Problem::new(ProblemCode::Unknown, "no such table")),
        };
        match result {
            Ok(value) => answer(stream, 200, &value, None),
            Err(problem) => answer(stream, 409, &json!(problem), None),
        }
    }

    fn me(&self, name: &str) -> Me {
        let shared = self.lock();
        let tables = shared.book.patron(name).map(|patron| MyTable {
            table: TABLE.to_owned(),
            patron,
            purse: shared.book.purse(patron),
        });
        let wallet = shared.wallets.get(name).copied().unwrap_or(0);
        let tables: Vec<MyTable> = tables.into_iter().collect();
        Me {
            name: name.to_owned(),
            account: name.to_owned(),
            role: protocol::Role::Player,
            guest: true,
            balance: wallet + tables.iter().map(|table| table.purse).sum::<i64>(),
            wallet,
            tables,
        }
    }

    fn live(&self, mut socket: WebSocket<TcpStream>, person: &str) {
        self.connections.fetch_add(1, Ordering::SeqCst);
        let say = |socket: &mut WebSocket<TcpStream>, frame: &FromServer| {
            let mut text = serde_json::to_string(frame).expect("JSON");
            if self.newer.load(Ordering::SeqCst) {
                text = text.replace("\"kind\":\"placed\"", "\"kind\":\"teleported\"");
            }
            socket.send(Message::text(text)).is_ok()
        };
        let view = self.table_view(person);
        let mut next = view.next;
        if !say(&mut socket, &FromServer::Table(Box::new(view))) {
            return;
        }
        let _ = socket.get_ref().set_read_timeout(Some(Duration::from_millis(5)));
        loop {
            if self.forgetful.load(Ordering::SeqCst) {
                return;
            }
            let lines = self.steps(person, next);
            if !lines.is_empty() && self.lossy.swap(false, Ordering::SeqCst) {
                let view = self.table_view(person);
                next = view.next;
                say(&mut socket, &FromServer::Resync { from: next });
                say(&mut socket, &FromServer::Table(Box::new(view)));
                continue;
            }
            for step in lines {
                next = step.seq + 1;
                if !say(&mut socket, &FromServer::Step(Box::new(step))) {
                    return;
                }
            }
            let text = match socket.read() {
                Ok(Message::Text(text)) => text,
                Ok(Message::Close(_)) => return,
                Ok(_) => continue,
                Err(tungstenite::Error::Io(e))
                    if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
                {
                    continue;
                }
                Err(_) => return,
            };
            match serde_json::from_str(&text).expect("a message") {
                FromClient::Act(request) => {
                    let answered = self.act(person, request);
                    if self.cut_next.swap(false, Ordering::SeqCst) {
                        return;
                    }
                    let frame = match answered {
                        Ok(receipt) => FromServer::Receipt(receipt),
                        Err(problem) => FromServer::Problem(problem),
                    };
                    say(&mut socket, &frame);
                }
                FromClient::Ready { .. } => {
                    let presence = PresenceView { present: 1, away: Vec::new(), ready: true };
                    say(&mut socket, &FromServer::Presence(presence));
                    self.go();
                }
                FromClient::Offers => {
                    say(&mut socket, &FromServer::Offers { offers: self.offers(person) });
                }
                FromClient::Resume { from } => next = next.min(from),
                // Its wheel is reported, not drawn, so nobody has to contribute. A person in a terminal is
                // not a service.
                FromClient::Anchor(_) | FromClient::Open(_) | FromClient::ActFor { .. } => {}
            }
        }
    }
}

fn view(step: &Step, book: &Book) -> StepView {
    let line = match &step.record.entry {
        Entry::Input { line } | Entry::Refused { line, .. } => Some(line.clone()),
        _ => None,
    };
    StepView {
        table: TABLE.to_owned(),
        seq: step.record.seq,
        at: step.record.at,
        epoch: step.record.epoch,
        round: step.round,
        by: step.record.by.clone(),
        entry: step.record.entry.kind(),
        line,
        refused: step.record.refused().map(Into::into),
        chance: None,
        leaf: None,
        facts: step.facts.clone(),
        picture: book.engine().map(Engine::picture),
        cleared: step.cleared.as_deref().cloned(),
        awaits: book.engine().map(Engine::awaits),
        patience: Some(30_000),
    }
}

fn answer(mut stream: TcpStream, status: u16, body: &serde_json::Value, cookie: Option<&str>) {
    let text = body.to_string();
    let cookie = cookie.map_or_else(String::new, |name| format!("set-cookie: session={name}; HttpOnly\r\n"));
    let head = format!(
        "HTTP/1.1 {status} x\r\ncontent-type: application/json\r\n{cookie}connection: close\r\ncontent-length: {}\r\n\r\n",
        text.len()
    );
    let _ = stream.write_all((head + &text).as_bytes());
}

/// Accepts the protocol version that the client offers, as a floor does.
struct Agrees;

impl Callback for Agrees {
    fn on_request(self, request: &Request, mut answer: Response) -> Result<Response, ErrorResponse> {
        let version = request.headers().get("sec-websocket-protocol").expect("a version");
        assert_eq!(version, SUBPROTOCOL);
        answer.headers_mut().insert("sec-websocket-protocol", version.clone());
        Ok(answer)
    }
}
