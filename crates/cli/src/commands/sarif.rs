//! `ch47 check --sarif`: violations as SARIF 2.1.0, which code hosts show next to the lines of a pull
//! request.

use super::check::{self, Judged};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use views::check::PlaceView;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The violations of every version, each position once.
pub fn log(judged: &[Judged<'_>]) -> Value {
    let mut results = Results::default();
    for one in judged {
        let report = check::report(one.house, &one.judgment);
        let of_tables = report.tables.iter().flat_map(|table| {
            table
                .violations
                .iter()
                .map(move |violation| (format!("pit {}, {}: ", table.pit, table.table), violation))
        });
        for (prefix, found) in report.violations.iter().map(|one| (String::new(), one)).chain(of_tables) {
            let text = format!("{prefix}{}: {}", found.message, found.help);
            results.add(found.cite.as_deref().unwrap_or("unreadable"), &text, found.place.as_ref());
        }
        for found in &report.house {
            results.add(&found.cite, &format!("{}; {}", found.message, found.help), found.place.as_ref());
        }
        for letter in &one.early {
            let text = match one.times.judge(letter.kind) {
                Err(early) => format!("{}: {early}", letter.change()),
                Ok(()) => letter.change(),
            };
            let source = &one.house.source;
            let (line, column) = source.line_column(one.house.told_at.as_ref().map_or(0, |at| at.start));
            let place = PlaceView { file: source.name.clone(), line, column };
            results.add(&letter.cite.to_string(), &text, Some(&place));
        }
    }
    results.log()
}

#[derive(Default)]
struct Results {
    rules: BTreeMap<String, Value>,
    all: Vec<Value>,
}

impl Results {
    fn add(&mut self, cite: &str, text: &str, place: Option<&PlaceView>) {
        let held = rules::Citation::find(cite.trim_end_matches(" (not held)"));
        let about = held.map_or("the file cannot be read as options", rules::Citation::heading);
        let help = format!("N.J.A.C. 19:47-{cite}");
        let rule = json!({ "id": cite, "shortDescription": { "text": about }, "help": { "text": help } });
        self.rules.entry(cite.to_owned()).or_insert(rule);
        let locations: Vec<Value> = place
            .iter()
            .map(|place| {
                json!({ "physicalLocation": {
                    "artifactLocation": { "uri": place.file },
                    "region": { "startLine": place.line, "startColumn": place.column },
                }})
            })
            .collect();
        let result =
            json!({ "ruleId": cite, "level": "error", "message": { "text": text }, "locations": locations });
        if !self.all.contains(&result) {
            self.all.push(result);
        }
    }

    fn log(self) -> Value {
        let driver = json!({
            "name": "ch47",
            "version": env!("CARGO_PKG_VERSION"),
            "rules": self.rules.into_values().collect::<Vec<_>>(),
        });
        json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [{ "tool": { "driver": driver }, "results": self.all }] })
    }
}
