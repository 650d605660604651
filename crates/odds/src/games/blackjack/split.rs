//! The value of a split pair.
//!
//! Each hand is played by its own cards alone, as the first hand after one split is best played (or by the chart).
//! Then, by exchangeability, all hands of the same kind have the same value, and their total value is a sum: no hand of
//! the pair needs to be played out before another. If a pair may be split again, the sum runs over the number of hands
//! that result. The value of a hand given that a number of others got no card of the pair follows from its value given
//! that they did: the mean over both is the value of a hand about which nothing is known.
//!
//! A dealer's blackjack takes one original wager of the whole box, or what it has already lost by going over 21
//! (2.11(d)). If the dealer has looked at the hole card, nobody gets that far. Otherwise two hands that go over 21 lose
//! more than one. The probability that at least one does is computed as if, given the hole card and the second cards
//! that are not of the pair, one hand's cards said nothing about another's.

use super::{
    hands::{ACE, VALUES, hands},
    number::Number,
    pays::Kind,
    play::{Column, Course, Line, Policy},
    stands::Stands,
    view::{Choice, View},
};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// The hands of a split pair against one view of the dealer.
pub struct Split {
    pub(super) pair: usize,
    /// How many hands there may be.
    pub(super) most: usize,
    /// The cards of the pair's value that are left, and all cards that are left, after the pair is dealt.
    left: [f64; 2],
    pub(super) kind: Kind,
    /// Indexed by how many more cards of the pair are gone, beyond the first two.
    stands: Vec<Mutex<Stands>>,
    /// The best decisions for the first hand after one split.
    best: OnceLock<Vec<Choice>>,
}

/// The values of one card of the pair and of both, by how many more of the pair are gone.
type Lines = Vec<[Line; 2]>;

/// The value of a split pair.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Worth {
    pub mean: f64,
    /// As in [`Line`]: a round that a blackjack ends at once contributes nothing.
    pub stake: f64,
}

/// A sum over hands: for a hand about which nothing is known, and for one whose second card makes a pair again.
pub(super) struct Sum<'a, N> {
    pub(super) split: &'a Split,
    /// Indexed by how many more cards of the pair are gone, beyond the first two.
    pub(super) any: Vec<N>,
    pub(super) pairs: Vec<N>,
}

impl Split {
    pub fn new(view: &View, pair: usize) -> Split {
        let most = match view.options.most_hands() {
            _ if pair == ACE && !view.options.may_resplit_aces() => 2,
            most => usize::from(most),
        };
        Split::to(view, pair, most)
    }

    /// The same, up to this many hands.
    pub fn to(view: &View, pair: usize, most: usize) -> Split {
        let is_ace = pair == ACE;
        let kind = if is_ace { Kind::SplitAces } else { Kind::Split };
        let left = [view.left.counts[pair] - 2.0, view.left.total - 2.0];
        // With three or more hands, up to this many more of the pair may be gone.
        let deep = if most == 2 { 1 } else { 2 * most - 2 };
        let gone = (1..=u8::try_from(deep).unwrap_or(1)).filter(|&gone| f64::from(gone) <= left[0] + 1.0);
        let stands = gone.map(|gone| Mutex::new(Stands::new(kind, Some((pair, gone))))).collect();
        Split { pair, most, left, kind, stands, best: OnceLock::new() }
    }

    /// Whether it is of this pair.
    pub fn is_of(&self, pair: usize) -> bool {
        self.pair == pair
    }

    /// The value of the hands by this policy. The best policy is what is best for the first hand after one split.
    pub fn worth(&self, view: &View, policy: Policy<'_>) -> Worth {
        self.worth_of(view, &self.lines::<true>(view, policy))
    }

    /// Only the mean.
    pub fn mean(&self, view: &View, policy: Policy<'_>) -> f64 {
        if self.natural(view) > 0.0 {
            return self.worth(view, policy).mean;
        }
        self.sum(&self.lines::<false>(view, policy), |line| line.worth).total()
    }

    fn worth_of(&self, view: &View, lines: &Lines) -> Worth {
        let natural = self.natural(view);
        let mut mean = self.sum(lines, |line| line.worth).total() - natural;
        if natural > 0.0 && !view.is_looked_at() {
            mean -= self.sum(lines, |line| line.over_natural).total() - self.any_over(view, lines);
        }
        Worth { mean, stake: self.sum(lines, |line| line.stake).total() }
    }

    /// The probability that at least one hand goes over 21 and the dealer has a blackjack.
    fn any_over(&self, view: &View, lines: &Lines) -> f64 {
        let often = self.sum(lines, |line| line.over_often);
        often.at_least_one(|gone, others| self.natural_after(view, gone, others))
    }

    /// The same by this policy, for the test that counts it.
    #[cfg(test)]
    pub fn over_by(&self, view: &View, policy: Policy<'_>) -> f64 {
        self.any_over(view, &self.lines::<true>(view, policy))
    }

    /// The mean square of the gain of all hands.
    pub fn square(&self, view: &View, policy: Policy<'_>) -> f64 {
        let lines = self.lines::<true>(view, policy);
        self.sum(&lines, |line| line.square).total() + self.natural(view) + self.together(view, policy)
    }

    /// The probability of a dealer's blackjack after the pair is dealt.
    fn natural(&self, view: &View) -> f64 {
        let mut gone = [0; VALUES];
        gone[self.pair] = 2;
        view.natural(&gone)
    }

    /// The same, if this many more of the pair are gone and this many hands are known to have got another card.
    fn natural_after(&self, view: &View, gone: usize, others: usize) -> f64 {
        let more = u8::try_from(gone).unwrap_or(u8::MAX);
        let mut cards = [0; VALUES];
        cards[self.pair] = 2 + more;
        let natural = view.natural(&cards);
        // Any other card of the shoe is as likely as before to be a card of the pair, except for those known not to be.
        let (before, now): (f64, f64) = (self.chance(gone, 0), self.chance(gone, others));
        match view.dealer.makes_natural() {
            Some(value) if value == self.pair => now,
            _ if before < 1.0 => natural * (1.0 - now) / (1.0 - before),
            _ => natural,
        }
    }

    fn lines<const FULL: bool>(&self, view: &View, policy: Policy<'_>) -> Lines {
        if view.suited.is_empty() {
            let course = self.course(view, policy);
            let follow = |stands: &Mutex<Stands>| view.follow::<FULL>(&mut lock(stands), &course, self.pair);
            return self.stands.iter().map(follow).collect();
        }
        // If suits count, a player who sees them may decide differently from what the values alone suggest.
        let best = if let Policy::Best = policy { Some(self.best(view)) } else { None };
        let each = self.stands.iter().map(|stands| {
            let mut stands = lock(stands);
            stands.fill_all(view);
            let lines = view.play::<true>(&stands, best.map_or(policy, Policy::Fixed));
            let place = |values: &[usize]| stands.family.place(values).unwrap_or_default();
            [place(&[self.pair]), place(&[self.pair; 2])].map(|at| lines[at])
        });
        each.collect()
    }

    /// The hands that result from this policy.
    pub(super) fn course(&self, view: &View, policy: Policy<'_>) -> Course {
        let family = hands().family(Some(self.pair));
        match policy {
            Policy::Best => Course::new(family, self.kind, self.pair, self.best(view)),
            Policy::Fixed(choices) => Course::new(family, self.kind, self.pair, choices),
            Policy::Column(column) => {
                let choices: Vec<Choice> = (0..family.len()).map(|at| self.by(view, column, at)).collect();
                Course::new(family, self.kind, self.pair, &choices)
            }
        }
    }

    /// What a column says about the hand at this index.
    fn by(&self, view: &View, column: &Column, at: usize) -> Choice {
        let hand = hands().family(Some(self.pair)).hand(at);
        if hand.cards < 2 {
            return Choice::Draw;
        }
        column.choose(hand, |choice| match choice {
            Choice::Double => view.may_double(hand),
            Choice::Surrender => view.may_surrender(hand, self.kind),
            _ => true,
        })
    }

    /// The best decisions for the first hand after one split.
    pub(super) fn best(&self, view: &View) -> &[Choice] {
        self.best.get_or_init(|| {
            let Some(first) = self.stands.first() else { return Vec::new() };
            let mut first = lock(first);
            if self.kind == Kind::SplitAces {
                return vec![Choice::Stand; first.family.len()];
            }
            first.fill_all(view);
            view.play::<false>(&first, Policy::Best).iter().map(|line| line.choice).collect()
        })
    }

    fn sum(&self, lines: &Lines, of: fn(&Line) -> f64) -> Sum<'_, f64> {
        let [any, pairs] = [0, 1].map(|at: usize| lines.iter().map(|line| of(&line[at])).collect());
        Sum { split: self, any, pairs }
    }

    /// The mean product of the gains of two hands. They face the same end of the dealer's; otherwise their cards are
    /// assumed to say nothing about each other.
    fn together(&self, view: &View, policy: Policy<'_>) -> f64 {
        let Some(first) = self.stands.first() else { return 0.0 };
        let gains = view.by_end(&mut lock(first), &self.course(view, policy));
        let mut gone = [0; VALUES];
        gone[self.pair] = 2;
        let ends = view.dealer.ends(&view.left.without(&gone));
        let one: f64 =
            gains.iter().zip(ends).filter(|(_, end)| *end > 0.0).map(|(gain, end)| gain * gain / end).sum();
        let pairs = |hands: usize| f64::from(u8::try_from(hands * (hands - 1)).unwrap_or(u8::MAX));
        one * self.ends::<f64>().iter().map(|(chance, hands, _)| chance * pairs(*hands)).sum::<f64>()
    }

    /// The probability that a card is of the pair, if this many more of the pair and this many others are gone.
    fn chance<N: Number>(&self, gone: usize, others: usize) -> N {
        let [pair, all] = self.left;
        let (pair, all) = (pair - count(gone), all - count(gone) - count(others));
        if all > 0.0 { N::of(pair.max(0.0)) / N::of(all) } else { N::of(0.0) }
    }

    /// How many more cards of the pair may be gone, beyond the first two.
    pub(super) fn deep(&self) -> usize {
        self.stands.len()
    }

    /// The possible ends: the probability, the number of hands, and how many of them are known to have got another
    /// card.
    pub(super) fn ends<N: Number>(&self) -> Vec<(N, usize, usize)> {
        let mut ends = Vec::new();
        self.walk(N::of(1.0), 2, 0, &mut ends);
        ends
    }

    fn walk<N: Number>(&self, chance: N, hands: usize, others: usize, ends: &mut Vec<(N, usize, usize)>) {
        if hands == self.most || others == hands {
            return ends.push((chance, hands, others));
        }
        let again: N = self.chance(hands - 2, others);
        if again > N::of(0.0) {
            self.walk(chance.clone() * again.clone(), hands + 1, others, ends);
        }
        if again < N::of(1.0) {
            self.walk(chance * (N::of(1.0) - again), hands, others + 1, ends);
        }
    }
}

fn count(n: usize) -> f64 {
    f64::from(u8::try_from(n).unwrap_or(u8::MAX))
}

fn lock(stands: &Mutex<Stands>) -> MutexGuard<'_, Stands> {
    stands.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<N: Number> Sum<'_, N> {
    /// The value for a hand, if this many more of the pair are gone and this many hands have got another card.
    fn any(&self, gone: usize, others: usize) -> N {
        let known = || self.any.get(gone).cloned().unwrap_or(N::of(0.0));
        let Some(before) = others.checked_sub(1) else { return known() };
        let chance: N = self.split.chance(gone, before);
        (self.any(gone, before) - chance.clone() * self.any(gone + 1, before)) / (N::of(1.0) - chance)
    }

    /// The same for a hand whose second card is of the pair.
    fn pair(&self, gone: usize, others: usize) -> N {
        let known = || self.pairs.get(gone).cloned().unwrap_or(N::of(0.0));
        let Some(before) = others.checked_sub(1) else { return known() };
        let chance: N = self.split.chance(gone + 1, before);
        (self.pair(gone, before) - chance.clone() * self.pair(gone + 1, before)) / (N::of(1.0) - chance)
    }

    /// The same for a hand whose second card is another one.
    fn other(&self, gone: usize, others: usize) -> N {
        let chance: N = self.split.chance(gone, others);
        (self.any(gone, others) - chance.clone() * self.pair(gone, others)) / (N::of(1.0) - chance)
    }

    /// The sum over all hands.
    pub(super) fn total(&self) -> N {
        let one = |(chance, hands, others): (N, usize, usize)| {
            let mut sum = N::of(0.0);
            if others > 0 {
                sum = N::of(count(others)) * self.other(hands - 2, others - 1);
            }
            if hands > others {
                sum = sum + N::of(count(hands - others)) * self.any(hands - 2, others);
            }
            chance * sum
        };
        self.split.ends::<N>().into_iter().map(one).sum()
    }
}

impl Sum<'_, f64> {
    /// The probability that it happens to at least one hand. It can happen only together with an event whose
    /// probability is `given`, if this many more of the pair are gone and this many hands have got another card.
    fn at_least_one(&self, given: impl Fn(usize, usize) -> f64) -> f64 {
        let one = |(chance, hands, others): (f64, usize, usize)| {
            let (gone, given) = (hands - 2, given(hands - 2, others));
            if given <= 0.0 {
                return 0.0;
            }
            // The probability that it happens to none of this many hands.
            let none = |hands: usize, each: f64| (1.0 - each / given).powi(i32::try_from(hands).unwrap_or(2));
            let known = if others > 0 { none(others, self.other(gone, others - 1)) } else { 1.0 };
            let rest = hands - others;
            let unknown = if rest > 0 { none(rest, self.any(gone, others)) } else { 1.0 };
            chance * given * (1.0 - known * unknown)
        };
        self.split.ends::<f64>().into_iter().map(one).sum()
    }
}
