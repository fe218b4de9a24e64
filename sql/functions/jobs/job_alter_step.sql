CREATE OR REPLACE FUNCTION reeve.job_alter_step(
  job_id bigint, lease int, max_jobs int,
  OUT done bigint, OUT total bigint, OUT changed bigint, OUT refusal text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
SET jit = off
AS $$
DECLARE
  body reeve.job;
  progress reeve.job_progress;
  batch bigint[];
  command bigint;
BEGIN
  IF NOT reeve.job_is_live(job_id, lease) THEN
    refusal := 'the lease is stale';
    RETURN;
  END IF;
  SELECT j.* INTO body FROM reeve.job j WHERE j.job_id = job_alter_step.job_id;
  IF NOT reeve.role_is_held('{reeve_senior}', body.principal) THEN
    refusal := format('%s is no senior any more', body.principal);
    RETURN;
  END IF;
  SELECT p.* INTO progress FROM reeve.job_progress p WHERE p.job_id = job_alter_step.job_id;
  IF progress.checkpoint IS NULL THEN
    -- What is to be altered is settled once: a job that was retried may fail and fit again.
    INSERT INTO reeve.job_picked(by_id, job_id)
    SELECT body.job_id, m.job_id
    FROM reeve.job_match(body.args ->> 'verb', body.args -> 'filter', body.job_id) m;
    GET DIAGNOSTICS total = ROW_COUNT;
    done := 0;
    changed := 0;
    command := reeve.command_record(
      'jobs.' || (body.args ->> 'verb'), 'system:jobs.alter', body.principal,
      detail => jsonb_build_object('about', format('%s jobs by job %s', total, body.job_id)));
    INSERT INTO reeve.job_reason(command_id, subject, reason)
    VALUES (command, format('%s jobs by job %s', total, body.job_id), body.args ->> 'why');
  ELSE
    WITH gone AS (
      DELETE FROM reeve.job_picked p
      WHERE p.by_id = body.job_id AND p.job_id = ANY (ARRAY(
        SELECT n.job_id FROM reeve.job_picked n
        WHERE n.by_id = body.job_id ORDER BY n.job_id LIMIT max_jobs))
      RETURNING p.job_id
    )
    SELECT coalesce(array_agg(g.job_id), '{}') INTO batch FROM gone g;
    IF body.args ->> 'verb' = 'cancel' THEN
      changed := (SELECT count(DISTINCT c.job_id) FROM reeve.job_cancel(batch,
        concat('cancelled by ', body.principal, ': ' || (body.args ->> 'why'))) c);
    ELSE
      changed := (SELECT count(*) FROM reeve.job_retry(batch));
    END IF;
    changed := changed + (progress.checkpoint ->> 'changed')::bigint;
    done := progress.done + cardinality(batch);
    total := progress.total;
  END IF;
  PERFORM reeve.job_progress_report(
    job_id, lease, done, total, NULL, jsonb_build_object('changed', changed));
END
$$;

COMMENT ON FUNCTION reeve.job_alter_step(bigint, int, int) IS
  'The first call settles which jobs the running job cancels or retries, each other one alters at '
  'most max_jobs of them; how far it is, and how many were altered or, running, told to stop: not '
  'those that ended meanwhile. Refused with a stale lease, or when who asked is no senior any '
  'more.';

GRANT EXECUTE ON FUNCTION reeve.job_alter_step(bigint, int, int) TO reeve_worker;
