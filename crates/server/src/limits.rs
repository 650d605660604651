//! Rate limits, and the check which web pages may make requests.

use crate::{
    doors::{Doors, Held, Hold, network},
    problem,
};
use axum::http::{HeaderMap, HeaderName, Method, header};
use governor::{
    Quota, RateLimiter,
    clock::{Clock, DefaultClock},
    middleware::NoOpMiddleware,
    state::{InMemoryState, NotKeyed, keyed::HashMapStateStore},
};
use protocol::{Problem, ProblemCode};
use std::{
    fmt,
    hash::Hash,
    net::IpAddr,
    num::NonZeroU32,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

const fn count(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).expect("more than none")
}

/// Acts of an account: 10 a second, in bursts of 40.
const ACTS: Quota = Quota::per_second(count(10)).allow_burst(count(40));
/// Sign-ins with one name from one address: 5 a minute.
const LOG_INS: Quota = Quota::per_minute(count(5));
/// Sign-ins from one address with any name: 30 a minute. Enough for a shift that starts behind one router.
const LOG_INS_FROM: Quota = Quota::per_minute(count(30));
/// How many expensive reads one account or address may have running or waiting at once.
const READS_OF_ONE: usize = 4;
/// How long an expensive read waits for its turn.
const TURN: Duration = Duration::from_secs(10);
/// Messages on a connection: 20 a second, in bursts of 40.
const MESSAGES: Quota = Quota::per_second(count(20)).allow_burst(count(40));
/// Messages on a service's connection. A service acts for many people, each of whom still has the rate of an account.
const MESSAGES_OF_SERVICE: Quota = Quota::per_second(count(1000));
/// Idle entries are removed after every this many checks.
const SWEEP: usize = 1024;

/// The rate was exceeded: how long to wait before trying again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wait(pub Duration);

impl Wait {
    /// Whole seconds, at least one, for `Retry-After`.
    pub fn retry_after(self) -> u64 {
        self.0.as_millis().div_ceil(1000).max(1).try_into().unwrap_or(u64::MAX)
    }

    /// The problem to report, with HTTP status 429.
    pub fn problem(self) -> Problem {
        let message = format!("too fast: try again in {} s", self.retry_after());
        Problem::new(ProblemCode::Rate, message)
    }
}

/// A separate rate for each key.
struct Each<K: Hash + Eq + Clone, C: Clock> {
    limiter: RateLimiter<K, HashMapStateStore<K>, C, NoOpMiddleware<C::Instant>>,
    taken: AtomicUsize,
}

impl<K: Hash + Eq + Clone, C: Clock> Each<K, C> {
    fn new(quota: Quota, clock: C) -> Each<K, C> {
        let limiter = RateLimiter::new(quota, HashMapStateStore::default(), clock);
        Each { limiter, taken: AtomicUsize::new(1) }
    }

    fn take(&self, key: &K) -> Result<(), Wait> {
        if self.taken.fetch_add(1, Ordering::Relaxed).is_multiple_of(SWEEP) {
            self.limiter.retain_recent();
        }
        let now = self.limiter.clock().now();
        self.limiter.check_key(key).map_err(|not_until| Wait(not_until.wait_time_from(now)))
    }
}

/// The rate limits of a floor, and the number of connections and reads per client.
pub struct Limits<C: Clock = DefaultClock> {
    acts: Each<String, C>,
    log_ins: Each<(String, IpAddr), C>,
    log_ins_from: Each<IpAddr, C>,
    guests: Each<IpAddr, C>,
    reads: Each<Reader, C>,
    resumes: Each<String, C>,
    resumes_from: Each<IpAddr, C>,
    clock: C,
    doors: Doors,
    connections: Held<IpAddr>,
    live: Held<Reader>,
    reading: Held<Reader>,
    crowd: Arc<Semaphore>,
    staff: Arc<Semaphore>,
}

/// Who makes a read: an account, or an address without a sign-in.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Reader {
    /// A person who is signed in.
    Account(String),
    /// Anybody at this address.
    Address(IpAddr),
}

impl Reader {
    /// The account if there is a name, otherwise the address.
    pub fn of(name: Option<&str>, address: IpAddr) -> Reader {
        name.map_or_else(|| Reader::Address(network(address)), |name| Reader::Account(name.to_owned()))
    }
}

/// A turn for an expensive read. Dropping it lets the next one begin.
pub struct Turn {
    _held: Hold<Reader>,
    _permit: OwnedSemaphorePermit,
}

impl Limits {
    /// Uses the clock of this machine.
    pub fn new(doors: &Doors) -> Limits {
        Limits::by(DefaultClock::default(), doors)
    }
}

impl<C: Clock + Clone> Limits<C> {
    /// Uses this clock.
    pub fn by(clock: C, doors: &Doors) -> Limits<C> {
        Limits {
            acts: Each::new(ACTS, clock.clone()),
            log_ins: Each::new(LOG_INS, clock.clone()),
            log_ins_from: Each::new(LOG_INS_FROM, clock.clone()),
            guests: Each::new(Quota::per_minute(count(doors.guests.max(1))), clock.clone()),
            reads: Each::new(in_ten_seconds(doors.reads), clock.clone()),
            resumes: Each::new(in_ten_seconds(doors.resumes), clock.clone()),
            resumes_from: Each::new(in_ten_seconds(doors.resumes.saturating_mul(8)), clock.clone()),
            clock,
            connections: Held::default(),
            live: Held::default(),
            reading: Held::default(),
            crowd: Arc::new(Semaphore::new(doors.reads_at_once.max(1))),
            staff: Arc::new(Semaphore::new(doors.reads_at_once.max(1))),
            doors: doors.clone(),
        }
    }

    /// The limits per client.
    pub fn doors(&self) -> &Doors {
        &self.doors
    }

    /// A signed-in person changes something: an act, a wager, a document.
    pub fn act(&self, name: &str) -> Result<(), Wait> {
        self.acts.take(&name.to_owned())
    }

    /// Somebody at this address wants to enter as a guest or with a link.
    pub fn enter(&self, address: IpAddr) -> Result<(), Wait> {
        self.guests.take(&network(address))
    }

    /// Somebody at this address wants to sign in with this name, as they typed it. Attempts with the same name from
    /// elsewhere slow nobody down here. The address is checked first, so that one machine that tries many names does
    /// not fill the memory with them.
    pub fn log_in(&self, name: &str, address: IpAddr) -> Result<(), Wait> {
        let address = network(address);
        self.log_ins_from.take(&address)?;
        // Everything that is not a valid name shares one rate.
        self.log_ins.take(&(crate::people::name(name).unwrap_or_default(), address))
    }

    /// Takes a connection for this address; `None` if it already has its share of `most`.
    pub fn connect(&self, address: IpAddr, most: usize) -> Option<Hold<IpAddr>> {
        self.connections.take(network(address), self.doors.of_address(most))
    }

    /// Takes a live connection for this account and address, or returns the problem if either has too many.
    pub fn go_live(&self, name: &str, address: IpAddr) -> Result<[Hold<Reader>; 2], Problem> {
        let full = |whose: &str, most: usize| {
            let message = format!("{whose} has {most} live connections already: close one of them first");
            Problem::new(ProblemCode::Rate, message)
        };
        let Doors { per_account, per_address, .. } = self.doors;
        let account = self.live.take(Reader::Account(name.to_owned()), per_account);
        let address = self.live.take(Reader::Address(network(address)), per_address);
        let account = account.ok_or_else(|| full("this account", per_account))?;
        Ok([account, address.ok_or_else(|| full("your address", per_address))?])
    }

    /// Somebody resumes a live connection and wants the lines since then.
    pub fn resume(&self, name: &str, address: IpAddr) -> Result<(), Wait> {
        self.resumes_from.take(&network(address))?;
        self.resumes.take(&name.to_owned())
    }

    /// Waits for a turn for a read that replays or computes something. A caller who leaves meanwhile gives up the
    /// place.
    pub async fn read(&self, reader: Reader, is_staff: bool) -> Result<Turn, Problem> {
        // Staff may look things up as fast as their work requires.
        if !is_staff {
            self.reads.take(&reader).map_err(Wait::problem)?;
        }
        let held = self.reading.take(reader, READS_OF_ONE).ok_or_else(problem::rate)?;
        let turns = if is_staff { &self.staff } else { &self.crowd };
        let permit = tokio::time::timeout(TURN, Arc::clone(turns).acquire_owned()).await;
        match permit {
            Ok(Ok(permit)) => Ok(Turn { _held: held, _permit: permit }),
            _ => Err(problem::too_busy_to_read()),
        }
    }

    /// The rate limit of a new connection.
    pub fn connection(&self, is_service: bool) -> Connection<C> {
        let quota = if is_service { MESSAGES_OF_SERVICE } else { MESSAGES };
        let limiter = RateLimiter::new(quota, InMemoryState::default(), self.clock.clone());
        Connection { limiter }
    }
}

/// This many in ten seconds, and three times as many in a burst.
fn in_ten_seconds(times: u32) -> Quota {
    let times = NonZeroU32::new(times).unwrap_or(NonZeroU32::MIN);
    let quota = Quota::with_period(Duration::from_secs(10) / times.get());
    quota.unwrap_or(Quota::per_second(NonZeroU32::MIN)).allow_burst(times.saturating_mul(count(3)))
}

/// The rate of one live connection.
pub struct Connection<C: Clock = DefaultClock> {
    limiter: RateLimiter<NotKeyed, InMemoryState, C, NoOpMiddleware<C::Instant>>,
}

impl<C: Clock> Connection<C> {
    /// Counts a message.
    pub fn message(&self) -> Result<(), Wait> {
        let now = self.limiter.clock().now();
        self.limiter.check().map_err(|not_until| Wait(not_until.wait_time_from(now)))
    }
}

/// A request that another site's page made, or may have made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Foreign(&'static str);

impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Foreign {
    /// The problem to report, with HTTP status 403.
    pub fn problem(self) -> Problem {
        Problem::new(ProblemCode::Forbidden, self.to_string())
    }
}

/// Decides whether a request comes from our own pages, or not from a browser at all.
///
/// `own` are the origins under which this floor is reached, such as `https://floor.example`, as configured for a proxy
/// in front. If there are none, the `Host` of the request is used instead.
///
/// * An `Origin` must be ours; `null`, two of them, or anything unreadable is refused.
/// * Without an `Origin`, a request that only reads is allowed, and so is one without cookies, which can do no more
///   than a stranger may. A live connection always needs an `Origin`.
/// * `Sec-Fetch-Site`, which no page can forge, must agree.
pub fn judge(own: &[String], method: &Method, headers: &HeaderMap) -> Result<(), Foreign> {
    let upgrade = headers.contains_key(header::UPGRADE);
    let reads = matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS) && !upgrade;
    if !reads {
        match only(headers, &HeaderName::from_static("sec-fetch-site"))? {
            None | Some("same-origin" | "none") => {}
            Some(_) => return Err(Foreign("asked for by a page of another site")),
        }
    }
    let host = only(headers, &header::HOST)?;
    match only(headers, &header::ORIGIN)? {
        Some(origin) if ours(own, origin, host) => Ok(()),
        Some(_) => Err(Foreign("Origin is another site")),
        None if upgrade => Err(Foreign("a live connection needs an Origin: send that of this floor")),
        None if reads || !headers.contains_key(header::COOKIE) => Ok(()),
        None => Err(Foreign("a cookie without an Origin: send that of this floor")),
    }
}

/// The only value of a header, if the header is present.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, Foreign> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => value.to_str().map(Some).map_err(|_| Foreign("a header that is no text")),
        (Some(_), Some(_)) => Err(Foreign("a header twice")),
    }
}

fn ours(own: &[String], origin: &str, host: Option<&str>) -> bool {
    let Some((scheme, authority)) = parts(origin) else { return false };
    if own.is_empty() {
        return host.is_some_and(|host| bare(scheme, host) == authority);
    }
    own.iter().any(|own| parts(own) == Some((scheme, authority.clone())))
}

/// The scheme and authority of an origin, normalized.
fn parts(origin: &str) -> Option<(&'static str, String)> {
    let (scheme, authority) = origin.split_once("://")?;
    let scheme = ["http", "https"].into_iter().find(|known| scheme.eq_ignore_ascii_case(known))?;
    let plain = !authority.is_empty() && !authority.contains(['/', '?', '#', '@', ' ', '\\']);
    plain.then(|| (scheme, bare(scheme, authority)))
}

/// An authority in lower case, without the default port of its scheme.
fn bare(scheme: &str, authority: &str) -> String {
    let usual = if scheme == "https" { ":443" } else { ":80" };
    let lower = authority.to_ascii_lowercase();
    lower.strip_suffix(usual).map_or_else(|| lower.clone(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use governor::clock::FakeRelativeClock;

    fn times(clock: &FakeRelativeClock, take: impl Fn() -> Result<(), Wait>) -> [u32; 2] {
        let all = || (0..1000).take_while(|_| take().is_ok()).count().try_into().expect("small");
        let at_once = all();
        clock.advance(Duration::from_secs(1));
        [at_once, all()]
    }

    #[test]
    fn each_has_its_own_rate() {
        let clock = FakeRelativeClock::default();
        let limits = Limits::by(clock.clone(), &Doors::default());
        assert_eq!(times(&clock, || limits.act("ann")), [40, 10]);
        assert_eq!(times(&clock, || limits.act("bob")), [40, 10], "another account is not slowed");
        let (one, other) = (limits.connection(false), limits.connection(false));
        assert_eq!(times(&clock, || one.message()), [40, 20]);
        assert_eq!(times(&clock, || other.message()), [40, 20]);
    }

    #[test]
    fn log_ins_are_few_per_name_and_address() {
        let clock = FakeRelativeClock::default();
        let limits = Limits::by(clock.clone(), &Doors::default());
        let at = |text: &str| text.parse::<IpAddr>().expect("an address");
        assert_eq!(times(&clock, || limits.log_in("ann", at("192.0.2.1"))), [5, 0]);
        let wait = limits.log_in("ANN", at("192.0.2.1")).expect_err("the same name, the same address");
        assert!((1..=12).contains(&wait.retry_after()), "{wait:?}");
        assert_eq!((wait.problem().code, wait.problem().retry), (ProblemCode::Rate, true));
        assert!(limits.log_in("ann", at("192.0.2.2")).is_ok(), "nobody elsewhere keeps ann out");
        assert!(limits.log_in("bob", at("192.0.2.1")).is_ok(), "nor everyone behind one router");
        let many = (0..100).filter(|n| limits.log_in(&format!("n{n}"), at("192.0.2.1")).is_ok()).count();
        assert!(many < 30, "but an address has a rate of its own: {many}");
        clock.advance(Duration::from_secs(60));
        assert!(limits.log_in("ann", at("192.0.2.1")).is_ok());

        assert_eq!(times(&clock, || limits.enter(at("2001:db8:1:2::1"))), [5, 0]);
        assert!(limits.enter(at("2001:db8:1:2:ffff::9")).is_err(), "the same household");
        assert!(limits.enter(at("2001:db8:1:3::1")).is_ok());
        assert!(limits.enter(at("::ffff:192.0.2.9")).is_ok());
    }

    #[tokio::test]
    async fn costly_reads_take_turns_and_nobody_takes_them_all() {
        let doors = Doors { reads: 1000, reads_at_once: 2, ..Doors::default() };
        let limits = Limits::new(&doors);
        let who = |name: &str| Reader::Account(name.to_owned());
        let soon = async |name: &str, staff: bool| {
            let turn = tokio::time::timeout(Duration::from_millis(20), limits.read(who(name), staff)).await;
            turn.ok().map(|turn| turn.map_err(|no| no.code))
        };
        let one = soon("ann", false).await.expect("at once").expect("a turn");
        let other = soon("bob", false).await.expect("at once").expect("a turn");
        assert!(soon("eve", false).await.is_none(), "two at once, and eve waits");
        assert!(
            limits.reading.take(who("eve"), 1).is_some(),
            "whoever leaves while waiting leaves nothing behind"
        );
        assert!(soon("dan", true).await.is_some_and(|turn| turn.is_ok()), "staff have turns of their own");
        drop(one);
        let third = soon("eve", false).await;
        assert!(third.is_some_and(|turn| turn.is_ok()), "a turn that is over is the next one's");
        drop(other);
        let held: Vec<_> =
            (0..READS_OF_ONE).filter_map(|_| limits.reading.take(who("ann"), READS_OF_ONE)).collect();
        assert_eq!(held.len(), READS_OF_ONE);
        assert!(soon("ann", false).await.is_some_and(|turn| turn.err() == Some(ProblemCode::Rate)));
        assert!(soon("bob", false).await.is_some_and(|turn| turn.is_ok()), "nobody takes them all");
    }

    #[test]
    fn live_connections_are_few_per_account_and_address() {
        let doors = Doors { per_account: 2, per_address: 3, ..Doors::default() };
        let limits = Limits::new(&doors);
        let at = |text: &str| text.parse::<IpAddr>().expect("an address");
        let ann: Vec<_> = (0..5).filter_map(|_| limits.go_live("ann", at("192.0.2.1")).ok()).collect();
        assert_eq!(ann.len(), 2);
        let bob: Vec<_> = (0..5).filter_map(|_| limits.go_live("bob", at("192.0.2.1")).ok()).collect();
        assert_eq!(bob.len(), 1, "three from one address");
        assert!(limits.go_live("bob", at("192.0.2.2")).is_ok());
        drop(ann);
        assert!(limits.go_live("ann", at("192.0.2.1")).is_ok());
        assert_eq!(
            (doors.of_address(768), Doors::default().of_address(768), Doors::default().kept(40)),
            (3, 256, 20)
        );
    }

    #[test]
    fn strangers_fill_no_memory() {
        let clock = FakeRelativeClock::default();
        let limits = Limits::by(clock.clone(), &Doors::default());
        for n in 0..20_000_u32 {
            clock.advance(Duration::from_millis(20));
            limits.enter(IpAddr::V4(n.into())).expect("each for the first time");
        }
        assert!(limits.guests.limiter.len() < 2 * SWEEP);
    }

    fn asked(method: &str, lines: &[&str]) -> (Method, HeaderMap) {
        let mut headers = HeaderMap::new();
        for line in lines {
            let (name, value) = line.split_once(": ").expect("a header");
            headers.append(HeaderName::try_from(name).expect("a name"), value.parse().expect("a value"));
        }
        (method.parse().expect("a method"), headers)
    }

    #[test]
    fn only_our_own_pages_speak_for_a_browser() {
        const HOST: &str = "host: floor.example:8047";
        const OWN: &str = "origin: http://floor.example:8047";
        const COOKIE: &str = "cookie: ch47=00";
        const UPGRADE: &str = "upgrade: websocket";
        let fine: &[(&str, &[&str])] = &[
            ("GET", &[HOST]),
            ("GET", &[HOST, COOKIE]),
            ("GET", &[HOST, "sec-fetch-site: cross-site"]),
            ("POST", &[HOST]),
            ("POST", &[HOST, COOKIE, OWN]),
            ("POST", &[HOST, COOKIE, OWN, "sec-fetch-site: same-origin"]),
            ("PATCH", &[HOST, COOKIE, "origin: HTTP://FLOOR.example:8047"]),
            ("POST", &["host: floor.example", COOKIE, "origin: https://floor.example:443"]),
            ("POST", &["host: floor.example:443", COOKIE, "origin: https://floor.example"]),
            ("GET", &[HOST, COOKIE, OWN, UPGRADE]),
        ];
        for (method, lines) in fine {
            let (verb, headers) = asked(method, lines);
            assert_eq!(judge(&[], &verb, &headers), Ok(()), "{method} {lines:?}");
        }
        let foreign: &[(&str, &[&str])] = &[
            ("POST", &[HOST, COOKIE]),
            ("DELETE", &[HOST, COOKIE]),
            ("GET", &[HOST, UPGRADE]),
            ("GET", &[HOST, COOKIE, UPGRADE]),
            ("GET", &[HOST, COOKIE, UPGRADE, "origin: null"]),
            ("GET", &[HOST, COOKIE, UPGRADE, "origin: http://evil.example"]),
            ("GET", &[HOST, COOKIE, UPGRADE, OWN, "sec-fetch-site: cross-site"]),
            ("POST", &[HOST, "origin: null"]),
            ("POST", &[HOST, "origin: http://evil.example"]),
            ("POST", &[HOST, COOKIE, "origin: http://floor.example"]),
            ("POST", &[HOST, COOKIE, "origin: http://floor.example:8047.evil.example"]),
            ("POST", &[HOST, COOKIE, "origin: http://evil@floor.example:8047"]),
            ("POST", &[HOST, COOKIE, "origin: file://floor.example:8047"]),
            ("POST", &[HOST, COOKIE, OWN, "origin: http://evil.example"]),
            ("POST", &[HOST, COOKIE, OWN, "sec-fetch-site: same-site"]),
            ("POST", &[HOST, "sec-fetch-site: cross-site"]),
            ("POST", &[HOST, "host: evil.example", OWN]),
            ("POST", &[COOKIE, OWN]),
            ("GET", &[HOST, COOKIE, "origin: http://evil.example"]),
        ];
        for (method, lines) in foreign {
            let (verb, headers) = asked(method, lines);
            assert!(judge(&[], &verb, &headers).is_err(), "{method} {lines:?}");
        }
    }

    #[test]
    fn behind_a_proxy_the_house_says_its_origins() {
        let own = ["https://floor.example".to_owned()];
        let judged = |origin: &str| {
            let (method, headers) = asked("POST", &["host: 127.0.0.1:8047", "cookie: ch47=00", origin]);
            judge(&own, &method, &headers)
        };
        assert_eq!(judged("origin: https://floor.example"), Ok(()));
        assert!(judged("origin: http://floor.example").is_err(), "another scheme");
        assert!(judged("origin: http://127.0.0.1:8047").is_err(), "not a name it is known by");
        assert_eq!(judged("origin: null").map_err(|no| no.problem().code), Err(ProblemCode::Forbidden));
    }
}
