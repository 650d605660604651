//! Secrets of shoes: fresh chance of the operating system for each, held in memory while it is needed, sealed on disk,
//! laid open when its shoe is spent.

use crate::{
    keys::{Keys, entropy},
    store::Reader,
};
use books::{Book, Deal, Hash, Menu, Secret, Shoe};
use std::{collections::BTreeMap, io};

/// The secrets of a table's committed shoes.
#[derive(Default)]
pub struct Chance {
    secrets: BTreeMap<u32, Secret>,
    /// The shoe being dealt, as far as it has got.
    deal: Option<(u32, usize, Deal)>,
}

impl Chance {
    /// Opens the sealed secrets that a book still needs.
    pub fn recover(book: &Book, keys: &Keys, store: &mut dyn Reader) -> io::Result<Chance> {
        let mut chance = Chance::default();
        for shoe in [&book.shoes().dealing, &book.shoes().next].into_iter().flatten() {
            let sealed = store.sealed(book.table(), shoe.number).map_err(io::Error::other)?;
            let gone = || io::Error::other(format!("the sealed secret of shoe {} is gone", shoe.number));
            let secret = keys.unseal(book.table(), shoe.number, &sealed.ok_or_else(gone)?)?;
            if secret.commitment() != shoe.commitment {
                let message =
                    format!("the sealed secret of shoe {} is not the one committed to", shoe.number);
                return Err(io::Error::other(message));
            }
            chance.secrets.insert(shoe.number, secret);
        }
        Ok(chance)
    }

    /// A new secret: the commitment to it, and the secret under seal.
    pub fn make(&mut self, keys: &Keys, table: &str, shoe: u32) -> io::Result<(Hash, Vec<u8>)> {
        let bytes: [u8; 32] = entropy()?;
        // Entropy that is stuck would open every shoe: two equal secrets are never chance.
        if bytes == [0; 32] || self.secrets.values().any(|other| *other.bytes() == bytes) {
            return Err(io::Error::other("the system's chance repeats itself"));
        }
        let secret = Secret::from_bytes(bytes);
        let made = (secret.commitment(), keys.seal(table, shoe, &secret)?);
        self.secrets.insert(shoe, secret);
        Ok(made)
    }

    /// What the shoe shows next.
    pub fn draw(&mut self, shoe: &Shoe, menu: &Menu) -> Option<String> {
        let now = (shoe.number, shoe.shown.len());
        let mut deal = match self.deal.take() {
            Some((number, draws, deal)) if (number, draws) == now => deal,
            _ => shoe.deal(self.secrets.get(&shoe.number)?).ok()?,
        };
        let shown = deal.draw(menu).map(|place| menu[place].0.clone());
        self.deal = Some((now.0, now.1 + 1, deal));
        shown
    }

    /// Lays a secret open and forgets it.
    pub fn reveal(&mut self, shoe: u32) -> Option<Hash> {
        self.secrets.remove(&shoe).map(|secret| Hash(*secret.bytes()))
    }
}

/// Chance that blinds a line of a journal. Without it there is no line: an empty salt would blind nothing.
pub fn salt() -> io::Result<String> {
    Ok(hex(entropy::<16>()?))
}

fn hex(bytes: [u8; 16]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
