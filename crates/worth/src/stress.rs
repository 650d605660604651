//! Among all lawful options: the most and least generous tables for each wager, and the fewest changes to the
//! usual table that make a wager favorable to the player.

use crate::{
    edges::{Edge, Stakes, edges},
    shoe,
};
use odds::{Fraction, Priced, Visitor, visit};
use prove::levers;
use rounds::{Settings, Value};
use rules::{Field, GameId, Takes, games};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// How lawful choices affect a game's wagers.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Stress {
    /// The game.
    pub game: String,
    /// The usual options.
    pub usual: String,
    /// The number of lawful tables solved.
    pub tables: usize,
    /// Whether every combination of the options that move money was tried. If not, no single further change
    /// improves on the best or worst table found.
    pub all: bool,
    /// The options that move money, with the number of values tried for each.
    pub levers: BTreeMap<String, usize>,
    /// The results for each wager.
    pub wagers: Vec<Stressed>,
}

/// The range of a wager's edge.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Stressed {
    /// The wager, as written in a script.
    pub wager: String,
    /// The edge at the usual options and stake; absent if the wager is not offered there.
    pub usual: Option<Case>,
    /// The edge at the most generous lawful table, with odds at the legal minimum.
    pub least: Case,
    /// The edge at the least generous lawful table.
    pub greatest: Case,
    /// What makes the wager favorable to the player, each with the smallest change.
    pub favorable: Vec<Favorable>,
}

/// An edge, and the table that has it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Case {
    /// The exact house edge per unit staked.
    pub edge: String,
    /// The house edge in percent, rounded.
    pub percent: String,
    /// The options that differ from the usual ones.
    pub options: Vec<String>,
    /// The stake, in cents.
    pub stake: i64,
    #[serde(skip)]
    value: Fraction,
}

/// What makes a wager favorable to the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// Options for which the law sets a maximum.
    Options,
    /// Odds above the minimum, for which the law sets no maximum.
    Odds,
    /// A match play coupon of the same amount.
    Coupon,
    /// The amount on the progressive meter.
    Meter,
    /// Cards that have left the shoe.
    Cards,
}

/// A way to make a wager favorable to the player.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Favorable {
    /// The kind of change.
    pub by: By,
    /// The changes it takes.
    pub needs: Vec<String>,
    /// The player's exact average gain per unit staked.
    pub gain: String,
    /// The gain in percent, rounded.
    pub percent: String,
    /// The stake, in cents.
    pub stake: i64,
}

impl Favorable {
    /// Makes a case from this edge, which must be negative.
    pub(crate) fn new(by: By, needs: Vec<String>, edge: &Fraction, stake: i64) -> Favorable {
        let gain = -edge.clone();
        Favorable { by, needs, percent: gain.percent(4), gain: gain.to_string(), stake }
    }
}

impl Case {
    fn of(edge: &Edge, options: Vec<String>) -> Case {
        Case {
            edge: edge.edge.to_string(),
            percent: edge.edge.percent(4),
            options,
            stake: edge.stake.as_cents(),
            value: edge.edge.clone(),
        }
    }
}

/// The most combinations to solve. Beyond that, options are changed one at a time.
const MOST: usize = 400;
/// The number of passes over the options when they are changed one at a time.
const PASSES: usize = 4;
/// The best odds to try, to one.
const ODDS: u32 = 60_000;

/// A progress callback: the current task, and the number of tables solved.
pub type Watch<'a> = &'a mut dyn FnMut(&str, usize);

/// Finds how lawful choices affect the wagers of a game.
pub fn stress(game: GameId, watch: Watch<'_>) -> Stress {
    struct Run<'a>(Watch<'a>);
    impl Visitor for Run<'_> {
        type Out = Stress;
        fn visit<G: Priced>(self) -> Stress {
            of_game::<G>(self.0)
        }
    }
    visit(game, Run(watch))
}

fn of_game<G: Priced>(watch: Watch<'_>) -> Stress {
    let mut search = Search::<G>::new(rounds::standard::<G>());
    let levers = search.levers(watch);
    let combinations = levers.iter().map(|lever| lever.values.len()).product::<usize>();
    let all = combinations <= MOST;
    if all {
        search.every(&levers, 0, search.usual.clone(), watch);
    } else {
        search.climb(&levers, watch);
    }
    let mut wagers: Vec<Stressed> = search.found.values().map(|range| search.stressed(range)).collect();
    for wager in &mut wagers {
        watch(&wager.wager, search.tables);
        search.odds(wager);
        search.coupon(wager);
    }
    search.meter(&mut wagers);
    shoe::favorable::<G>(&search.usual, &mut wagers, watch);
    Stress {
        game: G::NAME.to_owned(),
        usual: search.usual.to_string(),
        tables: search.tables,
        all,
        levers: levers.into_iter().map(|lever| (lever.key.to_owned(), lever.values.len())).collect(),
        wagers,
    }
}

/// An option that moves money, with its values, the usual one first.
struct Lever {
    key: &'static str,
    values: Vec<Value>,
}

/// What has been found about a wager so far.
struct Range {
    least: Case,
    greatest: Case,
    /// The fewest changes that make it favorable.
    favorable: Option<Case>,
}

struct Search<G: Priced> {
    usual: Settings,
    at_usual: Vec<Edge>,
    /// The ranges by wager, in the order of discovery.
    found: BTreeMap<(usize, String), Range>,
    order: Vec<String>,
    tables: usize,
    /// The edges of the tables solved, by their settings: one wager after another meets the same tables.
    solved: HashMap<String, Vec<Edge>>,
    of: std::marker::PhantomData<fn() -> G>,
}

impl<G: Priced> Search<G> {
    fn new(usual: Settings) -> Search<G> {
        let mut search = Search {
            at_usual: Vec::new(),
            found: BTreeMap::new(),
            order: Vec::new(),
            tables: 0,
            solved: HashMap::new(),
            usual: usual.clone(),
            of: std::marker::PhantomData,
        };
        search.at_usual = search.solve(&usual);
        search
    }

    /// Computes and records the edges of a table, at the usual stake and at the minimum.
    fn solve(&mut self, settings: &Settings) -> Vec<Edge> {
        let key = settings.to_string();
        if let Some(known) = self.solved.get(&key) {
            return known.clone();
        }
        let Ok(options) = rounds::judge::<G>(settings) else { return Vec::new() };
        self.tables += 1;
        let changes = changes(&self.usual, settings);
        let usual = edges::<G>(options, Stakes::Usual);
        // The edge of a blackjack hand does not depend on the stake.
        let least = if G::NAME == "blackjack" { Vec::new() } else { edges::<G>(options, Stakes::Least) };
        for edge in usual.iter().chain(&least) {
            let at = self.order.iter().position(|name| *name == edge.wager).unwrap_or_else(|| {
                self.order.push(edge.wager.clone());
                self.order.len() - 1
            });
            let case = Case::of(edge, changes.clone());
            let range = self.found.entry((at, edge.wager.clone())).or_insert_with(|| Range {
                least: case.clone(),
                greatest: case.clone(),
                favorable: None,
            });
            let fewer = |case: &Case, than: &Case| {
                case.value == than.value && case.options.len() < than.options.len()
            };
            if case.value < range.least.value || fewer(&case, &range.least) {
                range.least = case.clone();
            }
            if case.value > range.greatest.value || fewer(&case, &range.greatest) {
                range.greatest = case.clone();
            }
            let key = |case: &Case| (case.options.len(), case.value.clone());
            if case.value < Fraction::ZERO
                && range.favorable.as_ref().is_none_or(|best| key(&case) < key(best))
            {
                range.favorable = Some(case);
            }
        }
        self.solved.insert(key, usual.clone());
        usual
    }

    /// The options that move money when changed alone, or that offer something new. Odds have no maximum and
    /// are treated separately. Limits only say how much may be staked, except for the smallest payable
    /// amount.
    fn levers(&mut self, watch: Watch<'_>) -> Vec<Lever> {
        let mut levers = Vec::new();
        for field in games::fields::<G>() {
            if matches!(field.takes, Takes::Odds { .. }) || is_limit(field.key) {
                continue;
            }
            watch(field.key, self.tables);
            let Some(usual) = levers::usual::<G>(field) else { continue };
            let mut values = vec![usual.clone()];
            let mut seen: Vec<Vec<Edge>> = vec![self.at_usual.clone()];
            for value in levers::values(field) {
                let Some(settings) = levers::with::<G>(&self.usual, field.key, &value) else { continue };
                if value == usual
                    || rounds::judge::<G>(&settings).ok() == rounds::judge::<G>(&self.usual).ok()
                {
                    continue;
                }
                let edges = self.solve(&settings);
                // Values with the same edges count as one.
                if !seen.contains(&edges) {
                    seen.push(edges);
                    values.push(value);
                }
            }
            // The smallest payable amount may matter only together with another choice.
            if field.key == "limits.payable" && values.len() == 1 && G::NAME != "blackjack" {
                values.push("1.00".into());
            }
            if values.len() > 1 {
                levers.push(Lever { key: field.key, values });
            }
        }
        levers
    }

    /// Tries every combination.
    fn every(&mut self, levers: &[Lever], from: usize, settings: Settings, watch: Watch<'_>) {
        let Some(lever) = levers.get(from) else {
            if changes(&self.usual, &settings).len() > 1 {
                watch("combinations", self.tables);
                self.solve(&settings);
            }
            return;
        };
        self.every(levers, from + 1, settings.clone(), watch);
        for value in &lever.values[1..] {
            if let Some(next) = levers::with::<G>(&settings, lever.key, value) {
                self.every(levers, from + 1, next, watch);
            }
        }
    }

    /// Changes one option after another for each wager, up and down, as long as that helps.
    fn climb(&mut self, levers: &[Lever], watch: Watch<'_>) {
        for name in self.order.clone() {
            for is_up in [false, true] {
                let mut best = self.usual.clone();
                let mut best_edge = self.edge_of(&best, &name);
                for _ in 0..PASSES {
                    let before = best.clone();
                    for lever in levers {
                        for value in &lever.values {
                            let Some(next) =
                                levers::with::<G>(&best, lever.key, value).filter(|it| *it != best)
                            else {
                                continue;
                            };
                            watch(&name, self.tables);
                            let edge = self.edge_of(&next, &name);
                            let better = match (&edge, &best_edge) {
                                (Some(edge), Some(best)) => {
                                    if is_up {
                                        edge > best
                                    } else {
                                        edge < best
                                    }
                                }
                                (Some(_), None) => true,
                                (None, _) => false,
                            };
                            if better {
                                (best, best_edge) = (next, edge);
                            }
                        }
                    }
                    if best == before {
                        break;
                    }
                }
            }
        }
    }

    fn edge_of(&mut self, settings: &Settings, wager: &str) -> Option<Fraction> {
        self.solve(settings).into_iter().find(|edge| edge.wager == wager).map(|edge| edge.edge)
    }

    fn stressed(&self, range: &Range) -> Stressed {
        let wager = self
            .found
            .iter()
            .find(|(_, other)| std::ptr::eq(*other, range))
            .map(|((_, wager), _)| wager.clone())
            .unwrap_or_default();
        let usual =
            self.at_usual.iter().find(|edge| edge.wager == wager).map(|edge| Case::of(edge, Vec::new()));
        let favorable = range
            .favorable
            .as_ref()
            .map(|case| Favorable::new(By::Options, case.options.clone(), &case.value, case.stake));
        Stressed {
            wager,
            usual,
            least: range.least.clone(),
            greatest: range.greatest.clone(),
            favorable: favorable.into_iter().collect(),
        }
    }

    /// The lowest odds that make a wager favorable at the usual table: the law sets a minimum for them, but
    /// no maximum.
    fn odds(&self, wager: &mut Stressed) {
        let Some(usual) = self.at_usual.iter().find(|edge| edge.wager == wager.wager) else { return };
        let mut best: Option<(u32, Favorable)> = None;
        for field in games::fields::<G>() {
            let Takes::Odds { than, .. } = field.takes else { continue };
            let text = than.to_string();
            let parts = text.split_once(" to ").map(|(to, per)| (to.parse::<u32>(), per.parse::<u32>()));
            let Some((Ok(to), Ok(per))) = parts else { continue };
            let at = |steps: u32| self.with_odds(field, &wager.wager, to + steps * per, per);
            if at(1).is_none_or(|(edge, _)| edge.edge == usual.edge) {
                continue;
            }
            if let Some((steps, favorable)) = first_favorable(&at)
                && best.as_ref().is_none_or(|(fewest, _)| steps < *fewest)
            {
                best = Some((steps, favorable));
            }
        }
        wager.favorable.extend(best.map(|(_, favorable)| favorable));
    }

    /// The edge of a wager at the usual table with other odds, and those odds.
    fn with_odds(&self, field: &Field, wager: &str, to: u32, per: u32) -> Option<(Edge, String)> {
        let odds = Value::Text(format!("{to} to {per}"));
        let settings = levers::with::<G>(&self.usual, field.key, &odds)?;
        let options = rounds::judge::<G>(&settings).ok()?;
        let edge = edges::<G>(options, Stakes::Usual).into_iter().find(|edge| edge.wager == wager)?;
        Some((edge, format!("{} = \"{to} to {per}\"", field.key)))
    }

    /// A coupon wins its own amount along with its wager (19:45-1.18, not held), so it is worth the
    /// probability of winning.
    fn coupon(&self, wager: &mut Stressed) {
        let takes_coupons = games::fields::<G>().any(|field| field.key == "match-play");
        let edge = self.at_usual.iter().find(|edge| edge.wager == wager.wager);
        let Some(edge) =
            edge.filter(|edge| takes_coupons && G::NAME != "chemin-de-fer" && edge.kind != "progressive")
        else {
            return;
        };
        let Some(wins) = &edge.wins else { return };
        let with = edge.edge.clone() - wins.clone();
        if with < Fraction::ZERO {
            let needs = vec!["match-play = true".to_owned(), "a coupon of the same amount".to_owned()];
            wager.favorable.push(Favorable::new(By::Coupon, needs, &with, edge.stake.as_cents()));
        }
    }

    /// The meter of Caribbean stud at which the progressive wager becomes fair.
    fn meter(&self, wagers: &mut [Stressed]) {
        let Some(wager) = wagers.iter_mut().find(|wager| wager.wager == "progressive") else { return };
        let Some(game) = rules::GameId::find(G::NAME).filter(|game| *game == rules::GameId::CaribbeanStud)
        else {
            return;
        };
        let Ok(options) = rounds::judge::<rules::caribbean_stud::CaribbeanStud>(&self.usual.canonical(game))
        else {
            return;
        };
        let progressive = odds::stud::Progressive::of(&options);
        let fair = progressive.break_even();
        // Rounds up to a whole dollar.
        #[allow(clippy::cast_possible_truncation)]
        let dollars = fair.to_f64().floor() as i64 + 1;
        let returned = progressive.returned(rules::Money::dollars(dollars));
        let edge = Fraction::ONE - returned;
        let needs = vec![format!("${dollars} on the meter (it is fair at ${})", fair.decimal(2))];
        wager.favorable.push(Favorable::new(By::Meter, needs, &edge, 100));
    }
}

/// The fewest steps above the minimum odds that make the edge negative.
fn first_favorable(at: &dyn Fn(u32) -> Option<(Edge, String)>) -> Option<(u32, Favorable)> {
    let is_favorable = |steps: u32| at(steps).is_some_and(|(edge, _)| edge.edge < Fraction::ZERO);
    let mut high = 1;
    while !is_favorable(high) {
        high *= 2;
        if high > ODDS {
            return None;
        }
    }
    let mut low = high / 2;
    while high - low > 1 {
        let middle = low.midpoint(high);
        if is_favorable(middle) { high = middle } else { low = middle }
    }
    let (edge, needs) = at(high)?;
    Some((high, Favorable::new(By::Odds, vec![needs], &edge.edge, edge.stake.as_cents())))
}

fn is_limit(key: &str) -> bool {
    key.starts_with("limits.") && key != "limits.payable"
}

/// The options that differ from the usual ones, except those that the law requires along with others.
pub(crate) fn changes(usual: &Settings, settings: &Settings) -> Vec<String> {
    let changed = settings.iter().filter(|(key, value)| usual.get(key) != Some(value));
    let dropped = usual.iter().filter(|(key, _)| settings.get(key).is_none());
    let changed = changed.map(|(key, value)| format!("{key} = {}", value.as_written()));
    changed.chain(dropped.map(|(key, _)| format!("no {key}"))).collect()
}
