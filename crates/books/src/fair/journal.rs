//! Checks the chance of a whole journal line by line, without the rules: that every window was binding before anyone
//! could know its outcome, that none is missing, and how many results the house could have chosen from.

use super::{Code, Unfair};
use crate::{
    HOUSE, Hash,
    chance::{FOREMOST, Key, PANEL, Secret, salt},
    record::{Entry, Record, Stage},
};
use std::collections::{BTreeMap, BTreeSet};

/// How many results the house could have chosen from in one window: 1, plus one for each time that it saw or could have
/// seen an outcome that then did not count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Looks {
    /// The number of the window.
    pub window: u64,
    /// The line that locked it.
    pub locked: u64,
    /// How many results there were to choose from.
    pub most: u64,
    /// Patrons who could have opened a part and came before others in the lot but were not in the panel, because the
    /// house declared them absent.
    pub absent: Vec<u16>,
}

/// A summary of a journal's chance.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Day {
    /// The windows whose secrets were revealed.
    pub windows: Vec<Looks>,
    /// How many parts were opened.
    pub parts: u64,
    /// Who withheld parts, and how often.
    pub withheld: BTreeMap<u16, u64>,
    /// How many windows failed.
    pub failed: u64,
    /// How often windows were abandoned after they were locked.
    pub given_up: u64,
    /// In how many windows only the house had a part.
    pub alone: u64,
}

/// A window in progress.
#[derive(Default)]
struct Seen {
    locked: Option<u64>,
    mixed: Option<u64>,
    drawn: Option<u64>,
    /// Whether wagers were made before the commitment, without a valid reason.
    late: bool,
    panel: Vec<u16>,
    absent: Vec<u16>,
    key: Option<(Hash, Option<u64>, BTreeSet<u16>)>,
}

#[derive(Default)]
struct Study {
    open: BTreeMap<u64, Seen>,
    last: u64,
    anchors: BTreeMap<u16, u64>,
    /// The last window whose secret was revealed: the secret, salt and delay from which the lot is drawn, and everyone
    /// who had a chain when it was locked.
    turned: Option<(Secret, Hash, Option<u64>, BTreeSet<u16>)>,
    /// Whether anyone has wagered since the last window ended.
    wagered: bool,
    /// Whether windows were abandoned since the last one was revealed, which is a valid reason for a late commitment.
    excused: bool,
    looks: u64,
    day: Day,
}

/// Studies a journal. Returns the first problem, with its line.
pub fn study<L: AsRef<str>>(lines: impl IntoIterator<Item = L>) -> Result<Day, Unfair> {
    let mut study = Study::default();
    for (seq, line) in (0..).zip(lines) {
        let record =
            Record::read(line.as_ref()).map_err(|error| Unfair::new(Code::Form, seq, error.to_string()))?;
        study.line(seq, &record)?;
    }
    Ok(study.day)
}

fn order(seq: u64, why: impl Into<String>) -> Unfair {
    Unfair::new(Code::Order, seq, why)
}

/// Whether a patron's line puts money down: it ends in an amount, or in an amount and a tender. A number after `at` is
/// a seat or a cut.
fn stakes(line: &str) -> bool {
    let words: Vec<&str> = line.split(' ').collect();
    let amount = |at: usize| {
        let digits = words[at].bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        digits && at > 0 && words[at - 1] != "at"
    };
    let last = words.len() - 1;
    amount(last) || matches!(words[last], "color" | "cash" | "coupon") && last > 0 && amount(last - 1)
}

impl Study {
    fn line(&mut self, seq: u64, record: &Record) -> Result<(), Unfair> {
        match &record.entry {
            Entry::Input { line } => self.input(seq, &record.by, line),
            Entry::Anchored { patron, .. } => {
                self.anchors.insert(*patron, seq);
                Ok(())
            }
            Entry::Committed { window, .. } => self.commit(*window),
            Entry::Locked { window, panel, .. } => self.lock(seq, *window, panel),
            Entry::Mixed { window, parts, steps } => {
                let seen = self.seen(seq, *window)?;
                if seen.locked.is_none() || seen.mixed.is_some() {
                    return Err(order(seq, format!("window {window} is mixed without a lock")));
                }
                seen.mixed = Some(seq);
                if let Some((hash, delay, _)) = &mut seen.key {
                    (*hash, *delay) = (salt(parts.iter().copied()), *steps);
                }
                let left_out: Vec<u16> = seen.panel.clone();
                let left_out =
                    left_out.into_iter().filter(|one| !parts.iter().any(|(patron, _)| patron == one));
                left_out.for_each(|patron| *self.day.withheld.entry(patron).or_default() += 1);
                self.day.parts += parts.len() as u64;
                self.day.alone += u64::from(parts.is_empty());
                Ok(())
            }
            Entry::Failed { window, withheld, .. } => {
                let seen = self.seen(seq, *window)?;
                if seen.locked.is_none() || seen.mixed.is_some() {
                    return Err(order(
                        seq,
                        format!("window {window} fails without a lock, or after it was mixed"),
                    ));
                }
                withheld.iter().for_each(|patron| *self.day.withheld.entry(*patron).or_default() += 1);
                self.open.remove(window);
                (self.looks, self.excused) = (self.looks + 1, true);
                self.day.failed += 1;
                Ok(())
            }
            Entry::Turned { window, secret } => self.turn(seq, *window, *secret),
            Entry::Abandoned { first, last, after, .. } => {
                for window in *first..=*last {
                    self.open.remove(&window).ok_or_else(|| {
                        Unfair::new(Code::Gap, window, "a window is given up that never was")
                    })?;
                }
                let looked = u64::from(*after != Stage::Committed);
                (self.looks, self.excused) = (self.looks + looked, true);
                self.day.given_up += looked;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn seen(&mut self, seq: u64, window: u64) -> Result<&mut Seen, Unfair> {
        let unknown = || order(seq, format!("the house was not committed to window {window}"));
        self.open.get_mut(&window).ok_or_else(unknown)
    }

    fn input(&mut self, seq: u64, by: &str, line: &str) -> Result<(), Unfair> {
        let patron = line
            .split([' ', '@'])
            .next()
            .is_some_and(|who| who.strip_prefix('p').is_some_and(|number| number.parse::<u16>().is_ok()));
        self.wagered |= patron && stakes(line);
        let staff = ["dealer", "floorperson", "supervisor", "irregularity"];
        let chance = by == HOUSE && !patron && !staff.iter().any(|who| line.split(' ').next() == Some(who));
        if chance {
            let mixed = self.open.values_mut().find(|seen| seen.locked.is_some());
            let mixed = mixed.filter(|seen| seen.mixed.is_some_and(|mixed| mixed < seq));
            let mixed = mixed.ok_or_else(|| order(seq, "something was drawn from no window"))?;
            mixed.drawn.get_or_insert(seq);
        }
        Ok(())
    }

    fn commit(&mut self, window: u64) -> Result<(), Unfair> {
        if window != self.last + 1 {
            let why = format!("window {window} follows window {}", self.last);
            return Err(Unfair::new(Code::Gap, window, why));
        }
        self.last = window;
        let late = self.wagered && !self.excused;
        self.open.insert(window, Seen { late, ..Seen::default() });
        Ok(())
    }

    fn lock(&mut self, seq: u64, window: u64, panel: &[u16]) -> Result<(), Unfair> {
        if let Some((other, _)) = self.open.iter().find(|(_, seen)| seen.locked.is_some()) {
            let why =
                format!("window {window} is locked while window {other} was neither turned nor given up");
            return Err(Unfair::new(Code::Gap, *other, why));
        }
        let anchored: BTreeSet<u16> = self.anchors.keys().copied().collect();
        if let Some(patron) = panel.iter().find(|patron| !anchored.contains(patron)) {
            return Err(order(seq, format!("p{patron} is in the panel and had no anchor before")));
        }
        let absent = self.check_lot(window, panel, &anchored)?;
        let seen = self.seen(seq, window)?;
        if seen.late {
            return Err(order(
                seq,
                format!("wagers were made before the house was committed to window {window}"),
            ));
        }
        (seen.locked, seen.panel, seen.absent) = (Some(seq), panel.to_vec(), absent);
        seen.key = Some((Hash::ZERO, None, anchored));
        self.commit(window + 1)?;
        // This line commits to the next window before any of its wagers.
        self.open.entry(window + 1).or_default().late = false;
        self.wagered = false;
        Ok(())
    }

    /// Checks a panel against the lot: a full panel has at most [`FOREMOST`] people besides those the lot names first.
    fn check_lot(&self, window: u64, panel: &[u16], anchored: &BTreeSet<u16>) -> Result<Vec<u16>, Unfair> {
        if panel.len() > PANEL {
            return Err(Unfair::new(Code::Lot, window, format!("a panel of {}", panel.len())));
        }
        let Some((secret, salt, steps, people)) = &self.turned else { return Ok(Vec::new()) };
        if panel.len() < PANEL || anchored.len() <= PANEL {
            return Ok(Vec::new());
        }
        let order = Key::new(secret, *salt, *steps).lot(people.iter().copied().collect(), people.len());
        // Those with the most at stake are in the panel whatever the lot says. They are therefore taken to be the
        // panel's last members in the order of the lot.
        let drawn: Vec<usize> = (0..order.len()).filter(|at| panel.contains(&order[*at])).collect();
        if drawn.len() < PANEL - FOREMOST {
            let why = "fewer than 16 of the panel had a chain when the lot's window was locked";
            return Err(Unfair::new(Code::Lot, window, why));
        }
        let last = drawn[PANEL - FOREMOST - 1];
        Ok(order[..last].iter().copied().filter(|patron| !panel.contains(patron)).collect())
    }

    fn turn(&mut self, seq: u64, window: u64, secret: Hash) -> Result<(), Unfair> {
        let looks = self.looks;
        let seen = self.seen(seq, window)?;
        let (Some(locked), Some(mixed)) = (seen.locked, seen.mixed) else {
            return Err(order(seq, format!("window {window} is turned and was never mixed")));
        };
        if seen.drawn.is_some_and(|drawn| drawn < mixed) {
            return Err(order(seq, format!("something of window {window} was drawn before it was mixed")));
        }
        let seen = self.open.remove(&window).unwrap_or_default();
        if let Some((salt, steps, anchored)) = seen.key {
            self.turned = Some((Secret::from_bytes(secret.0), salt, steps, anchored));
        }
        self.day.windows.push(Looks { window, locked, most: 1 + looks, absent: seen.absent });
        (self.looks, self.wagered, self.excused) = (0, false, false);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wagers_are_told_from_seats_and_cuts() {
        for line in ["p1 red 5.00", "p2@5 banco 200", "p1 straight 17 5", "p1 red 5 color"] {
            assert!(stakes(line), "{line}");
        }
        for line in ["p1 sits at 7", "p3 cuts at 190", "p1 takes back red", "p1 hits", "p1", "p1 color"] {
            assert!(!stakes(line), "{line}");
        }
    }
}
