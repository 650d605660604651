//! Deals a finished shoe again, from what was published about it and nothing else.

use crate::{
    chance::{Deal, Differs, Menu, Secret, Unfit},
    hash::Hash,
};
use serde::{Deserialize, Serialize};
use std::fmt;

/// All that decides a shoe, and all that came from it: what a third party needs to deal it again, as JSON.
/// `docs/fairness.md` says how to do so, and `docs/fair.py` does it without this code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShoeFile {
    /// The version of this form: 1.
    pub version: u32,
    /// What the house published beforehand.
    pub commitment: Hash,
    /// What it revealed afterwards, in 64 hexadecimal digits.
    pub secret: String,
    /// What players gave, in the order of the journal.
    pub nonces: Vec<String>,
    /// Where the cards were cut, in the order of the journal.
    pub cuts: Vec<u16>,
    /// The menu of the first draw: for a shoe, how many there are of each card.
    pub composition: Vec<(String, u32)>,
    /// What came, one after the other.
    pub draws: Vec<Drawn>,
}

/// One draw of a shoe.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drawn {
    /// What was possible, with weights. Left out where it was just the cards that were left, or, if the composition
    /// is not of cards alone, just the composition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub menu: Option<Vec<(String, u32)>>,
    /// What came.
    pub shown: String,
}

/// A shoe dealt again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Redealt {
    /// The whole order of its cards after the cuts, the first in front; nothing for a wheel.
    pub order: Vec<String>,
    /// The first draw that went otherwise than the deal has it.
    pub differs: Option<Differs>,
}

/// Why a shoe cannot be dealt again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unfair {
    /// The file is of another version.
    Version(u32),
    /// The secret is not 64 hexadecimal digits.
    Secret,
    /// The secret is not what the house committed itself to.
    Commitment {
        /// What the secret would have been committed as.
        of_secret: Hash,
        /// What was published.
        published: Hash,
    },
    /// There is no such shoe.
    Unfit(Unfit),
}

impl fmt::Display for Unfair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfair::Version(version) => write!(f, "a shoe file of version {version}, not {VERSION}"),
            Unfair::Secret => f.write_str("the secret is not 64 lower-case hexadecimal digits"),
            Unfair::Commitment { of_secret, published } => {
                write!(f, "the secret has the commitment {of_secret}, but {published} was published")
            }
            Unfair::Unfit(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for Unfair {}

const VERSION: u32 = 1;

impl ShoeFile {
    /// Writes down a shoe with its draws so far: what was possible, and what came.
    pub fn new<'a>(
        secret: &Secret,
        nonces: &[String],
        cuts: &[u16],
        composition: &Menu,
        draws: impl IntoIterator<Item = (&'a Menu, &'a str)>,
    ) -> Result<ShoeFile, Unfit> {
        let mut deal = Deal::new(secret, nonces, cuts, composition)?;
        let mut note = |(menu, shown): (&Menu, &str)| {
            let menu = (menu != deal.usual()).then(|| menu.to_vec());
            // The file says what came even if something else should have: that is what it is for.
            deal.draw(menu.as_deref().unwrap_or(&deal.usual()));
            Drawn { menu, shown: shown.to_owned() }
        };
        Ok(ShoeFile {
            version: VERSION,
            commitment: secret.commitment(),
            secret: secret.reveal(),
            nonces: nonces.to_vec(),
            cuts: cuts.to_vec(),
            composition: composition.to_vec(),
            draws: draws.into_iter().map(&mut note).collect(),
        })
    }

    /// Checks the commitment and deals the shoe again, up to the first draw that differs.
    pub fn redeal(&self) -> Result<Redealt, Unfair> {
        if self.version != VERSION {
            return Err(Unfair::Version(self.version));
        }
        let secret = Secret::read(&self.secret).ok_or(Unfair::Secret)?;
        let (of_secret, published) = (secret.commitment(), self.commitment);
        if of_secret != published {
            return Err(Unfair::Commitment { of_secret, published });
        }
        let deal = Deal::new(&secret, &self.nonces, &self.cuts, &self.composition);
        let mut deal = deal.map_err(Unfair::Unfit)?;
        let order = deal.order();
        let mut again = |drawn: &Drawn| match &drawn.menu {
            Some(menu) => deal.skip(menu, &drawn.shown),
            None => deal.skip(&deal.usual(), &drawn.shown),
        };
        let differs = self.draws.iter().find_map(|drawn| again(drawn).err());
        Ok(Redealt { order, differs })
    }
}
