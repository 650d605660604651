//! How a system acts: its rules are tried on the table.

use super::{End, Failed, Player, Sitting};
use crate::{
    expression::{Asked, Look, Undefined, Value},
    facts::{Fact, Seen},
    system::{Assigned, Does, Rule, Slot, cents},
    trace::Told,
};
use odds::Priced;
use rules::{Act, ActOf, Actor, BetOf, Fate, Input, Kinds, Money, Offer, Refusal, Tender};
use std::cmp::Ordering;

/// What a system can see.
struct View<'v, 'a, G: Priced> {
    player: &'v Player<'a, G>,
    seen: &'v Seen,
    bets: &'v [BetOf<G>],
    last: Option<G::Chance>,
}

impl<G: Priced> View<'_, '_, G> {
    fn units(&self, cents: i64) -> f64 {
        cents as f64 / self.player.system.unit.as_cents() as f64
    }

    /// The wager that a slot stands for now, and its index in the slot; `None` if no wager has the requested number.
    fn at(&self, slot: &Slot<G>) -> Result<Option<(usize, G::Wager)>, Undefined> {
        let number = match &slot.by {
            None => return Ok(slot.wagers.first().map(|(_, wager)| (0, *wager))),
            Some(by) => by.value(self)?,
        };
        let found = slot.wagers.iter().position(|(known, _)| *known == number);
        Ok(found.map(|at| (at, slot.wagers[at].1)))
    }

    fn on(&self, wager: G::Wager) -> i64 {
        let own = self.bets.iter().filter(|bet| bet.patron == self.player.patron && bet.wager == wager);
        own.map(|bet| bet.stake.as_cents()).sum()
    }
}

impl<G: Priced> Look for View<'_, '_, G> {
    fn fact(&self, fact: Fact) -> f64 {
        let (player, seen) = (self.player, self.seen);
        let truth = |holds: bool| if holds { 1.0 } else { 0.0 };
        match fact {
            Fact::Round => player.round.into(),
            Fact::Bankroll => self.units(player.system.bankroll.as_cents()),
            Fact::Chips => self.units(player.chips),
            Fact::Net => self.units(player.net),
            Fact::Peak => self.units(player.peak),
            Fact::Gain => self.units(player.gain),
            Fact::Streak => player.streak.into(),
            Fact::Won => truth(player.result == Some(Ordering::Greater)),
            Fact::Lost => truth(player.result == Some(Ordering::Less)),
            Fact::Pushed => truth(player.result == Some(Ordering::Equal)),
            Fact::NewShoe => truth(seen.is_new_shoe),
            Fact::NewShooter => truth(seen.is_new_shooter),
            Fact::Point => seen.point.into(),
            Fact::Dice => seen.dice.iter().sum::<u8>().into(),
            Fact::Hard => truth(seen.dice[0] == seen.dice[1] && seen.dice[0] > 0),
            Fact::Number => seen.number.into(),
            Fact::Player => seen.player.into(),
            Fact::Banker => seen.banker.into(),
            Fact::Spread => seen.spread.into(),
            Fact::Total => seen.total.into(),
            Fact::Soft => truth(seen.is_soft),
            Fact::Pair => truth(seen.is_pair),
            Fact::Cards => seen.cards as f64,
            Fact::Rank => seen.rank.into(),
            Fact::Dealer => seen.dealer.into(),
            Fact::Count => player.running,
            Fact::Decks => seen.decks(),
            Fact::TrueCount => {
                let decks = seen.decks();
                if decks > 0.0 { (player.running / decks).floor() } else { 0.0 }
            }
        }
    }

    fn counter(&self, at: usize) -> &Value {
        &self.player.counters[at]
    }

    fn wager(&self, asked: Asked, slot: usize) -> Result<f64, Undefined> {
        let slot = &self.player.system.wagers[slot];
        let Some((at, wager)) = self.at(slot)? else { return Ok(0.0) };
        let settled = |fate: Fate| self.player.settled.iter().any(|(on, came)| *on == wager && *came == fate);
        let holds = match asked {
            Asked::On => return Ok(self.units(self.on(wager))),
            Asked::Won => settled(Fate::Won),
            Asked::Lost => settled(Fate::Lost) || settled(Fate::Halved),
            Asked::Hit => self.last.is_some_and(|last| slot.wins.get(at).is_some_and(|w| w.contains(&last))),
        };
        Ok(if holds { 1.0 } else { 0.0 })
    }
}

impl<'a, G: Priced> Sitting<'a, G> {
    fn view(&self, at: usize) -> View<'_, 'a, G> {
        let Sitting { table, players, seen, last, .. } = self;
        View { player: &players[at], seen, bets: table.bets(), last: *last }
    }

    fn holds(&self, at: usize, rule: &Rule<G>) -> Result<bool, Failed> {
        let holds = rule.when.as_ref().map_or(Ok(true), |when| when.holds(&self.view(at)));
        holds.map_err(|what| Failed::rule(at, &rule.at, what))
    }

    fn note(&mut self, at: usize, rule: &Rule<G>, what: impl FnOnce() -> String) {
        let patron = self.players[at].patron;
        if let Some(trace) = &mut self.trace {
            trace.tell(|| Told::Rule(format!("{patron}'s rule \"{}\" {}", rule.name, what())));
        }
    }

    /// Sets counters as the rule says. All new values are computed before any counter changes.
    fn set(&mut self, at: usize, rule: &Rule<G>) -> Result<(), Failed> {
        self.players[at].acted[rule.number].done += 1;
        if rule.set.is_empty() {
            return Ok(());
        }
        let view = self.view(at);
        let values: Result<Vec<(usize, Value)>, Undefined> = rule
            .set
            .iter()
            .map(|(counter, assigned)| {
                let value = match assigned {
                    Assigned::Number(number) => Value::Number(number.value(&view)?),
                    Assigned::List(list) => Value::List(list.items(&view)?),
                };
                Ok((*counter, value))
            })
            .collect();
        for (counter, value) in values.map_err(|what| Failed::rule(at, &rule.at, what))? {
            if self.trace.is_some() && self.players[at].counters[counter] != value {
                let name = self.players[at].system.counters[counter].0.clone();
                let (was, is) = (shown(&self.players[at].counters[counter]), shown(&value));
                self.note(at, rule, || format!("sets {name} from {was} to {is}"));
            }
            self.players[at].counters[counter] = value;
        }
        Ok(())
    }

    /// Applies the rules for before a round.
    pub(super) fn before(&mut self, at: usize) -> Result<(), Failed> {
        let system = self.players[at].system;
        for rule in &system.before {
            if !self.holds(at, rule)? {
                continue;
            }
            let is_done = match &rule.does {
                None => true,
                Some(Does::Skip) => return self.set(at, rule),
                Some(Does::Leave) => {
                    self.players[at].leaving = Some(End::Left(rule.name.clone()));
                    return self.set(at, rule);
                }
                Some(Does::Bet(slot)) => self.bet(at, rule, *slot, false)?,
                Some(Does::Press(slot)) => self.bet(at, rule, *slot, true)?,
                Some(Does::TakeDown(slot)) => self.take_down(at, rule, *slot)?,
                Some(Does::Deed(deed)) => self.tried(at, rule, Act::Do(*deed)),
            };
            if is_done {
                self.set(at, rule)?;
            }
        }
        Ok(())
    }

    /// Applies the rules for after a round.
    pub(super) fn after(&mut self, at: usize) -> Result<(), Failed> {
        let system = self.players[at].system;
        if !self.players[at].plays() {
            return Ok(());
        }
        for rule in &system.after {
            if !self.holds(at, rule)? {
                continue;
            }
            self.set(at, rule)?;
            match rule.does {
                Some(Does::Leave) => {
                    self.players[at].leaving = Some(End::Left(rule.name.clone()));
                    return Ok(());
                }
                Some(Does::Skip) => return Ok(()),
                _ => {}
            }
        }
        Ok(())
    }

    /// The system's act on its turn; `None` if it leaves the decision to the stated strategy.
    pub(super) fn turn(&mut self, at: usize) -> Result<Option<ActOf<G>>, Failed> {
        let system = self.players[at].system;
        if system.turn.is_empty() || self.players[at].end.is_some() {
            return Ok(None);
        }
        self.seen.turn(&self.table, self.players[at].patron);
        for rule in &system.turn {
            if !self.holds(at, rule)? {
                continue;
            }
            let act = match &rule.does {
                None => {
                    self.set(at, rule)?;
                    continue;
                }
                Some(Does::Skip) => {
                    self.set(at, rule)?;
                    return Ok(None);
                }
                Some(Does::Leave) => {
                    self.players[at].leaving = Some(End::Left(rule.name.clone()));
                    self.set(at, rule)?;
                    continue;
                }
                Some(Does::Deed(deed)) => Some(Act::Do(*deed)),
                Some(Does::Bet(slot) | Does::Press(slot)) => self.offered(at, rule, *slot)?,
                Some(Does::TakeDown(slot)) => {
                    let found = self.view(at).at(&system.wagers[*slot]);
                    let found = found.map_err(|what| Failed::rule(at, &rule.at, what))?;
                    found.map(|(_, wager)| Act::TakeBack { seat: self.players[at].seat, wager })
                }
            };
            let by = Actor::Patron(self.players[at].patron);
            if let Some(act) = act.filter(|act| self.table.guard(by, *act).is_ok()) {
                self.note(at, rule, || "decides".to_owned());
                self.set(at, rule)?;
                return Ok(Some(act));
            }
        }
        Ok(None)
    }

    /// A wager of the same kind that the table accepts from the patron now.
    fn offered(&mut self, at: usize, rule: &Rule<G>, slot: usize) -> Result<Option<ActOf<G>>, Failed> {
        let fail = |what| Failed::rule(at, &rule.at, what);
        let found = self.view(at).at(&self.players[at].system.wagers[slot]).map_err(fail)?;
        let Some((_, wanted)) = found else { return Ok(None) };
        let amount =
            rule.amount.as_ref().map(|amount| amount.value(&self.view(at))).transpose().map_err(fail)?;
        let (patron, unit, mut act) = (self.players[at].patron, self.players[at].system.unit, None);
        self.table.decisions(Actor::Patron(patron), &mut |Offer { act: offer, most, step }| {
            if let Act::Place { seat, wager, stake: least, tender: tender @ Tender::Chips } = offer
                && wager.kind() == wanted.kind()
                && act.is_none()
            {
                let stake = amount.map_or(most, |units| fit(cents(units, unit), least, most, step));
                act = Some((Act::Place { seat, wager, stake, tender }, stake));
            }
        });
        let Some((act, stake)) = act else { return Ok(None) };
        if stake.as_cents() > self.players[at].chips {
            self.players[at].short += 1;
            return Ok(None);
        }
        Ok(Some(act))
    }

    /// Makes a wager, or adds to one.
    fn bet(&mut self, at: usize, rule: &Rule<G>, slot: usize, presses: bool) -> Result<bool, Failed> {
        let fail = |what| Failed::rule(at, &rule.at, what);
        let view = self.view(at);
        let Some((_, wager)) = view.at(&self.players[at].system.wagers[slot]).map_err(fail)? else {
            return Ok(false);
        };
        let lies = view.on(wager);
        let amount = rule.amount.as_ref().map_or(Ok(0.0), |amount| amount.value(&view)).map_err(fail)?;
        let asked = cents(amount, self.players[at].system.unit);
        if presses != (lies > 0) || asked <= Money::ZERO {
            return Ok(false);
        }
        let player = &self.players[at];
        let (by, seat) = (Actor::Patron(player.patron), player.seat);
        let act = |stake| Act::Place { seat, wager, stake, tender: Tender::Chips };
        let terms = match self.table.guard(by, act(Money::ZERO)) {
            Ok(terms) => terms,
            Err(refusal) => {
                self.refused(at, rule, refusal);
                return Ok(false);
            }
        };
        let stake = fit(asked, terms.least, terms.most, terms.step);
        let whole = stake + Money::cents(lies);
        let is_rounded = G::rounds_charge(&self.table.options(), wager, whole);
        let player = &mut self.players[at];
        if stake.as_cents() > player.chips {
            player.is_short = true;
            self.note(at, rule, || format!("wants {stake} on {wager}, which the chips do not cover"));
            return Ok(false);
        }
        player.fitted += u64::from(stake != asked);
        player.largest = player.largest.max(whole.as_cents());
        player.is_rounded |= is_rounded;
        Ok(self.tried(at, rule, act(stake)))
    }

    fn take_down(&mut self, at: usize, rule: &Rule<G>, slot: usize) -> Result<bool, Failed> {
        let view = self.view(at);
        let found = view.at(&self.players[at].system.wagers[slot]);
        let Some((_, wager)) = found.map_err(|what| Failed::rule(at, &rule.at, what))? else {
            return Ok(false);
        };
        if view.on(wager) == 0 {
            return Ok(false);
        }
        let is_done = self.tried(at, rule, Act::TakeBack { seat: self.players[at].seat, wager });
        self.players[at].took_back |= is_done;
        Ok(is_done)
    }

    /// Tries the act of a rule on the table.
    fn tried(&mut self, at: usize, rule: &Rule<G>, act: ActOf<G>) -> bool {
        let by = Actor::Patron(self.players[at].patron);
        if let Err(refusal) = self.table.guard(by, act) {
            self.refused(at, rule, refusal);
            return false;
        }
        match self.apply(Input::Act { by, act }) {
            Ok(()) => true,
            Err(refusal) => {
                self.refused(at, rule, refusal);
                false
            }
        }
    }

    /// Performs an act; if it is refused, nothing happens. Returns whether it was done.
    pub(super) fn perform(&mut self, at: usize, act: ActOf<G>) -> bool {
        let by = Actor::Patron(self.players[at].patron);
        self.table.guard(by, act).is_ok() && self.apply(Input::Act { by, act }).is_ok()
    }

    fn refused(&mut self, at: usize, rule: &Rule<G>, refusal: Refusal) {
        let acted = &mut self.players[at].acted[rule.number];
        acted.refused += 1;
        acted.why = acted.why.or(Some(refusal));
        self.note(at, rule, || format!("is refused: {refusal}"));
    }
}

/// Adjusts the requested stake to the limits and the unit that the table accepts.
fn fit(asked: Money, least: Money, most: Money, step: Money) -> Money {
    let stake = asked.min(most);
    if step > Money::ZERO { stake.round_down(step).max(least) } else { stake.max(least) }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Number(number) => number.to_string(),
        Value::List(list) => {
            let items: Vec<String> = list.iter().map(ToString::to_string).collect();
            format!("[{}]", items.join(", "))
        }
    }
}
