//! What must hold in every state and at every input.

use crate::{
    inputs::{all, menu},
    tally::Moment,
};
use rules::{
    Act, Actor, Awaits, BetOf, Event, EventOf, Fate, Game, Input, InputOf, Item, Money, Nobody, Refusal,
    Seat, Tender,
};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, HashMap},
    fmt::{self, Debug, Write},
};

/// Which check a fault fails.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Nobody can go on.
    Stuck,
    /// The usual steps never end the round.
    Endless,
    /// Chips appear or disappear.
    Chips,
    /// Something on a menu is refused.
    ListedRefused,
    /// Something that is on no menu is accepted.
    UnlistedAccepted,
    /// A refusal changes the table.
    RefusalChanges,
    /// A picture shows what its viewer may not know.
    Leak,
    /// An announcement is missing.
    Unannounced,
    /// An irregularity has no remedy: a gap in the law.
    NoRemedy,
    /// Two states with one key have different futures.
    Merging,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Stuck => "nobody can go on",
            Kind::Endless => "the round never ends",
            Kind::Chips => "chips are not conserved",
            Kind::ListedRefused => "a listed input is refused",
            Kind::UnlistedAccepted => "an unlisted input is accepted",
            Kind::RefusalChanges => "a refusal changes the table",
            Kind::Leak => "a picture shows what its viewer may not know",
            Kind::Unannounced => "an announcement is missing",
            Kind::NoRemedy => "an irregularity has no remedy (a gap in the law)",
            Kind::Merging => "states with one key have different futures (a mistake of the search)",
        })
    }
}

/// Whether the table can continue: the equipment has something to show, or the awaited person can act; and if everyone
/// has left, there is a usual step.
pub fn can_go_on<G: Game>(table: &G) -> Result<(), String> {
    let has_usual = || table.usual_step().is_some();
    match table.awaits() {
        Awaits::Equipment => {
            let mut any = false;
            table.outcomes(&mut |_, weight| any |= weight > 0);
            any.then_some(()).ok_or_else(|| "the table waits for equipment that can show nothing".to_owned())
        }
        Awaits::Decision(who) if !has_usual() => {
            Err(format!("the table waits for {who}, and nobody goes on if they have gone"))
        }
        Awaits::Wagers if !table.bets().is_empty() && !has_usual() => {
            Err("wagers lie there, and the dealer cannot go on".to_owned())
        }
        _ => Ok(()),
    }
}

/// Whether the wagers on the layout match the events, and each is settled as its fate requires.
pub fn chips<G: Game>(before: &G, after: &G, events: &[EventOf<G>]) -> Result<(), String> {
    let mut lie: Vec<BetOf<G>> = before.bets().to_vec();
    let mut meter = None;
    for event in events {
        match *event {
            Event::Placed { bet } if bet.stake <= Money::ZERO => {
                return Err(format!("{event}: nothing was placed"));
            }
            Event::Placed { bet } => add::<G>(&mut lie, bet),
            Event::Returned { bet } => take::<G>(&mut lie, bet).map_err(|why| format!("{event}: {why}"))?,
            Event::Moved { bet, to } => {
                take::<G>(&mut lie, bet).map_err(|why| format!("{event}: {why}"))?;
                add::<G>(&mut lie, BetOf::<G> { wager: to, ..bet });
            }
            Event::Settled { bet, fate, taken, paid, .. } => {
                let (whole, none) = (bet.stake, Money::ZERO);
                let is_right = match fate {
                    // A wager paid "for", like the progressive one, wins without its own chip being
                    // returned.
                    Fate::Won => (taken == none || taken == whole) && paid > none,
                    Fate::Lost => taken == whole && paid == none,
                    Fate::Void => taken == none && paid == none,
                    Fate::Halved => none <= taken && taken + taken <= whole && paid == none,
                };
                if !is_right {
                    return Err(format!("{event}: taken {taken} of {whole}, paid {paid}"));
                }
                take::<G>(&mut lie, bet).map_err(|why| format!("{event}: {why}"))?;
            }
            Event::Metered { change, stands } => meter = Some(meter.unwrap_or(stands - change) + change),
            Event::Exchanged { cash: amount, .. }
            | Event::Redeemed { paid: amount, .. }
            | Event::Charged { vigorish: amount, .. }
            | Event::Marked { vigorish: amount, .. }
            | Event::Collected { vigorish: amount, .. }
            | Event::Waived { vigorish: amount, .. }
                if amount <= Money::ZERO =>
            {
                return Err(format!("{event}: no amount"));
            }
            _ => {}
        }
    }
    for &bet in after.bets() {
        take::<G>(&mut lie, bet).map_err(|why| format!("{bet} lies there: {why}"))?;
    }
    if let Some(bet) = lie.iter().find(|bet| bet.stake != Money::ZERO) {
        return Err(format!("{bet} has gone from the layout and nothing says where"));
    }
    let shown = |table: &G| {
        let mut shown = None;
        table.picture(&mut |item| {
            if let Item::Meter(stands) = item {
                shown = Some(stands);
            }
        });
        shown
    };
    match meter {
        Some(stands) if shown(after).is_some_and(|shown| shown != stands) => {
            Err(format!("the meter should stand at {stands}"))
        }
        _ => Ok(()),
    }
}

fn like<G: Game>(one: &BetOf<G>, other: &BetOf<G>) -> bool {
    (one.patron, one.seat, one.wager) == (other.patron, other.seat, other.wager)
}

fn add<G: Game>(lie: &mut Vec<BetOf<G>>, bet: BetOf<G>) {
    match lie.iter_mut().find(|one| like::<G>(one, &bet) && one.tender == bet.tender) {
        Some(one) => one.stake += bet.stake,
        None => lie.push(bet),
    }
}

fn take<G: Game>(lie: &mut [BetOf<G>], bet: BetOf<G>) -> Result<(), &'static str> {
    let mut left = bet.stake;
    for one in lie.iter_mut().filter(|one| like::<G>(one, &bet)) {
        let part = one.stake.min(left);
        one.stake -= part;
        left -= part;
    }
    if left == Money::ZERO { Ok(()) } else { Err("more than lay there") }
}

/// The result of trying every input that is not listed.
pub struct Tried<G: Game> {
    /// The faults found, each with its input.
    pub faults: Vec<(Kind, InputOf<G>, String)>,
    /// The inputs that were refused, with the refusals.
    pub refused: Vec<(InputOf<G>, Refusal)>,
}

/// Tries everything that anyone could do, that could be shown, or that could go wrong. What is listed must be accepted,
/// and everything else refused without any effect.
pub fn everything<G: Game>(table: &G, people: &[Actor], seats: u8) -> Tried<G> {
    let mut tried = Tried { faults: Vec::new(), refused: Vec::new() };
    let mut same = table.clone();
    let mut attempt = |input: InputOf<G>, is_listed: bool| {
        let mut told = 0;
        let done = same.apply(input, &mut |_, _: EventOf<G>| told += 1);
        match done {
            Ok(()) => {
                if !is_listed {
                    tried.faults.push((
                        Kind::UnlistedAccepted,
                        input,
                        "it is on no menu, and is accepted".to_owned(),
                    ));
                }
                same = table.clone();
            }
            Err(refusal) => {
                if is_listed {
                    let says = format!("it is listed, and is refused: {refusal}");
                    tried.faults.push((Kind::ListedRefused, input, says));
                }
                if told > 0 || same != *table {
                    let says = format!("it is refused ({refusal}), and still something changes");
                    tried.faults.push((Kind::RefusalChanges, input, says));
                    same = table.clone();
                }
                tried.refused.push((input, refusal));
            }
        }
    };
    for &by in people {
        let menu = menu(table, by);
        for deed in all::<G::Deed>() {
            let act = Act::Do(deed);
            attempt(Input::Act { by, act }, menu.iter().any(|offer| offer.act == act));
        }
        for seat in (0..=seats).map(Seat) {
            for wager in all::<G::Wager>() {
                for tender in Tender::ALL {
                    let place = |stake| Act::Place { seat, wager, stake, tender };
                    let offer = menu.iter().find(|offer| {
                        matches!(offer.act, Act::Place { seat: s, wager: w, tender: t, .. } if (s, w, t) == (seat, wager, tender))
                    });
                    let stakes = match offer.map(|offer| (offer.act, offer.most, offer.step)) {
                        Some((Act::Place { stake: least, .. }, most, step)) => {
                            attempt(Input::Act { by, act: place(most) }, true);
                            [(least, true), (most + step.max(Money::cents(1)), false)]
                        }
                        _ => [(Money::dollars(100), false), (Money::ZERO, false)],
                    };
                    stakes
                        .into_iter()
                        .for_each(|(stake, listed)| attempt(Input::Act { by, act: place(stake) }, listed));
                }
                let act = Act::TakeBack { seat, wager };
                attempt(Input::Act { by, act }, menu.iter().any(|offer| offer.act == act));
            }
        }
    }
    let mut shown = Vec::new();
    table.outcomes(&mut |chance, weight| shown.extend((weight > 0).then_some(chance)));
    all::<G::Chance>().into_iter().for_each(|chance| attempt(Input::Chance(chance), shown.contains(&chance)));
    let mut wrong = Vec::new();
    table.irregularities(&mut |what| wrong.push(what));
    all::<G::Irregularity>()
        .into_iter()
        .for_each(|what| attempt(Input::Irregularity(what), wrong.contains(&what)));
    for &by in people {
        if let Some(deed) = table.usual(by) {
            let done = table.clone().apply(Input::Act { by, act: Act::Do(deed) }, &mut Nobody);
            if let Err(refusal) = done {
                let input = Input::Act { by, act: Act::Do(deed) };
                tried.faults.push((
                    Kind::ListedRefused,
                    input,
                    format!("it is called usual, and is refused: {refusal}"),
                ));
            }
        }
    }
    tried
}

/// The name of what the dealer says or does, without its values.
pub fn call_name(call: &impl Debug) -> String {
    /// Accepts letters and opening brackets, and stops the formatting at anything else.
    struct Name(String);
    impl Write for Name {
        fn write_str(&mut self, part: &str) -> fmt::Result {
            for c in part.chars() {
                if !(c.is_ascii_alphanumeric() || c == '(') {
                    return Err(fmt::Error);
                }
                self.0.push(c);
            }
            Ok(())
        }
    }
    let mut name = Name(String::new());
    // The error only means that formatting stopped.
    let _ = write!(name, "{call:?}");
    let mut parts = name.0.split('(');
    let mut first = parts.next().unwrap_or_default();
    for wrapped in ["Table", "Prepares", "Deck"] {
        if first == wrapped {
            first = parts.next().unwrap_or_default();
        }
    }
    first.to_owned()
}

/// A fast hash of a few texts.
pub fn hash(texts: &[&str]) -> u64 {
    texts
        .iter()
        .flat_map(|text| text.bytes().chain([0]))
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The calls that must be made at each kind of moment.
#[derive(Clone, Debug, Default)]
pub struct Moments {
    required: HashMap<u64, Vec<String>>,
}

impl Moments {
    /// Reads lines that have a moment, a tab, and calls separated by commas.
    pub fn read(text: &str) -> Moments {
        let line = |line: &str| {
            let (moment, calls) = line.split_once('\t')?;
            let parts: Vec<&str> = moment.split(" | ").collect();
            Some((hash(&parts), calls.split(", ").map(str::to_owned).collect()))
        };
        Moments { required: text.lines().filter_map(line).collect() }
    }

    /// The calls that must be made at this moment.
    pub fn at(&self, moment: u64) -> &[String] {
        self.required.get(&moment).map_or(&[], Vec::as_slice)
    }

    /// The calls that were made every time, as lines of such a file.
    pub fn write(moments: &BTreeMap<String, Moment>) -> String {
        let mut text = String::new();
        for (name, moment) in moments {
            let always = moment.calls.iter().filter(|(_, times)| **times == moment.times);
            let calls: Vec<&str> = always.map(|(call, _)| call.as_str()).collect();
            if !calls.is_empty() {
                text += &format!("{name}\t{}\n", calls.join(", "));
            }
        }
        text
    }
}
