//! Chemin de fer beyond the battery: walks that begin at a prepared table with people seated, what others may learn of
//! hidden cards, and money between participants.

use crate::choices::Choices;
use proptest::{prelude::*, test_runner::FileFailurePersistence};
use rounds::{Value, standard};
use rules::{
    Act, ActOf, Actor, Awaits, Citation, Event, EventOf, Eyes, Game, Input, InputOf, Money, Nobody, Offer,
    Patron, Refusal, Seat, Tender, Vocabulary,
    chemin_de_fer::{Announcement, Call, CheminDeFer, Deed, Irregularity, Wager},
    cite, games,
    kit::cards::Card,
    read_input,
    table::call::TableCall,
};
use std::mem::discriminant;

type Table = CheminDeFer;

fn menu(game: &Table, by: Actor) -> Vec<Offer<ActOf<Table>>> {
    let mut menu = Vec::new();
    game.decisions(by, &mut |offer| menu.push(offer));
    menu
}

fn outcomes(game: &Table) -> Vec<Card> {
    let mut all = Vec::new();
    game.outcomes(&mut |card, weight| all.extend((weight > 0).then_some(card)));
    all
}

fn irregularities(game: &Table) -> Vec<Irregularity> {
    let mut all = Vec::new();
    game.irregularities(&mut |what| all.push(what));
    all
}

fn people() -> Vec<Actor> {
    let patrons = (1..=4).map(|n| Actor::Patron(Patron(n)));
    patrons.chain(Actor::STAFF).collect()
}

fn open(settings: &[(&str, Value)]) -> Table {
    let mut all = standard::<Table>();
    for (key, value) in settings {
        all.set(*key, value.clone());
    }
    Table::open(games::options::<Table>(&all.entries(), &mut |v| panic!("{v:?}")).expect("lawful"))
}

/// Everyone takes the usual steps until wagers are awaited; the equipment shows the first possible card.
fn prepare(table: &mut Table, load: Option<u16>) {
    while table.awaits() != Awaits::Wagers {
        let input = match table.awaits() {
            Awaits::Equipment => Input::Chance(outcomes(table)[0]),
            Awaits::Decision(by) => {
                let act = menu(table, by)[0].act;
                let act = match (act, load) {
                    (Act::Do(Deed::Prepare(rules::table::shoe::Step::Load(_))), Some(behind)) => {
                        Act::Do(Deed::Prepare(rules::table::shoe::Step::Load(behind)))
                    }
                    _ => act,
                };
                Input::Act { by, act }
            }
            Awaits::Wagers => unreachable!(),
        };
        table.apply(input, &mut Nobody).unwrap();
    }
}

fn say(table: &mut Table, text: &str) -> Vec<(Citation, EventOf<Table>)> {
    let mut events = Vec::new();
    let input = read_input::<Table>(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    table
        .apply(input, &mut |cite, event| events.push((cite, event)))
        .unwrap_or_else(|e| panic!("{text}: {e}"));
    events
}

/// A table with four people whose Banker is p1 at seat 2, p2 at seat 5 covering all.
fn dealt(settings: &[(&str, Value)]) -> Table {
    let mut table = open(settings);
    prepare(&mut table, None);
    for text in [
        "p1 sits at 2",
        "p2 sits at 5",
        "p3 sits at 7",
        "p4 sits at 9",
        "p1@2 bid 100",
        "dealer closes the bidding",
        "p1@2 bank 100",
        "p2@5 banco 100",
        "dealer calls no more bets",
        "dealer calls cards",
        "p1 deals",
    ] {
        say(&mut table, text);
    }
    table
}

/// Half of the time what the table waits for; otherwise anything that anybody could try.
fn next_input(game: &Table, choices: &mut Choices<'_>) -> InputOf<Table> {
    let people = people();
    let anybody = choices.of(&people);
    let awaited = match game.awaits() {
        Awaits::Decision(who) => who,
        Awaits::Wagers if choices.below(5) == 0 => Actor::Dealer,
        Awaits::Wagers | Awaits::Equipment => anybody,
    };
    match choices.below(16) {
        0..=8 => match outcomes(game).as_slice() {
            [] => {
                let menu = menu(game, awaited);
                let odd = |act| {
                    matches!(
                        act,
                        Act::Do(Deed::Leave | Deed::SitAt(_) | Deed::OrderPass) | Act::TakeBack { .. }
                    )
                };
                let few: Vec<_> = menu.iter().filter(|offer| !odd(offer.act)).take(12).copied().collect();
                if few.is_empty() {
                    return Input::Act { by: awaited, act: Act::Do(Deed::NoMoreBets) };
                }
                let offer = choices.of(&few);
                let act = match offer.act {
                    Act::Place { seat, wager, stake: least, tender } => {
                        let steps = (offer.most - least).as_cents() / offer.step.as_cents();
                        let step = [0, 1, steps / 2, steps][choices.below(4)].min(steps);
                        Act::Place {
                            seat,
                            wager,
                            stake: least + Money::cents(step * offer.step.as_cents()),
                            tender,
                        }
                    }
                    act => act,
                };
                Input::Act { by: awaited, act }
            }
            some => Input::Chance(choices.of(some)),
        },
        9 | 10 => {
            let stake = Money::cents(choices.of(&[0, -1, 100, 200, 10_000, 1_000_001, i64::MAX, i64::MIN]));
            let mut wagers = Vec::new();
            Wager::each(&mut |wager| wagers.push(wager));
            let seat = Seat(choices.of(&[0, 1, 2, 3, 5, 7, 9]));
            let act =
                Act::Place { seat, wager: choices.of(&wagers), stake, tender: choices.of(&Tender::ALL) };
            Input::Act { by: anybody, act }
        }
        11 => {
            let mut wagers = Vec::new();
            Wager::each(&mut |wager| wagers.push(wager));
            let seat = Seat(choices.of(&[0, 2, 5, 7, 9]));
            Input::Act { by: anybody, act: Act::TakeBack { seat, wager: choices.of(&wagers) } }
        }
        12 | 13 => {
            let mut deeds = Vec::new();
            Deed::each(&mut |deed| deeds.push(deed));
            deeds.truncate(40);
            Input::Act { by: anybody, act: Act::Do(choices.of(&deeds)) }
        }
        14 => match irregularities(game).as_slice() {
            [] => Input::Irregularity(Irregularity::DrawnUnseen),
            some => Input::Irregularity(any_kind(some, choices)),
        },
        _ => {
            let mut all = Vec::new();
            Irregularity::each(&mut |what| all.push(what));
            Input::Irregularity(any_kind(&all, choices))
        }
    }
}

/// One of these, each kind equally likely, however many cards it may name.
fn any_kind(all: &[Irregularity], choices: &mut Choices) -> Irregularity {
    let mut kinds: Vec<_> = all.iter().map(discriminant).collect();
    kinds.dedup();
    let kind = choices.of(&kinds);
    let alike: Vec<_> = all.iter().copied().filter(|what| discriminant(what) == kind).collect();
    choices.of(&alike)
}

fn is_listed(game: &Table, input: InputOf<Table>) -> bool {
    match input {
        Input::Act { by, act } => menu(game, by).iter().any(|offer| offer.covers(act)),
        Input::Chance(card) => outcomes(game).contains(&card),
        Input::Irregularity(what) => irregularities(game).contains(&what),
    }
}

fn lies(game: &Table) -> Money {
    game.bets().iter().map(|bet| bet.stake).sum()
}

/// Walks, and reports what was reached: how many rounds were settled and simulated, how many shoes ended.
fn walk(choices: &[u32], settings: &[(&str, Value)], load: Option<u16>) -> ([usize; 3], Vec<Irregularity>) {
    let mut choices = Choices::new(choices);
    let mut table = open(settings);
    prepare(&mut table, load);
    for text in ["p1 sits at 2", "p2 sits at 5", "p3 sits at 7"] {
        say(&mut table, text);
    }
    let (mut reached, mut wrong) = ([0; 3], Vec::new());
    while !choices.is_empty() {
        let input = next_input(&table, &mut choices);
        assert_eq!(read_input::<Table>(&input.to_string()), Ok(input));
        let (before, listed) = (table.clone(), is_listed(&table, input));
        let mut events = Vec::new();
        let result = table.apply(input, &mut |cite, event| events.push((cite, event)));
        assert_eq!(result.is_ok(), listed, "{input}: {result:?}, and the menu says {listed}; {before:?}");
        if result.is_err() {
            assert_eq!((&table, events.len()), (&before, 0), "{input}");
            continue;
        }
        if let Input::Irregularity(what) = input {
            wrong.push(what);
        }
        let mut now = lies(&before);
        let (mut taken_in_all, mut paid_in_all) = (Money::ZERO, Money::ZERO);
        for (_, event) in &events {
            match *event {
                Event::Placed { bet } => now += bet.stake,
                Event::Returned { bet } => now -= bet.stake,
                Event::Settled { bet, taken, paid, .. } => {
                    now -= bet.stake;
                    taken_in_all += taken;
                    paid_in_all += paid;
                }
                Event::Called { call: Call::Result { .. } } => reached[0] += 1,
                Event::Called { call: Call::EndsSimulation } => reached[1] += 1,
                Event::Called { call: Call::Table(TableCall::EndsShoe) } => reached[2] += 1,
                _ => {}
            }
        }
        assert_eq!(now, lies(&table), "{input}: chips are conserved");
        assert_eq!(taken_in_all, paid_in_all, "{input}: what some win others lose");
        match table.awaits() {
            Awaits::Equipment => assert!(!outcomes(&table).is_empty(), "stuck: {table:?}"),
            Awaits::Decision(who) => assert!(!menu(&table, who).is_empty(), "stuck: {table:?}"),
            Awaits::Wagers => {}
        }
    }
    (reached, wrong)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))), ..ProptestConfig::default() })]
    #[test]
    fn a_seated_table_passes_the_battery(choices in prop::collection::vec(any::<u32>(), 200..900), how in 0..4) {
        let text = |text: &str| Value::Text(text.to_owned());
        let settings = match how {
            0 => vec![],
            1 => vec![("disclosed-card", text("1")), ("disclosed-ten", text("ten")), ("decks", Value::Number(6))],
            2 => vec![("disclosed-card", text("3")), ("seats", Value::Number(9))],
            _ => vec![("limits.wagers", Value::Number(2)), ("vigorish-rounding", Value::Switch(true))],
        };
        let load = [None, Some(300), None, Some(250)][usize::try_from(how).unwrap()];
        walk(&choices, &settings, load);
    }
}

/// The walks above go deep enough to be meaningful.
#[test]
fn walks_reach_results_simulated_rounds_and_ends_of_shoes() {
    let mut state = 47u32;
    let mut choices = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 8
    };
    let (mut reached, mut wrong) = ([0; 3], Vec::new());
    for _ in 0..12 {
        let choices: Vec<u32> = (0..12_000).map(|_| choices()).collect();
        let three = [("disclosed-card", Value::Text("3".to_owned())), ("decks", Value::Number(6))];
        let (found, went_wrong) = walk(&choices, &three, Some(290));
        wrong.extend(went_wrong);
        (0..3).for_each(|i| reached[i] += found[i]);
    }
    assert!(reached.iter().all(|&n| n > 3), "{reached:?}");
    let is_reached = |what| wrong.iter().any(|one| discriminant(one) == discriminant(&what));
    Irregularity::each(&mut |what| assert!(is_reached(what), "{what}"));
}

/// What one person learns from an input: its events, except what was shown to somebody else alone.
fn heard(by: Actor, events: &[(Citation, EventOf<Table>)]) -> Vec<(Citation, EventOf<Table>)> {
    let hidden =
        |event: &EventOf<Table>| matches!(event, Event::Shown { to: Eyes::Only(who), .. } if *who != by);
    events.iter().filter(|(_, event)| !hidden(event)).copied().collect()
}

/// Everything that someone could try, and what would follow.
fn answers(table: &Table, by: Actor) -> Vec<Result<(), Refusal>> {
    let mut deeds = Vec::new();
    Deed::each(&mut |deed| deeds.push(deed));
    deeds.truncate(40);
    let acts =
        deeds.into_iter().map(|deed| table.clone().apply(Input::Act { by, act: Act::Do(deed) }, &mut Nobody));
    acts.collect()
}

/// Two tables that differ only in hidden cards look the same to everybody who does not see them.
fn assert_alike(one: &Table, other: &Table, sees: Actor) {
    assert_eq!(one.awaits(), other.awaits());
    assert_eq!(irregularities(one), irregularities(other));
    for by in people().into_iter().filter(|&by| by != sees) {
        assert_eq!(menu(one, by), menu(other, by), "{by}");
        assert_eq!(answers(one, by), answers(other, by), "{by}");
    }
}

fn card(text: &str) -> Card {
    Card::read(text).expect("a card")
}

fn both(tables: &mut [Table; 2], inputs: [InputOf<Table>; 2], sees: Actor) {
    let mut told: [Vec<_>; 2] = [Vec::new(), Vec::new()];
    for i in 0..2 {
        tables[i].apply(inputs[i], &mut |cite, event| told[i].push((cite, event))).expect("lawful");
    }
    for by in people().into_iter().filter(|&by| by != sees) {
        assert_eq!(heard(by, &told[0]), heard(by, &told[1]), "{by} after {}", inputs[0]);
    }
    let [one, other] = &*tables;
    assert_alike(one, other, sees);
}

/// All two-card hands of clubs and spades that call this, with the Banker's third-card business behind each.
fn hands(says: Announcement) -> Vec<[Card; 2]> {
    let of = |suit| Card::all().filter(move |card| card.suit() == suit);
    let all = of(0).flat_map(|one| of(3).map(move |other| [one, other]));
    let count = |hand: &[Card; 2]| rules::hands::baccarat::point_count(hand);
    all.filter(|hand| rules::chemin_de_fer::drawing::player_may(count(hand), says).is_ok()).collect()
}

#[test]
fn nobody_learns_the_dominant_players_cards() {
    let (dominant, banker) = (Actor::Patron(Patron(2)), Actor::Patron(Patron(1)));
    let act = |by, deed| [Input::Act { by, act: Act::Do(deed) }; 2];
    let say = |by, says| act(by, Deed::Say(says));
    let same = |text| [Input::Chance(card(text)); 2];
    for says in [Announcement::Card, Announcement::Stay, Announcement::Natural] {
        let [first, others @ ..] = &hands(says)[..] else { unreachable!() };
        for other in others.iter().step_by(3) {
            let mut tables = [dealt(&[]), dealt(&[])];
            both(&mut tables, act(dominant, Deed::Look), dominant);
            for (a, b) in first.iter().zip(other) {
                both(&mut tables, [*a, *b].map(Input::Chance), dominant);
            }
            let rest: Vec<[InputOf<Table>; 2]> = match says {
                Announcement::Card => vec![
                    say(dominant, says),
                    act(banker, Deed::Look),
                    same("3d"),
                    same("Kd"),
                    say(banker, Announcement::UnderEight),
                    same("9h"),
                    act(banker, Deed::TurnUp),
                ],
                Announcement::Stay => {
                    vec![say(dominant, says), act(banker, Deed::TurnUp), same("3d"), same("Kd")]
                }
                // The next announcement turns the cards up.
                _ => vec![],
            };
            rest.into_iter().for_each(|inputs| both(&mut tables, inputs, dominant));
        }
    }
}

/// Before an announcement, nobody else can tell a natural from any other hand: not by what they hear, what the table
/// waits for, what they may do or what can go wrong.
#[test]
fn before_a_word_is_said_every_hand_looks_alike() {
    let (dominant, banker) = (Actor::Patron(Patron(2)), Actor::Patron(Patron(1)));
    let act = |by, deed| [Input::Act { by, act: Act::Do(deed) }; 2];
    let all = [Announcement::Card, Announcement::Stay, Announcement::Natural].map(hands).concat();
    for other in all.iter().step_by(2) {
        let mut tables = [dealt(&[]), dealt(&[])];
        both(&mut tables, act(dominant, Deed::Look), dominant);
        for (a, b) in all[0].iter().zip(other) {
            both(&mut tables, [*a, *b].map(Input::Chance), dominant);
        }
        let mut tables = [dealt(&[]), dealt(&[])];
        both(&mut tables, act(dominant, Deed::Look), dominant);
        for text in ["Ad", "2d"] {
            both(&mut tables, [Input::Chance(card(text)); 2], dominant);
        }
        both(&mut tables, act(dominant, Deed::Say(Announcement::Card)), dominant);
        both(&mut tables, act(banker, Deed::Look), banker);
        for (a, b) in all[0].iter().zip(other) {
            both(&mut tables, [*a, *b].map(Input::Chance), banker);
        }
    }
}

#[test]
fn nobody_learns_the_bankers_cards_before_they_are_turned_up() {
    let (dominant, banker) = (Actor::Patron(Patron(2)), Actor::Patron(Patron(1)));
    let act = |by, deed| [Input::Act { by, act: Act::Do(deed) }; 2];
    for (one, other) in [("Kc 2d", "7s Kh"), ("3c Kd", "5s Kh"), ("8c Kd", "4s 5h")] {
        let mut tables = [dealt(&[]), dealt(&[])];
        both(&mut tables, act(dominant, Deed::Look), dominant);
        both(&mut tables, [card("Ac"), card("Ac")].map(Input::Chance), dominant);
        both(&mut tables, [card("2c"), card("2c")].map(Input::Chance), dominant);
        both(&mut tables, act(dominant, Deed::Say(Announcement::Card)), dominant);
        both(&mut tables, act(banker, Deed::Look), banker);
        for (a, b) in one.split(' ').zip(other.split(' ')) {
            both(&mut tables, [card(a), card(b)].map(Input::Chance), banker);
        }
        if one != "8c Kd" {
            both(&mut tables, act(banker, Deed::Say(Announcement::UnderEight)), banker);
            both(&mut tables, [card("9s"), card("9s")].map(Input::Chance), banker);
        }
    }
}

/// 4.12(k) when it is the Banker's third card that the shoe lacks; the golden round has the Player's.
#[test]
fn a_banker_who_must_draw_from_an_empty_shoe_voids_the_hand() {
    let mut table = dealt(&[]);
    let is_disclosed = |what: &Irregularity| matches!(what, Irregularity::DrawnDisclosed(_));
    while let Some(what) = irregularities(&table).into_iter().rfind(is_disclosed) {
        say(&mut table, &format!("irregularity {what}"));
    }
    for text in ["p2 looks", "Kc", "6d", "p2 calls stay", "p1 turns the cards up", "Kd"] {
        say(&mut table, text);
    }
    let events = say(&mut table, "5d");
    assert!(events.contains(&(cite!("4.12(k)"), Event::Called { call: Call::VoidsRound })), "{events:?}");
    assert!(!events.iter().any(|(_, event)| matches!(event, Event::Called { call: Call::Result { .. } })));
    assert_eq!(lies(&table), Money::ZERO);
}
