//! What a licensee may choose at minibaccarat. Each table has one bargain on the Banker's Hand (M2): that is one enum,
//! and what goes with one bargain alone stands inside it.

use super::{
    fields::*,
    payouts::{LINES, PAYTABLES},
};
use crate::{
    hands::vigorish::PayOrder,
    limits::Limits,
    money::Odds,
    preparation::{Mixing, Plan, RecutBy},
    submission::{Breach, Chosen, Duty, Entry, Field, Gate, Takes, Written},
};
use law::{Citation, cite};

/// The lawful choices of a licensee for one minibaccarat table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    supply: Supply,
    seats: u8,
    total_cards: bool,
    bonus: Option<Bonus>,
    match_play: bool,
    tie_odds: Odds,
    bargain: Bargain,
    deal: Style,
    pay_order: PayOrder,
    disclosed: Disclosed,
    limits: Limits,
}

/// Where the cards come from, and how they are mixed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Supply {
    /// One set of decks, shuffled by the dealer (7.5).
    Shoe {
        /// How many decks.
        decks: u8,
        /// 7.5(b).
        shuffle: Shuffle,
        /// 7.5(g).
        recut_by: RecutBy,
    },
    /// Two batches that take turns, one in the shuffler (7.1(d), M13).
    Batches {
        /// How many decks in each.
        decks: u8,
        /// 7.5(g).
        recut_by: RecutBy,
        /// 7.5(h)2: whether the kept batch is spread after a table was idle; if not, the approvals are there.
        is_spread: bool,
    },
    /// A device that never stops shuffling (7.12).
    Continuous {
        /// How many decks.
        decks: u8,
    },
}

/// 7.5(b): what follows the shuffle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shuffle {
    /// The stack is feathered.
    Feather,
    /// A deck is laced in; the cards are perhaps shuffled again.
    Lace {
        /// (b)2.i.
        reshuffle: bool,
    },
}

/// 7.3(c), (d), (f) and (i): what the table does about a winning wager on the Banker's Hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bargain {
    /// (c): a percentage of what was won.
    Vigorish {
        /// Four or five.
        percent: Percent,
        /// (c)1: up to five cents.
        is_rounded: bool,
        /// (c)2: marked, to be collected later; with the number of the table's first Form.
        deferred: Option<u32>,
        /// (f)2: waived for players whose total-card wagers come up to it.
        waiver: bool,
    },
    /// (d): a quarter of the wager, on ties.
    TieVigorish,
    /// (f)1: half pay on a six.
    HalfOnSix,
    /// (i): a push on the dragon 7.
    Dragon7 {
        /// The odds of its side wager, if that is offered (M5).
        wager: Option<Odds>,
    },
}

/// 7.3(c): the two percentages.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Percent {
    /// Four.
    Four,
    /// Five.
    Five,
}

impl Percent {
    /// The number.
    pub const fn number(self) -> u8 {
        match self {
            Percent::Four => 4,
            Percent::Five => 5,
        }
    }
}

/// 7.3(h): which schedule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Paytable {
    /// Paytable A.
    A,
    /// Paytable B.
    B,
    /// Paytable C.
    C,
}

/// 7.2(a)5 and 7.3(h): the bonus wager.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bonus {
    /// The schedule whose floors hold.
    pub paytable: Paytable,
    /// What each line pays: by 9 to by 4, then the natural.
    pub odds: [Odds; LINES],
    /// 7.2(b): whether a regular wager must lie beside it.
    pub needs_base: bool,
}

/// 7.7(c): how the first four cards are dealt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Style {
    /// (c)1.
    FaceUp,
    /// (c)2.
    FaceDown {
        /// 7.8(a): at a player's request the Banker's Hand comes first.
        banker_first: bool,
    },
    /// (c)3.
    ToPlayers {
        /// 7.8(a): at a player's request the Banker's Hand comes first.
        banker_first: bool,
    },
}

/// 7.11(c): what is done about a card dealt in error and seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Disclosed {
    /// 1: as many more as its value are discarded.
    ByValue {
        /// How many go with a card of value zero.
        with_ten: u8,
    },
    /// 2: one more is discarded unseen.
    OneUnseen,
    /// 3: it begins a simulated round.
    Simulate,
}

impl Chosen for Options {
    const FIELDS: &'static [Field] = super::fields::FIELDS;
    const STANDARD: &'static [Entry<'static>] = &[
        Entry { key: "decks", value: Written::Number(8) },
        Entry { key: "shuffle", value: Written::Text("lace") },
        Entry { key: "deal", value: Written::Text("face-up") },
        Entry { key: "vigorish", value: Written::Text("5%") },
        Entry { key: "pay-order", value: Written::Text("1") },
        Entry { key: "disclosed-card", value: Written::Text("2") },
    ];

    fn gate(gate: &mut Gate<'_>) -> Option<Self> {
        let supply = supply(gate);
        let seats = gate.count(&SEATS);
        let total_cards = gate.switch(&TOTAL_CARDS);
        let has_bonus = gate.switch(&BONUS);
        let bonus = bonus(gate, has_bonus);
        let match_play = gate.switch(&MATCH_PLAY);
        let tie_odds = gate.odds(&TIE_ODDS, None);
        let is_continuous = matches!(supply, Some(Supply::Continuous { .. }));
        let bargain = bargain(gate, is_continuous, total_cards, has_bonus);
        let deal = deal(gate);
        let pay_order = gate.one_of(&PAY_ORDER).map(|i| PayOrder::ALL[i]);
        let disclosed = disclosed(gate);
        let limits = Limits::gate(gate);
        if !gate.is_lawful() {
            return None;
        }
        Some(Options {
            supply: supply?,
            seats: u8::try_from(seats?).ok()?,
            total_cards,
            bonus,
            match_play,
            tie_odds,
            bargain: bargain?,
            deal: deal?,
            pay_order: pay_order?,
            disclosed: disclosed?,
            limits: limits?,
        })
    }

    /// What must be posted or told because of the choices.
    fn duties(&self, each: &mut impl FnMut(Duty)) {
        let mut duty = |cite, says, of| each(Duty { cite, says, of });
        let change = "give notice under 8.3 (not held) before the type changes or the percentage rises";
        let notice = "give notice under 8.3 (not held)";
        match self.bargain {
            Bargain::Vigorish { percent: Percent::Four, .. } => {
                duty(cite!("7.3(e)"), change, "4 percent of what is won on the Banker's Hand");
            }
            Bargain::Vigorish { percent: Percent::Five, .. } => {
                duty(cite!("7.3(e)"), change, "5 percent of what is won on the Banker's Hand");
            }
            Bargain::TieVigorish => {
                duty(cite!("7.3(e)"), change, "25 percent of every Banker's Hand wager on a tie");
            }
            Bargain::HalfOnSix => {
                duty(cite!("7.3(f)"), notice, "no vigorish; a winning Banker's Hand of six pays 1 to 2");
            }
            Bargain::Dragon7 { .. } => {
                duty(cite!("7.3(e)"), change, "no vigorish; a dragon 7 is a push on the Banker's Hand");
            }
        }
        if let Bargain::Vigorish { waiver: true, .. } = self.bargain {
            duty(cite!("7.3(f)"), notice, "no vigorish from players whose total-card wagers come up to it");
        }
        if self.is_deferred() {
            let keep = "have internal controls for vigorish that is never collected";
            duty(cite!("7.3(c)3"), keep, "it counts as table game win");
            let numbers = "have employees account for every number, and only pit clerks reach unused Forms";
            duty(cite!("7.3(c)3.ii"), numbers, "the numbers are used in order");
            let clerk = "have the pit clerk keep each Form's duplicate";
            duty(cite!("7.3(c)3.iv"), clerk, "accounting compares it with the original from the drop box");
            duty(cite!("7.3(c)3.v"), "handle Forms under 19:45-1.9 and 1.9B (not held)", "complimentaries");
            let day = "record by the end of the gaming day";
            duty(cite!("7.3(c)3.vii"), day, "vigorish given to a patron as a cash complimentary");
        }
        let written = "tell the Commission and surveillance in writing 30 minutes ahead";
        if let Supply::Shoe { shuffle, .. } = self.supply {
            if shuffle == (Shuffle::Lace { reshuffle: true }) {
                duty(cite!("7.5(b)2.ii"), written, "when reshuffling after lacing begins or ends");
            }
            let pit = "use it at every minibaccarat table of the pit";
            let of = if shuffle == Shuffle::Feather { "feathering" } else { "lacing" };
            duty(cite!("7.5(c)"), pit, of);
        }
        let order = ["procedure 1", "procedure 2", "procedure 3", "procedure 4"][self.pay_order as usize];
        duty(cite!("7.10(c)1"), "pay by it at every minibaccarat table of the pit", order);
        duty(cite!("7.10(c)2"), "follow the punto banco table in a pit that has one", order);
        duty(cite!("7.10(c)3"), written, order);
    }
}

/// Reports what was written where another choice leaves nothing to decide.
fn no_place(gate: &mut Gate<'_>, fields: &[&Field], cite: Citation, beside: &'static str) {
    for field in fields {
        if gate.written(field).is_some() {
            gate.report_by(field, cite, Breach::NoPlace { beside });
        }
    }
}

/// 7.1(d)2: two batches of equal number.
const BATCHES: Takes = Takes::OneOf(&["12", "14", "16"]);

/// 7.1(a) and (d), 7.5 and 7.12: decks, shuffle and devices (M13).
fn supply(gate: &mut Gate<'_>) -> Option<Supply> {
    let decks = gate.count(&DECKS).and_then(|n| u8::try_from(n).ok());
    let (shuffler, continuous) = (gate.switch(&SHUFFLER), gate.switch(&CONTINUOUS));
    let approvals = [&DEVICE, &IDLE_STORAGE, &IDLE_PROCEDURES].map(|approval| gate.switch(approval));
    if continuous && !approvals[0] {
        gate.report_by(&CONTINUOUS, DEVICE.cite, Breach::Needs { key: DEVICE.key });
    }
    if continuous {
        let replaced = [&SHUFFLE, &RESHUFFLE, &RECUT_BY, &IDLE_BATCH];
        no_place(gate, &replaced, CONTINUOUS.cite, CONTINUOUS.key);
        if shuffler {
            gate.report_by(&SHUFFLER, CONTINUOUS.cite, Breach::NotWith { key: CONTINUOUS.key });
        }
    }
    match decks {
        // (d): twelve or more in all, and two batches of equal number.
        Some(0..=11) if shuffler => gate.report_by(&DECKS, SHUFFLER.cite, Breach::Unlawful(BATCHES)),
        Some(n) if shuffler && n % 2 == 1 => {
            gate.report_by(&DECKS, cite!("7.1(d)2"), Breach::Unlawful(BATCHES));
        }
        _ => {}
    }
    if continuous {
        return Some(Supply::Continuous { decks: decks? });
    }
    let recut_by = gate.one_of(&RECUT_BY).map(|i| [RecutBy::LastCutter, RecutBy::NextEntitled][i]);
    if shuffler {
        no_place(gate, &[&SHUFFLE, &RESHUFFLE], SHUFFLER.cite, SHUFFLER.key);
        let is_spread = idle_batch(gate, approvals);
        return Some(Supply::Batches { decks: decks? / 2, recut_by: recut_by?, is_spread: is_spread? });
    }
    no_place(gate, &[&IDLE_BATCH], IDLE_BATCH.cite, SHUFFLER.key);
    let shuffle = gate.one_of(&SHUFFLE);
    let reshuffle = gate.switch(&RESHUFFLE);
    if reshuffle && shuffle == Some(0) {
        gate.report(&RESHUFFLE, Breach::NoPlace { beside: SHUFFLE.key });
    }
    let shuffle = [Shuffle::Feather, Shuffle::Lace { reshuffle }][shuffle?];
    Some(Supply::Shoe { decks: decks?, shuffle, recut_by: recut_by? })
}

/// 7.5(h)2: the kept batch may go unspread if both approvals are there.
fn idle_batch(gate: &mut Gate<'_>, [_, storage, procedures]: [bool; 3]) -> Option<bool> {
    let is_spread = gate.one_of(&IDLE_BATCH).map(|i| i == 0);
    for (approval, is_there) in [(&IDLE_STORAGE, storage), (&IDLE_PROCEDURES, procedures)] {
        if !is_there && is_spread == Some(false) {
            gate.report_by(&IDLE_BATCH, approval.cite, Breach::Needs { key: approval.key });
        }
    }
    is_spread
}

/// 7.2(a)5, (b) and 7.3(h): one schedule, and no line below it (M7).
fn bonus(gate: &mut Gate<'_>, is_offered: bool) -> Option<Bonus> {
    let needs_base = gate.switch(&NEEDS_BASE);
    if !is_offered {
        if needs_base {
            gate.report(&NEEDS_BASE, Breach::Needs { key: BONUS.key });
        }
        for field in [&PAYTABLE].into_iter().chain(&BONUS_ODDS) {
            if gate.written(field).is_some() {
                gate.report(field, Breach::Needs { key: BONUS.key });
            }
        }
        return None;
    }
    let paytable = gate.one_of(&PAYTABLE);
    if gate.written(&PAYTABLE).is_none() {
        gate.report(&PAYTABLE, Breach::Undecided(PAYTABLE.takes));
    }
    let Some(at) = paytable else {
        BONUS_ODDS.iter().for_each(|field| _ = gate.odds(field, None));
        return None;
    };
    let paytable = [Paytable::A, Paytable::B, Paytable::C][at];
    let lines = bonus_lines(PAYTABLES[at]);
    let odds = lines.each_ref().map(|line| {
        let floor = Field { cite: paytable.cite(), ..*line };
        gate.odds(&floor, None)
    });
    Some(Bonus { paytable, odds, needs_base })
}

/// 7.3: exactly one bargain (M2), and what goes with it alone.
fn bargain(gate: &mut Gate<'_>, is_continuous: bool, total_cards: bool, has_bonus: bool) -> Option<Bargain> {
    let vigorish = gate.one_of(&VIGORISH);
    let (is_rounded, waiver) = (gate.switch(&ROUNDING), gate.switch(&WAIVER));
    let collection = gate.one_of(&COLLECTION);
    let first_form = gate.count(&FORM_SERIAL).and_then(|n| u32::try_from(n).ok());
    let dragon_wager = gate.switch(&DRAGON_WAGER);
    let dragon_odds = gate.odds(&DRAGON_ODDS, None);
    // (d), (f)1 and (i) each take the place of (c).
    if let Some(at @ 2..) = vigorish {
        let instead = [cite!("7.3(d)"), cite!("7.3(f)"), cite!("7.3(i)")][at - 2];
        for (field, is_written) in [(&ROUNDING, is_rounded), (&WAIVER, waiver)] {
            if is_written {
                gate.report_by(field, instead, Breach::NoPlace { beside: VIGORISH.key });
            }
        }
        no_place(gate, &[&COLLECTION, &FORM_SERIAL], instead, VIGORISH.key);
    }
    // (c)2: no later time is before the reshuffle where every round ends in one (M17).
    if is_continuous && matches!(vigorish, Some(0 | 1)) && collection == Some(1) {
        gate.report(&COLLECTION, Breach::NotWith { key: CONTINUOUS.key });
    }
    // (f)2 asks for the wagers it counts (M3).
    if waiver && !total_cards {
        gate.report(&WAIVER, Breach::Needs { key: TOTAL_CARDS.key });
    }
    if dragon_wager && matches!(vigorish, Some(0..=3)) {
        gate.report_by(&DRAGON_WAGER, cite!("7.3(i)"), Breach::NoPlace { beside: VIGORISH.key });
    }
    // 7.2(a)6.iii: not together with (a)4 or (a)5.
    for (other, is_offered) in [(&TOTAL_CARDS, total_cards), (&BONUS, has_bonus)] {
        if dragon_wager && is_offered {
            gate.report(&DRAGON_WAGER, Breach::NotWith { key: other.key });
        }
    }
    if !dragon_wager && gate.written(&DRAGON_ODDS).is_some() {
        gate.report(&DRAGON_ODDS, Breach::Needs { key: DRAGON_WAGER.key });
    }
    if matches!(vigorish, Some(0 | 1)) && collection == Some(0) {
        no_place(gate, &[&FORM_SERIAL], FORM_SERIAL.cite, COLLECTION.key);
    }
    let deferred = if collection? == 1 { Some(first_form?) } else { None };
    Some(match vigorish? {
        0 => Bargain::Vigorish { percent: Percent::Four, is_rounded, deferred, waiver },
        1 => Bargain::Vigorish { percent: Percent::Five, is_rounded, deferred, waiver },
        2 => Bargain::TieVigorish,
        3 => Bargain::HalfOnSix,
        _ => Bargain::Dragon7 { wager: dragon_wager.then_some(dragon_odds) },
    })
}

/// 7.7(c) and 7.8(a): only hands that lie face down can be turned in another order.
fn deal(gate: &mut Gate<'_>) -> Option<Style> {
    let (style, banker_first) = (gate.one_of(&DEAL), gate.switch(&BANKER_FIRST));
    if banker_first && style == Some(0) {
        gate.report(&BANKER_FIRST, Breach::NoPlace { beside: DEAL.key });
    }
    Some([Style::FaceUp, Style::FaceDown { banker_first }, Style::ToPlayers { banker_first }][style?])
}

/// 7.11(c): chosen beforehand.
fn disclosed(gate: &mut Gate<'_>) -> Option<Disclosed> {
    let at = gate.one_of(&DISCLOSED);
    if at == Some(0) {
        return gate.one_of(&DISCLOSED_TEN).map(|i| Disclosed::ByValue { with_ten: [1, 10][i] });
    }
    no_place(gate, &[&DISCLOSED_TEN], DISCLOSED_TEN.cite, DISCLOSED.key);
    at.map(|at| if at == 1 { Disclosed::OneUnseen } else { Disclosed::Simulate })
}

impl Options {
    /// How many positions the table has.
    pub const fn seats(&self) -> u8 {
        self.seats
    }

    /// Where the cards come from.
    pub const fn supply(&self) -> Supply {
        self.supply
    }

    /// How many decks are in the shoe.
    pub const fn decks(&self) -> u8 {
        match self.supply {
            Supply::Shoe { decks, .. } | Supply::Batches { decks, .. } | Supply::Continuous { decks } => {
                decks
            }
        }
    }

    /// Whether the total-card wagers are offered.
    pub const fn total_cards(&self) -> bool {
        self.total_cards
    }

    /// The bonus wager, if it is offered.
    pub const fn bonus(&self) -> Option<Bonus> {
        self.bonus
    }

    /// The odds of the dragon 7 wager, if it is offered.
    pub const fn dragon_odds(&self) -> Option<Odds> {
        match self.bargain {
            Bargain::Dragon7 { wager } => wager,
            _ => None,
        }
    }

    /// Whether the table takes match play coupons.
    pub const fn match_play(&self) -> bool {
        self.match_play
    }

    /// What a winning tie bet is paid.
    pub const fn tie_odds(&self) -> Odds {
        self.tie_odds
    }

    /// What the table does about the Banker's Hand.
    pub const fn bargain(&self) -> Bargain {
        self.bargain
    }

    /// Whether vigorish is marked and collected later.
    pub const fn is_deferred(&self) -> bool {
        matches!(self.bargain, Bargain::Vigorish { deferred: Some(_), .. })
    }

    /// The number of the first Complimentary Vigorish Form.
    pub const fn first_form(&self) -> u32 {
        match self.bargain {
            Bargain::Vigorish { deferred: Some(first), .. } => first,
            _ => 0,
        }
    }

    /// How cards are dealt.
    pub const fn deal(&self) -> Style {
        self.deal
    }

    /// 7.8(a): whether a player may ask for the Banker's Hand first.
    pub const fn banker_first(&self) -> bool {
        match self.deal {
            Style::FaceUp => false,
            Style::FaceDown { banker_first } | Style::ToPlayers { banker_first } => banker_first,
        }
    }

    /// The order of paying and charging.
    pub const fn pay_order(&self) -> PayOrder {
        self.pay_order
    }

    /// What is done about a disclosed card.
    pub const fn disclosed(&self) -> Disclosed {
        self.disclosed
    }

    /// The table's limits.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// How a shoe is prepared.
    pub fn plan(&self) -> Plan {
        let (recut_by, mixing) = match self.supply {
            Supply::Shoe { shuffle: Shuffle::Feather, recut_by, .. } => {
                (recut_by, [Some((Mixing::Feather, cite!("7.5(b)1"))), None, None, None])
            }
            Supply::Shoe { shuffle: Shuffle::Lace { reshuffle }, recut_by, .. } => {
                let lace = Some((Mixing::Lace, cite!("7.5(b)2")));
                let again = reshuffle.then_some((Mixing::Reshuffle, cite!("7.5(b)2.i")));
                (recut_by, [lace, again, None, None])
            }
            Supply::Batches { recut_by, .. } => (recut_by, [None; 4]),
            Supply::Continuous { .. } => (RecutBy::LastCutter, [None; 4]),
        };
        Plan { decks: self.decks(), mixing, recut_by }
    }
}
