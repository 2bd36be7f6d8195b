//! TLS spoken by the program itself, for a house without a proxy in front. Only with the feature `tls`.
//!
//! Note: handshakes are done beside each other, so that a client who is slow at his keeps nobody else waiting.
//! Certificate and key are read at the start; a new certificate wants a restart, which loses nothing.

use crate::config::Tls;
use axum::serve::Listener;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{ServerConfig, crypto};
use tokio_rustls::server::TlsStream;

/// Handshakes at a time, and how long one may take.
const AT_ONCE: usize = 256;
const PATIENCE: Duration = Duration::from_secs(10);

/// Why TLS cannot be spoken.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file cannot be read or holds something else.
    #[error("{path} contains no {what} in PEM format: {why}")]
    File {
        /// Which file.
        path: String,
        /// What it should hold.
        what: &'static str,
        /// What is wrong.
        why: String,
    },
    /// Certificate and key do not go together, or are of a kind nobody takes.
    #[error("invalid certificate or key: {0}")]
    Unfit(#[from] tokio_rustls::rustls::Error),
    /// The listener has no address.
    #[error(transparent)]
    Listener(#[from] io::Error),
}

/// A listener whose connections are encrypted.
#[derive(Debug)]
pub struct TlsListener {
    address: SocketAddr,
    shaken: mpsc::Receiver<(TlsStream<TcpStream>, SocketAddr)>,
}

impl TlsListener {
    /// Speaks TLS on a listener.
    ///
    /// # Errors
    /// If certificate or key cannot be read or do not go together.
    pub fn new(listener: TcpListener, tls: &Tls) -> Result<Self, TlsError> {
        let acceptor = TlsAcceptor::from(Arc::new(configured(tls)?));
        let address = listener.local_addr()?;
        let (ready, shaken) = mpsc::channel(AT_ONCE);
        tokio::spawn(shake_hands(listener, acceptor, ready));
        Ok(Self { address, shaken })
    }
}

impl Listener for TlsListener {
    type Io = TlsStream<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        match self.shaken.recv().await {
            Some(connection) => connection,
            // The task that shakes hands ends only with the program.
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        Ok(self.address)
    }
}

async fn shake_hands(
    mut listener: TcpListener,
    acceptor: TlsAcceptor,
    ready: mpsc::Sender<(TlsStream<TcpStream>, SocketAddr)>,
) {
    let hands = Arc::new(Semaphore::new(AT_ONCE));
    while let Ok(hand) = Arc::clone(&hands).acquire_owned().await {
        let (stream, peer) = tokio::select! {
            accepted = Listener::accept(&mut listener) => accepted,
            () = ready.closed() => return,
        };
        let (acceptor, ready) = (acceptor.clone(), ready.clone());
        tokio::spawn(async move {
            let _hand = hand;
            // A message of the table is small and waits for no other.
            let _ = stream.set_nodelay(true);
            match tokio::time::timeout(PATIENCE, acceptor.accept(stream)).await {
                Ok(Ok(stream)) => drop(ready.send((stream, peer)).await),
                Ok(Err(error)) => tracing::debug!(%peer, %error, "TLS handshake failed"),
                Err(_) => tracing::debug!(%peer, "TLS handshake timed out"),
            }
        });
    }
}

fn configured(tls: &Tls) -> Result<ServerConfig, TlsError> {
    let wrong = |path: &Path, what, why: String| TlsError::File { path: path.display().to_string(), what, why };
    let no_certificate = |why: String| wrong(&tls.certificate, "certificate", why);
    let chain = CertificateDer::pem_file_iter(&tls.certificate).map_err(|error| no_certificate(error.to_string()))?;
    let chain: Vec<_> = chain.collect::<Result<_, _>>().map_err(|error| no_certificate(error.to_string()))?;
    if chain.is_empty() {
        return Err(no_certificate("none found".to_owned()));
    }
    let key =
        PrivateKeyDer::from_pem_file(&tls.key).map_err(|error| wrong(&tls.key, "private key", error.to_string()))?;
    let provider = Arc::new(crypto::ring::default_provider());
    let versions = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    let mut config = versions.with_no_client_auth().with_single_cert(chain, key)?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(config)
}
