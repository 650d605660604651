//! `ch47 odds blackjack`: what a round is worth with the best decisions, with the best chart, or with a chart of one's own.

use super::odds::{USUAL_STAKE, options_json, unsolved, wanted_stake};
use crate::{
    args::Odds,
    failure::Failure,
    json::{self, AdditionalJson, AgainstJson, BlackjackJson, PriceJson, WayJson},
    load::{self, Chosen, Source},
    screen::{self, DIM, paint},
};
use indicatif::{ProgressBar, ProgressStyle};
use odds::{
    Unsolved,
    blackjack::{Analysis, Chart, Expectation, Plan, sides},
};
use rounds::{Setting, entries};
use rules::{
    Game,
    blackjack::{Blackjack, Options, SecondCard, Supply},
    kit::cards::Unseen,
    table,
};
use std::path::Path;

/// One option changed, in the words of `--set`: what the table has already is taken away instead.
const CHANGES: [&[&str]; 17] = [
    &["decks=1"],
    &["decks=2"],
    &["decks=4"],
    &["decks=6"],
    &["decks=8"],
    &["surrender=true"],
    &["boxes=7", "splits=2"],
    &["boxes=6", "splits=3"],
    &["boxes=6", "splits=3", "aces-once=true"],
    &["six-seven-eight=true"],
    &["three-sevens=true"],
    &["designated-ace=As", "designated-face=Js", "designated-odds=2 to 1"],
    &["five-card-21=true"],
    &["second-card=after-players"],
    &["second-card=face-down", "card-reader=true", "approvals.card-reader=true"],
    &["second-card=face-up"],
    &["multiple-action=three"],
];

pub fn run<G: Game>(table: &Chosen<G>, args: &Odds, as_json: bool) -> Result<(), Failure> {
    let options = own_options(&table.settings).ok_or_else(|| Failure::fault(Unsolved::Stuck))?;
    let unseen = unseen_in(table, &options, args.seen.as_deref())?;
    let analysis = analysis(options, unseen.as_ref())?;
    let best = analysis.best();
    let mut ways = vec![way("best", &best), way("chart", &analysis.follow_plan(&analysis.plan()))];
    if let Some(path) = &args.strategy {
        let chart = read_chart(path, &options)?;
        let follow = analysis.follow_plan(&Plan::Chart(Box::new(chart)));
        ways.push(way(&path.display().to_string(), &follow));
    }
    let prices = if args.prices { prices(&table.settings, &best, unseen.is_some())? } else { Vec::new() };
    let stake = wanted_stake(args.stake.as_deref())?.unwrap_or(USUAL_STAKE);
    let mut additional = Vec::new();
    for &wager in sides::wagers(&options) {
        let results = match &unseen {
            Some(unseen) => sides::results(&options, unseen, wager, stake),
            None => sides::fresh(&options, wager, stake),
        };
        let results = results.map_err(unsolved)?;
        additional.push(AdditionalJson {
            wager: wager.to_string(),
            wins: results.wins().to_string(),
            edge: results.edge().to_string(),
            edge_percent: results.edge().percent(3),
        });
    }
    let unseen = unseen.map(|unseen| unseen.total());
    let options = options_json(table);
    let answer = BlackjackJson { game: G::NAME.to_owned(), options, unseen, plays: ways, prices, additional };
    if as_json {
        return screen::show(&json::render(&answer)?);
    }
    screen::show(&(table.headline() + &text(&answer)))
}

/// The options of blackjack.
pub fn own_options(settings: &[Setting]) -> Option<Options> {
    table::options::<Blackjack>(&entries(settings), &mut |_| ())
}

/// The cards nobody has seen, if it is said which were seen.
pub fn unseen_in<G: Game>(
    table: &Chosen<G>,
    options: &Options,
    seen: Option<&Path>,
) -> Result<Option<Unseen>, Failure> {
    let Some(path) = seen else { return Ok(None) };
    if let Supply::Double { decks: [left, right], .. } = options.supply() {
        return Err(Failure::fault(format!(
            "--seen: this double shoe has {left} and {right} decks, and a list of cards does not say which side they \
             came from; analyze one side by itself, with double-shoe = false and its number of decks"
        )));
    }
    load::seen::<G>(table, path).map(Some)
}

/// What every decision is worth: with these cards unseen, or with a fresh shoe.
pub fn analysis(options: Options, unseen: Option<&Unseen>) -> Result<Analysis, Failure> {
    let found = unseen.map_or_else(|| Analysis::fresh(options), |unseen| Analysis::of(options, unseen));
    found.map_err(unsolved)
}

/// A chart from a file.
pub fn read_chart(path: &Path, options: &Options) -> Result<Chart, Failure> {
    if options.second_card() == SecondCard::FaceUp {
        let message =
            "--strategy: a chart of this form goes by one card of the dealer, and here both lie face up";
        return Err(Failure::fault(format!("{message}; `ch47 strategy blackjack` makes the chart for that")));
    }
    let source = Source::read(path)?;
    Chart::read(&source.text).map_err(|fault| Failure::fault(format!("{}, {fault}", source.name)))
}

fn way(play: &str, expectation: &Expectation) -> WayJson {
    let Expectation { mean, deviation, stake, by_dealer } = expectation;
    let against = |(shown, chance, mean): &(Vec<u8>, f64, f64)| AgainstJson {
        dealer: ranks(shown),
        chance: *chance,
        mean: *mean,
    };
    WayJson {
        play: play.to_owned(),
        mean: *mean,
        edge_percent: -100.0 * mean,
        standard_deviation: *deviation,
        staked: *stake,
        risk_percent: -100.0 * mean / stake,
        by_dealer: by_dealer.iter().map(against).collect(),
    }
}

/// `A`, `10 7`.
pub fn ranks(ranks: &[u8]) -> String {
    let name = |&rank: &u8| if rank == 1 { "A".to_owned() } else { rank.to_string() };
    ranks.iter().map(name).collect::<Vec<_>>().join(" ")
}

/// What each option is worth, one changed at a time.
fn prices(settings: &[Setting], best: &Expectation, is_seen: bool) -> Result<Vec<PriceJson>, Failure> {
    if is_seen {
        return Err(Failure::fault("--prices compares tables with full shoes: leave --seen away"));
    }
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} options")
        .unwrap_or(ProgressStyle::default_bar());
    let bar = ProgressBar::new(CHANGES.len() as u64).with_style(style);
    let mut found = Vec::new();
    for words in CHANGES {
        bar.inc(1);
        let Some((change, changed)) = changed(settings, words) else { continue };
        let Some(options) = own_options(&changed).filter(|options| Some(*options) != own_options(settings))
        else {
            continue;
        };
        let mean = Analysis::fresh(options).map_err(unsolved)?.best().mean;
        found.push(PriceJson {
            change,
            edge_percent: -100.0 * mean,
            gain_percent: 100.0 * (mean - best.mean),
        });
    }
    bar.finish_and_clear();
    Ok(found)
}

/// The settings with these; without them, if they hold already.
fn changed(settings: &[Setting], words: &[&str]) -> Option<(String, Vec<Setting>)> {
    let new: Vec<Setting> = words.iter().filter_map(|word| Setting::read(word)).collect();
    let says = |settings: &[Setting], one: &Setting| settings.iter().any(|other| other == one);
    let mut rest: Vec<Setting> =
        settings.iter().filter(|old| new.iter().all(|one| one.key != old.key)).cloned().collect();
    if new.iter().all(|one| says(settings, one)) {
        let is_usual = matches!(new[0].key.as_str(), "decks" | "second-card");
        let named: Vec<&str> = words.iter().map(|word| word.split('=').next().unwrap_or(word)).collect();
        return (!is_usual).then(|| (format!("without {}", named.join(", ")), rest));
    }
    rest.extend(new);
    let shown: Vec<&str> = words.iter().filter(|word| !word.starts_with("approvals.")).copied().collect();
    Some((shown.join(", "), rest))
}

fn text(answer: &BlackjackJson) -> String {
    let mut text = String::new();
    if let Some(unseen) = answer.unseen {
        text += &paint(DIM, format!("{unseen} cards of the shoe are unseen\n"));
    }
    let says = |play: &str| match play {
        "best" => "the best decision for every hand, card by card".to_owned(),
        "chart" => "the best chart by totals".to_owned(),
        file => format!("the chart of {file}"),
    };
    let rows = answer.plays.iter().map(|way| {
        let figure = |n: f64| format!("{n:.4}");
        let figures = [way.edge_percent, way.standard_deviation, way.staked, way.risk_percent];
        std::iter::once(says(&way.play)).chain(figures.map(figure)).collect()
    });
    let header = ["play", "house edge %", "std dev", "staked", "element of risk %"];
    text += &screen::table(&header, &[1, 2, 3, 4], rows.collect());
    text += &against(&answer.plays[0].by_dealer);
    if !answer.prices.is_empty() {
        let rows = answer.prices.iter().map(|price| {
            let gain = format!("{:+.4}", price.gain_percent);
            vec![price.change.clone(), format!("{:.4}", price.edge_percent), gain]
        });
        text += &screen::table(
            &["one option changed", "house edge %", "player gains %"],
            &[1, 2],
            rows.collect(),
        );
    }
    if !answer.additional.is_empty() {
        let rows = answer.additional.iter().map(|side| {
            vec![side.wager.clone(), side.wins.clone(), side.edge.clone(), side.edge_percent.clone()]
        });
        text += &screen::table(&["additional wager", "wins", "house edge", "%"], &[1, 2, 3], rows.collect());
    }
    let note = "per original wager, before the first card; element of risk: per unit staked in all\n";
    let more = if answer.prices.is_empty() { "--prices: what every option is worth\n" } else { "" };
    text + &paint(DIM, note) + &paint(DIM, more)
}

/// What a round is worth by the dealer's card; too many rows where both are seen.
fn against(by_dealer: &[AgainstJson]) -> String {
    if by_dealer.len() > 10 {
        return paint(DIM, "--json has what a round is worth against every two cards of the dealer\n");
    }
    let mut columns: Vec<&AgainstJson> = by_dealer.iter().collect();
    // The ace comes last, as in every chart.
    let is_ace_first = columns.first().is_some_and(|one| one.dealer == "A");
    columns.rotate_left(usize::from(is_ace_first));
    let mut header = vec!["dealer shows"];
    header.extend(columns.iter().map(|one| one.dealer.as_str()));
    let mut row = vec!["player gains %".to_owned()];
    row.extend(columns.iter().map(|one| format!("{:.2}", 100.0 * one.mean)));
    screen::table(&header, &(1..header.len()).collect::<Vec<_>>(), vec![row])
}
