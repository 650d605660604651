//! Starts and stops serving a floor.

use crate::{
    doors::Hold,
    floor::{Config, Floor},
    http,
};
use axum::{body::Body, extract::ConnectInfo};
use hyper::{body::Incoming, service::Service};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::{
    io,
    net::{IpAddr, SocketAddr},
    sync::{Arc, Mutex, OnceLock, PoisonError},
    time::Duration,
};
use tokio::{
    net::TcpListener,
    sync::{OwnedSemaphorePermit, Semaphore, watch},
};
use tracing_subscriber::filter::{LevelFilter, Targets};

/// The size of a socket's send buffer, for clients that do not read.
const SOCKET: usize = 128 * 1024;
/// How long a client may take to send its headers.
const HEADERS: Duration = Duration::from_secs(5);
/// The most bytes of headers.
const BUFFER: usize = 64 * 1024;
/// The response to an address that has too many connections.
const ENOUGH: &[u8] = b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 5\r\nconnection: close\r\n\
    content-type: application/json\r\ncontent-length: 101\r\n\r\n\
    {\"code\":\"rate\",\"message\":\"your address has too many connections: close some\",\"retry\":true,\"key\":null}";

static METERS: OnceLock<PrometheusHandle> = OnceLock::new();

/// The metrics of this process.
pub fn metered() -> Option<&'static PrometheusHandle> {
    METERS.get()
}

/// The requested log filter, without anything that would reveal cards or cookies: at the most verbose level, the
/// libraries below us log the bytes of every frame and request.
pub fn discreet(filter: Targets) -> Targets {
    filter.with_targets(
        ["tungstenite", "tokio_tungstenite", "hyper", "h2"].map(|name| (name, LevelFilter::INFO)),
    )
}

/// A floor that accepts connections.
pub struct Serving {
    /// The floor.
    pub floor: Arc<Floor>,
    /// The address at which it is reached.
    pub address: SocketAddr,
    /// The one-time link for the first administrator, if there is none yet.
    pub link: Option<String>,
    listener: TcpListener,
}

/// Opens a floor at an address; port 0 takes a free port.
pub async fn open(address: &str, mut config: Config) -> io::Result<Serving> {
    if METERS.get().is_none()
        && let Ok(handle) = PrometheusBuilder::new().install_recorder()
    {
        let _ = METERS.set(handle);
    }
    let listener = TcpListener::bind(address)
        .await
        .map_err(|e| io::Error::new(e.kind(), format!("{address}: {e}; take another with --listen")))?;
    let address = listener.local_addr()?;
    if config.address.is_empty() {
        config.address = address.to_string();
    }
    let floor = Floor::open(config).await?;
    let now = crate::clock::now();
    let link = floor.desk.ask(move |people| people.first_link(now)).await.map_err(io::Error::other)?;
    let link = link.map(|token| token.reveal().to_owned());
    Ok(Serving { floor, address, link, listener })
}

impl Serving {
    /// Serves until `stop`, then closes: no new requests are accepted, tables stop between two lines, and everything is
    /// written.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let floor = Arc::clone(&self.floor);
        let keeper = tokio::spawn(Arc::clone(&floor).keep());
        let app = http::router(Arc::clone(&floor));
        let closing = watch::Sender::new(());
        let doors = floor.limits.doors();
        let most = doors.most();
        let kept = doors.kept(most);
        let places = Arc::new(Semaphore::new(most));
        tokio::pin!(stop);
        loop {
            // Without a free place nobody is accepted. Clients that take too long to send their headers are
            // disconnected below.
            let accepted = async {
                let place = Arc::clone(&places).acquire_owned().await.ok()?;
                Some((self.listener.accept().await, place))
            };
            let (stream, peer, place) = tokio::select! {
                () = &mut stop => break,
                accepted = accepted => match accepted {
                    Some((Ok((stream, peer)), place)) => (stream, peer, place),
                    Some((Err(error), _)) => {
                        tracing::warn!(%error, "nobody can come in for a moment");
                        tokio::time::sleep(Duration::from_millis(50)).await;
                        continue;
                    }
                    None => break,
                },
            };
            // Behind a proxy everyone has the same address; the real client is known once the request has been read.
            let held = match doors.trusts(peer.ip()) {
                true => None,
                false => match floor.limits.connect(peer.ip(), most) {
                    Some(held) => Some(held),
                    None => {
                        metrics::counter!("ch47_connections_refused").increment(1);
                        let _ = stream.try_write(ENOUGH);
                        continue;
                    }
                },
            };
            // Small buffers, so that clients that do not read cost little.
            let socket = socket2::SockRef::from(&stream);
            if let Err(error) = socket.set_send_buffer_size(SOCKET).and_then(|()| stream.set_nodelay(true)) {
                tracing::debug!(%error, "a socket keeps its own buffers");
            }
            let is_kept = places.available_permits() < kept;
            let place = Place(Arc::new(Taken { _permit: place, held: Mutex::new(held), is_kept }));
            let app = app.clone();
            let service = hyper::service::service_fn(move |mut request: hyper::Request<Incoming>| {
                request.extensions_mut().insert(ConnectInfo(peer));
                request.extensions_mut().insert(place.clone());
                TowerToHyperService::new(app.clone()).call(request.map(Body::new))
            });
            let mut http = hyper::server::conn::http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(HEADERS).max_buf_size(BUFFER);
            let connection = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
            let mut closes = closing.subscribe();
            tokio::spawn(async move {
                tokio::pin!(connection);
                let ended = tokio::select! {
                    ended = &mut connection => ended,
                    _ = closes.changed() => {
                        connection.as_mut().graceful_shutdown();
                        connection.await
                    }
                };
                if let Err(error) = ended {
                    tracing::debug!(%error, "a connection ended");
                }
            });
        }
        drop(self.listener);
        floor.close().await;
        // Live connections end with their tables; those that stay longer are cut off.
        closing.send_replace(());
        let all = u32::try_from(most).unwrap_or(u32::MAX);
        let _ = tokio::time::timeout(Duration::from_secs(3), places.acquire_many(all)).await;
        keeper.abort();
        Ok(())
    }
}

/// The place that a connection takes. It is free again when the last clone is dropped.
#[derive(Clone)]
pub struct Place(Arc<Taken>);

struct Taken {
    _permit: OwnedSemaphorePermit,
    /// What counts against the peer's address.
    held: Mutex<Option<Hold<IpAddr>>>,
    is_kept: bool,
}

impl Place {
    /// Whether it is one of the last places, which are reserved for staff and health checks.
    pub fn is_kept(&self) -> bool {
        self.0.is_kept
    }

    /// The peer is another node of the floor, so the connection counts for that node's clients instead.
    pub fn is_of_a_node(&self) {
        self.0.held.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}
