//! The results of the searches of all games, as a page of the documentation.

use crate::report::{Ineffective, Report};

/// `12,345`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The page of the documentation, with the seconds of processor time that each game took.
pub fn page(reports: &[Report], seconds: &[i64]) -> String {
    let mut text = String::from(INTRODUCTION);
    text += "| game | within | states | inputs | depth | merged: compared | unlisted tried on | hidden pairs | result |\n";
    text += "|---|---|--:|--:|--:|--:|--:|--:|---|\n";
    for report in reports {
        for row in &report.rows {
            let faults: Vec<String> = row.faults.iter().map(|fault| format!("**{}**", fault.kind)).collect();
            let result = match (row.complete, faults.is_empty()) {
                (true, true) => "everything holds".to_owned(),
                (false, true) => "cut off, nothing found".to_owned(),
                (_, false) => faults.join(", "),
            };
            text += &format!(
                "| {} | {} | {} | {} | {} | {}: {} | {} | {} | {result} |\n",
                report.game,
                row.bounds,
                grouped(row.states as u64),
                grouped(row.transitions),
                row.depth,
                grouped(row.merged),
                grouped(row.compared),
                grouped(row.tried),
                grouped(row.pairs)
            );
        }
    }
    text += &format!(
        "\nThe searches took {} seconds of processor time together, as measured when this page was written: {}.\n",
        seconds.iter().sum::<i64>(),
        (reports.iter().zip(seconds))
            .map(|(report, seconds)| format!("{} {seconds}", report.game))
            .collect::<Vec<_>>()
            .join(", ")
    );
    text += "\n## What was not told apart\n\n";
    for report in reports {
        let mut parts: Vec<&str> =
            report.rows.iter().flat_map(|row| &row.leaves_out).map(String::as_str).collect();
        parts.sort_unstable();
        parts.dedup();
        text += &format!("- {}: {}\n", report.game, parts.join(", "));
    }
    text += PROVISIONS;
    for report in reports {
        text += &provisions(report);
    }
    text += "\n## Irregularities\n\nAll occur, and each has a remedy, at the usual options or under the option named here.\n\n";
    for report in reports {
        text += &format!("- {}: {}\n", report.game, irregularities(report));
    }
    text
}

/// A section on the provisions of a game.
fn provisions(report: &Report) -> String {
    let provisions = &report.provisions;
    let mut text = format!(
        "\n### {}\n\n{} apply, {} only refuse, {} have no effect at the usual options.\n",
        report.game,
        provisions.applied.len(),
        provisions.refuse.len(),
        provisions.without_effect.len()
    );
    if provisions.without_effect.is_empty() {
        return text;
    }
    text += "\n| provision | applies in | readings |\n|---|---|---|\n";
    for Ineffective { id, rounds, readings } in &provisions.without_effect {
        let name = |round: &String| round.split('/').nth(1).unwrap_or(round).to_owned();
        let mut shown: Vec<String> = rounds.iter().take(2).map(name).collect();
        match rounds.len() {
            0 => shown.push("**nowhere: no round is known in which it does**".to_owned()),
            many if many > 2 => shown.push(format!("and {} more", many - 2)),
            _ => {}
        }
        text += &format!("| {id} | {} | {} |\n", shown.join(", "), readings.join(", "));
    }
    text
}

fn irregularities(report: &Report) -> String {
    let never: Vec<String> = (report.irregularities_never.iter())
        .map(|name| match report.irregularities_elsewhere.iter().find(|it| it.irregularity == *name) {
            Some(it) if it.has_remedy => format!("{name} with `{}`", it.option),
            Some(it) => format!("**{name} with `{}` has no remedy**", it.option),
            None => format!("**{name} occurs under no option that was tried**"),
        })
        .collect();
    match never.as_slice() {
        [] => "all at the usual options".to_owned(),
        never => format!("{}; all others at the usual options", never.join("; ")),
    }
}

const PROVISIONS: &str = "
## Provisions

Which provisions had an effect in these searches. That one had none is reported as a fact about the usual options and these bounds, not as a
fault: most of the provisions listed speak of something that a table with these options does not have, and take effect under
another option or a wider bound. For each of them the golden rounds are named in which it does apply (`crates/rules/tests/rounds/GAME/NAME.round`), and the readings
of its words.
";

const INTRODUCTION: &str = "\
# Proofs

Written by `ch47 prove --all --markdown`. Every state that a table can reach within the stated bounds was visited, and in
each of them it was checked that somebody can go on, that the usual steps end the round when everyone has gone, that chips
are conserved, that what is listed is accepted, that announcements are made at their moments, that every irregularity has a
remedy, and that nobody's picture, events or menus depend on a card they may not know. On some states everything was tried
that is *not* listed: it must be refused, and the refusal must change nothing. Nothing is claimed beyond the bounds.

States that differ only in what was not told apart count as one. That such states have the same future was checked too, on
a sample of the inputs that led to a known state: their menus and the keys of everything that may follow were compared.
Announcements are compared with `crates/prove/announcements`, which the same searches wrote: that shows that they do not change
unnoticed, and says nothing about what the law demands. [How to run it yourself](cli/prove.md).

That the checks would notice is tested too: a dozen faults are built into a table of every game, one after another, and each must be
found by its own check (`crates/prove/tests/mutations.rs`).

\
";
