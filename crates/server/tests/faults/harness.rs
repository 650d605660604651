//! Starts floors in separate processes, records what they acknowledge, breaks them, and inspects what is left.

use crate::child;
use server::{
    Floor,
    audit::{Report, audit},
    keys::Keys,
    store,
};
use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    sync::{
        Arc, Condvar, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// How often a test repeats: this often in CI, more often in a soak.
pub fn times(in_ci: usize) -> usize {
    let soak = std::env::var("CH47_SOAK").ok().and_then(|times| times.parse::<usize>().ok());
    in_ci * soak.unwrap_or(1).max(1)
}

/// Reports that something was not tested, and why; fails where it must be tested.
pub fn skip(what: &str, why: &str) {
    let required = std::env::var("CH47_REQUIRE_FAULTS").as_deref() == Ok("1");
    assert!(!required, "{what} is required: {why}");
    eprintln!("SKIPPED: {what} was NOT tested: {why}");
}

/// Whether this is root.
pub fn is_root() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status.lines().any(|line| line.starts_with("Uid:\t0\t"))
}

/// Runs a command of the system; returns its output if it succeeded.
pub fn system(program: &str, args: &[&str]) -> Result<String, String> {
    let shown = format!("{program} {}", args.join(" "));
    let output = Command::new(program).args(args).output().map_err(|error| format!("{shown}: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!("{shown}: {}", String::from_utf8_lossy(&output.stderr))),
    }
}

/// Numbers that only have to differ; the seed is printed with a failure, so that it can be reproduced.
pub struct Dice(u64);

impl Dice {
    pub fn new(name: &str) -> Dice {
        let seed = std::env::var("CH47_SEED").ok().and_then(|seed| seed.parse().ok());
        let seed = seed.unwrap_or_else(|| {
            let mut bytes = [0; 8];
            getrandom::fill(&mut bytes).expect("chance");
            u64::from_le_bytes(bytes) | 1
        });
        eprintln!("{name}: CH47_SEED={seed}");
        Dice(seed)
    }

    /// From 0 to less than `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) % n
    }
}

/// What people at a floor sent, and what they were told.
#[derive(Clone, Default, Debug)]
pub struct Heard {
    /// The address of the floor, once it is known.
    pub address: Option<String>,
    /// The one-time link of the first administrator.
    pub link: Option<String>,
    /// Everything that was printed, except the link.
    pub words: Vec<String>,
    /// By table and key: who sent which line.
    pub sent: BTreeMap<(String, String), (String, String)>,
    /// By table and key: number and hash of the line.
    pub acked: BTreeMap<(String, String), (u64, String)>,
    /// Requests without effect, with the reason that was given.
    pub refused: BTreeMap<(String, String), String>,
    /// Why people stopped.
    pub stopped: Option<String>,
    pub ended: bool,
}

impl Heard {
    fn hear(&mut self, line: &str) {
        // On one core, the test's name comes before its first output.
        let mut words = line.trim_start_matches("test child::child ... ").splitn(2, ' ');
        let (kind, rest) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let words: Vec<&str> = rest.splitn(4, ' ').collect();
        match (kind, words.as_slice()) {
            ("link", [link]) => {
                self.link = Some((*link).to_owned());
                return;
            }
            ("ready", [address]) => self.address = Some((*address).to_owned()),
            ("sent", [table, person, key, line]) => {
                let request = ((*person).to_owned(), (*line).to_owned());
                self.sent.insert(((*table).to_owned(), (*key).to_owned()), request);
            }
            ("ack", [table, key, seq, leaf]) => {
                let receipt = (seq.parse().expect("a number"), (*leaf).to_owned());
                self.acked.insert(((*table).to_owned(), (*key).to_owned()), receipt);
            }
            ("refused", [table, key, ..]) => {
                self.refused.insert(((*table).to_owned(), (*key).to_owned()), rest.to_owned());
            }
            ("stopped", _) => self.stopped = Some(rest.to_owned()),
            _ => {}
        }
        self.words.push(line.to_owned());
    }

    /// The requests that were not answered.
    pub fn open(&self) -> impl Iterator<Item = (&(String, String), &(String, String))> {
        self.sent.iter().filter(|(key, _)| !self.acked.contains_key(key) && !self.refused.contains_key(key))
    }
}

/// A floor in a separate process.
pub struct Process {
    child: Child,
    heard: Arc<(Mutex<Heard>, Condvar)>,
    listener: Option<JoinHandle<()>>,
}

/// Starts a floor in this folder. If a boot is named, people play at it.
pub fn start(folder: &Path, boot: Option<&str>, settings: &[(&str, &str)]) -> Process {
    start_under(&[], folder, boot, settings)
}

/// The same under another program, such as `strace`.
pub fn start_under(
    wrapper: &[&str],
    folder: &Path,
    boot: Option<&str>,
    settings: &[(&str, &str)],
) -> Process {
    let this = std::env::current_exe().expect("this binary");
    let mut command = match wrapper {
        [] => Command::new(this),
        [program, args @ ..] => {
            let mut command = Command::new(program);
            command.args(args).arg(this);
            command
        }
    };
    command.args(["--exact", "child::child", "--nocapture"]);
    command.env("CH47_FOLDER", folder).env_remove("CH47_FAULT").envs(settings.iter().copied());
    if let Some(boot) = boot {
        command.env("CH47_LOAD", boot);
    }
    let quiet = if std::env::var_os("CH47_LOUD").is_some() { Stdio::inherit() } else { Stdio::null() };
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(quiet).spawn().expect("a process");
    let out = child.stdout.take().expect("its output is piped");
    let heard = Arc::new((Mutex::new(Heard::default()), Condvar::new()));
    let hears = Arc::clone(&heard);
    let listener = thread::spawn(move || {
        let mut out = BufReader::new(out);
        let mut line = String::new();
        // A line without an end was cut off, and does not count.
        while out.read_line(&mut line).is_ok_and(|read| read > 0) && line.ends_with('\n') {
            hears.0.lock().expect("no panic").hear(line.trim_end());
            hears.1.notify_all();
            line.clear();
        }
        hears.0.lock().expect("no panic").ended = true;
        hears.1.notify_all();
    });
    Process { child, heard, listener: Some(listener) }
}

impl Process {
    /// Waits until it has printed something; returns whether it did so in time.
    pub fn wait_for(&self, patience: Duration, said: impl Fn(&Heard) -> bool) -> bool {
        let heard = self.heard.0.lock().expect("no panic");
        let waiting = |heard: &mut Heard| !said(heard) && !heard.ended;
        let (heard, _) = self.heard.1.wait_timeout_while(heard, patience, waiting).expect("no panic");
        said(&heard)
    }

    /// Waits until it accepts connections; returns the address.
    pub fn ready(&self) -> Option<String> {
        self.wait_for(Duration::from_secs(60), |heard| heard.address.is_some());
        self.heard.0.lock().expect("no panic").address.clone()
    }

    /// What was printed so far.
    pub fn so_far(&self) -> Heard {
        self.heard.0.lock().expect("no panic").clone()
    }

    /// Sends it a signal.
    pub fn signal(&self, signal: &str) {
        system("kill", &[&format!("-{signal}"), &self.child.id().to_string()]).expect("a signal");
    }

    /// Kills it; returns everything that it had printed.
    pub fn kill(mut self) -> Heard {
        // SIGKILL; it may already have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.listener.take().expect("it listens").join().expect("it listened");
        self.so_far()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The result of inspecting a floor after a fault.
#[derive(Default, Debug)]
pub struct Verdict {
    pub acked: usize,
    /// Lines that were acknowledged but are not there.
    pub lost: Vec<String>,
    /// The number of durable lines that nobody was told about.
    pub untold: usize,
    /// The number of requests sent again after the fault.
    pub again: usize,
    /// Whether the floor itself found that it had lost what it acknowledged, and did not start.
    pub refused: bool,
    pub report: Report,
}

impl Verdict {
    /// Whether nothing is lost and everything follows from the journals.
    pub fn is_well(&self) -> bool {
        self.lost.is_empty() && self.report.findings.is_empty() && !self.refused
    }
}

pub fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime")
}

/// Opens a floor that does nothing by itself.
pub async fn open(folder: &Path) -> Arc<Floor> {
    let still = child::config(folder.to_owned(), Duration::from_secs(3600));
    Floor::open(still).await.expect("the floor opens")
}

/// The same after a fault. A floor that finds itself older than what it acknowledged does not start; in that case
/// what is left of it is inspected without the high-water mark.
async fn open_what_is_left(folder: &Path) -> (Arc<Floor>, bool) {
    let still = child::config(folder.to_owned(), Duration::from_secs(3600));
    match Floor::open(still).await {
        Ok(floor) => (floor, false),
        Err(why) => {
            assert!(why.to_string().contains("was acknowledged"), "{why}");
            std::fs::remove_file(folder.join(server::high_water::FILE)).expect("a mark");
            (open(folder).await, true)
        }
    }
}

/// Closes it, so that it can be opened again.
pub async fn close(floor: Arc<Floor>) {
    floor.close().await;
    let thread = floor.take_thread().expect("the writer's thread");
    drop(floor);
    tokio::task::spawn_blocking(|| thread.join()).await.expect("a thread").expect("the writer ends well");
}

/// Audits what is on the disk.
pub fn look(folder: &Path) -> Report {
    let keys = Keys::open(folder).expect("the keys");
    let mut reader = store::open_reader(&folder.join("floor.db").to_string_lossy()).expect("a floor");
    audit(&mut *reader, Some(&keys)).expect("the database can be read")
}

/// Opens a floor after a fault, looks for everything that was acknowledged, sends everything unanswered again, twice,
/// checks that it has one effect, and audits the whole floor.
pub fn inspect(folder: &Path, heard: &Heard) -> Verdict {
    let mut verdict = Verdict { acked: heard.acked.len(), ..Verdict::default() };
    runtime().block_on(async {
        let (floor, refused) = open_what_is_left(folder).await;
        verdict.refused = refused;
        let heard_in = heard.clone();
        let (lost, untold) = floor
            .read(move |store| {
                let mut lost = Vec::new();
                for ((table, key), (seq, leaf)) in &heard_in.acked {
                    let kept = store.find_key(table, key)?.map(|kept| kept.seq);
                    let line = store.lines(table, *seq, 1)?.pop().map(|line| line.leaf.to_string());
                    if (kept, line.as_ref()) != (Some(*seq), Some(leaf)) {
                        lost.push(format!("{table} {key}: line {seq} was acknowledged, found {kept:?}"));
                    }
                }
                let mut untold = 0;
                for ((table, key), _) in heard_in.open() {
                    untold += usize::from(store.find_key(table, key)?.is_some());
                }
                Ok((lost, untold))
            })
            .await
            .expect("the store can be read");
        (verdict.lost, verdict.untold) = (lost, untold);
        verdict.again = send_again(&floor, heard).await;
        close(floor).await;
    });
    // If one key had two lines, the table of keys could not hold both: the audit compares.
    verdict.report = look(folder);
    verdict
}

/// Sends unanswered requests again, twice; returns how many there were.
async fn send_again(floor: &Arc<Floor>, heard: &Heard) -> usize {
    let mut count = 0;
    for ((table, key), (person, line)) in heard.open() {
        // A cut that loses acknowledged lines may lose the whole table; losses are counted elsewhere.
        let Some(handle) = floor.here(table) else { continue };
        let mut answers = Vec::new();
        for _ in 0..2 {
            let (name, entry) = child::request(key, line);
            answers.push(handle.write(person, name, entry).await);
        }
        assert!(
            answers[0].is_ok()
                || answers[0].as_ref().is_err_and(|why| why.code == protocol::ProblemCode::Poor)
        );
        assert_eq!(answers[0], answers[1], "the same key has the same answer");
        count += 1;
    }
    count
}

/// The same on a shared floor, once the tables are free.
pub fn resend(folder: &Path, url: &str, all: &[Heard]) -> usize {
    runtime().block_on(async {
        let mut still = child::config(folder.to_owned(), Duration::from_secs(3600));
        still.database = Some(url.to_owned());
        let floor = Floor::open(still).await.expect("the floor opens");
        let patience = Instant::now() + Duration::from_secs(20);
        while child::TABLES.iter().any(|(table, ..)| floor.here(table).is_none()) {
            assert!(Instant::now() < patience, "the tables become free");
            floor.claim_all().await.expect("the store answers");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let mut count = 0;
        for heard in all {
            count += send_again(&floor, heard).await;
        }
        close(floor).await;
        count
    })
}

/// A separate folder for a floor, in memory if possible, so that only what is tested takes time.
pub fn folder() -> tempfile::TempDir {
    match tempfile::tempdir_in("/dev/shm") {
        Ok(folder) => folder,
        Err(_) => tempfile::tempdir().expect("a folder"),
    }
}

/// A name that no other start of a floor has.
pub fn boot() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    format!("boot-{}", COUNT.fetch_add(1, Ordering::Relaxed))
}

/// The status of a GET, and its body; 0 if nobody answers.
pub fn get(address: &str, path: &str) -> (u16, String) {
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .timeout_global(Some(Duration::from_secs(5)))
        .http_status_as_error(false)
        .build()
        .into();
    match agent.get(format!("http://{address}{path}")).call() {
        Ok(mut answer) => (answer.status().as_u16(), answer.body_mut().read_to_string().unwrap_or_default()),
        Err(_) => (0, String::new()),
    }
}

/// Asks until the condition holds, and returns how long that took.
pub fn until(patience: Duration, mut so: impl FnMut() -> bool) -> Option<Duration> {
    let begun = Instant::now();
    while begun.elapsed() < patience {
        if so() {
            return Some(begun.elapsed());
        }
        thread::sleep(Duration::from_millis(20));
    }
    None
}
