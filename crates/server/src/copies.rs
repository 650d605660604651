//! Backup copies of a floor: made while it runs, with a manifest of their contents, and verified before they count.

use crate::{
    audit::audit,
    clock,
    floor::opening,
    high_water::HighWater,
    keys::Keys,
    store::{self, migrations},
};
use books::{Hash, VerifyingKey};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{
    collections::BTreeMap,
    fs::{self, File, OpenOptions},
    io::{self, Read, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    process::Command,
};

/// The manifest's file name in a copy.
pub const MANIFEST: &str = "manifest.json";
/// The database of a copy: an SQLite file, or the output of `pg_dump`.
pub const DATABASE: [&str; 2] = ["floor.db", "floor.dump"];
/// The version of the manifest's format, and the kind of signed text.
const FORM: u32 = 1;
const KIND: &str = "copy";

/// The contents of a copy.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the manifest's format.
    pub form: u32,
    /// The version of the database's schema.
    pub schema: i64,
    /// The version of the rules.
    pub rules: String,
    /// The files, by name.
    pub files: BTreeMap<String, Held>,
    /// The fingerprints of the floor's keys. That of `sign` is the public key that checks its signatures.
    pub keys: BTreeMap<String, Hash>,
    /// How far the journals go in this copy.
    pub high_water: HighWater,
}

/// A file of a copy.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Held {
    /// The size of the file, in bytes.
    pub bytes: u64,
    /// The SHA-256 of the file.
    pub sha256: Hash,
}

#[derive(Serialize, Deserialize)]
struct Signed {
    #[serde(flatten)]
    manifest: Manifest,
    signature: String,
}

/// A summary of what was copied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Copied {
    /// The number of journals.
    pub tables: usize,
    /// The total number of lines.
    pub lines: u64,
    /// The size of the database in bytes.
    pub bytes: u64,
    /// Whether the keys are included.
    pub keys: bool,
}

fn refuse<T>(why: impl Into<String>) -> io::Result<T> {
    Err(io::Error::other(why.into()))
}

fn named(path: &Path) -> impl Fn(io::Error) -> io::Error {
    let shown = path.display().to_string();
    move |error| io::Error::new(error.kind(), format!("{shown}: {error}"))
}

/// A folder that is being filled, and cleaned up if that is not finished.
pub(crate) struct Half {
    folder: PathBuf,
    made: bool,
    files: Vec<PathBuf>,
    done: bool,
}

impl Half {
    pub(crate) fn begin(folder: &Path) -> io::Result<Half> {
        let made = !folder.exists();
        fs::create_dir_all(folder).map_err(named(folder))?;
        Ok(Half { folder: folder.to_owned(), made, files: Vec::new(), done: false })
    }

    /// Adds a file, which is removed if the copy is not finished.
    pub(crate) fn file(&mut self, name: &str) -> PathBuf {
        let path = self.folder.join(name);
        self.files.push(path.clone());
        path
    }

    pub(crate) fn finish(mut self) -> io::Result<()> {
        File::open(&self.folder).and_then(|folder| folder.sync_all()).map_err(named(&self.folder))?;
        self.done = true;
        Ok(())
    }
}

impl Drop for Half {
    fn drop(&mut self) {
        if self.done {
            return;
        }
        self.files.iter().for_each(|path| drop(fs::remove_file(path)));
        if self.made {
            let _ = fs::remove_dir(&self.folder);
        }
    }
}

/// Copies a file with permissions for nobody else, and syncs it.
pub(crate) fn copy_file(from: &Path, to: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    let mut file = options.write(true).create_new(true).mode(0o600).open(to).map_err(named(to))?;
    let mut source = File::open(from).map_err(named(from))?;
    io::copy(&mut source, &mut file).and_then(|_| file.sync_all()).map_err(named(to))
}

/// The size and the hash of a file.
pub(crate) fn held(path: &Path) -> io::Result<Held> {
    let mut file = File::open(path).map_err(named(path))?;
    let (mut hasher, mut bytes, mut buffer) = (Sha256::new(), 0, vec![0; 1 << 16]);
    loop {
        let read = file.read(&mut buffer).map_err(named(path))?;
        if read == 0 {
            return Ok(Held { bytes, sha256: Hash(hasher.finalize().into()) });
        }
        hasher.update(&buffer[..read]);
        bytes += read as u64;
    }
}

/// Fails if the disk does not have enough room.
pub(crate) fn demand_room(folder: &Path, bytes: u64) -> io::Result<()> {
    let stat = rustix::fs::statvfs(folder).map_err(io::Error::from).map_err(named(folder))?;
    let free = stat.f_bavail.saturating_mul(stat.f_frsize);
    let needed = bytes + bytes / 10 + (1 << 16);
    if free < needed {
        let (free, needed) = (free >> 10, needed >> 10);
        return refuse(format!(
            "{}: the copy needs {needed} kB, {free} kB are free: make room, or copy to another disk",
            folder.display()
        ));
    }
    Ok(())
}

impl Manifest {
    /// Reads the manifest of a copy, without verifying its signature.
    pub fn read(copy: &Path) -> io::Result<(Manifest, String)> {
        let path = copy.join(MANIFEST);
        let text = fs::read_to_string(&path).map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {error}; is this a copy of a floor?", path.display()))
        })?;
        let signed: Signed = serde_json::from_str(&text)
            .map_err(|error| io::Error::other(format!("{}: not a manifest: {error}", path.display())))?;
        if signed.manifest.form != FORM {
            return refuse(format!("{}: made by another version of this program", path.display()));
        }
        Ok((signed.manifest, signed.signature))
    }

    /// Whether this key signed it.
    pub fn is_signed(&self, signature: &str, key: &VerifyingKey) -> bool {
        key.has_signed(KIND, &self.body(), signature)
    }

    fn body(&self) -> String {
        serde_json::to_string(self).expect("a manifest is JSON")
    }

    /// Compares every file of the copy with the manifest.
    pub fn compare(&self, copy: &Path) -> io::Result<()> {
        for (name, must) in &self.files {
            let found = held(&copy.join(name))?;
            if found != *must {
                return refuse(format!(
                    "{} is not what the manifest says: {} bytes with SHA-256 {}, not {} bytes with {}; use another copy",
                    copy.join(name).display(),
                    found.bytes,
                    found.sha256,
                    must.bytes,
                    must.sha256
                ));
            }
        }
        Ok(())
    }

    fn write(self, path: &Path, keys: &Keys) -> io::Result<()> {
        let signature = keys.signing().sign_text(KIND, &self.body());
        let text = serde_json::to_string_pretty(&Signed { manifest: self, signature })?;
        let mut file =
            OpenOptions::new().write(true).create_new(true).mode(0o600).open(path).map_err(named(path))?;
        file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(named(path))
    }
}

/// Copies a floor, even a running one, into a folder that is empty or does not exist. The copy is audited before this
/// returns; an unfinished copy is removed.
pub fn backup(folder: &Path, url: &str, to: &Path, with_keys: bool) -> io::Result<Copied> {
    opening::schema(url)?;
    let mut store = store::open_reader(url).map_err(io::Error::other)?;
    let Some(sound) = opening::look(folder, &mut *store)? else {
        return refuse("there is nothing to copy: this floor was never opened");
    };
    if to.exists() && fs::read_dir(to).map_err(named(to))?.next().is_some() {
        return refuse(format!("{} is not empty: copy into a new folder", to.display()));
    }
    let before = HighWater::of(&mut *store, clock::now()).map_err(io::Error::other)?;
    let mut half = Half::begin(to)?;
    let shared = store::is_shared(url);
    let path = half.file(DATABASE[usize::from(shared)]);
    let (high_water, tables, lines) = match shared {
        true => {
            dump(url, &path)?;
            let lines = before.tables.values().map(|top| top.size).sum();
            let tables = before.tables.len();
            (before, tables, lines)
        }
        false => {
            demand_room(to, size_of(url))?;
            // SQLite removes its own files beside the copy, unless it is interrupted.
            let beside = ["floor.db-journal", "floor.db-wal", "floor.db-shm"].map(|name| half.file(name));
            store.backup(&path).map_err(|why| io::Error::other(full(to, why.0)))?;
            let found = checked(&path, &before, &sound.keys)?;
            // Nothing was written to the copy, so these files hold nothing.
            beside.iter().for_each(|path| drop(fs::remove_file(path)));
            found
        }
    };
    let mut files = BTreeMap::from([(DATABASE[usize::from(shared)].to_owned(), held(&path)?)]);
    let bytes = files.values().map(|held| held.bytes).sum();
    if with_keys {
        for name in Keys::files() {
            let copy = half.file(name);
            copy_file(&folder.join(name), &copy)?;
            files.insert(name.to_owned(), held(&copy)?);
        }
    }
    let keys = store.fingerprints().map_err(io::Error::other)?.into_iter().collect();
    let schema = migrations::SCHEMA;
    let manifest = Manifest { form: FORM, schema, rules: books::VERSION.to_owned(), files, keys, high_water };
    manifest.write(&half.file(MANIFEST), &sound.keys)?;
    half.finish()?;
    Ok(Copied { tables, lines, bytes, keys: with_keys })
}

/// Audits a copy: every journal in it is replayed and everything else is compared with it.
fn checked(path: &Path, before: &HighWater, keys: &Keys) -> io::Result<(HighWater, usize, u64)> {
    let mut copy = store::open_reader(&path.to_string_lossy()).map_err(io::Error::other)?;
    let short = before.compare(&mut *copy).map_err(io::Error::other)?;
    if let Some(short) = short.first() {
        return refuse(format!("the copy is not whole: {short}"));
    }
    let report = audit(&mut *copy, Some(keys)).map_err(io::Error::other)?;
    if let Some(finding) = report.findings.first() {
        return refuse(format!("the floor is not sound, so no copy was kept: {finding}"));
    }
    let high_water = HighWater::of(&mut *copy, clock::now()).map_err(io::Error::other)?;
    Ok((high_water, report.tables, report.lines))
}

/// Reports a disk that filled up while copying as just that.
fn full(to: &Path, why: String) -> String {
    match why.contains("full") || why.contains("No space") {
        true => format!("{}: the disk filled up, and the unfinished copy was removed ({why})", to.display()),
        false => why,
    }
}

/// The size of a database including its write-ahead log.
fn size_of(url: &str) -> u64 {
    let path = url.strip_prefix("sqlite:").unwrap_or(url);
    let size = |path: String| fs::metadata(path).map_or(0, |meta| meta.len());
    size(path.to_owned()) + size(format!("{path}-wal"))
}

/// Lets PostgreSQL make a consistent dump of itself.
fn dump(url: &str, to: &Path) -> io::Result<()> {
    let run = |program: &str, args: &[&str]| -> io::Result<()> {
        let output = Command::new(program).args(args).output().map_err(|error| {
            io::Error::new(error.kind(), format!("{program}: {error}; install PostgreSQL's client programs"))
        })?;
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        if output.status.success() { Ok(()) } else { refuse(format!("{program} failed: {said}")) }
    };
    drop(OpenOptions::new().write(true).create_new(true).mode(0o600).open(to).map_err(named(to))?);
    let shown = to.to_string_lossy();
    run("pg_dump", &["--format=custom", "--schema=ch47", "--file", &shown, url])
        .map_err(|error| io::Error::new(error.kind(), full(to, error.to_string())))?;
    run("pg_restore", &["--list", &shown, "--file=/dev/null"])?;
    File::open(to).and_then(|file| file.sync_all()).map_err(named(to))
}
