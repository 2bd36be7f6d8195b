-- The store of the house. {bytes} is the database's own type for bytes. Yes and no are 1 and 0, times are milliseconds
-- since 1970, money is cents unless it is on a meter: there it is hundredths of a cent.

-- The numbers given out so far, by what is numbered.
CREATE TABLE numbers (
    what TEXT PRIMARY KEY,
    last BIGINT NOT NULL
);

-- Append-only chains of lines. The epoch fences off a node that has lost its table.
CREATE TABLE chains (
    id BIGINT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('table', 'meter', 'house')),
    name TEXT NOT NULL UNIQUE,
    seq BIGINT NOT NULL,
    head {bytes} NOT NULL,
    epoch BIGINT NOT NULL
);

-- One row for lines written together. What is written with every round names its chain without a foreign key, which
-- would be looked up for each row: the same transaction has moved the chain on, so it is there.
CREATE TABLE lines (
    chain BIGINT NOT NULL,
    first BIGINT NOT NULL,
    last BIGINT NOT NULL,
    at BIGINT NOT NULL,
    text {bytes} NOT NULL,
    sealed BIGINT NOT NULL,
    PRIMARY KEY (chain, first)
);

CREATE TABLE nodes (
    id BIGINT PRIMARY KEY,
    address TEXT NOT NULL,
    beat BIGINT NOT NULL
);

CREATE TABLE tables (
    id BIGINT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    text TEXT NOT NULL,
    submission TEXT NOT NULL,
    mode TEXT NOT NULL CHECK (mode IN ('sealed', 'observed')),
    chain BIGINT NOT NULL UNIQUE REFERENCES chains (id),
    owner BIGINT REFERENCES nodes (id),
    open BIGINT NOT NULL,
    made BIGINT NOT NULL
);

-- What must stay secret while a deck is live.
CREATE TABLE kept (
    table_id BIGINT NOT NULL REFERENCES tables (id),
    deck BIGINT NOT NULL,
    box {bytes} NOT NULL,
    PRIMARY KEY (table_id, deck)
);

CREATE TABLE snapshots (
    chain BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    head {bytes} NOT NULL,
    box {bytes} NOT NULL,
    PRIMARY KEY (chain, seq)
);

CREATE TABLE signatures (
    chain BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    head {bytes} NOT NULL,
    key {bytes} NOT NULL,
    signature {bytes} NOT NULL,
    PRIMARY KEY (chain, seq)
);

CREATE TABLE rounds (
    chain BIGINT NOT NULL,
    round BIGINT NOT NULL,
    first BIGINT NOT NULL,
    last BIGINT NOT NULL,
    opened BIGINT NOT NULL,
    closed BIGINT NOT NULL,
    void BIGINT NOT NULL,
    staked BIGINT NOT NULL,
    won BIGINT NOT NULL,
    PRIMARY KEY (chain, round)
);
CREATE INDEX rounds_closed ON rounds (closed);

CREATE TABLE round_players (
    chain BIGINT NOT NULL,
    round BIGINT NOT NULL,
    who BIGINT NOT NULL,
    staked BIGINT NOT NULL,
    won BIGINT NOT NULL,
    hand TEXT NOT NULL,
    PRIMARY KEY (chain, round, who)
);
CREATE INDEX round_players_who ON round_players (who);

CREATE TABLE meters (
    id BIGINT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    chain BIGINT NOT NULL UNIQUE REFERENCES chains (id),
    text TEXT NOT NULL,
    wager TEXT NOT NULL,
    letter TEXT,
    parameters TEXT NOT NULL,
    amount BIGINT NOT NULL,
    reserve BIGINT NOT NULL,
    reseed BIGINT NOT NULL,
    sequence BIGINT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('running', 'disabled', 'decommissioned'))
);

CREATE TABLE people (
    id BIGINT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    password TEXT,
    roles TEXT NOT NULL,
    active BIGINT NOT NULL,
    failures BIGINT NOT NULL,
    locked_until BIGINT,
    must_change BIGINT NOT NULL,
    made BIGINT NOT NULL,
    changed BIGINT NOT NULL
);

CREATE TABLE sessions (
    token_hash {bytes} PRIMARY KEY,
    person BIGINT NOT NULL REFERENCES people (id),
    role TEXT NOT NULL,
    made BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    locked BIGINT NOT NULL,
    address TEXT NOT NULL
);
CREATE INDEX sessions_person ON sessions (person);

CREATE TABLE approvals (
    id BIGINT PRIMARY KEY,
    what TEXT NOT NULL,
    table_id BIGINT REFERENCES tables (id),
    asked_by BIGINT NOT NULL,
    asked_role TEXT NOT NULL,
    asked_at BIGINT NOT NULL,
    reason TEXT NOT NULL,
    decided_by BIGINT,
    decided_role TEXT,
    decided_at BIGINT,
    state TEXT NOT NULL CHECK (state IN ('open', 'granted', 'refused', 'withdrawn', 'used', 'expired'))
);
CREATE INDEX approvals_state ON approvals (state);

CREATE TABLE inbox (
    id TEXT PRIMARY KEY,
    table_id BIGINT NOT NULL REFERENCES tables (id),
    message TEXT NOT NULL,
    answer TEXT,
    made BIGINT NOT NULL
);
CREATE INDEX inbox_table ON inbox (table_id);
