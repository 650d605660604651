//! A live connection to a table: lines as they become durable, and the viewer's own acts.
//!
//! A viewer takes lines from the feed at its own pace. A viewer that does not read is disconnected after a while; the
//! lines are kept for when it comes back, and nobody else notices.

use crate::{
    actor::Handle,
    clock,
    contributors::Connected,
    doors::Client,
    feed::{Since, message},
    floor::Floor,
    http::{Asker, Failed, Query, chance, table},
    people::Who,
    presence::Connected as Here,
    problem,
    serve::Place,
};
use axum::{
    Extension,
    extract::{
        Path, State,
        ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code},
    },
    response::Response,
};
use books::Hash;
use futures_util::stream::{FuturesUnordered, StreamExt};
use protocol::{
    ActRequest, Action, FromClient, FromServer, LOGGED_OUT, LiveQuery, PresenceView, Problem, Role,
    SUBPROTOCOL, route,
};
use rules::{Actor, Patron};
use std::{collections::BTreeMap, future::Future, net::IpAddr, pin::Pin, sync::Arc, time::Duration};
use tokio::time::{Instant, timeout};

/// The largest size of a message, in bytes.
const MESSAGE: usize = 16 * 1024;
/// The most lines sent at a time.
const LINES: usize = 64;
/// How long a send may take before the connection is closed.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often a silent connection is pinged, and when it is given up.
const PING: Duration = Duration::from_secs(5);
/// How many acts of one connection may be in progress at once.
const ACTS: usize = 32;
/// The same for a connection of a service, which acts for many people.
const ACTS_OF_SERVICE: usize = 512;
/// The most patrons for whom a service may act on one connection.
const PATRONS: usize = 1000;
/// The size of the read buffer of a socket. Messages are short, and most connections are silent most of the time.
const READ: usize = 4 * 1024;
/// The most that is sent again to a viewer who comes back: lines, and their total bytes. A viewer who missed more gets
/// the current table instead, so that a short request never causes a long answer.
const AGAIN: (usize, usize) = (512, 256 * 1024);

/// Opens a live connection.
pub async fn connect(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    Path(name): Path<String>,
    place: Option<Extension<Place>>,
    Extension(Client(address)): Extension<Client>,
    Query(LiveQuery { from }): Query<route::Watch>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Failed> {
    let handle = table::here(&floor, &name).await?;
    let upgrade =
        upgrade.map_err(|e| Failed(problem::bad_request(format!("a WebSocket is wanted here: {e}"))))?;
    let upgrade = upgrade.protocols([SUBPROTOCOL]);
    if upgrade.selected_protocol().is_none() {
        return Err(Failed(problem::version()));
    }
    let who = asker.who()?.name.clone();
    let held = floor.limits.go_live(&who, address).map_err(Failed)?;
    // A viewer who resumes too often gets the current table: no line has this number.
    let from = from.map(|from| floor.limits.resume(&who, address).map_or(u64::MAX, |()| from));
    let upgrade = upgrade.max_message_size(MESSAGE).max_frame_size(MESSAGE);
    let upgrade = upgrade.read_buffer_size(READ).write_buffer_size(0);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let _taken = (place, held);
        metrics::gauge!("ch47_connections").increment(1);
        let live = Live {
            floor,
            handle,
            name,
            asker,
            address,
            from,
            sent: 0,
            asked: 0,
            around: None,
            is_seated: false,
            patrons: BTreeMap::new(),
        };
        live.run(socket).await;
        metrics::gauge!("ch47_connections").decrement(1);
    }))
}

struct Live {
    floor: Arc<Floor>,
    handle: Handle,
    name: String,
    asker: Asker,
    address: IpAddr,
    from: Option<u64>,
    /// The number of the next line to send.
    sent: u64,
    /// The last window for which a part was requested.
    asked: u64,
    /// The presence information that was last sent.
    around: Option<PresenceView>,
    /// Whether the viewer was at the table when the table was last sent.
    is_seated: bool,
    /// The patrons for whom a service has acted on this connection, by account. They count as present as long as it is
    /// open.
    patrons: BTreeMap<String, Here>,
}

/// Why a connection is closed.
struct Close(u16, &'static str);

type Acting = Pin<Box<dyn Future<Output = FromServer> + Send>>;

impl Live {
    async fn run(mut self, mut socket: WebSocket) {
        let Some(who) = self.asker.0.clone() else { return };
        let _here = self.handle.feed.presence.connect(&who.name);
        let (floor, session) = (Arc::clone(&self.floor), who);
        let ended = async move { floor.desk.ended(&session, clock::now).await };
        let close = tokio::select! {
            close = self.serve(&mut socket) => close,
            () = ended => Close(LOGGED_OUT, "log in again"),
        };
        let frame = CloseFrame { code: close.0, reason: Utf8Bytes::from_static(close.1) };
        let _ = timeout(Duration::from_secs(1), socket.send(Message::Close(Some(frame)))).await;
    }

    async fn serve(&mut self, socket: &mut WebSocket) -> Close {
        match self.serve_until_closed(socket).await {
            Ok(()) => Close(close_code::NORMAL, ""),
            Err(close) => close,
        }
    }

    async fn serve_until_closed(&mut self, socket: &mut WebSocket) -> Result<(), Close> {
        let mut more = self.handle.feed.subscribe();
        let mut around = self.handle.feed.presence.subscribe();
        let is_service = self.asker.0.as_ref().is_some_and(|who| who.service.is_some());
        let rate = self.floor.limits.connection(is_service);
        let most = if is_service { ACTS_OF_SERVICE } else { ACTS };
        let mut acting: FuturesUnordered<Acting> = FuturesUnordered::new();
        let mut heard = Instant::now();
        let here = self.asker.0.as_ref().map(|who| self.handle.feed.contributors.connect(&who.name));
        let mut ping = tokio::time::interval(PING);
        let handle = self.handle.clone();
        let stopped = handle.stopped();
        tokio::pin!(stopped);
        self.is_seated = self.viewer().is_some();
        match self.from {
            Some(from) => self.tell_again(socket, from).await?,
            None => self.look(socket).await?,
        }
        self.catch_up(socket).await?;
        self.tell_around(socket).await?;
        loop {
            tokio::select! {
                // The viewer's own answers and acts come before news, so that a busy table starves nobody.
                biased;
                Some(answer) = acting.next(), if !acting.is_empty() => send(socket, message(&answer)).await?,
                said = socket.recv() => {
                    let said = match said {
                        Some(Ok(said)) => said,
                        Some(Err(error)) => return Err(abuse(&error)),
                        None => return Ok(()),
                    };
                    heard = Instant::now();
                    here.iter().for_each(Connected::heard);
                    let text = match said {
                        Message::Text(text) => text,
                        Message::Close(_) => return Ok(()),
                        Message::Binary(_) => return Err(Close(close_code::UNSUPPORTED, "text only")),
                        Message::Ping(_) | Message::Pong(_) => {
                            rate.message().map_err(|_| Close(close_code::POLICY, "too many messages"))?;
                            continue;
                        }
                    };
                    if rate.message().is_err() || acting.len() >= most {
                        send(socket, message(&FromServer::Problem(problem::rate()))).await?;
                        continue;
                    }
                    self.hear(socket, &text, &mut acting).await?;
                }
                _ = more.changed() => self.catch_up(socket).await?,
                Ok(()) = around.changed() => self.tell_around(socket).await?,
                () = &mut stopped => {
                    // Requests made before this are still answered.
                    while let Ok(Some(answer)) = timeout(Duration::from_secs(1), acting.next()).await {
                        send(socket, message(&answer)).await?;
                    }
                    self.catch_up(socket).await?;
                    return Err(Close(close_code::RESTART, "the table moves: come again"));
                }
                _ = ping.tick() => {
                    if heard.elapsed() > PING * 2 {
                        return Err(Close(close_code::AWAY, "no answer"));
                    }
                    let sent = timeout(PATIENCE, socket.send(Message::Ping(Default::default()))).await;
                    if !matches!(sent, Ok(Ok(()))) {
                        return Err(Close(close_code::AWAY, "no answer"));
                    }
                }
            }
        }
    }

    fn viewer(&self) -> Option<Actor> {
        let who = self.asker.0.as_ref()?;
        table::patron(&self.handle.feed, &who.name).map(Actor::Patron)
    }

    /// The people with whose knowledge the connection sees: the viewer, and patrons for whom a service acts.
    fn viewers(&self) -> Vec<Actor> {
        let patrons = self.patrons.keys().filter_map(|account| table::patron(&self.handle.feed, account));
        self.viewer().into_iter().chain(patrons.map(Actor::Patron)).collect()
    }

    /// Sends the current table; lines follow from there.
    async fn look(&mut self, socket: &mut WebSocket) -> Result<(), Close> {
        match table::look(&self.floor, &self.handle, &self.name, &self.asker).await {
            Ok(view) => {
                self.sent = view.next;
                self.around = Some(view.presence.clone());
                send(socket, message(&FromServer::Table(Box::new(view)))).await
            }
            Err(_) => Err(Close(close_code::AWAY, "no such table")),
        }
    }

    /// Sends the lines from this one on again, or the current table if that would be too much.
    async fn tell_again(&mut self, socket: &mut WebSocket, from: u64) -> Result<(), Close> {
        let (most, bytes) = AGAIN;
        let viewers = self.viewers();
        let fits = match self.handle.feed.since(from, most + 1) {
            Since::Lines(lines) => {
                let sizes = lines.iter().map(|line| line.frame(&viewers).len());
                lines.len() <= most && sizes.sum::<usize>() <= bytes
            }
            Since::Afresh => false,
        };
        match fits {
            true => self.sent = from,
            false => self.resync(socket).await?,
        }
        self.catch_up(socket).await
    }

    async fn resync(&mut self, socket: &mut WebSocket) -> Result<(), Close> {
        let from = self.handle.feed.next();
        send(socket, message(&FromServer::Resync { from })).await?;
        self.look(socket).await
    }

    /// Sends every durable line that has not been sent.
    async fn catch_up(&mut self, socket: &mut WebSocket) -> Result<(), Close> {
        loop {
            match self.handle.feed.since(self.sent, LINES) {
                // A viewer who has just joined the table may see more of it than before.
                Since::Lines(lines) if lines.is_empty() && !self.is_seated && self.viewer().is_some() => {
                    self.is_seated = true;
                    self.look(socket).await?;
                }
                Since::Lines(lines) if lines.is_empty() => return self.ask_part(socket).await,
                Since::Lines(lines) => {
                    let viewers = self.viewers();
                    for line in lines {
                        send(socket, line.frame(&viewers)).await?;
                        self.sent = line.seq() + 1;
                    }
                }
                Since::Afresh => self.resync(socket).await?,
            }
        }
    }

    /// Requests the viewer's part, once, if the table waits for it.
    async fn ask_part(&mut self, socket: &mut WebSocket) -> Result<(), Close> {
        let Some(lock) = self.handle.feed.snapshot().lock.clone() else { return Ok(()) };
        let Some(Actor::Patron(Patron(patron))) = self.viewer().filter(|_| lock.window > self.asked) else {
            return Ok(());
        };
        self.asked = lock.window;
        match chance::ask_part(&self.floor, &self.handle, &self.name, &lock, patron) {
            Some(lock) => send(socket, message(&FromServer::Lock(lock))).await,
            None => Ok(()),
        }
    }

    /// Sends who is present, if this viewer does not know yet.
    async fn tell_around(&mut self, socket: &mut WebSocket) -> Result<(), Close> {
        let you = self.asker.0.as_ref().and_then(|who| table::patron(&self.handle.feed, &who.name));
        let view = self.handle.feed.presence.around().view(you);
        if self.around.as_ref() == Some(&view) {
            return Ok(());
        }
        self.around = Some(view.clone());
        send(socket, message(&FromServer::Presence(view))).await
    }

    async fn ready(&self, key: &str) -> Result<PresenceView, Failed> {
        let who = self.asker.who()?;
        self.asker.may(Action::Ready, &self.name)?;
        table::key(&who.name, "ready", key, Hash::ZERO)?;
        Ok(self.handle.ready(&who.name).await?)
    }

    /// Performs somebody's act while the connection continues.
    fn act(&self, asker: Asker, act: ActRequest) -> Acting {
        let (floor, handle, name) = (Arc::clone(&self.floor), self.handle.clone(), self.name.clone());
        let limited = asker.0.as_ref().is_some_and(|who| floor.limits.act(&who.name).is_err());
        Box::pin(async move {
            let hash = Hash::of(&[&serde_json::to_vec(&act).unwrap_or_default()]);
            let done = match asker.token_may(Action::Act, &name) {
                Err(failed) => Err(failed),
                Ok(()) if limited => Err(Failed(problem::rate())),
                Ok(()) => table::do_act(&floor, &handle, &name, &asker, &act, hash).await,
            };
            match done {
                Ok(receipt) => FromServer::Receipt(receipt),
                Err(Failed(problem)) => FromServer::Problem(Problem { key: Some(act.key), ..problem }),
            }
        })
    }

    /// The patron for whom a service acts. From now on the connection sees what that patron sees.
    async fn asker_for(&mut self, patron: &str) -> Result<Asker, Failed> {
        let who = self.asker.who()?.clone();
        let Some(service) = who.service.clone().filter(|_| who.role != Role::Player) else {
            return Err(Failed(problem::forbidden(
                "only a service acts for its patrons: say `act` for yourself",
            )));
        };
        let patron = patron.to_owned();
        let account = self.floor.desk.ask(move |people| people.patron_of(&service.name, &patron)).await?;
        if !self.patrons.contains_key(&account) {
            if self.patrons.len() >= PATRONS {
                let message = format!("one connection acts for at most {PATRONS} patrons: open another");
                return Err(Failed(problem::forbidden(message)));
            }
            let here = self.handle.feed.presence.connect(&account);
            self.patrons.insert(account.clone(), here);
        }
        Ok(Asker(Some(Who { name: account, role: Role::Player, ..who })))
    }

    async fn hear(
        &mut self,
        socket: &mut WebSocket,
        text: &str,
        acting: &mut FuturesUnordered<Acting>,
    ) -> Result<(), Close> {
        let said = match text.trim_start().starts_with('{') {
            true => serde_json::from_str::<FromClient>(text).map_err(|e| e.to_string()),
            false => Err("not an object".to_owned()),
        };
        match said {
            Err(e) => {
                let problem = problem::bad_request(format!("the message is not what is asked for: {e}"));
                send(socket, message(&FromServer::Problem(problem))).await
            }
            Ok(FromClient::Act(act)) => {
                acting.push(self.act(self.asker.clone(), act));
                Ok(())
            }
            Ok(FromClient::ActFor { patron, act }) => match self.asker_for(&patron).await {
                Ok(asker) => {
                    acting.push(self.act(asker, act));
                    Ok(())
                }
                Err(Failed(problem)) => {
                    let problem = Problem { key: Some(act.key), ..problem };
                    send(socket, message(&FromServer::Problem(problem))).await
                }
            },
            Ok(FromClient::Ready { key }) => match self.ready(&key).await {
                Ok(view) => {
                    self.around = Some(view.clone());
                    send(socket, message(&FromServer::Presence(view))).await
                }
                Err(Failed(problem)) => {
                    let problem = Problem { key: Some(key), ..problem };
                    send(socket, message(&FromServer::Problem(problem))).await
                }
            },
            Ok(FromClient::Anchor(said)) => {
                let (floor, handle) = (Arc::clone(&self.floor), self.handle.clone());
                let (name, asker) = (self.name.clone(), self.asker.clone());
                let limited = asker.0.as_ref().is_some_and(|who| floor.limits.act(&who.name).is_err());
                acting.push(Box::pin(async move {
                    let hash = Hash::of(&[&serde_json::to_vec(&said).unwrap_or_default()]);
                    let may = asker.may(Action::GiveAnchor, &name);
                    let done = match may {
                        Err(failed) => Err(failed),
                        Ok(()) if limited => Err(Failed(problem::rate())),
                        Ok(()) => chance::offer_chain(&handle, &asker, &said, hash).await,
                    };
                    match done {
                        Ok(receipt) => FromServer::Receipt(receipt),
                        Err(Failed(problem)) => {
                            FromServer::Problem(Problem { key: Some(said.key), ..problem })
                        }
                    }
                }));
                Ok(())
            }
            Ok(FromClient::Open(said)) => {
                let (floor, handle) = (Arc::clone(&self.floor), self.handle.clone());
                let (name, asker) = (self.name.clone(), self.asker.clone());
                acting.push(Box::pin(async move {
                    let taken = match asker.token_may(Action::OpenPart, &name) {
                        Ok(()) => chance::take_part(&floor, &handle, &name, &asker, &said).await,
                        Err(failed) => Err(failed),
                    };
                    match taken {
                        Ok(heard) => FromServer::Heard(heard),
                        Err(Failed(problem)) => FromServer::Problem(problem),
                    }
                }));
                Ok(())
            }
            Ok(FromClient::Offers) => {
                let may = self.asker.token_may(Action::ReadOffers, &self.name);
                let offers = match may.and_then(|()| table::actor(&self.handle, &self.asker)) {
                    Ok(actor) => self.handle.offers(actor).await.unwrap_or_default(),
                    Err(_) => Vec::new(),
                };
                send(socket, message(&FromServer::Offers { offers })).await
            }
            Ok(FromClient::Resume { from }) => {
                let name = self.asker.0.as_ref().map_or("", |who| who.name.as_str());
                match self.floor.limits.resume(name, self.address) {
                    Ok(()) => self.tell_again(socket, from).await,
                    Err(wait) => send(socket, message(&FromServer::Problem(wait.problem()))).await,
                }
            }
        }
    }
}

/// Why a connection that violates the WebSocket protocol is closed.
fn abuse(error: &axum::Error) -> Close {
    let text = error.to_string();
    match () {
        () if text.contains("too long") || text.contains("too big") => {
            Close(close_code::SIZE, "a message has at most 16 KiB")
        }
        () if text.contains("UTF-8") || text.contains("utf-8") => Close(close_code::INVALID, "not text"),
        () => Close(close_code::PROTOCOL, "not a WebSocket's way"),
    }
}

/// Sends a message. A client that does not take it in time is disconnected.
async fn send(socket: &mut WebSocket, text: Utf8Bytes) -> Result<(), Close> {
    match timeout(PATIENCE, socket.send(Message::Text(text))).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Close(close_code::AWAY, "too slow")),
    }
}
