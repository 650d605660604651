//! `ch47 odds`: the exact odds of every wager.

use super::{blackjack, certificate, chemin, joint, red_dog, stud};
use crate::{
    args::Odds,
    chart,
    failure::Failure,
    json,
    load::{self, Chosen, chosen},
    screen::{self, DIM, paint},
};
use odds::{Fraction, Offered, Prepared, Priced, Results, Unsolved, Visitor, usual_stake, visit};
use rounds::nearest;
use rules::{
    Act, Actor, Game, GameId, Input, Kinds, Money, Nobody, Patron, Refusal, Seat, Tender, Vocabulary, Why,
    chemin_de_fer::CheminDeFer,
};
use std::{fs, path::Path};
use views::odds::{ExactFor, LeftOutView, OddsView, WagerView, method};

/// The longest fraction that is shown as a fraction.
const LONGEST: usize = 12;

pub fn run(args: &Odds, as_json: bool) -> Result<(), Failure> {
    let game = load::game(&args.game)?;
    let of_blackjack = [
        (args.strategy.is_some(), "--strategy"),
        (args.prices, "--prices"),
        (args.distribution, "--distribution"),
        (args.exact, "--exact"),
        (args.split_knowledge, "--split-knowledge"),
    ];
    if let Some((_, flag)) = of_blackjack.iter().find(|(given, _)| *given && game != GameId::Blackjack) {
        let message = "is for blackjack; the odds of other games are exact fractions anyway, and --json has the distribution";
        return Err(Failure::fault(format!("{flag} {message}")));
    }
    // A game with choices has a page of its own; a single wager of it is shown under the stated strategy.
    let page = args.wager.is_none() && args.with.is_none() && args.plot.is_none() && !has_sheet(args);
    let whole = page && args.certificate.is_none();
    match game {
        _ if args.together.is_some() => visit(game, joint::Together { args, as_json }),
        _ if args.totals => joint::totals(game, args, as_json),
        GameId::CheminDeFer if whole => chemin::run(&table(args)?, args, as_json),
        GameId::CaribbeanStud if whole => stud::run(&table(args)?, args, as_json),
        GameId::RedDog if whole => red_dog::run(&table(args)?, args, as_json),
        GameId::Blackjack if page || for_hands(args) => blackjack::run(&table(args)?, args, as_json),
        _ => visit(game, Run { game, args, as_json }),
    }
}

/// The table that is asked about.
pub fn table<G: Game>(args: &Odds) -> Result<Chosen<G>, Failure> {
    chosen::<G>(&args.table)?.under(&args.reading)
}

/// Whether a par sheet of everything at the table is asked for.
fn for_hands(args: &Odds) -> bool {
    has_sheet(args) && args.wager.is_none() && args.with.is_none() && args.plot.is_none()
}

pub fn has_sheet(args: &Odds) -> bool {
    args.xlsx.is_some() || args.csv.is_some() || args.tex.is_some()
}

/// Writes the requested par sheets.
fn write_sheets<G: Priced>(
    game: GameId,
    table: &Chosen<G>,
    args: &Odds,
    rows: &[Row<G::Wager>],
) -> Result<(), Failure> {
    let wager = |row: &Row<G::Wager>| parsheet::Wager::new(label(row, args.each), row.places, &row.results);
    let wagers = rows.iter().map(wager).collect();
    write_sheet(&parsheet::Sheet::new::<G>(game, &table.settings, &table.readings, G::METHOD, wagers), args)
}

pub fn write_sheet(sheet: &parsheet::Sheet, args: &Odds) -> Result<(), Failure> {
    let write = |path: &Path, text: &[u8]| {
        fs::write(path, text).map_err(|e| Failure::fault(format!("{}: {e}", path.display())))
    };
    if let Some(path) = &args.xlsx {
        let book = sheet.xlsx().map_err(|e| Failure::fault(format!("{}: {e}", path.display())))?;
        write(path, &book)?;
    }
    if let Some(path) = &args.csv {
        write(path, sheet.csv().as_bytes())?;
    }
    if let Some(path) = &args.tex {
        write(path, sheet.tex().as_bytes())?;
    }
    Ok(())
}

struct Run<'a> {
    game: GameId,
    args: &'a Odds,
    as_json: bool,
}

/// A row: a wager, the number of positions it stands for, and its results.
struct Row<W> {
    offered: Offered<W>,
    places: usize,
    results: Results,
    /// Whether its vigorish is rounded at this stake.
    is_rounded: bool,
}

/// What is printed besides the rows.
struct Around {
    unseen: Option<u16>,
    /// The stake that was requested.
    wanted: Option<Money>,
    /// Wagers whose odds could not be computed at that stake, and why.
    left_out: Vec<LeftOutView>,
    /// Whether the limit on what a hand is paid reduces some payments.
    limit_binds: bool,
    /// The amount in play at the end, per unit of the first wager, and the patrons' strategy.
    in_play: Option<(Fraction, &'static str)>,
    /// The game's words for a trial.
    trials: Trials,
}

/// What decides a wager, in the game's own words.
#[derive(Clone, Copy)]
struct Trials {
    many: &'static str,
    per: &'static str,
    note: &'static str,
}

impl Trials {
    const fn of(game: &str) -> Trials {
        match game.as_bytes() {
            b"craps" | b"sic-bo" => Trials {
                many: "rolls",
                per: "% per roll",
                note: "rolls: on how many the wager is at risk until it is decided; % per roll: the edge on each of them\n",
            },
            b"roulette" | b"big-six" => Trials {
                many: "spins",
                per: "% per spin",
                note: "spins: how many it takes to decide the wager; % per spin: the edge on each of them\n",
            },
            b"keno" => Trials {
                many: "games",
                per: "% per game",
                note: "games: how many the ticket is for; % per game: the edge on each of them\n",
            },
            _ => Trials {
                many: "deals",
                per: "% per deal",
                note: "deals: how many it takes to decide the wager; % per deal: the edge on each of them\n",
            },
        }
    }
}

impl Visitor for Run<'_> {
    type Out = Result<(), Failure>;
    fn visit<G: Priced>(self) -> Self::Out {
        let Run { game, args, as_json } = self;
        let table = table::<G>(args)?;
        let wanted = wanted_stake(args.stake.as_deref())?;
        let unseen = args.seen.as_deref().map(|path| load::seen::<G>(&table, path)).transpose()?;
        let mut rows: Vec<Row<G::Wager>> = Vec::new();
        let (mut left_out, mut first) = (Vec::new(), None);
        let prepared = prepared::<G>(&table, args)?;
        let exact = prepared.exact(unseen.as_ref());
        if let Some(path) = &args.certificate {
            certificate::write(path, &table, &prepared, &exact, unseen.as_ref())?;
        }
        if let Some(name) = &args.storm {
            certificate::write_storm(name, &prepared, unseen.as_ref())?;
        }
        for (&(on, stake), results) in prepared.bets().iter().zip(exact) {
            let results = match results {
                Ok(results) => results,
                Err(why) => {
                    // A wager that cannot be made at this stake does not affect the others.
                    let wager = on.wager.to_string();
                    left_out.push(LeftOutView { wager, stake: stake.as_cents(), why: why.to_string() });
                    first.get_or_insert(why);
                    continue;
                }
            };
            let is_rounded = G::rounds_charge(&table.options, on.wager, stake);
            let same = |row: &&mut Row<G::Wager>| {
                row.offered.kind() == on.kind()
                    && row.results.nets() == results.nets()
                    && row.results.stake() == results.stake()
            };
            match rows.iter_mut().find(same) {
                Some(row) if !args.each => row.places += 1,
                _ => rows.push(Row { offered: on, places: 1, results, is_rounded }),
            }
        }
        if let Some(why) = first.filter(|_| rows.is_empty() && args.certificate.is_none()) {
            // The page of a game with decisions has what this one lacks.
            if why == Unsolved::NeedsStrategy {
                let hint = format!("`ch47 odds {}` shows them for the best decisions", G::NAME);
                return Err(Failure::fault(format!("{why}; {hint}")));
            }
            return Err(unsolved(why));
        }
        if let Some(path) = &args.plot {
            let bars: Vec<(String, f64)> =
                rows.iter().map(|row| (label(row, args.each), row.results.edge().to_f64() * 100.0)).collect();
            chart::bars(path, &format!("{}: house edge in percent of the stake", G::TITLE), &bars)?;
        }
        if has_sheet(args) {
            write_sheets(game, &table, args, &rows)?;
        }
        let unseen = unseen.map(|unseen| unseen.total());
        let binds =
            |row: &Row<G::Wager>| G::limit_binds(&table.options, row.offered.wager, row.results.stake());
        let limit_binds = rows.iter().any(binds);
        let in_play = G::in_play(&table.options).map(|in_play| (in_play, G::METHOD));
        let around = Around { unseen, wanted, left_out, limit_binds, in_play, trials: Trials::of(G::NAME) };
        if as_json {
            let odds = odds_view(&table, game, around, &rows);
            let readings = json::read(game, &table.readings);
            return screen::show(&json::render(&json::OddsJson { odds, readings })?);
        }
        let seen = unseen.map_or_else(String::new, |unseen| {
            paint(DIM, format!("{unseen} cards of the shoe are unseen\n"))
        });
        screen::show(&(table.headline() + &seen + &text(&rows, args.each, &around) + &table.rests_on()))
    }
}

/// The rounds of the wagers that are asked about.
pub fn prepared<G: Priced>(table: &Chosen<G>, args: &Odds) -> Result<Prepared<G>, Failure> {
    let wanted = wanted_stake(args.stake.as_deref())?;
    let staked = |on| (on, wanted.unwrap_or_else(|| usual_stake::<G>(&table.options, &on)));
    let bets = pick::<G>(table, args.wager.as_deref(), args.with.as_deref())?;
    Prepared::<G>::of(table.options, bets.into_iter().map(staked).collect()).map_err(unsolved)
}

/// What is staked where nobody says how much, at most games.
pub const USUAL_STAKE: Money = Money::dollars(100);

/// The note about the limit on payments.
pub const LIMIT: &str =
    "the limit on what a hand is paid cuts some payments at this stake; a smaller --stake has a lower edge\n";

/// Parses a stake from the command line.
pub fn wanted_stake(text: Option<&str>) -> Result<Option<Money>, Failure> {
    let read = |text: &str| text.parse().map_err(|e| Failure::fault(format!("--stake {text}: {e}")));
    text.map(read).transpose()
}

/// Turns an error into a refusal by the law or a fault.
pub fn unsolved(why: Unsolved) -> Failure {
    match why {
        Unsolved::Refused(refusal) => Failure::refused(refusal),
        _ => Failure::fault(why),
    }
}

/// The wagers a table offers: all of them, one, or one kind.
pub fn pick<G: Priced>(
    table: &Chosen<G>,
    name: Option<&str>,
    with: Option<&str>,
) -> Result<Vec<Offered<G::Wager>>, Failure> {
    let mut all = G::offered(table.options);
    if let Some(with) = with {
        if G::NAME == CheminDeFer::NAME {
            let message = "each side of a coup has one wager, and nothing lies beside it";
            return Err(Failure::fault(format!("--with {with}: {message}")));
        }
        let unknown =
            || Failure::refused(format!("`{with}`: {}", Refusal::new(G::PERMISSIBLE, Why::NoSuchWager)));
        let beside = G::Wager::read(with).ok_or_else(unknown)?;
        all.iter_mut()
            .filter(|on| on.wager != beside && on.course.is_none())
            .for_each(|on| on.beside = Some(beside));
    }
    let Some(name) = name else { return Ok(all) };
    let wager = G::Wager::read(name);
    let some: Vec<_> =
        all.iter().copied().filter(|on| Some(on.wager) == wager || on.kind() == name).collect();
    if !some.is_empty() {
        return Ok(some);
    }
    if let Some(wager) = wager {
        if let Ok(on) = odds::offered_as::<G>(table.options, wager) {
            return Ok(vec![on]);
        }
        return Err(Failure::refused(format!("`{name}`: {}", refusal::<G>(table, wager))));
    }
    let names: Vec<String> = all.iter().map(|on| on.wager.to_string()).collect();
    let kinds = all.iter().map(|on| on.kind() as &str);
    let hint = match nearest(name, kinds.chain(names.iter().map(|name| name as &str))) {
        Some(meant) => format!("did you mean \"{meant}\"?"),
        None => format!("`ch47 odds {} --each` lists what is offered", G::NAME),
    };
    let refusal = Refusal::new(G::PERMISSIBLE, Why::NoSuchWager);
    Err(Failure::refused(format!("`{name}`: {refusal}; {hint}")))
}

/// Why the table does not accept this wager.
fn refusal<G: Game>(table: &Chosen<G>, wager: G::Wager) -> Refusal {
    let act = Act::Place { seat: Seat::NONE, wager, stake: Money::cents(1), tender: Tender::Chips };
    let by = Actor::Patron(Patron(1));
    let tried = G::open(table.options).apply(Input::Act { by, act }, &mut Nobody);
    tried.err().unwrap_or(Refusal::new(G::PERMISSIBLE, Why::NotOffered))
}

fn label<W: Kinds>(row: &Row<W>, each: bool) -> String {
    let name =
        if each || row.places == 1 { row.offered.wager.to_string() } else { row.offered.kind().to_owned() };
    match row.offered.beside.filter(|_| row.offered.course.is_none()) {
        Some(beside) => format!("{name} beside {beside}"),
        None => name,
    }
}

/// A fraction or, if it is too long for a table, a percentage.
pub fn brief(fraction: &Fraction) -> String {
    let exact = fraction.to_string();
    if exact.len() <= LONGEST { exact } else { format!("{} %", fraction.percent(4)) }
}

/// The width of the table for wagers that last over several trials; a narrower terminal shows only the
/// columns of `SHORT`.
const WIDE: usize = 160;
const SHORT: [&str; 5] = ["wager", "stake", "pays", "house edge", "%"];

fn text<W: Kinds>(rows: &[Row<W>], each: bool, around: &Around) -> String {
    let any = |of: fn(&Results) -> Fraction| rows.iter().any(|row| of(&row.results) != Fraction::ZERO);
    let (part, returned) = (any(Results::loses_part), any(Results::returned));
    // On a wheel and in a coup every trial decides; with dice, a wager may last over many rolls.
    let long = rows.iter().any(|row| *row.results.trials() != Fraction::ONE);
    let Trials { many, per, .. } = around.trials;
    // Stakes are shown if they are not the expected ones.
    let usual = around.wanted.unwrap_or(USUAL_STAKE);
    let staked = rows.iter().any(|row| row.results.stake() != usual);
    let mut header = vec!["wager", "places"];
    header.extend(staked.then_some("stake"));
    header.extend(["pays", "wins", "loses"]);
    header.extend(part.then_some("loses part"));
    header.extend(returned.then_some("returned"));
    header.extend(["house edge", "%"]);
    header.extend(long.then_some([many, per]).into_iter().flatten());
    header.push("std dev");
    let lines = rows.iter().map(|row| {
        let r = &row.results;
        let mut line = vec![label(row, each), row.places.to_string()];
        line.extend(staked.then(|| format!("{}{}", r.stake(), if row.is_rounded { "*" } else { "" })));
        line.extend([r.pays(), brief(&r.wins()), brief(&r.loses())]);
        line.extend(part.then(|| brief(&r.loses_part())));
        line.extend(returned.then(|| brief(&r.returned())));
        line.extend([brief(&r.edge()), r.edge().percent(3)]);
        line.extend(long.then(|| [brief(r.trials()), r.edge_per_trial().percent(3)]).into_iter().flatten());
        line.push(format!("{:.4}", r.deviation()));
        line
    });
    let mut lines: Vec<Vec<String>> = lines.collect();
    let cut = long && screen::width().is_some_and(|width| width < WIDE);
    if cut {
        let is_short = |name: &&str| SHORT.contains(name) || [many, per].contains(name);
        let stays: Vec<bool> = header.iter().map(is_short).collect();
        let keep = |at: &mut usize| {
            *at += 1;
            stays[*at - 1]
        };
        lines.iter_mut().for_each(|line| {
            let mut at = 0;
            line.retain(|_| keep(&mut at));
        });
        header.retain(is_short);
    }
    let right: Vec<usize> = (1..header.len()).collect();
    screen::table(&header, &right, lines) + &notes(rows, around, [long, staked, cut])
}

/// The notes below the table: on lasting wagers, on stakes, and on columns that were left out.
fn notes<W: Kinds>(rows: &[Row<W>], around: &Around, [long, staked, cut]: [bool; 3]) -> String {
    let note =
        "chances and edge are exact, per unit staked on a decision; places: positions of the layout alike\n";
    let charge = match staked {
        true => "* the charge is rounded at this stake; --stake takes another\n",
        false => "the charge on some of them is rounded at this stake; --stake takes another\n",
    };
    let more = "a wider terminal, a pipe or --json has chances and deviation too\n";
    let left_out = |LeftOutView { wager, stake, why }: &LeftOutView| {
        format!("left out: {wager} at a stake of {}: {why}\n", Money::cents(*stake))
    };
    let deals = rows.iter().find_map(|row| row.results.combinations()).map_or_else(String::new, |counted| {
        format!("of {} equally likely deals; --json has the count and the fraction of each\n", counted.total)
    });
    let risk = around.in_play.as_ref().zip(rows.first()).map(|((in_play, does), row)| {
        let risk = (row.results.edge() / in_play.clone()).percent(3);
        let many = in_play.decimal(6);
        format!("{does}; {many} times the stake is in play in the end: element of risk {risk} %\n")
    });
    let said = |holds: bool, note: &str| paint(DIM, if holds { note } else { "" });
    said(true, note)
        + &paint(DIM, risk.unwrap_or_default())
        + &said(long, around.trials.note)
        + &said(rows.iter().any(|row| row.is_rounded), charge)
        + &said(around.limit_binds, LIMIT)
        + &around.left_out.iter().map(left_out).collect::<String>()
        + &said(cut, more)
        + &paint(DIM, &deals)
}

fn odds_view<G: Priced>(table: &Chosen<G>, game: GameId, around: Around, rows: &[Row<G::Wager>]) -> OddsView {
    let wager =
        |row: &Row<G::Wager>| WagerView::of_offered(&row.offered, row.places, &row.results, row.is_rounded);
    OddsView {
        game: G::NAME.to_owned(),
        options: table.told(),
        unseen: around.unseen,
        exact_for: around.unseen.map_or_else(|| ExactFor::fresh(game), |_| ExactFor::ShoeAsItIs),
        method: method(game).to_owned(),
        wagers: rows.iter().map(wager).collect(),
        left_out: around.left_out,
    }
}
