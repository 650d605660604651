//! What a licensee may choose at blackjack. What excludes one another is one enum: where cards come from, how the dealer's
//! second card is dealt, which additional wager there is.

use super::{fields::*, payouts};
use crate::{
    hands::blackjack::{MOST, Total},
    kit::cards::Card,
    limits::Limits,
    money::{Money, Odds},
    preparation::RecutBy,
    submission::{Breach, Chosen, Duty, Entry, Field, Gate, Takes, Written},
    vocabulary::Vocabulary,
};
use core::fmt;
use law::{Citation, cite};

/// The lawful choices of a licensee for one blackjack table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    supply: Supply,
    recut_by: RecutBy,
    boxes: u8,
    match_play: bool,
    six_seven_eight: bool,
    three_sevens: bool,
    designated: Option<Designated>,
    five_card_21: bool,
    mid_shoe: MidShoe,
    second_card: SecondCard,
    surrender: bool,
    splits: u8,
    aces_once: bool,
    bettors: u8,
    shared_boxes: u8,
    several_boxes: bool,
    additional: Option<Additional>,
    additional_maximum: Money,
    multiple_action: Option<MultipleAction>,
    limits: Limits,
}

/// Where the cards come from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Supply {
    /// One shoe (2.5, 2.6(c)).
    Shoe {
        /// How many decks.
        decks: u8,
        /// What lies in it and what is burned from it.
        ways: Ways,
    },
    /// A double shoe (2.2(c), 2.6(d)).
    Double {
        /// How many decks are in the left side and in the right.
        decks: [u8; 2],
        /// The side that hearts and diamonds mean.
        red: Side,
        /// Whether each side has a cutting card; without, as approved (2.5(i)).
        has_cutting_card: bool,
    },
    /// A device that never stops shuffling (2.20).
    Continuous {
        /// How many decks.
        decks: u8,
    },
}

/// How one shoe is prepared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ways {
    /// With a cutting card and a burned card, unless other ways were approved (2.5(i)).
    Usual {
        /// 2.5(d).
        has_cutting_card: bool,
        /// 2.6(c).
        burns: bool,
    },
    /// The Bart Carter Shuffle: neither (2.5(d), 2.6(c)).
    BartCarter,
}

/// A side of a double shoe; a single shoe is the left one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// The left.
    Left,
    /// The right.
    Right,
}

impl Side {
    /// Both.
    pub const ALL: [Side; 2] = [Side::Left, Side::Right];

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Left => "left",
            Side::Right => "right",
        })
    }
}

/// 2.6(h), (j) and (k): the dealer's second card. Each excludes the others (B8).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SecondCard {
    /// (h): face up, after all players have acted.
    AfterPlayers,
    /// (j): face down before they act, turned afterwards.
    FaceDown {
        /// The card reader, if one is used.
        reader: Option<Reader>,
    },
    /// (k): face up before they act, with rules of its own.
    FaceUp,
}

/// 2.15(j): what a card reader lets players learn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reader {
    /// Nothing.
    Blind,
    /// The value of the hole card, if they look.
    Shows,
}

/// 2.3(e)3: one blackjack with odds of its own (B3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Designated {
    /// The ace.
    pub ace: Card,
    /// The jack, queen or king.
    pub face: Card,
    /// What it is paid.
    pub odds: Odds,
}

impl Designated {
    /// Whether these two cards are it.
    pub fn is_made_of(&self, pair: &[Card]) -> bool {
        pair.len() == 2 && pair.contains(&self.ace) && pair.contains(&self.face)
    }
}

/// 2.3(i): who may come in between two shuffles (B18).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MidShoe {
    /// 1 and 2: those who did not wager on the first round.
    pub newcomers: Admission,
    /// 3 and 4: those who wagered and then declined to.
    pub returners: Admission,
}

/// How somebody may come in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Admission {
    /// As anybody.
    Free,
    /// For the least wager of the table, until a reshuffle.
    Minimum,
    /// Not before a reshuffle.
    Barred,
}

/// 2.17(a): the additional wager of the table, one or the other (B23).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Additional {
    /// 1: that the first two cards total more, or less, than 13.
    OverUnder,
    /// 2: that they are of one suit.
    SameSuit(SameSuit),
}

/// 2.17(e)2: what the same-suit wager is paid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SameSuit {
    /// For a king and queen, and for any other two.
    pub odds: [Odds; 2],
    /// Where the table for this number of decks stands.
    pub cite: Citation,
}

/// 2.18(a) and (b): how many wagers a player makes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MultipleAction {
    /// Two or three, as he likes.
    TwoOrThree,
    /// All three.
    Three,
}

impl MultipleAction {
    /// How many at least.
    pub const fn least(self) -> u8 {
        match self {
            MultipleAction::TwoOrThree => 2,
            MultipleAction::Three => 3,
        }
    }
}

impl Chosen for Options {
    const FIELDS: &'static [Field] = super::fields::FIELDS;
    const STANDARD: &'static [Entry<'static>] = &[Entry { key: "decks", value: Written::Number(8) }];

    fn gate(gate: &mut Gate<'_>) -> Option<Self> {
        let supply = supply(gate);
        let recut_by = gate.one_of(&RECUT_BY).map(|i| [RecutBy::LastCutter, RecutBy::NextEntitled][i]);
        let boxes = gate.count(&BOXES);
        let [match_play, six_seven_eight, three_sevens, five_card_21] =
            [&MATCH_PLAY, &SIX_SEVEN_EIGHT, &THREE_SEVENS, &FIVE_CARD_21].map(|field| gate.switch(field));
        let designated = designated(gate);
        let mid_shoe = mid_shoe(gate);
        let multiple_action = gate
            .one_of(&MULTIPLE_ACTION)
            .map(|i| [None, Some(MultipleAction::TwoOrThree), Some(MultipleAction::Three)][i]);
        let second_card = second_card(gate, matches!(multiple_action, Some(Some(_))));
        let surrender = gate.switch(&SURRENDER);
        let splits = splits(gate, boxes);
        let aces_once = gate.switch(&ACES_ONCE);
        if aces_once && splits == Some(1) {
            gate.report(&ACES_ONCE, Breach::NoPlace { beside: SPLITS.key });
        }
        exclusions(gate, second_card, multiple_action.flatten(), surrender, splits);
        let [bettors, shared_boxes] = [gate.count(&BETTORS), gate.count(&SHARED_BOXES)];
        let several_boxes = gate.switch(&SEVERAL_BOXES);
        let decks = supply.map(Supply::decks);
        let additional = additional(gate, decks);
        let limits = Limits::gate(gate);
        if !gate.is_lawful() {
            return None;
        }
        let (additional, additional_maximum) = additional?;
        let small = |n: Option<i64>| n.and_then(|n| u8::try_from(n).ok());
        Some(Options {
            supply: supply?,
            recut_by: recut_by?,
            boxes: small(boxes)?,
            match_play,
            six_seven_eight,
            three_sevens,
            designated,
            five_card_21,
            mid_shoe: mid_shoe?,
            second_card: second_card?,
            surrender,
            splits: splits?,
            aces_once,
            bettors: small(bettors)?,
            shared_boxes: small(shared_boxes)?,
            several_boxes,
            additional,
            additional_maximum,
            multiple_action: multiple_action?,
            limits: limits?,
        })
    }

    fn duties(&self, each: &mut impl FnMut(Duty)) {
        super::duties::duties(self, each);
    }
}

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
fn supply(gate: &mut Gate<'_>) -> Option<Supply> {
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
fn designated(gate: &mut Gate<'_>) -> Option<Designated> {
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
fn mid_shoe(gate: &mut Gate<'_>) -> Option<MidShoe> {
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
fn second_card(gate: &mut Gate<'_>, is_multiple: bool) -> Option<SecondCard> {
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
fn splits(gate: &mut Gate<'_>, boxes: Option<i64>) -> Option<u8> {
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
fn exclusions(
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
fn additional(gate: &mut Gate<'_>, decks: Option<u8>) -> Option<(Option<Additional>, Money)> {
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

impl Supply {
    /// How many decks are in use at the table.
    pub const fn decks(self) -> u8 {
        match self {
            Supply::Shoe { decks, .. } | Supply::Continuous { decks } => decks,
            Supply::Double { decks: [left, right], .. } => left + right,
        }
    }
}

impl Options {
    /// Where the cards come from.
    pub const fn supply(&self) -> Supply {
        self.supply
    }

    /// How many decks are in use.
    pub const fn decks(&self) -> u8 {
        self.supply.decks()
    }

    /// How many decks are in this side of the shoe.
    pub const fn decks_in(&self, side: Side) -> u8 {
        match (self.supply, side) {
            (Supply::Double { decks, .. }, side) => decks[side as usize],
            (supply, Side::Left) => supply.decks(),
            (_, Side::Right) => 0,
        }
    }

    /// Who recuts.
    pub const fn recut_by(&self) -> RecutBy {
        self.recut_by
    }

    /// How many boxes the layout has.
    pub const fn boxes(&self) -> u8 {
        self.boxes
    }

    /// Whether the table takes match play coupons.
    pub const fn match_play(&self) -> bool {
        self.match_play
    }

    /// 2.3(e)1.
    pub const fn six_seven_eight(&self) -> bool {
        self.six_seven_eight
    }

    /// 2.3(e)2.
    pub const fn three_sevens(&self) -> bool {
        self.three_sevens
    }

    /// 2.3(e)3.
    pub const fn designated(&self) -> Option<Designated> {
        self.designated
    }

    /// 2.3(e)4 and 2.16.
    pub const fn five_card_21(&self) -> bool {
        self.five_card_21
    }

    /// 2.3(i).
    pub const fn mid_shoe(&self) -> MidShoe {
        self.mid_shoe
    }

    /// How the dealer's second card is dealt.
    pub const fn second_card(&self) -> SecondCard {
        self.second_card
    }

    /// 2.6(k)1: whether equal scores lose.
    pub const fn ties_lose(&self) -> bool {
        matches!(self.second_card, SecondCard::FaceUp)
    }

    /// The card reader, if one is used.
    pub const fn reader(&self) -> Option<Reader> {
        match self.second_card {
            SecondCard::FaceDown { reader } => reader,
            _ => None,
        }
    }

    /// 2.8: whether a hand may be surrendered: on its first two cards, for half, and against a blackjack for all.
    pub const fn surrender(&self) -> bool {
        self.surrender
    }

    /// 2.9(a) and 2.6(k)3: whether insurance is taken against an ace.
    pub const fn insurance(&self) -> bool {
        !matches!(self.second_card, SecondCard::FaceUp)
    }

    /// 2.10(a) and 2.6(k)4: whether a hand of two cards, split or not, may be doubled on this total.
    pub const fn may_double(&self, total: Total) -> bool {
        match self.second_card {
            SecondCard::FaceUp => matches!(total.count(), 9..=11),
            _ => total.count() != MOST,
        }
    }

    /// 2.11(c)1 and (e): how many hands a box may become.
    pub const fn most_hands(&self) -> u8 {
        self.splits + 1
    }

    /// 2.11(e): whether an ace dealt to a split ace may be split again (B17).
    pub const fn may_resplit_aces(&self) -> bool {
        self.splits > 1 && !self.aces_once
    }

    /// 2.13(a): how many people may wager on one box.
    pub const fn bettors(&self) -> u8 {
        self.bettors
    }

    /// 2.13(g): how many boxes may be shared.
    pub const fn shared_boxes(&self) -> u8 {
        self.shared_boxes
    }

    /// 2.14: whether one person may wager on more than one box.
    pub const fn several_boxes(&self) -> bool {
        self.several_boxes
    }

    /// The additional wager, if there is one.
    pub const fn additional(&self) -> Option<Additional> {
        self.additional
    }

    /// 2.17(g)2: the most of an additional wager.
    pub const fn additional_maximum(&self) -> Money {
        self.additional_maximum
    }

    /// 2.18: whether several wagers are made on a hand.
    pub const fn multiple_action(&self) -> Option<MultipleAction> {
        self.multiple_action
    }

    /// The table's limits.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }
}
