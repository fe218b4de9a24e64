CREATE OR REPLACE FUNCTION reeve.cron_job(schedule reeve.cron, principal text) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  held text := CASE WHEN schedule.overlap <> 'allow' THEN 'cron:' || schedule.cron_id END;
BEGIN
  IF EXISTS (SELECT FROM reeve.job_key k WHERE k.key = held) THEN
    RETURN NULL;
  END IF;
  RETURN (reeve.job_put(ARRAY[jsonb_build_object(
    'kind', (SELECT k.name FROM reeve.job_kind k WHERE k.kind_id = schedule.kind_id),
    'queue', (SELECT q.name FROM reeve.queue q WHERE q.queue_id = schedule.queue_id),
    'args', schedule.args, 'app', schedule.app, 'unique_key', held)], principal))[1];
END
$$;

COMMENT ON FUNCTION reeve.cron_job(reeve.cron, text) IS
  'Enqueues a schedule''s job, under the lock of its row, for a principal (NULL = the schedule); '
  'NULL if the previous job is live and the schedule does not allow two.';
