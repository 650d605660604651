//! Calls as they are sent: a name and typed arguments, so that nobody has to read the sentence.
#![cfg(feature = "serde")]

use crate::choices::Choices;
use rounds::Settings;
use rules::{
    Act, Actor, Awaits, Event, EventOf, Game, Input, InputOf, Patron, Violation, big_six::BigSix,
    blackjack::Blackjack, caribbean_stud::CaribbeanStud, chemin_de_fer::CheminDeFer, craps::Craps,
    double_down_stud::DoubleDownStud, games, keno::Keno, kept::Sent, let_it_ride::LetItRide,
    minibaccarat::Minibaccarat, pai_gow::PaiGow, pai_gow_poker::PaiGowPoker, punto_banco::PuntoBanco,
    read_input, red_dog::RedDog, roulette::Roulette, sic_bo::SicBo,
};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// What is called when this happens.
fn called<G: Game<Call: Sent>>(table: &mut G, input: InputOf<G>) -> Vec<Value> {
    let mut calls = Vec::new();
    let hear = &mut |_, event: EventOf<G>| {
        if let Event::Called { call } = event {
            calls.push(serde_json::to_value(call).expect("calls can be sent"));
        }
    };
    table.apply(input, hear).unwrap_or_else(|no| panic!("{input}: {no}"));
    calls
}

/// What is called while these lines are played.
fn calls<G: Game<Call: Sent>>(table: &mut G, lines: &[&str]) -> Vec<Value> {
    let read = |line: &&str| read_input::<G>(line).unwrap_or_else(|_| panic!("{line} is no input"));
    lines.iter().map(read).flat_map(|input| called(table, input)).collect()
}

/// A table prepared by the usual steps, and what is called in them.
fn prepared<G: Game<Call: Sent>>(options: &str) -> (G, Vec<Value>) {
    let settings = Settings::read(options).expect("key=value");
    let told = &mut |v: Violation<'_>| panic!("{}: {}", v.key, v.breach);
    let mut table = G::open(games::options::<G>(&settings.entries(), told).expect("lawful"));
    let mut calls = Vec::new();
    while !table.awaits_wagers() {
        let step = table.usual_step().unwrap_or_else(|| {
            let mut first = None;
            table.outcomes(&mut |chance, _| first = first.or(Some(chance)));
            Input::Chance(first.expect("something can be shown"))
        });
        calls.extend(called(&mut table, step));
    }
    (table, calls)
}

#[test]
fn blackjack() {
    let (mut table, steps) = prepared::<Blackjack>("decks=6");
    assert!(steps.contains(&json!({ "call": "shuffles", "side": null })));
    assert!(steps.contains(&json!({ "call": "loads", "behind": 78 })));
    let dealt =
        ["p1 sits at 1", "p1@1 hand 10 cash", "dealer confirms", "supervisor confirms", "dealer deals"];
    assert_eq!(
        calls(&mut table, &dealt),
        [
            json!({ "call": "seats", "patron": "p1", "seat": 1 }),
            json!({ "call": "hears", "patron": "p1", "seat": 1, "wager": "hand", "stake": 1000, "tender": "cash" }),
            json!({ "call": "confirmed", "by": "dealer", "patron": "p1" }),
            json!({ "call": "deals" }),
        ]
    );
    assert_eq!(
        calls(&mut table, &["8s", "6c", "8d", "p1@1 split 2 10", "Ah"]),
        [
            json!({ "call": "announces-total", "seat": 1, "hand": 1, "total": { "points": 16, "soft": false } }),
            json!({ "call": "splits", "seat": 1, "hand": 1, "new": 2 }),
            json!({ "call": "announces-total", "seat": 1, "hand": 1, "total": { "points": 19, "soft": true } }),
        ]
    );
}

#[test]
fn red_dog() {
    let (mut table, steps) = prepared::<RedDog>("decks=6");
    assert!(steps.contains(&json!({ "call": "prepares", "step": "cuts", "cards": 156 })));
    let dealt = ["p1@3 original 10", "dealer deals", "5h", "9c", "p1 lets it stand"];
    assert_eq!(
        calls(&mut table, &dealt),
        [
            json!({ "call": "seats", "patron": "p1", "seat": 3 }),
            json!({ "call": "deals" }),
            json!({ "call": "counts", "left": 5, "right": 9 }),
            json!({ "call": "announces", "pair": { "spread": 3 } }),
            json!({ "call": "asks-to-raise", "seat": 3 }),
            json!({ "call": "lets-stand", "patron": "p1", "seat": 3 }),
            json!({ "call": "deals-third" }),
        ]
    );
    let pair = calls(&mut table, &["7d", "p1@3 original 10", "dealer deals", "5h", "5c"]);
    assert_eq!(pair[2], json!({ "call": "announces", "pair": "alike" }));

    let (mut table, _) = prepared::<RedDog>("decks=6 irregularities.face-up-card=void");
    let void = ["p1@3 original 10", "dealer deals", "irregularity card face up in the shoe, 5h"];
    let void = calls(&mut table, &void);
    assert_eq!(void.last(), Some(&json!({ "call": "voids-round", "cause": "face-up" })));
}

/// Of minibaccarat, with deferred vigorish: wagers and forms whole, and a result with all that roads and wagers ask of it.
#[test]
fn minibaccarat() {
    let deferred = "disclosed-card=\"2\" vigorish-collection=deferred form-serial=4711";
    let options = format!("shuffle=lace vigorish=5% pay-order=\"1\" deal=face-up {deferred}");
    let (mut table, _) = prepared::<Minibaccarat>(&options);
    let wager = ["p1@1 banker 20 cash", "dealer confirms", "supervisor confirms"];
    assert_eq!(
        calls(&mut table, &wager)[1..],
        [
            json!({ "call": "hears", "patron": "p1", "seat": 1, "wager": "banker", "stake": 2000, "tender": "cash" }),
            json!({ "call": "confirmed", "by": "dealer", "patron": "p1" }),
        ]
    );
    let round = calls(&mut table, &["dealer calls no more bets", "Ks", "9s", "Kh", "Th", "dealer announces"]);
    assert_eq!(round[3], json!({ "call": "rules-on-third", "side": "player", "ruling": "natural" }));
    let score = json!({
        "winner": "banker", "player": 0, "banker": 9, "natural": true, "player_pair": true, "banker_pair": false
    });
    assert_eq!(round[4], json!({ "call": "result", "score": score }));
    let form = json!({
        "call": "issues-form", "serial": 4711, "patron": "p1", "seat": 1, "vigorish": 100, "signature": "absent"
    });
    assert_eq!(calls(&mut table, &["dealer documents 1, patron absent"])[0], form);
}

#[test]
fn punto_banco() {
    let (mut table, _) = prepared::<PuntoBanco>("decks=8 vigorish=5% recut-by=last-cutter pay-order=\"1\"");
    let ready =
        ["p1@1 player 20", "dealer offers the shoe", "p1 accepts the shoe", "dealer calls no more bets"];
    assert_eq!(calls(&mut table, &ready)[2], json!({ "call": "gives-shoe", "patron": "p1", "seat": 1 }));
    // A round that is void has no result.
    assert_eq!(
        calls(&mut table, &["irregularity card drawn in error, 7h", "supervisor voids the round"]),
        [
            json!({ "call": "halts", "irregularity": "drawn-in-error", "card": "7h" }),
            json!({ "call": "follows-ruling", "ruling": "void" }),
        ]
    );
}

#[test]
fn chemin_de_fer() {
    let options = "shuffle=lace recut-by=last-cutter vigorish=5% disclosed-card=\"2\"";
    let (mut table, _) = prepared::<CheminDeFer>(options);
    let banker = ["p1 sits at 2", "p2 sits at 5", "p1@2 bid 100", "dealer closes the bidding"];
    assert_eq!(
        calls(&mut table, &banker)[2..],
        [
            json!({ "call": "hears-bid", "patron": "p1", "amount": 10000 }),
            json!({ "call": "gives-bank", "patron": "p1", "seat": 2 }),
        ]
    );
    let dealt =
        ["p1@2 bank 100", "p2@5 banco 100", "dealer calls no more bets", "dealer calls cards", "p1 deals"];
    assert_eq!(
        calls(&mut table, &dealt).last(),
        Some(&json!({ "call": "deals", "player_cards": 2, "banker_cards": 2 }))
    );
    let round =
        calls(&mut table, &["p2 looks", "Kc", "6d", "p2 calls stay", "p1 turns the cards up", "Kd", "6h"]);
    assert_eq!(round[1], json!({ "call": "repeats", "announcement": "stay" }));
    assert_eq!(round[3], json!({ "call": "rules-on-third", "side": "banker", "draws": false }));
    let score = json!({
        "winner": "tie", "player": 6, "banker": 6, "natural": false, "player_pair": false, "banker_pair": false
    });
    assert_eq!(round[4], json!({ "call": "result", "score": score, "tie_call": "stand-off" }));
}

#[test]
fn craps() {
    let (mut table, _) = prepared::<Craps>("");
    let rail = ["p1 sits at 8", "p1 pass 10", "dealer offers the dice", "p1 accepts the dice"];
    assert_eq!(
        calls(&mut table, &rail),
        [
            json!({ "call": "seats", "patron": "p1", "seat": 8 }),
            json!({ "call": "offers-dice", "dice": 5, "patron": "p1", "seat": 8 }),
            json!({ "call": "has-shooter", "patron": "p1", "returned": 3 }),
        ]
    );
    let declined = ["p2 horn-high 12 5 cash", "dealer declines", "dealer sends the dice out", "p1 throws"];
    assert_eq!(
        calls(&mut table, &declined),
        [
            json!({ "call": "hears", "patron": "p2", "seat": 0, "wager": "horn-high 12", "stake": 500, "tender": "cash" }),
            json!({ "call": "declines-cash", "patron": "p2", "amount": 500 }),
            json!({ "call": "sends-dice" }),
            json!({ "call": "sees-throw" }),
        ]
    );
    // No chance is shown for a cocked die: the call says what counts.
    assert_eq!(
        calls(&mut table, &["irregularity cocked die, leaning on 2, other 3"]),
        [
            json!({ "call": "counts-cocked", "face": 5 }),
            json!({ "call": "calls-total", "total": 8, "dice": [3, 5] }),
            json!({ "call": "puck-on", "number": 8 }),
        ]
    );
}

#[test]
fn roulette_tells_a_number_from_no_spin() {
    let (mut table, _) = prepared::<Roulette>("wheel=double-zero zero=all");
    let spun = ["p1 asks for tan", "p1 red 5", "dealer spins", "dealer calls no more bets", "ball 00"];
    assert_eq!(
        calls(&mut table, &spun),
        [
            json!({ "call": "issues", "patron": "p1", "color": "tan" }),
            json!({ "call": "spins" }),
            json!({ "call": "no-more-bets" }),
            json!({ "call": "announces", "number": "00" }),
            json!({ "call": "puts-dolly", "number": "00" }),
            json!({ "call": "collects" }),
            json!({ "call": "pays" }),
        ]
    );
    assert_eq!(
        calls(&mut table, &["dealer spins", "irregularity foreign object"])[1..],
        [json!({ "call": "no-spin" }), json!({ "call": "removes-ball" })]
    );
}

#[test]
fn big_six_tells_a_number_from_a_void_spin() {
    let lines =
        ["p1 $1 5", "dealer calls no more bets", "dealer spins", "irregularity clapper between, past $20"];
    let [passed, respin] = ["passed", "respin"].map(|clapper| {
        let (mut table, _) = prepared::<BigSix>(&format!("clapper={clapper}"));
        calls(&mut table, &lines).swap_remove(2)
    });
    assert_eq!(passed, json!({ "call": "declares-passed", "symbol": "$20" }));
    assert_eq!(respin, json!({ "call": "voids-spin" }));
}

#[test]
fn caribbean_stud() {
    let (mut table, steps) = prepared::<CaribbeanStud>("shuffle=manual deal=shoe");
    assert!(steps.contains(&json!({ "call": "cuts", "cards": 26 })));
    let dealt = ["p1@7 ante 10", "dealer calls no more bets", "dealer deals", "9d", "dealer counts the stub"];
    assert_eq!(
        calls(&mut table, &dealt)[9..],
        [
            json!({ "call": "counts-stub", "cards": 42, "whole": true }),
            json!({ "call": "racks-stub" }),
            json!({ "call": "asks", "seat": 7 }),
        ]
    );
    let looked = ["p1 looks", "As", "2s", "3h", "4d", "5c", "p1@7 bet 20"];
    assert_eq!(calls(&mut table, &looked), [json!({ "call": "lets-look", "patron": "p1", "seat": 7 })]);
    assert_eq!(
        calls(&mut table, &["dealer turns the hole cards", "9h", "Qd", "4c", "2d"]),
        [
            json!({ "call": "turns-hole-cards" }),
            json!({ "call": "ranks", "at": { "spot": "dealer" }, "rank": "one-pair", "ace_low": false }),
            json!({ "call": "dealer-qualifies", "qualifies": true }),
            json!({ "call": "ranks", "at": { "spot": "hand", "seat": 7, "hand": 1 }, "rank": "straight", "ace_low": true }),
            json!({ "call": "compares", "seat": 7, "result": "higher" }),
            json!({ "call": "picks-up" }),
        ]
    );
}

/// Something that may happen now: mostly the next step of the procedure, often an act of somebody's, sometimes a mishap.
fn lawful<G: Game>(table: &G, choices: &mut Choices<'_>) -> Option<InputOf<G>> {
    let mut all = Vec::new();
    match choices.below(12) {
        0 => table.irregularities(&mut |what| all.push(Input::Irregularity(what))),
        1..=7 if table.awaits() == Awaits::Equipment => {
            table.outcomes(&mut |chance, weight| all.extend((weight > 0).then_some(Input::Chance(chance))));
        }
        1..=4 => all.extend(table.usual_step()),
        // Wagers are many and deeds few: they take turns.
        turn => {
            let patrons = [1, 2, 3].map(|n| Actor::Patron(Patron(n)));
            let by = choices.of(&[&patrons[..], &Actor::STAFF].concat());
            table.decisions(by, &mut |offer| {
                if matches!(offer.act, Act::Do(_)) == (turn % 2 == 0) {
                    all.push(Input::Act { by, act: offer.act });
                }
            });
        }
    }
    (!all.is_empty()).then(|| choices.of(&all))
}

/// Whoever has the JSON of a call can say its sentence, and print the paper that goes with it: no two of them have the
/// same JSON. Every state on the way is read back as it was. Tells how many kinds of calls were met.
fn says_all<G: Game<Call: Sent>>(options: &str) -> usize {
    let numbers: Vec<u32> = (0..8000_u32)
        .map(|n| n.wrapping_mul(2_654_435_761).rotate_left(15).wrapping_mul(2_246_822_519))
        .collect();
    let (mut choices, (mut table, _)) = (Choices::new(&numbers), prepared::<G>(options));
    let (mut said, mut kinds) = (BTreeMap::new(), BTreeSet::new());
    let mut hear = |_, event: EventOf<G>| {
        let Event::Called { call } = event else { return };
        let sent = serde_json::to_value(call).expect("calls can be sent");
        let says = format!("{call}\n{call:#}");
        assert_eq!(*said.entry(sent.to_string()).or_insert_with(|| says.clone()), says, "{sent}");
        kinds.insert(sent["call"].as_str().expect("a name").to_owned());
    };
    while !choices.is_empty() {
        let Some(input) = lawful(&table, &mut choices) else { continue };
        table.apply(input, &mut hear).unwrap_or_else(|no| panic!("{input}: {no}"));
        let kept = serde_json::to_value(&table).expect("states can be kept");
        let read: G = serde_json::from_value(kept).expect("states can be read back");
        assert_eq!(read.under(table.options()), table, "{input}");
    }
    kinds.len()
}

#[test]
fn calls_and_states_as_json_say_all_there_is_to_say() {
    let met = [
        says_all::<BigSix>("clapper=passed"),
        says_all::<Roulette>("wheel=double-zero zero=all"),
        says_all::<Craps>("layout.horn-high=true"),
        says_all::<CaribbeanStud>("shuffle=manual deal=shoe"),
        says_all::<DoubleDownStud>("shuffle=manual"),
        says_all::<LetItRide>("shuffle=manual"),
        says_all::<PaiGowPoker>("shuffle=manual player-bank=true co-banking=true"),
        says_all::<PaiGow>("player-bank=true co-banking=true"),
        says_all::<SicBo>("paytable=australia"),
        says_all::<Keno>("aggregate-limit=100.00 large-prize=2.00"),
        says_all::<RedDog>("decks=6"),
        says_all::<Blackjack>("decks=6"),
        says_all::<Minibaccarat>(
            "shuffle=lace deal=to-players vigorish=5% pay-order=1 disclosed-card=3 vigorish-collection=deferred form-serial=1",
        ),
        says_all::<PuntoBanco>("decks=8 deal=to-players vigorish=5% recut-by=last-cutter pay-order=1"),
        says_all::<CheminDeFer>("decks=8 shuffle=lace recut-by=last-cutter vigorish=5% disclosed-card=2"),
    ];
    // The walks go deep enough to mean something.
    let least = [6, 12, 20, 30, 25, 25, 25, 20, 9, 10, 15, 30, 20, 20, 20];
    assert!(met.iter().zip(least).all(|(met, least)| *met >= least), "{met:?} kinds of calls");
}
