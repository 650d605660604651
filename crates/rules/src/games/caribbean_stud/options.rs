//! What a licensee may choose at caribbean stud poker. Sections 16.8(b) to 16.13 are not held: whatever rests on them is
//! a setting, with the usual value as its default.

use super::payouts::{LINES, Prize, line};
use crate::games::prelude::*;
use crate::{
    hands::poker::Kind,
    submission::{Chosen, Duty, Entry, Field, Gate, Written, any, choice, fields},
    table::{
        deck::{DealtFrom, FaceUp, Shuffle, ShuffledBy},
        layout,
    },
    words::chosen,
};

chosen! {
    /// The lawful choices of a licensee for one table.
    pub struct Options {
        /// How many places the layout has.
        seats: u8 = SEATS,
        /// How the cards are shuffled.
        shuffle: Shuffle => shuffle,
        /// Where the cards are dealt from.
        deal: Style => deal,
        /// Whether match play coupons are taken.
        match_play: bool = MATCH_PLAY,
        /// Where the meter stands at first.
        meter: Money = METER,
        /// Where it begins again.
        reset: Money = RESET,
        /// What a card found face up leads to.
        face_up: FaceUp = FACE_UP,
        /// What a hole card shown too early leads to.
        hole_card: HoleCard = HOLE_CARD;
        odds: [Odds; 9] => |gate: &mut Gate<'_>| gate.all(&LINES),
        limit: Money = LIMIT,
        scope: Scope = SCOPE,
        prizes: [Prize; 5] => prizes,
        rate: i64 = RATE,
    }
}

/// 16.7 to 16.9: where the cards are dealt from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Style {
    /// A manual dealing shoe.
    Shoe,
    /// The dealer's hand.
    Hand,
    /// An automated dealing shoe, which gives out five cards at a time.
    Automated {
        /// Which of the dealer's cards is turned up.
        exposed: Exposed,
    },
}

impl Style {
    /// Whether cards come from a shoe or from the hand.
    pub const fn dealt_from(self) -> DealtFrom {
        match self {
            Style::Shoe => DealtFrom::Shoe,
            Style::Hand => DealtFrom::Hand,
            Style::Automated { .. } => DealtFrom::AutomatedShoe,
        }
    }
}

choice! {
    /// 16.9 (not held): which of the dealer's five cards is turned up.
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
    pub enum Exposed { Top = "top", Bottom = "bottom" }

    /// 16.12 (not held): what the limit on a hand covers.
    pub enum Scope { AnteAndBet = "ante-and-bet", Bet = "bet" }

    /// 16.13 (not held): a hole card of the dealer's shown too early.
    pub enum HoleCard { Void = "void", PlayOn = "play-on" }
}

fields! {
    OWN;
    SEATS: u8 =
        Field::count("seats", cite!("19:46-1.13G"), 6, 7, "how many players the layout has places for")
            .or("7");
    SHUFFLE: ShuffledBy = ShuffledBy::field(cite!("16.4(a)"));
    // 16.2 (not held): a second deck goes with a device.
    SECOND_DECK: bool = ShuffledBy::second_deck(cite!("16.2"), &SHUFFLE);
    DEAL: DealtFrom = DealtFrom::field(
        cite!("16.7(a)"),
        "where the cards are dealt from: 16.7, 16.8 or 16.9; from the hand only what a device has shuffled",
    );
    EXPOSED: Exposed = Field::choice(
        "exposed-dealer-card",
        cite!("16.9"),
        "which card of the dealer's stack is turned up",
    )
    .or("top")
    .only_with(DEAL.is(&["automated-shoe"]));
    MATCH_PLAY: bool =
        Field::switch("match-play", cite!("16.6(a)"), "the table takes match play coupons with an ante");
    LIMIT: Money = Field::money(
        "payout-limit",
        cite!("16.12"),
        Money::dollars(5000),
        Money::dollars(1_000_000_000),
        "the most that is paid on one hand, unless the least wager could win more",
    )
    .or("5000.00");
    SCOPE: Scope = Field::choice("limit-scope", cite!("16.12"), "which wagers of a hand the limit covers")
        .or("ante-and-bet");
    ROYAL_SHARE: u8 = Field::count(
        "progressive.royal-flush",
        cite!("16.11"),
        1,
        100,
        "percent of the meter for a royal flush",
    )
    .or("100");
    STRAIGHT_SHARE: u8 = Field::count(
        "progressive.straight-flush",
        cite!("16.11"),
        1,
        100,
        "percent of the meter for a straight flush",
    )
    .or("10");
    FOUR: Money = prize("progressive.four-of-a-kind", 500, "500.00");
    FULL: Money = prize("progressive.full-house", 100, "100.00");
    FLUSH: Money = prize("progressive.flush", 50, "50.00");
    METER: Money = Field::money(
        "progressive.initial",
        cite!("16.11"),
        Money::ZERO,
        MOST_METER,
        "where the meter stands when the table opens",
    )
    .or("10000.00");
    RESET: Money = Field::money(
        "progressive.reset",
        cite!("16.11"),
        Money::ZERO,
        MOST_METER,
        "where the meter begins again once all of it is won",
    )
    .or("10000.00");
    RATE: i64 = Field::count(
        "progressive.rate",
        cite!("16.12"),
        1,
        100,
        "how many cents of each dollar go to the meter: the rate of progression",
    )
    .or("70");
    FACE_UP: FaceUp = FaceUp::field(
        cite!("16.13"),
        "what the first card found face up while dealing leads to; a second voids the round",
    );
    HOLE_CARD: HoleCard = Field::choice(
        "irregularities.hole-card-shown",
        cite!("16.13"),
        "what a hole card shown before all have bet or folded leads to",
    )
    .or("void");
}

/// Far more than any meter; it keeps every share within the range of [`Money`].
const MOST_METER: Money = Money::dollars(1_000_000_000);

const fn prize(key: &'static str, least: i64, default: &'static str) -> Field<Money> {
    let about = "what the progressive wager is paid with this hand";
    Field::money(key, cite!("16.11"), Money::dollars(least), MOST_METER, about).or(default)
}

fn shuffle(gate: &mut Gate<'_>) -> Option<Shuffle> {
    Shuffle::gate(gate, &SHUFFLE, &SECOND_DECK)
}

fn deal(gate: &mut Gate<'_>) -> Option<Style> {
    // 16.8(b) (not held): only cards shuffled by a device may be dealt from the hand.
    Some(match DealtFrom::gate(gate, &DEAL, &SHUFFLE, cite!("16.8(b)"))? {
        DealtFrom::Shoe => Style::Shoe,
        DealtFrom::Hand => Style::Hand,
        DealtFrom::AutomatedShoe => Style::Automated { exposed: gate.get(&EXPOSED)? },
    })
}

/// The prizes from a flush to a royal flush.
fn prizes(gate: &mut Gate<'_>) -> Option<[Prize; 5]> {
    let [flush, full, four] = gate.all(&[FLUSH, FULL, FOUR])?.map(Prize::Amount);
    let [straight, royal] = gate.all(&[STRAIGHT_SHARE, ROYAL_SHARE])?.map(Prize::Share);
    Some([flush, full, four, straight, royal])
}

impl Chosen for Options {
    const FIELDS: &'static [&'static [Field]] = &[OWN, &any(&LINES), layout::FIELDS];
    const STANDARD: &'static [Entry<'static>] = &[
        Entry { key: "shuffle", value: Written::Text("device") },
        Entry { key: "deal", value: Written::Text("shoe") },
    ];

    fn duties(&self, each: &mut dyn FnMut(Duty)) {
        let mut duty = |cite: Citation, says, of| each(Duty { cite, says, of });
        if self.deal == Style::Shoe {
            let approved = "use a shoe that meets 19:46-1.19 (not held), at an approved place of the table";
            duty(cite!("16.7(a)"), approved, "a manual dealing shoe");
        }
        duty(cite!("19:46-1.13G"), "explain on a sign at the table", "the limit on what one hand is paid");
        let file = "file beforehand, and change only on notice";
        duty(cite!("16.11"), file, "initial and reset amount, rate of progression and chance of winning");
    }
}

impl Options {
    /// The odds on a winning bet with this kind of hand.
    pub const fn odds(&self, kind: Kind) -> Odds {
        self.odds[line(kind)]
    }

    /// What the limit covers, and its amount: no less than what the minimum wager could win (16.12, not
    /// held).
    pub fn limit(&self) -> (Scope, Money) {
        let least = self.limits.minimum();
        let bet = self.odds(Kind::RoyalFlush).pay(least + least);
        let could = match self.scope {
            Scope::AnteAndBet => least + bet,
            Scope::Bet => bet,
        };
        (self.scope, self.limit.max(could))
    }

    /// What the progressive wager is paid for this kind of hand, if anything.
    pub fn prize(&self, kind: Kind) -> Option<Prize> {
        match kind {
            Kind::Flush => Some(self.prizes[0]),
            Kind::FullHouse => Some(self.prizes[1]),
            Kind::FourOfAKind => Some(self.prizes[2]),
            Kind::StraightFlush => Some(self.prizes[3]),
            Kind::RoyalFlush => Some(self.prizes[4]),
            _ => None,
        }
    }

    /// The part of each dollar wagered that goes to the meter.
    pub const fn progression(&self) -> Money {
        Money::cents(self.rate)
    }
}
