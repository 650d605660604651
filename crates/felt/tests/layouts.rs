//! Every layout under several options: whatever a table offers has exactly one place, and areas of one kind
//! do not overlap.

use books::{Engine, Offered, Said};
use felt::{Area, FeltView, Kind};
use rounds::Settings;
use rules::{Actor, Awaits, GameId, Patron};
use std::{collections::HashSet, sync::Arc};

/// The tables under test: the usual one of each game, and those whose options change the layout.
const TABLES: &[(&str, &[&str])] = &[
    ("craps", &["", "layout.horn-high=true match-play=true", "places=3 unpayable=round-up"]),
    (
        "blackjack",
        &[
            "",
            "boxes=6 splits=3 additional-wager=over-under-13 additional-maximum=25",
            "boxes=7 splits=2 several-boxes=true bettors-per-box=2",
            "boxes=8 multiple-action=two-or-three",
            "boxes=7 multiple-action=three additional-wager=same-suit same-suit-payout=1 additional-maximum=25",
            "second-card=face-up boxes=1",
        ],
    ),
    (
        "punto-banco",
        &["", "seats=14 deal=to-players vigorish-collection=deferred", "seats=1 match-play=true"],
    ),
    ("chemin-de-fer", &["", "seats=14", "seats=3"]),
    (
        "roulette",
        &[
            "",
            "zero=half five-adjacent=true layout.wheel-replica=true seven-numbers=true layout.seven-numbers=true",
        ],
    ),
    ("big-six", &["", "odds.joker=\"47 to 1\""]),
    ("sic-bo", &["", "paytable=australia odds.one-of-a-kind=\"3 to 2\""]),
    ("keno", &["", "rates.15=\"15=1000\" rates.2=\"\" most-games=1"]),
    ("red-dog", &["", "areas=9 several-areas=true", "areas=1"]),
    (
        "minibaccarat",
        &[
            "",
            "total-cards=true bonus=true bonus-paytable=A seats=9",
            "vigorish=dragon-7 dragon-wager=true seats=5",
            "bonus=true bonus-paytable=C vigorish=half-on-six",
        ],
    ),
    ("pai-gow", &["", "player-bank=true"]),
    ("pai-gow-poker", &["", "player-bank=true"]),
    ("caribbean-stud", &["", "seats=6"]),
    ("double-down-stud", &["", "seats=3"]),
    ("let-it-ride", &["", "odds.flush=\"9 to 1\""]),
];

/// A layout, and its table.
struct Table {
    name: String,
    felt: FeltView,
    engine: Arc<dyn Engine>,
}

fn open(game: &str, own: &str) -> Table {
    let id = GameId::find(game).expect("a game");
    let settings = Settings::standard(id).with(Settings::read(own).expect("settings"));
    let name = format!("{game} {settings}");
    let engine = books::open(id, &settings).unwrap_or_else(|wrong| panic!("{name}: {wrong:?}"));
    let felt = felt::of(id, &settings.entries(), &mut |_| ()).expect("lawful");
    Table { name, felt, engine }
}

fn tables() -> impl Iterator<Item = Table> {
    assert_eq!(TABLES.len(), GameId::ALL.len());
    TABLES.iter().flat_map(|(game, all)| all.iter().map(|own| open(game, own)))
}

/// Whether a point, offset by half a unit from the corners, lies within a shape.
fn within([x, y]: [f64; 2], points: &[[i32; 2]]) -> bool {
    let mut inside = false;
    let before = points.iter().cycle().skip(points.len() - 1);
    for ([x1, y1], [x2, y2]) in before.zip(points).map(|(a, b)| (a.map(f64::from), b.map(f64::from))) {
        if (y1 > y) != (y2 > y) && x < (x2 - x1) * (y - y1) / (y2 - y1) + x1 {
            inside = !inside;
        }
    }
    inside
}

fn bounds(area: &Area) -> [[i32; 2]; 2] {
    let span = |i: usize| {
        let all = || area.points.iter().map(|point| point[i]);
        [all().min().expect("corners"), all().max().expect("corners")]
    };
    let ([left, right], [top, bottom]) = (span(0), span(1));
    [[left, top], [right, bottom]]
}

/// Whether two areas overlap by more than the rounding of their corners.
fn overlap(one: &Area, other: &Area) -> bool {
    let ([a, b], [c, d]) = (bounds(one), bounds(other));
    let [left, top] = [a[0].max(c[0]), a[1].max(c[1])];
    let [right, bottom] = [b[0].min(d[0]), b[1].min(d[1])];
    let common = |x: i32, y: i32| {
        let point = [f64::from(x) + 0.5, f64::from(y) + 0.5];
        within(point, &one.points) && within(point, &other.points)
    };
    let points = (left..right).step_by(2).flat_map(|x| (top..bottom).step_by(2).map(move |y| (x, y)));
    points.filter(|&(x, y)| common(x, y)).count() > 15
}

#[test]
fn every_area_is_on_the_layout_and_large_enough_and_has_its_words() {
    for Table { name, felt, .. } in tables() {
        let mut seen = HashSet::new();
        for area in &felt.areas {
            let what = format!("{name}: {} at {}", area.act, area.seat);
            assert!(seen.insert((area.act.as_str(), area.seat)), "{what}: twice");
            let [low, high] = bounds(area);
            assert!(low[0] >= 0 && low[1] >= 0 && high[0] <= felt.width && high[1] <= felt.height, "{what}");
            assert!(high[0] - low[0] >= 24 && high[1] - low[1] >= 24, "{what}: too small to be hit");
            assert!(
                within(area.spot.map(|n| f64::from(n) + 0.1), &area.points),
                "{what}: chips lie beside it"
            );
            assert!(!area.says.is_empty() && !area.cite.is_empty(), "{what}");
            assert!(area.pays.is_empty() || area.says.contains(&area.pays), "{what}");
            assert!(area.label.is_empty() || area.size >= 10, "{what}: cannot be read");
        }
        for mark in &felt.marks {
            for [x, y] in mark.points.iter().chain([&mark.at]) {
                assert!((0..=felt.width).contains(x) && (0..=felt.height).contains(y), "{name}: {mark:?}");
            }
        }
        let names: HashSet<&str> = felt.places.iter().map(|place| place.name.as_str()).collect();
        assert_eq!(names.len(), felt.places.len(), "{name}: a place has two spots");
    }
}

/// At roulette, lines and corners lie above boxes. Nothing else overlaps.
#[test]
fn areas_do_not_overlap() {
    for Table { name, felt, .. } in tables() {
        let may = |one: &Area, other: &Area| felt.game == "roulette" && one.kind != other.kind;
        for (nth, one) in felt.areas.iter().enumerate() {
            for other in felt.areas[nth + 1..].iter().filter(|other| !may(one, other)) {
                assert!(
                    !overlap(one, other),
                    "{name}: {} {} and {} {}",
                    one.act,
                    one.seat,
                    other.act,
                    other.seat
                );
            }
        }
    }
}

/// Pseudorandom numbers, the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % n
    }
}

/// Everyone who may act.
fn people() -> Vec<Actor> {
    (1..=3).map(|n| Actor::Patron(Patron(n))).chain(Actor::STAFF).collect()
}

/// Something that may happen now.
fn next(engine: &dyn Engine, chance: &mut Chance) -> Option<String> {
    if engine.awaits() == Awaits::Equipment {
        let outcomes = engine.outcomes();
        let nth = chance.below(outcomes.len().max(1));
        return outcomes.into_iter().nth(nth).map(|(shown, _)| shown);
    }
    // Sometimes the usual step, so that rounds come to an end; sometimes a wager; sometimes anything.
    let people = people();
    let by = match engine.awaits() {
        Awaits::Decision(by) => by,
        _ => Actor::Dealer,
    };
    let turn = chance.below(4);
    if turn < 2
        && let Some(usual) = engine.usual(by)
    {
        return Some(usual);
    }
    let all = people.into_iter().flat_map(|by| engine.offers(by).into_iter().map(move |offer| (by, offer)));
    let (wagers, deeds): (Vec<_>, Vec<_>) = all.partition(|(_, offer)| offer.tender.is_some());
    let some = if deeds.is_empty() || turn < 3 && !wagers.is_empty() { wagers } else { deeds };
    let (by, offer) = some.get(chance.below(some.len().max(1)))?;
    Some(offer.line(*by, offer.least))
}

/// Whether the layout shows an offer: a wager, or a seat to take.
fn is_shown(offer: &Offered) -> bool {
    let takes_place = ["sits at ", "stands at "].iter().any(|verb| offer.act.starts_with(verb));
    offer.tender.is_some() || takes_place
}

#[test]
fn whatever_is_offered_and_whatever_lies_there_has_its_area() {
    for (nth, Table { name, felt, mut engine }) in tables().enumerate() {
        let mut shown = HashSet::new();
        let mut chance = Chance(47 + nth as u64);
        for _ in 0..250 {
            for by in people() {
                for offer in engine.offers(by).into_iter().filter(is_shown) {
                    let area = felt.area(&offer.act, offer.seat.0);
                    assert!(area.is_some(), "{name}: {by} may {} at {}", offer.act, offer.seat.0);
                    shown.insert((offer.act, offer.seat.0));
                }
            }
            // A ticket lies nowhere, and one for several games is another one after each of them.
            for bet in engine.bets().into_iter().filter(|_| felt.game != "keno") {
                let there = felt.area(&bet.wager, bet.seat.0).is_some();
                assert!(there, "{name}: {} lies on {} at {}", bet.patron, bet.wager, bet.seat.0);
            }
            let Some(line) = next(&*engine, &mut chance) else { break };
            engine = engine.after_line(&line).unwrap_or_else(|| panic!("{name}: {line}")).engine;
        }
        let met = felt.areas.iter().filter(|area| shown.remove(&(area.act.clone(), area.seat))).count();
        assert!(met * 6 > felt.areas.len(), "{name}: play came to {met} of {} areas", felt.areas.len());
    }
}

#[test]
fn every_area_is_an_act_that_the_table_can_read() {
    for Table { name, felt, engine } in tables() {
        for area in &felt.areas {
            let (seat, stake) = match (area.seat, area.kind) {
                (_, Kind::Seat) => (String::new(), ""),
                (0, _) => (String::new(), " 5.00"),
                (seat, _) => (format!("@{seat}"), " 5.00"),
            };
            let line = format!("p1{seat} {}{stake}", area.act);
            let Ok(said) = engine.read(&line) else { panic!("{name}: {line}") };
            let stakes = area.kind != Kind::Seat;
            let by = Actor::Patron(Patron(1));
            assert_eq!(said.said, Said::Act { by, stakes, cut: None }, "{name}: {line}");
        }
    }
}
