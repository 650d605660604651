//! `ch47 odds blackjack`: the value of a round with the best decisions, with the best chart, or with the
//! user's own chart.

use super::{
    certificate,
    odds::{USUAL_STAKE, has_sheet, prepared, unsolved, wanted_stake, write_sheet},
    watch,
};
use crate::{
    args::Odds,
    failure::Failure,
    json::{
        self, AdditionalJson, AgainstJson, BlackjackJson, ExactJson, PriceJson, SplitKnowledgeJson,
        SplitKnownJson, WayJson,
    },
    load::{self, Chosen, Source},
    screen::{self, DIM, paint},
};
use odds::blackjack::{Analysis, Chart, Expectation, Known, Plan, SplitKnown, Spread, sides};
use rounds::Settings;
use rules::{
    Game, GameId,
    blackjack::{Blackjack, Options, SecondCard, Supply},
    games,
    kit::cards::Unseen,
};
use std::path::Path;
use views::{decisions::SpreadView, strategy::ranks};

/// Single options to change, in the syntax of `--set`. An option that the table already has is removed
/// instead.
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

pub fn run(table: &Chosen<Blackjack>, args: &Odds, as_json: bool) -> Result<(), Failure> {
    let options = table.options;
    let unseen = unseen_in(table, args.seen.as_deref())?;
    let analysis = analysis(options, unseen.as_ref())?;
    if let Some(path) = &args.certificate {
        let prepared = prepared(table, args)?;
        certificate::write(path, table, &prepared, &prepared.exact(unseen.as_ref()), unseen.as_ref())?;
    }
    let best = analysis.best();
    let plan = analysis.plan();
    let spread = |plan: &Plan| args.distribution.then(|| analysis.spread_of(plan));
    let mut plans = vec![("chart".to_owned(), plan)];
    if let Some(path) = &args.strategy {
        plans.push((path.display().to_string(), Plan::Chart(Box::new(read_chart(path, &options)?))));
    }
    let mut ways = vec![way("best", &best, if args.distribution { analysis.spread() } else { None })];
    ways.extend(plans.iter().map(|(name, plan)| way(name, &analysis.follow_plan(plan), spread(plan))));
    if args.exact {
        let plans: Vec<Option<&Plan>> =
            std::iter::once(None).chain(plans.iter().map(|(_, plan)| Some(plan))).collect();
        let steps = best.by_dealer.len() * plans.len();
        counting(steps, |progress| {
            for (way, plan) in ways.iter_mut().zip(plans) {
                let mean = analysis.exact(plan, progress).map_err(unsolved)?;
                way.exact = Some(ExactJson { mean: mean.to_string(), decimal: mean.decimal(40) });
            }
            Ok(())
        })?;
    }
    let split_knowledge = args
        .split_knowledge
        .then(|| counting(best.by_dealer.len(), |progress| analysis.knowing(progress).map_err(unsolved)));
    let split_knowledge = split_knowledge.transpose()?.map(split_knowledge_json);
    let prices = if args.prices { prices(table, &best, unseen.is_some())? } else { Vec::new() };
    let stake = wanted_stake(args.stake.as_deref())?.unwrap_or(USUAL_STAKE);
    let mut additional = Vec::new();
    let mut sheet = has_sheet(args).then(|| par_sheet(table, &analysis)).transpose()?;
    for &wager in sides::wagers(&options) {
        let results = match &unseen {
            Some(unseen) => sides::results(&options, unseen, wager, stake),
            None => sides::fresh(&options, wager, stake),
        };
        let results = results.map_err(unsolved)?;
        if let Some(sheet) = &mut sheet {
            sheet.wagers.push(parsheet::Wager::new(wager.to_string(), 1, &results));
        }
        additional.push(AdditionalJson {
            wager: wager.to_string(),
            wins: results.wins().to_string(),
            edge: results.edge().to_string(),
            edge_percent: results.edge().percent(3),
        });
    }
    if let Some(sheet) = sheet {
        write_sheet(&sheet, args)?;
    }
    let unseen = unseen.map(|unseen| unseen.total());
    let answer = BlackjackJson {
        game: Blackjack::NAME.to_owned(),
        options: table.told(),
        readings: json::read(GameId::Blackjack, &table.readings),
        unseen,
        plays: ways,
        prices,
        split_knowledge,
        additional,
    };
    if as_json {
        return screen::show(&json::render(&answer)?);
    }
    screen::show(&(table.headline() + &text(&answer) + &table.rests_on()))
}

/// The par sheet of a hand; additional wagers are added to it.
fn par_sheet(table: &Chosen<Blackjack>, analysis: &Analysis) -> Result<parsheet::Sheet, Failure> {
    let sheet = parsheet::Sheet::of_hand(&table.settings, &table.readings, &table.options, analysis);
    sheet.ok_or_else(|| {
        let why = "a 6, 7 and 8 of one suit pay more here, so decisions go by suits, and their distribution is not known";
        Failure::fault(format!("no par sheet of a hand: {why}; --wager NAME writes that of an additional wager"))
    })
}

/// Shows the progress of a computation over the dealer's cards.
fn counting<T>(
    steps: usize,
    run: impl FnOnce(&(dyn Fn() + Sync)) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let bar = watch::steps(steps, "counts, by the dealer's cards");
    let found = run(&|| bar.inc(1));
    bar.finish_and_clear();
    found
}

fn split_knowledge_json(known: Known) -> SplitKnowledgeJson {
    let pair = |one: SplitKnown| SplitKnownJson {
        pair: ranks(&[one.pair; 2]),
        dealer: ranks(&one.dealer),
        chance: one.chance,
        gain_percent: 100.0 * one.gain,
        most_percent: one.most.map(|most| 100.0 * most),
    };
    SplitKnowledgeJson {
        gain_percent: 100.0 * known.gain,
        most_percent: known.most.map(|most| 100.0 * most),
        pairs: known.pairs.into_iter().map(pair).collect(),
    }
}

/// The unseen cards, if the cards seen were given.
pub fn unseen_in(table: &Chosen<Blackjack>, seen: Option<&Path>) -> Result<Option<Unseen>, Failure> {
    let Some(path) = seen else { return Ok(None) };
    if let Supply::Double { decks: [left, right], .. } = table.options.supply() {
        return Err(Failure::fault(format!(
            "--seen: this double shoe has {left} and {right} decks, and a list of cards does not say which side they \
             came from; analyze one side by itself, with double-shoe = false and its number of decks"
        )));
    }
    load::seen(table, path).map(Some)
}

/// The value of every decision, with these unseen cards or a fresh shoe.
pub fn analysis(options: Options, unseen: Option<&Unseen>) -> Result<Analysis, Failure> {
    let found = unseen.map_or_else(|| Analysis::fresh(options), |unseen| Analysis::of(options, unseen));
    found.map_err(unsolved)
}

/// Reads a chart from a file.
pub fn read_chart(path: &Path, options: &Options) -> Result<Chart, Failure> {
    if options.second_card() == SecondCard::FaceUp {
        let message =
            "--strategy: a chart of this form goes by one card of the dealer, and here both lie face up";
        return Err(Failure::fault(format!("{message}; `ch47 strategy blackjack` makes the chart for that")));
    }
    let source = Source::read(path)?;
    Chart::read(&source.text)
        .map_err(|fault| source.fault(&fault.what, Some((fault.place, "here".into())), ""))
}

fn way(play: &str, expectation: &Expectation, spread: Option<Spread>) -> WayJson {
    let Expectation { mean, deviation, stake, by_dealer } = expectation;
    let against = |(shown, chance, mean): &(Vec<u8>, f64, f64)| AgainstJson {
        dealer: ranks(shown),
        chance: *chance,
        mean: *mean,
    };
    WayJson {
        play: play.to_owned(),
        mean: *mean,
        exact: None,
        edge_percent: -100.0 * mean,
        standard_deviation: *deviation,
        staked: *stake,
        risk_percent: -100.0 * mean / stake,
        by_dealer: by_dealer.iter().map(against).collect(),
        distribution: spread.map(SpreadView::from),
    }
}

/// What each option is worth, changed one at a time.
fn prices(table: &Chosen<Blackjack>, best: &Expectation, is_seen: bool) -> Result<Vec<PriceJson>, Failure> {
    if is_seen {
        return Err(Failure::fault("--prices compares tables with full shoes: leave --seen away"));
    }
    let bar = watch::steps(CHANGES.len(), "options");
    let mut found = Vec::new();
    for words in CHANGES {
        bar.inc(1);
        let Some((change, changed)) = changed(&table.settings, words) else { continue };
        let options = games::options::<Blackjack>(&changed.entries(), &mut |_| ());
        let Some(options) = options.filter(|options| *options != table.options) else { continue };
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

/// The settings with these added or, if they are already in force, removed.
fn changed(settings: &Settings, words: &[&str]) -> Option<(String, Settings)> {
    let new = Settings::read(&words.join(" ")).ok()?.canonical(rules::GameId::Blackjack);
    if new.iter().all(|(key, value)| settings.get(key) == Some(value)) {
        let rest = settings.iter().filter(|(key, _)| new.get(key).is_none());
        let rest = rest.map(|(key, value)| (key.clone(), value.clone())).collect();
        let is_usual = new.get("decks").is_some() || new.get("second-card").is_some();
        let named: Vec<&str> = words.iter().map(|word| word.split('=').next().unwrap_or(word)).collect();
        return (!is_usual).then(|| (format!("without {}", named.join(", ")), rest));
    }
    let shown: Vec<&str> = words.iter().filter(|word| !word.starts_with("approvals.")).copied().collect();
    Some((shown.join(", "), settings.clone().with(new)))
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
    let spread = answer.plays.iter().find_map(|way| Some((says(&way.play), way.distribution.as_ref()?)));
    if let Some((play, spread)) = spread {
        text += &distribution(&play, spread);
    }
    text += &exact_text(answer, says);
    if let Some(known) = &answer.split_knowledge {
        text += &split_knowledge_text(known);
    }
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

/// Means as fractions, which are long: this many digits per line.
fn exact_text(answer: &BlackjackJson, says: impl Fn(&str) -> String) -> String {
    let mut text = String::new();
    for way in &answer.plays {
        let Some(exact) = &way.exact else { continue };
        text += &format!("{}, exactly:\nmean {}\n", says(&way.play), exact.decimal);
        for (sign, digits) in ["  = ", "  / "].into_iter().zip(exact.mean.split('/')) {
            let lines: Vec<&str> = digits
                .as_bytes()
                .chunks(DIGITS)
                .map(|line| std::str::from_utf8(line).unwrap_or_default())
                .collect();
            text += &format!("{sign}{}\n", lines.join("\n    "));
        }
    }
    text
}

/// The number of digits of a fraction per line.
const DIGITS: usize = 92;

/// The number of pairs shown; --json has all.
const PAIRS: usize = 12;

fn split_knowledge_text(known: &SplitKnowledgeJson) -> String {
    let rows = known.pairs.iter().take(PAIRS).map(|one| {
        let of_rounds = format!("{:.4}", 100.0 * one.chance);
        let then = format!("{:.5}", one.gain_percent);
        let of_all = |then: f64| format!("{:.7}", one.chance * then);
        let most = one.most_percent.map_or("–".to_owned(), of_all);
        vec![one.pair.clone(), one.dealer.clone(), of_rounds, then, of_all(one.gain_percent), most]
    });
    let header = ["split", "dealer", "of rounds %", "gains then %", "of all rounds %", "at most %"];
    let table = screen::table(&header, &[2, 3, 4, 5], rows.collect());
    let most = match known.most_percent {
        Some(most) => format!(", and the best play of both hands at most {most:.7} %"),
        None => "; where pairs may be split again, no upper bound is known".to_owned(),
    };
    let said = format!(
        "playing the second hand of a split pair by the cards of the first too gains {:.7} %{most}\n",
        known.gain_percent
    );
    let note = "the best decision for every hand does not use this: it plays each hand by its own cards\n";
    table + &said + &paint(DIM, note)
}

/// The distribution of a round's result.
fn distribution(play: &str, spread: &SpreadView) -> String {
    let percent = |chance: f64| format!("{:.6}", 100.0 * chance);
    let rows = spread.gains.iter().map(|[net, chance]| vec![format!("{net:+}"), percent(*chance)]);
    let text = screen::table(&["a round gains", "chance %"], &[0, 1], rows.collect());
    let note = format!(
        "by {play}: won {} %, tied {} %, lost {} %, std dev {:.6}\n",
        percent(spread.won),
        percent(spread.tied),
        percent(spread.lost),
        spread.standard_deviation
    );
    text + &paint(DIM, note)
}

/// The value of a round by the dealer's card; there are too many rows where both are seen.
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
