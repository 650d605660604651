//! Keys that are kept outside the database: what seals the secrets of shoes, and what signs checkpoints.

use books::{Secret, SigningKey};
use chacha20poly1305::{
    ChaCha20Poly1305, Key, KeyInit, Nonce,
    aead::{Aead, Payload},
};
use std::{
    fs, io,
    io::{Read, Write},
    path::Path,
};
use zeroize::Zeroizing;

/// The keys of a floor. Nodes that share a floor share them.
pub struct Keys {
    seal: ChaCha20Poly1305,
    sign: SigningKey,
}

/// Chance of the operating system.
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
    /// Reads the keys of this folder, or makes them.
    pub fn open(folder: &Path) -> io::Result<Keys> {
        let seal = read_or_make(&folder.join("seal.key"))?;
        let sign = read_or_make(&folder.join("sign.key"))?;
        Ok(Keys { seal: ChaCha20Poly1305::new(&Key::from(*seal)), sign: SigningKey::from_bytes(&sign) })
    }

    /// What signs checkpoints.
    pub fn signing(&self) -> &SigningKey {
        &self.sign
    }

    /// Seals the secret of a shoe: a nonce and a ciphertext that is bound to table and shoe.
    pub fn seal(&self, table: &str, shoe: u32, secret: &Secret) -> io::Result<Vec<u8>> {
        let nonce: [u8; 12] = entropy()?;
        let aad = bound(table, shoe);
        let payload = Payload { msg: secret.bytes(), aad: aad.as_bytes() };
        let sealed = self.seal.encrypt(&Nonce::from(nonce), payload);
        let sealed = sealed.map_err(|_| io::Error::other("a secret cannot be sealed"))?;
        Ok([nonce.as_slice(), &sealed].concat())
    }

    /// Seals a note from one node of the floor to another.
    pub fn seal_note(&self, note: &str) -> io::Result<Vec<u8>> {
        let nonce: [u8; 12] = entropy()?;
        let sealed = self.seal.encrypt(&Nonce::from(nonce), Payload { msg: note.as_bytes(), aad: NOTE });
        let sealed = sealed.map_err(|_| io::Error::other("a note cannot be sealed"))?;
        Ok([nonce.as_slice(), &sealed].concat())
    }

    /// Opens such a note; nothing if no node of this floor wrote it.
    pub fn open_note(&self, sealed: &[u8]) -> Option<String> {
        let (nonce, sealed) = sealed.split_first_chunk::<12>()?;
        let opened = self.seal.decrypt(&Nonce::from(*nonce), Payload { msg: sealed, aad: NOTE }).ok()?;
        String::from_utf8(opened).ok()
    }

    /// Opens a sealed secret.
    pub fn unseal(&self, table: &str, shoe: u32, sealed: &[u8]) -> io::Result<Secret> {
        let other = || io::Error::other(format!("the secret of shoe {shoe} was sealed with another key"));
        let (nonce, sealed) = sealed.split_first_chunk::<12>().ok_or_else(other)?;
        let aad = bound(table, shoe);
        let opened = self.seal.decrypt(&Nonce::from(*nonce), Payload { msg: sealed, aad: aad.as_bytes() });
        let opened = Zeroizing::new(opened.map_err(|_| other())?);
        Ok(Secret::from_bytes(opened.as_slice().try_into().map_err(|_| other())?))
    }
}

/// What tells a note apart from the secret of a shoe, which the same key seals.
const NOTE: &[u8] = b"ch47 note between nodes";

fn bound(table: &str, shoe: u32) -> String {
    format!("ch47 shoe {shoe} of {table}")
}

fn read_or_make(path: &Path) -> io::Result<Zeroizing<[u8; 32]>> {
    let named = |e: io::Error| io::Error::new(e.kind(), format!("{}: {e}", path.display()));
    match fs::File::open(path) {
        Ok(mut file) => {
            let mut bytes = Zeroizing::new([0; 32]);
            file.read_exact(bytes.as_mut()).map_err(named)?;
            Ok(bytes)
        }
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            let bytes = Zeroizing::new(entropy()?);
            let mut options = fs::OpenOptions::new();
            options.write(true).create_new(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let mut file = options.open(path).map_err(named)?;
            file.write_all(bytes.as_ref()).and_then(|()| file.sync_all()).map_err(named)?;
            Ok(bytes)
        }
        Err(e) => Err(named(e)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_opened_by_its_key_for_its_shoe_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let keys = Keys::open(folder.path()).expect("keys");
        let sealed = keys.seal("R-1", 3, &Secret::from_bytes([7; 32])).expect("sealed");
        let again = Keys::open(folder.path()).expect("the same keys");
        assert_eq!(again.unseal("R-1", 3, &sealed).expect("opened").reveal(), "07".repeat(32));
        for (table, shoe) in [("R-1", 4), ("R-2", 3)] {
            assert!(again.unseal(table, shoe, &sealed).is_err());
        }
        let other = tempfile::tempdir().expect("a folder");
        assert!(Keys::open(other.path()).expect("other keys").unseal("R-1", 3, &sealed).is_err());
        assert!(keys.unseal("R-1", 3, &sealed[..5]).is_err());
    }
}
