//! The layout of a craps table in the terminal: the puck, the chips, and what each roll did to p1's wagers.

use crate::screen::{BAD, BOLD, DIM, GOOD, paint};
use anstyle::{AnsiColor, Style};
use rules::{
    Bet, Event, EventOf, Fate, Game, Money, Patron,
    craps::{Call, Craps, Hard, Horn, Number, Roll, Wager},
    kit::dice::{Dice, Die},
};
use std::any::Any;

const P1: Patron = Patron(1);
const LINE: Style = AnsiColor::Green.on_default();
const CHIP: Style = AnsiColor::Yellow.on_default().bold();
const PUCK: Style = Style::new().bold().invert();
const NAME: Style = Style::new().bold();

/// The number of recent rolls shown.
const SHOWN: usize = 24;
/// The inner width of a number's box, and of half the layout.
const BOX: usize = 12;
const HALF: usize = 3 * BOX + 2;

/// What p1 has seen of a craps table.
#[derive(Default)]
pub struct Felt {
    rolls: Vec<Thrown>,
    /// What the roll in progress has done so far.
    dice: Option<Dice>,
    total: Option<u8>,
    did: Vec<Did>,
}

/// A roll, and the point before it.
struct Thrown {
    total: u8,
    point: Option<Number>,
}

/// What a roll did to one wager of p1's.
enum Did {
    Settled { wager: Wager, fate: Fate, gain: Money },
    Moved { to: Wager },
    Charged(Money),
}

/// The craps table, if the game is craps.
fn craps<G: Game>(table: &G) -> Option<&Craps> {
    (table as &dyn Any).downcast_ref()
}

impl Felt {
    /// Whether the game is craps.
    pub fn is_for<G: Game>() -> bool {
        G::NAME == Craps::NAME
    }

    /// Records the effect of an input.
    pub fn hear<G: Game>(&mut self, event: &EventOf<G>) {
        let Some(event) = (event as &dyn Any).downcast_ref::<EventOf<Craps>>() else { return };
        match *event {
            Event::Shown { chance: Roll(dice), .. } => self.dice = Some(dice),
            Event::Called { call: Call::CallsTotal { total, .. } } => self.total = Some(total),
            Event::Settled { bet: Bet { patron: P1, wager, .. }, fate, taken, paid, .. } => {
                self.did.push(Did::Settled { wager, fate, gain: paid - taken });
            }
            Event::Moved { bet: Bet { patron: P1, .. }, to } => self.did.push(Did::Moved { to }),
            Event::Charged { patron: P1, vigorish } => self.did.push(Did::Charged(vigorish)),
            _ => {}
        }
    }

    /// If the input was a roll: the stickperson's call, its effect on p1, and the layout as it is now.
    pub fn after<G: Game>(&mut self, before: &G, table: &G) -> Option<String> {
        let (dice, total, did) = (self.dice.take(), self.total.take(), std::mem::take(&mut self.did));
        let (before, table) = (craps(before)?, craps(table)?);
        let total = total?;
        let point = before.point();
        self.rolls.push(Thrown { total, point });
        let faces =
            dice.map_or_else(String::new, |Dice(one, other)| format!("{} {} ", face(one), face(other)));
        let call = stick(total, dice, point);
        let mut text = format!("\n  {}  {}\n", paint(BOLD, format!("{faces}{total}")), paint(BOLD, call));
        text += &summary(&did);
        Some(text + &self.draw(table))
    }

    /// The felt of a table.
    pub fn picture<G: Game>(&self, table: &G) -> String {
        craps(table).map_or_else(String::new, |table| self.draw(table))
    }

    /// The state for the prompt, such as `point 6`.
    pub fn state<G: Game>(table: &G) -> Option<String> {
        let table = craps(table)?;
        Some(table.point().map_or_else(|| "come-out".to_owned(), |point| format!("point {point}")))
    }

    /// What p1 means by a short word: `odds 20` behind p1's line bet.
    pub fn meant<G: Game>(table: &G, line: &str) -> Option<String> {
        let table = craps(table)?;
        // Without a point, the law itself says so.
        let (stake, point) = (line.strip_prefix("odds ")?, table.point().unwrap_or(Number::Six));
        let dont = table.bets().iter().any(|bet| bet.patron == P1 && bet.wager == Wager::DontPass);
        let wager = if dont { Wager::DontPassOdds(point) } else { Wager::PassOdds(point) };
        Some(format!("p1 {wager} {stake}"))
    }

    fn draw(&self, table: &Craps) -> String {
        let felt = Drawing { table };
        let against: [fn(Number) -> Wager; 4] =
            [Wager::DontComeOn, Wager::DontComeOdds, Wager::PlaceLose, Wager::Lay];
        let with: [fn(Number) -> Wager; 4] = [Wager::ComeOn, Wager::ComeOdds, Wager::Place, Wager::Buy];
        let mut text = format!("\n{}", rule("┌", "┬┬┬┬┬", "┐"));
        text += &felt.rows(&against);
        text += &felt.numbers();
        text += &felt.rows(&with);
        text += &rule("├", "┴┴┼┴┴", "┤");
        felt.halves().into_iter().for_each(|[left, right]| text += &row(&[left, right], HALF));
        text += &rule("├", "┬┬┼┬┬", "┤");
        felt.center().into_iter().for_each(|six| text += &row(&six, BOX));
        text += &rule("└", "┴┴┴┴┴", "┘");
        text + &self.history()
    }

    /// The recent rolls: a point set, made, or lost to a seven.
    fn history(&self) -> String {
        let from = self.rolls.len().saturating_sub(SHOWN);
        let mark = |roll: &Thrown| {
            let total = roll.total.to_string();
            match (roll.point, Number::of(roll.total)) {
                (Some(_), _) if roll.total == 7 => paint(BAD, "7") + " │",
                (Some(point), made) if made == Some(point) => paint(GOOD, format!("{total}*")),
                (None, Some(_)) => paint(CHIP, format!("({total})")),
                (None, None) => paint(NAME, total),
                _ => total,
            }
        };
        let all: Vec<String> = self.rolls[from..].iter().map(mark).collect();
        if all.is_empty() {
            return String::new();
        }
        let legend = paint(DIM, "(n) a point, n* made, │ seven out");
        format!(" {} {}  {legend}\n", paint(DIM, "rolls"), all.join(" "))
    }
}

/// A die face such as `⚃`.
fn face(die: Die) -> char {
    ['⚀', '⚁', '⚂', '⚃', '⚄', '⚅'][usize::from(die.spots()) - 1]
}

/// What the stickperson might say.
fn stick(total: u8, dice: Option<Dice>, point: Option<Number>) -> String {
    let hard = dice.is_some_and(Dice::is_pair);
    match (total, point) {
        (7, Some(_)) => "seven out: line away".to_owned(),
        (7, None) => "seven, front line winner".to_owned(),
        (11, None) => "yo-eleven, front line winner".to_owned(),
        (11, Some(_)) => "yo-eleven".to_owned(),
        (2 | 3 | 12, None) => format!("craps {total}, line away"),
        (2 | 3 | 12, Some(_)) => format!("craps {total}"),
        (total, Some(point)) if point.total() == total => format!("{total}, winner: the point is made"),
        (total, None) => format!("{total}{}, mark it", if hard { " the hard way" } else { "" }),
        (4 | 6 | 8 | 10, Some(_)) => format!("{total}, {}", if hard { "the hard way" } else { "easy" }),
        (total, Some(_)) => format!("{total}"),
    }
}

/// Writes `won +24.00  lost -5.00`: what the roll did to p1.
fn summary(did: &[Did]) -> String {
    if did.is_empty() {
        return format!("  {}\n", paint(DIM, "nothing of yours was decided"));
    }
    let mut sum = Money::ZERO;
    let parts: Vec<String> = did
        .iter()
        .map(|did| match did {
            Did::Settled { wager, fate, gain } => {
                sum += *gain;
                match fate {
                    Fate::Won => paint(GOOD, format!("{wager} +{gain}")),
                    Fate::Lost => paint(BAD, format!("{wager} {gain}")),
                    Fate::Void | Fate::Halved => format!("{wager} back"),
                }
            }
            Did::Moved { to } => paint(CHIP, format!("→ {to}")),
            Did::Charged(vigorish) => {
                sum -= *vigorish;
                paint(BAD, format!("charge -{vigorish}"))
            }
        })
        .collect();
    let sign = if sum > Money::ZERO { "+" } else { "" };
    let style = if sum < Money::ZERO { BAD } else { GOOD };
    format!("  {}   {}\n", parts.join("  "), paint(style, format!("this roll {sign}{sum}")))
}

/// A piece of text and its width.
#[derive(Clone)]
struct Piece(String, usize);

impl Piece {
    fn plain(text: &str, style: Style) -> Piece {
        Piece(paint(style, text), text.chars().count())
    }

    /// Padded with spaces; never cut, because a box shows everything on it.
    fn filled(&self, width: usize) -> String {
        format!("{}{}", self.0, " ".repeat(width.saturating_sub(self.1)))
    }

    fn join(pieces: Vec<Piece>, between: &str) -> Piece {
        let width = pieces.iter().map(|p| p.1).sum::<usize>()
            + between.chars().count() * pieces.len().saturating_sub(1);
        Piece(pieces.into_iter().map(|p| p.0).collect::<Vec<_>>().join(between), width)
    }
}

/// Dollars, and cents only if there are any.
fn chips(stake: Money) -> String {
    let text = stake.to_string();
    format!("${}", text.strip_suffix(".00").unwrap_or(&text))
}

struct Drawing<'a> {
    table: &'a Craps,
}

impl Drawing<'_> {
    /// What is on a wager with its own name: p1's chips, in brackets if they are off, then a dot for other
    /// people's chips.
    fn on(&self, name: &str, wager: Wager) -> Option<Piece> {
        let bets = || self.table.bets().iter().filter(move |bet| bet.wager == wager);
        let own: Money = bets().filter(|bet| bet.patron == P1).map(|bet| bet.stake).sum();
        let is_on = bets().filter(|bet| bet.patron == P1).all(|bet| self.table.is_on(bet));
        let others = bets().any(|bet| bet.patron != P1);
        let name = if name.is_empty() { String::new() } else { format!("{name} ") };
        let lies = match (own > Money::ZERO, is_on) {
            (false, _) if !others => return None,
            (false, _) => Piece::plain(&name, DIM),
            (true, true) => Piece::join(vec![Piece::plain(&name, DIM), Piece::plain(&chips(own), CHIP)], ""),
            (true, false) => Piece::plain(&format!("({name}{})", chips(own)), DIM),
        };
        Some(Piece::join(vec![lies, Piece::plain(if others { "•" } else { "" }, DIM)], ""))
    }

    /// The boxes of the six numbers, one line for each kind of wager on any of them.
    fn rows(&self, kinds: &[fn(Number) -> Wager]) -> String {
        let mut text = String::new();
        for kind in kinds {
            if !self.table.bets().iter().any(|bet| Number::ALL.iter().any(|&n| kind(n) == bet.wager)) {
                continue;
            }
            let cell = |n: Number| {
                let fits = self.on(short(kind(n)), kind(n)).filter(|lies| lies.1 < BOX);
                fits.or_else(|| self.on("", kind(n))).unwrap_or_else(|| Piece(String::new(), 0))
            };
            text += &row(&Number::ALL.map(cell), BOX);
        }
        text
    }

    /// The numbers, and the puck.
    fn numbers(&self) -> String {
        let cell = |n: Number| {
            let name = Piece::plain(&n.to_string(), NAME);
            match self.table.point() {
                Some(point) if point == n => Piece::join(vec![name, Piece::plain(" ON ", PUCK)], " "),
                _ => name,
            }
        };
        row(&Number::ALL.map(cell), BOX)
    }

    /// An area of the layout: its name, and what is on it.
    fn area(&self, name: &str, wager: Wager) -> Piece {
        named(name, self.on("", wager))
    }

    /// A line with the odds behind it.
    fn line(&self, name: &str, line: Wager, odds: fn(Number) -> Wager) -> Piece {
        let behind = self.table.point().and_then(|n| self.on("", odds(n)));
        let behind = behind.map(|Piece(text, wide)| Piece(format!("+ {text} odds"), wide + 7));
        let all: Vec<Piece> = [self.on("", line), behind].into_iter().flatten().collect();
        named(name, (!all.is_empty()).then(|| Piece::join(all, " ")))
    }

    /// Lines, come and field, with the puck while it is off.
    fn halves(&self) -> [[Piece; 2]; 3] {
        let puck = match (self.table.point(), self.table.shooter()) {
            (None, _) => Piece::join(
                vec![Piece::plain(" OFF ", PUCK), Piece::plain("come-out roll, (bets) off", DIM)],
                " ",
            ),
            (Some(_), Some(shooter)) => Piece::plain(&format!("{shooter} shoots"), DIM),
            (Some(_), None) => Piece::plain("", DIM),
        };
        [
            [self.area("COME", Wager::Come), self.area("DON'T COME bar 12", Wager::DontCome)],
            [self.area("FIELD 2 3 4 9 10 11 12", Wager::Field), puck],
            [
                self.line("PASS", Wager::Pass, Wager::PassOdds),
                self.line("DON'T PASS bar 12", Wager::DontPass, Wager::DontPassOdds),
            ],
        ]
    }

    /// The wagers in the middle of the table, and the Horn High where its area is used.
    fn center(&self) -> Vec<[Piece; 6]> {
        let [four, six, eight, ten] =
            Hard::ALL.map(|hard| self.area(&format!("HARD {}", hard.total()), Wager::Hardway(hard)));
        let [two, three, eleven, twelve] =
            Horn::ALL.map(|horn| self.area(&horn.total().to_string(), Wager::Next(horn)));
        let [seven, craps] = [self.area("ANY 7", Wager::AnySeven), self.area("CRAPS", Wager::AnyCraps)];
        let [horn, c_and_e] = [self.area("HORN", Wager::Horn), self.area("C&E", Wager::CAndE)];
        let mut rows =
            vec![[four, six, eight, ten, seven, craps], [two, three, eleven, twelve, c_and_e, horn]];
        if self.table.options().horn_high_area() {
            let [two, three, eleven, twelve] =
                Horn::ALL.map(|horn| self.area(&format!("HIGH {}", horn.total()), Wager::HornHigh(horn)));
            rows.push([two, three, eleven, twelve, Piece::plain("", DIM), Piece::plain("", DIM)]);
        }
        rows
    }
}

/// A name, bold if something is on it.
fn named(name: &str, lies: Option<Piece>) -> Piece {
    match lies {
        Some(lies) => Piece::join(vec![Piece::plain(name, NAME), lies], " "),
        None => Piece::plain(name, DIM),
    }
}

/// A line across the layout, with a joint between boxes.
fn rule(left: &str, joints: &str, right: &str) -> String {
    let side = "─".repeat(BOX);
    let parts: String = joints.chars().map(|joint| format!("{side}{joint}")).collect();
    format!(" {}\n", paint(LINE, format!("{left}{parts}{side}{right}")))
}

/// Boxes side by side.
fn row(cells: &[Piece], width: usize) -> String {
    let side = paint(LINE, "│");
    let inner: Vec<String> = cells.iter().map(|cell| format!(" {}", cell.filled(width - 1))).collect();
    format!(" {side}{}{side}\n", inner.join(&side))
}

/// What a wager on a number is called in its box.
fn short(wager: Wager) -> &'static str {
    match wager {
        Wager::ComeOn(_) => "come",
        Wager::DontComeOn(_) => "d.c.",
        Wager::ComeOdds(_) | Wager::DontComeOdds(_) => "odds",
        Wager::Place(_) => "place",
        Wager::PlaceLose(_) => "lose",
        Wager::Buy(_) => "buy",
        Wager::Lay(_) => "lay",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rounds::{respond, standard};
    use rules::{games, read_input};

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    /// Plays lines, and returns the last output and the table.
    fn play(lines: &[&str]) -> (String, Felt, Craps) {
        let settings = standard::<Craps>();
        let options = games::options::<Craps>(&settings.entries(), &mut |_| ()).expect("lawful");
        let (mut table, mut felt, mut shown) = (Craps::open(options), Felt::default(), String::new());
        for line in lines {
            let input = read_input::<Craps>(line).expect("readable");
            let before = table.clone();
            let answers: Vec<rounds::Answer> =
                respond(&mut table, input, &mut |event| felt.hear::<Craps>(event));
            assert!(answers.iter().all(|answer| !answer.is_no()), "{line}: {answers:?}");
            shown = felt.after(&before, &table).map_or(shown, |text| plain(&text));
        }
        (shown, felt, table)
    }

    #[test]
    fn the_felt_shows_puck_and_chips_and_what_a_roll_did() {
        let send = "dealer sends the dice out";
        let (shown, felt, table) = play(&[
            "p1 pass 10",
            "p1 hardway 8 5",
            "p2 place 6 12",
            send,
            "dice 3-3",
            "p1 pass-odds 6 20",
            "p1 come 10",
            "p1 field 5",
            "p1 place 8 12",
            send,
            "dice 5-4",
        ]);
        assert!(shown.contains("⚄ ⚃ 9"), "{shown}");
        assert!(shown.contains("field +5.00  → come 9   this roll +5.00"), "{shown}");
        assert!(shown.contains("│ 6  ON "), "{shown}");
        assert!(shown.contains("│ come $10   "), "{shown}");
        assert!(shown.contains("│ place •    │ place $12  "), "{shown}");
        assert!(shown.contains("PASS $10 + $20 odds"), "{shown}");
        assert!(shown.contains("HARD 8 $5"), "{shown}");
        assert!(shown.contains("rolls (6) 9"), "{shown}");
        let frame = shown.lines().filter(|line| line.contains('│') && !line.contains("rolls"));
        assert!(frame.map(|line| line.chars().count()).all(|wide| wide == 80), "{shown}");
        assert_eq!(Felt::state(&table).as_deref(), Some("point 6"));
        assert_eq!(Felt::meant(&table, "odds 10").as_deref(), Some("p1 pass-odds 6 10"));
        assert_eq!(plain(&felt.picture(&table)), shown[shown.find("\n\n").expect("the felt") + 1..]);
    }

    #[test]
    fn every_total_has_a_call_and_nothing_decided_is_said() {
        let send = "dealer sends the dice out";
        let (shown, ..) = play(&["p1 place 6 12", send, "dice 4-3"]);
        assert!(shown.contains("seven, front line winner") && shown.contains("nothing of yours was decided"));
        assert!(shown.contains("│ (place $12)│"), "{shown}");
        for dice in Dice::all() {
            for point in [None, Some(Number::Six)] {
                assert!(!stick(dice.total(), Some(dice), point).is_empty());
            }
        }
    }
}
