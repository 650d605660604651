//! What a licensee may choose at minibaccarat. Each table has one bargain on the Banker's Hand (M2), so bargains are
//! one enum, with what belongs to only one of them inside it.

use super::{
    fields::*,
    payouts::{LINES, PAYTABLES},
};
use crate::games::prelude::*;
use crate::{
    hands::{
        baccarat::Disclosed,
        vigorish::{Collection, PayOrder, Rate},
    },
    submission::{Breach, Chosen, Duty, Entry, Field, Gate, Takes, Written, choice},
    table::shoe::{Mixing, Plan, RecutBy},
    words::chosen,
};

chosen! {
    /// The lawful choices of a licensee for one minibaccarat table.
    pub struct Options {
        /// Where the cards come from.
        supply: Supply => supply,
        /// How many positions the table has.
        seats: u8 = SEATS,
        /// Whether the total-card wagers are offered.
        total_cards: bool = TOTAL_CARDS,
        /// The bonus wager, if it is offered.
        bonus: Option<Bonus> => |gate: &mut Gate<'_>| Some(bonus(gate)),
        /// Whether the table takes match play coupons.
        match_play: bool = MATCH_PLAY,
        /// What a winning tie bet is paid.
        tie_odds: Odds = TIE_ODDS,
        /// What the table does about the Banker's Hand.
        bargain: Bargain => bargain,
        /// How cards are dealt.
        deal: Style => deal,
        /// The order of paying and charging.
        pay_order: PayOrder = PAY_ORDER,
        /// What is done about a disclosed card.
        disclosed: Disclosed => |gate: &mut Gate<'_>| Disclosed::gate(gate, &DISCLOSED, &DISCLOSED_TEN),
    }
}

/// Where the cards come from, and how they are mixed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Supply {
    /// One set of decks, shuffled by the dealer (7.5).
    Shoe {
        /// The number of decks.
        decks: u8,
        /// 7.5(b): how the cards are mixed.
        shuffle: Shuffle,
        /// 7.5(g): the person who recuts.
        recut_by: RecutBy,
    },
    /// Two batches that alternate, one of them in the shuffler (7.1(d), M13).
    Batches {
        /// The number of decks in each batch.
        decks: u8,
        /// 7.5(g): the person who recuts.
        recut_by: RecutBy,
        /// 7.5(h)2: whether the kept batch is spread after a table was idle; it need not be if both approvals
        /// were given.
        is_spread: bool,
    },
    /// A device that never stops shuffling (7.12).
    Continuous {
        /// The number of decks.
        decks: u8,
    },
}

/// 7.5(b): what follows the shuffle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shuffle {
    /// The stack is feathered.
    Feather,
    /// A deck is laced in, and the cards are possibly shuffled again.
    Lace {
        /// (b)2.i: whether they are shuffled again.
        reshuffle: bool,
    },
}

/// 7.3(c), (d), (f) and (i): what the table does about a winning wager on the Banker's Hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bargain {
    /// (c): a percentage of what was won.
    Vigorish {
        /// The rate: four or five percent.
        percent: Rate,
        /// (c)1: whether it is rounded up to five cents.
        is_rounded: bool,
        /// (c)2: whether it is marked and collected later; if so, the number of the table's first Form.
        deferred: Option<u32>,
        /// (f)2: whether it is waived for players whose total-card wagers are at least as high.
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

choice! {
    /// 7.3(h): which schedule.
    pub enum Paytable { A = "A", B = "B", C = "C" }
}

/// 7.2(a)5 and 7.3(h): the bonus wager.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bonus {
    /// The schedule whose floors apply.
    pub paytable: Paytable,
    /// What each line pays: by 9 to by 4, then a natural.
    pub odds: [Odds; LINES],
    /// 7.2(b): whether it requires a regular wager.
    pub needs_base: bool,
}

/// 7.7(c): how the first four cards are dealt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Style {
    /// (c)1: face up.
    FaceUp,
    /// (c)2: face down, turned by the dealer.
    FaceDown {
        /// 7.8(a): at a player's request the Banker's Hand comes first.
        banker_first: bool,
    },
    /// (c)3: face down, turned by players.
    ToPlayers {
        /// 7.8(a): at a player's request the Banker's Hand comes first.
        banker_first: bool,
    },
}

impl Chosen for Options {
    const FIELDS: &'static [&'static [Field]] = super::fields::FIELDS;
    const STANDARD: &'static [Entry<'static>] = &[
        Entry { key: "decks", value: Written::Number(8) },
        Entry { key: "shuffle", value: Written::Text("lace") },
        Entry { key: "deal", value: Written::Text("face-up") },
        Entry { key: "vigorish", value: Written::Text("5%") },
        Entry { key: "pay-order", value: Written::Text("1") },
        Entry { key: "disclosed-card", value: Written::Text("2") },
    ];

    /// What must be posted or announced because of the choices.
    fn duties(&self, each: &mut dyn FnMut(Duty)) {
        let mut duty = |cite, says, of| each(Duty { cite, says, of });
        let change = "give notice under 8.3 (not held) before the type changes or the percentage rises";
        let notice = "give notice under 8.3 (not held)";
        match self.bargain {
            Bargain::Vigorish { percent: Rate::Four, .. } => {
                duty(cite!("7.3(e)"), change, "4 percent of what is won on the Banker's Hand");
            }
            Bargain::Vigorish { percent: Rate::Five, .. } => {
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
        let order = self.pay_order.says();
        duty(cite!("7.10(c)1"), "pay by it at every minibaccarat table of the pit", order);
        duty(cite!("7.10(c)2"), "follow the punto banco table in a pit that has one", order);
        duty(cite!("7.10(c)3"), written, order);
    }
}

/// 7.1(d)2: two batches of equal number.
const BATCHES: Takes = Takes::OneOf(&["12", "14", "16"]);

/// 7.1(a) and (d), 7.5 and 7.12: decks, shuffle and devices (M13).
fn supply(gate: &mut Gate<'_>) -> Option<Supply> {
    let (decks, is_shuffler) = (gate.get(&DECKS), gate.is_on(&SHUFFLER));
    match decks {
        // (d): twelve or more in all, and two batches of equal number.
        Some(0..=11) if is_shuffler => gate.report_by(&DECKS, SHUFFLER.cite, Breach::Unlawful(BATCHES)),
        Some(n) if is_shuffler && n % 2 == 1 => {
            gate.report_by(&DECKS, cite!("7.1(d)2"), Breach::Unlawful(BATCHES));
        }
        _ => {}
    }
    // 7.5(h)2: the kept batch need not be spread if both approvals were given.
    let idle = gate.get(&IDLE_BATCH);
    for approval in [&IDLE_STORAGE, &IDLE_PROCEDURES] {
        if idle == Some(IdleBatch::Skip) && !gate.is_on(approval) {
            gate.report_by(&IDLE_BATCH, approval.cite, Breach::Needs { key: approval.key });
        }
    }
    let (decks, recut_by) = (decks?, gate.get(&RECUT_BY));
    if gate.is_on(&CONTINUOUS) {
        return Some(Supply::Continuous { decks });
    }
    if is_shuffler {
        let is_spread = idle? == IdleBatch::Spread;
        return Some(Supply::Batches { decks: decks / 2, recut_by: recut_by?, is_spread });
    }
    let shuffle = match gate.get(&SHUFFLE)? {
        ShuffleWay::Feather => Shuffle::Feather,
        ShuffleWay::Lace => Shuffle::Lace { reshuffle: gate.is_on(&RESHUFFLE) },
    };
    Some(Supply::Shoe { decks, shuffle, recut_by: recut_by? })
}

/// 7.2(a)5, (b) and 7.3(h): one schedule, and no line below its floor (M7).
fn bonus(gate: &mut Gate<'_>) -> Option<Bonus> {
    let paytable = gate.get(&PAYTABLE)?;
    let floors = PAYTABLES[paytable as usize].map(|floor| Odds::new(floor, 1));
    let mut odds = floors;
    for ((field, floor), odds) in BONUS_ODDS.iter().zip(floors).zip(&mut odds) {
        *odds = gate.get(field).unwrap_or(floor);
        if !odds.at_least(floor) {
            let lawful = Takes::Odds { than: floor, is_strict: false };
            gate.report_by(field, paytable.cite(), Breach::Unlawful(lawful));
        }
    }
    Some(Bonus { paytable, odds, needs_base: gate.is_on(&NEEDS_BASE) })
}

/// 7.3: exactly one bargain (M2), and what belongs to it.
fn bargain(gate: &mut Gate<'_>) -> Option<Bargain> {
    let (charge, collection) = (gate.get(&VIGORISH)?, gate.get(&COLLECTION));
    // (c)2: if every round ends in a reshuffle, there is no later time before it (M17).
    if gate.is_on(&CONTINUOUS) && collection == Some(Collection::Deferred) {
        gate.report(&COLLECTION, Breach::NotWith { key: CONTINUOUS.key });
    }
    if let Some(percent) = charge.percent() {
        return Some(Bargain::Vigorish {
            percent,
            is_rounded: gate.is_on(&ROUNDING),
            deferred: gate.get(&FORM_SERIAL),
            waiver: gate.is_on(&WAIVER),
        });
    }
    Some(match charge {
        Charge::OnTie => Bargain::TieVigorish,
        Charge::HalfOnSix => Bargain::HalfOnSix,
        _ => Bargain::Dragon7 { wager: gate.get(&DRAGON_ODDS) },
    })
}

/// 7.7(c) and 7.8(a): the dealing style, and whether the Banker's Hand may come first.
fn deal(gate: &Gate<'_>) -> Option<Style> {
    let banker_first = gate.is_on(&BANKER_FIRST);
    Some(match gate.get(&DEAL)? {
        Deal::FaceUp => Style::FaceUp,
        Deal::PlayerFaceDown => Style::FaceDown { banker_first },
        Deal::ToPlayers => Style::ToPlayers { banker_first },
    })
}

impl Options {
    /// The number of decks in the shoe.
    pub const fn decks(&self) -> u8 {
        match self.supply {
            Supply::Shoe { decks, .. } | Supply::Batches { decks, .. } | Supply::Continuous { decks } => {
                decks
            }
        }
    }

    /// The odds of the dragon 7 wager, if it is offered.
    pub const fn dragon_odds(&self) -> Option<Odds> {
        match self.bargain {
            Bargain::Dragon7 { wager } => wager,
            _ => None,
        }
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

    /// 7.8(a): whether a player may ask for the Banker's Hand first.
    pub const fn banker_first(&self) -> bool {
        match self.deal {
            Style::FaceUp => false,
            Style::FaceDown { banker_first } | Style::ToPlayers { banker_first } => banker_first,
        }
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
