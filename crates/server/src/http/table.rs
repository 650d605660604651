//! Requests about a table.

use super::{
    Answer, Asker, Failed, Query, Said, history,
    lookback::{Look, back},
    may_act,
};
use crate::{
    actor::Handle,
    clock,
    feed::{self, Feed},
    floor::{Floor, Place},
    problem,
    store::snapshots::Upto,
};
use axum::extract::{Path, State};
use books::{
    Book, Entry, Hash, Step,
    merkle::{self, BLOCK},
    text,
};
use protocol::{
    ActRequest, AmountRequest, Announced, AsOfQuery, Capacity, CheckpointView, HeldView, JoinRequest, Keyed,
    NewTable, Offer, OptionsRequest, OptionsView, PresenceView, ProblemCode, ProofView, Receipt,
    RemedyDecision, RemedyRequest, ReplayView, Role, Seated, SlipRequest, StepView, TableSummary, TableView,
    route,
};
use rules::{Actor, Patron};
use std::{
    cmp::Ordering::{Equal, Greater, Less},
    sync::Arc,
};

/// The key of a request, combined with the person, so that nobody can use up someone else's key.
pub fn key(person: &str, what: &str, key: &str, body: Hash) -> Result<(String, Hash), Failed> {
    let fine = |c: u8| c.is_ascii_alphanumeric() || c == b'-' || c == b'_';
    if !(8..=64).contains(&key.len()) || !key.bytes().all(fine) {
        return Err(Failed(problem::bad_request("a key has 8 to 64 letters, digits, - or _")));
    }
    Ok((format!("{person}:{key}"), Hash::of(&[what.as_bytes(), b"\n", &body.0])))
}

/// The receipt as the person knows it, with the original key.
pub fn own(receipt: Receipt, key: &str) -> Receipt {
    Receipt { key: key.to_owned(), ..receipt }
}

/// A table that runs here.
pub async fn here(floor: &Arc<Floor>, table: &str) -> Result<Handle, Failed> {
    match floor.is_cage(table) {
        true => Err(Failed(problem::unknown("table"))),
        false => journalled(floor, table).await,
    }
}

/// A journal that is written here: a table's or the cage's.
pub async fn journalled(floor: &Arc<Floor>, table: &str) -> Result<Handle, Failed> {
    match floor.find(table).await? {
        Place::Here(handle) => Ok(handle),
        Place::Nowhere => Err(Failed(problem::unknown("table"))),
        Place::There(_) | Place::Between => Err(Failed(problem::unknown_outcome())),
    }
}

/// A person's patron number at a table.
pub fn patron(feed: &Feed, person: &str) -> Option<Patron> {
    let now = feed.snapshot();
    now.people.iter().find(|seated| seated.name == person).map(|seated| seated.patron)
}

/// Writes what a person requests.
async fn write<T>(
    floor: &Arc<Floor>,
    table: &str,
    asker: &Asker,
    (what, name, said): (&str, &str, &Said<T>),
    entry: impl FnOnce(&Handle, &str) -> Result<Entry, Failed>,
) -> Answer<Receipt> {
    let who = asker.who()?;
    let key = key(&who.name, what, name, said.hash)?;
    let handle = here(floor, table).await?;
    let entry = entry(&handle, &who.name)?;
    Ok(own(handle.write(&who.name, Some(key), entry).await?, name))
}

fn number(handle: &Handle, person: &str) -> Result<u16, Failed> {
    let Patron(number) = patron(&handle.feed, person).ok_or_else(come_first)?;
    Ok(number)
}

fn come_first() -> Failed {
    Failed(crate::problem::conflict("come to the table first"))
}

pub async fn list(State(floor): State<Arc<Floor>>) -> Answer<Vec<TableSummary>> {
    Ok(floor.lobby())
}

pub async fn open(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    said: Said<NewTable>,
) -> Answer<TableSummary> {
    let table = said.body.table.clone();
    super::house::judge_new(&floor, &said.body)?;
    floor.open_table(&asker.who()?.name, said.body).await?;
    floor.summary(&table).ok_or_else(|| Failed(problem::unknown_outcome()))
}

/// A table as the viewer may see it.
pub async fn look(
    floor: &Arc<Floor>,
    handle: &Handle,
    table: &str,
    asker: &Asker,
) -> Result<TableView, Failed> {
    let summary = floor.summary(table).ok_or_else(|| Failed(problem::unknown("table")))?;
    let you = asker.0.as_ref().and_then(|who| patron(&handle.feed, &who.name));
    let viewer = you.map(Actor::Patron);
    let money = match asker.0.as_ref().filter(|who| who.role == Role::Player) {
        Some(who) => Some(floor.money(&who.name).await?),
        None => None,
    };
    let (now, facts) = handle.feed.look(viewer);
    Ok(TableView {
        summary,
        next: now.next,
        awaits: now.awaits,
        patience: now.patience,
        bets: now.bets(),
        people: people(floor, &now.people, you.is_some() || asker.is_staff(), asker.is_staff()),
        money,
        you,
        facts,
        commitment: now.commitment.clone(),
        contributors: now.contributors,
        chain: you.and_then(|Patron(number)| handle.feed.contributors.chain(number)),
        picture: now.picture.seen_by(viewer),
        cleared: now.cleared.as_ref().map(|picture| picture.seen_by(viewer)),
        presence: handle.feed.presence.around().view(you),
    })
}

/// The people at the table. Their chips are shown only to others there and to staff.
fn people(floor: &Floor, here: &[Seated], may_know: bool, is_staff: bool) -> Vec<Seated> {
    let name = |seated: &Seated| match (&seated.called, seated.walk_in) {
        (Some(name), _) => name.clone(),
        (None, true) => format!("patron {}", seated.patron.0),
        (None, false) => floor.shown(&seated.name),
    };
    let seen = |seated: &Seated| Seated {
        purse: seated.purse.filter(|_| may_know),
        name: name(seated),
        card: seated.card.clone().filter(|_| is_staff),
        called: None,
        ..*seated
    };
    here.iter().map(seen).collect()
}

pub async fn view(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    Path(table): Path<String>,
) -> Answer<TableView> {
    let handle = here(&floor, &table).await?;
    look(&floor, &handle, &table, &asker).await
}

pub async fn close(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    Path(table): Path<String>,
    said: Said<Keyed>,
) -> Answer<Receipt> {
    if floor.config.require_counts && floor.summary(&table).is_some_and(|table| table.chance == "physical") {
        let message = "this house counts the chips of a table that closes: close it at its console, as in #x 100*50 25*80";
        return Err(Failed(problem::not_now(message)));
    }
    write(&floor, &table, &asker, ("close", &said.body.key, &said), |_, _| Ok(Entry::Closed {})).await
}

pub async fn reopen(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    Path(table): Path<String>,
    said: Said<Keyed>,
) -> Answer<Receipt> {
    let handle = here(&floor, &table).await?;
    if handle.feed.snapshot().open {
        return Err(Failed(problem::conflict("the table is open")));
    }
    let opened = opened(&floor, &table).await?;
    let entry = crate::actor::opening(&opened, opened.options.clone());
    write(&floor, &table, &asker, ("open", &said.body.key, &said), |_, _| Ok(entry)).await
}

/// How a table was last opened.
async fn opened(floor: &Arc<Floor>, table: &str) -> Result<books::Opened, Failed> {
    let sheet = here(floor, table).await?.sheet().await?;
    sheet.opened.ok_or_else(|| Failed(problem::unknown("table")))
}

pub async fn offers(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    Path(table): Path<String>,
) -> Answer<Vec<Offer>> {
    let handle = here(&floor, &table).await?;
    Ok(handle.offers(actor(&handle, &asker)?).await?)
}

/// The actor for a request that names none.
pub fn actor(handle: &Handle, asker: &Asker) -> Result<Actor, Failed> {
    let who = asker.who()?;
    match who.role {
        Role::Dealer => Ok(Actor::Dealer),
        Role::Floorperson => Ok(Actor::Floorperson),
        _ => patron(&handle.feed, &who.name).map(Actor::Patron).ok_or_else(come_first),
    }
}

pub async fn join(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    Path(table): Path<String>,
    said: Said<JoinRequest>,
) -> Answer<Seated> {
    // Joining twice has no further effect, so the key is only validated.
    key("", "join", &said.body.key, said.hash)?;
    let (handle, who) = (here(&floor, &table).await?, asker.who()?);
    let patron = handle.join(&who.name).await?;
    if said.body.sit {
        sit(&handle, &who.name, patron).await?;
    }
    let now = handle.feed.snapshot();
    let purse = now.people.iter().find(|seated| seated.patron == patron).and_then(|seated| seated.purse);
    let name = floor.shown(&who.name);
    Ok(Seated { patron, name, purse, house: false, walk_in: false, card: None, chip: None, called: None })
}

/// Takes a seat for someone who has none, near the middle of the table. If none is free, or seats have no
/// numbers, the person stands behind the others.
async fn sit(handle: &Handle, person: &str, patron: Patron) -> Result<(), Failed> {
    let by = Actor::Patron(patron);
    if handle.feed.snapshot().picture.seat_of(patron).is_some() {
        return Ok(());
    }
    let Some(act) = place_for(&handle.offers(by).await?) else { return Ok(()) };
    handle.write(person, None, Entry::Input { line: format!("{by} {act}") }).await?;
    Ok(())
}

/// The free seat that is nearest to the middle.
pub fn place_for(offers: &[Offer]) -> Option<String> {
    let is_place = |offer: &&Offer| offer.act.starts_with("sits at ");
    let places: Vec<&Offer> = offers.iter().filter(is_place).collect();
    places.get(places.len() / 2).map(|offer| offer.act.clone())
}

/// The notation for an act, if this person may perform it.
pub fn line(
    floor: &Floor,
    handle: &Handle,
    table: &str,
    asker: &Asker,
    act: &ActRequest,
) -> Result<String, Failed> {
    let who = asker.who()?;
    let physical = || {
        let summary = floor.summary(table).ok_or_else(|| Failed(problem::unknown("table")))?;
        match summary.chance.as_str() {
            "physical" => Ok(()),
            _ => Err(Failed(problem::forbidden("nobody deals at this table but the house"))),
        }
    };
    if act.act.len() > 120 || act.act.contains(text::is_hidden) {
        return Err(Failed(problem::bad_request("an act is one line of at most 120 characters")));
    }
    let words = act.act.split_whitespace().collect::<Vec<_>>().join(" ");
    let seat = act.seat.filter(|seat| *seat > 0).map_or_else(String::new, |seat| format!("@{seat}"));
    match act.acting.as_deref() {
        None => {
            may_act(Capacity::ActAsPatron, who.role)?;
            let patron = patron(&handle.feed, &who.name).ok_or_else(come_first)?;
            Ok(format!("{patron}{seat} {words}"))
        }
        Some("dealer") => {
            may_act(Capacity::ActAsDealer, who.role)?;
            physical()?;
            Ok(format!("dealer{seat} {words}"))
        }
        Some(staff @ ("floorperson" | "supervisor")) => {
            may_act(Capacity::ActAsFloorperson, who.role)?;
            Ok(format!("{staff}{seat} {words}"))
        }
        Some("equipment") => {
            may_act(Capacity::ShowEquipment, who.role)?;
            physical()?;
            // An outcome starts with no person's name, so this cannot become someone's act.
            match words.split([' ', '@']).next().and_then(|word| word.parse::<Actor>().ok()) {
                Some(_) => Err(Failed(problem::bad_request("that is not something equipment shows"))),
                None => Ok(words),
            }
        }
        Some("irregularity") => {
            may_act(Capacity::TellIrregularity, who.role)?;
            physical()?;
            Ok(format!("irregularity {words}"))
        }
        Some(_) => Err(Failed(problem::bad_request(
            "one acts as oneself, dealer, floorperson, supervisor, equipment or irregularity",
        ))),
    }
}

pub async fn act(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    Path(table): Path<String>,
    said: Said<ActRequest>,
) -> Answer<Receipt> {
    let handle = here(&floor, &table).await?;
    do_act(&floor, &handle, &table, &asker, &said.body, said.hash).await
}

/// An act over HTTP or on a live connection.
pub async fn do_act(
    floor: &Arc<Floor>,
    handle: &Handle,
    table: &str,
    asker: &Asker,
    act: &ActRequest,
    hash: Hash,
) -> Result<Receipt, Failed> {
    let who = asker.who()?;
    let key = key(&who.name, "act", &act.key, hash)?;
    let line = line(floor, handle, table, asker, act)?;
    let write =
        || handle.write_seen(&who.name, Some(key.clone()), act.seen, Entry::Input { line: line.clone() });
    let written = match write().await {
        // Nothing was written: chips that lie idle at other tables can be used here.
        Err(problem) if problem.code == ProblemCode::Poor && floor.bring_home(&who.name, table).await => {
            write().await
        }
        written => written,
    };
    Ok(own(written?, &act.key))
}

pub async fn ready(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    Path(table): Path<String>,
    said: Said<Keyed>,
) -> Answer<PresenceView> {
    key("", "ready", &said.body.key, said.hash)?;
    Ok(here(&floor, &table).await?.ready(&asker.who()?.name).await?)
}

/// Validates the number of a slip.
pub fn slip_number(slip: String) -> Result<String, Failed> {
    match (1..=32).contains(&slip.len()) && slip.bytes().all(|b| b.is_ascii_graphic()) {
        true => Ok(slip),
        false => Err(Failed(problem::bad_request("a slip has a number of 1 to 32 characters"))),
    }
}

/// Handlers that write one entry: the request, the name of what is asked, and the entry.
macro_rules! writes {
    ($($handler:ident($request:ty) as $what:literal: $entry:expr;)+) => {$(
        pub async fn $handler(
            State(floor): State<Arc<Floor>>,
            asker: Asker,
            Path(table): Path<String>,
            said: Said<$request>,
        ) -> Answer<Receipt> {
            let entry: fn(&$request, &Handle, &str) -> Result<Entry, Failed> = $entry;
            let write_as = ($what, said.body.key.as_str(), &said);
            write(&floor, &table, &asker, write_as, |handle, name| entry(&said.body, handle, name)).await
        }
    )+};
}

writes! {
    buy_in(AmountRequest) as "buy-in": |body, handle, name| {
        Ok(Entry::BoughtIn { patron: number(handle, name)?, cents: body.cents })
    };
    take_away(AmountRequest) as "take-away": |body, handle, name| {
        Ok(Entry::TakenAway { patron: number(handle, name)?, cents: body.cents })
    };
    fill(SlipRequest) as "fill": |body, _, _| {
        Ok(Entry::Filled { cents: body.cents, slip: slip_number(body.slip.clone())? })
    };
    credit(SlipRequest) as "credit": |body, _, _| {
        Ok(Entry::Credited { cents: body.cents, slip: slip_number(body.slip.clone())? })
    };
}

pub async fn ask_remedy(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    Path(table): Path<String>,
    said: Said<RemedyRequest>,
) -> Answer<Receipt> {
    let (remedy, reason) = (said.body.remedy.clone(), said.body.reason.clone());
    if !text::is_line(&reason, 500) {
        return Err(Failed(problem::bad_request(
            "a reason is one line of 1 to 500 characters that can be seen: no line breaks, no hidden characters",
        )));
    }
    write(&floor, &table, &asker, ("ask", &said.body.key, &said), |_, _| Ok(Entry::Asked { remedy, reason }))
        .await
}

pub async fn decide_remedy(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    Path((table, asked)): Path<(String, u64)>,
    said: Said<RemedyDecision>,
) -> Answer<Receipt> {
    let (who, agree) = (asker.who()?, said.body.agree);
    let key = key(&who.name, &format!("decide {asked}"), &said.body.key, said.hash)?;
    // The cage has requests, too.
    let handle = journalled(&floor, &table).await?;
    let entry = if agree { Entry::Approved { asked } } else { Entry::Declined { asked } };
    Ok(own(handle.write(&who.name, Some(key), entry).await?, &said.body.key))
}

pub async fn options(
    State(floor): State<Arc<Floor>>,
    Path(table): Path<String>,
    Query(AsOfQuery { as_of }): Query<route::ReadOptions>,
) -> Answer<OptionsView> {
    let at = history::moment(&floor, as_of.as_deref())?.unwrap_or(i64::MAX);
    // Anyone may ask, so nothing is replayed for it.
    let sheet = here(&floor, &table).await?.sheet().await?;
    let summary = floor.summary(&table).ok_or_else(|| Failed(problem::unknown("table")))?;
    let game = rules::GameId::find(&summary.game).ok_or_else(|| Failed(problem::unknown("game")))?;
    let held = sheet.openings.iter().rfind(|one| one.at <= at);
    let options = held.ok_or_else(|| Failed(problem::unknown("options: the table was not open yet")))?;
    let (options, signs) = match options.options == summary.options {
        true => (summary.options, summary.signs),
        false => (options.options.clone(), crate::floor::signs(game, &options.options)),
    };
    let announced = sheet.scheduled.filter(|announced| announced.at <= at).map(|announced| {
        let books::Announced { options: becomes, effective, .. } = announced;
        let notices = super::house::notices(game, Some(&options), &becomes);
        Announced { notices, options: becomes, effective }
    });
    let until = sheet.openings.iter().skip(1).map(|next| Some(next.at)).chain([None]);
    let held = sheet.openings.iter().zip(until).map(|(one, until)| HeldView {
        options: one.options.clone(),
        from: one.at,
        until: until.or(one.closed),
        line: one.seq,
        told: one.told,
        approved: one.approved.clone(),
    });
    let history = held.filter(|one| one.from <= at).collect();
    Ok(OptionsView { options, signs, announced, history })
}

pub async fn change_options(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    Path(table): Path<String>,
    said: Said<OptionsRequest>,
) -> Answer<Receipt> {
    let opened = opened(&floor, &table).await?;
    let OptionsRequest { options, effective, approved, .. } = said.body.clone();
    if let Some(approved) = &approved {
        let takes_effect = floor.config.licensee.calendar.moment(effective).map(papers::Moment::date);
        let is_fine = history::date(approved).is_some_and(|day| takes_effect.is_some_and(|date| day <= date));
        if !is_fine {
            let message =
                "the day of approval is written 2026-02-20, and is not after the change takes effect";
            return Err(Failed(problem::bad_request(message)));
        }
    }
    super::house::change(&floor, &table, &opened, &options, clock::now(), effective)?;
    let notices = books::notices(opened.game, Some(&opened.options), &options);
    let entry = Entry::Scheduled { options, effective, notices, approved };
    write(&floor, &table, &asker, ("options", &said.body.key, &said), |_, _| Ok(entry)).await
}

/// The end of the lines that anyone at the table may know; a round in which someone holds private cards is
/// excluded.
pub async fn public(floor: &Arc<Floor>, table: &str) -> Result<u64, Failed> {
    Ok(journalled(floor, table).await?.feed.snapshot().public)
}

pub async fn round(
    State(floor): State<Arc<Floor>>,
    Path((table, round)): Path<(String, u64)>,
) -> Answer<ReplayView> {
    let public = public(&floor, &table).await?;
    // What was on the table before its first line is included.
    let begin = |book: &Book| (book.shared_engine(), Vec::new());
    let tell =
        move |(before, steps): &mut (_, Vec<StepView>), book: &Book, step: Step| match step.round.cmp(&round)
        {
            Less => {
                *before = book.shared_engine();
                Look::Before
            }
            Equal => {
                steps.push(feed::Published::recalled(step, book).all());
                Look::Own
            }
            Greater => Look::Done,
        };
    // Only a snapshot in which an earlier round could still change has none of its lines behind it.
    let upto = round.checked_sub(2).map_or(Upto::Lines(0), Upto::Round);
    let (before, steps) = back(&floor, &table, upto, public, begin, tell).await?;
    if steps.is_empty() {
        return Err(Failed(problem::unknown("round")));
    }
    let bets = before.as_ref().map(|engine| engine.bets()).unwrap_or_default();
    let picture = before.as_ref().map(|engine| engine.picture()).unwrap_or_default();
    Ok(ReplayView { bets, picture, steps })
}

fn checkpoint_view(floor: &Floor, kept: crate::store::Checkpoint) -> CheckpointView {
    let signature = String::from_utf8(kept.signature).unwrap_or_default();
    let checkpoint =
        books::Checkpoint { table: kept.table, size: kept.size, root: kept.root, at: kept.at, signature };
    CheckpointView {
        text: checkpoint.body(),
        size: checkpoint.size,
        root: checkpoint.root,
        signature: checkpoint.signature,
        key: floor.keys.signing().verifying_key().to_string(),
    }
}

pub async fn checkpoints(
    State(floor): State<Arc<Floor>>,
    Path(table): Path<String>,
) -> Answer<Vec<CheckpointView>> {
    journalled(&floor, &table).await?;
    // Only the latest checkpoints are returned; all of them are in the store.
    let kept = floor.read(move |store| store.checkpoints(&table, 100)).await?;
    Ok(kept.into_iter().map(|kept| checkpoint_view(&floor, kept)).collect())
}

pub async fn prove(
    State(floor): State<Arc<Floor>>,
    Path((table, seq)): Path<(String, u64)>,
) -> Answer<ProofView> {
    let feed = journalled(&floor, &table).await?.feed;
    floor.checkpoint().await?;
    let found = floor
        .read(move |store| {
            let Some(head) = store.checkpoints(&table, 1)?.pop().filter(|head| seq < head.size) else {
                return Ok(None);
            };
            // The leaves of a block, as far as the head reaches.
            let mut block = |at: u64| {
                let from = at - at % BLOCK;
                store.leaves(&table, from..head.size.min(from + BLOCK))
            };
            let mut roots = feed.blocks(head.size);
            if !head.size.is_multiple_of(BLOCK) {
                roots.push(merkle::root(&block(head.size)?));
            }
            let own = block(seq)?;
            let leaf = usize::try_from(seq % BLOCK).ok().and_then(|at| own.get(at).copied());
            let proved = merkle::Inclusion::prove_in(&own, seq, &roots).zip(leaf);
            let proved = proved.filter(|(proof, leaf)| proof.verify(*leaf, seq, head.size, head.root));
            Ok(proved.map(|(proof, leaf)| (proof, leaf, head)))
        })
        .await?;
    let (proof, leaf, head) = found.ok_or_else(|| Failed(problem::unknown("line")))?;
    let checkpoint = checkpoint_view(&floor, head);
    Ok(ProofView { seq, leaf, path: proof.path, checkpoint })
}
