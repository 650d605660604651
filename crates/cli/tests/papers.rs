//! The papers of a house, by the command itself: a year of changes, bad input, and every page printed.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::atomic::{AtomicUsize, Ordering},
};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const HOUSE: &str = "examples/boardwalk.toml";

/// Exit code, standard output, standard error.
fn ch47(args: &[&str]) -> (i32, String, String) {
    let out =
        Command::new(env!("CARGO_BIN_EXE_ch47")).args(args).current_dir(ROOT).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (out.status.code().expect("an exit code"), text(out.stdout), text(out.stderr))
}

fn json(args: &[&str]) -> (i32, serde_json::Value) {
    let (code, out, err) = ch47(&[args, &["--json"]].concat());
    (code, serde_json::from_str(&out).unwrap_or_else(|e| panic!("{e}: {out}{err}")))
}

/// The example with a part of it replaced, beside the files it names.
fn changed(from: &str, to: &str) -> String {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("house-{}", NEXT.fetch_add(1, Ordering::Relaxed)));
    fs::create_dir_all(&folder).expect("a folder");
    for entry in fs::read_dir(Path::new(ROOT).join("examples")).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|end| end == "toml") {
            fs::copy(&path, folder.join(path.file_name().expect("a name"))).expect("a copy");
        }
    }
    let text = fs::read_to_string(folder.join("boardwalk.toml")).expect("the example");
    assert!(text.contains(from), "{from}");
    let path = folder.join("boardwalk.toml");
    fs::write(&path, text.replacen(from, to, 1)).expect("a file");
    path.display().to_string()
}

/// Every change of the year, with the notices it requires and when they must be given at the latest.
#[test]
fn a_year_of_changes_has_the_right_notices() {
    let (code, diff) = json(&["diff", HOUSE, "--states", "0"]);
    assert_eq!(code, 0);
    let steps = diff["steps"].as_array().expect("a list");
    let notices: Vec<(u64, String)> = steps
        .iter()
        .flat_map(|step| {
            let version = step["version"].as_u64().expect("a number");
            step["notices"].as_array().expect("a list").iter().map(move |notice| {
                let part = |key: &str| notice[key].as_str().unwrap_or_default().to_owned();
                (version, format!("{} {} {} {}", part("kind"), part("cite"), part("key"), part("latest")))
            })
        })
        .collect();
    let wants = [
        (2, "8.3 5.2(b) zero 2026-03-01T05:30:00-05:00"),
        (3, "sign 5.6(d) clapper 2026-05-15T12:00:00-04:00"),
        (4, "written 3.10(c)2 pay-order 2026-07-01T05:30:00-04:00"),
        (4, "written 7.10(c)3 pay-order 2026-07-01T05:30:00-04:00"),
        (5, "8.3 2.8(c) surrender 2026-09-10T17:30:00-04:00"),
        (5, "limits 8.2 (not held) limits.minimum 2026-09-10T17:30:00-04:00"),
        (6, "8.3 7.3(e) vigorish 2026-11-01T05:30:00-05:00"),
        (6, "8.3 5.2(d)1 wheel 2026-11-01T05:30:00-05:00"),
    ];
    let found: Vec<(u64, &str)> = notices.iter().map(|(version, text)| (*version, text.as_str())).collect();
    assert_eq!(found, wants);
    assert_eq!(
        (&steps[4]["opened"][0], &steps[4]["closed"][0]),
        (&"pit 1, roulette-5".into(), &"pit 1, roulette-3".into())
    );
    let edges = |step: usize| {
        let wager = &steps[step]["edges"][0]["wagers"][0];
        (wager["wager"].clone(), wager["was"].clone(), wager["becomes"].clone())
    };
    assert_eq!(edges(0), ("red".into(), "2.632 %".into(), "5.263 %".into()));
    assert_eq!(edges(4).0, "banker");
}

/// Any moment has its own answer: check, options, notice, diff and papers agree on it.
#[test]
fn a_house_is_asked_about_any_moment() {
    let zero = |date: &str| {
        let (code, held) = json(&["options", "roulette", "--house", HOUSE, "--as-of", date]);
        assert_eq!(code, 0);
        let options = held["tables"][1]["options"].as_array().expect("a list").clone();
        let zero = options.into_iter().find(|option| option["key"] == "zero").expect("there");
        (zero["value"].clone(), zero["since"].clone(), held["version"].clone())
    };
    assert_eq!(zero("2026-02-28"), ("half".into(), "2026-01-01T06:00:00-05:00".into(), 1.into()));
    assert_eq!(zero("2026-03-01T05:59:59-05:00").0, "half");
    assert_eq!(zero("2026-03-01"), ("all".into(), "2026-03-01T06:00:00-05:00".into(), 2.into()));
    assert_eq!(zero("2026-12-31").2, 6);
    let (code, _, err) = ch47(&["check", HOUSE, "--as-of", "2025-12-31"]);
    assert_eq!(code, 2);
    assert!(
        err.contains("no version is in force on December 31, 2025; the first takes effect January 1, 2026"),
        "{err}"
    );
    let (code, report) = json(&["notice", &format!("{HOUSE}@2026-07-01")]);
    assert_eq!(
        (code, &report["notices"][0]["cite"], &report["given"]),
        (0, &"3.10(c)2".into(), &"2026-07-01T05:15:00-04:00".into())
    );
    let (code, diff) =
        json(&["diff", &format!("{HOUSE}@2026-01-01"), &format!("{HOUSE}@2026-06-01"), "--states", "0"]);
    assert_eq!((code, diff["steps"][0]["changes"].as_array().map(Vec::len)), (0, Some(2)));
    let (_, paper, _) = ch47(&["paper", "submission", HOUSE, "--as-of", "2026-04-01"]);
    for part in ["Version 2, approved February 20, 2026", "Mar 1, 2026", "Jan 1, 2026"] {
        assert!(paper.contains(part), "{part}");
    }
}

#[test]
fn bad_input_names_its_line_and_its_provision() {
    let cases = [
        // Dates out of order.
        (
            "from = 2026-05-15T12:00:00-04:00\napproved = 2026-05-04",
            "from = 2026-02-15T12:00:00-04:00\napproved = 2026-02-04",
            2,
            "dates out of order",
            "19:47-8.3",
        ),
        ("approved = 2026-05-04", "approved = 2026-05-16", 2, "approved after it takes effect", "19:47-8.3"),
        // Notices that come too late are refused.
        (
            "told = 2026-07-01T05:15:00-04:00",
            "told = 2026-07-01T05:45:00-04:00",
            1,
            "30 minutes",
            "19:47-3.10(c)2",
        ),
        // Form numbers.
        (
            "[[petition]]",
            "[[forms]]\npit = \"3\"\ntable = \"minibaccarat-1\"\nfirst = 470250\nlast = 470300\n\n[[petition]]",
            2,
            "overlapping form numbers",
            "19:47-7.3(c)3.ii",
        ),
        ("last = 470250", "last = 460000", 2, "ends before it begins", "19:47-7.3(c)3.ii"),
        (
            "first = 470001\nlast",
            "first = 470002\nlast",
            2,
            "which its series do not have",
            "19:47-7.3(c)3.ii",
        ),
        // Two tables whose forms begin with the same number, already in the first version.
        (
            "[[pit.table]]\nname = \"chemin-de-fer-1\"",
            "[[pit.table]]\nname = \"mini-2\"\ngame = \"minibaccarat\"\nshuffle = \"lace\"\ndeal = \"face-up\"\n\
             vigorish = \"4%\"\nvigorish-collection = \"deferred\"\nform-serial = 470001\npay-order = \"3\"\n\
             disclosed-card = \"2\"\n\n[[pit.table]]\nname = \"chemin-de-fer-1\"",
            2,
            "and so is that of pit 3, minibaccarat-1",
            "19:47-7.3(c)3.ii",
        ),
        ("zero = \"all\"", "zero = \"some\"", 1, "`zero` is not lawful as written", "19:47-5.2(b)"),
    ];
    for (from, to, want, message, cite) in cases {
        let house = changed(from, to);
        let (code, out, err) = ch47(&["check", &house]);
        assert_eq!(code, want, "{message}: {out}{err}");
        assert!(err.contains(message) && err.contains(cite), "{message}, {cite}: {err}");
        assert!(err.contains("boardwalk.toml:"), "no line: {err}");
    }
    for (from, to, message) in [
        ("from = 2026-03-01T06:00:00-05:00", "from = 2026-03-01", "not a moment"),
        (
            "name = \"roulette-2\"\nzero = \"all\"",
            "name = \"roulette-9\"\nzero = \"all\"",
            "no such table is open",
        ),
        (
            "pit = \"3\"\ntable = \"minibaccarat-1\"",
            "pit = \"2\"\ntable = \"minibaccarat-1\"",
            "no such table in this pit",
        ),
        ("sort = \"variation\"", "sort = \"odd\"", "a variation, a composite or a new game"),
        ("right = 194", "right = 201", "more drills were right than were done"),
        ("shifts = [\"06:00\"", "shifts = [\"25:00\"", "a shift begins at a time of day"),
        ("\"14:00\", \"22:00\"]", "\"22:00\", \"14:00\"]", "shifts out of order"),
        ("\"14:00\", \"22:00\"]", "\"14:00\", \"06:00\"]", "shifts out of order"),
    ] {
        let (code, _, err) = ch47(&["check", &changed(from, to)]);
        assert_eq!(code, 2, "{message}: {err}");
        assert!(err.contains(message) && err.contains("boardwalk.toml:"), "{message}: {err}");
    }
}

#[test]
fn no_paper_for_an_unlawful_house_and_none_where_nobody_may_write() {
    let unlawful = changed("clapper = \"passed\"", "clapper = \"loose\"");
    let (code, out, err) = ch47(&["paper", "guide", &unlawful, "--as-of", "2026-02-01"]);
    assert_eq!((code, out.as_str()), (1, ""), "{err}");
    for part in ["19:47-5.6(c)1", "boardwalk.toml:31", "no paper is written for a house that is not lawful"] {
        assert!(err.contains(part), "{part}: {err}");
    }
    let twins = changed(
        "name = \"blackjack-2\"",
        "name = \"roulette-1\"\ngame = \"roulette\"\nwheel = \"single-zero\"\n\n[[pit.table]]\nname = \"blackjack-2\"",
    );
    for (args, message) in [
        (
            &["paper", "guide", HOUSE, "--out", "/dev/null/guide.html"][..],
            "cannot write /dev/null/guide.html",
        ),
        (&["paper", "all", HOUSE, "--out", "/dev/null/papers"], "cannot write /dev/null/papers"),
        (&["paper", "all", HOUSE], "say into which folder with --out"),
        (&["paper", "sign", HOUSE, "--table", "roulette-9"], "did you mean roulette-"),
        (
            &["paper", "sign", &twins, "--table", "roulette-1"],
            "2 tables are called `roulette-1`: write 1/roulette-1 or 2/roulette-1",
        ),
        (&["paper", "dispute", HOUSE], "--records"),
        (&["diff", "examples/house.toml"], "one version only"),
    ] {
        let (code, out, err) = ch47(args);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.contains(message), "{message}: {err}");
    }
}

#[test]
fn violations_are_told_to_code_hosts() {
    let (code, out, _) = ch47(&["check", "--sarif", "examples/unlawful.toml"]);
    let log: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let run = &log["runs"][0];
    assert_eq!(
        (code, &log["version"], run["results"].as_array().map(Vec::len)),
        (1, &"2.1.0".into(), Some(11))
    );
    let first = &run["results"][0];
    assert_eq!(first["ruleId"], "5.2(c)");
    let place = &first["locations"][0]["physicalLocation"];
    assert_eq!(
        (&place["artifactLocation"]["uri"], &place["region"]["startLine"]),
        (&"examples/unlawful.toml".into(), &5.into())
    );
    let ids: Vec<&str> = run["tool"]["driver"]["rules"]
        .as_array()
        .expect("rules")
        .iter()
        .filter_map(|rule| rule["id"].as_str())
        .collect();
    assert!(ids.contains(&"5.2(c)"));
    let (code, out, _) = ch47(&["check", "--sarif", HOUSE]);
    assert!(code == 0 && out.contains("\"results\": []"), "{out}");
}

/// Every paper of the example, into a folder of its own.
fn papers(name: &str, size: &str) -> (PathBuf, Vec<String>) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    let out = folder.display().to_string();
    let args = ["paper", "all", HOUSE, "--records", "examples", "--size", size, "--out", &out];
    let (code, written) = json(&args);
    assert_eq!(code, 0);
    let files = written["papers"].as_array().expect("a list");
    (folder, files.iter().filter_map(|paper| paper["file"].as_str().map(str::to_owned)).collect())
}

/// Links work, odds never say "for", every paper names the licensee, and none requests anything from the network.
#[test]
fn papers_are_whole() {
    let (folder, files) = papers("papers", "letter");
    assert_eq!(files.len(), 13, "{files:?}");
    for file in &files {
        let html = fs::read_to_string(file).expect("a page");
        for part in [
            "lang=\"en\"",
            "<title>",
            "The Boardwalk Casino",
            "Version 6, approved October 16, 2026",
            "counter(page)",
        ] {
            assert!(html.contains(part), "{file}: {part}");
        }
        for outside in ["http://", "https://", "url(http", "<script", "src="] {
            let allowed = html.replace("http://www.w3.org/2000/svg", "");
            assert!(!allowed.contains(outside), "{file}: {outside}");
        }
        for (at, _) in html.match_indices(" for 1") {
            let digit = html[..at].chars().next_back().is_some_and(|c| c.is_ascii_digit());
            assert!(!digit, "{file}: odds that say \"for\"");
        }
        let mut links = 0;
        for part in html.split("href=\"").skip(1) {
            let link = part.split('"').next().expect("an end");
            links += 1;
            match link.strip_prefix('#') {
                Some(anchor) => assert!(html.contains(&format!("id=\"{anchor}\"")), "{file}: {link}"),
                None => assert!(folder.join(link).is_file(), "{file}: {link}"),
            }
        }
        assert!(links > 0 || !file.ends_with("submission.html"), "{file}");
    }
}

fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

/// Printed by a browser, in both sizes: as many pages as there must be, every font embedded, nothing beyond the margins.
#[test]
fn papers_print_to_clean_pdf() {
    let named = std::env::var("CHROMIUM").unwrap_or_else(|_| "chromium".to_owned());
    if !is_there(&named) || !is_there("pdfinfo") {
        eprintln!("\nSKIPPED: chromium or poppler-utils is missing, so the papers were NOT printed\n");
        return;
    }
    for (size, width, height) in [("letter", 612.0, 792.0), ("a4", 595.0, 842.0)] {
        let (folder, files) = papers(&format!("papers-{size}"), size);
        for file in files {
            let name =
                Path::new(&file).file_stem().and_then(|stem| stem.to_str()).expect("a name").to_owned();
            let pdf = folder.join(format!("{name}.pdf"));
            let profile = folder.join(".profile");
            let printed = Command::new(&named)
                .args(["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"])
                .arg(format!("--user-data-dir={}", profile.display()))
                .arg(format!("--print-to-pdf={}", pdf.display()))
                .arg(format!("file://{file}"))
                .output()
                .expect("chromium runs");
            assert!(pdf.is_file(), "{name}: {}", String::from_utf8_lossy(&printed.stderr));
            let across = matches!(name.as_str(), "signs" | "certificates");
            let sheet = if across { (height, width) } else { (width, height) };
            judge(&name, &pdf, sheet);
        }
    }
}

fn judge(name: &str, pdf: &Path, (width, height): (f64, f64)) {
    let run = |program: &str, args: &[&str]| {
        let out = Command::new(program).args(args).arg(pdf).output().expect("poppler runs");
        String::from_utf8_lossy(&out.stdout).into_owned()
    };
    let info = run("pdfinfo", &[]);
    let of = |key: &str| {
        info.lines().find_map(|line| line.strip_prefix(key)).unwrap_or_default().trim().to_owned()
    };
    let pages: usize = of("Pages:").parse().expect("a number");
    let wants = match name {
        "signs" => 12..=12,
        "certificates" | "forms" | "notices" => 2..=2,
        "sheets" => 4..=4,
        "index" => 1..=1,
        "submission" | "guide" | "procedures" => 12..=40,
        _ => 1..=4,
    };
    assert!(wants.contains(&pages), "{name}: {pages} pages");
    let size: Vec<f64> = of("Page size:").split(' ').filter_map(|word| word.parse().ok()).collect();
    assert!((size[0] - width).abs() < 2.0 && (size[1] - height).abs() < 2.0, "{name}: {size:?}");
    assert_eq!(of("Tagged:"), "yes", "{name}: not tagged for screen readers");
    // pdffonts: name, type, encoding, emb, sub, uni, object ID.
    let fonts = run("pdffonts", &[]);
    for line in fonts.lines().skip(2) {
        let words: Vec<&str> = line.split_whitespace().rev().collect();
        assert_eq!(words.get(4), Some(&"yes"), "{name}: a font is not embedded: {line}");
    }
    if name == "signs" {
        let (_, check) = json(&["check", HOUSE]);
        for (at, table) in (1..).zip(check["tables"].as_array().expect("tables")) {
            let (number, table) = (at.to_string(), table["table"].as_str().expect("a name"));
            let out =
                Command::new("pdftotext").args(["-f", &number, "-l", &number]).arg(pdf).arg("-").output();
            let text = String::from_utf8_lossy(&out.expect("poppler runs").stdout).into_owned();
            assert!(text.contains(&format!("table {table}. The")), "{name}, page {at}: {text}");
            assert_eq!(
                text.matches(", table ").count(),
                1,
                "{name}, page {at}: part of another sign: {text}"
            );
        }
    }
    // Every word lies on the sheet, inside the margins the printer needs.
    let boxes = {
        let out = Command::new("pdftotext").args(["-bbox"]).arg(pdf).arg("-").output().expect("poppler runs");
        String::from_utf8_lossy(&out.stdout).into_owned()
    };
    let mut page = 0;
    let mut numbered = 0;
    for line in boxes.lines() {
        page += usize::from(line.contains("<page "));
        let Some(rest) = line.trim().strip_prefix("<word ") else { continue };
        let edge = |key: &str| -> f64 {
            let value = rest.split(&format!("{key}=\"")).nth(1).and_then(|rest| rest.split('"').next());
            value.and_then(|value| value.parse().ok()).expect("a number")
        };
        let fits = edge("xMin") >= 20.0
            && edge("xMax") <= width - 20.0
            && edge("yMin") >= 10.0
            && edge("yMax") <= height - 10.0;
        assert!(fits, "{name}, page {page}: beyond the margin: {line}");
        numbered += usize::from(rest.ends_with(">Page</word>") && edge("yMin") > height - 70.0);
    }
    assert_eq!((page, numbered), (pages, pages), "{name}: every page has its number");
}
