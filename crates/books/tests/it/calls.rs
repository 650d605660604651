//! `docs/calls.md`: the vocabulary of facts. Kinds, outcomes, spots and reasons come from the schema; the
//! calls of each game are collected from its golden rounds.

use books::{Fact, What};
use rounds::{Answer, Script, Settings};
use rules::{Awaits, Citation, Fate, GameId, Outcome, Spot, Tender, Why};
use schemars::{JsonSchema, schema_for};
use serde_json::{Map, Value};
use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    fmt::Write,
    fs,
    path::Path,
};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// What the golden rounds show about one call.
#[derive(Default)]
struct Shown {
    /// The types of each argument by name; an argument that is sometimes missing also has the type `absent`.
    arguments: BTreeMap<String, BTreeSet<String>>,
    times: usize,
    provisions: Vec<Citation>,
    example: Map<String, Value>,
    sentence: String,
}

impl Shown {
    fn add(&mut self, fact: &Fact, args: &Map<String, Value>) {
        for name in args.keys().filter(|name| !self.arguments.contains_key(*name)).collect::<Vec<_>>() {
            let before = (self.times > 0).then(|| "absent".to_owned());
            self.arguments.insert(name.clone(), before.into_iter().collect());
        }
        for (name, types) in &mut self.arguments {
            types.insert(args.get(name).map_or_else(|| "absent".to_owned(), of_type));
        }
        self.times += 1;
        if !self.provisions.contains(&fact.cite) {
            self.provisions.push(fact.cite);
        }
        // The example with the most arguments is the most informative.
        let filled = |args: &Map<String, Value>| args.values().filter(|value| !value.is_null()).count();
        if self.sentence.is_empty() || filled(args) > filled(&self.example) {
            (self.example, self.sentence) = (args.clone(), fact.text.clone());
        }
    }
}

/// The type of a value in JSON, with the fields of an object and the items of a list.
fn of_type(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(_) => "boolean".to_owned(),
        Value::Number(_) => "number".to_owned(),
        Value::String(_) => "string".to_owned(),
        Value::Array(items) => {
            let types: BTreeSet<String> = items.iter().map(of_type).collect();
            format!("list of {}", types.into_iter().collect::<Vec<_>>().join(" or "))
        }
        Value::Object(fields) => {
            let fields: Vec<String> =
                fields.iter().map(|(name, value)| format!("{name}: {}", of_type(value))).collect();
            format!("{{{}}}", fields.join(", "))
        }
    }
}

/// Every fact decided in a game's golden rounds.
fn facts(game: GameId) -> Vec<Fact> {
    let folder = Path::new(ROOT).join("crates/rules/tests/rounds").join(game.name());
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("golden rounds").flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let played = |path: &Path| {
        let script = Script::parse(&fs::read_to_string(path).expect("text")).expect("a script");
        script.play_as::<Fact>(game, &Settings::standard(game)).expect("it runs").lines
    };
    let answers = paths.iter().flat_map(|path| played(path)).flat_map(|line| line.answers);
    answers.filter_map(|answer| if let Answer::Decided(fact) = answer { Some(fact) } else { None }).collect()
}

/// A word of a closed vocabulary: its name, its fields and its meaning.
struct Word {
    name: String,
    fields: Vec<String>,
    about: String,
}

/// The variants of a serialized enum, from its schema; `tag` is the field that holds the name, if there are
/// fields.
fn words<T: JsonSchema>(tag: &str) -> Vec<Word> {
    let schema = schema_for!(T).to_value();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let each = schema["oneOf"].as_array().expect("a closed list").iter();
    let word = |one: &Value| {
        let about = text(&one["description"]).replace('\n', " ");
        let fields: Vec<&String> =
            one["properties"].as_object().map_or_else(Vec::new, |all| all.keys().collect());
        match &one["const"] {
            Value::String(name) => Word { name: name.clone(), fields: Vec::new(), about },
            // Without a tag, the single field is the name, and its contents are the fields.
            _ if tag.is_empty() => {
                let name = fields.first().expect("a name").to_string();
                let inner = one["properties"][&name]["properties"].as_object();
                let fields = inner.map_or_else(Vec::new, |inner| inner.keys().cloned().collect());
                Word { name, fields, about }
            }
            _ => Word {
                name: text(&one["properties"][tag]["const"]),
                fields: fields.into_iter().filter(|field| *field != tag).cloned().collect(),
                about,
            },
        }
    };
    each.map(word).collect()
}

/// Appends a table of words; `head` is the JSON field that contains them.
fn list(page: &mut String, title: &str, about: &str, head: &str, words: &[Word]) {
    let has_fields = words.iter().any(|word| !word.fields.is_empty());
    let row = |cells: [&str; 3]| match has_fields {
        true => format!("| {} |\n", cells.join(" | ")),
        false => format!("| {} | {} |\n", cells[0], cells[2]),
    };
    *page += &format!("\n## {title}\n\n{about}\n\n");
    *page += &row([&format!("`{head}`"), "fields", "meaning"]);
    *page += &row(["---"; 3]);
    for Word { name, fields, about } in words {
        let fields: Vec<String> = fields.iter().map(|field| format!("`{field}`")).collect();
        *page += &row([&format!("`{name}`"), &fields.join(" "), about.trim_end_matches('.')]);
    }
}

/// The name of a kind of fact in messages.
fn kind(what: &What) -> String {
    let sent = serde_json::to_value(what).expect("facts are JSON");
    sent["kind"].as_str().expect("a kind").to_owned()
}

fn page() -> (String, BTreeSet<String>) {
    let mut page = String::from(
        "# Facts and calls\n\n\
         Made from the schema and the golden rounds by `crates/books/tests/calls.rs`; `cargo xtask update` rewrites it.\n\n\
         A fact is one thing that the rules decided: `cite` is the provision, `text` a sentence for people, and `kind` says\n\
         what happened. A program reads `kind` and the fields that belong to it, and never the sentence: sentences change.\n\
         Amounts are in cents. [The API](api.md) shows facts on their way; [the journal](journal.md) says what is hashed of them.\n",
    );
    let why =
        "A reason with fields is an object with its name as the key: `{\"too-little\": {\"least\": 500}}`.";
    let lists = [
        ("Kinds of facts", "What happened.", "kind", words::<What>("kind")),
        ("Outcomes", "What the equipment shows.", "outcome", words::<Outcome>("outcome")),
        (
            "Spots",
            "Where cards lie in a picture, and whose hand a call is about.",
            "spot",
            words::<Spot>("spot"),
        ),
        ("Whom the table waits for", "The field `awaits`.", "for", words::<Awaits>("for")),
        ("Fates", "What becomes of a wager that is settled.", "fate", words::<Fate>("")),
        ("Tenders", "What a wager is made in.", "tender", words::<Tender>("")),
        ("Reasons to refuse", why, "why", words::<Why>("")),
    ];
    for (title, about, head, words) in lists {
        list(&mut page, title, about, head, &words);
    }
    page += "\n## Calls\n\n\
             A fact of the kind `called` is something that the dealer, or another person at the table, says or does. `call` is its\n\
             name and `args` has its arguments. The same name at two games may have different arguments. An argument that is `absent`\n\
             in some calls, or `null`, is listed with that word.\n";
    let mut kinds = BTreeSet::new();
    for &game in GameId::ALL {
        let mut calls: BTreeMap<String, Shown> = BTreeMap::new();
        for fact in facts(game) {
            kinds.insert(kind(&fact.what));
            if let What::Called { call, args } = &fact.what {
                calls.entry(call.clone()).or_default().add(&fact, args);
            }
        }
        let (title, _) = books::title_and_edition(game);
        write!(
            page,
            "\n### {title}\n\n| `call` | arguments | provision | example |\n| --- | --- | --- | --- |\n"
        )
        .expect("memory");
        for (name, shown) in calls {
            let arguments: Vec<String> = shown
                .arguments
                .iter()
                .map(|(name, types)| {
                    format!("`{name}` {}", types.iter().cloned().collect::<Vec<_>>().join(" or "))
                })
                .collect();
            let provisions: Vec<String> = shown.provisions.iter().map(ToString::to_string).collect();
            let example = match shown.example.is_empty() {
                true => String::new(),
                false => format!(" `{}`", Value::Object(shown.example)),
            };
            let sentence = shown.sentence.replace('|', "\\|");
            let row = format!(
                "| `{name}` | {} | {} | {sentence}{example} |",
                arguments.join(", "),
                provisions.join(", ")
            );
            writeln!(page, "{row}").expect("memory");
        }
    }
    (page, kinds)
}

#[test]
fn the_page_of_calls_is_what_the_golden_rounds_show() {
    let (page, kinds) = page();
    // `Hidden` is made for viewers; the rules never produce it.
    let missing: Vec<String> = words::<What>("kind")
        .into_iter()
        .map(|word| word.name)
        .filter(|name| name != "hidden" && !kinds.contains(name))
        .collect();
    assert!(missing.is_empty(), "no golden round shows these kinds of facts: {missing:?}");
    let path = Path::new(ROOT).join("docs/calls.md");
    if env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, &page).expect("a file");
    }
    let have = fs::read_to_string(&path).unwrap_or_default();
    assert!(have == page, "docs/calls.md is out of date: UPDATE_EXPECT=1 rewrites it");
}
