//! The live connection: one thread that reads, writes, sends heartbeats and reconnects after a loss. It
//! contributes to the chance automatically, because a part is needed within a second, whatever the user is
//! doing.

use super::house::{House, key};
use crate::contributor::{Contributor, Keep, Note, folder};
use protocol::{Action, FromClient, FromServer, LOGGED_OUT, ProblemCode, SUBPROTOCOL};
use std::{
    io::ErrorKind,
    net::{TcpStream, ToSocketAddrs},
    sync::mpsc::{Receiver, Sender, TryRecvError, channel},
    thread,
    time::{Duration, Instant},
};
use tungstenite::{Error, HandshakeError, Message, WebSocket, client::IntoClientRequest};

/// The heartbeat interval, and how long a silence is a concern or means that the connection is lost.
const BEAT: Duration = Duration::from_secs(5);
const SLOW: Duration = Duration::from_secs(8);
const DEAD: Duration = Duration::from_secs(20);
/// How long a read waits before it is time to write.
const TURN: Duration = Duration::from_millis(20);

/// What the connection reports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum News {
    /// The connection is up.
    Up,
    /// A frame from the server.
    Frame(Box<FromServer>),
    /// A note about the user's part of the chance.
    Chance(Note),
    /// Nothing has been received for this many seconds.
    Slow(u64),
    /// The connection is lost, and will be retried.
    Down(String),
    /// The session has ended; the connection is not retried.
    LoggedOut,
    /// The server refused the connection; it is not retried.
    Refused(String),
    /// The server sent something that this version does not know. The connection stays up, so that the user's
    /// parts of the chance still arrive, but the table can no longer be shown.
    Unknown(String),
}

/// The near end of a connection, which closes when this is dropped.
pub struct Wire {
    orders: Sender<FromClient>,
}

impl Wire {
    /// Connects to a table; `tell` converts what is reported.
    pub fn open<T: Send + 'static>(
        house: &House,
        table: &str,
        news: Sender<T>,
        tell: impl Fn(News) -> T + Send + 'static,
    ) -> Wire {
        let (orders, queue) = channel();
        let (house, table) = (house.clone(), table.to_owned());
        thread::spawn(move || keep(&house, &table, &queue, &|said| news.send(tell(said)).is_ok()));
        Wire { orders }
    }

    /// Sends a message. If the connection is down, it is lost: anything important is sent again on
    /// [`News::Up`].
    pub fn say(&self, what: FromClient) {
        let _ = self.orders.send(what);
    }
}

/// Why a connection ended.
enum End {
    /// The user has left.
    Left,
    /// The network or the server is gone.
    Cut(String),
    LoggedOut,
    Refused(String),
}

fn keep(house: &House, table: &str, orders: &Receiver<FromClient>, tell: &dyn Fn(News) -> bool) {
    let mut wait = Duration::from_millis(250);
    let mut contributor = None;
    loop {
        let began = Instant::now();
        let end = match connect(house, table) {
            Ok(mut socket) => {
                // What was sent while the connection was down is sent again once it is up.
                while orders.try_recv().is_ok() {}
                if !tell(News::Up) {
                    return;
                }
                match greet(house, table, &mut contributor, &mut socket, tell) {
                    Ok(()) => converse(&mut socket, orders, contributor.as_mut(), tell),
                    Err(end) => end,
                }
            }
            Err(end) => end,
        };
        let told = match end {
            End::Left => return,
            End::LoggedOut => {
                tell(News::LoggedOut);
                return;
            }
            End::Refused(why) => {
                tell(News::Refused(why));
                return;
            }
            End::Cut(why) => tell(News::Down(why)),
        };
        if !told {
            return;
        }
        if began.elapsed() > DEAD {
            wait = Duration::from_millis(250);
        }
        let until = Instant::now() + wait;
        while Instant::now() < until {
            match orders.try_recv() {
                Err(TryRecvError::Disconnected) => return,
                _ => thread::sleep(TURN),
            }
        }
        wait = (wait * 2).min(Duration::from_secs(5));
    }
}

fn connect(house: &House, table: &str) -> Result<WebSocket<TcpStream>, End> {
    let cut = |e: std::io::Error| {
        End::Cut(match e.kind() {
            ErrorKind::ConnectionRefused => "the server is gone".to_owned(),
            ErrorKind::TimedOut | ErrorKind::WouldBlock => "the server does not answer".to_owned(),
            _ => e.to_string(),
        })
    };
    let host = house.host();
    let host = if host.contains(':') { host.to_owned() } else { format!("{host}:80") };
    let mut addresses = host.to_socket_addrs().map_err(cut)?;
    let address = addresses.next().ok_or_else(|| End::Cut("no such host".to_owned()))?;
    let stream = TcpStream::connect_timeout(&address, Duration::from_secs(5)).map_err(cut)?;
    stream.set_nodelay(true).map_err(cut)?;
    stream.set_read_timeout(Some(Duration::from_secs(5))).map_err(cut)?;
    stream.set_write_timeout(Some(Duration::from_secs(5))).map_err(cut)?;
    let mut request = format!("ws://{}{}", house.host(), Action::Watch.row().at(&[table]))
        .into_client_request()
        .map_err(|e| End::Refused(e.to_string()))?;
    let headers = request.headers_mut();
    let text = |value: &str| value.parse().map_err(|_| End::Refused("no text for a header".to_owned()));
    headers.insert("origin", text(house.base())?);
    headers.insert("sec-websocket-protocol", text(SUBPROTOCOL)?);
    if let Some(cookie) = house.cookie() {
        headers.insert("cookie", text(&cookie)?);
    }
    let (socket, _) = tungstenite::client(request, stream).map_err(|e| match e {
        HandshakeError::Failure(Error::Http(answer)) => match answer.status().as_u16() {
            401 => End::LoggedOut,
            426 => {
                End::Refused(format!("the server does not speak {SUBPROTOCOL}: use the ch47 of its version"))
            }
            403 | 404 => End::Refused(format!("the server does not open this table ({})", answer.status())),
            _ => End::Cut(format!("the server answers {}", answer.status())),
        },
        HandshakeError::Failure(Error::Io(e)) => cut(e),
        HandshakeError::Failure(e) => End::Cut(e.to_string()),
        HandshakeError::Interrupted(_) => End::Cut("the server does not answer".to_owned()),
    })?;
    socket.get_ref().set_read_timeout(Some(TURN)).map_err(cut)?;
    Ok(socket)
}

/// Offers a chain on each new connection, unless the table already has it.
fn greet(
    house: &House,
    table: &str,
    contributor: &mut Option<Contributor>,
    socket: &mut WebSocket<TcpStream>,
    tell: &dyn Fn(News) -> bool,
) -> Result<(), End> {
    let Ok(view) = house.table(table) else { return Ok(()) };
    if contributor.is_none() {
        let keep = house.me().map_err(|trouble| trouble.to_string()).and_then(|me| {
            Keep::open(&folder(), house.host(), &me.name, table).map_err(|error| error.to_string())
        });
        match keep {
            Ok(keep) => *contributor = Some(Contributor::new(table, keep, key)),
            Err(why) => {
                let why = format!("nothing is added to the chance: {why}");
                tell(News::Chance(Note::Alarm(why)));
            }
        }
    }
    let said = contributor.as_mut().map(|contributor| contributor.see(&view)).unwrap_or_default();
    answer(socket, said, tell)
}

/// Sends what a contributor says, and reports the rest.
fn answer(
    socket: &mut WebSocket<TcpStream>,
    said: crate::contributor::Said,
    tell: &dyn Fn(News) -> bool,
) -> Result<(), End> {
    for order in &said.send {
        send(socket, order)?;
    }
    match said.notes.into_iter().all(|note| tell(News::Chance(note))) {
        true => Ok(()),
        false => Err(End::Left),
    }
}

fn send(socket: &mut WebSocket<TcpStream>, order: &FromClient) -> Result<(), End> {
    let text = serde_json::to_string(order).expect("a message is JSON");
    socket.send(Message::text(text)).map_err(cut)
}

fn cut(error: Error) -> End {
    End::Cut(match error {
        Error::ConnectionClosed | Error::AlreadyClosed | Error::Protocol(_) | Error::Io(_) => {
            "the server is gone".to_owned()
        }
        other => other.to_string(),
    })
}

fn converse(
    socket: &mut WebSocket<TcpStream>,
    orders: &Receiver<FromClient>,
    mut contributor: Option<&mut Contributor>,
    tell: &dyn Fn(News) -> bool,
) -> End {
    let (mut heard, mut beat, mut slow) = (Instant::now(), Instant::now(), 0);
    loop {
        loop {
            match orders.try_recv() {
                Ok(order) => {
                    if let Err(end) = send(socket, &order) {
                        return end;
                    }
                }
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    let _ = socket.close(None);
                    let _ = socket.flush();
                    return End::Left;
                }
            }
        }
        let message = match socket.read() {
            Ok(message) => Some(message),
            Err(Error::Io(e)) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => None,
            Err(e) => return cut(e),
        };
        match message {
            Some(Message::Close(frame)) => {
                return match frame {
                    Some(frame) if u16::from(frame.code) == LOGGED_OUT => End::LoggedOut,
                    _ => End::Cut("the server has closed the connection".to_owned()),
                };
            }
            Some(message) => {
                (heard, slow) = (Instant::now(), 0);
                if let Message::Text(text) = message
                    && let Err(end) = hear(socket, &text, contributor.as_deref_mut(), tell)
                {
                    return end;
                }
            }
            None => {}
        }
        let silence = heard.elapsed();
        if silence > DEAD {
            return End::Cut("the server is silent".to_owned());
        }
        if silence > SLOW && silence.as_secs() > slow {
            slow = silence.as_secs();
            tell(News::Slow(slow));
        }
        if beat.elapsed() > BEAT {
            beat = Instant::now();
            if let Err(e) = socket.send(Message::Ping(Vec::new().into())) {
                return cut(e);
            }
        }
    }
}

/// Handles a frame.
fn hear(
    socket: &mut WebSocket<TcpStream>,
    text: &str,
    contributor: Option<&mut Contributor>,
    tell: &dyn Fn(News) -> bool,
) -> Result<(), End> {
    // Signed texts have line breaks; text shown to people has none.
    if let (Some(contributor), Ok(frame)) = (contributor, serde_json::from_str(text)) {
        answer(socket, contributor.hear(&frame), tell)?;
    }
    let news = match super::plain::read::<FromServer>(text) {
        Ok(FromServer::Problem(problem)) if problem.code == ProblemCode::LogIn => News::LoggedOut,
        Ok(frame) => News::Frame(Box::new(frame)),
        Err(_) => News::Unknown(super::plain::unknown(text)),
    };
    if tell(news) { Ok(()) } else { Err(End::Left) }
}
