//! The handler of each route. A route without a handler does not compile, nor does a handler whose request or
//! answer differs from its route's declaration; method, path and status come from the route.

use super::{
    Answer, Failed, Said, advice, cage, chance, console, deal, disputes, excerpt, felt, health, house, law,
    odds, papers, people, print, prospects, school, services, table, trainer, why,
};
use crate::{floor::Floor, live, problem};
use axum::{
    Router,
    extract::FromRequestParts,
    http::{StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
    routing::{MethodFilter, MethodRouter, on},
};
use protocol::{
    Action, Me, ROUTES, Route, route,
    routes::{File, Json, Lines, Live, Method, Nothing, Page, SignedIn, Text},
};
use serde::{Serialize, de::DeserializeOwned};
use std::sync::Arc;
use zeroize::Zeroizing;

macro_rules! handlers {
    ($($route:ident => $handler:path,)*) => {
        fn handler(action: Action) -> MethodRouter<Arc<Floor>> {
            match action { $(Action::$route => serve::<route::$route, _, _>($handler),)* }
        }
    };
}

handlers! {
    Health => health::alive,
    Readiness => health::ready,
    Metrics => health::metrics,
    LogIn => people::log_in,
    BeGuest => people::be_guest,
    AcceptInvitation => people::accept,
    LogOut => people::log_out,
    ChangePassword => people::change_password,
    ChangeName => people::change_name,
    ReadMe => people::me,
    ListPeople => people::list,
    AdmitPerson => people::admit,
    ChangePerson => people::change,
    FundPerson => cage::fund,
    ReadCage => cage::read,
    AskFunds => cage::ask,
    ListTokens => services::list,
    CreateToken => services::create,
    RevokeToken => services::revoke,
    ListPatrons => services::patrons,
    AddPatron => services::add_patron,
    ReadHouse => house::read,
    ListTables => table::list,
    OpenTable => table::open,
    ReadTable => table::view,
    ReadFelt => felt::read,
    CloseTable => table::close,
    ReopenTable => table::reopen,
    Watch => live::connect,
    ReadEvents => services::events,
    ReadOffers => table::offers,
    Join => table::join,
    Act => table::act,
    Ready => table::ready,
    GiveAnchor => chance::anchor,
    OpenPart => chance::part,
    BuyIn => table::buy_in,
    TakeAway => table::take_away,
    Fill => table::fill,
    Credit => table::credit,
    AskRemedy => table::ask_remedy,
    DecideRemedy => table::decide_remedy,
    ReadSheet => papers::sheet,
    ReadOptions => table::options,
    ChangeOptions => table::change_options,
    ReadJournal => papers::journal,
    ReadExcerpt => excerpt::read,
    ListRounds => papers::rounds,
    ReadRound => table::round,
    ReadReport => disputes::report,
    ReadRoundOdds => prospects::read,
    ReadCheckpoints => table::checkpoints,
    ProveReceipt => table::prove,
    ReadWindow => chance::window,
    ListPapers => print::list,
    ReadPaper => print::read,
    ReadConsole => console::read,
    TellConsole => console::tell,
    ReadOdds => odds::read,
    ReadAdvice => advice::read,
    AskDrill => trainer::ask,
    AnswerDrill => trainer::answer,
    SetDrill => school::set,
    AnswerSetDrill => school::answer,
    StartDeal => deal::start,
    ReadDeal => deal::read,
    AnswerDeal => deal::answer,
    ReadProgress => school::progress,
    JoinClass => school::join,
    ListClasses => school::list,
    CreateClass => school::create,
    ReadClass => school::class,
    ReadCertificate => school::certificate,
    ExplainLine => why::read,
    ReadContents => law::contents,
    SearchLaw => law::search,
    ReadLaw => law::read,
    ReadConformance => law::conformance,
    JudgeRound => law::judge,
    ListGames => law::games,
    ReadGameOptions => law::options,
    CheckOptions => law::check,
}

/// All routes, each with its handler.
pub fn routes() -> Router<Arc<Floor>> {
    ROUTES.iter().fold(Router::new(), |router, row| router.route(row.path, handler(row.action)))
}

fn serve<R: Route, M, H: Serves<R, M>>(handler: H) -> MethodRouter<Arc<Floor>> {
    handler.serve()
}

/// A function that answers a route. `M` distinguishes the implementations.
trait Serves<R: Route, M> {
    fn serve(self) -> MethodRouter<Arc<Floor>>;
}

/// Marks handlers that read a body.
struct Body;
/// Marks handlers that read no body.
struct NoBody;

fn method<R: Route>() -> MethodFilter {
    match R::ACTION.row().method {
        Method::GET => MethodFilter::GET,
        Method::POST => MethodFilter::POST,
        Method::PATCH => MethodFilter::PATCH,
    }
}

fn status<R: Route>() -> StatusCode {
    StatusCode::from_u16(R::STATUS).unwrap_or_default()
}

macro_rules! serves {
    ($($part:ident: $kind:ident),*) => {
        impl<R, H, F, T, $($kind,)*> Serves<R, (NoBody, T, $($kind,)*)> for H
        where
            R: Route<Asks = ()>,
            H: Fn($($kind,)*) -> F + Clone + Send + Sync + 'static,
            F: Future<Output = Answer<T>> + Send,
            T: Reply<R::Answers>,
            $($kind: FromRequestParts<Arc<Floor>> + Send + 'static,)*
        {
            fn serve(self) -> MethodRouter<Arc<Floor>> {
                on(method::<R>(), async move |$($part: $kind,)*| self($($part,)*).await.map(|value| value.reply(status::<R>())))
            }
        }

        impl<R, H, F, T, $($kind,)*> Serves<R, (Body, T, $($kind,)*)> for H
        where
            R: Route<Asks: DeserializeOwned + Serialize + Send + 'static>,
            H: Fn($($kind,)* Said<R::Asks>) -> F + Clone + Send + Sync + 'static,
            F: Future<Output = Answer<T>> + Send,
            T: Reply<R::Answers>,
            $($kind: FromRequestParts<Arc<Floor>> + Send + 'static,)*
        {
            fn serve(self) -> MethodRouter<Arc<Floor>> {
                on(method::<R>(), async move |$($part: $kind,)* said: Said<R::Asks>| {
                    self($($part,)* said).await.map(|value| value.reply(status::<R>()))
                })
            }
        }
    };
}

serves!();
serves!(a: A);
serves!(a: A, b: B);
serves!(a: A, b: B, c: C);
serves!(a: A, b: B, c: C, d: D);
serves!(a: A, b: B, c: C, d: D, e: E);
serves!(a: A, b: B, c: C, d: D, e: E, f: G);
serves!(a: A, b: B, c: C, d: D, e: E, f: G, g: I);

/// A value that can be sent where a route answers with `A`.
trait Reply<A> {
    fn reply(self, status: StatusCode) -> Response;
}

impl<T: Serialize> Reply<Json<T>> for T {
    fn reply(self, status: StatusCode) -> Response {
        (status, axum::Json(self)).into_response()
    }
}

/// An answer with its own status.
impl<T: Serialize> Reply<Json<T>> for (StatusCode, T) {
    fn reply(self, _: StatusCode) -> Response {
        self.1.reply(self.0)
    }
}

impl Reply<Text> for String {
    fn reply(self, status: StatusCode) -> Response {
        (status, self).into_response()
    }
}

impl Reply<Page> for String {
    fn reply(self, status: StatusCode) -> Response {
        (status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], self).into_response()
    }
}

impl Reply<Lines> for String {
    fn reply(self, status: StatusCode) -> Response {
        (status, [(header::CONTENT_TYPE, "application/x-ndjson")], self).into_response()
    }
}

impl Reply<File> for String {
    fn reply(self, status: StatusCode) -> Response {
        Reply::<Lines>::reply(self, status)
    }
}

impl Reply<Live> for Response {
    fn reply(self, _: StatusCode) -> Response {
        self
    }
}

/// An answer that sets or deletes the session cookie.
pub struct WithCookie<T> {
    /// The cookie.
    pub cookie: Zeroizing<String>,
    /// The answer.
    pub value: T,
}

impl Reply<SignedIn> for WithCookie<Me> {
    fn reply(self, status: StatusCode) -> Response {
        (status, [(header::SET_COOKIE, self.cookie.as_str())], axum::Json(self.value)).into_response()
    }
}

impl Reply<Nothing> for WithCookie<()> {
    fn reply(self, status: StatusCode) -> Response {
        (status, [(header::SET_COOKIE, self.cookie.as_str())]).into_response()
    }
}

/// The query parameters of a route.
pub struct Query<R: Route>(pub R::Query);

impl<S: Send + Sync, R: Route<Query: DeserializeOwned>> FromRequestParts<S> for Query<R> {
    type Rejection = Failed;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Query<R>, Failed> {
        let read = axum::extract::Query::try_from_uri(&parts.uri);
        read.map(|axum::extract::Query(query)| Query(query))
            .map_err(|e| Failed(problem::bad_request(e.to_string())))
    }
}
