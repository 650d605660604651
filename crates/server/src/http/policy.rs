//! What pages of the floor may load, and what they may connect to.

use crate::floor::Floor;
use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, header},
    middleware::Next,
    response::Response,
};
use std::sync::Arc;

/// Only our own files, inline styles, and live connections to this floor.
fn policy(live: &str) -> String {
    format!(
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; \
         connect-src 'self'{live}; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
}

/// The origins to which a page may open live connections. Not every browser accepts `'self'` for a WebSocket
/// on the same host, so they are listed: the configured origins or, without any, the requested host.
fn live(origins: &[String], headers: &HeaderMap) -> String {
    let own = origins.iter().filter_map(|origin| origin.strip_prefix("http"));
    let named: Vec<String> = own.map(|rest| format!(" ws{rest}")).collect();
    if !named.is_empty() {
        return named.concat();
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    // A forged host cannot extend the policy: anything that is not a host and port is dropped.
    let plain = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
    match !host.is_empty() && host.len() <= 255 && host.chars().all(plain) {
        true => format!(" ws://{host} wss://{host}"),
        false => String::new(),
    }
}

/// Adds the policy to an answer that has none.
pub async fn set(State(floor): State<Arc<Floor>>, request: Request, next: Next) -> Response {
    let value = HeaderValue::from_str(&policy(&live(&floor.config.origins, request.headers())));
    let mut response = next.run(request).await;
    if let Ok(value) = value {
        response.headers_mut().entry(header::CONTENT_SECURITY_POLICY).or_insert(value);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_talks_to_its_own_floor_alone() {
        let asked = |origins: &[&str], host: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_bytes(host.as_bytes()).expect("a value"));
            live(&origins.iter().map(|origin| (*origin).to_owned()).collect::<Vec<_>>(), &headers)
        };
        assert_eq!(asked(&[], "127.0.0.1:4700"), " ws://127.0.0.1:4700 wss://127.0.0.1:4700");
        assert_eq!(asked(&[], "[::1]:4700"), " ws://[::1]:4700 wss://[::1]:4700");
        assert_eq!(asked(&["https://floor.example"], "evil.example"), " wss://floor.example");
        assert_eq!(asked(&["http://a:1", "https://b"], "x"), " ws://a:1 wss://b");
        for injected in ["a; script-src *", "a b", "", "*", "a'"] {
            assert_eq!(asked(&[], injected), "", "{injected}");
        }
        assert!(
            !policy(" wss://floor.example").contains("wss:;") && policy("").contains("connect-src 'self';")
        );
    }
}
