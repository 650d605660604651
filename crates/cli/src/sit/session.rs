//! A user's session at a floor: the sign-in, the table, its connection, and unanswered requests. Both the
//! screen and the script use it.

use super::{
    house::{House, Trouble, key},
    model::{Table, Tone, Wish},
    scene::Health,
    wire::{self, Wire},
};
use crate::contributor::Note;
use protocol::{FromClient, FromServer, Me, Receipt, TableSummary, TableView};
use rules::Seat;
use std::{
    sync::mpsc::{Receiver, Sender, channel},
    thread,
    time::{Duration, Instant},
};

/// Results from background threads.
pub enum News {
    /// News from the connection with this number; older connections are over.
    Wire(u32, wire::News),
    /// The account.
    Me(Result<Me, Trouble>),
    /// The list of tables.
    Tables(Result<Vec<TableSummary>, Trouble>),
    /// The table that was joined.
    Came(Result<TableView, Trouble>),
    /// A new view of the table.
    View(Result<TableView, Trouble>),
    /// The answer to an HTTP request.
    Receipt(&'static str, Result<Receipt, Trouble>),
}

/// What the caller of the session must know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// The account.
    Me(Me),
    /// The list of tables.
    Tables(Vec<TableSummary>),
    /// The user now sits at the table.
    Sits,
    /// A frame of the live connection.
    Frame(Box<FromServer>),
    /// An HTTP request is done.
    Done(&'static str, Receipt),
    /// A request failed, with the reason.
    Failed(String),
    /// The session has expired.
    LoggedOut,
    /// Nothing of interest.
    Nothing,
}

/// A person at a floor.
pub struct Session {
    /// The floor.
    pub house: House,
    /// The table, once there.
    pub table: Option<Table>,
    /// The state of the connection.
    pub health: Health,
    outbox: Sender<News>,
    inbox: Receiver<News>,
    wire: Option<Wire>,
    number: u32,
    refreshing: bool,
    /// Whether offers should be requested, and when that was done last: many lines at once lead to one
    /// request.
    wondering: bool,
    wondered: Option<Instant>,
}

impl Session {
    /// Starts before signing in.
    pub fn new(house: House) -> Session {
        let (outbox, inbox) = channel();
        Session {
            house,
            table: None,
            health: Health::Coming,
            outbox,
            inbox,
            wire: None,
            number: 0,
            refreshing: false,
            wondering: false,
            wondered: None,
        }
    }

    /// The next news, if any comes within this time.
    pub fn news(&self, within: Duration) -> Option<News> {
        self.inbox.recv_timeout(within).ok()
    }

    /// Sends a request in the background.
    fn ask(&self, what: impl FnOnce(&House) -> News + Send + 'static) {
        let (house, outbox) = (self.house.clone(), self.outbox.clone());
        // If nobody listens any more, the answer is dropped.
        thread::spawn(move || drop(outbox.send(what(&house))));
    }

    /// Signs in, or as a guest without a password.
    pub fn enter(&self, name: &str, password: Option<String>) {
        let name = name.to_owned();
        self.ask(move |house| {
            News::Me(match password {
                Some(password) => house.log_in(&name, &password),
                None => house.be_guest(&name),
            })
        });
    }

    /// Requests the account.
    pub fn ask_me(&self) {
        self.ask(|house| News::Me(house.me()));
    }

    /// Requests the list of tables.
    pub fn ask_tables(&self) {
        self.ask(|house| News::Tables(house.tables()));
    }

    /// Joins a table.
    pub fn come_to(&self, table: &str) {
        let table = table.to_owned();
        let key = key();
        self.ask(move |house| News::Came(house.join(&table, &key).and_then(|()| house.table(&table))));
    }

    /// Buys chips.
    pub fn buy_in(&self, cents: i64) {
        let key = key();
        self.ask_receipt("buy-in", move |house, table| house.buy_in(table, &key, cents));
    }

    /// Cashes out chips.
    pub fn color_up(&self, cents: i64) {
        let key = key();
        self.ask_receipt("color-up", move |house, table| house.color_up(table, &key, cents));
    }

    fn ask_receipt(
        &self,
        what: &'static str,
        ask: impl FnOnce(&House, &str) -> Result<Receipt, Trouble> + Send + 'static,
    ) {
        let Some(table) = self.table.as_ref().map(|table| table.summary.table.clone()) else { return };
        self.ask(move |house| News::Receipt(what, ask(house, &table)));
    }

    /// Acts at the table; returns the key of the request.
    pub fn act(&mut self, act: &str, seat: Seat) -> Option<String> {
        let table = self.table.as_mut()?;
        let key = key();
        let request = table.act(key.clone(), act, seat);
        // If the connection is down, the request waits until it is up again.
        self.wire.iter().for_each(|wire| wire.say(request.clone()));
        Some(key)
    }

    /// Says that the user has finished wagering. It moves nothing and may get lost: it is repeated, or time
    /// runs out.
    pub fn ready(&mut self) {
        self.wire.iter().for_each(|wire| wire.say(FromClient::Ready { key: key() }));
    }

    /// Leaves the table; the connection closes.
    pub fn leave(&mut self) {
        (self.table, self.wire) = (None, None);
        self.number += 1;
    }

    /// Opens the connection, or reopens it after signing in again.
    pub fn connect(&mut self) {
        let Some(table) = &self.table else { return };
        self.number += 1;
        let number = self.number;
        let tell = move |news| News::Wire(number, news);
        self.health = Health::Coming;
        self.wire = Some(Wire::open(&self.house, &table.summary.table, self.outbox.clone(), tell));
    }

    /// Does whatever is due by now.
    pub fn tick(&mut self, now: Instant) {
        let due = self.table.as_mut().map(|table| table.due(now)).unwrap_or_default();
        for request in due {
            self.wire.iter().for_each(|wire| wire.say(request.clone()));
        }
        if self.wondering && self.wondered.is_none_or(|at| now > at + Duration::from_millis(150)) {
            (self.wondering, self.wondered) = (false, Some(now));
            self.wire.iter().for_each(|wire| wire.say(FromClient::Offers));
        }
    }

    /// Handles news.
    pub fn hear(&mut self, news: News, now: Instant) -> Heard {
        match news {
            News::Wire(number, _) if number != self.number => Heard::Nothing,
            News::Wire(_, news) => self.hear_wire(news, now),
            News::Me(me) => self.or_fail(me, Heard::Me),
            News::Tables(tables) => self.or_fail(tables, Heard::Tables),
            News::Came(Ok(view)) => {
                self.table = Some(Table::new(view, now));
                self.connect();
                Heard::Sits
            }
            News::View(view) => {
                self.refreshing = false;
                let (Ok(view), Some(table)) = (view, &mut self.table) else { return Heard::Nothing };
                let wishes = table.hear(FromServer::Table(Box::new(view)), now);
                self.grant(wishes);
                Heard::Nothing
            }
            News::Receipt(what, receipt) => {
                if let (Ok(receipt), Some(table)) = (&receipt, &mut self.table) {
                    table.receipt(receipt.clone());
                    self.grant(vec![Wish::Refresh]);
                }
                self.or_fail(receipt, |receipt| Heard::Done(what, receipt))
            }
            News::Came(Err(trouble)) => self.or_fail(Err(trouble), |()| Heard::Nothing),
        }
    }

    fn or_fail<T>(&mut self, result: Result<T, Trouble>, fine: impl FnOnce(T) -> Heard) -> Heard {
        match result {
            Ok(value) => fine(value),
            Err(Trouble::LoggedOut) => Heard::LoggedOut,
            Err(trouble) => {
                if let Some(table) = &mut self.table {
                    table.note(Tone::Trouble, &trouble.to_string());
                }
                Heard::Failed(trouble.to_string())
            }
        }
    }

    fn hear_wire(&mut self, news: wire::News, now: Instant) -> Heard {
        match news {
            wire::News::Up => {
                self.health = Health::Up;
                let first = self.table.as_mut().map(Table::on_connection).unwrap_or_default();
                first.into_iter().for_each(|said| self.wire.iter().for_each(|wire| wire.say(said.clone())));
                Heard::Nothing
            }
            wire::News::Frame(frame) => {
                self.health = Health::Up;
                let wishes = self.table.as_mut().map(|table| table.hear((*frame).clone(), now));
                self.grant(wishes.unwrap_or_default());
                Heard::Frame(frame)
            }
            wire::News::Chance(Note::In(_)) => Heard::Nothing,
            wire::News::Chance(note) => {
                if let Some(table) = &mut self.table {
                    table.note(Tone::Trouble, &note.to_string());
                }
                Heard::Nothing
            }
            wire::News::Slow(seconds) => {
                self.health = Health::Bad(format!("nothing heard for {seconds} s"));
                Heard::Nothing
            }
            wire::News::Down(why) => {
                self.health = Health::Bad(format!("{why}; trying again"));
                Heard::Nothing
            }
            wire::News::LoggedOut => {
                self.wire = None;
                self.health = Health::Bad("logged out".to_owned());
                Heard::LoggedOut
            }
            wire::News::Refused(why) => {
                self.health = Health::Bad(why.clone());
                Heard::Failed(why)
            }
            wire::News::Unknown(why) => {
                // A table with a missing line is not shown as if it were complete.
                self.wire = None;
                self.health = Health::Bad(why.clone());
                if let Some(table) = &mut self.table {
                    table.note(Tone::Trouble, &why);
                }
                Heard::Failed(why)
            }
        }
    }

    fn grant(&mut self, wishes: Vec<Wish>) {
        for wish in wishes {
            match wish {
                Wish::Say(FromClient::Offers) => self.wondering = true,
                Wish::Say(said) => self.wire.iter().for_each(|wire| wire.say(said.clone())),
                Wish::Refresh if self.refreshing => {}
                Wish::Refresh => {
                    let Some(table) = self.table.as_ref().map(|table| table.summary.table.clone()) else {
                        continue;
                    };
                    self.refreshing = true;
                    self.ask(move |house| News::View(house.table(&table)));
                }
            }
        }
    }
}
