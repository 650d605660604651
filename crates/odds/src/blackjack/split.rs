//! What a split pair is worth.
//!
//! Each hand is played by its own cards alone, as the first hand after one split is best played (or by the chart). Then,
//! by exchangeability, every hand of the same kind is worth the same, and what all are worth is a sum: no hand of the pair
//! needs to be played out before another. Where a pair may be split again, the sum runs over how many hands there come to
//! be, and what a hand is worth if so many others have got no card of the pair follows from what it is worth if so many
//! have: the mean over both is the hand about which nothing is known.
//!
//! A dealer's blackjack takes one original wager of the whole box, or what it has lost before by going over 21 (2.11(d)).
//! Where the hole card has been looked at, nobody gets so far. Where it has not, two hands that go over 21 lose more than
//! one. How often at least one does is taken as if, the hole card and the second cards that are no pair being known, one
//! hand's cards told nothing of another's.

use super::{
    hands::{ACE, VALUES, hands},
    pays::Kind,
    view::{Line, Policy, Stands, View},
};

/// The hands of a split pair against one view of the dealer.
pub struct Split {
    pair: usize,
    /// How many hands there may be.
    most: usize,
    /// Cards of the pair's value that are left, and all cards, once the pair is dealt.
    left: [f64; 2],
    /// By how many more cards of the pair are gone than both it began with.
    stands: Vec<Stands>,
}

/// What it comes to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Worth {
    pub mean: f64,
    /// As in [`Line`]: nothing where a blackjack ends the round before.
    pub stake: f64,
}

/// A sum over hands: for a hand about which nothing is known, and for one whose second card makes a pair again.
struct Sum<'a> {
    split: &'a Split,
    any: Vec<f64>,
    pairs: Vec<f64>,
}

impl Split {
    pub fn new(view: &View, pair: usize) -> Split {
        let most = match view.options.most_hands() {
            _ if pair == ACE && !view.options.may_resplit_aces() => 2,
            most => usize::from(most),
        };
        Split::to(view, pair, most)
    }

    /// The same, up to so many hands.
    pub fn to(view: &View, pair: usize, most: usize) -> Split {
        let is_ace = pair == ACE;
        let kind = if is_ace { Kind::SplitAces } else { Kind::Split };
        let left = [view.left.counts[pair] - 2.0, view.left.total - 2.0];
        // With three hands or more, up to so many more of the pair may be gone.
        let deep = if most == 2 { 1 } else { 2 * most - 2 };
        let gone = (1..=u8::try_from(deep).unwrap_or(1)).filter(|&gone| f64::from(gone) <= left[0] + 1.0);
        let stands = gone.map(|gone| view.stands(kind, Some((pair, gone)))).collect();
        Split { pair, most, left, stands }
    }

    /// Whether it is of this pair.
    pub fn is_of(&self, pair: usize) -> bool {
        self.pair == pair
    }

    /// The hands by this policy. The best is what is best for the first hand after one split.
    pub fn worth(&self, view: &View, policy: Policy<'_>) -> Worth {
        let lines = self.lines(view, policy);
        let natural = self.natural(view);
        let mut mean = self.sum(&lines, |line| line.worth).total() - natural;
        if natural > 0.0 && !view.is_looked_at() {
            mean -= self.sum(&lines, |line| line.over_natural).total() - self.any_over(view, &lines);
        }
        Worth { mean, stake: self.sum(&lines, |line| line.stake).total() }
    }

    /// How often at least one hand goes over 21 and the dealer has a blackjack.
    fn any_over(&self, view: &View, lines: &[[Line; 2]]) -> f64 {
        let often = self.sum(lines, |line| line.over_often);
        often.at_least_one(|gone, others| self.natural_after(view, gone, others))
    }

    /// The same by this policy, for the test that counts it out.
    #[cfg(test)]
    pub fn over_by(&self, view: &View, policy: Policy<'_>) -> f64 {
        self.any_over(view, &self.lines(view, policy))
    }

    /// The mean of the square of what all hands gain.
    pub fn square(&self, view: &View, policy: Policy<'_>) -> f64 {
        let lines = self.lines(view, policy);
        let Some(first) = self.stands.first() else { return 0.0 };
        let first = view.play(first, Some(self.pair), policy);
        self.sum(&lines, |line| line.square).total() + self.natural(view) + self.together(view, &first)
    }

    /// The chance of a blackjack of the dealer's once the pair is dealt.
    fn natural(&self, view: &View) -> f64 {
        let mut gone = [0; VALUES];
        gone[self.pair] = 2;
        view.natural(&gone)
    }

    /// The same, if so many more of the pair are gone and so many hands are known to have got another card.
    fn natural_after(&self, view: &View, gone: usize, others: usize) -> f64 {
        let more = u8::try_from(gone).unwrap_or(u8::MAX);
        let mut cards = [0; VALUES];
        cards[self.pair] = 2 + more;
        let natural = view.natural(&cards);
        // Any other card of the shoe is as likely as ever to be a card of the pair, but for those known to be none.
        let (before, now) = (self.chance(gone, 0), self.chance(gone, others));
        match view.dealer.makes_natural() {
            Some(value) if value == self.pair => now,
            _ if before < 1.0 => natural * (1.0 - now) / (1.0 - before),
            _ => natural,
        }
    }

    /// One card of the pair and both, by how many more of it are gone.
    fn lines(&self, view: &View, policy: Policy<'_>) -> Vec<[Line; 2]> {
        let Some(first) = self.stands.first() else { return Vec::new() };
        let first = view.play(first, Some(self.pair), policy);
        let places = self.places();
        let mut lines = vec![places.map(|at| first[at])];
        for stands in &self.stands[1..] {
            let policy = if let Policy::Best = policy { Policy::Fixed(&first) } else { policy };
            let next = view.play(stands, Some(self.pair), policy);
            lines.push(places.map(|at| next[at]));
        }
        lines
    }

    fn sum(&self, lines: &[[Line; 2]], of: fn(&Line) -> f64) -> Sum<'_> {
        let [any, pairs] = [0, 1].map(|at: usize| lines.iter().map(|line| of(&line[at])).collect());
        Sum { split: self, any, pairs }
    }

    /// The mean of the products of two hands. They meet the same end of the dealer's; but for that, their cards are taken to
    /// tell nothing of each other.
    fn together(&self, view: &View, first: &[Line]) -> f64 {
        let kind = if self.pair == ACE { Kind::SplitAces } else { Kind::Split };
        let gains = view.by_end(kind, self.pair, 1, first);
        let mut gone = [0; VALUES];
        gone[self.pair] = 2;
        let ends = view.dealer.ends(&view.left.without(&gone), &mut Vec::new());
        let one: f64 =
            gains.iter().zip(ends).filter(|(_, end)| *end > 0.0).map(|(gain, end)| gain * gain / end).sum();
        let pairs = |hands: usize| f64::from(u8::try_from(hands * (hands - 1)).unwrap_or(u8::MAX));
        one * self.ends().iter().map(|(chance, hands, _)| chance * pairs(*hands)).sum::<f64>()
    }

    /// One card of the pair, and both.
    fn places(&self) -> [usize; 2] {
        let of = |values: &[usize]| hands().made_of(values).unwrap_or_default();
        [of(&[self.pair]), of(&[self.pair; 2])]
    }

    /// The chance that a card is of the pair, if so many more of them are gone, and so many others.
    fn chance(&self, gone: usize, others: usize) -> f64 {
        let count = |n: usize| f64::from(u8::try_from(n).unwrap_or(u8::MAX));
        let [pair, all] = self.left;
        let all = all - count(gone) - count(others);
        if all > 0.0 { (pair - count(gone)).max(0.0) / all } else { 0.0 }
    }

    /// How it may end: the chance, how many hands there are, and how many of them have got another card for certain.
    fn ends(&self) -> Vec<(f64, usize, usize)> {
        let mut ends = Vec::new();
        self.walk(1.0, 2, 0, &mut ends);
        ends
    }

    fn walk(&self, chance: f64, hands: usize, others: usize, ends: &mut Vec<(f64, usize, usize)>) {
        if hands == self.most || others == hands {
            return ends.push((chance, hands, others));
        }
        let again = self.chance(hands - 2, others);
        if again > 0.0 {
            self.walk(chance * again, hands + 1, others, ends);
        }
        if again < 1.0 {
            self.walk(chance * (1.0 - again), hands, others + 1, ends);
        }
    }
}

impl Sum<'_> {
    /// A hand, if so many more of the pair are gone and so many hands have got another card.
    fn any(&self, gone: usize, others: usize) -> f64 {
        let Some(before) = others.checked_sub(1) else { return self.any.get(gone).copied().unwrap_or(0.0) };
        let chance = self.split.chance(gone, before);
        (self.any(gone, before) - chance * self.any(gone + 1, before)) / (1.0 - chance)
    }

    /// The same of a hand whose second card is of the pair.
    fn pair(&self, gone: usize, others: usize) -> f64 {
        let Some(before) = others.checked_sub(1) else { return self.pairs.get(gone).copied().unwrap_or(0.0) };
        let chance = self.split.chance(gone + 1, before);
        (self.pair(gone, before) - chance * self.pair(gone + 1, before)) / (1.0 - chance)
    }

    /// The same of a hand whose second card is another.
    fn other(&self, gone: usize, others: usize) -> f64 {
        let chance = self.split.chance(gone, others);
        (self.any(gone, others) - chance * self.pair(gone, others)) / (1.0 - chance)
    }

    /// Over all hands.
    fn total(&self) -> f64 {
        let count = |n: usize| f64::from(u8::try_from(n).unwrap_or(u8::MAX));
        let one = |(chance, hands, others): (f64, usize, usize)| {
            let known = if others > 0 { count(others) * self.other(hands - 2, others - 1) } else { 0.0 };
            let rest = count(hands - others);
            let unknown = if rest > 0.0 { rest * self.any(hands - 2, others) } else { 0.0 };
            chance * (known + unknown)
        };
        self.split.ends().into_iter().map(one).sum()
    }

    /// The chance that it happens to at least one hand. It happens only along with something whose chance is `given`, if so
    /// many more of the pair are gone and so many hands have got another card.
    fn at_least_one(&self, given: impl Fn(usize, usize) -> f64) -> f64 {
        let one = |(chance, hands, others): (f64, usize, usize)| {
            let (gone, given) = (hands - 2, given(hands - 2, others));
            if given <= 0.0 {
                return 0.0;
            }
            // To none of so many hands.
            let none = |hands: usize, each: f64| (1.0 - each / given).powi(i32::try_from(hands).unwrap_or(2));
            let known = if others > 0 { none(others, self.other(gone, others - 1)) } else { 1.0 };
            let rest = hands - others;
            let unknown = if rest > 0 { none(rest, self.any(gone, others)) } else { 1.0 };
            chance * given * (1.0 - known * unknown)
        };
        self.split.ends().into_iter().map(one).sum()
    }
}
