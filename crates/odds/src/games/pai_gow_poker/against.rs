//! What every setting of a hand is worth against a bank that is set by the house way.

use super::{Dealt, count, ways};
use crate::games::two_hands;
use rules::{
    hands::pai_gow_poker::{Hands, SETTINGS, Wheel},
    kit::cards::Card,
};

/// How many hands of seven cards the bank may hold against a given one.
pub const AGAINST: u64 = 53_524_680;

/// One way to set a hand.
pub type Setting = two_hands::Setting<Hands, AGAINST>;

/// All 21 settings of these cards, fouls included: they lose. Every hand that the bank can hold is counted.
pub fn settings(dealt: &Dealt, cards: &[Card; 7], wheel: Wheel) -> [Setting; 21] {
    let mut all = SETTINGS.map(|low| {
        let hands = Hands::of(cards, low, wheel);
        let loses = if hands.is_foul() { AGAINST } else { 0 };
        Setting { low, hands, wins: 0, loses }
    });
    let mut lawful: Vec<&mut Setting> = all.iter_mut().filter(|setting| setting.loses == 0).collect();
    let mut add = |bank: Hands, hands: u64| {
        for setting in &mut lawful {
            let is_higher = [setting.hands.high > bank.high, setting.hands.low > bank.low];
            match is_higher {
                [true, true] => setting.wins = setting.wins.wrapping_add(hands),
                [false, false] => setting.loses = setting.loses.wrapping_add(hands),
                _ => {}
            }
        }
    };
    let held = count(cards, |card| !card.is_joker());
    let joker = cards.contains(&Card::JOKER);
    for pattern in dealt.patterns.iter().filter(|pattern| !(pattern.joker && joker)) {
        let hands = ways(&pattern.counts, |rank| 4 - held[rank]);
        if hands > 0 {
            add(pattern.set, hands);
        }
    }
    for suit in 0..4 {
        let own = cards.iter().filter(|card| card.suit() == suit);
        let own = own.fold(0, |ranks, &card| ranks | 1_u16 << rules::hands::pai_gow_poker::rank(card));
        let others = count(cards, |card| card.suit() != suit && !card.is_joker());
        let apart = |flush: &&super::Flush| flush.suit & own == 0 && !(flush.joker && joker);
        for flush in dealt.flushes.iter().filter(apart) {
            let hands = ways(&flush.others, |rank| 3 - others[rank]);
            // Counted as a pattern before, as if the flush were none.
            add(flush.plain.0, hands.wrapping_neg());
            add(flush.set, hands);
        }
    }
    all
}
