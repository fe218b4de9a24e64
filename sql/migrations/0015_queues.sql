-- Queues with limits, jobs that wait for others, cancellation, and counts that need no counting.

ALTER TABLE reeve.queue
  ADD COLUMN max_running int CONSTRAINT queue_max_running CHECK (max_running > 0),
  ADD COLUMN rate double precision CONSTRAINT queue_rate CHECK (rate > 0 AND rate <= 1e6),
  ADD COLUMN burst int CONSTRAINT queue_burst CHECK (burst > 0),
  ADD CONSTRAINT queue_rate_burst CHECK ((rate IS NULL) = (burst IS NULL));

COMMENT ON COLUMN reeve.queue.max_running IS
  'Most live leases at a time, over all workers; NULL = no limit.';

COMMENT ON COLUMN reeve.queue.rate IS 'Starts a second in the long run; NULL = no limit.';

COMMENT ON COLUMN reeve.queue.burst IS 'Starts that may come at once after a rest.';

-- Apart from reeve.queue, which every claim reads, because it changes with every claim.
CREATE TABLE reeve.queue_bucket(
  queue_id int CONSTRAINT queue_bucket_pkey PRIMARY KEY
    CONSTRAINT queue_bucket_queue_fkey REFERENCES reeve.queue ON DELETE CASCADE,
  tokens double precision NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

COMMENT ON TABLE reeve.queue_bucket IS
  'Token buckets of queues with a limit; its row is also what claims of such a queue wait for.';

ALTER TABLE reeve.job_run ADD COLUMN cancel_at timestamptz;

COMMENT ON COLUMN reeve.job_run.cancel_at IS 'Somebody asked that it be cancelled.';

CREATE INDEX job_run_cancel ON reeve.job_run(worker_id) WHERE cancel_at IS NOT NULL;

ALTER TABLE reeve.job_end DROP CONSTRAINT job_end_outcome;

ALTER TABLE reeve.job_end ADD CONSTRAINT job_end_outcome CHECK (
  outcome IN ('completed', 'retryable', 'discarded', 'lost', 'cancelled'));

ALTER TABLE reeve.job_end ALTER COLUMN worker_id DROP NOT NULL,
  ALTER COLUMN claimed_at DROP NOT NULL;

COMMENT ON COLUMN reeve.job_end.worker_id IS 'NULL = cancelled while it did not run.';

COMMENT ON COLUMN reeve.job_end.claimed_at IS 'NULL = cancelled while it did not run.';

ALTER TABLE reeve.job_dead DROP CONSTRAINT job_dead_reason;

ALTER TABLE reeve.job_dead ADD CONSTRAINT job_dead_reason CHECK (
  reason IN ('attempts', 'losses', 'handler'));

COMMENT ON COLUMN reeve.job_dead.reason IS
  'Out of attempts; three workers died over it; its handler said that trying again is no use.';

ALTER TABLE reeve.job_progress
  ADD COLUMN note text CONSTRAINT job_progress_note CHECK (char_length(note) <= 1000),
  ADD COLUMN checkpoint jsonb
    CONSTRAINT job_progress_checkpoint CHECK (pg_column_size(checkpoint) <= 65536);

COMMENT ON COLUMN reeve.job_progress.note IS 'What it is at.';

COMMENT ON COLUMN reeve.job_progress.checkpoint IS 'Where the next attempt may go on.';

-- Attributes of the days' partitions come from the parent, their defaults do not matter here.
ALTER TABLE reeve.job_log ADD COLUMN level text NOT NULL DEFAULT 'info'
  CONSTRAINT job_log_level CHECK (level IN ('debug', 'info', 'warning', 'error'));

COMMENT ON COLUMN reeve.job_log.level IS 'How much it matters.';

CREATE TABLE reeve.job_wait(
  job_id bigint CONSTRAINT job_wait_pkey PRIMARY KEY,
  day date NOT NULL,
  queue_id int NOT NULL,
  priority smallint NOT NULL CONSTRAINT job_wait_priority CHECK (priority BETWEEN -1 AND 1),
  due_at timestamptz,
  missing int NOT NULL CONSTRAINT job_wait_missing CHECK (missing >= 0)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

COMMENT ON TABLE reeve.job_wait IS 'Jobs that wait for others to be completed.';

COMMENT ON COLUMN reeve.job_wait.missing IS 'How many of these are not.';

CREATE TABLE reeve.job_after(
  needed_id bigint NOT NULL,
  job_id bigint NOT NULL,
  CONSTRAINT job_after_pkey PRIMARY KEY (needed_id, job_id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

COMMENT ON TABLE reeve.job_after IS 'Which job waits for which.';

CREATE INDEX job_after_job ON reeve.job_after(job_id);

-- How many jobs are where is the sum over this table: whoever moves jobs appends what it moved, and
-- housekeeping folds the rows together. No statement waits for another one's counter.
CREATE TABLE reeve.job_delta(
  queue_id int NOT NULL,
  state text NOT NULL CONSTRAINT job_delta_state CHECK (state IN ('available', 'scheduled',
    'retryable', 'waiting', 'running', 'completed', 'cancelled', 'discarded')),
  n bigint NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000);

COMMENT ON TABLE reeve.job_delta IS 'Changes of the number of jobs in a state.';

INSERT INTO reeve.job_delta(queue_id, state, n)
SELECT r.queue_id, 'available', count(*) FROM reeve.job_ready r GROUP BY 1
UNION ALL
SELECT t.queue_id, CASE t.reason WHEN 'retryable' THEN 'retryable' ELSE 'scheduled' END, count(*)
FROM reeve.job_timer t GROUP BY 1, 2
UNION ALL
SELECT r.queue_id, 'running', count(*) FROM reeve.job_run r GROUP BY 1
UNION ALL
SELECT d.queue_id, 'discarded', count(*) FROM reeve.job_dead d GROUP BY 1
UNION ALL
SELECT j.queue_id, 'completed', count(*)
FROM reeve.job_end e JOIN reeve.job j ON j.job_id = e.job_id AND j.day = e.day
WHERE e.outcome = 'completed' GROUP BY 1;
