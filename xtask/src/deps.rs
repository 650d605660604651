//! What the floor is linked from: licenses, sources and duplicates, by the lists in `deny.toml`.

use crate::{cargo_command, root, run};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    process::{Command, Stdio},
};

/// With cargo-deny where it is installed, and by our own smaller check everywhere: it reads the same list of licenses.
pub fn check() -> Result<(), String> {
    let allowed =
        allowed(&fs::read_to_string(root().join("deny.toml")).map_err(|e| format!("deny.toml: {e}"))?);
    let packages = packages()?;
    let wrong = unlicensed(&packages, &allowed);
    if !wrong.is_empty() {
        return Err(format!("not allowed by deny.toml:\n  {}", wrong.join("\n  ")));
    }
    let twice = duplicates(&packages);
    eprintln!(
        "{} dependencies, all licensed as deny.toml allows; in two versions: {}",
        packages.len(),
        twice.join(", ")
    );
    let mut version = Command::new("cargo-deny");
    match version.arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status() {
        Ok(status) if status.success() => run(Command::new("cargo-deny").args([
            "--locked",
            "check",
            "--hide-inclusion-graph",
            "licenses",
            "bans",
            "sources",
        ])),
        _ => {
            eprintln!("cargo-deny is not installed: the check above is all of it");
            Ok(())
        }
    }
}

/// A package of the build.
#[derive(Debug, PartialEq, Eq)]
struct Package {
    name: String,
    version: String,
    license: String,
    /// Whether it comes from crates.io.
    known: bool,
}

/// Every dependency for this machine that is not our own.
fn packages() -> Result<Vec<Package>, String> {
    let host = Command::new("rustc").arg("-vV").output().map_err(|e| format!("rustc: {e}"))?;
    let host = String::from_utf8_lossy(&host.stdout).into_owned();
    let host =
        host.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or("x86_64-unknown-linux-gnu");
    let metadata = ["metadata", "--format-version", "1", "--locked", "--filter-platform", host];
    let output = cargo_command().args(metadata).current_dir(root()).stderr(Stdio::inherit()).output();
    let output = output.map_err(|e| format!("cargo metadata: {e}"))?;
    let metadata: Value =
        serde_json::from_slice(&output.stdout).map_err(|e| format!("cargo metadata: {e}"))?;
    Ok(read(&metadata))
}

fn read(metadata: &Value) -> Vec<Package> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let used: BTreeSet<String> = list(&metadata["resolve"]["nodes"])
        .iter()
        .filter_map(|node| Some(node["id"].as_str()?.to_owned()))
        .collect();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let foreign = |package: &&Value| !package["source"].is_null() && used.contains(&text(&package["id"]));
    let package = |package: &Value| Package {
        name: text(&package["name"]),
        version: text(&package["version"]),
        license: text(&package["license"]),
        known: text(&package["source"]).starts_with("registry+https://github.com/rust-lang/crates.io-index"),
    };
    list(&metadata["packages"]).iter().filter(foreign).map(package).collect()
}

/// The licenses in the list `allow` of the section `[licenses]`.
fn allowed(deny: &str) -> Vec<String> {
    let section = deny.split("[licenses]").nth(1).unwrap_or_default();
    let list = section.split("allow = [").nth(1).and_then(|rest| rest.split(']').next()).unwrap_or_default();
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

fn unlicensed(packages: &[Package], allowed: &[String]) -> Vec<String> {
    let is_wrong = |package: &&Package| !package.known || !may(&package.license, allowed);
    let say = |package: &Package| {
        let Package { name, version, license, known } = package;
        let from = if *known { "" } else { ", not from crates.io" };
        format!("{name} {version}: license {license:?}{from}")
    };
    packages.iter().filter(is_wrong).map(say).collect()
}

/// Whether an expression of SPDX can be met with these licenses: one side of an `OR`, both sides of an `AND`.
fn may(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    let fine = either(&words, &mut at, allowed);
    fine && at == words.len()
}

fn either(words: &[&str], at: &mut usize, allowed: &[String]) -> bool {
    let mut fine = both(words, at, allowed);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        // Not lazily: the words after it are to be read in any case.
        fine |= both(words, at, allowed);
    }
    fine
}

fn both(words: &[&str], at: &mut usize, allowed: &[String]) -> bool {
    let mut fine = one(words, at, allowed);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        fine &= one(words, at, allowed);
    }
    fine
}

fn one(words: &[&str], at: &mut usize, allowed: &[String]) -> bool {
    let word = words.get(*at);
    // Beyond the end too, so that an expression that breaks off is none.
    *at += 1;
    let Some(word) = word else { return false };
    if *word == "(" {
        let fine = either(words, at, allowed);
        let closed = words.get(*at) == Some(&")");
        *at += 1;
        return fine && closed;
    }
    let mut name = (*word).to_owned();
    if words.get(*at) == Some(&"WITH") {
        name = format!("{name} WITH {}", words.get(*at + 1).unwrap_or(&""));
        *at += 2;
    }
    allowed.contains(&name)
}

fn duplicates(packages: &[Package]) -> Vec<String> {
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in packages {
        versions.entry(&package.name).or_default().insert(&package.version);
    }
    versions.into_iter().filter(|(_, versions)| versions.len() > 1).map(|(name, _)| name.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn licenses_are_read_as_spdx_says() {
        let allowed =
            ["MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "Unicode-3.0"].map(str::to_owned);
        for fine in [
            "MIT",
            "MIT OR GPL-3.0",
            "MIT/Apache-2.0",
            "(MIT OR GPL-3.0) AND Unicode-3.0",
            "GPL-3.0 OR Apache-2.0 WITH LLVM-exception",
        ] {
            assert!(may(fine, &allowed), "{fine}");
        }
        for wrong in
            ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT", "MIT)", "MIT OR", "Apache-2.0 WITH GCC-exception"]
        {
            assert!(!may(wrong, &allowed), "{wrong}");
        }
    }

    #[test]
    fn what_is_linked_is_found_and_judged() {
        let listed = allowed("[licenses]\nallow = [\n \"MIT\", # why\n \"ISC\",\n]\n[bans]\n");
        assert_eq!(listed, ["MIT", "ISC"]);
        let package = |name: &str, version: &str, license: &str, source: &str| {
            serde_json::json!({ "id": format!("{name}{version}"), "name": name, "version": version,
                "license": license, "source": source })
        };
        let index = "registry+https://github.com/rust-lang/crates.io-index";
        let all = [
            package("a", "1", "MIT", index),
            package("a", "2", "GPL-3.0", index),
            package("b", "1", "ISC", "git+https://example.com/b"),
            package("unused", "1", "GPL-3.0", index),
        ];
        let nodes: Vec<_> = ["a1", "a2", "b1"].map(|id| serde_json::json!({ "id": id })).to_vec();
        let found = read(&serde_json::json!({ "packages": all, "resolve": { "nodes": nodes } }));
        assert_eq!((found.len(), duplicates(&found)), (3, vec!["a".to_owned()]));
        let wrong = unlicensed(&found, &listed);
        assert!(
            wrong.len() == 2 && wrong[0].contains("GPL-3.0") && wrong[1].contains("not from crates.io"),
            "{wrong:?}"
        );
    }
}
