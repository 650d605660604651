//! One battery of properties for every game. A new game is added with one line at the end.

mod liveness;

use crate::choices::Choices;
use liveness::{Dice, Ended};
use proptest::{prelude::*, test_runner::FileFailurePersistence};
use rounds::{Settings, Value, standard};
use rules::{
    Act, ActOf, Actor, Awaits, Citation, Event, EventOf, Fate, Field, Game, GameId, Input, InputOf, Item,
    Money, Nobody, Offer, Patron, Seat, Table, TableEvent, Takes, Tender, Visitor, Vocabulary, games,
    read_input,
};
use std::{
    collections::hash_map::DefaultHasher,
    hash::{Hash, Hasher},
};

fn all<V: Vocabulary>() -> Vec<V> {
    let mut words = Vec::new();
    V::each(&mut |word| words.push(word));
    words
}

fn people() -> [Actor; 6] {
    let patron = |n| Actor::Patron(Patron(n));
    [patron(1), patron(2), patron(3), Actor::Dealer, Actor::Supervisor, Actor::Floorperson]
}

fn menu<G: Game>(game: &G, by: Actor) -> Vec<Offer<ActOf<G>>> {
    let mut menu = Vec::new();
    game.decisions(by, &mut |offer| menu.push(offer));
    menu
}

fn outcomes<G: Game>(game: &G) -> Vec<G::Chance> {
    let mut all = Vec::new();
    game.outcomes(&mut |chance, weight| all.extend((weight > 0).then_some(chance)));
    all
}

fn irregularities<G: Game>(game: &G) -> Vec<G::Irregularity> {
    let mut all = Vec::new();
    game.irregularities(&mut |what| all.push(what));
    all
}

/// Something a licensee might write for a field, lawful or not.
fn value(field: &Field, choices: &mut Choices<'_>) -> Value {
    let word = |text: &str| Value::Text(text.to_owned());
    match (field.takes, choices.below(8)) {
        (_, 0) => Value::Number(-1),
        (_, 1) => word("?"),
        (Takes::Switch, n) => Value::Switch(n % 2 == 0),
        (Takes::OneOf(words) | Takes::SomeOf { words, .. }, n) => word(words[n % words.len()]),
        (Takes::Odds { than, .. }, n) => {
            word(["0 to 1", "99 for 1", "100 to 1", "7 to 2", &than.to_string()][n % 5])
        }
        (Takes::Rates { spots }, n) => word(["", "1=2", &format!("{spots}=9"), "0=1", "16=1"][n % 5]),
        (Takes::Money { .. }, n) => word(["0.01", "0.05", "1", "5.00", "2.505", "100.00"][n % 6]),
        (Takes::Count { least, most }, n) => Value::Number([least, most, most + 1, 0][n % 4]),
        (Takes::Way(sort), n) => word(if n % 2 == 0 { sort.usual() } else { "pair -> low any any" }),
    }
}

/// Random options: the usual ones with some fields overwritten. If the gate refuses them, the usual options
/// are used.
fn options<G: Game>(choices: &mut Choices<'_>) -> G::Options {
    let fields: Vec<&Field> = games::fields::<G>().collect();
    let mut settings = standard::<G>();
    for _ in 0..choices.below(6) {
        let field = choices.of(&fields);
        settings.set(field.key, value(field, choices));
    }
    let mut violations = 0;
    let options = games::options::<G>(&settings.entries(), &mut |_| violations += 1);
    assert_eq!(
        options.is_none(),
        violations > 0,
        "no options without a reason, and none despite one: {settings:?}"
    );
    options.unwrap_or_else(|| games::options::<G>(&standard::<G>().entries(), &mut |_| ()).expect("lawful"))
}

/// What usually happens next: the person the table waits for does the first thing listed, or the equipment
/// shows something. It brings a walk through long preparations.
fn usual<G: Game>(game: &G, choices: &mut Choices<'_>) -> Option<InputOf<G>> {
    let by = match game.awaits() {
        Awaits::Wagers => Actor::Dealer,
        Awaits::Decision(who) => who,
        Awaits::Equipment => {
            let shown = outcomes(game);
            assert!(!shown.is_empty(), "the table waits for something that cannot happen");
            return Some(Input::Chance(choices.of(&shown)));
        }
    };
    menu(game, by).first().map(|offer| Input::Act { by, act: offer.act })
}

/// The next thing that happens or is tried: half of the time something from the menu.
fn input<G: Game>(game: &G, choices: &mut Choices<'_>) -> InputOf<G> {
    let by = choices.of(&people());
    let kind = choices.below(20);
    if kind >= 10
        && let Some(usual) = usual(game, choices)
    {
        return usual;
    }
    match kind % 10 {
        0..=3 => {
            let menu = menu(game, by);
            if menu.is_empty() {
                return Input::Act { by, act: Act::Do(choices.of(&all::<G::Deed>())) };
            }
            let offer = choices.of(&menu);
            let act = match offer.act {
                Act::Place { seat, wager, stake: least, tender } => {
                    let steps = (offer.most - least).as_cents() / offer.step.as_cents();
                    let step = [0, 1, steps / 2, steps][choices.below(4)].min(steps);
                    let stake = least + Money::cents(step * offer.step.as_cents());
                    Act::Place { seat, wager, stake, tender }
                }
                act => act,
            };
            Input::Act { by, act }
        }
        4 => {
            let stake =
                Money::cents(choices.of(&[0, -1, 1, 250, 500, 100_000, 1_000_001, i64::MAX, i64::MIN]));
            let (wager, tender) = (choices.of(&all::<G::Wager>()), choices.of(&Tender::ALL));
            Input::Act { by, act: Act::Place { seat: Seat(choices.of(&[0, 0, 0, 1])), wager, stake, tender } }
        }
        5 => {
            Input::Act { by, act: Act::TakeBack { seat: Seat::NONE, wager: choices.of(&all::<G::Wager>()) } }
        }
        6 => Input::Act { by, act: Act::Do(choices.of(&all::<G::Deed>())) },
        7 => match outcomes(game).as_slice() {
            [] => Input::Chance(choices.of(&all::<G::Chance>())),
            some => Input::Chance(choices.of(some)),
        },
        8 => Input::Chance(choices.of(&all::<G::Chance>())),
        _ => match irregularities(game).as_slice() {
            some @ [_, ..] if choices.below(2) == 0 => Input::Irregularity(choices.of(some)),
            _ => Input::Irregularity(choices.of(&all::<G::Irregularity>())),
        },
    }
}

fn is_listed<G: Game>(game: &G, input: InputOf<G>) -> bool {
    match input {
        Input::Act { by, act } => menu(game, by).iter().any(|offer| offer.covers(act)),
        Input::Chance(chance) => outcomes(game).contains(&chance),
        Input::Irregularity(what) => irregularities(game).contains(&what),
    }
}

fn hash(thing: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    thing.hash(&mut hasher);
    hasher.finish()
}

/// The amount on the layout after an event, given the amount before it.
fn post<G: Game>(lies: Money, event: &EventOf<G>) -> Money {
    match *event {
        Event::Placed { bet } => {
            assert!(bet.stake > Money::ZERO);
            lies + bet.stake
        }
        Event::Returned { bet } => lies - bet.stake,
        Event::Settled { bet, fate, taken, paid, .. } => {
            let (all, none) = (bet.stake, Money::ZERO);
            assert!(none <= taken && taken <= all && none <= paid, "{event}");
            match fate {
                // A wager paid "for", like the progressive one, wins without its own chip being returned.
                Fate::Won => assert!((taken == none || taken == all) && paid > none, "{event}"),
                Fate::Lost => assert!(taken == all && paid == none, "{event}"),
                Fate::Void => assert!(taken == none && paid == none, "{event}"),
                Fate::Halved => assert!(taken + taken <= all && paid == none, "{event}"),
            }
            lies - bet.stake
        }
        Event::Moved { .. } | Event::Shown { .. } | Event::Called { .. } => lies,
        Event::Exchanged { cash, .. } => {
            assert!(cash > Money::ZERO);
            lies
        }
        Event::Metered { stands, .. } => {
            assert!(stands >= Money::ZERO);
            lies
        }
        Event::Redeemed { paid, .. } => {
            assert!(paid > Money::ZERO);
            lies
        }
        Event::Charged { vigorish, .. }
        | Event::Marked { vigorish, .. }
        | Event::Collected { vigorish, .. }
        | Event::Waived { vigorish, .. } => {
            assert!(vigorish > Money::ZERO);
            lies
        }
    }
}

fn lies<G: Game>(game: &G) -> Money {
    game.bets().iter().map(|bet| bet.stake).sum()
}

fn walk<G: Game>(choices: &[u32]) {
    let mut choices = Choices::new(choices);
    let options = options::<G>(&mut choices);
    let mut table = G::open(options);
    let mut history = Vec::new();
    while !choices.is_empty() {
        let input = input(&table, &mut choices);
        assert_eq!(read_input::<G>(&input.to_string()), Ok(input), "the notation says what it means");

        let (before, listed) = (table.clone(), is_listed(&table, input));
        let mut events: Vec<(Citation, EventOf<G>)> = Vec::new();
        let result = table.apply(input, &mut |cite, event| events.push((cite, event)));
        assert_eq!(result.is_ok(), listed, "{input}: {result:?}, and the menu says {listed}");
        if result.is_err() {
            assert_eq!(table, before, "{input}: a refusal changes nothing");
            assert!(events.is_empty(), "{input}: a refusal decides nothing");
            continue;
        }
        let on_layout = events.iter().fold(lies(&before), |lies, (_, event)| post::<G>(lies, event));
        assert_eq!(on_layout, lies(&table), "{input}: chips are conserved");
        table.picture(&mut |item| {
            if let Item::Shoe(shoe) = item {
                let fits = shoe.left <= shoe.cards && shoe.behind.is_none_or(|behind| behind <= shoe.left);
                assert!(fits, "{input}: {shoe:?}");
            }
        });

        let (mut twin, mut again) = (before, Vec::new());
        twin.apply(input, &mut |cite, event| again.push((cite, event)))
            .expect("equal tables have equal futures");
        assert_eq!((&again, &twin, hash(&twin)), (&events, &table, hash(&table)), "{input}");
        history.push(input);
    }
    let mut replayed = G::open(options);
    for input in history {
        replayed.apply(input, &mut Nobody).expect("what was accepted once is accepted again");
    }
    assert_eq!((hash(&replayed), replayed), (hash(&table), table), "a replay comes out the same");
}

/// The closed enums over all games give the same answers as the game itself.
fn border<G: Game>() {
    let game = GameId::find(G::NAME).expect("named");
    let settings = standard::<G>();
    let entries = settings.entries();
    let mut table = game.open(&entries, &mut |v| panic!("{v:?}")).expect("lawful");
    let mut own = G::open(rules::games::options::<G>(&entries, &mut |_| ()).expect("lawful"));
    assert_eq!((table.game(), table.awaits()), (game, own.awaits()));
    for who in people() {
        for offer in menu(&own, who) {
            let input = Input::Act { by: who, act: offer.act };
            let (mut here, mut there) = (Vec::new(), Vec::new());
            let fresh = (table.clone(), own.clone());
            let read = game.read(&input.to_string()).expect("readable");
            assert_eq!(read.to_string(), input.to_string());
            let at_border =
                table.apply(read, &mut |cite, event: TableEvent| here.push((cite, event.to_string())));
            let inside =
                own.apply(input, &mut |cite, event: EventOf<G>| there.push((cite, event.to_string())));
            assert_eq!((at_border.is_ok(), &here), (inside.is_ok(), &there));
            (table, own) = fresh;
        }
    }
}

struct Border;

impl Visitor for Border {
    type Out = ();
    fn visit<G: Game>(self) {
        border::<G>();
    }
}

struct Walk<'a>(&'a [u32]);

impl Visitor for Walk<'_> {
    type Out = ();
    fn visit<G: Game>(self) {
        walk::<G>(self.0);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))), ..ProptestConfig::default() })]
    #[test]
    fn every_game_passes_the_battery(choices in prop::collection::vec(any::<u32>(), 1..300)) {
        for game in GameId::ALL {
            game.visit(Walk(&choices));
        }
    }
}

struct Alone<'a>(&'a [u32]);

impl Visitor for Alone<'_> {
    type Out = ();
    fn visit<G: Game>(self) {
        liveness::left_alone::<G>(self.0);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))), ..ProptestConfig::default() })]
    #[test]
    fn every_round_ends_though_everyone_has_gone(choices in prop::collection::vec(any::<u32>(), 1..600)) {
        for game in GameId::ALL {
            game.visit(Alone(&choices));
        }
    }
}

/// The number of walks; `LIVENESS_CASES` sets more for a long search.
fn cases() -> u32 {
    std::env::var("LIVENESS_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(32)
}

/// Plays these lines at a table that is ready, with these changes to the usual options.
fn played<G: Game>(options: &[&str], lines: &[&str]) -> G {
    let settings = standard::<G>().with(Settings::read(&options.join(" ")).expect("key=value"));
    let mut table =
        G::open(games::options::<G>(&settings.entries(), &mut |v| panic!("{v:?}")).expect("lawful"));
    liveness::prepare(&mut table, &mut Dice::new(1));
    for line in lines {
        let input = read_input::<G>(line).expect("readable");
        table.apply(input, &mut Nobody).unwrap_or_else(|no| panic!("{line}: {no}"));
    }
    table
}

/// The round ends, and whoever is awaited first, if all that is known is this.
fn ends_after<G: Game>(options: &[&str], lines: &[&str], awaited: &str) {
    let table = played::<G>(options, lines);
    assert_eq!(table.awaits().to_string(), awaited, "after {lines:?}");
    liveness::someone_can_go_on(&table);
    liveness::ends(&table, &mut Ended::default(), &mut Dice::new(1947));
}

#[test]
fn tables_that_once_waited_forever_do_not() {
    use rules::{blackjack::Blackjack, chemin_de_fer::CheminDeFer, craps::Craps};
    let several: &[&str] = &["multiple-action=two-or-three", "bettors-per-box=3", "shared-boxes=1"];
    let begin = ["p1@1 hand 1.00", "p1@1 hand on spot 2 1.00"];
    ends_after::<Blackjack>(several, &begin[..1], "wagers");
    let deal = ["dealer deals", "Ac", "2c", "Ac"];
    let alone = [&begin[..], &deal, &["p1@1 double 1.00"]].concat();
    ends_after::<Blackjack>(several, &alone, "the equipment");
    let others = ["p1 shares box 1", "p2@1 hand 1.00", "p2@1 hand on spot 2 1.00"];
    let shared = [&begin[..], &others, &deal, &["p1@1 split 2 1.00"]].concat();
    ends_after::<Blackjack>(several, &shared, "p2");
    let rail = ["p1 sits at 1", "dealer offers the dice", "p1 accepts the dice"];
    ends_after::<Craps>(&[], &[&["p1 place 4 5.00"], &rail[..]].concat(), "p1");
    ends_after::<Craps>(&[], &[&["p2 pass 1.00"], &rail[..]].concat(), "p1");
    let bank = ["p1 sits at 1", "p2 sits at 2", "p1@1 bid 100", "dealer closes the bidding"];
    ends_after::<CheminDeFer>(&[], &bank, "p1");
}

/// Shows that the property would notice a fault: a table at which nobody acts, one that goes in circles, and one that
/// never decides.
#[test]
fn a_table_that_waits_forever_is_noticed() {
    use liveness::faulty::{Fault, Faulty};
    let table = played::<rules::big_six::BigSix>(&[], &["p1 $1 5.00"]);
    liveness::ends(&table, &mut Ended::default(), &mut Dice::new(1));
    for (fault, message) in [
        (Fault::NobodyGoesOn, "nobody can go on"),
        (Fault::GoesAround, "around and around"),
        (Fault::DecidesNothing, "does not end"),
    ] {
        let faulty = Faulty { table: table.clone(), fault };
        let ends = || liveness::ends(&faulty, &mut Ended::default(), &mut Dice::new(1));
        let said = std::panic::catch_unwind(ends).expect_err("not noticed");
        let said = said.downcast::<String>().expect("a message");
        assert!(said.contains(message), "{fault:?}: {said}");
    }
}

#[test]
fn the_border_agrees_with_every_game() {
    for game in GameId::ALL {
        game.visit(Border);
    }
}

#[test]
fn an_input_of_another_game_is_the_callers_mistake() {
    let settings = standard::<rules::roulette::Roulette>();
    let entries = settings.entries();
    let mut table: Table = GameId::Roulette.open(&entries, &mut |_| ()).expect("lawful");
    let spin = GameId::BigSix.read("dealer spins").expect("readable");
    assert_eq!(table.apply(spin, &mut |_, _| ()), Err(rules::TableError::OtherGame));
}
