//! `ch47 strategy`: the best chart by totals, its value, and the hands it gets wrong; for pai gow and pai gow poker, the house way.

use super::{
    blackjack::{analysis, unseen_in},
    decisions, house_way,
};
use crate::{
    args::Strategy,
    failure::Failure,
    json,
    load::{self, chosen},
    screen::{self, BOLD, DIM, paint},
    sheet,
};
use anstyle::{AnsiColor, Style};
use odds::blackjack::{Plan, Play};
use rules::{GameId, blackjack::Blackjack, pai_gow::PaiGow, pai_gow_poker::PaiGowPoker};
use std::{fs, path::Path};
use views::strategy::StrategyView;

/// The number of exceptions shown unless all are requested.
const FEW: usize = 12;

/// The house way of a game in which hands are set, or what settings of one hand are worth.
fn house_ways<G: house_way::Shown>(args: &Strategy, as_json: bool) -> Result<(), Failure> {
    let table = chosen::<G>(&args.table)?.under(&args.reading)?;
    match args.hand {
        Some(_) => house_way::hand(&table, args, as_json),
        None => house_way::rules(&table, as_json),
    }
}

pub fn run(args: &Strategy, as_json: bool) -> Result<(), Failure> {
    let game = load::game(&args.game)?;
    match game {
        GameId::PaiGow => return house_ways::<PaiGow>(args, as_json),
        GameId::PaiGowPoker => return house_ways::<PaiGowPoker>(args, as_json),
        _ => {}
    }
    if game != GameId::Blackjack {
        let message = "has no chart by totals: that is for blackjack";
        return Err(Failure::fault(format!(
            "{0} {message}; `ch47 odds {0}` has what is best there",
            game.name()
        )));
    }
    let table = chosen::<Blackjack>(&args.table)?.under(&args.reading)?;
    match args {
        Strategy { hand: Some(_), .. } => return decisions::hand(&table, args, as_json),
        Strategy { count: Some(_), .. } => return decisions::counted(&table, args, as_json),
        Strategy { decisions: true, .. } => return decisions::all(&table, args, as_json),
        Strategy { up: Some(_), .. } => {
            return Err(Failure::fault("--up: add --decisions or --hand CARDS"));
        }
        _ => {}
    }
    let unseen = unseen_in(&table, args.seen.as_deref())?;
    let analysis = analysis(table.options, unseen.as_ref())?;
    let plan = analysis.plan();
    let unseen = unseen.map(|unseen| unseen.total());
    let found = StrategyView::of(table.told(), unseen, &analysis, &plan);
    if let Some(path) = &args.csv {
        write(path, &plan.csv())?;
    }
    if let Some(path) = &args.svg {
        let under = format!("{}; house edge {:.4} %", table.describe().replace('"', ""), -100.0 * found.mean);
        write(path, &sheet::svg(&plan, "Blackjack: the best chart by totals", &under))?;
    }
    if as_json {
        return screen::show(&json::render(&found)?);
    }
    screen::show(&(table.headline() + &text(&found, &plan, args.deviations)))
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|e| Failure::fault(format!("{}: {e}", path.display())))
}

fn text(found: &StrategyView, plan: &Plan, all: bool) -> String {
    let mut text = String::new();
    if let Some(unseen) = found.unseen {
        text += &paint(DIM, format!("{unseen} cards of the shoe are unseen\n"));
    }
    text += &grid(plan);
    let insurance = if found.insurance { "always" } else { "never" };
    text += &format!("insurance  {insurance}\n");
    text += &paint(DIM, legend(plan));
    let percent = |mean: f64| format!("{:.4} %", -100.0 * mean);
    text += &format!("house edge {} by this chart\n", percent(found.mean));
    text += &format!(
        "           {} with the best decision for every hand, card by card\n",
        percent(found.best_mean)
    );
    text + &exceptions_text(found, all)
}

fn exceptions_text(found: &StrategyView, all: bool) -> String {
    let many = found.exceptions.len();
    if many == 0 {
        return "no hand is played better otherwise\n".to_owned();
    }
    let shown = if all { many } else { many.min(FEW) };
    let rows = found.exceptions.iter().take(shown).map(|one| {
        vec![
            one.cards.clone(),
            one.dealer.clone(),
            one.chart.clone(),
            one.best.clone(),
            format!("{:.4}", one.gain_percent),
            format!("{:.1}", one.per_million),
        ]
    });
    let header = ["hand", "dealer", "chart", "better", "gains %", "in a million"];
    let more = match many - shown {
        0 => String::new(),
        rest => paint(DIM, format!("and {rest} more; --deviations shows all\n")),
    };
    screen::table(&header, &[4, 5], rows.collect()) + &more
}

/// The style of a play in a terminal.
fn style(play: Play) -> Style {
    let on = |color: AnsiColor| AnsiColor::Black.on(anstyle::Color::Ansi(color));
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

/// The meaning of the letters used.
fn legend(plan: &Plan) -> String {
    let (_, rows) = plan.grid();
    let used = |play: &Play| rows.iter().any(|(_, plays)| plays.contains(play));
    let words: Vec<String> =
        Play::ALL.into_iter().filter(used).map(|play| format!("{play} {}", play.says())).collect();
    screen::wrap(&words.join("; "), 0, 100)
}
