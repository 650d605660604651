//! The additional wagers of 2.17, exactly: every two cards of the shoe, settled by the rules.

use crate::{Results, Tally, Unsolved, certificate::Proof};
use rules::{
    Fate, Money,
    blackjack::{Additional, Options, Supply, Wager, additional, additional_odds},
    kit::cards::{Card, Unseen},
};

/// The additional wagers that a table offers.
pub fn wagers(options: &Options) -> &'static [Wager] {
    match options.additional() {
        None => &[],
        Some(Additional::OverUnder) => &[Wager::Over13, Wager::Under13],
        Some(Additional::SameSuit(_)) => &[Wager::SameSuit],
    }
}

/// The results of one of them.
///
/// # Errors
/// If there are fewer than two cards.
pub fn results(options: &Options, unseen: &Unseen, wager: Wager, stake: Money) -> Result<Results, Unsolved> {
    Ok(Results::weighed(stake, ends(options, unseen, wager, stake)?))
}

/// The same with a fresh shoe. From a double shoe the cards come from either side in half of all rounds.
///
/// # Errors
/// If there are fewer than two cards.
pub fn fresh(options: &Options, wager: Wager, stake: Money) -> Result<Results, Unsolved> {
    let Supply::Double { decks, .. } = options.supply() else {
        return results(options, &Unseen::decks(options.decks()), wager, stake);
    };
    if decks[0] == decks[1] {
        return results(options, &Unseen::decks(decks[0]), wager, stake);
    }
    let sides = decks.map(|decks| ends(options, &Unseen::decks(decks), wager, stake));
    let [left, right] = [sides[0].clone()?, sides[1].clone()?];
    let total = |ends: &[(Money, u128)]| ends.iter().map(|(_, ways)| ways).sum::<u128>();
    // Each side counts as much as the other, even if it has fewer deals.
    let (of_left, of_right) = (total(&right), total(&left));
    let weigh =
        |ends: Vec<(Money, u128)>, by: u128| ends.into_iter().map(move |(net, ways)| (net, ways * by));
    Ok(Results::weighed(stake, weigh(left, of_left).chain(weigh(right, of_right))))
}

/// Every two cards: the gain, and the number of ways in which they come.
fn ends(
    options: &Options,
    unseen: &Unseen,
    wager: Wager,
    stake: Money,
) -> Result<Vec<(Money, u128)>, Unsolved> {
    if unseen.total() < 2 {
        return Err(Unsolved::ShortShoe { cards: unseen.total() });
    }
    let mut ends = Vec::new();
    for one in Card::all() {
        let Some(left) = unseen.seeing(one) else { continue };
        for other in Card::all().filter(|&other| left.count(other) > 0) {
            let ways = u128::from(unseen.count(one)) * u128::from(left.count(other));
            ends.push((net(options, wager, stake, one, other), ways));
        }
    }
    Ok(ends)
}

/// The gain with these two cards.
fn net(options: &Options, wager: Wager, stake: Money, one: Card, other: Card) -> Money {
    let mut tally = Tally::default();
    match additional(wager, one, other).0 {
        Fate::Won => tally.paid = options.limits().pay(additional_odds(one, other, options).0, stake),
        Fate::Lost => tally.taken = stake,
        Fate::Halved | Fate::Void => {}
    }
    tally.net()
}

/// What somebody else needs to confirm the results. The cards of a double shoe can be treated as one shoe only if both
/// sides are alike.
pub fn proof(
    options: &Options,
    unseen: Option<&Unseen>,
    wager: Wager,
    stake: Money,
) -> Result<Proof, Unsolved> {
    let whole = match options.supply() {
        Supply::Double { decks: [left, right], .. } if left != right && unseen.is_none() => {
            return Err(Unsolved::NoCertificate {
                why: "the sides of the shoe have different numbers of decks",
            });
        }
        Supply::Double { decks: [left, _], .. } => Unseen::decks(left),
        _ => Unseen::decks(options.decks()),
    };
    let unseen = unseen.copied().unwrap_or(whole);
    let cards: Vec<Card> = Card::all().collect();
    let counts = cards.iter().map(|&card| u32::from(unseen.count(card))).collect();
    Ok(Proof::two_cards(counts, |one, other| net(options, wager, stake, cards[one], cards[other]).as_cents()))
}
