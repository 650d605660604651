//! What is generated from the table of routes: the OpenAPI document, the schema of all messages, the role
//! matrix, the guide to problems and the browser's list of routes.

use crate::{
    FromClient, FromServer, SUBPROTOCOL,
    messages::{NAME, TABLE},
    problem::{Problem, ProblemCode},
    queries::MOST,
    roles::{Role, Scope},
    routes::{Action, Capacity, Method, ROUTES, Row},
    school::{CLASS, SET},
    views::{CITE, GAME, PAPER},
};
use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings, schema_for};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The HTTP statuses of errors, with the problem codes that use each.
fn problem_statuses() -> BTreeMap<u16, Vec<ProblemCode>> {
    let mut statuses = BTreeMap::<_, Vec<_>>::new();
    for code in ProblemCode::ALL {
        statuses.entry(code.status()).or_default().push(*code);
    }
    statuses
}

fn problems() -> Map<String, Value> {
    let problem = |(status, codes): (u16, Vec<ProblemCode>)| {
        let content = json!({ "application/json": { "schema": { "$ref": "#/components/schemas/Problem" } } });
        let about: Vec<_> = codes.iter().map(|code| format!("`{code}`: {}", code.about())).collect();
        let mut response = json!({ "description": about.join("; "), "content": content });
        if codes.iter().any(|code| code.may_retry()) {
            response["headers"] = json!({ "Retry-After": { "description": "seconds", "schema": { "type": "integer", "minimum": 1 } } });
        }
        (format!("No{status}"), response)
    };
    problem_statuses().into_iter().map(problem).collect()
}

/// The parameters in a path, for OpenAPI.
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
            "class" => {
                ("the code of a class", json!({ "type": "string", "pattern": CLASS }), json!("ABCD2345"))
            }
            "deal" => (
                "the id of a shoe that one deals",
                json!({ "type": "string", "pattern": SET }),
                json!("0123456789abcdef0123456789abcdef"),
            ),
            "game" => ("a game's name", json!({ "type": "string", "pattern": GAME }), json!("roulette")),
            "paper" => ("which paper", json!({ "type": "string", "pattern": PAPER }), json!("guide")),
            "person" | "learner" => {
                ("a person's name", json!({ "type": "string", "pattern": NAME }), json!("ann"))
            }
            "token" => (
                "a token's id",
                json!({ "type": "string", "pattern": "^[0-9a-f]{12}$" }),
                json!("00ff00ff00ff"),
            ),
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

/// The query parameters, from the fields of the type that reads them.
fn in_query(row: &Row, schemas: &mut SchemaGenerator) -> Vec<Value> {
    let Some(schema) = row.query.map(|query| query(schemas).to_value()) else { return Vec::new() };
    let fields = schema["properties"].as_object().cloned().unwrap_or_default();
    let parameter = |(name, mut field): (String, Value)| {
        let field = field.as_object_mut().expect("a schema with an example");
        let (about, examples) = (field.remove("description"), field.remove("examples"));
        let example = &examples.expect("every parameter has an example")[0];
        json!({ "name": name, "in": "query", "description": about, "schema": field, "example": example })
    };
    fields.into_iter().map(parameter).collect()
}

fn parameters(row: &Row, schemas: &mut SchemaGenerator) -> Vec<Value> {
    let mut all = in_path(row.path);
    all.extend(in_query(row, schemas));
    if row.method != Method::GET || row.action == Action::Watch {
        all.push(json!({ "name": "Origin", "in": "header", "schema": { "type": "string" },
            "required": row.action == Action::Watch,
            "description": "browsers send it; other clients that send the cookie must send the origin of this floor" }));
    }
    all
}

fn operation(row: &Row, schemas: &mut SchemaGenerator) -> Value {
    let answer = (row.answers)(schemas);
    let mut done = json!({ "description": answer.about });
    if let Some((media_type, schema)) = answer.body {
        done["content"] = json!({ media_type: { "schema": schema } });
    }
    if answer.signs_in {
        done["headers"] =
            json!({ "Set-Cookie": { "description": "the session: `ch47`", "schema": { "type": "string" } } });
    }
    let mut responses = Map::from_iter([(row.status.to_string(), done)]);
    for status in problem_statuses().into_keys().filter(|status| row.asks.is_some() || *status != 413) {
        let name = format!("#/components/responses/No{status}");
        responses.insert(status.to_string(), json!({ "$ref": name }));
    }
    let roles: Vec<_> = Role::ALL.into_iter().filter(|role| row.scope.admits(Some(*role))).collect();
    let mut operation = json!({
        "operationId": row.action.name(),
        "summary": row.about,
        "tags": [tag(row.path)],
        "parameters": parameters(row, schemas),
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
    if let Some(asks) = row.asks {
        let content = json!({ "schema": (asks.schema)(schemas), "example": (asks.example)() });
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
        "/api/conformance" | "/api/contents" | "/api/options/check" | "/api/judge" => "law",
        _ if path.starts_with("/api/law") || path.starts_with("/api/games") => "law",
        _ if path.starts_with("/api/trainer") || path.starts_with("/api/school") => "trainer",
        _ if path.starts_with("/api") => "sessions",
        _ => "floor",
    }
}

/// The OpenAPI document.
pub fn document() -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = "/components/schemas".into();
    settings.meta_schema = None;
    let mut schemas = settings.into_generator();
    let mut paths = Map::new();
    for row in ROUTES {
        let operation = operation(row, &mut schemas);
        let path = paths.entry(row.path).or_insert_with(|| json!({}));
        path[row.method.name().to_lowercase()] = operation;
    }
    schemas.subschema_for::<Problem>();
    schemas.subschema_for::<FromClient>();
    schemas.subschema_for::<FromServer>();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Chapter 47: a floor",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Amounts are whole cents. A refusal under the law is not an HTTP error: it is written in the \
                journal, and the answer is 200 with `refused` set in the receipt. A request that changes something at a table \
                carries a key of the client's choice; repeating it with the same key has no further effect and gives the same answer.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "tags": [
            { "name": "floor", "description": "the state of the floor" },
            { "name": "sessions", "description": "signing in and out" },
            { "name": "people", "description": "accounts" },
            { "name": "law", "description": "the law in our own words, and the options it leaves to a licensee" },
            { "name": "trainer", "description": "drills for student dealers, their progress, and classes" },
            { "name": "tables", "description": "the tables, their papers and their journals" },
        ],
        "paths": paths,
        "components": {
            "schemas": schemas.take_definitions(true),
            "responses": problems(),
            "securitySchemes": { "session": {
                "type": "apiKey", "in": "cookie", "name": "ch47",
                "description": "set by signing in; HttpOnly, SameSite=Strict",
            } },
        },
    })
}

/// Every message on a live connection, and the problem that any route may answer with.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code)]
#[allow(clippy::large_enum_variant)] // It is never made, only described.
enum Message {
    /// A message from a client.
    FromClient(FromClient),
    /// A message from the server.
    FromServer(FromServer),
}

/// The schema of the messages on a live connection.
pub fn live_schema() -> Value {
    schema_for!(Message).to_value()
}

/// The matrix of roles and actions, in Markdown.
pub fn matrix() -> String {
    let mut text = String::from(
        "# Who may do what\n\n\
         Generated from the table that the server uses (`crates/protocol/src/routes.rs`); a test compares the two.\n\
         `anyone` means a visitor who is not signed in. An action without a route is part of `act` or `tell-console`.\n\n",
    );
    let mut head = vec!["action".to_owned(), "route".to_owned(), "anyone".to_owned()];
    head.extend(Role::ALL.map(|role| role.to_string()));
    head.push("what it does".to_owned());
    line(&mut text, &head);
    line(&mut text, &vec!["---".to_owned(); head.len()]);
    let mut row = |name: String, route: String, scope: Scope, about: &str| {
        let mark = |role| if scope.admits(role) { "●".to_owned() } else { String::new() };
        let mut cells = vec![name, route, mark(None)];
        cells.extend(Role::ALL.map(|role| mark(Some(role))));
        cells.push(about.to_owned());
        line(&mut text, &cells);
    };
    for Row { action, method, path, scope, about, .. } in ROUTES {
        row(action.name(), format!("`{} {path}`", method.name()), *scope, about);
    }
    for part in Capacity::ALL {
        row(part.name(), String::new(), part.scope(), part.about());
    }
    text
}

/// The guide to problem codes, in Markdown.
pub fn problem_guide() -> String {
    let mut text = String::from(
        "# Problems\n\n\
         Generated from `crates/protocol/src/problem.rs`; a test compares the two. A request that fails is answered with a `Problem`:\n\
         a `code` from this list, a `message` for people, and whether to `retry`. A refusal under the law is not a problem:\n\
         it is written in the journal, and the answer is 200 with `refused` set in the receipt.\n\n",
    );
    line(&mut text, &["code", "status", "retry", "what it means", "what to do"].map(str::to_owned));
    line(&mut text, &["---"; 5].map(str::to_owned));
    for code in ProblemCode::ALL {
        let retry = if code.may_retry() { "yes" } else { "" };
        let cells = [format!("`{code}`"), code.status().to_string(), retry.to_owned()];
        line(&mut text, &[&cells[..], &[code.about().to_owned(), code.remedy().to_owned()]].concat());
    }
    text
}

/// Appends a row of a Markdown table.
fn line(text: &mut String, cells: &[String]) {
    text.push_str(&format!("| {} |\n", cells.join(" | ")));
}

/// The routes as TypeScript for the browser's client: method, path and allowed roles of each action.
pub fn browser_routes() -> String {
    let mut text =
        String::from("// Generated from crates/protocol/src/routes.rs; a test compares the two.\n");
    text.push_str(&format!(
        "/** The subprotocol of live connections, which names the version of all messages. */\n\
         export const SUBPROTOCOL = \"{SUBPROTOCOL}\";\n\n"
    ));
    text.push_str(
        "/** The method and path of each action; the types of requests and answers are in protocol.d.ts. */\n\
         export const ROUTES = {\n",
    );
    for Row { action, method, path, .. } in ROUTES {
        text.push_str(&format!("  \"{}\": [\"{}\", \"{path}\"],\n", action.name(), method.name()));
    }
    text.push_str("} as const;\n\n/** The roles that may take each action; actions open to anyone are not listed. */\nexport const MAY = {\n");
    let routes = ROUTES.iter().map(|row| (row.action.name(), row.scope));
    let parts = Capacity::ALL.into_iter().map(|part| (part.name(), part.scope()));
    for (name, scope) in routes.chain(parts).filter(|(_, scope)| *scope != Scope::Anyone) {
        let roles = Role::ALL.into_iter().filter(|role| scope.admits(Some(*role)));
        let roles: Vec<_> = roles.map(|role| format!("\"{role}\"")).collect();
        text.push_str(&format!("  \"{name}\": [{}],\n", roles.join(", ")));
    }
    text.push_str("} as const;\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{collections::BTreeSet, env, fs, path::Path};

    #[test]
    fn the_committed_documents_are_the_ones_in_force() {
        let json = |value: Value| serde_json::to_string_pretty(&value).expect("JSON") + "\n";
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let all = [
            ("docs/openapi.json", json(document())),
            ("docs/schema/protocol.json", json(live_schema())),
            ("docs/roles.md", matrix()),
            ("docs/problems.md", problem_guide()),
            ("web/src/routes.ts", browser_routes()),
        ];
        for (name, want) in all {
            let path = root.join(name);
            if env::var_os("UPDATE_EXPECT").is_some() {
                fs::write(&path, &want).expect("a file");
            }
            let have = fs::read_to_string(&path).unwrap_or_default();
            assert!(have == want, "{}: UPDATE_EXPECT=1 rewrites it", path.display());
        }
    }

    /// Collects every `$ref` target in a value.
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
