//! Every single option of a game against its usual value: a round that tells the two apart, or that there is none within
//! the bounds.

use crate::{
    bounds::Bounds,
    diff::{Class, Difference, diff, part_at},
    differences::{Found, Row},
    lens::looks_at_cards,
    levers, rollouts,
    rows::pairs,
};
use rounds::{Settings, Value};
use rules::{Field, Game, GameId, Takes, Visitor, games};
use serde::Serialize;
use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

/// What another value of an option changes at the table.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct Swept {
    /// The option.
    pub key: String,
    /// The usual value.
    pub usual: String,
    /// The value it is compared with.
    pub value: String,
    /// All options of the first table.
    pub first: String,
    /// All options of the second.
    pub second: String,
    /// In what the tables differ.
    pub class: Option<Class>,
    /// The round in which they do; they part at the last input. It is the shortest within the bounds, unless it was found by
    /// chance.
    pub inputs: Vec<String>,
    /// Whether the round was found by playing random ones, so that a shorter one may exist.
    pub by_chance: bool,
    /// What each patron gains by the last input at the first table and at the second, in cents.
    pub gains: BTreeMap<String, [i64; 2]>,
    /// How many pairs of states were visited.
    pub pairs: usize,
    /// The bounds within which they differ; where they do not, all bounds that were gone through.
    pub bounds: Vec<String>,
    /// Whether every pair of states within the bounds was visited.
    pub complete: bool,
    /// Where it was not: rounds of up to so many inputs were all gone through, within each of the bounds.
    pub depth: Option<usize>,
    /// Whether the table's rules read the option at all: where both values make the same table, nothing can differ.
    pub is_read: bool,
    /// Options whose lawful values depend on this one.
    pub opens: Vec<&'static str>,
}

/// How many pairs of states are visited in each row.
const MANY: usize = 3_000;
/// How many for an option beside another one.
const FEW: usize = 500;
/// More places than any table has.
const PLACES: u8 = 16;
/// How many pairs of states a first look visits.
const GLANCE: usize = 600;
/// How many pairs of states are visited in all to find another option that wakes one.
const WAKING: usize = 12_000;

/// A comparison to be made: options that differ in one, with what goes with it.
struct Pair {
    value: Value,
    first: Settings,
    second: Settings,
}

/// Who watches a sweep: how many values were begun, of how many, and which is next.
pub type Watch<'a> = &'a (dyn Fn(usize, usize, &str) + Sync);

/// Compares every lawful value of every option of a game with the usual one, on so many threads; the answer does not depend
/// on their number. Rounds that are known already are not looked for again.
pub fn sweep_game(game: GameId, known: &[Row], threads: usize, watch: Watch<'_>) -> Vec<Swept> {
    struct Run<'a>(&'a [Row], usize, Watch<'a>);
    impl Visitor for Run<'_> {
        type Out = Vec<Swept>;
        fn visit<G: Game>(self) -> Vec<Swept> {
            sweep::<G>(self.0, self.1, self.2)
        }
    }
    game.visit(Run(known, threads, watch))
}

fn sweep<G: Game>(known: &[Row], threads: usize, watch: Watch<'_>) -> Vec<Swept> {
    let base = rounds::standard::<G>();
    let all: Vec<(&'static Field, Pair)> = games::fields::<G>()
        .flat_map(|field| compared::<G>(&base, field).into_iter().map(move |pair| (field, pair)))
        .collect();
    let next = AtomicUsize::new(0);
    let run = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some((field, pair)) = all.get(at) else { return done };
            watch(at, all.len(), &format!("{}={}", field.key, pair.value));
            done.push((at, again::<G>(field, pair, known).unwrap_or_else(|| fresh::<G>(field, pair))));
        }
    };
    let mut found: Vec<(usize, Swept)> = thread::scope(|scope| {
        let all: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(run)).collect();
        all.into_iter().flat_map(|one| one.join().expect("no thread panics")).collect()
    });
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, swept)| swept).collect()
}

/// Searches, then plays random rounds, then tries other options beside this one.
fn fresh<G: Game>(field: &'static Field, pair: &Pair) -> Swept {
    let mut swept = one::<G>(field, pair, MANY);
    if swept.is_read && swept.class.is_none_or(|class| class == Class::Words) {
        played::<G>(pair, &mut swept);
    }
    match swept.is_read && swept.class.is_none() {
        true => awake::<G>(field, &pair.value).unwrap_or(swept),
        false => swept,
    }
}

/// What random rounds tell, where a search did not reach far enough.
fn played<G: Game>(pair: &Pair, swept: &mut Swept) {
    let (Some(first), Some(second)) = (options::<G>(&pair.first), options::<G>(&pair.second)) else { return };
    let sides = ((&pair.first, first), (&pair.second, second));
    let Some((class, inputs)) = rollouts::parting::<G>(sides.0, sides.1) else { return };
    swept.inputs = inputs.iter().map(ToString::to_string).collect();
    let parted = part_at::<G>(sides.0, sides.1, &swept.inputs).expect("it was played before");
    (swept.class, swept.gains, swept.by_chance) = (Some(class), parted.gains, true);
}

/// The same as a line of a table that is kept already, if the two tables still part in its round in more than words.
fn again<G: Game>(field: &Field, pair: &Pair, known: &[Row]) -> Option<Swept> {
    let is_it = |row: &&Row| row.key == field.key && row.value == pair.value.to_string();
    let row = known.iter().find(is_it)?;
    let Found::Apart(class) = row.found else { return None };
    let parted = row.parted::<G>().ok().filter(|parted| parted.classes.contains(&class))?;
    let kept = Pair { value: pair.value.clone(), first: row.first.clone(), second: row.second.clone() };
    let (inputs, gains) = (row.inputs.clone(), parted.gains);
    let unsearched = unsearched::<G>(field, &kept);
    (class != Class::Words).then_some(Swept {
        class: Some(class),
        inputs,
        gains,
        pairs: row.pairs,
        ..unsearched
    })
}

/// The usual value of an option beside each other value, both with whatever the law wants beside them.
fn compared<G: Game>(base: &Settings, field: &'static Field) -> Vec<Pair> {
    let Some(usual) = levers::usual::<G>(field) else { return Vec::new() };
    let pair = |value: Value| {
        let second = levers::with::<G>(base, field.key, &value)?;
        let first = match field.default() {
            // An option that may be left out is compared with a table that leaves it out.
            None if base.get(field.key).is_none() && lawful::<G>(&without(&second, field.key)) => {
                without(&second, field.key)
            }
            _ => levers::with::<G>(&second, field.key, &usual)?,
        };
        (first != second).then_some(Pair { value, first, second })
    };
    let pairs: Vec<Pair> = levers::values(field).into_iter().filter_map(&pair).collect();
    let is_same = |pair: &Pair| options::<G>(&pair.first) == options::<G>(&pair.second);
    match (field.takes, &pairs[..]) {
        // Odds that are what follows from another choice: the next above them.
        (Takes::Odds { .. }, [only]) if is_same(only) => {
            pair(levers::raised(&only.value)).into_iter().collect()
        }
        _ => pairs,
    }
}

/// What holds for an option, as it is written.
fn held(settings: &Settings, field: &Field) -> String {
    let default = || field.default().map(|value| value.bare().to_string());
    settings.get(field.key).map(ToString::to_string).or_else(default).unwrap_or_default()
}

fn without(settings: &Settings, key: &str) -> Settings {
    let mut settings = settings.clone();
    settings.remove(key);
    settings
}

fn options<G: Game>(settings: &Settings) -> Option<G::Options> {
    games::options::<G>(&settings.entries(), &mut |_| ())
}

fn lawful<G: Game>(settings: &Settings) -> bool {
    options::<G>(settings).is_some()
}

/// The first difference that matters most.
fn best(found: &BTreeMap<Class, Difference>) -> Option<(Class, &Difference)> {
    found.iter().next().map(|(class, difference)| (*class, difference))
}

/// Two tables that were not compared yet.
fn unsearched<G: Game>(field: &Field, pair: &Pair) -> Swept {
    Swept {
        key: field.key.to_owned(),
        usual: held(&pair.first, field),
        value: pair.value.to_string(),
        first: pair.first.to_string(),
        second: pair.second.to_string(),
        class: None,
        inputs: Vec::new(),
        by_chance: false,
        gains: BTreeMap::new(),
        pairs: 0,
        bounds: Vec::new(),
        complete: true,
        depth: None,
        is_read: options::<G>(&pair.first) != options::<G>(&pair.second),
        opens: levers::opens::<G>(field.key),
    }
}

fn one<G: Game>(field: &Field, pair: &Pair, states: usize) -> Swept {
    let mut swept = unsearched::<G>(field, pair);
    let (Some(first), Some(second)) = (options::<G>(&pair.first), options::<G>(&pair.second)) else {
        return swept;
    };
    if !swept.is_read {
        return swept;
    }
    let by_card = [&pair.first, &pair.second].iter().any(|settings| looks_at_cards(settings));
    let enough = |found: &BTreeMap<Class, Difference>| found.keys().any(|class| *class != Class::Words);
    // A short look at all places of the table comes first: how many there are tells itself at once.
    let every_place =
        Bounds { places: Some(PLACES), states: GLANCE, irregularities: false, ..Bounds::default() };
    let glance = diff::<G>((&pair.first, first), (&pair.second, second), &every_place, &enough);
    if let Some((class, difference)) = best(&glance.differences).filter(|(class, _)| *class != Class::Words) {
        let Difference { inputs, gains, .. } = difference.clone();
        let (bounds, pairs) = (vec![glance.bounds.clone()], glance.pairs);
        return Swept { class: Some(class), inputs, gains, bounds, pairs, complete: false, ..swept };
    }
    for bounds in pairs(G::NAME, by_card) {
        let bounds = Bounds { states, ..bounds };
        let parting = diff::<G>((&pair.first, first), (&pair.second, second), &bounds, &enough);
        swept.pairs += parting.pairs;
        swept.complete &= parting.complete && parting.unlike == 0;
        if !parting.complete {
            swept.depth = Some(swept.depth.map_or(parting.depth, |depth| depth.min(parting.depth)));
        }
        if let Some((class, difference)) = best(&parting.differences)
            && swept.class.is_none_or(|known| class < known)
        {
            swept.class = Some(class);
            swept.inputs.clone_from(&difference.inputs);
            swept.gains.clone_from(&difference.gains);
            swept.bounds = vec![parting.bounds.clone()];
            if class != Class::Words {
                break;
            }
        } else if swept.class.is_none() {
            swept.bounds.push(parting.bounds);
        }
    }
    swept
}

/// The same beside another value of another option, where alone it changes nothing: what goes with it may wake it. Options
/// that the law names together, whose names have a word in common, or that stand in one section are tried first.
fn awake<G: Game>(field: &'static Field, value: &Value) -> Option<Swept> {
    let base = rounds::standard::<G>();
    let names = |one: &Field, other: &Field| one.conditions().any(|only| only.key == other.key);
    let section = |field: &Field| field.cite.id().split('(').next();
    let mut others: Vec<&'static Field> =
        games::fields::<G>().filter(|other| other.key != field.key).collect();
    let has_word = |key: &str, word: &str| key.split(['.', '-']).any(|own| own == word);
    let alike =
        |other: &Field| field.key.split(['.', '-']).any(|word| word != "odds" && has_word(other.key, word));
    others.sort_by_key(|other| {
        (!names(field, other) && !names(other, field), !alike(other), section(other) != section(field))
    });
    let mut visited = 0;
    for other in others {
        for more in levers::values(other) {
            let Some(woken) = levers::with::<G>(&base, other.key, &more).filter(|woken| *woken != base)
            else {
                continue;
            };
            let of_value = |pair: &Pair| {
                pair.value == *value
                    && [&pair.first, &pair.second].iter().all(|it| it.get(other.key) == Some(&more))
            };
            if let Some(pair) = compared::<G>(&woken, field).into_iter().find(of_value) {
                let swept = one::<G>(field, &pair, FEW);
                if swept.class.is_some() {
                    return Some(swept);
                }
                visited += swept.pairs;
                if visited > WAKING {
                    return None;
                }
            }
        }
    }
    None
}
