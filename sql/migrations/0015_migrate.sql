CREATE TABLE reeve.live_copy_use(
  copy_id int NOT NULL CONSTRAINT live_copy_use_copy_fkey REFERENCES reeve.live_copy,
  role_name text NOT NULL,
  application text NOT NULL,
  used_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

COMMENT ON TABLE reeve.live_copy_use IS
  'Who wrote through the old name of a table after a cutover; about one row an hour for each '
  'login and application.';

CREATE INDEX live_copy_use_last
  ON reeve.live_copy_use(copy_id, role_name, application, used_at);

ALTER TABLE reeve.live_copy
  ADD paused_at timestamptz,
  ADD paused_by text,
  ADD pace jsonb NOT NULL DEFAULT '{}',
  ADD wal_place pg_lsn,
  ADD wal_at timestamptz,
  ADD dependents jsonb NOT NULL DEFAULT '{}';

COMMENT ON COLUMN reeve.live_copy.paused_at IS
  'Since when nothing is copied or applied; the change log goes on.';

COMMENT ON COLUMN reeve.live_copy.pace IS
  'What it waits for, whoever runs it: max_lag (s of a standby), max_active (sessions), '
  'max_snapshot (s of the oldest), max_wal (bytes a second of the whole server).';

COMMENT ON COLUMN reeve.live_copy.dependents IS
  'Between a cutover and its rollback: by object that refers to the old name, its definition '
  'before (was) and after (now), as of reeve.migrate_definition, and the way it was changed.';

COMMENT ON COLUMN reeve.live_copy.unvalidated IS
  'Steps that the last cutover or rollback left until its locks were gone: foreign keys to '
  'validate, and what the next one needs (is_needed). reeve.migrate_after does the first.';

COMMENT ON COLUMN reeve.live_copy.wal_place IS
  'Where the WAL was at wal_at, to tell its rate by.';

INSERT INTO reeve.job_kind(name, queue_id, enqueuers, step_function, is_internal)
SELECT k.name, q.queue_id, '{reeve_migrator,reeve_owner}', k.step_function, TRUE
FROM reeve.queue q,
  (VALUES ('migrate.copy', 'migrate_copy_step'), ('migrate.verify', 'migrate_verify_step'))
  k(name, step_function)
WHERE q.name = 'default';

-- Several processes copy at once: each takes a range of keys that no other has.

CREATE TABLE reeve.live_copy_range(
  copy_id int NOT NULL CONSTRAINT live_copy_range_copy_fkey REFERENCES reeve.live_copy,
  range_id bigint GENERATED ALWAYS AS IDENTITY,
  low text[],
  high text[],
  size int NOT NULL,
  CONSTRAINT live_copy_range_pkey PRIMARY KEY (copy_id, range_id)
);

COMMENT ON TABLE reeve.live_copy_range IS
  'Ranges of a live copy that are to be copied: who copies one locks its row, and deletes it with '
  'what it writes.';

COMMENT ON COLUMN reeve.live_copy_range.low IS
  'The key before its first row; NULL = from the first.';

COMMENT ON COLUMN reeve.live_copy_range.high IS 'The key of its last row; NULL = to the last.';

COMMENT ON COLUMN reeve.live_copy_range.size IS 'Its rows when it was made; a last one has fewer.';

ALTER TABLE reeve.live_copy
  ADD is_split boolean NOT NULL DEFAULT FALSE,
  ADD apply_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ADD stepped_at timestamptz NOT NULL DEFAULT clock_timestamp();

COMMENT ON COLUMN reeve.live_copy.last_key IS
  'Key of the last row for which a range was made, a text a column.';

COMMENT ON COLUMN reeve.live_copy.is_split IS 'Whether ranges were made for all rows.';

COMMENT ON COLUMN reeve.live_copy.apply_at IS
  'When those who copy stop for a moment, so that changes are applied.';

COMMENT ON COLUMN reeve.live_copy.stepped_at IS
  'When a range was copied last, to tell the rate by.';

-- Who is told each change of a live copy, outside of the database.

CREATE TABLE reeve.live_copy_emitter(
  copy_id int NOT NULL CONSTRAINT live_copy_emitter_copy_fkey REFERENCES reeve.live_copy,
  name text NOT NULL CONSTRAINT live_copy_emitter_name CHECK (name ~ '^[a-z][a-z0-9_-]{0,39}$'),
  is_seeding boolean NOT NULL,
  seeded regclass,
  last_key text[],
  emitted bigint NOT NULL DEFAULT 0,
  started_by text NOT NULL DEFAULT session_user,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  emitted_at timestamptz,
  pid int NOT NULL DEFAULT pg_backend_pid(),
  backend_start timestamptz NOT NULL,
  CONSTRAINT live_copy_emitter_pkey PRIMARY KEY (copy_id, name)
);

COMMENT ON TABLE reeve.live_copy_emitter IS
  'Streams of a live copy''s changes to a program or a file, each a reader of the change log.';

COMMENT ON COLUMN reeve.live_copy_emitter.is_seeding IS
  'Whether all rows there are come first, which they do in the order of their keys.';

COMMENT ON COLUMN reeve.live_copy_emitter.seeded IS
  'The table whose rows come; where another goes live meanwhile, they come again.';

COMMENT ON COLUMN reeve.live_copy_emitter.last_key IS
  'Key of the last of these rows that was dealt with, a text a column.';

COMMENT ON COLUMN reeve.live_copy_emitter.pid IS
  'The server process of the session that emits, or that emitted last.';

COMMENT ON COLUMN reeve.live_copy_emitter.backend_start IS
  'When that process began, which distinguishes it from a later one of the same pid.';

-- Live copies whose target is in another database, or on another server.

ALTER TABLE reeve.live_copy
  ALTER target DROP NOT NULL,
  ADD server text,
  ADD token uuid,
  ADD is_placed boolean NOT NULL DEFAULT FALSE,
  ADD CONSTRAINT live_copy_server CHECK (
    (target IS NULL) = (server IS NOT NULL) AND (target IS NULL) = (token IS NOT NULL)),
  DROP CONSTRAINT live_copy_phase,
  ADD CONSTRAINT live_copy_phase CHECK (phase IN ('copying', 'following', 'live', 'finished',
    'abandoned') OR phase IN ('closing', 'returning') AND server IS NOT NULL),
  ADD back jsonb,
  ADD back_step bigint NOT NULL DEFAULT 0,
  ADD round int NOT NULL DEFAULT 0;

COMMENT ON COLUMN reeve.live_copy.target IS 'The table that follows; NULL = it is elsewhere.';

COMMENT ON COLUMN reeve.live_copy.server IS
  'Where the target is: a connection string of libpq, without a password.';

COMMENT ON COLUMN reeve.live_copy.token IS
  'By what the target''s database knows this copy, in its table reeve_copy.copy.';

COMMENT ON COLUMN reeve.live_copy.is_placed IS
  'Whether the target''s database has recorded the copy; if it has no such record any more, it is '
  'another database, or was restored.';

COMMENT ON COLUMN reeve.live_copy.phase IS
  'copying, following: the source is live; closing: the source refuses writes while the last '
  'changes reach another server; live: the target is; returning: neither takes writes while the '
  'last changes come back from another server; finished, abandoned: it is over.';

COMMENT ON COLUMN reeve.live_copy.back IS
  'The statements by which changes come back from another server after the cutover; NULL = there '
  'is no way back from there.';

COMMENT ON COLUMN reeve.live_copy.back_step IS
  'The number, given there, of the last changes that came back: an older step would undo them.';

COMMENT ON COLUMN reeve.live_copy.round IS 'How many rollbacks from another server have begun.';

-- Reeve's own work yields to a cutover that waits, and a copy knows the partitions it has seen.

ALTER TABLE reeve.live_copy
  ADD awaited_until timestamptz,
  ADD leaves jsonb NOT NULL DEFAULT '{}';

COMMENT ON COLUMN reeve.live_copy.awaited_until IS
  'Until when other work of Reeve leaves its tables alone, because a command waits for their '
  'locks: extended at each attempt, so that the mark of a killed command expires. NULL = none '
  'waits.';

COMMENT ON COLUMN reeve.live_copy.leaves IS
  'The files (pg_class.relfilenode) of the partitions of its source and its target when all rows '
  'were last compared: where they are others, a partition has come, gone or been emptied since.';
