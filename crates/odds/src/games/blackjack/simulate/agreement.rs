//! Deals the same cards through the compiled table and through the rules, and checks that the payouts are the same to
//! the cent, for any lawful options, any chart and any number of boxes.

use super::{
    InShoe, Plan, Player, Rounds, Sitting,
    automaton::{Automaton, BURNED, DOUBLE, Lane, Log, RARE, STEPS, VALUES},
    probe::{most, placing},
    quick::Lanes,
    round::Table,
    sums::Outcome,
};
use crate::{
    Generator, Tally,
    blackjack::{Chart, Plan as Strategy, Play},
    sim::draw::Quick,
    usual_input, usual_step,
};
use rules::{
    Act, Actor, Awaits, Entry, Event, EventOf, Game, Input, InputOf, Money, Nobody, Patron, Tender, Written,
    blackjack::{Answer, Blackjack, Call, Deed, Options, SecondCard, Shown, Spot, Supply, Wager, Ways},
    hands::blackjack::{Total, is_ace_and_ten, is_pair, value},
    kit::cards::Card,
};
use std::collections::{BTreeMap, VecDeque};

/// Options by key, each with its possible values.
#[rustfmt::skip]
const CHOICES: &[(&str, &[Written<'static>])] = {
    use Written::{Number as N, Switch as B, Text as T};
    &[
        ("decks", &[N(1), N(1), N(2), N(6), N(8)]),
        ("boxes", &[N(6), N(7)]),
        ("double-shoe", &[B(false), B(false), B(false), B(true)]),
        ("red-suits", &[T("left"), T("right")]),
        ("six-seven-eight", &[B(false), B(true)]),
        ("three-sevens", &[B(false), B(true)]),
        ("five-card-21", &[B(false), B(true)]),
        ("designated-ace", &[T("As")]),
        ("designated-face", &[T("Js")]),
        ("designated-odds", &[T("5 to 2")]),
        ("bart-carter", &[B(false), B(false), B(false), B(true)]),
        ("own-procedures", &[T("no-burn")]),
        ("approvals.own-procedures", &[B(true)]),
        ("second-card", &[T("after-players"), T("after-players"), T("face-down"), T("face-up")]),
        ("card-reader", &[B(false), B(true)]),
        ("approvals.card-reader", &[B(true)]),
        ("surrender", &[B(false), B(true)]),
        ("splits", &[N(1), N(2), N(3)]),
        ("aces-once", &[B(false), B(true)]),
        ("additional-wager", &[T("none"), T("over-under-13"), T("same-suit")]),
        ("same-suit-payout", &[T("1"), T("2"), T("3")]),
        ("additional-maximum", &[T("7")]),
        ("multiple-action", &[T("none"), T("none"), T("two-or-three"), T("three")]),
        ("continuous-device", &[B(false), B(false), B(false), B(true)]),
        ("approvals.continuous-device", &[B(true)]),
        ("limits.payable", &[T("0.25"), T("1.00")]),
    ]
};

/// Random lawful options: each choice is left out half of the time, and combinations that the rules refuse are
/// discarded.
fn options(generator: &mut Generator) -> (Options, String) {
    loop {
        let mut entries = Vec::new();
        for (key, values) in CHOICES {
            if generator.below(2) == 0 {
                entries.push(Entry { key, value: values[pick(generator, values.len())] });
            }
        }
        let said = entries.iter().map(|entry| format!("{}={} ", entry.key, entry.value)).collect();
        if let Some(options) = rules::games::options::<Blackjack>(&entries, &mut |_| ()) {
            return (options, said);
        }
    }
}

fn pick(generator: &mut Generator, among: usize) -> usize {
    generator.below(u32::try_from(among).expect("few")) as usize
}

/// Any chart, sensible or not.
fn chart(generator: &mut Generator) -> Chart {
    let mut cell = |plays: &[Play]| plays[pick(generator, plays.len())];
    let plain: Vec<Play> = Play::ALL
        .into_iter()
        .filter(|play| !matches!(play, Play::Split | Play::SurrenderSplit))
        .chain([Play::Hit; 2])
        .collect();
    let pairs: Vec<Play> = Play::ALL.into_iter().chain([Play::Split; 8]).collect();
    Chart {
        hard: std::array::from_fn(|_| std::array::from_fn(|_| cell(&plain))),
        soft: std::array::from_fn(|_| std::array::from_fn(|_| cell(&plain))),
        pairs: std::array::from_fn(|_| std::array::from_fn(|_| cell(&pairs))),
        insurance: generator.below(2) == 0,
    }
}

/// A real table that is dealt the same cards as the compiled one.
struct Real<'a> {
    table: Blackjack,
    plan: &'a Plan,
    chart: &'a Chart,
    cards: VecDeque<Card>,
    hole: Option<Card>,
    is_turning: bool,
    up: Option<Card>,
    /// The hands of each box, by number.
    hands: BTreeMap<(u8, u8), Vec<Card>>,
    /// How many cards of the first deal have been seen.
    first: usize,
    last: Option<Card>,
    net: [i64; 8],
    side: i64,
    generator: Generator,
}

impl Real<'_> {
    fn saw(&mut self, event: &EventOf<Blackjack>) {
        let boxes = usize::from(self.plan.boxes);
        if let Some((patron, tally)) = Tally::of::<Blackjack>(event) {
            let is_side = matches!(event, Event::Settled { bet, .. } if bet.wager.is_additional());
            match is_side {
                true => self.side += tally.net().as_cents(),
                false => self.net[usize::from(patron.0) - 1] += tally.net().as_cents(),
            }
        }
        match *event {
            Event::Shown { chance: Shown::Card(card), .. } => {
                let box_at = |at: usize| (u8::try_from(at % (boxes + 1)).expect("few") + 1, 1);
                match self.first {
                    at if at == boxes => self.up = Some(card),
                    at if at <= 2 * boxes => self.hands.entry(box_at(at)).or_default().push(card),
                    // The dealer's second card, when both are face up.
                    at if at == 2 * boxes + 1 && self.plan.options.ties_lose() => {}
                    _ => self.last = Some(card),
                }
                self.first += 1;
            }
            Event::Called { call } => match call {
                Call::BurnsDeterminant => {
                    self.hands.clear();
                    self.first = 0;
                }
                Call::HoleDown => self.hole = self.cards.pop_front(),
                Call::TurnsHole | Call::DealerBlackjack => self.is_turning = self.hole.is_some(),
                Call::AnnouncesTotal { seat, hand, .. } => {
                    if let Some(card) = self.last.take() {
                        self.hands.get_mut(&(seat.0, hand)).expect("a hand").push(card);
                    }
                }
                Call::Splits { seat, hand: one, new } => {
                    let card = self.hands.get_mut(&(seat.0, one)).and_then(Vec::pop).expect("a pair");
                    self.hands.insert((seat.0, new), vec![card]);
                }
                _ => {}
            },
            _ => {}
        }
    }

    fn apply(&mut self, input: InputOf<Blackjack>) {
        let mut events = Vec::new();
        let said = format!("{input:?}");
        self.table
            .apply(input, &mut |_, event| events.push(event))
            .unwrap_or_else(|no| panic!("{said}: {no}"));
        events.iter().for_each(|event| self.saw(event));
    }

    /// What the equipment shows.
    fn shown(&mut self) -> Shown {
        let mut shown = Vec::new();
        self.table.outcomes(&mut |chance, _| shown.push(chance));
        let up = self.up.map_or(0, Card::rank);
        match shown[0] {
            Shown::CuttingCard => Shown::CuttingCard,
            Shown::Reader(_) => {
                let is_blackjack = is_ace_and_ten(up, self.hole.expect("a hole card").rank());
                Shown::Reader(if is_blackjack { Answer::Blackjack } else { Answer::NoBlackjack })
            }
            Shown::Card(_) if self.is_turning => {
                self.is_turning = false;
                Shown::Card(self.hole.take().expect("a hole card"))
            }
            Shown::Card(_) => Shown::Card(self.cards.pop_front().expect("a card is left")),
        }
    }

    /// What a box does, according to the chart and what the rules offer.
    fn decide(&self, patron: Patron) -> InputOf<Blackjack> {
        let by = Actor::Patron(patron);
        let mut acts = Vec::new();
        self.table.decisions(by, &mut |offer| acts.push((offer.act, offer.most)));
        let wager = |wanted: fn(Wager) -> bool| {
            acts.iter().find_map(|&(act, most)| match act {
                Act::Place { seat, wager, tender: Tender::Chips, .. } if wanted(wager) => {
                    Some(Act::Place { seat, wager, stake: most, tender: Tender::Chips })
                }
                _ => None,
            })
        };
        let deed = |deed: Deed| acts.iter().find(|(act, _)| *act == Act::Do(deed)).map(|(act, _)| *act);
        let double = wager(|wager| matches!(wager, Wager::Double(..)));
        let split = wager(|wager| matches!(wager, Wager::Hand(2.., _)));
        let stand = deed(Deed::Stand).expect("whoever decides may stand");
        let hand = self.turn(patron);
        let (total, up) = (Total::of_cards(hand), self.up.expect("a card").rank());
        let by_total = self.chart.total(total.count(), total.is_soft(), up);
        let draw = deed(Deed::Draw).unwrap_or(stand);
        let surrender = deed(Deed::Surrender);
        let play = match hand {
            [one, other] if is_pair(one.rank(), other.rank()) => self.chart.pair(value(one.rank()), up),
            _ => by_total,
        };
        let follow = |play: Play| match play {
            Play::Stand => Some(stand),
            Play::Hit => Some(draw),
            Play::DoubleHit => double.or(Some(draw)),
            Play::DoubleStand => double.or(Some(stand)),
            Play::SurrenderHit => surrender.or(Some(draw)),
            Play::SurrenderStand => surrender.or(Some(stand)),
            Play::Split => split,
            Play::SurrenderSplit => surrender.or(split),
        };
        Input::Act { by, act: follow(play).or_else(|| follow(by_total)).expect("a play") }
    }

    /// The hand whose turn it is: the last one that its box was asked about.
    fn turn(&self, patron: Patron) -> &[Card] {
        let seat = u8::try_from(patron.0).expect("a box");
        let mut asked = None;
        // The rules name it in what they offer or refuse; a trial stand on a copy of the table reveals which hand it
        // is.
        let by = Actor::Patron(patron);
        let mut probe = self.table.clone();
        let mut hear = |_, event: EventOf<Blackjack>| {
            if let Event::Called { call: Call::Stands { hand, .. } } = event {
                asked = Some(hand);
            }
        };
        probe.apply(Input::Act { by, act: Act::Do(Deed::Stand) }, &mut hear).expect("it may stand");
        &self.hands[&(seat, asked.expect("a hand stands"))]
    }

    /// Plays a round with these cards.
    fn round(&mut self, stake: Money, cards: impl Iterator<Item = Card>) {
        self.cards = cards.collect();
        (self.hole, self.is_turning, self.up, self.first, self.last) = (None, false, None, 0, None);
        self.hands.clear();
        (self.net, self.side) = ([0; 8], 0);
        let spots = self.plan.spots();
        for at in 1..=self.plan.boxes {
            for spot in Spot::ALL.into_iter().take(spots.into()) {
                self.apply(placing(at, Wager::Hand(1, spot), stake));
            }
            if let Some(wager) = self.plan.additional {
                self.apply(placing(at, wager, most(&self.table, at, wager).expect("offered")));
            }
        }
        let mut is_insured = false;
        loop {
            let input = match self.table.awaits() {
                Awaits::Equipment => Input::Chance(self.shown()),
                Awaits::Decision(Actor::Patron(patron)) if !self.is_preparing() => self.decide(patron),
                Awaits::Wagers if self.up.is_some() && self.table.bets().is_empty() => break,
                Awaits::Wagers if self.up.is_some() && self.chart.insurance && !is_insured => {
                    is_insured = true;
                    for at in 1..=self.plan.boxes {
                        for spot in Spot::ALL.into_iter().take(spots.into()) {
                            let most = most(&self.table, at, Wager::Insurance(spot)).expect("offered");
                            self.apply(placing(at, Wager::Insurance(spot), most));
                        }
                    }
                    continue;
                }
                _ if self.table.bets().is_empty() && self.up.is_some() && self.is_preparing() => break,
                Awaits::Decision(_) if self.table.bets().is_empty() && self.is_between() => break,
                _ => usual_step(&self.table).expect("a step"),
            };
            self.apply(input);
        }
    }

    /// Whether a shoe is being prepared now.
    fn is_preparing(&self) -> bool {
        let mut found = false;
        for by in [Actor::Dealer, Actor::Floorperson] {
            self.table.decisions(by, &mut |offer| found |= matches!(offer.act, Act::Do(Deed::Prepare(_))));
        }
        found
    }

    /// Whether the discard rack has to be shuffled in.
    fn is_between(&self) -> bool {
        let mut found = false;
        self.table.decisions(Actor::Dealer, &mut |offer| found |= offer.act == Act::Do(Deed::ShuffleRack));
        found
    }

    /// Continues until wagers are open again.
    fn prepare(&mut self) {
        while self.table.awaits() != Awaits::Wagers {
            let input = usual_input(&self.table, &mut self.generator).expect("a step");
            self.table.apply(input, &mut Nobody).expect("taken");
        }
    }
}

/// Plays rounds of one plan through both. Returns how often cards were shuffled in mid-round.
fn compare(plan: &Plan, chart: &Chart, said: &str, rounds: u64, seed: u64) -> u32 {
    let compiled = Rounds::new(plan).unwrap_or_else(|fault| panic!("{said}: {fault}"));
    let mut table = Table::new(&compiled, Quick::new(seed, 0));
    let mut generator = Generator::new(Generator::seed(seed), 1);
    let ready = crate::ready::<Blackjack>(plan.options, &mut generator).expect("ready");
    let mut real = Real {
        table: ready,
        plan,
        chart,
        cards: VecDeque::new(),
        hole: None,
        is_turning: false,
        up: None,
        hands: BTreeMap::new(),
        first: 0,
        last: None,
        net: [0; 8],
        side: 0,
        generator,
    };
    let mut run_out = 0;
    for round in 0..rounds {
        let out = table.round(&compiled.gains[0]);
        let dealt: Vec<Card> = table.dealt.iter().map(|&byte| compiled.cards[usize::from(byte)]).collect();
        let told = || format!("{said}round {round} {dealt:?} {chart:?}");
        real.round(plan.stake, dealt.iter().copied());
        assert_eq!(out.by_box, real.net, "{}", told());
        assert_eq!((out.side, out.net), (real.side, real.net.iter().sum()), "{}", told());
        assert!(real.cards.is_empty(), "all cards were dealt: {}", told());
        let before = table.shoes_begun;
        let ran_out = table.has_run_out();
        run_out += u32::from(ran_out);
        table.end();
        let is_shuffled = table.shoes_begun > before;
        let has_cut = matches!(
            plan.options.supply(),
            Supply::Shoe { ways: Ways::Usual { has_cutting_card: true, .. }, .. } | Supply::Double { .. }
        );
        let is_due = real.table.awaits() != Awaits::Wagers;
        if has_cut || matches!(plan.options.supply(), Supply::Shoe { .. }) {
            assert!(is_shuffled == is_due || ran_out, "shuffled at the same time: {}", told());
        }
        if ran_out && !is_due && !matches!(plan.options.supply(), Supply::Continuous { .. }) {
            return run_out;
        }
        real.prepare();
    }
    run_out
}

fn plan(generator: &mut Generator) -> (Plan, Chart, String) {
    let (options, said) = options(generator);
    let boxes = 1 + u8::try_from(generator.below(options.boxes().into())).expect("few");
    let additional: Vec<Wager> = [Wager::Over13, Wager::Under13, Wager::SameSuit]
        .into_iter()
        .filter(|wager| wager.is_offered(&options))
        .collect();
    let additional = additional.get(pick(generator, additional.len() + 1)).copied();
    let stake = Money::dollars([5, 15, 20][pick(generator, 3)]);
    let chart = chart(generator);
    let strategy = Strategy::Chart(Box::new(chart.clone()));
    let plan = Plan { boxes, stake, additional, ..Plan::of(options, strategy) };
    (plan, chart, format!("{said}boxes {boxes} stake {stake} {additional:?}: "))
}

#[test]
fn the_compiled_table_pays_what_the_rules_pay() {
    let mut generator = Generator::new(Generator::seed(47), 47);
    let (mut seen, mut run_out) = (BTreeMap::new(), 0);
    for trial in 0..120 {
        let (plan, chart, said) = plan(&mut generator);
        let way = match plan.options.second_card() {
            SecondCard::FaceDown { reader: Some(_) } => "reader",
            SecondCard::FaceDown { reader: None } => "face down",
            SecondCard::FaceUp => "face up",
            SecondCard::AfterPlayers if plan.spots() > 1 => "multiple action",
            SecondCard::AfterPlayers => "after players",
        };
        *seen.entry(way).or_insert(0) += 1;
        let supply = match plan.options.supply() {
            Supply::Double { .. } => "double shoe",
            Supply::Continuous { .. } => "device",
            Supply::Shoe { ways: Ways::BartCarter, .. } => "bart carter",
            Supply::Shoe { .. } => "shoe",
        };
        *seen.entry(supply).or_insert(0) += 1;
        run_out += compare(&plan, &chart, &said, 40, trial);
    }
    assert!(seen.len() == 9 && seen.values().all(|&times| times > 3), "{seen:?}");
    assert!(run_out > 10, "{run_out}");
}

#[test]
fn what_is_quick_is_right() {
    let mut generator = Generator::new(Generator::seed(48), 0);
    let (mut quick, mut ways) = (0, BTreeMap::new());
    for trial in 0..200 {
        let (plan, _, said) = plan(&mut generator);
        let compiled = Rounds::new(&plan).expect("lawful");
        let Some(way) = &compiled.way else { continue };
        let gains = &compiled.gains[0];
        let mut tables = Quick::several::<3>(trial, 0).map(|chance| Table::new(&compiled, chance));
        let mut lanes = Lanes::NONE;
        for round in 0..150 {
            let others = tables.clone();
            compiled.quickly(way, tables.each_mut(), &mut lanes);
            for (lane, mut other) in others.into_iter().enumerate() {
                let slow = other.round(gains);
                let out = compiled.settle(&lanes, lane, &mut tables[lane], gains);
                assert_eq!(out, slow, "{said}{round}");
                assert_eq!(tables[lane].places(), other.places(), "{said}{round}");
                quick += u32::from(lanes.is_done[lane]);
                tables[lane].end();
            }
        }
        *ways.entry(format!("{:?} {}", plan.options.second_card(), plan.boxes > 1)).or_insert(0) += 1;
    }
    assert!(quick > 5_000 && ways.len() > 5, "{quick} {ways:?}");
}

/// Compares what the automaton says about one side with the results of the same cards. Returns the number of rounds.
fn follow<const WIDTH: usize>(
    compiled: &Rounds,
    automaton: &Automaton,
    side: usize,
    seed: u64,
    said: &str,
) -> u32 {
    let (gains, mut quick) = (&compiled.gains[0], 0);
    let mut lanes = Quick::several::<3>(seed, 0).map(|chance| {
        let table = Table::new(compiled, chance);
        let player = Player { table, left: 1, shoe: InShoe::default(), sitting: Sitting::default() };
        Lane::<WIDTH>::new(player, side)
    });
    let mut logs = [Log::EMPTY; 3];
    for batch in 0..60 {
        automaton.run(side, &mut lanes, STEPS - batch % 3, &mut logs);
        for (lane, log) in lanes.iter_mut().zip(&mut logs) {
            loop {
                let noted = Lane::<WIDTH>::next(log);
                if noted.is_none() && lane.is_sound() {
                    break;
                }
                let mut other = lane.player.table.clone();
                let known = noted.filter(|&(number, at)| number != RARE && lane.has(at));
                let Some((number, at)) = known else {
                    lane.round(gains);
                    lane.player.table.end();
                    lane.restart(log);
                    continue;
                };
                let slow = match side {
                    0 => other.round(gains),
                    _ => other.round_from(side, gains),
                };
                match automaton.ends[number] {
                    Some((left, ends)) => {
                        let mut out = Outcome::new(gains, 1, 1);
                        out.add(0, left, ends, gains);
                        assert_eq!(out, slow, "{said}{batch}");
                    }
                    None => assert!(number == BURNED && other.places()[1] > 0, "{said}{batch}"),
                }
                assert_eq!(at, other.places()[side], "{said}{batch}");
                (lane.player.left, quick) = (2, quick + 1);
                if lane.end_at(at) {
                    lane.restart(log);
                }
            }
        }
    }
    quick
}

/// The automaton's results for one box are those of the same cards at the compiled table.
#[test]
fn what_the_automaton_says_is_right() {
    let mut generator = Generator::new(Generator::seed(49), 0);
    let (mut quick, mut ways) = (0, BTreeMap::new());
    for trial in 0..400 {
        let (plan, _, said) = plan(&mut generator);
        let compiled = Rounds::new(&Plan { boxes: 1, additional: None, ..plan.clone() }).expect("lawful");
        let Some(automaton) = &compiled.automaton else { continue };
        quick += match automaton.is_double() {
            true => {
                [0, 1].map(|side| follow::<DOUBLE>(&compiled, automaton, side, trial, &said)).iter().sum()
            }
            false => follow::<VALUES>(&compiled, automaton, 0, trial, &said),
        };
        let is_double = matches!(plan.options.supply(), Supply::Double { .. });
        *ways.entry(format!("{:?} {is_double}", plan.options.second_card())).or_insert(0) += 1;
    }
    assert!(quick > 50_000 && ways.len() > 4, "{quick} {ways:?}");
}
