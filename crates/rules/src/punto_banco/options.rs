//! What a licensee may choose at punto banco.

use crate::{
    hands::vigorish::PayOrder,
    limits::Limits,
    money::{Money, Odds},
    preparation::{Mixing, Plan, RecutBy},
    seats::MOST_SEATS,
    submission::{Breach, Chosen, Duty, Entry, Field, Gate, Written},
};
use law::cite;

/// The lawful choices of a licensee for one punto banco table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    decks: u8,
    seats: u8,
    reshuffle: bool,
    recut_by: RecutBy,
    deal: DealStyle,
    unbacked_hand: bool,
    banker_first: bool,
    tie_odds: Odds,
    vigorish: Rate,
    rounds_up: bool,
    collection: Collection,
    pay_order: PayOrder,
    match_play: bool,
    limits: Limits,
}

/// 3.7: how the hands are dealt (P3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DealStyle {
    /// 3.7(c): face up before the dealer.
    FaceUp,
    /// 3.7(d): face down to the highest bettors, who turn them.
    ToPlayers,
}

/// 3.3(c): what is charged on a winning wager on the Banker's Hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rate {
    /// Four percent.
    Four,
    /// Five percent.
    Five,
}

impl Rate {
    /// In percent.
    pub const fn percent(self) -> u8 {
        match self {
            Rate::Four => 4,
            Rate::Five => 5,
        }
    }

    /// The unit that goes with the rate, if the licensee rounds (G3).
    const fn unit(self) -> Money {
        match self {
            Rate::Four => Money::cents(20),
            Rate::Five => Money::cents(25),
        }
    }
}

/// 3.3(c): when vigorish is collected.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Collection {
    /// When the wager is paid.
    AtOnce,
    /// Later, but before the shoe is reshuffled.
    Deferred,
}

const DECKS: Field = Field::count(
    "decks",
    cite!("3.1(a)"),
    6,
    16,
    "how many decks are in the shoe: six or more; the law sets no most, this program sixteen",
);
const SEATS: Field = Field::count(
    "seats",
    cite!("19:46-1.12"),
    1,
    MOST_SEATS as i64,
    "how many numbered positions the layout has",
)
.or("14");
const TIE_ODDS: Field =
    Field::odds("tie-odds", cite!("3.3(b)"), Odds::new(8, 1), "what a winning tie bet is paid");
const VIGORISH: Field = Field::one_of(
    "vigorish",
    cite!("3.3(c)"),
    &["4%", "5%"],
    "what is charged on the amount won on the Banker's Hand, from every player at the table",
);
const ROUNDING: Field = Field::switch(
    "vigorish-rounding",
    cite!("3.3(c)"),
    "vigorish is rounded up: to 20 cents or a multiple at 4%, to 25 cents or a multiple at 5%",
);
const COLLECTION: Field = Field::one_of(
    "vigorish-collection",
    cite!("3.3(c)"),
    &["at-once", "deferred"],
    "vigorish is collected with the payout, or marked and collected before the next shuffle",
)
.or("at-once");
const MATCH_PLAY: Field = Field::switch("match-play", cite!("3.2(c)"), "the table takes match play coupons");
const RESHUFFLE: Field = Field::switch(
    "reshuffle",
    cite!("3.5(b)"),
    "after lacing the cards are shuffled again; alike at all tables of the pit",
);
const RECUT_BY: Field = Field::one_of(
    "recut-by",
    cite!("3.5(e)"),
    &["last-cutter", "next-entitled"],
    "who cuts when a supervisor requires a recut",
);
const DEAL: Field = Field::one_of(
    "deal",
    cite!("3.7(d)"),
    &["face-up", "to-players"],
    "hands lie face up before the dealer, or go face down to the highest bettors",
)
.or("face-up");
const UNBACKED_HAND: Field = Field::switch(
    "unbacked-hand",
    cite!("3.7(d)6"),
    "a hand without wagers may be turned by any player with a wager on the other hand",
);
const BANKER_FIRST: Field = Field::switch(
    "banker-first-on-request",
    cite!("3.8(a)"),
    "while the dealer is curator, the Banker's Hand is turned first if a player asks",
);
const PAY_ORDER: Field = Field::one_of(
    "pay-order",
    cite!("3.10(c)"),
    &["1", "2", "3", "4"],
    "which of the four procedures of 3.10(b) pays winners and takes vigorish; alike in the pit",
);

/// The options, in the order of the law.
const FIELDS: &[Field] = &[
    DECKS,
    SEATS,
    MATCH_PLAY,
    TIE_ODDS,
    VIGORISH,
    ROUNDING,
    COLLECTION,
    RESHUFFLE,
    RECUT_BY,
    DEAL,
    UNBACKED_HAND,
    BANKER_FIRST,
    PAY_ORDER,
];

impl Chosen for Options {
    const FIELDS: &'static [Field] = FIELDS;
    const STANDARD: &'static [Entry<'static>] = &[
        Entry { key: "decks", value: Written::Number(8) },
        Entry { key: "vigorish", value: Written::Text("5%") },
        Entry { key: "recut-by", value: Written::Text("last-cutter") },
        Entry { key: "pay-order", value: Written::Text("1") },
    ];

    fn gate(gate: &mut Gate<'_>) -> Option<Self> {
        let decks = gate.count(&DECKS).and_then(|n| u8::try_from(n).ok());
        let seats = gate.count(&SEATS).and_then(|n| u8::try_from(n).ok());
        let match_play = gate.switch(&MATCH_PLAY);
        let tie_odds = gate.odds(&TIE_ODDS, None);
        let vigorish = gate.one_of(&VIGORISH).map(|i| [Rate::Four, Rate::Five][i]);
        let rounds_up = gate.switch(&ROUNDING);
        let collection = gate.one_of(&COLLECTION).map(|i| [Collection::AtOnce, Collection::Deferred][i]);
        let reshuffle = gate.switch(&RESHUFFLE);
        let recut_by = gate.one_of(&RECUT_BY).map(|i| [RecutBy::LastCutter, RecutBy::NextEntitled][i]);
        let deal = gate.one_of(&DEAL).map(|i| [DealStyle::FaceUp, DealStyle::ToPlayers][i]);
        let unbacked_hand = gate.switch(&UNBACKED_HAND);
        if unbacked_hand && deal == Some(DealStyle::FaceUp) {
            gate.report(&UNBACKED_HAND, Breach::NoPlace { beside: DEAL.key });
        }
        let banker_first = gate.switch(&BANKER_FIRST);
        let pay_order = gate.one_of(&PAY_ORDER).map(|i| PayOrder::ALL[i]);
        let limits = Limits::gate(gate);
        if !gate.is_lawful() {
            return None;
        }
        Some(Options {
            decks: decks?,
            seats: seats?,
            reshuffle,
            recut_by: recut_by?,
            deal: deal?,
            unbacked_hand,
            banker_first,
            tie_odds,
            vigorish: vigorish?,
            rounds_up,
            collection: collection?,
            pay_order: pay_order?,
            match_play,
            limits: limits?,
        })
    }

    /// What must be told because of the choices.
    fn duties(&self, each: &mut impl FnMut(Duty)) {
        let in_writing =
            "tell the Commission and the surveillance department in writing, at least 30 minutes before";
        let of = match self.vigorish {
            Rate::Four => "vigorish is 4%",
            Rate::Five => "vigorish is 5%",
        };
        each(Duty { cite: cite!("3.3(d)"), says: "give notice under 8.3 (not held) of any increase", of });
        if self.reshuffle {
            let of = "the cards are shuffled again after lacing";
            each(Duty { cite: cite!("3.5(b)"), says: in_writing, of });
        }
        let of = match self.pay_order {
            PayOrder::PayAllThenCharge => "all winners are paid, then all vigorish is taken",
            PayOrder::ChargeAllThenPay => "all vigorish is taken, then all winners are paid",
            PayOrder::PayThenChargeEach => "each winner is paid, then charged",
            PayOrder::ChargeThenPayEach => "each winner is charged, then paid",
        };
        each(Duty { cite: cite!("3.10(c)2"), says: in_writing, of });
    }
}

impl Options {
    /// How many decks are in the shoe.
    pub const fn decks(&self) -> u8 {
        self.decks
    }

    /// How many positions the layout has.
    pub const fn seats(&self) -> u8 {
        self.seats
    }

    /// How a shoe is prepared: 3.5(b) knows lacing, with or without another shuffle, and nothing else (P9).
    pub(super) const fn plan(&self) -> Plan {
        let again = if self.reshuffle { Some((Mixing::Reshuffle, cite!("3.5(b)"))) } else { None };
        let mixing = [Some((Mixing::Lace, cite!("3.5(b)"))), again, None, None];
        Plan { decks: self.decks, mixing, recut_by: self.recut_by }
    }

    /// Whether cards are mixed in this way, beside the shuffle.
    pub(super) fn mixes(&self, mixing: Mixing) -> bool {
        self.plan().mixing.iter().flatten().any(|(planned, _)| *planned == mixing)
    }

    /// How the hands are dealt.
    pub const fn deal(&self) -> DealStyle {
        self.deal
    }

    /// Whether bettors of the other hand may turn a hand without wagers.
    pub const fn unbacked_hand(&self) -> bool {
        self.unbacked_hand
    }

    /// Whether a dealer who is curator turns the Banker's Hand first on request.
    pub const fn banker_first(&self) -> bool {
        self.banker_first
    }

    /// What a winning tie bet is paid.
    pub const fn tie_odds(&self) -> Odds {
        self.tie_odds
    }

    /// The percentage of vigorish.
    pub const fn vigorish(&self) -> Rate {
        self.vigorish
    }

    /// The unit to which vigorish is rounded up, if it is.
    pub const fn rounding_unit(&self) -> Option<Money> {
        if self.rounds_up { Some(self.vigorish.unit()) } else { None }
    }

    /// When vigorish is collected.
    pub const fn collection(&self) -> Collection {
        self.collection
    }

    /// In which order winners are paid and charged.
    pub const fn pay_order(&self) -> PayOrder {
        self.pay_order
    }

    /// Whether the table takes match play coupons.
    pub const fn match_play(&self) -> bool {
        self.match_play
    }

    /// The table's limits.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }
}
