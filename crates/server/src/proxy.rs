//! Any node serves any client: a request for a table that another node runs is forwarded there, including live
//! connections.

use crate::{clock, doors, keys::Keys, problem};
use axum::{
    body::Body,
    extract::Request,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use hyper_util::rt::TokioIo;
use protocol::Problem;
use std::{net::IpAddr, time::Duration};
use tokio::{net::TcpStream, time::timeout};

/// Forwards a client's request to the node at this address, and returns its answer. A forwarded request carries a
/// node's signed statement of its client, and is not forwarded again.
pub async fn forward(
    address: &str,
    keys: &Keys,
    client: IpAddr,
    mut request: Request,
) -> Result<Response, Problem> {
    let word = HeaderValue::from_str(&doors::vouch(keys, client, clock::now()));
    request.headers_mut().insert(doors::VOUCHED, word.map_err(|_| problem::unknown_outcome())?);
    let upgrades = request.headers().contains_key(header::UPGRADE);
    let down = upgrades.then(|| hyper::upgrade::on(&mut request));
    let gone = |_| problem::unknown_outcome();
    let stream = timeout(Duration::from_secs(2), TcpStream::connect(address)).await.map_err(gone)?;
    let stream = stream.map_err(|_| problem::unknown_outcome())?;
    let (mut sender, connection) = hyper::client::conn::http1::handshake::<_, Body>(TokioIo::new(stream))
        .await
        .map_err(|_| problem::unknown_outcome())?;
    tokio::spawn(connection.with_upgrades());
    let mut response = sender.send_request(request).await.map_err(|_| problem::unknown_outcome())?;
    if response.status() == StatusCode::SWITCHING_PROTOCOLS
        && let Some(down) = down
    {
        let up = hyper::upgrade::on(&mut response);
        tokio::spawn(async move {
            if let (Ok(down), Ok(up)) = (down.await, up.await) {
                let _ = tokio::io::copy_bidirectional(&mut TokioIo::new(down), &mut TokioIo::new(up)).await;
            }
        });
    }
    Ok(response.map(Body::new).into_response())
}
