//! Checks the dependencies of the floor: licenses, sources and duplicates, by the lists in `deny.toml`.

use crate::{cargo_command, root, run};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    process::{Command, Stdio},
};

/// Uses cargo-deny where it is installed, and our own smaller check everywhere; both read the same list of
/// licenses.
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
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Package {
    name: String,
    version: String,
    license: String,
    /// Whether it comes from crates.io.
    known: bool,
}

/// Every dependency for this machine that is not our own, with the features in use: `cargo metadata` would
/// also list what is only in the lock file.
fn packages() -> Result<Vec<Package>, String> {
    let tree = ["tree", "--workspace", "--locked", "--prefix", "none", "--format", "{p}\t{l}"];
    let output = cargo_command().args(tree).current_dir(root()).stderr(Stdio::inherit()).output();
    let output = output.map_err(|e| format!("cargo tree: {e}"))?;
    match output.status.success() {
        true => Ok(read(&String::from_utf8_lossy(&output.stdout))),
        false => Err(format!("cargo tree: {}", output.status)),
    }
}

/// Lines such as `serde v1.0.229<tab>MIT OR Apache-2.0 (*)`; parentheses contain the source of a package if
/// it is not crates.io, and our own come from a folder.
fn read(tree: &str) -> Vec<Package> {
    let mut found = BTreeSet::new();
    for line in tree.lines().filter(|line| !line.trim().is_empty()) {
        let (package, license) = line.trim_end_matches(" (*)").split_once('\t').unwrap_or((line, ""));
        let mut words = package.trim_end_matches(" (*)").splitn(3, ' ');
        let [name, version, rest] = [(); 3].map(|()| words.next().unwrap_or_default());
        let from = rest.replace("(proc-macro)", "");
        let from = from.trim();
        if !from.starts_with("(/") {
            let [name, version, license] = [name, version, license].map(str::to_owned);
            found.insert(Package { name, version, license, known: from.is_empty() });
        }
    }
    found.into_iter().collect()
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

/// Whether an SPDX expression can be satisfied with these licenses: one side of an `OR`, both sides of an
/// `AND`.
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
        // Not lazily: the words after it must be read in any case.
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
    // Also past the end, so that a truncated expression is invalid.
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
        let tree = "ours v0.1.0 (/somewhere/ours)\tMIT\n\
            a v1.0.0\tMIT\n\
            a v2.0.0 (proc-macro)\tGPL-3.0 (*)\n\
            a v1.0.0\tMIT (*)\n\n\
            b v1.0.0 (https://example.com/b#00)\tISC\n";
        let found = read(tree);
        assert_eq!((found.len(), duplicates(&found)), (3, vec!["a".to_owned()]));
        let wrong = unlicensed(&found, &listed);
        assert!(
            wrong.len() == 2 && wrong[0].contains("GPL-3.0") && wrong[1].contains("not from crates.io"),
            "{wrong:?}"
        );
    }
}
