//! What somebody who shares no code with us needs to confirm the exact mean of the best decisions: every decision and
//! every payment. They work out for themselves how often each hand occurs and how the dealer ends against it.

use super::{
    analysis::{Analysis, Seen},
    dealer::{ENDS, NATURAL},
    hands::{Family, Hands, VALUES, hands, place},
    pays::{Kind, cents, whole_stake},
    play::Policy,
    split::Split,
    view::{Choice, View},
};
use crate::{
    Unsolved,
    certificate::{Plays, Proof, Shown},
};
use rules::{
    Fate, Money,
    blackjack::{INSURANCE, insurance},
};
use std::collections::BTreeMap;

/// The card values as characters, the ace first.
const NAMES: [char; VALUES] = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T'];

const AGAIN: &str =
    "a pair may be split more than once, and its hands are too many for a checker to count together";
const DESIGNATED: &str = "the designated blackjack depends on suits, and a certificate counts cards by value";

/// The cards of a hand, the lowest first.
fn name(hand: usize) -> String {
    let counts = hands().all()[hand].counts;
    NAMES.iter().zip(counts).flat_map(|(&name, many)| std::iter::repeat_n(name, many.into())).collect()
}

/// Rows of gains, without duplicates.
#[derive(Default)]
struct Rows(Vec<[i64; ENDS]>);

impl Rows {
    fn add(&mut self, row: [i64; ENDS]) -> usize {
        let known = self.0.iter().position(|known| *known == row);
        known.unwrap_or_else(|| {
            self.0.push(row);
            self.0.len() - 1
        })
    }
}

impl Analysis {
    /// The proof of the mean of the best decisions, and the stake it is about.
    ///
    /// # Errors
    /// If suits matter, or a pair is split that may be split again.
    pub fn proof(&self) -> Result<(Proof, Money), Unsolved> {
        let mut rows = Rows::default();
        let views = self.seen.iter().map(|seen| seen.shown(&mut rows)).collect::<Result<Vec<_>, _>>()?;
        let stake = self.seen.first().map_or(Money::cents(1), |seen| whole_stake(&seen.view.options));
        let (rows, sides) = (rows.0.into_iter().map(Vec::from).collect(), self.sides);
        Ok((Proof::Blackjack { stake: stake.as_cents(), sides, rows, views }, stake))
    }
}

impl Seen {
    /// The decisions against this view.
    fn shown(&self, rows: &mut Rows) -> Result<Shown, Unsolved> {
        let view = &self.view;
        match view.pays.designated_of {
            _ if !view.suited.is_empty() => return Err(Unsolved::BySuits),
            [right, _] if right > 0 => return Err(Unsolved::NoCertificate { why: DESIGNATED }),
            _ => {}
        }
        let lines = view.play::<false>(&self.stands, Policy::Best);
        let (mut splits, mut insures, mut start) = (BTreeMap::new(), Vec::new(), Vec::new());
        for (hand, cards @ [one, other]) in Hands::two_cards() {
            if self.insurance(cards).is_some_and(|gain| gain > 0.0) {
                insures.push(name(hand));
            }
            let split = if one == other { self.split(one) } else { None };
            match split.filter(|split| split.mean(view, Policy::Best) > lines[hand].worth) {
                Some(split) if split.most > 2 => return Err(Unsolved::NoCertificate { why: AGAIN }),
                Some(split) => _ = splits.insert(NAMES[one].to_string(), split.plays(view, rows)),
                None => start.push(hand),
            }
        }
        let family = self.stands.family;
        let hands = Course { view, family, kind: Kind::Dealt }.plays(&start, rows, |at| lines[at].choice);
        let cards = view.dealer.counts();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "whole, and a few hundred"
        )]
        let counts =
            view.left.counts.iter().zip(cards).map(|(left, shown)| left.round() as u32 + u32::from(shown));
        Ok(Shown {
            counts: counts.collect(),
            shown: view.dealer.shown.iter().map(|&rank| NAMES[place(rank)]).collect(),
            looks: view.is_looked_at(),
            insures,
            insurance: insured(whole_stake(&view.options)),
            hands,
            splits,
        })
    }
}

/// What insuring half of a stake gains with each value of the dealer's second card.
fn insured(stake: Money) -> Vec<i64> {
    let half = Money::cents(stake.as_cents() / 2);
    let gain = |at: usize| match insurance(super::hands::rank(at)) {
        Fate::Won => INSURANCE.0.pay(half).as_cents(),
        _ => -half.as_cents(),
    };
    (0..VALUES).map(gain).collect()
}

impl Split {
    /// The decisions for each of the two hands.
    fn plays(&self, view: &View, rows: &mut Rows) -> Plays {
        let family = hands().family(Some(self.pair));
        let choices: BTreeMap<usize, Choice> = self.course(view, Policy::Best).choices().collect();
        let course = Course { view, family, kind: self.kind };
        let start: Vec<usize> = family.place(&[self.pair]).into_iter().collect();
        course.plays(&start, rows, |at| choices.get(&at).copied().unwrap_or(Choice::Stand))
    }
}

/// Hands as they are played against a view.
struct Course<'a> {
    view: &'a View,
    family: &'a Family,
    kind: Kind,
}

impl Course<'_> {
    /// The decisions for every hand that these may become, and what they gain in the end.
    fn plays(&self, start: &[usize], rows: &mut Rows, choice: impl Fn(usize) -> Choice) -> Plays {
        let unit = whole_stake(&self.view.options).as_cents();
        let lost = |amount: i64, to_natural: i64| {
            let mut row = [-amount; ENDS];
            row[NATURAL] = -to_natural;
            row
        };
        // The loss of a split hand that goes over 21 against a blackjack is counted with the other hand.
        let over = match self.kind {
            Kind::Dealt => {
                [lost(unit, unit), lost(2 * unit, if self.view.is_looked_at() { unit } else { 2 * unit })]
            }
            _ => [lost(unit, 0), lost(2 * unit, 0)],
        };
        let mut plays = Plays {
            over: over.map(|row| rows.add(row)),
            surrender: rows.add(lost(unit / 2, unit)),
            ..Plays::default()
        };
        let mut is_reached = vec![false; self.family.len()];
        start.iter().for_each(|&at| is_reached[at] = true);
        for at in 0..self.family.len() {
            if !is_reached[at] {
                continue;
            }
            let (hand, choice) = (usize::from(self.family.hands[at]), choice(at));
            let next = self.family.next[at].iter().flatten().map(|&next| usize::from(next));
            let letter = match choice {
                Choice::Draw => {
                    next.for_each(|next| is_reached[next] = true);
                    'H'
                }
                Choice::Double => {
                    for next in next.map(|next| usize::from(self.family.hands[next])) {
                        plays.doubles.insert(name(next), rows.add(self.gains(next, true)));
                    }
                    'D'
                }
                Choice::Surrender => 'R',
                Choice::Stand | Choice::Split => {
                    plays.stands.insert(name(hand), rows.add(self.gains(hand, false)));
                    'S'
                }
            };
            plays.plays.insert(name(hand), letter);
        }
        plays
    }

    /// What a hand gains at each end, doubled or not.
    fn gains(&self, hand: usize, is_doubled: bool) -> [i64; ENDS] {
        let options = &self.view.options;
        let pay = cents(&hands().all()[hand], self.kind, options, whole_stake(options));
        std::array::from_fn(|end| pay.wager[end] + if is_doubled { pay.added[end] } else { 0 })
    }
}
