//! The additional wagers of 2.17, exactly: every two cards of the shoe, settled by the rules.

use crate::{Results, Tally, Unsolved};
use rules::{
    Fate, Money,
    blackjack::{Additional, Options, Wager, additional, additional_odds},
    kit::cards::{Card, Unseen},
};

/// The additional wagers of a table.
pub fn wagers(options: &Options) -> &'static [Wager] {
    match options.additional() {
        None => &[],
        Some(Additional::OverUnder) => &[Wager::Over13, Wager::Under13],
        Some(Additional::SameSuit(_)) => &[Wager::SameSuit],
    }
}

/// What becomes of one of them.
///
/// # Errors
/// If there are not two cards.
pub fn results(options: &Options, unseen: &Unseen, wager: Wager, stake: Money) -> Result<Results, Unsolved> {
    if unseen.total() < 2 {
        return Err(Unsolved::ShortShoe { cards: unseen.total() });
    }
    let mut ends = Vec::new();
    for one in Card::all() {
        let Some(left) = unseen.seeing(one) else { continue };
        for other in Card::all().filter(|&other| left.count(other) > 0) {
            let ways = u128::from(unseen.count(one)) * u128::from(left.count(other));
            let mut tally = Tally::default();
            match additional(wager, one, other).0 {
                Fate::Won => {
                    tally.paid = options.limits().pay(additional_odds(one, other, options).0, stake);
                }
                Fate::Lost => tally.taken = stake,
                Fate::Halved | Fate::Void => {}
            }
            ends.push((tally.net(), ways));
        }
    }
    Ok(Results::weighed(stake, ends))
}
