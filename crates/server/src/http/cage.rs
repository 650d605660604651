//! The cage: cash is taken in and paid out, up to a limit by one clerk alone, and beyond it by two people.

use super::{
    Answer, Asker, Failed, Said,
    table::{key, own},
};
use crate::{
    actor::gaming_day,
    clock,
    floor::Floor,
    people, problem,
    store::{Line, Owner},
};
use axum::extract::{Path, State};
use books::{Entry, Record, Remedy};
use protocol::{AmountRequest, CageRequestView, CageView, FundsRequest, Receipt};
use std::sync::Arc;

/// The stored name of a person with an account.
async fn known(floor: &Arc<Floor>, person: &str) -> Result<String, Failed> {
    let name = people::name(person)?;
    let known = floor.desk.ask(people::People::list).await?;
    match known.iter().any(|person| person.name == name) {
        true => Ok(name),
        false => Err(Failed(problem::unknown("person"))),
    }
}

pub async fn fund(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    Path(person): Path<String>,
    said: Said<AmountRequest>,
) -> Answer<Receipt> {
    let by = &asker.who()?.name;
    let name = known(&floor, &person).await?;
    // The person is part of the request: the same key for someone else is not a retry.
    let key = key(by, &format!("fund {name}"), &said.body.key, said.hash)?;
    let receipt = floor.fund(by, &name, said.body.cents, Some(key)).await?;
    Ok(own(receipt, &said.body.key))
}

pub async fn ask(State(floor): State<Arc<Floor>>, asker: Asker, said: Said<FundsRequest>) -> Answer<Receipt> {
    let FundsRequest { person, cents, reason, .. } = &said.body;
    if reason.len() > 500 {
        return Err(Failed(problem::bad_request("a reason has at most 500 characters")));
    }
    let by = &asker.who()?.name;
    let person = known(&floor, person).await?;
    let key = key(by, "ask-funds", &said.body.key, said.hash)?;
    let remedy = Remedy::Fund { person, cents: *cents };
    let entry = Entry::Asked { remedy, reason: reason.clone() };
    let cage = floor.here(&floor.cage()).ok_or_else(problem::unknown_outcome)?;
    Ok(own(cage.write(by, Some(key), entry).await?, &said.body.key))
}

pub async fn read(State(floor): State<Arc<Floor>>, asker: Asker) -> Answer<CageView> {
    let (by, day) = (asker.who()?.name.clone(), gaming_day(clock::now()));
    let read = floor.read(move |store| Ok((store.issued(&by, day)?, store.undecided()?, store.owners()?)));
    let (issued, undecided, owners) = read.await?;
    let limit = floor.config.cage_limit;
    // Requests at the cage of a node that is down cannot be decided until the node is back.
    let runs = |cage: &String| owners.iter().any(|owner: &Owner| owner.table == *cage && owner.left_ms > 0);
    let waiting = undecided.into_iter().filter(|(cage, _)| runs(cage)).filter_map(view).collect();
    Ok(CageView { limit, left: (limit - issued).max(0), waiting })
}

fn view((cage, line): (String, Line)) -> Option<CageRequestView> {
    let Record { seq, at, by, entry, .. } = Record::read(&line.line).ok()?;
    match entry {
        Entry::Asked { remedy: Remedy::Fund { person, cents }, reason } => {
            Some(CageRequestView { cage, seq, at, by, person, cents, reason })
        }
        _ => None,
    }
}
