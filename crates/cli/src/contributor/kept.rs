//! What a contributor keeps in its own file: the seeds of its chains, the values it has opened, and evidence.

use books::{Chain, Hash};
use protocol::{CheckpointView, HeardView};
use serde::{Deserialize, Serialize};
use std::{
    fmt, fs,
    io::{self, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
};

/// The number of signed heads and answers to keep.
const KEPT: usize = 256;

/// Something that should not happen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// The floor had received the part, but said that it was withheld, or drew without it.
    LeftOut,
    /// The contributor had a chain and was connected, but was not asked.
    NotAsked,
    /// The contributor opened a part, but the floor says that it did not arrive.
    Unheard,
    /// The contributor opened a part, and then the window was given up.
    GivenUp,
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mark::LeftOut => "left out",
            Mark::NotAsked => "not asked",
            Mark::Unheard => "unheard",
            Mark::GivenUp => "given up",
        })
    }
}

/// A chain. Its seed must stay secret as long as the chain is in use.
#[derive(Clone, Serialize, Deserialize)]
pub struct Link {
    pub seed: Hash,
    pub anchor: Hash,
    pub length: u16,
    /// The first window it serves; unknown until the floor has recorded it.
    pub since: Option<u64>,
}

impl Link {
    /// Makes a new chain.
    pub fn make(length: u16) -> Result<Link, String> {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).map_err(|error| error.to_string())?;
        Ok(Link { seed: Hash(seed), anchor: Chain::from_seed(seed, length).anchor(), length, since: None })
    }
}

/// The part opened last.
#[derive(Clone, Serialize, Deserialize)]
pub struct Opened {
    pub anchor: Hash,
    pub depth: u64,
    pub lock: Hash,
    pub window: u64,
    pub value: Hash,
}

/// Evidence for third parties.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Evidence {
    /// Signed heads of the journal, oldest first.
    pub heads: Vec<CheckpointView>,
    /// Signed answers that a part arrived.
    pub heard: Vec<HeardView>,
}

/// Everything that is kept.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Kept {
    /// The name of the table.
    pub table: String,
    pub(super) chains: Vec<Link>,
    pub(super) opened: Option<Opened>,
    /// Signed heads and answers.
    pub evidence: Evidence,
    /// What should not have happened, with the window.
    pub marks: Vec<(Mark, u64)>,
}

impl Kept {
    /// The chain that serves a window.
    pub(super) fn serving(&self, window: u64) -> Option<&Link> {
        self.chains.iter().rev().find(|chain| chain.since.is_some_and(|since| since <= window))
    }

    pub(super) fn add(&mut self, chain: Link) -> Hash {
        let anchor = chain.anchor;
        self.chains.push(chain);
        // The previous chain may still serve a window that is already locked.
        let old = self.chains.len().saturating_sub(2);
        self.chains.drain(..old);
        anchor
    }

    pub(super) fn drop_chains(&mut self) {
        self.chains.clear();
    }

    pub(super) fn keep_head(&mut self, head: CheckpointView) {
        keep(&mut self.evidence.heads, head);
    }

    pub(super) fn keep_heard(&mut self, heard: HeardView) {
        keep(&mut self.evidence.heard, heard);
    }
}

fn keep<T>(all: &mut Vec<T>, one: T) {
    all.push(one);
    let old = all.len().saturating_sub(KEPT);
    all.drain(..old);
}

/// The storage: a file that only its owner can read, or memory only.
pub struct Keep {
    file: Option<PathBuf>,
    kept: Kept,
}

impl Keep {
    /// Keeps everything in memory only.
    #[cfg(test)]
    pub fn memory() -> Keep {
        Keep { file: None, kept: Kept::default() }
    }

    /// Keeps everything in this person's file for this table, in the folder.
    pub fn open(folder: &Path, host: &str, person: &str, table: &str) -> io::Result<Keep> {
        let plain =
            |text: &str| text.replace(|c: char| !(c.is_ascii_alphanumeric() || "-.".contains(c)), "_");
        let folder = folder.join(plain(host));
        fs::create_dir_all(&folder)?;
        let file = folder.join(format!("{}@{}.json", plain(person), plain(table)));
        let mut keep = Keep { file: Some(file), kept: Kept { table: table.to_owned(), ..Kept::default() } };
        keep.reload();
        Ok(keep)
    }

    /// The current content.
    pub fn kept(&self) -> &Kept {
        &self.kept
    }

    /// Reads the file again: another program of the same person may have opened a part in the meantime.
    pub fn reload(&mut self) {
        if let Some(text) = self.file.as_ref().and_then(|file| fs::read_to_string(file).ok())
            && let Ok(kept) = serde_json::from_str(&text)
        {
            self.kept = kept;
        }
    }

    /// Changes the content, and saves it if possible.
    pub fn change<T>(&mut self, change: impl FnOnce(&mut Kept) -> T) -> T {
        let done = change(&mut self.kept);
        // Anything that must not be lost is written with `write`, which reports failures.
        let _ = self.save();
        done
    }

    /// Changes the content, and reports whether it is on disk.
    pub fn write(&mut self, change: impl FnOnce(&mut Kept)) -> io::Result<()> {
        change(&mut self.kept);
        self.save()
    }

    fn save(&self) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let new = file.with_extension("new");
        let mut open = fs::OpenOptions::new();
        let mut written = open.write(true).create(true).truncate(true).mode(0o600).open(&new)?;
        written.write_all(&serde_json::to_vec(&self.kept)?)?;
        fs::rename(&new, file)
    }
}

/// The folder for saved state: `$XDG_STATE_HOME/ch47/chains`, or the same below the home folder.
pub fn folder() -> PathBuf {
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let home =
        || std::env::var_os("HOME").map_or_else(std::env::temp_dir, PathBuf::from).join(".local/state");
    state.unwrap_or_else(home).join("ch47/chains")
}
