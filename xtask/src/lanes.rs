//! `cargo xtask test`: everything is built once, then the lanes run. Tests of floors depend on time, so they run one
//! after another and come first, while the core lane uses the rest of the machine. Browser scenes depend on time even
//! more: they come last, when nothing else runs.

use crate::{cargo, cargo_command, deps, install, python, root, web};
use std::{
    env,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::Instant,
};

/// The lanes that can be run alone: `cargo xtask test core`.
const LANES: [&str; 3] = ["core", "floor", "web"];
/// The crates that others may depend on, and whose documentation people read.
pub const DOCUMENTED: [&str; 4] = ["ch47-law", "ch47-rules", "ch47-odds", "ch47-roads"];

/// Runs everything that must pass, or one lane of it. What tests of floors need beyond the Rust toolchain is
/// installed from Debian's packages where that is allowed; elsewhere those tests report that they are
/// skipped. With npm, the web app is checked too, and with chromium it is tested in a browser.
pub fn test(only: Option<&str>) -> Result<(), String> {
    let lanes: Vec<&'static str> =
        LANES.into_iter().filter(|lane| only.is_none_or(|only| only == *lane)).collect();
    if lanes.is_empty() {
        return Err(format!("there is no such lane: choose {}", LANES.join(", ")));
    }
    let begun = Instant::now();
    if lanes != ["core"] {
        install()?;
    }
    // The command embeds the pages.
    let pages = thread::spawn(web::build);
    let oracles = lanes.contains(&"core").then(|| thread::spawn(python::oracles));
    if lanes.contains(&"core") {
        cargo(&["fmt", "--all", "--check"])?;
        deps::check()?;
        cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"])?;
        python::lint()?;
    }
    pages.join().map_err(|_| "npm's thread panicked")??;
    let oracles = oracles.and_then(|thread| thread.join().ok().flatten());
    eprintln!("{}  building all tests", clock(begun));
    let programs = build()?;
    eprintln!("{}  built; running {}", clock(begun), lanes.join(", "));
    let mut planned = Vec::new();
    for &lane in &lanes {
        planned.push((lane, steps(lane, &programs, oracles.as_deref())?));
    }
    let (scenes, others): (Vec<_>, Vec<_>) = planned.into_iter().partition(|(lane, _)| *lane == "web");
    let mut failed = Vec::new();
    for at_once in [others, scenes] {
        let running: Vec<_> = at_once
            .into_iter()
            .map(|(lane, steps)| (lane, thread::spawn(move || follow(lane, begun, steps))))
            .collect();
        for (lane, steps) in running {
            let again = steps.join().map_err(|_| format!("{lane}: a thread panicked"))?;
            // A program of floors that failed or hung is run once more, and the output says so; scenes are not.
            let left = if lane == "floor" { follow("again", begun, again) } else { again };
            failed.extend(left.into_iter().map(|step| format!("{lane}: {}", step.name)));
        }
    }
    if !failed.is_empty() {
        return Err(format!("{}  failed:\n  {}", clock(begun), failed.join("\n  ")));
    }
    eprintln!("{}  all passed", clock(begun));
    Ok(())
}

/// A program that cargo built, and the folder of its package.
struct Program {
    name: String,
    path: PathBuf,
    package: PathBuf,
    has_tests: bool,
}

/// Builds every test of the workspace at once, with one set of features, so that nothing is built twice.
fn build() -> Result<Vec<Program>, String> {
    let args = ["test", "--workspace", "--no-run", "--locked", "--message-format", "json-render-diagnostics"];
    let output = cargo_command().args(args).current_dir(root()).stderr(Stdio::inherit()).output();
    let output = output.map_err(|e| format!("cargo test: {e}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).lines().filter_map(program).collect()),
        false => Err(format!("cargo test --workspace --no-run: {}", output.status)),
    }
}

/// A line of cargo's JSON output, if it is about a program.
fn program(line: &str) -> Option<Program> {
    let field = |name: &str| {
        let (_, rest) = line.split_once(&format!("\"{name}\":\""))?;
        rest.split('"').next()
    };
    Some(Program {
        name: field("name")?.to_owned(),
        path: field("executable")?.into(),
        package: Path::new(field("manifest_path")?).parent()?.to_owned(),
        has_tests: line.contains("\"test\":true},\"features\""),
    })
}

/// A step of a lane.
struct Step {
    name: String,
    command: Command,
}

fn steps(lane: &str, programs: &[Program], oracles: Option<&Path>) -> Result<Vec<Step>, String> {
    let step = |name: &str, command| Step { name: name.to_owned(), command };
    let ch47 = programs.iter().find(|one| one.name == "ch47" && !one.has_tests).ok_or("no ch47 was built")?;
    let again = |word| {
        let mut command = Command::new(env::current_exe().expect("it runs"));
        command.arg(word).env("CH47", &ch47.path);
        step(word, command)
    };
    if lane == "web" {
        return Ok(["check-web", "browse-short"].map(again).into());
    }
    let of_floor = |program: &&Program| program.package.ends_with("crates/server") == (lane == "floor");
    let tests = programs.iter().filter(|program| program.has_tests).filter(of_floor).map(|program| {
        // A floor that waits for something that never comes is stopped after ten minutes; the longest of its programs takes four.
        let (runner, args): (_, &[&str]) =
            if lane == "core" { ("nice", &["-n", "19"]) } else { ("timeout", &["600"]) };
        let mut command = Command::new(runner);
        command.args(args).arg(&program.path);
        command.current_dir(&program.package).env("CARGO_MANIFEST_DIR", &program.package);
        command.envs(oracles.map(|python| ("CH47_PYTHON", python)));
        let package = program.package.file_name().unwrap_or_default().display();
        Step { name: format!("{package}: {}", program.name), command }
    });
    let mut steps: Vec<Step> = tests.collect();
    if lane == "core" {
        let mut examples = cargo_command();
        examples.args(["test", "--workspace", "--doc", "--locked"]);
        let mut docs = cargo_command();
        docs.args(["doc", "--no-deps", "--locked"]).env("RUSTDOCFLAGS", "-D warnings");
        docs.args(DOCUMENTED.iter().flat_map(|name| ["--package", name]));
        // They are packed here, and built from their packages by `cargo xtask package`.
        let mut packages = cargo_command();
        packages.args(["package", "--no-verify", "--allow-dirty", "--locked"]);
        packages.args(DOCUMENTED.iter().flat_map(|name| ["--package", name]));
        steps.extend([
            step("examples in documentation", examples),
            step("documentation", docs),
            step("packages", packages),
        ]);
        steps.extend(["bare", "deb"].map(again));
    }
    Ok(steps)
}

/// Runs a lane to its end, whatever fails, and reports each step; only failures are shown in full. Returns the steps that
/// failed.
fn follow(lane: &str, begun: Instant, steps: Vec<Step>) -> Vec<Step> {
    let mut failed = Vec::new();
    for Step { name, mut command } in steps {
        let started = Instant::now();
        if command.get_current_dir().is_none() {
            command.current_dir(root());
        }
        let output = command.stdin(Stdio::null()).output();
        let passed = output.as_ref().is_ok_and(|output| output.status.success());
        let word = if passed { "ok" } else { "FAILED" };
        let mut report =
            format!("{}  {lane:5}  {word}  {name}, {:.1} s\n", clock(begun), started.elapsed().as_secs_f64());
        match output {
            Ok(output) if !passed => {
                report += &String::from_utf8_lossy(&[output.stdout, output.stderr].concat());
                report += &format!("{lane}: {name}: {}\n", output.status);
            }
            Ok(output) => {
                let said = String::from_utf8_lossy(&output.stderr).into_owned();
                report.extend(
                    said.lines().filter(|line| line.contains("SKIPPED")).map(|line| format!("{line}\n")),
                );
            }
            Err(error) => report += &format!("{command:?}: {error}\n"),
        }
        // All at once, so that the output of lanes is not mixed.
        eprint!("{report}");
        if !passed {
            failed.push(Step { name, command });
        }
    }
    failed
}

/// The time since then, in minutes and seconds.
pub fn clock(since: Instant) -> String {
    let seconds = since.elapsed().as_secs();
    format!("{:2}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_in_what_cargo_tells() {
        let line = |test: bool| {
            format!(
                "{{\"reason\":\"compiler-artifact\",\"manifest_path\":\"/a/crates/rules/Cargo.toml\",\"target\":{{\"name\":\"battery\",\
                 \"test\":true}},\"profile\":{{\"test\":{test}}},\"features\":[],\"executable\":\"/a/target/battery-1\"}}"
            )
        };
        for has_tests in [true, false] {
            let found = program(&line(has_tests)).expect("a program");
            assert_eq!((found.name.as_str(), found.has_tests), ("battery", has_tests));
            assert_eq!((found.path, found.package), ("/a/target/battery-1".into(), "/a/crates/rules".into()));
        }
        assert!(program(&line(true).replace("\"/a/target/battery-1\"", "null")).is_none());
    }
}
