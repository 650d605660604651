//! Every single option of a game against its usual value: a round that tells the two apart, or that there is none within
//! the bounds.

use crate::{
    bounds::Bounds,
    diff::{Class, Difference, diff},
    lens::looks_at_cards,
    levers,
    rows::{PAIRS, pairs},
};
use rounds::{Settings, Value};
use rules::{Field, Game, GameId, Visitor, games};
use serde::Serialize;
use std::collections::BTreeMap;

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
    /// The shortest round within the bounds in which they do; they part at the last input.
    pub inputs: Vec<String>,
    /// What each patron gains by the last input at the first table and at the second, in cents.
    pub gains: BTreeMap<String, [i64; 2]>,
    /// How many pairs of states were visited.
    pub pairs: usize,
    /// The bounds within which they differ; where they do not, all bounds that were gone through.
    pub bounds: Vec<String>,
    /// Whether every pair of states within the bounds was visited.
    pub complete: bool,
    /// Whether the table's rules read the option at all: where both values make the same table, nothing can differ.
    pub is_read: bool,
    /// Options whose lawful values depend on this one.
    pub opens: Vec<&'static str>,
}

/// How many pairs of states are visited in each row for an option beside another one.
const FEW: usize = 2_000;
/// More places than any table has.
const PLACES: u8 = 16;
/// How many pairs of states a first look visits.
const GLANCE: usize = 600;

/// A comparison to be made: options that differ in one, with what goes with it.
struct Pair {
    value: Value,
    first: Settings,
    second: Settings,
}

/// Compares every lawful value of every option of a game with the usual one, or of one option; `watch` is told of each value.
pub fn sweep_game(game: GameId, only: Option<&str>, watch: &mut dyn FnMut(&str, &str)) -> Vec<Swept> {
    struct Run<'a>(Option<&'a str>, &'a mut dyn FnMut(&str, &str));
    impl Visitor for Run<'_> {
        type Out = Vec<Swept>;
        fn visit<G: Game>(self) -> Vec<Swept> {
            sweep::<G>(self.0, self.1)
        }
    }
    game.visit(Run(only, watch))
}

fn sweep<G: Game>(only: Option<&str>, watch: &mut dyn FnMut(&str, &str)) -> Vec<Swept> {
    let mut all = Vec::new();
    for field in games::fields::<G>().filter(|field| only.is_none_or(|key| key == field.key)) {
        for pair in compared::<G>(&rounds::standard::<G>(), field) {
            watch(field.key, &pair.value.to_string());
            let mut swept = one::<G>(field, &pair, PAIRS);
            if swept.is_read && swept.class.is_none() {
                swept = awake::<G>(field, &pair.value).unwrap_or(swept);
            }
            all.push(swept);
        }
    }
    all
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
    levers::values(field).into_iter().filter_map(pair).collect()
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

fn one<G: Game>(field: &Field, pair: &Pair, states: usize) -> Swept {
    let mut swept = Swept {
        key: field.key.to_owned(),
        usual: held(&pair.first, field),
        value: pair.value.to_string(),
        first: pair.first.to_string(),
        second: pair.second.to_string(),
        class: None,
        inputs: Vec::new(),
        gains: BTreeMap::new(),
        pairs: 0,
        bounds: Vec::new(),
        complete: true,
        is_read: options::<G>(&pair.first) != options::<G>(&pair.second),
        opens: levers::opens::<G>(field.key),
    };
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

/// The same beside another value of another option, where alone it changes nothing: what goes with it may wake it.
fn awake<G: Game>(field: &'static Field, value: &Value) -> Option<Swept> {
    let base = rounds::standard::<G>();
    for other in games::fields::<G>().filter(|other| other.key != field.key) {
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
            }
        }
    }
    None
}

/// A table of what was found, one line for each value: a file that [`read_table`] reads.
pub fn table(all: &[Swept]) -> String {
    let mut text = String::from("# option\tusual\tvalue\tfound\tpairs\tfirst table\tsecond table\tround\n");
    for one in all {
        let found = match one.class {
            Some(class) => class.word(),
            None if !one.is_read => "unread",
            None if one.complete => "none",
            None => "none found",
        };
        let fields = [
            &one.key,
            &one.usual,
            &one.value,
            found,
            &one.pairs.to_string(),
            &one.first,
            &one.second,
            &one.inputs.join(" / "),
        ];
        text += &(fields.join("\t") + "\n");
    }
    text
}

/// A line of such a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The option.
    pub key: String,
    /// What was found.
    pub found: String,
    /// The options of the first table.
    pub first: Settings,
    /// Those of the second.
    pub second: Settings,
    /// The round in which they part at the last input.
    pub inputs: Vec<String>,
}

/// Reads such a table.
///
/// # Errors
/// If a line has too few fields, or options that cannot be read.
pub fn read_table(text: &str) -> Result<Vec<Row>, String> {
    let row = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [key, _, _, found, _, first, second, inputs] = fields[..] else {
            return Err(format!("not a line of such a table: {line}"));
        };
        let inputs = inputs.split(" / ").filter(|input| !input.is_empty()).map(str::to_owned).collect();
        let (first, second) = (Settings::read(first)?, Settings::read(second)?);
        Ok(Row { key: key.to_owned(), found: found.to_owned(), first, second, inputs })
    };
    text.lines().filter(|line| !line.starts_with('#')).map(row).collect()
}
