//! What is read of chains: lines, what is kept for them, snapshots, signatures, the search for rounds.

use super::batch::{LineRow, RoundPlayer, RoundRow, SignatureRow, Snapshot};
use super::{ChainId, Store, StoreError, TableId};
use croupier_rules::{Card, CardSet};
use croupier_table::{DeckId, PersonId, Timestamp};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row as _};

/// Rows that are read at once.
const PAGE: u32 = 512;

/// What an auditor looks for; what is not said does not matter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RoundSearch {
    /// In one of these chains; none, in any.
    pub chains: Vec<ChainId>,
    /// With this number.
    pub round: Option<u64>,
    /// With this player.
    pub who: Option<PersonId>,
    /// Closed at or after this.
    pub since: Option<Timestamp>,
    /// Closed before this.
    pub before: Option<Timestamp>,
    /// Void or not.
    pub void: Option<bool>,
    /// Where a player got back at least so many cents.
    pub returned: Option<i64>,
    /// Where a player staked at least so many cents.
    pub staked: Option<i64>,
    /// With all these cards among one player's.
    pub hand: CardSet,
    /// After so many that fit as well.
    pub skip: u32,
    /// At most so many; 100 if nothing is said.
    pub most: Option<u32>,
}

impl Store {
    /// The rows of a chain with lines numbered `from` or more, in order, at most so many: to be asked again with the
    /// number after the last until none comes.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn lines(&self, chain: ChainId, from: u64, most: u32) -> Result<Vec<LineRow>, StoreError> {
        // The row that holds line `from` may begin before it.
        let query = sqlx::query(
            "SELECT first, last, at, text, sealed FROM lines WHERE chain = $1 AND first >= \
             (SELECT COALESCE(MAX(first), 0) FROM lines WHERE chain = $1 AND first <= $2) AND last >= $2 \
             ORDER BY first LIMIT $3",
        );
        let rows = query.bind(chain.0).bind(from as i64).bind(i64::from(most)).fetch_all(self.pool()).await?;
        rows.iter().map(LineRow::read).collect()
    }

    /// The rows of a chain written from one moment to another, and the last one before, in order.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn lines_between(
        &self,
        chain: ChainId,
        since: Timestamp,
        upto: Timestamp,
    ) -> Result<Vec<LineRow>, StoreError> {
        let query = sqlx::query(
            "SELECT first, last, at, text, sealed FROM lines WHERE chain = $1 AND at <= $3 AND first >= \
             (SELECT COALESCE(MAX(first), 0) FROM lines WHERE chain = $1 AND at < $2) ORDER BY first LIMIT 10000",
        );
        let rows = query.bind(chain.0).bind(since.0 as i64).bind(upto.0 as i64).fetch_all(self.pool()).await?;
        rows.iter().map(LineRow::read).collect()
    }

    /// The rows of a chain that are sealed, in order.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn sealed_lines(&self, chain: ChainId) -> Result<Vec<LineRow>, StoreError> {
        let query = sqlx::query(
            "SELECT first, last, at, text, sealed FROM lines WHERE chain = $1 AND sealed = 1 ORDER BY first",
        );
        query.bind(chain.0).fetch_all(self.pool()).await?.iter().map(LineRow::read).collect()
    }

    /// All the lines of a chain that has none sealed: a meter's, or that of the house.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn whole(&self, chain: ChainId) -> Result<String, StoreError> {
        let (mut text, mut next) = (String::new(), 0);
        loop {
            let rows = self.lines(chain, next, PAGE).await?;
            let Some(last) = rows.last() else { return Ok(text) };
            next = last.last + 1;
            // A line that is no text any more is seen by its hash.
            rows.iter().for_each(|row| text.push_str(&String::from_utf8_lossy(&row.text)));
        }
    }

    /// What is kept in secret for the decks of a table.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn sealed_shuffles(&self, table: TableId) -> Result<Vec<(DeckId, Vec<u8>)>, StoreError> {
        let query = sqlx::query("SELECT deck, box FROM kept WHERE table_id = $1 ORDER BY deck").bind(table.0);
        let mut kept = Vec::new();
        for row in query.fetch_all(self.pool()).await? {
            let number: i64 = row.try_get(0)?;
            let deck = DeckId::ALL.into_iter().find(|deck| deck.index() as i64 == number);
            let unknown = || StoreError::Damaged(format!("a deck {number}"));
            kept.push((deck.ok_or_else(unknown)?, row.try_get(1)?));
        }
        Ok(kept)
    }

    /// The last snapshot of a chain at or before a line.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn snapshot(&self, chain: ChainId, upto: u64) -> Result<Option<Snapshot>, StoreError> {
        let query = sqlx::query(
            "SELECT seq, head, box FROM snapshots WHERE chain = $1 AND seq <= $2 ORDER BY seq DESC LIMIT 1",
        );
        let upto = i64::try_from(upto).unwrap_or(i64::MAX);
        let row = query.bind(chain.0).bind(upto).fetch_optional(self.pool()).await?;
        row.map(|row| {
            let head = super::digest(row.try_get(1)?)?;
            Ok(Snapshot { seq: row.try_get::<i64, _>(0)? as u64, head, sealed: row.try_get(2)? })
        })
        .transpose()
    }

    /// The signatures of a chain's heads from a line on, in order, at most so many.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn signatures(&self, chain: ChainId, from: u64, most: u32) -> Result<Vec<SignatureRow>, StoreError> {
        let query = sqlx::query(
            "SELECT seq, head, key, signature FROM signatures WHERE chain = $1 AND seq >= $2 ORDER BY seq LIMIT $3",
        );
        let rows = query.bind(chain.0).bind(from as i64).bind(i64::from(most)).fetch_all(self.pool()).await?;
        let read = |row: &AnyRow| {
            let (seq, head) = (row.try_get::<i64, _>(0)? as u64, super::digest(row.try_get(1)?)?);
            Ok(SignatureRow { seq, head, key: row.try_get(2)?, signature: row.try_get(3)? })
        };
        rows.iter().map(read).collect()
    }

    /// Rounds that fit a search, the latest first.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn rounds(&self, search: &RoundSearch) -> Result<Vec<(ChainId, RoundRow)>, StoreError> {
        let (conditions, values) = search.conditions();
        let most = search.most.unwrap_or(100);
        let text = format!(
            "SELECT * FROM rounds{conditions} ORDER BY closed DESC, chain, round DESC LIMIT {most} OFFSET {}",
            search.skip
        );
        let mut query = sqlx::query(AssertSqlSafe(text));
        for value in values {
            query = query.bind(value);
        }
        let mut rounds = Vec::new();
        for row in query.fetch_all(self.pool()).await? {
            let (chain, mut round) = RoundRow::read(&row)?;
            round.players = self.players(chain, round.round).await?;
            rounds.push((chain, round));
        }
        Ok(rounds)
    }

    async fn players(&self, chain: ChainId, round: u64) -> Result<Vec<RoundPlayer>, StoreError> {
        let query = sqlx::query(
            "SELECT who, staked, returned, hand FROM round_players WHERE chain = $1 AND round = $2 ORDER BY who",
        );
        let rows = query.bind(chain.0).bind(round as i64).fetch_all(self.pool()).await?;
        let read = |row: &AnyRow| {
            let who = PersonId::new(row.try_get::<i64, _>(0)? as u32);
            Ok(RoundPlayer { who, staked: row.try_get(1)?, returned: row.try_get(2)?, hand: row.try_get(3)? })
        };
        rows.iter().map(read).collect()
    }
}

impl RoundSearch {
    /// The conditions of the search, and their values in order.
    fn conditions(&self) -> (String, Vec<i64>) {
        let player =
            "EXISTS (SELECT 1 FROM round_players p WHERE p.chain = rounds.chain AND p.round = rounds.round AND ";
        let wanted = [
            (self.round.map(|round| round as i64), "round = $".to_owned(), ""),
            (self.since.map(|at| at.0 as i64), "closed >= $".to_owned(), ""),
            (self.before.map(|at| at.0 as i64), "closed < $".to_owned(), ""),
            (self.void.map(i64::from), "void = $".to_owned(), ""),
            (self.who.map(|who| i64::from(who.number())), format!("{player}p.who = $"), ")"),
            (self.returned, format!("{player}p.returned >= $"), ")"),
            (self.staked, format!("{player}p.staked >= $"), ")"),
        ];
        let mut values: Vec<i64> = self.chains.iter().map(|chain| chain.0).collect();
        let places: Vec<String> = (1..=values.len()).map(|place| format!("${place}")).collect();
        let mut text = match places.is_empty() {
            true => String::new(),
            false => format!(" WHERE chain IN ({})", places.join(", ")),
        };
        for (value, before, after) in wanted {
            let Some(value) = value else { continue };
            values.push(value);
            let joined = if values.len() == 1 { " WHERE " } else { " AND " };
            text.push_str(&format!("{joined}{before}{}{after}", values.len()));
        }
        if !self.hand.is_empty() {
            // A card is written in letters of its own, so nothing else can stand between the quotation marks.
            let holds = |card: Card| format!("p.hand LIKE '%{card}%'");
            let cards: Vec<_> = self.hand.iter().map(holds).collect();
            let joined = if text.is_empty() { " WHERE " } else { " AND " };
            text.push_str(&format!("{joined}{player}{})", cards.join(" AND ")));
        }
        (text, values)
    }
}

impl LineRow {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        let number = |column: usize| row.try_get::<i64, _>(column).map(|number| number as u64);
        let (first, last, at) = (number(0)?, number(1)?, Timestamp(number(2)?));
        Ok(Self { first, last, at, text: row.try_get(3)?, sealed: number(4)? != 0 })
    }
}

impl RoundRow {
    fn read(row: &AnyRow) -> Result<(ChainId, Self), StoreError> {
        let number = |column: &str| row.try_get::<i64, _>(column);
        let round = Self {
            round: number("round")? as u64,
            first: number("first")? as u64,
            last: number("last")? as u64,
            opened: Timestamp(number("opened")? as u64),
            closed: Timestamp(number("closed")? as u64),
            void: number("void")? != 0,
            staked: number("staked")?,
            returned: row.try_get("returned")?,
            players: Vec::new(),
        };
        Ok((ChainId(number("chain")?), round))
    }
}
