//! Prometheus metrics, on a separate listener.
//!
//! Whatever counts or times something does so where it happens, under a name of this list. What stands in the store
//! anyway, meters and open tables, is read there when somebody asks.

use crate::store::Store;
use axum::Router;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;
use metrics::{Unit, describe_counter, describe_gauge, describe_histogram};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};
use sqlx::Row as _;
use std::future::Future;
use std::io;
use std::sync::OnceLock;
use std::time::Duration;
use tokio::net::TcpListener;

enum MetricKind {
    Counter,
    Gauge,
    Seconds,
}

/// All figures: what kind, what name, what it says.
const FIGURES: &[(MetricKind, &str, &str)] = &[
    (MetricKind::Counter, "croupier_requests_total", "requests answered, by status"),
    (MetricKind::Counter, "croupier_commands_total", "commands carried out"),
    (MetricKind::Counter, "croupier_refusals_total", "commands refused, by code"),
    (MetricKind::Counter, "croupier_denials_total", "requests denied for lack of a session or role, by code"),
    (MetricKind::Counter, "croupier_rate_limited_total", "requests over the rate limit"),
    (MetricKind::Counter, "croupier_sign_ins_total", "successful sign-ins"),
    (MetricKind::Counter, "croupier_rounds_total", "rounds closed"),
    (MetricKind::Counter, "croupier_refused_steps_total", "steps of the program that a table refused (should be zero)"),
    (MetricKind::Counter, "croupier_takeovers_total", "tables taken over from a dead node"),
    (MetricKind::Counter, "croupier_batches_total", "batches committed"),
    (MetricKind::Seconds, "croupier_commit_seconds", "duration of a writer transaction"),
    (MetricKind::Gauge, "croupier_queue_batches", "batches in the writer's last transaction"),
    (MetricKind::Gauge, "croupier_sockets", "connected WebSockets"),
    (MetricKind::Gauge, "croupier_open_tables", "open tables"),
    (MetricKind::Gauge, "croupier_meter_cents", "value of each meter, in cents"),
];

/// From half a millisecond to ten seconds: a commit on a good disk takes one, on a bad day a thousand.
const COMMITS: &[f64] = &[0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0, 10.0];

/// How often old samples are put away.
const UPKEEP: Duration = Duration::from_secs(5);

/// The figures of this process, with the store some of them are read from.
#[derive(Clone)]
pub struct Metrics {
    handle: PrometheusHandle,
    store: Store,
}

impl Metrics {
    /// Begins counting, if this process does not yet.
    ///
    /// # Errors
    /// If something else counts in this process.
    pub fn begin(store: Store) -> Result<Self, BuildError> {
        static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
        let handle = match HANDLE.get() {
            Some(handle) => handle,
            None => {
                let commits = Matcher::Full("croupier_commit_seconds".to_owned());
                let built = PrometheusBuilder::new().set_buckets_for_metric(commits, COMMITS)?.install_recorder()?;
                describe();
                HANDLE.get_or_init(|| built)
            }
        };
        Ok(Self { handle: handle.clone(), store })
    }

    /// Answers `GET /metrics` until told to stop.
    ///
    /// # Errors
    /// If the listener breaks.
    pub async fn serve(self, listener: TcpListener, stop: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let upkeep = self.handle.clone();
        let tidying = tokio::spawn(async move {
            let mut ticks = tokio::time::interval(UPKEEP);
            loop {
                ticks.tick().await;
                upkeep.run_upkeep();
            }
        });
        let router = Router::new().route("/metrics", get(render)).with_state(self);
        let served = axum::serve(listener, router).with_graceful_shutdown(stop).await;
        tidying.abort();
        served
    }

    /// All figures as Prometheus reads them.
    pub async fn render(&self) -> String {
        if let Err(error) = self.read_the_store().await {
            tracing::warn!(%error, "cannot read the store's metrics");
        }
        self.handle.render()
    }

    async fn read_the_store(&self) -> Result<(), sqlx::Error> {
        let open = sqlx::query("SELECT COUNT(*) FROM tables WHERE open = 1").fetch_one(self.store.pool()).await?;
        metrics::gauge!("croupier_open_tables").set(open.try_get::<i64, _>(0)? as f64);
        let meters = sqlx::query("SELECT name, amount FROM meters WHERE state <> 'decommissioned'");
        for meter in meters.fetch_all(self.store.pool()).await? {
            let (name, hundredths): (String, i64) = (meter.try_get(0)?, meter.try_get(1)?);
            metrics::gauge!("croupier_meter_cents", "meter" => name).set(hundredths as f64 / 100.0);
        }
        Ok(())
    }
}

async fn render(State(figures): State<Metrics>) -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], figures.render().await)
}

fn describe() {
    for (kind, name, says) in FIGURES {
        match kind {
            MetricKind::Counter => describe_counter!(*name, *says),
            MetricKind::Gauge => describe_gauge!(*name, *says),
            MetricKind::Seconds => describe_histogram!(*name, Unit::Seconds, *says),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    /// The names in calls that count or time, in every source file below a folder.
    fn counted(folder: &Path, names: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                counted(&path, names);
                continue;
            }
            let source = fs::read_to_string(&path).unwrap();
            for (at, _) in source.match_indices("metrics::") {
                let call = &source[at..];
                let Some((head, rest)) = call.split_once('"').filter(|(head, _)| head.ends_with("!(")) else {
                    continue;
                };
                if ["counter", "gauge", "histogram"].iter().any(|kind| head.ends_with(&format!("{kind}!("))) {
                    names.insert(rest.split('"').next().unwrap().to_owned());
                }
            }
        }
    }

    #[test]
    fn every_figure_is_described_and_every_description_has_a_figure() {
        let mut names = BTreeSet::new();
        counted(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut names);
        let described: BTreeSet<_> = FIGURES.iter().map(|(_, name, _)| (*name).to_owned()).collect();
        assert_eq!(names, described);
    }
}
