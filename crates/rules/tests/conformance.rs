//! The conformance matrix: every provision of the texts is cited by code and applied in a golden round, or
//! declared in `law/dispositions.toml`. Neither column is written by hand.
//!
//! `UPDATE_EXPECT=1 cargo test -p ch47-rules --test conformance` rewrites the golden rounds' answers and the
//! generated documents; read the difference before you commit it.

use law::{Citation, Disposal, SUBCHAPTERS};
use rounds::Script;
use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

type Places = BTreeMap<Citation, BTreeSet<String>>;

#[test]
fn golden_rounds_and_the_conformance_matrix() {
    let (rounds, mut faults) = golden_rounds();
    let code = code();
    faults.extend(contradictions(&code, &rounds));
    compare(&home().join("../../docs/conformance.tsv"), &tsv(&code, &rounds), &mut faults);
    compare(&home().join("../../docs/CONFORMANCE.md"), &markdown(&code, &rounds), &mut faults);
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

fn home() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn updating() -> bool {
    env::var_os("UPDATE_EXPECT").is_some_and(|v| v != "0")
}

/// Compares a generated file with the one that is committed, or rewrites it.
fn compare(path: &Path, want: &str, faults: &mut Vec<String>) {
    let have = fs::read_to_string(path).unwrap_or_default();
    if have == want {
        return;
    }
    if updating() {
        fs::write(path, want).unwrap();
        return;
    }
    let (line, (have, want)) = (1..)
        .zip(have.lines().chain([""]).zip(want.lines().chain([""])))
        .find(|(_, (have, want))| have != want)
        .unwrap_or((0, ("(a file of another length)", "")));
    faults.push(format!(
        "{}:{line}: differs from what the program makes; UPDATE_EXPECT=1 rewrites it\n  have: {have}\n  want: {want}",
        path.display()
    ));
}

/// Runs every golden round and judges every golden house; the provisions each applied.
fn golden_rounds() -> (Places, Vec<String>) {
    let (mut applied, mut faults) = (Places::new(), Vec::new());
    let root = home().join("tests/rounds");
    for path in files(&root, "round") {
        let name = path.strip_prefix(&root).unwrap().with_extension("").display().to_string();
        let text = fs::read_to_string(&path).unwrap();
        let script = Script::parse(&text).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let game = script.game.unwrap_or_else(|| panic!("{name}: no `game` line"));
        assert!(name.starts_with(game.name()), "{name} is a round of {}", game.name());
        let played = script.play(game, &[]).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        if let Some(fault) = &played.unfinished {
            faults.push(format!("{name}: {fault}"));
        }
        compare(&path, &played.render(), &mut faults);
        for cite in played.citations() {
            applied.entry(cite).or_default().insert(name.clone());
        }
    }
    for path in files(&home().join("tests/house"), "house") {
        let name = format!("house/{}", path.file_stem().unwrap().display());
        let script = Script::parse(&fs::read_to_string(&path).unwrap());
        let judged = script.and_then(|s| s.judge_house()).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        compare(&path, &judged.render(), &mut faults);
        for cite in judged.citations() {
            applied.entry(cite).or_default().insert(name.clone());
        }
    }
    (applied, faults)
}

/// The first few, and how many more there are.
fn some(places: &Places, cite: Citation) -> String {
    let all: Vec<&String> = places.get(&cite).into_iter().flatten().collect();
    let mut lines: Vec<String> = all.iter().take(4).map(ToString::to_string).collect();
    lines.extend((all.len() > 4).then(|| format!("and {} more", all.len() - 4)));
    lines.join("<br>")
}

/// Every `cite!` of the games' code, with the file and the item it stands in.
fn code() -> Places {
    let mut places = Places::new();
    let root = home().join("src");
    for path in files(&root, "rs") {
        let file = path.strip_prefix(&root).unwrap().display().to_string();
        let text = fs::read_to_string(&path).unwrap();
        let mut item = String::new();
        for line in text.lines().take_while(|line| line.trim() != "#[cfg(test)]") {
            if line.trim_start().starts_with("//") {
                continue;
            }
            item = item_name(line).unwrap_or(item);
            for rest in line.split("cite!(\"").skip(1) {
                let id = &rest[..rest.find('"').expect("a closed literal")];
                let cite = Citation::find(id).expect("the compiler has seen it");
                places.entry(cite).or_default().insert(format!("{file} {item}"));
            }
        }
    }
    places
}

/// The name of the function or constant that begins on this line.
fn item_name(line: &str) -> Option<String> {
    let mut words = line.trim_start().split([' ', '(', ':', '<']);
    let mut word = words.next()?;
    while matches!(word, "pub" | "pub(super)" | "super)" | "const") {
        let before = word;
        word = words.next()?;
        if before == "const" && word != "fn" {
            return Some(word.to_owned()).filter(|w| w.starts_with(|c: char| c.is_ascii_uppercase()));
        }
    }
    (word == "fn").then(|| words.next().unwrap_or_default().to_owned())
}

fn contradictions(code: &Places, rounds: &Places) -> Vec<String> {
    let mut faults = Vec::new();
    for cite in Citation::all() {
        let (cited, applied) = (code.contains_key(&cite), rounds.contains_key(&cite));
        let fault = match (cite.disposition(), cited, applied) {
            (Some(_), true, _) => "is cited by code, yet declared as undecided in law/dispositions.toml",
            (None, false, _) if cite.is_held() => {
                "is neither cited by code nor declared in law/dispositions.toml"
            }
            (None, true, false) => "is cited by code, but no golden round applies it",
            _ => continue,
        };
        faults.push(format!("{cite} {fault}"));
    }
    faults
}

fn list(places: &Places, cite: Citation, between: &str) -> String {
    places.get(&cite).map(|all| all.iter().cloned().collect::<Vec<_>>().join(between)).unwrap_or_default()
}

fn tsv(code: &Places, rounds: &Places) -> String {
    let mut text = String::from("id\tcode\trounds\n");
    for cite in Citation::all().filter(|cite| code.contains_key(cite)) {
        writeln!(text, "{}\t{}\t{}", cite.id(), list(code, cite, ";"), list(rounds, cite, ";")).unwrap();
    }
    text
}

fn markdown(code: &Places, rounds: &Places) -> String {
    let mut text = String::from(
        "# Conformance\n\nMade by `crates/rules/tests/conformance.rs`; do not edit. Each provision that the texts \
         hold is *enforced* (code cites it and a golden round applies it) or *declared* in \
         `law/dispositions.toml`, with the reason. `ch47 law --matrix` shows the same in a terminal.\n\n\
         | subchapter | provisions | enforced | declared | awaited |\n| --- | --- | --- | --- | --- |\n",
    );
    for sub in SUBCHAPTERS.iter().filter(|sub| sub.held) {
        let all: Vec<Citation> = held_in(sub.number).collect();
        let awaited =
            all.iter().filter(|c| c.disposition().is_some_and(|d| d.kind == Disposal::Awaited)).count();
        let enforced = all.iter().filter(|c| c.disposition().is_none() && code.contains_key(c)).count();
        let declared = all.len() - awaited - enforced;
        writeln!(
            text,
            "| {} {} | {} | {enforced} | {declared} | {awaited} |",
            sub.number,
            sub.title,
            all.len()
        )
        .unwrap();
    }
    for sub in SUBCHAPTERS.iter().filter(|sub| sub.held) {
        let rows: Vec<Citation> = held_in(sub.number)
            .filter(|c| c.disposition().is_none_or(|d| d.kind != Disposal::Awaited))
            .collect();
        if rows.is_empty() {
            continue;
        }
        write!(
            text,
            "\n## {} {}\n\n| provision | rule | code | golden rounds |\n| --- | --- | --- | --- |\n",
            sub.number, sub.title
        )
        .unwrap();
        for cite in rows {
            let rule = cite.provision().rules.iter().map(|r| r.says).collect::<Vec<_>>().join(" ");
            let code = match cite.disposition() {
                Some(d) => format!("*{}*: {}", d.kind, d.reason),
                None => list(code, cite, "<br>"),
            };
            writeln!(text, "| {cite} | {rule} | {code} | {} |", some(rounds, cite)).unwrap();
        }
    }
    text += "\n## Cited, but not held\n\nThe texts lack these sections. Code names them as the place where a rule \
             should stand; every value that rests on them is a setting.\n\n\
             | section | about | code | golden rounds |\n| --- | --- | --- | --- |\n";
    for cite in code.keys().filter(|cite| !cite.is_held()) {
        let about = cite.heading();
        writeln!(text, "| {cite} | {about} | {} | {} |", list(code, *cite, "<br>"), some(rounds, *cite))
            .unwrap();
    }
    text
}

fn held_in(subchapter: u16) -> impl Iterator<Item = Citation> {
    Citation::all()
        .filter(move |c| c.is_held() && c.id().split('.').next().is_some_and(|n| n == subchapter.to_string()))
}

fn files(root: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|x| x == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
