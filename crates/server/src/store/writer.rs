//! The only thread that writes. It takes whatever is queued, commits it in one go and answers everyone: the more is
//! queued, the less each request pays for the sync. After the first failure it answers everything with that failure.

use super::{Answer, Append, Broken, Store, Verdict};
use std::{
    sync::{Arc, OnceLock, PoisonError, RwLock},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};
use tokio::sync::{mpsc, oneshot};

/// The most appends in one transaction.
pub const BATCH: usize = 512;
/// The most requests that may wait; beyond that, callers have to wait too.
pub const QUEUE: usize = 4096;
/// How long the thread polls for the next request before it sleeps. A client that wagers again as soon as it is
/// answered is back within this time, and waking a thread would cost a good part of a sync.
const LOOK: Duration = Duration::from_micros(150);

type Reply = oneshot::Sender<Answer<Vec<Verdict>>>;
type Task = Box<dyn FnOnce(&mut Desk) + Send>;

enum Job {
    Append(Vec<Append>, Reply),
    Task(Task),
}

/// A handle to the thread. Clones share it; when the last one is dropped, the thread finishes its queue and closes the
/// store.
#[derive(Clone)]
pub struct Writer {
    jobs: mpsc::Sender<Job>,
    broken: Arc<OnceLock<Broken>>,
}

/// The current writer. A store that failed is never used again, but another may be opened in its place.
#[derive(Clone)]
pub struct Current(Arc<RwLock<Writer>>);

impl Current {
    /// Starts with this writer.
    pub fn new(writer: Writer) -> Current {
        Current(Arc::new(RwLock::new(writer)))
    }

    /// The current writer.
    pub fn get(&self) -> Writer {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Replaces the writer.
    pub fn set(&self, writer: Writer) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = writer;
    }
}

/// The answer to submitted appends.
pub struct Pending(oneshot::Receiver<Answer<Vec<Verdict>>>);

impl Pending {
    /// Waits for the answer.
    pub async fn wait(self) -> Answer<Vec<Verdict>> {
        self.0.await.unwrap_or_else(|_| Err(gone()))
    }

    /// Waits for the answer where blocking is allowed.
    pub fn wait_blocking(self) -> Answer<Vec<Verdict>> {
        self.0.blocking_recv().unwrap_or_else(|_| Err(gone()))
    }
}

/// The queue is full: nothing was queued.
#[derive(Debug)]
pub struct Busy(pub Vec<Append>);

impl Writer {
    /// Starts the thread. Joining it after the last clone is dropped waits until the store is closed.
    pub fn start(store: Box<dyn Store>) -> Answer<(Writer, JoinHandle<()>)> {
        let (jobs, queue) = mpsc::channel(QUEUE);
        let broken = Arc::new(OnceLock::new());
        let desk = Desk { store, broken: broken.clone() };
        let thread = thread::Builder::new()
            .name("writer".into())
            .spawn(move || desk.run(queue))
            .map_err(|error| Broken(format!("no thread for the writer: {error}")))?;
        Ok((Writer { jobs, broken }, thread))
    }

    /// Writes appends, all in one transaction (if there are no more than [`BATCH`]); returns when they are durable.
    pub async fn append(&self, appends: Vec<Append>) -> Answer<Vec<Verdict>> {
        let (reply, answer) = oneshot::channel();
        self.jobs.send(Job::Append(appends, reply)).await.map_err(|_| gone())?;
        Pending(answer).wait().await
    }

    /// Queues appends without waiting for a place. They are written in the order of submission.
    pub fn submit(&self, appends: Vec<Append>) -> Result<Pending, Busy> {
        let (reply, answer) = oneshot::channel();
        match self.jobs.try_send(Job::Append(appends, reply)) {
            // If the thread is gone, it drops the reply, and the answer says so.
            Ok(()) | Err(mpsc::error::TrySendError::Closed(_)) => Ok(Pending(answer)),
            Err(mpsc::error::TrySendError::Full(Job::Append(appends, _))) => Err(Busy(appends)),
            Err(mpsc::error::TrySendError::Full(Job::Task(_))) => unreachable!("an append was sent"),
        }
    }

    /// Runs another task on the store, after everything queued before it and before everything queued after it.
    pub async fn with<T: Send + 'static>(
        &self,
        task: impl FnOnce(&mut dyn Store) -> Answer<T> + Send + 'static,
    ) -> Answer<T> {
        let (task, answer) = asked(task);
        self.jobs.send(Job::Task(task)).await.map_err(|_| gone())?;
        answer.await.unwrap_or_else(|_| Err(gone()))
    }

    /// The same where blocking is allowed.
    pub fn with_blocking<T: Send + 'static>(
        &self,
        task: impl FnOnce(&mut dyn Store) -> Answer<T> + Send + 'static,
    ) -> Answer<T> {
        let (task, answer) = asked(task);
        self.jobs.blocking_send(Job::Task(task)).map_err(|_| gone())?;
        answer.blocking_recv().unwrap_or_else(|_| Err(gone()))
    }

    /// The failure of the store, if it has failed.
    pub fn is_broken(&self) -> Option<&Broken> {
        self.broken.get()
    }
}

fn asked<T: Send + 'static>(
    task: impl FnOnce(&mut dyn Store) -> Answer<T> + Send + 'static,
) -> (Task, oneshot::Receiver<Answer<T>>) {
    let (reply, answer) = oneshot::channel();
    let task: Task = Box::new(move |desk| {
        // The caller may have gone; what was done stays done.
        let _ = reply.send(desk.attempt(task));
    });
    (task, answer)
}

fn gone() -> Broken {
    Broken("outcome unknown: the writer is gone".into())
}

/// The thread's side of the queue.
struct Desk {
    store: Box<dyn Store>,
    broken: Arc<OnceLock<Broken>>,
}

/// The appends of a batch, and how many of them each caller waits for.
#[derive(Default)]
struct Batch {
    appends: Vec<Append>,
    waiting: Vec<(usize, Reply)>,
}

impl Desk {
    fn run(mut self, mut queue: mpsc::Receiver<Job>) {
        let mut batch = Batch::default();
        while let Some(first) = take(&mut queue) {
            metrics::gauge!("ch47_store_queue").set(count(queue.len() + 1));
            let mut next = Some(first);
            while let Some(job) = next {
                match job {
                    Job::Append(appends, reply) => {
                        if batch.appends.len() + appends.len() > BATCH {
                            self.commit(&mut batch);
                        }
                        batch.waiting.push((appends.len(), reply));
                        batch.appends.extend(appends);
                    }
                    Job::Task(task) => {
                        self.commit(&mut batch);
                        task(&mut self);
                    }
                }
                next = queue.try_recv().ok();
            }
            self.commit(&mut batch);
        }
    }

    /// Commits and answers. Nobody is answered before the commit is durable, and nobody is told of success after a
    /// failure.
    fn commit(&mut self, batch: &mut Batch) {
        let Batch { appends, waiting } = std::mem::take(batch);
        if waiting.is_empty() {
            return;
        }
        let begun = Instant::now();
        #[cfg(feature = "faults")]
        let waiting = match crate::faults::is_on("ack-before-commit") {
            true => {
                let none = answer_all(waiting);
                // On a fast disk the commit would be finished before the answers arrive; a store that syncs only
                // occasionally would not.
                thread::sleep(Duration::from_millis(10));
                none
            }
            false => waiting,
        };
        let answer = self.attempt(|store| store.commit(&appends));
        metrics::histogram!("ch47_store_batch").record(count(appends.len()));
        metrics::histogram!("ch47_store_commit_seconds").record(begun.elapsed());
        match answer {
            Ok(verdicts) => {
                let mut verdicts = verdicts.into_iter();
                for (asked, reply) in waiting {
                    let _ = reply.send(Ok(verdicts.by_ref().take(asked).collect()));
                }
                self.store.tidy();
            }
            #[cfg(feature = "faults")]
            Err(_) if crate::faults::is_on("swallow-errors") => {
                answer_all(waiting);
            }
            Err(broken) => {
                for (_, reply) in waiting {
                    let _ = reply.send(Err(broken.clone()));
                }
            }
        }
    }

    /// Runs a task on the store, unless it has failed. The first failure is recorded before anyone is told.
    fn attempt<T>(&mut self, deed: impl FnOnce(&mut dyn Store) -> Answer<T>) -> Answer<T> {
        if let Some(broken) = self.broken.get() {
            return Err(broken.clone());
        }
        #[cfg(feature = "faults")]
        if crate::faults::is_on("swallow-errors") {
            return deed(self.store.as_mut());
        }
        deed(self.store.as_mut()).inspect_err(|broken| {
            tracing::error!(%broken, "the writer has stopped for good");
            let _ = self.broken.set(broken.clone());
        })
    }
}

/// The next request, or `None` once there are no handles left.
fn take(queue: &mut mpsc::Receiver<Job>) -> Option<Job> {
    let begun = Instant::now();
    while begun.elapsed() < LOOK {
        match queue.try_recv() {
            Ok(job) => return Some(job),
            Err(mpsc::error::TryRecvError::Disconnected) => return None,
            // Another thread that is about to send a request may need this core.
            Err(mpsc::error::TryRecvError::Empty) => thread::yield_now(),
        }
    }
    queue.blocking_recv()
}

/// Answers that everything is done, whether or not it is.
#[cfg(feature = "faults")]
fn answer_all(waiting: Vec<(usize, Reply)>) -> Vec<(usize, Reply)> {
    for (asked, reply) in waiting {
        let _ = reply.send(Ok(vec![Verdict::Done; asked]));
    }
    Vec::new()
}

/// Converts a count for the metrics; no queue is long enough to overflow this.
fn count(n: usize) -> f64 {
    u32::try_from(n).map_or(f64::INFINITY, f64::from)
}
