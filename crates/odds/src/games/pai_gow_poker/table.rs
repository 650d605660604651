//! Pai gow poker with both hands set by the house way.

use super::{Deals, Dealt, deals};
use crate::{
    Priced, Unsolved,
    certificate::Proof,
    games::two_hands::{ByHouseWay, HouseWay, SetRounds, Sets, is_rounded},
    sim::engine::Engine,
};
use rules::{
    Act, ActOf, Game, Money, Patron,
    hands::pai_gow_poker::{Hands, High, Low, Way, Wheel},
    kit::cards::Card,
    pai_gow_poker::{Chance, Deed, Options, PaiGowPoker, Wager},
    table::two_hands::HandStep,
};
use std::{
    collections::HashMap,
    sync::{Mutex, OnceLock, PoisonError},
};

impl Priced for PaiGowPoker {
    type Rounds = ByHouseWay<PaiGowPoker>;
    const DECKS: Option<fn(&Options) -> u8> = None;
    const METHOD: &'static str = "both hands set by the house way";

    fn choice(&self, patron: Patron) -> Option<ActOf<PaiGowPoker>> {
        let bet = self.bets().iter().find(|bet| bet.patron == patron)?;
        self.is_unset(bet.seat).then_some(Act::Do(Deed::Hand(HandStep::HouseWay)))
    }

    fn rounds_charge(options: &Options, _: Wager, stake: Money) -> bool {
        is_rounded(|won| options.vigorish(won), stake)
    }
}

impl HouseWay for PaiGowPoker {
    type Way = SevenCards;

    fn way(options: Options) -> SevenCards {
        SevenCards(options.house_way(), options.wheel())
    }

    fn counted(options: Options) -> [u128; 3] {
        stated(&options.house_way(), options.wheel()).ways()
    }

    fn proof(_: Options, _: [i64; 3]) -> Result<Proof, Unsolved> {
        Err(Unsolved::NoCertificate {
            why: "154,143,080 hands against as many of the dealer's are too many for a program in Python",
        })
    }

    fn is_piece(chance: Chance) -> bool {
        matches!(chance, Chance::Piece(_))
    }

    fn shown(card: Card) -> Chance {
        Chance::Piece(card)
    }

    fn dealt(rounds: SetRounds<SevenCards>) -> Engine {
        Engine::PaiGowPoker(rounds)
    }
}

/// A way of setting seven cards.
pub struct SevenCards(Way, Wheel);

impl Sets for SevenCards {
    type Piece = Card;
    type High = High;
    type Low = Low;
    const HAND: usize = 7;

    fn deck() -> Vec<Card> {
        Card::all_with_joker().collect()
    }

    fn set(&self, cards: &[Card]) -> Hands {
        self.0.set(cards.try_into().expect("seven cards"), self.1).hands
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
