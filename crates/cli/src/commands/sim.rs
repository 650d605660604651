//! `ch47 sim`: rounds played by the rules, beside the exact odds.

use super::odds::{brief, options_json, pick, stake};
use crate::{
    args::Sim,
    chart::{self, Course},
    failure::Failure,
    json::{self, SimJson, SimWagerJson},
    load::{self, chosen},
    screen::{self, DIM, paint},
};
use indicatif::{ProgressBar, ProgressStyle};
use odds::{Offered, Plan, Results, Simulation, exact, stake_for};
use rules::{Game, Money, Visitor};
use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    thread,
    time::{Duration, Instant},
};

/// More threads than any machine has: a slip of the finger.
const MOST_THREADS: usize = 1024;

pub fn run(args: &Sim, as_json: bool) -> Result<(), Failure> {
    if args.rounds == 0 {
        return Err(Failure::fault("--rounds 0: a simulation has at least one round"));
    }
    if args.threads > MOST_THREADS {
        return Err(Failure::fault(format!("--threads {}: at most {MOST_THREADS}", args.threads)));
    }
    load::game(&args.game)?.visit(Run { args, as_json })
}

struct Run<'a> {
    args: &'a Sim,
    as_json: bool,
}

impl Visitor for Run<'_> {
    type Out = Result<(), Failure>;
    fn visit<G: Game>(self) -> Self::Out {
        let Run { args, as_json } = self;
        let table = chosen::<G>(&args.table)?;
        let wanted = stake(&args.stake)?;
        let mut bets: Vec<(Offered<G::Wager>, Money)> = Vec::new();
        for on in pick::<G>(&table, args.wager.as_deref())? {
            if bets.iter().all(|(seen, _)| seen.kind() != on.kind()) {
                bets.push((on, stake_for(&on, wanted)));
            }
        }
        let exact: Result<Vec<Results>, _> =
            bets.iter().map(|(on, stake)| exact::<G>(table.options, None, on, *stake)).collect();
        let exact = exact.map_err(Failure::fault)?;
        let plan = Plan::<G> { options: table.options, bets, rounds: args.rounds, seed: args.seed };
        let (found, seconds) = simulate(&plan, args.threads)?;
        let lines: Vec<Line> = plan
            .bets
            .iter()
            .zip(&found.moments)
            .zip(&exact)
            .map(|(((on, stake), moments), exact)| {
                let (mean, error) = (moments.mean(*stake), moments.standard_error(*stake));
                let off = (mean.clone() - exact.mean()).to_f64();
                Line {
                    wager: on.wager.to_string(),
                    stake: *stake,
                    mean,
                    error,
                    exact: exact.clone(),
                    z: -off / error,
                }
            })
            .collect();
        if let Some(path) = &args.plot {
            let courses: Vec<Course> =
                lines.iter().enumerate().map(|(at, line)| course(at, line, &found)).collect();
            chart::courses(
                path,
                &format!("{}: simulated house edge, in percent of the stake", G::TITLE),
                &courses,
            )?;
        }
        let rate = args.rounds as f64 / seconds;
        if as_json {
            return screen::show(&json::render(&SimJson {
                game: G::NAME.to_owned(),
                options: options_json(&table),
                rounds: args.rounds.into(),
                seed: args.seed.into(),
                rounds_per_second: rate,
                wagers: lines.iter().map(Line::json).collect(),
            })?);
        }
        let rows = lines.iter().map(Line::row).collect();
        let header = ["wager", "simulated %", "± std error", "exact %", "exact", "z"];
        let note = format!(
            "{} rounds, seed {}, {:.0} rounds a second; z: how many standard errors apart\n",
            args.rounds, args.seed, rate
        );
        screen::show(
            &(table.headline() + &screen::table(&header, &[1, 2, 3, 4, 5], rows) + &paint(DIM, note)),
        )
    }
}

/// Runs the plan behind a progress bar (on a terminal alone).
fn simulate<G: Game>(plan: &Plan<G>, threads: usize) -> Result<(Simulation, f64), Failure> {
    let (done, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let finished = AtomicBool::new(false);
    let bar = ProgressBar::new(plan.rounds);
    let style = "{bar:40} {percent:>3} %  {per_sec}  {eta} left";
    bar.set_style(ProgressStyle::with_template(style).expect("a sound template"));
    let start = Instant::now();
    let found = thread::scope(|scope| {
        scope.spawn(|| {
            while !finished.load(Ordering::Relaxed) {
                bar.set_position(done.load(Ordering::Relaxed));
                thread::sleep(Duration::from_millis(20));
            }
        });
        let found = plan.run(threads, &done, &stop);
        finished.store(true, Ordering::Relaxed);
        found
    });
    bar.finish_and_clear();
    Ok((found.map_err(Failure::fault)?, start.elapsed().as_secs_f64()))
}

struct Line {
    wager: String,
    stake: Money,
    mean: odds::Fraction,
    error: f64,
    exact: Results,
    z: f64,
}

impl Line {
    fn edge(&self) -> odds::Fraction {
        -self.mean.clone()
    }

    fn row(&self) -> Vec<String> {
        vec![
            self.wager.clone(),
            self.edge().percent(3),
            format!("{:.3}", self.error * 100.0),
            self.exact.edge().percent(3),
            brief(&self.exact.edge()),
            format!("{:+.2}", self.z),
        ]
    }

    fn json(&self) -> SimWagerJson {
        SimWagerJson {
            wager: self.wager.clone(),
            stake: self.stake.as_cents(),
            edge: self.edge().to_string(),
            standard_error: self.error,
            exact: self.exact.edge().to_string(),
            z: self.z,
        }
    }
}

fn course(at: usize, line: &Line, found: &Simulation) -> Course {
    let points = found.course.iter().map(|moments| {
        let m = &moments[at];
        (m.count as f64, -m.mean(line.stake).to_f64() * 100.0)
    });
    Course { name: line.wager.clone(), exact: line.exact.edge().to_f64() * 100.0, points: points.collect() }
}
