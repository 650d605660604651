//! No rule may make a table wait forever. From any state, if everyone leaves, the usual steps end the round: nothing on
//! the layout stays undecided, and the table waits only for new wagers.

pub mod faulty;

use super::{hash, irregularities, menu, outcomes, people, value};
use crate::choices::Choices;
use rounds::{Settings, standard};
use rules::{Act, Actor, Awaits, Field, Game, Input, InputOf, Money, Nobody, Tender, games, read_input};
use std::collections::HashSet;

/// The largest number of acts before the equipment shows something or the round is over: a full table that declines
/// everything it is offered, twice.
const MOST_ACTS: usize = 80;
/// The largest number of steps in a round: preparing a shoe, burning cards, and all that a full table can draw. Dice
/// may roll for long without a decision, but not that long.
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

/// The awaited person can do something, and the usual deed is lawful.
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

/// A wager in cash that waits for the staff's answer can be declined as well as confirmed, and then nothing of it is
/// left.
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
        after.apply(line, &mut Nobody).expect("offered");
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
        table.apply(input, &mut Nobody).expect("usual");
    }
    panic!("{}: the table is never ready\n{table:?}", G::NAME);
}

/// Everyone has left: the usual steps end the round.
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
        table.apply(input, &mut Nobody).unwrap_or_else(|no| panic!("{}: {input}: {no}", G::NAME));
    }
    panic!("{}: the round does not end: {lines:#?}\n{table:?}", G::NAME);
}

/// The same after each irregularity that can occur now, or after a sample of those that name a card.
pub fn ends_whatever_goes_wrong<G: Game>(table: &G, ended: &mut Ended, dice: &mut Dice) {
    let all = irregularities(table);
    for _ in 0..all.len().min(3) {
        let mut wrong = table.clone();
        wrong.apply(Input::Irregularity(dice.of(&all)), &mut Nobody).expect("listed");
        someone_can_go_on(&wrong);
        ends(&wrong, ended, dice);
    }
}

/// Choices that lead to procedures of their own; each that a game has is tried half of the time.
const TELLING: [&str; 17] = [
    "match-play=true",
    "multiple-action=two-or-three",
    "multiple-action=three",
    "bettors-per-box=3",
    "shared-boxes=7",
    "several-boxes=true",
    "several-areas=true",
    "splits=3",
    "surrender=true",
    "bart-carter=true",
    "second-card=face-down",
    "second-card=face-up",
    "approvals.card-reader=true",
    "card-reader=true",
    "deal=to-players",
    "shuffler=true",
    "vigorish=deferred",
];

/// Options that a licensee might choose: the usual ones with some changes, as far as the gate allows.
fn lawful_options<G: Game>(choices: &mut Choices<'_>) -> G::Options {
    let fields: Vec<&Field> = games::fields::<G>().collect();
    let mut settings = standard::<G>();
    for at in 0..TELLING.len() + choices.below(8) {
        let mut changed = settings.clone();
        match TELLING.get(at) {
            Some(text) if choices.below(2) == 0 => {
                changed = changed.with(Settings::read(text).expect("key=value"));
            }
            Some(_) => continue,
            None => {
                let field = choices.of(&fields);
                changed.set(field.key, value(field, choices));
            }
        }
        if games::options::<G>(&changed.entries(), &mut |_| ()).is_some() {
            settings = changed;
        }
    }
    games::options::<G>(&settings.entries(), &mut |_| ()).expect("lawful")
}

/// Something lawful that this person may do, if there is anything; for any stake that is offered.
fn some_act<G: Game>(game: &G, by: Actor, choices: &mut Choices<'_>) -> Option<InputOf<G>> {
    let menu = menu(game, by);
    // There are many wagers and few deeds, so they alternate; wagers are mostly made where others lie, so that
    // rounds get somewhere.
    let (is_deed, is_near) = (choices.below(5) < 2, choices.below(4) > 0);
    let wanted = |offer: &&rules::Offer<rules::ActOf<G>>| match offer.act {
        Act::Do(_) => is_deed,
        Act::Place { seat, tender, .. } => !is_deed && (!is_near || seat.0 < 2 && tender == Tender::Chips),
        Act::TakeBack { .. } => !is_deed && !is_near,
    };
    let some: Vec<_> = menu.iter().filter(wanted).copied().collect();
    let some = if some.is_empty() { menu } else { some };
    if some.is_empty() {
        return None;
    }
    let offer = choices.of(&some);
    let act = match offer.act {
        Act::Place { seat, wager, stake: least, tender } => {
            let steps = (offer.most - least).as_cents() / offer.step.as_cents();
            let step = [0, 1, steps / 2, steps][choices.below(4)].min(steps);
            Act::Place { seat, wager, stake: least + Money::cents(step * offer.step.as_cents()), tender }
        }
        act => act,
    };
    Some(Input::Act { by, act })
}

/// What happens next at a table where people play: somebody does something, the house continues, or something goes
/// wrong.
fn something<G: Game>(game: &G, choices: &mut Choices<'_>) -> Option<InputOf<G>> {
    let awaited = match game.awaits() {
        Awaits::Decision(who) => Some(who),
        Awaits::Wagers => None,
        Awaits::Equipment if choices.below(8) > 0 => return Some(Input::Chance(choices.of(&outcomes(game)))),
        Awaits::Equipment => None,
    };
    match (choices.below(10), awaited) {
        (0, _) => match irregularities(game).as_slice() {
            [] => None,
            some => Some(Input::Irregularity(choices.of(some))),
        },
        (1..=3, Some(who)) => some_act(game, who, choices),
        (4..=6, Some(_)) | (4, None) => game.usual_step(),
        (7, _) => some_act(game, choices.of(&people()), choices),
        _ => some_act(game, choices.of(&people()[..3]), choices),
    }
}

/// Plays on at random, and checks in every state on the way that the round would end if everyone left.
pub fn left_alone<G: Game>(choices: &[u32]) {
    let mut dice = Dice::new(choices.iter().fold(1, |seed, &choice| hash(&(seed, choice))));
    let mut choices = Choices::new(choices);
    let mut table = G::open(lawful_options::<G>(&mut choices));
    let mut ended = Ended::default();
    // Mostly the shoe is ready, so that rounds are played; sometimes it is prepared on the way.
    if choices.below(4) > 0 {
        prepare(&mut table, &mut dice);
    }
    while !choices.is_empty() {
        let Some(input) = something(&table, &mut choices) else { continue };
        table.apply(input, &mut Nobody).unwrap_or_else(|no| panic!("{}: {input}: {no}", G::NAME));
        someone_can_go_on(&table);
        ends(&table, &mut ended, &mut dice);
        ends_whatever_goes_wrong(&table, &mut ended, &mut dice);
    }
}
