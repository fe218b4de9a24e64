-- Imports: how far each has come, what it could not take, and where its rows are staged.
--
-- A file is read in chunks, each one transaction: rows are copied to the import's own table in
-- reeve_stage, the app writer upserts them into the target, and the import's row moves on by
-- exactly the records that were written or quarantined. What was killed continues after the last
-- chunk.

CREATE TABLE reeve.import(
  import_id int GENERATED ALWAYS AS IDENTITY CONSTRAINT import_pkey PRIMARY KEY,
  app text NOT NULL CONSTRAINT import_app_fkey REFERENCES reeve.app,
  source text NOT NULL,
  mapping jsonb NOT NULL,
  file text NOT NULL,
  file_mark text NOT NULL,
  declared bigint CONSTRAINT import_declared CHECK (declared >= 0),
  read bigint NOT NULL DEFAULT 0,
  inserted bigint NOT NULL DEFAULT 0,
  changed bigint NOT NULL DEFAULT 0,
  same bigint NOT NULL DEFAULT 0,
  quarantined bigint NOT NULL DEFAULT 0,
  next_offset bigint NOT NULL DEFAULT 0,
  next_line bigint NOT NULL DEFAULT 1,
  started_by text NOT NULL DEFAULT session_user,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at timestamptz,
  is_fresh boolean NOT NULL DEFAULT FALSE,
  statements jsonb NOT NULL DEFAULT '{}',
  CONSTRAINT import_counts CHECK (read = inserted + changed + same + quarantined),
  CONSTRAINT import_finished CHECK (finished_at IS NULL OR read = declared)
);

COMMENT ON TABLE reeve.import IS 'Imports of files, one a run; a run that was interrupted '
'continues.';

COMMENT ON COLUMN reeve.import.file_mark IS
  'Size and time of the file: a run continues only in the file that it began with.';

COMMENT ON COLUMN reeve.import.declared IS
  'Records that the source holds, as it declares or as they were counted; NULL until the end where '
  'nobody has counted them. No run finishes with fewer or more.';

COMMENT ON COLUMN reeve.import.same IS 'Records whose row was there already, equal.';

COMMENT ON COLUMN reeve.import.next_offset IS 'Byte, from 0, after the last record that is done.';

COMMENT ON COLUMN reeve.import.next_line IS 'Line, from 1, of that byte.';

COMMENT ON COLUMN reeve.import.is_fresh IS
  'The target held no row when the import began: whatever key is there already came since, so that '
  'no list of the keys met is needed.';

COMMENT ON COLUMN reeve.import.statements IS
  'What the app writer runs, by kind: reeve.import_statements.';

CREATE UNIQUE INDEX import_open ON reeve.import(app, source) WHERE finished_at IS NULL;

CREATE TABLE reeve.quarantine(
  import_id int NOT NULL CONSTRAINT quarantine_import_fkey REFERENCES reeve.import,
  record bigint NOT NULL,
  line bigint NOT NULL,
  byte_offset bigint NOT NULL,
  code text NOT NULL,
  reason text NOT NULL,
  original bytea NOT NULL,
  is_cut boolean NOT NULL,
  CONSTRAINT quarantine_pkey PRIMARY KEY (import_id, record)
);

COMMENT ON TABLE reeve.quarantine IS 'Records that an import could not take, as they were.';

COMMENT ON COLUMN reeve.quarantine.record IS 'Number of the record in its file, from 1.';

COMMENT ON COLUMN reeve.quarantine.code IS
  'SQLSTATE where the database refused it, else a word: encoding, syntax, length, type, field or '
  'key.';

COMMENT ON COLUMN reeve.quarantine.is_cut IS 'The original is longer than what is kept here.';

-- Live migration: a collection's rows are copied to a table of another form while the app writes.
--
-- One side is live, the other follows. Triggers on the live side append keys to the change log;
-- what follows is written by one transaction at a time only, which holds the lock on the copy's row
-- and reads the rows again: so neither the order of changes nor a repetition matters.

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
  unvalidated jsonb NOT NULL DEFAULT '[]',
  CONSTRAINT live_copy_ended CHECK ((phase IN ('finished', 'abandoned')) = (ended_at IS NOT NULL))
) WITH (fillfactor = 50);

COMMENT ON TABLE reeve.live_copy IS
  'Collections that move from one table to another while the app writes.';

COMMENT ON COLUMN reeve.live_copy.source IS
  'The table that was there before; after the cutover it bears another name and follows.';

COMMENT ON COLUMN reeve.live_copy.statements IS
  'What the app writer runs in the present direction: from the live table to the one that follows.';

COMMENT ON COLUMN reeve.live_copy.parked IS
  'What was taken from the table that follows, and comes back when it goes live: triggers, foreign '
  'keys.';

COMMENT ON COLUMN reeve.live_copy.phase IS
  'copying, following: the source is live; live: the target is; finished, abandoned: it is over.';

COMMENT ON COLUMN reeve.live_copy.broken IS 'Why it cannot continue, such as a truncation.';

COMMENT ON COLUMN reeve.live_copy.seen IS
  'Every change visible in this snapshot is applied, also those above the reader''s place, which '
  'stops at the oldest transaction that runs.';

COMMENT ON COLUMN reeve.live_copy.last_key IS 'Key of the last row copied, a text a column.';

COMMENT ON COLUMN reeve.live_copy.total IS 'Rows of the source at the start, as estimated.';

COMMENT ON COLUMN reeve.live_copy.unvalidated IS
  'Statements that validate the foreign keys that came back with the last cutover or rollback, '
  'each with its role; empty once they have run.';

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
