//! Deals a finished window again, using only what was published about it.

mod journal;

pub use journal::{Day, Looks, study};

use crate::{
    chance::{Deal, Key, Menu, Secret, link_times, salt},
    hash::Hash,
    window::{FAILURES, Window},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The version of the file format.
const VERSION: u32 = 2;

/// Everything that decides a window, and everything drawn in it: what a third party needs to repeat the
/// draws, as JSON. `docs/fairness.md` describes how, and `docs/fair.py` does it without this code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WindowFile {
    /// The version of this format: 2.
    pub version: u32,
    /// The name of the table.
    pub table: String,
    /// The number of the window, from 1.
    pub window: u64,
    /// The commitment that the house published beforehand.
    #[schemars(with = "String")]
    pub commitment: Hash,
    /// The secret that the house revealed afterward, in 64 hexadecimal digits.
    pub secret: String,
    /// The patrons who had to open a part, in order.
    pub panel: Vec<u16>,
    /// The parts, ordered by patron.
    pub parts: Vec<PartFile>,
    /// The number of steps of the delay; absent if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<u64>,
    /// The windows that failed before this one since wagers were closed.
    pub failed: Vec<FailedFile>,
    /// The positions at which the cards were cut, in journal order.
    pub cuts: Vec<u16>,
    /// The menu of the first draw: for cards, the number of each.
    pub composition: Vec<(String, u32)>,
    /// The draws, in order.
    pub draws: Vec<Drawn>,
}

/// A patron's part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PartFile {
    /// The number of the patron.
    pub patron: u16,
    /// The end of the patron's chain, which was in the journal beforehand.
    #[schemars(with = "String")]
    pub anchor: Hash,
    /// The first window that the chain serves.
    pub since: u64,
    /// The value of the chain that was revealed.
    #[schemars(with = "String")]
    pub value: Hash,
}

/// A window that failed because someone withheld a part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FailedFile {
    /// The number of the failed window.
    pub window: u64,
    /// The commitment that the house published beforehand.
    #[schemars(with = "String")]
    pub commitment: Hash,
    /// The secret, in 64 hexadecimal digits.
    pub secret: String,
    /// The patrons who had to open a part.
    pub panel: Vec<u16>,
    /// The patrons who did not.
    pub withheld: Vec<u16>,
}

/// One draw in a window.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Drawn {
    /// The possible outcomes with their weights. Absent if they are exactly the remaining cards or, for a
    /// composition that is not all cards, exactly the composition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub menu: Option<Vec<(String, u32)>>,
    /// The outcome.
    pub shown: String,
}

/// The result of dealing a window again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Redealt {
    /// The order of all its cards after the cuts, as they are drawn; empty for a wheel.
    pub order: Vec<String>,
}

/// What is wrong with a window or a journal, as a code for programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    /// The file is not in this format.
    Form,
    /// A secret does not match the house's commitment.
    Commitment,
    /// A part does not lead to its anchor.
    Chain,
    /// The parts are not those of the panel's members.
    Panel,
    /// There is a delay where there should be none, or the reverse.
    Delay,
    /// A draw differs from what the deal gives.
    Draw,
    /// Lines of the journal are not in the order that makes them binding.
    Order,
    /// A window is missing, or was neither revealed nor failed nor abandoned.
    Gap,
    /// The panel is not the one that the lot gives.
    Lot,
    /// The journal differs from the one that the floor signed for a contributor.
    Fork,
}

impl Code {
    /// Every code.
    pub const ALL: [Code; 10] = [
        Code::Form,
        Code::Commitment,
        Code::Chain,
        Code::Panel,
        Code::Delay,
        Code::Draw,
        Code::Order,
        Code::Gap,
        Code::Lot,
        Code::Fork,
    ];

    /// The code as a word.
    pub const fn word(self) -> &'static str {
        match self {
            Code::Form => "form",
            Code::Commitment => "commitment",
            Code::Chain => "chain",
            Code::Panel => "panel",
            Code::Delay => "delay",
            Code::Draw => "draw",
            Code::Order => "order",
            Code::Gap => "gap",
            Code::Lot => "lot",
            Code::Fork => "fork",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The first problem found in a window or a journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfair {
    /// The kind of problem.
    pub code: Code,
    /// The number of the draw, patron, window or line, depending on the code; 0 where there is only one.
    pub at: u64,
    /// The explanation for people.
    pub why: String,
}

impl Unfair {
    fn new(code: Code, at: u64, why: impl Into<String>) -> Unfair {
        Unfair { code, at, why: why.into() }
    }
}

impl fmt::Display for Unfair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            0 => write!(f, "{}: {}", self.code, self.why),
            at => write!(f, "{} {at}: {}", self.code, self.why),
        }
    }
}

impl std::error::Error for Unfair {}

impl WindowFile {
    /// Makes the file for a finished window.
    pub fn new(table: &str, window: &Window, secret: Hash) -> WindowFile {
        let parts = window.parts.iter().flatten().filter_map(|(patron, value)| {
            let chain = &window.member(*patron)?.chain;
            Some(PartFile { patron: *patron, anchor: chain.anchor, since: chain.since, value: *value })
        });
        let failed = window.failed.iter().map(|failed| FailedFile {
            window: failed.window,
            commitment: failed.commitment,
            secret: failed.secret.to_string(),
            panel: failed.panel.clone(),
            withheld: failed.withheld.clone(),
        });
        let draws =
            window.shown.iter().map(|shown| Drawn { menu: shown.menu.clone(), shown: shown.chance.clone() });
        WindowFile {
            version: VERSION,
            table: table.to_owned(),
            window: window.number,
            commitment: window.commitment,
            secret: secret.to_string(),
            panel: window.patrons(),
            parts: parts.collect(),
            steps: window.steps,
            failed: failed.collect(),
            cuts: window.cuts.clone(),
            composition: window.composition.clone(),
            draws: draws.collect(),
        }
    }

    /// Reads a window file.
    pub fn read(text: &str) -> Result<WindowFile, Unfair> {
        let file: WindowFile = serde_json::from_str(text)
            .map_err(|error| Unfair::new(Code::Form, 0, format!("not a window file: {error}")))?;
        match file.version {
            VERSION => Ok(file),
            other => Err(Unfair::new(Code::Form, 0, format!("version {other}, not {VERSION}"))),
        }
    }

    /// The hash of all parts.
    pub fn salt(&self) -> Hash {
        salt(self.parts.iter().map(|part| (part.patron, part.value)))
    }

    /// Checks everything and deals the window again; stops at the first problem.
    pub fn check(&self) -> Result<Redealt, Unfair> {
        let secret = self.check_secrets()?;
        self.check_chains()?;
        self.check_panel()?;
        let late = self.failed.len() >= FAILURES;
        if self.steps.is_some_and(|steps| steps > 0) != late || self.steps.is_some() != late {
            let why = "a window must have a delay after three failed windows, and only then";
            return Err(Unfair::new(Code::Delay, 0, why));
        }
        self.deal_again(&Key::new(&secret, self.salt(), self.steps))
    }

    fn check_secrets(&self) -> Result<Secret, Unfair> {
        let check = |window: u64, secret: &str, published: Hash| {
            let read = Secret::read(secret).ok_or_else(|| {
                Unfair::new(Code::Form, 0, "a secret is not 64 lowercase hexadecimal digits")
            })?;
            let made = read.commitment(&self.table, window);
            match made == published {
                true => Ok(read),
                false => {
                    let why = format!("the secret has the commitment {made}, but {published} was published");
                    Err(Unfair::new(Code::Commitment, window, why))
                }
            }
        };
        for failed in &self.failed {
            check(failed.window, &failed.secret, failed.commitment)?;
        }
        check(self.window, &self.secret, self.commitment)
    }

    fn check_chains(&self) -> Result<(), Unfair> {
        for part in &self.parts {
            let depth = self.window.checked_sub(part.since).map(|before| before + 1);
            // No chain is longer than this: hashing beyond it would only waste time.
            let depth = depth.filter(|depth| *depth <= crate::chance::LONGEST.into());
            if depth.is_none_or(|depth| link_times(part.value, depth) != part.anchor) {
                let why = format!("the part of p{} does not lead to its anchor", part.patron);
                return Err(Unfair::new(Code::Chain, part.patron.into(), why));
            }
        }
        Ok(())
    }

    fn check_panel(&self) -> Result<(), Unfair> {
        let ascend = |patrons: &[u16]| patrons.is_sorted_by(|a, b| a < b);
        let parts: Vec<u16> = self.parts.iter().map(|part| part.patron).collect();
        let whole = match self.failed.len() >= FAILURES {
            true => ascend(&parts) && parts.iter().all(|patron| self.panel.contains(patron)),
            false => parts == self.panel,
        };
        if !ascend(&self.panel) || !whole {
            return Err(Unfair::new(
                Code::Panel,
                0,
                "the parts are not those of the panel, each once and in order",
            ));
        }
        for failed in &self.failed {
            let named = !failed.withheld.is_empty()
                && ascend(&failed.withheld)
                && failed.withheld.iter().all(|patron| failed.panel.contains(patron));
            if !named {
                let why = format!("window {} failed, but nobody in its panel is named for it", failed.window);
                return Err(Unfair::new(Code::Panel, failed.window, why));
            }
        }
        Ok(())
    }

    fn deal_again(&self, key: &Key) -> Result<Redealt, Unfair> {
        let mut deal = Deal::new(key, &self.cuts, &self.composition)
            .map_err(|why| Unfair::new(Code::Form, 0, why.to_string()))?;
        let order = deal.order();
        let mut again = |drawn: &Drawn| match &drawn.menu {
            Some(menu) => deal.skip(menu, &drawn.shown),
            None => deal.skip(&deal.usual(), &drawn.shown),
        };
        match self.draws.iter().find_map(|drawn| again(drawn).err()) {
            Some(differs) => Err(Unfair::new(Code::Draw, differs.draw, differs.to_string())),
            None => Ok(Redealt { order }),
        }
    }

    /// Fills in the draws that these menus give. Used to make examples.
    pub fn with_draws(mut self, menus: &[Option<&Menu>]) -> Result<WindowFile, Unfair> {
        let secret = self.check_secrets()?;
        let key = Key::new(&secret, self.salt(), self.steps);
        let mut deal = Deal::new(&key, &self.cuts, &self.composition)
            .map_err(|why| Unfair::new(Code::Form, 0, why.to_string()))?;
        for menu in menus {
            let from = menu.map_or_else(|| deal.usual(), <[_]>::to_vec);
            let Some(place) = deal.draw(&from) else { break };
            self.draws.push(Drawn { menu: menu.map(<[_]>::to_vec), shown: from[place].0.clone() });
        }
        Ok(self)
    }
}
