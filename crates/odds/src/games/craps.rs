//! Craps: wagers that need a point, and charges that are rounded.

use crate::{Priced, Unsolved, exact::wheel::Wheel, round::usual_step, steps::Steps};
use rules::{
    Input, Money, Nobody,
    craps::{Craps, Number, Options, Roll, Wager},
    kit::dice::Dice,
};

/// Odds on a number.
type Odds = fn(Number) -> Wager;

impl Priced for Craps {
    type Rounds = Wheel<Craps>;
    const DECKS: Option<fn(&Options) -> u8> = None;
    const METHOD: &'static str = "";
    const ROLLS: Option<fn(Number) -> Roll> = Some(rolls);

    fn courses() -> Vec<(Wager, Option<Wager>, Course)> {
        let after = |point| Course { before: Some(point), between: None };
        let mut all =
            vec![(Wager::Come, None, after(Number::Four)), (Wager::DontCome, None, after(Number::Four))];
        for (flat, odds) in
            [(Wager::Pass, Wager::PassOdds as Odds), (Wager::DontPass, Wager::DontPassOdds as Odds)]
        {
            let course = |point| Course { before: None, between: Some(point) };
            all.extend(Number::ALL.map(|number| (odds(number), Some(flat), course(number))));
        }
        for (flat, odds) in
            [(Wager::Come, Wager::ComeOdds as Odds), (Wager::DontCome, Wager::DontComeOdds as Odds)]
        {
            // A different number is the come-out point: 4, or 10 if the bet is to be on 4.
            let point = |number| if number == Number::Four { Number::Ten } else { Number::Four };
            let course = |number| Course { before: Some(point(number)), between: Some(number) };
            all.extend(Number::ALL.map(|number| (odds(number), Some(flat), course(number))));
        }
        all
    }

    fn rounds_charge(options: &Options, wager: Wager, stake: Money) -> bool {
        // A percentage of a hundred times the stake is always a whole number of cents, so it is never rounded.
        let hundredfold = Money::cents(stake.as_cents().saturating_mul(100));
        let [once, all] = [stake, hundredfold].map(|stake| options.charge(wager, stake));
        once.as_cents().saturating_mul(100) != all.as_cents()
    }
}

/// Dice that make this number.
fn rolls(number: Number) -> Roll {
    let makes = |dice: &Dice| dice.total() == number.total();
    Roll(Dice::all().filter(makes).max_by_key(|dice| dice.is_pair()).expect("every number can be made"))
}

/// What must have been rolled before a wager is offered.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// The roll before the wager that it depends on, or before itself if it depends on none.
    before: Option<Number>,
    /// The roll between that wager and itself.
    between: Option<Number>,
}

impl Course {
    /// Plays until everything that must come first has been shown.
    pub(crate) fn lead<G: Priced>(
        self,
        table: &mut G,
        lay_beside: impl FnOnce(&mut G) -> Result<(), Unsolved>,
    ) -> Result<(), Unsolved> {
        show(table, self.before)?;
        lay_beside(table)?;
        show(table, self.between)
    }
}

fn show<G: Priced>(table: &mut G, number: Option<Number>) -> Result<(), Unsolved> {
    let Some(number) = number else { return Ok(()) };
    let mut steps = Steps::until("waiting for the dice");
    while let Some(input) = usual_step(table) {
        steps.take()?;
        table.apply(input, &mut Nobody).map_err(Unsolved::Refused)?;
    }
    let rolls = G::ROLLS.ok_or(Unsolved::Stuck)?;
    table.apply(Input::Chance(rolls(number)), &mut Nobody).map_err(Unsolved::Refused)
}
