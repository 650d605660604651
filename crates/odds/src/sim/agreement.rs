//! Compares compiled rounds with the rules under random options: the same outcomes must give the same payments.

use super::{
    automaton::Automaton,
    engine::{Engine, play_round},
    parts::Parts,
    supply::{Shoe, Supply},
    walk::{LANES, Trial},
};
use crate::{
    Generator, Moments, Plan, Priced, Staked, Unsolved, Visitor,
    games::{
        chemin,
        community::{Community, Dealt},
        stud::Deals,
        two_hands::{HouseWay, SetRounds, Sets},
    },
    graph::evenly,
    round::ready,
    seated::{Round, Seated},
    stake_for, visit,
};
use rounds::{Value, standard};
use rules::{
    Game, GameId, Money, Takes, Vocabulary,
    caribbean_stud::{CaribbeanStud, Wager},
    chemin_de_fer::CheminDeFer,
    double_down_stud::DoubleDownStud,
    games::{fields, options},
    keno::Keno,
    kit::{balls::Ball, cards::Card},
    let_it_ride::LetItRide,
    pai_gow::PaiGow,
    pai_gow_poker::PaiGowPoker,
};

/// Options that a licensee might choose: the usual ones with random changes, as far as the rules allow them.
fn some_options<G: Priced>(generator: &mut Generator) -> G::Options {
    let mut settings = standard::<G>();
    let all: Vec<_> = fields::<G>().filter(|field| !field.key.starts_with("limits")).collect();
    let mut below = |n: usize| generator.below(u32::try_from(n).expect("few")) as usize;
    for _ in 0..60 {
        let field = all[below(all.len())];
        let value = match field.takes {
            Takes::Switch => Value::Switch(below(2) == 0),
            Takes::OneOf(words) => Value::Text(words[below(words.len())].to_owned()),
            Takes::SomeOf { words, .. } => Value::Text(words[..below(words.len() + 1)].join(" ")),
            Takes::Odds { than, .. } => Value::Text(than.to_string()),
            Takes::Rates { spots } => Value::Text(format!("{spots}={}", 1 + below(100))),
            Takes::Money { least, .. } => Value::Text(least.to_string()),
            Takes::Way(sort) => Value::Text(sort.named()[below(2)].0.to_owned()),
            Takes::Count { least, most } => {
                let span = usize::try_from((most - least + 1).min(1000)).expect("small");
                Value::Number(least + i64::try_from(below(span)).expect("small"))
            }
        };
        let mut changed = settings.clone();
        changed.set(field.key, value);
        if options::<G>(&changed.entries(), &mut |_| ()).is_some() {
            settings = changed;
        }
    }
    options::<G>(&settings.entries(), &mut |_| ()).expect("lawful")
}

/// Several random wagers, with stakes that do not divide evenly.
fn some_bets<G: Priced>(options: G::Options, most: usize, generator: &mut Generator) -> Vec<Staked<G>> {
    let mut bets: Vec<Staked<G>> = Vec::new();
    let mut all = G::offered(options);
    while bets.len() < most && !all.is_empty() {
        let on = all.swap_remove(generator.below(u32::try_from(all.len()).expect("few")) as usize);
        let cents = 500 + 125 * i64::from(generator.below(40));
        bets.push((on, stake_for(&on, Money::cents(cents))));
    }
    bets
}

fn engine<G: Priced>(plan: &Plan<G>) -> Result<Engine, Unsolved> {
    Engine::of(plan, plan.prepare()?.rounds())
}

/// A table with random options and wagers, and how they are played.
fn some_plan<G: Priced>(case: u64, most_bets: usize) -> (Plan<G>, Engine, Generator) {
    let mut generator = Generator::new(Generator::seed(1947), case);
    let options = some_options::<G>(&mut generator);
    let bets = some_bets::<G>(options, most_bets, &mut generator);
    assert!(!bets.is_empty(), "{} {options:?}: no wager is offered", G::NAME);
    let mut plan = Plan::<G> { bets, seed: case, ..Plan::of(options) };
    // The patrons may need more seats than the table has.
    let mut made = engine(&plan);
    while matches!(made, Err(_) | Ok(Engine::Tables(_))) && plan.bets.len() > 1 {
        plan.bets.pop();
        made = engine(&plan);
    }
    let engine = made.unwrap_or_else(|why| panic!("{} {options:?} {:?}: {why:?}", G::NAME, plan.bets));
    (plan, engine, generator)
}

/// Random plans, and how many of them could be compiled.
struct Compare {
    cases: u64,
    most_bets: usize,
    rounds: usize,
}

impl Visitor for Compare {
    type Out = usize;
    fn visit<G: Priced>(self) -> usize {
        let mut compiled = 0;
        for case in 0..self.cases {
            let (plan, engine, mut generator) = some_plan::<G>(case, self.most_bets);
            match engine {
                Engine::Wheel(automaton) => wheel(&plan, &automaton, self.rounds, &mut generator),
                Engine::Cards(automaton, supply) => cards(&plan, &automaton, &supply, &mut generator),
                Engine::Parts(together) => parts(&plan, &together, self.rounds, &mut generator),
                Engine::Keno(_)
                | Engine::Stud(_)
                | Engine::Community(_)
                | Engine::PaiGowPoker(_)
                | Engine::PaiGow(_)
                | Engine::Rules
                | Engine::Tables(_) => continue,
            }
            compiled += 1;
        }
        compiled
    }
}

/// A round by the rules, and which of its equally likely outcomes the equipment showed each time.
fn played<G: Priced>(seated: &Seated<'_, G>, table: G, generator: &mut Generator) -> (Round<G>, Vec<u16>) {
    let (mut round, mut shown) = (seated.begin(table), Vec::new());
    play_round(seated, &mut round, &mut |table| {
        let outcomes = evenly(table);
        let at = generator.below(u32::try_from(outcomes.len()).expect("few"));
        shown.push(u16::try_from(at).expect("few"));
        Some(outcomes[at as usize])
    })
    .expect("playable");
    (round, shown)
}

fn wheel<G: Priced>(plan: &Plan<G>, automaton: &Automaton, rounds: usize, generator: &mut Generator) {
    let mut table = ready::<G>(plan.options, generator).expect("ready");
    let seated = Seated::new(&plan.bets, &table).expect("seats");
    let mut row = 0;
    for _ in 0..rounds {
        let (round, shown) = played(&seated, table, generator);
        for (at, &outcome) in shown.iter().enumerate() {
            let (next, end) = automaton.step(row, outcome);
            row = next;
            if at + 1 < shown.len() {
                assert_eq!(end, 0, "{}: the round goes on after {at} of {shown:?}", G::NAME);
            } else {
                assert_eq!(automaton.gains(end), round.nets, "{} {:?}: {shown:?}", G::NAME, plan.bets);
            }
        }
        table = round.table;
    }
}

fn parts<G: Priced>(plan: &Plan<G>, parts: &Parts, rounds: usize, generator: &mut Generator) {
    let mut table = ready::<G>(plan.options, generator).expect("ready");
    let seated = Seated::new(&plan.bets, &table).expect("seats");
    let (mut row, mut open) = (0, Vec::new());
    for _ in 0..rounds {
        let (round, shown) = played(&seated, table, generator);
        let mut nets = vec![0; plan.bets.len()];
        let mut left = shown.iter();
        let mut next = || *left.next().expect("the round is over when the rules say so");
        let tell = |at: usize, end| nets[at] += parts.gain(at, end).unwrap_or(0);
        row = parts.round(row, &mut open, &mut next, tell);
        assert_eq!(left.len(), 0, "{} {:?}: over before all of {shown:?}", G::NAME, plan.bets);
        assert_eq!(nets, round.nets, "{} {:?}: {shown:?}", G::NAME, plan.bets);
        table = round.table;
    }
}

fn stud(plan: &Plan<CaribbeanStud>, deals: &Deals, rounds: usize, generator: &mut Generator) {
    let mut table = ready::<CaribbeanStud>(plan.options, generator).expect("ready");
    let seated = Seated::new(&plan.bets, &table).expect("seats");
    let mut meter = plan.options.meter();
    let all: Vec<Card> = Card::all().collect();
    for at in 0..rounds {
        let mut order = shuffled(1, generator);
        // Hands that are paid a share of the meter would hardly ever occur. So now and then the first patrons get one:
        // several royal flushes at once, or straight flushes of different suits.
        if at % 8 == 0 {
            for patron in 0..plan.bets.len().min(1 + at / 8 % 3) {
                let (suit, lowest) = ((at / 8 + patron) % 4, at / 32 % 9);
                let straight =
                    if at % 16 == 0 { [0, 9, 10, 11, 12] } else { [0, 1, 2, 3, 4].map(|n| n + lowest) };
                for (place, card) in (1 + 5 * patron..).zip(straight.map(|n| n % 13 + 13 * suit)) {
                    let now = order.iter().position(|&other| other == card).expect("a card");
                    order.swap(place, now);
                }
            }
        }
        let cards: Vec<Card> = order.iter().map(|&at| all[at]).take(5 * plan.bets.len() + 5).collect();
        // The patron farthest to the dealer's left looks first.
        let hands = cards[1..cards.len() - 4].chunks(5).rev().flatten();
        let mut next = cards[..1].iter().chain(hands).chain(&cards[cards.len() - 4..]);
        let mut round = seated.begin(table);
        play_round(&seated, &mut round, &mut |_| next.next().copied()).expect("playable");
        assert_eq!(deals.nets(&cards, &mut meter), round.nets, "{:?}: {cards:?}", plan.bets);
        table = round.table;
    }
    assert_eq!(table.meter(), meter);
}

/// Hands that share cards: each patron's own in the order in which they look, the farthest to the dealer's left first,
/// then the shared ones.
fn community<G: Community>(plan: &Plan<G>, dealt: &Dealt, rounds: usize, generator: &mut Generator) {
    let mut table = ready::<G>(plan.options, generator).expect("ready");
    let seated = Seated::new(&plan.bets, &table).expect("seats");
    for _ in 0..rounds {
        let order = shuffled(1, generator);
        let cards: Vec<Card> =
            order.iter().take(dealt.cards()).map(|&at| Card::all().nth(at).expect("a card")).collect();
        let (own, shared) = cards.split_at(cards.len() - (5 - G::OWN));
        let mut next = own.chunks(G::OWN).rev().flatten().chain(shared);
        let mut round = seated.begin(table);
        play_round(&seated, &mut round, &mut |_| G::Chance::read(&next.next()?.to_string()))
            .expect("playable");
        assert_eq!(dealt.nets(&cards), round.nets, "{} {:?}: {cards:?}", G::NAME, plan.bets);
        table = round.table;
    }
}

fn cards<G: Priced>(plan: &Plan<G>, automaton: &Automaton, supply: &Supply, generator: &mut Generator) {
    let cutting_card = G::Chance::read("cutting card").expect("shoes have one");
    let mut trials: Vec<Trial> = Vec::new();
    let mut gains: Vec<Vec<Vec<i64>>> = Vec::new();
    while trials.len() < LANES {
        let order = shuffled(supply.cards.len() / 52, generator);
        let classes: Vec<u8> = order.iter().map(|&at| supply.cards[at]).collect();
        let chances: Vec<G::Chance> = order.iter().map(|&at| card_at::<G>(at)).collect();
        let mut next = 0;
        let mut equipment = |table: &G| {
            let mut cuts = false;
            table.outcomes(&mut |chance, _| cuts |= chance == cutting_card);
            next += usize::from(!cuts);
            Some(if cuts { cutting_card } else { chances[next - 1] })
        };
        let mut table = G::open(plan.options);
        while table.awaits() != rules::Awaits::Wagers {
            let input = crate::usual_step(&table)
                .or_else(|| equipment(&table).map(rules::Input::Chance))
                .expect("goes on");
            table.apply(input, &mut rules::Nobody).expect("usual");
        }
        let seated = Seated::new(&plan.bets, &table).expect("seats");
        let (mut nets, mut over) = (Vec::new(), false);
        while !over {
            let mut round = seated.begin(table);
            play_round(&seated, &mut round, &mut |table| {
                // With nothing on the layout, a new shoe is being prepared: this one is over, whatever comes.
                over |= table.bets().is_empty();
                if over { crate::draw_outcome(table, generator) } else { equipment(table) }
            })
            .expect("playable");
            nets.push(round.nets);
            table = round.table;
            // A device has all cards again.
            over |= supply.shoe.is_none();
        }
        trials.push(Trial::new(automaton, supply, &classes));
        gains.push(nets);
    }
    for (trial, nets) in trials.iter().zip(&gains) {
        let found: Vec<Vec<i64>> = trial.ends.iter().map(|&end| automaton.gains(end).to_vec()).collect();
        assert_eq!(&found, nets, "{} {:?}", G::NAME, plan.bets);
    }
    let mut sums = vec![Moments::default(); plan.bets.len()];
    for nets in gains.iter().flatten() {
        sums.iter_mut().zip(nets).for_each(|(sum, &cents)| sum.add_times(1, cents));
    }
    assert_eq!(Trial::side_by_side(automaton, supply, &trials, plan.bets.len()), sums, "{}", G::NAME);
}

/// The indices of this many decks in random order.
fn shuffled(decks: usize, generator: &mut Generator) -> Vec<usize> {
    let mut order: Vec<usize> = (0..decks * 52).collect();
    for at in 0..order.len() {
        let left = u32::try_from(order.len() - at).expect("few");
        order.swap(at, at + generator.below(left) as usize);
    }
    order
}

fn card_at<G: Priced>(at: usize) -> G::Chance {
    let card = Card::all().nth(at % 52).expect("a card");
    G::Chance::read(&card.to_string()).expect("the game shows cards")
}

#[test]
fn compiled_wheels_and_dice_pay_what_the_rules_pay() {
    for (game, most_bets, least) in [
        (GameId::Roulette, 12, 16),
        (GameId::BigSix, 7, 16),
        (GameId::SicBo, 12, 16),
        (GameId::Craps, 1, 16),
        (GameId::Craps, 3, 16),
        (GameId::Craps, 9, 16),
    ] {
        let compiled = visit(game, Compare { cases: 16, most_bets, rounds: 200 });
        assert!(compiled >= least, "{} was compiled {compiled} times", game.name());
    }
}

#[test]
fn hands_of_stud_are_paid_what_the_rules_pay() {
    for case in 0..8 {
        let (plan, engine, mut generator) = some_plan::<CaribbeanStud>(case, 2);
        let Engine::Stud(deals) = engine else { panic!("not dealt from tables: {:?}", plan.bets) };
        stud(&plan, &deals, 400, &mut generator);
    }
    // Several patrons who share the meter.
    let settings = standard::<CaribbeanStud>();
    let options = options::<CaribbeanStud>(&settings.entries(), &mut |_| ()).expect("lawful");
    let all = CaribbeanStud::offered(options);
    let on = *all.iter().find(|on| on.wager == Wager::Progressive).expect("offered");
    for patrons in [2, 4] {
        let mut generator = Generator::new(Generator::seed(1911), 0);
        let plan = Plan::<CaribbeanStud> { bets: vec![(on, on.least); patrons], ..Plan::of(options) };
        let Ok(Engine::Stud(deals)) = engine(&plan) else { panic!("not dealt from tables") };
        stud(&plan, &deals, 800, &mut generator);
    }
}

/// The dealer's hand is turned first, then those of the patrons, from the dealer's right.
fn hands_that_are_set<G: HouseWay>(rounds: impl Fn(Engine) -> Option<SetRounds<G::Way>>) {
    for case in 0..8 {
        let (plan, _, mut generator) = some_plan::<G>(case, 1);
        let bets = vec![plan.bets[0]; 1 + usize::try_from(case).expect("few") % 6];
        let plan = Plan::<G> { bets, ..plan };
        let dealt = engine(&plan).ok().and_then(&rounds);
        let dealt = dealt.unwrap_or_else(|| panic!("not dealt: {:?}", plan.bets));
        let mut table = ready::<G>(plan.options, &mut generator).expect("ready");
        let seated = Seated::new(&plan.bets, &table).expect("seats");
        let mut deck = G::Way::deck();
        for _ in 0..100 {
            for at in 0..dealt.pieces() {
                let other = generator.below(u32::try_from(deck.len() - at).expect("few")) as usize;
                deck.swap(at, at + other);
            }
            let mut next = deck.iter();
            let mut round = seated.begin(table);
            play_round(&seated, &mut round, &mut |table| {
                let mut shown = None;
                table.outcomes(&mut |chance, _| shown = shown.or(Some(chance)));
                match shown? {
                    chance if G::is_piece(chance) => next.next().map(|&piece| G::shown(piece)),
                    start => Some(start),
                }
            })
            .expect("playable");
            assert_eq!(dealt.nets(&deck[..dealt.pieces()]), round.nets, "{:?}: {deck:?}", plan.bets);
            table = round.table;
        }
    }
}

#[test]
fn hands_of_pai_gow_poker_are_paid_what_the_rules_pay() {
    hands_that_are_set::<PaiGowPoker>(|engine| match engine {
        Engine::PaiGowPoker(dealt) => Some(dealt),
        _ => None,
    });
}

#[test]
fn hands_of_pai_gow_are_paid_what_the_rules_pay() {
    hands_that_are_set::<PaiGow>(|engine| match engine {
        Engine::PaiGow(dealt) => Some(dealt),
        _ => None,
    });
}

fn hands_that_share_cards<G: Community>() {
    for case in 0..8 {
        let (plan, _, mut generator) = some_plan::<G>(case, 1);
        let bets = vec![plan.bets[0]; 1 + usize::try_from(case).expect("few") % 5];
        let mut plan = Plan::<G> { bets, ..plan };
        // Patrons may want more seats than the table has.
        let dealt = loop {
            match engine(&plan) {
                Ok(Engine::Community(dealt)) => break dealt,
                _ => plan.bets.pop().expect("one patron finds a place"),
            };
        };
        community(&plan, &dealt, 100, &mut generator);
    }
}

#[test]
fn hands_of_let_it_ride_are_paid_what_the_rules_pay() {
    hands_that_share_cards::<LetItRide>();
}

#[test]
fn hands_of_double_down_stud_are_paid_what_the_rules_pay() {
    hands_that_share_cards::<DoubleDownStud>();
}

/// Tickets of several patrons, who share the limit on large prizes. Random balls catch few numbers, so in every other game
/// most of the balls are among the lowest, which the tickets have.
#[test]
fn tickets_of_keno_are_paid_what_the_rules_pay() {
    for case in 0..8 {
        let (plan, engine, mut generator) = some_plan::<Keno>(case, 9);
        let Engine::Keno(boards) = engine else { panic!("not drawn from tables: {:?}", plan.bets) };
        let mut table = ready::<Keno>(plan.options, &mut generator).expect("ready");
        let seated = Seated::new(&plan.bets, &table).expect("tickets");
        for game in 0..100 {
            let mut balls: Vec<u8> = (1..=80).collect();
            for at in 0..20 {
                let low = if game % 2 == 0 { 80 } else { 25 };
                let other = at + generator.below(low - u32::try_from(at).expect("few")) as usize;
                balls.swap(at, other);
            }
            let mut nets = vec![0; plan.bets.len()];
            boards.game(&balls[..20], &mut nets);
            let mut round = seated.begin(table);
            let mut next = balls.iter();
            play_round(&seated, &mut round, &mut |_| Ball::new(*next.next()?)).expect("playable");
            assert_eq!(nets, round.nets, "{:?}: {:?}", plan.bets, &balls[..20]);
            table = round.table;
        }
    }
}

#[test]
fn compiled_shoes_pay_what_the_rules_pay() {
    for (game, most_bets, least) in
        [(GameId::PuntoBanco, 3, 10), (GameId::Minibaccarat, 6, 10), (GameId::RedDog, 3, 10)]
    {
        let compiled = visit(game, Compare { cases: 10, most_bets, rounds: 0 });
        assert!(compiled >= least, "{} was compiled {compiled} times", game.name());
    }
}

/// Whole shoes of chemin de fer through the rules, with the bank passing back and forth, beside the compiled coups: the
/// Banker and the participant who covers the bank must gain the same in each.
#[test]
fn compiled_coups_of_chemin_de_fer_pay_what_the_rules_pay() {
    for case in 0..12 {
        let mut generator = Generator::new(Generator::seed(1950), case);
        let options = some_options::<CheminDeFer>(&mut generator);
        let stake = Money::dollars(35 + i64::try_from(case).expect("few"));
        let bets = CheminDeFer::offered(options).into_iter().map(|on| (on, stake)).collect();
        let plan = Plan::<CheminDeFer> { bets, ..Plan::of(options) };
        assert_eq!(plan.bets.len(), 2, "the bank and all of it against the bank");
        let Ok(Engine::Cards(automaton, supply)) = engine(&plan) else { panic!("not compiled: {options:?}") };
        let order = shuffled(supply.cards.len() / 52, &mut generator);
        let classes: Vec<u8> = order.iter().map(|&at| supply.cards[at]).collect();
        let mut cards = order.iter().map(|&at| Card::all().nth(at % 52).expect("a card"));
        let mut table = CheminDeFer::open(options);
        let (mut nets, mut shoes) = (Vec::new(), 0);
        while shoes < 2 {
            // With nothing on the layout, a shoe is being prepared: the first, or the one after it, whose cards do not
            // matter.
            let mut is_preparing = false;
            let gains = chemin::gains(&mut table, stake, &mut |table| {
                shoes += usize::from(table.bets().is_empty() && !is_preparing);
                is_preparing = table.bets().is_empty();
                if shoes == 1 { cards.next() } else { crate::draw_outcome(table, &mut generator) }
            });
            nets.push(gains.expect("a coup").to_vec());
        }
        nets.pop();
        let trial = Trial::new(&automaton, &supply, &classes);
        let found: Vec<Vec<i64>> = trial.ends.iter().map(|&end| automaton.gains(end).to_vec()).collect();
        assert_eq!(found, nets, "{options:?}");
    }
}

/// A shoe that is dealt differently must fail; otherwise the test would be worthless.
#[test]
fn a_cutting_card_that_lies_elsewhere_is_noticed() {
    let shoe =
        |before, more| Supply { cards: vec![0; 416], shoe: Some(Shoe { burned: vec![2; 10], before, more }) };
    struct Length(fn(Option<Shoe>) -> Supply, Shoe);
    impl Visitor for Length {
        type Out = usize;
        fn visit<G: Priced>(self) -> usize {
            let options = options::<G>(&standard::<G>().entries(), &mut |_| ()).expect("lawful");
            let on = G::offered(options)[0];
            let bets = vec![(on, stake_for(&on, Money::dollars(5)))];
            let plan = Plan::<G> { bets, ..Plan::of(options) };
            let Ok(Engine::Cards(automaton, _)) = engine(&plan) else { return 0 };
            Trial::new(&automaton, &self.0(Some(self.1)), &[9; 416]).ends.len()
        }
    }
    let make: fn(Option<Shoe>) -> Supply = |shoe| Supply { cards: vec![0; 416], shoe };
    let length =
        |before, more| visit(GameId::PuntoBanco, Length(make, shoe(before, more).shoe.expect("a shoe")));
    // Only nines: two naturals of eight, four cards per coup, from the third card on.
    assert_eq!([length(402, 1), length(401, 1), length(402, 0), length(398, 1)], [102, 101, 101, 101]);
}
