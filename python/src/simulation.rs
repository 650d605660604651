//! Simulations: exact sums are returned as whole numbers, so that shards run anywhere add up to the same
//! result.

use crate::{
    failure::{Failure, caught, guarded, json},
    law_of::{chosen, game, settings},
    odds_of::{money, pick},
};
use odds::{
    Moments, Plan, Priced, Progress, Shard, Staked, Summed, Visitor, Way,
    blackjack::{
        Analysis, Chart, Plan as Strategy,
        simulate::{self, Count, Line, Ramp, Shuffle, Sums},
    },
    usual_stake, visit,
};
use pyo3::prelude::*;
use rounds::Settings;
use rules::{GameId, Kinds, Money, Vocabulary, blackjack};
use serde::{Deserialize, Serialize};
use std::{
    sync::mpsc::{RecvTimeoutError, channel},
    thread,
    time::Duration,
};

/// How often a run checks whether it should stop.
const LOOK: Duration = Duration::from_millis(100);

/// The parameters of a simulation.
#[derive(Deserialize)]
struct Asked {
    rounds: u64,
    seed: u64,
    threads: usize,
    until_error: Option<f64>,
    /// The shards to run, first and last, from 1.
    parts: [u64; 2],
    of: u64,
    wager: Option<String>,
    stake: Option<i64>,
    through_rules: bool,
    /// For blackjack only.
    boxes: Option<u8>,
    strategy: Option<String>,
    penetration: Option<f64>,
    shuffle_every_round: bool,
    count: Option<String>,
    ramp: Option<String>,
    insurance_at: Option<i32>,
}

impl Asked {
    fn shards(&self, most: u64) -> Result<impl Iterator<Item = Shard> + use<>, Failure> {
        let ([first, last], of) = (self.parts, self.of);
        match (first, last) {
            _ if first == 0 || last < first || last > of => {
                Err(Failure::misread(format!("parts {first} to {last} of {of}: from 1 to {of}")))
            }
            _ if of > most => Err(Failure::misread(format!(
                "{of} parts: so many rounds can be cut into {most} at most; ask for more rounds or fewer parts"
            ))),
            _ => Ok((first..=last).map(move |part| Shard { part, of })),
        }
    }
}

/// The results of a wager: whole numbers in cents, as text because they may be large.
#[derive(Serialize)]
struct WagerSums {
    wager: String,
    stake: i64,
    /// The exact house edge per unit staked, if known: n/d, or a decimal if it is not a fraction.
    exact: Option<String>,
    exact_if: Option<&'static str>,
    sums: LineText,
}

#[derive(Serialize, Deserialize)]
struct LineText {
    rounds: String,
    initial: String,
    net: String,
    squares: [String; 3],
}

impl From<&Line> for LineText {
    fn from(line: &Line) -> LineText {
        let squares = line.squares.map(|sum| sum.to_string());
        let (rounds, initial, net) =
            (line.rounds.to_string(), line.initial.to_string(), line.net.to_string());
        LineText { rounds, initial, net, squares }
    }
}

/// The sums of a wager of one stake, in the form of those whose stakes vary.
fn line(moments: &Moments, stake: Money) -> Line {
    let (stake, rounds) = (i128::from(stake.as_cents()), i128::from(moments.count));
    Line {
        rounds: moments.count,
        initial: rounds * stake,
        net: moments.sum,
        squares: [moments.squares, rounds * stake * stake, moments.sum * stake],
    }
}

#[derive(Serialize)]
struct Found {
    game: &'static str,
    options: Settings,
    way: &'static str,
    length: u64,
    wagers: Vec<WagerSums>,
    /// How the sums grew: for each point, each wager.
    course: Vec<Vec<LineText>>,
    /// Counts of events, for blackjack.
    counts: Vec<(&'static str, u64)>,
    /// By true counts from -10 to 10, for blackjack if cards were counted.
    by_count: Vec<LineText>,
}

/// Runs something on another thread, and meanwhile handles signals and reports progress, until it is done.
fn watched<S: Summed + Sync, T: Send>(
    py: Python<'_>,
    tell: Option<&Bound<'_, PyAny>>,
    run: impl FnOnce(&Progress<S>) -> Result<T, Failure> + Send,
) -> Result<T, Failure> {
    let progress = Progress::<S>::default();
    let tell = tell.map(|tell| tell.clone().unbind());
    py.detach(|| {
        thread::scope(|scope| {
            let (done, result) = channel();
            let watched = &progress;
            scope.spawn(move || done.send(caught(|| run(watched))));
            loop {
                match result.recv_timeout(LOOK) {
                    Ok(found) => return found,
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(Failure::Fault("a simulation ended without a word".to_owned()));
                    }
                    Err(RecvTimeoutError::Timeout) => {
                        let looked = Python::attach(|py| {
                            py.check_signals()?;
                            tell.as_ref()
                                .map_or(Ok(()), |tell| tell.call1(py, (progress.rounds(),)).map(|_| ()))
                        });
                        if let Err(raised) = looked {
                            progress.stop();
                            let _ = result.recv();
                            return Err(raised.into());
                        }
                    }
                }
            }
        })
    })
}

struct Run<'a, 'py> {
    py: Python<'py>,
    written: &'a Settings,
    asked: &'a Asked,
    tell: Option<&'a Bound<'py, PyAny>>,
}

impl Visitor for Run<'_, '_> {
    type Out = Result<Found, Failure>;
    fn visit<G: Priced>(self) -> Self::Out {
        let Run { py, written, asked, tell } = self;
        let (options, settings) = chosen::<G>(written)?;
        let wanted = money(asked.stake)?;
        let mut bets: Vec<Staked<G>> = Vec::new();
        for on in pick::<G>(options, asked.wager.as_deref())? {
            if bets.iter().all(|(seen, _)| seen.kind() != on.kind()) {
                bets.push((on, wanted.unwrap_or_else(|| usual_stake::<G>(&options, &on))));
            }
        }
        let plan = Plan::<G> {
            bets,
            rounds: asked.rounds,
            seed: asked.seed,
            until_error: asked.until_error,
            through_rules: asked.through_rules,
            ..Plan::of(options)
        };
        let shards = asked.shards(plan.most_shards())?;
        let (moments, course, way, exact) = watched(py, tell, |progress: &Progress<Vec<Moments>>| {
            let prepared = plan.prepare()?;
            let (mut moments, mut course, mut way) = (Vec::<Moments>::new(), Vec::new(), Way::Rules);
            for shard in shards {
                let found =
                    Plan { shard, ..plan.clone() }.run_prepared(&prepared, asked.threads, progress)?;
                course.extend(found.course.iter().map(|point| {
                    let mut sums = moments.clone();
                    sums.merge(point);
                    sums
                }));
                moments.merge(&found.moments);
                way = found.way;
            }
            let exact: Vec<_> = prepared.exact(None).into_iter().map(|one| Some(one.ok()?.edge())).collect();
            Ok((moments, course, way, exact))
        })?;
        let wager = |(((on, stake), moments), exact): (((&_, &Money), &Moments), &Option<odds::Fraction>)| {
            let on: &odds::Offered<G::Wager> = on;
            WagerSums {
                wager: on.wager.to_string(),
                stake: stake.as_cents(),
                exact: exact.as_ref().map(ToString::to_string),
                exact_if: G::granted(on.wager),
                sums: (&line(moments, *stake)).into(),
            }
        };
        let stakes = || plan.bets.iter().map(|(_, stake)| *stake);
        let point = |point: &Vec<Moments>| -> Vec<LineText> {
            point.iter().zip(stakes()).map(|(moments, stake)| (&line(moments, stake)).into()).collect()
        };
        Ok(Found {
            game: G::NAME,
            options: settings,
            way: match way {
                Way::Rules => "rules",
                Way::Compiled { .. } => "compiled",
                Way::Tables => "tables",
            },
            length: asked.rounds.div_ceil(plan.most_shards()),
            wagers: plan
                .bets
                .iter()
                .map(|(on, stake)| (on, stake))
                .zip(&moments)
                .zip(&exact)
                .map(wager)
                .collect(),
            course: course.iter().map(point).collect(),
            counts: Vec::new(),
            by_count: Vec::new(),
        })
    }
}

/// What a simulation of blackjack is asked for.
fn blackjack_plan(options: blackjack::Options, asked: &Asked) -> Result<simulate::Plan, Failure> {
    let strategy = match &asked.strategy {
        Some(chart) => Strategy::Chart(Box::new(Chart::read(chart).map_err(Failure::misread)?)),
        None => Analysis::fresh(options)?.plan(),
    };
    let additional = |name: &str| {
        let mut found = None;
        blackjack::Wager::each(&mut |wager| {
            if wager.is_additional() && wager.is_offered(&options) && wager.kind() == name {
                found = Some(wager);
            }
        });
        found.ok_or_else(|| Failure::misread(format!("this table has no additional wager `{name}`")))
    };
    let count = |text: &String| match Count::named(text) {
        Some(count) => Ok(count),
        None => Count::read(text).map_err(Failure::misread),
    };
    let ramp = asked.ramp.as_deref().map(Ramp::read).transpose().map_err(Failure::misread)?;
    let every = asked.shuffle_every_round.then_some(Shuffle::EveryRound);
    Ok(simulate::Plan {
        boxes: asked.boxes.unwrap_or(1),
        stake: money(asked.stake)?.unwrap_or(Money::dollars(100)),
        additional: asked.wager.as_deref().map(additional).transpose()?,
        shuffle: asked.penetration.map(Shuffle::Behind).or(every).unwrap_or(Shuffle::Usual),
        count: asked.count.as_ref().map(count).transpose()?,
        ramp: ramp.unwrap_or_else(Ramp::flat),
        insurance_at: asked.insurance_at,
        rounds: asked.rounds,
        seed: asked.seed,
        until_error: asked.until_error,
        ..simulate::Plan::of(options, strategy)
    })
}

fn run_blackjack(
    py: Python<'_>,
    written: &Settings,
    asked: &Asked,
    tell: Option<&Bound<'_, PyAny>>,
) -> Result<Found, Failure> {
    let (options, settings) = chosen::<blackjack::Blackjack>(written)?;
    let plan = blackjack_plan(options, asked)?;
    let shards = asked.shards(plan.most_shards())?;
    let (sums, course, exact) = watched(py, tell, |progress: &Progress<Sums>| {
        let (mut sums, mut course) = (Sums::default(), Vec::new());
        for shard in shards {
            let found = simulate::Plan { shard, ..plan.clone() }.run(asked.threads, progress);
            let found = found.map_err(|fault| match fault {
                simulate::Fault::Refused(refusal) => Failure::Refused(refusal),
                simulate::Fault::Plan(what) => Failure::misread(what),
            })?;
            course.extend(found.course.iter().map(|point| {
                let mut line = Sums { all: sums.all, ..Sums::default() };
                line.merge(&Sums { all: *point, ..Sums::default() });
                line.all
            }));
            sums.merge(&found.sums);
        }
        let flat = plan.ramp == Ramp::flat() && plan.insurance_at.is_none();
        let exact = if flat { Analysis::fresh(options).ok() } else { None };
        Ok((sums, course, exact.map(|analysis| -analysis.follow_plan(&plan.strategy).mean)))
    })?;
    let hand = WagerSums {
        wager: "hand".to_owned(),
        stake: plan.stake.as_cents(),
        exact: exact.map(|edge| format!("{edge:.15}")),
        exact_if: Some("the shoe is fresh: it is of the first round of a shoe"),
        sums: (&sums.all).into(),
    };
    let additional = plan.additional.map(|wager| WagerSums {
        wager: wager.to_string(),
        stake: plan.stake.as_cents(),
        exact: None,
        exact_if: None,
        sums: (&sums.additional).into(),
    });
    let [won, tied, lost] = sums.rounds;
    Ok(Found {
        game: GameId::Blackjack.name(),
        options: settings,
        way: "tables",
        length: asked.rounds.div_ceil(plan.most_shards()),
        wagers: [hand].into_iter().chain(additional).collect(),
        course: course.iter().map(|line| vec![line.into()]).collect(),
        counts: vec![
            ("won", won),
            ("tied", tied),
            ("lost", lost),
            ("boxes", sums.events.boxes),
            ("blackjacks", sums.events.blackjacks),
            ("doubled", sums.events.doubled),
            ("split", sums.events.split),
            ("surrendered", sums.events.surrendered),
            ("busted", sums.events.busted),
            ("insured", sums.events.insured),
            ("shoes", sums.shoes),
        ],
        by_count: sums.by_count.iter().map(LineText::from).collect(),
    })
}

#[pyfunction]
fn simulate_rounds(
    py: Python<'_>,
    name: &str,
    written: &str,
    asked: &str,
    tell: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    guarded(py, || {
        let (written, asked): (_, Asked) = (settings(written)?, serde_json::from_str(asked)?);
        let found = match game(name)? {
            GameId::Blackjack => run_blackjack(py, &written, &asked, tell),
            game => visit(game, Run { py, written: &written, asked: &asked, tell }),
        };
        json(&found?)
    })
}

/// The mean gain and its standard error, per unit of what was wagered before the deal.
#[pyfunction]
fn estimate(py: Python<'_>, sums: &str) -> PyResult<(Option<f64>, Option<f64>)> {
    guarded(py, || {
        let text: LineText = serde_json::from_str(sums)?;
        let number = |text: &str| text.parse::<i128>().map_err(Failure::misread);
        let [one, two, three] = &text.squares;
        let line = Line {
            rounds: text.rounds.parse().map_err(Failure::misread)?,
            initial: number(&text.initial)?,
            net: number(&text.net)?,
            squares: [number(one)?, number(two)?, number(three)?],
        };
        Ok((line.mean(), line.standard_error()))
    })
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(simulate_rounds, module)?)?;
    module.add_function(wrap_pyfunction!(estimate, module)?)
}
