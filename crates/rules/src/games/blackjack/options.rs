//! What a licensee may choose at blackjack. Choices that exclude one another are one enum: where cards come from, how
//! the dealer's second card is dealt, which additional wager there is.

use super::{fields::*, gate};
use crate::games::prelude::*;
use crate::{
    hands::blackjack::{MOST, Total},
    kit::cards::Card,
    submission::{Chosen, Duty, Entry, Field, Gate, Written},
    table::shoe::RecutBy,
    words::{chosen, deeds},
};

chosen! {
    /// The lawful choices of a licensee for one blackjack table.
    pub struct Options {
        /// Where the cards come from.
        supply: Supply => gate::supply,
        /// Who recuts; a continuous device leaves nothing to cut.
        recut_by: RecutBy => |form: &mut Gate<'_>| form.get(&RECUT_BY).or(Some(RecutBy::LastCutter)),
        /// How many boxes the layout has.
        boxes: u8 = BOXES,
        /// Whether the table takes match play coupons.
        match_play: bool = MATCH_PLAY,
        /// 2.3(e)1.
        six_seven_eight: bool = SIX_SEVEN_EIGHT,
        /// 2.3(e)2.
        three_sevens: bool = THREE_SEVENS,
        /// 2.3(e)3.
        designated: Option<Designated> => |form: &mut Gate<'_>| Some(gate::designated(form)),
        /// 2.3(e)4 and 2.16.
        five_card_21: bool = FIVE_CARD_21,
        /// 2.3(i).
        mid_shoe: MidShoe => gate::mid_shoe,
        /// How the dealer's second card is dealt.
        second_card: SecondCard => gate::second_card,
        /// 2.8: whether a hand may be surrendered: on its first two cards, for half, and against a blackjack for all.
        surrender: bool = SURRENDER,
        /// 2.13(a): how many people may wager on one box.
        bettors: u8 = BETTORS,
        /// 2.13(g): how many boxes may be shared.
        shared_boxes: u8 = SHARED_BOXES,
        /// 2.14: whether one person may wager on more than one box.
        several_boxes: bool = SEVERAL_BOXES,
        /// The additional wager, if there is one.
        additional: Option<Additional> => gate::additional,
        /// 2.17(g)2: the most of an additional wager.
        additional_maximum: Money => |form: &mut Gate<'_>| form.get(&ADDITIONAL_MAXIMUM).or(Some(Money::ZERO)),
        /// 2.18: whether several wagers are made on a hand.
        multiple_action: Option<MultipleAction> => |form: &mut Gate<'_>| Some(gate::multiple_action(form));
        splits: u8 => gate::splits,
        aces_once: bool = ACES_ONCE,
    }
}

/// Where the cards come from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Supply {
    /// One shoe (2.5, 2.6(c)).
    Shoe {
        /// The number of decks.
        decks: u8,
        /// Whether it has a cutting card, and whether a card is burned.
        ways: Ways,
    },
    /// A double shoe (2.2(c), 2.6(d)).
    Double {
        /// The number of decks in the left side and in the right side.
        decks: [u8; 2],
        /// The side for hearts and diamonds.
        red: Side,
        /// Whether each side has a cutting card; a shoe without one must be approved (2.5(i)).
        has_cutting_card: bool,
    },
    /// A device that never stops shuffling (2.20).
    Continuous {
        /// The number of decks.
        decks: u8,
    },
}

/// How one shoe is prepared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ways {
    /// With a cutting card and a burned card, unless another way was approved (2.5(i)).
    Usual {
        /// 2.5(d): whether there is a cutting card.
        has_cutting_card: bool,
        /// 2.6(c): whether a card is burned.
        burns: bool,
    },
    /// The Bart Carter Shuffle, with neither of them (2.5(d), 2.6(c)).
    BartCarter,
}

deeds! {
    /// A side of a double shoe; a single shoe is the left one.
    #[derive(PartialOrd, Ord)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
    pub enum Side {
        Left = "left",
        Right = "right",
    }
}

impl Side {
    /// Both sides of the double shoe.
    pub const ALL: [Side; 2] = [Side::Left, Side::Right];

    /// The other side.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }

    /// 2.6(d)1: the side that a determinant card selects, by the color of its suit (B28).
    #[must_use]
    pub const fn meant_by(card: Card, red: Side) -> Side {
        if matches!(card.suit(), 1 | 2) { red } else { red.other() }
    }
}

/// 2.6(h), (j) and (k): the dealer's second card. Each excludes the others (B8).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SecondCard {
    /// (h): face up, after all players have acted.
    AfterPlayers,
    /// (j): face down before they act, and turned up afterward.
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
    /// The payout odds.
    pub odds: Odds,
}

impl Designated {
    /// Whether these two cards are the designated blackjack.
    pub fn is_made_of(&self, pair: &[Card]) -> bool {
        pair.len() == 2 && pair.contains(&self.ace) && pair.contains(&self.face)
    }
}

/// 2.3(i): who may start to wager between two shuffles (B18).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MidShoe {
    /// 1 and 2: people who did not wager on the first round.
    pub newcomers: Admission,
    /// 3 and 4: people who wagered and then stopped.
    pub returners: Admission,
}

/// On which terms somebody may start to wager.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Admission {
    /// Without restriction.
    Free,
    /// For the minimum wager of the table, until a reshuffle.
    Minimum,
    /// Not until a reshuffle.
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
    /// The odds for a king and queen, and for any other two cards.
    pub odds: [Odds; 2],
    /// The provision with the table for this number of decks.
    pub cite: Citation,
}

/// 2.18(a) and (b): how many wagers a player makes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MultipleAction {
    /// Two or three, as the player chooses.
    TwoOrThree,
    /// Exactly three.
    Three,
}

impl MultipleAction {
    /// The minimum number of wagers.
    pub const fn least(self) -> u8 {
        match self {
            MultipleAction::TwoOrThree => 2,
            MultipleAction::Three => 3,
        }
    }
}

impl Chosen for Options {
    const FIELDS: &'static [&'static [Field]] = super::fields::FIELDS;
    const STANDARD: &'static [Entry<'static>] = &[Entry { key: "decks", value: Written::Number(8) }];

    fn duties(&self, each: &mut dyn FnMut(Duty)) {
        duties(self, each);
    }
}

impl Supply {
    /// The number of decks in use at the table.
    pub const fn decks(self) -> u8 {
        match self {
            Supply::Shoe { decks, .. } | Supply::Continuous { decks } => decks,
            Supply::Double { decks: [left, right], .. } => left + right,
        }
    }
}

impl Options {
    /// The number of decks in use.
    pub const fn decks(&self) -> u8 {
        self.supply.decks()
    }

    /// The number of decks in this side of the shoe.
    pub const fn decks_in(&self, side: Side) -> u8 {
        match (self.supply, side) {
            (Supply::Double { decks, .. }, side) => decks[side as usize],
            (supply, Side::Left) => supply.decks(),
            (_, Side::Right) => 0,
        }
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

    /// 2.11(c)1 and (e): the maximum number of hands of a box.
    pub const fn most_hands(&self) -> u8 {
        self.splits + 1
    }

    /// 2.11(e): whether an ace dealt to a split ace may be split again (B17).
    pub const fn may_resplit_aces(&self) -> bool {
        self.splits > 1 && !self.aces_once
    }
}

const OFFERING: &str = "give notice under 8.3 (not held) of the payout";
const ENTRY: &str = "give notice under 8.3 (not held), and apply it to everyone at the table";
const BEFORE: &str = "give notice under 8.3 (not held)";
const CHANGING: &str = "give notice under 8.3 (not held) before it begins or ends";
const WITHDRAWING: &str = "give notice under 8.3 (not held) before it is withdrawn";
const POST: &str = "post under 8.3 (not held)";

/// What must be posted or announced.
fn duties(options: &Options, each: &mut dyn FnMut(Duty)) {
    let mut duty = |cite, says, of| each(Duty { cite, says, of });
    if options.six_seven_eight() {
        duty(cite!("2.3(e)1"), OFFERING, "6, 7 and 8 of one suit at 2 to 1");
    }
    if options.three_sevens() {
        duty(cite!("2.3(e)2"), OFFERING, "three sevens at 3 to 2");
    }
    if options.designated().is_some() {
        duty(
            cite!("2.3(e)3"),
            "designate it under 8.3 (not held)",
            "the ace and face card with odds of their own",
        );
    }
    // B5: announced when it is offered, and before it is withdrawn.
    if options.five_card_21() {
        duty(cite!("2.3(e)4"), OFFERING, "five cards totaling 21 at 2 to 1");
        duty(cite!("2.16(c)"), WITHDRAWING, "five cards totaling 21");
    }
    match options.mid_shoe().newcomers {
        Admission::Barred => {
            duty(cite!("2.3(i)1"), ENTRY, "a player who missed the first round waits for a reshuffle");
        }
        Admission::Minimum => {
            duty(cite!("2.3(i)2"), ENTRY, "a player who missed the first round wagers the minimum");
        }
        Admission::Free => {}
    }
    match options.mid_shoe().returners {
        Admission::Barred => {
            duty(cite!("2.3(i)3"), ENTRY, "a player who sat a round out waits for a reshuffle");
        }
        Admission::Minimum => {
            duty(cite!("2.3(i)4"), ENTRY, "a player who sat a round out wagers the minimum");
        }
        Admission::Free => {}
    }
    if options.second_card() == SecondCard::FaceUp {
        duty(cite!("2.6(k)"), BEFORE, "both of the dealer's cards face up");
    }
    if options.surrender() {
        duty(cite!("2.8(c)"), CHANGING, "surrender");
    }
    match options.most_hands() {
        2 => {}
        3 => duty(cite!("2.11(e)"), BEFORE, "pairs may be split twice"),
        _ => duty(cite!("2.11(e)"), BEFORE, "pairs may be split three times"),
    }
    if options.most_hands() > 2 && !options.may_resplit_aces() {
        duty(cite!("2.11(e)"), BEFORE, "aces may be split only once");
    }
    match options.additional() {
        Some(Additional::OverUnder) => duty(cite!("2.17(a)"), WITHDRAWING, "over or under 13"),
        Some(Additional::SameSuit(_)) => {
            duty(cite!("2.17(a)"), WITHDRAWING, "the same-suit wager");
            duty(cite!("2.17(e)2"), BEFORE, "the payout option of the same-suit wager, and any change");
            duty(
                cite!("2.17(e)2"),
                "use it at every table of the house with as many decks",
                "the payout option",
            );
        }
        None => {}
    }
    if options.additional().is_some() {
        duty(cite!("2.17(h)"), POST, "the most of an additional wager");
    }
    match options.multiple_action() {
        Some(MultipleAction::TwoOrThree) => {
            duty(cite!("2.18(b)"), POST, "two wagers at least, and their limits");
        }
        Some(MultipleAction::Three) => {
            duty(cite!("2.18(b)"), POST, "three wagers at least, and their limits");
        }
        None => return,
    }
    duty(cite!("2.18(a)"), WITHDRAWING, "multiple action");
}
