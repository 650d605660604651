//! `ch47 odds`: the exact odds of every wager.

use super::{blackjack, chemin, red_dog, stud};
use crate::{
    args::Odds,
    chart,
    failure::Failure,
    json::{self, OddsJson, ResultJson, WagerJson},
    load::{self, Chosen, chosen},
    screen::{self, DIM, paint},
};
use odds::{Combinations, Dealing, Fraction, Offered, Results, Unsolved, exact, offered, stake_for};
use rounds::nearest;
use rules::{
    Act, Actor, Game, Input, Kinds, Money, Patron, Refusal, Seat, Tender, Unseen, Visitor, Vocabulary, Why,
};

/// The longest fraction that is shown as one.
const LONGEST: usize = 12;

pub fn run(args: &Odds, as_json: bool) -> Result<(), Failure> {
    load::game(&args.game)?.visit(Run { args, as_json })
}

struct Run<'a> {
    args: &'a Odds,
    as_json: bool,
}

/// One row: a wager, for how many places it stands, and its results.
struct Row<W> {
    offered: Offered<W>,
    places: usize,
    results: Results,
}

impl Visitor for Run<'_> {
    type Out = Result<(), Failure>;
    fn visit<G: Game>(self) -> Self::Out {
        let Run { args, as_json } = self;
        let table = chosen::<G>(&args.table)?;
        if (args.strategy.is_some() || args.prices) && Dealing::of(G::NAME) != Dealing::Strategy {
            return Err(Failure::fault("--strategy and --prices are for blackjack"));
        }
        // A game with choices has a page of its own; one wager of it comes under the stated strategy.
        let whole = args.wager.is_none() && args.with.is_none() && args.plot.is_none();
        match Dealing::of(G::NAME) {
            Dealing::Choices if whole => return chemin::run::<G>(&table, args, as_json),
            Dealing::Stud if whole => return stud::run::<G>(&table, args, as_json),
            Dealing::Between if whole => return red_dog::run::<G>(&table, args, as_json),
            Dealing::Strategy if whole => return blackjack::run::<G>(&table, args, as_json),
            _ => {}
        }
        let wanted = wanted_stake(args.stake.as_deref())?;
        let unseen = args.seen.as_deref().map(|path| load::seen::<G>(&table, path)).transpose()?;
        let mut rows: Vec<Row<G::Wager>> = Vec::new();
        for on in pick::<G>(&table, args.wager.as_deref(), args.with.as_deref())? {
            let stake = wanted.unwrap_or_else(|| stake_for(&on, USUAL_STAKE));
            let results = exact::<G>(table.options, unseen.as_ref(), &on, stake).map_err(unsolved)?;
            let same = |row: &&mut Row<G::Wager>| {
                row.offered.kind() == on.kind() && row.results.nets() == results.nets()
            };
            match rows.iter_mut().find(same) {
                Some(row) if !args.each => row.places += 1,
                _ => rows.push(Row { offered: on, places: 1, results }),
            }
        }
        if let Some(path) = &args.plot {
            let bars: Vec<(String, f64)> =
                rows.iter().map(|row| (label(row, args.each), row.results.edge().to_f64() * 100.0)).collect();
            chart::bars(path, &format!("{}: house edge in percent of the stake", G::TITLE), &bars)?;
        }
        if as_json {
            return screen::show(&json::render(&odds_json(&table, unseen.map(|u| u.total()), &rows))?);
        }
        let seen = unseen.map_or_else(String::new, |unseen| {
            paint(DIM, format!("{} cards of the shoe are unseen\n", unseen.total()))
        });
        screen::show(&(table.headline() + &seen + &text(&rows, args.each)))
    }
}

/// What is staked where nobody says how much, as far as the table takes it.
pub const USUAL_STAKE: Money = Money::dollars(100);

/// A stake from the command line.
pub fn wanted_stake(text: Option<&str>) -> Result<Option<Money>, Failure> {
    let read = |text: &str| text.parse().map_err(|e| Failure::fault(format!("--stake {text}: {e}")));
    text.map(read).transpose()
}

/// The law's No to a wager, or a fault.
pub fn unsolved(why: Unsolved) -> Failure {
    match why {
        Unsolved::Refused(refusal) => Failure::refused(refusal),
        _ => Failure::fault(why),
    }
}

/// The wagers a table offers: all, one, or one kind.
pub fn pick<G: Game>(
    table: &Chosen<G>,
    name: Option<&str>,
    with: Option<&str>,
) -> Result<Vec<Offered<G::Wager>>, Failure> {
    let mut all = offered::<G>(table.options);
    if let Some(with) = with {
        if Dealing::of(G::NAME) == Dealing::Choices {
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

/// Why the table does not take this wager.
fn refusal<G: Game>(table: &Chosen<G>, wager: G::Wager) -> Refusal {
    let act = Act::Place { seat: Seat::NONE, wager, stake: Money::cents(1), tender: Tender::Chips };
    let by = Actor::Patron(Patron(1));
    let tried = G::open(table.options).apply(Input::Act { by, act }, &mut Unseen);
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

/// A fraction as it is, or in percent if that is too long for a table.
pub fn brief(fraction: &Fraction) -> String {
    let exact = fraction.to_string();
    if exact.len() <= LONGEST { exact } else { format!("{} %", fraction.percent(4)) }
}

/// What the table of wagers that live long takes; a terminal with less shows only the columns of `SHORT`.
const WIDE: usize = 160;
const SHORT: [&str; 6] = ["wager", "pays", "house edge", "%", "rolls", "% per roll"];

fn text<W: Kinds>(rows: &[Row<W>], each: bool) -> String {
    let any = |of: fn(&Results) -> Fraction| rows.iter().any(|row| of(&row.results) != Fraction::ZERO);
    let (part, returned) = (any(Results::loses_part), any(Results::returned));
    // On a wheel and in a coup every trial decides; over rolls of the dice a wager may live long.
    let long = rows.iter().any(|row| *row.results.trials() != Fraction::ONE);
    let mut header = vec!["wager", "places", "pays", "wins", "loses"];
    header.extend(part.then_some("loses part"));
    header.extend(returned.then_some("returned"));
    header.extend(["house edge", "%"]);
    header.extend(long.then_some(["rolls", "% per roll"]).into_iter().flatten());
    header.push("std dev");
    let lines = rows.iter().map(|row| {
        let r = &row.results;
        let mut line = vec![label(row, each), row.places.to_string(), r.pays()];
        line.extend([brief(&r.wins()), brief(&r.loses())]);
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
        let stays: Vec<bool> = header.iter().map(|name| SHORT.contains(name)).collect();
        let keep = |at: &mut usize| {
            *at += 1;
            stays[*at - 1]
        };
        lines.iter_mut().for_each(|line| {
            let mut at = 0;
            line.retain(|_| keep(&mut at));
        });
        header.retain(|name| SHORT.contains(name));
    }
    let right: Vec<usize> = (1..header.len()).collect();
    let note =
        "chances and edge are exact, per unit staked on a decision; places: positions of the layout alike\n";
    let deals = rows.iter().find_map(|row| row.results.combinations()).map_or_else(String::new, |counted| {
        format!("of {} equally likely deals; --json has the count and the fraction of each\n", counted.total)
    });
    let rolls =
        "rolls: on how many the wager is at risk until it is decided; % per roll: the edge on each of them\n";
    let more = "a wider terminal, a pipe or --json has chances and deviation too\n";
    screen::table(&header, &right, lines)
        + &paint(DIM, note)
        + &paint(DIM, if long { rolls } else { "" })
        + &paint(DIM, if cut { more } else { "" })
        + &paint(DIM, &deals)
}

fn odds_json<G: Game>(table: &Chosen<G>, unseen: Option<u16>, rows: &[Row<G::Wager>]) -> OddsJson {
    let wagers = rows.iter().map(|row| {
        let r = &row.results;
        let counted = r.combinations();
        let ways = |counted: &Combinations, net: &Fraction| counted.nets.get(net).map(ToString::to_string);
        WagerJson {
            kind: row.offered.kind().to_owned(),
            wager: row.offered.wager.to_string(),
            beside: row.offered.beside.map(|beside| beside.to_string()),
            places: row.places,
            stake: r.stake().as_cents(),
            wins: r.wins().to_string(),
            loses: r.loses().to_string(),
            loses_part: r.loses_part().to_string(),
            returned: r.returned().to_string(),
            edge: r.edge().to_string(),
            edge_percent: r.edge().percent(3),
            trials: r.trials().to_string(),
            edge_per_trial: r.edge_per_trial().to_string(),
            variance: r.variance().to_string(),
            standard_deviation: r.deviation(),
            combinations: counted.as_ref().map(|counted| counted.total.to_string()),
            results: r
                .nets()
                .into_iter()
                .map(|(net, chance)| ResultJson {
                    net: net.to_string(),
                    chance: chance.to_string(),
                    combinations: counted.as_ref().and_then(|counted| ways(counted, &net)),
                })
                .collect(),
        }
    });
    OddsJson { game: G::NAME.to_owned(), options: options_json(table), unseen, wagers: wagers.collect() }
}

/// The options as they would be written.
pub fn options_json<G: Game>(table: &Chosen<G>) -> Vec<String> {
    rounds::entries(&table.settings).iter().map(|e| format!("{} = {}", e.key, e.value)).collect()
}
