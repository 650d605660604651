//! Connections that read, shared by all who look something up.

use crate::{
    floor::blocking,
    store::{self, Broken, Reader},
};
use std::{
    io,
    sync::{Arc, Mutex, PoisonError},
};

/// Connections to a store.
pub struct Readers {
    url: String,
    idle: Mutex<Vec<Box<dyn Reader>>>,
}

impl Readers {
    /// Connections to this address; none is opened before somebody reads.
    pub fn new(url: &str) -> Arc<Readers> {
        Arc::new(Readers { url: url.to_owned(), idle: Mutex::default() })
    }

    /// Reads the store, off the writer's way and off async threads.
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

    /// Closes what is idle: the store was opened anew.
    pub fn clear(&self) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}
