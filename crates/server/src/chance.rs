//! The secrets of windows. Each is fresh entropy from the operating system, kept in memory only and for one round, and
//! revealed when its window is over. If the process dies they are lost, and the journal records that their windows were
//! abandoned.

use crate::{actor::Ask, keys::entropy};
use books::{Deal, Hash, Key, Menu, Secret, Window, delayed};
use std::{
    collections::BTreeMap,
    io,
    sync::{OnceLock, mpsc},
    time::Duration,
};
use zeroize::Zeroizing;

/// How a table waits for the members of its panels.
#[derive(Clone, Copy, Debug)]
pub struct Drawing {
    /// How long a locked window waits for parts.
    pub patience: Duration,
    /// How many steps the delay has after three windows have failed.
    pub steps: u64,
}

impl Drawing {
    /// The usual settings: the delay takes about four seconds on one core. A telephone on a slow line answers within two
    /// seconds, and a draw waits only while a part is missing.
    pub const USUAL: Drawing = Drawing { patience: Duration::from_secs(2), steps: 33_000_000 };
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
    /// A hash of the last secret, to notice entropy that repeats itself.
    last: Option<Hash>,
    /// The window being dealt, and its deal so far.
    deal: Option<(u64, Deal)>,
    /// The key of the last revealed window, from which the next lot is drawn.
    turned: Option<(u64, Key)>,
    key: Option<(u64, Key)>,
}

impl Chance {
    /// Makes a new secret and returns the commitment to it.
    pub fn make(&mut self, table: &str, window: u64) -> io::Result<Hash> {
        let bytes: Zeroizing<[u8; 32]> = Zeroizing::new(entropy()?);
        // If entropy is stuck, every window is predictable. Two equal secrets never happen by chance.
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

    /// Begins dealing a window that was mixed without a delay. Returns false if its secret is not available.
    pub fn begin(&mut self, window: &Window) -> bool {
        let key = self.secrets.get(&window.number).and_then(|secret| window.key(secret));
        key.is_some_and(|key| self.begin_with(window, key))
    }

    /// Begins dealing a window with the key that its delay produced.
    pub fn begin_with(&mut self, window: &Window, key: Key) -> bool {
        self.deal = window.fresh(&key).ok().map(|deal| (window.number, deal));
        self.key = Some((window.number, key));
        self.deal.is_some()
    }

    /// Whether something can be drawn from a window.
    pub fn is_dealing(&self, window: u64) -> bool {
        self.deal.as_ref().is_some_and(|(number, _)| *number == window)
    }

    /// Draws what the window shows next.
    pub fn draw(&mut self, window: u64, menu: &Menu) -> Option<String> {
        let (_, deal) = self.deal.as_mut().filter(|(number, _)| *number == window)?;
        deal.draw(menu).map(|place| menu[place].0.clone())
    }

    /// Removes a secret and returns it, to be revealed.
    pub fn turn(&mut self, window: u64) -> Option<Hash> {
        self.deal = None;
        self.turned = self.key.take().filter(|(number, _)| *number == window).or(self.turned.take());
        self.secrets.remove(&window).map(|secret| Hash(*secret.bytes()))
    }

    /// Forgets a window that is abandoned.
    pub fn forget(&mut self, window: u64) {
        (self.deal, self.key) = (None, None);
        self.secrets.remove(&window);
    }

    /// The key of a revealed window, if it is still known.
    pub fn turned(&self, window: u64) -> Option<&Key> {
        self.turned.as_ref().filter(|(number, _)| *number == window).map(|(_, key)| key)
    }

    /// Starts the delay of a window; the table is told when it is finished.
    pub fn delay(&self, window: &Window, table: tokio::sync::mpsc::WeakSender<Ask>) -> Option<()> {
        let secret = Secret::from_bytes(*self.secrets.get(&window.number)?.bytes());
        let (number, salt, steps) = (window.number, window.salt()?, window.steps);
        delays().send(Delay { secret, salt, steps, number, table }).ok()
    }
}

/// A window whose delay is being computed.
struct Delay {
    secret: Secret,
    salt: Hash,
    steps: Option<u64>,
    number: u64,
    table: tokio::sync::mpsc::WeakSender<Ask>,
}

/// The only thread that computes delays, for all tables: they are rare, and must not take the machine away from other
/// work.
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
        // If the thread cannot be started, nothing is computed, and sending to it fails.
        let _ = std::thread::Builder::new().name("delays".to_owned()).spawn(work);
        send
    })
}

/// Keeps the memory of this process, and with it the secrets of its tables, out of core dumps and away from other
/// processes of the same user. If the system does not allow this, a warning is logged and the floor runs without it.
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

/// The random salt that blinds a line of a journal. Without entropy there is no line, since an empty salt would blind
/// nothing.
pub fn salt() -> io::Result<String> {
    Ok(hex(entropy::<16>()?))
}

fn hex(bytes: [u8; 16]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
