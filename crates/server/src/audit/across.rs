//! What must hold across all journals of a floor: cage keys and slips are unique, and the store's records of them, and
//! of what clerks took in and paid out, match the journals.

use super::Finding;
use crate::{
    actor::guard,
    store::{Answer, CageKey, Reader, Spot, is_cage},
};
use books::Step;
use std::{collections::BTreeMap, fmt::Debug};

/// What the journals say.
#[derive(Default)]
pub struct Across {
    keys: Vec<CageKey>,
    slips: Vec<(String, Spot)>,
    issued: BTreeMap<(String, i64), i64>,
}

impl Across {
    /// Takes note of a valid line.
    pub fn note(&mut self, step: &Step) {
        let record = &step.record;
        let spot = || Spot { table: record.table.clone(), seq: record.seq };
        // The limit at the time cannot be derived from the line, and does not matter here.
        let guard = guard(record, 0);
        if let (true, Some((key, body))) = (is_cage(&record.table), record.key.clone().zip(record.body)) {
            let (asks, decides) = (guard.asks, guard.decides);
            self.keys.push(CageKey { key, body, at: spot(), asks, decides });
        }
        self.slips.extend(guard.slip.map(|slip| (slip, spot())));
        if let Some(issue) = guard.issue {
            *self.issued.entry((issue.by, issue.day)).or_default() += issue.cents;
        }
    }

    /// Adds what another journal says.
    pub fn add(&mut self, mut other: Across) {
        self.keys.append(&mut other.keys);
        self.slips.append(&mut other.slips);
        for (day, cents) in other.issued {
            *self.issued.entry(day).or_default() += cents;
        }
    }

    /// Reports whatever differs.
    pub fn compare(mut self, store: &mut dyn Reader, findings: &mut Vec<Finding>) -> Answer<()> {
        once("key", self.keys.iter().map(|key| (&key.key, &key.at)), findings);
        once("slip", self.slips.iter().map(|(slip, at)| (slip, at)), findings);
        self.keys.sort_by(|a, b| a.at.cmp(&b.at));
        self.slips.sort();
        differ("cage_keys", store.cage_keys()?, self.keys, findings);
        differ("slips", store.slips()?, self.slips, findings);
        let issued = self.issued.into_iter().map(|((clerk, day), cents)| (clerk, day, cents)).collect();
        differ("issued", store.all_issued()?, issued, findings);
        Ok(())
    }
}

/// Checks that no name occurs in two lines of the floor.
fn once<'a>(what: &str, all: impl Iterator<Item = (&'a String, &'a Spot)>, findings: &mut Vec<Finding>) {
    let mut seen: BTreeMap<&String, &Spot> = BTreeMap::new();
    for (name, at) in all {
        if let Some(before) = seen.insert(name, at) {
            let what = format!("its {what} {name} stands in line {} of {} too", before.seq, before.table);
            findings.push(Finding { of: at.table.clone(), seq: Some(at.seq), what });
        }
    }
}

/// Reports the first row that differs from what the journals say. Both lists are in the same order.
fn differ<T: PartialEq + Debug>(of: &str, kept: Vec<T>, must: Vec<T>, findings: &mut Vec<Finding>) {
    let at = kept.iter().zip(&must).position(|(kept, must)| kept != must);
    let at = at.unwrap_or(kept.len().min(must.len()));
    let what = match (kept.get(at), must.get(at)) {
        (None, None) => return,
        (None, Some(must)) => format!("missing: {must:?}"),
        (Some(kept), None) => format!("in no journal: {kept:?}"),
        (Some(kept), Some(must)) => format!("kept is {kept:?}, and the journals have {must:?}"),
    };
    findings.push(Finding { of: of.to_owned(), seq: None, what });
}
