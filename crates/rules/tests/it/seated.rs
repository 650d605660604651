//! Caribbean stud and red dog beyond the battery: walks that begin with people at a prepared table, so that rounds are
//! finished and irregularities occur in the middle of them.

use crate::choices::Choices;
use proptest::{prelude::*, test_runner::FileFailurePersistence};
use rounds::Settings;
use rules::{
    Act, ActOf, Actor, Awaits, Citation, Event, EventOf, Game, Input, InputOf, Money, Nobody, Offer, Patron,
    Vocabulary, caribbean_stud::CaribbeanStud, games, read_input, red_dog::RedDog,
};
use std::collections::BTreeSet;

fn menu<G: Game>(table: &G, by: Actor) -> Vec<Offer<ActOf<G>>> {
    let mut menu = Vec::new();
    table.decisions(by, &mut |offer| menu.push(offer));
    menu
}

fn outcomes<G: Game>(table: &G) -> Vec<G::Chance> {
    let mut all = Vec::new();
    table.outcomes(&mut |chance, _| all.push(chance));
    all
}

fn irregularities<G: Game>(table: &G) -> Vec<G::Irregularity> {
    let mut all = Vec::new();
    table.irregularities(&mut |what| all.push(what));
    all
}

fn people() -> Vec<Actor> {
    (1..=3).map(|n| Actor::Patron(Patron(n))).chain(Actor::STAFF).collect()
}

/// Opens, prepares and seats three people with a wager each.
fn open<G: Game>(options: &str, wager: &str) -> G {
    let settings = Settings::read(options).expect("key=value");
    let mut table = G::open(
        games::options::<G>(&settings.entries(), &mut |v| panic!("{}: {}", v.key, v.breach)).expect("lawful"),
    );
    while table.awaits() != Awaits::Wagers {
        let input = match table.awaits() {
            Awaits::Decision(by) => Input::Act { by, act: menu(&table, by)[0].act },
            _ => Input::Chance(outcomes(&table)[0]),
        };
        table.apply(input, &mut Nobody).expect("listed");
    }
    wagers(&mut table, wager);
    table
}

/// Everyone who can makes the first wager.
fn wagers<G: Game>(table: &mut G, wager: &str) {
    for (patron, seat) in [(1, 5), (2, 3), (3, 1)] {
        let input = read_input::<G>(&format!("p{patron}@{seat} {wager} 10")).expect("readable");
        let _ = table.apply(input, &mut Nobody);
    }
}

/// Mostly what the table waits for; otherwise anything on anybody's menu, any irregularity, or any deed at all.
fn next_input<G: Game>(table: &G, choices: &mut Choices<'_>) -> InputOf<G> {
    let by = match (table.awaits(), choices.below(10)) {
        (Awaits::Equipment, 0..=7) => return Input::Chance(choices.of(&outcomes(table))),
        (_, 8) => match irregularities(table).as_slice() {
            [] => Actor::Dealer,
            // All irregularities without a card, and one of those that name cards.
            all => {
                let few: Vec<_> = all.iter().copied().take(4).chain([choices.of(all)]).collect();
                return Input::Irregularity(choices.of(&few));
            }
        },
        (_, 9) => choices.of(&people()),
        (Awaits::Decision(who), _) => who,
        _ => Actor::Dealer,
    };
    let menu = menu(table, by);
    if menu.is_empty() || choices.below(12) == 0 {
        let mut deeds = Vec::new();
        G::Deed::each(&mut |deed| deeds.push(deed));
        return Input::Act { by, act: Act::Do(choices.of(&deeds)) };
    }
    // The first few are the usual deeds.
    let at = choices.below(menu.len().min(6));
    Input::Act { by, act: menu[at].act }
}

/// Walks, and reports how many rounds were settled and which irregularities occurred.
fn walk<G: Game>(options: &str, wager: &str, choices: &[u32]) -> (usize, BTreeSet<String>) {
    let mut choices = Choices::new(choices);
    let mut table = open::<G>(options, wager);
    let (mut rounds, mut wrong) = (0, BTreeSet::new());
    while !choices.is_empty() {
        let input = next_input(&table, &mut choices);
        let listed = match input {
            Input::Act { by, act } => menu(&table, by).iter().any(|offer| offer.covers(act)),
            Input::Chance(chance) => outcomes(&table).contains(&chance),
            Input::Irregularity(what) => irregularities(&table).contains(&what),
        };
        let before = table.clone();
        let mut events: Vec<(Citation, EventOf<G>)> = Vec::new();
        let result = table.apply(input, &mut |cite, event| events.push((cite, event)));
        assert_eq!(result.is_ok(), listed, "{input}: {result:?}");
        if result.is_err() {
            assert_eq!(table, before, "{input}: a refusal changes nothing");
            continue;
        }
        let lies = |table: &G| -> Money { table.bets().iter().map(|bet| bet.stake).sum() };
        let moved = events.iter().fold(lies(&before), |lies, (_, event)| match event {
            Event::Placed { bet } => lies + bet.stake,
            Event::Returned { bet } | Event::Settled { bet, .. } => lies - bet.stake,
            _ => lies,
        });
        assert_eq!(moved, lies(&table), "{input}: chips are conserved");
        if let Input::Irregularity(what) = input {
            wrong.insert(what.to_string().split([',', ' ']).take(2).collect::<Vec<_>>().join(" "));
        }
        let settled = events.iter().any(|(_, event)| matches!(event, Event::Settled { .. }));
        if settled && table.bets().is_empty() {
            rounds += 1;
        }
        if table.bets().is_empty() && table.awaits() == Awaits::Wagers {
            wagers(&mut table, wager);
        }
    }
    (rounds, wrong)
}

const STUD: [&str; 3] = [
    "shuffle=device deal=shoe",
    "shuffle=manual deal=automated-shoe irregularities.hole-card-shown=play-on match-play=true",
    "shuffle=device deal=hand second-deck=true irregularities.hole-card-shown=play-on",
];
const RED_DOG: [&str; 3] = [
    "decks=1 cut-card-depth=26",
    "decks=2 several-areas=true raise=equal irregularities.face-up-card=void",
    "decks=1 continuous-device=true approvals.continuous-device=true",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))), ..ProptestConfig::default() })]
    #[test]
    fn seated_tables_pass_the_battery(choices in prop::collection::vec(any::<u32>(), 300..900), how in 0_usize..3) {
        walk::<CaribbeanStud>(STUD[how], "ante", &choices);
        walk::<RedDog>(RED_DOG[how], "original", &choices);
    }
}

/// The walks above go deep enough to be meaningful.
#[test]
fn walks_finish_rounds_and_meet_every_irregularity() {
    let numbers = |seed: u32| -> Vec<u32> {
        (0..4000_u32)
            .map(|n| (n ^ seed).wrapping_mul(2_654_435_761).rotate_left(15).wrapping_mul(2_246_822_519))
            .collect()
    };
    let (mut rounds, mut wrong) = ([0, 0], BTreeSet::new());
    for (seed, at) in (0..6_u32).zip((0..3).cycle()) {
        let stud = walk::<CaribbeanStud>(STUD[at], "ante", &numbers(seed));
        let dog = walk::<RedDog>(RED_DOG[at], "original", &numbers(seed));
        rounds = [rounds[0] + stud.0, rounds[1] + dog.0];
        wrong.extend(stud.1.into_iter().chain(dog.1));
    }
    assert!(rounds[0] > 100 && rounds[1] > 200, "{rounds:?}");
    for what in ["stub of", "card face", "card drawn", "hand without", "hole card", "jam", "third card"] {
        assert!(wrong.iter().any(|seen| seen.starts_with(what)), "{what} of {wrong:?}");
    }
}
