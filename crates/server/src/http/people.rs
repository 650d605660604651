//! Signing in and out, and accounts.

use super::{Answer, Asker, Failed, Said, handlers::WithCookie};
use crate::{
    clock,
    doors::Client,
    floor::Floor,
    people::{self, Entered, Token, cookie, cookie_gone, token_in},
};
use axum::{
    Extension,
    extract::{Path, State},
    http::{HeaderMap, header},
};
use protocol::{
    Admission, Credentials, Guest, Invitation, Me, NewName, NewPassword, PersonChange, PersonView,
};
use std::sync::Arc;

fn cookies(headers: &HeaderMap) -> Option<Token> {
    token_in(headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok()))
}

/// Answers a person who has signed in: the account, and the cookie.
async fn entered(floor: &Arc<Floor>, entered: Entered) -> Answer<WithCookie<Me>> {
    let keep = entered.who.guest.then(|| floor.desk.people().settings().guest);
    let cookie = cookie(&entered.token, floor.config.secure, keep);
    Ok(WithCookie { cookie, value: about(floor, &entered.who).await? })
}

async fn about(floor: &Arc<Floor>, who: &people::Who) -> Result<Me, Failed> {
    let (wallet, tables) = (floor.wallet(&who.name).await?, floor.purses(&who.name));
    Ok(Me {
        name: floor.shown(&who.name),
        account: who.name.clone(),
        role: who.role,
        guest: who.guest,
        balance: wallet + tables.iter().map(|table| table.purse).sum::<i64>(),
        wallet,
        tables,
    })
}

pub async fn log_in(
    State(floor): State<Arc<Floor>>,
    Extension(Client(address)): Extension<Client>,
    headers: HeaderMap,
    said: Said<Credentials>,
) -> Answer<WithCookie<Me>> {
    let Credentials { name, password } = said.body;
    floor.limits.log_in(&name, address).map_err(|wait| Failed(wait.problem()))?;
    let (before, now) = (cookies(&headers), clock::now());
    let asked = move |people: &people::People<_>| {
        people.log_in(&name, password.reveal(), before.as_ref(), address, now)
    };
    let came = floor.desk.ask_with_password(asked).await?;
    entered(&floor, came).await
}

pub async fn be_guest(
    State(floor): State<Arc<Floor>>,
    Extension(Client(address)): Extension<Client>,
    said: Said<Guest>,
) -> Answer<WithCookie<Me>> {
    floor.limits.enter(address).map_err(|wait| Failed(wait.problem()))?;
    let now = clock::now();
    let came = floor.desk.ask(move |people| match &said.body.name {
        Some(name) => people.be_guest(name, now),
        None => people.be_anyone(now),
    });
    let came = came.await?;
    floor.learn_name(&came.who.name).await?;
    if floor.config.gift > 0 {
        floor.fund(books::HOUSE, &came.who.name, floor.config.gift, None).await?;
    }
    entered(&floor, came).await
}

pub async fn accept(
    State(floor): State<Arc<Floor>>,
    Extension(Client(address)): Extension<Client>,
    said: Said<Invitation>,
) -> Answer<WithCookie<Me>> {
    floor.limits.enter(address).map_err(|wait| Failed(wait.problem()))?;
    let Invitation { token, name, password } = said.body;
    let now = clock::now();
    let came = floor
        .desk
        .ask_with_password(move |people| {
            let token = Token::read(token.reveal()).ok_or(people::Denied::Link)?;
            people.accept(&token, &name, password.reveal(), now)
        })
        .await?;
    entered(&floor, came).await
}

pub async fn log_out(State(floor): State<Arc<Floor>>, asker: Asker) -> Answer<WithCookie<()>> {
    let who = asker.who()?.clone();
    floor.desk.ask(move |people| people.log_out(&who)).await?;
    Ok(WithCookie { cookie: cookie_gone(floor.config.secure).into(), value: () })
}

pub async fn change_password(
    State(floor): State<Arc<Floor>>,
    Extension(Client(address)): Extension<Client>,
    headers: HeaderMap,
    asker: Asker,
    said: Said<NewPassword>,
) -> Answer<WithCookie<Me>> {
    let (who, NewPassword { old, new }) = (asker.who()?.clone(), said.body);
    floor.limits.log_in(&who.name, address).map_err(|wait| Failed(wait.problem()))?;
    let now = clock::now();
    let Some(old) = old else {
        let token = cookies(&headers).ok_or(Failed(crate::problem::log_in()))?;
        let asked = who.clone();
        let choose = move |people: &people::People<_>| people.choose_password(&asked, new.reveal(), now);
        floor.desk.ask_with_password(choose).await?;
        return entered(&floor, Entered { who: people::Who { guest: false, ..who }, token }).await;
    };
    let asked = move |people: &people::People<_>| {
        people.change_password(&who, old.reveal(), new.reveal(), address, now)
    };
    let came = floor.desk.ask_with_password(asked).await?;
    entered(&floor, came).await
}

pub async fn change_name(State(floor): State<Arc<Floor>>, asker: Asker, said: Said<NewName>) -> Answer<Me> {
    let who = asker.who()?.clone();
    let asked = who.clone();
    floor.desk.ask(move |people| people.rename(&asked, &said.body.name)).await?;
    floor.learn_name(&who.name).await?;
    about(&floor, &who).await
}

pub async fn me(State(floor): State<Arc<Floor>>, asker: Asker) -> Answer<Me> {
    about(&floor, asker.who()?).await
}

fn view(person: &people::Person, locked: bool) -> PersonView {
    PersonView { name: person.name.clone(), role: person.role, locked }
}

pub async fn list(State(floor): State<Arc<Floor>>) -> Answer<Vec<PersonView>> {
    let now = clock::now();
    let views = floor.desk.ask(move |people| {
        let all = people.list()?;
        Ok(all.iter().map(|person| view(person, people.is_locked(person, now))).collect())
    });
    Ok(views.await?)
}

pub async fn admit(State(floor): State<Arc<Floor>>, said: Said<Admission>) -> Answer<PersonView> {
    let Admission { name, role, password } = said.body;
    let now = clock::now();
    let admitted =
        floor.desk.ask_with_password(move |people| people.admit(&name, role, password.reveal(), now));
    Ok(view(&admitted.await?, false))
}

pub async fn change(
    State(floor): State<Arc<Floor>>,
    Path(person): Path<String>,
    said: Said<PersonChange>,
) -> Answer<PersonView> {
    let now = clock::now();
    let changed = floor.desk.ask(move |people| {
        let changed = people.change(&person, &said.body)?;
        let locked = people.is_locked(&changed, now);
        Ok(view(&changed, locked))
    });
    Ok(changed.await?)
}
