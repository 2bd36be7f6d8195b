//! A client's end of a WebSocket: the same for the house and for the echo.

use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use std::net::SocketAddr;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tungstenite::client::IntoClientRequest as _;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Message, Utf8Bytes};

/// An open line.
pub(crate) struct Line {
    socket: WebSocketStream<TcpStream>,
    /// What was said and heard, while that is wanted.
    pub(crate) script: Option<Vec<Utf8Bytes>>,
}

/// What a client reads of a message.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Heard {
    pub(crate) kind: String,
    pub(crate) seq: u64,
    pub(crate) id: Option<u64>,
    pub(crate) now: Option<Now>,
    pub(crate) problem: Option<serde_json::Value>,
}

/// What he reads of the table.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Now {
    pub(crate) view: Seen,
}

/// What he reads of his view.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Seen {
    pub(crate) round: u64,
    pub(crate) phase: String,
}

impl Line {
    /// Opens a line.
    pub(crate) async fn open(address: SocketAddr, path: &str, token: &str) -> Self {
        let mut request = format!("ws://{address}{path}").into_client_request().unwrap();
        request.headers_mut().insert("Authorization", format!("Bearer {token}").parse().unwrap());
        let stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        // The library clears this much before every read.
        let config = WebSocketConfig::default().read_buffer_size(8 * 1024);
        let (socket, _) = tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await.unwrap();
        Self { socket, script: None }
    }

    /// Says something.
    pub(crate) async fn say(&mut self, text: Utf8Bytes) {
        if let Some(script) = &mut self.script {
            script.push(text.clone());
        }
        self.socket.send(Message::Text(text)).await.unwrap();
    }

    /// Hears the next message.
    pub(crate) async fn hear(&mut self) -> Heard {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    let heard = serde_json::from_str(text.as_str()).unwrap();
                    if let Some(script) = &mut self.script {
                        script.push(text);
                    }
                    return heard;
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                other => panic!("the line was closed: {other:?}"),
            }
        }
    }
}
