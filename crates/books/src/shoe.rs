//! How far the chance of a table has got: what is committed, what is being dealt. No secret is here.

use crate::{
    Hash,
    chance::{Deal, Differs, Menu, Secret},
};
use serde::{Deserialize, Serialize};

/// A committed shoe; at a wheel, a committed result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
    pub shown: Vec<Shown>,
    /// How many of each of the composition are left, in its order; none where all are gone.
    left: Vec<Option<u32>>,
}

/// Something that was drawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    /// What.
    pub chance: String,
    /// What it was drawn from, where that was not simply what was left.
    pub menu: Option<Vec<(String, u32)>>,
}

impl Shoe {
    /// A commitment nobody has added to.
    pub fn new(number: u32, commitment: Hash) -> Shoe {
        let (nonces, cuts, composition, shown, left) = Default::default();
        Shoe { number, commitment, nonces, cuts, composition, shown, left }
    }

    /// Dealing begins.
    #[must_use]
    pub fn begun(self, menu: Vec<(String, u32)>) -> Shoe {
        let left = menu.iter().map(|(_, n)| Some(*n)).collect();
        Shoe { composition: menu, left, ..self }
    }

    /// Something is drawn from a menu.
    pub(crate) fn show(&mut self, menu: &Menu, chance: String) {
        let usual = menu.len() == self.left.iter().flatten().count()
            && self.places(menu).all(|(at, n)| at.is_some_and(|at| self.left[at] == Some(n)));
        if let Some(at) = self.find(&chance, 0) {
            self.left[at] = self.left[at].map(|n| n.saturating_sub(1)).filter(|n| *n > 0);
        }
        self.shown.push(Shown { chance, menu: (!usual).then(|| menu.to_vec()) });
    }

    /// Where something is in the composition. A menu has the composition's order, so what comes next in the one is looked
    /// for next in the other.
    fn find(&self, text: &str, next: usize) -> Option<usize> {
        let is = |at: &usize| self.composition[*at].0 == text;
        (next..self.composition.len()).chain(0..next).find(is)
    }

    /// Where each of a menu is in the composition, if it is, and how many there are of it.
    fn places<'a>(&'a self, menu: &'a Menu) -> impl Iterator<Item = (Option<usize>, u32)> + 'a {
        let mut next = 0;
        menu.iter().map(move |(text, n)| {
            let at = self.find(text, next);
            next = at.map_or(next, |at| at + 1);
            (at, *n)
        })
    }

    /// Whether all that may be shown now can come from what is left. It cannot if something is gone, or if there is
    /// more of it than is left though not more than there was: then the cards were gathered, and a new shoe begins.
    pub fn fits(&self, menu: &Menu) -> bool {
        // What is not of this shoe, such as the cutting card, does not count.
        let asked = self.places(menu).filter_map(|(at, n)| at.filter(|_| n > 0).map(|at| (at, n)));
        let asked: Vec<(usize, u32)> = asked.collect();
        let left = |at: usize| self.left[at].unwrap_or(0);
        let gone = asked.iter().any(|(at, _)| left(*at) == 0);
        let more = asked.iter().any(|(at, n)| *n > left(*at));
        !(gone || more && asked.iter().all(|(at, n)| *n <= self.composition[*at].1))
    }

    /// The deal as far as it has got, for who knows the secret.
    pub fn deal(&self, secret: &Secret) -> Result<Deal, Differs> {
        let unfit = |text: String| Differs { draw: 0, deals: None, shown: text };
        let mut deal = Deal::new(secret, &self.nonces, &self.cuts, &self.composition)
            .map_err(|why| unfit(why.to_string()))?;
        for Shown { chance, menu } in &self.shown {
            match menu {
                Some(menu) => deal.skip(menu, chance)?,
                None => deal.skip(&deal.usual(), chance)?,
            }
        }
        Ok(deal)
    }
}

/// The shoes of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shoes {
    /// The one being dealt.
    pub dealing: Option<Shoe>,
    /// The one that is committed to and not begun: nonces and cuts go there.
    pub next: Option<Shoe>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn menu(aces: u32, kings: u32) -> Vec<(String, u32)> {
        [("As", aces), ("Ks", kings)]
            .into_iter()
            .filter(|(_, n)| *n > 0)
            .map(|(c, n)| (c.into(), n))
            .collect()
    }

    #[test]
    fn cards_that_come_back_make_a_new_shoe() {
        let mut shoe = Shoe::new(1, Hash::ZERO).begun(menu(2, 1));
        let cutting_card = [("cutting card".to_owned(), 1)];
        assert!(shoe.fits(&menu(2, 1)) && shoe.fits(&cutting_card));
        shoe.show(&menu(2, 1), "As".into());
        assert!(!shoe.fits(&menu(2, 1)) && shoe.fits(&menu(1, 1)));
        shoe.show(&menu(1, 1), "Ks".into());
        assert!(!shoe.fits(&menu(0, 1)) && shoe.fits(&menu(1, 0)));
        assert!(shoe.shown.iter().all(|shown| shown.menu.is_none()));
    }

    #[test]
    fn an_interrupted_deal_goes_on_as_it_would_have() {
        let secret = Secret::from_bytes([47; 32]);
        let whole: Vec<(String, u32)> =
            ["As", "Ks", "Qs", "Js", "Ts", "9s"].into_iter().map(|card| (card.to_owned(), 8)).collect();
        let mut shoe = Shoe::new(1, secret.commitment()).begun(whole);
        shoe.cuts.push(20);
        let mut deal = shoe.deal(&secret).expect("a deal");
        for draw in 0..40 {
            let of_each = shoe.composition.iter().zip(&shoe.left);
            let left = of_each.filter_map(|((card, _), n)| n.map(|n| (card.clone(), n)));
            let mut menu: Vec<_> = left.collect();
            if draw % 7 == 3 {
                menu.remove(0);
            }
            let chance = menu[deal.draw(&menu).expect("a card")].0.clone();
            shoe.show(&menu, chance);
            deal = shoe.deal(&secret).expect("the same deal");
        }
        assert!(shoe.shown.iter().any(|shown| shown.menu.is_some()));
    }
}
