//! `croupier serve`: runs the house until it is stopped.

use crate::cli::ServeArgs;
use crate::colour::{Palette, colour};
use crate::serve_config::{check, configured};
use crate::{CommandResult, Failure, Games};
use anyhow::Context as _;
use croupier_house::casino::{Casino, Program};
use croupier_house::config::{self, Config};
use croupier_house::people::Password;
use croupier_house::server::{Listener, plain};
use std::io::Write as _;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use tokio::net::TcpListener;

pub(super) fn run(games: &Games, call: &ServeArgs) -> CommandResult {
    if call.print_config {
        return Ok(std::io::stdout().write_all(config::ANNOTATED.as_bytes())?);
    }
    if call.check_config {
        return check(&games.registry, call);
    }
    let (config, doubts) = configured(&games.registry, call)?;
    croupier_house::logs::begin(&config.log).map_err(|error| Failure::WrongCall(error.into()))?;
    doubts.iter().for_each(|doubt| tracing::warn!("{doubt}"));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(serve(games, config))
}

async fn serve(games: &Games, config: Config) -> CommandResult {
    let listen = config.listen;
    let listener = TcpListener::bind(listen).await.with_context(|| format!("cannot listen on {listen}"))?;
    let address = reachable(listener.local_addr()?);
    #[cfg(feature = "tls")]
    if let Some(tls) = &config.tls {
        let listener = croupier_house::tls::TlsListener::new(listener, tls).map_err(anyhow::Error::from)?;
        return open(games, config, listener, &format!("https://{address}/")).await;
    }
    open(games, config, plain(listener), &format!("http://{address}/")).await
}

async fn open(
    games: &Games,
    config: Config,
    listener: impl Listener<Addr = SocketAddr>,
    address: &str,
) -> CommandResult {
    let metrics = config.metrics;
    let program = Program {
        name: format!("croupier {}", env!("CARGO_PKG_VERSION")),
        rules: env!("CROUPIER_RULES_HASH").to_owned(),
        hashes: super::about::all_hashes(&games.registry, &[])?,
        registry: games.registry.clone(),
    };
    let tell = |name: &str, password: &Password| print_first_sign_in(name, password.reveal());
    let casino = Casino::open(config, program, tell).await.map_err(|error| Failure::WrongCall(error.into()))?;
    let own = games.clone();
    casino.odds_by(Box::new(move |submission| crate::server_odds::odds_of(&own, submission)));
    crate::server_odds::prepare_values(games)?;
    greet(address)?;
    if let Some(metrics) = metrics {
        let listener = TcpListener::bind(metrics).await.with_context(|| format!("cannot listen on {metrics}"))?;
        let figures = casino.figures().map_err(|error| Failure::WrongCall(error.into()))?;
        tokio::spawn(figures.serve(listener, std::future::pending()));
    }
    let closing = std::sync::Arc::clone(&casino);
    tokio::spawn(async move {
        stop_signal().await;
        closing.stop();
    });
    casino.serve(listener).await.map_err(|error| Failure::WrongCall(error.into()))?;
    writeln!(std::io::stdout(), "the house is closed; everything is saved")?;
    Ok(())
}

/// Says how to sign in for the first time.
fn print_first_sign_in(name: &str, password: &str) -> std::io::Result<()> {
    let brush = Palette(colour());
    let mut out = std::io::stdout().lock();
    writeln!(out, "first start: sign in as {} with {}", brush.bold(name), brush.bold(password))?;
    writeln!(out, "{}", brush.dim("shown once: copy the password now, and change it at the first sign-in"))?;
    out.flush()
}

/// Where a browser on this machine finds a listener: one that listens on all addresses is found on its own.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(if address.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() });
    }
    address
}

/// Says where the house is.
fn greet(address: &str) -> std::io::Result<()> {
    let brush = Palette(colour());
    let mut out = std::io::stdout().lock();
    writeln!(out, "{} is open at {}", brush.bold("Croupier"), brush.cyan(address))?;
    writeln!(out, "{}", brush.dim("API description: /api/openapi.json; press Ctrl-C to close the house"))?;
    out.flush()
}

/// Ctrl-C, or what a service manager sends.
async fn stop_signal() {
    let mut terminated = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()).ok();
    let terminate = async {
        match &mut terminated {
            Some(signal) => drop(signal.recv().await),
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        () = terminate => {}
    }
}
