//! Requests to the floor over HTTP: the account, the tables, cash and chips.

use protocol::{
    AmountRequest, Credentials, Guest, JoinRequest, Me, Problem, ProblemCode, Receipt, Route, TableSummary,
    TableView, route, routes::Content,
};
use serde::{Serialize, de::DeserializeOwned};
use std::{
    fmt,
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};
use ureq::{SendBody, http::Request, middleware::MiddlewareNext};

/// Why a request failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The floor answered with a problem.
    Problem(Problem),
    /// The session has ended.
    LoggedOut,
    /// The floor cannot be reached; the same request may be sent again.
    Away(String),
    /// The answer makes no sense.
    Odd(String),
    /// The answer contains something that this version does not know.
    Unknown(String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Problem(problem) => f.write_str(&problem.message),
            Trouble::LoggedOut => f.write_str("your session has expired: sign in again"),
            Trouble::Away(why) => write!(f, "the floor cannot be reached: {why}"),
            Trouble::Odd(what) => write!(f, "the floor's answer makes no sense: {what}"),
            Trouble::Unknown(what) => f.write_str(what),
        }
    }
}

/// A floor, with the user's session.
#[derive(Clone)]
pub struct House {
    base: String,
    agent: ureq::Agent,
    cookie: Arc<Mutex<Option<String>>>,
}

impl House {
    /// The floor at this URL.
    pub fn at(url: &str) -> Result<House, String> {
        let base = url.trim_end_matches('/').to_owned();
        let host = base.strip_prefix("http://");
        if host.is_none_or(|host| host.is_empty() || host.contains('/')) {
            return Err(format!("`{url}` is no address of a floor: write it as http://127.0.0.1:4700"));
        }
        let cookie: Arc<Mutex<Option<String>>> = Arc::default();
        let held = Arc::clone(&cookie);
        let with_cookie = move |mut request: Request<SendBody>, next: MiddlewareNext| {
            let value = held.lock().expect("no panic holds it").as_deref().and_then(|it| it.parse().ok());
            value.map(|value| request.headers_mut().insert("cookie", value));
            next.handle(request)
        };
        let config = ureq::Agent::config_builder()
            .middleware(with_cookie)
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(10)))
            .build();
        Ok(House { base, agent: config.new_agent(), cookie })
    }

    /// The base URL `http://host:port`, which is also the origin of requests.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// `host:port`.
    pub fn host(&self) -> &str {
        self.base.trim_start_matches("http://")
    }

    /// The session cookie, for the live connection; requests send it automatically.
    pub fn cookie(&self) -> Option<String> {
        self.cookie.lock().expect("no panic holds it").clone()
    }

    /// Signs in.
    pub fn log_in(&self, name: &str, password: &str) -> Result<Me, Trouble> {
        let credentials = Credentials { name: name.to_owned(), password: password.to_owned().into() };
        self.ask::<route::LogIn>(&[], &credentials)
    }

    /// Signs in as a guest.
    pub fn be_guest(&self, name: &str) -> Result<Me, Trouble> {
        self.ask::<route::BeGuest>(&[], &Guest { name: Some(name.to_owned()) })
    }

    /// The account and its money.
    pub fn me(&self) -> Result<Me, Trouble> {
        self.ask::<route::ReadMe>(&[], &())
    }

    /// The list of tables.
    pub fn tables(&self) -> Result<Vec<TableSummary>, Trouble> {
        self.ask::<route::ListTables>(&[], &())
    }

    /// The view of a table.
    pub fn table(&self, table: &str) -> Result<TableView, Trouble> {
        self.ask::<route::ReadTable>(&[table], &())
    }

    /// Joins a table; having joined before is not an error.
    pub fn join(&self, table: &str, key: &str) -> Result<(), Trouble> {
        let keyed = JoinRequest { key: key.to_owned(), sit: false };
        match self.again(|| self.ask::<route::Join>(&[table], &keyed)) {
            Ok(_) => Ok(()),
            Err(Trouble::Problem(problem)) if problem.code == ProblemCode::Conflict => Ok(()),
            Err(trouble) => Err(trouble),
        }
    }

    /// Buys chips.
    pub fn buy_in(&self, table: &str, key: &str, cents: i64) -> Result<Receipt, Trouble> {
        let request = AmountRequest { key: key.to_owned(), cents };
        self.again(|| self.ask::<route::BuyIn>(&[table], &request))
    }

    /// Cashes out chips.
    pub fn color_up(&self, table: &str, key: &str, cents: i64) -> Result<Receipt, Trouble> {
        let request = AmountRequest { key: key.to_owned(), cents };
        self.again(|| self.ask::<route::TakeAway>(&[table], &request))
    }

    /// Sends a request up to five times. The key is the same each time, so it takes effect at most once.
    fn again<T>(&self, ask: impl Fn() -> Result<T, Trouble>) -> Result<T, Trouble> {
        let mut wait = Duration::from_millis(250);
        for _ in 0..4 {
            match ask() {
                Err(Trouble::Away(_)) => {}
                Err(Trouble::Problem(problem)) if problem.retry => {}
                answer => return answer,
            }
            thread::sleep(wait);
            wait *= 2;
        }
        ask()
    }

    /// Sends a request to a route, with the parameters of its path in order.
    fn ask<R>(&self, parameters: &[&str], body: &R::Asks) -> Result<<R::Answers as Content>::Value, Trouble>
    where
        R: Route<Asks: Serialize, Answers: Content<Value: DeserializeOwned>>,
    {
        let row = R::ACTION.row();
        let url = format!("{}{}", self.base, row.at(parameters));
        self.answer(match row.asks {
            None => self.agent.get(url).call(),
            // A floor accepts changes only with its own origin.
            Some(_) => self.agent.post(url).header("origin", &self.base).send_json(body),
        })
    }

    fn answer<T: DeserializeOwned>(
        &self,
        answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>,
    ) -> Result<T, Trouble> {
        let mut answer = answer.map_err(|e| Trouble::Away(plain(&e)))?;
        for cookie in answer.headers().get_all("set-cookie") {
            let pair = cookie.to_str().unwrap_or_default().split(';').next().unwrap_or_default().trim();
            let expired = pair.ends_with('=');
            *self.cookie.lock().expect("no panic holds it") = (!expired).then(|| pair.to_owned());
        }
        let status = answer.status().as_u16();
        let text = answer.body_mut().read_to_string().map_err(|e| Trouble::Away(plain(&e)))?;
        if (200..300).contains(&status) {
            let text = if text.trim().is_empty() { "null" } else { &text };
            return super::plain::read(text).map_err(|e| match e.is_data() {
                true => Trouble::Unknown(super::plain::unknown(text)),
                false => Trouble::Odd(e.to_string()),
            });
        }
        match super::plain::read::<Problem>(&text) {
            Ok(problem) if problem.code == ProblemCode::LogIn && self.cookie().is_some() => {
                Err(Trouble::LoggedOut)
            }
            Ok(problem) => Err(Trouble::Problem(problem)),
            Err(_) => Err(Trouble::Odd(format!("status {status}"))),
        }
    }
}

/// A network error in words for people.
fn plain(error: &ureq::Error) -> String {
    match error {
        ureq::Error::Io(e) if e.kind() == std::io::ErrorKind::ConnectionRefused => {
            "nobody answers at that address".to_owned()
        }
        ureq::Error::Timeout(_) => "it takes too long".to_owned(),
        ureq::Error::HostNotFound => "no such host".to_owned(),
        other => other.to_string(),
    }
}

/// A fresh key. A repeated request keeps its key; a new request never reuses one.
pub fn key() -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the system has chance");
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
