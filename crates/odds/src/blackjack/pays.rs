//! What each hand is paid against each end of the dealer's, asked of the rules once for a table's options.

use super::{
    dealer::{ENDS, Ends, NATURAL, score},
    hands::{ACE, Hand, TEN, hands},
};
use rules::{
    Fate, Money, Odds, Vocabulary,
    blackjack::{Options, Score, Special, decide, odds, special},
    kit::cards::{Card, Unseen},
};

/// How a hand came to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// As dealt.
    Dealt,
    /// By splitting a pair that is not aces.
    Split,
    /// By splitting aces: it gets one card and no more.
    SplitAces,
}

/// What a hand brings at each end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pay {
    /// The wager on the hand. A split hand has nothing against a blackjack: of all hands of the box that takes one wager,
    /// and it is counted apart.
    pub wager: Ends,
    /// What doubling adds; a blackjack takes none of it (2.10(b)).
    pub added: Ends,
    /// 1 where the wager wins.
    pub wins: Ends,
}

/// The payments of a table.
pub struct Pays {
    dealt: Vec<Pay>,
    split: Vec<Pay>,
    /// What a wager is paid that has no odds of its own.
    even: f64,
    /// What a 6, 7 and 8 of one suit are paid above those of several.
    pub suited: f64,
    /// By the values of two cards and of the third that makes such a hand.
    pub threes: [[usize; 3]; 3],
}

/// What is paid per unit; a large stake, so that no odds are rounded.
#[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
pub fn ratio(odds: Odds) -> f64 {
    let stake = odds.payable(Money::dollars(1));
    odds.pay(stake).as_cents() as f64 / stake.as_cents() as f64
}

/// Cards of these ranks, the suits mixed.
fn cards(hand: &Hand) -> Vec<Card> {
    let card = |(at, rank): (usize, u8)| {
        Card::all().find(|card| card.rank() == rank && usize::from(card.suit()) == at % 2)
    };
    hand.ranks().enumerate().filter_map(card).collect()
}

impl Pays {
    /// Of a table; the shoe says how often a blackjack is the designated one.
    pub fn of(options: &Options, unseen: &Unseen) -> Pays {
        let all = |kind| hands().all().iter().map(|hand| pay(hand, kind, options)).collect::<Vec<_>>();
        let (mut dealt, split) = (all(Kind::Dealt), all(Kind::Split));
        let one_suit: Vec<Card> = ["6s", "7s", "8s"].into_iter().filter_map(Card::read).collect();
        let even = ratio(odds(Special::None, options).0);
        let suited = ratio(odds(special(&one_suit, false, options), options).0) - even;
        if let (Some(designated), Some(natural)) = (options.designated(), hands().made_of(&[ACE, TEN])) {
            let all = |value: u8| {
                let alike = |card: &Card| rules::hands::blackjack::value(card.rank()) == value;
                Card::all().filter(alike).map(|card| f64::from(unseen.count(card))).sum::<f64>()
            };
            let often = |card, value| f64::from(unseen.count(card)) / all(value).max(1.0);
            let chance = often(designated.ace, 1) * often(designated.face, 10);
            let extra = ratio(odds(Special::DesignatedBlackjack, options).0)
                - ratio(odds(Special::StandardBlackjack, options).0);
            let pay = &mut dealt[natural];
            for end in 0..ENDS {
                pay.wager[end] += chance * extra * pay.wins[end];
            }
        }
        Pays { dealt, split, even, suited, threes: [[5, 6, 7], [5, 7, 6], [6, 7, 5]] }
    }

    /// Of a hand.
    pub fn pay(&self, hand: usize, kind: Kind) -> &Pay {
        match kind {
            Kind::Dealt => &self.dealt[hand],
            Kind::Split | Kind::SplitAces => &self.split[hand],
        }
    }

    /// What so many wagers win with a 6, 7 and 8 of one suit and with those of several, together: times the difference, that
    /// of the squares. Only the first wager gets more.
    pub fn both_of_suited(&self, wagers: f64) -> f64 {
        self.suited + 2.0 * wagers * self.even
    }

    /// A split two-card 21 is worth no more than another 21, as in most books. For comparison with them.
    #[cfg(test)]
    pub fn with_usual_split_21(mut self) -> Pays {
        let natural = hands().made_of(&[ACE, TEN]).expect("a hand");
        let other = hands().made_of(&[4, 5, TEN]).expect("a hand");
        self.split[natural] = self.split[other];
        self
    }
}

fn pay(hand: &Hand, kind: Kind, options: &Options) -> Pay {
    let is_split = kind != Kind::Dealt;
    let score_of = Score { count: hand.total.count(), cards: hand.cards, is_split };
    let paid = ratio(odds(special(&cards(hand), is_split, options), options).0);
    let even = ratio(odds(Special::None, options).0);
    let mut pay = Pay { wager: [0.0; ENDS], added: [0.0; ENDS], wins: [0.0; ENDS] };
    for end in 0..ENDS {
        match decide(score_of, score(end), options).0 {
            Fate::Won => {
                (pay.wager[end], pay.added[end], pay.wins[end]) = (paid, even, 1.0);
            }
            Fate::Lost => {
                pay.wager[end] = if end == NATURAL && is_split { 0.0 } else { -1.0 };
                pay.added[end] = if end == NATURAL { 0.0 } else { -1.0 };
            }
            Fate::Halved | Fate::Void => {}
        }
    }
    pay
}
