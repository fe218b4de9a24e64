-- Jobs: tables split by how often they are written. A job's body never changes; where it is is
-- told by the one narrow table that holds its row (ready, timer, wait, run or dead), so that a busy
-- queue rewrites nothing wide. What a job did is appended to job_end, one row an attempt.
--
-- Planner statistics of the hot tables are always out of date: with fresh ones or none, a claim was
-- planned as a bitmap scan and a sort of the whole queue. The functions over them therefore leave
-- the planner only index scans in order and nested loops.

CREATE TABLE reeve.queue(
  queue_id int GENERATED ALWAYS AS IDENTITY CONSTRAINT queue_pkey PRIMARY KEY,
  name text NOT NULL CONSTRAINT queue_name_key UNIQUE
    CONSTRAINT queue_name CHECK (name ~ '^[a-z][a-z0-9_-]{0,62}$'),
  paused_at timestamptz,
  max_running int CONSTRAINT queue_max_running CHECK (max_running > 0),
  rate double precision CONSTRAINT queue_rate CHECK (rate > 0 AND rate <= 1e6),
  burst int CONSTRAINT queue_burst CHECK (burst > 0),
  CONSTRAINT queue_rate_burst CHECK ((rate IS NULL) = (burst IS NULL))
);

COMMENT ON TABLE reeve.queue IS 'Queues of jobs; a worker serves one.';

COMMENT ON COLUMN reeve.queue.paused_at IS 'Nothing is claimed while this is set.';

COMMENT ON COLUMN reeve.queue.max_running IS
  'Most live leases at a time, over all workers; NULL = no limit.';

COMMENT ON COLUMN reeve.queue.rate IS 'Starts a second in the long run; NULL = no limit.';

COMMENT ON COLUMN reeve.queue.burst IS 'Starts that may come at once after a rest.';

INSERT INTO reeve.queue(name) VALUES ('default');

-- Apart from reeve.queue, which every claim reads, because it changes with every claim.
CREATE TABLE reeve.queue_bucket(
  queue_id int CONSTRAINT queue_bucket_pkey PRIMARY KEY
    CONSTRAINT queue_bucket_queue_fkey REFERENCES reeve.queue ON DELETE CASCADE,
  tokens double precision NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

COMMENT ON TABLE reeve.queue_bucket IS
  'Token buckets of queues with a limit; its row is also what claims of such a queue wait for.';

CREATE TABLE reeve.job_kind(
  kind_id int GENERATED ALWAYS AS IDENTITY CONSTRAINT job_kind_pkey PRIMARY KEY,
  name text NOT NULL CONSTRAINT job_kind_name_key UNIQUE,
  queue_id int NOT NULL CONSTRAINT job_kind_queue_fkey REFERENCES reeve.queue,
  enqueuers text[] NOT NULL,
  max_attempts smallint NOT NULL DEFAULT 12 CONSTRAINT job_kind_attempts CHECK (max_attempts > 0),
  time_limit interval CONSTRAINT job_kind_time_limit CHECK (time_limit > '0'),
  step_function text,
  step_rows int CONSTRAINT job_kind_step_rows CHECK (step_rows > 0),
  is_internal boolean NOT NULL DEFAULT FALSE
);

COMMENT ON TABLE reeve.job_kind IS 'What a worker can do, and who may ask for it.';

COMMENT ON COLUMN reeve.job_kind.enqueuers IS 'Roles; members of any may enqueue this kind.';

COMMENT ON COLUMN reeve.job_kind.time_limit IS
  'An attempt that runs longer is cancelled and fails; NULL = no limit.';

COMMENT ON COLUMN reeve.job_kind.step_function IS
  'Function of schema reeve that does one step: (reeve.job, reeve.job_progress, max_rows int) '
  'RETURNS reeve.job_step; reeve.job_advance calls it. NULL = a program does this kind.';

COMMENT ON COLUMN reeve.job_kind.step_rows IS
  'Most rows of one step; NULL = as many as take about 80 ms, which the worker finds out.';

COMMENT ON COLUMN reeve.job_kind.is_internal IS
  'Reeve''s own work: the erasure of its subject neither cancels it nor clears its arguments.';

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

-- worker.probe does nothing: the runner itself is measured and tested by it. Nobody may enqueue
-- jobs.alter or moderation.batch but by what records them.
INSERT INTO reeve.job_kind(
  name, queue_id, enqueuers, time_limit, step_function, step_rows, is_internal)
SELECT k.name, q.queue_id, k.enqueuers::text[], k.time_limit::interval, k.step_function,
  k.step_rows, k.is_internal
FROM reeve.queue q,
  (VALUES
    ('collection.expire', '{reeve_worker}', '1 hour', 'stale_expire', NULL, TRUE),
    ('search.sync', '{reeve_worker,reeve_moderator,reeve_migrator}', '1 hour',
      'search_sync', 1000, TRUE),
    ('moderation.lift', '{reeve_worker,reeve_moderator}', '1 hour', 'action_lift', 20, TRUE),
    ('moderation.sweep', '{reeve_worker,reeve_moderator}', '1 hour', 'action_sweep', NULL, TRUE),
    ('notify.deliver', '{reeve_worker,reeve_moderator}', '1 hour', NULL, NULL, TRUE),
    ('worker.probe', '{reeve_owner,reeve_worker}', NULL, NULL, NULL, FALSE),
    ('search.reindex', '{reeve_worker,reeve_senior,reeve_migrator,reeve_owner}', NULL,
      NULL, NULL, TRUE),
    ('search.verify', '{reeve_worker,reeve_senior,reeve_migrator,reeve_owner}', NULL,
      NULL, NULL, TRUE),
    ('jobs.alter', '{reeve_owner}', NULL, 'job_alter_step', 10000, FALSE),
    ('command', '{reeve_worker,reeve_senior,reeve_migrator,reeve_owner}', NULL, NULL, NULL, FALSE),
    ('sql', '{reeve_worker,reeve_senior,reeve_migrator,reeve_owner}', NULL,
      'task_run', NULL, FALSE),
    ('moderation.flag', '{reeve_worker,reeve_senior,reeve_migrator,reeve_owner}', NULL,
      NULL, NULL, TRUE),
    ('moderation.erase', '{reeve_worker,reeve_senior}', '1 hour', 'erasure_run', 1000, TRUE),
    ('moderation.batch', '{reeve_owner}', NULL, 'batch_advance', NULL, TRUE)
  ) k(name, enqueuers, time_limit, step_function, step_rows, is_internal)
WHERE q.name = 'default';

CREATE SEQUENCE reeve.job_id_seq;

COMMENT ON SEQUENCE reeve.job_id_seq IS
  'Numbers of jobs, and places of those that become ready later; gaps are normal.';

CREATE TABLE reeve.job(
  job_id bigint NOT NULL DEFAULT nextval('reeve.job_id_seq'),
  day date NOT NULL DEFAULT (clock_timestamp() AT TIME ZONE 'UTC')::date,
  queue_id int NOT NULL,
  kind_id int NOT NULL,
  max_attempts smallint NOT NULL,
  app text,
  collection_id int,
  subject_key text,
  args jsonb NOT NULL,
  principal text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT job_pkey PRIMARY KEY (job_id, day)
) PARTITION BY RANGE (day);

COMMENT ON TABLE reeve.job IS 'What is to be done; rows never change, but may move to a later day.';

COMMENT ON COLUMN reeve.job.day IS
  'UTC day of enqueueing, or of the last rescue from a dropped day.';

COMMENT ON COLUMN reeve.job.principal IS 'session_user that asked for it; NULL = a schedule.';

-- Partial, so that jobs about nobody cost no index entry.
CREATE INDEX job_subject ON reeve.job(collection_id, subject_key, job_id)
  WHERE subject_key IS NOT NULL;

CREATE TABLE reeve.job_end(
  job_id bigint NOT NULL,
  lease int NOT NULL,
  day date NOT NULL,
  attempt smallint NOT NULL,
  outcome text NOT NULL CONSTRAINT job_end_outcome CHECK (
    outcome IN ('completed', 'retryable', 'discarded', 'lost', 'cancelled')),
  worker_id int,
  claimed_at timestamptz,
  finished_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  error text CONSTRAINT job_end_error_length CHECK (char_length(error) <= 8000),
  CONSTRAINT job_end_pkey PRIMARY KEY (job_id, lease, day)
) PARTITION BY RANGE (day);

COMMENT ON TABLE reeve.job_end IS 'How each attempt ended, one row an attempt; append-only.';

COMMENT ON COLUMN reeve.job_end.day IS 'Day of the job, so that both are dropped together.';

COMMENT ON COLUMN reeve.job_end.worker_id IS 'NULL = cancelled while it did not run.';

COMMENT ON COLUMN reeve.job_end.claimed_at IS 'NULL = cancelled while it did not run.';

CREATE TABLE reeve.job_log(
  job_id bigint NOT NULL,
  log_id bigint NOT NULL,
  day date NOT NULL,
  lease int NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  line text NOT NULL CONSTRAINT job_log_line_length CHECK (char_length(line) <= 8000),
  level text NOT NULL DEFAULT 'info'
    CONSTRAINT job_log_level CHECK (level IN ('debug', 'info', 'warning', 'error')),
  CONSTRAINT job_log_pkey PRIMARY KEY (job_id, log_id, day)
) PARTITION BY RANGE (day);

COMMENT ON TABLE reeve.job_log IS 'What handlers said while they ran.';

COMMENT ON COLUMN reeve.job_log.level IS 'How much it matters.';

CREATE SEQUENCE reeve.job_log_id_seq OWNED BY reeve.job_log.log_id;

COMMENT ON SEQUENCE reeve.job_log_id_seq IS 'Order of log lines.';

ALTER TABLE reeve.job_log ALTER COLUMN log_id SET DEFAULT nextval('reeve.job_log_id_seq');

CREATE TABLE reeve.job_default PARTITION OF reeve.job DEFAULT;

COMMENT ON TABLE reeve.job_default IS 'Days without a partition yet; drained when it is made.';

CREATE TABLE reeve.job_end_default PARTITION OF reeve.job_end DEFAULT;

COMMENT ON TABLE reeve.job_end_default IS 'Days without a partition yet; drained when it is made.';

CREATE TABLE reeve.job_log_default PARTITION OF reeve.job_log DEFAULT;

COMMENT ON TABLE reeve.job_log_default IS 'Days without a partition yet; drained when it is made.';

-- A job that was ready from the first has its own number as its place, so that it is found there
-- without an index; one that comes back gets a new place, from the same sequence.
CREATE TABLE reeve.job_ready(
  queue_id int NOT NULL,
  priority smallint NOT NULL CONSTRAINT job_ready_priority CHECK (priority BETWEEN -1 AND 1),
  seq bigint NOT NULL DEFAULT nextval('reeve.job_id_seq'),
  job_id bigint NOT NULL,
  day date NOT NULL,
  lease int NOT NULL DEFAULT 0,
  attempt smallint NOT NULL DEFAULT 0,
  losses smallint NOT NULL DEFAULT 0,
  CONSTRAINT job_ready_pkey PRIMARY KEY (queue_id, priority, seq)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 100000);

COMMENT ON TABLE reeve.job_ready IS 'Jobs that may start now, in the order of seq.';

COMMENT ON COLUMN reeve.job_ready.seq IS
  'Order of claims: the job''s number where it was ready at once, else a later one.';

COMMENT ON COLUMN reeve.job_ready.lease IS 'Number of claims so far; never falls.';

COMMENT ON COLUMN reeve.job_ready.attempt IS 'Attempts charged so far.';

COMMENT ON COLUMN reeve.job_ready.losses IS 'Workers that died over this job, one after another.';

CREATE TABLE reeve.job_timer(
  due_at timestamptz NOT NULL,
  job_id bigint NOT NULL,
  day date NOT NULL,
  reason text NOT NULL CONSTRAINT job_timer_reason CHECK (
    reason IN ('scheduled', 'retryable', 'snoozed')),
  queue_id int NOT NULL,
  priority smallint NOT NULL CONSTRAINT job_timer_priority CHECK (priority BETWEEN -1 AND 1),
  lease int NOT NULL DEFAULT 0,
  attempt smallint NOT NULL DEFAULT 0,
  losses smallint NOT NULL DEFAULT 0,
  CONSTRAINT job_timer_pkey PRIMARY KEY (due_at, job_id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

COMMENT ON TABLE reeve.job_timer IS 'Jobs that wait for a moment.';

CREATE INDEX job_timer_job ON reeve.job_timer(job_id);

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

CREATE TABLE reeve.worker(
  worker_id int GENERATED ALWAYS AS IDENTITY CONSTRAINT worker_pkey PRIMARY KEY,
  nonce uuid NOT NULL DEFAULT gen_random_uuid(),
  queue_id int NOT NULL CONSTRAINT worker_queue_fkey REFERENCES reeve.queue,
  host text NOT NULL,
  pid int NOT NULL,
  version text NOT NULL,
  role_name text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  beat_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  ended_by text CONSTRAINT worker_ended_by CHECK (ended_by IN ('stop', 'sweep')),
  is_clear boolean NOT NULL DEFAULT FALSE,
  kinds text[],
  host_id uuid,
  CONSTRAINT worker_end CHECK ((ended_at IS NULL) = (ended_by IS NULL))
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

COMMENT ON TABLE reeve.worker IS 'Worker processes; one that is silent for 12 s is dead.';

COMMENT ON COLUMN reeve.worker.nonce IS 'Told to the process that registered, to nobody else.';

COMMENT ON COLUMN reeve.worker.is_clear IS 'Ended, and nothing it held is left.';

COMMENT ON COLUMN reeve.worker.kinds IS 'Kinds of jobs that it knows; NULL = it did not say.';

COMMENT ON COLUMN reeve.worker.host_id IS 'Of its host identity file; NULL = it has none.';

CREATE INDEX worker_unclear ON reeve.worker(worker_id) WHERE NOT is_clear;

CREATE INDEX worker_live ON reeve.worker(queue_id, worker_id) WHERE ended_at IS NULL;

CREATE TABLE reeve.job_run(
  job_id bigint CONSTRAINT job_run_pkey PRIMARY KEY,
  day date NOT NULL,
  lease int NOT NULL,
  attempt smallint NOT NULL,
  losses smallint NOT NULL,
  queue_id int NOT NULL,
  priority smallint NOT NULL,
  worker_id int NOT NULL,
  claimed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  deadline_at timestamptz,
  cancel_at timestamptz
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 100000);

COMMENT ON TABLE reeve.job_run IS 'Attempts that are running, one row a job.';

COMMENT ON COLUMN reeve.job_run.lease IS
  'Fences the attempt: whoever writes an outcome must name it.';

COMMENT ON COLUMN reeve.job_run.deadline_at IS
  'When the worker cancels it; 10 s later housekeeping ends it. NULL = never.';

COMMENT ON COLUMN reeve.job_run.cancel_at IS 'Somebody asked that it be cancelled.';

CREATE INDEX job_run_cancel ON reeve.job_run(worker_id) WHERE cancel_at IS NOT NULL;

-- Partial, so that jobs without a time limit cost no index entry.
CREATE INDEX job_run_deadline ON reeve.job_run(deadline_at) WHERE deadline_at IS NOT NULL;

CREATE TABLE reeve.job_dead(
  job_id bigint CONSTRAINT job_dead_pkey PRIMARY KEY,
  day date NOT NULL,
  queue_id int NOT NULL,
  priority smallint NOT NULL,
  lease int NOT NULL,
  attempt smallint NOT NULL,
  reason text NOT NULL CONSTRAINT job_dead_reason CHECK (
    reason IN ('attempts', 'losses', 'handler')),
  died_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  key text
);

COMMENT ON TABLE reeve.job_dead IS
  'Dead letters: jobs out of attempts, jobs that killed three workers in a row.';

COMMENT ON COLUMN reeve.job_dead.reason IS
  'Out of attempts; three workers died over it; its handler said that retrying cannot help.';

COMMENT ON COLUMN reeve.job_dead.key IS
  'The unique_key that it gave up as it died, and takes again when it is retried.';

CREATE TABLE reeve.job_progress(
  job_id bigint CONSTRAINT job_progress_pkey PRIMARY KEY,
  lease int NOT NULL,
  done bigint NOT NULL CONSTRAINT job_progress_done CHECK (done >= 0),
  total bigint,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  note text CONSTRAINT job_progress_note CHECK (char_length(note) <= 1000),
  checkpoint jsonb CONSTRAINT job_progress_checkpoint CHECK (pg_column_size(checkpoint) <= 65536)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

COMMENT ON TABLE reeve.job_progress IS 'How far a live job has come, when it says so.';

COMMENT ON COLUMN reeve.job_progress.note IS 'What it is at.';

COMMENT ON COLUMN reeve.job_progress.checkpoint IS 'Where the next attempt may continue.';

CREATE TABLE reeve.job_key(
  key text CONSTRAINT job_key_pkey PRIMARY KEY
    CONSTRAINT job_key_length CHECK (char_length(key) BETWEEN 1 AND 200),
  job_id bigint NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

COMMENT ON TABLE reeve.job_key IS 'Keys of live jobs: one live job a key; freed with its outcome.';

CREATE UNIQUE INDEX job_key_job ON reeve.job_key(job_id);

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

-- What people do with jobs and queues: reasons on the record, and the jobs of an alteration, which
-- is a job itself.

CREATE TABLE reeve.job_reason(
  command_id bigint CONSTRAINT job_reason_pkey PRIMARY KEY
    CONSTRAINT job_reason_command_fkey REFERENCES reeve.command,
  subject text NOT NULL CONSTRAINT job_reason_subject CHECK (char_length(subject) <= 1000),
  reason text CONSTRAINT job_reason_length CHECK (char_length(reason) BETWEEN 1 AND 2000)
);

COMMENT ON TABLE reeve.job_reason IS
  'Which job or queue a command was about, and its reason; free text, kept off the chain.';

COMMENT ON COLUMN reeve.job_reason.subject IS 'As it is shown: job 42, queue default.';

CREATE TABLE reeve.job_picked(
  by_id bigint NOT NULL,
  job_id bigint NOT NULL,
  CONSTRAINT job_picked_pkey PRIMARY KEY (by_id, job_id)
);

COMMENT ON TABLE reeve.job_picked IS 'Jobs that a job of kind jobs.alter has still to alter.';

COMMENT ON COLUMN reeve.job_picked.by_id IS 'The job of kind jobs.alter.';

-- Cron: a schedule fires at every interval, or when the clock of a zone shows what its expression
-- says.

CREATE TYPE reeve.cron_fields AS (
  seconds bigint,
  minutes bigint,
  hours bigint,
  days bigint,
  months bigint,
  weekdays bigint,
  needs_both boolean
);

COMMENT ON TYPE reeve.cron_fields IS
  'A cron expression: one bit a value it lets through; bit 0 of days is the last of the month, '
  'bit 0 of weekdays is Sunday.';

COMMENT ON COLUMN reeve.cron_fields.needs_both IS
  'Whether days and weekdays must both fit (one of them began with *), or either.';

CREATE TABLE reeve.cron(
  cron_id int GENERATED ALWAYS AS IDENTITY CONSTRAINT cron_pkey PRIMARY KEY,
  app text NOT NULL,
  name text NOT NULL,
  kind_id int NOT NULL CONSTRAINT cron_kind_fkey REFERENCES reeve.job_kind,
  queue_id int NOT NULL CONSTRAINT cron_queue_fkey REFERENCES reeve.queue,
  args jsonb NOT NULL,
  every interval CONSTRAINT cron_every CHECK (every BETWEEN '1 second' AND '366 days'),
  next_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  paused_at timestamptz,
  expression text CONSTRAINT cron_expression_length CHECK (char_length(expression) <= 500),
  zone text NOT NULL DEFAULT 'UTC',
  missed text NOT NULL DEFAULT 'last'
    CONSTRAINT cron_missed CHECK (missed IN ('skip', 'last', 'all')),
  most int NOT NULL DEFAULT 100 CONSTRAINT cron_most CHECK (most BETWEEN 1 AND 100),
  overlap text NOT NULL DEFAULT 'skip'
    CONSTRAINT cron_overlap CHECK (overlap IN ('allow', 'skip', 'queue')),
  waiting_at timestamptz,
  CONSTRAINT cron_app_name_key UNIQUE (app, name),
  CONSTRAINT cron_when CHECK ((every IS NULL) <> (expression IS NULL)),
  CONSTRAINT cron_catch_up CHECK (missed <> 'all' OR overlap = 'allow'),
  CONSTRAINT cron_waiting CHECK (waiting_at IS NULL OR overlap = 'queue')
);

COMMENT ON TABLE reeve.cron IS 'Schedules: when they fire, and what becomes of what was missed.';

COMMENT ON COLUMN reeve.cron.zone IS 'Whose clock the expression is about; an IANA name.';

COMMENT ON COLUMN reeve.cron.missed IS
  'Of occurrences that no worker was there for: none fires a minute late (skip), the last does, or '
  'all do, the newest most of them.';

COMMENT ON COLUMN reeve.cron.overlap IS
  'While the job before is live: allow another, skip, or let one occurrence wait (queue).';

COMMENT ON COLUMN reeve.cron.waiting_at IS 'The occurrence that waits for the job before it.';

CREATE TABLE reeve.cron_fire(
  cron_id int NOT NULL CONSTRAINT cron_fire_cron_fkey REFERENCES reeve.cron,
  fire_at timestamptz NOT NULL,
  occurrences bigint DEFAULT 1,
  job_id bigint,
  skipped text CONSTRAINT cron_fire_skipped CHECK (skipped IN ('missed', 'overlap', 'paused')),
  last_at timestamptz,
  CONSTRAINT cron_fire_pkey PRIMARY KEY (cron_id, fire_at),
  CONSTRAINT cron_fire_outcome CHECK ((job_id IS NULL) = (skipped IS NOT NULL))
);

COMMENT ON TABLE reeve.cron_fire IS
  'Each occurrence of a schedule: the job it became, or why none.';

COMMENT ON COLUMN reeve.cron_fire.occurrences IS
  'A run of skipped occurrences is one row: how many, from fire_at to last_at; NULL = over 1000, '
  'which nobody counted.';

COMMENT ON COLUMN reeve.cron_fire.last_at IS 'The last of a run; NULL = fire_at.';

CREATE TABLE reeve.cron_reason(
  command_id bigint CONSTRAINT cron_reason_pkey PRIMARY KEY
    CONSTRAINT cron_reason_command_fkey REFERENCES reeve.command,
  app text NOT NULL,
  name text NOT NULL,
  reason text CONSTRAINT cron_reason_length CHECK (char_length(reason) BETWEEN 1 AND 2000)
);

COMMENT ON TABLE reeve.cron_reason IS
  'Which schedule a command ran, paused or resumed, and its reason; free text, kept off the chain.';

-- Home: where this database lives. A copy of it, restored or started elsewhere, must neither run
-- jobs nor send notices until somebody says what it is.
--
-- A dump that was restored has another system identifier or another database. A copy of the
-- server's files has the same ones, and so has a standby that was promoted, which must continue;
-- nothing in the database distinguishes the two, since all of it was copied. Workers' hosts were
-- not copied: each keeps a host identity file with an epoch, which its workers renew every minute
-- in the file and here. A promoted standby knows the epoch of the file, or the one before; a copy
-- that is older than two minutes does not, nor does it know workers of another host. A host without
-- such a file is let in while a worker that has one is alive here: the data directory and the
-- address of the server are no help, since a failover changes both.
--
-- The server's start time shows that it was started again: nothing is claimed, fired, taken or run
-- until a worker has shown its host identity again, so that a worker from before the copy cannot
-- do so either.

CREATE TABLE reeve.home(
  is_only boolean DEFAULT TRUE CONSTRAINT home_pkey PRIMARY KEY
    CONSTRAINT home_single CHECK (is_only),
  system_id bigint NOT NULL,
  database_id oid NOT NULL,
  started_at timestamptz NOT NULL,
  is_copy boolean NOT NULL DEFAULT FALSE,
  settled_by text NOT NULL,
  settled_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

COMMENT ON TABLE reeve.home IS
  'The cluster and database in which workers run; no row = none has run yet.';

COMMENT ON COLUMN reeve.home.started_at IS
  'Start of the server when a worker last showed its host identity.';

COMMENT ON COLUMN reeve.home.is_copy IS 'Somebody said so: workers never run here again.';

CREATE TABLE reeve.host(
  host_id uuid CONSTRAINT host_pkey PRIMARY KEY,
  epoch uuid NOT NULL,
  host text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (fillfactor = 50);

COMMENT ON TABLE reeve.host IS
  'The host identity files of workers and their last epochs; while there is one, workers without '
  'a file are not let in.';
