-- Live migration: a collection's rows are copied to a table of another form while the app writes.
--
-- One side is live, the other follows. Triggers on the live side append keys to the change log;
-- what follows is written by one transaction at a time only, which holds the lock on the copy's row
-- and reads the rows anew: so neither the order of changes nor a repetition matters.

CREATE TABLE reeve.live_copy(
  copy_id int GENERATED ALWAYS AS IDENTITY CONSTRAINT live_copy_pkey PRIMARY KEY,
  app text NOT NULL CONSTRAINT live_copy_app_fkey REFERENCES reeve.app,
  name text NOT NULL,
  mapping jsonb NOT NULL,
  source regclass NOT NULL,
  target regclass NOT NULL,
  statements jsonb NOT NULL,
  parked jsonb NOT NULL DEFAULT '[]',
  phase text NOT NULL DEFAULT 'copying' CONSTRAINT live_copy_phase CHECK (
    phase IN ('copying', 'following', 'live', 'finished', 'abandoned')),
  broken text,
  seen pg_snapshot,
  last_key text[],
  batch_rows int NOT NULL DEFAULT 1000
    CONSTRAINT live_copy_batch CHECK (batch_rows BETWEEN 100 AND 50000),
  rows_per_second float8,
  total bigint NOT NULL,
  copied bigint NOT NULL DEFAULT 0,
  applied bigint NOT NULL DEFAULT 0,
  verified_at timestamptz,
  verified_rows bigint,
  differing bigint,
  started_by text NOT NULL DEFAULT session_user,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  copied_at timestamptz,
  cut_at timestamptz,
  ended_at timestamptz,
  CONSTRAINT live_copy_ended CHECK ((phase IN ('finished', 'abandoned')) = (ended_at IS NOT NULL))
) WITH (fillfactor = 50);

COMMENT ON TABLE reeve.live_copy IS
  'Collections that move from one table to another while the app writes.';

COMMENT ON COLUMN reeve.live_copy.source IS
  'The table that was there before; after the cutover it bears another name and follows.';

COMMENT ON COLUMN reeve.live_copy.statements IS
  'What the hand runs in the present direction: from the live table to the one that follows.';

COMMENT ON COLUMN reeve.live_copy.parked IS
  'What was taken from the table that follows, and comes back when it goes live: triggers, foreign '
  'keys.';

COMMENT ON COLUMN reeve.live_copy.phase IS
  'copying, following: the source is live; live: the target is; finished, abandoned: it is over.';

COMMENT ON COLUMN reeve.live_copy.broken IS 'Why it cannot go on, such as a truncation.';

COMMENT ON COLUMN reeve.live_copy.seen IS
  'Every change visible in this snapshot is applied, also those above the reader''s place, which '
  'stops at the oldest transaction that runs.';

COMMENT ON COLUMN reeve.live_copy.last_key IS 'Key of the last row copied, a text a column.';

COMMENT ON COLUMN reeve.live_copy.total IS 'Rows of the source at the start, as estimated.';

CREATE UNIQUE INDEX live_copy_open ON reeve.live_copy(app, name) WHERE ended_at IS NULL;

CREATE TABLE reeve.live_copy_reject(
  copy_id int NOT NULL CONSTRAINT live_copy_reject_copy_fkey REFERENCES reeve.live_copy,
  key text NOT NULL,
  code text NOT NULL,
  reason text NOT NULL,
  rejected_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT live_copy_reject_pkey PRIMARY KEY (copy_id, key)
);

COMMENT ON TABLE reeve.live_copy_reject IS
  'Quarantine: rows that the table that follows refuses. They are tried again when they change.';

CREATE TABLE reeve.change_purge(
  is_only boolean DEFAULT TRUE CONSTRAINT change_purge_pkey PRIMARY KEY
    CONSTRAINT change_purge_only CHECK (is_only),
  xid xid8 NOT NULL,
  change_id bigint NOT NULL
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

COMMENT ON TABLE reeve.change_purge IS 'How far the change log is purged.';

INSERT INTO reeve.change_purge(xid, change_id)
SELECT r.xid, r.change_id FROM reeve.change_reader r ORDER BY r.xid, r.change_id LIMIT 1;
