//! The options of a blackjack table as they are written, in the order of the law.

use super::options::Side;
use crate::games::prelude::*;
use crate::{
    house::NoticeKind::Notice83,
    kit::cards::Card,
    submission::{Field, When, Words, choice, fields},
    table::{
        layout::{self, match_play},
        shoe::RecutBy,
    },
};

choice!(Side { Left = "left", Right = "right" });

choice! {
    /// 2.6(h), (j) and (k): how the dealer's second card is dealt.
    pub(super) enum SecondCardWay {
        AfterPlayers = "after-players",
        FaceDown = "face-down",
        FaceUp = "face-up",
    }

    /// 2.17(a): the additional wager, if any.
    pub(super) enum AdditionalWager { None = "none", OverUnder = "over-under-13", SameSuit = "same-suit" }

    /// 2.17(e)2: a line of the payout table.
    pub(super) enum PayoutOption { One = "1", Two = "2", Three = "3", Four = "4" }

    /// 2.18(a): multiple action, if any.
    pub(super) enum Actions { None = "none", TwoOrThree = "two-or-three", Three = "three" }
}

fields! {
    /// All of them but the limits.
    pub(super) OWN;
    DECKS: u8 = Field::count(
            "decks",
            cite!("2.2(a)"),
            1,
            8,
            "how many decks are in use, at least one, with a double shoe two; the law sets no most, this program eight",
        )
        .or("8");
    DOUBLE_SHOE: bool = Field::switch(
        "double-shoe",
        cite!("2.2(c)"),
        "the shoe has two sides, and a determinant card chooses one",
    )
    .unless(CONTINUOUS.is_on().by(CONTINUOUS.cite));
    LEFT_DECKS: u8 = Field::count(
        "left-decks",
        cite!("2.2(c)"),
        1,
        7,
        "how many of the decks are in the left side of a double shoe",
    )
    .or_what_follows("half of the decks")
    .only_with(DOUBLE_SHOE.is_on().by(DOUBLE_SHOE.cite));
    RED_SUITS: Side = Field::choice(
        "red-suits",
        cite!("2.6(d)1"),
        "the side of a double shoe that hearts and diamonds mean; spades and clubs mean the other",
    )
    .only_with(DOUBLE_SHOE.is_on().by(DOUBLE_SHOE.cite));
    BOXES: u8 =
        Field::count("boxes", cite!("19:46-1.10"), 1, 8, "how many player boxes the layout has").or("7");
    MATCH_PLAY: bool = match_play(cite!("2.3(d)"));
    SIX_SEVEN_EIGHT: bool =
        Field::switch("six-seven-eight", cite!("2.3(e)1"), "a winning 6, 7 and 8 of one suit is paid 2 to 1")
            .told(Notice83, When::Begins, cite!("2.3(e)"));
    THREE_SEVENS: bool = Field::switch(
        "three-sevens",
        cite!("2.3(e)2"),
        "three winning sevens are paid 3 to 2",
    )
    .told(Notice83, When::Begins, cite!("2.3(e)"));
    DESIGNATED_ACE: Card = Field::one_of(
        "designated-ace",
        cite!("2.3(e)3"),
        &["Ac", "Ad", "Ah", "As"],
        "the ace of the one blackjack with odds of its own",
    )
    .or_nothing()
    .told(Notice83, When::Changed, cite!("2.3(e)3"));
    DESIGNATED_FACE: Card = Field::one_of(
        "designated-face",
        cite!("2.3(e)3"),
        &["Jc", "Jd", "Jh", "Js", "Qc", "Qd", "Qh", "Qs", "Kc", "Kd", "Kh", "Ks"],
        "its jack, queen or king",
    )
    .only_with(DESIGNATED_ACE.is_written())
    .told(Notice83, When::Changed, cite!("2.3(e)3"));
    DESIGNATED_ODDS: Odds = Field::odds_above(
        "designated-odds",
        cite!("2.3(e)3"),
        Odds::new(3, 2),
        "what it is paid, more than a standard blackjack; the law's figure is lost, so the licensee must say",
    )
    .only_with(DESIGNATED_ACE.is_written())
    .told(Notice83, When::Changed, cite!("2.3(e)3"));
    FIVE_CARD_21: bool =
        Field::switch("five-card-21", cite!("2.3(e)4"), "five winning cards that total 21 are paid 2 to 1")
            .told(Notice83, When::Begins, cite!("2.3(e)"))
            .told(Notice83, When::Ends, cite!("2.16(c)"));
    MID_SHOE: Words = Field::some_of(
        "mid-shoe",
        cite!("2.3(i)"),
        &["1", "2", "3", "4"],
        "who may not come in, or only for the least wager, until a reshuffle, by the paragraphs of 2.3(i)",
    )
    .apart(&[["1", "2"], ["3", "4"]])
    .told(Notice83, When::Begins, cite!("2.3(i)"));
    BART_CARTER: bool =
        Field::switch("bart-carter", cite!("2.5(h)2"), "the Bart Carter Shuffle is used")
            .unless(CONTINUOUS.is_on().by(CONTINUOUS.cite))
            .unless(DOUBLE_SHOE.is_on().by(cite!("2.6(m)")));
    RECUT_BY: RecutBy = RecutBy::field(cite!("2.5(g)"))
        .or("last-cutter")
        .unless(CONTINUOUS.is_on().by(CONTINUOUS.cite));
    OWN_PROCEDURES: Words = Field::some_of(
        "own-procedures",
        cite!("2.5(i)"),
        &["no-cutting-card", "no-burn"],
        "procedures of the licensee's own, as approved",
    )
    .unless(CONTINUOUS.is_on().by(CONTINUOUS.cite))
    .only_with(APPROVED_PROCEDURES.is_on().by(APPROVED_PROCEDURES.cite))
    .unless(BART_CARTER.is_on().by(cite!("2.5(h)2")));
    APPROVED_PROCEDURES: bool = Field::switch(
        "approvals.own-procedures",
        cite!("2.5(i)"),
        "the Commission approved the licensee's own shuffle, cut or burn procedures",
    );
    SECOND_CARD: SecondCardWay = Field::choice(
        "second-card",
        cite!("2.6(h)"),
        "when and how the dealer's second card is dealt: (h), (j) or (k) of 2.6",
    )
    .or("after-players")
    .told(Notice83, When::Becomes("face-up"), cite!("2.6(k)"));
    CARD_READER: bool = Field::switch(
        "card-reader",
        cite!("2.6(j)"),
        "a card reader tells whether a hole card makes a blackjack",
    )
    .only_with(SECOND_CARD.is(&["face-down"]))
    .only_with(APPROVED_READER.is_on().by(APPROVED_READER.cite));
    APPROVED_READER: bool = Field::switch(
        "approvals.card-reader",
        cite!("2.6(j)"),
        "the Commission approved the procedures for the card reader",
    );
    READER_SHOWS: bool = Field::switch(
        "reader-shows",
        cite!("2.15(j)1"),
        "the card reader in use gives players an opportunity to learn the value of the hole card",
    )
    .only_with(CARD_READER.is_on());
    SURRENDER: bool =
        Field::switch("surrender", cite!("2.8(c)"), "players may surrender half of a wager")
            .unless(SECOND_CARD.is(&["face-up"]).by(cite!("2.6(k)3")))
            .unless(MULTIPLE_ACTION.is(&["two-or-three", "three"]))
            .told(Notice83, When::Begins, cite!("2.8(c)"))
            .told(Notice83, When::Ends, cite!("2.8(c)"));
    SPLITS: u8 = Field::count(
        "splits",
        cite!("2.11(e)"),
        1,
        3,
        "how many times a box may split: once, or up to three times with six boxes, twice with seven",
    )
    .or("1")
    .told(Notice83, When::Begins, cite!("2.11(e)"));
    ACES_ONCE: bool =
        Field::switch("aces-once", cite!("2.11(e)"), "where pairs may be split again, aces may not")
            .only_with(SPLITS.is(&["2", "3"]))
            .told(Notice83, When::Begins, cite!("2.11(e)"));
    BETTORS: u8 = Field::count(
        "bettors-per-box",
        cite!("2.13(a)"),
        1,
        3,
        "how many people may wager on one box, if the first consents",
    )
    .or("1");
    SHARED_BOXES: u8 = Field::count(
        "shared-boxes",
        cite!("2.13(g)"),
        1,
        8,
        "on how many boxes of the table more than one person may wager, as the Commission directs",
    )
    .or("8");
    SEVERAL_BOXES: bool =
        Field::switch("several-boxes", cite!("2.14"), "one person may wager on more than one box");
    ADDITIONAL: AdditionalWager = Field::choice(
        "additional-wager",
        cite!("2.17(a)"),
        "the additional wager on a player's first two cards",
    )
    .or("none")
    .told(Notice83, When::Ends, cite!("2.17(a)"));
    SAME_SUIT_PAYOUT: PayoutOption = Field::choice(
            "same-suit-payout",
            cite!("2.17(e)2"),
            "the option of the payout table for the number of decks, the same at all tables of the house with as many",
        )
        .only_with(ADDITIONAL.is(&["same-suit"])).told(Notice83, When::Changed, cite!("2.17(e)2"));
    ADDITIONAL_MAXIMUM: Money = Field::money(
        "additional-maximum",
        cite!("2.17(g)2"),
        Money::cents(1),
        Money::dollars(1_000_000_000),
        "the most that one person may have on an additional wager",
    )
    .unless(ADDITIONAL.is(&["none"]))
    .told(Notice83, When::Changed, cite!("2.17(h)"));
    MULTIPLE_ACTION: Actions = Field::choice(
        "multiple-action",
        cite!("2.18(a)"),
        "whether a hand is wagered on against two or three hands of the dealer",
    )
    .or("none")
    .told(Notice83, When::Begins, cite!("2.18(b)"))
    .told(Notice83, When::Ends, cite!("2.18(a)"));
    CONTINUOUS: bool = Field::switch(
        "continuous-device",
        cite!("2.20"),
        "a shoe or device that reshuffles by itself takes the place of shuffle, cut and burn",
    )
    .only_with(APPROVED_DEVICE.is_on().by(APPROVED_DEVICE.cite));
    APPROVED_DEVICE: bool = Field::switch(
        "approvals.continuous-device",
        cite!("2.20"),
        "the Commission or its designee approved the device and its procedures",
    );
}

/// Every option of blackjack, with the limits of the layout.
pub(super) const FIELDS: &[&[Field]] = &[OWN, layout::FIELDS];
