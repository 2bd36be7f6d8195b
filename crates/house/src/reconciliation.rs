//! Reconciliation: compares every meter with its chain and with the ledgers of the tables that feed it.
//!
//! Three accounts are kept of the same money: the meter's row, which winners are paid from; its chain, which tells
//! every change; and the ledgers of the tables, each of which knows what it gave and took. They must agree to the
//! hundredth of a cent. Note: they are read one after the other while rounds go on, so all are read as they stand at
//! one moment, when whatever was being written is there whole or not at all.

use crate::journal_reader::{JournalReadError, JournalReader};
use crate::keys::Keys;
use crate::pit::meters_of;
use crate::store::{MeterEvent, MeterLine, MeterRow, Store, verify_chain};
use croupier_rules::Registry;
use croupier_table::{Account, Centicents};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use utoipa::ToSchema;

/// A meter and what the three accounts say of it, in hundredths of a cent; meter and reserve together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct MeterReconciliation {
    /// Its name.
    pub name: String,
    /// How often it has changed.
    pub sequence: u64,
    /// What stands on it.
    pub amount: Centicents,
    /// What stands in its reserve.
    pub reserve: Centicents,
    /// What its chain says: the seed and every change since.
    pub chain: Centicents,
    /// What the tables say: the seed, their ledgers, and transfers from other meters.
    pub tables: Centicents,
    /// Whether the chain holds line by line and all three agree.
    pub agrees: bool,
    /// What is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// Reckons all meters up.
///
/// # Errors
/// If the store is away or a table cannot be read.
pub async fn reckon(
    store: &Store,
    keys: &Arc<Keys>,
    registry: &Registry,
) -> Result<Vec<MeterReconciliation>, JournalReadError> {
    let store = store.still().await?;
    let reckoned = all(&store, keys, registry).await;
    store.close().await;
    reckoned
}

async fn all(
    store: &Store,
    keys: &Arc<Keys>,
    registry: &Registry,
) -> Result<Vec<MeterReconciliation>, JournalReadError> {
    let ledgers = ledgers(store, keys, registry).await?;
    let mut reckoned = Vec::new();
    for meter in store.meters().await? {
        reckoned.push(one(store, &meter, &ledgers).await?);
    }
    Ok(reckoned)
}

/// What the ledgers of all tables hold on each meter and its reserve, by the meter's name.
async fn ledgers(
    store: &Store,
    keys: &Arc<Keys>,
    registry: &Registry,
) -> Result<BTreeMap<String, i64>, JournalReadError> {
    let mut sums: BTreeMap<String, i64> = BTreeMap::new();
    let shared = Arc::new(registry.clone());
    for row in store.tables().await? {
        let book = JournalReader::new(&row, Arc::clone(keys), Arc::clone(&shared));
        let (header, _) = book.header(store).await?;
        let house =
            header.house_by(registry).map_err(|wrong| JournalReadError::Lost(format!("{}: {wrong}", row.name)))?;
        let house = Arc::new(house);
        let table = book.restore(store, &house).await?.table;
        for (place, meter) in (0..).zip(meters_of(&house, Some(row.id), row.made)) {
            let ledger = &table.state().ledger;
            let held = ledger.balance(Account::Meter(place)).0 + ledger.balance(Account::Reserve(place)).0;
            *sums.entry(meter.name).or_default() += held;
        }
    }
    Ok(sums)
}

async fn one(
    store: &Store,
    meter: &MeterRow,
    ledgers: &BTreeMap<String, i64>,
) -> Result<MeterReconciliation, JournalReadError> {
    let text = store.whole(meter.chain).await?;
    let (amount, reserve) = (meter.meter.amount, meter.meter.reserve);
    let told = chain_sum(&text);
    let (chain, seed, transferred) = told.as_ref().map_or((0, 0, 0), |told| (told.stands, told.seed, told.transferred));
    let tables = seed + transferred + ledgers.get(&meter.name).copied().unwrap_or_default();
    let stands = amount.0 + reserve.0;
    let fault = match told {
        Err(fault) => Some(fault),
        Ok(_) if chain != stands => Some("the chain and the meter differ".to_owned()),
        Ok(_) if tables != stands => Some("the tables and the meter differ".to_owned()),
        Ok(_) => None,
    };
    Ok(MeterReconciliation {
        name: meter.name.clone(),
        sequence: meter.meter.sequence,
        amount,
        reserve,
        chain: Centicents(chain),
        tables: Centicents(tables),
        agrees: fault.is_none(),
        fault,
    })
}

/// What a meter's chain comes to.
struct ChainSum {
    seed: i64,
    stands: i64,
    transferred: i64,
}

fn chain_sum(text: &str) -> Result<ChainSum, String> {
    #[derive(serde::Deserialize)]
    struct First {
        seed: croupier_rules::Cents,
    }
    verify_chain(text)?;
    let mut lines = text.lines();
    let first: First = serde_json::from_str(lines.next().unwrap_or_default()).map_err(|error| error.to_string())?;
    let seed = Centicents::of(first.seed).0;
    let mut sum = ChainSum { seed, stands: seed, transferred: 0 };
    for line in lines {
        let line: MeterLine = serde_json::from_str(line).map_err(|error| error.to_string())?;
        if line.before.amount.0 + line.before.reserve.0 != sum.stands {
            return Err("a change does not start from the value after the previous one".to_owned());
        }
        if let MeterEvent::Transferred { amount, reserve, .. } = line.what {
            sum.transferred += amount.0 + reserve.0;
        }
        sum.stands = line.after.amount.0 + line.after.reserve.0;
    }
    Ok(sum)
}
