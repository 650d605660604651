//! The committed report in `docs/evidence` comes from this program's tests, and states its own results.

use books::Hash;
use serde_json::Value;
use std::{fs, path::Path};

#[test]
fn the_committed_report_has_every_test_and_passes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/evidence");
    let text = fs::read_to_string(folder.join("report.json")).expect("a report");
    let report: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(report["passes"], true);
    assert!(report["samples"].as_u64().is_some_and(|samples| samples >= 1_000_000), "a large run");
    let checks = report["checks"].as_array().expect("tests");
    let names = |test: &str, on: &str| format!("{test} on {on}");
    let committed: Vec<String> = checks
        .iter()
        .map(|check| {
            names(check["test"].as_str().unwrap_or_default(), check["on"].as_str().unwrap_or_default())
        })
        .collect();
    let small = evidence::report(Hash::of(&[b"the tests there are"]), 10_000, &|_, _| ());
    let ours: Vec<String> = small.checks.iter().map(|check| names(&check.test, &check.on)).collect();
    assert_eq!(committed, ours, "`ch47 rng report --out docs/evidence` writes it anew");
    let failed =
        checks.iter().filter(|check| check["p"].as_f64().is_some_and(|p| p < evidence::LEVEL)).count();
    assert_eq!(report["failed"].as_u64(), Some(failed as u64));
    let page = fs::read_to_string(folder.join("report.md")).expect("a page");
    assert!(page.contains(report["master"].as_str().expect("a master")), "the page is of the same run");
}
