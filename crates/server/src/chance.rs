//! Secrets of windows: fresh entropy of the operating system for each, in memory only and for one round, laid open when
//! its window is over. A process that dies takes them with it, and the windows are given up on the record.

use crate::{actor::Ask, keys::entropy};
use books::{Deal, Hash, Key, Menu, Secret, Window, delayed};
use std::{
    collections::BTreeMap,
    io,
    sync::{OnceLock, mpsc},
    time::Duration,
};
use zeroize::Zeroizing;

/// How a table waits for the people in its panels.
#[derive(Clone, Copy, Debug)]
pub struct Drawing {
    /// How long a locked window waits for parts.
    pub patience: Duration,
    /// The steps of the delay when three windows have failed.
    pub steps: u64,
}

impl Drawing {
    /// As a floor is run: the delay takes about four seconds of one core.
    pub const USUAL: Drawing = Drawing { patience: Duration::from_millis(800), steps: 33_000_000 };
}

impl Default for Drawing {
    fn default() -> Drawing {
        Drawing::USUAL
    }
}

/// The secrets of a table.
#[derive(Default)]
pub struct Chance {
    secrets: BTreeMap<u64, Secret>,
    /// The commitment made last, to notice entropy that repeats itself.
    last: Option<Hash>,
    /// The window being dealt, as far as it has got.
    deal: Option<(u64, Deal)>,
    /// The key of the window that was turned last: the next lot is drawn from it.
    turned: Option<(u64, Key)>,
    key: Option<(u64, Key)>,
}

impl Chance {
    /// A new secret: the commitment to it.
    pub fn make(&mut self, table: &str, window: u64) -> io::Result<Hash> {
        let bytes: Zeroizing<[u8; 32]> = Zeroizing::new(entropy()?);
        // Entropy that is stuck would open every window: two equal secrets are never chance.
        let print = Hash::of(&[b"ch47 repeats", &bytes[..]]);
        if *bytes == [0; 32] || self.last == Some(print) {
            return Err(io::Error::other("the system's entropy repeats itself"));
        }
        self.last = Some(print);
        let secret = Secret::from_bytes(*bytes);
        #[cfg(feature = "faults")]
        crate::faults::leak(&format!("secret {table} {window} {}", secret.reveal()));
        let commitment = secret.commitment(table, window);
        self.secrets.insert(window, secret);
        Ok(commitment)
    }

    /// A window is mixed without a delay: dealing begins. False if its secret is not to be had.
    pub fn begin(&mut self, window: &Window) -> bool {
        let key = self.secrets.get(&window.number).and_then(|secret| window.key(secret));
        key.is_some_and(|key| self.begin_with(window, key))
    }

    /// A window begins with the key that came out of its delay.
    pub fn begin_with(&mut self, window: &Window, key: Key) -> bool {
        self.deal = window.fresh(&key).ok().map(|deal| (window.number, deal));
        self.key = Some((window.number, key));
        self.deal.is_some()
    }

    /// Whether something can be drawn from a window.
    pub fn is_dealing(&self, window: u64) -> bool {
        self.deal.as_ref().is_some_and(|(number, _)| *number == window)
    }

    /// What the window shows next.
    pub fn draw(&mut self, window: u64, menu: &Menu) -> Option<String> {
        let (_, deal) = self.deal.as_mut().filter(|(number, _)| *number == window)?;
        deal.draw(menu).map(|place| menu[place].0.clone())
    }

    /// Lays a secret open and forgets it.
    pub fn turn(&mut self, window: u64) -> Option<Hash> {
        self.deal = None;
        self.turned = self.key.take().filter(|(number, _)| *number == window).or(self.turned.take());
        self.secrets.remove(&window).map(|secret| Hash(*secret.bytes()))
    }

    /// Forgets a window that is given up.
    pub fn forget(&mut self, window: u64) {
        (self.deal, self.key) = (None, None);
        self.secrets.remove(&window);
    }

    /// The key of a window that was turned, if it is still known.
    pub fn turned(&self, window: u64) -> Option<&Key> {
        self.turned.as_ref().filter(|(number, _)| *number == window).map(|(_, key)| key)
    }

    /// Sends a window through its delay; the table hears of it when it is done.
    pub fn delay(&self, window: &Window, table: tokio::sync::mpsc::WeakSender<Ask>) -> Option<()> {
        let secret = Secret::from_bytes(*self.secrets.get(&window.number)?.bytes());
        let (number, salt, steps) = (window.number, window.salt()?, window.steps);
        delays().send(Delay { secret, salt, steps, number, table }).ok()
    }
}

/// A window on its way through the delay.
struct Delay {
    secret: Secret,
    salt: Hash,
    steps: Option<u64>,
    number: u64,
    table: tokio::sync::mpsc::WeakSender<Ask>,
}

/// The one thread that computes delays, for all tables: they are rare, and must not take the machine from the others.
fn delays() -> &'static mpsc::Sender<Delay> {
    static DELAYS: OnceLock<mpsc::Sender<Delay>> = OnceLock::new();
    DELAYS.get_or_init(|| {
        let (send, queue) = mpsc::channel::<Delay>();
        let work = move || {
            for Delay { secret, salt, steps, number, table } in queue {
                let key = Key::of(&delayed(&secret, salt, steps), salt);
                if let Some(table) = table.upgrade() {
                    let _ = table.blocking_send(Ask::Delayed(number, key));
                }
            }
        };
        // Without a thread nothing is computed, and the sender says so to whoever asks.
        let _ = std::thread::Builder::new().name("delays".to_owned()).spawn(work);
        send
    })
}

/// Keeps the memory of this process, and with it the secrets of its tables, out of core dumps and away from processes of the
/// same user. What the system does not allow is said in the log; the floor runs without it.
pub fn keep_memory_private() {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let none = Rlimit { current: Some(0), maximum: Some(0) };
    if let Err(error) = setrlimit(Resource::Core, none) {
        tracing::warn!(%error, "core dumps cannot be turned off");
    }
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable)
    {
        tracing::warn!(%error, "other processes of this user can read this one's memory");
    }
}

/// Chance that blinds a line of a journal.
pub fn salt() -> String {
    entropy::<16>()
        .map_or_else(|_| String::new(), |bytes| bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
