//! What the wagers on a table were worth after any line of a finished round.

use super::{
    Answer, Failed, Query, advice,
    lookback::{Look, back},
    table::public,
};
use crate::{feed::Snapshot, floor::Floor, price::Prices, problem, store::snapshots::Upto};
use axum::extract::{Path, State};
use books::{BetView, Book, Engine, Step};
use odds::{Fraction, Priced, Unsolved, Visitor};
use protocol::{AdviceRow, ProspectView, ProspectsView, StepQuery, route};
use rounds::Settings;
use rules::{Actor, Awaits};
use std::{
    cmp::Ordering::{Equal, Greater, Less},
    sync::Arc,
};

const PLAYED: &str = "every way in which the round could go on, played through the rules from the table as it stood, with the cards \
     left in its shoe";
const BEGUN: &str = "the exact odds of each wager before the first card, from the cards left in the shoe";

/// A table after a line.
struct Then {
    line: u64,
    engine: Arc<dyn Engine>,
    options: Settings,
    now: Snapshot,
}

pub async fn read(
    State(floor): State<Arc<Floor>>,
    Path((table, round)): Path<(String, u64)>,
    Query(StepQuery { line }): Query<route::ReadRoundOdds>,
) -> Answer<ProspectsView> {
    let public = public(&floor, &table).await?;
    let tell = move |found: &mut Option<Then>, book: &Book, step: Step| match step.round.cmp(&round) {
        Less => Look::Before,
        Equal if line.is_none_or(|line| step.record.seq <= line) => {
            *found = then(step.record.seq, book);
            Look::Own
        }
        Equal | Greater => Look::Done,
    };
    let upto = round.checked_sub(1).map_or(Upto::Lines(0), Upto::Round);
    let then = back(&floor, &table, upto, public, |_| None, tell).await?;
    let then = then.filter(|then| line.is_none_or(|line| then.line == line));
    let then = then.ok_or_else(|| Failed(problem::unknown("line of that round")))?;
    // Before the first card the odds are those of any round from these cards, which need no tree of deals.
    let prices = match then.now.picture.cards.is_empty() && then.engine.has_bets() {
        true => Some(floor.prices.of(then.engine.game(), &then.options, then.now.unseen).await?),
        false => None,
    };
    let found = tokio::task::spawn_blocking(move || view(&then, prices.as_deref()));
    found.await.map_err(|_| Failed(problem::unknown_outcome()))
}

fn then(line: u64, book: &Book) -> Option<Then> {
    let (engine, opened) = (book.shared_engine()?, book.opened()?);
    let now = Snapshot {
        picture: Arc::new(engine.picture()),
        engine: Some(Arc::clone(&engine)),
        unseen: book.unseen(),
        ..Snapshot::default()
    };
    Some(Then { line, engine, options: opened.options.clone(), now })
}

fn view(then: &Then, prices: Option<&Prices>) -> ProspectsView {
    let decides = match then.engine.awaits() {
        Awaits::Decision(by @ Actor::Patron(_)) => Some(by),
        _ => None,
    };
    let advice: Vec<AdviceRow> = match decides {
        Some(Actor::Patron(patron)) => advice::advice(&then.now, patron),
        _ => Vec::new(),
    };
    let (wagers, method) = match odds::visit(then.engine.game(), Standing(&*then.engine)) {
        Ok(wagers) if wagers.is_empty() => (wagers, "no wager lay on the layout".to_owned()),
        Ok(wagers) => (wagers, PLAYED.to_owned()),
        Err(why) => match prices.map(|prices| before_cards(then, prices)) {
            Some(wagers) if !wagers.is_empty() => (wagers, BEGUN.to_owned()),
            _ => (Vec::new(), unsolved(why).to_owned()),
        },
    };
    ProspectsView { line: then.line, wagers, decides, advice, method }
}

/// Why nothing is known about the wagers.
fn unsolved(why: Unsolved) -> &'static str {
    match why {
        Unsolved::NeedsStrategy => {
            "what the wagers were worth depended on what patrons had yet to decide; what each decision was worth stands below"
        }
        Unsolved::TooMany => "there were too many ways in which the round could go on to play all of them",
        _ => "the table did not go on from here by itself",
    }
}

/// The odds of each wager from these cards.
fn before_cards(then: &Then, prices: &Prices) -> Vec<ProspectView> {
    let game = then.engine.game();
    let of = |bet: BetView| {
        let view = &prices.of(game, &bet.wager)?.view;
        let results = view.results.as_ref()?;
        let [wins, loses, part, edge] =
            [&results.wins, &results.loses, &results.loses_part, &view.edge].map(|text| Fraction::read(text));
        let mean = -(edge? * Fraction::from(bet.stake.as_cents()));
        Some(prospect(bet, &wins?, &(loses? + part?), &mean))
    };
    then.engine.bets().into_iter().filter(|bet| game.kind_of(&bet.wager).is_some()).filter_map(of).collect()
}

fn prospect(bet: BetView, wins: &Fraction, loses: &Fraction, mean: &Fraction) -> ProspectView {
    ProspectView {
        bet,
        wins: wins.to_string(),
        wins_percent: wins.percent(3),
        loses: loses.to_string(),
        loses_percent: loses.percent(3),
        mean: mean.decimal(4),
    }
}

/// The wagers of a table of any game.
struct Standing<'a>(&'a dyn Engine);

impl Visitor for Standing<'_> {
    type Out = Result<Vec<ProspectView>, Unsolved>;
    fn visit<G: Priced>(self) -> Self::Out {
        let table = self.0.table().downcast_ref::<G>().ok_or(Unsolved::Stuck)?;
        let found = odds::prospects(table)?;
        Ok(found
            .iter()
            .map(|one| prospect(BetView::of::<G>(&one.bet), &one.wins, &one.loses, &one.mean))
            .collect())
    }
}
