-- What a worker can do, what a dead letter was known by, attempts that are over their time, and
-- jobs that are found by their number.

ALTER TABLE reeve.worker ADD COLUMN kinds text[];

COMMENT ON COLUMN reeve.worker.kinds IS 'Kinds of jobs that it knows; NULL = it did not say.';

ALTER TABLE reeve.job_dead ADD COLUMN key text;

COMMENT ON COLUMN reeve.job_dead.key IS
  'The unique_key that it gave up as it died, and takes again when it is retried.';

-- Partial, so that jobs without a time limit cost no index entry.
CREATE INDEX job_run_deadline ON reeve.job_run(deadline_at) WHERE deadline_at IS NOT NULL;

COMMENT ON COLUMN reeve.job_run.deadline_at IS
  'When the worker cancels it; 10 s later housekeeping ends it. NULL = never.';

COMMENT ON COLUMN reeve.job_kind.time_limit IS
  'An attempt that runs longer is cancelled and fails; NULL = no limit.';

-- A job that was ready from the first has its own number as its place, so that it is found there
-- without an index; one that comes back gets a new place, from the same sequence.
ALTER TABLE reeve.job_ready ALTER seq SET DEFAULT nextval('reeve.job_id_seq');

SELECT setval('reeve.job_id_seq', greatest(
  nextval('reeve.job_id_seq'), nextval('reeve.job_ready_seq')));

DROP SEQUENCE reeve.job_ready_seq;

COMMENT ON SEQUENCE reeve.job_id_seq IS
  'Numbers of jobs, and places of those that become ready later; gaps are normal.';

COMMENT ON COLUMN reeve.job_ready.seq IS
  'Order of claims: the job''s number where it was ready at once, else a later one.';

CREATE INDEX job_timer_job ON reeve.job_timer(job_id);
