//! External systems: their tokens, their patrons, and the events they follow.

use super::{
    Answer, Asker, Failed, Query, Said,
    lookback::{Look, back},
    table,
};
use crate::{
    actor::Handle,
    clock,
    doors::Client,
    feed::{Published, Since},
    floor::Floor,
    limits, people, problem,
    store::snapshots::Upto,
};
use axum::{
    Extension,
    extract::{Path, State},
};
use books::{Book, Step};
use protocol::{
    EventsQuery, EventsView, IssuedToken, LONGEST_WAIT, NewPatron, NewToken, PAGE, PatronView, Role,
    StepView, TokenView, route,
};
use rules::Actor;
use std::{sync::Arc, time::Duration};

pub async fn create(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    said: Said<NewToken>,
) -> Answer<IssuedToken> {
    let (by, now) = (asker.who()?.name.clone(), clock::now());
    let created = floor.desk.ask(move |people| people.create_token(&by, &said.body, now));
    let (token, about) = created.await?;
    Ok(IssuedToken { token: token.reveal().to_owned().into(), about })
}

pub async fn list(State(floor): State<Arc<Floor>>) -> Answer<Vec<TokenView>> {
    Ok(floor.desk.ask(people::People::tokens).await?)
}

pub async fn revoke(State(floor): State<Arc<Floor>>, Path(token): Path<String>) -> Answer<TokenView> {
    Ok(floor.desk.ask(move |people| people.revoke_token(&token)).await?)
}

/// The service that makes the request.
fn service(asker: &Asker) -> Result<String, Failed> {
    match &asker.who()?.service {
        Some(service) => Ok(service.name.clone()),
        None => Err(Failed(problem::conflict(
            "only a service has patrons of its own: send its token in `Authorization: Bearer …`",
        ))),
    }
}

pub async fn patrons(State(floor): State<Arc<Floor>>, asker: Asker) -> Answer<Vec<PatronView>> {
    let service = service(&asker)?;
    Ok(floor.desk.ask(move |people| people.patrons(&service)).await?)
}

pub async fn add_patron(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    said: Said<NewPatron>,
) -> Answer<PatronView> {
    let (service, now) = (service(&asker)?, clock::now());
    let added = floor.desk.ask(move |people| people.add_patron(&service, &said.body, now)).await?;
    floor.learn_name(&added.account).await?;
    Ok(added)
}

/// The people whose view of a table applies: the person, or all patrons of a service.
async fn viewers(floor: &Arc<Floor>, handle: &Handle, asker: &Asker) -> Result<Vec<Actor>, Failed> {
    let who = asker.who()?;
    let service = match &who.service {
        Some(service) if who.role != Role::Player => service.name.clone(),
        _ => return Ok(table::patron(&handle.feed, &who.name).map(Actor::Patron).into_iter().collect()),
    };
    let now = handle.feed.snapshot();
    let prefix = format!("{service}.");
    let may_be = now.people.iter().map(|seated| &seated.name).filter(|name| name.starts_with(&prefix));
    let may_be: Vec<String> = may_be.cloned().collect();
    let own = floor.desk.ask(move |people| people.own_patrons(&service, may_be)).await?;
    let is_own = |name: &String| own.contains(name);
    let seated = now.people.iter().filter(|seated| is_own(&seated.name));
    Ok(seated.map(|seated| Actor::Patron(seated.patron)).collect())
}

pub async fn events(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    Extension(Client(address)): Extension<Client>,
    Path(name): Path<String>,
    Query(asked): Query<route::ReadEvents>,
) -> Answer<EventsView> {
    let EventsQuery { from, limit, wait } = asked;
    if limit > PAGE || wait > LONGEST_WAIT {
        return Err(Failed(problem::bad_request(format!(
            "at most {PAGE} lines at once, and at most {LONGEST_WAIT} milliseconds to wait"
        ))));
    }
    let handle = table::here(&floor, &name).await?;
    let (limit, wait) = (limit.max(1), Duration::from_millis(wait));
    let mut more = handle.feed.subscribe();
    if from > handle.feed.next() {
        let next = handle.feed.next();
        return Err(Failed(problem::bad_request(format!(
            "there is no line {from} yet: the next one is {next}"
        ))));
    }
    // If nothing has happened when the time is up, the answer is empty.
    let _ = tokio::time::timeout(wait, more.wait_for(|next| *next > from)).await;
    let viewers = viewers(&floor, &handle, &asker).await?;
    let most = usize::try_from(limit).unwrap_or(usize::MAX);
    let events = match handle.feed.since(from, most) {
        Since::Lines(lines) => lines.iter().map(|line| line.view_of(&viewers)).collect(),
        Since::Afresh => {
            let who = asker.who()?;
            let reader = limits::Reader::of(Some(&who.name), address);
            let _turn = floor.limits.read(reader, asker.is_staff()).await.map_err(Failed)?;
            older(&floor, &name, from, limit, viewers).await?
        }
    };
    let next = events.last().map_or(from, |step: &StepView| step.seq + 1);
    Ok(EventsView { events, next })
}

/// Lines that are no longer in memory, from the journal.
async fn older(
    floor: &Arc<Floor>,
    table: &str,
    from: u64,
    limit: u64,
    viewers: Vec<Actor>,
) -> Result<Vec<StepView>, Failed> {
    let until = from.saturating_add(limit);
    let tell = move |steps: &mut Vec<StepView>, book: &Book, step: Step| match step.record.seq {
        seq if seq < from => Look::Before,
        seq if seq < until => {
            steps.push(Published::recalled(step, book).view_of(&viewers));
            Look::Own
        }
        _ => Look::Done,
    };
    back(floor, table, Upto::Lines(from), until, |_| Vec::new(), tell).await
}
