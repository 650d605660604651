//! A player at a real table who follows the best chart by totals.

use super::{Analysis, Plan, Play};
use crate::{Habit, Unsolved};
use rules::{
    Act, ActOf, Actor, Game, Money, Patron, Seat, Tender,
    blackjack::{Blackjack, Deed, Options, Spot, Wager},
    hands::blackjack::{Total, is_pair, value},
    kit::cards::Card,
};
use std::collections::HashMap;

/// What the best chart by totals does, and what it loses in the first round of a shoe, per initial wager.
///
/// # Errors
/// The same as [`Analysis::fresh`].
pub(crate) fn habit(options: Options) -> Result<Habit<Blackjack>, Unsolved> {
    let analysis = Analysis::fresh(options)?;
    let plan = analysis.plan();
    let edge = options.multiple_action().is_none().then(|| -analysis.follow_plan(&plan).mean);
    let chart = Cells::of(&plan);
    Ok(Habit { decide: Box::new(move |table, patron, chips| chart.decide(table, patron, chips)), edge })
}

/// A chart, by row and column.
struct Cells {
    /// For each column, what to do with a hard total, a soft total, and a pair by its value.
    columns: Vec<Column>,
    /// The columns by name.
    names: HashMap<String, usize>,
    is_exposed: bool,
}

/// What to do against one view of the dealer.
#[derive(Clone)]
struct Column {
    hard: [Play; 22],
    soft: [Play; 22],
    pairs: [Play; 11],
}

impl Cells {
    fn of(plan: &Plan) -> Cells {
        let (names, rows) = plan.grid();
        let empty = Column { hard: [Play::Stand; 22], soft: [Play::Stand; 22], pairs: [Play::Stand; 11] };
        let mut columns = vec![empty; names.len()];
        for (row, plays) in rows {
            for (column, play) in columns.iter_mut().zip(plays) {
                let (line, name) = match (row.strip_prefix("soft "), row.strip_prefix("pair ")) {
                    (Some(total), _) => (&mut column.soft[..], total),
                    (_, Some(value)) => (&mut column.pairs[..], value),
                    _ => (&mut column.hard[..], row.as_str()),
                };
                let at = if name == "A" { Some(1) } else { name.parse::<usize>().ok() };
                if let Some(cell) = at.and_then(|at| line.get_mut(at)) {
                    *cell = play;
                }
            }
        }
        let names = names.into_iter().enumerate().map(|(at, name)| (name, at)).collect();
        Cells { columns, names, is_exposed: matches!(plan, Plan::Exposed(_)) }
    }

    fn column(&self, dealer: &[Card]) -> Option<&Column> {
        let total = Total::of_cards(dealer);
        let name = match (self.is_exposed, dealer.first()?.rank()) {
            (true, _) if total.is_soft() && total.dealer_draws() => format!("s{}", total.count()),
            (true, _) => total.count().to_string(),
            (false, 1) => "A".to_owned(),
            (false, rank) => rank.min(10).to_string(),
        };
        self.columns.get(*self.names.get(&name)?)
    }

    /// What to do with the hand whose turn it is, given the patron's chips; `None` if it is not this patron's turn.
    fn decide(&self, table: &Blackjack, patron: Patron, chips: Money) -> Option<ActOf<Blackjack>> {
        let turn = table.turn().filter(|turn| turn.caller == patron)?;
        let column = self.column(turn.dealer)?;
        let total = Total::of_cards(turn.cards);
        let line = if total.is_soft() { &column.soft } else { &column.hard };
        let by_total = *line.get(usize::from(total.count()))?;
        let by_pair = match turn.cards {
            [one, other] if is_pair(one.rank(), other.rank()) => column.pairs[usize::from(value(one.rank()))],
            _ => by_total,
        };
        let seat = table.bets().iter().find(|bet| bet.patron == patron)?.seat;
        let may = Lawful { table, by: Actor::Patron(patron), seat, chips };
        may.follow(by_pair).or_else(|| may.follow(by_total))
    }
}

/// What the rules allow a player to do now, for the full amount.
struct Lawful<'a> {
    table: &'a Blackjack,
    by: Actor,
    seat: Seat,
    chips: Money,
}

impl Lawful<'_> {
    fn deed(&self, deed: Deed) -> Option<ActOf<Blackjack>> {
        Some(Act::Do(deed)).filter(|act| self.table.guard(self.by, *act).is_ok())
    }

    /// The first of these wagers that the table accepts, with the highest stake allowed.
    fn wager(&self, wagers: impl Iterator<Item = Wager>) -> Option<ActOf<Blackjack>> {
        let act = |wager, stake| Act::Place { seat: self.seat, wager, stake, tender: Tender::Chips };
        let mut most = wagers.filter_map(|wager| {
            let terms = self.table.guard(self.by, act(wager, Money::ZERO)).ok()?;
            Some((wager, terms.most))
        });
        let (wager, most) = most.next()?;
        (most <= self.chips).then(|| act(wager, most))
    }

    fn double(&self) -> Option<ActOf<Blackjack>> {
        let hands = Spot::ALL.into_iter().flat_map(|spot| (1..=4).map(move |hand| Wager::Double(hand, spot)));
        self.wager(hands)
    }

    fn split(&self) -> Option<ActOf<Blackjack>> {
        let hands = Spot::ALL.into_iter().flat_map(|spot| (2..=4).map(move |hand| Wager::Hand(hand, spot)));
        self.wager(hands)
    }

    fn follow(&self, play: Play) -> Option<ActOf<Blackjack>> {
        let (stand, draw) = (|| self.deed(Deed::Stand), || self.deed(Deed::Draw));
        let draw = || draw().or_else(stand);
        let surrender = || self.deed(Deed::Surrender);
        match play {
            Play::Stand => stand(),
            Play::Hit => draw(),
            Play::DoubleHit => self.double().or_else(draw),
            Play::DoubleStand => self.double().or_else(stand),
            Play::SurrenderHit => surrender().or_else(draw),
            Play::SurrenderStand => surrender().or_else(stand),
            Play::Split => self.split(),
            Play::SurrenderSplit => surrender().or_else(|| self.split()),
        }
    }
}
