ALTER TABLE reeve.live_copy
  ADD paused_at timestamptz,
  ADD paused_by text,
  ADD pace jsonb NOT NULL DEFAULT '{}',
  ADD wal_place pg_lsn,
  ADD wal_at timestamptz;

COMMENT ON COLUMN reeve.live_copy.paused_at IS
  'Since when nothing is copied or applied; the change log goes on.';

COMMENT ON COLUMN reeve.live_copy.pace IS
  'What it waits for, whoever runs it: max_lag (s of a standby), max_active (sessions), '
  'max_snapshot (s of the oldest), max_wal (bytes a second of the whole server).';

COMMENT ON COLUMN reeve.live_copy.wal_place IS
  'Where the WAL was at wal_at, to tell its rate by.';

INSERT INTO reeve.job_kind(name, queue_id, enqueuers, step_function, is_internal)
SELECT k.name, q.queue_id, '{reeve_migrator,reeve_owner}', k.step_function, TRUE
FROM reeve.queue q,
  (VALUES ('migrate.copy', 'migrate_copy_step'), ('migrate.verify', 'migrate_verify_step'))
  k(name, step_function)
WHERE q.name = 'default';
