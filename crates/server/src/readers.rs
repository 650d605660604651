//! A pool of read connections, shared by everything that looks something up.

use crate::{
    floor::blocking,
    store::{self, Broken, Reader},
};
use std::{
    io,
    sync::{Arc, Mutex, PoisonError},
};

/// A pool of connections to a store.
pub struct Readers {
    url: String,
    idle: Mutex<Vec<Box<dyn Reader>>>,
}

impl Readers {
    /// Connections to this address. None is opened before the first read.
    pub fn new(url: &str) -> Arc<Readers> {
        Arc::new(Readers { url: url.to_owned(), idle: Mutex::default() })
    }

    /// Reads from the store without blocking the writer or the async threads.
    pub async fn read<T: Send + 'static>(
        self: &Arc<Self>,
        read: impl FnOnce(&mut dyn Reader) -> Result<T, Broken> + Send + 'static,
    ) -> io::Result<T> {
        let readers = Arc::clone(self);
        blocking(move || {
            let idle = readers.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut reader = match idle {
                Some(reader) => reader,
                None => store::open_reader(&readers.url)?,
            };
            let answer = read(&mut *reader)?;
            readers.idle.lock().unwrap_or_else(PoisonError::into_inner).push(reader);
            Ok(answer)
        })
        .await
    }

    /// Closes idle connections, because the store was opened again.
    pub fn clear(&self) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}
