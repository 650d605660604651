//! `ch47 sim blackjack`: a strategy at a table of any lawful options, from real shoes.

use super::{
    odds::{USUAL_STAKE, options_json, wanted_stake},
    sim::USUAL_ROUNDS,
};
use crate::{
    args::{Sim, SimBlackjack},
    failure::Failure,
    json::{self, RatesJson, SimAdditionalJson, SimBlackjackJson, TrueCountJson},
    load::Chosen,
    panels,
    screen::{self, DIM, paint},
};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use odds::{
    Unsolved,
    blackjack::{
        Analysis, Chart, Plan as Strategy,
        simulate::{COUNTS, Count, Fault, Found, Line, Plan, Ramp, Session, Shuffle},
    },
};
use rounds::entries;
use rules::{
    Game, Kinds, Money, Vocabulary,
    blackjack::{Blackjack, Options, Wager},
    kit::cards::Unseen,
    table,
};
use std::{
    fmt, fs,
    path::Path,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    thread,
    time::{Duration, Instant},
};

mod sessions;

pub fn run<G: Game>(chosen: &Chosen<G>, args: &Sim, as_json: bool) -> Result<(), Failure> {
    let options = table::options::<Blackjack>(&entries(&chosen.settings), &mut |_| ());
    let options = options.ok_or_else(|| Failure::fault(Unsolved::Stuck))?;
    let own = &args.blackjack;
    if args.with.is_some() {
        return Err(Failure::fault(
            "--with: at blackjack `--wager` makes an additional wager beside the hand",
        ));
    }
    let plan = plan(options, args)?;
    if let Some(path) = &args.plot {
        // Better now than after all rounds.
        fs::write(path, "").map_err(|e| Failure::fault(format!("{}: {e}", path.display())))?;
    }
    let exact = exact(&plan)?;
    let (found, seconds) = simulate(&plan, args)?;
    let report = Report { plan: &plan, found: &found, exact };
    if let Some(path) = &args.plot {
        report.plot(path)?;
    }
    let rate = found.sums.all.rounds as f64 / seconds;
    if as_json {
        return screen::show(&json::render(&report.json(args, options_json(chosen), rate))?);
    }
    let strategy = match &own.strategy {
        Some(path) => path.display().to_string(),
        None => "the best by totals".to_owned(),
    };
    let mut text = chosen.headline();
    text += &paint(DIM, format!("{}; strategy: {strategy}\n", report.where_played()));
    text += &report.text();
    let sums = &found.sums;
    text += &paint(
        DIM,
        format!(
            "{} rounds, {} shoes, seed {}, {rate:.0} rounds a second; units of {}\n",
            sums.all.rounds, sums.shoes, args.seed, plan.stake
        ),
    );
    screen::show(&text)
}

/// Runs the plan behind a progress bar (on a terminal alone), and says how many seconds it took.
fn simulate(plan: &Plan, args: &Sim) -> Result<(Found, f64), Failure> {
    let rounds = args.rounds.unwrap_or(USUAL_ROUNDS);
    let (done, stop, finished) = (AtomicU64::new(0), AtomicBool::new(false), AtomicBool::new(false));
    let bar = ProgressBar::new(rounds);
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
        let found = plan.run(rounds, args.seed, args.threads, &done, &stop);
        let seconds = start.elapsed().as_secs_f64();
        finished.store(true, Ordering::Relaxed);
        (found, seconds)
    });
    bar.finish_and_clear();
    Ok((found.map_err(fault)?, seconds))
}

fn fault(why: Fault) -> Failure {
    match why {
        Fault::Refused(refusal) => Failure::refused(refusal),
        Fault::Plan(what) => Failure::fault(what),
    }
}

fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|e| Failure::fault(format!("{}: {e}", path.display())))
}

/// A count of boxes, rounds or units from the command line.
fn positive(name: &str, n: i64, most: i64) -> Result<i64, Failure> {
    match n {
        1.. if n <= most => Ok(n),
        _ => Err(Failure::fault(format!("--{name} {n}: from 1 to {most}"))),
    }
}

fn plan(options: Options, args: &Sim) -> Result<Plan, Failure> {
    let own = &args.blackjack;
    let strategy = match &own.strategy {
        Some(path) => {
            let chart = Chart::read(&read(path)?);
            let chart = chart.map_err(|fault| Failure::fault(format!("{}: {fault}", path.display())))?;
            Strategy::Chart(Box::new(chart))
        }
        None => Analysis::of(options, &Unseen::decks(options.decks())).map_err(Failure::fault)?.plan(),
    };
    let stake = wanted_stake(args.stake.as_deref())?.unwrap_or(USUAL_STAKE);
    let boxes = positive("boxes", own.boxes.unwrap_or(1), options.boxes().into())?;
    let penetration = own.penetration.map(Shuffle::Behind);
    let every = own.shuffle_every_round.then_some(Shuffle::EveryRound);
    let ramp = own.ramp.as_deref().map(Ramp::read).transpose();
    Ok(Plan {
        options,
        strategy,
        boxes: u8::try_from(boxes).unwrap_or(u8::MAX),
        stake,
        additional: args.wager.as_deref().map(|name| additional(name, &options)).transpose()?,
        shuffle: penetration.or(every).unwrap_or(Shuffle::Usual),
        count: own.count.as_deref().map(count).transpose()?,
        ramp: ramp.map_err(|e| Failure::fault(format!("--ramp: {e}")))?.unwrap_or_else(Ramp::flat),
        insurance_at: own.insurance_at,
        session: session(own, stake)?,
    })
}

/// The most rounds of a session, and the most units.
const MOST: i64 = 10_000_000;

fn session(own: &SimBlackjack, stake: Money) -> Result<Option<Session>, Failure> {
    let Some(rounds) = own.session else { return Ok(None) };
    let units = |name, n: Option<i64>| -> Result<Option<Money>, Failure> {
        n.map(|n| Ok(Money::cents(positive(name, n, MOST)? * stake.as_cents()))).transpose()
    };
    let rounds = positive("session", rounds, MOST)?;
    Ok(Some(Session {
        rounds: u64::try_from(rounds).unwrap_or(1),
        bankroll: units("bankroll", own.bankroll)?,
        goal: units("goal", own.goal)?,
    }))
}

fn additional(name: &str, options: &Options) -> Result<Wager, Failure> {
    let mut known = Vec::new();
    Wager::each(&mut |wager| {
        if wager.is_additional() && wager.is_offered(options) {
            known.push(wager);
        }
    });
    known.iter().copied().find(|wager| wager.kind() == name).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|wager| wager.kind()).collect();
        Failure::fault(match names.is_empty() {
            true => format!("--wager {name}: this table has no additional wager; set additional-wager"),
            false => format!("--wager {name}: expected {}", names.join(" or ")),
        })
    })
}

fn count(text: &str) -> Result<Count, Failure> {
    if text == "hi-lo" {
        return Ok(Count::hi_lo());
    }
    let path = Path::new(text);
    if !path.exists() {
        return Err(Failure::fault(format!(
            "--count {text}: expected hi-lo, or a file of lines such as `A,-1`"
        )));
    }
    Count::read(&read(path)?).map_err(|fault| Failure::fault(format!("{text}: {fault}")))
}

/// What the strategy loses exactly in the first round of a shoe, and what it wagers; where all rounds are wagered on alike.
fn exact(plan: &Plan) -> Result<Option<(f64, f64)>, Failure> {
    if plan.ramp != Ramp::flat() || plan.insurance_at.is_some() {
        return Ok(None);
    }
    let unseen = Unseen::decks(plan.options.decks());
    match Analysis::of(plan.options, &unseen) {
        Ok(analysis) => {
            let worth = analysis.follow_plan(&plan.strategy);
            Ok(Some((-worth.mean, worth.stake)))
        }
        Err(Unsolved::ShortShoe { .. }) => Ok(None),
        Err(why) => Err(Failure::fault(why)),
    }
}

/// What was found, to be shown.
struct Report<'a> {
    plan: &'a Plan,
    found: &'a Found,
    /// The exact edge and the exact stake.
    exact: Option<(f64, f64)>,
}

impl Report<'_> {
    fn unit(&self) -> f64 {
        self.plan.stake.as_cents() as f64
    }

    fn edge(&self) -> f64 {
        -self.found.sums.all.mean().unwrap_or(0.0)
    }

    /// How many standard errors the exact edge is away.
    fn z(&self) -> Option<f64> {
        let error = self.found.sums.all.standard_error().filter(|&error| error > 0.0)?;
        self.exact.map(|(edge, _)| (self.edge() - edge) / error)
    }

    fn where_played(&self) -> String {
        let boxes = match self.plan.boxes {
            1 => "one box".to_owned(),
            n => format!("{n} boxes"),
        };
        let shuffled = match self.plan.shuffle {
            Shuffle::Usual => "shuffled as the table's options say".to_owned(),
            Shuffle::Behind(part) => format!("{:.0} % of the cards dealt", part * 100.0),
            Shuffle::EveryRound => "shuffled before every round".to_owned(),
        };
        format!("{boxes}, {shuffled}")
    }

    fn rates(&self) -> RatesJson {
        let sums = &self.found.sums;
        let of = |n: u64, all: u64| n as f64 / all.max(1) as f64;
        let [won, tied, lost] = sums.rounds.map(|n| of(n, sums.all.rounds));
        RatesJson {
            won,
            tied,
            lost,
            blackjacks: of(sums.blackjacks, sums.boxes),
            doubled: of(sums.doubled, sums.boxes),
            split: of(sums.split, sums.boxes),
            surrendered: of(sums.surrendered, sums.boxes),
            busted: of(sums.busted, sums.boxes),
            insured: of(sums.insured, sums.boxes),
        }
    }

    /// The edge per unit wagered in all.
    fn risk(&self) -> f64 {
        -self.found.sums.all.net as f64 / (self.found.sums.wagered as f64).max(1.0)
    }

    /// What is wagered in all, by what is wagered before the deal.
    fn wagered(&self) -> f64 {
        self.found.sums.wagered as f64 / (self.found.sums.all.initial as f64).max(1.0)
    }

    fn deviation(&self) -> f64 {
        self.found.sums.all.round().1 / self.unit()
    }

    fn text(&self) -> String {
        let sums = &self.found.sums;
        let percent = |value: f64| format!("{:.3}", value * 100.0);
        let error = |line: &Line| line.standard_error().map_or("–".to_owned(), percent);
        let none = String::new;
        let mut rows = vec![vec![
            "house edge %".to_owned(),
            percent(self.edge()),
            error(&sums.all),
            self.exact.map_or("–".to_owned(), |(edge, _)| percent(edge)),
            self.z().map_or("–".to_owned(), |z| format!("{z:+.2}")),
        ]];
        let stake = self.exact.map_or_else(none, |(_, stake)| format!("{stake:.4}"));
        let mut add = |name: &str, value: String, exact: String| {
            rows.push(vec![name.to_owned(), value, none(), exact, none()]);
        };
        add("wagered in all, by initial wager", format!("{:.4}", self.wagered()), stake);
        add("edge % of all that is wagered", percent(self.risk()), none());
        add("std dev of a round, in units", format!("{:.4}", self.deviation()), none());
        let rates = self.rates();
        for (name, rate) in [
            ("rounds won %", rates.won),
            ("rounds tied %", rates.tied),
            ("rounds lost %", rates.lost),
            ("blackjacks % of boxes", rates.blackjacks),
            ("doubled %", rates.doubled),
            ("split %", rates.split),
            ("surrendered %", rates.surrendered),
            ("over 21 %", rates.busted),
            ("insured %", rates.insured),
        ] {
            if rate > 0.0 {
                add(name, percent(rate), none());
            }
        }
        if let (Some(wager), Some(mean)) = (self.plan.additional, sums.additional.mean()) {
            let name = format!("{} edge %", wager.kind());
            rows.push(vec![name, percent(-mean), error(&sums.additional), none(), none()]);
        }
        let header = ["figure", "simulated", "± std error", "exact", "z"];
        let mut text = screen::table(&header, &[1, 2, 3, 4], rows);
        if self.exact.is_some() {
            text +=
                &paint(DIM, "exact: of the first round of a fresh shoe; z: how many standard errors apart\n");
        }
        text + &self.count_text() + &self.session_text()
    }

    fn by_count(&self) -> Vec<TrueCountJson> {
        let sums = &self.found.sums;
        let boxes = f64::from(self.plan.boxes);
        let lines = COUNTS.zip(&sums.by_count).filter(|(_, line)| line.rounds > 0);
        let json = |(true_count, line): (i32, &Line)| TrueCountJson {
            true_count,
            part: line.rounds as f64 / sums.all.rounds.max(1) as f64,
            units: line.initial as f64 / (line.rounds as f64 * self.unit() * boxes),
            gain: line.mean(),
            standard_error: line.standard_error(),
        };
        lines.map(json).collect()
    }

    fn count_text(&self) -> String {
        let lines = self.by_count();
        if lines.is_empty() {
            return String::new();
        }
        let percent =
            |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{:+.3}", value * 100.0));
        let rows = lines.iter().map(|line| {
            let least = line.true_count == *COUNTS.start();
            let most = line.true_count == *COUNTS.end();
            let beyond = if least {
                " or less"
            } else if most {
                " or more"
            } else {
                ""
            };
            vec![
                format!("{:+}{beyond}", line.true_count),
                format!("{:.3}", line.part * 100.0),
                format!("{:.2}", line.units),
                percent(line.gain),
                line.standard_error.map_or("–".to_owned(), |error| format!("{:.3}", error * 100.0)),
            ]
        });
        let header = ["true count", "of rounds %", "units", "player gains %", "± std error"];
        screen::table(&header, &[1, 2, 3, 4], rows.collect())
    }

    fn json(&self, args: &Sim, options: Vec<String>, rate: f64) -> SimBlackjackJson {
        let (sums, own) = (&self.found.sums, &args.blackjack);
        let additional = self.plan.additional.and_then(|wager| {
            let (edge, standard_error) = (-sums.additional.mean()?, sums.additional.standard_error());
            Some(SimAdditionalJson { wager: wager.kind().to_owned(), edge, standard_error })
        });
        SimBlackjackJson {
            game: Blackjack::NAME.to_owned(),
            options,
            rounds: sums.all.rounds.into(),
            seed: args.seed.into(),
            rounds_per_second: rate,
            boxes: self.plan.boxes,
            strategy: own.strategy.as_ref().map(|path| path.display().to_string()),
            stake: self.plan.stake.as_cents(),
            shoes: sums.shoes.into(),
            edge: self.edge(),
            standard_error: sums.all.standard_error(),
            exact: self.exact.map(|(edge, _)| edge),
            z: self.z(),
            element_of_risk: self.risk(),
            standard_deviation: self.deviation(),
            wagered: self.wagered(),
            rates: self.rates(),
            additional,
            by_count: self.by_count(),
            sessions: self.sessions(own),
        }
    }

    fn plot(&self, path: &Path) -> Result<(), Failure> {
        let points: Vec<(f64, f64, f64)> = self
            .found
            .course
            .iter()
            .filter_map(|line| {
                Some((line.rounds as f64, -line.mean()? * 100.0, line.standard_error()? * 100.0))
            })
            .collect();
        let counts: Vec<(f64, f64, f64)> = self
            .by_count()
            .iter()
            .filter(|line| line.part > 1e-5)
            .filter_map(|line| {
                Some((f64::from(line.true_count), line.gain? * 100.0, line.standard_error? * 100.0))
            })
            .collect();
        panels::draw_all(path, &points, self.exact.map(|(edge, _)| edge * 100.0), &self.histogram(), &counts)
    }
}
