//! The options of a blackjack table as they are written, in the order of the law.

use crate::{
    money::{Money, Odds},
    submission::Field,
};
use law::cite;

pub(super) const DECKS: Field = Field::count(
    "decks",
    cite!("2.2(a)"),
    1,
    8,
    "how many decks are in use, at least one, with a double shoe two; the law sets no most, this program eight",
)
.or("8");
pub(super) const DOUBLE_SHOE: Field = Field::switch(
    "double-shoe",
    cite!("2.2(c)"),
    "the shoe has two sides, and a determinant card chooses one",
);
pub(super) const LEFT_DECKS: Field = Field::count(
    "left-decks",
    cite!("2.2(c)"),
    1,
    7,
    "how many of the decks are in the left side of a double shoe",
)
.or("none: half of the decks");
pub(super) const RED_SUITS: Field = Field::one_of(
    "red-suits",
    cite!("2.6(d)1"),
    &["left", "right"],
    "the side of a double shoe that hearts and diamonds mean; spades and clubs mean the other",
)
.or("none: must be decided with a double shoe");
pub(super) const BOXES: Field =
    Field::count("boxes", cite!("19:46-1.10"), 1, 8, "how many player boxes the layout has").or("7");
pub(super) const MATCH_PLAY: Field =
    Field::switch("match-play", cite!("2.3(d)"), "the table takes match play coupons");
pub(super) const SIX_SEVEN_EIGHT: Field =
    Field::switch("six-seven-eight", cite!("2.3(e)1"), "a winning 6, 7 and 8 of one suit is paid 2 to 1");
pub(super) const THREE_SEVENS: Field =
    Field::switch("three-sevens", cite!("2.3(e)2"), "three winning sevens are paid 3 to 2");
pub(super) const DESIGNATED_ACE: Field = Field::one_of(
    "designated-ace",
    cite!("2.3(e)3"),
    &["Ac", "Ad", "Ah", "As"],
    "the ace of the one blackjack with odds of its own",
)
.or("none");
pub(super) const DESIGNATED_FACE: Field = Field::one_of(
    "designated-face",
    cite!("2.3(e)3"),
    &["Jc", "Jd", "Jh", "Js", "Qc", "Qd", "Qh", "Qs", "Kc", "Kd", "Kh", "Ks"],
    "its jack, queen or king",
)
.or("none");
pub(super) const DESIGNATED_ODDS: Field = Field::odds(
    "designated-odds",
    cite!("2.3(e)3"),
    Odds::new(3, 2),
    "what it is paid, more than a standard blackjack; the law's figure is lost, so the licensee must say",
);
pub(super) const FIVE_CARD_21: Field =
    Field::switch("five-card-21", cite!("2.3(e)4"), "five winning cards that total 21 are paid 2 to 1");
pub(super) const MID_SHOE: Field = Field::some_of(
    "mid-shoe",
    cite!("2.3(i)"),
    &["1", "2", "3", "4"],
    "who may not come in, or only for the least wager, until a reshuffle, by the paragraphs of 2.3(i)",
);
pub(super) const BART_CARTER: Field =
    Field::switch("bart-carter", cite!("2.5(h)2"), "the Bart Carter Shuffle is used");
pub(super) const RECUT_BY: Field = Field::one_of(
    "recut-by",
    cite!("2.5(g)"),
    &["last-cutter", "next-entitled"],
    "who recuts when a supervisor requires it",
)
.or("last-cutter");
pub(super) const OWN_PROCEDURES: Field = Field::some_of(
    "own-procedures",
    cite!("2.5(i)"),
    &["no-cutting-card", "no-burn"],
    "procedures of the licensee's own, as approved",
);
pub(super) const APPROVED_PROCEDURES: Field = Field::switch(
    "approvals.own-procedures",
    cite!("2.5(i)"),
    "the Commission approved the licensee's own shuffle, cut or burn procedures",
);
pub(super) const SECOND_CARD: Field = Field::one_of(
    "second-card",
    cite!("2.6(h)"),
    &["after-players", "face-down", "face-up"],
    "when and how the dealer's second card is dealt: (h), (j) or (k) of 2.6",
)
.or("after-players");
pub(super) const CARD_READER: Field = Field::switch(
    "card-reader",
    cite!("2.6(j)"),
    "a card reader tells whether a hole card makes a blackjack",
);
pub(super) const APPROVED_READER: Field = Field::switch(
    "approvals.card-reader",
    cite!("2.6(j)"),
    "the Commission approved the procedures for the card reader",
);
pub(super) const READER_SHOWS: Field = Field::switch(
    "reader-shows",
    cite!("2.15(j)1"),
    "the card reader in use gives players an opportunity to learn the value of the hole card",
);
pub(super) const SURRENDER: Field =
    Field::switch("surrender", cite!("2.8(c)"), "players may surrender half of a wager");
pub(super) const SPLITS: Field = Field::count(
    "splits",
    cite!("2.11(e)"),
    1,
    3,
    "how many times a box may split: once, or up to three times with six boxes, twice with seven",
)
.or("1");
pub(super) const ACES_ONCE: Field =
    Field::switch("aces-once", cite!("2.11(e)"), "where pairs may be split again, aces may not");
pub(super) const BETTORS: Field = Field::count(
    "bettors-per-box",
    cite!("2.13(a)"),
    1,
    3,
    "how many people may wager on one box, if the first consents",
)
.or("1");
pub(super) const SHARED_BOXES: Field = Field::count(
    "shared-boxes",
    cite!("2.13(g)"),
    1,
    8,
    "on how many boxes of the table more than one person may wager, as the Commission directs",
)
.or("8");
pub(super) const SEVERAL_BOXES: Field =
    Field::switch("several-boxes", cite!("2.14"), "one person may wager on more than one box");
pub(super) const ADDITIONAL: Field = Field::one_of(
    "additional-wager",
    cite!("2.17(a)"),
    &["none", "over-under-13", "same-suit"],
    "the additional wager on a player's first two cards",
)
.or("none");
pub(super) const SAME_SUIT_PAYOUT: Field = Field::one_of(
    "same-suit-payout",
    cite!("2.17(e)2"),
    &["1", "2", "3", "4"],
    "the option of the payout table for the number of decks, the same at all tables of the house with as many",
)
.or("none: must be decided with the same-suit wager");
pub(super) const ADDITIONAL_MAXIMUM: Field = Field::money(
    "additional-maximum",
    cite!("2.17(g)2"),
    Money::cents(1),
    Money::dollars(1_000_000_000),
    "the most that one person may have on an additional wager",
)
.or("none: must be decided with an additional wager");
pub(super) const MULTIPLE_ACTION: Field = Field::one_of(
    "multiple-action",
    cite!("2.18(a)"),
    &["none", "two-or-three", "three"],
    "whether a hand is wagered on against two or three hands of the dealer",
)
.or("none");
pub(super) const CONTINUOUS: Field = Field::switch(
    "continuous-device",
    cite!("2.20"),
    "a shoe or device that reshuffles by itself takes the place of shuffle, cut and burn",
);
pub(super) const APPROVED_DEVICE: Field = Field::switch(
    "approvals.continuous-device",
    cite!("2.20"),
    "the Commission or its designee approved the device and its procedures",
);

/// All of them.
pub(super) const FIELDS: &[Field] = &[
    DECKS,
    DOUBLE_SHOE,
    LEFT_DECKS,
    RED_SUITS,
    BOXES,
    MATCH_PLAY,
    SIX_SEVEN_EIGHT,
    THREE_SEVENS,
    DESIGNATED_ACE,
    DESIGNATED_FACE,
    DESIGNATED_ODDS,
    FIVE_CARD_21,
    MID_SHOE,
    BART_CARTER,
    RECUT_BY,
    OWN_PROCEDURES,
    APPROVED_PROCEDURES,
    SECOND_CARD,
    CARD_READER,
    APPROVED_READER,
    READER_SHOWS,
    SURRENDER,
    SPLITS,
    ACES_ONCE,
    BETTORS,
    SHARED_BOXES,
    SEVERAL_BOXES,
    ADDITIONAL,
    SAME_SUIT_PAYOUT,
    ADDITIONAL_MAXIMUM,
    MULTIPLE_ACTION,
    CONTINUOUS,
    APPROVED_DEVICE,
];
