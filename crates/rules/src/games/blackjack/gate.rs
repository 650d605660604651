//! Which choices for a blackjack table may go together: each function reads a few fields and reports every
//! combination that the law forbids.

use super::{
    fields::*,
    options::{
        Additional, Admission, Designated, MidShoe, MultipleAction, Reader, SameSuit, SecondCard, Supply,
        Ways,
    },
    payouts,
};
use crate::games::prelude::*;
use crate::submission::{Breach, Gate, Takes, Words};

/// 2.2, 2.5, 2.6(c), (d) and (m), 2.20: which shoe is used, and which cards are in it (B31, B32).
pub(super) fn supply(gate: &mut Gate<'_>) -> Option<Supply> {
    let decks = gate.get(&DECKS)?;
    let is_own = |procedure| gate.get(&OWN_PROCEDURES).is_some_and(|own: Words| own.has(procedure));
    let (has_cutting_card, burns) = (!is_own("no-cutting-card"), !is_own("no-burn"));
    if gate.is_on(&CONTINUOUS) {
        return Some(Supply::Continuous { decks });
    }
    if !gate.is_on(&DOUBLE_SHOE) {
        let ways = match gate.is_on(&BART_CARTER) {
            true => Ways::BartCarter,
            false => Ways::Usual { has_cutting_card, burns },
        };
        return Some(Supply::Shoe { decks, ways });
    }
    if !burns {
        gate.report_by(&OWN_PROCEDURES, cite!("2.6(d)1"), Breach::NotWith { key: DOUBLE_SHOE.key });
    }
    let decks = sides(gate, decks)?;
    Some(Supply::Double { decks, red: gate.get(&RED_SUITS)?, has_cutting_card })
}

/// 2.2(c): at least one deck in each side.
fn sides(gate: &mut Gate<'_>, decks: u8) -> Option<[u8; 2]> {
    if decks < 2 {
        gate.report_by(&DECKS, DOUBLE_SHOE.cite, Breach::Unlawful(Takes::Count { least: 2, most: 8 }));
        return None;
    }
    let left = gate.get(&LEFT_DECKS).unwrap_or(decks / 2);
    if left >= decks {
        let takes = Takes::Count { least: 1, most: i64::from(decks) - 1 };
        gate.report(&LEFT_DECKS, Breach::Unlawful(takes));
        return None;
    }
    Some([left, decks - left])
}

/// 2.3(e)3: an ace, a face card, and odds above those of a standard blackjack (B3).
pub(super) fn designated(gate: &Gate<'_>) -> Option<Designated> {
    Some(Designated {
        ace: gate.get(&DESIGNATED_ACE)?,
        face: gate.get(&DESIGNATED_FACE)?,
        odds: gate.get(&DESIGNATED_ODDS)?,
    })
}

/// 2.3(i): 1 or 2 for newcomers, 3 or 4 for those who return (B18).
pub(super) fn mid_shoe(gate: &Gate<'_>) -> Option<MidShoe> {
    let paragraphs = gate.get(&MID_SHOE)?;
    let admission = |barred, minimum| match (paragraphs.has(barred), paragraphs.has(minimum)) {
        (true, _) => Admission::Barred,
        (false, true) => Admission::Minimum,
        (false, false) => Admission::Free,
    };
    Some(MidShoe { newcomers: admission("1", "2"), returners: admission("3", "4") })
}

/// 2.18(a): how many wagers players make in multiple action, if the table has it.
pub(super) fn multiple_action(gate: &Gate<'_>) -> Option<MultipleAction> {
    match gate.get(&MULTIPLE_ACTION)? {
        Actions::None => None,
        Actions::TwoOrThree => Some(MultipleAction::TwoOrThree),
        Actions::Three => Some(MultipleAction::Three),
    }
}

/// 2.6(h), (j), (k): multiple action needs (h) (B8, B26).
pub(super) fn second_card(gate: &mut Gate<'_>) -> Option<SecondCard> {
    let way = gate.get(&SECOND_CARD)?;
    if way != SecondCardWay::AfterPlayers && multiple_action(gate).is_some() {
        gate.report_by(&SECOND_CARD, cite!("2.18(e)"), Breach::NotWith { key: MULTIPLE_ACTION.key });
    }
    let reader = match (gate.is_on(&CARD_READER), gate.is_on(&READER_SHOWS)) {
        (false, _) => None,
        (true, false) => Some(Reader::Blind),
        (true, true) => Some(Reader::Shows),
    };
    Some(match way {
        SecondCardWay::AfterPlayers => SecondCard::AfterPlayers,
        SecondCardWay::FaceDown => SecondCard::FaceDown { reader },
        SecondCardWay::FaceUp => SecondCard::FaceUp,
    })
}

/// 2.11(e): up to three splits with six boxes, two with seven, one with more (B16); only one with multiple action or,
/// by 2.6(k)5, if both of the dealer's cards are face up.
pub(super) fn splits(gate: &mut Gate<'_>) -> Option<u8> {
    let (splits, boxes) = (gate.get(&SPLITS)?, gate.get(&BOXES)?);
    let most = match boxes {
        ..=6 => 3,
        7 => 2,
        _ => 1,
    };
    if splits > most {
        gate.report(&SPLITS, Breach::Unlawful(Takes::Count { least: 1, most: i64::from(most) }));
    }
    if splits > 1 && gate.get(&SECOND_CARD) == Some(SecondCardWay::FaceUp) {
        gate.report_by(&SPLITS, cite!("2.6(k)5"), Breach::NotWith { key: SECOND_CARD.key });
    }
    if splits > 1 && multiple_action(gate).is_some() {
        gate.report_by(&SPLITS, cite!("2.11(e)"), Breach::NotWith { key: MULTIPLE_ACTION.key });
    }
    Some(splits)
}

/// 2.17(a), (e)2 and (g)2: one additional wager, its maximum, and for the same-suit wager a payout from the law's
/// tables (B23).
pub(super) fn additional(gate: &mut Gate<'_>) -> Option<Option<Additional>> {
    match gate.get(&ADDITIONAL)? {
        AdditionalWager::None => return Some(None),
        AdditionalWager::OverUnder => return Some(Some(Additional::OverUnder)),
        AdditionalWager::SameSuit => {}
    }
    let decks = gate.get(&DECKS)?;
    let Some(&(_, lines, cite)) = payouts::SAME_SUIT.iter().find(|(number, ..)| *number == decks) else {
        let tables = DECKS.is(&["1", "2", "4", "6", "8"]);
        gate.report_by(&ADDITIONAL, SAME_SUIT_PAYOUT.cite, Breach::NoPlace(tables));
        return None;
    };
    let Some(&odds) = lines.get(gate.get(&SAME_SUIT_PAYOUT)? as usize) else {
        gate.report_by(&SAME_SUIT_PAYOUT, cite, Breach::Unlawful(Takes::OneOf(&["1", "2", "3"])));
        return None;
    };
    Some(Some(Additional::SameSuit(SameSuit { odds, cite })))
}
