//! `ch47 odds`: the exact odds of every wager.

use super::{blackjack, chemin, red_dog, stud};
use crate::{
    args::Odds,
    chart,
    failure::Failure,
    json::{self, LeftOutJson, OddsJson, ResultJson, WagerJson},
    load::{self, Chosen, chosen},
    screen::{self, DIM, paint},
};
use odds::{
    Combinations, Dealing, Fraction, Offered, Results, Unsolved, exact, limit_binds, offered, rounds_charge,
    usual_stake,
};
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
    /// Whether the charge on it is rounded at its stake.
    is_rounded: bool,
}

/// What is printed besides the rows.
struct Around {
    unseen: Option<u16>,
    /// The stake that was asked for.
    wanted: Option<Money>,
    /// Wagers whose odds cannot be had at that stake, and why.
    left_out: Vec<LeftOutJson>,
    /// Whether the limit on what a hand is paid cuts some payments.
    limit_binds: bool,
    /// What a trial is called.
    trials: Trials,
}

/// What decides a wager, in this game's words.
#[derive(Clone, Copy)]
struct Trials {
    many: &'static str,
    per: &'static str,
    note: &'static str,
}

impl Trials {
    const fn of(game: &str) -> Trials {
        match game.as_bytes() {
            b"craps" => Trials {
                many: "rolls",
                per: "% per roll",
                note: "rolls: on how many the wager is at risk until it is decided; % per roll: the edge on each of them\n",
            },
            b"roulette" | b"big-six" => Trials {
                many: "spins",
                per: "% per spin",
                note: "spins: how many it takes to decide the wager; % per spin: the edge on each of them\n",
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
        let (mut left_out, mut first) = (Vec::new(), None);
        for on in pick::<G>(&table, args.wager.as_deref(), args.with.as_deref())? {
            let stake = wanted.unwrap_or_else(|| usual_stake::<G>(table.options, &on));
            let results = match exact::<G>(table.options, unseen.as_ref(), &on, stake) {
                Ok(results) => results,
                Err(why) => {
                    // One wager that cannot be made so says nothing of the others.
                    let wager = on.wager.to_string();
                    left_out.push(LeftOutJson { wager, stake: stake.as_cents(), why: why.to_string() });
                    first.get_or_insert(why);
                    continue;
                }
            };
            let is_rounded = rounds_charge::<G>(table.options, &on, stake);
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
        match first {
            Some(why) if rows.is_empty() => return Err(unsolved(why)),
            None if rows.is_empty() => return Err(unsolved(Unsolved::NoWager)),
            _ => {}
        }
        if let Some(path) = &args.plot {
            let bars: Vec<(String, f64)> =
                rows.iter().map(|row| (label(row, args.each), row.results.edge().to_f64() * 100.0)).collect();
            chart::bars(path, &format!("{}: house edge in percent of the stake", G::TITLE), &bars)?;
        }
        let unseen = unseen.map(|unseen| unseen.total());
        let binds = |row: &Row<G::Wager>| limit_binds::<G>(table.options, &row.offered, row.results.stake());
        let limit_binds = rows.iter().any(binds);
        let around = Around { unseen, wanted, left_out, limit_binds, trials: Trials::of(G::NAME) };
        if as_json {
            return screen::show(&json::render(&odds_json(&table, around, &rows))?);
        }
        let seen = unseen.map_or_else(String::new, |unseen| {
            paint(DIM, format!("{unseen} cards of the shoe are unseen\n"))
        });
        screen::show(&(table.headline() + &seen + &text(&rows, args.each, &around)))
    }
}

/// What is staked where nobody says how much, at most games.
pub const USUAL_STAKE: Money = Money::dollars(100);

/// Said where it matters.
pub const LIMIT: &str = "the limit on what a hand is paid (16.12) cuts some payments at this stake; a smaller --stake has a lower edge\n";

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
const SHORT: [&str; 5] = ["wager", "stake", "pays", "house edge", "%"];

fn text<W: Kinds>(rows: &[Row<W>], each: bool, around: &Around) -> String {
    let any = |of: fn(&Results) -> Fraction| rows.iter().any(|row| of(&row.results) != Fraction::ZERO);
    let (part, returned) = (any(Results::loses_part), any(Results::returned));
    // On a wheel and in a coup every trial decides; over rolls of the dice a wager may live long.
    let long = rows.iter().any(|row| *row.results.trials() != Fraction::ONE);
    let Trials { many, per, .. } = around.trials;
    // Stakes are told where they are not what everybody expects.
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

/// What is said below the table: whether wagers live long, whether stakes are shown, whether columns were cut.
fn notes<W: Kinds>(rows: &[Row<W>], around: &Around, [long, staked, cut]: [bool; 3]) -> String {
    let note =
        "chances and edge are exact, per unit staked on a decision; places: positions of the layout alike\n";
    let charge = match staked {
        true => "* the charge is rounded at this stake; --stake takes another\n",
        false => "the charge on some of them is rounded at this stake; --stake takes another\n",
    };
    let more = "a wider terminal, a pipe or --json has chances and deviation too\n";
    let left_out = |LeftOutJson { wager, stake, why }: &LeftOutJson| {
        format!("left out: {wager} at a stake of {}: {why}\n", Money::cents(*stake))
    };
    let deals = rows.iter().find_map(|row| row.results.combinations()).map_or_else(String::new, |counted| {
        format!("of {} equally likely deals; --json has the count and the fraction of each\n", counted.total)
    });
    let said = |holds: bool, note: &str| paint(DIM, if holds { note } else { "" });
    said(true, note)
        + &said(long, around.trials.note)
        + &said(rows.iter().any(|row| row.is_rounded), charge)
        + &said(around.limit_binds, LIMIT)
        + &around.left_out.iter().map(left_out).collect::<String>()
        + &said(cut, more)
        + &paint(DIM, &deals)
}

fn odds_json<G: Game>(table: &Chosen<G>, around: Around, rows: &[Row<G::Wager>]) -> OddsJson {
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
            charge_rounded: row.is_rounded,
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
    OddsJson {
        game: G::NAME.to_owned(),
        options: options_json(table),
        unseen: around.unseen,
        wagers: wagers.collect(),
        left_out: around.left_out,
    }
}

/// The options as they would be written.
pub fn options_json<G: Game>(table: &Chosen<G>) -> Vec<String> {
    rounds::entries(&table.settings).iter().map(|e| format!("{} = {}", e.key, e.value)).collect()
}
