//! Restores a floor from a backup copy. No acknowledged line is lost silently: lines that the copy lacks are named in
//! each journal, or the floor is not restored.

use crate::{
    actor::append,
    audit::{Report, audit},
    clock,
    copies::{DATABASE, Half, Manifest, copy_file, demand_room},
    floor::opening,
    high_water::{self, HighWater, Short, complaint},
    keys::Keys,
    replay::replay,
    store::{self, Reader, Store, Verdict},
};
use books::{Book, Draft, Entry, HOUSE};
use std::{collections::BTreeMap, fs, io, ops::ControlFlow, path::Path};

/// The owner of a table while it is restored.
const NODE: &str = "restore";

/// A summary of what was restored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Restored {
    /// How many journals there are.
    pub tables: usize,
    /// The journals that lost lines.
    pub lost: Vec<Short>,
    /// Whether it was known how far the journals had gone.
    pub known: bool,
}

fn refuse<T>(why: impl Into<String>) -> io::Result<T> {
    Err(io::Error::other(why.into()))
}

/// Restores a copy into a folder that holds nothing except the keys and the high-water mark.
pub fn restore(folder: &Path, copy: &Path, accept_loss: bool) -> io::Result<Restored> {
    let (manifest, signature) = Manifest::read(copy)?;
    if !manifest.files.contains_key(DATABASE[0]) {
        return refuse(format!(
            "{} is a copy of a floor on PostgreSQL: put {} back with pg_restore first, then run `ch47 floor restore \
             --database URL`",
            copy.display(),
            DATABASE[1]
        ));
    }
    manifest.compare(copy)?;
    let source = copy.join(DATABASE[0]);
    opening::schema(&source.to_string_lossy())?;
    demand_empty(folder)?;
    let mut half = Half::begin(folder)?;
    bring_keys(folder, copy, &manifest, &mut half)?;
    let keys = Keys::open(folder)?;
    demand_signed(folder, copy, &manifest, &signature, &keys)?;
    let recorded: Vec<_> = manifest.keys.clone().into_iter().collect();
    keys.compare(folder, &recorded)?;
    let known = HighWater::read(folder, &keys.signing().verifying_key())?;
    let mark = higher(folder, known.clone(), &manifest.high_water)?;
    let mut reader = store::open_reader(&source.to_string_lossy()).map_err(io::Error::other)?;
    keys.compare(folder, &reader.fingerprints().map_err(io::Error::other)?)?;
    let marks = known.iter().chain([&manifest.high_water]);
    let lost = missing(marks, &mut *reader, accept_loss)?;
    drop(reader);
    demand_room(folder, fs::metadata(&source)?.len())?;
    let part = half.file(".floor.db.part");
    copy_file(&source, &part)?;
    let database = half.file(DATABASE[0]);
    let _beside = ["floor.db-wal", "floor.db-shm", "floor.db.mark"].map(|name| half.file(name));
    fs::rename(&part, &database)?;
    let mut store = store::open(&database.to_string_lossy()).map_err(io::Error::other)?;
    let tables = begin_anew(folder, &mut *store, &keys, &mark, &lost)?;
    drop(store);
    half.finish()?;
    Ok(Restored { tables, lost, known: known.is_some() })
}

/// Turns a database that was restored by other means (with `pg_restore`, or by copying its file) into a floor.
pub fn adopt(folder: &Path, url: &str, copy: Option<&Path>, accept_loss: bool) -> io::Result<Restored> {
    opening::schema(url)?;
    let mut store = store::open(url).map_err(io::Error::other)?;
    let running = store.owners().map_err(io::Error::other)?.into_iter().find(|owner| owner.left_ms > 0);
    if let Some(owner) = running {
        return refuse(format!("node {} still runs {}: stop all nodes first", owner.node, owner.table));
    }
    let keys = Keys::open(folder)?;
    keys.compare(folder, &store.fingerprints().map_err(io::Error::other)?)?;
    let known = HighWater::read(folder, &keys.signing().verifying_key())?;
    let mut marks: Vec<HighWater> = known.clone().into_iter().collect();
    if let Some(copy) = copy {
        let (manifest, signature) = Manifest::read(copy)?;
        manifest.compare(copy)?;
        demand_signed(folder, copy, &manifest, &signature, &keys)?;
        marks.push(manifest.high_water);
    }
    let mut mark = HighWater::of(&mut *store, clock::now()).map_err(io::Error::other)?;
    for known in &marks {
        mark = higher(folder, Some(mark), known)?;
    }
    let lost = missing(marks.iter(), &mut *store, accept_loss)?;
    let tables = begin_anew(folder, &mut *store, &keys, &mark, &lost)?;
    Ok(Restored { tables, lost, known: known.is_some() })
}

/// Refuses a manifest that the floor's key did not sign.
fn demand_signed(
    folder: &Path,
    copy: &Path,
    manifest: &Manifest,
    signature: &str,
    keys: &Keys,
) -> io::Result<()> {
    if manifest.is_signed(signature, &keys.signing().verifying_key()) {
        return Ok(());
    }
    refuse(format!(
        "the manifest in {} was not signed by the key in {}: the copy is damaged, or the key is another floor's",
        copy.display(),
        folder.display()
    ))
}

/// Refuses to overwrite a folder that already holds a floor.
fn demand_empty(folder: &Path) -> io::Result<()> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let fine = Keys::files().any(|key| key == name) || name == high_water::FILE || name == "lock";
        if !fine {
            return refuse(format!(
                "{} is not empty, it has {name}: restore into a folder with nothing but the keys and {}",
                folder.display(),
                high_water::FILE
            ));
        }
    }
    Ok(())
}

/// Makes sure that the keys are in the folder, copying them if the copy has them. Without keys the floor cannot be
/// restored.
fn bring_keys(folder: &Path, copy: &Path, manifest: &Manifest, half: &mut Half) -> io::Result<()> {
    for name in Keys::files().filter(|name| !folder.join(name).exists()) {
        if !manifest.files.contains_key(name) {
            return refuse(format!(
                "the copy was made without keys, and {} is missing: put the floor's key there first",
                folder.join(name).display()
            ));
        }
        copy_file(&copy.join(name), &half.file(name))?;
    }
    Ok(())
}

/// The higher of two marks of the same floor.
fn higher(folder: &Path, known: Option<HighWater>, other: &HighWater) -> io::Result<HighWater> {
    match known {
        Some(known) if known.floor != other.floor => refuse(format!(
            "the high-water mark in {} is of floor {}, the copy is of floor {}: restore into another folder",
            folder.display(),
            known.floor,
            other.floor
        )),
        Some(mut known) => {
            known.raise(other);
            Ok(known)
        }
        None => Ok(other.clone()),
    }
}

/// The journals that lack lines, if that is accepted. A different journal in place of one whose lines were acknowledged
/// is never accepted, whichever mark shows it.
fn missing<'a>(
    marks: impl Iterator<Item = &'a HighWater>,
    store: &mut dyn Reader,
    accept_loss: bool,
) -> io::Result<Vec<Short>> {
    let mut furthest: BTreeMap<String, Short> = BTreeMap::new();
    for mark in marks {
        for short in mark.compare(store).map_err(io::Error::other)? {
            let known = furthest.get(&short.table);
            if short.forked || known.is_none_or(|known| !known.forked && known.top.size < short.top.size) {
                furthest.insert(short.table.clone(), short);
            }
        }
    }
    let short: Vec<Short> = furthest.into_values().collect();
    if short.is_empty() || accept_loss && short.iter().all(|short| !short.forked) {
        return Ok(short);
    }
    refuse(complaint(&short))
}

/// Starts over: earlier owners of tables can no longer write to them, lost lines are named, and everyone has to sign in
/// again.
fn begin_anew(
    folder: &Path,
    store: &mut dyn Store,
    keys: &Keys,
    mark: &HighWater,
    lost: &[Short],
) -> io::Result<usize> {
    let tables = store.tables().map_err(io::Error::other)?;
    let unknown = tables.iter().filter(|table| !mark.tables.contains_key(*table)).map(|table| (table, 0));
    let known = mark.tables.iter().map(|(table, top)| (table, top.epoch));
    for (table, epoch) in known.chain(unknown) {
        store.raise_epoch(table, epoch).map_err(io::Error::other)?;
    }
    for short in lost {
        name_the_loss(store, keys, short)?;
    }
    store.end_all_sessions().map_err(io::Error::other)?;
    let now = HighWater::of(store, clock::now()).map_err(io::Error::other)?;
    now.write(folder, keys)?;
    Ok(now.tables.len())
}

/// Writes to a journal which lines it has lost after its last one.
fn name_the_loss(store: &mut dyn Store, keys: &Keys, short: &Short) -> io::Result<()> {
    let table = &short.table;
    let epoch = store.claim(table, NODE, 60_000).map_err(io::Error::other)?;
    let epoch = epoch.ok_or_else(|| io::Error::other(format!("{table}: someone else has the table")))?;
    let book = replay(store, Book::new(table), u64::MAX, keys, |_, _| ControlFlow::Continue(()))
        .map_err(|error| io::Error::other(format!("{table}: {error}")))?;
    let entry = Entry::Restored { lost_from: book.next(), lost_to: short.top.size - 1, leaf: short.top.leaf };
    let (at, by) = (clock::now(), HOUSE.to_owned());
    let step = book.propose(Draft { at, epoch, by, key: None, salt: None, entry });
    let step = step.map_err(|fault| io::Error::other(format!("{table}: {fault}")))?;
    match store.commit(&[append(&step, i64::MAX)]).map_err(io::Error::other)?.as_slice() {
        [Verdict::Done] => store.release(table, NODE, epoch).map_err(io::Error::other),
        verdict => refuse(format!("{table}: the loss could not be written: {verdict:?}")),
    }
}

/// The result of checking a floor.
pub struct Checked {
    /// The result of auditing the journals.
    pub report: Report,
    /// Whether it was known how far the journals had gone.
    pub known: bool,
}

/// Makes all checks that precede a start, and audits all journals, without starting anything.
pub fn check(folder: &Path, url: &str) -> io::Result<Checked> {
    opening::schema(url)?;
    let mut store = store::open_reader(url).map_err(io::Error::other)?;
    let Some(sound) = opening::look(folder, &mut *store)? else {
        return refuse("there is no floor here yet: `ch47 serve` makes one");
    };
    let report = audit(&mut *store, Some(&sound.keys)).map_err(io::Error::other)?;
    Ok(Checked { report, known: sound.mark.is_some() })
}

/// Gives new keys to a floor that is not running, and records this; returns the new public key. The old files are kept
/// beside the new ones, under other names.
pub fn rekey(folder: &Path, url: &str) -> io::Result<String> {
    opening::schema(url)?;
    let mut store = store::open(url).map_err(io::Error::other)?;
    if let Some(owner) = store.owners().map_err(io::Error::other)?.into_iter().find(|owner| owner.left_ms > 0)
    {
        return refuse(format!("node {} still runs {}: stop all nodes first", owner.node, owner.table));
    }
    // If the old key is available, the high-water mark that it signed is signed again with the new one.
    let old = Keys::open(folder)
        .ok()
        .filter(|keys| store.fingerprints().is_ok_and(|recorded| keys.compare(folder, &recorded).is_ok()));
    let mark = match &old {
        Some(keys) => HighWater::read(folder, &keys.signing().verifying_key())?,
        None => None,
    };
    let retired = format!("retired-{}", clock::now());
    for name in Keys::files().chain([high_water::FILE]).filter(|name| folder.join(name).exists()) {
        fs::rename(folder.join(name), folder.join(format!("{name}.{retired}")))?;
    }
    Keys::make(folder)?;
    let keys = Keys::open(folder)?;
    for (name, fingerprint) in keys.fingerprints() {
        store.replace_key(name, fingerprint).map_err(io::Error::other)?;
    }
    if let Some(mark) = mark {
        mark.write(folder, &keys)?;
    }
    Ok(keys.signing().verifying_key().to_string())
}
