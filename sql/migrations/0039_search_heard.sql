-- Searches are noted by whoever searches, at the price of one row, and counted later: those of an
-- app's users, in transactions of any length, do not wait for each other.

CREATE UNLOGGED TABLE reeve.search_heard(
  day date NOT NULL DEFAULT (clock_timestamp() AT TIME ZONE 'UTC')::date,
  app text NOT NULL,
  query text,
  is_empty boolean NOT NULL,
  step int NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

COMMENT ON TABLE reeve.search_heard IS 'Searches that are not counted yet; of minutes.';

COMMENT ON COLUMN reeve.search_heard.query IS
  'NULL where it looks like an address, a number of somebody''s or a whole text.';

COMMENT ON COLUMN reeve.search_heard.step IS 'Of reeve.search_pace.';

INSERT INTO reeve.turn(name) VALUES ('search noted');
