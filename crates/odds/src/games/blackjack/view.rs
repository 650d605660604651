//! One view of the dealer's cards, and the cards nobody has seen.
//!
//! Cards are dealt without replacement. Nothing is conditioned on a hole card that was looked at: if the dealer has a
//! blackjack, a hand loses its wager whatever was decided, so all decisions are shifted equally. What differs, and only
//! if nobody has looked, is the additional cost of going over 21: see [`Split`](super::split::Split).

use super::{
    dealer::{Dealer, ENDS, Left, NATURAL},
    hands::{Counts, Hand, VALUES, hands, place},
    pays::{Kind, Pays},
};
use rules::{
    blackjack::{Options, SecondCard},
    kit::cards::{Card, Unseen},
};
use std::sync::Arc;

/// What a player does with a hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Choice {
    /// Stand.
    Stand,
    /// Draw a card.
    Draw,
    /// Double, and draw one card.
    Double,
    /// Split the pair.
    Split,
    /// Surrender half.
    Surrender,
}

impl Choice {
    /// The choice as a word.
    pub const fn name(self) -> &'static str {
        match self {
            Choice::Stand => "stand",
            Choice::Draw => "draw",
            Choice::Double => "double",
            Choice::Split => "split",
            Choice::Surrender => "surrender",
        }
    }
}

/// Two cards that become a hand with special odds with a third card of their suit (2.3(e)1).
pub(super) struct Suited {
    pub(super) hand: usize,
    pub(super) third: usize,
    /// The probability that both are of one suit, and then the probability of a third of the same suit.
    pub(super) chances: Vec<(f64, f64)>,
}

/// The dealer's visible cards, and the cards nobody has seen.
pub struct View {
    pub dealer: Arc<Dealer>,
    /// How often the dealer shows this.
    pub chance: f64,
    /// The unseen cards, without the dealer's visible ones.
    pub left: Left,
    pub options: Options,
    pub pays: Arc<Pays>,
    pub(super) suited: Vec<Suited>,
    pub(super) over: Over,
}

/// What a hand of a split pair loses by going over 21.
#[derive(Clone, Copy)]
pub(super) struct Over {
    /// Whether it loses no wager if the dealer has a blackjack, and nothing of what doubling added: that is counted for
    /// all hands of the pair together.
    pub(super) spares: [bool; 2],
    /// What it loses besides.
    pub(super) more: f64,
}

impl Over {
    const USUAL: Over = Over { spares: [true; 2], more: 0.0 };
}

/// The unseen cards by value.
pub fn left(unseen: &Unseen) -> Left {
    let mut counts = [0.0; VALUES];
    for card in Card::all() {
        counts[place(card.rank())] += f64::from(unseen.count(card));
    }
    Left { counts, total: f64::from(unseen.total()) }
}

impl View {
    pub fn new(shown: &[u8], unseen: &Unseen, options: Options, pays: &Arc<Pays>) -> View {
        View::with(shown, &left(unseen), unseen, options, pays)
    }

    /// The same with this many cards of each value, which may be fractional; `unseen` is used only for their suits.
    pub fn with(shown: &[u8], all: &Left, unseen: &Unseen, options: Options, pays: &Arc<Pays>) -> View {
        let dealer = Dealer::of(shown);
        let chance = match *shown {
            [one] => all.chance(place(one)),
            [one, other] => {
                let rest = all.without(&Dealer::of(&[one]).counts());
                let orders = if place(one) == place(other) { 1.0 } else { 2.0 };
                orders * all.chance(place(one)) * rest.chance(place(other))
            }
            _ => 0.0,
        };
        let left = all.without(&dealer.counts());
        let suited = if pays.suited == 0.0 { Vec::new() } else { suited(shown, unseen, pays) };
        View { dealer, chance, left, options, pays: Arc::clone(pays), suited, over: Over::USUAL }
    }

    /// Takes the known suits of a hand into account: whether two cards are of one suit, and how many of the third are
    /// left.
    pub fn know(&mut self, cards: &[Card], unseen: &Unseen) {
        self.suited.retain_mut(|suited| {
            let &[one, other] = cards else { return false };
            let alike = |card: &Card| place(card.rank()) == suited.third;
            let count = |card: Card| f64::from(unseen.count(card));
            let all: f64 = Card::all().filter(alike).map(count).sum();
            let right: f64 =
                Card::all().filter(alike).filter(|card| card.suit() == one.suit()).map(count).sum();
            suited.chances = vec![(1.0, right / all.max(1.0))];
            one.suit() == other.suit()
        });
    }

    /// The same view for another hand, after these cards are gone and with this loss for going over 21. Suits are ignored.
    pub(super) fn after(&self, gone: &Counts, over: Over) -> View {
        View {
            dealer: Arc::clone(&self.dealer),
            chance: self.chance,
            left: self.left.without(gone),
            options: self.options,
            pays: Arc::clone(&self.pays),
            suited: Vec::new(),
            over,
        }
    }

    /// Whether no dealer's blackjack can appear after players have decided.
    pub fn is_looked_at(&self) -> bool {
        match self.options.second_card() {
            SecondCard::FaceUp => true,
            SecondCard::FaceDown { reader } => reader.is_some(),
            SecondCard::AfterPlayers => false,
        }
    }

    /// The probability of a dealer's blackjack after these cards are gone.
    pub fn natural(&self, gone: &Counts) -> f64 {
        self.dealer.natural(&self.left.without(gone))
    }

    /// The probability that such a blackjack ends the round before anybody decides, with these cards unseen.
    pub fn ended(&self, left: &Left) -> f64 {
        if self.is_looked_at() { self.dealer.natural(left) } else { 0.0 }
    }

    /// The probability of a dealer's blackjack with these cards unseen, after one of this value is drawn.
    pub fn natural_after(&self, left: &Left, drawn: usize) -> f64 {
        match self.dealer.makes_natural() {
            Some(value) if left.total > 1.0 => {
                let gone = if value == drawn { 1.0 } else { 0.0 };
                (left.counts[value] - gone) / (left.total - 1.0)
            }
            Some(_) => 0.0,
            None => self.dealer.natural(left),
        }
    }

    /// Whether this hand may be doubled.
    pub fn may_double(&self, hand: &Hand) -> bool {
        hand.cards == 2 && self.options.may_double(hand.total)
    }

    /// Whether this hand may be surrendered.
    pub fn may_surrender(&self, hand: &Hand, kind: Kind) -> bool {
        hand.cards == 2 && kind == Kind::Dealt && self.options.surrender()
    }

    /// The probability of these two cards.
    pub fn deal(&self, [one, other]: [usize; 2]) -> f64 {
        let mut gone = [0; VALUES];
        gone[one] = 1;
        let rest = self.left.without(&gone);
        let orders = if one == other { 1.0 } else { 2.0 };
        orders * self.left.chance(one) * rest.chance(other)
    }
}

/// For each two of 6, 7 and 8: how often they are of one suit, and then the third. The player also sees the dealer's
/// suit.
fn suited(shown: &[u8], unseen: &Unseen, pays: &Pays) -> Vec<Suited> {
    let count = |rank: u8, suit: u8| {
        let card = Card::all().find(|card| card.rank() == rank && card.suit() == suit);
        card.map_or(0.0, |card| f64::from(unseen.count(card)))
    };
    let suits_of = |value: usize| -> [f64; 4] {
        let rank = super::hands::rank(value);
        std::array::from_fn(|suit| count(rank, u8::try_from(suit).unwrap_or_default()))
    };
    // The dealer's cards of these values, suit by suit, each with its probability.
    let mut seen: Vec<(f64, [[f64; 4]; 3])> = vec![(1.0, [5, 6, 7].map(suits_of))];
    for &rank in shown {
        let Some(at) = [5, 6, 7].iter().position(|&value| value == place(rank)) else { continue };
        let with = |(chance, counts): &(f64, [[f64; 4]; 3])| {
            let all: f64 = counts[at].iter().sum();
            let (chance, counts) = (*chance, *counts);
            (0..4).filter(move |&suit| counts[at][suit] > 0.0).map(move |suit| {
                let mut rest = counts;
                rest[at][suit] -= 1.0;
                (chance * counts[at][suit] / all, rest)
            })
        };
        seen = seen.iter().flat_map(with).collect();
    }
    let one = |three: &[usize; 3]| {
        let hand = hands().made_of(&three[..2])?;
        let mut chances = Vec::new();
        for (chance, counts) in &seen {
            let part = |value: usize, suit: usize| {
                let counts = counts[value - 5];
                counts[suit] / counts.iter().sum::<f64>().max(1.0)
            };
            for suit in 0..4 {
                let both = part(three[0], suit) * part(three[1], suit);
                chances.push((chance * both, part(three[2], suit)));
            }
        }
        Some(Suited { hand, third: three[2], chances })
    };
    pays.threes.iter().filter_map(one).collect()
}

/// Whether the probabilities of all ends sum to one, so that the shoe cannot run out while the dealer draws.
pub fn is_whole(ends: &[f64; ENDS]) -> bool {
    (ends.iter().sum::<f64>() - 1.0).abs() < 1e-9 && ends[NATURAL] >= 0.0
}
