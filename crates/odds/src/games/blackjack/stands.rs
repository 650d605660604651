//! What hands are worth that stand, with and without doubling, if certain cards are gone besides.

use super::{
    dealer::{Ends, Left},
    hands::{Counts, Family, Hand, VALUES, hands},
    pays::{Kind, Pay},
    view::View,
};
use rules::hands::blackjack::MOST;

/// Whether no more cards may be drawn to it.
pub fn is_full(hand: &Hand, kind: Kind) -> bool {
    hand.cards >= 2 && (kind == Kind::SplitAces || hand.total.count() == MOST)
}

/// What the dealer ends with beside a hand, and what the hand gains then.
#[derive(Clone, Copy)]
pub struct Stood {
    pub ends: Ends,
    pub stand: f64,
    pub doubled: f64,
}

/// Hands with their ends, found as they are asked for.
pub struct Stands {
    pub family: &'static Family,
    pub extra: Counts,
    pub kind: Kind,
    stood: Vec<Option<Stood>>,
    /// What a 6, 7 and 8 of one suit gain.
    pub suited: f64,
}

fn sum(ends: &Ends, of: impl Fn(usize) -> f64) -> f64 {
    ends.iter().enumerate().map(|(end, chance)| chance * of(end)).sum()
}

impl Stands {
    /// Of all hands as dealt, or of those with a card of a pair that was split, if so many more of the pair are gone.
    pub fn new(kind: Kind, split: Option<(usize, u8)>) -> Stands {
        let mut extra = [0; VALUES];
        if let Some((value, gone)) = split {
            extra[value] = gone;
        }
        let family = hands().family(split.map(|(value, _)| value));
        Stands { family, extra, kind, stood: Vec::new(), suited: 0.0 }
    }

    /// The same, and all hands are looked at.
    pub fn whole(view: &View, kind: Kind, split: Option<(usize, u8)>) -> Stands {
        let mut stands = Stands::new(kind, split);
        stands.fill_all(view);
        stands
    }

    /// Looks at all hands.
    pub fn fill_all(&mut self, view: &View) {
        self.fill(view, 0..self.family.len());
        if view.pays.suited != 0.0
            && let Some(at) = self.family.place(&view.pays.threes[0])
        {
            let pay = self.pay(view, at);
            self.suited = sum(&self.stood(at).ends, |end| pay.wins[end]) * view.pays.suited;
        }
    }

    /// Looks at these hands, if it has not.
    pub fn fill(&mut self, view: &View, places: impl Iterator<Item = usize>) {
        self.fill_by(view, places, |lefts, each| view.dealer.ends_of(lefts, each));
    }

    /// The same, and the dealer's ends come from here: for each shoe its place and its ends.
    pub fn fill_by(
        &mut self,
        view: &View,
        places: impl Iterator<Item = usize>,
        ends_of: impl FnOnce(&[Left], &mut dyn FnMut(usize, Ends)),
    ) {
        if self.stood.is_empty() {
            self.stood = vec![None; self.family.len()];
        }
        let rest = view.left.without(&self.extra);
        let (mut wanted, mut lefts): (Vec<usize>, Vec<Left>) = (Vec::new(), Vec::new());
        for at in places.filter(|&at| self.stood[at].is_none()) {
            let hand = self.family.hand(at);
            let left = rest.without(&hand.counts);
            let is_held = hand.cards >= 2 && (self.kind != Kind::SplitAces || hand.cards == 2);
            if is_held && left.is_possible() {
                wanted.push(at);
                lefts.push(left);
            }
        }
        let (family, kind, stood) = (self.family, self.kind, &mut self.stood);
        ends_of(&lefts, &mut |which, ends| {
            let at = wanted[which];
            let pay = view.pays.pay(family.hands[at].into(), kind);
            let stand = sum(&ends, |end| pay.wager[end]);
            let doubled = stand + sum(&ends, |end| pay.added[end]);
            stood[at] = Some(Stood { ends, stand, doubled });
        });
    }

    /// A hand that was looked at; nothing if there are not so many cards.
    pub fn stood(&self, at: usize) -> Stood {
        const NONE: Stood = Stood { ends: [0.0; super::dealer::ENDS], stand: 0.0, doubled: 0.0 };
        self.stood.get(at).copied().flatten().unwrap_or(NONE)
    }

    /// The dealer's ends beside a hand, of however many cards.
    pub fn ends(&self, view: &View, at: usize, left: &Left) -> Ends {
        let known = self.stood.get(at).copied().flatten();
        known.map_or_else(|| view.dealer.ends(left), |stood| stood.ends)
    }

    fn pay<'v>(&self, view: &'v View, at: usize) -> &'v Pay {
        view.pays.pay(self.family.hands[at].into(), self.kind)
    }

    /// The mean of the square of what a hand gains.
    pub fn square(&self, view: &View, at: usize, is_doubled: bool) -> f64 {
        let pay = self.pay(view, at);
        let gain = |end: usize| pay.wager[end] + if is_doubled { pay.added[end] } else { 0.0 };
        sum(&self.stood(at).ends, |end| gain(end) * gain(end))
    }

    /// What a hand gains at each end.
    pub fn by_end(&self, view: &View, at: usize, is_doubled: bool) -> Ends {
        let (pay, ends) = (self.pay(view, at), self.stood(at).ends);
        let added = if is_doubled { 1.0 } else { 0.0 };
        std::array::from_fn(|end| ends[end] * (pay.wager[end] + added * pay.added[end]))
    }
}
