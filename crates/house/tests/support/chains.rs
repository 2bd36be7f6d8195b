//! Lines and batches for the tests of the store: real lines of a journal, made without playing.

use croupier_house::store::{Batch, Fence, HouseLine, LineRow, NewTable, NodeId, Store, TableRow};
use croupier_rules::{Regulation, submission};
use croupier_table::journal::{Header, Journal};
use croupier_table::{Actor, Command, CommandEnvelope, DealMode, Timestamp};
use serde_json::json;

/// A table in a store, and the journal its lines come from.
pub(crate) struct Written {
    /// The table.
    pub(crate) table: TableRow,
    /// The journal.
    pub(crate) journal: Journal,
    /// By what right it writes.
    pub(crate) fence: Fence,
    /// The whole journal so far.
    pub(crate) text: String,
}

/// A line of the house.
pub(crate) fn said(what: &str) -> HouseLine {
    HouseLine::new(Timestamp(5), &"tests", &json!({ "said": what }))
}

impl Written {
    /// Makes a table that this node runs.
    pub(crate) async fn new(store: &Store, node: NodeId, name: &str) -> Self {
        let submission = submission::template(Regulation::Pa657a);
        let header = Header::new(name, DealMode::Sealed, "croupier 0", "rules", &submission);
        let (journal, text) = Journal::begin(&header);
        let (name, header, text_of_law) = (name.to_owned(), text.clone(), Regulation::Pa657a);
        let new = NewTable { name, text: text_of_law, submission, mode: DealMode::Sealed, header, made: Timestamp(2) };
        let table = store.make_table(&new, said("table made")).await.unwrap();
        let epoch = store.claim(table.id, node).await.unwrap().unwrap();
        Self { fence: Fence { table: table.id, epoch }, table, journal, text }
    }

    /// The next lines as a batch.
    pub(crate) fn batch(&mut self, lines: u64) -> Batch {
        let first = self.journal.commands() + 1;
        let mut text = String::new();
        for _ in 0..lines {
            let envelope =
                CommandEnvelope { id: None, at: Timestamp(first), by: Actor::HOUSE, command: Command::OpenTable };
            text.push_str(&self.journal.append(&envelope, &[]));
        }
        self.text.push_str(&text);
        let row = LineRow {
            first,
            last: self.journal.commands(),
            at: Timestamp(first),
            text: text.into_bytes(),
            sealed: false,
        };
        Batch {
            fence: Some(self.fence),
            chain: Some((self.table.chain, self.journal.head())),
            rows: vec![row],
            ..Batch::default()
        }
    }
}

/// All the text of a chain, read page by page.
pub(crate) async fn whole(store: &Store, chain: croupier_house::store::ChainId) -> String {
    let mut text = Vec::new();
    let mut from = 0;
    loop {
        let rows = store.lines(chain, from, 7).await.unwrap();
        let Some(last) = rows.last() else { break };
        from = last.last + 1;
        rows.iter().for_each(|row| text.extend_from_slice(&row.text));
    }
    String::from_utf8(text).unwrap()
}
