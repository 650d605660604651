//! The key that is kept outside the database: what signs checkpoints.

use books::SigningKey;
use std::{
    fs, io,
    io::{Read, Write},
    path::Path,
};
use zeroize::Zeroizing;

/// The keys of a floor. Nodes that share a floor share them.
pub struct Keys {
    sign: SigningKey,
}

/// Chance of the operating system.
pub fn entropy<const N: usize>() -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|e| io::Error::other(format!("no chance to be had: {e}")))?;
    Ok(bytes)
}

impl Keys {
    /// Reads the keys of this folder, or makes them.
    pub fn open(folder: &Path) -> io::Result<Keys> {
        let sign = read_or_make(&folder.join("sign.key"))?;
        Ok(Keys { sign: SigningKey::from_bytes(&sign) })
    }

    /// What signs checkpoints.
    pub fn signing(&self) -> &SigningKey {
        &self.sign
    }
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
