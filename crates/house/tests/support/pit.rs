//! A pit for tests, without the house around it.

use croupier_house::clock::Clock;
use croupier_house::keys::Keys;
use croupier_house::pit::{Pit, PitDeps, Request, TableHandle, TableMessage, Timeouts};
use croupier_house::rng::HouseRng;
use croupier_house::store::{Location, Store};
use croupier_table::{Actor, Command};
use std::path::Path;
use std::sync::Arc;

/// Nobody is hurried.
pub(crate) const PATIENCE: Timeouts = Timeouts {
    betting: 60_000,
    surrender: 60_000,
    idle: 600_000,
    absent: 600_000,
    sit_out: 6_000_000,
    sit_out_rounds: 1_000,
    notice: 60_000,
};

/// A node of this name with a pit over this store.
pub(crate) async fn pit(location: &Location, keys: &Path, name: &str) -> Arc<Pit> {
    pit_at(location, keys, name, Arc::new(Clock::default())).await
}

/// Likewise, by this clock.
pub(crate) async fn pit_at(location: &Location, keys: &Path, name: &str, clock: Arc<Clock>) -> Arc<Pit> {
    pit_with(location, keys, name, (clock, Arc::new(HouseRng::new().unwrap()), PATIENCE)).await
}

/// Likewise, with this generator and this patience.
pub(crate) async fn pit_with(
    location: &Location,
    keys: &Path,
    name: &str,
    (clock, chance, patience): (Arc<Clock>, Arc<HouseRng>, Timeouts),
) -> Arc<Pit> {
    let store = Store::open(location, clock.now()).await.unwrap();
    let node = store.join(name).await.unwrap();
    let keys = Arc::new(Keys::load_or_make(keys).unwrap());
    let (name, program, rules) = (name.to_owned(), "test 0".to_owned(), "0".repeat(64));
    let registry = Arc::new(croupier_rules::Registry::standard().clone());
    Pit::open(PitDeps { store, keys, chance, clock, patience, node, name, program, rules, registry }).await.unwrap()
}

/// Has a table take a command; the number it got.
pub(crate) async fn give(table: &TableHandle, by: Actor, command: Command, ready: bool) -> u64 {
    let what = Request::Give { id: None, expects: None, command: Box::new(command.clone()), ready };
    match table.desk.send(TableMessage { by, what }).await {
        Ok(taken) => taken.sequence,
        Err(declined) => panic!("{command:?}: {declined:?}"),
    }
}
