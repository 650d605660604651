//! What a licensee may choose at blackjack. What excludes one another is one enum: where cards come from, how the dealer's
//! second card is dealt, which additional wager there is.

use super::{fields::*, gate};
use crate::{
    hands::blackjack::{MOST, Total},
    kit::cards::Card,
    limits::Limits,
    money::{Money, Odds},
    preparation::RecutBy,
    submission::{Breach, Chosen, Duty, Entry, Field, Gate, Written},
};
use core::fmt;
use law::Citation;

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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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

impl Side {
    /// 2.6(d)1: the side that a determinant card means, by the colour of its suit (B28).
    #[must_use]
    pub const fn meant_by(card: Card, red: Side) -> Side {
        if matches!(card.suit(), 1 | 2) { red } else { red.other() }
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

    fn gate(form: &mut Gate<'_>) -> Option<Self> {
        let supply = gate::supply(form);
        let recut_by = form.one_of(&RECUT_BY).map(|i| [RecutBy::LastCutter, RecutBy::NextEntitled][i]);
        let boxes = form.count(&BOXES);
        let [match_play, six_seven_eight, three_sevens, five_card_21] =
            [&MATCH_PLAY, &SIX_SEVEN_EIGHT, &THREE_SEVENS, &FIVE_CARD_21].map(|field| form.switch(field));
        let designated = gate::designated(form);
        let mid_shoe = gate::mid_shoe(form);
        let multiple_action = form
            .one_of(&MULTIPLE_ACTION)
            .map(|i| [None, Some(MultipleAction::TwoOrThree), Some(MultipleAction::Three)][i]);
        let second_card = gate::second_card(form, matches!(multiple_action, Some(Some(_))));
        let surrender = form.switch(&SURRENDER);
        let splits = gate::splits(form, boxes);
        let aces_once = form.switch(&ACES_ONCE);
        if aces_once && splits == Some(1) {
            form.report(&ACES_ONCE, Breach::NoPlace { beside: SPLITS.key });
        }
        gate::exclusions(form, second_card, multiple_action.flatten(), surrender, splits);
        let [bettors, shared_boxes] = [form.count(&BETTORS), form.count(&SHARED_BOXES)];
        let several_boxes = form.switch(&SEVERAL_BOXES);
        let decks = supply.map(Supply::decks);
        let additional = gate::additional(form, decks);
        let limits = Limits::gate(form);
        if !form.is_lawful() {
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
