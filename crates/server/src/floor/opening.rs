//! The checks before a floor starts, in this order: the schema, the keys, and how far the journals had gone. Each
//! refusal says what to do next. `ch47 floor check` makes the same checks without starting anything.

use crate::{
    high_water::{HighWater, complaint, hex},
    keys::Keys,
    store::{Reader, Store, migrations},
};
use std::{io, path::Path};

/// A floor that may start.
pub struct Sound {
    /// The keys of the floor.
    pub keys: Keys,
    /// How far its journals had gone, if that is known.
    pub mark: Option<HighWater>,
}

/// Refuses a floor whose schema this program does not know.
pub fn schema(url: &str) -> io::Result<()> {
    migrations::demand(url).map_err(|broken| io::Error::other(broken.0))
}

/// Checks an existing floor; `None` if the database is new.
pub fn look(folder: &Path, store: &mut dyn Reader) -> io::Result<Option<Sound>> {
    let recorded = store.fingerprints().map_err(io::Error::other)?;
    if recorded.is_empty() {
        if store.tables().map_err(io::Error::other)?.is_empty() {
            return Ok(None);
        }
        return Err(io::Error::other(
            "the database has journals but no record of the floor's keys: restore it from a copy, or run `ch47 floor \
             rekey`",
        ));
    }
    let keys = Keys::open(folder)?;
    keys.compare(folder, &recorded)?;
    let mark = same_floor(folder, HighWater::read(folder, &keys.signing().verifying_key())?, store)?;
    if let Some(mark) = &mark {
        let short = mark.compare(store).map_err(io::Error::other)?;
        if !short.is_empty() {
            return Err(io::Error::other(complaint(&short)));
        }
    }
    Ok(Some(Sound { keys, mark }))
}

/// Checks a floor that is about to start, and creates the keys of a new one.
pub fn begin(folder: &Path, store: &mut dyn Store) -> io::Result<Sound> {
    if let Some(sound) = look(folder, store)? {
        if sound.mark.is_none() && !store.tables().map_err(io::Error::other)?.is_empty() {
            tracing::warn!(
                "there is no high-water mark in {}: whether the database has every line that was acknowledged cannot \
                 be known",
                folder.display()
            );
        }
        return Ok(sound);
    }
    let made = Keys::make(folder)?;
    let recorded = record(folder, store);
    if recorded.is_err() {
        // Another node of the new floor was faster, so the key files made here are removed.
        made.iter().for_each(|path| drop(std::fs::remove_file(path)));
    }
    recorded
}

/// Records the keys of a new floor, and makes sure that no other node has recorded different ones.
fn record(folder: &Path, store: &mut dyn Store) -> io::Result<Sound> {
    let keys = Keys::open(folder)?;
    let mark = same_floor(folder, HighWater::read(folder, &keys.signing().verifying_key())?, store)?;
    for (name, fingerprint) in keys.fingerprints() {
        store.record_key(name, fingerprint).map_err(io::Error::other)?;
    }
    let recorded = store.fingerprints().map_err(io::Error::other)?;
    keys.compare(folder, &recorded).map_err(|why| {
        io::Error::other(format!(
            "{why}; nodes that share a floor share its keys: copy them from another node"
        ))
    })?;
    Ok(Sound { keys, mark })
}

/// A mark of another floor means that this is not the database that was here before.
fn same_floor(
    folder: &Path,
    mark: Option<HighWater>,
    store: &mut dyn Reader,
) -> io::Result<Option<HighWater>> {
    let floor = hex(&store.floor_id().map_err(io::Error::other)?);
    match mark {
        Some(mark) if mark.floor != floor => Err(io::Error::other(format!(
            "{} is the folder of floor {}, but the database holds floor {floor}: restore the right database, or use an \
             empty folder",
            folder.display(),
            mark.floor
        ))),
        mark => Ok(mark),
    }
}
