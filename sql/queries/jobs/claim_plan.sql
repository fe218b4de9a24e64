-- Shows that a claim stays an index range scan with a million ready jobs, 900,000 dead entries of
-- them at the front of the queue and a snapshot that keeps those from being removed.
--
-- As superuser; changes nothing that lasts:
--   psql -X -f sql/queries/jobs/claim_plan.sql DATABASE
LOAD 'auto_explain';
SET auto_explain.log_min_duration = 0;
SET auto_explain.log_analyze = on;
SET auto_explain.log_buffers = on;
SET auto_explain.log_timing = off;
SET auto_explain.log_nested_statements = on;
BEGIN;
SELECT reeve.job_partition_keep();
SELECT worker_id, nonce FROM reeve.worker_register('default', 'plan', 1, 'plan') \gset
SELECT kind_id FROM reeve.job_kind WHERE name = 'worker.probe' \gset
WITH body AS (
  INSERT INTO reeve.job(queue_id, kind_id, max_attempts, args)
  SELECT 1, :kind_id, 12, '{}' FROM generate_series(1, 1000000)
  RETURNING job_id, day
)
INSERT INTO reeve.job_ready(queue_id, priority, job_id, day) SELECT 1, 0, job_id, day FROM body;
SELECT min(seq) + 900000 AS mark FROM reeve.job_ready \gset
DELETE FROM reeve.job_ready WHERE seq <= :mark;
SET LOCAL client_min_messages = log;
-- Warm: 500 jobs beyond the mark.
SELECT count(*) FROM reeve.job_claim(:worker_id, :'nonce', ARRAY[0, :mark, 0], 500);
-- Cold: the scan that walks the dead entries, once in a while, by one worker of the queue.
SELECT count(*) FROM reeve.job_claim(:worker_id, :'nonce', '{0,0,0}', 500);
ROLLBACK;
