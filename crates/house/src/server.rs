//! Serves a house: its API and its pages, at a listener.

use crate::api;
use crate::casino::{Casino, OpenError};
use axum::serve::ListenerExt as _;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// What the house can be reached by.
pub use axum::serve::Listener;

/// A listener without TLS. A message of a table is small and waits for no other.
pub fn plain(listener: TcpListener) -> impl Listener<Addr = SocketAddr> {
    listener.tap_io(|stream| {
        // At worst a message comes a little later.
        let _ = stream.set_nodelay(true);
    })
}

impl Casino {
    /// Serves the house until it is told to stop, and then closes it: nothing new is taken, what waits is finished.
    ///
    /// # Errors
    /// If the listener fails.
    pub async fn serve(self: Arc<Self>, listener: impl Listener<Addr = SocketAddr>) -> Result<(), OpenError> {
        let service = api::router(Arc::clone(&self)).into_make_service_with_connect_info::<SocketAddr>();
        let casino = Arc::clone(&self);
        let stop = async move { casino.closed.notified().await };
        // Tapped, whatever it is, since a tapped listener tells the client's address.
        let served = axum::serve(listener.tap_io(|_| {}), service).with_graceful_shutdown(stop).into_future();
        let patience = Duration::from_secs(self.config.times.stop_seconds);
        let casino = Arc::clone(&self);
        let late = async move {
            casino.closed.notified().await;
            tokio::time::sleep(patience).await;
        };
        tokio::select! {
            served = served => served.map_err(|error| OpenError::Listen(error.to_string()))?,
            () = late => tracing::warn!("some requests did not finish in time"),
        }
        self.pit.close().await;
        for (by, counted) in self.refusals.all() {
            self.note(&by, &counted).await;
        }
        self.note(&"house", &serde_json::json!("stopped")).await;
        self.store.close().await;
        Ok(())
    }
}
