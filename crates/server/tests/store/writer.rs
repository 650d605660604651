//! The thread that writes.

use crate::common::{Floor, Journal, each};
use server::store::{
    Append, Broken,
    Verdict::*,
    writer::{Busy, QUEUE, Writer},
};
use std::sync::mpsc;

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

#[test]
fn what_was_queued_is_answered_and_durable() {
    each(|Floor { mut store, .. }| {
        let mut journals: Vec<Journal> =
            (0..20).map(|n| Journal::claim(&mut *store, &format!("t{n}"))).collect();
        let mut reader = store.reader().unwrap();
        let (writer, thread) = Writer::start(store).unwrap();
        runtime().block_on(async {
            for round in 0..10 {
                let pending: Vec<_> = journals
                    .iter_mut()
                    .map(|journal| writer.submit(vec![journal.wager(&format!("k{round}"))]).unwrap())
                    .collect();
                for answer in pending {
                    assert_eq!(answer.wait().await.unwrap(), [Done]);
                }
            }
            let lines = vec![journals[0].wager("a"), journals[0].wager("b")];
            assert_eq!(writer.append(lines).await.unwrap(), [Done, Done]);
        });
        assert_eq!(reader.head("t0").unwrap().unwrap().seq, 11);
        assert_eq!(reader.head("t19").unwrap().unwrap().seq, 9);
        drop(writer);
        thread.join().unwrap();
    });
}

#[test]
fn tasks_keep_their_place_in_the_queue() {
    each(|Floor { mut store, .. }| {
        let mut journal = Journal::claim(&mut *store, "t1");
        let (writer, _thread) = Writer::start(store).unwrap();
        runtime().block_on(async {
            let before = writer.submit(vec![journal.wager("k0")]).unwrap();
            let epoch = writer.with(|store| store.claim("t1", "node-1", 1000)).await.unwrap();
            let after = writer.submit(vec![journal.wager("k1")]).unwrap();
            assert_eq!(before.wait().await.unwrap(), [Done]);
            assert_eq!(epoch, Some(2));
            assert_eq!(after.wait().await.unwrap(), [Deposed]);
        });
    });
}

#[test]
fn after_a_failure_it_stops_for_good() {
    each(|Floor { mut store, .. }| {
        let mut journal = Journal::claim(&mut *store, "t1");
        let mut reader = store.reader().unwrap();
        let (writer, thread) = Writer::start(store).unwrap();
        runtime().block_on(async {
            assert_eq!(writer.append(vec![journal.wager("k0")]).await.unwrap(), [Done]);
            assert_eq!(writer.is_broken(), None);
            let fault = Broken("input/output error".into());
            let told = fault.clone();
            assert_eq!(writer.with(move |_| Err::<(), _>(told)).await, Err(fault.clone()));
            assert_eq!(writer.is_broken(), Some(&fault));
            assert_eq!(writer.append(vec![journal.wager("k1")]).await, Err(fault.clone()));
            assert_eq!(writer.with(|store| store.now()).await, Err(fault));
        });
        assert_eq!(reader.head("t1").unwrap().unwrap().seq, 0, "nothing was written after it");
        drop(writer);
        thread.join().unwrap();
    });
}

#[test]
fn the_queue_is_bounded() {
    each(|Floor { mut store, .. }| {
        let mut journal = Journal::claim(&mut *store, "t1");
        let (writer, _thread) = Writer::start(store).unwrap();
        let (go, wait) = mpsc::channel::<()>();
        let (arrived, started) = mpsc::channel();
        let held = writer.clone();
        let holder = std::thread::spawn(move || {
            runtime().block_on(held.with(move |_| {
                arrived.send(()).unwrap();
                wait.recv().unwrap();
                Ok(())
            }))
        });
        started.recv().unwrap();
        let mut batch: Vec<Append> = (0..=QUEUE).map(|n| journal.wager(&format!("k{n}"))).collect();
        let too_much = batch.pop().unwrap();
        let pending: Vec<_> = batch.into_iter().map(|append| writer.submit(vec![append]).unwrap()).collect();
        let Err(Busy(back)) = writer.submit(vec![too_much]) else { panic!("a place was found") };
        assert_eq!(back.len(), 1, "whoever finds no place has the append back");
        go.send(()).unwrap();
        holder.join().unwrap().unwrap();
        for answer in pending {
            assert_eq!(answer.wait_blocking().unwrap(), [Done]);
        }
    });
}
