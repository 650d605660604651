//! How far the chance of a table has got: what is committed, what is being dealt. No secret is here.

use crate::Hash;
use std::collections::BTreeMap;

/// A committed shoe; at a wheel, a committed result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shoe {
    /// Its number, from 1.
    pub number: u32,
    /// What the house is bound to.
    pub commitment: Hash,
    /// What patrons added, in the order of the journal.
    pub nonces: Vec<String>,
    /// Behind how many cards it was cut, one cut after the other.
    pub cuts: Vec<u16>,
    /// What could be shown when dealing began, with weights.
    pub composition: Vec<(String, u32)>,
    /// What was shown since.
    pub shown: Vec<String>,
}

impl Shoe {
    /// A commitment nobody has added to.
    pub fn new(number: u32, commitment: Hash) -> Shoe {
        let (nonces, cuts, composition, shown) = Default::default();
        Shoe { number, commitment, nonces, cuts, composition, shown }
    }

    /// Whether all that may be shown now is still in it; if not, its cards were gathered and shuffled.
    pub fn fits(&self, menu: &[(String, u32)]) -> bool {
        let mut left: BTreeMap<&str, i64> =
            self.composition.iter().map(|(text, n)| (text.as_str(), i64::from(*n))).collect();
        for text in &self.shown {
            if let Some(n) = left.get_mut(text.as_str()) {
                *n -= 1;
            }
        }
        menu.iter().all(|(text, n)| match left.get(text.as_str()) {
            Some(left) => i64::from(*n) <= *left,
            // Not a card of this shoe: something else that equipment shows, such as the cutting card.
            None => true,
        })
    }
}

/// The shoes of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shoes {
    /// The one being dealt.
    pub dealing: Option<Shoe>,
    /// The one that is committed to and not begun: nonces and cuts go there.
    pub next: Option<Shoe>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_that_come_back_make_a_new_shoe() {
        let menu = |aces: u32| vec![("As".to_owned(), aces), ("cutting card".to_owned(), 1)];
        let mut shoe = Shoe::new(1, Hash::ZERO);
        shoe.composition = vec![("As".into(), 2)];
        assert!(shoe.fits(&menu(2)));
        shoe.shown.push("As".into());
        assert!(!shoe.fits(&menu(2)) && shoe.fits(&menu(1)));
    }
}
