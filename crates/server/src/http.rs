//! The HTTP interface. Every request passes one gate, which consults the table of permissions; nothing else
//! checks them.

mod advice;
mod cage;
pub mod chance;
mod conditions;
mod console;
mod costs;
mod deal;
mod disputes;
mod excerpt;
mod felt;
mod handlers;
mod health;
mod help;
mod history;
mod house;
mod law;
mod lookback;
mod odds;
mod papers;
mod people;
mod policy;
mod print;
mod prospects;
mod school;
mod services;
pub mod table;
mod trainer;
mod web;
mod why;

use crate::{
    doors::{self, Client},
    floor::Floor,
    limits, people as who, problem, proxy,
    serve::Place,
};
pub use handlers::Query;

use axum::{
    Json, Router,
    body::Bytes,
    extract::{ConnectInfo, MatchedPath, Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
};
use books::Hash;
use protocol::{Action, Capacity, FOR_PATRON, Problem, ROUTES, Role, Row, Scope};
use serde::{Serialize, de::DeserializeOwned};
use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};
use tower_http::{
    compression::CompressionLayer, limit::RequestBodyLimitLayer, set_header::SetResponseHeaderLayer,
    timeout::TimeoutLayer,
};

/// The maximum size of a request body, in bytes.
const BODY: usize = 16 * 1024;

/// The person or service that makes the request; `None` if not signed in.
#[derive(Clone)]
pub struct Asker(pub Option<who::Who>);

impl Asker {
    /// Whether the requester is on the staff.
    pub fn is_staff(&self) -> bool {
        self.0.as_ref().is_some_and(|who| who.role != Role::Player)
    }

    /// The name and role; the gate has made sure that there are some.
    pub fn who(&self) -> Result<&who::Who, Failed> {
        self.0.as_ref().ok_or_else(|| Failed(problem::log_in()))
    }

    /// Whether the requester may take an action at this table: by role and, for a service, by its token.
    pub fn may(&self, action: Action, table: &str) -> Result<(), Failed> {
        let row = action.row();
        admit(row.scope, row.about, Some(self.who()?.role))?;
        self.token_may(action, table)
    }

    /// Whether a service's token covers the action; without a token there is nothing to check.
    pub fn token_may(&self, action: Action, table: &str) -> Result<(), Failed> {
        let service = self.who()?.service.as_ref();
        service.map_or(Ok(()), |service| service.may(action, Some(table)).map_err(Failed))
    }
}

/// A request that failed.
#[derive(Debug)]
pub struct Failed(pub Problem);

impl From<Problem> for Failed {
    fn from(problem: Problem) -> Failed {
        Failed(problem)
    }
}

impl From<std::io::Error> for Failed {
    fn from(error: std::io::Error) -> Failed {
        Failed(problem::lost(&error.to_string()))
    }
}

impl From<who::Denied> for Failed {
    fn from(denied: who::Denied) -> Failed {
        Failed(denied.problem())
    }
}

impl IntoResponse for Failed {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.code.status()).unwrap_or(StatusCode::BAD_REQUEST);
        let mut response = (status, Json(&self.0)).into_response();
        if self.0.retry {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

/// The result of a handler; the route determines the status.
pub type Answer<T> = Result<T, Failed>;

/// A JSON body with the hash that identifies the request, or an error that says what is wrong.
pub struct Said<T> {
    /// The parsed body.
    pub body: T,
    /// The hash of the body.
    pub hash: Hash,
}

impl<T: DeserializeOwned> Said<T> {
    fn read(bytes: &Bytes) -> Result<Said<T>, Failed> {
        // serde would also read the fields of an object from a list without names; the API does not promise
        // that.
        if bytes.trim_ascii_start().first() != Some(&b'{') {
            return Err(Failed(problem::bad_request("the body is not an object of JSON")));
        }
        let body = serde_json::from_slice(bytes)
            .map_err(|e| Failed(problem::bad_request(format!("the body is not what is asked for: {e}"))))?;
        Ok(Said { body, hash: Hash::of(&[bytes]) })
    }
}

impl<S: Send + Sync, T: DeserializeOwned + Serialize> axum::extract::FromRequest<S> for Said<T> {
    type Rejection = Failed;
    async fn from_request(request: Request, state: &S) -> Result<Said<T>, Failed> {
        let bytes = Bytes::from_request(request, state).await.map_err(|e| match e.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Failed(problem::too_long()),
            _ => Failed(problem::bad_request(format!("the body cannot be read: {e}"))),
        })?;
        let mut said = Said::<T>::read(&bytes)?;
        // The same request has the same hash, however it is formatted.
        said.hash = Hash::of(&[&serde_json::to_vec(&said.body).unwrap_or_default()]);
        Ok(said)
    }
}

impl<S: Send + Sync> axum::extract::FromRequestParts<S> for Asker {
    type Rejection = Failed;
    async fn from_request_parts(parts: &mut axum::http::request::Parts, _: &S) -> Result<Asker, Failed> {
        Ok(parts.extensions.get::<Asker>().cloned().unwrap_or(Asker(None)))
    }
}

/// Everything the floor serves: its routes behind the gate, the API document, and the pages.
pub fn router(floor: Arc<Floor>) -> Router {
    let routes = handlers::routes()
        .route_layer(middleware::from_fn_with_state(Arc::clone(&floor), gate))
        .layer(middleware::map_response(plainly))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, Duration::from_secs(30)))
        .layer(RequestBodyLimitLayer::new(BODY))
        .layer(middleware::map_response(plainly));
    let document = protocol::openapi::document();
    let swagger =
        utoipa_swagger_ui::SwaggerUi::new("/api/docs").external_url_unchecked("/api/openapi.json", document);
    let header = |name, value| SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value));
    let pages = Router::new().fallback(web::page).layer(CompressionLayer::new());
    Router::new()
        .merge(swagger)
        .merge(routes)
        .fallback_service(pages.with_state(Arc::clone(&floor)))
        .method_not_allowed_fallback(not_so)
        .layer(header(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(header::REFERRER_POLICY, "no-referrer"))
        .layer(header(header::X_FRAME_OPTIONS, "DENY"))
        .layer(header(header::CACHE_CONTROL, "no-store"))
        .layer(middleware::from_fn_with_state(Arc::clone(&floor), policy::set))
        .with_state(floor)
}

/// Turns every error into a `Problem`, including those from a layer or an extractor.
async fn plainly(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE).map_or(&[][..], HeaderValue::as_bytes);
    if !(status.is_client_error() || status.is_server_error()) || kind == b"application/json" {
        return response;
    }
    let problem = match status {
        StatusCode::PAYLOAD_TOO_LARGE => problem::too_long(),
        StatusCode::SERVICE_UNAVAILABLE => problem::unknown_outcome(),
        status => problem::bad_request(status.canonical_reason().unwrap_or("no").to_lowercase()),
    };
    (status, Json(problem)).into_response()
}

/// The route of a request.
fn row(method: &Method, path: &str) -> Option<&'static Row> {
    let method = if *method == Method::HEAD { "GET" } else { method.as_str() };
    ROUTES.iter().find(|row| row.method.name() == method && row.path == path)
}

/// Every request passes through here: where it comes from, who makes it, and whether they may.
async fn gate(State(floor): State<Arc<Floor>>, mut request: Request, next: Next) -> Result<Response, Failed> {
    let path = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str).to_owned();
    let row = row(request.method(), &path).ok_or_else(|| Failed(problem::unknown("page")))?;
    // A page of another site cannot send a token, so only requests with a cookie must come from our own
    // pages.
    let has_token = bearer(request.headers()).is_some();
    if !has_token && (row.scope != Scope::Anyone || *request.method() != Method::GET) {
        limits::judge(&floor.config.origins, request.method(), request.headers())
            .map_err(|foreign| Failed(foreign.problem()))?;
    }
    let (client, sent_on) = whence(&floor, &mut request);
    let table = table_in(request.uri().path());
    let who = session(&floor, request.headers()).await?;
    if let Some(service) = who.as_ref().and_then(|who| who.service.as_ref()) {
        service.may(row.action, table.as_deref()).map_err(Failed)?;
    }
    admit(row.scope, row.about, who.as_ref().map(|who| who.role))?;
    if request.extensions().get::<Place>().is_some_and(Place::is_kept)
        && !is_served_when_full(row, who.as_ref())
    {
        return Ok(close(Failed(problem::crowded()).into_response()));
    }
    if let Some(who) = &who
        && *request.method() != Method::GET
    {
        floor.limits.act(&who.name).map_err(|wait| Failed(wait.problem()))?;
    }
    if let Some(table) = table {
        match (floor.here(&table), &who) {
            // Anyone who makes a request at a table counts as present.
            (Some(here), Some(who)) => here.feed.presence.see(&who.name),
            (None, _) if !table.is_empty() => {
                if let crate::floor::Place::There(address) = floor.find(&table).await? {
                    return match sent_on {
                        true => Err(Failed(problem::unknown_outcome())),
                        false => {
                            proxy::forward(&address, &floor.keys, client.0, request).await.map_err(Failed)
                        }
                    };
                }
            }
            _ => {}
        }
    }
    let _turn = match costs::is_costly(row.action) {
        true => {
            let reader = limits::Reader::of(who.as_ref().map(|who| who.name.as_str()), client.0);
            let is_staff = who.as_ref().is_some_and(|who| who.role != Role::Player);
            Some(floor.limits.read(reader, is_staff).await.map_err(Failed)?)
        }
        false => None,
    };
    request.extensions_mut().insert(Asker(who));
    metrics::counter!("ch47_requests", "action" => row.action.name()).increment(1);
    Ok(next.run(request).await)
}

/// The client's address, and whether another node forwarded the request. Any other claim about the address is
/// dropped.
fn whence(floor: &Floor, request: &mut Request) -> (Client, bool) {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let peer = peer.unwrap_or(IpAddr::V4(std::net::Ipv4Addr::UNSPECIFIED));
    let vouched = doors::vouched(&floor.keys, request.headers(), crate::clock::now());
    request.headers_mut().remove(doors::VOUCHED);
    if vouched.is_some()
        && let Some(place) = request.extensions().get::<Place>()
    {
        place.is_of_a_node();
    }
    let client = Client(vouched.unwrap_or_else(|| floor.config.doors.client(peer, request.headers())));
    request.extensions_mut().insert(client);
    (client, vouched.is_some())
}

/// The token of a service, if the request has one.
fn bearer(headers: &HeaderMap) -> Option<Result<who::Token, who::Denied>> {
    let shown = headers.get_all(header::AUTHORIZATION);
    who::bearer_in(shown.iter().map(|value| value.to_str().unwrap_or_default()))
}

/// The table named in a path.
fn table_in(path: &str) -> Option<String> {
    let table = path.strip_prefix("/api/tables/")?.split('/').next()?;
    (!table.is_empty()).then(|| table.to_owned())
}

/// Who makes the request: a service by its token, for itself or for a patron; or the person signed in with
/// the cookie.
async fn session(floor: &Floor, headers: &HeaderMap) -> Result<Option<who::Who>, Failed> {
    if let Some(token) = bearer(headers) {
        let (token, now) = (token?, crate::clock::now());
        let patron = match headers.get(FOR_PATRON).map(HeaderValue::to_str).transpose() {
            Ok(patron) => patron.map(str::to_owned),
            Err(_) => {
                return Err(Failed(problem::bad_request("a patron's id is visible characters of ASCII")));
            }
        };
        let service = floor.desk.ask(move |people| people.service(&token, patron.as_deref(), now));
        return Ok(Some(service.await?));
    }
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let Some(token) = who::token_in(cookies) else { return Ok(None) };
    let now = crate::clock::now();
    match floor.desk.ask(move |people| people.who(&token, now)).await {
        Ok(who) => Ok(Some(who)),
        Err(who::Denied::LoggedOut) => Ok(None),
        Err(denied) => Err(denied.into()),
    }
}

/// Whether a request may use one of the reserved connections: those of staff, of people who may be staff, and
/// health checks.
fn is_served_when_full(row: &Row, who: Option<&who::Who>) -> bool {
    matches!(row.action, Action::Health | Action::Metrics | Action::LogIn)
        || who.is_some_and(|who| who.role != Role::Player)
}

/// Closes the connection after this answer.
fn close(mut response: Response) -> Response {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

/// Whether an action is open to a role.
fn admit(scope: Scope, about: &str, role: Option<Role>) -> Result<(), Failed> {
    match (scope.admits(role), role) {
        (true, _) => Ok(()),
        (false, None) => Err(Failed(problem::log_in())),
        (false, Some(role)) => Err(Failed(problem::forbidden(format!("not for a {role}: {about}")))),
    }
}

/// Whether a role may act at a table in this capacity.
pub fn may_act(capacity: Capacity, role: Role) -> Result<(), Failed> {
    admit(capacity.scope(), capacity.about(), Some(role))
}

async fn not_so() -> Response {
    let problem = problem::bad_request("this page does not take that method");
    (StatusCode::METHOD_NOT_ALLOWED, Json(problem)).into_response()
}
