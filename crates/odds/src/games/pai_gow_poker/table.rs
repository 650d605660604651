//! Pai gow poker with both hands set by the house way.

use super::{Deals, Dealt, PAIRS, Rounds7, deals};
use crate::{
    Generator, Plan, Priced, Results, Staked, Tally, Unsolved,
    priced::Rounds,
    round::{ready, usual_step},
    sim::engine::Engine,
    steps::Steps,
};
use rules::{
    Act, ActOf, Actor, Awaits, Citation, EventOf, Game, Input, Money, Patron, Seat, Tender,
    hands::pai_gow_poker::{Outcome, Way, Wheel},
    kit::cards::{Card, Unseen},
    pai_gow_poker::{Chance, Deed, Options, PaiGowPoker, Wager},
};
use std::{
    collections::{HashMap, VecDeque},
    sync::{Mutex, OnceLock, PoisonError},
};

impl Priced for PaiGowPoker {
    type Rounds = ByHouseWay;
    const DECKS: Option<fn(&Options) -> u8> = None;
    const METHOD: &'static str = "both hands set by the house way";

    fn choice(&self, patron: Patron) -> Option<ActOf<PaiGowPoker>> {
        let bet = self.bets().iter().find(|bet| bet.patron == patron)?;
        self.is_unset(bet.seat).then_some(Act::Do(Deed::HouseWay))
    }

    fn rounds_charge(options: &Options, _: Wager, stake: Money) -> bool {
        // On an amount of which every rate is a whole number of units.
        let whole = Money::dollars(10_000);
        let [charge, exact] = [options.vigorish(stake), options.vigorish(whole)].map(Money::as_cents);
        i128::from(charge) * i128::from(whole.as_cents()) != i128::from(exact) * i128::from(stake.as_cents())
    }
}

/// How pairs of hands compare by these rules. Those of ways that have a name were counted before; any other takes some
/// seconds once.
pub fn stated(way: &Way, wheel: Wheel) -> Deals {
    static COUNTED: OnceLock<Mutex<HashMap<(Way, Wheel), Deals>>> = OnceLock::new();
    let counted = COUNTED.get_or_init(|| {
        let known = COUNTS
            .into_iter()
            .filter_map(|(name, wheel, deals)| Some(((Way::read(name).ok()?, wheel), deals)));
        Mutex::new(known.collect())
    });
    let mut counted = counted.lock().unwrap_or_else(PoisonError::into_inner);
    *counted.entry((*way, wheel)).or_insert_with(|| deals(&Dealt::new(way, wheel)))
}

/// What [`deals`] counts for the ways that have a name, which a test repeats.
pub const COUNTS: [(&str, Wheel, Deals); 4] = [
    (
        "mgm",
        Wheel::Second,
        Deals {
            wins: 2_363_440_586_796_848,
            loses: 2_471_135_644_753_260,
            high_copies: 2_978_003_997_648,
            low_copies: 212_412_111_915_176,
        },
    ),
    (
        "mgm",
        Wheel::Lowest,
        Deals {
            wins: 2_363_511_491_690_344,
            loses: 2_471_214_721_407_932,
            high_copies: 2_994_347_520_000,
            low_copies: 212_412_111_915_176,
        },
    ),
    (
        "ballys",
        Wheel::Second,
        Deals {
            wins: 2_360_792_682_119_504,
            loses: 2_467_640_314_400_868,
            high_copies: 3_118_703_995_056,
            low_copies: 210_576_560_567_672,
        },
    ),
    (
        "ballys",
        Wheel::Lowest,
        Deals {
            wins: 2_360_811_627_737_500,
            loses: 2_467_666_177_810_508,
            high_copies: 3_132_539_578_344,
            low_copies: 210_576_560_567_672,
        },
    ),
];

/// A table at which every hand is set by the house way.
pub struct ByHouseWay(Options);

impl Rounds<PaiGowPoker> for ByHouseWay {
    fn prepare(options: Options, _: &[Staked<PaiGowPoker>]) -> Result<ByHouseWay, Unsolved> {
        Ok(ByHouseWay(options))
    }

    fn exact(&self, bets: &[Staked<PaiGowPoker>], unseen: Option<&Unseen>) -> Vec<Result<Results, Unsolved>> {
        if unseen.is_some() {
            return vec![Err(Unsolved::NoShoe); bets.len()];
        }
        bets.iter().map(|bet| self.results(bet)).collect()
    }

    fn engine(&self, plan: &Plan<PaiGowPoker>) -> Result<Engine, Unsolved> {
        Engine::at_tables(plan, |plan| {
            // No round, but the wagers find their places.
            PaiGowPoker::play_by_rules(plan, &mut Generator::first(), 0, &mut [])?;
            let gains = plan.bets.iter().map(|bet| gains(self.0, bet)).collect::<Result<_, _>>()?;
            Ok(Engine::PaiGowPoker(Rounds7::new(self.0.house_way(), self.0.wheel(), gains)))
        })
    }
}

impl ByHouseWay {
    fn results(&self, bet: &Staked<PaiGowPoker>) -> Result<Results, Unsolved> {
        let deals = stated(&self.0.house_way(), self.0.wheel());
        let ways = [deals.wins, deals.pushes(), deals.loses];
        debug_assert_eq!(ways.iter().sum::<u128>(), PAIRS);
        let nets = gains(self.0, bet)?.map(Money::cents);
        Ok(Results::weighed(bet.1, nets.into_iter().zip(ways)))
    }
}

/// The patron's gain in cents if both hands are higher, one is, or none, as the rules pay it.
///
/// # Errors
/// If the rules do not take such a wager, or a table cannot be played.
pub fn gains(options: Options, (offered, stake): &Staked<PaiGowPoker>) -> Result<[i64; 3], Unsolved> {
    let mut generator = Generator::first();
    let table: PaiGowPoker = ready(options, &mut generator)?;
    let (way, wheel) = (options.house_way(), options.wheel());
    let mut gains = [None; 3];
    let mut steps = Steps::until("dealt in every way");
    while gains.contains(&None) {
        steps.take()?;
        let mut deck: Vec<Card> = Card::all_with_joker().collect();
        let hands: [[Card; 7]; 2] = [(); 2].map(|()| {
            [(); 7]
                .map(|()| deck.swap_remove(generator.below(u32::try_from(deck.len()).unwrap_or(1)) as usize))
        });
        let [bank, player] = hands.map(|cards| way.set(&cards, wheel).hands);
        let gain = &mut gains[place(player.against(bank))];
        if gain.is_none() {
            let cards = hands.concat().into();
            *gain = Some(play(&table, offered.wager, *stake, cards)?.net().as_cents());
        }
    }
    Ok(gains.map(Option::unwrap_or_default))
}

/// The place of an outcome among gains.
pub(super) const fn place(outcome: Outcome) -> usize {
    match outcome {
        Outcome::Wins => 0,
        Outcome::Push => 1,
        Outcome::Loses => 2,
    }
}

/// Plays one round by the rules with these cards, the dealer's first, at a table that is ready.
fn play(
    ready: &PaiGowPoker,
    wager: Wager,
    stake: Money,
    mut cards: VecDeque<Card>,
) -> Result<Tally, Unsolved> {
    let (mut table, mut tally) = (ready.clone(), Tally::default());
    let mut apply = |table: &mut PaiGowPoker, input| {
        let mut post = |_: Citation, event: EventOf<PaiGowPoker>| {
            if let Some((_, gain)) = Tally::of::<PaiGowPoker>(&event) {
                tally += gain;
            }
        };
        table.apply(input, &mut post).map_err(Unsolved::Refused)
    };
    let act = Act::Place { seat: Seat(1), wager, stake, tender: Tender::Chips };
    apply(&mut table, Input::Act { by: Actor::Patron(Patron(1)), act })?;
    let mut steps = Steps::until("at the end of the round");
    while !table.bets().is_empty() {
        steps.take()?;
        let input = match table.awaits() {
            Awaits::Equipment => {
                let mut shown = None;
                table.outcomes(&mut |chance, _| shown = shown.or(Some(chance)));
                Input::Chance(match shown.ok_or(Unsolved::Stuck)? {
                    Chance::Card(_) => Chance::Card(cards.pop_front().ok_or(Unsolved::Stuck)?),
                    start => start,
                })
            }
            _ => usual_step(&table).ok_or(Unsolved::Stuck)?,
        };
        apply(&mut table, input)?;
    }
    Ok(tally)
}
