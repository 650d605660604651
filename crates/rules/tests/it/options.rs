//! Checks that the declaration of an option says what the gate enforces: whatever it calls lawful is lawful at
//! some table, and nothing it calls unlawful is lawful at any.

use rounds::{Settings, Value};
use rules::{
    Absent, Field, GameId, Money, Odds, Submission, Takes,
    submission::{Only, Written},
};

/// Every field of every game, or of one.
fn fields(game: GameId) -> Vec<&'static Field> {
    game.fields().iter().copied().flatten().collect()
}

fn find(game: GameId, key: &str) -> &'static Field {
    fields(game)
        .into_iter()
        .find(|field| field.key == key)
        .unwrap_or_else(|| panic!("{}: no {key}", game.name()))
}

/// The keys that are at fault; none if the settings are lawful.
fn faults(game: GameId, settings: &Settings) -> Vec<String> {
    let entries = settings.entries();
    let mut found = Vec::new();
    let table = game.open(&entries, &mut |violation| found.push(violation.key.to_owned()));
    assert_eq!(table.is_none(), !found.is_empty(), "a table, or reasons why there is none: {settings}");
    found
}

/// Values that the declaration calls lawful: every word, and the bounds of ranges.
fn lawful(field: &Field) -> Vec<Value> {
    match field.takes {
        Takes::Switch => vec![Value::Switch(true), Value::Switch(false)],
        Takes::OneOf(words) => words.iter().map(|&word| word.into()).collect(),
        Takes::SomeOf { words, apart } => {
            let one = words.iter().map(|&word| Value::from(word));
            let both = words.iter().flat_map(|a| words.iter().map(move |b| [*a, *b]));
            let both = both.filter(|[a, b]| a != b && !apart.contains(&[a, b]) && !apart.contains(&[b, a]));
            one.chain(both.map(|pair| Value::Text(pair.join(" ")))).chain(["".into()]).collect()
        }
        Takes::Odds { than, is_strict } => {
            let least = if is_strict { above(than) } else { than };
            vec![Value::Text(least.to_string()), "65535 to 1".into()]
        }
        Takes::Money { least, most } => [least, most].map(|amount| Value::Text(amount.to_string())).to_vec(),
        Takes::Count { least, most } => vec![least.into(), most.into()],
        Takes::Rates { spots } => vec!["".into(), Value::Text(format!("0=0.50 {spots}=1000"))],
        Takes::Way(sort) => {
            let [(usual, rules), (other, _), ..] = *sort.named() else { panic!("{}: two ways", field.key) };
            let own = rules.replace("first 2-6", "first 2-7").replace("one 7", "one 6");
            assert_ne!(own, rules, "{}", field.key);
            vec![usual.into(), other.into(), Value::Text(own)]
        }
    }
}

/// Values that it calls unlawful: another word, one beyond each bound, another kind of value.
fn unlawful(field: &Field) -> Vec<Value> {
    let other = |takes| match takes {
        Takes::Switch => vec!["yes".into(), 1.into()],
        Takes::OneOf(_) => vec!["no such word".into(), Value::Switch(true), 47.into()],
        Takes::SomeOf { apart, .. } => {
            let apart = apart.iter().map(|pair| Value::Text(pair.join(" ")));
            apart.chain(["no such word".into(), Value::Switch(true)]).collect()
        }
        Takes::Odds { than, is_strict } => {
            let worse = if is_strict { than } else { below(than) };
            vec![Value::Text(worse.to_string()), "5 for 1".into(), 5.into(), Value::Switch(true)]
        }
        Takes::Money { least, most } => {
            let beyond = [least - Money::cents(1), most + Money::cents(1)];
            let beyond = beyond.map(|amount| Value::Text(amount.to_string()));
            beyond.into_iter().chain(["0.001".into(), "many".into(), Value::Switch(true)]).collect()
        }
        Takes::Rates { spots } => vec![Value::Text(format!("{}=1", spots + 1)), "1=0".into(), 1.into()],
        Takes::Count { least, most } => {
            vec![(least - 1).into(), (most + 1).into(), "many".into(), "1.5".into()]
        }
        Takes::Way(_) => {
            vec!["no such way".into(), "pair -> low any any".into(), Value::Switch(true), 1.into()]
        }
    };
    let mut values = other(field.takes);
    values.push(Value::Other("a list".to_owned()));
    values
}

fn parts(odds: Odds) -> [u32; 2] {
    let text = odds.to_string();
    let (to, per) = text.split_once(" to ").expect("odds");
    [to, per].map(|n| n.parse().expect("a number"))
}

fn scaled(odds: Odds, more: i64) -> Odds {
    let [to, per] = parts(odds).map(|n| i64::from(n) * 100);
    Odds::new(u16::try_from(to + more).expect("small"), u16::try_from(per).expect("small"))
}

/// Odds a little better than these.
fn above(odds: Odds) -> Odds {
    scaled(odds, 1)
}

/// Odds a little worse.
fn below(odds: Odds) -> Odds {
    scaled(odds, -1)
}

/// Every way to write something that makes a condition hold.
fn satisfying(game: GameId, only: &Only) -> Vec<Value> {
    let other = find(game, only.key);
    let meets = |value: &Value| {
        let meant = other.takes.read(value.as_written()).expect("lawful").bare().to_string();
        (only.values.is_empty() || only.values.contains(&meant.as_str())) == only.is_wanted
    };
    lawful(other).into_iter().filter(meets).collect()
}

/// A lawful submission in which the option has this value, if there is one.
fn table_with(game: GameId, field: &Field, value: &Value) -> Option<Settings> {
    let mut settings = Settings::standard(game);
    for approval in fields(game).iter().filter(|field| field.key.starts_with("approvals.")) {
        settings.set(approval.key, true);
    }
    settings.set(field.key, value.clone());
    satisfy(game, field, &mut settings);
    mend(game, settings, &[field.key], 3)
}

/// Decides other options so that this one exists.
fn satisfy(game: GameId, field: &Field, settings: &mut Settings) {
    for only in field.conditions() {
        let entries = settings.entries();
        let holds = Submission::new(&entries, game.fields()).holds(only.key).value();
        let is_among =
            |value: rules::Value| only.values.is_empty() || only.values.contains(&&*value.bare().to_string());
        if holds.is_some_and(is_among) != only.is_wanted {
            settings.set(only.key, satisfying(game, only)[0].clone());
            satisfy(game, find(game, only.key), settings);
        }
    }
}

/// Decides what must be decided, and changes up to this many other options where that helps.
fn mend(game: GameId, mut settings: Settings, fixed: &[&str], changes: usize) -> Option<Settings> {
    for key in faults(game, &settings) {
        if settings.get(&key).is_none() {
            let first = lawful(find(game, &key))[0].clone();
            settings.set(key, first);
        }
    }
    let wrong = faults(game, &settings);
    if wrong.is_empty() || changes == 0 {
        return Some(settings).filter(|_| wrong.is_empty());
    }
    // Options that limit others, and those that are at fault themselves, may have to differ from the usual.
    let at_fault = wrong.iter().map(|key| find(game, key));
    let bounds = fields(game).into_iter().filter(|field| BOUNDS.contains(&field.key));
    for field in at_fault.chain(bounds).filter(|field| !fixed.contains(&field.key)) {
        let without: Settings = settings.iter().filter(|(key, _)| *key != field.key).map(own).collect();
        let with = |value| without.clone().with(Settings::from_iter([(field.key.to_owned(), value)]));
        let more = matches!(field.takes, Takes::Count { .. }).then_some([2, 6, 12].map(Value::Number));
        let ways = lawful(field).into_iter().chain(more.into_iter().flatten()).map(with);
        let fixed = [fixed, &[field.key]].concat();
        let found = ways.chain([without.clone()]).find_map(|next| mend(game, next, &fixed, changes - 1));
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Options by which others are limited.
const BOUNDS: [&str; 9] = [
    "boxes",
    "decks",
    "shuffle",
    "deal",
    "bonus-paytable",
    "limits.minimum",
    "limits.maximum",
    "limits.step",
    "limits.payable",
];

fn own((key, value): (&String, &Value)) -> (String, Value) {
    (key.clone(), value.clone())
}

/// One insignia can have no more stops than the other six leave, so the rim itself has no table at the upper bound.
fn is_of_the_rim(field: &Field) -> bool {
    field.key.starts_with("stops.")
}

#[test]
fn what_is_said_to_be_lawful_is_lawful_at_some_table() {
    for &game in GameId::ALL {
        for field in fields(game).into_iter().filter(|field| !is_of_the_rim(field)) {
            for value in lawful(field) {
                let table = table_with(game, field, &value);
                let table = table
                    .unwrap_or_else(|| panic!("{}: {} = {value} is never lawful", game.name(), field.key));
                assert_eq!(table.get(field.key), Some(&value));
            }
        }
    }
}

#[test]
fn what_is_said_to_be_unlawful_is_lawful_nowhere() {
    for &game in GameId::ALL {
        for field in fields(game) {
            // Tables at which the option exists, one for each lawful value.
            for context in lawful(field).iter().filter_map(|value| table_with(game, field, value)) {
                for value in unlawful(field) {
                    let mut table = context.clone();
                    table.set(field.key, value.clone());
                    let wrong = faults(game, &table);
                    assert!(
                        wrong.contains(&field.key.to_owned()),
                        "{}: {} = {value}: {table}",
                        game.name(),
                        field.key
                    );
                }
            }
        }
    }
}

/// What may be left out may be left out, and means the default; what must be decided must be decided wherever
/// it exists.
#[test]
fn what_is_left_out_means_what_is_said() {
    for &game in GameId::ALL {
        for field in fields(game) {
            let default = field.default().map(Value::from);
            let value = default.clone().unwrap_or_else(|| lawful(field)[0].clone());
            let Some(with) = table_with(game, field, &value) else {
                assert!(is_of_the_rim(field), "{}: {} = {value}", game.name(), field.key);
                continue;
            };
            let without: Settings = with.iter().filter(|(key, _)| *key != field.key).map(own).collect();
            let (name, key) = (game.name(), field.key);
            match field.absent {
                Absent::Undecided => {
                    assert!(faults(game, &without).contains(&key.to_owned()), "{name}: {key}");
                }
                Absent::Default(_) | Absent::Floor => {
                    assert!(default.is_some(), "{name}: the default of {key} can be read");
                    let open = |settings: &Settings| game.open(&settings.entries(), &mut |_| ());
                    assert_eq!(open(&without), open(&with), "{name}: {key} = {value} is what holds");
                }
                // Other options may depend on one that is written.
                Absent::Nothing => {
                    assert!(!faults(game, &without).contains(&key.to_owned()), "{name}: {key}");
                }
                Absent::Follows(_) => assert_eq!(faults(game, &without), [""; 0], "{name}: {key}"),
            }
        }
    }
}

/// If a condition of an option is not met, writing it is refused; a switch may be written as off.
#[test]
fn an_option_exists_only_where_it_is_said_to() {
    for &game in GameId::ALL {
        for field in fields(game) {
            for only in field.conditions() {
                let value = lawful(field)[0].clone();
                let with = table_with(game, field, &value).expect("lawful at some table");
                let other = find(game, only.key);
                let unmet = Only { is_wanted: !only.is_wanted, ..*only };
                let against: Vec<Option<Value>> = match only.values {
                    [] => vec![None],
                    _ => satisfying(game, &unmet).into_iter().map(Some).collect(),
                };
                assert!(!against.is_empty(), "{}: {} {only}", game.name(), field.key);
                for against in against {
                    let mut table: Settings =
                        with.iter().filter(|(key, _)| *key != other.key).map(own).collect();
                    if let Some(against) = against {
                        table.set(other.key, against);
                    }
                    let is_refused = |table: &Settings| faults(game, table).contains(&field.key.to_owned());
                    assert!(is_refused(&table), "{}: {} {only}: {table}", game.name(), field.key);
                    if field.takes == Takes::Switch {
                        table.set(field.key, false);
                        assert!(!is_refused(&table), "{}: {} is off: {table}", game.name(), field.key);
                    }
                }
            }
        }
    }
}

/// Conditions, defaults and notices name options and values that exist.
#[test]
fn declarations_are_about_what_there_is() {
    for &game in GameId::ALL {
        let all = fields(game);
        for field in &all {
            assert_eq!(all.iter().filter(|other| other.key == field.key).count(), 1, "{}", field.key);
            for only in field.conditions() {
                let other = find(game, only.key);
                for value in only.values {
                    let read = other.takes.read(Written::Text(value)).expect("a value of the other option");
                    assert_eq!(read.bare().to_string(), *value, "in its canonical spelling");
                }
            }
            for told in field.notices() {
                use rules::submission::When;
                let words: &[&str] = match &told.when {
                    When::Becomes(word) => std::slice::from_ref(word),
                    When::Rises(words) => words,
                    When::Begins | When::Ends => {
                        assert!(field.default().is_some(), "{}: begins from a default", field.key);
                        &[]
                    }
                    When::Changed | When::Amended => &[],
                };
                assert!(
                    words.iter().all(|word| field.takes.read(Written::Text(word)).is_ok()),
                    "{}",
                    field.key
                );
            }
        }
    }
}

/// The gate reads all spellings of a value as the same value, and the canonical spelling reads back as
/// itself.
#[test]
fn every_spelling_of_a_value_is_read_alike() {
    for &game in GameId::ALL {
        for field in fields(game) {
            for value in lawful(field) {
                let meant = field.takes.read(value.as_written()).expect("lawful");
                let mut spellings = vec![Value::Text(meant.bare().to_string()), Value::from(meant)];
                match (field.takes, meant) {
                    (Takes::Money { .. }, rules::Value::Money(amount))
                        if amount.is_multiple_of(Money::dollars(1)) =>
                    {
                        let dollars = amount.as_cents() / 100;
                        spellings.extend([
                            dollars.into(),
                            Value::Text(dollars.to_string()),
                            Value::Text(format!("${dollars}.0")),
                        ]);
                    }
                    (Takes::OneOf(_) | Takes::SomeOf { .. } | Takes::Count { .. }, _) => {
                        spellings.extend(meant.bare().to_string().parse().map(Value::Number));
                    }
                    (Takes::Odds { .. }, rules::Value::Odds(odds)) => {
                        let [to, per] = parts(odds).map(|n| n * 2);
                        spellings.extend((to <= 65_535).then(|| Value::Text(format!("{to} to {per}"))));
                    }
                    _ => {}
                }
                for spelling in spellings {
                    let mut settings = Settings::default();
                    settings.set(field.key, spelling.clone());
                    let canonical = settings.canonical(game);
                    assert_eq!(
                        canonical.get(field.key),
                        Some(&Value::from(meant)),
                        "{}: {spelling}",
                        field.key
                    );
                    assert_eq!(canonical.canonical(game), canonical);
                }
            }
        }
    }
}
