//! Compares every option of a game with its usual value: a round that shows a difference, or that there is none within
//! the bounds.

use crate::{
    beside::Part,
    bounds::Bounds,
    diff::{Class, Difference, Side, diff, part_at, prepared},
    differences::{Found, Row},
    directed::{self, Crowd, Directed},
    lens::looks_at_cards,
    levers, rollouts,
    rows::pairs,
};
use rounds::{Settings, Value};
use rules::{Field, Game, GameId, Takes, Visitor, games, submission::Made};
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
    /// The round in which they do; they part at the last input. It is the shortest within the bounds, unless it was played.
    pub inputs: Vec<String>,
    /// Whether the round was found by playing given or random rounds, so that a shorter one may exist.
    pub is_played: bool,
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
    /// Where a table takes too few wagers to tell: how many it has room for at most.
    pub room: Option<usize>,
    /// Options whose lawful values depend on this one.
    pub opens: Vec<&'static str>,
}

/// The number of pairs of states visited in each row.
const MANY: usize = 3_000;
/// The same for an option together with another one.
const FEW: usize = 500;
/// More places than any table has.
const PLACES: u8 = 16;
/// The number of pairs of states visited in a first, short search.
const GLANCE: usize = 600;
/// The number of pairs of states visited altogether to find another option that makes one matter.
const WAKING: usize = 12_000;

/// The option for the number of wagers that a layout takes.
const WAGERS: &str = "limits.wagers";

/// A comparison to be made: options that differ in one, and in what must go with it.
struct Pair {
    value: Value,
    first: Settings,
    second: Settings,
}

/// A progress callback: the number of values begun, the number of all values, and which is next.
pub type Watch<'a> = &'a (dyn Fn(usize, usize, &str) + Sync);

/// What is known before a sweep.
#[derive(Clone, Copy, Default)]
pub struct Known<'a> {
    /// Lines of a table: if the round in a line still shows a difference, it is not searched for again.
    pub rows: &'a [Row],
    /// Rounds to be played at both tables if a search finds nothing.
    pub rounds: &'a [Directed],
}

/// Compares every lawful value of every option of a game with the usual one, on this many threads; the result does not
/// depend on their number.
pub fn sweep_game(game: GameId, known: Known<'_>, threads: usize, watch: Watch<'_>) -> Vec<Swept> {
    struct Run<'a>(Known<'a>, usize, Watch<'a>);
    impl Visitor for Run<'_> {
        type Out = Vec<Swept>;
        fn visit<G: Game>(self) -> Vec<Swept> {
            sweep::<G>(self.0, self.1, self.2)
        }
    }
    let rounds: Vec<Directed> = known.rounds.iter().filter(|round| round.game == game).cloned().collect();
    game.visit(Run(Known { rounds: &rounds, ..known }, threads, watch))
}

fn sweep<G: Game>(known: Known<'_>, threads: usize, watch: Watch<'_>) -> Vec<Swept> {
    let all: Vec<(&'static Field, Pair)> = games::fields::<G>()
        .flat_map(|field| paired::<G>(field, known.rounds).into_iter().map(move |pair| (field, pair)))
        .collect();
    let next = AtomicUsize::new(0);
    let run = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some((field, pair)) = all.get(at) else { return done };
            watch(at, all.len(), &format!("{}={}", field.key, pair.value));
            let again = again::<G>(field, pair, known.rows);
            done.push((at, again.unwrap_or_else(|| fresh::<G>(field, pair, known.rounds))));
        }
    };
    let mut found: Vec<(usize, Swept)> = thread::scope(|scope| {
        let all: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(run)).collect();
        all.into_iter().flat_map(|one| one.join().expect("no thread panics")).collect()
    });
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, swept)| swept).collect()
}

/// The comparisons for an option: with the usual options or, if the law allows none with those, with the options of a
/// round.
fn paired<G: Game>(field: &'static Field, rounds: &[Directed]) -> Vec<Pair> {
    let base = rounds::standard::<G>();
    let mut bases = std::iter::once(base.clone()).chain(rounds.iter().map(|it| beside(&base, it, field)));
    bases
        .find_map(|base| Some(compared::<G>(&base, field)).filter(|pairs| !pairs.is_empty()))
        .unwrap_or_default()
}

/// The usual options with those of a round, which say nothing about an option that has a usual value.
fn beside(base: &Settings, round: &Directed, field: &Field) -> Settings {
    let mut settings = base.clone().with(round.settings.clone());
    match base.get(field.key) {
        Some(usual) => _ = settings.set(field.key, usual.clone()),
        None if field.default().is_some() => settings.remove(field.key),
        None => {}
    }
    settings
}

/// Searches, then plays the given rounds and random ones, then tries other options together with this one.
fn fresh<G: Game>(field: &'static Field, pair: &Pair, rounds: &[Directed]) -> Swept {
    let mut swept = one::<G>(field, pair, MANY);
    let is_told = |swept: &Swept| !swept.is_read || swept.class.is_some_and(|class| class != Class::Words);
    if !is_told(&swept) {
        swept = given::<G>(field, pair, rounds, swept);
    }
    if !is_told(&swept) {
        let random = sides::<G>(pair).and_then(|[first, second]| rollouts::parting::<G>(first, second));
        swept = played::<G>(field, pair, random, swept);
    }
    match swept.is_read && swept.class.is_none() {
        true => awake::<G>(field, &pair.value).unwrap_or_else(|| filled::<G>(field, pair, swept)),
        false => swept,
    }
}

/// Both sides of a comparison, if they are lawful.
fn sides<G: Game>(pair: &Pair) -> Option<[Side<'_, G>; 2]> {
    Some([(&pair.first, options::<G>(&pair.first)?), (&pair.second, options::<G>(&pair.second)?)])
}

/// The result of a round that was played, if it shows more than is known.
fn played<G: Game>(field: &Field, pair: &Pair, part: Option<Part<G>>, swept: Swept) -> Swept {
    let Some((class, inputs)) = part.filter(|(class, _)| swept.class.is_none_or(|known| *class < known))
    else {
        return swept;
    };
    let inputs: Vec<String> = inputs.iter().map(ToString::to_string).collect();
    let [first, second] = sides::<G>(pair).expect("it was played before");
    let parted = part_at::<G>(first, second, &inputs).expect("it was played before");
    let (class, gains, pairs) = (Some(class), parted.gains, swept.pairs);
    Swept { class, inputs, gains, pairs, is_played: true, ..unsearched::<G>(field, pair) }
}

/// The result of the given rounds, at the tables of the comparison or with the options that a round is written
/// for.
fn given<G: Game>(field: &'static Field, pair: &Pair, rounds: &[Directed], mut swept: Swept) -> Swept {
    let base = rounds::standard::<G>();
    for round in rounds {
        let own = compared::<G>(&beside(&base, round, field), field);
        let own = own.into_iter().find(|own| own.value == pair.value);
        for pair in [Some(pair), own.as_ref()].into_iter().flatten() {
            let Some([first, second]) = sides::<G>(pair) else { continue };
            let part = directed::parting([&G::open(first.1), &G::open(second.1)], round);
            swept = played::<G>(field, pair, part, swept);
            if swept.class.is_some_and(|class| class != Class::Words) {
                return swept;
            }
        }
    }
    swept
}

/// The result of a table full of patrons.
fn filled<G: Game>(field: &Field, pair: &Pair, swept: Swept) -> Swept {
    let Some([first, second]) = sides::<G>(pair) else { return swept };
    let mut tables = [G::open(first.1), G::open(second.1)];
    let begun = {
        let [one, other] = &mut tables;
        prepared([one, other])
    };
    match directed::crowd(tables) {
        Crowd::Parts((class, inputs)) => {
            let inputs = begun.into_iter().chain(inputs).collect();
            played::<G>(field, pair, Some((class, inputs)), swept)
        }
        Crowd::Room(wagers) => {
            let least = |value: &Value| matches!(value, Value::Number(n) if usize::try_from(*n).is_ok_and(|n| n >= wagers));
            let is_enough = field.key == WAGERS && least(&pair.value);
            Swept { room: is_enough.then_some(wagers), ..swept }
        }
    }
}

/// The result in a saved line of a table, if the two tables still differ in its round in more than words.
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

/// The usual value of an option and each other value, both with whatever the law requires to go with them. If that
/// leaves no table with the usual value, the other table is the one without all of it.
fn compared<G: Game>(base: &Settings, field: &'static Field) -> Vec<Pair> {
    let Some(usual) = base.get(field.key).cloned().or_else(|| levers::usual::<G>(field)) else {
        return Vec::new();
    };
    let pair = |value: Value| {
        let second = levers::with::<G>(base, field.key, &value)?;
        let first = match field.default() {
            // An option that may be left out is compared with a table that leaves it out.
            None if base.get(field.key).is_none() && lawful::<G>(&without(&second, field.key)) => {
                without(&second, field.key)
            }
            _ => levers::with::<G>(&second, field.key, &usual)
                .filter(|first| *first != second && options::<G>(first) != options::<G>(&second))
                .or_else(|| Some(base.clone()).filter(|base| lawful::<G>(base) && value != usual))
                .or_else(|| levers::with::<G>(&second, field.key, &usual))?,
        };
        (first != second).then_some(Pair { value, first, second })
    };
    let pairs: Vec<Pair> = levers::values(field).into_iter().filter_map(&pair).collect();
    let is_same = |pair: &Pair| options::<G>(&pair.first) == options::<G>(&pair.second);
    match (field.takes, &pairs[..]) {
        // Odds that already apply, or that follow from another choice: the next higher ones.
        (Takes::Odds { .. }, []) => pair(levers::raised(&usual)).into_iter().collect(),
        (Takes::Odds { .. }, [only]) if is_same(only) => {
            pair(levers::raised(&only.value)).into_iter().collect()
        }
        _ => pairs,
    }
}

/// The value in force for an option, as it is written.
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

/// The first difference of the most important kind.
fn best(found: &BTreeMap<Class, Difference>) -> Option<(Class, &Difference)> {
    found.iter().next().map(|(class, difference)| (*class, difference))
}

/// Two tables that have not been compared yet.
fn unsearched<G: Game>(field: &Field, pair: &Pair) -> Swept {
    Swept {
        key: field.key.to_owned(),
        usual: held(&pair.first, field),
        value: pair.value.to_string(),
        first: pair.first.to_string(),
        second: pair.second.to_string(),
        class: None,
        inputs: Vec::new(),
        is_played: false,
        gains: BTreeMap::new(),
        pairs: 0,
        bounds: Vec::new(),
        complete: true,
        depth: None,
        is_read: options::<G>(&pair.first) != options::<G>(&pair.second),
        room: None,
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
    let least = [first, second].map(|mut options| options.limits_mut().minimum()).into_iter().max();
    let least = least.unwrap_or_default();
    let by_card = [&pair.first, &pair.second].iter().any(|settings| looks_at_cards(settings));
    let enough = |found: &BTreeMap<Class, Difference>| found.keys().any(|class| *class != Class::Words);
    // A short search over all places of the table comes first: a different number of places shows at once.
    let every_place =
        Bounds { places: Some(PLACES), states: GLANCE, irregularities: false, ..Bounds::default() };
    let glance = diff::<G>((&pair.first, first), (&pair.second, second), &every_place, &enough);
    if let Some((class, difference)) = best(&glance.differences).filter(|(class, _)| *class != Class::Words) {
        let Difference { inputs, gains, .. } = difference.clone();
        let (bounds, pairs) = (vec![glance.bounds.clone()], glance.pairs);
        return Swept { class: Some(class), inputs, gains, bounds, pairs, complete: false, ..swept };
    }
    for bounds in pairs(G::NAME, by_card) {
        // A bound on amounts leaves room for two wagers, however large the minimum is.
        let most = bounds.most.map(|most| most.max(least + least));
        let bounds = Bounds { states, most, ..bounds };
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

/// The same together with another value of another option, if the option changes nothing by itself. Options that the
/// law names together, whose keys share a word, or that are in the same section are tried first.
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
