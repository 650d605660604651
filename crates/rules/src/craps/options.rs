//! What a licensee may choose at craps. Most of it rests on sections that are not held, and is a setting for that reason.

use super::{
    payouts::{self, KINDS, Schedule},
    wagers::Wager,
};
use crate::{
    limits::Limits,
    money::{Money, Odds},
    seats::MOST_SEATS,
    submission::{Chosen, Duty, Entry, Field, Gate, Written},
};
use law::{Citation, cite};

/// The lawful choices of a licensee for one craps table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    horn_high_area: bool,
    match_play: bool,
    unpayable: Unpayable,
    vigorish: u8,
    collection: Collection,
    rounding: Rounding,
    multiple: u8,
    dice: u8,
    places: u8,
    line_bet: LineBet,
    odds: Schedule,
    limits: Limits,
}

/// 1.4 (not held): a wager that cannot be paid exactly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unpayable {
    /// Is not taken.
    Refuse,
    /// Is paid the next amount up.
    RoundUp,
}

/// 1.5 (not held): when the charge on a buy or lay bet is collected.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Collection {
    /// When it is placed.
    Placed,
    /// When it has won.
    Won,
}

/// 1.5 (not held): how the charge is rounded to what the table can pay.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rounding {
    /// In the patron's favour.
    Down,
    /// In the house's.
    Up,
}

/// 1.8 (not held): a Pass or Don't Pass Bet of the shooter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LineBet {
    /// He must have one.
    Required,
    /// He need not.
    Free,
}

const HORN_HIGH: Field = Field::switch(
    "layout.horn-high",
    cite!("1.2(a)20"),
    "the layout has an area for the Horn High Bet; without one the bet is broken down into two",
);
const MATCH_PLAY: Field = Field::switch("match-play", cite!("1.3"), "the table takes match play coupons");
const UNPAYABLE: Field = Field::one_of(
    "unpayable",
    cite!("1.4"),
    &["refuse", "round-up"],
    "a wager that cannot be paid exactly is refused, or paid the next amount up",
)
.or("refuse");
const VIGORISH: Field =
    Field::count("vigorish", cite!("1.5"), 0, 5, "the charge on buy and lay bets, in percent").or("5");
const COLLECTION: Field = Field::one_of(
    "vigorish-collection",
    cite!("1.5"),
    &["placed", "won"],
    "when the charge on a buy or lay bet is collected",
)
.or("placed");
const ROUNDING: Field = Field::one_of(
    "vigorish-rounding",
    cite!("1.5"),
    &["down", "up"],
    "how the charge is rounded to limits.payable",
)
.or("down");
const MULTIPLE: Field =
    Field::count("odds-multiple", cite!("1.6"), 1, 100, "odds taken, or won by laying, per unit of the bet")
        .or("2");
const DICE: Field =
    Field::count("dice", cite!("1.7"), 5, 10, "how many dice the shooter chooses two from").or("5");
const PLACES: Field = Field::count(
    "places",
    cite!("19:46-1.11"),
    1,
    MOST_SEATS as i64,
    "how many players have a place at the rail",
)
.or("14");
const LINE_BET: Field = Field::one_of(
    "shooter-line-bet",
    cite!("1.8"),
    &["required", "free"],
    "whether the shooter must have a Pass or Don't Pass Bet for a come-out roll",
)
.or("required");

const OWN: [Field; 10] =
    [HORN_HIGH, MATCH_PLAY, UNPAYABLE, VIGORISH, COLLECTION, ROUNDING, MULTIPLE, DICE, PLACES, LINE_BET];

/// The options, in the order of the law; the odds of 1.4 come last.
const FIELDS: &[Field] = &{
    let mut fields = [HORN_HIGH; OWN.len() + KINDS];
    let mut i = 0;
    while i < fields.len() {
        fields[i] = if i < OWN.len() { OWN[i] } else { payouts::FIELDS[i - OWN.len()] };
        i += 1;
    }
    fields
};

impl Chosen for Options {
    const FIELDS: &'static [Field] = FIELDS;
    /// The smallest chip is a dollar, so place bets are made in fives and sixes.
    const STANDARD: &'static [Entry<'static>] =
        &[Entry { key: "limits.payable", value: Written::Text("1.00") }];

    fn gate(gate: &mut Gate<'_>) -> Option<Self> {
        let horn_high_area = gate.switch(&HORN_HIGH);
        let match_play = gate.switch(&MATCH_PLAY);
        let unpayable = gate.one_of(&UNPAYABLE).map(|i| [Unpayable::Refuse, Unpayable::RoundUp][i]);
        let vigorish = count(gate, &VIGORISH);
        let collection = gate.one_of(&COLLECTION).map(|i| [Collection::Placed, Collection::Won][i]);
        let rounding = gate.one_of(&ROUNDING).map(|i| [Rounding::Down, Rounding::Up][i]);
        let [multiple, dice, places] = [&MULTIPLE, &DICE, &PLACES].map(|field| count(gate, field));
        let line_bet = gate.one_of(&LINE_BET).map(|i| [LineBet::Required, LineBet::Free][i]);
        let odds = payouts::gate(gate);
        let limits = Limits::gate(gate);
        if !gate.is_lawful() {
            return None;
        }
        Some(Options {
            horn_high_area,
            match_play,
            unpayable: unpayable?,
            vigorish: vigorish?,
            collection: collection?,
            rounding: rounding?,
            multiple: multiple?,
            dice: dice?,
            places: places?,
            line_bet: line_bet?,
            odds,
            limits: limits?,
        })
    }

    /// 1.6 (not held): the multiple is posted.
    fn duties(&self, each: &mut impl FnMut(Duty)) {
        let of = match self.multiple {
            1 => "odds up to the amount of the bet",
            2 => "odds up to double the bet",
            3 => "odds up to three times the bet",
            _ => "odds up to the multiple of the bet that this table takes",
        };
        each(Duty { cite: cite!("1.6"), says: "give notice under 8.3 (not held)", of });
    }
}

fn count(gate: &mut Gate<'_>, field: &Field) -> Option<u8> {
    gate.count(field).and_then(|n| u8::try_from(n).ok())
}

impl Options {
    /// Whether the layout has an area for the Horn High Bet.
    pub const fn horn_high_area(&self) -> bool {
        self.horn_high_area
    }

    /// Whether the table takes match play coupons.
    pub const fn match_play(&self) -> bool {
        self.match_play
    }

    /// When the charge on a buy or lay bet is collected.
    pub const fn collection(&self) -> Collection {
        self.collection
    }

    /// How many dice the shooter chooses from.
    pub const fn dice(&self) -> u8 {
        self.dice
    }

    /// How many places the rail has.
    pub const fn places(&self) -> u8 {
        self.places
    }

    /// Whether the shooter must have a line bet.
    pub const fn line_bet(&self) -> LineBet {
        self.line_bet
    }

    /// The table's limits.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The odds on a wager that is paid whole, if it wins by this total.
    pub const fn odds(&self, wager: Wager, total: u8) -> Odds {
        self.odds.on(wager, total)
    }

    /// What a winning wager is paid.
    pub fn pay(&self, wager: Wager, total: u8, stake: Money) -> Money {
        self.odds.pay(&self.limits, wager, total, stake)
    }

    /// 1.6 (not held): the most that odds may amount to behind a bet of so much. Odds taken are up to the multiple of
    /// the bet; odds laid may win that much.
    pub fn most_odds(&self, odds: Wager, flat: Money) -> Money {
        let most = Money::cents(flat.as_cents() * i64::from(self.multiple));
        match odds {
            Wager::DontPassOdds(_) | Wager::DontComeOdds(_) => self.odds.on(odds, 0).stake_to_win(most),
            _ => most,
        }
    }

    /// In how many chips at once the wager is made, and why: its equal units, each payable exactly whatever wins
    /// (C13).
    pub fn chips(&self, wager: Wager) -> (i64, Citation) {
        let (units, cite) = wager.units();
        if self.unpayable == Unpayable::RoundUp {
            return (units, cite);
        }
        let chip = i128::from(self.limits.step().as_cents());
        let mut unit = chip;
        self.odds.units(wager, &mut |odds| {
            let payable = i128::from(odds.payable(self.limits.payable()).as_cents());
            unit = (unit / gcd(unit, payable) * payable).min(FAR);
        });
        let chips = i64::try_from(unit / chip).unwrap_or(i64::MAX);
        (units * chips, if chips == 1 { cite } else { cite!("1.4") })
    }

    /// 1.5 (not held): the charge on a buy or lay bet of so much: of what is wagered, or of what it would win (C14).
    pub fn charge(&self, wager: Wager, stake: Money) -> Money {
        let base = match wager {
            Wager::Buy(_) => stake,
            Wager::Lay(_) => self.pay(wager, 7, stake),
            _ => return Money::ZERO,
        };
        let exact = i128::from(base.as_cents()) * i128::from(self.vigorish);
        let unit = 100 * i128::from(self.limits.payable().as_cents());
        let units = match self.rounding {
            Rounding::Down => exact / unit,
            Rounding::Up => (exact + unit - 1) / unit,
        };
        Money::cents(i64::try_from(units).unwrap_or(i64::MAX) * self.limits.payable().as_cents())
    }
}

/// Beyond what any table takes as one wager: no stake is a multiple of it.
const FAR: i128 = 1_000_000_000_000_000;

const fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}
