//! Runs a simulation behind a progress bar, until it is done or interrupted.

use crate::failure::Failure;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use odds::{Progress, Summed};
use std::{
    fmt, process,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// The result of a run.
pub struct Ran<F> {
    pub found: F,
    pub seconds: f64,
    pub interrupted: bool,
}

/// Runs this many rounds behind a progress bar (on a terminal only) that shows the estimate so far.
pub fn run<S: Summed + 'static, F>(
    rounds: u64,
    estimate: impl Fn(S::Point) -> Option<String> + Sync,
    run: impl FnOnce(&Progress<S>) -> F,
) -> Ran<F> {
    let progress = Arc::new(Progress::<S>::default());
    watch_interrupt(&progress);
    let finished = AtomicBool::new(false);
    let bar = ProgressBar::new(rounds);
    let style = ProgressStyle::with_template("{bar:30} {percent:>3} %  {rate} a second  {eta} left  {msg}");
    let rate = |state: &ProgressState, w: &mut dyn fmt::Write| {
        let _ = write!(w, "{:.0}", state.per_sec());
    };
    bar.set_style(style.expect("a sound template").with_key("rate", rate));
    let start = Instant::now();
    let (found, seconds) = thread::scope(|scope| {
        scope.spawn(|| {
            while !finished.load(Ordering::Relaxed) {
                bar.set_position(progress.rounds());
                if let Some(estimate) = estimate(progress.point()) {
                    bar.set_message(estimate);
                }
                thread::sleep(Duration::from_millis(20));
            }
        });
        let found = run(&progress);
        let seconds = start.elapsed().as_secs_f64();
        finished.store(true, Ordering::Relaxed);
        (found, seconds)
    });
    bar.finish_and_clear();
    Ran { found, seconds, interrupted: progress.is_stopped() }
}

/// A run that was interrupted, or that played nothing, must not look successful to a script.
pub fn completed(interrupted: bool, rounds: u64) -> Result<(), Failure> {
    match rounds {
        _ if interrupted => Err(Failure::Interrupted),
        0 => Err(Failure::fault("no round was played")),
        _ => Ok(()),
    }
}

/// The first interrupt ends the run with the results so far; the second ends the command.
fn watch_interrupt<S: Summed + 'static>(progress: &Arc<Progress<S>>) {
    let progress = Arc::clone(progress);
    thread::spawn(move || {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
        runtime.block_on(async {
            while tokio::signal::ctrl_c().await.is_ok() {
                if progress.stop() {
                    process::exit(130);
                }
            }
        });
    });
}

/// A progress bar for a computation that takes seconds.
pub fn steps(many: usize, of: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(&format!("{{bar:30}} {{pos}} of {{len}} {of}"));
    ProgressBar::new(many as u64).with_style(style.unwrap_or(ProgressStyle::default_bar()))
}
