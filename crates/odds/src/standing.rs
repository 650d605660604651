//! The outlook for the wagers on a table at any moment of a round. Every way in which the round can end is played
//! through the rules, starting from the current table: with the wagers on it, the cards on it and those left in its
//! shoe.

use crate::{
    Fraction, Priced, Unsolved,
    exact::chain::chances,
    graph::{self, Cell, Row},
    round::usual_step,
    steps::Steps,
};
use rules::{
    Actor, Awaits, Bet, Citation, Event, EventOf, Game, Input, InputOf, Outcome, Patron, kit::cards::Card,
};
use std::{
    collections::{BTreeMap, HashMap},
    rc::Rc,
};

/// The current value of a wager on the layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prospect<W> {
    /// The wager.
    pub bet: Bet<W>,
    /// The probability that it gains something for its patron.
    pub wins: Fraction,
    /// The probability that it costs something.
    pub loses: Fraction,
    /// Its average gain in cents, including vigorish.
    pub mean: Fraction,
}

/// The most outcomes that are tried if cards are dealt.
const MOST: u32 = 300_000;

/// The current value of each wager on the layout, in order.
///
/// # Errors
/// If it depends on decisions of patrons and no strategy is stated, or if there are too many ways to continue.
pub fn prospects<G: Priced>(table: &G) -> Result<Vec<Prospect<G::Wager>>, Unsolved> {
    if let Some(found) = table.outlook() {
        return found;
    }
    let bets: Vec<Bet<G::Wager>> = table.bets().to_vec();
    let mut first = Lying {
        table: table.clone(),
        lies: bets.iter().map(|bet| Some(bet.wager)).collect(),
        nets: vec![0; bets.len()],
    };
    let known = match first.go_on(&bets)? {
        true => Rc::new(first.over()),
        false if G::DECKS.is_some() || is_dealt(&first.table) => {
            Deals { bets: &bets, known: HashMap::new(), left: MOST }.of(&first)?
        }
        false => Rc::new(rolled(first, &bets)?),
    };
    let prospect = |(bet, worth): (Bet<G::Wager>, &Worth)| {
        let Worth { wins, loses, mean } = worth.clone();
        Prospect { bet, wins, loses, mean }
    };
    Ok(bets.iter().copied().zip(known.iter()).map(prospect).collect())
}

/// Whether a card or a tile comes next.
fn is_dealt<G: Game>(table: &G) -> bool {
    let mut cards = false;
    table.outcomes(&mut |chance, _| {
        cards |= matches!(chance.into(), Outcome::Card { .. } | Outcome::Tile { .. });
    });
    cards
}

/// A table with some wagers on it, and what the wagers that are no longer there have gained, in cents.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Lying<G: Game> {
    table: G,
    /// Where each of them is now; `None` once it is decided.
    lies: Vec<Option<G::Wager>>,
    nets: Vec<i64>,
}

/// The value of one wager.
#[derive(Clone, Default)]
struct Worth {
    wins: Fraction,
    loses: Fraction,
    mean: Fraction,
}

impl<G: Priced> Lying<G> {
    /// Everyone takes the usual steps until the equipment has to show something or every wager is decided; returns
    /// whether every wager is.
    fn go_on(&mut self, bets: &[Bet<G::Wager>]) -> Result<bool, Unsolved> {
        let mut steps = Steps::until("waiting for its equipment or at the end of the wagers");
        while self.lies.iter().any(Option::is_some) {
            steps.take()?;
            if let Awaits::Decision(Actor::Patron(patron)) = self.table.awaits()
                && !G::METHOD.is_empty()
                && self.table.choice(patron).is_none()
            {
                return Err(Unsolved::NeedsStrategy);
            }
            match usual_step(&self.table) {
                Some(input) => self.apply(input, bets)?,
                None => return Ok(false),
            }
        }
        Ok(true)
    }

    fn apply(&mut self, input: InputOf<G>, bets: &[Bet<G::Wager>]) -> Result<(), Unsolved> {
        let Lying { table, lies, nets } = self;
        // Vigorish is charged on the wager that was settled last.
        let mut last: HashMap<Patron, usize> = HashMap::new();
        let mut hear = |_: Citation, event: EventOf<G>| {
            let find = |lies: &[Option<G::Wager>], bet: &Bet<G::Wager>| {
                let is_it = |at: &usize| {
                    let own = &bets[*at];
                    (own.patron, own.seat, lies[*at]) == (bet.patron, bet.seat, Some(bet.wager))
                };
                (0..bets.len()).find(is_it)
            };
            match &event {
                Event::Moved { bet, to } => {
                    if let Some(at) = find(lies, bet) {
                        lies[at] = Some(*to);
                    }
                }
                Event::Returned { bet } => {
                    if let Some(at) = find(lies, bet) {
                        lies[at] = None;
                    }
                }
                Event::Settled { bet, taken, paid, .. } => {
                    if let Some(at) = find(lies, bet) {
                        lies[at] = None;
                        nets[at] += (*paid - *taken).as_cents();
                        last.insert(bet.patron, at);
                    }
                }
                Event::Charged { patron, vigorish } | Event::Marked { patron, vigorish } => {
                    if let Some(at) = last.get(patron) {
                        nets[*at] -= vigorish.as_cents();
                    }
                }
                _ => {}
            }
        };
        table.apply(input, &mut hear).map_err(Unsolved::Refused)
    }

    /// The table after an outcome, and whether every wager is then decided.
    fn shown(&self, chance: G::Chance, bets: &[Bet<G::Wager>]) -> Result<(Lying<G>, bool), Unsolved> {
        let mut next = self.clone();
        next.apply(Input::Chance(chance), bets)?;
        let is_over = next.go_on(bets)?;
        Ok((next, is_over))
    }

    /// The results of all wagers.
    fn over(&self) -> Vec<Worth> {
        let worth = |net: &i64| {
            let is = |holds: bool| if holds { Fraction::ONE } else { Fraction::ZERO };
            Worth { wins: is(*net > 0), loses: is(*net < 0), mean: Fraction::new((*net).into(), 1) }
        };
        self.nets.iter().map(worth).collect()
    }
}

impl Worth {
    fn add(&mut self, other: &Worth, chance: &Fraction) {
        self.wins += &other.wins * chance;
        self.loses += &other.loses * chance;
        self.mean += &other.mean * chance;
    }
}

/// Wheels and dice may go in cycles, so the probabilities of the ends are solved for.
fn rolled<G: Priced>(first: Lying<G>, bets: &[Bet<G::Wager>]) -> Result<Vec<Worth>, Unsolved> {
    let found = graph::explore([first], |state, met| {
        let mut row = Row { cells: Vec::new(), at_risk: true };
        for chance in graph::evenly(&state.table) {
            let (next, is_over) = state.shown(chance, bets)?;
            row.cells.push(match is_over {
                true => Cell { state: 0, end: met.ends.intern(next.nets) },
                false => Cell { state: met.state(next), end: 0 },
            });
        }
        Ok(Some(row).filter(|row| !row.cells.is_empty()))
    })?;
    let (graph, _) = graph::ending(found.ok_or(Unsolved::TooMany)?.0)?;
    let mut worth = vec![Worth::default(); bets.len()];
    for (end, chance) in chances(&graph)?.ends {
        for (sum, net) in worth.iter_mut().zip(&graph.ends[end]) {
            let is = |holds: bool| if holds { Fraction::ONE } else { Fraction::ZERO };
            let mean = Fraction::new((*net).into(), 1);
            sum.add(&Worth { wins: is(*net > 0), loses: is(*net < 0), mean }, &chance);
        }
    }
    Ok(worth)
}

/// Cards dealt one after another from the current shoe.
struct Deals<'a, G: Priced> {
    bets: &'a [Bet<G::Wager>],
    known: HashMap<Lying<G>, Rc<Vec<Worth>>>,
    /// How many more outcomes may be tried.
    left: u32,
}

impl<G: Priced> Deals<'_, G> {
    fn of(&mut self, state: &Lying<G>) -> Result<Rc<Vec<Worth>>, Unsolved> {
        if let Some(known) = self.known.get(state) {
            return Ok(Rc::clone(known));
        }
        // Of cards that no rule distinguishes, one represents all: the one with the most left.
        let mut menu: BTreeMap<u8, (G::Chance, u32, u32)> = BTreeMap::new();
        state.table.outcomes(&mut |chance, weight| {
            let class = match chance.into() {
                Outcome::Card { card } => G::class(card),
                Outcome::Tile { tile } => tile.index().to_le_bytes()[0],
                _ => return,
            };
            let (best, most, total) = menu.entry(class).or_insert((chance, 0, 0));
            if weight > *most {
                (*best, *most) = (chance, weight);
            }
            *total += weight;
        });
        let all: u32 = menu.values().map(|(_, _, weight)| weight).sum();
        if all == 0 {
            return Err(Unsolved::Stuck);
        }
        let mut sum = vec![Worth::default(); self.bets.len()];
        for (chance, _, weight) in menu.into_values().filter(|(_, _, weight)| *weight > 0) {
            self.left = self.left.checked_sub(1).ok_or(Unsolved::TooMany)?;
            let (next, is_over) = state.shown(chance, self.bets)?;
            let worth = if is_over { Rc::new(next.over()) } else { self.of(&next)? };
            let chance = Fraction::new(weight.into(), all.into());
            sum.iter_mut().zip(worth.iter()).for_each(|(sum, worth)| sum.add(worth, &chance));
        }
        let worth = Rc::new(sum);
        self.known.insert(state.clone(), Rc::clone(&worth));
        Ok(worth)
    }
}

/// A separate class for each card.
pub(crate) fn every_card(card: Card) -> u8 {
    Card::all().position(|other| other == card).and_then(|at| u8::try_from(at).ok()).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Generator, ready};
    use rules::{
        Nobody, Seat, craps::Craps, hands::baccarat::value, minibaccarat::Minibaccarat, roulette::Roulette,
    };

    /// A table after these lines; staff take the usual steps before the equipment shows something.
    fn table<G: Priced>(lines: &[&str]) -> G {
        let options = rounds::judge::<G>(&rounds::standard::<G>()).expect("lawful options");
        let mut table: G = ready(options, &mut Generator::first()).expect("a table");
        for line in lines {
            let input = rules::read_input::<G>(line).unwrap_or_else(|_| panic!("{line}"));
            while let (Input::Chance(_), Some(step)) = (&input, usual_step(&table)) {
                table.apply(step, &mut Nobody).expect("a usual step");
            }
            table.apply(input, &mut Nobody).unwrap_or_else(|refusal| panic!("{line}: {refusal}"));
        }
        table
    }

    fn said<G: Priced>(table: &G) -> Vec<[String; 3]> {
        let found = prospects(table).unwrap_or_else(|why| panic!("{why}"));
        found.iter().map(|one| [&one.wins, &one.loses, &one.mean].map(ToString::to_string)).collect()
    }

    #[test]
    fn a_wheel_has_its_odds_until_the_ball_falls() {
        let lying: Roulette = table(&["p1 straight 17 5", "p2 straight 18 10"]);
        let wants = |stake: i128| {
            let mean = Fraction::new(-2 * stake * 100, 38);
            ["1/38".to_owned(), "37/38".to_owned(), mean.to_string()]
        };
        assert_eq!(said(&lying), [wants(5), wants(10)]);
        assert_eq!(said(&table::<Roulette>(&[])), Vec::<[String; 3]>::new());
    }

    /// The published probabilities of the pass line: 244/495 before the come-out roll, 1/3 on a point of 4.
    #[test]
    fn a_point_changes_what_the_pass_line_is_worth() {
        let [wins, loses, _] = said(&table::<Craps>(&["p1 pass 5"])).remove(0);
        assert_eq!([wins, loses], ["244/495", "251/495"]);
        let [wins, loses, mean] = said(&table::<Craps>(&["p1 pass 5", "dice 2-2"])).remove(0);
        assert_eq!([wins, loses, mean], ["1/3", "2/3", "-500/3"]);
        // A come bet moves to its number and is still the same wager.
        let moved: Craps = table(&["p1 pass 5", "dice 2-2", "p1 come 5", "dice 3-3"]);
        let chances: Vec<String> = said(&moved).into_iter().map(|[wins, ..]| wins).collect();
        assert_eq!(chances, ["1/3", "5/11"]);
    }

    /// Player 5, Banker 7: the Player draws, the Banker stands. Only a 3 or a 4 beats the Banker, a 2 ties.
    #[test]
    fn the_shoe_as_it_is_decides_the_third_card() {
        let cards = ["2s", "4d", "3h", "3d"];
        let lines = [&["p1 sits at 3", "p1@3 banker 20"][..], &cards].concat();
        let coup: Minibaccarat = table(&lines);
        let (mut beats, mut ties, mut all) = (0, 0, 0);
        coup.outcomes(&mut |chance, weight| {
            if let Outcome::Card { card } = chance.into() {
                all += weight;
                beats += if matches!(value(card), 3 | 4) { weight } else { 0 };
                ties += if value(card) == 2 { weight } else { 0 };
            }
        });
        let found = prospects(&coup).expect("odds");
        assert_eq!(found[0].bet.seat, Seat(3));
        let part = |count: u32| Fraction::new(count.into(), all.into());
        assert_eq!([&found[0].wins, &found[0].loses], [&part(all - beats - ties), &part(beats)]);
        // 5 percent of 20 is charged when it wins.
        let mean = part(all - beats - ties) * Fraction::from(1_900) - part(beats) * Fraction::from(2_000);
        assert_eq!(found[0].mean, mean);
    }
}
