//! `ch47 sim GAME --system FILE`: sessions of betting systems, played by the rules.

use super::watch;
use crate::{
    args::Sim,
    failure::Failure,
    json::{
        self, BarJson, LeavingJson, LengthJson, QuantileJson, SystemJson, SystemsJson, TraceJson,
        TraceLineJson, WageredJson,
    },
    load::{Source, chosen},
    screen::{self, BOLD, CITE, DIM, paint},
};
use odds::{Priced, Progress, Visitor, visit};
use rounds::Settings;
use rules::{GameId, Money};
use std::collections::BTreeMap;
use systems::{Fault, Plan, PlayedSystem, Sums, Told, TracedRound, Unplayed};

/// The default number of sessions.
const USUAL_SESSIONS: u64 = 10_000;
/// The most rounds to trace, which is more than anyone reads.
const MOST_TRACED: usize = 10_000;
/// The percentiles shown.
const PERCENTS: [f64; 9] = [1.0, 5.0, 10.0, 25.0, 50.0, 75.0, 90.0, 95.0, 99.0];
/// The most bars in a histogram.
const BARS: f64 = 40.0;

pub fn run(game: GameId, args: &Sim, as_json: bool) -> Result<(), Failure> {
    let own = &args.systems;
    if own.sessions == Some(0) {
        return Err(Failure::fault("--sessions 0: a simulation has at least one session"));
    }
    if own.trace.is_some_and(|rounds| rounds > MOST_TRACED) {
        return Err(Failure::fault(format!("--trace: at most {MOST_TRACED} rounds")));
    }
    let sources = own.system.iter().map(|path| Source::read(path)).collect::<Result<Vec<_>, _>>()?;
    let (headline, settings) = visit(game, Chosen(args))?;
    let plan = Plan {
        game,
        settings: &settings,
        systems: sources.iter().map(|source| source.text.as_str()).collect(),
        sessions: own.sessions.unwrap_or(USUAL_SESSIONS),
        seed: args.seed,
        traced: own.trace.unwrap_or(0),
    };
    let estimate = |point: Option<(f64, f64)>| {
        let (edge, error) = point?;
        Some(format!("house edge {:.3} ± {:.3} %", edge * 100.0, error * 100.0))
    };
    let ran = watch::run(plan.sessions, estimate, |progress: &Progress<_>| plan.run(args.threads, progress));
    let played = ran.found.map_err(|why| match why {
        Unplayed::System { system, fault } => shown(&sources[system], &fault),
        Unplayed::Table(why) => Failure::fault(why),
    })?;
    let sessions = played.systems.first().map_or(0, |system| system.sums.sessions);
    for (source, system) in sources.iter().zip(&played.systems) {
        if system.sums.staked() == 0 && !ran.interrupted {
            return Err(idle(source, system));
        }
    }
    let rounds: i128 = played.systems.iter().map(|system| system.sums.rounds.sum).max().unwrap_or(0);
    let report = SystemsJson {
        game: game.name().to_owned(),
        options: settings.clone(),
        planned: plan.sessions.into(),
        sessions: sessions.into(),
        seed: args.seed.into(),
        interrupted: ran.interrupted,
        rounds_per_second: rounds as f64 / ran.seconds,
        systems: sources.iter().zip(&played.systems).map(|(source, one)| system(source, one)).collect(),
        trace: played.trace.iter().map(traced).collect(),
    };
    screen::show(&if as_json { json::render(&report)? } else { text(&headline, &report) })?;
    watch::completed(ran.interrupted, sessions)
}

/// The table's options, and the headline that states them.
struct Chosen<'a>(&'a Sim);

impl Visitor for Chosen<'_> {
    type Out = Result<(String, Settings), Failure>;

    fn visit<G: Priced>(self) -> Self::Out {
        let table = chosen::<G>(&self.0.table)?;
        Ok((table.headline(), table.settings))
    }
}

/// Shows a fault at its line and column.
fn shown(source: &Source, fault: &Fault) -> Failure {
    let message = match &fault.at {
        Some(_) => fault.what.clone(),
        None => format!("{}: {}", source.name, fault.what),
    };
    source.fault(&message, fault.at.clone().map(|at| (at, "here".to_owned())), &fault.help)
}

/// Why a system did nothing.
fn idle(source: &Source, PlayedSystem { rules, sums, .. }: &PlayedSystem) -> Failure {
    let first = rules.iter().zip(&sums.acted).find_map(|((_, at), acted)| Some((at, acted.why?)));
    let fault = match first {
        Some((at, why)) => Fault::new("no wager was ever made: the table refuses this", at.clone())
            .help(format!("the first time because: {why}")),
        None => {
            let what = format!("no wager was made in {} sessions", sums.sessions);
            Fault::whole(what).help("look at the conditions of its rules, and at what the bankroll covers")
        }
    };
    shown(source, &fault)
}

fn finite(number: f64) -> Option<f64> {
    Some(number).filter(|number| number.is_finite())
}

/// The results of a system.
fn system(source: &Source, played: &PlayedSystem) -> SystemJson {
    let PlayedSystem { title, about, unit, bankroll, rules, sums, edges } = played;
    let (unit, n) = (*unit, sums.sessions.max(1) as f64);
    let one = Money::cents(1);
    let units = |cents: i64| cents as f64 / unit.as_cents() as f64;
    let against = edges.as_ref().ok().and_then(|edges| sums.against(edges));
    let error = finite(sums.net.standard_error(unit));
    let part_error = |part: f64| (part * (1.0 - part) / n).sqrt();
    let mut notes = Vec::new();
    if sums.fitted > 0 {
        notes.push(format!("{} stakes were changed to what the table takes", sums.fitted));
    }
    if sums.short > 0 {
        notes.push(format!("{} acts in a round were left undone for lack of chips", sums.short));
    }
    if sums.idle > 0 {
        notes.push(format!("{} sessions made no wager", sums.idle));
    }
    for ((name, place), acted) in rules.iter().zip(&sums.acted).filter(|(_, acted)| acted.done == 0) {
        let (line, _) = source.line_column(place.start);
        let why = acted.why.map_or(String::new(), |why| format!("; the table refused it: {why}"));
        notes.push(format!("the rule \"{name}\" on line {line} never acted{why}"));
    }
    SystemJson {
        file: source.name.clone(),
        title: title.clone(),
        about: about.clone(),
        unit: unit.as_cents(),
        bankroll: units(bankroll.as_cents()),
        mean: sums.net.mean(unit).to_f64(),
        standard_error: error,
        standard_deviation: error.map(|error| error * n.sqrt()),
        staked: units(sums.staked()) / n,
        edge: sums.edge().unwrap_or(0.0),
        edge_error: sums.edge_error(),
        exact: against.map(|(exact, _)| exact),
        exact_missing: edges.as_ref().err().map(|why| (*why).to_owned()),
        z: against.and_then(|(_, z)| finite(z)),
        rounds: sums.rounds.mean(one).to_f64(),
        rounds_error: finite(sums.rounds.standard_error(one)),
        won: sums.part_above(0),
        won_error: part_error(sums.part_above(0)),
        broke: sums.broke as f64 / n,
        ends: ends(sums, part_error),
        losing_run: sums.losing.mean(one).to_f64(),
        losing_run_error: finite(sums.losing.standard_error(one)),
        longest_losing_run: sums.runs.keys().next_back().copied().unwrap_or(0),
        largest_wager: units(sums.largest),
        quantiles: PERCENTS
            .map(|percent| QuantileJson { percent, units: units(sums.quantile(percent / 100.0)) })
            .into(),
        lengths: PERCENTS.map(|percent| LengthJson { percent, rounds: sums.length(percent / 100.0) }).into(),
        histogram: histogram(sums, unit),
        wagers: wagered(sums, edges.as_ref().ok()),
        notes,
    }
}

fn ends(sums: &Sums, part_error: impl Fn(f64) -> f64) -> Vec<LeavingJson> {
    let mut ends: Vec<(&String, u64)> = sums.ends.iter().map(|(end, n)| (end, *n)).collect();
    ends.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    let one = |(end, n): (&String, u64)| {
        let part = n as f64 / sums.sessions.max(1) as f64;
        LeavingJson { end: end.clone(), part, standard_error: part_error(part) }
    };
    ends.into_iter().map(one).collect()
}

fn wagered(sums: &Sums, edges: Option<&BTreeMap<&'static str, f64>>) -> Vec<WageredJson> {
    let one = |(kind, wagered): (&&'static str, &systems::Wagered)| WageredJson {
        kind: (*kind).to_owned(),
        decided: wagered.decided,
        staked: wagered.staked.to_string(),
        net: wagered.net.to_string(),
        exact: edges.and_then(|edges| edges.get(kind).copied()),
    };
    sums.wagers.iter().map(one).collect()
}

/// Results as bars of whole units.
#[allow(clippy::cast_possible_truncation)]
fn histogram(sums: &Sums, unit: Money) -> Vec<BarJson> {
    let units = |cents: i64| cents as f64 / unit.as_cents() as f64;
    let (Some((&least, _)), Some((&most, _))) =
        (sums.results.first_key_value(), sums.results.last_key_value())
    else {
        return Vec::new();
    };
    let width = ((units(most) - units(least)) / BARS).ceil().max(1.0);
    let mut bars: BTreeMap<i64, u64> = BTreeMap::new();
    for (&net, &n) in &sums.results {
        *bars.entry((units(net) / width).floor() as i64).or_default() += n;
    }
    let all = sums.sessions.max(1) as f64;
    bars.into_iter().map(|(at, n)| BarJson { from: at as f64 * width, part: n as f64 / all }).collect()
}

fn traced(round: &TracedRound) -> TraceJson {
    let line = |told: &Told| {
        let (kind, cite, text) = match told {
            Told::Input(text) => ("input", None, text),
            Told::Event(cite, text) => ("event", Some(cite.to_string()), text),
            Told::Rule(text) => ("rule", None, text),
        };
        TraceLineJson { kind: kind.to_owned(), cite, text: text.clone() }
    };
    TraceJson { session: round.session, round: round.round, lines: round.lines.iter().map(line).collect() }
}

fn text(headline: &str, report: &SystemsJson) -> String {
    let mut text = headline.to_owned();
    for TraceJson { session, round, lines } in &report.trace {
        text += &paint(BOLD, format!("session {session}, round {round}\n"));
        for line in lines {
            text += &match &line.cite {
                Some(cite) => format!("    {} [{}]\n", line.text, paint(CITE, cite)),
                None if line.kind == "input" => format!("  {}\n", line.text),
                None => paint(DIM, format!("  ({})\n", line.text)),
            };
        }
    }
    for system in &report.systems {
        text += &system_text(system);
    }
    text += &paint(
        DIM,
        format!(
            "{} sessions, seed {}, {:.0} rounds a second, through the rules; z: how many standard errors apart\n",
            report.sessions, report.seed, report.rounds_per_second
        ),
    );
    if report.interrupted {
        text += &paint(DIM, format!("interrupted: {} sessions were planned\n", report.planned));
    }
    text
}

/// The number rounded to two decimals.
fn hundredths(units: f64) -> f64 {
    (units * 100.0).round() / 100.0
}

fn system_text(system: &SystemJson) -> String {
    let unit = Money::cents(system.unit);
    let mut text = paint(BOLD, screen::shown(&system.title));
    text += &format!(
        " ({}): units of ${unit}, a bankroll of {}\n",
        screen::shown(&system.file),
        hundredths(system.bankroll)
    );
    let dash = || "–".to_owned();
    let error = |error: Option<f64>, scale: f64, digits: usize| {
        error.map_or_else(dash, |error| format!("{:.digits$}", error * scale))
    };
    let row = |name: &str, value: String, error: String| {
        vec![name.to_owned(), value, error, String::new(), String::new()]
    };
    let part = |name: &str, part: f64, error: f64| {
        row(name, format!("{:.3}", part * 100.0), format!("{:.3}", error * 100.0))
    };
    let mut rows = vec![
        row("won a session, in units", format!("{:+.3}", system.mean), error(system.standard_error, 1.0, 3)),
        row("std dev of that", error(system.standard_deviation, 1.0, 3), String::new()),
        row("staked a session, in units", format!("{:.2}", system.staked), String::new()),
        vec![
            "house edge % of all staked".to_owned(),
            format!("{:.3}", system.edge * 100.0),
            error(system.edge_error, 100.0, 3),
            system.exact.map_or_else(dash, |exact| format!("{:.3}", exact * 100.0)),
            system.z.map_or_else(dash, |z| format!("{z:+.2}")),
        ],
        row("rounds a session", format!("{:.2}", system.rounds), error(system.rounds_error, 1.0, 2)),
        part("sessions that won %", system.won, system.won_error),
        row(
            "longest losing run, on average",
            format!("{:.2}", system.losing_run),
            error(system.losing_run_error, 1.0, 2),
        ),
        row("longest losing run of all", system.longest_losing_run.to_string(), String::new()),
        row("largest wager, in units", hundredths(system.largest_wager).to_string(), String::new()),
    ];
    rows.extend(
        system
            .ends
            .iter()
            .map(|end| part(&format!("ended %: {}", screen::shown(&end.end)), end.part, end.standard_error)),
    );
    text += &screen::table(&["figure", "simulated", "± std error", "exact", "z"], &[1, 2, 3, 4], rows);
    let mut header = vec!["of sessions".to_owned()];
    header.extend(system.quantiles.iter().map(|quantile| format!("{} %", quantile.percent)));
    let mut won = vec!["win no more than".to_owned()];
    won.extend(system.quantiles.iter().map(|quantile| format!("{:+}", hundredths(quantile.units))));
    let mut last = vec!["last no more rounds than".to_owned()];
    last.extend(system.lengths.iter().map(|length| length.rounds.to_string()));
    let names: Vec<&str> = header.iter().map(String::as_str).collect();
    text += &screen::table(&names, &[1, 2, 3, 4, 5, 6, 7, 8, 9], vec![won, last]);
    if let Some(why) = &system.exact_missing {
        text += &paint(DIM, format!("no exact edge: {why}\n"));
    }
    system.notes.iter().for_each(|note| text += &paint(DIM, format!("{}\n", screen::shown(note))));
    text
}
