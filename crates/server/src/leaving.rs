//! Work on another thread that stops when nobody is waiting for it any more.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Held by the caller that waits. When it is dropped, because the request ended or its client left, the work may stop.
#[derive(Default)]
pub struct Waiting(Arc<AtomicBool>);

impl Waiting {
    /// For the working thread: whether the caller has left.
    pub fn has_left(&self) -> impl Fn() -> bool + Send + 'static {
        let left = Arc::clone(&self.0);
        move || left.load(Ordering::Relaxed)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{thread, time::Duration};

    #[test]
    fn work_stops_when_nobody_waits() {
        let waiting = Waiting::default();
        let left = waiting.has_left();
        let work = thread::spawn(move || {
            while !left() {
                thread::sleep(Duration::from_millis(1));
            }
        });
        assert!(!work.is_finished());
        drop(waiting);
        work.join().expect("it ends");
    }
}
