//! What a licensee may choose at craps. Most choices rest on sections that are not held, and are settings for that
//! reason.

use super::{
    payouts::{self, Schedule},
    wagers::Wager,
};
use crate::games::prelude::*;
use crate::{
    house::NoticeKind,
    submission::{Chosen, Duty, Entry, Field, When, Written, any, choice, fields},
    table::{
        layout::{self, match_play},
        seats::MOST_SEATS,
    },
    words::chosen,
};

chosen! {
    /// The lawful choices of a licensee for one craps table.
    pub struct Options {
        /// Whether the layout has an area for the Horn High Bet.
        horn_high_area: bool = HORN_HIGH,
        /// Whether the table takes match play coupons.
        match_play: bool = MATCH_PLAY,
        /// When the charge on a buy or lay bet is collected.
        collection: Collection = COLLECTION,
        /// How many dice the shooter chooses from.
        dice: u8 = DICE,
        /// How many places the rail has.
        places: u8 = PLACES,
        /// Whether the shooter must have a line bet.
        line_bet: LineBet = LINE_BET;
        unpayable: Unpayable = UNPAYABLE,
        vigorish: u8 = VIGORISH,
        rounding: Rounding = ROUNDING,
        multiple: u8 = MULTIPLE,
        odds: Schedule => payouts::gate,
    }
}

choice! {
    /// 1.4 (not held): a wager that cannot be paid exactly.
    pub enum Unpayable { Refuse = "refuse", RoundUp = "round-up" }

    /// 1.5 (not held): when the charge on a buy or lay bet is collected.
    pub enum Collection { Placed = "placed", Won = "won" }

    /// 1.5 (not held): how the charge is rounded to what the table can pay.
    pub enum Rounding { Down = "down", Up = "up" }

    /// 1.8 (not held): a Pass or Don't Pass Bet of the shooter.
    pub enum LineBet { Required = "required", Free = "free" }
}

fields! {
    /// The options, in the order of the law; the odds of 1.4 come after them.
    OWN;
    HORN_HIGH: bool = Field::switch(
        "layout.horn-high",
        cite!("1.2(a)20"),
        "the layout has an area for the Horn High Bet; without one the bet is broken down into two",
    );
    MATCH_PLAY: bool = match_play(cite!("1.3"));
    UNPAYABLE: Unpayable = Field::choice(
        "unpayable",
        cite!("1.4"),
        "a wager that cannot be paid exactly is refused, or paid the next amount up",
    )
    .or("refuse");
    VIGORISH: u8 =
        Field::count("vigorish", cite!("1.5"), 0, 5, "the charge on buy and lay bets, in percent").or("5");
    COLLECTION: Collection = Field::choice(
        "vigorish-collection",
        cite!("1.5"),
        "when the charge on a buy or lay bet is collected",
    )
    .or("placed");
    ROUNDING: Rounding =
        Field::choice("vigorish-rounding", cite!("1.5"), "how the charge is rounded to limits.payable")
            .or("down");
    MULTIPLE: u8 = Field::count(
        "odds-multiple",
        cite!("1.6"),
        1,
        100,
        "odds taken, or won by laying, per unit of the bet",
    )
    .or("2")
    .told(NoticeKind::Notice83, When::Changed, cite!("1.6"));
    DICE: u8 =
        Field::count("dice", cite!("1.7"), 5, 10, "how many dice the shooter chooses two from").or("5");
    PLACES: u8 = Field::count(
        "places",
        cite!("19:46-1.11"),
        1,
        MOST_SEATS as i64,
        "how many players have a place at the rail",
    )
    .or("14");
    LINE_BET: LineBet = Field::choice(
        "shooter-line-bet",
        cite!("1.8"),
        "whether the shooter must have a Pass or Don't Pass Bet for a come-out roll",
    )
    .or("required");
}

impl Chosen for Options {
    const FIELDS: &'static [&'static [Field]] = &[OWN, &any(&payouts::FIELDS), layout::FIELDS];
    /// The smallest chip is a dollar, so place bets are made in multiples of five or six.
    const STANDARD: &'static [Entry<'static>] =
        &[Entry { key: "limits.payable", value: Written::Text("1.00") }];

    /// 1.6 (not held): the multiple is posted.
    fn duties(&self, each: &mut dyn FnMut(Duty)) {
        let of = match self.multiple {
            1 => "odds up to the amount of the bet",
            2 => "odds up to double the bet",
            3 => "odds up to three times the bet",
            _ => "odds up to the multiple of the bet that this table takes",
        };
        each(Duty { cite: cite!("1.6"), says: "give notice under 8.3 (not held)", of });
    }
}

impl Options {
    /// The odds on a wager that is paid as a whole, if this total wins it.
    pub const fn odds(&self, wager: Wager, total: u8) -> Odds {
        self.odds.on(wager, total)
    }

    /// What a winning wager is paid.
    pub fn pay(&self, wager: Wager, total: u8, stake: Money) -> Money {
        self.odds.pay(&self.limits, wager, total, stake)
    }

    /// 1.6 (not held): the largest odds bet behind a bet of this amount. Odds taken may be up to the multiple of the
    /// bet; odds laid may win that much.
    pub fn most_odds(&self, odds: Wager, flat: Money) -> Money {
        let most = Money::cents(flat.as_cents() * i64::from(self.multiple));
        match odds {
            Wager::DontPassOdds(_) | Wager::DontComeOdds(_) => self.odds.on(odds, 0).stake_to_win(most),
            _ => most,
        }
    }

    /// The number of chips in which the wager must be made, and why: it has equal units, each of which must be
    /// payable exactly (C13).
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

    /// 1.5 (not held): the charge on a buy or lay bet of this amount, either on what is wagered or on what it would
    /// win (C14).
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

/// More than any table accepts as one wager: no stake is a multiple of it.
const FAR: i128 = 1_000_000_000_000_000;

const fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}
