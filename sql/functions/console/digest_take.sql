CREATE OR REPLACE FUNCTION reeve.digest_take(
  job_id bigint, lease int, OUT idempotency_key text, OUT body jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '10s'
AS $$
DECLARE
  j reeve.job;
  on_day date;
BEGIN
  IF NOT reeve.job_permit(job_id, lease) THEN
    RETURN;
  END IF;
  SELECT o.* INTO j
  FROM reeve.job_run r JOIN reeve.job o ON o.job_id = r.job_id AND o.day = r.day
  WHERE r.job_id = digest_take.job_id AND r.lease = digest_take.lease;
  IF j.args <> '{}' THEN
    RAISE EXCEPTION 'a digest takes no arguments' USING ERRCODE = 'RV001';
  END IF;
  -- Each attempt is about the same day.
  on_day := j.created_at::date - 1;
  idempotency_key := format('digest-%s%s', coalesce(j.app || '-', ''), on_day);
  body := jsonb_build_object('digest', on_day, 'app', j.app, 'at', clock_timestamp(),
    'figures', (SELECT jsonb_agg(to_jsonb(l)) FROM reeve.digest_lines(j.app, on_day) l));
END
$$;

COMMENT ON FUNCTION reeve.digest_take(bigint, int) IS
  'The digest of the day, by UTC, before the one on which this job was enqueued, of its app or of '
  'all, as a worker posts it: digest (the day), app, at, and figures, the rows of '
  'reeve.digest_lines. RV001 for a job with arguments; RV002 if the asker no longer may. Both '
  'are NULL if the lease is stale. NULL: idempotency_key, body.';

GRANT EXECUTE ON FUNCTION reeve.digest_take(bigint, int) TO reeve_worker;
