//! `ch47 strategy`: the best chart by totals, what it is worth, and the hands on which it errs.

use super::{
    blackjack::{analysis, own_options, ranks, unseen_in},
    odds::options_json,
};
use crate::{
    args::Strategy,
    failure::Failure,
    json::{self, ExceptionJson, RowJson, StrategyJson},
    load::{self, Chosen, chosen},
    screen::{self, BOLD, DIM, paint},
    sheet,
};
use anstyle::{AnsiColor, Style};
use odds::{
    Dealing, Unsolved,
    blackjack::{Exception, Plan, Play},
};
use rules::{Game, Visitor};
use std::{fs, path::Path};

/// How many exceptions are shown where all are not asked for.
const FEW: usize = 12;

pub fn run(args: &Strategy, as_json: bool) -> Result<(), Failure> {
    load::game(&args.game)?.visit(Run { args, as_json })
}

struct Run<'a> {
    args: &'a Strategy,
    as_json: bool,
}

impl Visitor for Run<'_> {
    type Out = Result<(), Failure>;
    fn visit<G: Game>(self) -> Self::Out {
        let Run { args, as_json } = self;
        if Dealing::of(G::NAME) != Dealing::Strategy {
            let message = "has no chart by totals: that is for blackjack";
            return Err(Failure::fault(format!(
                "{0} {message}; `ch47 odds {0}` has what is best there",
                G::NAME
            )));
        }
        let table = chosen::<G>(&args.table)?;
        let options = own_options(&table.settings).ok_or_else(|| Failure::fault(Unsolved::Stuck))?;
        let unseen = unseen_in(&table, &options, args.seen.as_deref())?;
        let analysis = analysis(options, unseen.as_ref())?;
        let plan = analysis.plan();
        let found = Found {
            mean: analysis.follow_plan(&plan).mean,
            best: analysis.best().mean,
            exceptions: analysis.exceptions(&plan),
            unseen: unseen.map(|unseen| unseen.total()),
            plan,
        };
        if let Some(path) = &args.csv {
            write(path, &found.plan.csv())?;
        }
        if let Some(path) = &args.svg {
            let under =
                format!("{}; house edge {:.4} %", table.describe().replace('"', ""), -100.0 * found.mean);
            write(path, &sheet::svg(&found.plan, "Blackjack: the best chart by totals", &under))?;
        }
        if as_json {
            return screen::show(&json::render(&found.json(&table))?);
        }
        screen::show(&(table.headline() + &found.text(args.deviations)))
    }
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|e| Failure::fault(format!("{}: {e}", path.display())))
}

/// What was found.
struct Found {
    plan: Plan,
    mean: f64,
    best: f64,
    exceptions: Vec<Exception>,
    unseen: Option<u16>,
}

impl Found {
    fn json<G: Game>(&self, table: &Chosen<G>) -> StrategyJson {
        let (columns, rows) = self.plan.grid();
        let row = |(hand, plays): (String, Vec<Play>)| RowJson {
            hand,
            plays: plays.iter().map(ToString::to_string).collect(),
        };
        let exception = |one: &Exception| ExceptionJson {
            cards: ranks(&one.cards),
            dealer: ranks(&one.dealer),
            chart: one.chart.name().to_owned(),
            best: one.best.name().to_owned(),
            gain_percent: 100.0 * one.gain,
            per_million: 1e6 * one.chance,
        };
        StrategyJson {
            game: G::NAME.to_owned(),
            options: options_json(table),
            unseen: self.unseen,
            columns,
            rows: rows.into_iter().map(row).collect(),
            insurance: self.plan.insures(),
            mean: self.mean,
            best_mean: self.best,
            exceptions: self.exceptions.iter().map(exception).collect(),
        }
    }

    fn text(&self, all: bool) -> String {
        let mut text = String::new();
        if let Some(unseen) = self.unseen {
            text += &paint(DIM, format!("{unseen} cards of the shoe are unseen\n"));
        }
        text += &grid(&self.plan);
        let insurance = if self.plan.insures() { "always" } else { "never" };
        text += &format!("insurance  {insurance}\n");
        text += &paint(DIM, legend(&self.plan));
        let percent = |mean: f64| format!("{:.4} %", -100.0 * mean);
        text += &format!("house edge {} by this chart\n", percent(self.mean));
        text += &format!(
            "           {} with the best decision for every hand, card by card\n",
            percent(self.best)
        );
        text + &self.exceptions_text(all)
    }

    fn exceptions_text(&self, all: bool) -> String {
        let many = self.exceptions.len();
        if many == 0 {
            return "no hand is played better otherwise\n".to_owned();
        }
        let shown = if all { many } else { many.min(FEW) };
        let rows = self.exceptions.iter().take(shown).map(|one| {
            vec![
                ranks(&one.cards),
                ranks(&one.dealer),
                one.chart.name().to_owned(),
                one.best.name().to_owned(),
                format!("{:.4}", 100.0 * one.gain),
                format!("{:.1}", 1e6 * one.chance),
            ]
        });
        let header = ["hand", "dealer", "chart", "better", "gains %", "in a million"];
        let more = match many - shown {
            0 => String::new(),
            rest => paint(DIM, format!("and {rest} more; --deviations shows all\n")),
        };
        screen::table(&header, &[4, 5], rows.collect()) + &more
    }
}

/// How a play looks in a terminal.
fn style(play: Play) -> Style {
    let on = |colour: AnsiColor| AnsiColor::Black.on(anstyle::Color::Ansi(colour));
    match play {
        Play::Stand => on(AnsiColor::White),
        Play::Hit => on(AnsiColor::Green),
        Play::DoubleHit | Play::DoubleStand => on(AnsiColor::BrightBlue),
        Play::Split => on(AnsiColor::Yellow),
        Play::SurrenderHit | Play::SurrenderStand | Play::SurrenderSplit => on(AnsiColor::BrightMagenta),
    }
}

fn grid(plan: &Plan) -> String {
    let (columns, rows) = plan.grid();
    let head = |title: &str| {
        let names: Vec<String> = columns.iter().map(|name| format!("{name:>3}")).collect();
        format!("{}{}\n", paint(BOLD, format!("{title:<11}")), names.join(" "))
    };
    let mut text = head("dealer");
    let mut kind = false;
    for (name, plays) in sheet::folded(&rows) {
        let is_pair = name.starts_with("pair");
        if name.starts_with("soft 12") || is_pair && !kind {
            text += "\n";
        }
        kind = is_pair;
        let cells: Vec<String> = plays.iter().map(|&play| paint(style(play), format!("{play:>3}"))).collect();
        text += &format!("{name:<11}{}\n", cells.join(" "));
    }
    text
}

/// What the letters mean that are used.
fn legend(plan: &Plan) -> String {
    let (_, rows) = plan.grid();
    let used = |play: &Play| rows.iter().any(|(_, plays)| plays.contains(play));
    let words: Vec<String> =
        Play::ALL.into_iter().filter(used).map(|play| format!("{play} {}", play.says())).collect();
    screen::wrap(&words.join("; "), 0, 100)
}
