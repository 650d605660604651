//! `ch47 check`: whether a submission is lawful, or the tables of a house, each on its own and together.

use super::{notice, sarif};
use crate::{
    args::Check,
    failure::Failure,
    house::{Discord, House, HouseFile, Judgment, at_date},
    json,
    load::{Finding, Submission, long},
    screen::{self, BAD, BOLD, CITE, GOOD, paint},
};
use papers::{AsOf, Letter, Times};
use rules::house::DUTIES;
use std::ptr;
use views::check::{CheckView, DiscordView, PlaceView, Sign, TableCheckView, Unlike, ViolationView};

pub fn run(args: &Check, as_json: bool) -> Result<(), Failure> {
    let (path, date) = at_date(&args.file)?;
    let file = HouseFile::read(&path)?;
    let as_of = args.as_of.as_deref().map(AsOf::read).transpose().map_err(Failure::fault)?;
    // Without a date, every version must be lawful, including superseded and future ones.
    let range = match as_of.or(date) {
        Some(as_of) => file.at(Some(as_of)).map(|at| at..at + 1)?,
        None => 0..file.versions.len(),
    };
    let judged: Vec<Judged<'_>> = range.map(|at| Judged::of(&file, at, args.period_8_3)).collect();
    let lawful = judged.iter().all(Judged::is_lawful);
    let telling = judged.iter().find(|one| !one.is_lawful()).or(judged.last()).expect("a version");
    if args.sarif {
        screen::show(&json::render(&sarif::log(&judged))?)?;
    } else if as_json {
        let early = telling.early.iter().map(|letter| notice::view(letter, telling.house, &telling.times));
        let report = report(telling.house, &telling.judgment);
        screen::show(&json::render(&CheckView { lawful, notices: early.collect(), ..report })?)?;
    } else {
        let mut text = String::new();
        for one in &judged {
            complain(one.house, &one.judgment);
            one.early.iter().for_each(|letter| too_late(one, letter));
            let (from, count) = (one.house.version().from, one.early.len());
            if count > 0 {
                let from = from.map_or(String::new(), |from| format!(", in effect {from}"));
                text += &format!("{}: {count} notices come too late{from}\n", paint(BAD, "unlawful"));
            }
            // A lawful superseded version is not mentioned.
            if one.judgment.count() > 0 || ptr::eq(one.house, telling.house) && count == 0 {
                text += &dated(&file, one.house);
                text += &summary(one.house, &one.judgment);
            }
        }
        screen::show(&text)?;
    }
    if lawful { Ok(()) } else { Err(Failure::Law) }
}

/// A notice that comes too late, shown where the file states when it was given.
fn too_late(judged: &Judged<'_>, letter: &Letter) {
    let (Some(at), Err(early)) = (&judged.house.told_at, judged.times.judge(letter.kind)) else { return };
    let message = format!("{}: {early}", letter.change());
    let latest =
        judged.times.latest(letter.kind).map_or(String::new(), |latest| format!("tell of it by {latest}"));
    let source = &judged.house.source;
    let label = [(at.clone(), "told here".to_owned())];
    screen::complain!("{}", source.show(&message, Some(letter.citations()), label, &latest));
}

/// The version, if there are several.
fn dated(file: &HouseFile, house: &House) -> String {
    let (version, count) = (house.version(), file.versions.len());
    let from = version.from.map_or(String::new(), |from| format!(", in effect {from}"));
    if count > 1 { format!("version {} of {count}{from}\n", version.number) } else { String::new() }
}

/// A version, with its judgment.
pub struct Judged<'a> {
    pub house: &'a House,
    pub judgment: Judgment,
    /// The notices that come too late for it.
    pub early: Vec<Letter>,
    pub times: Times,
}

impl Judged<'_> {
    fn of(file: &HouseFile, at: usize, period_8_3: u32) -> Judged<'_> {
        let house = &file.versions[at];
        let (judgment, times) = (house.judge(), Times::of(&house.paper, period_8_3));
        let mut early = papers::letters(&file.before(at), &house.paper);
        early.retain(|letter| judgment.is_lawful() && times.judge(letter.kind).is_err());
        Judged { house, judgment, early, times }
    }

    fn is_lawful(&self) -> bool {
        self.judgment.is_lawful() && self.early.is_empty()
    }
}

/// Shows every violation at its position.
pub fn complain(house: &House, judgment: &Judgment) {
    for (table, (findings, _)) in house.tables.iter().zip(&judgment.tables) {
        for finding in findings {
            screen::complain!("{}", table.submission.show(finding, &table.prefix()));
        }
    }
    for discord in &judgment.discords {
        screen::complain!("{}", show(house, discord));
    }
}

fn show(house: &House, discord: &Discord) -> String {
    let Discord { key, has, wants, .. } = discord;
    let (table, other) = (&house.tables[discord.table], &house.tables[discord.other]);
    let mut at = vec![(discord.place(house), format!("{} has {has}", table.name))];
    // Two files cannot be shown at once, so the help states the other file's value.
    if std::rc::Rc::ptr_eq(table.submission.source_of(key), other.submission.source_of(key)) {
        at.push((other.submission.place_of(key), format!("{} has {wants}", other.name)));
    }
    let view = self::discord(house, discord);
    let source = table.submission.source_of(key);
    source.show(&view.message, Some(long(discord.cite)), at, &view.help)
}

fn summary(house: &House, judgment: &Judgment) -> String {
    let name = &house.source.name;
    let verdict = |lawful| if lawful { paint(GOOD, "lawful") } else { paint(BAD, "unlawful") };
    let mut text = match (judgment.count(), house.single) {
        (0, true) => {
            let game = house.tables[0].submission.game.name();
            format!("{}: {name} may open as a {game} table\n", verdict(true))
        }
        (0, false) => format!("{}: the {} tables of {name} may open\n", verdict(true), house.tables.len()),
        (1, _) => format!("{}: 1 violation in {name}\n", verdict(false)),
        (n, _) => format!("{}: {n} violations in {name}\n", verdict(false)),
    };
    for (at, (table, (findings, duties))) in house.tables.iter().zip(&judgment.tables).enumerate() {
        let mut indent = "  ";
        if !house.single {
            let lawful = findings.is_empty() && judgment.discords.iter().all(|d| d.table != at);
            let game = table.submission.game.name();
            let place = paint(BOLD, format!("pit {}, {}", table.pit, table.name));
            text += &format!("  {place}  {game}: {}\n", verdict(lawful));
            indent = "    ";
        }
        for duty in duties {
            text += &format!("{indent}{} {duty}\n", paint(CITE, format!("{:<14}", duty.cite)));
        }
    }
    if !house.single && judgment.is_lawful() {
        text += &format!("  {}\n", paint(BOLD, "the house"));
        for duty in DUTIES {
            text += &format!("    {} {duty}\n", paint(CITE, format!("{:<14}", duty.cite)));
        }
    }
    text
}

/// The judgment for programs.
pub fn report(house: &House, judgment: &Judgment) -> CheckView {
    let mut tables: Vec<TableCheckView> = house
        .tables
        .iter()
        .zip(&judgment.tables)
        .map(|(table, (findings, duties))| TableCheckView {
            pit: table.pit.clone(),
            table: table.name.clone(),
            game: table.submission.game.name().to_owned(),
            file: table.submission.source.name.clone(),
            violations: findings.iter().map(|finding| violation(&table.submission, finding)).collect(),
            duties: duties.iter().map(Sign::of).collect(),
        })
        .collect();
    let (mut game, mut violations, mut duties) = ("house".to_owned(), Vec::new(), of_house(judgment));
    if house.single {
        let table = tables.remove(0);
        (game, violations, duties) = (table.game, table.violations, table.duties);
    }
    CheckView {
        game,
        file: Some(house.source.name.clone()),
        lawful: judgment.is_lawful(),
        violations,
        duties,
        notices: Vec::new(),
        tables,
        house: judgment.discords.iter().map(|d| discord(house, d)).collect(),
    }
}

/// What the house must do whatever it chooses, if it is lawful.
fn of_house(judgment: &Judgment) -> Vec<Sign> {
    if judgment.is_lawful() { DUTIES.iter().map(Sign::of).collect() } else { Vec::new() }
}

fn discord(house: &House, discord: &Discord) -> DiscordView {
    let Discord { cite, key, has, wants, .. } = discord;
    let (table, other) = (&house.tables[discord.table], &house.tables[discord.other]);
    let unlike = Unlike {
        cite: *cite,
        key,
        pit: &table.pit,
        table: &table.name,
        has: has.clone(),
        other: &other.name,
        other_has: wants.clone(),
    };
    let place = Some(place(&table.submission, key, discord.place(house).start));
    DiscordView { place, ..unlike.into() }
}

fn violation(submission: &Submission, finding: &Finding) -> ViolationView {
    ViolationView::of(finding, Some(place(submission, &finding.key, submission.place(finding).start)))
}

fn place(submission: &Submission, key: &str, at: usize) -> PlaceView {
    let source = submission.source_of(key);
    let (line, column) = source.line_column(at);
    PlaceView { file: source.name.clone(), line, column }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Citation;
    use std::path::Path;

    /// Both positions of a discord are shown together, in every game.
    #[test]
    fn a_discord_names_both_tables_and_both_places() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/house.toml");
        let Ok(file) = HouseFile::read(&path) else { panic!("the example can be read") };
        let house = &file.versions[0];
        let cite = Citation::find("7.10(c)1").expect("there");
        let (has, wants) = ("\"half\"".to_owned(), "\"all\"".to_owned());
        let discord = Discord { cite, key: "zero", table: 1, has, other: 0, wants };
        let shown = show(house, &discord);
        for part in
            ["7.10(c)1", "pit 1, R-2: `zero` must be as at R-1", "R-2 has \"half\"", "R-1 has \"all\""]
        {
            assert!(shown.contains(part), "{part}: {shown}");
        }
        let judgment = Judgment { discords: vec![discord], ..house.judge() };
        assert_eq!(judgment.count(), 1);
        let report = report(house, &judgment);
        assert!(!report.lawful);
        assert_eq!(
            (report.house[0].place.as_ref().map(|at| at.line), report.house[0].other.as_str()),
            (Some(19), "R-1")
        );
    }
}
