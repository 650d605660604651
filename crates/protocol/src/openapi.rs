//! The OpenAPI document, the schema of all messages and the matrix of roles, all made from [`ACTIONS`].

use crate::{actions::*, chance::*, messages::*, views::*};
use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings, schema_for};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value, json};

/// What is said to ask for something.
pub struct Asks {
    schema: fn(&mut SchemaGenerator) -> Schema,
    reads: fn(Value) -> Result<(), serde_json::Error>,
    example: Value,
}

impl Asks {
    /// A lawful request.
    pub fn example(&self) -> &Value {
        &self.example
    }

    /// Whether a body is one of these.
    pub fn reads(&self, body: Value) -> Result<(), serde_json::Error> {
        (self.reads)(body)
    }
}

/// What comes back.
pub enum Answers {
    /// One value.
    Json(fn(&mut SchemaGenerator) -> Schema),
    /// Plain text.
    Text,
    /// The lines of a journal as they are kept, byte for byte: their hashes are made from them.
    Lines,
    /// Nothing.
    Nothing,
    /// A live connection.
    Live,
}

/// What is said on a route.
pub struct Talk {
    /// The request.
    pub asks: Option<Asks>,
    /// The status when it succeeds.
    pub status: u16,
    /// The answer.
    pub answers: Answers,
}

impl Talk {
    fn answers<A: Serialize + JsonSchema>(self, status: u16) -> Talk {
        Talk { status, answers: Answers::Json(SchemaGenerator::subschema_for::<A>), ..self }
    }

    fn says(self, status: u16, answers: Answers) -> Talk {
        Talk { status, answers, ..self }
    }
}

fn asks<A: DeserializeOwned + JsonSchema>(example: Value) -> Talk {
    let asks = Asks {
        schema: SchemaGenerator::subschema_for::<A>,
        reads: |body| serde_json::from_value::<A>(body).map(drop),
        example,
    };
    Talk { asks: Some(asks), status: 204, answers: Answers::Nothing }
}

fn asks_nothing() -> Talk {
    Talk { asks: None, status: 204, answers: Answers::Nothing }
}

/// Options of minibaccarat that are lawful; a test asks the law.
const OPTIONS: &[&str] =
    &["decks=8", "shuffle=lace", "deal=face-up", "vigorish=5%", "pay-order=1", "disclosed-card=2"];

/// What is said on the route of an action; none if it has no route.
pub fn talk(action: Action) -> Option<Talk> {
    const KEY: &str = "a-key-of-mine-1";
    const VALUE: &str = "c30e4762b1cdac1c45b3a469d0e9217e2972768606598902dbe91e13636f670a";
    const PASSWORD: &str = "correct horse battery";
    let read = asks_nothing;
    let keyed = || asks::<Keyed>(json!({ "key": KEY }));
    let amount = || asks::<AmountRequest>(json!({ "key": KEY, "cents": 10_000 }));
    let slip = || asks::<SlipRequest>(json!({ "key": KEY, "cents": 100_000, "slip": "F-1" }));
    Some(match action {
        Action::Health => read().answers::<Health>(200),
        Action::Readiness => read().answers::<Readiness>(200),
        Action::Metrics => read().says(200, Answers::Text),
        Action::LogIn => {
            asks::<Credentials>(json!({ "name": "ann", "password": PASSWORD })).answers::<Me>(200)
        }
        Action::BeGuest => asks::<Guest>(json!({ "name": "ann" })).answers::<Me>(201),
        Action::AcceptInvitation => {
            let token = "0123456789abcdef".repeat(4);
            asks::<Invitation>(json!({ "token": token, "name": "ann", "password": PASSWORD }))
                .answers::<Me>(201)
        }
        Action::LogOut => read().says(204, Answers::Nothing),
        Action::ChangePassword => {
            asks::<NewPassword>(json!({ "old": PASSWORD, "new": "another pass phrase" })).answers::<Me>(200)
        }
        Action::ReadMe => read().answers::<Me>(200),
        Action::ListPeople => read().answers::<Vec<PersonView>>(200),
        Action::AdmitPerson => {
            let body = json!({ "name": "dan", "role": "dealer", "password": PASSWORD });
            asks::<Admission>(body).answers::<PersonView>(201)
        }
        Action::ChangePerson => asks::<PersonChange>(json!({ "locked": false })).answers::<PersonView>(200),
        Action::FundPerson => amount().answers::<Receipt>(200),
        Action::ReadCage => read().answers::<CageView>(200),
        Action::AskFunds => {
            let body =
                json!({ "key": KEY, "person": "ann", "cents": 2_500_000, "reason": "a wire transfer" });
            asks::<FundsRequest>(body).answers::<Receipt>(200)
        }
        Action::ListTables => read().answers::<Vec<TableSummary>>(200),
        Action::OpenTable => {
            let body = json!({ "table": "MB-1", "pit": "A", "game": "minibaccarat", "inventory": 5_000_000 });
            asks::<NewTable>(body).answers::<TableSummary>(201)
        }
        Action::ReadTable => read().answers::<TableView>(200),
        Action::ReadFelt => read().answers::<felt::FeltView>(200),
        Action::CloseTable | Action::ReopenTable => keyed().answers::<Receipt>(200),
        Action::Watch => read().says(101, Answers::Live),
        Action::ReadOffers => read().answers::<Vec<Offer>>(200),
        Action::Join => keyed().answers::<Seated>(200),
        Action::Ready => keyed().answers::<PresenceView>(200),
        Action::Act => asks::<ActRequest>(json!({ "key": KEY, "act": "banker 20.00", "seat": 1 }))
            .answers::<Receipt>(200),
        Action::GiveAnchor => asks::<AnchorRequest>(json!({ "key": KEY, "anchor": VALUE, "length": 1024 }))
            .answers::<Receipt>(200),
        Action::OpenPart => asks::<PartRequest>(json!({ "window": 7, "lock": VALUE, "value": VALUE }))
            .answers::<HeardView>(200),
        Action::BuyIn | Action::TakeAway => amount().answers::<Receipt>(200),
        Action::Fill | Action::Credit => slip().answers::<Receipt>(200),
        Action::AskRemedy => {
            let remedy = json!({ "how": "void", "first": 1, "last": 1 });
            let body = json!({ "key": KEY, "remedy": remedy, "reason": "a card was turned too soon" });
            asks::<RemedyRequest>(body).answers::<Receipt>(200)
        }
        Action::DecideRemedy => {
            asks::<RemedyDecision>(json!({ "key": KEY, "agree": true })).answers::<Receipt>(200)
        }
        Action::ReadSheet => read().answers::<SheetView>(200),
        Action::ReadOptions => read().answers::<OptionsView>(200),
        Action::ChangeOptions => {
            let body = json!({ "key": KEY, "options": OPTIONS, "effective": 4_102_444_800_000_i64 });
            asks::<OptionsRequest>(body).answers::<Receipt>(200)
        }
        Action::ReadJournal => read().says(200, Answers::Lines),
        Action::ListRounds => read().answers::<Vec<RoundView>>(200),
        Action::ReadRound => read().answers::<ReplayView>(200),
        Action::ReadCheckpoints => read().answers::<Vec<CheckpointView>>(200),
        Action::ProveReceipt => read().answers::<ProofView>(200),
        Action::ReadWindow => read().answers::<WindowView>(200),
        Action::ReadLaw => read().answers::<LawView>(200),
        Action::SearchLaw => read().answers::<LawList>(200),
        Action::ReadConformance => read().answers::<Vec<ConformanceRow>>(200),
        Action::ListGames => read().answers::<Vec<GameView>>(200),
        Action::ReadGameOptions => read().answers::<Vec<OptionField>>(200),
        Action::CheckOptions => asks::<CheckRequest>(json!({ "game": "minibaccarat", "options": OPTIONS }))
            .answers::<CheckView>(200),
        Action::ReadAdvice => read().answers::<AdviceView>(200),
        Action::AskDrill => read().answers::<Drill>(200),
        Action::AnswerDrill => asks::<DrillAnswer>(json!({ "seed": 1, "kind": "payout", "answer": "500" }))
            .answers::<Verdict>(200),
        Action::ReadOdds => read().answers::<OddsView>(200),
        Action::ReadConsole => read().answers::<ConsoleView>(200),
        Action::ActAsPatron
        | Action::ActAsDealer
        | Action::ActAsFloorperson
        | Action::ShowEquipment
        | Action::TellIrregularity => return None,
    })
}

/// The statuses of whatever does not succeed, and when they come.
const PROBLEMS: &[(u16, &str)] = &[
    (400, "cannot be read: no JSON, an unknown field, a parameter that is none"),
    (401, "not logged in, or the session has ended"),
    (403, "not for this role, or asked for by a page of another site"),
    (404, "there is none"),
    (409, "not now, not yours, too little money, or a key that was used for something else"),
    (413, "too long"),
    (415, "not JSON"),
    (422, "can be read and is not lawful: a password too short, options the law forbids"),
    (429, "too fast; `Retry-After` says when to come again"),
    (503, "the floor cannot take it now; with the same key it may be sent again"),
];

fn problems() -> Map<String, Value> {
    let all = PROBLEMS.iter().map(|(status, about)| {
        let content = json!({ "application/json": { "schema": { "$ref": "#/components/schemas/Problem" } } });
        let mut response = json!({ "description": about, "content": content });
        if *status == 429 {
            response["headers"] =
                json!({ "Retry-After": { "description": "seconds", "schema": { "type": "integer", "minimum": 1 } } });
        }
        (format!("No{status}"), response)
    });
    all.collect()
}

/// Beyond this JSON numbers lose their digits in browsers; no journal is as long.
const MOST: u64 = (1 << 53) - 1;

/// The parameters in a path.
fn in_path(path: &str) -> Vec<Value> {
    let names = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let parameter = |name: &str| {
        let (about, schema, example) = match name {
            "table" => ("a table's name", json!({ "type": "string", "pattern": TABLE }), json!("MB-1")),
            "cite" => (
                "a provision, a section or a subchapter, with or without its chapter",
                json!({ "type": "string", "pattern": CITE }),
                json!("5.2(b)"),
            ),
            "game" => ("a game's name", json!({ "type": "string", "pattern": GAME }), json!("roulette")),
            "person" => ("a person's name", json!({ "type": "string", "pattern": NAME }), json!("ann")),
            "window" => (
                "a window's number",
                json!({ "type": "integer", "minimum": 1, "maximum": u32::MAX }),
                json!(1),
            ),
            _ => ("its number", json!({ "type": "integer", "minimum": 0, "maximum": MOST }), json!(1)),
        };
        json!({ "name": name, "in": "path", "required": true, "description": about, "schema": schema, "example": example })
    };
    names.map(parameter).collect()
}

fn parameters(row: &Row) -> Vec<Value> {
    let mut all = in_path(row.path);
    let number = |most: u64| json!({ "type": "integer", "minimum": 0, "maximum": most });
    let mut query = |name: &str, about: &str, schema: Value, example: Value| {
        all.push(json!({ "name": name, "in": "query", "description": about, "schema": schema, "example": example }));
    };
    match row.action {
        Action::ReadJournal => {
            query("from", "the first line; 0 if nothing is said", number(MOST), json!(0));
            query("limit", "at most so many lines; 1000 if nothing is said", number(1000), json!(100));
            let word = |pattern: &str| json!({ "type": "string", "pattern": pattern });
            let text = json!({ "type": "string", "maxLength": 200 });
            query("patron", "whom it concerns, by number", word("^p[0-9]{1,5}$"), json!("p1"));
            query("by", "who wrote it", word(NAME), json!("house"));
            query(
                "cite",
                "the provision that decided or refused something, or its section",
                word(CITE),
                json!("5.1"),
            );
            query("since", "not before, in milliseconds since 1970, UTC", number(MOST), json!(0));
            query("until", "not after", number(MOST), json!(MOST));
            query("text", "what the line, or what was decided, contains", text, json!("ball"));
        }
        Action::AskDrill => {
            let kinds = json!({ "type": "string", "enum": ["payout", "order", "irregularity"] });
            query("seed", "which drill", number(MOST), json!(1));
            query("kind", "what it asks; `payout` if nothing is said", kinds, json!("payout"));
        }
        Action::ListRounds => {
            query("offset", "how many to pass over", number(MOST), json!(0));
            query("limit", "at most so many; 100 if nothing is said", number(1000), json!(100));
        }
        Action::SearchLaw => {
            let text = json!({ "type": "string", "maxLength": 200 });
            query("q", "words that all must be there; everything if nothing is said", text, json!("zero"));
            query("subchapter", "only this subchapter", number(u16::MAX.into()), json!(5));
            query("offset", "how many to pass over", number(MOST), json!(0));
            query("limit", "at most so many; 100 if nothing is said", number(1000), json!(100));
        }
        _ => {}
    }
    if row.method != "GET" || row.action == Action::Watch {
        all.push(json!({ "name": "Origin", "in": "header", "schema": { "type": "string" },
            "required": row.action == Action::Watch,
            "description": "browsers send it; other clients that send the cookie must send the origin of this floor" }));
    }
    all
}

fn operation(row: &Row, talk: Talk, schemas: &mut SchemaGenerator) -> Value {
    let (about, content) = match talk.answers {
        Answers::Json(schema) => ("done", json!({ "application/json": { "schema": schema(schemas) } })),
        Answers::Text => ("done", json!({ "text/plain": { "schema": { "type": "string" } } })),
        Answers::Lines => (
            "lines of the journal, byte for byte; the first is the one asked for",
            json!({ "application/x-ndjson": { "schema": { "type": "string" } } }),
        ),
        Answers::Nothing => ("done", Value::Null),
        Answers::Live => {
            ("a WebSocket: clients send `FromClient`, the server sends `FromServer`", Value::Null)
        }
    };
    let mut done = json!({ "description": about });
    if !content.is_null() {
        done["content"] = content;
    }
    if matches!(
        row.action,
        Action::LogIn | Action::BeGuest | Action::AcceptInvitation | Action::ChangePassword
    ) {
        done["headers"] =
            json!({ "Set-Cookie": { "description": "the session: `ch47`", "schema": { "type": "string" } } });
    }
    let mut responses = Map::from_iter([(talk.status.to_string(), done)]);
    for (status, _) in PROBLEMS {
        if talk.asks.is_some() || !matches!(status, 413 | 415 | 422) {
            let name = format!("#/components/responses/No{status}");
            responses.insert(status.to_string(), json!({ "$ref": name }));
        }
    }
    let roles: Vec<_> = Role::ALL.into_iter().filter(|role| row.scope.admits(Some(*role))).collect();
    let mut operation = json!({
        "operationId": row.action.name(),
        "summary": row.about,
        "tags": [tag(row.path)],
        "parameters": parameters(row),
        "responses": responses,
        "x-roles": roles,
        "security": match row.scope {
            Scope::Anyone => json!([{}, { "session": [] }]),
            _ => json!([{ "session": [] }]),
        },
    });
    if row.action == Action::Watch {
        operation["description"] = json!(LIVE);
    }
    if let Some(asks) = talk.asks {
        let content = json!({ "schema": (asks.schema)(schemas), "example": asks.example });
        operation["requestBody"] = json!({ "required": true, "content": { "application/json": content } });
    }
    operation
}

const LIVE: &str = "Opens a WebSocket. The server first sends the table, then every line as it is written, each one JSON \
value in a text frame (`FromServer`). A client sends `FromClient`; whatever it asks to be written carries a key, and is \
answered with a receipt when it is durable. A connection that falls behind is told to resume from a line. It closes \
within a second when the session ends.";

fn tag(path: &str) -> &'static str {
    match path {
        _ if path.starts_with("/api/tables") => "tables",
        _ if path.starts_with("/api/people") => "people",
        "/api/conformance" | "/api/options/check" => "law",
        _ if path.starts_with("/api/law") || path.starts_with("/api/games") => "law",
        _ if path.starts_with("/api/trainer") => "trainer",
        _ if path.starts_with("/api") => "sessions",
        _ => "floor",
    }
}

/// The document.
pub fn document() -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = "/components/schemas".into();
    settings.meta_schema = None;
    let mut schemas = settings.into_generator();
    let mut paths = Map::new();
    for row in ACTIONS {
        if let Some(talk) = talk(row.action) {
            let operation = operation(row, talk, &mut schemas);
            let path = paths.entry(row.path).or_insert_with(|| json!({}));
            path[row.method.to_lowercase()] = operation;
        }
    }
    schemas.subschema_for::<Problem>();
    schemas.subschema_for::<FromClient>();
    schemas.subschema_for::<FromServer>();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Chapter 47: a floor",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Amounts are whole cents. The law's No is no problem: it is written in the journal and comes \
                back in the receipt, as `refused`, with the provision. A request that changes something at a table \
                carries a key of the client's choice; sent again with the same key, it has one effect and one answer.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "tags": [
            { "name": "floor", "description": "how the floor is" },
            { "name": "sessions", "description": "coming in and going out" },
            { "name": "people", "description": "who is admitted" },
            { "name": "law", "description": "the law in our words, and what a licensee may choose under it" },
            { "name": "trainer", "description": "drills for who learns to deal" },
            { "name": "tables", "description": "the tables, their papers and their journals" },
        ],
        "paths": paths,
        "components": {
            "schemas": schemas.take_definitions(true),
            "responses": problems(),
            "securitySchemes": { "session": {
                "type": "apiKey", "in": "cookie", "name": "ch47",
                "description": "set by logging in; HttpOnly, SameSite=Strict",
            } },
        },
    })
}

/// Everything that is said on a live connection, and the problem that any route may answer.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code)]
#[allow(clippy::large_enum_variant)] // It is never made, only described.
enum Message {
    /// From a client.
    FromClient(FromClient),
    /// From the server.
    FromServer(FromServer),
}

/// The schema of the messages on a live connection.
pub fn live_schema() -> Value {
    schema_for!(Message).to_value()
}

/// Who may do what, as a table for people.
pub fn matrix() -> String {
    let mut text = String::from(
        "# Who may do what\n\n\
         Made from the table by which the server decides (`crates/protocol/src/actions.rs`); a test compares them.\n\
         `anyone` is somebody who is not logged in. An action without a route is part of another one.\n\n",
    );
    let mut line = |cells: &[String]| text.push_str(&format!("| {} |\n", cells.join(" | ")));
    let mut head = vec!["action".to_owned(), "route".to_owned(), "anyone".to_owned()];
    head.extend(Role::ALL.map(|role| role.to_string()));
    head.push("what".to_owned());
    line(&head);
    line(&head.iter().map(|_| "---".to_owned()).collect::<Vec<_>>());
    for row in ACTIONS {
        let mark = |role| if row.scope.admits(role) { "●".to_owned() } else { String::new() };
        let route = match row.path {
            "" => String::new(),
            path => format!("`{} {path}`", row.method),
        };
        let mut cells = vec![row.action.name(), route, mark(None)];
        cells.extend(Role::ALL.map(|role| mark(Some(role))));
        cells.push(row.about.to_owned());
        line(&cells);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{collections::BTreeSet, env, fs, path::Path};

    #[test]
    fn the_committed_documents_are_the_ones_in_force() {
        let json = |value: Value| serde_json::to_string_pretty(&value).expect("JSON") + "\n";
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        let all = [
            ("openapi.json", json(document())),
            ("schema/protocol.json", json(live_schema())),
            ("roles.md", matrix()),
        ];
        for (name, want) in all {
            let path = docs.join(name);
            if env::var_os("UPDATE_EXPECT").is_some() {
                fs::write(&path, &want).expect("a file");
            }
            let have = fs::read_to_string(&path).unwrap_or_default();
            assert!(have == want, "{}: UPDATE_EXPECT=1 rewrites it", path.display());
        }
    }

    #[test]
    fn every_route_is_described_once_and_its_example_can_be_read() {
        let mut seen = BTreeSet::new();
        for row in ACTIONS {
            let talk = talk(row.action);
            assert_eq!(talk.is_some(), !row.path.is_empty(), "{:?}", row.action);
            assert!(row.path.is_empty() || seen.insert((row.method, row.path)), "{:?} twice", row.action);
            let Some(talk) = talk else { continue };
            assert!(row.method != "GET" || talk.asks.is_none(), "{:?}", row.action);
            if let Some(asks) = talk.asks {
                asks.reads(asks.example().clone()).unwrap_or_else(|e| panic!("{:?}: {e}", row.action));
                assert!(asks.reads(json!({ "no such field": 1 })).is_err(), "{:?}", row.action);
            }
        }
    }

    #[test]
    fn the_examples_are_lawful() {
        let entry = json!({ "kind": "opened", "game": "minibaccarat", "pit": "A", "options": OPTIONS, "edition": "",
            "version": books::VERSION, "chance": "digital", "inventory": 5_000_000 });
        let (at, epoch, by) = (0, 1, books::HOUSE.to_owned());
        let entry = serde_json::from_value(entry).expect("an entry");
        let draft = books::Draft { at, epoch, by, key: None, salt: None, entry };
        assert_eq!(books::Book::new("MB-1").propose(draft).map(drop).err(), None);
    }

    /// Everything under `$ref` in a value.
    fn references(value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(fields) => {
                found.extend(fields.get("$ref").and_then(Value::as_str).map(str::to_owned));
                fields.values().for_each(|value| references(value, found));
            }
            Value::Array(values) => values.iter().for_each(|value| references(value, found)),
            _ => {}
        }
    }

    #[test]
    fn every_reference_leads_somewhere() {
        let document = document();
        let mut found = BTreeSet::new();
        references(&document, &mut found);
        assert!(found.len() > 30, "{found:?}");
        for reference in found {
            let pointer = reference.strip_prefix('#').expect("within the document");
            assert!(document.pointer(pointer).is_some(), "{reference}");
        }
        for name in ["FromClient", "FromServer", "Problem"] {
            assert!(document.pointer(&format!("/components/schemas/{name}")).is_some(), "{name}");
        }
    }
}
