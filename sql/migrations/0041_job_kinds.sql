-- Kinds of jobs as data: the function that does one step of a job, so that a new kind is a function
-- and a row.

CREATE TYPE reeve.job_step AS (
  state text,
  done bigint,
  total bigint,
  note text,
  wait interval,
  checkpoint jsonb
);

COMMENT ON TYPE reeve.job_step IS
  'What one step makes of its job. state: running = call again; completed; scheduled = start again '
  'after wait, no attempt charged; retryable, discarded, cancelled = failed, as note says. done '
  'and total: rows of the whole job, as in reeve.job_progress; NULL = as before. note: one line '
  'for the job''s log. checkpoint: what the next step needs to know.';

ALTER TABLE reeve.job_kind
  ADD COLUMN step_function text,
  ADD COLUMN step_rows int CONSTRAINT job_kind_step_rows CHECK (step_rows > 0),
  ADD COLUMN is_internal boolean NOT NULL DEFAULT FALSE;

COMMENT ON COLUMN reeve.job_kind.step_function IS
  'Function of schema reeve that does one step: (reeve.job, reeve.job_progress, max_rows int) '
  'RETURNS reeve.job_step; reeve.job_advance calls it. NULL = a program does this kind.';

COMMENT ON COLUMN reeve.job_kind.step_rows IS
  'Most rows of one step; NULL = as many as take about 80 ms, which the worker finds out.';

COMMENT ON COLUMN reeve.job_kind.is_internal IS
  'Reeve''s own work: the erasure of its subject neither cancels it nor clears its arguments.';

UPDATE reeve.job_kind k SET step_function = s.step_function, step_rows = s.step_rows
FROM (VALUES
  ('collection.expire', 'stale_expire', NULL),
  ('jobs.alter', 'job_alter_step', 10000),
  ('moderation.batch', 'batch_advance', NULL),
  ('moderation.erase', 'erasure_run', 1000),
  ('moderation.lift', 'action_lift', 20),
  ('moderation.sweep', 'action_sweep', NULL),
  ('search.sync', 'search_sync', 1000),
  ('sql', 'task_run', NULL)) s(name, step_function, step_rows)
WHERE k.name = s.name;

UPDATE reeve.job_kind SET is_internal = TRUE
WHERE name IN ('collection.expire', 'moderation.batch', 'moderation.erase', 'moderation.flag',
  'moderation.lift', 'moderation.sweep', 'notify.deliver', 'search.reindex', 'search.sync',
  'search.verify');
