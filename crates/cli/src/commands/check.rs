//! `ch47 check`: is this submission lawful?

use crate::{
    args::Check,
    failure::Failure,
    json::{self, CheckJson, DutyJson, ViolationJson},
    load::{Finding, Submission, judge, long},
    screen::{self, BAD, CITE, GOOD, paint},
};
use rules::{Duty, Game, Visitor};

pub fn run(args: &Check, as_json: bool) -> Result<(), Failure> {
    let submission = Submission::read(&args.file)?;
    let (mut findings, duties) = submission.game.visit(Judge(&submission));
    findings.sort_by_key(|finding| submission.place(finding).start);
    let lawful = findings.is_empty();
    if as_json {
        let report = CheckJson {
            file: submission.source.name.clone(),
            game: submission.game.name().to_owned(),
            lawful,
            violations: findings.iter().map(|finding| violation(&submission, finding)).collect(),
            duties: duties
                .iter()
                .map(|d| DutyJson { cite: d.cite.to_string(), says: d.to_string() })
                .collect(),
        };
        screen::show(&json::render(&report)?)?;
    } else {
        for finding in &findings {
            anstream::eprintln!("{}", submission.show(finding));
        }
        let name = &submission.source.name;
        let mut text = match findings.len() {
            0 => {
                format!("{}: {name} may open as a {} table\n", paint(GOOD, "lawful"), submission.game.name())
            }
            1 => format!("{}: 1 violation in {name}\n", paint(BAD, "unlawful")),
            n => format!("{}: {n} violations in {name}\n", paint(BAD, "unlawful")),
        };
        for duty in &duties {
            text += &format!("  {} {duty}\n", paint(CITE, format!("{:<14}", duty.cite)));
        }
        screen::show(&text)?;
    }
    if lawful { Ok(()) } else { Err(Failure::Law) }
}

struct Judge<'a>(&'a Submission);

impl Visitor for Judge<'_> {
    type Out = (Vec<Finding>, Vec<Duty>);
    fn visit<G: Game>(self) -> Self::Out {
        let mut duties = Vec::new();
        match judge::<G>(&self.0.settings) {
            Err(findings) => (findings, duties),
            Ok(options) => {
                G::duties(&options, &mut |duty| duties.push(duty));
                (Vec::new(), duties)
            }
        }
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
