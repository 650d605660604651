//! Options that such games have alike, each under its own section.

use crate::{
    hands::vigorish::{Rate, vigorish},
    money::Money,
    submission::{Duty, Field},
};
use law::Citation;

/// How many areas beside each other one player may wager on.
pub const fn areas(cite: Citation) -> Field<u16> {
    Field::count("betting-areas", cite, 1, 2, "how many areas beside each other one player may wager on")
        .or("1")
}

/// What is charged on winnings.
pub const fn rate(cite: Citation) -> Field<Rate> {
    Field::choice("vigorish.rate", cite, "what is charged on winnings").or("5%")
}

/// Whether it is rounded.
pub const fn rounded(cite: Citation) -> Field<bool> {
    let about = "vigorish is rounded up to the next quarter of a dollar; otherwise it is exact";
    Field::switch("vigorish.rounded", cite, about)
}

/// The charge on an amount won.
pub fn charged(won: Money, rate: Rate, is_rounded: bool) -> Money {
    vigorish(won, rate.percent(), is_rounded.then_some(Money::cents(25)))
}

/// The house way is filed.
pub const fn filed_way(cite: Citation) -> Duty {
    Duty { cite, says: "file with the rules submission", of: "the way in which the dealer sets hands" }
}
