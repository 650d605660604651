//! Compiles the rules of a file.

use super::{
    Slot, name_of_own,
    wagers::{decides_all, named},
};
use crate::{
    expression::{Asked, Expression, List, Scope, Text, Value, boolean, list, number},
    fault::Fault,
    file::{self, Written},
};
use odds::Priced;
use rules::{Kinds, Money, Vocabulary};
use std::ops::Range;
use toml::Spanned;

/// The most rules a section may have after every `for` is expanded.
const MOST_RULES: usize = 500;

/// A section of rules: when they apply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Section {
    /// Before a round.
    Before,
    /// During a round.
    Turn,
    /// After a round.
    After,
}

impl Section {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Section::Before => "before",
            Section::Turn => "turn",
            Section::After => "after",
        }
    }
}

/// The act of a rule.
pub enum Does<G: Priced> {
    /// Makes a wager, unless it is already on the layout.
    Bet(usize),
    /// Adds to a wager that is on the layout.
    Press(usize),
    /// Takes a wager back.
    TakeDown(usize),
    /// A deed of the game.
    Deed(G::Deed),
    /// Leaves the table once none of its wagers are left.
    Leave,
    /// Skips the remaining rules of this section.
    Skip,
}

/// The new value of a counter.
pub enum Assigned {
    /// A number.
    Number(Expression),
    /// A list.
    List(List),
}

/// A rule.
pub struct Rule<G: Priced> {
    /// Its number among all rules of the system.
    pub(crate) number: usize,
    /// Its name, or else its section and condition.
    pub(crate) name: String,
    /// Its position in the file.
    pub(crate) at: Range<usize>,
    pub(crate) when: Option<Expression>,
    pub(crate) does: Option<Does<G>>,
    pub(crate) amount: Option<Expression>,
    pub(crate) set: Vec<(usize, Assigned)>,
}

/// Compiles the rules of one file.
pub(crate) struct Compiler<'a, G: Priced> {
    source: &'a str,
    options: G::Options,
    unit: Money,
    counters: &'a [(String, Value)],
    rules: usize,
    pub wagers: Vec<Slot<G>>,
}

/// A text and its position in the file.
struct Placed {
    text: String,
    at: Range<usize>,
    is_plain: bool,
}

impl Placed {
    const fn text(&self) -> Text<'_> {
        Text { text: self.text.as_str(), at: &self.at, is_plain: self.is_plain }
    }
}

/// The numbers that the names of a `for` stand for.
type Numbers = Vec<(String, f64)>;

impl<'a, G: Priced> Compiler<'a, G> {
    pub fn new(
        source: &'a str,
        options: G::Options,
        unit: Money,
        counters: &'a [(String, Value)],
    ) -> Compiler<'a, G> {
        Compiler { source, options, unit, counters, rules: 0, wagers: Vec::new() }
    }

    /// Compiles the rules of a section, expanding every `for`.
    pub fn section(&mut self, section: Section, written: &[file::Rule]) -> Result<Vec<Rule<G>>, Fault> {
        let mut rules = Vec::new();
        for rule in written {
            for numbers in self.numbers(rule)? {
                if rules.len() == MOST_RULES {
                    let what = format!("more than {MOST_RULES} rules in [[{}]]", section.name());
                    return Err(Fault::new(what, place(rule)));
                }
                rules.push(self.rule(section, rule, &numbers)?);
            }
        }
        Ok(rules)
    }

    /// Every combination of numbers that the names of its `for` stand for.
    fn numbers(&self, rule: &file::Rule) -> Result<Vec<Numbers>, Fault> {
        let mut all: Vec<Numbers> = vec![Vec::new()];
        for (name, numbers) in &rule.each {
            let is_known = |known: &str| self.counters.iter().any(|(counter, _)| counter == known);
            name_of_own(name.get_ref(), name.span(), is_known)?;
            if numbers.is_empty() || numbers.len() > MOST_RULES || numbers.iter().any(|n| !n.is_finite()) {
                let what = format!("`{}` stands for from 1 to {MOST_RULES} numbers", name.get_ref());
                return Err(Fault::new(what, name.span()));
            }
            let with = |known: Numbers| {
                let name = name.get_ref();
                numbers.iter().map(move |number| {
                    known.iter().cloned().chain([(name.clone(), *number)]).collect::<Numbers>()
                })
            };
            all = all.into_iter().take(MOST_RULES + 1).flat_map(with).collect();
        }
        Ok(all)
    }

    fn rule(&mut self, section: Section, rule: &file::Rule, numbers: &Numbers) -> Result<Rule<G>, Fault> {
        let at = place(rule);
        let when = rule.when.as_ref().map(|when| self.placed(when, when.get_ref().clone()));
        let condition = when.as_ref().map(|when| self.read(when.text(), numbers, boolean)).transpose()?;
        let does = rule.act.as_ref().map(|act| self.act(section, act, numbers)).transpose()?;
        let amount = rule.amount.as_ref().map(|amount| self.written(amount));
        let amount = amount.map(|amount| self.read(amount.text(), numbers, number)).transpose()?;
        match (&does, &amount) {
            (Some(Does::Bet(_) | Does::Press(_)), None) if section == Section::Before => {
                return Err(Fault::new("how much is wagered?", at).help("write amount = 1, in units"));
            }
            (Some(Does::Bet(_) | Does::Press(_)), _) | (_, None) => {}
            (_, Some(_)) => {
                let at = rule.amount.as_ref().map_or(at, Spanned::span);
                return Err(Fault::new("an amount goes with `bet` or `press` alone", at));
            }
        }
        let mut set = Vec::new();
        for (name, value) in &rule.set {
            set.push(self.assigned(name, value, numbers)?);
        }
        if does.is_none() && set.is_empty() {
            return Err(Fault::new("this rule does nothing", at).help("write `do`, `set` or both"));
        }
        let named = rule.name.clone();
        let name = named.or_else(|| when.map(|when| when.text)).unwrap_or_else(|| "always".to_owned());
        self.rules += 1;
        Ok(Rule { number: self.rules - 1, name, at, when: condition, does, amount, set })
    }

    fn assigned(
        &mut self,
        name: &Spanned<String>,
        value: &Spanned<Written>,
        numbers: &Numbers,
    ) -> Result<(usize, Assigned), Fault> {
        let counters = self.counters;
        let Some(at) = counters.iter().position(|(known, _)| known == name.get_ref()) else {
            let fault = Fault::new(format!("no counter is called `{}`", name.get_ref()), name.span());
            let names = counters.iter().map(|(known, _)| known.as_str());
            return Err(fault.meant(name.get_ref(), names, "declare it under [counters.session]"));
        };
        let text = self.written(value);
        Ok(match counters[at].1 {
            Value::Number(_) => (at, Assigned::Number(self.read(text.text(), numbers, number)?)),
            Value::List(_) => (at, Assigned::List(self.read(text.text(), numbers, list)?)),
        })
    }

    /// Compiles what `do` says.
    fn act(&mut self, section: Section, act: &Spanned<String>, numbers: &Numbers) -> Result<Does<G>, Fault> {
        let written = self.placed(act, act.get_ref().clone());
        let text = written.text.as_str();
        let wager = |verb: &str| {
            let rest = text.strip_prefix(verb)?;
            let start = text.len() - rest.trim_start().len();
            Some((rest.trim(), written.text().place(&(start..text.len()))))
        };
        let may_be_kind = section == Section::Turn;
        let does = match text {
            "leave" => Does::Leave,
            "skip" => Does::Skip,
            _ if section == Section::After => {
                let fault = Fault::new("after a round only `leave` and `skip` can be done", act.span());
                return Err(fault.help("set a counter here, and act on it in [[before]]"));
            }
            _ => {
                if let Some((name, at)) = wager("bet ") {
                    Does::Bet(self.slot(name, may_be_kind, at, numbers)?)
                } else if let Some((name, at)) = wager("press ") {
                    Does::Press(self.slot(name, may_be_kind, at, numbers)?)
                } else if let Some((name, at)) = wager("take down ") {
                    Does::TakeDown(self.slot(name, may_be_kind, at, numbers)?)
                } else {
                    Does::Deed(self.deed(text, act.span(), numbers)?)
                }
            }
        };
        Ok(does)
    }

    /// Finds a deed of the game by its imperative: `stand` for `stands`.
    fn deed(&self, text: &str, at: Range<usize>, numbers: &Numbers) -> Result<G::Deed, Fault> {
        let text = filled(text, numbers);
        let (verb, rest) = text.split_once(' ').map_or((text.as_str(), ""), |(verb, rest)| (verb, rest));
        let told = |verb: String| format!("{verb} {rest}").trim_end().to_owned();
        let spellings = [text.clone(), told(format!("{verb}s")), told(format!("{verb}es"))];
        if let Some(deed) = spellings.iter().find_map(|text| G::Deed::read(text)) {
            return Ok(deed);
        }
        let mut names = vec!["bet".to_owned(), "press".to_owned(), "take down".to_owned()];
        names.extend(["leave".to_owned(), "skip".to_owned()]);
        G::Deed::each(&mut |deed| names.push(deed.to_string()));
        G::Wager::each(&mut |wager| names.extend([format!("bet {wager}"), format!("bet {}", wager.kind())]));
        let otherwise = "write bet WAGER, press WAGER, take down WAGER, call WAGER on, call WAGER off, leave, skip or, \
                         in a turn, what the game calls it";
        let fault = Fault::new(format!("`{text}` is nothing that a patron does at {}", G::NAME), at);
        Err(fault.meant(&text, names.iter().map(String::as_str), otherwise))
    }

    /// The index of a wager's slot.
    fn slot(
        &mut self,
        name: &str,
        may_be_kind: bool,
        at: Range<usize>,
        numbers: &Numbers,
    ) -> Result<usize, Fault> {
        let name = filled(name, numbers);
        let slot = match name.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
        {
            None => Slot::one(named::<G>(&name, may_be_kind, at)?),
            Some((before, (inner, behind))) => {
                let text = Text { text: inner, at: &at, is_plain: false };
                let by = self.read(text, numbers, number)?;
                let slot = Slot::by_number(by, before, behind);
                if slot.wagers.is_empty() {
                    named::<G>(&name, false, at)?;
                }
                slot
            }
        };
        self.wagers.push(slot);
        Ok(self.wagers.len() - 1)
    }

    /// Parses an expression.
    fn read<T>(
        &mut self,
        text: Text<'_>,
        numbers: &Numbers,
        read: fn(Text<'_>, &mut Scope<'_>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let (counters, unit) = (self.counters, self.unit);
        let mut wager = |asked: Asked, name: &str, at: Range<usize>| {
            let slot = self.slot(name, false, at, numbers)?;
            if asked == Asked::Hit {
                self.wagers[slot].learn_wins(self.options);
            }
            Ok(slot)
        };
        let may_hit = decides_all::<G>();
        read(text, &mut Scope { counters, constants: numbers, unit, wager: &mut wager, may_hit })
    }

    /// A text of the file. If it was written without escapes, its parts have positions of their own.
    fn placed<T>(&self, spanned: &Spanned<T>, text: String) -> Placed {
        let span = spanned.span();
        let found = self.source.get(span.clone()).and_then(|raw| raw.find(&text));
        match found {
            Some(start) => {
                let start = span.start + start;
                Placed { at: start..start + text.len(), text, is_plain: true }
            }
            None => Placed { at: span, text, is_plain: false },
        }
    }

    fn written(&self, value: &Spanned<Written>) -> Placed {
        self.placed(value, value.get_ref().text())
    }
}

/// The position of a rule: that of the first thing in it.
fn place(rule: &file::Rule) -> Range<usize> {
    let texts = [&rule.when, &rule.act].into_iter().flatten().map(Spanned::span);
    let values = rule.amount.iter().map(Spanned::span).chain(rule.set.values().map(Spanned::span));
    texts.chain(values).min_by_key(|span| span.start).unwrap_or_default()
}

/// The text, with the names of a `for` replaced by their numbers.
fn filled(text: &str, numbers: &Numbers) -> String {
    numbers.iter().fold(text.to_owned(), |text, (name, number)| {
        text.replace(&format!("{{{name}}}"), &number.to_string())
    })
}
