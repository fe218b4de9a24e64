-- Included by an app's test: sends the notices that wait, as a worker does, and runs the job that
-- gives them to the app. Needs fixtures/worker.sql.
DO $$BEGIN UPDATE reeve.outbox SET due_at = now() - interval '1 s' WHERE state = 'queued'; END$$;

SELECT pg_temp.attempt(:worker_id, :'nonce', 'notify.deliver') AS job \gset

SET SESSION AUTHORIZATION reeve_worker;

CREATE TEMPORARY TABLE sent AS SELECT outbox_id FROM reeve.outbox_take(:job, 1, 100);

SELECT reeve.outbox_settle(:job, 1, ARRAY(SELECT outbox_id FROM sent), ARRAY(
  SELECT 'sent' FROM sent), ARRAY(SELECT '' FROM sent), ARRAY(SELECT 0::bigint FROM sent))
\g /dev/null

DROP TABLE sent;

RESET SESSION AUTHORIZATION;

\ir inbox.sql
