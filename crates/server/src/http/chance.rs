//! Chance: people's chains and parts, and finished windows whose draws can be repeated.

use super::{
    Answer, Asker, Failed, Said,
    lookback::{Look, back},
    table::{here, key, own},
};
use crate::{actor::Handle, clock, feed::Lock, floor::Floor, problem, store::snapshots::Upto};
use axum::extract::{Path, State};
use books::{Book, Checkpoint, Entry, Hash, Step, WindowFile};
use protocol::{AnchorRequest, CheckpointView, HeardView, LockView, PartRequest, Receipt, heard_text};
use rules::Patron;
use std::sync::Arc;

/// Offers a chain. A person without a number at the table gets one: contributing does not require playing.
pub async fn offer_chain(
    handle: &Handle,
    asker: &Asker,
    said: &AnchorRequest,
    hash: Hash,
) -> Result<Receipt, Failed> {
    let who = asker.who()?;
    let key = key(&who.name, "anchor", &said.key, hash)?;
    let Patron(patron) = handle.join(&who.name).await?;
    let AnchorRequest { anchor, length, .. } = *said;
    // The table fills in the next window.
    let entry = Entry::Anchored { patron, anchor, length, since: 0 };
    Ok(own(handle.write(&who.name, Some(key), entry).await?, &said.key))
}

/// Takes a part, and signs that it arrived.
pub async fn take_part(
    floor: &Floor,
    handle: &Handle,
    table: &str,
    asker: &Asker,
    said: &PartRequest,
) -> Result<HeardView, Failed> {
    let PartRequest { window, lock, value } = *said;
    let patron = handle.part(&asker.who()?.name, window, lock, value).await?;
    let text = heard_text(table, window, lock, patron, value);
    let signature = floor.keys.signing().sign(text.as_bytes());
    Ok(HeardView { table: table.to_owned(), window, lock, patron, value, signature })
}

/// What a member of the panel of a locked window is asked, with a signed journal head that covers the lock.
pub fn ask_part(floor: &Floor, handle: &Handle, table: &str, lock: &Lock, patron: u16) -> Option<LockView> {
    let (_, depth) = lock.panel.iter().copied().find(|(one, _)| *one == patron)?;
    let (size, root) = handle.feed.head();
    let signed = Checkpoint::sign(floor.keys.signing(), table, size, root, clock::now()).ok()?;
    let until = u64::try_from(floor.config.drawing.patience.as_millis()).unwrap_or(u64::MAX);
    Some(LockView {
        table: table.to_owned(),
        window: lock.window,
        seq: lock.seq,
        leaf: lock.leaf,
        commitment: lock.commitment,
        panel: lock.panel.iter().map(|(patron, _)| *patron).collect(),
        depth,
        until,
        head: CheckpointView {
            text: signed.body(),
            size,
            root,
            signature: signed.signature,
            key: floor.keys.signing().verifying_key().to_string(),
        },
    })
}

pub async fn anchor(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    Path(table): Path<String>,
    said: Said<AnchorRequest>,
) -> Answer<Receipt> {
    let handle = here(&floor, &table).await?;
    offer_chain(&handle, &asker, &said.body, said.hash).await
}

pub async fn part(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    Path(table): Path<String>,
    said: Said<PartRequest>,
) -> Answer<HeardView> {
    let handle = here(&floor, &table).await?;
    take_part(&floor, &handle, &table, &asker, &said.body).await
}

pub async fn window(
    State(floor): State<Arc<Floor>>,
    Path((table, window)): Path<(String, u64)>,
) -> Answer<WindowFile> {
    let committed = here(&floor, &table).await?.feed.snapshot().commitment.as_ref().map(|next| next.window);
    // A window that the house has at most committed to is not searched for.
    if window == 0 || committed.is_some_and(|next| window >= next) {
        return Err(Failed(problem::unknown("finished window")));
    }
    let name = table.clone();
    let tell = move |found: &mut Option<WindowFile>, book: &Book, step: Step| match (
        step.record.entry,
        step.spent,
    ) {
        (Entry::Turned { window: number, secret }, Some(spent)) if number == window => {
            *found = Some(WindowFile::new(&name, &spent, secret));
            Look::Done
        }
        _ if book.windows().upcoming() > window => Look::Own,
        _ => Look::Before,
    };
    let found = back(&floor, &table, Upto::Window(window), u64::MAX, |_| None, tell).await?;
    found.ok_or_else(|| Failed(problem::unknown("finished window")))
}
