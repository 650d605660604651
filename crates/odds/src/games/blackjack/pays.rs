//! The payout of each hand against each end of the dealer's, asked of the rules once for a table's options.

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
    /// By the deal.
    Dealt,
    /// By splitting a pair other than aces.
    Split,
    /// By splitting aces: it gets only one card.
    SplitAces,
}

/// The gains of a hand at each end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pay<N = f64> {
    /// The wager on the hand. Against a blackjack a split hand gains nothing: the blackjack takes one wager for all
    /// hands of the box, and that is counted separately.
    pub wager: [N; ENDS],
    /// What doubling adds; a blackjack takes none of it (2.10(b)).
    pub added: [N; ENDS],
    /// 1 where the wager wins, otherwise 0.
    pub wins: Ends,
}

/// The payouts of a table.
pub struct Pays {
    dealt: Vec<Pay>,
    split: Vec<Pay>,
    /// The payout of a wager without special odds.
    even: f64,
    /// What a 6, 7 and 8 of one suit are paid beyond those of several suits.
    pub suited: f64,
    /// How often a blackjack is the designated one, and what it is paid beyond other blackjacks.
    pub designated: Option<(f64, f64)>,
    /// The same probability as counts: pairs of the designated cards, and all pairs that make a blackjack.
    pub designated_of: [u64; 2],
    /// The values of two cards and of the third that completes a 6, 7 and 8.
    pub threes: [[usize; 3]; 3],
}

/// The payout per unit, computed on a stake that is not rounded.
#[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
pub fn ratio(odds: Odds) -> f64 {
    let stake = odds.payable(Money::dollars(1));
    odds.pay(stake).as_cents() as f64 / stake.as_cents() as f64
}

/// Cards of these ranks in mixed suits.
fn cards(hand: &Hand) -> Vec<Card> {
    let card = |(at, rank): (usize, u8)| {
        Card::all().find(|card| card.rank() == rank && usize::from(card.suit()) == at % 2)
    };
    hand.ranks().enumerate().filter_map(card).collect()
}

impl Pays {
    /// The payouts of a table; the shoe determines how often a blackjack is the designated one.
    pub fn of(options: &Options, unseen: &Unseen) -> Pays {
        let per_unit = |hand, kind| pay(hand, kind, options, [0.0, -1.0], ratio);
        let all = |kind| hands().all().iter().map(|hand| per_unit(hand, kind)).collect::<Vec<_>>();
        let (mut dealt, split) = (all(Kind::Dealt), all(Kind::Split));
        let one_suit: Vec<Card> = ["6s", "7s", "8s"].into_iter().filter_map(Card::read).collect();
        let even = ratio(odds(Special::None, options).0);
        let suited = ratio(odds(special(&one_suit, false, options), options).0) - even;
        let (mut extra_of, mut designated_of) = (None, [0, 1]);
        if let (Some(designated), Some(natural)) = (options.designated(), hands().made_of(&[ACE, TEN])) {
            let all = |value: u8| {
                let alike = |card: &Card| rules::hands::blackjack::value(card.rank()) == value;
                Card::all().filter(alike).map(|card| u32::from(unseen.count(card))).sum::<u32>().max(1)
            };
            let right = [designated.ace, designated.face].map(|card| u32::from(unseen.count(card)));
            let [right, all] = [right, [all(1), all(10)]].map(|[ace, face]| ace * face);
            let chance = f64::from(right) / f64::from(all);
            designated_of = [right.into(), all.into()];
            let extra = ratio(odds(Special::DesignatedBlackjack, options).0)
                - ratio(odds(Special::StandardBlackjack, options).0);
            extra_of = Some((chance, extra));
            let pay = &mut dealt[natural];
            for end in 0..ENDS {
                pay.wager[end] += chance * extra * pay.wins[end];
            }
        }
        let threes = [[5, 6, 7], [5, 7, 6], [6, 7, 5]];
        Pays { dealt, split, even, suited, designated: extra_of, designated_of, threes }
    }

    /// The payout of a hand.
    pub fn pay(&self, hand: usize, kind: Kind) -> &Pay {
        match kind {
            Kind::Dealt => &self.dealt[hand],
            Kind::Split | Kind::SplitAces => &self.split[hand],
        }
    }

    /// The difference of the payouts with a 6, 7 and 8 of one suit and of several, multiplied by this, is the
    /// difference of their squares. Only the first wager is paid more.
    pub fn both_of_suited(&self, wagers: f64) -> f64 {
        self.suited + 2.0 * wagers * self.even
    }

    /// Pays a two-card 21 after a split like any other 21, as in most books. Used for comparison with them.
    #[cfg(test)]
    pub fn with_usual_split_21(mut self) -> Pays {
        let natural = hands().made_of(&[ACE, TEN]).expect("a hand");
        let other = hands().made_of(&[4, 5, TEN]).expect("a hand");
        self.split[natural] = self.split[other];
        self
    }
}

/// The smallest stake on which a table pays all its odds, also on half of it, in whole cents.
pub fn whole_stake(options: &Options) -> Money {
    let all = [
        Special::None,
        Special::StandardBlackjack,
        Special::DesignatedBlackjack,
        Special::SixSevenEight,
        Special::ThreeSevens,
        Special::FiveCard21,
    ];
    let stakes = all.into_iter().map(|special| odds(special, options).0.payable(Money::cents(1)).as_cents());
    let common = |one: i64, other: i64| {
        let (mut a, mut b) = (one, other);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        one / a * other
    };
    Money::cents(stakes.fold(2, common))
}

/// The gains of a hand on this stake, in cents.
pub fn cents(hand: &Hand, kind: Kind, options: &Options, stake: Money) -> Pay<i64> {
    pay(hand, kind, options, [0, -stake.as_cents()], |odds| odds.pay(stake).as_cents())
}

/// The gains of a hand: nothing, the loss of a wager, or what odds pay.
fn pay<N: Copy>(
    hand: &Hand,
    kind: Kind,
    options: &Options,
    [nothing, lost]: [N; 2],
    paid_at: impl Fn(Odds) -> N,
) -> Pay<N> {
    let is_split = kind != Kind::Dealt;
    let score_of = Score { count: hand.total.count(), cards: hand.cards, is_split };
    let paid = paid_at(odds(special(&cards(hand), is_split, options), options).0);
    let even = paid_at(odds(Special::None, options).0);
    let mut pay = Pay { wager: [nothing; ENDS], added: [nothing; ENDS], wins: [0.0; ENDS] };
    for end in 0..ENDS {
        match decide(score_of, score(end), options).0 {
            Fate::Won => {
                (pay.wager[end], pay.added[end], pay.wins[end]) = (paid, even, 1.0);
            }
            Fate::Lost => {
                pay.wager[end] = if end == NATURAL && is_split { nothing } else { lost };
                pay.added[end] = if end == NATURAL { nothing } else { lost };
            }
            Fate::Halved | Fate::Void => {}
        }
    }
    pay
}
