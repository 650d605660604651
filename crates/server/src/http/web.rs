//! The pages of the floor, as embedded in the build; if they were not, a plain page that says how to build
//! them.

use super::{Failed, help};
use crate::{floor::Floor, problem};
use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use rust_embed::{EmbeddedFile, RustEmbed};
use std::{borrow::Cow, sync::Arc};

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Pages;

/// File names change with their contents, so a cached file never has to be requested again.
const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// Requested each time; if nothing has changed, nothing is sent.
pub const ASK: &str = "no-cache";

/// What no route answers: a file, or the page that handles the path; never anything of the API.
pub async fn page(State(floor): State<Arc<Floor>>, request: Request) -> Result<Response, Failed> {
    let path = request.uri().path();
    if !matches!(*request.method(), Method::GET | Method::HEAD) || is_ours(path) {
        return Err(Failed(problem::unknown("page")));
    }
    if let Some(page) = help::page(path, request.headers()) {
        return Ok(page);
    }
    if path.starts_with("/help/") {
        return Err(Failed(problem::unknown("page")));
    }
    let name = path.trim_start_matches('/');
    if let Some(file) = Pages::get(name).filter(|_| !name.starts_with('.')) {
        let cache = if path.starts_with("/assets/") { FOR_EVER } else { ASK };
        return Ok(embedded(file, cache, request.headers()));
    }
    if is_file(path) {
        return Err(Failed(problem::unknown("page")));
    }
    Ok(match Pages::get("index.html") {
        Some(index) => embedded(index, ASK, request.headers()),
        None => front(&floor).into_response(),
    })
}

/// Whether a path belongs to the API.
fn is_ours(path: &str) -> bool {
    let first = path.split('/').nth(1).unwrap_or_default();
    matches!(first, "api" | "metrics" | "healthz" | "readyz")
}

/// Whether a path names a file by its extension. `/law/5.2(b)` is a page.
fn is_file(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    ending.starts_with(|c: char| c.is_ascii_alphabetic()) && ending.chars().all(|c| c.is_ascii_alphanumeric())
}

fn embedded(file: EmbeddedFile, cache: &'static str, headers: &HeaderMap) -> Response {
    let hash: String = file.metadata.sha256_hash()[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    let kind = file.metadata.mimetype().to_owned();
    send(&kind, &hash, file.data, cache, headers)
}

/// A file with its media type; `hash` changes with the file, so that a cached copy is not sent again.
pub fn send(
    kind: &str,
    hash: &str,
    bytes: Cow<'static, [u8]>,
    cache: &'static str,
    headers: &HeaderMap,
) -> Response {
    let tag = format!("\"{hash}\"");
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let fresh = known.flat_map(|value| value.split(',')).any(|value| {
        let value = value.trim();
        value == "*" || value.strip_prefix("W/").unwrap_or(value) == tag
    });
    let mut response = match fresh {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => {
            let kind = HeaderValue::from_str(kind);
            let kind = kind.unwrap_or(HeaderValue::from_static("application/octet-stream"));
            ([(header::CONTENT_TYPE, kind)], bytes.into_owned()).into_response()
        }
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// The plain page: the tables, and how to build the other pages.
fn front(floor: &Floor) -> Html<String> {
    let rows: String = floor
        .summaries()
        .iter()
        .map(|table| {
            let limits = table.options.iter().filter(|(key, _)| key.starts_with("limits."));
            let limits = limits.map(|(key, value)| format!("{key} = {value}"));
            format!(
                "<tr><td>{}<td>{}<td>{}<td>{}",
                table.table,
                table.title,
                table.pit,
                limits.collect::<Vec<_>>().join(" ")
            )
        })
        .collect();
    Html(format!(include_str!("../front.html"), rows = rows, version = env!("CARGO_PKG_VERSION")))
}
