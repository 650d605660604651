//! `ch47 sim`: rounds played by the rules, compared with the exact odds.

use super::{
    odds::{brief, pick, unsolved, wanted_stake},
    shards, sim_blackjack, sim_systems, watch,
};
use crate::{
    args::{Sim, SimBlackjack},
    chart::{self, Course},
    failure::Failure,
    json::{self, ShardsJson, SimJson, SimWagerJson},
    load::{self, chosen},
    screen::{self, DIM, paint},
};
use odds::{Fraction, Moments, Plan, Priced, Progress, Simulation, Staked, Visitor, Way, usual_stake, visit};
use rules::{GameId, Money};
use std::fs;

/// More threads than any machine has; a larger number is a typing error.
const MOST_THREADS: usize = 1024;
/// The default number of rounds.
const USUAL_ROUNDS: u64 = 1_000_000;
/// The most rounds to play until the result is precise enough.
const MOST_ROUNDS: u64 = 1_000_000_000_000;

pub fn run(args: &Sim, as_json: bool) -> Result<(), Failure> {
    if args.game == "merge" {
        return shards::merge(&args.files, as_json);
    }
    if let Some(file) = args.files.first() {
        let what = format!("{}: only `ch47 sim merge` reads files", file.display());
        return Err(Failure::fault(what));
    }
    if args.rounds == Some(0) {
        return Err(Failure::fault("--rounds 0: a simulation has at least one round"));
    }
    if args.threads > MOST_THREADS {
        return Err(Failure::fault(format!("--threads {}: at most {MOST_THREADS}", args.threads)));
    }
    if let Some(error) = args.until_error.filter(|error| !(*error > 0.0 && *error < 1.0)) {
        let what = "a part of the stake, above 0 and below 1, such as 1e-4";
        return Err(Failure::fault(format!("--until-error {error}: {what}")));
    }
    match load::game(&args.game)? {
        game if !args.systems.system.is_empty() => sim_systems::run(game, args, as_json),
        GameId::Blackjack => sim_blackjack::run(&chosen(&args.table)?.under(&args.reading)?, args, as_json),
        game => visit(game, Run { args, as_json }),
    }
}

struct Run<'a> {
    args: &'a Sim,
    as_json: bool,
}

impl Visitor for Run<'_> {
    type Out = Result<(), Failure>;
    fn visit<G: Priced>(self) -> Self::Out {
        let Run { args, as_json } = self;
        let table = chosen::<G>(&args.table)?.under(&args.reading)?;
        if args.blackjack != SimBlackjack::default() {
            let message = "boxes, strategy, penetration, count and session are for blackjack alone";
            return Err(Failure::fault(format!("{}: {message}", G::NAME)));
        }
        let plan = plan::<G>(args, &table)?;
        if let Some(path) = &args.plot {
            // It is better to fail now than after all rounds.
            fs::write(path, "").map_err(|e| Failure::fault(format!("{}: {e}", path.display())))?;
        }
        // A wager without exact odds can still be simulated.
        let prepared = plan.prepare().map_err(unsolved)?;
        let exact: Vec<Option<Fraction>> =
            prepared.exact(None).into_iter().map(|results| Some(results.ok()?.edge())).collect();
        let estimate = |sums: Vec<Moments>| {
            let (sum, (on, stake), exact) = (sums.first()?, plan.bets.first()?, exact.first()?);
            let (edge, error) = ((-sum.mean(*stake)).percent(3), sum.standard_error(*stake) * 100.0);
            let exact = exact.as_ref().map_or_else(String::new, |exact| format!(" ({})", exact.percent(3)));
            Some(format!("{} {edge} ± {error:.3} %{exact}", on.wager))
        };
        let run = |progress: &Progress<_>| plan.run_prepared(&prepared, args.threads, progress);
        let ran = watch::run(plan.shard_rounds(), estimate, run);
        let found = ran.found.map_err(unsolved)?;
        let lines: Vec<Line> = plan
            .bets
            .iter()
            .zip(&found.moments)
            .zip(&exact)
            .map(|(((on, stake), moments), exact)| Line {
                wager: on.wager.to_string(),
                stake: *stake,
                moments: *moments,
                exact: exact.clone(),
                exact_if: G::granted(on.wager).map(str::to_owned),
            })
            .collect();
        if let Some(path) = &args.plot {
            let courses: Vec<Course> =
                lines.iter().enumerate().map(|(at, line)| course(at, line, &found)).collect();
            let title = format!("{}: simulated house edge, in percent of the stake", G::TITLE);
            chart::courses(path, &title, &courses)?;
        }
        let rounds = found.moments.first().map_or(0, |first| first.count);
        let report = SimJson {
            game: G::NAME.to_owned(),
            options: table.told(),
            planned: plan.rounds.into(),
            rounds: rounds.into(),
            seed: plan.seed.into(),
            shards: ShardsJson { parts: vec![plan.shard.part], of: plan.shard.of },
            interrupted: ran.interrupted,
            way: way(found.way).to_owned(),
            rounds_per_second: rounds as f64 / ran.seconds,
            wagers: lines.iter().map(Line::json).collect(),
        };
        show(&table.headline(), &report, &lines, as_json)?;
        unreached(args, lines.iter().filter_map(Line::error));
        watch::completed(ran.interrupted, rounds)
    }
}

/// The plan that the arguments describe.
fn plan<G: Priced>(args: &Sim, table: &load::Chosen<G>) -> Result<Plan<G>, Failure> {
    let wanted = wanted_stake(args.stake.as_deref())?;
    let mut bets: Vec<Staked<G>> = Vec::new();
    for on in pick::<G>(table, args.wager.as_deref(), args.with.as_deref())? {
        if bets.iter().all(|(seen, _)| seen.kind() != on.kind()) {
            bets.push((on, wanted.unwrap_or_else(|| usual_stake::<G>(&table.options, &on))));
        }
    }
    let mut plan = Plan::<G> {
        bets,
        rounds: planned(args),
        seed: args.seed,
        until_error: args.until_error,
        through_rules: args.through_rules,
        ..Plan::of(table.options)
    };
    if let Some(text) = &args.shard {
        plan.shard = shards::read(text, plan.most_shards()).map_err(Failure::fault)?;
    }
    Ok(plan)
}

/// The number of rounds to play at most.
pub fn planned(args: &Sim) -> u64 {
    args.rounds.unwrap_or(if args.until_error.is_some() { MOST_ROUNDS } else { USUAL_ROUNDS })
}

/// Says so if the rounds were too few for the standard error that was asked for.
pub fn unreached(args: &Sim, errors: impl Iterator<Item = f64>) {
    let most = errors.fold(0.0, f64::max);
    if let Some(goal) = args.until_error.filter(|goal| most > *goal) {
        eprintln!(
            "note: all rounds were played before --until-error {goal} was reached: the standard error is {most:.2e}"
        );
    }
}

/// The way rounds were played, in a word.
fn way(way: Way) -> &'static str {
    match way {
        Way::Rules => "rules",
        Way::Compiled { .. } => "compiled",
        Way::Tables => "tables",
    }
}

/// Prints a simulation, whole or merged.
pub fn show(headline: &str, report: &SimJson, lines: &[Line], as_json: bool) -> Result<(), Failure> {
    if as_json {
        return screen::show(&json::render(report)?);
    }
    let rows = lines.iter().map(Line::row).collect();
    let header = ["wager", "simulated %", "± std error", "exact %", "exact", "z"];
    let through = if report.way == "rules" { ", through the rules" } else { "" };
    let note = format!(
        "{} rounds, seed {}, {:.0} rounds a second{through}; z: how many standard errors apart\n",
        report.rounds, report.seed, report.rounds_per_second
    );
    let ifs = lines.iter().filter_map(|line| Some((&line.wager, line.exact_if.as_ref()?)));
    let ifs: String = ifs.map(|(wager, granted)| format!("{wager}: exact only if {granted}\n")).collect();
    let note = note + &ifs + &shards::note(&report.shards, report.interrupted, &report.planned);
    screen::show(&(headline.to_owned() + &screen::table(&header, &[1, 2, 3, 4, 5], rows) + &paint(DIM, note)))
}

/// A wager and its results.
pub struct Line {
    pub wager: String,
    pub stake: Money,
    pub moments: Moments,
    /// The exact house edge per unit staked, if known.
    pub exact: Option<Fraction>,
    /// What the exact value assumes and the simulation does not.
    pub exact_if: Option<String>,
}

impl Line {
    fn edge(&self) -> Fraction {
        -self.moments.mean(self.stake)
    }

    fn error(&self) -> Option<f64> {
        Some(self.moments.standard_error(self.stake)).filter(|error| error.is_finite())
    }

    fn z(&self) -> Option<f64> {
        let exact = self.exact.as_ref().filter(|_| self.exact_if.is_none())?;
        let off = (self.edge() - exact.clone()).to_f64();
        self.error().filter(|&error| error > 0.0).map(|error| off / error)
    }

    fn row(&self) -> Vec<String> {
        vec![
            self.wager.clone(),
            self.edge().percent(3),
            self.error().map_or("–".to_owned(), |error| format!("{:.3}", error * 100.0)),
            self.exact.as_ref().map_or("–".to_owned(), |exact| exact.percent(3)),
            self.exact.as_ref().map_or("–".to_owned(), brief),
            self.z().map_or("–".to_owned(), |z| format!("{z:+.2}")),
        ]
    }

    pub fn json(&self) -> SimWagerJson {
        SimWagerJson {
            wager: self.wager.clone(),
            stake: self.stake.as_cents(),
            edge: self.edge().to_string(),
            standard_error: self.error(),
            exact: self.exact.as_ref().map(ToString::to_string),
            exact_if: self.exact_if.clone(),
            z: self.z(),
            sum: self.moments.sum.to_string(),
            squares: self.moments.squares.to_string(),
        }
    }
}

fn course(at: usize, line: &Line, found: &Simulation) -> Course {
    let points = found.course.iter().map(|moments| {
        let m = &moments[at];
        (m.count as f64, -m.mean(line.stake).to_f64() * 100.0)
    });
    Course {
        name: line.wager.clone(),
        exact: line.exact.as_ref().map(|exact| exact.to_f64() * 100.0),
        points: points.collect(),
    }
}
