//! Both hands of a split pair played out card by card, the second with knowledge of the first: the gain of the best
//! play lies between the bounds.

use super::*;
use crate::games::blackjack::{
    dealer::{ENDS, NATURAL},
    pays::Pays,
    stands::is_full,
};
use rounds::{Settings, judge};
use rules::{
    Vocabulary,
    blackjack::{Blackjack, Options},
    kit::cards::{Card, Unseen},
};
use std::sync::Arc;

fn options(text: &str) -> Options {
    judge::<Blackjack>(&Settings::read(text).expect("key=value")).expect("lawful")
}

/// How a hand ended: its cards, and whether it was doubled.
#[derive(Clone, Copy)]
struct End {
    counts: Counts,
    is_doubled: bool,
}

/// How the hands are played: by decisions made in advance, or by the best decisions given all cards seen so
/// far.
#[derive(Clone, Copy)]
struct Table<'a> {
    split: &'a Split,
    view: &'a View,
    is_fixed: [bool; 2],
}

impl Table<'_> {
    /// What both hands gain from here on, in addition to the wager that a blackjack takes if no hand has gone
    /// over 21.
    fn play(&self, first: Option<End>, counts: Counts, left: &Left) -> f64 {
        let family = hands().family(Some(self.split.pair));
        let at = hands().of(&counts).expect("not over 21");
        let place = family.place(&values(&counts)).expect("it has a card of the pair");
        let hand = &hands().all()[at];
        if hand.cards == 1 {
            return self.draw(first, counts, left, false);
        }
        let stand = || self.ends(first, End { counts, is_doubled: false }, left);
        if is_full(hand, self.split.kind) {
            return stand();
        }
        let double = || self.draw(first, counts, left, true);
        let draw = || self.draw(first, counts, left, false);
        if self.is_fixed[usize::from(first.is_some())] {
            return match self.split.best(self.view)[place] {
                Choice::Draw => draw(),
                Choice::Double => double(),
                _ => stand(),
            };
        }
        let may_double = self.view.may_double(hand);
        stand().max(draw()).max(if may_double { double() } else { f64::NEG_INFINITY })
    }

    fn draw(&self, first: Option<End>, counts: Counts, left: &Left, is_doubled: bool) -> f64 {
        let mut sum = 0.0;
        for value in (0..VALUES).filter(|&value| left.counts[value] > 0.0) {
            let mut one = [0; VALUES];
            one[value] = 1;
            let rest = left.without(&one);
            let counts: Counts = std::array::from_fn(|at| counts[at] + one[at]);
            let is_over = hands().of(&counts).is_none();
            sum += left.chance(value)
                * if is_over || is_doubled {
                    self.ends(first, End { counts, is_doubled }, &rest)
                } else {
                    self.play(first, counts, &rest)
                };
        }
        sum
    }

    /// The first hand has ended, and the second begins; or both have.
    fn ends(&self, first: Option<End>, end: End, left: &Left) -> f64 {
        let Some(first) = first else {
            let mut one = [0; VALUES];
            one[self.split.pair] = 1;
            return self.play(Some(end), one, left);
        };
        let chances = self.view.dealer.ends(left);
        let mut sum = 0.0;
        let mut lost_over = 0.0;
        for end in [first, end] {
            let wagers = if end.is_doubled { 2.0 } else { 1.0 };
            let Some(hand) = hands().of(&end.counts) else {
                sum -= wagers * (1.0 - chances[NATURAL]);
                lost_over += wagers;
                continue;
            };
            let pay = self.view.pays.pay(hand, self.split.kind);
            for at in (0..ENDS).filter(|&at| at != NATURAL) {
                let added = if end.is_doubled { pay.added[at] } else { 0.0 };
                sum += chances[at] * (pay.wager[at] + added);
            }
        }
        let lost = if self.view.is_looked_at() { 1.0 } else { f64::max(1.0, lost_over) };
        sum - chances[NATURAL] * lost
    }
}

fn values(counts: &Counts) -> Vec<usize> {
    (0..VALUES).flat_map(|at| std::iter::repeat_n(at, counts[at].into())).collect()
}

#[test]
fn the_best_play_of_both_hands_gains_what_the_bounds_say() {
    let reader = "second-card=face-down card-reader=true approvals.card-reader=true";
    let mut gained = 0;
    for (settings, up, pair, cards) in [
        (reader, 6, 8, "8c 8d 8h 8s 5c 5d 6c 9d 9h Tc Td Th Kd Kh 3c 2d 6d"),
        (reader, 10, 8, "8c 8d 8h 8s 5c 5d 6c 9d 9h Tc Td Th Kd Kh 3c Ac Td"),
        ("", 10, 8, "8c 8d 8h 8s 5c 5d 6c 9d 9h Tc Td Th Kd Kh 3c Ac Td"),
        ("", 1, 9, "9c 9d 9h 9s 5c 5d 6c 8d 7h Tc Td Th Kd Kh 3c Ac 4d"),
        ("", 4, 7, "7c 7d 7h 5c 5d 6c 9d 9h Tc Td Th Kd Kh 4c 2d 4d"),
    ] {
        let options = options(&format!("decks=1 {settings}"));
        let mut unseen = Unseen::NONE;
        cards.split_whitespace().for_each(|card| unseen.put(Card::read(card).expect("a card")));
        let pays = Arc::new(Pays::of(&options, &unseen));
        let view = View::new(&[up], &unseen, options, &pays);
        let pair = crate::games::blackjack::hands::place(pair);
        let split = Split::to(&view, pair, 2);
        let mut gone = [0; VALUES];
        gone[pair] = 2;
        let left = view.left.without(&gone);
        let mut one = [0; VALUES];
        one[pair] = 1;
        let [before, second, both] = [[true, true], [true, false], [false, false]]
            .map(|is_fixed| Table { split: &split, view: &view, is_fixed }.play(None, one, &left));
        let [least, most] = split.knowing(&view);
        println!("{settings} {up}: second {:e}, both {:e}, at most {most:e}", second - before, both - before);
        assert!((second - before - least).abs() < 1e-12, "{settings} {up}: {} {least}", second - before);
        assert!(both >= second, "{settings} {up}: {both} {second}");
        assert!(both - before <= most + 1e-12, "{settings} {up}: {} {most}", both - before);
        gained += u32::from(least > 1e-6);
    }
    assert!(gained > 2, "{gained}");
}
