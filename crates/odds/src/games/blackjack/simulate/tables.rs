//! The rules and a chart compiled to flat arrays: what is drawn, when a hand ends, and what it is worth then. Every
//! entry comes from a leaf function of the rules or from a cell of the chart, so that no rule is written twice.

use crate::blackjack::{Plan as Strategy, Play};
use rules::{
    Fate, Money,
    blackjack::{self, Options, Score, SecondCard, Special, Wager},
    hands::blackjack::{MOST, Total, is_ace_and_ten, is_pair, may_be_blackjack, value},
    kit::cards::Card,
};

/// A card in a byte: the value in the low bits, with 1 for an ace; then which kind of ten it is; then its suit.
pub(super) fn byte(card: Card) -> u8 {
    let ten = card.rank().saturating_sub(10);
    value(card.rank()) | ten << 4 | card.suit() << 6
}

/// The value of a card.
pub(super) const fn worth(byte: u8) -> usize {
    (byte & 15) as usize
}

/// The score of a hand as a code: hard totals as they are, then soft ones, then over 21.
pub(super) fn code(total: Total) -> u8 {
    match total.count() {
        _ if total.is_bust() => BUST,
        count if total.is_soft() => count + SOFT,
        count => count,
    }
}

const SOFT: u8 = 11;
const BUST: u8 = 33;
/// The dealer's blackjack.
const NATURAL: u8 = 34;
const CODES: u8 = 34;

/// A total with this code, if there is one.
fn total(code: u8) -> Option<Total> {
    let low = |n: u8| match n {
        2..=10 => Total::of([n]),
        11..=19 => Total::of([9, n - 9]),
        _ => Total::of([9, 9, n - 18]),
    };
    match code {
        2..=21 => Some(low(code)),
        22 => Some(Total::of([1])),
        23..BUST => Some(Total::of([1, code - SOFT - 11])),
        _ => None,
    }
}

/// A flag: the hand takes no more cards.
pub(super) const STOPS: u8 = 0x80;
/// A flag: the hand was doubled.
pub(super) const DOUBLED: u8 = 0x40;
/// What a hand of two cards may be other than a score.
pub(super) const SPLITS: u8 = 0xFD;
pub(super) const SURRENDERS: u8 = 0xFE;
pub(super) const BLACKJACK: u8 = 0xFF;

/// The class of a hand that has ended: its score, or one of these; doubled hands are 32 higher.
pub(super) mod class {
    pub const BUST: u8 = 22;
    pub const DOUBLED: u8 = 32;
    pub const SPLIT_21: u8 = 23;
    pub const SIX_SEVEN_EIGHT: u8 = 24;
    pub const THREE_SEVENS: u8 = 25;
    pub const FIVE_CARDS: u8 = 26;
    pub const BLACKJACK: u8 = 27;
    pub const DESIGNATED: u8 = 28;
    pub const SURRENDERED: u8 = 29;
    pub const ALL: usize = 64;

    /// Whether it went over 21, doubled or not.
    pub const fn is_bust(left: u8) -> bool {
        left & (DOUBLED - 1) == BUST
    }
}

/// The dealer's end: 17 to 21, over 21, a blackjack to which a wager is lost, or one from which it is spared.
pub(super) mod dealer {
    pub const BUST: usize = 5;
    pub const BLACKJACK: usize = 6;
    pub const SPARED: usize = 7;
    pub const ALL: usize = 8;
}

/// The most columns the tables have: the dealer's card by its value, or the total of both of the dealer's cards.
const COLUMNS: usize = 32;

/// What happens card by card.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    /// The column, by the dealer's two cards if both are visible.
    pub column: [u8; 256],
    /// The score after a card, by column, score and card.
    pub play: Box<[u8; COLUMNS << 11]>,
    /// The same for the first two cards, by column.
    pub first: Box<[u8; COLUMNS << 8]>,
    /// The same for two cards of a split hand that may not be split again, and of one that may.
    pub split: [Box<[u8; COLUMNS << 8]>; 2],
    /// The dealer's score, by the dealer's first two cards.
    pub second: [u8; 256],
    /// The dealer's score after a card, by score and card.
    pub dealer: [u8; 1024],
    /// The dealer's end, by score.
    pub ends: [u8; 64],
    /// The class of a hand, by its score, doubled or not, or by the low bits of what else two cards may be.
    pub class: [u8; 128],
    /// Whether a hand depends on what the dealer draws, by its class.
    pub draws: [bool; class::ALL],
}

/// What may be done with a hand besides standing.
#[derive(Clone, Copy)]
struct May {
    draw: bool,
    double: bool,
    split: bool,
    surrender: bool,
}

/// A move.
enum Move {
    Stand,
    Draw,
    Double,
    Split,
    Surrender,
}

/// The move for a cell of the chart, as far as it is allowed.
fn follow(play: Play, may: May, by_total: Play) -> Move {
    let draw = if may.draw { Move::Draw } else { Move::Stand };
    match play {
        Play::Stand => Move::Stand,
        Play::Hit => draw,
        Play::DoubleHit | Play::DoubleStand if may.double => Move::Double,
        Play::DoubleHit => draw,
        Play::DoubleStand => Move::Stand,
        Play::SurrenderHit | Play::SurrenderStand | Play::SurrenderSplit if may.surrender => Move::Surrender,
        Play::SurrenderHit => draw,
        Play::SurrenderStand => Move::Stand,
        Play::Split | Play::SurrenderSplit if may.split => Move::Split,
        Play::Split | Play::SurrenderSplit => match by_total {
            Play::Split | Play::SurrenderSplit => Move::Stand,
            by_total => follow(by_total, may, by_total),
        },
    }
}

impl Tables {
    pub(super) fn new(options: &Options, strategy: &Strategy) -> Tables {
        let mut tables = Tables {
            column: [0; 256],
            play: Box::new([STOPS | BUST; COLUMNS << 11]),
            first: Box::new([STOPS; COLUMNS << 8]),
            split: [Box::new([STOPS; COLUMNS << 8]), Box::new([STOPS; COLUMNS << 8])],
            second: [0; 256],
            dealer: [STOPS | BUST; 1024],
            ends: [0; 64],
            class: [0; 128],
            draws: [false; class::ALL],
        };
        let columns = columns(strategy);
        for (at, (_, column)) in (1..).zip(&columns) {
            tables.fill_play(column, at);
            tables.fill_first(options, column, at);
        }
        for (up, second) in pairs() {
            let seen = match strategy {
                Strategy::Chart(_) => value_name(up),
                Strategy::Exposed(_) => total_name(Total::of([up, second])),
            };
            let at = (1..).zip(&columns).find(|(_, (name, _))| *name == seen).map_or(1, |(at, _)| at);
            tables.column[usize::from(up) << 4 | usize::from(second)] = at;
        }
        tables.fill_ends(options);
        tables
    }

    /// Third and later cards: a hand stops over 21, at 21, after doubling, or where the chart says so.
    fn fill_play(&mut self, column: &Column, at: u8) {
        let may = May { draw: true, double: false, split: false, surrender: false };
        for from in 0..CODES {
            let Some(before) = total(from) else { continue };
            for card in 1..=10 {
                let after = before.with(card);
                let stands = after.count() >= MOST || {
                    let play = column.total(after);
                    matches!(follow(play, may, play), Move::Stand)
                };
                self.play[index(at, from, card)] = code(after) | if stands { STOPS } else { 0 };
                self.play[index(at, from | DOUBLED, card)] = code(after) | STOPS | DOUBLED;
            }
        }
    }

    /// The first two cards of a box, or of a hand of a split pair.
    fn fill_first(&mut self, options: &Options, column: &Column, at: u8) {
        for (one, other) in pairs() {
            let both = Total::of([one, other]);
            let at = usize::from(at) << 8 | usize::from(one) << 4 | usize::from(other);
            let by_total = column.total(both);
            let pair = is_pair(one, other);
            let play = if pair { column.pairs[usize::from(one) - 1] } else { by_total };
            let done = |may: May| match follow(play, may, by_total) {
                Move::Stand => code(both) | STOPS,
                Move::Draw => code(both),
                Move::Double => code(both) | DOUBLED,
                Move::Split => SPLITS,
                Move::Surrender => SURRENDERS,
            };
            let double = options.may_double(both);
            let may = May { draw: true, double, split: pair, surrender: options.surrender() };
            self.first[at] = if is_ace_and_ten(one, other) { BLACKJACK } else { done(may) };
            for again in [false, true] {
                // Each ace gets one card, and after that only another split is possible.
                let may = match one {
                    1 => May {
                        draw: false,
                        double: false,
                        split: pair && again && options.may_resplit_aces(),
                        surrender: false,
                    },
                    _ => May { draw: true, double, split: pair && again, surrender: false },
                };
                self.split[usize::from(again)][at] =
                    if both.count() == MOST { code(both) | STOPS } else { done(may) };
            }
        }
    }

    /// The dealer's cards, and the ends of hands and dealer.
    #[allow(clippy::cast_possible_truncation)]
    fn fill_ends(&mut self, options: &Options) {
        for from in 0..CODES {
            let Some(before) = total(from) else { continue };
            for card in 1..=10 {
                let after = before.with(card);
                let stops = if after.dealer_draws() { 0 } else { STOPS };
                self.dealer[usize::from(from) << 4 | usize::from(card)] = code(after) | stops;
            }
            let count = before.count();
            let ends = usize::from(count).saturating_sub(17);
            self.ends[usize::from(from)] = u8::try_from(ends).unwrap_or(0);
            self.class[usize::from(from)] = count;
            self.class[usize::from(from | DOUBLED)] = count + class::DOUBLED;
        }
        for (up, second) in pairs() {
            let both = Total::of([up, second]);
            self.second[usize::from(up) << 4 | usize::from(second)] = match is_ace_and_ten(up, second) {
                true => NATURAL | STOPS,
                false if both.dealer_draws() => code(both),
                false => code(both) | STOPS,
            };
        }
        self.ends[usize::from(BUST)] = dealer::BUST as u8;
        self.ends[usize::from(NATURAL)] = dealer::BLACKJACK as u8;
        self.class[usize::from(BUST)] = class::BUST;
        self.class[usize::from(BUST | DOUBLED)] = class::BUST + class::DOUBLED;
        self.class[usize::from(BLACKJACK & 127)] = class::BLACKJACK;
        self.class[usize::from(SURRENDERS & 127)] = class::SURRENDERED;
        for left in 0..class::ALL as u8 {
            let depends = score(left).is_some_and(|score| blackjack::depends_on_draw(score, options));
            self.draws[usize::from(left)] = depends;
        }
    }
}

/// What any two cards come to if a dealer's blackjack ends the round.
pub(super) fn shown() -> [u8; 256] {
    let mut shown = [STOPS; 256];
    for (one, other) in pairs() {
        shown[usize::from(one) << 4 | usize::from(other)] =
            if is_ace_and_ten(one, other) { BLACKJACK } else { code(Total::of([one, other])) | STOPS };
    }
    shown
}

/// All pairs of values.
fn pairs() -> impl Iterator<Item = (u8, u8)> {
    (1..=10).flat_map(|one| (1..=10).map(move |other| (one, other)))
}

/// A strategy's plays against what is visible of the dealer's cards.
struct Column {
    hard: Vec<Play>,
    soft: Vec<Play>,
    pairs: Vec<Play>,
}

impl Column {
    /// The play for a total of two or more cards.
    fn total(&self, total: Total) -> Play {
        let (rows, first) = if total.is_soft() { (&self.soft, 12) } else { (&self.hard, 4) };
        rows[usize::from(total.count().saturating_sub(first))]
    }
}

/// The columns of a strategy with their names. If one card is visible, the ace comes first.
fn columns(strategy: &Strategy) -> Vec<(String, Column)> {
    let (names, rows) = strategy.grid();
    let cells = |at: usize, of: std::ops::Range<usize>| rows[of].iter().map(|(_, row)| row[at]).collect();
    let column = |at| Column { hard: cells(at, 0..18), soft: cells(at, 18..28), pairs: cells(at, 28..38) };
    let mut all: Vec<_> = names.into_iter().enumerate().map(|(at, name)| (name, column(at))).collect();
    if let Strategy::Chart(_) = strategy {
        all.rotate_right(1);
    }
    all
}

fn value_name(up: u8) -> String {
    if up == 1 { "A".to_owned() } else { up.to_string() }
}

/// The total of both of the dealer's cards, as a chart names it.
fn total_name(total: Total) -> String {
    let soft = if total.is_soft() && total.dealer_draws() { "s" } else { "" };
    format!("{soft}{}", total.count())
}

/// The index of an entry.
fn index(up: u8, from: u8, card: u8) -> usize {
    usize::from(up) << 11 | usize::from(from) << 4 | usize::from(card)
}

/// The score of a class of hands, if wagers on it are compared with the dealer's.
fn score(left: u8) -> Option<Score> {
    let plain = |count, cards| Some(Score { count, cards, is_split: false });
    match left & (class::DOUBLED - 1) {
        count @ 4..=21 => plain(count, 3),
        class::SPLIT_21 => Some(Score { count: MOST, cards: 2, is_split: true }),
        class::SIX_SEVEN_EIGHT | class::THREE_SEVENS => plain(MOST, 3),
        class::FIVE_CARDS => plain(MOST, 5),
        class::BLACKJACK | class::DESIGNATED => plain(MOST, 2),
        _ => None,
    }
}

fn special(left: u8) -> Special {
    match left & (class::DOUBLED - 1) {
        class::SIX_SEVEN_EIGHT => Special::SixSevenEight,
        class::THREE_SEVENS => Special::ThreeSevens,
        class::FIVE_CARDS => Special::FiveCard21,
        class::BLACKJACK => Special::StandardBlackjack,
        class::DESIGNATED => Special::DesignatedBlackjack,
        _ => Special::None,
    }
}

/// The class of a hand of 21 with this special combination.
pub(super) fn class_of(special: Special) -> Option<u8> {
    match special {
        Special::None => None,
        Special::SixSevenEight => Some(class::SIX_SEVEN_EIGHT),
        Special::ThreeSevens => Some(class::THREE_SEVENS),
        Special::FiveCard21 => Some(class::FIVE_CARDS),
        Special::StandardBlackjack => Some(class::BLACKJACK),
        Special::DesignatedBlackjack => Some(class::DESIGNATED),
    }
}

/// The number of combinations of a hand's class and the dealer's end.
pub(super) const OUTCOMES: usize = class::ALL * dealer::ALL;

/// The index of one of them.
#[inline(always)]
pub(super) const fn outcome(left: u8, ends: usize) -> usize {
    (left as usize * dealer::ALL + ends) & (OUTCOMES - 1)
}

/// What a stake wins or loses.
#[derive(Clone, Debug)]
pub(super) struct Gains {
    /// The stake of a box, in cents.
    pub stake: i64,
    /// By the hand's class and the dealer's end, in cents.
    pub hand: Box<[i64; OUTCOMES]>,
    /// The stake of insurance, and what it loses and wins.
    pub insurance: [i64; 3],
    /// The additional wager's stake.
    pub additional: i64,
    /// What the additional wager wins or loses, by the indices of the two cards among all 52.
    pub by_cards: Vec<i64>,
}

impl Gains {
    /// The gains for these stakes: on the box, on insurance, and on an additional wager.
    #[allow(clippy::cast_possible_truncation)]
    pub(super) fn new(
        options: &Options,
        stake: Money,
        insurance: Money,
        additional: Option<(Wager, Money)>,
    ) -> Gains {
        let mut hand = Box::new([0; OUTCOMES]);
        for left in 0..class::ALL as u8 {
            for ends in 0..dealer::ALL {
                hand[outcome(left, ends)] = gain(options, stake, left, ends);
            }
        }
        let limits = options.limits();
        let won = limits.pay(blackjack::INSURANCE.0, insurance).as_cents();
        let by_cards = additional.map_or(Vec::new(), |(wager, stake)| {
            Card::all()
                .flat_map(|one| Card::all().map(move |other| (one, other)))
                .map(|(one, other)| match blackjack::additional(wager, one, other).0 {
                    Fate::Won => {
                        limits.pay(blackjack::additional_odds(one, other, options).0, stake).as_cents()
                    }
                    Fate::Lost => -stake.as_cents(),
                    Fate::Halved => -limits.half(stake).as_cents(),
                    Fate::Void => 0,
                })
                .collect()
        });
        Gains {
            stake: stake.as_cents(),
            hand,
            insurance: [insurance.as_cents(), -insurance.as_cents(), won],
            additional: additional.map_or(0, |(_, stake)| stake.as_cents()),
            by_cards,
        }
    }

    /// What a hand of this class wins or loses.
    pub(super) fn of(&self, left: u8, ends: usize) -> i64 {
        self.hand[outcome(left, ends)]
    }
}

/// The result of a stake on a hand, and of the same amount again if it was doubled.
#[allow(clippy::cast_possible_truncation)]
fn gain(options: &Options, stake: Money, left: u8, ends: usize) -> i64 {
    let (limits, is_doubled) = (options.limits(), left & class::DOUBLED != 0);
    let is_blackjack = ends >= dealer::BLACKJACK;
    let cents = |fate, odds| match fate {
        Fate::Won => limits.pay(odds, stake).as_cents(),
        Fate::Lost => -stake.as_cents(),
        Fate::Halved => -limits.half(stake).as_cents(),
        Fate::Void => 0,
    };
    let even = blackjack::odds(Special::None, options).0;
    if class::is_bust(left) {
        return cents(Fate::Lost, even) * if is_doubled { 2 } else { 1 };
    }
    if left == class::SURRENDERED {
        return cents(if is_blackjack { Fate::Lost } else { Fate::Halved }, even);
    }
    let Some(score) = score(left) else { return 0 };
    let dealer = match ends {
        0..dealer::BUST => Score { count: 17 + ends as u8, cards: 3, is_split: false },
        dealer::BUST => Score { count: MOST + 1, cards: 3, is_split: false },
        _ => Score { count: MOST, cards: 2, is_split: false },
    };
    let fate = blackjack::decide(score, dealer, options).0;
    // 2.10(b), 2.11(d): a dealer's blackjack takes no more than the original wager.
    let of = |wager, odds| {
        let spared = || blackjack::spared(wager, ends == dealer::SPARED).is_some();
        if is_blackjack && fate == Fate::Lost && spared() { 0 } else { cents(fate, odds) }
    };
    let first = blackjack::Spot::First;
    let doubled = if is_doubled { of(Wager::Double(1, first), even) } else { 0 };
    of(Wager::Hand(1, first), blackjack::odds(special(left), options).0) + doubled
}

/// Whether the dealer checks for a blackjack before anybody acts, and shows it.
pub(super) fn looks(options: &Options) -> bool {
    options.reader().is_some() || options.second_card() == SecondCard::FaceUp
}

/// Whether a dealer's first card of this value may become a blackjack.
pub(super) const fn may_be(byte: u8) -> bool {
    may_be_blackjack(byte & 15)
}
