//! Sheets are read back, and LibreOffice recalculates the workbook.

use calamine::{Data, Reader, Xlsx};
use odds::{Prepared, Priced, blackjack::Analysis};
use parsheet::{Figures, ROUNDS, Sheet, Wager};
use rounds::Settings;
use rules::{
    GameId, Readings, blackjack::Blackjack, caribbean_stud::CaribbeanStud, craps::Craps, games,
    minibaccarat::Minibaccarat, roulette::Roulette,
};
use std::{fs, io::Cursor, path::Path, process::Command};

/// The sheet of a table with the usual options plus these.
fn sheet<G: Priced>(game: GameId, more: &str) -> Sheet {
    let settings = Settings::standard(game).with(Settings::read(more).expect("key=value"));
    let options = games::options::<G>(&settings.entries(), &mut |v| panic!("{}: {}", v.key, v.breach));
    let table = Prepared::<G>::with_all(options.expect("lawful")).expect("ready");
    let wagers = table
        .bets()
        .iter()
        .zip(table.exact(None))
        .filter_map(|((on, _), results)| Some(Wager::new(on.wager.to_string(), 1, &results.ok()?)));
    Sheet::new::<G>(game, &settings, &Readings::DECIDED, G::METHOD, wagers.collect())
}

/// The sheet of a hand of blackjack.
fn hand() -> Sheet {
    let settings = Settings::standard(GameId::Blackjack);
    let options =
        games::options::<Blackjack>(&settings.entries(), &mut |v| panic!("{}: {}", v.key, v.breach));
    let options = options.expect("lawful");
    let analysis = Analysis::fresh(options).expect("a full shoe");
    let sheet = Sheet::of_hand(&settings, &Readings::DECIDED, &options, &analysis).expect("no suits");
    // Rounding to 10^15 moves the mean by no more than that.
    let spread = analysis.spread().expect("no suits");
    assert!((sheet.wagers[0].figures.edge + spread.mean()).abs() < 1e-13);
    assert!((sheet.wagers[0].figures.deviation - spread.deviation()).abs() < 1e-13);
    sheet
}

fn sheets() -> [(&'static str, Sheet); 5] {
    [
        ("blackjack", hand()),
        ("roulette", sheet::<Roulette>(GameId::Roulette, "")),
        ("craps", sheet::<Craps>(GameId::Craps, "")),
        ("minibaccarat", sheet::<Minibaccarat>(GameId::Minibaccarat, "total-cards=true")),
        ("caribbean-stud", sheet::<CaribbeanStud>(GameId::CaribbeanStud, "")),
    ]
}

/// The figures of a wager, in the order of the columns from hit frequency on.
fn figures(figures: &Figures) -> Vec<f64> {
    let mut all = vec![figures.hits, figures.returned, figures.edge, figures.deviation, figures.volatility()];
    all.extend(ROUNDS.iter().flat_map(|&rounds| figures.band(rounds)));
    all
}

fn is_near(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * other.abs().max(1.0)
}

#[test]
fn the_lines_of_a_wager_are_all_of_it() {
    for (name, sheet) in sheets() {
        assert!(!sheet.wagers.is_empty(), "{name}");
        for wager in &sheet.wagers {
            let ways: f64 =
                wager.lines.iter().map(|line| line.combinations.parse::<f64>().expect("a count")).sum();
            assert!(is_near(ways, wager.combinations.parse().expect("a count")), "{name} {}", wager.name);
            let mean: f64 = wager.lines.iter().map(|line| line.gain.to_f64() * line.chance.to_f64()).sum();
            assert!(is_near(-mean, wager.figures.edge), "{name} {}", wager.name);
        }
    }
}

#[test]
fn a_workbook_reads_back() {
    for (name, sheet) in sheets() {
        let bytes = sheet.xlsx().expect("a workbook");
        let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).expect("readable");
        let page = book.worksheet_range("Wagers").expect("a page");
        let formulas = book.worksheet_formula("Wagers").expect("a page");
        assert_eq!(page.height(), 5 + sheet.wagers.len(), "{name}");
        for (row, wager) in (5_u32..).zip(&sheet.wagers) {
            assert_eq!(page.get_value((row, 0)), Some(&Data::String(wager.name.clone())), "{name}");
            for (column, figure) in (5_u32..).zip(figures(&wager.figures)) {
                let read = page.get_value((row, column)).and_then(|cell| match cell {
                    Data::Float(value) => Some(*value),
                    #[expect(clippy::cast_precision_loss, reason = "small")]
                    Data::Int(value) => Some(*value as f64),
                    _ => None,
                });
                assert!(is_near(read.expect("a number"), figure), "{name} {} {column}", wager.name);
                assert!(formulas.get_value((row, column)).is_some_and(|text| !text.is_empty()));
            }
        }
        let about = book.worksheet_range("About").expect("a page");
        assert_eq!(about.get_value((2, 1)), Some(&Data::String(sheet.hash.clone())));
    }
}

#[test]
fn csv_and_tex_have_every_wager() {
    for (name, sheet) in sheets() {
        let (csv, tex) = (sheet.csv(), sheet.tex());
        for wager in &sheet.wagers {
            let edge = format!("{:.10}", wager.figures.edge);
            let mut lines = csv.lines().filter(|line| line.starts_with(&format!("{},1,", wager.name)));
            assert!(lines.any(|line| line.contains(&edge)), "{name} {}", wager.name);
            assert!(tex.contains(&format!("{} & 1 & ", wager.name)), "{name} {}", wager.name);
        }
        assert!(csv.contains(&sheet.hash) && tex.contains(&sheet.hash), "{name}");
        assert_eq!(tex.matches("\\begin{").count(), tex.matches("\\end{").count(), "{name}");
    }
}

/// LibreOffice recalculates every formula from the combinations; the values stored in the file are
/// deliberately wrong.
#[test]
fn libreoffice_comes_to_the_same() {
    let Some(office) = office() else {
        eprintln!("NOT TESTED: LibreOffice is not installed (Debian: libreoffice-calc-nogui)");
        return;
    };
    for (name, sheet) in sheets() {
        let mut blank = sheet.clone();
        for wager in &mut blank.wagers {
            wager.figures = Figures { hits: 0.0, returned: 0.0, edge: 0.0, deviation: 0.0 };
        }
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("sheet.xlsx");
        fs::write(&file, blank.xlsx().expect("a workbook")).expect("written");
        let rows = recalculated(office, folder.path(), &file);
        for wager in &sheet.wagers {
            let row = rows.iter().find(|row| row[0] == wager.name).expect("a row");
            for (cell, figure) in row[5..].iter().zip(figures(&wager.figures)) {
                let value: f64 = cell.parse().unwrap_or_else(|_| panic!("{name} {}: {cell}", wager.name));
                assert!(is_near(value, figure), "{name} {}: {value} is not {figure}", wager.name);
            }
            assert_eq!(row.len(), 10 + 2 * ROUNDS.len(), "{name}");
        }
    }
}

fn office() -> Option<&'static str> {
    ["soffice", "libreoffice"]
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success()))
}

/// The page of wagers as LibreOffice writes it after recalculation, with cells separated by tabs.
fn recalculated(office: &str, folder: &Path, file: &Path) -> Vec<Vec<String>> {
    let profile = folder.join("profile");
    fs::create_dir_all(profile.join("user")).expect("a folder");
    // Always recalculate on loading.
    let settings = r#"<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>"#;
    fs::write(profile.join("user/registrymodifications.xcu"), settings).expect("written");
    // Tabs, no quotation marks, UTF-8, as numbers and not as shown, the second page.
    let filter = "csv:Text - txt - csv (StarCalc):9,0,76,1,,0,false,false,false,false,false,2";
    let output = Command::new(office)
        .arg(format!("-env:UserInstallation=file://{}", profile.display()))
        .args(["--headless", "--convert-to", filter, "--outdir"])
        .arg(folder)
        .arg(file)
        .output()
        .expect("LibreOffice runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = fs::read_to_string(folder.join("sheet-Wagers.csv")).expect("the page Wagers");
    text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}
