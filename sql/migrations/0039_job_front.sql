-- Where each queue begins, so that nobody scans what was claimed long ago.

CREATE TABLE reeve.job_front(
  queue_id int CONSTRAINT job_front_queue_id_fkey REFERENCES reeve.queue ON DELETE CASCADE,
  priority smallint CONSTRAINT job_front_priority CHECK (priority BETWEEN -1 AND 1),
  seq bigint NOT NULL,
  ahead bigint NOT NULL,
  noted bigint NOT NULL,
  noted_xid xid8 NOT NULL,
  CONSTRAINT job_front_pkey PRIMARY KEY (queue_id, priority)
);

COMMENT ON TABLE reeve.job_front IS
  'The front of each queue by priority: the entries of job_ready before it are dead, and a claim '
  'would have to walk over them for as long as any snapshot keeps them.';

COMMENT ON COLUMN reeve.job_front.seq IS
  'No job is ready at or below this position, nor will one be.';

COMMENT ON COLUMN reeve.job_front.ahead IS
  'No job was ready at or below this position when the queue was last looked through; a '
  'transaction that commits late may bring one.';

COMMENT ON COLUMN reeve.job_front.noted IS
  'The position that seq is to reach: it is safe once every transaction that was given a position '
  'up to it has ended.';

COMMENT ON COLUMN reeve.job_front.noted_xid IS
  'A transaction that began after those, by which it is seen that they have ended.';
