//! The house: many tables of all five games, people in their roles, money, meters and records that survive anything.
//!
//! The only crate with a clock, randomness, files and the network. A [`casino`] opens a [`store`], reads its tables
//! back into a [`pit`], and serves them through the [`api`] to [`people`] in their roles. The journal is the truth:
//! nothing is acknowledged before it is durable, and everything else can be rebuilt from it.
//!
//! A first start makes an administrator, whose password is told once, and an electronic table of each text:
//!
//! ```
//! use croupier_house::casino::{Casino, Program};
//! use croupier_house::config;
//! use croupier_rules::Registry;
//! use std::sync::Arc;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let folder = tempfile::tempdir()?;
//! let data = folder.path().display().to_string();
//! let config = config::check(None, [("CROUPIER_DATA".to_owned(), data)], []).config.ok_or("a fault")?;
//! let (name, registry) = ("an example".to_owned(), Registry::standard().clone());
//! let program = Program { name, rules: String::new(), hashes: Vec::new(), registry };
//!
//! let tables = tokio::runtime::Runtime::new()?.block_on(async {
//!     let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
//!     let address = listener.local_addr()?;
//!     let casino = Casino::open(config, program, |_name, _password| Ok(())).await?;
//!     let served = tokio::spawn(Arc::clone(&casino).serve(listener));
//!     let lobby = move || ureq::get(format!("http://{address}/api/tables")).call()?.body_mut().read_to_string();
//!     let tables: serde_json::Value = serde_json::from_str(&tokio::task::spawn_blocking(lobby).await??)?;
//!     casino.stop();
//!     served.await??;
//!     Ok::<_, Box<dyn std::error::Error>>(tables)
//! })?;
//! assert_eq!(tables.as_array().map(Vec::len), Some(5));
//! assert_eq!(tables[4]["name"], "Crazy 4 Poker, electronic table");
//! # Ok(())
//! # }
//! ```

pub mod api;
pub mod casino;
pub mod clock;
pub mod config;
mod electronic;
pub mod hashes;
pub mod journal_reader;
pub mod keys;
pub mod logs;
pub mod metrics;
mod odds_cache;
mod odds_report;
mod pages;
pub mod people;
pub mod pit;
mod problem;
mod rate_limits;
pub mod reconciliation;
mod refusal_log;
pub mod rng;
pub mod rng_tests;
pub mod server;
pub mod signed_heads;
pub mod store;
#[cfg(feature = "tls")]
pub mod tls;

pub use electronic::electronic;
