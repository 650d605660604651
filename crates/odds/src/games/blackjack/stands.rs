//! The value of hands that stand, with and without doubling, if certain other cards are gone.

use super::{
    dealer::{Ends, Left},
    hands::{Counts, Family, Hand, VALUES, hands},
    pays::{Kind, Pay},
    view::View,
};
use rules::hands::blackjack::MOST;

/// Whether a hand can take no more cards.
pub fn is_full(hand: &Hand, kind: Kind) -> bool {
    hand.cards >= 2 && (kind == Kind::SplitAces || hand.total.count() == MOST)
}

/// The dealer's ends against a hand, and the gains of the hand.
#[derive(Clone, Copy)]
pub struct Stood {
    pub ends: Ends,
    pub stand: f64,
    pub doubled: f64,
}

/// Hands with the dealer's ends, computed on demand.
pub struct Stands {
    pub family: &'static Family,
    pub extra: Counts,
    pub kind: Kind,
    stood: Vec<Option<Stood>>,
    /// The gain of a 6, 7 and 8 of one suit.
    pub suited: f64,
}

fn sum(ends: &Ends, of: impl Fn(usize) -> f64) -> f64 {
    ends.iter().enumerate().map(|(end, chance)| chance * of(end)).sum()
}

impl Stands {
    /// All hands as dealt, or those with a card of a split pair when this many more of the pair are gone.
    pub fn new(kind: Kind, split: Option<(usize, u8)>) -> Stands {
        let mut extra = [0; VALUES];
        if let Some((value, gone)) = split {
            extra[value] = gone;
        }
        let family = hands().family(split.map(|(value, _)| value));
        Stands { family, extra, kind, stood: Vec::new(), suited: 0.0 }
    }

    /// The same, with all hands computed.
    pub fn whole(view: &View, kind: Kind, split: Option<(usize, u8)>) -> Stands {
        let mut stands = Stands::new(kind, split);
        stands.fill_all(view);
        stands
    }

    /// Computes all hands.
    pub fn fill_all(&mut self, view: &View) {
        self.fill(view, 0..self.family.len());
        if view.pays.suited != 0.0
            && let Some(at) = self.family.place(&view.pays.threes[0])
        {
            let pay = self.pay(view, at);
            self.suited = sum(&self.stood(at).ends, |end| pay.wins[end]) * view.pays.suited;
        }
    }

    /// Computes these hands, unless that was done already.
    pub fn fill(&mut self, view: &View, places: impl Iterator<Item = usize>) {
        self.fill_by(view, places, |lefts, each| view.dealer.ends_of(lefts, each));
    }

    /// The same with the dealer's ends from another source: for each shoe, its index and its ends.
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

    /// A computed hand; all zeros if there are not enough cards.
    pub fn stood(&self, at: usize) -> Stood {
        const NONE: Stood = Stood { ends: [0.0; super::dealer::ENDS], stand: 0.0, doubled: 0.0 };
        self.stood.get(at).copied().flatten().unwrap_or(NONE)
    }

    /// The dealer's ends against a hand, computed if necessary.
    pub fn ends(&self, view: &View, at: usize, left: &Left) -> Ends {
        let known = self.stood.get(at).copied().flatten();
        known.map_or_else(|| view.dealer.ends(left), |stood| stood.ends)
    }

    fn pay<'v>(&self, view: &'v View, at: usize) -> &'v Pay {
        view.pays.pay(self.family.hands[at].into(), self.kind)
    }

    /// The mean square of the gain of a hand.
    pub fn square(&self, view: &View, at: usize, is_doubled: bool) -> f64 {
        let pay = self.pay(view, at);
        let gain = |end: usize| pay.wager[end] + if is_doubled { pay.added[end] } else { 0.0 };
        sum(&self.stood(at).ends, |end| gain(end) * gain(end))
    }

    /// The gain of a hand at each end.
    pub fn by_end(&self, view: &View, at: usize, is_doubled: bool) -> Ends {
        let (pay, ends) = (self.pay(view, at), self.stood(at).ends);
        let added = if is_doubled { 1.0 } else { 0.0 };
        std::array::from_fn(|end| ends[end] * (pay.wager[end] + added * pay.added[end]))
    }
}
