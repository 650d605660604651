//! `ch47 check`: is this submission lawful? And the tables of this house, each for itself and together?

use crate::{
    args::Check,
    failure::Failure,
    house::{Discord, House, Judgement},
    json::{self, CheckJson, DiscordJson, DutyJson, TableCheckJson, ViolationJson},
    load::{Finding, Submission, long},
    screen::{self, BAD, BOLD, CITE, GOOD, paint},
};
use rules::Duty;

pub fn run(args: &Check, as_json: bool) -> Result<(), Failure> {
    let house = House::read(&args.file)?;
    let judgement = house.judge();
    if as_json {
        screen::show(&json::render(&report(&house, &judgement))?)?;
    } else {
        complain(&house, &judgement);
        screen::show(&summary(&house, &judgement))?;
    }
    if judgement.is_lawful() { Ok(()) } else { Err(Failure::Law) }
}

/// Shows every violation at its place.
pub fn complain(house: &House, judgement: &Judgement) {
    for (table, (findings, _)) in house.tables.iter().zip(&judgement.tables) {
        for finding in findings {
            screen::complain!("{}", table.submission.show(finding, &table.prefix()));
        }
    }
    for discord in &judgement.discords {
        screen::complain!("{}", show(house, discord));
    }
}

fn show(house: &House, discord: &Discord) -> String {
    let Discord { key, has, wants, .. } = discord;
    let (table, other) = (&house.tables[discord.table], &house.tables[discord.other]);
    let mut at = vec![(discord.place(house), format!("{} has {has}", table.name))];
    // Two files cannot be shown at once; the help says what the other has.
    if std::rc::Rc::ptr_eq(&table.submission.source, &other.submission.source) {
        at.push((other.submission.place_of(key), format!("{} has {wants}", other.name)));
    }
    let (title, help) = (discord.title(house), discord.help(house));
    table.submission.source.show(&title, Some(long(discord.cite)), at, &help)
}

fn summary(house: &House, judgement: &Judgement) -> String {
    let name = &house.source.name;
    let verdict = |lawful| if lawful { paint(GOOD, "lawful") } else { paint(BAD, "unlawful") };
    let mut text = match (judgement.count(), house.single) {
        (0, true) => {
            let game = house.tables[0].submission.game.name();
            format!("{}: {name} may open as a {game} table\n", verdict(true))
        }
        (0, false) => format!("{}: the {} tables of {name} may open\n", verdict(true), house.tables.len()),
        (1, _) => format!("{}: 1 violation in {name}\n", verdict(false)),
        (n, _) => format!("{}: {n} violations in {name}\n", verdict(false)),
    };
    for (at, (table, (findings, duties))) in house.tables.iter().zip(&judgement.tables).enumerate() {
        let mut indent = "  ";
        if !house.single {
            let lawful = findings.is_empty() && judgement.discords.iter().all(|d| d.table != at);
            let game = table.submission.game.name();
            let place = paint(BOLD, format!("pit {}, {}", table.pit, table.name));
            text += &format!("  {place}  {game}: {}\n", verdict(lawful));
            indent = "    ";
        }
        for duty in duties {
            text += &format!("{indent}{} {duty}\n", paint(CITE, format!("{:<14}", duty.cite)));
        }
    }
    text
}

/// The judgement for a program.
pub fn report(house: &House, judgement: &Judgement) -> CheckJson {
    let mut tables: Vec<TableCheckJson> = house
        .tables
        .iter()
        .zip(&judgement.tables)
        .map(|(table, (findings, duties))| TableCheckJson {
            pit: table.pit.clone(),
            table: table.name.clone(),
            game: table.submission.game.name().to_owned(),
            file: table.submission.source.name.clone(),
            violations: findings.iter().map(|finding| violation(&table.submission, finding)).collect(),
            duties: duties.iter().map(duty).collect(),
        })
        .collect();
    let (mut game, mut violations, mut duties) = ("house".to_owned(), Vec::new(), Vec::new());
    if house.single {
        let table = tables.remove(0);
        (game, violations, duties) = (table.game, table.violations, table.duties);
    }
    CheckJson {
        file: house.source.name.clone(),
        game,
        lawful: judgement.is_lawful(),
        violations,
        duties,
        tables,
        house: judgement.discords.iter().map(|d| discord(house, d)).collect(),
    }
}

fn duty(duty: &Duty) -> DutyJson {
    DutyJson { cite: duty.cite.to_string(), says: duty.to_string() }
}

fn discord(house: &House, discord: &Discord) -> DiscordJson {
    let (table, other) = (&house.tables[discord.table], &house.tables[discord.other]);
    let (line, column) = table.submission.source.line_column(discord.place(house).start);
    DiscordJson {
        pit: table.pit.clone(),
        key: discord.key.to_owned(),
        table: table.name.clone(),
        has: discord.has.clone(),
        other: other.name.clone(),
        other_has: discord.wants.clone(),
        file: table.submission.source.name.clone(),
        line,
        column,
        message: discord.title(house),
        help: discord.help(house),
        cite: long(discord.cite),
    }
}

fn violation(submission: &Submission, finding: &Finding) -> ViolationJson {
    let (line, column) = submission.source.line_column(submission.place(finding).start);
    ViolationJson {
        key: finding.key.clone(),
        line,
        column,
        written: finding.written.clone(),
        message: finding.title(),
        help: finding.help(),
        cite: finding.cite.map(long),
        held: finding.cite.map(rules::Citation::is_held),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Citation;
    use std::path::Path;

    /// The two places of a discord are shown together, whichever game it is of.
    #[test]
    fn a_discord_names_both_tables_and_both_places() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/house.toml");
        let Ok(house) = House::read(&path) else { panic!("the example can be read") };
        let cite = Citation::find("7.10(c)1").expect("there");
        let (has, wants) = ("\"half\"".to_owned(), "\"all\"".to_owned());
        let discord = Discord { cite, key: "zero", table: 1, has, other: 0, wants };
        let shown = show(&house, &discord);
        for part in
            ["7.10(c)1", "pit 1, R-2: `zero` must be as at R-1", "R-2 has \"half\"", "R-1 has \"all\""]
        {
            assert!(shown.contains(part), "{part}: {shown}");
        }
        let judgement = Judgement { discords: vec![discord], ..house.judge() };
        assert_eq!(judgement.count(), 1);
        let report = report(&house, &judgement);
        assert!(!report.lawful);
        assert_eq!((report.house[0].line, report.house[0].other.as_str()), (19, "R-1"));
    }
}
