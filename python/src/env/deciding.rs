//! Decisions of players: which are lawful now, and their effect at the table.

use super::{
    core::{Ask, Core, patron},
    played::{Action, Opening, Played},
};
use crate::failure::Failure;
use rules::{Act, ActOf, Actor, Input, Money, Refusal, Tender, Terms, Why};

/// The result of a player's turn.
pub enum Turn {
    /// The player must decide.
    Asks(usize),
    /// The player has already acted.
    Done,
    /// The usual step is taken.
    Usual,
}

/// Decisions.
impl<G: Played> Core<G> {
    /// Handles a player's turn: steps that decide nothing, or leave no choice, are taken at once.
    pub(super) fn turn_of(&mut self, at: usize) -> Result<Turn, Failure> {
        let by = Actor::Patron(patron(at));
        for deed in 0..self.setup.at_once.len() {
            let act = Act::Do(self.setup.at_once[deed]);
            if self.table.guard(by, act).is_ok() {
                self.go(Input::Act { by, act })?;
                return Ok(Turn::Done);
            }
        }
        if !self.setup.is_asked[at] {
            let act = (self.setup.habit.decide)(&self.table, patron(at), Money::cents(i64::MAX));
            let Some(act) = act.filter(|act| self.table.guard(by, *act).is_ok()) else {
                return Ok(Turn::Usual);
            };
            self.go(Input::Act { by, act })?;
            return Ok(Turn::Done);
        }
        let is_open = self.is_open();
        let is_lawful = |&action: &usize| self.act_while(is_open, at, action).is_ok();
        let mut lawful = (1..self.setup.actions.len()).filter(is_lawful);
        match (lawful.next(), lawful.next()) {
            (None, _) => Ok(Turn::Usual),
            (Some(action), None) => {
                drop(lawful);
                self.take(at, action).map_err(Failure::Refused)?;
                Ok(Turn::Done)
            }
            _ => Ok(Turn::Asks(at)),
        }
    }

    /// The act that this action stands for, if it is lawful now. `None` for an action that only says that
    /// there is nothing more.
    pub(super) fn act(&self, at: usize, action: usize) -> Result<Option<ActOf<G>>, Refusal> {
        self.act_while(self.is_open(), at, action)
    }

    /// The same when it is known whether the table waits for the wagers of a new round.
    fn act_while(&self, is_open: bool, at: usize, action: usize) -> Result<Option<ActOf<G>>, Refusal> {
        let by = Actor::Patron(patron(at));
        let not_now = || Refusal::new(G::PERMISSIBLE, Why::Waits { awaits: self.table.awaits() });
        let mut first = None;
        let mut keep = |refusal: Refusal| {
            first.get_or_insert(refusal);
        };
        match &self.setup.actions[action].1 {
            Action::Pass => {
                let may = if is_open { G::OPENING == Opening::Any } else { self.table.awaits_wagers() };
                return if may { Ok(None) } else { Err(not_now()) };
            }
            Action::Do(_) | Action::Further(_) if is_open => return Err(not_now()),
            Action::Do(deeds) => {
                for &deed in deeds {
                    match self.table.guard(by, Act::Do(deed)) {
                        Ok(_) => return Ok(Some(Act::Do(deed))),
                        Err(refusal) => keep(refusal),
                    }
                }
            }
            Action::Further(wagers) => {
                for &wager in wagers {
                    match self.terms(at, wager) {
                        Ok(terms) => return Ok(Some(self.placing(at, wager, terms.most))),
                        Err(refusal) => keep(refusal),
                    }
                }
            }
            Action::Open(..) if !is_open => return Err(not_now()),
            Action::Open(wagers, units) => {
                let stake = Money::cents(self.setup.unit.as_cents() * i64::from(*units));
                for &wager in wagers {
                    match self.terms(at, wager).and_then(|terms| fitting(&terms, stake)) {
                        Ok(stake) => return Ok(Some(self.placing(at, wager, stake))),
                        Err(refusal) => keep(refusal),
                    }
                }
            }
        }
        Err(first.unwrap_or_else(not_now))
    }

    fn terms(&self, at: usize, wager: G::Wager) -> Result<Terms, Refusal> {
        self.table.guard(Actor::Patron(patron(at)), self.placing(at, wager, Money::ZERO))
    }

    fn placing(&self, at: usize, wager: G::Wager, stake: Money) -> ActOf<G> {
        Act::Place { seat: self.seat(at), wager, stake, tender: Tender::Chips }
    }

    /// A player takes an action. A refusal leaves the table unchanged.
    pub(super) fn take(&mut self, at: usize, action: usize) -> Result<(), Refusal> {
        let act = self.act(at, action)?;
        let by = Actor::Patron(patron(at));
        self.is_begun = true;
        let is_opening = matches!(self.setup.actions[action].1, Action::Open(..));
        match act {
            None => self.players[at].is_done = true,
            Some(act) => {
                let was_preparing = self.table.is_preparing();
                self.apply(Input::Act { by, act })?;
                if self.table.is_preparing() && !was_preparing {
                    self.forget();
                }
                if is_opening && G::OPENING != Opening::Any {
                    // Where the dealer has several hands, a round is wagered on more than one.
                    for _ in 1..G::spots(&self.setup.options) {
                        if let Ok(Some(act)) = self.act(at, action) {
                            self.apply(Input::Act { by, act })?;
                        }
                    }
                    self.players[at].is_done = true;
                }
            }
        }
        Ok(())
    }

    /// The player whose turn it is takes this action, and the table continues.
    pub fn step(&mut self, action: usize) -> Result<Result<(), Refusal>, Failure> {
        let Ask::Player(at) = self.ask else {
            return Err(Failure::misread("nobody is asked for a decision now"));
        };
        if action >= self.setup.actions.len() {
            let most = self.setup.actions.len() - 1;
            return Err(Failure::misread(format!("action {action}: from 0 to {most}")));
        }
        match self.take(at, action) {
            Ok(()) => self.advance().map(Ok),
            Err(refusal) => Ok(Err(refusal)),
        }
    }

    /// What the equipment may show now, with weights.
    pub fn outcomes(&self) -> Vec<(String, u32)> {
        let mut all = Vec::new();
        if self.ask == Ask::Chance {
            self.table.outcomes(&mut |chance, weight| all.push((chance.to_string(), weight)));
        }
        all
    }

    /// The equipment shows the outcome with this number, and the table continues.
    pub fn show_outcome(&mut self, number: usize) -> Result<(), Failure> {
        let mut all = Vec::new();
        self.table.outcomes(&mut |chance, _| all.push(chance));
        let chance = all.get(number).copied().filter(|_| self.ask == Ask::Chance);
        self.show(chance.ok_or_else(|| Failure::misread("the equipment cannot show that now"))?)?;
        self.advance()
    }

    /// The actions that the player whose turn it is may take.
    pub fn mask(&self, mask: &mut [u8]) {
        let Ask::Player(at) = self.ask else { return mask.fill(0) };
        let is_open = self.is_open();
        for (action, may) in mask.iter_mut().enumerate() {
            *may = u8::from(self.act_while(is_open, at, action).is_ok());
        }
    }

    /// What a player has won since the last call, in units.
    pub fn collect(&mut self, at: usize) -> f64 {
        std::mem::take(&mut self.players[at].gain) as f64 / self.setup.unit.as_cents() as f64
    }
}

/// The allowed stake nearest to the wanted one.
fn fitting(terms: &Terms, wanted: Money) -> Result<Money, Refusal> {
    let stake = match terms.step > Money::ZERO {
        true => wanted.clamp(terms.least, terms.most).round_down(terms.step).max(terms.least),
        false => terms.most,
    };
    terms.admit(stake).map(|()| stake)
}
