//! No rule may make a table wait forever. From any state, if everyone has gone, the usual steps end the round: nothing on
//! the layout is left undecided and the table waits for nothing but new wagers.

use super::{irregularities, menu, outcomes, people};
use rules::{Act, Actor, Awaits, Game, Input, InputOf, Unseen, read_input};
use std::{
    collections::HashSet,
    hash::{DefaultHasher, Hash, Hasher},
};

/// No procedure takes more acts than this before the equipment shows something or the round is over: a full table that
/// declines everything it can be offered, twice over.
const MOST_ACTS: usize = 80;
/// No round takes more steps than this: a shoe that is prepared, cards burned, and all that a full table can draw. Dice may
/// fall for long without a decision, but not so long.
const MOST_STEPS: usize = 2_000;

/// States from which a round was seen to end.
#[derive(Default)]
pub struct Ended(HashSet<u64>);

/// Plain pseudo-random numbers, the same in every run.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed | 1)
    }

    pub fn of<T: Copy>(&mut self, some: &[T]) -> T {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        some[(self.0 >> 33) as usize % some.len()]
    }
}

fn hash(thing: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    thing.hash(&mut hasher);
    hasher.finish()
}

/// Whoever is awaited can do something, and what is usually done is lawful.
pub fn someone_can_go_on<G: Game>(table: &G) {
    for by in people() {
        if let Some(deed) = table.usual(by) {
            let act = Act::Do(deed);
            let listed = menu(table, by).iter().any(|offer| offer.act == act);
            assert!(listed, "{}: `{by} {deed}` is called usual, but is not offered\n{table:?}", G::NAME);
        }
    }
    match table.awaits() {
        Awaits::Equipment => assert!(!outcomes(table).is_empty(), "{}: nothing to show\n{table:?}", G::NAME),
        Awaits::Decision(who) => {
            assert!(!menu(table, who).is_empty(), "{}: {who} is awaited in vain\n{table:?}", G::NAME);
            assert!(table.usual_step().is_some(), "{}: nobody goes on for {who}\n{table:?}", G::NAME);
        }
        Awaits::Wagers => assert!(
            table.bets().is_empty() || table.usual_step().is_some(),
            "{}: wagers lie there and the dealer cannot go on\n{table:?}",
            G::NAME
        ),
    }
    cash_can_be_turned_away(table);
}

/// A wager in cash that waits for the staff's word can be declined as well as confirmed, and then nothing of it is left.
fn cash_can_be_turned_away<G: Game>(table: &G) {
    let staff_may = |by, words: &str| {
        let deed = |offer: &rules::Offer<rules::ActOf<G>>| match offer.act {
            Act::Do(deed) => deed.to_string() == words,
            _ => false,
        };
        menu(table, by).iter().any(deed)
    };
    for by in [Actor::Dealer, Actor::Supervisor].into_iter().filter(|&by| staff_may(by, "confirms")) {
        assert!(staff_may(by, "declines"), "{}: {by} may only confirm\n{table:?}", G::NAME);
        let mut after = table.clone();
        let line = read_input::<G>(&format!("{by} declines")).expect("readable");
        after.apply(line, &mut Unseen).expect("offered");
        assert_eq!(after.bets(), table.bets());
        assert!(![Actor::Dealer, Actor::Supervisor].into_iter().any(|by| {
            menu(&after, by)
                .iter()
                .any(|offer| matches!(offer.act, Act::Do(deed) if deed.to_string() == "confirms"))
        }));
    }
}

/// Brings a table to its first wagers.
pub fn prepare<G: Game>(table: &mut G, dice: &mut Dice) {
    for _ in 0..MOST_STEPS {
        let input = match table.awaits() {
            Awaits::Wagers => return,
            Awaits::Equipment => Input::Chance(dice.of(&outcomes(table))),
            Awaits::Decision(_) => table.usual_step().expect("somebody prepares the table"),
        };
        table.apply(input, &mut Unseen).expect("usual");
    }
    panic!("{}: the table is never ready\n{table:?}", G::NAME);
}

/// Everyone has gone: the usual steps end the round.
pub fn ends<G: Game>(table: &G, ended: &mut Ended, dice: &mut Dice) {
    let (mut table, mut acts, mut seen, mut lines) = (table.clone(), 0, Vec::new(), Vec::<String>::new());
    for _ in 0..MOST_STEPS {
        let state = hash(&table);
        let is_over = table.bets().is_empty() && table.awaits() == Awaits::Wagers;
        if is_over || ended.0.contains(&state) {
            ended.0.extend(seen);
            return;
        }
        seen.push(state);
        let input: InputOf<G> = match table.usual_step() {
            Some(input) => input,
            None if table.awaits() == Awaits::Equipment => Input::Chance(dice.of(&outcomes(&table))),
            None => panic!("{}: nobody can go on after {lines:#?}\n{table:?}", G::NAME),
        };
        acts = if matches!(input, Input::Act { .. }) { acts + 1 } else { 0 };
        lines.push(input.to_string());
        assert!(acts <= MOST_ACTS, "{}: goes around and around: {lines:#?}\n{table:?}", G::NAME);
        table.apply(input, &mut Unseen).unwrap_or_else(|no| panic!("{}: {input}: {no}", G::NAME));
    }
    panic!("{}: the round does not end: {lines:#?}\n{table:?}", G::NAME);
}

/// The same after each thing that can go wrong now, or after some of them where a card is named.
pub fn ends_whatever_goes_wrong<G: Game>(table: &G, ended: &mut Ended, dice: &mut Dice) {
    let all = irregularities(table);
    for _ in 0..all.len().min(3) {
        let mut wrong = table.clone();
        wrong.apply(Input::Irregularity(dice.of(&all)), &mut Unseen).expect("listed");
        someone_can_go_on(&wrong);
        ends(&wrong, ended, dice);
    }
}
