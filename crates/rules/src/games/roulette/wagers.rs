//! 5.1(e) and (f): what may be wagered at roulette, and where on the layout it lies.
//!
//! 5.1(d): a wager *is* its position, so nothing else can decide it. The layout is three columns of twelve
//! rows, number n in row (n − 1) ÷ 3; 0 and 00 lie above the first row, 0 over 1 and 2, 00 over 2 and 3 (R4). A
//! single zero lies over all three.

use super::options::{Options, Wheel};
use crate::games::prelude::*;
use crate::{
    kept::spelled,
    kit::wheels::{self, Pocket, Pockets},
    vocabulary::{Kinds, Vocabulary, is_spelt},
};
use core::fmt;

/// A wager, given by its position. Positions that no layout has can be named, and are refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wager {
    /// One number, in its box.
    Straight(Pocket),
    /// Five straights around this number, on the replica of the wheel.
    FiveAdjacent(Pocket),
    /// Two numbers, on the line between their boxes.
    Split(Pocket, Pocket),
    /// 0 and 00, on the line between the second and third dozen.
    SplitAtDozens,
    /// Three numbers: a row, or one of the groups with a zero.
    Three([Pocket; 3]),
    /// Four numbers around a corner.
    Four([Pocket; 4]),
    /// 0, 00, 1, 2 and 3.
    FirstFive,
    /// Two rows, by the first number and the last.
    Six(Pocket, Pocket),
    /// Twelve numbers: the first, second or third column.
    Column(u8),
    /// Twelve numbers: the first, second or third dozen.
    Dozen(u8),
    /// The red numbers.
    Red,
    /// The black numbers.
    Black,
    /// The odd numbers.
    Odd,
    /// The even numbers.
    Even,
    /// 1 to 18.
    Low,
    /// 19 to 36.
    High,
    /// 10 to 15 and 33.
    Seven,
}

spelled!(Wager, Wager::read, "a wager at roulette");

/// 5.1(f): the seven numbers.
const SEVEN: Pockets = {
    let mut seven = [Pocket::ZERO; 7];
    let mut i = 0;
    while i < 7 {
        seven[i] = match Pocket::number([10, 11, 12, 13, 14, 15, 33][i]) {
            Some(pocket) => pocket,
            None => panic!("no such number"),
        };
        i += 1;
    }
    Pockets::of(&seven)
};

impl Wager {
    /// The provision on the wager: the paragraphs of 5.1(e) in their order, then (f).
    pub const fn cite(self) -> Citation {
        match self {
            Wager::Straight(_) => cite!("5.1(e)1"),
            Wager::FiveAdjacent(_) => cite!("5.1(e)1.i.(2)"),
            Wager::Split(..) | Wager::SplitAtDozens => cite!("5.1(e)2"),
            Wager::Three(three) if Self::has_zero(three) => cite!("5.1(e)3.i"),
            Wager::Three(_) => cite!("5.1(e)3"),
            Wager::Four(_) => cite!("5.1(e)4"),
            Wager::FirstFive => cite!("5.1(e)5"),
            Wager::Six(..) => cite!("5.1(e)6"),
            Wager::Column(_) => cite!("5.1(e)7"),
            Wager::Dozen(_) => cite!("5.1(e)8"),
            Wager::Red => cite!("5.1(e)9"),
            Wager::Black => cite!("5.1(e)10"),
            Wager::Odd => cite!("5.1(e)11"),
            Wager::Even => cite!("5.1(e)12"),
            Wager::Low => cite!("5.1(e)13"),
            Wager::High => cite!("5.1(e)14"),
            Wager::Seven => cite!("5.1(f)"),
        }
    }

    /// The numbers on which it wins.
    pub fn covers(self, wheel: Wheel) -> Pockets {
        match self {
            Wager::Straight(n) => Pockets::of(&[n]),
            Wager::FiveAdjacent(center) => {
                wheels::five_adjacent(wheel.rim(), center).map_or(Pockets::NONE, |five| Pockets::of(&five))
            }
            Wager::Split(a, b) => Pockets::of(&[a, b]),
            Wager::SplitAtDozens => Pockets::of(&[Pocket::ZERO, Pocket::DOUBLE_ZERO]),
            Wager::Three(three) => Pockets::of(&three),
            Wager::Four(four) => Pockets::of(&four),
            Wager::FirstFive => {
                Pockets::of(&[Pocket::ZERO, Pocket::DOUBLE_ZERO, Self::n(1), Self::n(2), Self::n(3)])
            }
            Wager::Six(first, last) => match (first.value(), last.value()) {
                (Some(a), Some(b)) => Pockets::numbers(a, b, 1),
                _ => Pockets::NONE,
            },
            Wager::Column(c) => Pockets::numbers(c, 36, 3),
            Wager::Dozen(d) => Pockets::numbers(12 * d - 11, 12 * d, 1),
            Wager::Red => wheels::RED,
            Wager::Black => wheels::RED.others(),
            Wager::Odd => Pockets::numbers(1, 36, 2),
            Wager::Even => Pockets::numbers(2, 36, 2),
            Wager::Low => Pockets::numbers(1, 18, 1),
            Wager::High => Pockets::numbers(19, 36, 1),
            Wager::Seven => SEVEN,
        }
    }

    /// Whether it is one of the six even chances, which 5.2(b) to (d) treat alike.
    pub const fn is_even_chance(self) -> bool {
        use Wager::*;
        matches!(self, Red | Black | Odd | Even | Low | High)
    }

    /// The provision under which it may be placed at this table, or the refusal: the position must exist on
    /// this layout, and the licensee must offer what is optional. (R3, R4, R6)
    pub fn place(self, options: &Options) -> Result<Citation, Refusal> {
        let wheel = options.wheel();
        let there = match self {
            Wager::Straight(n) => wheel.plays(n),
            Wager::FiveAdjacent(center) => {
                if !options.five_adjacent() {
                    return Err(Refusal::new(cite!("5.1(e)1.i"), Why::NotOffered));
                }
                wheels::five_adjacent(wheel.rim(), center)
                    .is_some_and(|five| five.into_iter().all(|n| wheel.plays(n)))
            }
            Wager::Split(a, b) => wheel.plays(a) && wheel.plays(b) && share_a_line(a, b, wheel),
            Wager::SplitAtDozens => wheel.plays(Pocket::DOUBLE_ZERO),
            Wager::Three(three) => share_a_row(three) || share_a_zero_corner(three, wheel),
            Wager::Four([a, ..]) => corner(a) == Some(self),
            Wager::FirstFive => wheel.plays(Pocket::DOUBLE_ZERO),
            Wager::Six(first, _) => two_rows(first) == Some(self),
            Wager::Column(c) => (1..=3).contains(&c),
            Wager::Dozen(d) => (1..=3).contains(&d),
            Wager::Red | Wager::Black | Wager::Odd | Wager::Even | Wager::Low | Wager::High => true,
            Wager::Seven => {
                if !options.seven_numbers() {
                    return Err(Refusal::new(cite!("5.1(f)"), Why::NotOffered));
                }
                true
            }
        };
        if there { Ok(self.placed_by()) } else { Err(Refusal::new(self.cite(), Why::NoSuchPlace)) }
    }

    /// The provision on where it is placed: its own, or a separate one.
    pub const fn placed_by(self) -> Citation {
        match self {
            Wager::Three(three) if Self::has_zero(three) => cite!("5.1(e)3.ii"),
            Wager::Seven => cite!("5.1(f)2"),
            _ => self.cite(),
        }
    }

    const fn has_zero(three: [Pocket; 3]) -> bool {
        three[0].is_zero() || three[1].is_zero() || three[2].is_zero()
    }

    fn n(number: u8) -> Pocket {
        Pocket::number(number).expect("a number of the layout")
    }
}

/// 5.1(e)2: whether two boxes share a line. Neighbors in a row or a column do; 0 with 1 and 2, 00 with 2 and
/// 3, and 0 with 00; on a single zero layout 0 with 1, 2 and 3 (R4).
fn share_a_line(a: Pocket, b: Pocket, wheel: Wheel) -> bool {
    match (a.value(), b.value()) {
        (Some(a), Some(b)) => b == a + 3 || b == a + 1 && a % 3 != 0,
        (None, Some(b)) => zero_touches(a, wheel).contains(&b),
        (None, None) => a == Pocket::ZERO && b == Pocket::DOUBLE_ZERO,
        (Some(_), None) => false,
    }
}

/// The numbers of the first row whose boxes touch this zero's.
fn zero_touches(zero: Pocket, wheel: Wheel) -> &'static [u8] {
    match (wheel.plays(Pocket::DOUBLE_ZERO), zero) {
        (true, Pocket::DOUBLE_ZERO) => &[2, 3],
        (true, _) => &[1, 2],
        (false, _) => &[1, 2, 3],
    }
}

/// 5.1(e)3: a row of the layout.
fn share_a_row([a, b, c]: [Pocket; 3]) -> bool {
    match (a.value(), b.value(), c.value()) {
        (Some(a), Some(b), Some(c)) => a % 3 == 1 && b == a + 1 && c == a + 2,
        _ => false,
    }
}

/// 5.1(e)3.i: the three groups with a zero, in the order 0, 00, numbers. Only 0-1-2 needs no 00 (R3).
fn share_a_zero_corner(three: [Pocket; 3], wheel: Wheel) -> bool {
    let [zero, double] = [Pocket::ZERO, Pocket::DOUBLE_ZERO];
    three == [zero, Wager::n(1), Wager::n(2)]
        || wheel.plays(double)
            && (three == [zero, double, Wager::n(2)] || three == [double, Wager::n(2), Wager::n(3)])
}

/// 5.1(e)4: the four boxes around the corner below and to the right of this number's.
fn corner(a: Pocket) -> Option<Wager> {
    let a = a.value().filter(|a| a % 3 != 0 && *a <= 32)?;
    Some(Wager::Four([a, a + 1, a + 3, a + 4].map(Wager::n)))
}

/// 5.1(e)6: the row that begins with this number, and the next.
fn two_rows(first: Pocket) -> Option<Wager> {
    let a = first.value().filter(|a| a % 3 == 1 && *a <= 31)?;
    Some(Wager::Six(first, Wager::n(a + 5)))
}

impl Kinds for Wager {
    fn kind(self) -> &'static str {
        match self {
            Wager::Straight(_) => "straight",
            Wager::FiveAdjacent(_) => "five-adjacent",
            Wager::Split(..) | Wager::SplitAtDozens => "split",
            Wager::Three(_) => "three",
            Wager::Four(_) => "four",
            Wager::FirstFive => "first-five",
            Wager::Six(..) => "six",
            Wager::Seven => "seven",
            Wager::Column(_) => "column",
            Wager::Dozen(_) => "dozen",
            Wager::Red => "red",
            Wager::Black => "black",
            Wager::Odd => "odd",
            Wager::Even => "even",
            Wager::Low => "1-to-18",
            Wager::High => "19-to-36",
        }
    }
}

impl fmt::Display for Wager {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind())?;
        match *self {
            Wager::Straight(n) | Wager::FiveAdjacent(n) => write!(f, " {n}"),
            Wager::Split(a, b) | Wager::Six(a, b) => write!(f, " {a}-{b}"),
            Wager::SplitAtDozens => f.write_str(" 0-00 at dozens"),
            Wager::Three([a, b, c]) => write!(f, " {a}-{b}-{c}"),
            Wager::Four([a, b, c, d]) => write!(f, " {a}-{b}-{c}-{d}"),
            Wager::Column(n) | Wager::Dozen(n) => write!(f, " {n}"),
            _ => Ok(()),
        }
    }
}

/// Numbers in a name are in the order 0, 00, 1, 2, 3 …, each of them once.
fn order(p: Pocket) -> u8 {
    match (p, p.value()) {
        (Pocket::ZERO, _) => 0,
        (_, None) => 1,
        (_, Some(n)) => n + 1,
    }
}

fn read_pockets<const N: usize>(text: &str) -> Option<[Pocket; N]> {
    let mut pockets = [Pocket::ZERO; N];
    let mut parts = text.split('-');
    for pocket in &mut pockets {
        *pocket = Pocket::read(parts.next()?)?;
    }
    pockets.sort_unstable_by_key(|&p| order(p));
    let distinct = pockets.windows(2).all(|w| w[0] != w[1]);
    (parts.next().is_none() && distinct).then_some(pockets)
}

impl Vocabulary for Wager {
    /// Every position of every layout, and every pair of numbers whether or not their boxes touch.
    fn each(tell: &mut dyn FnMut(Wager)) {
        Pocket::all().map(Wager::Straight).for_each(&mut *tell);
        Pocket::all().map(Wager::FiveAdjacent).for_each(&mut *tell);
        for n in Pocket::all() {
            for m in Pocket::all().filter(|&m| order(m) > order(n)) {
                tell(Wager::Split(n, m));
            }
        }
        tell(Wager::SplitAtDozens);
        let [zero, double] = [Pocket::ZERO, Pocket::DOUBLE_ZERO];
        for three in [
            [zero, Wager::n(1), Wager::n(2)],
            [zero, double, Wager::n(2)],
            [double, Wager::n(2), Wager::n(3)],
        ] {
            tell(Wager::Three(three));
        }
        for first in (1..=34).step_by(3) {
            tell(Wager::Three([0, 1, 2].map(|i| Wager::n(first + i))));
        }
        Pocket::all().filter_map(corner).for_each(&mut *tell);
        tell(Wager::FirstFive);
        Pocket::all().filter_map(two_rows).for_each(&mut *tell);
        tell(Wager::Seven);
        (1..=3).map(Wager::Column).for_each(&mut *tell);
        (1..=3).map(Wager::Dozen).for_each(&mut *tell);
        use Wager::*;
        [Red, Black, Odd, Even, Low, High].into_iter().for_each(tell);
    }

    fn read(text: &str) -> Option<Wager> {
        let (kind, rest) = text.split_once(' ').unwrap_or((text, ""));
        let nth = |text: &str| (1..=3).find(|n| is_spelt(n, text));
        match (kind, rest) {
            ("straight", n) => Pocket::read(n).map(Wager::Straight),
            ("five-adjacent", n) => Pocket::read(n).map(Wager::FiveAdjacent),
            ("split", "0-00 at dozens") => Some(Wager::SplitAtDozens),
            ("split", pair) => read_pockets(pair).map(|[a, b]| Wager::Split(a, b)),
            ("three", three) => read_pockets(three).map(Wager::Three),
            ("four", four) => read_pockets(four).map(Wager::Four),
            ("six", pair) => read_pockets(pair).map(|[a, b]| Wager::Six(a, b)),
            ("column", n) => nth(n).map(Wager::Column),
            ("dozen", n) => nth(n).map(Wager::Dozen),
            ("first-five", "") => Some(Wager::FirstFive),
            ("seven", "") => Some(Wager::Seven),
            ("red", "") => Some(Wager::Red),
            ("black", "") => Some(Wager::Black),
            ("odd", "") => Some(Wager::Odd),
            ("even", "") => Some(Wager::Even),
            ("1-to-18", "") => Some(Wager::Low),
            ("19-to-36", "") => Some(Wager::High),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    extern crate std;
    use std::{collections::BTreeMap, string::ToString, vec::Vec};

    fn placeable(options: &Options) -> BTreeMap<&'static str, Vec<Wager>> {
        let mut all: BTreeMap<_, Vec<Wager>> = BTreeMap::new();
        Wager::each(&mut |w| {
            if w.place(options).is_ok() {
                all.entry(w.kind()).or_default().push(w);
            }
        });
        all
    }

    #[test]
    fn every_layout_has_its_positions_and_no_other() {
        let count = |options: &Options| -> Vec<(&str, usize)> {
            placeable(options).iter().map(|(&kind, all)| (kind, all.len())).collect()
        };
        let evens = ["1-to-18", "19-to-36", "black", "even", "odd", "red"];
        for (wheel, straights, five, splits, threes, first_five) in [
            (Wheel::DoubleZero, 38, 38, 57 + 5 + 1, 12 + 3, 1),
            (Wheel::SingleZero, 37, 37, 57 + 3, 12 + 1, 0),
            (Wheel::DoubleZeroAsSingle, 37, 33, 57 + 3, 12 + 1, 0),
        ] {
            let mut want: BTreeMap<&str, usize> = evens.map(|even| (even, 1)).into();
            want.extend([
                ("straight", straights),
                ("five-adjacent", five),
                ("split", splits),
                ("three", threes),
                ("four", 22),
                ("first-five", first_five),
                ("six", 11),
                ("seven", 1),
                ("column", 3),
                ("dozen", 3),
            ]);
            want.retain(|_, n| *n > 0);
            assert_eq!(count(&Options::sample(wheel)), want.into_iter().collect::<Vec<_>>(), "{wheel:?}");
        }
    }

    #[test]
    fn every_wager_covers_as_many_numbers_as_its_name_says() {
        let options = Options::sample(Wheel::DoubleZero);
        for (kind, wagers) in placeable(&options) {
            let want = match kind {
                "straight" => 1,
                "split" => 2,
                "three" => 3,
                "four" => 4,
                "first-five" | "five-adjacent" => 5,
                "six" => 6,
                "seven" => 7,
                "column" | "dozen" => 12,
                _ => 18,
            };
            for w in wagers {
                assert_eq!(w.covers(options.wheel()).len(), want, "{w}");
            }
        }
    }

    #[test]
    fn wagers_are_read_as_they_are_spelt() {
        Wager::each(&mut |w| assert_eq!(Wager::read(&w.to_string()), Some(w), "{w}"));
        assert_eq!(Wager::read("split 00-0"), Wager::read("split 0-00"));
        for text in
            ["split 1-1", "split 1", "four 1-2-3", "column 4", "dozen 0", "straight 37", "snake", "red 1"]
        {
            assert_eq!(Wager::read(text), None, "{text}");
        }
    }
}
