//! 5.1(d) and (e): the drawing of roulette compared with the rules: what touches what, and what covers what.

use felt::{Area, FeltView, Kind};
use rounds::Settings;
use rules::{
    GameId, Vocabulary, games,
    kit::wheels::Pocket,
    roulette::{Options, Roulette, Wager},
};

const MORE: &str =
    "five-adjacent=true layout.wheel-replica=true seven-numbers=true layout.seven-numbers=true";

fn layouts() -> Vec<(Options, FeltView)> {
    let wheels = ["wheel=double-zero zero=all", "wheel=single-zero", "wheel=double-zero-as-single"];
    let all = wheels.iter().flat_map(|wheel| [(*wheel).to_owned(), format!("{wheel} {MORE}")]);
    all.map(|text| {
        let settings = Settings::read(&text).expect("settings");
        let written = settings.entries();
        let options = games::options::<Roulette>(&written, &mut |v| panic!("{v:?}")).expect("lawful");
        (options, felt::of(GameId::Roulette, &written, &mut |_| ()).expect("lawful"))
    })
    .collect()
}

/// Left, top, right, bottom.
fn sides(area: &Area) -> [i32; 4] {
    let xs = || area.points.iter().map(|point| point[0]);
    let ys = || area.points.iter().map(|point| point[1]);
    [xs().min(), ys().min(), xs().max(), ys().max()].map(|side| side.expect("corners"))
}

/// Whether two rectangles share more than an edge.
fn touches(one: &Area, other: &Area) -> bool {
    let ([a, b, c, d], [e, f, g, h]) = (sides(one), sides(other));
    a.max(e) < c.min(g) && b.max(f) < d.min(h)
}

fn number(felt: &FeltView, pocket: Pocket) -> &Area {
    felt.area(&Wager::Straight(pocket).to_string(), 0).expect("every number has a box")
}

#[test]
fn every_wager_the_table_takes_has_one_area_and_no_other_wager_has() {
    for (options, felt) in layouts() {
        let mut taken = 0;
        Wager::each(&mut |wager| {
            let areas = felt.areas.iter().filter(|area| area.act == wager.to_string()).count();
            assert_eq!(areas, usize::from(wager.place(&options).is_ok()), "{wager}: {options:?}");
            taken += areas;
        });
        assert_eq!(taken, felt.areas.len());
    }
}

#[test]
fn an_area_says_what_its_wager_covers() {
    for (options, felt) in layouts() {
        for area in &felt.areas {
            let wager = Wager::read(&area.act).expect("a wager");
            let covered = wager.covers(options.wheel());
            let says: Vec<Pocket> = area.covers.iter().map(|n| Pocket::read(n).expect("a number")).collect();
            assert!(says.len() == covered.len() as usize && says.iter().all(|&n| covered.has(n)), "{wager}");
        }
    }
}

/// A line or corner lies on the boxes of exactly the numbers it covers. Rows lie on their outer line, so only
/// boxes that touch that line count; 0 and 00 between the dozens touch none.
#[test]
fn a_line_or_corner_touches_the_boxes_of_what_it_covers() {
    for (options, felt) in layouts() {
        let lines = felt.areas.iter().filter(|area| matches!(area.kind, Kind::Line | Kind::Corner));
        for area in lines {
            let wager = Wager::read(&area.act).expect("a wager");
            let covered = wager.covers(options.wheel());
            let is_outer =
                |pocket: Pocket| pocket == Pocket::ZERO || pocket.value().is_some_and(|n| n % 3 == 1);
            for pocket in Pocket::all().filter(|&pocket| options.wheel().plays(pocket)) {
                let want = match wager {
                    Wager::SplitAtDozens => false,
                    Wager::Six(..) | Wager::FirstFive => covered.has(pocket) && is_outer(pocket),
                    Wager::Three([first, ..]) if !first.is_zero() => covered.has(pocket) && is_outer(pocket),
                    _ => covered.has(pocket),
                };
                assert_eq!(touches(area, number(&felt, pocket)), want, "{wager} and {pocket}: {options:?}");
            }
        }
    }
}

/// Boxes that share more than a corner are the ones that may be split, and no others (R4).
#[test]
fn the_drawing_and_the_law_agree_on_what_can_be_split() {
    for (options, felt) in layouts() {
        Wager::each(&mut |wager| {
            let Wager::Split(a, b) = wager else { return };
            if ![a, b].iter().all(|&pocket| options.wheel().plays(pocket)) {
                return;
            }
            let ([l1, t1, r1, b1], [l2, t2, r2, b2]) = (sides(number(&felt, a)), sides(number(&felt, b)));
            let beside = (r1 == l2 || r2 == l1) && t1.max(t2) < b1.min(b2);
            let above = (b1 == t2 || b2 == t1) && l1.max(l2) < r1.min(r2);
            assert_eq!(beside || above, wager.place(&options).is_ok(), "{wager}: {options:?}");
        });
    }
}

#[test]
fn the_words_are_for_people() {
    let (_, felt) = layouts().remove(1);
    let says = |act: &str| felt.area(act, 0).map(|area| area.says.clone()).expect("on the layout");
    assert_eq!(says("split 17-20"), "split 17 and 20, pays 17 to 1");
    assert_eq!(says("first-five"), "first five 0, 1, 2, 3 and 00, pays 6 to 1");
    assert_eq!(says("dozen 1"), "dozen 1, pays 2 to 1");
    assert_eq!(says("red"), "red, pays 1 to 1");
    let five = "five adjacent numbers, 0, 2, 9, 14 and 28, pays 35 to 1 on one of five chips";
    assert_eq!(says("five-adjacent 0"), five);
}
