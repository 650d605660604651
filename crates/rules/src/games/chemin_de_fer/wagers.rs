//! 4.5(b) to 4.7: the bid, the Banker's wager and the wagers against it.

use crate::games::prelude::*;
use crate::{kept::spelled, vocabulary::Kinds, words::deeds};

deeds! {
    /// The wagers and bids of the game.
    pub enum Wager {
        /// What a participant offers to wager if he becomes the Banker. No chips move.
        Bid = "bid",
        /// The Banker's, in support of his hand.
        Bank = "bank",
        /// All of it, by whoever equalled and lost the one before, who says "Suivi".
        Suivi = "suivi",
        /// The same, with the words "Banco Suivi".
        BancoSuivi = "banco suivi",
        /// All of it, by anybody else, who says "Banco".
        Banco = "banco",
        /// The same, with the words "Banco Seul".
        BancoSeul = "banco seul",
        /// A part of it.
        Part = "part",
    }
}

spelled!(Wager, crate::vocabulary::Vocabulary::read, "a wager at chemin de fer: bank, banco suivi");

impl Wager {
    /// The provision that permits it.
    pub const fn cite(self) -> Citation {
        match self {
            Wager::Bid => cite!("4.5(b)"),
            Wager::Bank => cite!("4.6(a)"),
            Wager::Suivi | Wager::BancoSuivi => cite!("4.7(b)"),
            Wager::Banco | Wager::BancoSeul => cite!("4.7(c)"),
            Wager::Part => cite!("4.7(d)"),
        }
    }

    /// The provision on making it with cash.
    pub(super) const fn cash(self) -> Citation {
        match self {
            Wager::Bid => cite!("4.5(b)"),
            Wager::Bank => cite!("4.6(c)"),
            _ => cite!("4.7(f)"),
        }
    }

    /// Whether it is a wager against the Banker.
    pub const fn is_against(self) -> bool {
        !matches!(self, Wager::Bid | Wager::Bank)
    }

    /// Whether it covers the Banker's whole wager.
    pub const fn is_whole(self) -> bool {
        self.is_against() && !matches!(self, Wager::Part)
    }

    pub(super) const fn is_suivi(self) -> bool {
        matches!(self, Wager::Suivi | Wager::BancoSuivi)
    }
}

impl Kinds for Wager {
    fn kind(self) -> &'static str {
        match self {
            Wager::Bid => "bid",
            Wager::Bank => "bank",
            Wager::Suivi | Wager::BancoSuivi => "suivi",
            Wager::Banco | Wager::BancoSeul => "banco",
            Wager::Part => "part",
        }
    }
}
