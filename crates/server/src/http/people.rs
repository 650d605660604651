//! Who comes, goes and is admitted.

use super::{Answer, Asker, Failed, Said};
use crate::{
    clock,
    doors::Client,
    floor::Floor,
    people::{self, Entered, Token, cookie, cookie_gone, token_in},
};
use axum::{
    Extension, Json,
    extract::{Path, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use protocol::{
    Admission, Credentials, Guest, Invitation, Me, MyTable, NewPassword, PersonChange, PersonView,
};
use std::sync::Arc;

fn cookies(headers: &HeaderMap) -> Option<Token> {
    token_in(headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok()))
}

/// Somebody has come in: the cookie, and who they are.
async fn entered(floor: &Arc<Floor>, status: StatusCode, entered: Entered) -> Result<Response, Failed> {
    let cookie = cookie(&entered.token, floor.config.secure);
    let me = about(floor, &entered.who).await?;
    Ok((status, [(header::SET_COOKIE, cookie.as_str())], Json(me)).into_response())
}

async fn about(floor: &Arc<Floor>, who: &people::Who) -> Result<Me, Failed> {
    let mut tables = Vec::new();
    for (table, handle) in floor.all_here() {
        let now = handle.hall.snapshot();
        if let Some(seated) = now.people.iter().find(|seated| seated.name == who.name) {
            tables.push(MyTable { table, patron: seated.patron.clone(), purse: seated.purse.unwrap_or(0) });
        }
    }
    Ok(Me { name: who.name.clone(), role: who.role, wallet: floor.wallet(&who.name).await?, tables })
}

pub async fn log_in(
    State(floor): State<Arc<Floor>>,
    Extension(Client(address)): Extension<Client>,
    headers: HeaderMap,
    said: Said<Credentials>,
) -> Result<Response, Failed> {
    let Credentials { name, password } = said.body;
    floor.limits.log_in(&name, address).map_err(|wait| Failed(wait.problem()))?;
    let (before, now) = (cookies(&headers), clock::now());
    let asked = move |people: &people::People<_>| {
        people.log_in(&name, password.reveal(), before.as_ref(), address, now)
    };
    let came = floor.desk.ask_with_password(asked).await?;
    entered(&floor, StatusCode::OK, came).await
}

pub async fn be_guest(
    State(floor): State<Arc<Floor>>,
    Extension(Client(address)): Extension<Client>,
    said: Said<Guest>,
) -> Result<Response, Failed> {
    floor.limits.enter(address).map_err(|wait| Failed(wait.problem()))?;
    let now = clock::now();
    let came = floor.desk.ask(move |people| people.be_guest(&said.body.name, now)).await?;
    if floor.config.gift > 0 {
        floor.fund(books::HOUSE, &came.who.name, floor.config.gift, None).await?;
    }
    entered(&floor, StatusCode::CREATED, came).await
}

pub async fn accept(
    State(floor): State<Arc<Floor>>,
    Extension(Client(address)): Extension<Client>,
    said: Said<Invitation>,
) -> Result<Response, Failed> {
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
    entered(&floor, StatusCode::CREATED, came).await
}

pub async fn log_out(State(floor): State<Arc<Floor>>, asker: Asker) -> Result<Response, Failed> {
    let who = asker.who()?.clone();
    floor.desk.ask(move |people| people.log_out(&who)).await?;
    let gone = cookie_gone(floor.config.secure);
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, gone)]).into_response())
}

pub async fn change_password(
    State(floor): State<Arc<Floor>>,
    Extension(Client(address)): Extension<Client>,
    asker: Asker,
    said: Said<NewPassword>,
) -> Result<Response, Failed> {
    let (who, NewPassword { old, new }) = (asker.who()?.clone(), said.body);
    floor.limits.log_in(&who.name, address).map_err(|wait| Failed(wait.problem()))?;
    let now = clock::now();
    let asked = move |people: &people::People<_>| {
        people.change_password(&who, old.reveal(), new.reveal(), address, now)
    };
    let came = floor.desk.ask_with_password(asked).await?;
    entered(&floor, StatusCode::OK, came).await
}

pub async fn me(State(floor): State<Arc<Floor>>, asker: Asker) -> Answer<Me> {
    Ok(Json(about(&floor, asker.who()?).await?))
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
    Ok(Json(views.await?))
}

pub async fn admit(
    State(floor): State<Arc<Floor>>,
    said: Said<Admission>,
) -> Result<(StatusCode, Json<PersonView>), Failed> {
    let Admission { name, role, password } = said.body;
    let now = clock::now();
    let admitted =
        floor.desk.ask_with_password(move |people| people.admit(&name, role, password.reveal(), now));
    Ok((StatusCode::CREATED, Json(view(&admitted.await?, false))))
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
    Ok(Json(changed.await?))
}
