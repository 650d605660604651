//! A table as its staff see it: what they may do, what may go wrong, and what the rules would decide.

use super::{Answer, Asker, Failed, Said, may_act, papers, table};
use crate::{
    actor::{Handle, Telling, Told},
    clock,
    doors::Client,
    floor::Floor,
    problem,
};
use axum::{
    Extension,
    extract::{Path, State},
};
use books::{CardView, Engine, Entry, Fact, text};
use protocol::{
    Action, AwaitedView, Capacity, Chips, ConsoleEntry, ConsoleLine, ConsoleRefused, ConsoleRequest,
    ConsoleTold, ConsoleView, Correction, Credentials, IrregularityView, OutcomeView, Refused, Role,
    StaffAct,
};
use rules::{Actor, Awaits, Money, Tender, Vocabulary, kit::cards::Card};
use std::{collections::HashMap, net::IpAddr, sync::Arc};

/// The most acts to try that differ only in cards and numbers: their consequences are much the same.
const ALIKE: usize = 2;

pub async fn read(State(floor): State<Arc<Floor>>, Path(name): Path<String>) -> Answer<ConsoleView> {
    let handle = table::here(&floor, &name).await?;
    let summary = floor.summary(&name).ok_or_else(|| Failed(problem::unknown("table")))?;
    let now = handle.feed.snapshot();
    let physical = summary.chance == "physical";
    // While someone holds private cards, the remaining cards and the consequences could give them away.
    let knows = now.public >= now.next;
    let (lines, count) = if physical { handle.console().await? } else { (Vec::new(), None) };
    let count = count.as_ref().map(papers::count_view);
    let Some(engine) = now.engine.clone() else {
        return Ok(ConsoleView {
            next: now.next,
            awaits: now.awaits,
            physical,
            acts: Vec::new(),
            usual: None,
            decisions: Vec::new(),
            lines: Vec::new(),
            outcomes: Vec::new(),
            due: None,
            irregularities: Vec::new(),
            count,
            count_due: false,
        });
    };
    let lines = lines.into_iter().filter(|_| knows).map(|(seq, line)| ConsoleLine { seq, line }).collect();
    let count_due = physical && floor.config.require_counts && count.is_none();
    let (awaits, next) = (now.awaits, now.next);
    let view = tokio::task::spawn_blocking(move || ConsoleView {
        next,
        awaits,
        physical,
        acts: acts(&*engine, knows),
        usual: usual(&*engine, knows),
        decisions: decisions(&*engine, knows),
        lines,
        outcomes: outcomes(&*engine, knows),
        due: due(&*engine, knows),
        irregularities: irregularities(&*engine, knows),
        count,
        count_due,
    });
    view.await.map_err(|_| Failed(problem::unknown_outcome()))
}

/// What the rules would decide about a line; the table does not change.
fn tried(engine: &dyn Engine, line: &str) -> (Vec<Fact>, Option<Refused>) {
    let Ok(line) = engine.read(line) else { return (Vec::new(), None) };
    match engine.after(&line) {
        Ok(after) => (after.facts, None),
        Err(refusal) => (Vec::new(), Some(refusal.into())),
    }
}

/// Counts texts, ignoring cards and numbers.
#[derive(Default)]
struct Kinds(HashMap<String, usize>);

impl Kinds {
    /// Whether this is one of the first of its kind.
    fn first(&mut self, text: &str) -> bool {
        let own = |word: &&str| {
            word.contains(|c: char| c.is_ascii_digit()) || Card::read(word.trim_end_matches(',')).is_some()
        };
        let kind: Vec<&str> = text.split(' ').filter(|word| !own(word)).collect();
        let many = self.0.entry(kind.join(" ")).or_default();
        *many += 1;
        *many <= ALIKE
    }
}

fn acts(engine: &dyn Engine, knows: bool) -> Vec<StaffAct> {
    let mut kinds = Kinds::default();
    let staff = [Actor::Dealer, Actor::Floorperson, Actor::Supervisor];
    let all = staff.into_iter().flat_map(|by| engine.offers(by).into_iter().map(move |offer| (by, offer)));
    all.map(|(by, offer)| {
        let mut then = Vec::new();
        if offer.tender.is_none() && knows && kinds.first(&offer.act) {
            then = tried(engine, &offer.line(by, Money::ZERO)).0;
        }
        let books::Offered { act, seat, least, most, step, .. } = offer;
        let (least, most, step) = (least.as_cents(), most.as_cents(), step.as_cents());
        StaffAct { act, acting: by, seat, least, most, step, then }
    })
    .collect()
}

/// The staff's next step, with its consequences; `None` while a patron or the equipment is awaited.
fn usual(engine: &dyn Engine, knows: bool) -> Option<StaffAct> {
    let by = match engine.awaits() {
        Awaits::Wagers => Actor::Dealer,
        Awaits::Decision(who) if !matches!(who, Actor::Patron(_)) => who,
        Awaits::Decision(_) | Awaits::Equipment => return None,
    };
    let line = engine.usual(by)?;
    let then = if knows { tried(engine, &line).0 } else { Vec::new() };
    let offers = engine.offers(by).into_iter().filter(|offer| offer.tender.is_none());
    let books::Offered { act, seat, .. } =
        offers.into_iter().find(|offer| offer.line(by, Money::ZERO) == line)?;
    Some(StaffAct { act, acting: by, seat, least: 0, most: 0, step: 0, then })
}

/// What the patron whose turn it is may do; with chips, for the maximum stake.
fn decisions(engine: &dyn Engine, knows: bool) -> Vec<StaffAct> {
    let Awaits::Decision(by @ Actor::Patron(_)) = engine.awaits() else { return Vec::new() };
    let mut kinds = Kinds::default();
    let offers = engine.offers(by).into_iter();
    offers
        .filter(|offer| matches!(offer.tender, None | Some(Tender::Chips)))
        .map(|offer| {
            let tries = knows && kinds.first(&offer.act);
            let then = if tries { tried(engine, &offer.line(by, offer.most)).0 } else { Vec::new() };
            let books::Offered { act, seat, least, most, step, .. } = offer;
            let (least, most, step) = (least.as_cents(), most.as_cents(), step.as_cents());
            StaffAct { act, acting: by, seat, least, most, step, then }
        })
        .collect()
}

/// The possible outcomes with weights, or all outcomes without weights.
fn outcomes(engine: &dyn Engine, knows: bool) -> Vec<OutcomeView> {
    let all = match (knows, engine.awaits()) {
        (true, _) => engine.outcomes(),
        (false, Awaits::Equipment) => books::chances(engine.game()).into_iter().map(|c| (c, 0)).collect(),
        (false, _) => Vec::new(),
    };
    all.into_iter().map(|(chance, weight)| OutcomeView { chance, weight }).collect()
}

/// What the equipment must show next, found by trying the first possible outcome.
fn due(engine: &dyn Engine, knows: bool) -> Option<AwaitedView> {
    if !knows || engine.awaits() != Awaits::Equipment {
        return None;
    }
    let (first, _) = engine.outcomes().into_iter().next()?;
    let after = engine.after_line(&first)?;
    let shown = after.facts.first()?;
    let before = engine.picture().cards;
    let cards = after.cleared.map_or_else(|| after.engine.picture().cards, |picture| picture.cards);
    let many = |of: &[CardView], card: &CardView| of.iter().filter(|other| *other == card).count();
    let new = cards.iter().find(|card| many(&cards, card) > many(&before, card));
    Some(AwaitedView { cite: shown.cite.id().to_owned(), held: shown.held, at: new.map(|card| card.at) })
}

fn irregularities(engine: &dyn Engine, knows: bool) -> Vec<IrregularityView> {
    let mut kinds = Kinds::default();
    let all = engine.irregularities().into_iter();
    all.map(|line| {
        let tries = knows && kinds.first(&line);
        let (then, refused) = if tries { tried(engine, &line) } else { (Vec::new(), None) };
        let line = line.strip_prefix("irregularity ").unwrap_or(&line).to_owned();
        IrregularityView { line, then, refused }
    })
    .collect()
}

/// A person at a console: the one signed in there, or one who shows a badge.
struct Staff {
    name: String,
    role: Role,
}

/// The name of the person at the console who may act in this capacity.
fn by(staff: &[Staff], capacity: Capacity) -> Result<String, Failed> {
    let may = |one: &&Staff| capacity.scope().admits(Some(one.role));
    match (staff.iter().find(may), staff.first()) {
        (Some(one), _) => Ok(one.name.clone()),
        (None, Some(one)) => Err(may_act(capacity, one.role).err().unwrap_or_else(badge_needed)),
        (None, None) => Err(badge_needed()),
    }
}

/// The name of the person at the console who may use this route.
fn by_route(staff: &[Staff], action: Action) -> Result<String, Failed> {
    let scope = action.row().scope;
    let found = staff.iter().find(|one| scope.admits(Some(one.role)));
    let about = action.row().about;
    found
        .map(|one| one.name.clone())
        .ok_or_else(|| Failed(problem::forbidden(format!("another person's badge is needed: {about}"))))
}

fn badge_needed() -> Failed {
    Failed(problem::forbidden("another person's badge is needed"))
}

/// Who counts a table's chips, and who watches: two people, of whom one is a floorperson.
fn counters(staff: &[Staff]) -> Result<(String, String), Failed> {
    let is_floorperson = |one: &Staff| Capacity::ActAsFloorperson.scope().admits(Some(one.role));
    let may_count = |one: &Staff| Capacity::ActForPatron.scope().admits(Some(one.role));
    match staff {
        [one, other] if one.name == other.name => {
            Err(Failed(problem::forbidden("nobody watches their own count: somebody else's badge is needed")))
        }
        [one, other] if may_count(one) && is_floorperson(other) => Ok((one.name.clone(), other.name.clone())),
        [one, other] if is_floorperson(one) && may_count(other) => Ok((other.name.clone(), one.name.clone())),
        _ => Err(Failed(problem::forbidden(
            "two people count a table's chips, a dealer or floorperson and another floorperson: somebody else's badge is needed",
        ))),
    }
}

/// A house may have the chips of its physical tables counted when they open and when they close. The chapter does not ask
/// for it.
async fn counts_when_required(
    floor: &Floor,
    handle: &Handle,
    entries: &[ConsoleEntry],
) -> Result<(), Failed> {
    if !floor.config.require_counts {
        return Ok(());
    }
    let is_count = |entry: &ConsoleEntry| matches!(entry, ConsoleEntry::Count { .. });
    let closes = entries.iter().position(|entry| matches!(entry, ConsoleEntry::Close {}));
    if closes.is_some_and(|at| !at.checked_sub(1).is_some_and(|before| is_count(&entries[before]))) {
        let message = "this house counts the chips of a table that closes: tell the count with it, as in #x 100*50 25*80";
        return Err(Failed(problem::not_now(message)));
    }
    let first = entries.first().is_some_and(is_count);
    if !first && handle.feed.snapshot().open && handle.console().await?.1.is_none() {
        let message =
            "this house counts the chips of a table that opens: tell the count first, as in #n 100*50 25*80";
        return Err(Failed(problem::not_now(message)));
    }
    Ok(())
}

/// The capacity in which a line of the notation is reported.
fn capacity(line: &str) -> Capacity {
    let first = line.split([' ', '@']).next().unwrap_or_default();
    match first.parse::<Actor>() {
        Ok(Actor::Dealer) => Capacity::ActAsDealer,
        Ok(Actor::Floorperson | Actor::Supervisor) => Capacity::ActAsFloorperson,
        Ok(Actor::Patron(_)) => Capacity::ActForPatron,
        Err(_) if first == "irregularity" => Capacity::TellIrregularity,
        Err(_) => Capacity::ShowEquipment,
    }
}

/// The entry to write, and who writes it.
fn entry(staff: &[Staff], entry: ConsoleEntry) -> Result<(String, Entry), Failed> {
    let fits = |text: &str, what: &str| match text::is_line(text, 200) {
        true => Ok(()),
        false => Err(Failed(problem::bad_request(format!("{what} is one line of 1 to 200 characters")))),
    };
    Ok(match entry {
        ConsoleEntry::Tell { line } => {
            fits(&line, "what is told")?;
            let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
            (by(staff, capacity(&line))?, Entry::Input { line })
        }
        ConsoleEntry::Seat { patron, name, card, chip } => {
            (by(staff, Capacity::ActForPatron)?, Entry::WalkIn { patron, name, card, chip })
        }
        ConsoleEntry::BuyIn { patron, cents } => {
            (by(staff, Capacity::ActForPatron)?, Entry::BoughtIn { patron, cents })
        }
        ConsoleEntry::TakeAway { patron, cents } => {
            (by(staff, Capacity::ActForPatron)?, Entry::TakenAway { patron, cents })
        }
        ConsoleEntry::Correct { lines, reason } => {
            fits(&reason, "a reason")?;
            for Correction { instead, .. } in &lines {
                instead.iter().try_for_each(|line| fits(line, "what is told"))?;
            }
            let lines = lines.into_iter().map(|Correction { line, instead }| (line, instead)).collect();
            (by(staff, Capacity::ActForPatron)?, Entry::Corrected { lines, reason })
        }
        ConsoleEntry::Fill { cents, slip } => {
            (by_route(staff, Action::Fill)?, Entry::Filled { cents, slip: table::slip_number(slip)? })
        }
        ConsoleEntry::Credit { cents, slip } => {
            (by_route(staff, Action::Credit)?, Entry::Credited { cents, slip: table::slip_number(slip)? })
        }
        ConsoleEntry::Count { chips } => {
            let (by, witness) = counters(staff)?;
            let mut chips: Vec<_> =
                chips.into_iter().map(|Chips { value, pieces }| (value, pieces)).collect();
            chips.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
            if let Some(two) = chips.windows(2).find(|two| two[0].0 == two[1].0) {
                let message = format!(
                    "chips of {} are counted twice: say how many there are in all",
                    Money::cents(two[0].0)
                );
                return Err(Failed(problem::bad_request(message)));
            }
            (by, Entry::Counted { chips, witness })
        }
        ConsoleEntry::Remark { text } => {
            fits(&text, "a remark")?;
            (by(staff, Capacity::TellIrregularity)?, Entry::Remarked { text: text.trim().to_owned() })
        }
        ConsoleEntry::Close {} => (by_route(staff, Action::CloseTable)?, Entry::Closed {}),
    })
}

/// The people at a console: the one who asks, and one who shows a badge.
async fn staff(
    floor: &Arc<Floor>,
    asker: &Asker,
    badge: Option<Credentials>,
    address: IpAddr,
) -> Result<Vec<Staff>, Failed> {
    let who = asker.who()?;
    let mut staff = vec![Staff { name: who.name.clone(), role: who.role }];
    if let Some(Credentials { name, password }) = badge {
        floor.limits.log_in(&name, address).map_err(|wait| Failed(wait.problem()))?;
        let now = clock::now();
        let ask =
            move |people: &crate::people::People<_>| people.badge(&name, password.reveal(), address, now);
        let (name, role) = floor.desk.ask_with_password(ask).await?;
        staff.push(Staff { name, role });
    }
    Ok(staff)
}

/// Reports what happens at a physical table.
pub async fn tell(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    Extension(Client(address)): Extension<Client>,
    Path(name): Path<String>,
    said: Said<ConsoleRequest>,
) -> Answer<ConsoleTold> {
    let ConsoleRequest { key, seen, entries, badge, strict } = said.body;
    let who = asker.who()?.name.clone();
    let whole = table::key(&who, "console", &key, said.hash)?;
    if entries.is_empty() {
        return Err(Failed(problem::bad_request("nothing is told")));
    }
    let handle = table::here(&floor, &name).await?;
    let summary = floor.summary(&name).ok_or_else(|| Failed(problem::unknown("table")))?;
    if summary.chance != "physical" {
        return Err(Failed(problem::forbidden("nobody deals at this table but the house")));
    }
    counts_when_required(&floor, &handle, &entries).await?;
    let staff = staff(&floor, &asker, badge, address).await?;
    let entries = entries.into_iter().map(|one| entry(&staff, one)).collect::<Result<_, _>>()?;
    let told = handle.tell(Telling { entries, key: whole, seen, implies: !strict }).await?;
    let Told { receipt, lines, refused } = told;
    let refused = refused.map(|(at, line, refusal)| ConsoleRefused {
        entry: u32::try_from(at).unwrap_or(u32::MAX),
        line,
        refused: refusal.into(),
    });
    Ok(ConsoleTold { receipt: receipt.map(|receipt| table::own(receipt, &key)), lines, refused })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_in_cards_and_numbers_alone_is_tried_twice() {
        let mut kinds = Kinds::default();
        let tried = |kinds: &mut Kinds, text| kinds.first(text);
        let errors = ["card drawn in error, As", "card drawn in error, 5h", "card drawn in error, Kd"];
        assert_eq!(errors.map(|text| tried(&mut kinds, text)), [true, true, false]);
        assert!(tried(&mut kinds, "card drawn in error, unseen"));
        let cuts = ["cuts at 20", "cuts at 21", "cuts at 22"];
        assert_eq!(cuts.map(|text| tried(&mut kinds, text)), [true, true, false]);
    }
}
