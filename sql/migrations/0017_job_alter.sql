-- Cancelling or retrying any number of jobs is a job itself.

-- Nobody may enqueue it but by reeve.job_alter_ask, which records it.
INSERT INTO reeve.job_kind(name, queue_id, enqueuers)
SELECT 'jobs.alter', q.queue_id, '{reeve_owner}' FROM reeve.queue q WHERE q.name = 'default';

CREATE TABLE reeve.job_picked(
  by_id bigint NOT NULL,
  job_id bigint NOT NULL,
  CONSTRAINT job_picked_pkey PRIMARY KEY (by_id, job_id)
);

COMMENT ON TABLE reeve.job_picked IS 'Jobs that a job of kind jobs.alter has still to alter.';

COMMENT ON COLUMN reeve.job_picked.by_id IS 'The job of kind jobs.alter.';
