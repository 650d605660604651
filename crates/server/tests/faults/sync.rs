//! DUR-4: the disk says that a sync failed. What was on its way may or may not be there, and asking again would be
//! answered yes: so nothing more is acknowledged, the floor says so, and a new start looks at what is durable.

use crate::harness::{Heard, Verdict, boot, folder, get, inspect, skip, start_under, system, times};
use std::time::Duration;

/// The kinds of sync a program can ask for; SQLite asks for the first or the second, depending on how it was built.
const SYNCS: &str = "fsync,fdatasync";

/// What the floor did after sync number `k` of a thread failed: of the one that commits, or of the one that writes the
/// log back, whichever comes there first.
struct Broken {
    heard: Heard,
    /// Whether a sync of a file failed. SQLite also syncs the folder, and does not mind if that fails; the store has
    /// done so before.
    of_file: bool,
    /// What `/readyz` said.
    health: (u16, String),
    verdict: Verdict,
}

fn strace() -> bool {
    let works = system("strace", &["-f", "-e", "trace=none", "true"]);
    if let Err(why) = &works {
        skip("a failing sync", why);
    }
    works.is_ok()
}

/// A floor that has begun well before, so that sync 1 is one of a running floor's.
fn fail_sync(k: usize, fault: &str) -> Broken {
    let floor = folder();
    // Twice: the first time to make the files, so that the syncs counted are those of a floor at work.
    let first = crate::harness::start(floor.path(), Some(&boot()), &[]);
    first.ready().expect("the doors open");
    let before = first.kill();
    assert!(inspect(floor.path(), &before).is_well());
    let inject = format!("inject={SYNCS}:error=EIO:when={k}");
    let trace = format!("trace={SYNCS}");
    // -D: the process that is started is the floor, and strace a child of it; so it is the floor that is killed.
    let log = floor.path().join("strace.log");
    let injected = || {
        let log = std::fs::read_to_string(&log).unwrap_or_default();
        let of_folder = format!("<{}>", floor.path().display());
        // The high-water mark is no part of the store: it is written again a second later.
        let of_store = |line: &&str| !line.contains(&of_folder) && !line.contains("high-water");
        log.lines().filter(of_store).any(|line| line.contains("INJECTED"))
    };
    let to = log.to_string_lossy();
    let wrapper = ["strace", "-D", "-f", "-qq", "-y", "-o", &*to, "-e", &trace, "-e", &inject];
    let process = start_under(&wrapper, floor.path(), Some(&boot()), &[("CH47_FAULT", fault)]);
    let Some(address) = process.ready() else {
        // It did not even open: nothing was acknowledged.
        let heard = process.kill();
        assert!(heard.acked.is_empty());
        let verdict = inspect(floor.path(), &heard);
        return Broken { heard, of_file: injected(), health: (0, String::new()), verdict };
    };
    let many = |heard: &Heard| heard.stopped.is_some() || heard.acked.len() > 400;
    process.wait_for(Duration::from_secs(20), many);
    let health = get(&address, "/readyz");
    let heard = process.kill();
    let verdict = inspect(floor.path(), &heard);
    Broken { heard, of_file: injected(), health, verdict }
}

#[test]
fn after_a_failed_sync_nothing_is_acknowledged() {
    if !strace() {
        return;
    }
    let (mut suspended, mut unopened, mut acked) = (0, 0, 0);
    for k in 1..=times(60) {
        let Broken { heard, of_file, health, verdict } = fail_sync(k, "");
        assert!(verdict.is_well(), "sync {k}: {:?} {:?}", verdict.lost, verdict.report.findings);
        acked += verdict.acked;
        match health {
            (0, _) => unopened += 1,
            (status, _) if !of_file => assert_eq!(status, 200, "sync {k}"),
            (status, body) => {
                assert_eq!(status, 503, "sync {k}: {body} {:?} {}", heard.stopped, heard.acked.len());
                assert!(body.contains("suspended"), "sync {k}: {body}");
                if let Some(why) = heard.stopped {
                    assert!(why.contains("outcome unknown") && why.contains("same key"), "sync {k}: {why}");
                }
                suspended += 1;
            }
        }
    }
    eprintln!(
        "{suspended} floors suspended themselves, {unopened} did not open, {acked} acknowledged and there"
    );
    assert!(suspended > 0);
}

/// The negative control: a floor that answers yes all the same does not say that it is broken, and loses wagers. Which
/// thread's sync fails depends on the disk's speed, so as many are tried as it takes.
#[test]
fn a_swallowed_error_is_seen() {
    if !strace() {
        return;
    }
    let (mut well, mut lost) = (0, 0);
    for k in (2..80).step_by(3) {
        let broken = fail_sync(k, "swallow-errors");
        well += usize::from(broken.of_file && broken.health.0 == 200);
        lost += usize::from(!broken.verdict.is_well());
        if well > 0 && lost > 0 {
            break;
        }
    }
    eprintln!("errors swallowed: {well} floors said that they were well, {lost} lost what they acknowledged");
    assert!(well > 0 && lost > 0);
}
