//! What a licensee may choose at caribbean stud poker. Sections 16.8(b) to 16.13 are not held: whatever rests on them is
//! a setting, with the usual value as its default.

use super::payouts::{LINES, Prize, line};
use crate::{
    hands::poker::Kind,
    limits::Limits,
    money::{Money, Odds},
    submission::{Breach, Chosen, Duty, Entry, Field, Gate, Takes, Written},
};
use law::{Citation, cite};

/// The lawful choices of a licensee for one table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    seats: u8,
    shuffle: Shuffle,
    deal: Style,
    match_play: bool,
    odds: [Odds; 9],
    limit: Money,
    scope: Scope,
    prizes: [Prize; 5],
    meter: Money,
    reset: Money,
    rate: i64,
    face_up: FaceUp,
    hole_card: HoleCard,
    limits: Limits,
}

/// 16.4(a): how the cards are shuffled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shuffle {
    /// By the dealer.
    Manual,
    /// By a device; perhaps one deck is shuffled while another is dealt.
    Device {
        /// 16.2 (not held).
        second_deck: bool,
    },
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
        /// Which card of the dealer's is turned up.
        exposed: Exposed,
    },
}

/// 16.9 (not held): which of the dealer's five cards is turned up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Exposed {
    /// The top one.
    Top,
    /// The bottom one.
    Bottom,
}

/// 16.12 (not held): what the limit on a hand covers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scope {
    /// Ante and bet together.
    AnteAndBet,
    /// The bet alone.
    Bet,
}

/// 16.13 (not held): a card found face up while dealing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FaceUp {
    /// One is discarded; a second voids the round.
    Discard,
    /// The first voids the round.
    Void,
}

/// 16.13 (not held): a hole card of the dealer's shown too early.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HoleCard {
    /// All hands are void.
    Void,
    /// The round goes on.
    PlayOn,
}

const SEATS: Field =
    Field::count("seats", cite!("19:46-1.13G"), 6, 7, "how many players the layout has places for").or("7");
const SHUFFLE: Field =
    Field::one_of("shuffle", cite!("16.4(a)"), &["manual", "device"], "who or what shuffles the cards");
const SECOND_DECK: Field = Field::switch(
    "second-deck",
    cite!("16.2"),
    "two decks take turns, one in the device while the other is dealt",
);
const DEAL: Field = Field::one_of(
    "deal",
    cite!("16.7(a)"),
    &["shoe", "hand", "automated-shoe"],
    "where the cards are dealt from: 16.7, 16.8 or 16.9",
);
const EXPOSED: Field = Field::one_of(
    "exposed-dealer-card",
    cite!("16.9"),
    &["top", "bottom"],
    "which card of the dealer's stack is turned up",
)
.or("top");
const MATCH_PLAY: Field =
    Field::switch("match-play", cite!("16.6(a)"), "the table takes match play coupons with an ante");
const LIMIT: Field = Field::money(
    "payout-limit",
    cite!("16.12"),
    Money::dollars(5000),
    Money::dollars(1_000_000_000),
    "the most that is paid on one hand, unless the least wager could win more",
)
.or("5000.00");
const SCOPE: Field = Field::one_of(
    "limit-scope",
    cite!("16.12"),
    &["ante-and-bet", "bet"],
    "which wagers of a hand the limit covers",
)
.or("ante-and-bet");
const ROYAL_SHARE: Field =
    Field::count("progressive.royal-flush", cite!("16.11"), 1, 100, "percent of the meter for a royal flush")
        .or("100");
const STRAIGHT_SHARE: Field = Field::count(
    "progressive.straight-flush",
    cite!("16.11"),
    1,
    100,
    "percent of the meter for a straight flush",
)
.or("10");
const FOUR: Field = prize("progressive.four-of-a-kind", 500, "500.00");
const FULL: Field = prize("progressive.full-house", 100, "100.00");
const FLUSH: Field = prize("progressive.flush", 50, "50.00");
const METER: Field = Field::money(
    "progressive.initial",
    cite!("16.11"),
    Money::ZERO,
    MOST_METER,
    "where the meter stands when the table opens",
)
.or("10000.00");
const RESET: Field = Field::money(
    "progressive.reset",
    cite!("16.11"),
    Money::ZERO,
    MOST_METER,
    "where the meter begins again once all of it is won",
)
.or("10000.00");
const RATE: Field = Field::count(
    "progressive.rate",
    cite!("16.12"),
    1,
    100,
    "how many cents of each dollar go to the meter: the rate of progression",
)
.or("70");
const FACE_UP: Field = Field::one_of(
    "irregularities.face-up-card",
    cite!("16.13"),
    &["discard", "void"],
    "what the first card found face up while dealing leads to; a second voids the round",
)
.or("discard");
const HOLE_CARD: Field = Field::one_of(
    "irregularities.hole-card-shown",
    cite!("16.13"),
    &["void", "play-on"],
    "what a hole card shown before all have bet or folded leads to",
)
.or("void");

/// Far more than any meter; it keeps every share inside what [`Money`] holds.
const MOST_METER: Money = Money::dollars(1_000_000_000);

const fn prize(key: &'static str, least: i64, default: &'static str) -> Field {
    let about = "what the progressive wager is paid with this hand";
    Field::money(key, cite!("16.11"), Money::dollars(least), MOST_METER, about).or(default)
}

const OWN: [Field; 17] = [
    SEATS,
    SHUFFLE,
    SECOND_DECK,
    DEAL,
    EXPOSED,
    MATCH_PLAY,
    LIMIT,
    SCOPE,
    ROYAL_SHARE,
    STRAIGHT_SHARE,
    FOUR,
    FULL,
    FLUSH,
    METER,
    RESET,
    RATE,
    FACE_UP,
];

impl Chosen for Options {
    const FIELDS: &'static [Field] = &{
        let mut fields = [HOLE_CARD; OWN.len() + 1 + LINES.len()];
        let mut i = 0;
        while i < OWN.len() {
            fields[i] = OWN[i];
            i += 1;
        }
        let mut i = 0;
        while i < LINES.len() {
            fields[OWN.len() + 1 + i] = LINES[i];
            i += 1;
        }
        fields
    };
    const STANDARD: &'static [Entry<'static>] = &[
        Entry { key: "shuffle", value: Written::Text("device") },
        Entry { key: "deal", value: Written::Text("shoe") },
    ];

    fn gate(gate: &mut Gate<'_>) -> Option<Self> {
        let seats = gate.count(&SEATS);
        let shuffle = shuffle(gate);
        let deal = deal(gate, shuffle);
        let match_play = gate.switch(&MATCH_PLAY);
        let odds = LINES.each_ref().map(|field| gate.odds(field, None));
        let (limit, scope) = (gate.money(&LIMIT), gate.one_of(&SCOPE));
        let shares = [&ROYAL_SHARE, &STRAIGHT_SHARE].map(|field| gate.count(field));
        let amounts = [&FOUR, &FULL, &FLUSH].map(|field| gate.money(field));
        let [meter, reset] = [&METER, &RESET].map(|field| gate.money(field));
        let rate = gate.count(&RATE);
        let face_up = gate.one_of(&FACE_UP).map(|i| [FaceUp::Discard, FaceUp::Void][i]);
        let hole_card = gate.one_of(&HOLE_CARD).map(|i| [HoleCard::Void, HoleCard::PlayOn][i]);
        let limits = Limits::gate(gate);
        if !gate.is_lawful() {
            return None;
        }
        let share = |percent: Option<i64>| Some(Prize::Share(u8::try_from(percent?).ok()?));
        let [royal, straight] = shares;
        let [four, full, flush] = amounts.map(|amount| amount.map(Prize::Amount));
        Some(Options {
            seats: u8::try_from(seats?).ok()?,
            shuffle: shuffle?,
            deal: deal?,
            match_play,
            odds,
            limit: limit?,
            scope: [Scope::AnteAndBet, Scope::Bet][scope?],
            prizes: [flush?, full?, four?, share(straight)?, share(royal)?],
            meter: meter?,
            reset: reset?,
            rate: rate?,
            face_up: face_up?,
            hole_card: hole_card?,
            limits: limits?,
        })
    }

    fn duties(&self, each: &mut impl FnMut(Duty)) {
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

fn shuffle(gate: &mut Gate<'_>) -> Option<Shuffle> {
    let (shuffle, second_deck) = (gate.one_of(&SHUFFLE), gate.switch(&SECOND_DECK));
    // 16.2 (not held): a second deck goes with a device.
    if second_deck && shuffle == Some(0) {
        gate.report(&SECOND_DECK, Breach::NoPlace { beside: SHUFFLE.key });
    }
    Some([Shuffle::Manual, Shuffle::Device { second_deck }][shuffle?])
}

fn deal(gate: &mut Gate<'_>, shuffle: Option<Shuffle>) -> Option<Style> {
    let (deal, exposed) = (gate.one_of(&DEAL), gate.one_of(&EXPOSED));
    // 16.8(b) (not held): from the hand only what a device has shuffled.
    if deal == Some(1) && shuffle == Some(Shuffle::Manual) {
        let lawful = Takes::OneOf(&["shoe", "automated-shoe"]);
        gate.report_by(&DEAL, cite!("16.8(b)"), Breach::Unlawful(lawful));
    }
    if matches!(deal, Some(0 | 1)) && gate.written(&EXPOSED).is_some() {
        gate.report(&EXPOSED, Breach::NoPlace { beside: DEAL.key });
    }
    let exposed = [Exposed::Top, Exposed::Bottom][exposed?];
    Some([Style::Shoe, Style::Hand, Style::Automated { exposed }][deal?])
}

impl Options {
    /// How many places the layout has.
    pub const fn seats(&self) -> u8 {
        self.seats
    }

    /// How the cards are shuffled.
    pub const fn shuffle(&self) -> Shuffle {
        self.shuffle
    }

    /// Whether two decks take turns.
    pub const fn second_deck(&self) -> bool {
        matches!(self.shuffle, Shuffle::Device { second_deck: true })
    }

    /// Where the cards are dealt from.
    pub const fn deal(&self) -> Style {
        self.deal
    }

    /// Whether match play coupons are taken.
    pub const fn match_play(&self) -> bool {
        self.match_play
    }

    /// What a winning bet is paid with such a hand.
    pub const fn odds(&self, kind: Kind) -> Odds {
        self.odds[line(kind)]
    }

    /// What the limit covers, and what it is: no less than the least wager could win (16.12, not held).
    pub fn limit(&self) -> (Scope, Money) {
        let least = self.limits.minimum();
        let bet = self.odds(Kind::RoyalFlush).pay(least + least);
        let could = match self.scope {
            Scope::AnteAndBet => least + bet,
            Scope::Bet => bet,
        };
        (self.scope, self.limit.max(could))
    }

    /// What the progressive wager is paid with such a hand, if anything.
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

    /// Where the meter stands at first.
    pub const fn meter(&self) -> Money {
        self.meter
    }

    /// Where it begins again.
    pub const fn reset(&self) -> Money {
        self.reset
    }

    /// What goes to the meter of a dollar wagered.
    pub const fn progression(&self) -> Money {
        Money::cents(self.rate)
    }

    /// What a card found face up leads to.
    pub const fn face_up(&self) -> FaceUp {
        self.face_up
    }

    /// What a hole card shown too early leads to.
    pub const fn hole_card(&self) -> HoleCard {
        self.hole_card
    }

    /// The table's limits.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }
}
