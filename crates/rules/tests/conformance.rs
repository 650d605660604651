//! The conformance matrix: every provision of the texts is cited by code and applied in a golden round, or
//! declared in `law/dispositions.toml`. Neither column is written by hand.
//!
//! Every golden round is a test: `cargo test 7.9` runs those that are named after 7.9 or apply it. With `UPDATE_EXPECT=1`
//! their answers and the generated documents are rewritten; read the difference before you commit it.

use law::{Citation, Disposal, SUBCHAPTERS};
use libtest_mimic::{Arguments, Failed, Trial};
use rounds::{Played, Script};
use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{Arc, OnceLock},
};

type Places = BTreeMap<Citation, BTreeSet<String>>;

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    let golden = golden();
    let mut trials: Vec<Trial> = golden.iter().cloned().map(Golden::trial).collect();
    if let Some(filter) = arguments.filter.take_if(|_| !arguments.exact) {
        let mut wanted = golden.iter().map(|one| one.is_meant(&filter));
        trials.retain(|_| wanted.next().is_some_and(|it| it));
        trials.extend(matches("matrix", &filter).then(|| matrix(&golden)));
    } else {
        trials.push(matrix(&golden));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// A golden round or a golden house, played at most once.
struct Golden {
    /// `craps/1.1-come-out` or `house/pits`.
    name: String,
    path: PathBuf,
    outcome: OnceLock<Result<Outcome, String>>,
}

struct Outcome {
    text: String,
    applied: BTreeSet<Citation>,
    unfinished: Option<String>,
}

impl Golden {
    fn outcome(&self) -> &Result<Outcome, String> {
        self.outcome.get_or_init(|| self.play())
    }

    fn play(&self) -> Result<Outcome, String> {
        let script =
            Script::parse(&fs::read_to_string(&self.path).unwrap()).map_err(|fault| fault.to_string())?;
        let played: Played = match self.path.extension().is_some_and(|x| x == "house") {
            true => script.judge_house(),
            false => {
                let game = script.game.ok_or("no `game` line")?;
                if !self.name.starts_with(game.name()) {
                    return Err(format!("is a round of {}", game.name()));
                }
                script.play(game, &rounds::Settings::default())
            }
        }
        .map_err(|fault| fault.to_string())?;
        Ok(Outcome {
            text: played.render(),
            applied: played.citations().collect(),
            unfinished: played.unfinished.map(|fault| fault.to_string()),
        })
    }

    fn trial(self: Arc<Golden>) -> Trial {
        Trial::test(self.name.clone(), move || {
            let outcome = self.outcome().as_ref()?;
            let faults = outcome.unfinished.iter().cloned().chain(compare(&self.path, &outcome.text));
            verdict(faults.collect())
        })
    }

    /// Whether this is one of the rounds that are selected by name or by provision.
    fn is_meant(&self, filter: &str) -> bool {
        let applies = |outcome: &Outcome| outcome.applied.iter().any(|cite| matches(cite.id(), filter));
        let by_provision = filter.starts_with(|c: char| c.is_ascii_digit());
        matches(&self.name, filter) || by_provision && self.outcome().as_ref().is_ok_and(applies)
    }
}

/// Whether a filter occurs in a text; a number only as a whole, so that `7.9` finds 7.9(b) but not 17.9 or 7.90.
fn matches(text: &str, filter: &str) -> bool {
    let digit = |c: char| c.is_ascii_digit();
    text.match_indices(filter).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + filter.len()..]);
        let inside = filter.starts_with(digit) && before.ends_with(|c| digit(c) || c == '.')
            || filter.ends_with(digit) && after.starts_with(digit);
        !inside
    })
}

fn golden() -> Vec<Arc<Golden>> {
    let tests = home().join("tests");
    let of = |folder: &str, extension| files(&tests.join(folder), extension);
    let golden = |path: PathBuf| {
        let below = path.strip_prefix(&tests).unwrap();
        let name = below.strip_prefix("rounds").unwrap_or(below).with_extension("").display().to_string();
        Arc::new(Golden { name, path, outcome: OnceLock::new() })
    };
    of("rounds", "round").into_iter().chain(of("house", "house")).map(golden).collect()
}

/// The matrix: what code cites, and which golden rounds apply it.
fn matrix(golden: &[Arc<Golden>]) -> Trial {
    let golden = golden.to_vec();
    Trial::test("matrix", move || {
        let mut rounds = Places::new();
        for one in &golden {
            let outcome = one.outcome().as_ref().map_err(|fault| format!("{}: {fault}", one.name))?;
            for &cite in &outcome.applied {
                rounds.entry(cite).or_default().insert(one.name.clone());
            }
        }
        let code = code();
        let mut faults = contradictions(&code, &rounds);
        faults.extend(compare(&home().join("../../docs/conformance.tsv"), &tsv(&code, &rounds)));
        faults.extend(compare(&home().join("../../docs/CONFORMANCE.md"), &markdown(&code, &rounds)));
        verdict(faults)
    })
}

fn verdict(faults: Vec<String>) -> Result<(), Failed> {
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}

fn home() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn updating() -> bool {
    env::var_os("UPDATE_EXPECT").is_some_and(|v| v != "0")
}

/// How a generated file differs from the committed one; if an update was requested, the file is rewritten
/// instead.
fn compare(path: &Path, want: &str) -> Option<String> {
    let have = fs::read_to_string(path).unwrap_or_default();
    if have == want {
        return None;
    }
    if updating() {
        fs::write(path, want).unwrap();
        return None;
    }
    let (line, (have, want)) = (1..)
        .zip(have.lines().chain([""]).zip(want.lines().chain([""])))
        .find(|(_, (have, want))| have != want)
        .unwrap_or((0, ("(a file of another length)", "")));
    Some(format!(
        "{}:{line}: differs from what the program makes; UPDATE_EXPECT=1 rewrites it\n  have: {have}\n  want: {want}",
        path.display()
    ))
}

/// The first few, and how many more there are.
fn some(places: &Places, cite: Citation) -> String {
    let all: Vec<&String> = places.get(&cite).into_iter().flatten().collect();
    let mut lines: Vec<String> = all.iter().take(4).map(ToString::to_string).collect();
    lines.extend((all.len() > 4).then(|| format!("and {} more", all.len() - 4)));
    lines.join("<br>")
}

/// Every `cite!` in the games' code, with the file and the item that contains it.
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
    // An option inside `fields!`: `WHEEL: Wheel = …`.
    let is_field =
        word.len() > 1 && word.bytes().all(|b| b.is_ascii_uppercase() || b == b'_' || b.is_ascii_digit());
    if is_field && line.trim_start()[word.len()..].starts_with(": ") && line.contains(" =") {
        return Some(word.to_owned());
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
