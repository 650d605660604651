//! One view of the dealer's cards, and what every decision of the player is worth against it.
//!
//! Cards come without replacement. Nothing is conditioned on a hole card that was looked at: where the dealer has a
//! blackjack a hand loses its wager whatever was decided, so all decisions are shifted alike. What differs, and only where
//! nobody has looked, is what going over 21 costs besides: see [`Split`](super::split::Split).

use super::{
    chart::Play,
    dealer::{Dealer, ENDS, Ends, Left, NATURAL},
    hands::{Counts, Hand, VALUES, hands, place},
    pays::{Kind, Pays},
};
use rules::{
    blackjack::{Options, SecondCard},
    hands::blackjack::MOST,
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
    /// In a word.
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

/// What may not be done is worth this.
pub const BARRED: f64 = f64::NEG_INFINITY;

/// A hand: what each decision is worth, and what is decided.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    pub stand: f64,
    pub draw: f64,
    pub double: f64,
    pub surrender: f64,
    /// Never a split: that is decided above.
    pub choice: Choice,
    pub worth: f64,
    /// The mean of its square.
    pub square: f64,
    /// What is staked in the end, per original wager. Nothing where a blackjack that was looked for ends the round before:
    /// then the box has one wager, however many hands it might have got, and it is counted apart.
    pub stake: f64,
    /// What is lost by going over 21 when the dealer has a blackjack.
    pub over_natural: f64,
    /// How often that happens: a doubled hand loses twice as much at once.
    pub over_often: f64,
}

pub const NO_LINE: Line = Line {
    stand: 0.0,
    draw: 0.0,
    double: BARRED,
    surrender: BARRED,
    choice: Choice::Stand,
    worth: 0.0,
    square: 0.0,
    stake: 0.0,
    over_natural: 0.0,
    over_often: 0.0,
};

impl Line {
    /// What a decision is worth.
    pub const fn of(&self, choice: Choice) -> f64 {
        match choice {
            Choice::Stand => self.stand,
            Choice::Draw => self.draw,
            Choice::Double => self.double,
            Choice::Split => BARRED,
            Choice::Surrender => self.surrender,
        }
    }

    /// The best decision.
    pub fn best(&self) -> Choice {
        let choices = [Choice::Stand, Choice::Draw, Choice::Double, Choice::Surrender];
        choices.into_iter().fold(
            Choice::Stand,
            |best, next| {
                if self.of(next) > self.of(best) { next } else { best }
            },
        )
    }

    fn may(&self, choice: Choice) -> bool {
        self.of(choice) != BARRED
    }
}

/// What the next card brings, to a hand that draws it and to one that is doubled. There is no `Line` yet: nothing is decided.
#[derive(Clone, Copy, Default)]
struct Drawn {
    draw: f64,
    /// The mean of its square.
    square: f64,
    stake: f64,
    over_natural: f64,
    over_often: f64,
    double: f64,
    doubled_square: f64,
    /// How often a doubled hand goes over 21 when the dealer has a blackjack.
    doubled_over: f64,
}

/// What is decided by totals against one view of the dealer: a column of a chart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    pub hard: [Play; 18],
    pub soft: [Play; 10],
    pub pairs: [Play; 10],
}

impl Column {
    /// What it says of the hand's total.
    pub fn total(&self, hand: &Hand) -> Play {
        let count = usize::from(hand.total.count());
        if hand.total.is_soft() { self.soft[count - 12] } else { self.hard[count - 4] }
    }

    /// Whether it splits this pair.
    pub fn splits(&self, pair: usize, line: &Line) -> bool {
        match self.pairs[pair] {
            Play::Split => true,
            Play::SurrenderSplit => !line.may(Choice::Surrender),
            _ => false,
        }
    }

    /// What it decides, where it does not split.
    pub fn choose(&self, hand: &Hand, line: &Line) -> Choice {
        let play = match hand.pair().map(|pair| self.pairs[pair]) {
            None | Some(Play::Split) => self.total(hand),
            Some(Play::SurrenderSplit) if !line.may(Choice::Surrender) => self.total(hand),
            Some(play) => play,
        };
        let (first, other) = match play {
            Play::Stand => (Choice::Stand, Choice::Stand),
            Play::Hit => (Choice::Draw, Choice::Draw),
            Play::DoubleHit => (Choice::Double, Choice::Draw),
            Play::DoubleStand => (Choice::Double, Choice::Stand),
            Play::SurrenderHit => (Choice::Surrender, Choice::Draw),
            Play::SurrenderStand | Play::SurrenderSplit => (Choice::Surrender, Choice::Stand),
            Play::Split => (Choice::Stand, Choice::Stand),
        };
        let allowed = |choice| line.may(choice);
        if allowed(first) {
            first
        } else if allowed(other) {
            other
        } else {
            Choice::Stand
        }
    }
}

/// How decisions are taken.
#[derive(Clone, Copy)]
pub enum Policy<'a> {
    /// The best for every hand, card by card.
    Best,
    /// By a column of a chart.
    Column(&'a Column),
    /// As decided before, by the place of the hand.
    Fixed(&'a [Line]),
}

/// What hands are worth that stand, with and without doubling, if certain cards are gone besides.
pub struct Stands {
    extra: Counts,
    kind: Kind,
    stand: Vec<f64>,
    doubled: Vec<f64>,
    /// The means of their squares.
    squares: Vec<[f64; 2]>,
    /// What a 6, 7 and 8 of one suit gain.
    suited: f64,
}

/// Two cards that a third of their suit makes a hand with odds of its own (2.3(e)1).
struct Suited {
    hand: usize,
    third: usize,
    /// How often both are of one suit, and then how often a third of its value is.
    chances: Vec<(f64, f64)>,
}

/// The dealer's cards as everybody sees them, and the cards nobody has seen.
pub struct View {
    pub dealer: Dealer,
    /// How often the dealer shows this.
    pub chance: f64,
    /// Without the dealer's.
    pub left: Left,
    pub options: Options,
    pub pays: Arc<Pays>,
    suited: Vec<Suited>,
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
        let dealer = Dealer::new(shown);
        let all = left(unseen);
        let chance = match *shown {
            [one] => all.chance(place(one)),
            [one, other] => {
                let rest = all.without(&Dealer::new(&[one]).counts());
                let orders = if place(one) == place(other) { 1.0 } else { 2.0 };
                orders * all.chance(place(one)) * rest.chance(place(other))
            }
            _ => 0.0,
        };
        let left = all.without(&dealer.counts());
        let suited = if pays.suited == 0.0 { Vec::new() } else { suited(shown, unseen, pays) };
        View { dealer, chance, left, options, pays: Arc::clone(pays), suited }
    }

    /// The suits of a hand are known: two cards of one suit or not, and how many of the third are left.
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

    /// Whether nobody can have a blackjack of the dealer's come upon him after deciding.
    pub fn is_looked_at(&self) -> bool {
        match self.options.second_card() {
            SecondCard::FaceUp => true,
            SecondCard::FaceDown { reader } => reader.is_some(),
            SecondCard::AfterPlayers => false,
        }
    }

    /// The chance of a blackjack of the dealer's once these are gone.
    pub fn natural(&self, gone: &Counts) -> f64 {
        self.dealer.natural(&self.left.without(gone))
    }

    /// The chance that such a blackjack ends the round before anybody decides, if so many cards are unseen.
    pub fn ended(&self, left: &Left) -> f64 {
        if self.is_looked_at() { self.dealer.natural(left) } else { 0.0 }
    }

    /// The chance of these two cards.
    pub fn deal(&self, [one, other]: [usize; 2]) -> f64 {
        let mut gone = [0; VALUES];
        gone[one] = 1;
        let rest = self.left.without(&gone);
        let orders = if one == other { 1.0 } else { 2.0 };
        orders * self.left.chance(one) * rest.chance(other)
    }

    /// What standing is worth: for all hands as dealt, or for those with a card of a pair that was split.
    pub fn stands(&self, kind: Kind, split: Option<(usize, u8)>) -> Stands {
        let all = hands().all();
        let mut extra = [0; VALUES];
        if let Some((value, gone)) = split {
            extra[value] = gone;
        }
        let mut stands = Stands {
            extra,
            kind,
            stand: vec![0.0; all.len()],
            doubled: vec![0.0; all.len()],
            squares: vec![[0.0; 2]; all.len()],
            suited: 0.0,
        };
        let rest = self.left.without(&extra);
        let mut products = Vec::new();
        let mut one = |at: usize| {
            let left = rest.without(&all[at].counts);
            let is_known = all[at].cards >= 2 && (kind != Kind::SplitAces || all[at].cards == 2);
            if !is_known || !left.is_possible() {
                return;
            }
            let ends = self.dealer.ends(&left, &mut products);
            let pay = self.pays.pay(at, kind);
            let sum =
                |of: &[f64; ENDS]| -> f64 { ends.iter().zip(of).map(|(chance, net)| chance * net).sum() };
            stands.stand[at] = sum(&pay.wager);
            stands.doubled[at] = stands.stand[at] + sum(&pay.added);
            let both = |end: usize| pay.wager[end] + pay.added[end];
            let squares = [pay.wager, std::array::from_fn(both)].map(|of| sum(&of.map(|net| net * net)));
            stands.squares[at] = squares;
            if Some(at) == hands().made_of(&self.pays.threes[0]) {
                stands.suited = sum(&pay.wins) * self.pays.suited;
            }
        };
        match split {
            None => (0..all.len()).for_each(&mut one),
            Some((value, _)) => hands().with(value).iter().for_each(|&at| one(usize::from(at))),
        }
        stands
    }

    /// Every hand from the last to the first: what each decision is worth, and what is decided. For split hands
    /// `within` is the value of the pair.
    pub fn play(&self, stands: &Stands, within: Option<usize>, policy: Policy<'_>) -> Vec<Line> {
        let all = hands().all();
        let mut lines = vec![NO_LINE; all.len()];
        let rest = self.left.without(&stands.extra);
        let mut one = |at: usize| {
            let left = rest.without(&all[at].counts);
            if all[at].cards > 0 && left.is_possible() {
                lines[at] = self.line(at, &left, stands, &lines, policy);
            }
        };
        match within {
            None => (0..all.len()).rev().for_each(&mut one),
            Some(value) => hands().with(value).iter().rev().for_each(|&at| one(usize::from(at))),
        }
        lines
    }

    fn line(&self, at: usize, left: &Left, stands: &Stands, lines: &[Line], policy: Policy<'_>) -> Line {
        let hand = &hands().all()[at];
        let one = 1.0 - self.ended(left);
        let mut line = Line { stand: stands.stand[at], stake: one, ..NO_LINE };
        let is_full = hand.cards >= 2 && stands.kind == Kind::SplitAces || hand.total.count() == MOST;
        if is_full && hand.cards >= 2 {
            (line.draw, line.worth, line.square) = (BARRED, line.stand, stands.squares[at][0]);
            return line;
        }
        let drawn = self.drawn(hand, left, stands, lines);
        line.draw = drawn.draw;
        if hand.cards == 1 {
            // A split hand waits for its second card.
            let Drawn { draw: worth, square, stake, over_natural, over_often, .. } = drawn;
            let (choice, stand) = (Choice::Draw, BARRED);
            return Line { choice, stand, worth, square, stake, over_natural, over_often, ..line };
        }
        if hand.cards == 2 && self.options.may_double(hand.total) {
            line.double = drawn.double;
        }
        if hand.cards == 2 && stands.kind == Kind::Dealt && self.options.surrender() {
            let natural = self.dealer.natural(left);
            line.surrender = -0.5 * (1.0 - natural) - natural;
        }
        let suited = self.suited.iter().find(|suited| suited.hand == at);
        let gains = suited.map_or(Vec::new(), |suited| {
            let third = left.chance(suited.third) * stands.suited;
            suited.chances.iter().map(|&(often, right)| (often, right * third)).collect()
        });
        self.decide(hand, &mut line, &gains, policy, lines_at(policy, at));
        let bonus: f64 = gains.iter().map(|(often, gain)| often * gain).sum();
        match line.choice {
            Choice::Draw => {
                line.stake = drawn.stake;
                (line.over_natural, line.over_often) = (drawn.over_natural, drawn.over_often);
                line.square = drawn.square + bonus * self.pays.both_of_suited(1.0);
            }
            Choice::Double => {
                line.stake = 2.0 * one;
                (line.over_natural, line.over_often) = (2.0 * drawn.doubled_over, drawn.doubled_over);
                line.square = drawn.doubled_square + bonus * self.pays.both_of_suited(2.0);
            }
            Choice::Surrender => line.square = 0.25 + 0.75 * self.dealer.natural(left),
            Choice::Stand | Choice::Split => line.square = stands.squares[at][0],
        }
        line
    }

    /// Decides; where two cards are of one suit and a third may pay more, the player sees that they are.
    fn decide(
        &self,
        hand: &Hand,
        line: &mut Line,
        gains: &[(f64, f64)],
        policy: Policy<'_>,
        fixed: Option<Choice>,
    ) {
        let plain = *line;
        let mean: f64 = gains.iter().map(|(often, gain)| often * gain).sum();
        line.draw += mean;
        line.double += mean;
        line.choice = match (policy, fixed) {
            (_, Some(choice)) => choice,
            (Policy::Column(column), _) => column.choose(hand, line),
            _ => plain.best(),
        };
        line.worth = line.of(line.choice);
        if let (Policy::Best | Policy::Fixed(_), false) = (policy, gains.is_empty()) {
            let otherwise = plain.of(line.choice);
            let seen = |&(often, gain): &(f64, f64)| {
                let known = Line { draw: plain.draw + gain, double: plain.double + gain, ..plain };
                often * (known.of(known.best()) - otherwise)
            };
            line.worth = otherwise + gains.iter().map(seen).sum::<f64>();
        }
    }

    /// What drawing is worth, and doubling.
    fn drawn(&self, hand: &Hand, left: &Left, stands: &Stands, lines: &[Line]) -> Drawn {
        let mut sum = Drawn::default();
        for (value, next) in hand.next.iter().enumerate() {
            let chance = left.chance(value);
            if chance == 0.0 {
                continue;
            }
            if let Some(next) = next.map(usize::from) {
                sum.draw += chance * lines[next].worth;
                sum.square += chance * lines[next].square;
                sum.stake += chance * lines[next].stake;
                sum.over_natural += chance * lines[next].over_natural;
                sum.over_often += chance * lines[next].over_often;
                sum.double += chance * stands.doubled[next];
                sum.doubled_square += chance * stands.squares[next][1];
                continue;
            }
            let mut card = [0; VALUES];
            card[value] = 1;
            let rest = left.without(&card);
            let natural = self.dealer.natural(&rest);
            // As dealt, one wager is lost to a blackjack too; a split hand's is counted apart.
            let is_spared = stands.kind != Kind::Dealt;
            let wager = if is_spared { 1.0 - natural } else { 1.0 };
            let added = if is_spared || self.is_looked_at() { 1.0 - natural } else { 1.0 };
            sum.draw -= chance * wager;
            sum.square += chance * wager;
            sum.stake += chance * (1.0 - self.ended(&rest));
            sum.over_natural += chance * natural;
            sum.over_often += chance * natural;
            sum.double -= chance * (wager + added);
            sum.doubled_square += chance * (wager + 3.0 * added);
            sum.doubled_over += chance * natural;
        }
        sum
    }
}

impl View {
    /// What a hand that was split gains at each end of the dealer's, from its first card on, by these decisions.
    pub fn by_end(&self, kind: Kind, pair: usize, gone: u8, lines: &[Line]) -> Ends {
        let all = hands().all();
        let mut extra = [0; VALUES];
        extra[pair] = gone;
        let rest = self.left.without(&extra);
        let mut products = Vec::new();
        let mut sums = vec![[0.0; ENDS]; all.len()];
        let mut settled = vec![None; all.len()];
        for at in hands().with(pair).iter().rev().map(|&at| usize::from(at)) {
            let left = rest.without(&all[at].counts);
            if !left.is_possible() {
                continue;
            }
            let mut stood = |at: usize, is_doubled: bool| -> Ends {
                let ends = *settled[at]
                    .get_or_insert_with(|| self.dealer.ends(&rest.without(&all[at].counts), &mut products));
                let pay = self.pays.pay(at, kind);
                let added = f64::from(u8::from(is_doubled));
                std::array::from_fn(|end| ends[end] * (pay.wager[end] + added * pay.added[end]))
            };
            let choice = if all[at].cards == 1 { Choice::Draw } else { lines[at].choice };
            if choice == Choice::Stand {
                sums[at] = stood(at, false);
                continue;
            }
            // Going over 21 loses at every end alike.
            let ends = self.dealer.ends(&left, &mut Vec::new());
            let stake = if choice == Choice::Double { 2.0 } else { 1.0 };
            for (value, next) in all[at].next.iter().enumerate() {
                let chance = left.chance(value);
                let part: Ends = match next.map(usize::from) {
                    _ if chance == 0.0 => continue,
                    Some(next) if choice == Choice::Double => stood(next, true),
                    Some(next) => sums[next],
                    None => std::array::from_fn(|end| if end == NATURAL { 0.0 } else { -stake * ends[end] }),
                };
                sums[at].iter_mut().zip(part).for_each(|(sum, part)| *sum += chance * part);
            }
        }
        hands().made_of(&[pair]).map_or([0.0; ENDS], |at| sums[at])
    }
}

fn lines_at(policy: Policy<'_>, at: usize) -> Option<Choice> {
    if let Policy::Fixed(lines) = policy { Some(lines[at].choice) } else { None }
}

/// For each two of 6, 7 and 8: how often they are of one suit, and then the third. The player sees the dealer's suit too.
fn suited(shown: &[u8], unseen: &Unseen, pays: &Pays) -> Vec<Suited> {
    let count = |rank: u8, suit: u8| {
        let card = Card::all().find(|card| card.rank() == rank && card.suit() == suit);
        card.map_or(0.0, |card| f64::from(unseen.count(card)))
    };
    let suits_of = |value: usize| -> [f64; 4] {
        let rank = super::hands::rank(value);
        std::array::from_fn(|suit| count(rank, u8::try_from(suit).unwrap_or_default()))
    };
    // The dealer's cards of these values, suit by suit, each with its chance.
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

/// Whether the chances of all ends sum to one: the shoe cannot run out under the dealer.
pub fn is_whole(ends: &[f64; ENDS]) -> bool {
    (ends.iter().sum::<f64>() - 1.0).abs() < 1e-9 && ends[NATURAL] >= 0.0
}
