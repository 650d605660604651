//! The felt of a craps table in the terminal: the puck, whose chips lie where, and what each roll did to p1's wagers.

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

/// How many of the last rolls are shown.
const SHOWN: usize = 24;
/// The inner width of a number's box, and of the whole felt.
const BOX: usize = 11;
const WIDE: usize = 6 * BOX + 5;

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

/// The craps table behind a table of any game.
fn craps<G: Game>(table: &G) -> Option<&Craps> {
    (table as &dyn Any).downcast_ref()
}

impl Felt {
    /// Whether the game is played on one.
    pub fn is_for<G: Game>() -> bool {
        G::NAME == Craps::NAME
    }

    /// Hears what an input does.
    pub fn hear<G: Game>(&mut self, event: &EventOf<G>) {
        let Some(event) = (event as &dyn Any).downcast_ref::<EventOf<Craps>>() else { return };
        match *event {
            Event::Shown { chance: Roll(dice), .. } => self.dice = Some(dice),
            Event::Called { call: Call::Total(total) } => self.total = Some(total),
            Event::Settled { bet: Bet { patron: P1, wager, .. }, fate, taken, paid, .. } => {
                self.did.push(Did::Settled { wager, fate, gain: paid - taken });
            }
            Event::Moved { bet: Bet { patron: P1, .. }, to } => self.did.push(Did::Moved { to }),
            Event::Charged { patron: P1, vigorish } => self.did.push(Did::Charged(vigorish)),
            _ => {}
        }
    }

    /// If the input was a roll: the stick's call, what it did to p1, and the felt as it is now.
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

    /// `point 6`, for the prompt.
    pub fn state<G: Game>(table: &G) -> Option<String> {
        let table = craps(table)?;
        Some(table.point().map_or_else(|| "come-out".to_owned(), |point| format!("point {point}")))
    }

    /// What p1 means by a short word: `odds 20` behind his line bet.
    pub fn meant<G: Game>(table: &G, line: &str) -> Option<String> {
        let table = craps(table)?;
        let (stake, point) = (line.strip_prefix("odds ")?, table.point()?);
        let dont = table.bets().iter().any(|bet| bet.patron == P1 && bet.wager == Wager::DontPass);
        let wager = if dont { Wager::DontPassOdds(point) } else { Wager::PassOdds(point) };
        Some(format!("p1 {wager} {stake}"))
    }

    fn draw(&self, table: &Craps) -> String {
        let felt = Drawing { table };
        let mut text = String::from("\n");
        let edge = |left: &str, joint: &str, right: &str| {
            let parts = vec!["─".repeat(BOX); 6].join(joint);
            format!("  {}\n", paint(LINE, format!("{left}{parts}{right}")))
        };
        text += &edge("┌", "┬", "┐");
        let against: [fn(Number) -> Wager; 4] =
            [Wager::DontComeOn, Wager::DontComeOdds, Wager::PlaceLose, Wager::Lay];
        let with: [fn(Number) -> Wager; 4] = [Wager::ComeOn, Wager::ComeOdds, Wager::Place, Wager::Buy];
        text += &felt.rows(&against);
        text += &felt.numbers();
        text += &felt.rows(&with);
        text += &edge("├", "┴", "┤");
        for areas in felt.areas() {
            text += &felt.line(&areas);
        }
        text += &format!("  {}\n", paint(LINE, format!("└{}┘", "─".repeat(WIDE))));
        text + &self.history()
    }

    /// The last rolls: a point set, made, or lost to a seven.
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
        format!("  {} {}  {legend}\n", paint(DIM, "rolls"), all.join(" "))
    }
}

/// `⚃`.
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

/// `won +24.00  lost -5.00`: what the roll did to p1.
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

/// A piece of text and how wide it is.
#[derive(Clone)]
struct Piece(String, usize);

impl Piece {
    fn plain(text: &str, style: Style) -> Piece {
        Piece(paint(style, text), text.chars().count())
    }

    /// Filled up with spaces; never cut, for a box shows whatever lies in it.
    fn filled(self, width: usize) -> String {
        let Piece(text, has) = self;
        text + &" ".repeat(width.saturating_sub(has))
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
    text.strip_suffix(".00").unwrap_or(&text).to_owned()
}

struct Drawing<'a> {
    table: &'a Craps,
}

impl Drawing<'_> {
    /// What lies on a wager: p1's chips, then a dot for those of others.
    fn on(&self, wager: Wager) -> Option<Piece> {
        let bets = || self.table.bets().iter().filter(move |bet| bet.wager == wager);
        let own: Money = bets().filter(|bet| bet.patron == P1).map(|bet| bet.stake).sum();
        let others = bets().any(|bet| bet.patron != P1);
        let is_on = bets().filter(|bet| bet.patron == P1).all(|bet| self.table.is_on(bet));
        let mut text = if own > Money::ZERO { chips(own) } else { String::new() };
        text += if is_on { "" } else { " off" };
        let dot = if others { "•" } else { "" };
        if text.is_empty() && !others {
            return None;
        }
        let own = Piece::plain(&text, if is_on { CHIP } else { DIM });
        Some(Piece::join(vec![own, Piece::plain(dot, DIM)], ""))
    }

    /// The boxes of the six numbers, one line for each kind of wager that lies on any of them.
    fn rows(&self, kinds: &[fn(Number) -> Wager]) -> String {
        let mut text = String::new();
        for kind in kinds {
            if !self.table.bets().iter().any(|bet| Number::ALL.iter().any(|&n| kind(n) == bet.wager)) {
                continue;
            }
            let cell = |n: Number| {
                let wager = kind(n);
                self.on(wager).map_or_else(
                    || Piece(String::new(), 0),
                    |lies| Piece::join(vec![Piece::plain(short(wager), DIM), lies], " "),
                )
            };
            text += &boxes(Number::ALL.map(cell));
        }
        text
    }

    /// The numbers, and the puck.
    fn numbers(&self) -> String {
        boxes(Number::ALL.map(|n| {
            let name = Piece::plain(&n.to_string(), NAME);
            match self.table.point() {
                Some(point) if point == n => Piece::join(vec![name, Piece::plain(" ON ", PUCK)], " "),
                _ => name,
            }
        }))
    }

    /// The other areas of the layout, line by line: a name, and what lies there.
    fn areas(&self) -> Vec<Vec<(String, Option<Piece>)>> {
        let area = |name: &str, wager: Wager| (name.to_owned(), self.on(wager));
        let point = self.table.point();
        let odds = |name: &str, line: Wager, on: fn(Number) -> Wager| {
            let behind = point.and_then(|n| self.on(on(n)));
            let lies =
                [self.on(line), behind.map(|Piece(text, wide)| Piece(format!("+ {text} odds"), wide + 7))];
            let all: Vec<Piece> = lies.into_iter().flatten().collect();
            (name.to_owned(), (!all.is_empty()).then(|| Piece::join(all, " ")))
        };
        let hard = |hard: Hard| area(&format!("HARD {}", hard.total()), Wager::Hardway(hard));
        let mut horn = vec![area("HORN", Wager::Horn)];
        horn.extend(Horn::ALL.map(|h| area(&format!("HIGH {}", h.total()), Wager::HornHigh(h))));
        horn.retain(|(name, lies)| name == "HORN" || lies.is_some());
        let mut single = Horn::ALL.map(|h| area(&h.total().to_string(), Wager::Next(h))).to_vec();
        single.push(area("C&E", Wager::CAndE));
        vec![
            vec![area("COME", Wager::Come), area("DON'T COME bar 12", Wager::DontCome)],
            vec![area("FIELD (2) 3 4 9 10 11 (12)", Wager::Field)],
            vec![
                odds("PASS", Wager::Pass, Wager::PassOdds),
                odds("DON'T PASS bar 12", Wager::DontPass, Wager::DontPassOdds),
            ],
            Hard::ALL.map(hard).to_vec(),
            vec![area("ANY 7", Wager::AnySeven), area("ANY CRAPS", Wager::AnyCraps)]
                .into_iter()
                .chain(horn)
                .collect(),
            single,
        ]
    }

    fn line(&self, areas: &[(String, Option<Piece>)]) -> String {
        let pieces = areas.iter().map(|(name, lies)| match lies {
            Some(Piece(text, wide)) => {
                Piece(format!("{} {text}", paint(NAME, name)), name.chars().count() + 1 + wide)
            }
            None => Piece::plain(name, DIM),
        });
        let inner = Piece::join(pieces.collect(), "   ");
        let side = paint(LINE, "│");
        format!("  {side} {}{side}\n", inner.filled(WIDE - 1))
    }
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

fn boxes(cells: [Piece; 6]) -> String {
    let side = paint(LINE, "│");
    let inner: Vec<String> = cells.map(|cell| format!(" {}", cell.filled(BOX - 1))).to_vec();
    format!("  {side}{}{side}\n", inner.join(&side))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rounds::{entries, respond, standard};
    use rules::{read_input, table};

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    /// Plays lines, and gives what was shown last and the table.
    fn play(lines: &[&str]) -> (String, Felt, Craps) {
        let settings = standard::<Craps>();
        let options = table::options::<Craps>(&entries(&settings), &mut |_| ()).expect("lawful");
        let (mut table, mut felt, mut shown) = (Craps::open(options), Felt::default(), String::new());
        for line in lines {
            let input = read_input::<Craps>(line).expect("readable");
            let before = table.clone();
            let answers = respond(&mut table, input, &mut |event| felt.hear::<Craps>(event));
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
        assert!(shown.contains("│ come 10   "), "{shown}");
        assert!(shown.contains("│ place •   │ place 12  "), "{shown}");
        assert!(shown.contains("PASS 10 + 20 odds"), "{shown}");
        assert!(shown.contains("HARD 8 5"), "{shown}");
        assert!(shown.contains("rolls (6) 9"), "{shown}");
        let frame = shown.lines().filter(|line| line.contains('│') && !line.contains("rolls"));
        assert!(frame.map(|line| line.chars().count()).all(|wide| wide == WIDE + 4), "{shown}");
        assert_eq!(Felt::state(&table).as_deref(), Some("point 6"));
        assert_eq!(Felt::meant(&table, "odds 10").as_deref(), Some("p1 pass-odds 6 10"));
        assert_eq!(plain(&felt.picture(&table)), shown[shown.find("\n\n").expect("the felt") + 1..]);
    }

    #[test]
    fn every_total_has_a_call_and_nothing_decided_is_said() {
        let send = "dealer sends the dice out";
        let (shown, ..) = play(&["p1 place 6 12", send, "dice 4-3"]);
        assert!(shown.contains("seven, front line winner") && shown.contains("nothing of yours was decided"));
        assert!(shown.contains("place 12 off"), "{shown}");
        for dice in Dice::all() {
            for point in [None, Some(Number::Six)] {
                assert!(!stick(dice.total(), Some(dice), point).is_empty());
            }
        }
    }
}
