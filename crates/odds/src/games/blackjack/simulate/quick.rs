//! Rounds in which nothing rare happens, at several tables side by side: while one waits for its card, the others
//! continue, and a mispredicted branch is paid once for all of them.
//!
//! Every table takes as many steps as the one that takes the most; a hand that has ended does not change any more.
//! Anything rare (a split, insurance, a special hand, the end of the shoe) is left to [`Table::rest_of_round`], which
//! plays the round again from its first card.

use super::{
    Plan, Rounds,
    round::Table,
    sums::{MOST_BOXES, Outcome},
    tables::{BLACKJACK, Gains, SPLITS, STOPS, Tables, class, dealer, may_be, shown},
};
use rules::blackjack::{Options, SecondCard, Supply, is_paid_at_once};

/// A dealer's hand against which there is no wager: it counts as 17 and stops.
pub(super) const NOBODYS: u8 = STOPS | 17;
/// The dealer gets a second card.
pub(super) const SECOND: u8 = 1;
/// The dealer draws further cards.
pub(super) const DRAWS: u8 = 2;

/// The fast path for ordinary rounds.
#[derive(Clone, Debug)]
pub(super) struct Way {
    boxes: usize,
    /// Whether the dealer's second card is dealt with the first ones.
    pub has_hole: bool,
    /// Whether a dealer's blackjack ends the round at once.
    pub looks: bool,
    /// Whether both of the dealer's cards are visible.
    pub is_exposed: bool,
    is_double: bool,
    /// Whether a blackjack may be the designated one.
    pub is_natural_rare: bool,
    /// With how many cards a hand of 21 may be special, one bit for each number.
    pub special: u32,
    /// How many cards are shuffled ahead: enough for almost every round.
    ahead: usize,
    /// What the dealer does, by the dealer's card and the class of a finished hand.
    after: Box<[u8; 16 * class::ALL]>,
    /// What two cards come to if a blackjack ends the round.
    pub shown: [u8; 256],
}

impl Way {
    /// The fast path for a plan; `None` if the dealer has several hands, or the strategy varies with the count.
    pub(super) fn of(plan: &Plan, tables: &Tables) -> Option<Way> {
        let options = &plan.options;
        if options.multiple_action().is_some() || !plan.by_count.is_empty() {
            return None;
        }
        let boxes = usize::from(plan.boxes);
        let second = options.second_card();
        Some(Way {
            boxes,
            has_hole: second != SecondCard::AfterPlayers,
            looks: super::tables::looks(options),
            is_exposed: second == SecondCard::FaceUp,
            is_double: matches!(options.supply(), Supply::Double { .. }),
            is_natural_rare: options.designated().is_some(),
            special: special(options),
            // One box takes at most eleven cards in all but one of a hundred rounds.
            ahead: 4 * boxes + 7,
            after: Box::new(after(tables)),
            shown: shown(),
        })
    }

    /// What the dealer does after a finished hand of this class.
    pub(super) fn after(&self, up: u8, left: u8) -> u8 {
        self.after[usize::from(up) * class::ALL + usize::from(left)]
    }
}

/// With how many cards a 21 may have special odds.
fn special(options: &Options) -> u32 {
    let three = options.six_seven_eight() || options.three_sevens();
    let five = options.five_card_21();
    (if three { 1 << 3 } else { 0 }) | (if five { u32::MAX << 5 } else { 0 })
}

fn after(tables: &Tables) -> [u8; 16 * class::ALL] {
    let mut after = [0; 16 * class::ALL];
    for up in 1..=10_u8 {
        for left in 0..class::ALL {
            let is_over = match u8::try_from(left).unwrap_or(u8::MAX) {
                left if class::is_bust(left) => true,
                class::BLACKJACK => is_paid_at_once(up).0,
                class::SURRENDERED => !may_be(up),
                _ => false,
            };
            let (draws, waits) = (!is_over && tables.draws[left], !is_over && may_be(up));
            let second = if draws || waits { SECOND } else { 0 };
            after[usize::from(up) * class::ALL + left] = second | if draws { DRAWS } else { 0 };
        }
    }
    after
}

/// The results of rounds at tables side by side.
pub(super) struct Lanes<const N: usize> {
    /// The class of each box's finished hand.
    left: [[u8; N]; MOST_BOXES],
    /// The dealer's end.
    ends: [usize; N],
    /// Whether nothing rare happened; otherwise the round has yet to be played.
    pub(super) is_done: [bool; N],
    /// Where each round began.
    from: [usize; N],
}

impl<const N: usize> Lanes<N> {
    /// The state before any round.
    pub(super) const NONE: Lanes<N> =
        Lanes { left: [[0; N]; MOST_BOXES], ends: [0; N], is_done: [false; N], from: [0; N] };

    /// The result of a round in which nothing rare happened.
    #[inline(always)]
    pub(super) fn outcome(&self, lane: usize, table: &Table<'_>, boxes: usize, gains: &Gains) -> Outcome {
        let mut out = Outcome::new(gains, boxes, 1);
        for place in 0..boxes {
            out.add(place, self.left[place][lane], self.ends[lane], gains);
        }
        if !gains.by_cards.is_empty() {
            out.side = table.side_of(self.from[lane], gains);
        }
        out
    }
}

impl Rounds {
    /// Plays a round at each of these tables.
    #[inline(always)]
    pub(super) fn quickly<const N: usize>(&self, way: &Way, all: [&mut Table<'_>; N], lanes: &mut Lanes<N>) {
        let tables = &*self.tables;
        let (mut at, mut up, mut column, mut his) = ([0; N], [0; N], [0; N], [NOBODYS; N]);
        let (mut is_natural, mut is_rare) = ([false; N], [false; N]);
        for lane in 0..N {
            let table = &mut *all[lane];
            if way.is_double {
                table.determine();
            }
            let from = table.ready(way.ahead);
            lanes.from[lane] = from;
            up[lane] = table.worth_at(from + way.boxes);
            (at[lane], column[lane]) = (from + 2 * way.boxes + 1, up[lane]);
            is_rare[lane] = up[lane] == 1 && self.may_insure;
            if way.has_hole {
                let both = (up[lane] << 4 | table.worth_at(at[lane])) & 255;
                at[lane] += 1;
                his[lane] = tables.second[both];
                if way.is_exposed {
                    column[lane] = usize::from(tables.column[both]);
                }
                is_natural[lane] =
                    way.looks && usize::from(tables.ends[usize::from(his[lane] & 63)]) == dealer::BLACKJACK;
            }
        }
        let mut wants = [0; N];
        for place in 0..way.boxes {
            let mut score = [0; N];
            let before = at;
            for lane in 0..N {
                let (table, from) = (&all[lane], lanes.from[lane] + place);
                let two = table.worth_at(from) << 4 | table.worth_at(from + way.boxes + 1);
                let first = tables.first[(column[lane] << 8 | two) & 0x1FFF];
                score[lane] = if is_natural[lane] { way.shown[two & 255] } else { first };
                is_rare[lane] |= score[lane] == SPLITS || way.is_natural_rare && score[lane] == BLACKJACK;
            }
            while score.iter().fold(STOPS, |all, score| all & score) == 0 {
                for lane in 0..N {
                    let card = all[lane].worth_at(at[lane]);
                    let next = tables.play
                        [(column[lane] << 11 | usize::from(score[lane] & 127) << 4 | card) & 0xFFFF];
                    let is_open = score[lane] & STOPS == 0;
                    score[lane] = if is_open { next } else { score[lane] };
                    at[lane] += usize::from(is_open);
                }
            }
            for lane in 0..N {
                let left = tables.class[usize::from(score[lane] & 127)];
                let cards = (at[lane] - before[lane] + 2).min(31);
                is_rare[lane] |= left & 31 == 21 && way.special >> cards & 1 != 0;
                wants[lane] |= way.after[(up[lane] * class::ALL + usize::from(left)) % way.after.len()];
                lanes.left[place][lane] = left;
            }
        }
        for lane in 0..N {
            if !way.has_hole {
                let second = tables.second[(up[lane] << 4 | all[lane].worth_at(at[lane])) & 255];
                let gets = wants[lane] & SECOND != 0;
                his[lane] = if gets { second } else { NOBODYS };
                at[lane] += usize::from(gets);
            }
            his[lane] |= if wants[lane] & DRAWS == 0 { STOPS } else { 0 };
        }
        while his.iter().fold(STOPS, |all, his| all & his) == 0 {
            for lane in 0..N {
                let card = all[lane].worth_at(at[lane]);
                let next = tables.dealer[usize::from(his[lane] & 63) << 4 | card];
                let is_open = his[lane] & STOPS == 0;
                his[lane] = if is_open { next } else { his[lane] };
                at[lane] += usize::from(is_open);
            }
        }
        for lane in 0..N {
            lanes.ends[lane] = usize::from(tables.ends[usize::from(his[lane] & 63)]);
            lanes.is_done[lane] = !is_rare[lane] && all[lane].goes_to(at[lane]);
        }
    }
}
