//! Waits until lines are durable, then publishes them.

use super::{handle::Ask, keeping::Kept};
use crate::{
    feed::{Feed, People, Published, Snapshot},
    keys::Keys,
    problem,
    snapshots::Taken,
    store::{
        Verdict,
        writer::{Pending, Writer},
    },
};
use books::merkle::Tree;
use protocol::{Problem, Receipt};
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};

/// A line on its way to the disk.
pub struct Written {
    pub pending: Waiting,
    pub published: Published,
    /// The table after this line, without the people.
    pub now: Snapshot,
    pub people: People,
    pub reply: Option<(oneshot::Sender<Result<Receipt, Problem>>, Receipt)>,
}

pub enum Waiting {
    For(Pending),
    Done,
}

/// A message to the task that waits for the disk.
pub enum Outgoing {
    Line(Box<Written>),
    /// A repeated request whose line may not be durable yet.
    Again(oneshot::Sender<Result<Receipt, Problem>>, Receipt),
    /// A snapshot of the table after the previous line.
    Snapshot(Box<Taken>, Kept),
}

/// Waits for the disk, line by line, and publishes what is durable. After the first failure nothing more is published.
pub async fn publish(
    mut written: mpsc::Receiver<Outgoing>,
    feed: Arc<Feed>,
    table: mpsc::WeakSender<Ask>,
    (writer, keys): (Writer, Arc<Keys>),
) {
    let mut failed: Option<Problem> = None;
    while let Some(outgoing) = written.recv().await {
        let Written { pending, published, now, people, reply } = match outgoing {
            Outgoing::Line(line) => *line,
            Outgoing::Again(reply, receipt) => {
                let _ = reply.send(match &failed {
                    Some(problem) => Err(problem.clone()),
                    None => Ok(receipt),
                });
                continue;
            }
            Outgoing::Snapshot(taken, kept) => {
                // All earlier lines are durable and published, so the tree covers exactly these lines.
                if failed.is_none() {
                    let (writer, keys, table) = (writer.clone(), Arc::clone(&keys), table.clone());
                    tokio::spawn(keep(*taken, kept, feed.tree(), (writer, keys), table));
                }
                continue;
            }
        };
        if failed.is_none() {
            let verdict = match pending {
                Waiting::For(pending) => pending.wait().await,
                Waiting::Done => Ok(vec![Verdict::Done]),
            };
            failed = match verdict {
                Ok(verdicts) if verdicts.iter().all(|verdict| *verdict == Verdict::Done) => None,
                Ok(verdicts) => Some(problem::lost(&format!("{verdicts:?}"))),
                Err(broken) => Some(problem::lost(&broken.to_string())),
            };
            if let (Some(problem), Some(table)) = (&failed, table.upgrade()) {
                let _ = table.try_send(Ask::Fail(problem.message.clone()));
            }
        }
        match &failed {
            None => {
                feed.publish(published, now, people);
                if let Some((reply, receipt)) = reply {
                    let _ = reply.send(Ok(receipt));
                }
            }
            Some(problem) => {
                if let Some((reply, _)) = reply {
                    let _ = reply.send(Err(problem.clone()));
                }
            }
        }
    }
}

/// Stores a snapshot, and reports the outcome to the table.
async fn keep(
    taken: Taken,
    kept: Kept,
    tree: Tree,
    (writer, keys): (Writer, Arc<Keys>),
    table: mpsc::WeakSender<Ask>,
) {
    let done = taken.keep(tree, keys, writer).await;
    if let Some(table) = table.upgrade() {
        let _ = table.send(Ask::Kept(Kept { done, ..kept })).await;
    }
}
