//! Opening the doors, and closing them.

use crate::{
    floor::{Config, Floor},
    http,
};
use axum::serve::ListenerExt;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::{
    future::IntoFuture,
    io,
    net::SocketAddr,
    sync::{Arc, OnceLock},
    time::Duration,
};
use tokio::net::TcpListener;

/// What a socket may hold for a client that does not read.
const SOCKET: usize = 128 * 1024;

static METERS: OnceLock<PrometheusHandle> = OnceLock::new();

/// The meters of this process.
pub fn metered() -> Option<&'static PrometheusHandle> {
    METERS.get()
}

/// A floor with open doors.
pub struct Serving {
    /// The floor.
    pub floor: Arc<Floor>,
    /// Where it is reached.
    pub address: SocketAddr,
    /// The one-time link of the first administrator, if there is none yet.
    pub link: Option<String>,
    listener: TcpListener,
}

/// Opens a floor at an address; port 0 takes a free one.
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
    /// Serves until `stop`, then closes: no new requests, tables stop between two lines, everything is written.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let floor = Arc::clone(&self.floor);
        let keeper = tokio::spawn(Arc::clone(&floor).keep());
        let app = http::router(Arc::clone(&floor)).into_make_service_with_connect_info::<SocketAddr>();
        let (closing, closed) = tokio::sync::oneshot::channel::<()>();
        // Small buffers, so that those who do not read cost little.
        let listener = self.listener.tap_io(|stream| {
            let socket = socket2::SockRef::from(&*stream);
            if let Err(error) = socket.set_send_buffer_size(SOCKET).and_then(|()| stream.set_nodelay(true)) {
                tracing::debug!(%error, "a socket keeps its own buffers");
            }
        });
        let server = axum::serve(listener, app).with_graceful_shutdown(async move {
            stop.await;
            let _ = closing.send(());
        });
        let server = tokio::spawn(server.into_future());
        let _ = closed.await;
        floor.close().await;
        // Live connections end with their tables; whoever holds on longer is cut off.
        let _ = tokio::time::timeout(Duration::from_secs(3), server).await;
        keeper.abort();
        Ok(())
    }
}
