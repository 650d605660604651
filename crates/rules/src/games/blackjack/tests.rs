//! Long random walks over every kind of table: cards and chips are conserved, and what the menus list is accepted.

use super::{Answer, Blackjack, Deed, Irregularity, Phase, Shown, Side, shoe::Held, state::State};
#[cfg(test)]
use crate::Act;
use crate::games::prelude::*;
use crate::{
    game::{EventOf, Input, InputOf},
    games,
    kit::cards::{Card, DECK, Unseen},
    submission::{Entry, Written},
};
extern crate std;
use std::{collections::BTreeSet, string::ToString, vec::Vec};

const ON: Written<'static> = Written::Switch(true);
const fn text(text: &'static str) -> Written<'static> {
    Written::Text(text)
}

/// Tables that differ as much as the law allows.
fn tables() -> Vec<Vec<(&'static str, Written<'static>)>> {
    let one = ("decks", Written::Number(1));
    let two = ("decks", Written::Number(2));
    let six = ("boxes", Written::Number(6));
    let shared = [("bettors-per-box", Written::Number(3)), ("several-boxes", ON)];
    let reader = [("second-card", text("face-down")), ("card-reader", ON), ("approvals.card-reader", ON)];
    let resplits = [six, ("splits", Written::Number(3)), ("surrender", ON)];
    let device = [("continuous-device", ON), ("approvals.continuous-device", ON)];
    let no_card = [("own-procedures", text("no-cutting-card")), ("approvals.own-procedures", ON)];
    let over = [("additional-wager", text("over-under-13")), ("additional-maximum", text("25"))];
    [
        [&[one][..], &shared, &resplits, &over].concat(),
        [&[one][..], &shared, &resplits, &no_card, &reader].concat(),
        [&[one][..], &reader, &[("reader-shows", ON), ("mid-shoe", text("2 4"))]].concat(),
        [&[one][..], &device, &shared, &reader, &resplits].concat(),
        [&[one][..], &[("second-card", text("face-up"))], &shared, &no_card].concat(),
        [&[one][..], &[("multiple-action", text("two-or-three"))], &shared, &over].concat(),
        [&[two][..], &[("double-shoe", ON), ("red-suits", text("left"))], &shared, &reader].concat(),
        [&[two][..], &[("bart-carter", ON), ("match-play", ON)], &resplits].concat(),
    ]
    .into()
}

struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % n.max(1)
    }
}

fn everyone() -> impl Iterator<Item = Actor> {
    (1..=4).map(|n| Actor::Patron(Patron(n))).chain(Actor::STAFF)
}

/// Something that may be done now, usually by the person the table waits for.
fn next(table: &Blackjack, chance: &mut Chance) -> InputOf<Blackjack> {
    let mut wrong = Vec::new();
    if chance.below(12) == 0 {
        table.irregularities(&mut |what| wrong.push(what));
        // Most of them concern one card or another, and a reader that fails stays out of use.
        use Irregularity::{DealerDrew, DrawnExposed, DrawnInError, FaceUp};
        let is_rare =
            |what: &Irregularity| !matches!(what, FaceUp(_) | DrawnInError | DrawnExposed(_) | DealerDrew(_));
        if chance.below(2) == 0 && wrong.iter().any(is_rare) {
            wrong.retain(is_rare);
        }
        if chance.below(400) > 0 {
            wrong.retain(|what| *what != Irregularity::ReaderFailed);
        }
    }
    if !wrong.is_empty() {
        return Input::Irregularity(wrong[chance.below(wrong.len())]);
    }
    let awaits = table.awaits();
    if awaits == Awaits::Equipment {
        let mut shown = Vec::new();
        table.outcomes(&mut |what, weight| shown.push((what, weight)));
        let all: u32 = shown.iter().map(|(_, weight)| weight).sum();
        let mut left = u32::try_from(chance.below(all as usize)).expect("small");
        let drawn = shown.iter().find(|(_, weight)| {
            let is = left < *weight;
            left = left.saturating_sub(*weight);
            is
        });
        return Input::Chance(drawn.expect("the table waits for something that can happen").0);
    }
    let by = match awaits {
        Awaits::Decision(who) if chance.below(10) > 0 => who,
        Awaits::Wagers if chance.below(4) == 0 => Actor::Dealer,
        _ => everyone().nth(chance.below(7)).expect("seven people"),
    };
    let mut menu = Vec::new();
    table.decisions(by, &mut |offer| menu.push(offer));
    let Some(offer) = (!menu.is_empty()).then(|| menu[chance.below(menu.len())]) else {
        return next(table, chance);
    };
    let act = match offer.act {
        Act::Place { seat, wager, stake, tender } => {
            let steps = (offer.most - stake).as_cents() / offer.step.as_cents();
            let more = [0, steps, steps / 2][chance.below(3)];
            Act::Place { seat, wager, stake: stake + Money::cents(more * offer.step.as_cents()), tender }
        }
        // Keep shuffles rare, and do not leave the table empty.
        Act::Do(Deed::OrderReshuffle | Deed::TakeOver | Deed::Leave) if chance.below(8) > 0 => {
            return next(table, chance);
        }
        act => act,
    };
    Input::Act { by, act }
}

/// Every card of each side is in the shoe, in its rack, or on the table.
fn cards_are_conserved(table: &Blackjack) {
    for side in Side::ALL {
        let stack = table.stack(side);
        let mut seen = stack.rack;
        let mut down = stack.hidden + stack.shoe.left();
        match stack.held {
            Some(Held::Up(card)) => seen.put(card),
            Some(Held::Down) => down += 1,
            None => {}
        }
        if let Some(round) = &table.round {
            for (i, place) in round.boxes.iter().enumerate() {
                for hand in place.hands.iter().filter(|hand| hand.state != State::Over) {
                    for (j, &card) in hand.cards.iter().enumerate() {
                        let is_astray = round.is_first_astray && (i, j, hand.id) == (0, 0, 1);
                        if (round.side == side) != is_astray {
                            seen.put(card);
                        }
                    }
                }
            }
            if round.side == side {
                round.dealer.iter().for_each(|&card| seen.put(card));
                down += u16::from(round.hole.is_some());
            }
        }
        let decks = table.options().decks_in(side);
        assert_eq!(down, stack.shoe.unseen().total(), "what nobody saw lies face down");
        assert_eq!(down + seen.total(), u16::from(decks) * DECK, "all cards are somewhere");
        assert_eq!(seen.with(stack.shoe.unseen()), Unseen::decks(decks), "and each is itself");
    }
}

fn chips(lies: Money, event: &EventOf<Blackjack>) -> Money {
    match event {
        Event::Placed { bet } => lies + bet.stake,
        Event::Returned { bet } | Event::Settled { bet, .. } => lies - bet.stake,
        _ => lies,
    }
}

/// Walks over a table, and returns the provisions it met.
fn walk(own: &[(&'static str, Written<'static>)], seed: u64, inputs: usize, met: &mut BTreeSet<Citation>) {
    let entries: Vec<_> = own.iter().map(|&(key, value)| Entry { key, value }).collect();
    let options = games::options::<Blackjack>(&entries, &mut |v| panic!("{v:?}")).expect("lawful");
    let (mut table, mut chance) = (Blackjack::open(options), Chance(seed));
    for _ in 0..inputs {
        let input = next(&table, &mut chance);
        let mut lies: Money = table.bets().iter().map(|bet| bet.stake).sum();
        let told = table.apply(input, &mut |cite, event: EventOf<Blackjack>| {
            met.insert(cite);
            lies = chips(lies, &event);
            assert!(!event.to_string().ends_with("dealer "), "every call has its words: {event:?}");
        });
        assert!(told.is_ok(), "{input} was listed: {told:?}");
        assert_eq!(lies, table.bets().iter().map(|bet| bet.stake).sum(), "{input}: chips are conserved");
        cards_are_conserved(&table);
        assert!(table.round.is_some() || table.phase != Phase::Playing, "a round is played or it is not");
        if table.round.is_none() && table.phase != Phase::Open {
            assert!(table.bets().is_empty(), "{input}: nothing lies on a table that is prepared");
        }
    }
}

#[test]
fn long_walks_over_every_kind_of_table() {
    let mut met = BTreeSet::new();
    for (own, seed) in tables().iter().zip(1..) {
        walk(own, seed, 2500, &mut met);
    }
    for id in ["2.15(f)", "2.15(c)", "2.15(i)", "2.6(m)", "2.6(l)3", "2.13(b)", "2.20"] {
        assert!(met.contains(&Citation::find(id).expect("held")), "the walks never met {id}");
    }
}

#[test]
fn the_reader_answers_by_the_weights_of_the_hole_card() {
    let own = [("decks", Written::Number(1)), ("second-card", text("face-down")), ("card-reader", ON)];
    let own: Vec<_> = own.into_iter().chain([("approvals.card-reader", ON)]).collect();
    let entries: Vec<_> = own.iter().map(|&(key, value)| Entry { key, value }).collect();
    let options = games::options::<Blackjack>(&entries, &mut |v| panic!("{v:?}")).expect("lawful");
    let mut table = Blackjack::open(options);
    let script = [
        "dealer inspects",
        "floorperson verifies",
        "dealer spreads",
        "dealer washes",
        "dealer shuffles",
        "dealer cuts at 26",
        "dealer loads, 13 behind",
        "dealer burns",
        "p1@1 hand 10",
        "dealer deals",
        "Ts",
        "Ad",
        "9h",
        "dealer checks the hole card",
    ];
    let say = |table: &mut Blackjack, line: &str| {
        let input = crate::read_input::<Blackjack>(line).expect("readable");
        table.apply(input, &mut crate::game::Nobody).expect("lawful");
    };
    script.iter().for_each(|line| say(&mut table, line));
    let weights = |table: &Blackjack| {
        let mut all = Vec::new();
        table.outcomes(&mut |shown, weight| all.push((shown, weight)));
        all
    };
    // 49 cards are unseen, 15 of them tens.
    let [yes, no] = [Answer::Blackjack, Answer::NoBlackjack].map(Shown::Reader);
    assert_eq!(weights(&table), [(yes, 15), (no, 34)]);
    say(&mut table, "reader no blackjack");
    say(&mut table, "p1 draws");
    // The weight of the next card: 34 possible hole cards for a ten, 33 for others.
    let total: u32 = weights(&table).iter().map(|(_, weight)| weight).sum();
    assert_eq!(total, 34 * 48);
    let of =
        |shown: Shown| weights(&table).into_iter().find(|(one, _)| *one == shown).map(|(_, weight)| weight);
    let card = |text: &str| {
        use crate::vocabulary::Vocabulary;
        Shown::Card(Card::read(text).expect("a card"))
    };
    assert_eq!((of(card("Kh")), of(card("5h")), of(card("9h"))), (Some(34), Some(33), None));
}
