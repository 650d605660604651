//! The project's two commands, and checks that no compiler makes.
//!
//! `cargo xtask serve` runs a floor, `cargo xtask test` everything that must pass before a change lands.

mod deb;
mod deps;
mod lanes;
mod new_game;
mod package;
mod python;
mod release;
mod web;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
    thread,
    time::Instant,
};

const USAGE: &str = "\
cargo xtask serve    build ch47 and the browser app, and open a floor with a table of every game; other arguments go to `ch47 serve`
cargo xtask demo     play a demo round of each game in the terminal and print its odds
cargo xtask test     format, lint, build and run all tests, in three lanes; `test core`, `test floor` or `test web` runs one
cargo xtask wheel    build ch47 for Python into target/wheels; `cargo xtask test python` installs it in a fresh environment and runs its tests
cargo xtask soak [n] break floors for about n minutes (default 30): kills, power cuts, bit rot, lost nodes, garbage input
cargo xtask new-game NAME  create a game: a folder that compiles, with law file, golden rounds and felt; CONTRIBUTING.md says what to do next
cargo xtask try-new-game   create one in a copy of the checkout, and run the rules' tests there
cargo xtask package  package the crates for a registry and build each from its package; other arguments go to `cargo package`
cargo xtask bare     check law, rules and roads for a target without std
cargo xtask deb      build a Debian package of the command that $CH47 names, or of a release build
cargo xtask try-deb  install, start, upgrade and remove it with this machine's dpkg; needs root
cargo xtask release  build an archive, a Debian package and their checksums into target/dist
cargo xtask book     render the book of docs/ into target/book; a floor has it under /help
cargo xtask deps     check the licenses and sources of dependencies
cargo xtask web      build only the browser app; needs npm
cargo xtask check-web  check the types of the browser app and run its unit tests; needs npm
cargo xtask browse   test the app in a real browser, every scene; needs npm and chromium
cargo xtask browse-short  only the scenes that `cargo xtask test` plays
cargo xtask proofs   search all games again and rewrite the results: docs/PROOFS.md, DIFFERENCES.md, PRICES.md and STRESS.md; takes an hour
cargo xtask update   rewrite generated files and the answers of golden rounds; read the diff before you commit it";

fn main() -> ExitCode {
    let result = match env::args().nth(1).as_deref() {
        Some("serve") => serve(),
        Some("demo") => demo(),
        Some("wheel") => python::wheel().map(drop),
        Some("test") if env::args().nth(2).as_deref() == Some("python") => python::test(),
        Some("test") => lanes::test(env::args().nth(2).as_deref()),
        Some("soak") => soak(env::args().nth(2).as_deref().unwrap_or("30")),
        Some("new-game") => new_game::new_game(env::args().nth(2).as_deref()),
        Some("try-new-game") => new_game::try_new_game(),
        Some("package") => package::package(),
        Some("bare") => package::bare(),
        Some("deb") => deb::deb(),
        #[cfg(unix)]
        Some("try-deb") => deb::trial::try_deb(),
        Some("release") => release::release(),
        Some("book") => cargo(&["run", "--quiet", "--package", "ch47-book", "--locked"]),
        Some("deps") => deps::check(),
        Some("web") => web::build(),
        Some("check-web") => web::test(),
        Some("browse") => web::build().and_then(|()| web::browse("e2e")),
        Some("browse-short") => web::build().and_then(|()| web::browse("e2e:short")),
        Some("proofs") => proofs(),
        Some("update") => update(),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_owned()
}

/// The CPU time of a first build in seconds, on the machine where it was measured.
const FIRST_BUILD: u64 = 400;

/// Builds the command and the web app for immediate use: see the profile `serve` in Cargo.toml.
fn ch47() -> Result<PathBuf, String> {
    let begun = Instant::now();
    let ch47 = package::target().join("serve").join(format!("ch47{}", env::consts::EXE_SUFFIX));
    if !ch47.exists() {
        let cores = thread::available_parallelism().map_or(1, |n| n.get() as u64);
        let minutes = (FIRST_BUILD / cores).div_ceil(60) + 1;
        eprintln!("building ch47: about {minutes} minutes the first time with {cores} cores");
    }
    let build = || cargo(&["build", "--profile", "serve", "--package", "ch47", "--locked"]);
    let pages = thread::spawn(web::build);
    build()?;
    pages.join().map_err(|_| "npm's thread panicked")??;
    // Nothing to do, unless npm was slower and the command was built without its pages.
    build()?;
    eprintln!("built in {} min", lanes::clock(begun).trim());
    Ok(ch47)
}

/// Opens a floor, with the web app if npm can build it.
fn serve() -> Result<(), String> {
    run(Command::new(ch47()?).arg("serve").args(env::args().skip(2)))
}

/// Plays the demo round of each game and prints its odds.
fn demo() -> Result<(), String> {
    let ch47 = ch47()?;
    for game in demos()? {
        println!("\n$ ch47 play {game} examples/{game}.round");
        run(Command::new(&ch47).args(["play", &game, &format!("examples/{game}.round")]))?;
        println!("\n$ ch47 odds {game}");
        run(Command::new(&ch47).args(["odds", &game]))?;
    }
    println!(
        "\nNext: `{} play minibaccarat` seats you at a table; `--help` lists the other commands.",
        ch47.display()
    );
    Ok(())
}

/// Searches all games again, and writes the results.
fn proofs() -> Result<(), String> {
    let ch47 = ch47()?;
    let differences = ["diff", "all", "--every-option", "--write", "crates/prove/differences"];
    let rounds = ["--rounds", "crates/prove/rounds", "--rounds", "crates/rules/tests/rounds"];
    run(Command::new(&ch47).args(differences).args(rounds).stdout(Stdio::null()))?;
    differences_page()?;
    let pages: [(&str, &[&str]); 3] = [
        ("PROOFS", &["prove", "--all", "--markdown"]),
        ("PRICES", &["readings", "--price", "--markdown"]),
        ("STRESS", &["stress", "--all", "--markdown"]),
    ];
    for (name, args) in pages {
        let path = root().join(format!("docs/{name}.md"));
        let mut command = Command::new(&ch47);
        let page = command.args(args).current_dir(root()).stderr(Stdio::inherit()).output();
        let page = page.map_err(|e| format!("{command:?}: {e}"))?;
        if !page.status.success() {
            return Err(format!("{command:?}: {}", page.status));
        }
        fs::write(&path, page.stdout).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}

/// The page on what every option changes, from the tables of rounds.
fn differences_page() -> Result<(), String> {
    let tests = ["test", "--package", "ch47-prove", "--test", "differences", "page"];
    run(cargo_command().args(tests).env("UPDATE_EXPECT", "1"))
}

/// Programs that tests start, and the Debian packages that contain them.
const NEEDED: [(&str, &str); 10] = [
    ("initdb", "postgresql"),
    ("strace", "strace"),
    ("mkfs.ext4", "e2fsprogs"),
    ("chromium", "chromium"),
    ("pdfinfo", "poppler-utils"),
    ("parallel", "parallel"),
    ("slurmctld", "slurm-wlm"),
    ("curl", "curl"),
    ("python3", "python3"),
    ("soffice", "libreoffice-calc-nogui"),
];

/// Installs what is missing, if that is allowed: as root, with apt-get.
fn install() -> Result<(), String> {
    let postgres =
        fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten().map(|e| e.path().join("bin"));
    let usual = ["/usr/sbin", "/sbin"].map(PathBuf::from);
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&path).chain(postgres).chain(usual).collect();
    let is_there = |program: &str| folders.iter().any(|folder| folder.join(program).exists());
    let missing: Vec<&str> =
        NEEDED.iter().filter(|(program, _)| !is_there(program)).map(|(_, package)| *package).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let id = Command::new("id").arg("-u").output().map(|output| output.stdout).unwrap_or_default();
    if id.trim_ascii() != b"0" || !is_there("apt-get") {
        eprintln!(
            "SKIPPED below, because {} is missing: some tests of floors, pages, shards or par sheets",
            missing.join(", ")
        );
        return Ok(());
    }
    let quiet = |command: &mut Command| run(command.env("DEBIAN_FRONTEND", "noninteractive"));
    quiet(Command::new("apt-get").args(["update", "--quiet"]))?;
    quiet(
        Command::new("apt-get")
            .args(["install", "--yes", "--quiet", "--no-install-recommends"])
            .args(missing),
    )
}

/// The games that have a demo round.
fn demos() -> Result<Vec<String>, String> {
    let folder = root().join("examples");
    let entries = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let paths = entries.flatten().map(|entry| entry.path());
    let rounds = paths.filter(|path| path.extension().is_some_and(|x| x == "round"));
    let mut games: Vec<String> =
        rounds.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect();
    games.sort();
    Ok(games)
}

/// Repeats the fault tests many times. They take about two minutes once, on two idle cores; tests that cannot
/// run on this machine fail.
fn soak(minutes: &str) -> Result<(), String> {
    let minutes: u32 = minutes.parse().map_err(|_| format!("not a number of minutes: {minutes}"))?;
    // Mutated inputs first: a few minutes at most.
    let changes = (minutes * 400).min(20_000).to_string();
    run(cargo_command().args(["test", "--package", "ch47-inputs"]).env("CH47_MUTATIONS", changes))?;
    let silent = ["test", "--package", "ch47-server", "--test", "memory", "--", "--nocapture"];
    run(cargo_command().args(silent).env("CH47_SOCKETS", "2000"))?;
    let tests = ["test", "--package", "ch47-server", "--test", "faults", "--", "--nocapture"];
    run(cargo_command()
        .args(tests)
        .env("CH47_SOAK", (minutes / 2).max(1).to_string())
        .env("CH47_REQUIRE_FAULTS", "1")
        .env("CH47_REQUIRE_POSTGRES", "1"))?;
    // An insider with more accounts takes longer than other floor tests may.
    let attack = ["test", "--package", "ch47-server", "--test", "floor", "attack", "--", "--nocapture"];
    run(cargo_command().args(attack).env("CH47_SOAK", "1"))
}

fn update() -> Result<(), String> {
    let tests = ["test", "--package", "ch47-rules", "--test", "conformance"];
    run(cargo_command().args(tests).env("UPDATE_EXPECT", "1"))?;
    let refusals = ["test", "--package", "ch47-rules", "--test", "it", "refusals"];
    run(cargo_command().args(refusals).env("UPDATE_EXPECT", "1"))?;
    let books = [
        "test",
        "--package",
        "ch47-books",
        "--test",
        "it",
        "--",
        "example",
        "fair",
        "calls",
        "rules_version",
    ];
    run(cargo_command().args(books).env("UPDATE_EXPECT", "1"))?;
    let schemas = ["test", "--package", "ch47", "--bin", "ch47", "schemas"];
    run(cargo_command().args(schemas).env("UPDATE_EXPECT", "1"))?;
    let protocol = ["test", "--package", "ch47-protocol", "--lib", "documents"];
    run(cargo_command().args(protocol).env("UPDATE_EXPECT", "1"))?;
    differences_page()?;
    web::update()?;
    for game in demos()? {
        let script = format!("examples/{game}.round");
        cargo(&["run", "--quiet", "--package", "ch47", "--", "play", &game, &script, "--write"])?;
    }
    run(cargo_command().args(["test", "--package", "ch47", "--test", "cli"]).env("TRYCMD", "overwrite"))?;
    let programs = ["test", "--package", "ch47", "--test", "programs"];
    run(cargo_command().args(programs).env("UPDATE_EXPECT", "1"))
}

fn cargo_command() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

fn cargo(args: &[&str]) -> Result<(), String> {
    run(cargo_command().args(args))
}

fn run(command: &mut Command) -> Result<(), String> {
    let shown = format!("{command:?}");
    match command.current_dir(root()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{shown}: {status}")),
        Err(e) => Err(format!("{shown}: {e}")),
    }
}

#[cfg(test)]
mod tidy {
    use super::*;

    /// The project's Rust files, with their names from the root.
    fn sources() -> Vec<(String, String)> {
        let (mut found, mut folders) = (Vec::new(), vec![root().join("crates"), root().join("xtask")]);
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).expect("readable").flatten() {
                let path = entry.path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|x| x == "rs") {
                    let name = path.strip_prefix(root()).expect("below").display().to_string();
                    found.push((name, fs::read_to_string(&path).expect("text")));
                }
            }
        }
        found
    }

    /// The code of a file, without comments and tests.
    fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
        let until_tests = |line: &&str| !matches!(line.trim(), "#[cfg(test)]");
        let numbered = text.lines().take_while(until_tests).enumerate();
        numbered.map(|(i, line)| (i + 1, line.split("//").next().unwrap_or_default()))
    }

    /// The places where the code of some files contains one of these words.
    fn offences(files: impl Fn(&str) -> bool, words: &[&str]) -> Vec<String> {
        let mut found = Vec::new();
        for (name, text) in sources().iter().filter(|(name, _)| files(name) && name != "xtask/src/main.rs") {
            for (number, line) in code(text) {
                let has = |word: &str| {
                    line.split(|c: char| !(c.is_alphanumeric() || "_!".contains(c))).any(|w| w == word)
                };
                found.extend(words.iter().filter(|w| has(w)).map(|w| format!("{name}:{number}: {w}")));
            }
        }
        found
    }

    #[test]
    fn the_law_and_the_rules_have_no_float_no_std_and_no_heap() {
        let core = |name: &str| {
            let is_core = name.starts_with("crates/law/src") || name.starts_with("crates/rules/src");
            is_core && !name.ends_with("/tests.rs")
        };
        let words = ["f32", "f64", "std", "alloc", "Box", "Vec", "String", "Instant", "SystemTime"];
        let mut found = offences(core, &words);
        // The schemas are made on the heap, behind a feature that no game needs.
        let schemas = ["crates/rules/src/kept.rs", "crates/rules/src/lib.rs"];
        found.retain(|found| {
            !(found.ends_with(": alloc") && schemas.iter().any(|name| found.starts_with(name)))
        });
        assert!(found.is_empty(), "{found:#?}");
        for krate in ["crates/law/src/lib.rs", "crates/rules/src/lib.rs"] {
            let (_, text) = sources().into_iter().find(|(name, _)| name == krate).expect("there");
            assert!(text.contains("#![no_std]"), "{krate}");
        }
    }

    #[test]
    fn no_rule_is_written_outside_the_rules() {
        let outside = |name: &str| !name.starts_with("crates/rules") && !name.starts_with("crates/law");
        let found = offences(outside, &["cite!"]);
        assert!(found.is_empty(), "{found:#?}");
    }

    #[test]
    fn equipment_and_arithmetic_cite_nothing() {
        let found = offences(
            |name| name.contains("/kit/") || name.contains("/hands/"),
            &["cite!", "Citation", "law"],
        );
        assert!(found.is_empty(), "{found:#?}");
    }

    #[test]
    fn nothing_is_left_unfinished_and_files_stay_readable() {
        let found = offences(|_| true, &["todo!", "unimplemented!", "dbg!"]);
        assert!(found.is_empty(), "{found:#?}");
        for (name, text) in sources() {
            let lines = text.lines().count();
            assert!(lines <= 650, "{name} has {lines} lines: split it");
        }
    }

    /// The workspace forbids unsafe code; every crate must inherit that.
    #[test]
    fn every_crate_keeps_the_lints_of_the_workspace() {
        for entry in fs::read_dir(root().join("crates")).expect("the crates").flatten() {
            let manifest = fs::read_to_string(entry.path().join("Cargo.toml")).expect("a manifest");
            assert!(manifest.contains("[lints]\nworkspace = true"), "{}", entry.path().display());
        }
    }

    #[test]
    fn the_lock_file_of_the_web_names_no_registry() {
        let lock = fs::read_to_string(root().join("web/package-lock.json")).expect("a lock file");
        assert!(
            lock.contains("\"integrity\"") && !lock.contains("\"resolved\"") && !lock.contains("://registry")
        );
    }

    #[test]
    fn failing_cases_of_properties_are_kept() {
        let mut seen = 0;
        for (name, text) in sources().iter().filter(|(name, _)| name != "xtask/src/main.rs") {
            let blocks = text.matches("proptest! {").count();
            let kept = text.matches("FileFailurePersistence::WithSource(\"regressions\")").count();
            assert_eq!(kept, blocks, "{name}: a case that fails is written beside it, to be committed");
            seen += blocks;
        }
        assert!(seen >= 5);
        let ignored = fs::read_to_string(root().join(".gitignore")).expect("readable");
        assert!(!ignored.contains("regressions"));
    }

    #[test]
    fn every_game_folder_has_the_same_files() {
        let games = root().join("crates/rules/src/games");
        let mut seen = 0;
        for (name, text) in sources().iter().filter(|(name, _)| name.ends_with("/mod.rs")) {
            if !name.starts_with("crates/rules/src") || !text.contains("impl Game for") {
                continue;
            }
            seen += 1;
            let folder = games.join(Path::new(name).parent().expect("a folder").file_name().expect("a name"));
            // Games of two hands have the same wagers, and settle them alike: see `table/two_hands`.
            let has_two_hands = text.contains("impl TwoHands<");
            let own: &[&str] = if has_two_hands { &[] } else { &["wagers.rs", "payouts.rs"] };
            for file in own.iter().chain(&["options.rs", "irregularities.rs"]) {
                assert!(folder.join(file).exists(), "{} lacks {file}", folder.display());
            }
        }
        assert!(seen >= 2);
    }
}
