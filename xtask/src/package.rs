//! The crates that others may depend on, in the form that a registry requires: `cargo xtask package`.

use crate::{cargo, lanes::DOCUMENTED, root, run};
use std::{env, fs, path::PathBuf, process::Command};

/// A target without an operating system: code checked for it uses no `std`.
const BARE: &str = "x86_64-unknown-none";
/// The crates that must not use `std`; of these, roads needs an allocator.
const WITHOUT_STD: [&str; 3] = ["ch47-law", "ch47-rules", "ch47-roads"];
const SERDE: &str = "ch47-law/serde,ch47-rules/serde,ch47-roads/serde";

/// Packages the crates and builds each from its package alone. Further arguments go to `cargo package`, such
/// as --allow-dirty.
pub fn package() -> Result<(), String> {
    let named: Vec<&str> = DOCUMENTED.iter().flat_map(|name| ["--package", name]).collect();
    let further: Vec<String> = env::args().skip(2).collect();
    let further: Vec<&str> = further.iter().map(String::as_str).collect();
    cargo(&[&["package", "--locked"], &named[..], &further].concat())?;
    for name in DOCUMENTED {
        let file = target().join("package").join(format!("{name}-{}.crate", env!("CARGO_PKG_VERSION")));
        let size = fs::metadata(&file).map_err(|e| format!("{}: {e}", file.display()))?.len();
        println!("{}: {} kB", file.display(), size.div_ceil(1000));
    }
    bare()?;
    // What the feature adds to roads is not in the build of the workspace.
    cargo(&["test", "--locked", "--package", "ch47-roads", "--features", "serde"])
}

pub fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Checks law, rules and roads for a target that has no `std`, without and with serde; reports if the
/// toolchain has no such target.
pub fn bare() -> Result<(), String> {
    let sysroot =
        Command::new("rustc").args(["--print", "sysroot"]).output().map_err(|e| format!("rustc: {e}"))?;
    let library =
        PathBuf::from(String::from_utf8_lossy(&sysroot.stdout).trim()).join("lib/rustlib").join(BARE);
    if !library.exists() && run(Command::new("rustup").args(["target", "add", BARE])).is_err() {
        eprintln!(
            "\nSKIPPED: the toolchain has no target {BARE}, so law, rules and roads were NOT checked without std\n"
        );
        return Ok(());
    }
    let named = WITHOUT_STD.iter().flat_map(|name| ["--package", name]);
    let check: Vec<&str> =
        ["check", "--locked", "--lib", "--target", BARE].into_iter().chain(named).collect();
    cargo(&check)?;
    cargo(&[&check[..], &["--features", SERDE]].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cargo_command;

    /// What `cargo package` would package; nothing is built.
    fn packed(name: &str) -> Vec<String> {
        let args = ["package", "--list", "--allow-dirty", "--offline", "--package", name];
        let output = cargo_command().args(args).current_dir(root()).output().expect("cargo");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text").lines().map(|line| line.replace('\\', "/")).collect()
    }

    #[test]
    fn packages_carry_what_they_are_built_from() {
        for name in DOCUMENTED {
            let files = packed(name);
            for file in ["src/lib.rs", "LICENSE-MIT", "LICENSE-APACHE"] {
                assert!(files.iter().any(|have| have == file), "{name}: no {file}");
            }
        }
        let law = packed("ch47-law");
        for entry in crate::new_game::files(&root(), "law").expect("the law") {
            assert!(!entry.ends_with(".toml") || law.contains(&entry), "{entry} is not in the package");
        }
        for folder in ["law/not-held/", "law/readings/"] {
            assert!(law.iter().any(|file| file.starts_with(folder)), "{folder}");
        }
        let rules = packed("ch47-rules");
        assert!(
            rules.contains(&"README.md".to_owned()) && !rules.iter().any(|file| file.starts_with("tests/"))
        );
        // Two of its unit tests read this chart.
        assert!(packed("ch47-odds").contains(&"tests/blackjack/basic.csv".to_owned()));
    }

    /// A package names the version of each crate it depends on; it must be the version in this workspace.
    #[test]
    fn packages_depend_on_each_other_by_this_version() {
        let this = format!("version = \"{}\"", env!("CARGO_PKG_VERSION"));
        for name in ["law", "rules", "odds", "roads"] {
            let manifest =
                fs::read_to_string(root().join("crates").join(name).join("Cargo.toml")).expect("a manifest");
            let (dependencies, _) = manifest.split_once("[dev-dependencies]").unwrap_or((&manifest, ""));
            assert!(!dependencies.contains("publish"), "{name}");
            for line in dependencies.lines().filter(|line| line.contains("path = \"../")) {
                assert!(line.contains(&this), "{name}: {line}");
            }
        }
    }
}
