//! `ch47 sim`: rounds played by the rules, beside the exact odds.

use super::{
    odds::{USUAL_STAKE, brief, options_json, pick, unsolved, wanted_stake},
    sim_blackjack,
};
use crate::{
    args::{Sim, SimBlackjack},
    chart::{self, Course},
    failure::Failure,
    json::{self, SimJson, SimWagerJson},
    load::{self, chosen},
    screen::{self, DIM, paint},
};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use odds::{Dealing, Offered, Plan, Results, Simulation, exact, stake_for};
use rules::{Game, Money, Visitor, blackjack::Blackjack};
use std::{
    fmt, fs,
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
        if G::NAME == Blackjack::NAME {
            return sim_blackjack::run(&table, args, as_json);
        }
        if args.blackjack != SimBlackjack::default() {
            let message = "boxes, strategy, penetration, count and session are for blackjack alone";
            return Err(Failure::fault(format!("{}: {message}", G::NAME)));
        }
        if Dealing::of(G::NAME) == Dealing::Choices {
            let message = "its rounds need a strategy of both sides, and a simulation has none; `ch47 odds";
            return Err(Failure::fault(format!("{0}: {message} {0}` solves the game exactly", G::NAME)));
        }
        let wanted = wanted_stake(args.stake.as_deref())?;
        if let Some(path) = &args.plot {
            // Better now than after all rounds.
            fs::write(path, "").map_err(|e| Failure::fault(format!("{}: {e}", path.display())))?;
        }
        let mut bets: Vec<(Offered<G::Wager>, Money)> = Vec::new();
        for on in pick::<G>(&table, args.wager.as_deref(), args.with.as_deref())? {
            if bets.iter().all(|(seen, _)| seen.kind() != on.kind()) {
                bets.push((on, wanted.unwrap_or_else(|| stake_for(&on, USUAL_STAKE))));
            }
        }
        let exact: Result<Vec<Results>, _> =
            bets.iter().map(|(on, stake)| exact::<G>(table.options, None, on, *stake)).collect();
        let exact = exact.map_err(unsolved)?;
        let plan = Plan::<G> { options: table.options, bets, rounds: args.rounds, seed: args.seed };
        let (found, seconds) = simulate(&plan, args.threads)?;
        let lines: Vec<Line> = plan
            .bets
            .iter()
            .zip(&found.moments)
            .zip(&exact)
            .map(|(((on, stake), moments), exact)| {
                let (mean, error) = (moments.mean(*stake), moments.standard_error(*stake));
                let off = (exact.mean() - mean.clone()).to_f64();
                let error = Some(error).filter(|error| error.is_finite());
                let z = error.filter(|&error| error > 0.0).map(|error| off / error);
                Line { wager: on.wager.to_string(), stake: *stake, mean, error, exact: exact.clone(), z }
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
    let style = ProgressStyle::with_template("{bar:40} {percent:>3} %  {rate} a second  {eta} left");
    let rate = |state: &ProgressState, w: &mut dyn fmt::Write| {
        let _ = write!(w, "{:.0}", state.per_sec());
    };
    bar.set_style(style.expect("a sound template").with_key("rate", rate));
    let start = Instant::now();
    let (found, seconds) = thread::scope(|scope| {
        scope.spawn(|| {
            while !finished.load(Ordering::Relaxed) {
                bar.set_position(done.load(Ordering::Relaxed));
                thread::sleep(Duration::from_millis(20));
            }
        });
        let found = plan.run(threads, &done, &stop);
        let seconds = start.elapsed().as_secs_f64();
        finished.store(true, Ordering::Relaxed);
        (found, seconds)
    });
    bar.finish_and_clear();
    Ok((found.map_err(unsolved)?, seconds))
}

struct Line {
    wager: String,
    stake: Money,
    mean: odds::Fraction,
    error: Option<f64>,
    exact: Results,
    z: Option<f64>,
}

impl Line {
    fn edge(&self) -> odds::Fraction {
        -self.mean.clone()
    }

    fn row(&self) -> Vec<String> {
        vec![
            self.wager.clone(),
            self.edge().percent(3),
            self.error.map_or("–".to_owned(), |error| format!("{:.3}", error * 100.0)),
            self.exact.edge().percent(3),
            brief(&self.exact.edge()),
            self.z.map_or("–".to_owned(), |z| format!("{z:+.2}")),
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
