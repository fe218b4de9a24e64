-- Jobs: tables split by how often they are written. A job's body never changes; where it stands is
-- told by the one narrow table that holds its row (ready, timer, run or dead), so that a busy queue
-- rewrites nothing wide. What a job did is appended to job_end, one row an attempt.
--
-- Planner statistics of the hot tables are always out of date: with fresh ones or none, a claim was
-- planned as a bitmap scan and a sort of the whole queue. The functions over them therefore leave
-- the planner only index scans in order and nested loops.

CREATE TABLE reeve.queue(
  queue_id int GENERATED ALWAYS AS IDENTITY CONSTRAINT queue_pkey PRIMARY KEY,
  name text NOT NULL CONSTRAINT queue_name_key UNIQUE
    CONSTRAINT queue_name CHECK (name ~ '^[a-z][a-z0-9_-]{0,62}$'),
  paused_at timestamptz
);

COMMENT ON TABLE reeve.queue IS 'Queues of jobs; a worker serves one.';

COMMENT ON COLUMN reeve.queue.paused_at IS 'Nothing is claimed while this is set.';

INSERT INTO reeve.queue(name) VALUES ('default');

CREATE TABLE reeve.job_kind(
  kind_id int GENERATED ALWAYS AS IDENTITY CONSTRAINT job_kind_pkey PRIMARY KEY,
  name text NOT NULL CONSTRAINT job_kind_name_key UNIQUE,
  queue_id int NOT NULL CONSTRAINT job_kind_queue_fkey REFERENCES reeve.queue,
  enqueuers text[] NOT NULL,
  max_attempts smallint NOT NULL DEFAULT 12 CONSTRAINT job_kind_attempts CHECK (max_attempts > 0),
  time_limit interval CONSTRAINT job_kind_time_limit CHECK (time_limit > '0')
);

COMMENT ON TABLE reeve.job_kind IS 'What a worker can do, and who may ask for it.';

COMMENT ON COLUMN reeve.job_kind.enqueuers IS 'Roles; members of any may enqueue this kind.';

COMMENT ON COLUMN reeve.job_kind.time_limit IS
  'An attempt that runs longer is cancelled by its worker and fails; NULL = no limit.';

INSERT INTO reeve.job_kind(name, queue_id, enqueuers, time_limit)
SELECT k.name, q.queue_id, k.enqueuers, '1 hour'
FROM reeve.queue q,
  (VALUES
    ('collection.expire', '{reeve_worker}'::text[]),
    ('search.sync', '{reeve_worker,reeve_moderator,reeve_migrator}'),
    ('moderation.lift', '{reeve_worker,reeve_moderator}'),
    ('moderation.sweep', '{reeve_worker,reeve_moderator}'),
    ('notify.deliver', '{reeve_worker,reeve_moderator}')) k(name, enqueuers)
WHERE q.name = 'default';

-- Does nothing: the runner itself is measured and tested by it.
INSERT INTO reeve.job_kind(name, queue_id, enqueuers)
SELECT 'worker.probe', queue_id, '{reeve_owner,reeve_worker}' FROM reeve.queue
WHERE name = 'default';

CREATE SEQUENCE reeve.job_id_seq;

COMMENT ON SEQUENCE reeve.job_id_seq IS 'Numbers of jobs; gaps are normal.';

CREATE SEQUENCE reeve.job_ready_seq CACHE 1;

COMMENT ON SEQUENCE reeve.job_ready_seq IS 'Order in which ready jobs are claimed.';

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

CREATE TABLE reeve.job_end(
  job_id bigint NOT NULL,
  lease int NOT NULL,
  day date NOT NULL,
  attempt smallint NOT NULL,
  outcome text NOT NULL CONSTRAINT job_end_outcome CHECK (
    outcome IN ('completed', 'retryable', 'discarded', 'lost')),
  worker_id int NOT NULL,
  claimed_at timestamptz NOT NULL,
  finished_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  error text CONSTRAINT job_end_error_length CHECK (char_length(error) <= 8000),
  CONSTRAINT job_end_pkey PRIMARY KEY (job_id, lease, day)
) PARTITION BY RANGE (day);

COMMENT ON TABLE reeve.job_end IS 'How each attempt ended, one row an attempt; append-only.';

COMMENT ON COLUMN reeve.job_end.day IS 'Day of the job, so that both are dropped together.';

CREATE TABLE reeve.job_log(
  job_id bigint NOT NULL,
  log_id bigint NOT NULL,
  day date NOT NULL,
  lease int NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  line text NOT NULL CONSTRAINT job_log_line_length CHECK (char_length(line) <= 8000),
  CONSTRAINT job_log_pkey PRIMARY KEY (job_id, log_id, day)
) PARTITION BY RANGE (day);

COMMENT ON TABLE reeve.job_log IS 'What handlers said while they ran.';

CREATE SEQUENCE reeve.job_log_id_seq OWNED BY reeve.job_log.log_id;

COMMENT ON SEQUENCE reeve.job_log_id_seq IS 'Order of log lines.';

ALTER TABLE reeve.job_log ALTER COLUMN log_id SET DEFAULT nextval('reeve.job_log_id_seq');

CREATE TABLE reeve.job_default PARTITION OF reeve.job DEFAULT;

COMMENT ON TABLE reeve.job_default IS 'Days without a partition yet; drained when it is made.';

CREATE TABLE reeve.job_end_default PARTITION OF reeve.job_end DEFAULT;

COMMENT ON TABLE reeve.job_end_default IS 'Days without a partition yet; drained when it is made.';

CREATE TABLE reeve.job_log_default PARTITION OF reeve.job_log DEFAULT;

COMMENT ON TABLE reeve.job_log_default IS 'Days without a partition yet; drained when it is made.';

CREATE TABLE reeve.job_ready(
  queue_id int NOT NULL,
  priority smallint NOT NULL CONSTRAINT job_ready_priority CHECK (priority BETWEEN -1 AND 1),
  seq bigint NOT NULL DEFAULT nextval('reeve.job_ready_seq'),
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
  CONSTRAINT worker_end CHECK ((ended_at IS NULL) = (ended_by IS NULL))
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

COMMENT ON TABLE reeve.worker IS 'Worker processes; one that is silent for 12 s is dead.';

COMMENT ON COLUMN reeve.worker.nonce IS 'Told to the process that registered, to nobody else.';

COMMENT ON COLUMN reeve.worker.is_clear IS 'Ended, and nothing it held is left.';

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
  deadline_at timestamptz
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 100000);

COMMENT ON TABLE reeve.job_run IS 'Attempts that are running, one row a job.';

COMMENT ON COLUMN reeve.job_run.lease IS
  'Fences the attempt: whoever writes an outcome must name it.';

COMMENT ON COLUMN reeve.job_run.deadline_at IS 'When the worker cancels it; NULL = never.';

CREATE TABLE reeve.job_dead(
  job_id bigint CONSTRAINT job_dead_pkey PRIMARY KEY,
  day date NOT NULL,
  queue_id int NOT NULL,
  priority smallint NOT NULL,
  lease int NOT NULL,
  attempt smallint NOT NULL,
  reason text NOT NULL CONSTRAINT job_dead_reason CHECK (reason IN ('attempts', 'losses')),
  died_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

COMMENT ON TABLE reeve.job_dead IS
  'Dead letters: jobs out of attempts, jobs that killed three workers in a row.';

CREATE TABLE reeve.job_progress(
  job_id bigint CONSTRAINT job_progress_pkey PRIMARY KEY,
  lease int NOT NULL,
  done bigint NOT NULL CONSTRAINT job_progress_done CHECK (done >= 0),
  total bigint,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

COMMENT ON TABLE reeve.job_progress IS 'How far a live job has come, when it says so.';

CREATE TABLE reeve.job_key(
  key text CONSTRAINT job_key_pkey PRIMARY KEY
    CONSTRAINT job_key_length CHECK (char_length(key) BETWEEN 1 AND 200),
  job_id bigint NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

COMMENT ON TABLE reeve.job_key IS 'Keys of live jobs: one live job a key; freed with its outcome.';

CREATE UNIQUE INDEX job_key_job ON reeve.job_key(job_id);

CREATE TABLE reeve.cron(
  cron_id int GENERATED ALWAYS AS IDENTITY CONSTRAINT cron_pkey PRIMARY KEY,
  app text NOT NULL,
  name text NOT NULL,
  kind_id int NOT NULL CONSTRAINT cron_kind_fkey REFERENCES reeve.job_kind,
  queue_id int NOT NULL CONSTRAINT cron_queue_fkey REFERENCES reeve.queue,
  args jsonb NOT NULL,
  every interval NOT NULL CONSTRAINT cron_every CHECK (every BETWEEN '1 second' AND '366 days'),
  next_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  paused_at timestamptz,
  CONSTRAINT cron_app_name_key UNIQUE (app, name)
);

COMMENT ON TABLE reeve.cron IS
  'Schedules. Of missed occurrences only the last fires; none fires while the one before is live.';

CREATE TABLE reeve.cron_fire(
  cron_id int NOT NULL CONSTRAINT cron_fire_cron_fkey REFERENCES reeve.cron,
  fire_at timestamptz NOT NULL,
  occurrences bigint NOT NULL DEFAULT 1,
  job_id bigint,
  skipped text CONSTRAINT cron_fire_skipped CHECK (skipped IN ('missed', 'overlap')),
  CONSTRAINT cron_fire_pkey PRIMARY KEY (cron_id, fire_at),
  CONSTRAINT cron_fire_outcome CHECK ((job_id IS NULL) = (skipped IS NOT NULL))
);

COMMENT ON TABLE reeve.cron_fire IS
  'Each occurrence of a schedule: the job it became, or why none.';

COMMENT ON COLUMN reeve.cron_fire.occurrences IS
  'A run of missed occurrences is one row: how many, from fire_at on.';
