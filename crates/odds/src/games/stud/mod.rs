//! Caribbean stud poker, over all 19,933,230,517,200 deals: the player's five cards, the dealer's face-up card, and the
//! dealer's other four.
//!
//! Suits are interchangeable, so 134,459 hands represent all 2,598,960. What the dealer may hold against them is
//! counted by inclusion and exclusion: from all hands with the face-up card, those that share one card with the
//! player's hand are subtracted, those that share two are added back, and so on. While the player's hands are processed
//! from the lowest up, the number of hands that contain given cards and are lower than the current strength is kept for
//! each class of such sets.

mod deals;
mod solution;
mod table;

pub(crate) use deals::Deals;

pub use solution::{Cell, Counts, Payments, Progressive, Solution, frequencies, stated};

use rules::{
    caribbean_stud::qualifies,
    hands::poker::{Kind, Path, Strength},
    kit::cards::Card,
};
use std::collections::{BTreeMap, HashMap};

/// The number of deals.
pub const DEALS: u128 = 19_933_230_517_200;
/// The number of ways to deal the dealer's four hole cards.
pub const HOLES: u32 = 163_185;
/// The number of hands of five cards.
pub const HANDS: u32 = 2_598_960;

/// A strategy: when to bet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// Bet whenever that loses less than folding, on average.
    Optimal,
    /// Bet a pair or better, and ace-king by three rules about the dealer's card.
    RulesOfThumb,
    /// Bet ace, king, jack, eight, three or better.
    AceKingJackEightThree,
    /// Bet a pair or better, and ace-king if the dealer's card matches one in the hand.
    MatchingRank,
    /// Bet a pair or better.
    PairOrBetter,
    /// Bet ace-king or better: whatever would qualify the dealer.
    AceKingOrBetter,
    /// Always bet.
    Blind,
}

impl Strategy {
    /// All strategies, best first.
    pub const ALL: [Strategy; 7] = [
        Strategy::Optimal,
        Strategy::RulesOfThumb,
        Strategy::AceKingJackEightThree,
        Strategy::MatchingRank,
        Strategy::PairOrBetter,
        Strategy::AceKingOrBetter,
        Strategy::Blind,
    ];

    /// The name of the strategy.
    pub const fn name(self) -> &'static str {
        match self {
            Strategy::Optimal => "optimal",
            Strategy::RulesOfThumb => "rules-of-thumb",
            Strategy::AceKingJackEightThree => "a-k-j-8-3",
            Strategy::MatchingRank => "matching-rank",
            Strategy::PairOrBetter => "pair",
            Strategy::AceKingOrBetter => "ace-king",
            Strategy::Blind => "blind",
        }
    }

    /// What it does, in words.
    pub const fn says(self) -> &'static str {
        match self {
            Strategy::Optimal => "bet whenever that loses less than to fold",
            Strategy::RulesOfThumb => "bet a pair or better, and ace-king by three rules of thumb",
            Strategy::AceKingJackEightThree => "bet ace, king, jack, eight, three or better",
            Strategy::MatchingRank => {
                "bet a pair or better, and ace-king if the dealer's card matches one of yours"
            }
            Strategy::PairOrBetter => "bet a pair or better",
            Strategy::AceKingOrBetter => "bet ace-king or better",
            Strategy::Blind => "bet always",
        }
    }

    /// Whether it bets on this hand against this card. The optimal strategy has no simple rule, see [`Solution`]; the
    /// rules of thumb are used in its place.
    pub fn bets(self, hand: &Held, up: Card) -> bool {
        let (up, ranks) = (rank(up), hand.ranks);
        let (pair, ace_king) = (hand.strength.kind() >= Kind::OnePair, qualifies(hand.strength));
        match self {
            Strategy::Blind => true,
            Strategy::PairOrBetter => pair,
            Strategy::AceKingOrBetter => ace_king,
            Strategy::AceKingJackEightThree => pair || ranks >= [14, 13, 11, 8, 3],
            Strategy::MatchingRank => pair || ace_king && ranks.contains(&up),
            Strategy::RulesOfThumb | Strategy::Optimal => pair || ace_king && rules_of_thumb(ranks, up),
        }
    }

    /// What the rules of thumb say from the strength of the hand alone; `None` for ace-king, which depends on the
    /// dealer's card.
    #[inline]
    pub(crate) fn by_thumb(strength: Strength) -> Option<bool> {
        let pair = strength.kind() >= Kind::OnePair;
        if pair || !qualifies(strength) { Some(pair) } else { None }
    }
}

/// A hand as a strategy sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    /// The strength of the hand.
    pub strength: Strength,
    /// Its ranks, highest first.
    pub ranks: [u8; 5],
}

impl Held {
    /// The hand with these cards.
    pub fn of(cards: [Card; 5]) -> Held {
        let mut ranks = cards.map(rank);
        ranks.sort_unstable_by(|a, b| b.cmp(a));
        Held { strength: Strength::of(cards), ranks }
    }
}

/// The rules for ace-king: bet if the dealer's card, from two to queen, matches one in the hand; or if it is an ace or
/// king and the hand has a queen or jack; or if it matches none, the hand has a queen, and the card is lower than the
/// hand's fourth highest.
fn rules_of_thumb(ranks: [u8; 5], up: u8) -> bool {
    let [_, _, third, fourth, _] = ranks;
    let matches = ranks.contains(&up);
    matches && up <= 12 || up >= 13 && third >= 11 || !matches && third == 12 && up < fourth
}

/// The rank of a card: two to ten, jack 11, queen 12, king 13, ace 14.
pub const fn rank(card: Card) -> u8 {
    if card.rank() == 1 { 14 } else { card.rank() }
}

/// How a hand that was bet on can end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The dealer does not qualify.
    NotQualified,
    /// The player's hand is higher.
    Higher,
    /// The hands are equal.
    Equal,
    /// The dealer's hand is higher.
    Lower,
}

/// A hand against one card of the dealer's.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// The player's cards.
    pub cards: [Card; 5],
    /// The hand they form.
    pub hand: Held,
    /// The dealer's face-up card.
    pub up: Card,
    /// How many hands differ from this one only in their suits, itself included.
    pub alike: u32,
    /// How many of all sets of hole cards lead to each [`End`].
    pub ends: [u32; 4],
}

/// Processes every hand, up to suits, against every card of the dealer's.
pub fn walk(mut each: impl FnMut(&Spot)) {
    let sets = Sets::new();
    let hands = Hands::new(&sets.deck);
    let (rows, ace_king) = sets.rows(&hands);
    let mut below = vec![0_i32; sets.classes];
    rows[..ace_king].iter().flatten().for_each(|&class| below[usize::from(class)] += 1);
    let (not_qualified, mut equal) = (below, vec![0_i32; sets.classes]);
    let mut lower = vec![0_i32; sets.classes];
    for (at, row) in rows.iter().enumerate() {
        row.iter().for_each(|&class| equal[usize::from(class)] += 1);
        for hand in &hands.by_strength[at] {
            let counted = [&not_qualified[..], &lower[..], &equal[..]];
            sets.spots(hand, counted, at >= ace_king, &mut each);
        }
        for &class in row {
            equal[usize::from(class)] -= 1;
            lower[usize::from(class)] += 1;
        }
    }
}

const DECK: usize = 52;

/// A hand that represents all hands that differ only in their suits.
struct Hand {
    cards: [usize; 5],
    alike: u32,
    strength: Strength,
}

/// All such hands, by strength.
struct Hands {
    by_strength: Vec<Vec<Hand>>,
    /// The index of a strength among all.
    place: HashMap<Strength, usize>,
}

impl Hands {
    fn new(deck: &[Card]) -> Hands {
        let mut found: BTreeMap<Strength, Vec<Hand>> = BTreeMap::new();
        subsets(5, &mut |set| {
            if let Some(alike) = alike(set) {
                let cards = std::array::from_fn(|at| set[at]);
                let strength = path(deck, set).strength();
                found.entry(strength).or_default().push(Hand { cards, alike, strength });
            }
        });
        let place = found.keys().enumerate().map(|(at, &strength)| (strength, at)).collect();
        Hands { by_strength: found.into_values().collect(), place }
    }
}

/// Reports every set of this many cards, in the order of their numbers (the last card varies most slowly).
fn subsets(size: usize, tell: &mut impl FnMut(&[usize])) {
    let mut set: Vec<usize> = (0..size).collect();
    while set[size - 1] < DECK {
        tell(&set);
        let mut at = 0;
        while at + 1 < size && set[at] + 1 == set[at + 1] {
            set[at] = at;
            at += 1;
        }
        set[at] += 1;
    }
}

fn path(deck: &[Card], set: &[usize]) -> Path {
    set.iter().fold(Path::EMPTY, |path, &at| path.with(deck[at]))
}

/// The ranks of each suit as bits.
fn suits(set: &[usize]) -> [u16; 4] {
    let mut suits = [0; 4];
    set.iter().for_each(|&at| suits[at / 13] |= 1 << (at % 13));
    suits
}

/// How many sets differ only in their suits, if this is the one that represents them.
fn alike(set: &[usize]) -> Option<u32> {
    let suits = suits(set);
    if !suits.is_sorted_by(|a, b| a >= b) {
        return None;
    }
    let (mut same, mut ways) = (1, 24);
    for pair in suits.windows(2) {
        same = if pair[0] == pair[1] { same + 1 } else { 1 };
        ways /= same;
    }
    Some(ways)
}

/// Sets of one to four cards, and which of them differ only in their suits.
struct Sets {
    /// The class of each set, by its number.
    class: Vec<u16>,
    /// How many classes there are.
    classes: usize,
    /// A representative set of each class.
    standing: Vec<Vec<usize>>,
    /// How many sets of `k` cards are below a card; and where the sets of `k` cards begin.
    below: [[usize; DECK + 1]; 5],
    begin: [usize; 5],
    deck: Vec<Card>,
}

impl Sets {
    fn new() -> Sets {
        let mut below = [[0; DECK + 1]; 5];
        below[0] = [1; DECK + 1];
        for k in 1..5 {
            for n in 1..=DECK {
                below[k][n] = below[k][n - 1] + below[k - 1][n - 1];
            }
        }
        let (mut class, mut standing, mut begin) = (Vec::new(), Vec::new(), [0; 5]);
        for (size, begin) in begin.iter_mut().enumerate().skip(1) {
            *begin = class.len();
            let mut known: HashMap<[u16; 4], u16> = HashMap::new();
            subsets(size, &mut |set| {
                let mut suits = suits(set);
                suits.sort_unstable_by(|a, b| b.cmp(a));
                class.push(*known.entry(suits).or_insert_with(|| {
                    standing.push(set.to_vec());
                    u16::try_from(standing.len() - 1).expect("fewer than 65,536 classes")
                }));
            });
        }
        Sets { class, classes: standing.len(), standing, below, begin, deck: Card::all().collect() }
    }

    /// For each strength, the classes of the sets that a hand of this strength contains, once for each such hand; and
    /// the index of the lowest strength that qualifies.
    fn rows(&self, hands: &Hands) -> (Vec<Vec<u16>>, usize) {
        let mut place = vec![0_u16; 1 << 16];
        for (strength, &at) in &hands.place {
            place[usize::from(strength.number())] = u16::try_from(at).expect("7,462 strengths");
        }
        let mut rows = vec![Vec::new(); hands.place.len()];
        for (class, set) in (0_u16..).zip(&self.standing) {
            let rest: Vec<Card> = (0..DECK).filter(|at| !set.contains(at)).map(|at| self.deck[at]).collect();
            complete(path(&self.deck, set), &rest, 5 - set.len(), &mut |strength: Strength| {
                rows[usize::from(place[usize::from(strength.number())])].push(class);
            });
        }
        (rows, hands.place[&Strength::ACE_KING])
    }

    /// The spots of a hand. `counted` has, for each class, how many hands contain one of its sets and do not qualify,
    /// are lower than this hand, or are equal to it.
    fn spots(&self, hand: &Hand, counted: [&[i32]; 3], qualifies: bool, each: &mut impl FnMut(&Spot)) {
        let own = hand.cards.map(|at| self.deck[at]);
        let held = Held::of(own);
        let fours: [Path; 5] = std::array::from_fn(|left_out| {
            let kept = own.iter().enumerate().filter(|(at, _)| *at != left_out);
            kept.fold(Path::EMPTY, |path, (_, &card)| path.with(card))
        });
        let terms: [[Term; 26]; 6] = std::array::from_fn(|before| self.terms(&hand.cards, before));
        let mut before = 0;
        for up in 0..DECK {
            if hand.cards.get(before) == Some(&up) {
                before += 1;
                continue;
            }
            let mut sums = [0_i32; 3];
            for term in &terms[before] {
                let class = usize::from(self.class[term.number + self.below[term.order][up]]);
                for (sum, counts) in sums.iter_mut().zip(counted) {
                    *sum += if term.is_odd { -counts[class] } else { counts[class] };
                }
            }
            for four in fours {
                let strength = four.with(self.deck[up]).strength();
                sums[0] += i32::from(strength < Strength::ACE_KING);
                sums[1] += i32::from(strength < hand.strength);
                sums[2] += i32::from(strength == hand.strength);
            }
            let [not_qualified, lower, equal] = sums.map(|sum| u32::try_from(sum).expect("a count"));
            let (higher, equal) = if qualifies { (lower - not_qualified, equal) } else { (0, 0) };
            let ends = [not_qualified, higher, equal, HOLES - not_qualified - higher - equal];
            each(&Spot { cards: own, hand: held, up: self.deck[up], alike: hand.alike, ends });
        }
    }

    /// The sets that consist of a card of the dealer's and up to three of the player's, `before` of which come before
    /// it: the number of each set without the dealer's card, and whether it is added or subtracted.
    fn terms(&self, hand: &[usize; 5], before: usize) -> [Term; 26] {
        let mut terms = [Term { number: 0, order: 1, is_odd: false }; 26];
        let some = (0_u32..32).filter(|set| set.count_ones() <= 3);
        for (term, set) in terms.iter_mut().zip(some) {
            let (mut order, mut size) = (1, 1);
            let mut number = 0;
            for (at, &card) in hand.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1) {
                if at < before {
                    number += self.below[order][card];
                    order += 1;
                } else {
                    number += self.below[size + 1][card];
                }
                size += 1;
            }
            *term = Term { number: number + self.begin[size], order, is_odd: size % 2 == 0 };
        }
        terms
    }
}

#[derive(Clone, Copy)]
struct Term {
    number: usize,
    order: usize,
    is_odd: bool,
}

/// Reports the strength of every hand that can be made from these cards and `left` more of the rest.
fn complete(path: Path, rest: &[Card], left: usize, tell: &mut impl FnMut(Strength)) {
    if left == 1 {
        return rest.iter().for_each(|&card| tell(path.with(card).strength()));
    }
    for (at, &card) in rest.iter().enumerate() {
        complete(path.with(card), &rest[at + 1..], left - 1, tell);
    }
}
