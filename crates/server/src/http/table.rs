//! What is asked of a table.

use super::{
    Answer, Asker, Failed, Said,
    lookback::{Look, back},
    may,
};
use crate::{
    actor::Handle,
    clock,
    floor::{Floor, Place},
    hall::{self, Hall},
    problem,
    store::snapshots::Upto,
};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use books::{
    Book, Entry, Hash, Step,
    merkle::{self, BLOCK},
    text,
};
use protocol::{
    ActRequest, Action, AmountRequest, Announced, CheckpointView, Keyed, NewTable, Offer, OptionsRequest,
    OptionsView, PresenceView, ProofView, Receipt, RemedyDecision, RemedyRequest, ReplayView, Role, Seated,
    SlipRequest, StepView, TableSummary, TableView,
};
use rules::{Actor, Patron};
use std::{
    cmp::Ordering::{Equal, Greater, Less},
    sync::Arc,
};

/// The key of a request: a person's own, so that nobody can use up another's.
pub fn key(person: &str, what: &str, key: &str, body: Hash) -> Result<(String, Hash), Failed> {
    let fine = |c: u8| c.is_ascii_alphanumeric() || c == b'-' || c == b'_';
    if !(8..=64).contains(&key.len()) || !key.bytes().all(fine) {
        return Err(Failed(problem::bad_request("a key has 8 to 64 letters, digits, - or _")));
    }
    Ok((format!("{person}:{key}"), Hash::of(&[what.as_bytes(), b"\n", &body.0])))
}

/// The receipt as the person knows it: the key without the name in front.
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

/// A journal that is written here: a table's, or the cage's.
pub async fn journalled(floor: &Arc<Floor>, table: &str) -> Result<Handle, Failed> {
    match floor.find(table).await? {
        Place::Here(handle) => Ok(handle),
        Place::Nowhere => Err(Failed(problem::unknown("table"))),
        Place::There(_) | Place::Between => Err(Failed(problem::unknown_outcome())),
    }
}

/// The number a person has at a table.
pub fn patron(hall: &Hall, person: &str) -> Option<Patron> {
    let now = hall.snapshot();
    let seated: Option<&Seated> = now.people.iter().find(|seated| seated.name == person);
    let Some(Actor::Patron(patron)) = seated.and_then(|seated| seated.patron.parse().ok()) else {
        return None;
    };
    Some(patron)
}

/// Writes what a person asks for.
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
    Ok(Json(own(handle.write(&who.name, Some(key), entry).await?, name)))
}

fn number(handle: &Handle, person: &str) -> Result<u16, Failed> {
    let Patron(number) = patron(&handle.hall, person).ok_or_else(come_first)?;
    Ok(number)
}

fn come_first() -> Failed {
    Failed(crate::problem::conflict("come to the table first"))
}

pub async fn list(State(floor): State<Arc<Floor>>) -> Json<Vec<TableSummary>> {
    Json(floor.summaries())
}

pub async fn open(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    said: Said<NewTable>,
) -> Result<(StatusCode, Json<TableSummary>), Failed> {
    let table = said.body.table.clone();
    super::house::judge_new(&floor, &said.body)?;
    floor.open_table(&asker.who()?.name, said.body).await?;
    let summary = floor.summary(&table).ok_or_else(|| Failed(problem::unknown_outcome()))?;
    Ok((StatusCode::CREATED, Json(summary)))
}

/// A table as somebody may see it.
pub fn look(floor: &Floor, handle: &Handle, table: &str, asker: &Asker) -> Result<TableView, Failed> {
    let summary = floor.summary(table).ok_or_else(|| Failed(problem::unknown("table")))?;
    let you = asker.0.as_ref().and_then(|who| patron(&handle.hall, &who.name));
    let (now, told) = handle.hall.look(you.map(Actor::Patron));
    Ok(TableView {
        summary,
        next: now.next,
        awaits: now.awaits.clone(),
        patience: now.patience,
        bets: now.bets(),
        people: people(&now.people, you.is_some() || asker.is_staff()),
        you: you.map(|patron| patron.to_string()),
        told,
        commitment: now.commitment.clone(),
        contributors: now.contributors,
        chain: you.and_then(|Patron(number)| handle.hall.contributors.chain(number)),
        standing: now.standing(),
        shoes: hall::shoes(now.engine.as_deref()),
        presence: handle.hall.presence.around().view(you),
    })
}

/// Who is here. What somebody has before them is for those at the table, and for staff.
fn people(here: &[Seated], may_know: bool) -> Vec<Seated> {
    let hide = |seated: &Seated| Seated { purse: seated.purse.filter(|_| may_know), ..seated.clone() };
    here.iter().map(hide).collect()
}

pub async fn view(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    Path(table): Path<String>,
) -> Answer<TableView> {
    let handle = here(&floor, &table).await?;
    Ok(Json(look(&floor, &handle, &table, &asker)?))
}

pub async fn close(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    Path(table): Path<String>,
    said: Said<Keyed>,
) -> Answer<Receipt> {
    write(&floor, &table, &asker, ("close", &said.body.key, &said), |_, _| Ok(Entry::Closed {})).await
}

pub async fn reopen(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    Path(table): Path<String>,
    said: Said<Keyed>,
) -> Answer<Receipt> {
    let handle = here(&floor, &table).await?;
    if handle.hall.snapshot().open {
        return Err(Failed(problem::conflict("the table is open")));
    }
    let opened = opened(&floor, &table).await?;
    let entry = crate::actor::opening(&opened, opened.options.clone());
    write(&floor, &table, &asker, ("open", &said.body.key, &said), |_, _| Ok(entry)).await
}

/// How a table was opened last.
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
    Ok(Json(handle.offers(actor(&handle, &asker)?).await?))
}

/// As whom somebody acts who does not say.
pub fn actor(handle: &Handle, asker: &Asker) -> Result<Actor, Failed> {
    let who = asker.who()?;
    match who.role {
        Role::Dealer => Ok(Actor::Dealer),
        Role::Floorperson => Ok(Actor::Floorperson),
        _ => patron(&handle.hall, &who.name).map(Actor::Patron).ok_or_else(come_first),
    }
}

pub async fn join(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    Path(table): Path<String>,
    said: Said<Keyed>,
) -> Answer<Seated> {
    // Whoever comes twice is there once, so the key has nothing to keep apart.
    key("", "join", &said.body.key, said.hash)?;
    let (handle, who) = (here(&floor, &table).await?, asker.who()?);
    let patron = handle.join(&who.name).await?.to_string();
    let now = handle.hall.snapshot();
    let purse = now.people.iter().find(|seated| seated.patron == patron).and_then(|seated| seated.purse);
    Ok(Json(Seated { patron, name: who.name.clone(), purse }))
}

/// The line of the notation for an act, and whether this person may do it.
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
            may(Action::ActAsPatron, who.role)?;
            let patron = patron(&handle.hall, &who.name).ok_or_else(come_first)?;
            Ok(format!("{patron}{seat} {words}"))
        }
        Some("dealer") => {
            may(Action::ActAsDealer, who.role)?;
            physical()?;
            Ok(format!("dealer{seat} {words}"))
        }
        Some(staff @ ("floorperson" | "supervisor")) => {
            may(Action::ActAsFloorperson, who.role)?;
            Ok(format!("{staff}{seat} {words}"))
        }
        Some("equipment") => {
            may(Action::ShowEquipment, who.role)?;
            physical()?;
            // What equipment shows begins with no person's name, so this cannot become somebody's act.
            match words.split([' ', '@']).next().and_then(|word| word.parse::<Actor>().ok()) {
                Some(_) => Err(Failed(problem::bad_request("that is not something equipment shows"))),
                None => Ok(words),
            }
        }
        Some("irregularity") => {
            may(Action::TellIrregularity, who.role)?;
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
    Ok(Json(do_act(&floor, &handle, &table, &asker, &said.body, said.hash).await?))
}

/// An act over HTTP or on a live connection.
pub async fn do_act(
    floor: &Floor,
    handle: &Handle,
    table: &str,
    asker: &Asker,
    act: &ActRequest,
    hash: Hash,
) -> Result<Receipt, Failed> {
    let who = asker.who()?;
    let key = key(&who.name, "act", &act.key, hash)?;
    let line = line(floor, handle, table, asker, act)?;
    let written = handle.write_seen(&who.name, Some(key), act.seen, Entry::Input { line }).await?;
    Ok(own(written, &act.key))
}

pub async fn ready(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    Path(table): Path<String>,
    said: Said<Keyed>,
) -> Answer<PresenceView> {
    key("", "ready", &said.body.key, said.hash)?;
    Ok(Json(here(&floor, &table).await?.ready(&asker.who()?.name).await?))
}

pub async fn buy_in(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    Path(table): Path<String>,
    said: Said<AmountRequest>,
) -> Answer<Receipt> {
    let cents = said.body.cents;
    write(&floor, &table, &asker, ("buy-in", &said.body.key, &said), |handle, name| {
        Ok(Entry::BoughtIn { patron: number(handle, name)?, cents })
    })
    .await
}

pub async fn take_away(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    Path(table): Path<String>,
    said: Said<AmountRequest>,
) -> Answer<Receipt> {
    let cents = said.body.cents;
    write(&floor, &table, &asker, ("take-away", &said.body.key, &said), |handle, name| {
        Ok(Entry::TakenAway { patron: number(handle, name)?, cents })
    })
    .await
}

fn slip(said: &SlipRequest) -> Result<String, Failed> {
    match (1..=32).contains(&said.slip.len()) && said.slip.bytes().all(|b| b.is_ascii_graphic()) {
        true => Ok(said.slip.clone()),
        false => Err(Failed(problem::bad_request("a slip has a number of 1 to 32 characters"))),
    }
}

pub async fn fill(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    Path(table): Path<String>,
    said: Said<SlipRequest>,
) -> Answer<Receipt> {
    let (cents, slip) = (said.body.cents, slip(&said.body)?);
    write(&floor, &table, &asker, ("fill", &said.body.key, &said), |_, _| Ok(Entry::Filled { cents, slip }))
        .await
}

pub async fn credit(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    Path(table): Path<String>,
    said: Said<SlipRequest>,
) -> Answer<Receipt> {
    let (cents, slip) = (said.body.cents, slip(&said.body)?);
    write(&floor, &table, &asker, ("credit", &said.body.key, &said), |_, _| {
        Ok(Entry::Credited { cents, slip })
    })
    .await
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
    Ok(Json(own(handle.write(&who.name, Some(key), entry).await?, &said.body.key)))
}

pub async fn options(State(floor): State<Arc<Floor>>, Path(table): Path<String>) -> Answer<OptionsView> {
    // Anyone may ask, so nothing is replayed for it.
    let sheet = here(&floor, &table).await?.sheet().await?;
    let summary = floor.summary(&table).ok_or_else(|| Failed(problem::unknown("table")))?;
    let game = rules::GameId::find(&summary.game).ok_or_else(|| Failed(problem::unknown("game")))?;
    let announced = sheet.scheduled.map(|(options, effective)| {
        let notices = super::house::notices(game, Some(&summary.options), &options);
        Announced { notices: notices.into_iter().map(|(text, _)| text).collect(), options, effective }
    });
    Ok(Json(OptionsView { options: summary.options, signs: summary.signs, announced }))
}

pub async fn change_options(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    Path(table): Path<String>,
    said: Said<OptionsRequest>,
) -> Answer<Receipt> {
    let opened = opened(&floor, &table).await?;
    let (options, effective) = (said.body.options.clone(), said.body.effective);
    let notices = super::house::change(&floor, &table, &opened, &options, clock::now(), effective)?;
    let entry = Entry::Scheduled { options, effective, notices };
    write(&floor, &table, &asker, ("options", &said.body.key, &said), |_, _| Ok(entry)).await
}

/// Lines that anyone at the table may know: none of a round in which somebody holds cards alone.
pub async fn public(floor: &Arc<Floor>, table: &str) -> Result<u64, Failed> {
    Ok(journalled(floor, table).await?.hall.snapshot().public)
}

pub async fn round(
    State(floor): State<Arc<Floor>>,
    Path((table, round)): Path<(String, u64)>,
) -> Answer<ReplayView> {
    let public = public(&floor, &table).await?;
    // What lay there before its first line is asked for too.
    let begin = |book: &Book| (book.shared_engine(), Vec::new());
    let tell =
        move |(before, steps): &mut (_, Vec<StepView>), book: &Book, step: Step| match step.round.cmp(&round)
        {
            Less => {
                *before = book.shared_engine();
                Look::Before
            }
            Equal => {
                steps.push(hall::Published::new(step, book.engine(), None).all());
                Look::Own
            }
            Greater => Look::Done,
        };
    // Only a snapshot of an earlier round has none of its lines behind it.
    let upto = round.checked_sub(1).map_or(Upto::Lines(0), Upto::Round);
    let (before, steps) = back(&floor, &table, upto, public, begin, tell).await?;
    if steps.is_empty() {
        return Err(Failed(problem::unknown("round")));
    }
    let bets = before.as_ref().map(|engine| engine.bets()).unwrap_or_default();
    Ok(Json(ReplayView { bets, standing: hall::standing(before.as_deref()), steps }))
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
    // The latest are what one holds on to; all of them are in the store.
    let kept = floor.read(move |store| store.checkpoints(&table, 100)).await?;
    Ok(Json(kept.into_iter().map(|kept| checkpoint_view(&floor, kept)).collect()))
}

pub async fn prove(
    State(floor): State<Arc<Floor>>,
    Path((table, seq)): Path<(String, u64)>,
) -> Answer<ProofView> {
    let hall = journalled(&floor, &table).await?.hall;
    floor.checkpoint().await?;
    let found = floor
        .read(move |store| {
            let Some(head) = store.checkpoints(&table, 1)?.pop().filter(|head| seq < head.size) else {
                return Ok(None);
            };
            // The leaves of a block, as far as the head goes.
            let mut block = |at: u64| {
                let from = at - at % BLOCK;
                store.leaves(&table, from..head.size.min(from + BLOCK))
            };
            let mut roots = hall.blocks(head.size);
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
    Ok(Json(ProofView { seq, leaf, path: proof.path, checkpoint }))
}
