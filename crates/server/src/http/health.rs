//! The state of the floor, for load balancers, for the person on call, and for Prometheus.

use super::Answer;
use crate::floor::Floor;
use axum::{extract::State, http::StatusCode};
use protocol::{Health, Readiness};
use std::{fmt::Write, sync::Arc};

/// The process is alive. Whether anything can be played is another question: a process is not restarted
/// because a table has stopped.
pub async fn alive() -> Answer<Health> {
    let (version, protocol) = (env!("CARGO_PKG_VERSION").to_owned(), protocol::SUBPROTOCOL.to_owned());
    Ok(Health { status: "alive".to_owned(), version, protocol })
}

/// The tables running here, and those that have stopped, with the reason.
pub async fn ready(State(floor): State<Arc<Floor>>) -> Answer<(StatusCode, Readiness)> {
    let (running, stopped) = (running(&floor), floor.troubles.view());
    let status = match (floor.is_broken(), floor.is_stopping()) {
        (true, _) => "suspended",
        (_, true) => "stopping",
        _ if !stopped.is_empty() => "stopped",
        _ => "ready",
    };
    let code = if status == "ready" { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let suspect = floor.suspects().into_iter().map(|(table, _)| table).collect();
    Ok((code, Readiness { status: status.to_owned(), running, stopped, suspect }))
}

fn running(floor: &Floor) -> Vec<String> {
    let here = floor.all_here().into_iter().filter(|(_, handle)| !handle.is_stopped());
    here.map(|(table, _)| table).collect()
}

/// The metrics of this process, and which of its tables are up. Tables move between nodes, so their metrics
/// are written at every request: a table that now runs elsewhere has none here.
pub async fn metrics(State(floor): State<Arc<Floor>>) -> Answer<String> {
    let mut text =
        crate::metered().map(metrics_exporter_prometheus::PrometheusHandle::render).unwrap_or_default();
    let (running, stopped) = (running(&floor), floor.troubles.view());
    text += "# TYPE ch47_table_up gauge\n";
    let up = running.iter().map(|table| (table, 1)).chain(stopped.iter().map(|one| (&one.table, 0)));
    for (table, up) in up {
        let _ = writeln!(text, "ch47_table_up{{table=\"{table}\"}} {up}");
    }
    text += "\n# TYPE ch47_tables_stopped gauge\n";
    let _ = writeln!(text, "ch47_tables_stopped {}", stopped.len());
    Ok(text)
}
