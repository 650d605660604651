//! The blackjack analyzer compared with the rules themselves: every round that a small shoe allows is played at a real
//! table, by the same chart.

use odds::{
    Fraction, Generator, Tally,
    blackjack::{Analysis, Chart, Plan, Play},
    ready, usual_input,
};
use rounds::{Settings, judge};
use rules::{
    Act, Actor, Awaits, Citation, Event, EventOf, Game, Input, InputOf, Money, Patron, Seat, Tender,
    Vocabulary,
    blackjack::{Blackjack, Call, Deed, Options, Shown, Spot, Wager},
    hands::blackjack::{Total, value},
    kit::cards::{Card, Unseen},
};

const PATRON: Patron = Patron(1);
const STAKE: Money = Money::dollars(100);

fn options(text: &str) -> Options {
    judge::<Blackjack>(&Settings::read(text).expect("key=value")).expect("lawful")
}

fn shoe(cards: &str) -> Unseen {
    let mut unseen = Unseen::NONE;
    cards.split_whitespace().for_each(|card| unseen.put(Card::read(card).expect("a card")));
    unseen
}

/// A table in the middle of a round, and what has been seen of it.
#[derive(Clone)]
struct Round {
    table: Blackjack,
    left: Unseen,
    cards: Vec<Card>,
    total: Option<Total>,
    net: Money,
    staked: Money,
}

impl Round {
    fn apply(&mut self, input: InputOf<Blackjack>) {
        let (mut net, mut staked, mut total) = (self.net, self.staked, self.total);
        let mut watch = |_: Citation, event: EventOf<Blackjack>| {
            if let Event::Called { call: Call::AnnouncesTotal { total: of, .. } } = event {
                total = Some(of);
            }
            if let Event::Placed { bet } = event {
                staked += bet.stake;
            }
            if let Some((_, tally)) = Tally::of::<Blackjack>(&event) {
                net += tally.net();
            }
        };
        self.table.apply(input, &mut watch).unwrap_or_else(|refusal| panic!("{input:?}: {refusal}"));
        (self.net, self.staked, self.total) = (net, staked, total);
    }

    /// What the chart says, as far as the table allows it.
    fn decision(&self, chart: &Chart, up: u8) -> InputOf<Blackjack> {
        let by = Actor::Patron(PATRON);
        let (mut double, mut split, mut surrender) = (None, None, None);
        self.table.decisions(by, &mut |offer| match offer.act {
            Act::Place { seat, wager: wager @ Wager::Double(..), tender: tender @ Tender::Chips, .. } => {
                double = Some(Act::Place { seat, wager, stake: offer.most, tender });
            }
            act @ Act::Place { wager: Wager::Hand(2.., _), tender: Tender::Chips, .. } => split = Some(act),
            act @ Act::Do(Deed::Surrender) => surrender = Some(act),
            _ => {}
        });
        let total = self.total.expect("a hand's turn");
        let row = chart.total(total.count(), total.is_soft(), up);
        let of_pair = split.map(|_| chart.pair(if total.is_soft() { 1 } else { total.count() / 2 }, up));
        let play = of_pair.unwrap_or(row);
        let (first, other) = match play {
            Play::Stand => (None, Deed::Stand),
            Play::Hit => (None, Deed::Draw),
            Play::DoubleHit => (double, Deed::Draw),
            Play::DoubleStand => (double, Deed::Stand),
            Play::Split => (split, Deed::Stand),
            Play::SurrenderHit => (surrender, Deed::Draw),
            Play::SurrenderStand => (surrender, Deed::Stand),
            Play::SurrenderSplit => (surrender.or(split), Deed::Stand),
        };
        Input::Act { by, act: first.unwrap_or(Act::Do(other)) }
    }

    /// The average gain from here on per original wager, the mean of its square, and the amount staked.
    fn mean(mut self, chart: &Chart) -> [Fraction; 3] {
        loop {
            if self.table.bets().is_empty() {
                let per_wager =
                    |money: Money| Fraction::new(money.as_cents().into(), STAKE.as_cents().into());
                let [gain, staked] = [self.net, self.staked].map(per_wager);
                return [gain.clone(), &gain * &gain, staked];
            }
            match self.table.awaits() {
                Awaits::Equipment => return self.each_card(chart),
                Awaits::Decision(Actor::Patron(_)) => {
                    let input = self.decision(chart, self.cards[1].rank());
                    self.apply(input);
                }
                _ => {
                    let staff = [Deed::Deal, Deed::GoOn, Deed::CallDealersCard, Deed::Settle];
                    let input = |deed| Input::Act { by: Actor::Dealer, act: Act::Do(deed) };
                    let next = staff
                        .into_iter()
                        .find(|&deed| self.table.clone().apply(input(deed), &mut rules::Nobody).is_ok());
                    self.apply(input(next.expect("something to do")));
                }
            }
        }
    }

    /// Every value that may come, with its weight.
    fn each_card(self, chart: &Chart) -> [Fraction; 3] {
        let all = i128::from(self.left.total());
        assert!(all > 0, "the shoe ran out");
        let mut mean = [const { Fraction::ZERO }; 3];
        for point in 1..=10 {
            let alike: Vec<Card> = Card::all()
                .filter(|card| value(card.rank()) == point && self.left.count(*card) > 0)
                .collect();
            let Some(&card) = alike.first() else { continue };
            let many: u8 = alike.iter().map(|&card| self.left.count(card)).sum();
            let mut next = self.clone();
            next.left = next.left.seeing(card).expect("left");
            next.cards.push(card);
            next.apply(Input::Chance(Shown::Card(card)));
            let part = next.mean(chart);
            let chance = Fraction::new(many.into(), all);
            mean.iter_mut().zip(part).for_each(|(sum, part)| *sum += &chance * &part);
        }
        mean
    }
}

/// What the chart gains at the rules' own table, with these cards.
fn played(options: Options, cards: &str, chart: &Chart) -> [Fraction; 3] {
    let table: Blackjack = ready(options, &mut Generator::new(Generator::seed(0), 0)).expect("a table");
    let (net, staked) = (Money::ZERO, Money::ZERO);
    let mut round = Round { table, left: shoe(cards), cards: Vec::new(), total: None, net, staked };
    let place =
        Act::Place { seat: Seat(1), wager: Wager::Hand(1, Spot::First), stake: STAKE, tender: Tender::Chips };
    round.apply(Input::Act { by: Actor::Patron(PATRON), act: place });
    round.mean(chart)
}

/// The mean as a fraction.
fn fraction(analysis: &Analysis, chart: &Chart) -> Fraction {
    let plan = Plan::Chart(Box::new(chart.clone()));
    analysis.exact(Some(&plan), &|| ()).expect("counted")
}

fn check(settings: &str, cards: &str, chart: &Chart) {
    let options = options(&format!("decks=8 {settings}"));
    let [exact, square, staked] = played(options, cards, chart);
    let analysis = Analysis::of(options, &shoe(cards)).expect("enough cards");
    assert_eq!(fraction(&analysis, chart), exact, "{settings}; {cards}");
    let [exact, square, staked] = [exact, square, staked].map(|mean| mean.to_f64());
    let found = analysis.follow(chart);
    assert!((found.mean - exact).abs() < 1e-12, "{settings}; {cards}: {}, played {exact}", found.mean);
    assert!((found.stake - staked).abs() < 1e-12, "{settings}; {cards}: {}, staked {staked}", found.stake);
    // Two split hands are assumed to be independent except for the dealer's end, which is not true of such
    // a small shoe.
    let deviation = (square - exact * exact).sqrt();
    let error = if chart.pairs[7][0] == Play::Split { 0.05 } else { 1e-9 };
    assert!(
        (found.deviation - deviation).abs() < error,
        "{settings}: {}, played {deviation}",
        found.deviation
    );
}

/// Stands on 12 or more and splits every pair except tens: then nobody goes over 21 after a split, and what two hands
/// lose to one blackjack is exact.
fn bold() -> Chart {
    let row = |count: usize| if count < 12 { Play::DoubleHit } else { Play::Stand };
    Chart {
        hard: std::array::from_fn(|at| [row(at + 4); 10]),
        soft: std::array::from_fn(|at| [if at < 6 { Play::DoubleHit } else { Play::Stand }; 10]),
        pairs: std::array::from_fn(|at| [if at < 9 { Play::Split } else { Play::Stand }; 10]),
        insurance: false,
    }
}

/// Draws to 17 and splits nothing.
fn like_the_dealer() -> Chart {
    let row = |count: usize| if count < 17 { Play::Hit } else { Play::Stand };
    Chart {
        hard: std::array::from_fn(|at| [row(at + 4); 10]),
        soft: std::array::from_fn(|at| [row(at + 12); 10]),
        pairs: std::array::from_fn(|at| [row(if at == 0 { 12 } else { 2 * at + 2 }); 10]),
        insurance: false,
    }
}

const EIGHTS: &str = "8c 8d 8h 8s Tc Td Kh Ks Qc Qd Ac Ad 3c";
const NO_ACES: &str = "8c 8d 8h 8s Tc Td Kh Ks 9c 7d 6c 3d";
const SEVENS: &str = "7c 7d 7h 7s Tc Td 9h 9s Ac 4d 5c 6d";

#[test]
fn splits_and_doubles_are_worth_what_the_table_pays() {
    check("", EIGHTS, &bold());
    check("boxes=6 splits=3", EIGHTS, &bold());
    check("boxes=7 splits=2 aces-once=true", EIGHTS, &bold());
}
#[test]
fn drawing_is_worth_what_the_table_pays() {
    check("", EIGHTS, &like_the_dealer());
    check("five-card-21=true three-sevens=true", SEVENS, &like_the_dealer());
}

/// Draws to 17, doubles 9 to 11 and splits eights.
fn drawing_after_splits() -> Chart {
    let mut chart = like_the_dealer();
    chart.hard[9 - 4..=11 - 4].fill([Play::DoubleHit; 10]);
    chart.pairs[7] = [Play::Split; 10];
    chart
}

#[test]
fn split_hands_that_draw_are_worth_what_the_table_pays_where_nobody_has_a_blackjack() {
    check("", NO_ACES, &drawing_after_splits());
}

/// The fraction counts hands that go over 21 together, even from a shoe so small that one hand reveals much
/// about another.
#[test]
fn split_hands_that_go_over_21_against_a_blackjack_are_counted_together() {
    let chart = drawing_after_splits();
    for splits in ["", "boxes=7 splits=2", "boxes=6 splits=3"] {
        let options = options(&format!("decks=8 {splits}"));
        let [played, ..] = played(options, EIGHTS, &chart);
        let analysis = Analysis::of(options, &shoe(EIGHTS)).expect("enough cards");
        assert_eq!(fraction(&analysis, &chart), played, "{splits}");
        let apart = (analysis.follow(&chart).mean - played.to_f64()).abs();
        assert!(apart > 1e-9 || splits.contains("splits=3"), "{splits}: nothing to tell apart");
    }
}

/// Pairs split again against a blackjack that nobody looks for: a large shoe with few values, so that every round can
/// be played. Hands are assumed to go over 21 independently, which is nearly true even here. The error was a thousand
/// times larger while hands that got no other eight were counted like any other.
#[test]
fn pairs_split_again_are_worth_what_the_table_pays_where_nobody_looks() {
    let ranks = "8 T J Q K A".split(' ');
    let cards: Vec<String> =
        ranks.flat_map(|rank| "cdhs".chars().map(move |suit| format!("{rank}{suit} "))).collect();
    let cards = cards.concat().repeat(8);
    let (options, chart) = (options("decks=8 boxes=6 splits=3"), drawing_after_splits());
    let [exact, _, staked] = played(options, &cards, &chart);
    let analysis = Analysis::of(options, &shoe(&cards)).expect("enough cards");
    let found = analysis.follow(&chart);
    assert_eq!(fraction(&analysis, &chart), exact);
    let [exact, staked] = [exact, staked].map(|mean| mean.to_f64());
    println!("{} played {exact}, off by {:e}", found.mean, found.mean - exact);
    assert!((found.stake - staked).abs() < 1e-12, "{}, staked {staked}", found.stake);
    assert!((found.mean - exact).abs() < 2e-6, "{}, played {exact}", found.mean);
}

#[test]
fn surrender_is_worth_what_the_table_pays() {
    let mut chart = like_the_dealer();
    for row in &mut chart.hard[8..13] {
        *row = [Play::SurrenderHit; 10];
    }
    chart.pairs[7] = [Play::SurrenderSplit; 10];
    check("surrender=true", EIGHTS, &chart);
}

#[test]
fn both_cards_face_up_are_worth_what_the_table_pays() {
    check("second-card=face-up", EIGHTS, &bold());
    check("second-card=face-up", EIGHTS, &like_the_dealer());
    check("second-card=face-up", EIGHTS, &drawing_after_splits());
}

/// The cards left by value, for arithmetic.
struct Rest {
    counts: [f64; 11],
    total: f64,
}

impl Rest {
    fn take(&mut self, value: usize, many: f64) {
        self.counts[value] -= many;
        self.total -= many;
    }

    /// How often a split hand goes over 21 by the chart, and what follows then happens.
    fn over(&mut self, hand: Total, chart: &Chart, up: u8, then: &dyn Fn(&mut Rest) -> f64) -> f64 {
        let mut sum = 0.0;
        for rank in 1..=10 {
            let at = usize::from(rank);
            let chance = self.counts[at] / self.total;
            let next = hand.with(rank);
            self.take(at, 1.0);
            sum += chance
                * match () {
                    () if next.is_bust() => then(self),
                    () => match chart.total(next.count(), next.is_soft(), up) {
                        Play::Hit => self.over(next, chart, up, then),
                        // A hand that doubles here has at most 11, so one card does not bring it over 21.
                        _ => 0.0,
                    },
                };
            self.take(at, -1.0);
        }
        sum
    }
}

/// The analyzer assumes that two split hands go over 21 independently against a blackjack that nobody has looked for.
/// Only eights are split and drawn to against a ten or an ace; here both hands are drawn one after the other.
#[test]
fn two_hands_over_21_against_a_blackjack_are_all_but_independent() {
    let chart = Chart::read(include_str!("blackjack/basic.csv")).expect("a chart");
    let eight = Total::NONE.with(8);
    for decks in [6.0, 8.0] {
        let mut error = 0.0;
        for (up, second) in [(10, 1), (1, 10)] {
            let counts = std::array::from_fn(|value| if value == 10 { 16.0 * decks } else { 4.0 * decks });
            let mut rest = Rest { counts, total: 52.0 * decks };
            let mut often = 1.0;
            for value in [usize::from(up), 8, 8, second] {
                often *= rest.counts[value] / rest.total;
                rest.take(value, 1.0);
            }
            let one = rest.over(eight, &chart, up, &|_| 1.0);
            let both = rest.over(eight, &chart, up, &|rest| rest.over(eight, &chart, up, &|_| 1.0));
            assert!(one > 0.2 && both > 0.05, "{one} {both}");
            error += often * (both - one * one);
        }
        println!("{decks} decks: {error:e} of a wager");
        assert!(error.abs() < 5e-8, "{decks} decks: {error}");
    }
}

/// At a double shoe a player knows the cards of the side that the round is dealt from, not of all decks.
#[test]
fn a_turn_at_a_double_shoe_knows_the_cards_of_its_side() {
    let options = options("decks=3 left-decks=1 double-shoe=true red-suits=left");
    let mut seen = [false; 2];
    for seed in 0..40 {
        let mut generator = Generator::new(Generator::seed(seed), 0);
        let mut table: Blackjack = ready(options, &mut generator).expect("a table");
        let wager = Wager::Hand(1, Spot::First);
        let place = Act::Place { seat: Seat(1), wager, stake: STAKE, tender: Tender::Chips };
        table.apply(Input::Act { by: Actor::Patron(PATRON), act: place }, &mut rules::Nobody).expect("taken");
        while table.turn().is_none() && !table.bets().is_empty() {
            let input = usual_input(&table, &mut generator).expect("a step");
            table.apply(input, &mut rules::Nobody).expect("taken");
        }
        let Some(turn) = table.turn() else { continue };
        // Two cards of the player's and one of the dealer's have been seen.
        let decks = [1, 2].map(|decks| turn.unseen.total() == decks * 52 - 3);
        assert!(decks[0] != decks[1], "{}", turn.unseen.total());
        seen = [seen[0] || decks[0], seen[1] || decks[1]];
    }
    assert_eq!(seen, [true; 2]);
}
