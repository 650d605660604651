//! How much of the floor one client may use at once, and how a client's address is determined.

use crate::keys::Keys;
use axum::http::{HeaderMap, HeaderName};
use std::{
    collections::HashMap,
    fmt,
    hash::Hash,
    net::{IpAddr, Ipv6Addr},
    str::FromStr,
    sync::{Arc, Mutex, PoisonError},
};

/// Limits per client. The defaults suit a floor that is open to the internet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doors {
    /// The most connections in total, if the operating system allows that many files.
    pub connections: usize,
    /// The most connections from one address; with IPv6, from one /64.
    pub per_address: usize,
    /// The most live connections of one account.
    pub per_account: usize,
    /// New guests a minute from one address; with IPv6, from one /64.
    pub guests: u32,
    /// Connections reserved for staff and for health checks.
    pub reserved: usize,
    /// Reads that replay or compute something: how many in 10 seconds for each account, or for each address without a
    /// sign-in. Three times as many may come in a burst.
    pub reads: u32,
    /// How many of those may run at the same time for players and strangers. Staff have the same number to themselves.
    pub reads_at_once: usize,
    /// Resumed live connections in 10 seconds for each account; eight times as many for each address, which people may
    /// share. Three times as many may come in a burst.
    pub resumes: u32,
    /// The reverse proxies whose `X-Forwarded-For` is trusted.
    pub trusted: Vec<Network>,
}

impl Default for Doors {
    fn default() -> Doors {
        Doors {
            connections: 12_000,
            per_address: 256,
            per_account: 16,
            guests: 5,
            reserved: 32,
            reads: 20,
            reads_at_once: 4,
            resumes: 10,
            trusted: Vec::new(),
        }
    }
}

impl Doors {
    /// Limits for tests and measurements, where one machine acts as all clients: each may use as much as all together.
    pub fn wide() -> Doors {
        Doors {
            per_address: usize::MAX,
            per_account: usize::MAX,
            reserved: 0,
            reads: 100_000,
            reads_at_once: 64,
            resumes: 100_000,
            ..Doors::default()
        }
    }

    /// The most connections this process can have, leaving some files for the store.
    pub fn most(&self) -> usize {
        let files = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
        let files = files.and_then(|files| usize::try_from(files).ok()).unwrap_or(self.connections);
        self.connections.min(files / 4 * 3).max(1)
    }

    /// How many of this many connections are reserved for staff: never more than half.
    pub fn kept(&self, most: usize) -> usize {
        self.reserved.min(most / 2)
    }

    /// The most of this many connections that one address may have: never more than half of them.
    pub fn of_address(&self, most: usize) -> usize {
        if self.per_address == usize::MAX { most } else { self.per_address.min(most.div_ceil(2)).max(1) }
    }

    /// Whether this is a trusted reverse proxy.
    pub fn trusts(&self, address: IpAddr) -> bool {
        self.trusted.iter().any(|network| network.has(address))
    }

    /// The address of the client. A trusted proxy appends the address of its peer to `X-Forwarded-For`, so the last
    /// address that is not itself a trusted proxy is the client. The client may have forged anything before that.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer;
        let values: Vec<&str> =
            headers.get_all(FORWARDED).iter().map(|value| value.to_str().unwrap_or_default()).collect();
        for hop in values.iter().rev().flat_map(|value| value.rsplit(',')) {
            if !self.trusts(client) {
                break;
            }
            let Some(before) = hop_address(hop.trim()) else { break };
            client = before;
        }
        plain(client)
    }
}

const FORWARDED: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Parses an address as proxies write it: alone, or with a port.
fn hop_address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.split(']').next());
    let alone = bare.unwrap_or(text).parse().ok();
    alone.or_else(|| text.parse().ok().map(|with_port: std::net::SocketAddr| with_port.ip()))
}

/// Converts an IPv4-mapped IPv6 address to IPv4.
fn plain(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(six) => six.to_ipv4_mapped().map_or(address, IpAddr::V4),
        four => four,
    }
}

/// The network that an address is counted under: a household with IPv6 has 2^64 addresses.
pub fn network(address: IpAddr) -> IpAddr {
    match plain(address) {
        IpAddr::V6(six) => IpAddr::V6(Ipv6Addr::from_bits(six.to_bits() & !u128::from(u64::MAX))),
        four => four,
    }
}

/// An address range, such as `10.0.0.0/8` or `fd00::/8`, or a single address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

impl Network {
    /// Whether an address belongs to it.
    pub fn has(&self, address: IpAddr) -> bool {
        match (self.address, plain(address)) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                same(own.to_bits().into(), other.to_bits().into(), 32 - u32::from(self.bits))
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                same(own.to_bits(), other.to_bits(), 128 - u32::from(self.bits))
            }
            _ => false,
        }
    }
}

fn same(one: u128, other: u128, free: u32) -> bool {
    (one ^ other).checked_shr(free).unwrap_or(0) == 0
}

/// The text is not a network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotANetwork(String);

impl fmt::Display for NotANetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "not a network: {:?}; write an address such as 10.0.0.7, or a range such as 10.0.0.0/8",
            self.0
        )
    }
}

impl std::error::Error for NotANetwork {}

impl FromStr for Network {
    type Err = NotANetwork;
    fn from_str(text: &str) -> Result<Network, NotANetwork> {
        let no = || NotANetwork(text.to_owned());
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse::<u8>().map_err(|_| no())?)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| no())?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.unwrap_or(most);
        if bits > most { Err(no()) } else { Ok(Network { address, bits }) }
    }
}

/// The address of the client, after proxies and other nodes have been taken into account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Client(pub IpAddr);

/// The header in which a node states the client of a request it forwards. Only nodes have the key that signs it.
pub const VOUCHED: HeaderName = HeaderName::from_static("x-ch47-client");

/// How old such a statement may be, in milliseconds. The nodes' clocks must agree this closely.
const FRESH: i64 = 60_000;

/// A node's signed statement that a request comes from this address.
pub fn vouch(keys: &Keys, client: IpAddr, now: i64) -> String {
    keys.sign_note(&format!("{client} {now}"))
}

/// The client's address, if a node of this floor has recently vouched for it.
pub fn vouched(keys: &Keys, headers: &HeaderMap, now: i64) -> Option<IpAddr> {
    let note = keys.read_note(headers.get(VOUCHED)?.to_str().ok()?)?;
    let (client, at) = note.split_once(' ')?;
    let fresh = at.parse::<i64>().is_ok_and(|at| (now - FRESH..=now + FRESH).contains(&at));
    client.parse().ok().filter(|_| fresh)
}

/// Counts how many of something each key holds at the moment.
pub struct Held<K: Hash + Eq + Clone>(Arc<Mutex<HashMap<K, usize>>>);

impl<K: Hash + Eq + Clone> Default for Held<K> {
    fn default() -> Held<K> {
        Held(Arc::default())
    }
}

impl<K: Hash + Eq + Clone> Held<K> {
    /// Takes one more, unless the key already holds `most`; dropping it gives it back.
    pub fn take(&self, key: K, most: usize) -> Option<Hold<K>> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = all.get(&key).copied().unwrap_or(0);
        if count >= most {
            return None;
        }
        all.insert(key.clone(), count + 1);
        Some(Hold { all: Arc::clone(&self.0), key })
    }
}

/// One unit held by a key.
pub struct Hold<K: Hash + Eq + Clone> {
    all: Arc<Mutex<HashMap<K, usize>>>,
    key: K,
}

impl<K: Hash + Eq + Clone> Drop for Hold<K> {
    fn drop(&mut self) {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        match all.get_mut(&self.key) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(all.remove(&self.key)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn networks_are_read_and_have_their_addresses() {
        let net = |text: &str| text.parse::<Network>();
        assert!(net("10.0.0.0/8").is_ok_and(|net| net.has(at("10.255.1.2")) && !net.has(at("11.0.0.1"))));
        assert!(net("10.0.0.7").is_ok_and(|net| net.has(at("::ffff:10.0.0.7")) && !net.has(at("10.0.0.8"))));
        assert!(net("0.0.0.0/0").is_ok_and(|net| net.has(at("8.8.8.8")) && !net.has(at("::1"))));
        assert!(net("fd00::/8").is_ok_and(|net| net.has(at("fdff::1")) && !net.has(at("fe00::1"))));
        for wrong in ["", "10.0.0.0/33", "10.0.0/8", "x", "10.0.0.0/-1", "fd00::/129", "10.0.0.0/8/8"] {
            assert!(net(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn only_a_trusted_proxy_says_who_the_client_is() {
        let trusted = ["10.0.0.0/8", "192.0.2.7"].map(|text| text.parse().expect("a network")).to_vec();
        let doors = Doors { trusted, ..Doors::default() };
        let asked = |peer: &str, lines: &[&str]| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append(FORWARDED, line.parse().expect("a value"));
            }
            doors.client(at(peer), &headers).to_string()
        };
        assert_eq!(
            asked("203.0.113.9", &["198.51.100.1"]),
            "203.0.113.9",
            "a stranger's word counts for nothing"
        );
        assert_eq!(asked("10.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(
            asked("10.0.0.1", &["6.6.6.6, 198.51.100.1, 192.0.2.7"]),
            "198.51.100.1",
            "the last untrusted"
        );
        assert_eq!(asked("10.0.0.1", &["6.6.6.6", "198.51.100.1"]), "198.51.100.1", "over several headers");
        assert_eq!(asked("10.0.0.1", &["[2001:db8::1]:4711"]), "2001:db8::1");
        assert_eq!(asked("10.0.0.1", &["198.51.100.1:80"]), "198.51.100.1");
        for nonsense in ["", "unknown", "6.6.6.6, x", ","] {
            assert_eq!(asked("10.0.0.1", &[nonsense]), "10.0.0.1", "{nonsense:?}");
        }
        assert_eq!(Doors::default().client(at("10.0.0.1"), &HeaderMap::new()), at("10.0.0.1"));
    }

    #[test]
    fn only_a_node_gives_its_word_for_a_client() {
        let (one, other) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let made = |folder: &std::path::Path| {
            Keys::make(folder).expect("made");
            Keys::open(folder).expect("keys")
        };
        let (keys, strangers) = (made(one.path()), made(other.path()));
        let sent = |word: String| {
            let mut headers = HeaderMap::new();
            headers.insert(VOUCHED, word.parse().expect("a value"));
            vouched(&keys, &headers, 1_000_000)
        };
        let client = at("198.51.100.1");
        assert_eq!(sent(vouch(&keys, client, 1_000_000)), Some(client));
        assert_eq!(sent(vouch(&keys, client, 900_000)), None, "too old");
        assert_eq!(sent(vouch(&strangers, client, 1_000_000)), None, "another floor's key");
        for forged in ["198.51.100.1", "", "00", "zz", &"00".repeat(40)] {
            assert_eq!(sent(forged.to_owned()), None, "{forged}");
        }
    }

    #[test]
    fn what_is_held_is_given_back() {
        let held = Held::default();
        let (one, other) = (held.take("ann", 2), held.take("ann", 2));
        assert!(one.is_some() && other.is_some() && held.take("ann", 2).is_none());
        assert!(held.take("bob", 1).is_some(), "each for itself");
        drop(one);
        assert!(held.take("ann", 2).is_some());
        drop(other);
        assert!(held.0.lock().expect("no panic").is_empty(), "nobody is remembered for nothing");
    }
}
