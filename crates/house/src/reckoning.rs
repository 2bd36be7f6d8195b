//! Reconciliation: every meter against its own chain and against the ledgers of the tables that feed it.
//!
//! Three accounts are kept of the same money: the meter's row, which winners are paid from; its chain, which tells every
//! change; and the ledgers of the tables, each of which knows what it gave and took. They must agree to the hundredth
//! of a cent. What is odd: they are read one after the other while rounds go on, so all are read as they stand at one
//! moment, when whatever was being written is there whole or not at all.

use crate::book::{Book, Trouble};
use crate::keys::Keys;
use crate::pit::meters_of;
use crate::store::{MeterEvent, MeterLine, MeterRow, Store, verify_chain};
use croupier_table::{Account, Hundredths};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use utoipa::ToSchema;

/// A meter and what the three accounts say of it, in hundredths of a cent; meter and reserve together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Reckoned {
    /// Its name.
    pub name: String,
    /// How often it has changed.
    pub sequence: u64,
    /// What stands on it.
    pub amount: Hundredths,
    /// What stands in its reserve.
    pub reserve: Hundredths,
    /// What its chain says: the seed and every change since.
    pub chain: Hundredths,
    /// What the tables say: the seed, their ledgers, and transfers from other meters.
    pub tables: Hundredths,
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
pub async fn reckon(store: &Store, keys: &Arc<Keys>) -> Result<Vec<Reckoned>, Trouble> {
    let store = store.still().await?;
    let reckoned = all(&store, keys).await;
    store.close().await;
    reckoned
}

async fn all(store: &Store, keys: &Arc<Keys>) -> Result<Vec<Reckoned>, Trouble> {
    let ledgers = ledgers(store, keys).await?;
    let mut reckoned = Vec::new();
    for meter in store.meters().await? {
        reckoned.push(one(store, &meter, &ledgers).await?);
    }
    Ok(reckoned)
}

/// What the ledgers of all tables hold on each meter and its reserve, by the meter's name.
async fn ledgers(store: &Store, keys: &Arc<Keys>) -> Result<BTreeMap<String, i64>, Trouble> {
    let mut sums: BTreeMap<String, i64> = BTreeMap::new();
    for row in store.tables().await? {
        let book = Book::new(&row, Arc::clone(keys));
        let (header, _) = book.header(store).await?;
        let house = header.house().map_err(|wrong| Trouble::Lost(format!("{}: {wrong}", row.name)))?;
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

async fn one(store: &Store, meter: &MeterRow, ledgers: &BTreeMap<String, i64>) -> Result<Reckoned, Trouble> {
    let text = store.whole(meter.chain).await?;
    let (amount, reserve) = (meter.meter.amount, meter.meter.reserve);
    let told = told(&text);
    let (chain, seed, transferred) = told.as_ref().map_or((0, 0, 0), |told| (told.stands, told.seed, told.transferred));
    let tables = seed + transferred + ledgers.get(&meter.name).copied().unwrap_or_default();
    let stands = amount.0 + reserve.0;
    let fault = match told {
        Err(fault) => Some(fault),
        Ok(_) if chain != stands => Some("the chain comes to another sum than the meter".to_owned()),
        Ok(_) if tables != stands => Some("the tables come to another sum than the meter".to_owned()),
        Ok(_) => None,
    };
    Ok(Reckoned {
        name: meter.name.clone(),
        sequence: meter.meter.sequence,
        amount,
        reserve,
        chain: Hundredths(chain),
        tables: Hundredths(tables),
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

fn told(text: &str) -> Result<ChainSum, String> {
    #[derive(serde::Deserialize)]
    struct First {
        seed: croupier_rules::Cents,
    }
    verify_chain(text)?;
    let mut lines = text.lines();
    let first: First = serde_json::from_str(lines.next().unwrap_or_default()).map_err(|error| error.to_string())?;
    let seed = Hundredths::of(first.seed).0;
    let mut sum = ChainSum { seed, stands: seed, transferred: 0 };
    for line in lines {
        let line: MeterLine = serde_json::from_str(line).map_err(|error| error.to_string())?;
        if line.before.amount.0 + line.before.reserve.0 != sum.stands {
            return Err("a change begins with another sum than the one before it ended with".to_owned());
        }
        if let MeterEvent::Transferred { amount, reserve, .. } = line.what {
            sum.transferred += amount.0 + reserve.0;
        }
        sum.stands = line.after.amount.0 + line.after.reserve.0;
    }
    Ok(sum)
}
