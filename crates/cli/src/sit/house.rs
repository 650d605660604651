//! What is asked of the floor over HTTP: who one is, the tables, cash and chips.

use protocol::{AmountRequest, Credentials, Guest, Keyed, Me, Problem, Receipt, TableSummary, TableView};
use serde::{Serialize, de::DeserializeOwned};
use std::{
    fmt,
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

/// Why the floor did not do it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// It said why.
    Problem(Problem),
    /// Nobody is logged in any more.
    LoggedOut,
    /// It cannot be reached; the same request may be sent again.
    Away(String),
    /// It said something that is no answer.
    Odd(String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Problem(problem) => f.write_str(&problem.message),
            Trouble::LoggedOut => f.write_str("the log-in has expired: log in again"),
            Trouble::Away(why) => write!(f, "the floor cannot be reached: {why}"),
            Trouble::Odd(what) => write!(f, "the floor's answer makes no sense: {what}"),
        }
    }
}

/// A floor, and who one is there.
#[derive(Clone)]
pub struct House {
    base: String,
    agent: ureq::Agent,
    cookie: Arc<Mutex<Option<String>>>,
}

impl House {
    /// The floor at this address.
    pub fn at(url: &str) -> Result<House, String> {
        let base = url.trim_end_matches('/').to_owned();
        let host = base.strip_prefix("http://");
        if host.is_none_or(|host| host.is_empty() || host.contains('/')) {
            return Err(format!("`{url}` is no address of a floor: write it as http://127.0.0.1:4700"));
        }
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(10)))
            .build();
        Ok(House { base, agent: config.new_agent(), cookie: Arc::default() })
    }

    /// `http://host:port`, which is also the origin one comes from.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// `host:port`.
    pub fn host(&self) -> &str {
        self.base.trim_start_matches("http://")
    }

    /// The cookie of the log-in, for the live connection; requests carry it by themselves.
    pub fn cookie(&self) -> Option<String> {
        self.cookie.lock().expect("no panic holds it").clone()
    }

    /// Logs in.
    pub fn log_in(&self, name: &str, password: &str) -> Result<Me, Trouble> {
        let credentials = Credentials { name: name.to_owned(), password: password.to_owned().into() };
        self.post::<serde_json::Value>("/api/login", &credentials)?;
        self.me()
    }

    /// Comes as a guest.
    pub fn be_guest(&self, name: &str) -> Result<Me, Trouble> {
        self.post::<serde_json::Value>("/api/guests", &Guest { name: name.to_owned() })?;
        self.me()
    }

    /// Who one is, and one's money.
    pub fn me(&self) -> Result<Me, Trouble> {
        self.get("/api/me")
    }

    /// The tables.
    pub fn tables(&self) -> Result<Vec<TableSummary>, Trouble> {
        self.get("/api/tables")
    }

    /// A table.
    pub fn table(&self, table: &str) -> Result<TableView, Trouble> {
        self.get(&format!("/api/tables/{table}"))
    }

    /// Comes to a table; to have come before is no mistake.
    pub fn join(&self, table: &str, key: &str) -> Result<(), Trouble> {
        let keyed = Keyed { key: key.to_owned() };
        match self.again(|| self.post::<serde_json::Value>(&format!("/api/tables/{table}/join"), &keyed)) {
            Ok(_) => Ok(()),
            Err(Trouble::Problem(problem)) if problem.code == "conflict" => Ok(()),
            Err(trouble) => Err(trouble),
        }
    }

    /// Cash for chips.
    pub fn buy_in(&self, table: &str, key: &str, cents: i64) -> Result<Receipt, Trouble> {
        let request = AmountRequest { key: key.to_owned(), cents };
        self.again(|| self.post(&format!("/api/tables/{table}/buy-ins"), &request))
    }

    /// Chips for cash.
    pub fn colour_up(&self, table: &str, key: &str, cents: i64) -> Result<Receipt, Trouble> {
        let request = AmountRequest { key: key.to_owned(), cents };
        self.again(|| self.post(&format!("/api/tables/{table}/colour-ups"), &request))
    }

    /// Asks up to five times. The key is the same each time, so it is done once at most.
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

    fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Trouble> {
        self.answer(self.agent.get(format!("{}{path}", self.base)).call())
    }

    fn post<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> Result<T, Trouble> {
        // A floor believes only its own pages: whoever comes says from where.
        let request = self.agent.post(format!("{}{path}", self.base)).header("origin", &self.base);
        self.answer(request.send_json(body))
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
            return serde_json::from_str(text).map_err(|e| Trouble::Odd(e.to_string()));
        }
        match serde_json::from_str::<Problem>(&text) {
            Ok(problem) if problem.code == "log-in" && self.cookie().is_some() => Err(Trouble::LoggedOut),
            Ok(problem) => Err(Trouble::Problem(problem)),
            Err(_) => Err(Trouble::Odd(format!("status {status}"))),
        }
    }
}

/// What happened on the way, in words for people.
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

/// A fresh key: the same request sent again keeps its key, another one never has it.
pub fn key() -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the system has chance");
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
