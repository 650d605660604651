//! Serialization of the exact sums of a blackjack simulation.

use crate::json::{LineJson, SumsJson};
use odds::blackjack::simulate::{COUNTS, Events, Line, Sums};

pub fn write(sums: &Sums) -> SumsJson {
    SumsJson {
        all: line(&sums.all),
        additional: line(&sums.additional),
        wagered: sums.wagered.to_string(),
        rounds: sums.rounds.map(|n| n.to_string()),
        boxes: sums.events.boxes.to_string(),
        blackjacks: sums.events.blackjacks.to_string(),
        doubled: sums.events.doubled.to_string(),
        split: sums.events.split.to_string(),
        surrendered: sums.events.surrendered.to_string(),
        busted: sums.events.busted.to_string(),
        insured: sums.events.insured.to_string(),
        shoes: sums.shoes.to_string(),
        by_count: sums.by_count.iter().map(line).collect(),
        sessions: sums.sessions.iter().map(|(net, times)| [net.to_string(), times.to_string()]).collect(),
        ruined: sums.ruined.to_string(),
        reached: sums.reached.to_string(),
    }
}

fn line(line: &Line) -> LineJson {
    LineJson {
        rounds: line.rounds.to_string(),
        initial: line.initial.to_string(),
        net: line.net.to_string(),
        squares: line.squares.map(|sum| sum.to_string()),
    }
}

/// `None` if something is not a number, or if true counts are missing.
pub fn read(json: &SumsJson) -> Option<Sums> {
    let [won, tied, lost] = &json.rounds;
    let by_count: Option<Vec<Line>> = json.by_count.iter().map(read_line).collect();
    let sessions = json.sessions.iter().map(|[net, times]| Some((net.parse().ok()?, times.parse().ok()?)));
    Some(Sums {
        all: read_line(&json.all)?,
        additional: read_line(&json.additional)?,
        wagered: json.wagered.parse().ok()?,
        rounds: [won.parse().ok()?, tied.parse().ok()?, lost.parse().ok()?],
        events: Events {
            boxes: json.boxes.parse().ok()?,
            blackjacks: json.blackjacks.parse().ok()?,
            doubled: json.doubled.parse().ok()?,
            split: json.split.parse().ok()?,
            surrendered: json.surrendered.parse().ok()?,
            busted: json.busted.parse().ok()?,
            insured: json.insured.parse().ok()?,
        },
        shoes: json.shoes.parse().ok()?,
        by_count: by_count.filter(|lines| lines.is_empty() || lines.len() == COUNTS.count())?,
        sessions: sessions.collect::<Option<_>>()?,
        ruined: json.ruined.parse().ok()?,
        reached: json.reached.parse().ok()?,
    })
}

fn read_line(json: &LineJson) -> Option<Line> {
    let [net, initial, both] = &json.squares;
    Some(Line {
        rounds: json.rounds.parse().ok()?,
        initial: json.initial.parse().ok()?,
        net: json.net.parse().ok()?,
        squares: [net.parse().ok()?, initial.parse().ok()?, both.parse().ok()?],
    })
}
