//! `ch47 sim blackjack`: a strategy at a table with any lawful options, from real shoes.

use super::{
    blackjack::read_chart,
    odds::{USUAL_STAKE, wanted_stake},
    shards::{self, Printed},
    sim::{planned, unreached},
    watch,
};
use crate::{
    args::{Sim, SimBlackjack},
    failure::Failure,
    json::{
        self, AskedBlackjackJson, RatesJson, ShardBlackjackJson, ShardsJson, SimAdditionalJson,
        SimBlackjackJson, TrueCountJson, WorthJson,
    },
    load::{Chosen, Source},
    panels,
    screen::{self, DIM, paint},
};
use books::Hash;
use odds::{
    Progress, Summed, Unsolved,
    blackjack::{
        Analysis, Plan as Strategy, counting,
        simulate::{COUNTS, Count, Fault, Found, Line, Plan, Ramp, Session, Shuffle, Sums},
    },
};
use rules::{
    Game, Kinds, Money, Vocabulary,
    blackjack::{Blackjack, Options, Wager},
};
use std::{cell::LazyCell, fs, path::Path};

mod sessions;
mod sums;

pub fn run(chosen: &Chosen<Blackjack>, args: &Sim, as_json: bool) -> Result<(), Failure> {
    let options = chosen.options;
    if args.with.is_some() {
        return Err(Failure::fault(
            "--with: at blackjack `--wager` makes an additional wager beside the hand",
        ));
    }
    if args.through_rules {
        return Err(Failure::fault(
            "--through-rules: blackjack is simulated from tables that the rules made, and no other way; leave it out",
        ));
    }
    let analysis = LazyCell::new(|| Analysis::fresh(options));
    let plan = plan(options, args, &analysis)?;
    if let Some(path) = &args.plot {
        // It is better to fail now than after all rounds.
        fs::write(path, "").map_err(|e| Failure::fault(format!("{}: {e}", path.display())))?;
    }
    let asked = asked(&plan, args, chosen.told(), exact(&plan, &analysis)?);
    let estimate = |line: Line| {
        let (edge, error) = (-line.mean()? * 100.0, line.standard_error()? * 100.0);
        let exact = asked.exact.map_or(String::new(), |exact| format!(" ({:.3})", exact * 100.0));
        Some(format!("house edge {edge:.3} ± {error:.3} %{exact}"))
    };
    let run = |progress: &Progress<_>| plan.run(args.threads, progress);
    let ran = watch::run(plan.shard_rounds(), estimate, run);
    let Found { sums, course } = ran.found.map_err(fault)?;
    let report = Report {
        asked,
        shards: ShardsJson { parts: vec![plan.shard.part], of: plan.shard.of },
        interrupted: ran.interrupted,
        rounds_per_second: sums.all.rounds as f64 / ran.seconds,
        sums,
    };
    if let Some(path) = &args.plot {
        report.plot(path, &course)?;
    }
    report.show(&chosen.headline(), as_json)?;
    unreached(args, report.sums.all.standard_error().into_iter());
    watch::completed(ran.interrupted, report.sums.all.rounds)
}

fn fault(why: Fault) -> Failure {
    match why {
        Fault::Refused(refusal) => Failure::refused(refusal),
        Fault::Plan(what) => Failure::fault(what),
    }
}

/// A count of boxes, rounds or units from the command line.
fn positive(name: &str, n: i64, most: i64) -> Result<i64, Failure> {
    match n {
        1.. if n <= most => Ok(n),
        _ => Err(Failure::fault(format!("--{name} {n}: from 1 to {most}"))),
    }
}

/// An analysis of the table, computed when first needed.
type Analyzed<F> = LazyCell<Result<Analysis, Unsolved>, F>;

fn plan<F: FnOnce() -> Result<Analysis, Unsolved>>(
    options: Options,
    args: &Sim,
    analysis: &Analyzed<F>,
) -> Result<Plan, Failure> {
    let own = &args.blackjack;
    let strategy = match &own.strategy {
        Some(path) => Strategy::Chart(Box::new(read_chart(path, &options)?)),
        None => analysis.as_ref().map_err(Failure::fault)?.plan(),
    };
    if let Some(risk) = own.risk.filter(|risk| !(*risk > 0.0 && *risk < 1.0)) {
        return Err(Failure::fault(format!("--risk {risk}: a chance above 0 and below 1, such as 0.05")));
    }
    let stake = wanted_stake(args.stake.as_deref())?.unwrap_or(USUAL_STAKE);
    let boxes = positive("boxes", own.boxes.unwrap_or(1), options.boxes().into())?;
    let penetration = own.penetration.map(Shuffle::Behind);
    let every = own.shuffle_every_round.then_some(Shuffle::EveryRound);
    let ramp = own.ramp.as_deref().map(Ramp::read).transpose();
    let mut plan = Plan {
        boxes: u8::try_from(boxes).unwrap_or(u8::MAX),
        stake,
        additional: args.wager.as_deref().map(|name| additional(name, &options)).transpose()?,
        shuffle: penetration.or(every).unwrap_or(Shuffle::Usual),
        count: own.count.as_deref().map(count).transpose()?,
        ramp: ramp.map_err(|e| Failure::fault(format!("--ramp: {e}")))?.unwrap_or_else(Ramp::flat),
        insurance_at: own.insurance_at,
        session: session(own, stake)?,
        rounds: planned(args),
        seed: args.seed,
        until_error: args.until_error,
        ..Plan::of(options, strategy)
    };
    if let (true, Some(count)) = (own.indices, &plan.count) {
        let bar = watch::steps(COUNTS.count(), "true counts");
        plan.by_count = counting::plans(options, count, &|| bar.inc(1)).map_err(Failure::fault)?;
        bar.finish_and_clear();
    }
    if let Some(text) = &args.shard {
        plan.shard = shards::read(text, plan.most_shards()).map_err(Failure::fault)?;
    }
    Ok(plan)
}

/// The parameters of the simulation, which identify the shards that belong together.
fn asked(
    plan: &Plan,
    args: &Sim,
    options: rounds::Settings,
    exact: Option<(f64, f64)>,
) -> AskedBlackjackJson {
    let own = &args.blackjack;
    AskedBlackjackJson {
        game: Blackjack::NAME.to_owned(),
        options,
        planned: plan.rounds.into(),
        seed: plan.seed.into(),
        boxes: plan.boxes,
        strategy: own.strategy.as_ref().map(|path| path.display().to_string()),
        strategy_hash: Hash::of(&[plan.strategy.csv().as_bytes()]).to_string(),
        stake: plan.stake.as_cents(),
        additional_wager: plan.additional.map(|wager| wager.kind().to_owned()),
        penetration: own.penetration,
        shuffle_every_round: own.shuffle_every_round,
        count: plan.count.as_ref().map(Count::to_string),
        ramp: plan.ramp.to_string(),
        insurance_at: plan.insurance_at,
        indices: own.indices,
        risk: own.risk.unwrap_or(KELLY),
        session: plan.session.map(|session| session.rounds),
        bankroll: own.bankroll,
        goal: own.goal,
        exact: exact.map(|(edge, _)| edge),
        exact_wagered: exact.map(|(_, stake)| stake),
    }
}

/// The risk of ruin when wagering by the Kelly criterion.
const KELLY: f64 = 0.135_335_283_236_612_7;

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

/// A count by name or from a file.
pub fn count(text: &str) -> Result<Count, Failure> {
    if let Some(known) = Count::named(text) {
        return Ok(known);
    }
    let path = Path::new(text);
    if !path.exists() {
        let known = Count::names().collect::<Vec<_>>().join(", ");
        return Err(Failure::fault(format!(
            "--count {text}: expected {known}, or a file of lines such as `A,-1`"
        )));
    }
    let source = Source::read(path)?;
    Count::read(&source.text)
        .map_err(|fault| source.fault(&fault.what, Some((fault.place, "here".into())), ""))
}

/// The exact loss of the strategy in the first round of a shoe, and the amount it wagers; only if the wager
/// is the same in all rounds.
fn exact<F: FnOnce() -> Result<Analysis, Unsolved>>(
    plan: &Plan,
    analysis: &Analyzed<F>,
) -> Result<Option<(f64, f64)>, Failure> {
    if plan.ramp != Ramp::flat() || plan.insurance_at.is_some() || !plan.by_count.is_empty() {
        return Ok(None);
    }
    match &**analysis {
        Ok(analysis) => {
            let worth = analysis.follow_plan(&plan.strategy);
            Ok(Some((-worth.mean, worth.stake)))
        }
        Err(Unsolved::ShortShoe { .. }) => Ok(None),
        Err(why) => Err(Failure::fault(why)),
    }
}

/// The results of a run or of merged shards.
pub struct Report {
    pub asked: AskedBlackjackJson,
    shards: ShardsJson,
    interrupted: bool,
    rounds_per_second: f64,
    sums: Sums,
}

impl Printed for Report {
    fn read(text: &str) -> Result<Report, String> {
        let shard: ShardBlackjackJson = serde_json::from_str(text).map_err(|e| shards::unread(&e))?;
        let ShardBlackjackJson { asked, shards, interrupted, rounds_per_second, sums } = shard;
        let sums = sums::read(&sums).ok_or("has sums that are no numbers")?;
        if asked.stake <= 0 {
            return Err("has no stake".to_owned());
        }
        Ok(Report { asked, shards, interrupted, rounds_per_second, sums })
    }

    fn shards(&mut self) -> &mut ShardsJson {
        &mut self.shards
    }

    fn difference(&self, other: &Report) -> Option<&'static str> {
        let (one, other) = (&self.asked, &other.asked);
        shards::first_difference(&[
            (one.options == other.options, "options"),
            (one.planned == other.planned, "rounds"),
            (one.seed == other.seed, "seed"),
            (one.boxes == other.boxes, "boxes"),
            (one.strategy_hash == other.strategy_hash, "strategy"),
            (one.stake == other.stake, "stake"),
            (one.additional_wager == other.additional_wager, "additional wager"),
            (one.penetration == other.penetration, "penetration"),
            (one.shuffle_every_round == other.shuffle_every_round, "shuffles"),
            (one.count == other.count, "count"),
            (one.ramp == other.ramp, "ramp"),
            (one.insurance_at == other.insurance_at, "insurance"),
            (one.indices == other.indices, "indices"),
            (one.session == other.session, "sessions"),
            ((one.bankroll, one.goal) == (other.bankroll, other.goal), "bankroll or goal"),
        ])
    }

    fn add(&mut self, other: Report) {
        self.sums.merge(&other.sums);
        self.interrupted |= other.interrupted;
        self.rounds_per_second += other.rounds_per_second;
    }
}

impl Report {
    /// Prints the report.
    pub fn show(&self, headline: &str, as_json: bool) -> Result<(), Failure> {
        if as_json {
            return screen::show(&json::render(&self.json())?);
        }
        let Report { asked, sums, .. } = self;
        let usual =
            if asked.indices { "the best by totals for each true count" } else { "the best by totals" };
        let strategy = asked.strategy.as_deref().unwrap_or(usual);
        let played = format!("{}; strategy: {strategy}\n", self.where_played());
        let note = format!(
            "{} rounds, {} shoes, seed {}, {:.0} rounds a second; units of {}\n",
            sums.all.rounds,
            sums.shoes,
            asked.seed,
            self.rounds_per_second,
            Money::cents(asked.stake)
        );
        let note = note + &shards::note(&self.shards, self.interrupted, &asked.planned);
        screen::show(&(headline.to_owned() + &paint(DIM, played) + &self.text() + &paint(DIM, note)))
    }

    fn unit(&self) -> f64 {
        self.asked.stake as f64
    }

    fn edge(&self) -> f64 {
        -self.sums.all.mean().unwrap_or(0.0)
    }

    /// The distance from the exact edge, in standard errors.
    fn z(&self) -> Option<f64> {
        let error = self.sums.all.standard_error().filter(|&error| error > 0.0)?;
        self.asked.exact.map(|edge| (self.edge() - edge) / error)
    }

    /// The effect of the cutting card: rounds with many small cards use more cards, so fewer rounds are dealt
    /// before it comes, and the better cards behind it are never dealt. Its standard error is that of the
    /// edge.
    fn cut_card_effect(&self) -> Option<f64> {
        self.asked.exact.filter(|_| !self.asked.shuffle_every_round).map(|exact| self.edge() - exact)
    }

    fn where_played(&self) -> String {
        let boxes = match self.asked.boxes {
            1 => "one box".to_owned(),
            n => format!("{n} boxes"),
        };
        let shuffled = match self.asked.penetration {
            _ if self.asked.shuffle_every_round => "shuffled before every round".to_owned(),
            Some(part) => format!("{:.0} % of the cards dealt", part * 100.0),
            None => "shuffled as the table's options say".to_owned(),
        };
        format!("{boxes}, {shuffled}")
    }

    fn rates(&self) -> RatesJson {
        let sums = &self.sums;
        let of = |n: u64, all: u64| n as f64 / all.max(1) as f64;
        let [won, tied, lost] = sums.rounds.map(|n| of(n, sums.all.rounds));
        RatesJson {
            won,
            tied,
            lost,
            sat_out: of(sums.all.rounds - sums.rounds.iter().sum::<u64>(), sums.all.rounds),
            blackjacks: of(sums.events.blackjacks, sums.events.boxes),
            doubled: of(sums.events.doubled, sums.events.boxes),
            split: of(sums.events.split, sums.events.boxes),
            surrendered: of(sums.events.surrendered, sums.events.boxes),
            busted: of(sums.events.busted, sums.events.boxes),
            insured: of(sums.events.insured, sums.events.boxes),
        }
    }

    /// The edge per unit wagered in total.
    fn risk(&self) -> f64 {
        -self.sums.all.net as f64 / (self.sums.wagered as f64).max(1.0)
    }

    /// The ratio of the total amount wagered to the amount wagered before the deal.
    fn wagered(&self) -> f64 {
        self.sums.wagered as f64 / (self.sums.all.initial as f64).max(1.0)
    }

    fn deviation(&self) -> f64 {
        self.sums.all.round().1 / self.unit()
    }

    fn text(&self) -> String {
        let sums = &self.sums;
        let percent = |value: f64| format!("{:.3}", value * 100.0);
        let error = |line: &Line| line.standard_error().map_or("–".to_owned(), percent);
        let none = String::new;
        let mut rows = vec![vec![
            "house edge %".to_owned(),
            percent(self.edge()),
            error(&sums.all),
            self.asked.exact.map_or("–".to_owned(), percent),
            self.z().map_or("–".to_owned(), |z| format!("{z:+.2}")),
        ]];
        let stake = self.asked.exact_wagered.map_or_else(none, |stake| format!("{stake:.4}"));
        let mut add = |name: &str, value: String, exact: String| {
            rows.push(vec![name.to_owned(), value, none(), exact, none()]);
        };
        add("wagered in all, by initial wager", format!("{:.4}", self.wagered()), stake);
        add("edge % of all that is wagered", percent(self.risk()), none());
        add("std dev of a round, in units", format!("{:.4}", self.deviation()), none());
        if let Some(worth) = self.worth() {
            add("rounds to be one std dev ahead (N0)", format!("{:.0}", worth.n0), none());
            add("SCORE", format!("{:.2}", worth.score), none());
        }
        let rates = self.rates();
        for (name, rate) in [
            ("rounds won %", rates.won),
            ("rounds tied %", rates.tied),
            ("rounds lost %", rates.lost),
            ("rounds sat out %", rates.sat_out),
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
        if let Some(effect) = self.cut_card_effect() {
            let (name, effect) = ("cut card effect on the edge %", format!("{:+.3}", 100.0 * effect));
            // After the other figures of the edge.
            rows.insert(4, vec![name.to_owned(), effect, error(&sums.all), none(), none()]);
        }
        if let (Some(wager), Some(mean)) = (&self.asked.additional_wager, sums.additional.mean()) {
            let name = format!("{wager} edge %");
            rows.push(vec![name, percent(-mean), error(&sums.additional), none(), none()]);
        }
        let header = ["figure", "simulated", "± std error", "exact", "z"];
        let mut text = screen::table(&header, &[1, 2, 3, 4], rows);
        if self.asked.exact.is_some() {
            text +=
                &paint(DIM, "exact: of the first round of a fresh shoe; z: how many standard errors apart\n");
        }
        text + &self.count_text() + &self.session_text()
    }

    fn by_count(&self) -> Vec<TrueCountJson> {
        let sums = &self.sums;
        let boxes = f64::from(self.asked.boxes);
        let lines = COUNTS.zip(&sums.by_count).filter(|(_, line)| line.rounds > 0);
        let json = |(true_count, line): (i32, &Line)| TrueCountJson {
            true_count,
            part: line.rounds as f64 / sums.all.rounds.max(1) as f64,
            units: line.initial as f64 / (line.rounds as f64 * self.unit() * boxes),
            gain: line.mean(),
            standard_error: line.standard_error(),
            best_wager: best_wager(line, self.asked.risk),
        };
        lines.map(json).collect()
    }

    /// The value of a favorable game relative to its risk.
    fn worth(&self) -> Option<WorthJson> {
        let (mean, deviation) = self.sums.all.round();
        let n0 = (deviation / mean).powi(2);
        (mean > 0.0 && deviation > 0.0).then(|| WorthJson { n0, score: 1e6 / n0 })
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
                line.best_wager.map_or("–".to_owned(), |part| format!("{:.2}", part * 10_000.0)),
            ]
        });
        let header =
            ["true count", "of rounds %", "units", "player gains %", "± std error", "best of 10,000"];
        let note = format!(
            "best of 10,000: the wager that grows a bankroll of 10,000 best at a risk of ruin of {:.1} %\n",
            100.0 * self.asked.risk
        );
        screen::table(&header, &[1, 2, 3, 4, 5], rows.collect()) + &paint(DIM, note)
    }

    fn json(&self) -> SimBlackjackJson {
        let sums = &self.sums;
        let additional = self.asked.additional_wager.clone().and_then(|wager| {
            let (edge, standard_error) = (-sums.additional.mean()?, sums.additional.standard_error());
            Some(SimAdditionalJson { wager, edge, standard_error })
        });
        SimBlackjackJson {
            asked: self.asked.clone(),
            rounds: sums.all.rounds.into(),
            shards: self.shards.clone(),
            interrupted: self.interrupted,
            rounds_per_second: self.rounds_per_second,
            shoes: sums.shoes.into(),
            edge: self.edge(),
            standard_error: sums.all.standard_error(),
            z: self.z(),
            element_of_risk: self.risk(),
            standard_deviation: self.deviation(),
            wagered: self.wagered(),
            rates: self.rates(),
            additional,
            by_count: self.by_count(),
            worth: self.worth(),
            cut_card_effect: self.cut_card_effect(),
            sessions: self.sessions(),
            sums: sums::write(sums),
        }
    }

    fn plot(&self, path: &Path, course: &[Line]) -> Result<(), Failure> {
        let points: Vec<(f64, f64, f64)> = course
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
        panels::draw_all(path, &points, self.asked.exact.map(|edge| edge * 100.0), &self.histogram(), &counts)
    }
}

/// The fraction of a bankroll to wager: the gain divided by the variance, times the fraction of the Kelly
/// wager that the risk of ruin allows.
fn best_wager(line: &Line, risk: f64) -> Option<f64> {
    let gain = line.mean()?;
    let variance = line.squares[0] as f64 / (line.squares[1] as f64).max(1.0) - gain * gain;
    (line.rounds > 1 && variance > 0.0).then(|| (gain / variance * -2.0 / risk.ln()).max(0.0))
}
