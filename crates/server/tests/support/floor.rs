//! A floor to test with, and people who come to it over HTTP and WebSockets.

#![allow(dead_code)]

use axum::{
    body::{Body, to_bytes},
    http::{HeaderMap, Method, Request, StatusCode, header},
};
use books::{Book, Ledger, Record};
use futures_util::{SinkExt, StreamExt};
use hyper_util::rt::TokioIo;
use protocol::Role;
use rounds::Settings;
use serde_json::{Value, json};
use server::{Config, Doors, Floor, Pace, people::Token, store};
use std::{
    collections::BTreeMap,
    net::{Ipv4Addr, SocketAddr},
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};
use tempfile::TempDir;
use tokio::{
    net::{TcpSocket, TcpStream},
    sync::oneshot,
    task::JoinHandle,
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{Message, client::IntoClientRequest},
};

pub const PASSWORD: &str = "correct horse battery";

/// Nothing waits longer than this for anything.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// Tables that wait for people, without a step too long.
pub const PACE: Pace = Pace {
    wagers: Duration::from_secs(60),
    turn: Duration::from_secs(60),
    step: Duration::ZERO,
    grace: Duration::from_secs(3600),
    seat: Duration::from_secs(3600),
};

pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_millis().try_into().expect("small")
}

/// A key that nobody has used.
pub fn key() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("key-{:08}", NEXT.fetch_add(1, Ordering::Relaxed))
}

pub fn config(folder: &Path) -> Config {
    Config {
        folder: folder.to_owned(),
        database: None,
        node: None,
        address: String::new(),
        origins: Vec::new(),
        guests: true,
        gift: 0,
        cage_limit: 1_000_000,
        require_counts: false,
        secure: false,
        pace: PACE,
        drawing: server::Drawing::USUAL,
        lease: Duration::from_secs(30),
        reserve: 0,
        demo: false,
        // Tests are many clients at one address.
        doors: Doors::wide(),
        licensee: papers::Licensee::default(),
    }
}

/// A floor with open doors.
pub struct House {
    pub floor: Arc<Floor>,
    pub address: SocketAddr,
    pub link: Option<String>,
    folder: Arc<TempDir>,
    stop: oneshot::Sender<()>,
    done: JoinHandle<std::io::Result<()>>,
}

impl House {
    pub async fn open() -> House {
        House::with(|_| ()).await
    }

    pub async fn with(change: impl FnOnce(&mut Config)) -> House {
        House::at(Arc::new(tempfile::tempdir().expect("a folder")), change).await
    }

    /// A node of a floor that several share: the same folder of keys, and a database in common.
    pub async fn node(folder: &Arc<TempDir>, change: impl FnOnce(&mut Config)) -> House {
        House::at(Arc::clone(folder), change).await
    }

    /// In a folder that there is already.
    pub async fn at(folder: Arc<TempDir>, change: impl FnOnce(&mut Config)) -> House {
        let mut config = config(folder.path());
        change(&mut config);
        let mut tries = 0;
        let serving = loop {
            match server::open("127.0.0.1:0", config.clone()).await {
                Ok(serving) => break serving,
                // The process before has not let go of the folder yet.
                Err(error) if error.to_string().contains("another process") && tries < 100 => {
                    tries += 1;
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
                Err(error) => panic!("{error}"),
            }
        };
        let (floor, address, link) = (Arc::clone(&serving.floor), serving.address, serving.link.clone());
        let (stop, stopped) = oneshot::channel::<()>();
        let done = tokio::spawn(serving.run(async move { drop(stopped.await) }));
        House { floor, address, link, folder, stop, done }
    }

    /// Somebody of this role, logged in.
    pub async fn staff(&self, role: Role, name: &str) -> Client {
        let who = name.to_owned();
        let entered = self.floor.desk.ask(move |people| {
            people.admit(&who, role, PASSWORD, now())?;
            people.log_in(&who, PASSWORD, None, [127, 0, 0, 1].into(), now())
        });
        let token = entered.await.expect("admitted").token;
        self.client(name, Some(&token))
    }

    /// A player with this much in the wallet.
    pub async fn player(&self, name: &str, cents: i64) -> Client {
        let who = name.to_owned();
        let entered = self.floor.desk.ask(move |people| people.be_guest(&who, now())).await.expect("a guest");
        assert_eq!(entered.who.name, name, "a name of one's own");
        if cents > 0 {
            self.floor.fund(books::HOUSE, name, cents, None).await.expect("funded");
        }
        self.client(name, Some(&entered.token))
    }

    /// A player at a table, with chips.
    pub async fn seated(&self, name: &str, table: &str, cents: i64) -> Client {
        let player = self.player(name, cents).await;
        player.post(&format!("/api/tables/{table}/join"), json!({ "key": key() })).await.expect(200);
        let bought = json!({ "key": key(), "cents": cents });
        player.post(&format!("/api/tables/{table}/buy-ins"), bought).await.expect(200);
        player
    }

    pub fn client(&self, name: &str, token: Option<&Token>) -> Client {
        let cookie = token.map(|token| format!("ch47={}", token.reveal()));
        let (from, bearer) = (Ipv4Addr::LOCALHOST, None);
        Client { name: name.to_owned(), cookie, address: self.address, from, bearer }
    }

    /// Opens a table of a game under these options, or, if there are none, under its usual ones.
    pub async fn table(&self, table: &str, game: &str, physical: bool, options: &[&str]) {
        let options = match options {
            [] => Settings::standard(rules::GameId::find(game).expect("a game")),
            _ => Settings::read(&options.join(" ")).expect("key=value"),
        };
        let (pit, game) = ("A".to_owned(), game.to_owned());
        let new = protocol::NewTable {
            table: table.to_owned(),
            pit,
            game,
            options,
            physical,
            inventory: 1_000_000_000,
            approved: None,
        };
        self.floor.open_table("tests", new).await.unwrap_or_else(|no| panic!("{table}: {}", no.message));
    }

    /// The folder of the floor.
    pub fn folder(&self) -> std::path::PathBuf {
        self.folder.path().to_owned()
    }

    /// Closes the doors, and comes back to the same folder.
    pub async fn restart(self, change: impl FnOnce(&mut Config)) -> House {
        let folder = Arc::clone(&self.folder);
        self.stop().await;
        House::at(folder, change).await
    }

    /// Closes the doors.
    pub async fn stop(self) {
        let House { floor, stop, done, .. } = self;
        drop(stop);
        timeout(PATIENCE, done).await.expect("stops in time").expect("no panic").expect("stops well");
        drop(floor);
    }

    /// Closes the doors and looks into the books: every journal follows from itself, line by line, chips are
    /// conserved, and what the store says of money and keys is what the journals say. Gives back their lines.
    pub async fn audit(self) -> BTreeMap<String, Vec<Record>> {
        let folder = Arc::clone(&self.folder);
        self.stop().await;
        tokio::task::spawn_blocking(move || audit(folder.path())).await.expect("sound books")
    }
}

fn audit(folder: &Path) -> BTreeMap<String, Vec<Record>> {
    let mut store = store::open_reader(&folder.join("floor.db").to_string_lossy()).expect("a store");
    let (mut journals, mut money) = (BTreeMap::new(), BTreeMap::<String, i64>::new());
    for table in store.tables().expect("tables") {
        let mut book = Book::new(&table);
        let mut records: Vec<Record> = Vec::new();
        loop {
            let lines = store.lines(&table, book.next(), 4096).expect("lines");
            if lines.is_empty() {
                break;
            }
            for line in lines {
                let step = book.replay(&line.line).unwrap_or_else(|fault| panic!("{table}: {fault}"));
                assert_eq!(step.leaf, line.leaf, "{table} {}", line.seq);
                assert!(step.postings.balance(), "{table} {}", line.seq);
                records.push(step.record);
            }
        }
        assert!(Ledger::balance(book.ledger()), "{table}: chips are conserved");
        for (account, cents) in book.ledger().iter() {
            *money.entry(account.at(&table)).or_default() += cents;
        }
        let mut kept: Vec<_> =
            store.keys(&table, 0, u32::MAX).expect("keys").into_iter().map(|k| k.key).collect();
        let mut folded: Vec<_> = records.iter().filter_map(|record| record.key.clone()).collect();
        kept.sort();
        folded.sort();
        assert_eq!(kept, folded, "{table}: keys");
        journals.insert(table, records);
    }
    let kept: BTreeMap<_, _> =
        store.balances("").expect("balances").into_iter().filter(|(_, cents)| *cents != 0).collect();
    money.retain(|_, cents| *cents != 0);
    assert_eq!(kept, money, "the store's balances are what the journals say");
    assert!(money.iter().all(|(account, cents)| !account.starts_with("wallet") || *cents >= 0), "{money:?}");
    journals
}

/// The answer to a request.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    /// The body, if the status is this.
    #[track_caller]
    pub fn expect(self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        self.json()
    }

    /// Nothing, as it should be.
    #[track_caller]
    pub fn expect_none(self) {
        assert_eq!(self.status.as_u16(), 204, "{}", self.text);
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or(Value::Null)
    }

    pub fn code(&self) -> String {
        self.json()["code"].as_str().unwrap_or_default().to_owned()
    }
}

/// Somebody with a browser.
#[derive(Clone)]
pub struct Client {
    pub name: String,
    pub cookie: Option<String>,
    pub address: SocketAddr,
    /// The address it comes from.
    pub from: Ipv4Addr,
    /// The token of a service, and the patron it acts for.
    pub bearer: Option<(String, Option<String>)>,
}

impl Client {
    pub fn at(&self, house: &House) -> Client {
        Client { address: house.address, ..self.clone() }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.ask(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.ask(Method::POST, path, Some(body)).await
    }

    pub async fn ask(&self, method: Method, path: &str, body: Option<Value>) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        request = request.header(header::HOST, self.address.to_string());
        match &self.bearer {
            None => request = request.header(header::ORIGIN, format!("http://{}", self.address)),
            Some((token, patron)) => {
                request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
                if let Some(patron) = patron {
                    request = request.header(protocol::FOR_PATRON, patron);
                }
            }
        }
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        if body.is_some() {
            request = request.header(header::CONTENT_TYPE, "application/json");
        }
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        self.send(request.body(body).expect("a request")).await.expect("an answer")
    }

    /// Sends a request as it is, on a connection of its own.
    pub async fn send(&self, request: Request<Body>) -> Result<Answer, String> {
        timeout(PATIENCE, self.try_send(request)).await.unwrap_or_else(|_| Err("no answer".to_owned()))
    }

    async fn try_send(&self, request: Request<Body>) -> Result<Answer, String> {
        let stream = self.connect().await;
        let shaken = hyper::client::conn::http1::handshake::<_, Body>(TokioIo::new(stream)).await;
        let (mut sender, connection) = shaken.map_err(|e| e.to_string())?;
        let connection = tokio::spawn(connection);
        let response = sender.send_request(request).await.map_err(|e| e.to_string())?;
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(Body::new(body), 1 << 26).await.map_err(|e| e.to_string())?;
        connection.abort();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Ok(Answer { status: parts.status, headers: parts.headers, text })
    }

    pub async fn connect(&self) -> TcpStream {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_reuseaddr(true).expect("again");
        socket.bind((self.from, 0).into()).expect("an address");
        let stream = socket.connect(self.address).await.expect("a connection");
        stream.set_nodelay(true).expect("at once");
        stream
    }

    /// Does something at a table.
    pub async fn act(&self, table: &str, act: &str, seat: Option<u8>, acting: Option<&str>) -> Answer {
        let body = json!({ "key": key(), "act": act, "seat": seat, "as": acting });
        self.post(&format!("/api/tables/{table}/acts"), body).await
    }

    /// Does something at a table, and the law allows it; gives back the number of the line.
    #[track_caller]
    pub fn does(&self, table: &str, act: &str) -> impl Future<Output = u64> + use<> {
        self.does_as(table, act, None, None)
    }

    #[track_caller]
    pub fn does_as(
        &self,
        table: &str,
        act: &str,
        seat: Option<u8>,
        acting: Option<&str>,
    ) -> impl Future<Output = u64> + use<> {
        let at = std::panic::Location::caller();
        let (client, table, act) = (self.clone(), table.to_owned(), act.to_owned());
        let acting = acting.map(str::to_owned);
        async move {
            let answer = client.act(&table, &act, seat, acting.as_deref()).await;
            assert_eq!(answer.status, 200, "{at}: {act}: {}", answer.text);
            let receipt = answer.json();
            assert!(receipt["refused"].is_null(), "{at}: {act}: {receipt}");
            receipt["seq"].as_u64().expect("a number")
        }
    }

    /// A live connection, or the status that says no.
    pub async fn try_live(&self, table: &str, from: Option<u64>) -> Result<Live, StatusCode> {
        let from = from.map_or_else(String::new, |from| format!("?from={from}"));
        let path = format!("/api/tables/{table}/live{from}");
        let origin = format!("http://{}", self.address);
        self.upgrade(&path, Some(&origin)).await
    }

    /// A live connection on a socket of one's own.
    pub async fn upgrade_on(&self, stream: TcpStream, path: &str) -> Live {
        let origin = format!("http://{}", self.address);
        self.upgrade_with(stream, path, Some(&origin), Some(protocol::SUBPROTOCOL)).await.expect("upgraded")
    }

    pub async fn upgrade(&self, path: &str, origin: Option<&str>) -> Result<Live, StatusCode> {
        self.upgrade_with(self.connect().await, path, origin, Some(protocol::SUBPROTOCOL)).await
    }

    /// The same for a client that speaks another version of the protocol, or does not say which.
    pub async fn upgrade_speaking(&self, path: &str, version: Option<&str>) -> Result<Live, StatusCode> {
        let origin = format!("http://{}", self.address);
        self.upgrade_with(self.connect().await, path, Some(&origin), version).await
    }

    async fn upgrade_with(
        &self,
        stream: TcpStream,
        path: &str,
        origin: Option<&str>,
        version: Option<&str>,
    ) -> Result<Live, StatusCode> {
        let mut request = format!("ws://{}{path}", self.address).into_client_request().expect("a request");
        let headers = request.headers_mut();
        if let Some(cookie) = &self.cookie {
            headers.insert(header::COOKIE, cookie.parse().expect("a cookie"));
        }
        if let Some(version) = version {
            headers.insert(header::SEC_WEBSOCKET_PROTOCOL, version.parse().expect("a header"));
        }
        if let Some((token, patron)) = &self.bearer {
            headers.insert(header::AUTHORIZATION, format!("Bearer {token}").parse().expect("a header"));
            if let Some(patron) = patron {
                headers.insert(protocol::FOR_PATRON, patron.parse().expect("a header"));
            }
        } else if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().expect("an origin"));
        }
        match timeout(PATIENCE, tokio_tungstenite::client_async(request, stream)).await {
            Ok(Ok((socket, _))) => Ok(Live { socket, frames: Vec::new() }),
            Ok(Err(tokio_tungstenite::tungstenite::Error::Http(response))) => Err(response.status()),
            other => panic!("neither yes nor no: {other:?}"),
        }
    }

    pub async fn live(&self, table: &str, from: Option<u64>) -> Live {
        self.try_live(table, from).await.unwrap_or_else(|no| panic!("{}: {no}", self.name))
    }
}

/// A live connection.
pub struct Live {
    pub socket: WebSocketStream<TcpStream>,
    /// Every frame that came, as it came.
    pub frames: Vec<String>,
}

impl Live {
    pub async fn say(&mut self, message: Value) {
        self.socket.send(Message::text(message.to_string())).await.expect("sent");
    }

    /// The next message; none when the connection has ended.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            match timeout(PATIENCE, self.socket.next()).await.expect("a message in time") {
                Some(Ok(Message::Text(text))) => {
                    self.frames.push(text.to_string());
                    return Some(serde_json::from_str(&text).expect("JSON"));
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message for which this is true.
    pub async fn until(&mut self, mut is: impl FnMut(&Value) -> bool) -> Value {
        loop {
            let message = self.next().await.expect("the connection goes on");
            if is(&message) {
                return message;
            }
        }
    }

    /// The next message with these words in it; the others are not even read.
    pub async fn until_text(&mut self, words: &str) -> Value {
        loop {
            match timeout(PATIENCE, self.socket.next()).await.expect("a message in time") {
                Some(Ok(Message::Text(text))) if text.contains(words) => {
                    return serde_json::from_str(&text).expect("JSON");
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => panic!("the connection ended"),
                Some(Ok(_)) => {}
            }
        }
    }

    /// The answer to a request.
    pub async fn answer(&mut self, key: &str) -> Value {
        self.until(|m| matches!(m["type"].as_str(), Some("receipt" | "problem")) && m["key"] == key).await
    }

    /// Until the other side closes: its code.
    pub async fn closed(&mut self) -> Option<u16> {
        loop {
            match timeout(PATIENCE, self.socket.next()).await.expect("closed in time") {
                Some(Ok(Message::Close(frame))) => return frame.map(|frame| frame.code.into()),
                Some(Err(_)) | None => return None,
                Some(Ok(Message::Text(text))) => self.frames.push(text.to_string()),
                Some(Ok(_)) => {}
            }
        }
    }
}
