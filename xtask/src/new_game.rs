//! `cargo xtask new-game NAME`: creates a game to start from. It is a copy of Big Six, the smallest game,
//! under another name and with its own sections, which no text holds: folder, law file, golden rounds, layout
//! and every list a game is in. There is no template: everything is copied from Big Six as it is now, so it
//! compiles as long as Big Six does.

use crate::{cargo_command, package::target, root, run};
use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    process::{Command, Stdio},
};

mod law;
mod name;
mod renaming;

use name::Name;
use renaming::Renaming;

/// Files and folders that belong to Big Six alone: each is copied under the new name.
const COPIED: [&str; 8] = [
    "crates/felt/src/big_six.rs",
    "crates/odds/tests/published/big-six.tsv",
    "crates/prove/announcements/big-six.tsv",
    "crates/rules/src/games/big_six",
    "crates/rules/tests/rounds/big-six",
    "examples/big-six.round",
    "examples/big-six.toml",
    "examples/systems/big-six-flag.toml",
];

/// How Big Six appears in a list of games.
enum Listed {
    /// As an item with its own lines, which start with this; the new game's item comes after it.
    Item(&'static str),
    /// In the middle of a line that contains this; the new game comes after it.
    Inline(&'static str),
    /// As the last entry before this.
    Before(&'static str, &'static str),
}
use Listed::{Before, Inline, Item};

/// Every list that a game is in, by file.
const LISTS: [(&str, &[Listed]); 23] = [
    ("crates/cli/src/commands/odds.rs", &[Inline(" | b\"big-six\"")]),
    ("crates/felt/src/lib.rs", &[Item("mod big_six;"), Item("GameId::BigSix =>")]),
    ("crates/felt/tests/layouts.rs", &[Item("(\"big-six\",")]),
    ("crates/odds/src/games/wheels.rs", &[Inline("big_six::BigSix, "), Item("impl Priced for BigSix {")]),
    ("crates/odds/src/priced.rs", &[Item("big_six::BigSix,"), Item("GameId::BigSix =>")]),
    ("crates/odds/src/sim/agreement.rs", &[Item("(GameId::BigSix,")]),
    ("crates/odds/tests/published.rs", &[Item("visit(GameId::BigSix,")]),
    ("crates/papers/src/guide.rs", &[Item("GameId::BigSix =>")]),
    ("crates/papers/src/petition.rs", &[Item("GameId::BigSix =>")]),
    ("crates/prove/src/bounds.rs", &[Inline("\"big-six\" | ")]),
    ("crates/prove/src/report.rs", &[Item("\"big-six\" =>")]),
    ("crates/prove/src/rows.rs", &[Item("\"big-six\" =>")]),
    (
        "crates/rules/src/games/mod.rs",
        &[
            Item("pub mod big_six;"),
            Before("BigSix = crate::games::big_six::BigSix,", "\n}\n\nimpl GameId {"),
        ],
    ),
    ("crates/rules/src/lib.rs", &[Inline("big_six, ")]),
    ("crates/rules/src/readings.rs", &[Item("GameId::BigSix =>")]),
    ("crates/server/src/trainer/positions.rs", &[Before("\"big-six\"", "]);\n    }\n}\n")]),
    ("crates/server/tests/disappear.rs", &[Item("big_six \"big-six\" [];")]),
    ("web/src/app.css", &[Item("[data-game=\"big-six\"]")]),
    ("web/src/lib/verbs.ts", &[Inline("\"big-six\": \"Spin\", "), Inline("\"big-six\": [\"$1\"], ")]),
    ("web/src/pages/Lobby.svelte", &[Item(".cloth[data-game=\"big-six\"]")]),
    ("web/src/stage/Intro.svelte", &[Item("\"big-six\": [")]),
    ("web/src/stage/plan.ts", &[Inline("\"big-six\": bigSix, ")]),
    ("web/src/ui/GameIcon.svelte", &[Inline(" game === \"big-six\"")]),
];

/// Writes the game, and prints what to do next.
pub fn new_game(name: Option<&str>) -> Result<(), String> {
    let name = name.ok_or("which game? cargo xtask new-game money-wheel")?;
    let written = create(&root(), name)?;
    for path in &written {
        println!("  {path}");
    }
    println!(
        "\n{name} is Big Six under another name. Next:\n  \
         cargo test -p ch47-rules {name}   # its golden rounds\n  \
         cargo xtask update                # the matrix, what is refused, schemas: read the difference\n\
         CONTRIBUTING.md goes on from there: \"A first game, step by step\""
    );
    Ok(())
}

/// Writes the game into a checkout, and returns the files that were written or changed.
fn create(root: &Path, name: &str) -> Result<Vec<String>, String> {
    let files = plan(root, name)?;
    for (path, text) in &files {
        let to = root.join(path);
        fs::create_dir_all(to.parent().expect("in a folder")).map_err(|e| format!("{path}: {e}"))?;
        fs::write(&to, text).map_err(|e| format!("{path}: {e}"))?;
    }
    // The names have other lengths, and lists another order.
    let sources = files.keys().filter(|path| path.ends_with(".rs"));
    let format = Command::new("rustfmt").args(["--edition", "2024"]).args(sources).current_dir(root).status();
    match format {
        Ok(status) if status.success() => Ok(files.into_keys().collect()),
        Ok(status) => Err(format!("rustfmt: {status}")),
        Err(e) => Err(format!("rustfmt: {e}")),
    }
}

/// The files to write, with their contents.
fn plan(root: &Path, name: &str) -> Result<BTreeMap<String, String>, String> {
    let read = |path: &str| fs::read_to_string(root.join(path)).map_err(|e| format!("{path}: {e}"));
    let name = Name::read(name)?;
    let mut sources = BTreeMap::new();
    for path in COPIED {
        for path in files(root, path)? {
            sources.insert(path.clone(), read(&path)?);
        }
    }
    for (path, _) in LISTS {
        sources.insert(path.to_owned(), read(path)?);
    }
    name.is_free(root, &sources)?;
    let chapter = law::chapter(&read(law::CHAPTER)?, &name)?;
    let letter = name.letter(&sources["crates/rules/src/readings.rs"])?;
    let renaming = Renaming { name: &name, subchapter: chapter.number, letter };
    let mut files = BTreeMap::from([(law::CHAPTER.to_owned(), chapter.text)]);
    let known = format!("law/not-held/{}.toml", name.kebab);
    match (root.join(&known).exists(), chapter.is_new) {
        (false, _) => drop(files.insert(known, law::not_held(&name, chapter.number))),
        // A game that the chapter names is data only so far; what is known of it stays.
        (true, false) => {}
        (true, true) => return Err(format!("`{}` is taken: {known} is there", name.kebab)),
    }
    for (path, text) in sources {
        match LISTS.iter().find(|(list, _)| *list == path) {
            Some((_, listed)) => {
                let entered = listed.iter().try_fold(text, |text, listed| enter(&text, listed, &renaming));
                files.insert(path.clone(), entered.map_err(|e| format!("{path}: {e}"))?);
            }
            None => {
                files.insert(renaming.path(&path), renaming.text(&text));
            }
        }
    }
    Ok(files)
}

/// The files of a folder, or the file itself, from the root.
pub fn files(root: &Path, path: &str) -> Result<Vec<String>, String> {
    if !root.join(path).is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = fs::read_dir(root.join(path)).map_err(|e| format!("{path}: {e}"))?;
    Ok(entries.flatten().map(|entry| format!("{path}/{}", entry.file_name().to_string_lossy())).collect())
}

/// Adds the game to a list, next to Big Six.
fn enter(text: &str, listed: &Listed, renaming: &Renaming<'_>) -> Result<String, String> {
    let lost = |what: &str| format!("Big Six is not where it was: no `{what}`");
    match listed {
        Item(begins) => {
            let (mut entered, mut seen, mut item) = (String::new(), 0, String::new());
            for line in text.split_inclusive('\n') {
                entered += line;
                if item.is_empty() && !line.trim_start().starts_with(begins) {
                    continue;
                }
                item += line;
                if depth(&item) == 0 {
                    let before = if begins.starts_with("impl") { "\n" } else { "" };
                    entered += &format!("{before}{}", renaming.text(&item));
                    (seen, item) = (seen + 1, String::new());
                }
            }
            if seen == 0 { Err(lost(begins)) } else { Ok(entered) }
        }
        Inline(words) if words.trim_start().starts_with("game ===") => {
            let both = format!("{words} ||{}", renaming.text(words));
            text.contains(words).then(|| text.replace(words, &both)).ok_or_else(|| lost(words))
        }
        Inline(words) => {
            let both = format!("{words}{}", renaming.text(words));
            text.contains(words).then(|| text.replace(words, &both)).ok_or_else(|| lost(words))
        }
        Before(item, end) => {
            let at = text.rfind(end).filter(|_| text.contains(item)).ok_or_else(|| lost(item))?;
            let between = if end.starts_with('\n') { "\n    " } else { ", " };
            Ok(format!("{}{between}{}{}", &text[..at], renaming.text(item), &text[at..]))
        }
    }
}

/// The number of brackets that are open at the end.
fn depth(text: &str) -> i32 {
    let step = |c| match c {
        '(' | '[' | '{' => 1,
        ')' | ']' | '}' => -1,
        _ => 0,
    };
    text.chars().map(step).sum()
}

/// Creates a game in a copy of the checkout, where it must compile and pass the battery and its golden
/// rounds. The copy stays below target/, so the second time is faster.
pub fn try_new_game() -> Result<(), String> {
    const NAME: &str = "trial-wheel";
    let tree = target().join("new-game");
    copy(&tree)?;
    create(&tree, NAME)?;
    let cargo = |args: &[&str], update: bool| {
        let mut command = cargo_command();
        command.args(args).arg("--manifest-path").arg(tree.join("Cargo.toml"));
        // The dependencies are those of the checkout, so they are not built a second time.
        command.env("CARGO_TARGET_DIR", target());
        if update {
            command.env("UPDATE_EXPECT", "1");
        }
        run(&mut command)
    };
    let rules = ["test", "--locked", "--package", "ch47-rules"];
    // Answers that differ from what was generated would be rewritten; the check below finds them.
    cargo(&[&rules[..], &["--test", "conformance"]].concat(), true)?;
    for (path, text) in plan(&root(), NAME)?.iter().filter(|(path, _)| path.contains("/rounds/")) {
        let now = fs::read_to_string(tree.join(path)).map_err(|e| format!("{path}: {e}"))?;
        if now != *text {
            return Err(format!("{path}: the rules answer otherwise than generated"));
        }
    }
    cargo(&[&rules[..], &["--test", "it", "refusals"]].concat(), true)?;
    cargo(&rules, false)?;
    cargo(&["test", "--locked", "--package", "ch47-felt"], false)?;
    cargo(&["check", "--locked", "--workspace", "--all-targets"], false)
}

/// Copies the tracked files of the checkout; unchanged files keep their times, so that little is rebuilt.
fn copy(tree: &Path) -> Result<(), String> {
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|e| format!("git ls-files: {e}"))?;
    let listed = String::from_utf8(listed.stdout).map_err(|e| format!("git ls-files: {e}"))?;
    let paths: Vec<&str> = listed.split('\0').filter(|path| !path.is_empty()).collect();
    for old in walk(tree) {
        let below = old.strip_prefix(tree).expect("below").to_string_lossy().into_owned();
        if !paths.contains(&below.as_str()) {
            fs::remove_file(&old).map_err(|e| format!("{}: {e}", old.display()))?;
        }
    }
    for path in paths {
        let (from, to) = (root().join(path), tree.join(path));
        let failed = |e| format!("{path}: {e}");
        fs::create_dir_all(to.parent().expect("in a folder")).map_err(failed)?;
        if from.is_symlink() {
            if !to.is_symlink() {
                #[cfg(unix)]
                std::os::unix::fs::symlink(fs::read_link(&from).map_err(failed)?, &to).map_err(failed)?;
            }
        } else if from.is_file() && fs::read(&from).ok() != fs::read(&to).ok() {
            fs::copy(&from, &to).map_err(failed)?;
        }
    }
    Ok(())
}

/// All files below a folder; links are not followed.
fn walk(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries
        .flat_map(|path| if path.is_dir() && !path.is_symlink() { walk(&path) } else { vec![path] })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cheap part of `cargo xtask try-new-game`: every list is found, the sources are valid Rust, and
    /// nothing of Big Six is left where it should not be.
    #[test]
    fn a_game_can_be_made_from_big_six_as_it_is() {
        let files = plan(&root(), "money-wheel").expect("a game");
        for (path, text) in &files {
            if LISTS.iter().any(|(list, _)| list == path) {
                assert!(
                    ["money-wheel", "money_wheel", "MoneyWheel"].iter().any(|name| text.contains(name)),
                    "{path}"
                );
            } else if !path.starts_with("law/") {
                assert!(!["big-six", "BigSix", "Big Six"].iter().any(|name| text.contains(name)), "{path}");
                assert!(!text.contains("5.6(") && !text.contains("5.5("), "{path}: a provision of Big Six");
            }
            if path.ends_with(".rs") {
                is_rust(path, text);
            }
        }
        let cited = &files["crates/rules/src/games/money_wheel/payouts.rs"];
        assert!(cited.contains("cite!(\"19.2\")"), "{cited}");
        let round = &files["crates/rules/tests/rounds/money-wheel/19.3-settlement.round"];
        assert!(
            round.contains("stop $2                               > 19.3 (not held) shown stop $2"),
            "{round}"
        );
        assert!(files["law/not-held/money-wheel.toml"].contains("id = \"19.3\""));
    }

    fn is_rust(path: &str, text: &str) {
        use std::io::Write;
        let mut rustfmt = Command::new("rustfmt")
            .args(["--edition", "2024", "--check", "--config", "max_width=400"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("rustfmt");
        rustfmt.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("written");
        let said = rustfmt.wait_with_output().expect("an end").stderr;
        assert!(said.is_empty(), "{path}: {}", String::from_utf8_lossy(&said));
    }

    #[test]
    fn bad_names_are_refused_with_the_reason() {
        for (name, reason) in [
            ("Money Wheel", "write it as money-wheel"),
            ("money_wheel", "write it as money-wheel"),
            ("money--wheel", "write it as money-wheel"),
            ("-wheel", "small letters"),
            ("21-wheel", "begins with a letter"),
            ("", "small letters"),
            ("roué", "small letters"),
            ("match", "a word of Rust"),
            ("self", "a word of Rust"),
            ("big-six", "taken"),
            ("red-dog", "taken"),
            ("all-games", "taken"),
            ("blackjack", "taken"),
            ("money", "already means something"),
            ("wheel", "already means something"),
            ("game-id", "already means something"),
        ] {
            let refused = plan(&root(), name).expect_err(name);
            assert!(refused.contains(reason), "{name}: {refused}");
        }
    }

    #[test]
    fn a_game_that_the_chapter_names_gets_its_subchapter() {
        let files = plan(&root(), "pokette").expect("a game");
        assert!(files[law::CHAPTER].contains("number = 12\ntitle = \"Pokette\"\ngames = [\"pokette\"]"));
        assert!(!files.contains_key("law/not-held/pokette.toml"), "what is known of it stays");
        assert!(plan(&root(), "money-wheel").expect("a game").contains_key("law/not-held/money-wheel.toml"));
    }
}
