-- What came back to a player, stakes among it. Of earlier rounds only what the house added is known here, which tells
-- neither: their journals have it.
ALTER TABLE rounds DROP COLUMN won;
ALTER TABLE rounds ADD COLUMN returned BIGINT;
ALTER TABLE round_players DROP COLUMN won;
ALTER TABLE round_players ADD COLUMN returned BIGINT;
