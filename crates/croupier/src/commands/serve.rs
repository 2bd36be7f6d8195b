//! `croupier serve`: opens the house and keeps it open until it is told to stop.

use crate::cli::Serve;
use crate::paint::{Brush, colour};
use crate::{Failure, Outcome};
use anyhow::Context as _;
use croupier_house::casino::{Casino, Opened, Program};
use croupier_house::config::{self, Config, Place, Severity};
use std::io::Write as _;
use tokio::net::TcpListener;

pub(super) fn run(call: &Serve) -> Outcome {
    if call.print_config {
        return Ok(std::io::stdout().write_all(config::ANNOTATED.as_bytes())?);
    }
    let config = configured(call)?;
    if call.check_config {
        writeln!(std::io::stdout(), "the configuration is in order")?;
        return Ok(());
    }
    croupier_house::logs::begin(&config.log).map_err(|error| Failure::WrongCall(error.into()))?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(serve(config))
}

/// The configuration from the file, the environment and the command line, or all that is wrong with it.
fn configured(call: &Serve) -> Result<Config, Failure> {
    let file = match &call.config {
        Some(path) => Some(std::fs::read_to_string(path).with_context(|| path.display().to_string())?),
        None => None,
    };
    let path = |path: &std::path::Path| path.to_string_lossy().into_owned();
    let options = [
        ("data", call.data.as_deref().map(path)),
        ("database", call.database.clone()),
        ("listen", call.listen.clone()),
    ];
    let options = options.into_iter().filter_map(|(key, value)| Some((key, value?)));
    let checked = config::check(file.as_deref(), std::env::vars(), options);
    let mut err = std::io::stderr().lock();
    for fault in &checked.faults {
        let place = match &fault.place {
            Place::File(range) => {
                let before = file.as_deref().and_then(|text| text.get(..range.start)).unwrap_or_default();
                let name = call.config.as_ref().map_or_else(String::new, |path| path.display().to_string());
                format!("{name}:{}", before.matches('\n').count() + 1)
            }
            Place::Variable(name) => name.clone(),
            Place::CommandLine(key) => format!("--{key}"),
            Place::Default => "default".to_owned(),
        };
        let severity = if fault.severity == Severity::Error { "error" } else { "warning" };
        let help = fault.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default();
        writeln!(err, "croupier: {severity}: {place}: {}{help}", fault.message)?;
    }
    checked.config.ok_or(Failure::BadContent)
}

async fn serve(config: Config) -> Outcome {
    let (listen, metrics) = (config.listen, config.metrics);
    let listener = TcpListener::bind(listen).await.with_context(|| format!("{listen} cannot be listened on"))?;
    let address = listener.local_addr()?;
    let program = Program {
        name: format!("croupier {}", env!("CARGO_PKG_VERSION")),
        rules: env!("CROUPIER_RULES_HASH").to_owned(),
        hashes: super::about::all_hashes(&[])?,
    };
    let opened = Casino::open(config, program).await.map_err(|error| Failure::WrongCall(error.into()))?;
    let Opened { casino, administrator } = opened;
    greet(address, administrator.as_ref().map(|(name, password)| (name.as_str(), password.reveal())))?;
    if let Some(metrics) = metrics {
        let listener = TcpListener::bind(metrics).await.with_context(|| format!("{metrics} cannot be listened on"))?;
        let figures = casino.figures().map_err(|error| Failure::WrongCall(error.into()))?;
        tokio::spawn(figures.serve(listener, std::future::pending()));
    }
    let closing = std::sync::Arc::clone(&casino);
    tokio::spawn(async move {
        told_to_stop().await;
        closing.stop();
    });
    casino.serve(listener).await.map_err(|error| Failure::WrongCall(error.into()))?;
    writeln!(std::io::stdout(), "the house is closed; nothing is lost")?;
    Ok(())
}

/// Says where the house is, and at the first start how to sign in.
fn greet(address: std::net::SocketAddr, administrator: Option<(&str, &str)>) -> std::io::Result<()> {
    let brush = Brush(colour());
    let mut out = std::io::stdout().lock();
    writeln!(out, "{} is open at {}", brush.bold("Croupier"), brush.cyan(format!("http://{address}/")))?;
    if let Some((name, password)) = administrator {
        writeln!(out, "first start: sign in as {} with {}", brush.bold(name), brush.bold(password))?;
        writeln!(out, "{}", brush.dim("the password is told this once and must be changed at the first sign-in"))?;
    }
    writeln!(out, "{}", brush.dim("the API is described at /api/openapi.json; Ctrl-C closes the house"))?;
    out.flush()
}

/// Ctrl-C, or what a service manager sends.
async fn told_to_stop() {
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
