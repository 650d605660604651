//! What a submission for a blackjack table may say together: each function reads a few fields and reports every
//! combination that the law bars.

use super::{
    fields::*,
    options::{
        Additional, Admission, Designated, MidShoe, MultipleAction, Reader, SameSuit, SecondCard, Side,
        Supply, Ways,
    },
    payouts,
};
use crate::{
    kit::cards::Card,
    money::{Money, Odds},
    submission::{Breach, Field, Gate, Takes, Written},
    vocabulary::Vocabulary,
};
use law::{Citation, cite};

/// Reports what was written where another choice leaves nothing to decide.
fn no_place(gate: &mut Gate<'_>, fields: &[&Field], cite: Citation, beside: &'static str) {
    for field in fields {
        if gate.written(field).is_some_and(|written| written != Written::Switch(false)) {
            gate.report_by(field, cite, Breach::NoPlace { beside });
        }
    }
}

/// Reports that a choice lacks its approval.
fn needs(gate: &mut Gate<'_>, field: &Field, approval: &Field) {
    if !gate.switch(approval) {
        gate.report_by(field, approval.cite, Breach::Needs { key: approval.key });
    }
}

/// 2.2, 2.5, 2.6(c), (d) and (m), 2.20: what lies in the shoe, and which shoe (B31, B32).
pub(super) fn supply(gate: &mut Gate<'_>) -> Option<Supply> {
    let decks = gate.count(&DECKS).and_then(|n| u8::try_from(n).ok());
    let [double, bart_carter, continuous] =
        [&DOUBLE_SHOE, &BART_CARTER, &CONTINUOUS].map(|field| gate.switch(field));
    let own = gate.some_of(&OWN_PROCEDURES);
    let [no_cutting_card, no_burn] = [own.unwrap_or(0) & 1 != 0, own.unwrap_or(0) & 2 != 0];
    if no_cutting_card || no_burn {
        needs(gate, &OWN_PROCEDURES, &APPROVED_PROCEDURES);
    } else {
        gate.switch(&APPROVED_PROCEDURES);
    }
    if continuous {
        needs(gate, &CONTINUOUS, &APPROVED_DEVICE);
        let replaced = [&DOUBLE_SHOE, &BART_CARTER, &RECUT_BY, &OWN_PROCEDURES];
        no_place(gate, &replaced, CONTINUOUS.cite, CONTINUOUS.key);
    } else {
        gate.switch(&APPROVED_DEVICE);
    }
    if double && bart_carter {
        gate.report_by(&BART_CARTER, cite!("2.6(m)"), Breach::NotWith { key: DOUBLE_SHOE.key });
    }
    if bart_carter && (no_cutting_card || no_burn) {
        gate.report_by(&OWN_PROCEDURES, cite!("2.5(h)2"), Breach::NotWith { key: BART_CARTER.key });
    }
    if !double {
        no_place(gate, &[&LEFT_DECKS, &RED_SUITS], DOUBLE_SHOE.cite, DOUBLE_SHOE.key);
        let decks = decks?;
        let usual = Ways::Usual { has_cutting_card: !no_cutting_card, burns: !no_burn };
        return Some(match continuous {
            true => Supply::Continuous { decks },
            false => Supply::Shoe { decks, ways: if bart_carter { Ways::BartCarter } else { usual } },
        });
    }
    if no_burn {
        gate.report_by(&OWN_PROCEDURES, cite!("2.6(d)1"), Breach::NotWith { key: DOUBLE_SHOE.key });
    }
    let red = match gate.written(&RED_SUITS) {
        Some(_) => gate.one_of(&RED_SUITS).map(|i| Side::ALL[i]),
        None => {
            gate.report(&RED_SUITS, Breach::Undecided(RED_SUITS.takes));
            None
        }
    };
    let decks = sides(gate, decks?)?;
    Some(Supply::Double { decks, red: red?, has_cutting_card: !no_cutting_card })
}

/// 2.2(c): at least one deck in each side.
fn sides(gate: &mut Gate<'_>, decks: u8) -> Option<[u8; 2]> {
    if decks < 2 {
        gate.report_by(&DECKS, DOUBLE_SHOE.cite, Breach::Unlawful(Takes::Count { least: 2, most: 8 }));
        return None;
    }
    let left = match gate.written(&LEFT_DECKS) {
        Some(_) => gate.count(&LEFT_DECKS).and_then(|n| u8::try_from(n).ok())?,
        None => decks / 2,
    };
    if left >= decks {
        let takes = Takes::Count { least: 1, most: i64::from(decks) - 1 };
        gate.report(&LEFT_DECKS, Breach::Unlawful(takes));
        return None;
    }
    Some([left, decks - left])
}

/// 2.3(e)3: an ace, a face card, and odds above those of a standard blackjack (B3).
pub(super) fn designated(gate: &mut Gate<'_>) -> Option<Designated> {
    let fields = [&DESIGNATED_ACE, &DESIGNATED_FACE, &DESIGNATED_ODDS];
    if fields.iter().all(|field| gate.written(field).is_none()) {
        return None;
    }
    for field in fields {
        if gate.written(field).is_none() {
            gate.report(field, Breach::Undecided(field.takes));
        }
    }
    let mut card = |field: &Field| {
        let Takes::OneOf(words) = field.takes else { return None };
        gate.written(field)?;
        gate.one_of(field).and_then(|i| Card::read(words[i]))
    };
    let (ace, face) = (card(&DESIGNATED_ACE), card(&DESIGNATED_FACE));
    let (odds, standard) = (gate.odds(&DESIGNATED_ODDS, None), Odds::new(3, 2));
    if let Some(Written::Text(text)) = gate.written(&DESIGNATED_ODDS)
        && text.parse::<Odds>().is_ok_and(|odds| odds.at_least(standard) && standard.at_least(odds))
    {
        gate.report(&DESIGNATED_ODDS, Breach::NotMoreThan(standard));
    }
    Some(Designated { ace: ace?, face: face?, odds })
}

/// 2.3(i): at most one of 1 and 2, and at most one of 3 and 4 (B18).
pub(super) fn mid_shoe(gate: &mut Gate<'_>) -> Option<MidShoe> {
    const LAWFUL: Takes = Takes::OneOf(&["", "1", "2", "3", "4", "1 3", "1 4", "2 3", "2 4"]);
    let set = gate.some_of(&MID_SHOE)?;
    let one_of = |barred: u32, minimum: u32| match (set >> barred & 1, set >> minimum & 1) {
        (0, 0) => Some(Admission::Free),
        (1, 0) => Some(Admission::Barred),
        (0, 1) => Some(Admission::Minimum),
        _ => None,
    };
    match (one_of(0, 1), one_of(2, 3)) {
        (Some(newcomers), Some(returners)) => Some(MidShoe { newcomers, returners }),
        _ => {
            gate.report(&MID_SHOE, Breach::Unlawful(LAWFUL));
            None
        }
    }
}

/// 2.6(h), (j), (k): a reader needs a hole card, and multiple action needs (h) (B8, B26).
pub(super) fn second_card(gate: &mut Gate<'_>, is_multiple: bool) -> Option<SecondCard> {
    let way = gate.one_of(&SECOND_CARD);
    let [has_reader, shows] = [&CARD_READER, &READER_SHOWS].map(|field| gate.switch(field));
    match way {
        Some(0 | 2) if has_reader => gate.report(&CARD_READER, Breach::NoPlace { beside: SECOND_CARD.key }),
        _ if has_reader => needs(gate, &CARD_READER, &APPROVED_READER),
        _ => _ = gate.switch(&APPROVED_READER),
    }
    if shows && !has_reader {
        gate.report(&READER_SHOWS, Breach::Needs { key: CARD_READER.key });
    }
    if let Some(1 | 2) = way
        && is_multiple
    {
        gate.report_by(&SECOND_CARD, cite!("2.18(e)"), Breach::NotWith { key: MULTIPLE_ACTION.key });
    }
    let reader = has_reader.then_some(if shows { Reader::Shows } else { Reader::Blind });
    Some([SecondCard::AfterPlayers, SecondCard::FaceDown { reader }, SecondCard::FaceUp][way?])
}

/// 2.11(e): up to three splits with six boxes, two with seven, one with more (B16).
pub(super) fn splits(gate: &mut Gate<'_>, boxes: Option<i64>) -> Option<u8> {
    let splits = gate.count(&SPLITS);
    let most = match boxes? {
        ..=6 => 3,
        7 => 2,
        _ => 1,
    };
    if splits? > most {
        gate.report(&SPLITS, Breach::Unlawful(Takes::Count { least: 1, most }));
    }
    u8::try_from(splits?).ok()
}

/// 2.6(k)3 and 5, 2.8(c), 2.11(e): what is not available beside both dealer's cards face up, or multiple action.
pub(super) fn exclusions(
    gate: &mut Gate<'_>,
    second_card: Option<SecondCard>,
    multiple_action: Option<MultipleAction>,
    surrender: bool,
    splits: Option<u8>,
) {
    let (is_face_up, resplits) = (second_card == Some(SecondCard::FaceUp), splits.is_some_and(|n| n > 1));
    let (face_up, multiple) = (SECOND_CARD.key, MULTIPLE_ACTION.key);
    for (field, cite, is_barred, key) in [
        (&SURRENDER, cite!("2.6(k)3"), surrender && is_face_up, face_up),
        (&SURRENDER, cite!("2.8(c)"), surrender && multiple_action.is_some(), multiple),
        (&SPLITS, cite!("2.6(k)5"), resplits && is_face_up, face_up),
        (&SPLITS, cite!("2.11(e)"), resplits && multiple_action.is_some(), multiple),
    ] {
        if is_barred {
            gate.report_by(field, cite, Breach::NotWith { key });
        }
    }
}

/// 2.17(a), (e)2 and (g)2: one additional wager, its most, and for the same suit a payout that the law has (B23).
pub(super) fn additional(gate: &mut Gate<'_>, decks: Option<u8>) -> Option<(Option<Additional>, Money)> {
    let which = gate.one_of(&ADDITIONAL);
    if let Some(0 | 1) = which {
        no_place(gate, &[&SAME_SUIT_PAYOUT], SAME_SUIT_PAYOUT.cite, ADDITIONAL.key);
    }
    if which == Some(0) {
        no_place(gate, &[&ADDITIONAL_MAXIMUM], ADDITIONAL_MAXIMUM.cite, ADDITIONAL.key);
        return Some((None, Money::ZERO));
    }
    let mut must = |field: &Field| {
        let is_written = gate.written(field).is_some();
        if !is_written {
            gate.report(field, Breach::Undecided(field.takes));
        }
        is_written
    };
    let has_most = must(&ADDITIONAL_MAXIMUM);
    let has_payout = which != Some(2) || must(&SAME_SUIT_PAYOUT);
    let most = if has_most { gate.money(&ADDITIONAL_MAXIMUM) } else { None };
    if which == Some(1) {
        return Some((Some(Additional::OverUnder), most?));
    }
    let option = if has_payout { gate.one_of(&SAME_SUIT_PAYOUT) } else { None };
    let decks = decks?;
    let options = payouts::SAME_SUIT.iter().find(|(number, ..)| *number == decks);
    let Some(&(_, lines, cite)) = options else {
        gate.report_by(&ADDITIONAL, SAME_SUIT_PAYOUT.cite, Breach::NoPlace { beside: DECKS.key });
        return None;
    };
    let Some(&odds) = lines.get(option?) else {
        gate.report_by(&SAME_SUIT_PAYOUT, cite, Breach::Unlawful(Takes::OneOf(&["1", "2", "3"])));
        return None;
    };
    Some((Some(Additional::SameSuit(SameSuit { odds, cite })), most?))
}
