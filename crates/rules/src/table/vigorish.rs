//! The options about vigorish that several games have, each under its own paragraph.

use crate::{
    hands::vigorish::{PayOrder, Rate},
    submission::Field,
};
use law::Citation;

impl Rate {
    /// The option of rounding the charge, under a game's own provision.
    pub const fn rounding(cite: Citation) -> Field<bool> {
        let about = "vigorish is rounded up, to a multiple of 20 cents at 4% and of 25 cents at 5%";
        Field::switch("vigorish-rounding", cite, about)
    }
}

impl PayOrder {
    /// The option, under a game's own provision.
    pub const fn field(cite: Citation) -> Field<PayOrder> {
        Field::choice("pay-order", cite, "which of the four procedures pays winners and takes vigorish")
    }
}
