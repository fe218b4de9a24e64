-- What a rank has still to reckon again: read from the change log without running any app's code,
-- so that no app's rank holds up the log or another's.

CREATE TABLE reeve.rank_stale(
  stale_id bigint GENERATED ALWAYS AS IDENTITY,
  rank_id int CONSTRAINT rank_stale_rank_fkey REFERENCES reeve.rank_rule ON DELETE CASCADE,
  key text,
  CONSTRAINT rank_stale_pkey PRIMARY KEY (rank_id, stale_id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

COMMENT ON TABLE reeve.rank_stale IS
  'Ranked rows whose points have changed since their score was reckoned, once for each change.';

COMMENT ON COLUMN reeve.rank_stale.key IS 'NULL = all rows.';

CREATE INDEX change_rank ON reeve.change(collection_id, xid, change_id) WHERE collection_id < 0;
