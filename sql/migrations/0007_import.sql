-- Imports: how far each has come, what it could not take, and where its rows are staged.
--
-- A file is read in chunks, each one transaction: rows are copied to the import's own table in
-- reeve_stage, the hand upserts them into the target, and the import's row moves on by exactly the
-- records that were written or quarantined. What was killed goes on behind the last chunk.

CREATE TABLE reeve.import(
  import_id int GENERATED ALWAYS AS IDENTITY CONSTRAINT import_pkey PRIMARY KEY,
  app text NOT NULL CONSTRAINT import_app_fkey REFERENCES reeve.app,
  source text NOT NULL,
  mapping jsonb NOT NULL,
  write_sql text NOT NULL,
  compare_sql text NOT NULL,
  file text NOT NULL,
  file_mark text NOT NULL,
  declared bigint NOT NULL CONSTRAINT import_declared CHECK (declared >= 0),
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
  CONSTRAINT import_counts CHECK (read = inserted + changed + same + quarantined),
  CONSTRAINT import_finished CHECK (finished_at IS NULL OR read = declared)
);

COMMENT ON TABLE reeve.import IS 'Imports of files, one a run; a run that was cut off goes on.';

COMMENT ON COLUMN reeve.import.write_sql IS 'What the hand runs to upsert staged records $1 to $2.';

COMMENT ON COLUMN reeve.import.compare_sql IS
  'What the hand runs to find staged records whose row is missing or differs.';

COMMENT ON COLUMN reeve.import.file_mark IS
  'Size and time of the file: a run goes on only in the file that it began with.';

COMMENT ON COLUMN reeve.import.declared IS
  'Records that the file holds, counted before any was read; no run finishes with fewer or more.';

COMMENT ON COLUMN reeve.import.same IS 'Records whose row was there already, equal.';

COMMENT ON COLUMN reeve.import.next_offset IS 'Byte, from 0, behind the last record that is done.';

COMMENT ON COLUMN reeve.import.next_line IS 'Line, from 1, of that byte.';

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

GRANT USAGE ON SCHEMA reeve_stage TO reeve_hand;
