-- The few rows that are sealed: of decks that are still to be played, or whose keys were lost.
CREATE INDEX lines_sealed ON lines (chain, first) WHERE sealed = 1;
