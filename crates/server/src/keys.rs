//! The keys that are stored outside the database: the one that signs checkpoints.

use books::{Hash, SigningKey};
use std::{
    fs, io,
    io::{Read, Write},
    path::{Path, PathBuf},
};
use zeroize::Zeroizing;

/// The keys of a floor. Nodes that share a floor share them.
pub struct Keys {
    sign: SigningKey,
}

/// The files of the keys, with the names under which they are recorded.
const FILES: [(&str, &str); 1] = [("sign", "sign.key")];

/// Random bytes from the operating system.
pub fn entropy<const N: usize>() -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    #[cfg(feature = "faults")]
    if crate::faults::is_out_of_entropy() {
        return Err(io::Error::other("no chance to be had: a test says so"));
    }
    getrandom::fill(&mut bytes).map_err(|e| io::Error::other(format!("no chance to be had: {e}")))?;
    Ok(bytes)
}

impl Keys {
    /// Reads the keys of this folder. It never creates any: a floor that has lost its keys must not silently get new
    /// ones.
    pub fn open(folder: &Path) -> io::Result<Keys> {
        let [(_, sign)] = FILES;
        Ok(Keys { sign: SigningKey::from_bytes(&*read(&folder.join(sign))?) })
    }

    /// Creates the keys that this folder lacks, for a floor that has none yet; returns the files it created.
    pub fn make(folder: &Path) -> io::Result<Vec<PathBuf>> {
        let missing = FILES.map(|(_, file)| folder.join(file)).into_iter().filter(|path| !path.exists());
        missing.map(|path| make(&path).map(|()| path)).collect()
    }

    /// The fingerprints that the database records, by name. For the signing key this is the public key.
    pub fn fingerprints(&self) -> Vec<(&'static str, Hash)> {
        vec![("sign", Hash(self.sign.verifying_key().bytes()))]
    }

    /// Refuses keys that differ from the recorded ones.
    pub fn compare(&self, folder: &Path, recorded: &[(String, Hash)]) -> io::Result<()> {
        for (name, found) in self.fingerprints() {
            let file = FILES.iter().find(|(known, _)| *known == name).map_or(name, |(_, file)| file);
            let path = folder.join(file);
            let path = path.display();
            match recorded.iter().find(|(known, _)| known == name) {
                Some((_, recorded)) if *recorded == found => {}
                Some((_, recorded)) => {
                    return Err(io::Error::other(format!(
                        "{path} is not this floor's key: its fingerprint is {found}, the database records {recorded}; \
                         put the right key back"
                    )));
                }
                None => {
                    return Err(io::Error::other(format!(
                        "the database has no record of {path}: restore the database, or run `ch47 floor rekey`"
                    )));
                }
            }
        }
        Ok(())
    }

    /// The file names of the keys.
    pub fn files() -> impl Iterator<Item = &'static str> {
        FILES.into_iter().map(|(_, file)| file)
    }

    /// The key that signs checkpoints.
    pub fn signing(&self) -> &SigningKey {
        &self.sign
    }

    /// Signs a note from one node of the floor to another.
    pub fn sign_note(&self, note: &str) -> String {
        format!("{note} {}", self.sign.sign(&[NOTE, note.as_bytes()].concat()))
    }

    /// Reads a signed note; `None` if no node of this floor wrote it.
    pub fn read_note<'a>(&self, signed: &'a str) -> Option<&'a str> {
        let (note, signature) = signed.rsplit_once(' ')?;
        let text = [NOTE, note.as_bytes()].concat();
        self.sign.verifying_key().signed(&text, signature).then_some(note)
    }
}

/// The prefix that tells a note apart from everything else the key signs.
const NOTE: &[u8] = b"ch47 note between nodes\n";

/// What to do without a key.
const LOST: &str =
    "put the floor's key back from where it is kept, or run `ch47 floor rekey` if it is lost for good";

fn read(path: &Path) -> io::Result<Zeroizing<[u8; 32]>> {
    let named = |e: io::Error| io::Error::new(e.kind(), format!("{}: {e}", path.display()));
    let mut file = match fs::File::open(path) {
        Ok(file) => file,
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            return Err(io::Error::new(e.kind(), format!("{} is missing: {LOST}", path.display())));
        }
        Err(e) => return Err(named(e)),
    };
    let length = file.metadata().map_err(named)?.len();
    if length != 32 {
        let found = format!("{} is damaged: it has {length} bytes, a key has 32; {LOST}", path.display());
        return Err(io::Error::other(found));
    }
    let mut bytes = Zeroizing::new([0; 32]);
    file.read_exact(bytes.as_mut()).map_err(named)?;
    Ok(bytes)
}

fn make(path: &Path) -> io::Result<()> {
    let named = |e: io::Error| io::Error::new(e.kind(), format!("{}: {e}", path.display()));
    let bytes = Zeroizing::new(entropy::<32>()?);
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path).map_err(named)?;
    file.write_all(bytes.as_ref()).and_then(|()| file.sync_all()).map_err(named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_as_they_were_made_or_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let refused = |folder: &Path| match Keys::open(folder) {
            Ok(_) => panic!("opened"),
            Err(why) => why.to_string(),
        };
        assert!(refused(folder.path()).contains("is missing"), "and none is made");
        assert_eq!(Keys::make(folder.path()).expect("made").len(), 1);
        assert_eq!(Keys::make(folder.path()).expect("made").len(), 0, "none is replaced");
        let prints = |keys: &Keys| -> Vec<(String, Hash)> {
            keys.fingerprints().into_iter().map(|(name, print)| (name.to_owned(), print)).collect()
        };
        let recorded = prints(&Keys::open(folder.path()).expect("keys"));
        for file in Keys::files() {
            let path = folder.path().join(file);
            let whole = fs::read(&path).expect("a key");
            for byte in 0..32 {
                let mut flipped = whole.clone();
                flipped[byte] ^= 1;
                fs::write(&path, &flipped).expect("written");
                let keys = Keys::open(folder.path()).expect("a key of the right length");
                let why = keys.compare(folder.path(), &recorded).expect_err("another key").to_string();
                assert!(why.contains(file) && why.contains("not this floor's key"), "{why}");
            }
            for length in [0, 31, 33] {
                let mut cut = whole.clone();
                cut.resize(length, 0);
                fs::write(&path, &cut).expect("written");
                assert!(refused(folder.path()).contains(&format!("{length} bytes")));
            }
            fs::remove_file(&path).expect("removed");
            assert!(refused(folder.path()).contains(&format!("{file} is missing")));
            fs::write(&path, whole).expect("put back");
        }
        let keys = Keys::open(folder.path()).expect("keys");
        keys.compare(folder.path(), &recorded).expect("the same");
        assert!(keys.compare(folder.path(), &[]).is_err(), "a key that is not recorded");
    }
}
