//! Compiles the TOML files of `law/` into constant tables. The build fails if the data contradicts itself.

use serde::Deserialize;
use std::{
    collections::{BTreeMap, HashSet},
    env, fs,
    path::{Path, PathBuf},
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Chapter {
    title: String,
    code: String,
    #[serde(default)]
    edition: Vec<Edition>,
    #[serde(default)]
    subchapter: Vec<Subchapter>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edition {
    key: String,
    says: String,
    as_of: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Subchapter {
    number: u16,
    title: String,
    file: Option<String>,
    #[serde(default)]
    games: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LawFile {
    subchapter: u16,
    #[serde(rename = "title")]
    _title: String,
    #[serde(default)]
    section: Vec<Section>,
    #[serde(default)]
    provision: Vec<Provision>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    number: String,
    heading: String,
    edition: String,
    held: String,
    #[serde(default)]
    lacks: String,
    #[serde(default)]
    note: String,
    #[serde(default)]
    successor: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Provision {
    id: String,
    game: String,
    rules: Vec<Rule>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    kind: String,
    actor: String,
    class: String,
    says: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NotHeldFile {
    missing: Vec<Missing>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Missing {
    id: String,
    heading: String,
    game: String,
    #[serde(default)]
    successor: String,
    #[serde(default)]
    fact: Vec<Fact>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fact {
    key: String,
    says: String,
    confidence: String,
    #[serde(default)]
    source: String,
    #[serde(default)]
    setting: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadingFile {
    reading: Vec<Reading>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reading {
    id: String,
    title: String,
    on: Vec<String>,
    question: String,
    choices: Vec<String>,
    decision: usize,
    why: String,
    #[serde(default)]
    vectors: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CorrectionFile {
    correction: Vec<Correction>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Correction {
    on: Vec<String>,
    r#where: String,
    scanned: String,
    read: String,
    why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DispositionFile {
    disposition: Vec<Disposition>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Disposition {
    #[serde(default)]
    on: Vec<String>,
    #[serde(default)]
    subchapters: Vec<u16>,
    /// Provisions of those subchapters that code already decides.
    #[serde(default)]
    except: Vec<String>,
    kind: String,
    reason: String,
}

fn main() {
    let home = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap());
    // A symbolic link to `law/` in the root. The package contains its files; in a checkout without symbolic
    // links, the folder itself is beside `crates/`.
    let law = [home.join("law"), home.join("../../law")]
        .into_iter()
        .find(|folder| folder.join("chapter.toml").is_file())
        .expect("the law's files are in the folder law/");
    println!("cargo::rerun-if-changed={}", law.display());
    println!("cargo::rerun-if-changed=build.rs");

    let chapter: Chapter = read(&law.join("chapter.toml"));
    let mut tables = Tables::default();
    for sub in &chapter.subchapter {
        if let Some(file) = &sub.file {
            tables.add_held(&law.join(file), sub, &chapter.edition);
        }
    }
    for file in toml_files(&law.join("not-held")) {
        let missing: NotHeldFile = read(&file);
        for m in &missing.missing {
            tables.add_missing(m, &chapter);
        }
    }
    let index = tables.index();
    let code = [
        tables.render_provisions(&chapter, &index),
        render_readings(&law, &index),
        render_corrections(&law, &index),
        render_dispositions(&law, &index, &tables),
    ]
    .concat();
    fs::write(PathBuf::from(env::var("OUT_DIR").unwrap()).join("tables.rs"), code).unwrap();
}

#[derive(Default)]
struct Tables {
    sections: Vec<String>,
    section_numbers: BTreeMap<String, usize>,
    provisions: Vec<String>,
    ids: Vec<String>,
    subchapter_of: Vec<u16>,
    held: usize,
}

impl Tables {
    fn add_held(&mut self, path: &Path, sub: &Subchapter, editions: &[Edition]) {
        let file: LawFile = read(path);
        assert_eq!(file.subchapter, sub.number, "{}: wrong subchapter number", path.display());
        for s in &file.section {
            let edition = editions
                .iter()
                .position(|e| e.key == s.edition)
                .unwrap_or_else(|| panic!("{}: no edition `{}`", s.number, s.edition));
            let held = match s.held.as_str() {
                "whole" => "Holding::Whole",
                "part" => "Holding::Part",
                "reserved" => "Holding::Reserved",
                other => panic!("{}: held = `{other}`", s.number),
            };
            let note = [s.lacks.as_str(), s.note.as_str()].join(" ").trim().to_owned();
            self.add_section(
                &s.number,
                &format!(
                    "Section {{ number: {:?}, heading: {:?}, holding: {held}, edition: Some({edition}), note: {note:?}, successor: {:?} }}",
                    s.number, s.heading, s.successor
                ),
            );
        }
        for p in &file.provision {
            let section =
                self.section_of(&p.id).unwrap_or_else(|| panic!("{}: its section is missing", p.id));
            assert!(!p.rules.is_empty(), "{}: says nothing", p.id);
            let rules: String = p
                .rules
                .iter()
                .map(|r| {
                    format!(
                        "Rule {{ kind: Kind::{}, actor: Whom::{}, class: Class::{}, says: {:?} }}, ",
                        variant(&r.kind),
                        variant(&r.actor),
                        variant(&r.class),
                        r.says
                    )
                })
                .collect();
            self.provisions.push(format!(
                "Provision {{ id: {0:?}, label: {0:?}, section: {section}, game: {1:?}, held: true, rules: &[{rules}], facts: &[] }}",
                p.id, p.game
            ));
            self.ids.push(p.id.clone());
            self.subchapter_of.push(sub.number);
            self.held += 1;
        }
    }

    fn add_missing(&mut self, m: &Missing, chapter: &Chapter) {
        let number = section_number(&m.id);
        if self.section_of(&m.id).is_none() {
            let heading = if number == m.id { m.heading.clone() } else { String::new() };
            self.add_section(
                &number,
                &format!(
                    "Section {{ number: {number:?}, heading: {heading:?}, holding: Holding::None, edition: None, note: \"\", successor: {:?} }}",
                    section_number(&m.successor)
                ),
            );
        }
        let section = self.section_of(&m.id).unwrap();
        let mut keys = HashSet::new();
        let facts: String = m.fact.iter().map(|f| {
            assert!(keys.insert(&f.key), "{}: fact `{}` stands twice", m.id, f.key);
            format!(
                "Fact {{ key: {:?}, says: {:?}, confidence: Confidence::{}, source: {:?}, setting: {:?} }}, ",
                f.key, f.says, variant(&f.confidence), f.source, f.setting
            )
        }).collect();
        let heading = &m.heading;
        self.provisions.push(format!(
            "Provision {{ id: {:?}, label: \"{} (not held)\", section: {section}, game: {:?}, held: false, rules: &[Rule {{ kind: Kind::NotHeld, actor: Whom::Engine, class: Class::Configure, says: {heading:?} }}], facts: &[{facts}] }}",
            m.id, m.id, m.game
        ));
        self.ids.push(m.id.clone());
        let sub = number.split('.').next().and_then(|n| n.parse().ok()).unwrap_or(0);
        assert!(
            sub == 0 || chapter.subchapter.iter().any(|s| s.number == sub),
            "{}: no subchapter {sub}",
            m.id
        );
        self.subchapter_of.push(sub);
    }

    fn add_section(&mut self, number: &str, code: &str) {
        let at = self.sections.len();
        assert!(
            self.section_numbers.insert(number.to_owned(), at).is_none(),
            "section {number} stands twice"
        );
        self.sections.push(code.to_owned());
    }

    fn section_of(&self, id: &str) -> Option<usize> {
        self.section_numbers.get(&section_number(id)).copied()
    }

    fn index(&self) -> BTreeMap<String, usize> {
        let mut index = BTreeMap::new();
        for (at, id) in self.ids.iter().enumerate() {
            assert!(index.insert(id.clone(), at).is_none(), "{id} stands twice");
        }
        index
    }

    fn render_provisions(&self, chapter: &Chapter, index: &BTreeMap<String, usize>) -> String {
        let mut code = format!(
            "/// The chapter's own title.\npub const TITLE: &str = {:?};\n/// The chapter's place in the code.\npub const CODE: &str = {:?};\n/// How many provisions the texts hold.\npub const HELD: usize = {};\n",
            chapter.title, chapter.code, self.held
        );
        let editions = chapter
            .edition
            .iter()
            .map(|e| format!("Edition {{ key: {:?}, says: {:?}, as_of: {:?} }}", e.key, e.says, e.as_of));
        code += &array("EDITIONS", "Edition", "The editions of the texts held.", editions);
        let subs = chapter.subchapter.iter().map(|s| {
            format!(
                "Subchapter {{ number: {}, title: {:?}, games: &{:?}, held: {} }}",
                s.number,
                s.title,
                s.games,
                s.file.is_some()
            )
        });
        code += &array("SUBCHAPTERS", "Subchapter", "The chapter's subchapters, held or not.", subs);
        code += &array(
            "SECTIONS",
            "Section",
            "Every section of which something is held or known.",
            self.sections.iter().cloned(),
        );
        code += &array(
            "PROVISIONS",
            "Provision",
            "Every provision, held ones first, each group in the order of the law.",
            self.provisions.iter().cloned(),
        );
        let sorted = index.iter().map(|(id, at)| format!("({id:?}, {at})"));
        code + &array("INDEX", "(&str, u16)", "Ids in byte order with their place in `PROVISIONS`.", sorted)
            .replace("pub static", "static")
    }
}

fn render_readings(law: &Path, index: &BTreeMap<String, usize>) -> String {
    let mut seen = HashSet::new();
    let mut rows = Vec::new();
    for path in toml_files(&law.join("readings")) {
        let file: ReadingFile = read(&path);
        for r in file.reading {
            assert!(seen.insert(r.id.clone()), "reading {} stands twice", r.id);
            assert!(
                (1..=r.choices.len()).contains(&r.decision),
                "reading {}: decision is none of its choices",
                r.id
            );
            assert!(!r.on.is_empty(), "reading {}: reads no provision", r.id);
            rows.push(format!(
                "Reading {{ id: {:?}, title: {:?}, on: &{}, question: {:?}, choices: &{:?}, decision: {}, why: {:?}, vectors: &{:?} }}",
                r.id, r.title, citations(&r.on, index, &r.id), r.question, r.choices, r.decision - 1, r.why, r.vectors
            ));
        }
    }
    array("READINGS", "Reading", "How ambiguous words are read.", rows.into_iter())
}

fn render_corrections(law: &Path, index: &BTreeMap<String, usize>) -> String {
    let file: CorrectionFile = read(&law.join("corrections.toml"));
    let rows = file.correction.iter().map(|c| {
        format!(
            "Correction {{ on: &{}, place: {:?}, scanned: {:?}, read: {:?}, why: {:?} }}",
            citations(&c.on, index, "corrections.toml"),
            c.r#where,
            c.scanned,
            c.read,
            c.why
        )
    });
    array("CORRECTIONS", "Correction", "Damage of the texts held, and how it is mended.", rows)
}

fn render_dispositions(law: &Path, index: &BTreeMap<String, usize>, tables: &Tables) -> String {
    let file: DispositionFile = read(&law.join("dispositions.toml"));
    let mut seen = HashSet::new();
    let mut rows = Vec::new();
    for d in &file.disposition {
        let except: Vec<usize> = d.except.iter().map(|id| find(id, index, "dispositions.toml")).collect();
        let whole = (0..tables.held)
            .filter(|at| d.subchapters.contains(&tables.subchapter_of[*at]) && !except.contains(at));
        let named = d.on.iter().map(|id| find(id, index, "dispositions.toml"));
        for at in whole.chain(named) {
            assert!(seen.insert(at), "dispositions.toml: {} is disposed of twice", tables.ids[at]);
            rows.push(format!(
                "Disposition {{ on: Citation({at}), kind: Disposal::{}, reason: {:?} }}",
                variant(&d.kind),
                d.reason
            ));
        }
    }
    array(
        "DISPOSITIONS",
        "Disposition",
        "Provisions that no code decides, each with the reason.",
        rows.into_iter(),
    )
}

fn citations(ids: &[String], index: &BTreeMap<String, usize>, place: &str) -> String {
    let all: Vec<String> = ids.iter().map(|id| format!("Citation({})", find(id, index, place))).collect();
    format!("[{}]", all.join(", "))
}

fn find(id: &str, index: &BTreeMap<String, usize>, place: &str) -> usize {
    *index.get(id).unwrap_or_else(|| panic!("{place}: no provision `{id}`"))
}

/// `5.2(b)1.i` and `19:46-1.7(c)` lie in the sections `5.2` and `19:46-1.7`.
fn section_number(id: &str) -> String {
    id.split('(').next().unwrap().to_owned()
}

/// `found-part` names the variant `FoundPart`; an unknown word then fails to compile.
fn variant(word: &str) -> String {
    word.split('-')
        .map(|part| {
            let mut letters = part.chars();
            letters.next().map(|c| c.to_ascii_uppercase().to_string() + letters.as_str()).unwrap_or_default()
        })
        .collect()
}

fn array(name: &str, of: &str, about: &str, rows: impl Iterator<Item = String>) -> String {
    let rows: Vec<String> = rows.collect();
    format!("/// {about}\npub static {name}: [{of}; {}] = [\n    {}\n];\n", rows.len(), rows.join(",\n    "))
}

fn toml_files(dir: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(dir)
        .unwrap_or_else(|e| panic!("{}: {e}", dir.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|x| x == "toml"))
        .collect();
    files.sort();
    files
}

fn read<T: serde::de::DeserializeOwned>(path: &Path) -> T {
    println!("cargo::rerun-if-changed={}", path.display());
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    toml::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}
