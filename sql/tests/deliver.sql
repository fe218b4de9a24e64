-- Included by an app's test: sends the notices that wait, as a worker does, and runs the job that
-- gives them to the app, whatever the hour, unless `night` is set. Needs fixtures/worker.sql.
\if :{?night}
\else
DO $$BEGIN UPDATE reeve.notice_setting SET quiet_from = NULL, quiet_until = NULL; END$$;
\endif

DO $$BEGIN UPDATE reeve.outbox SET due_at = now() - interval '1 s' WHERE state = 'queued'; END$$;

SELECT pg_temp.attempt(:worker_id, :'nonce', 'notify.deliver') AS job \gset

SELECT set_config('test.deliver', :'job', TRUE) \g /dev/null

SET SESSION AUTHORIZATION reeve_worker;

DO $$
DECLARE
  job bigint := current_setting('test.deliver');
  ids bigint[];
BEGIN
  -- Of each person's messages one at a time.
  LOOP
    ids := ARRAY(SELECT outbox_id FROM reeve.outbox_take(job, 1, 100));
    EXIT WHEN ids = '{}';
    PERFORM reeve.outbox_settle(job, 1, ids, array_fill('sent'::text, ARRAY[cardinality(ids)]),
      array_fill(''::text, ARRAY[cardinality(ids)]),
      array_fill(0::bigint, ARRAY[cardinality(ids)]));
  END LOOP;
END
$$;

RESET SESSION AUTHORIZATION;

\ir inbox.sql
