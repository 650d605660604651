//! The book, under `/help`, as it was rendered when the floor was built.

use super::web;
use axum::{
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};

/// Path, hash and content of every file, sorted by path.
const FILES: &[(&str, &str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/help.rs"));

/// The page at a path below `/help`; `None` if the path is not in the book.
pub fn page(path: &str, headers: &HeaderMap) -> Option<Response> {
    let inside = path.strip_prefix("/help")?;
    if inside.is_empty() {
        // Links of the book are relative, so its front page needs the slash.
        return Some((StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, "/help/")]).into_response());
    }
    let name = inside.strip_prefix('/')?;
    let name = if name.is_empty() { "index.html" } else { name };
    let at = FILES.binary_search_by_key(&name, |(path, ..)| path).ok()?;
    let (path, hash, bytes) = FILES[at];
    Some(web::send(kind(path), hash, bytes.into(), web::ASK, headers))
}

/// The media type of a file. Source code of any kind is shown as plain text.
fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "jpg" => "image/jpeg",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_book_is_found_and_nothing_else() {
        let headers = HeaderMap::new();
        let status = |path: &str| page(path, &headers).map(|answer| answer.status());
        assert_eq!(status("/help"), Some(StatusCode::PERMANENT_REDIRECT));
        for path in ["/help/", "/help/index.html", "/help/cli/odds.html", "/help/book.css", "/help/search.js"]
        {
            assert_eq!(status(path), Some(StatusCode::OK), "{path}");
        }
        for path in ["/helpless", "/help/none.html", "/help/../index.html", "/help//", "/", "/t/R-1"] {
            assert_eq!(status(path), None, "{path}");
        }
    }
}
