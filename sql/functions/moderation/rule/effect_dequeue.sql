CREATE OR REPLACE FUNCTION reeve.effect_dequeue(originals bigint[], ids bigint[]) RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  jobs bigint[] := ARRAY(
    SELECT j.job_id FROM reeve.effect_job j
    WHERE j.action_id = ANY (originals) AND j.undone_by IS NULL ORDER BY j.job_id FOR UPDATE);
  why text := format('withdrawn by A%s', ids[1])
    || CASE WHEN cardinality(ids) > 1 THEN ' and others' ELSE '' END;
  begun bigint[];
  due record;
  row text;
  put bigint;
  withdrawn int;
  reversed int := 0;
  lost jsonb;
BEGIN
  IF jobs = '{}' THEN
    RETURN '{"withdrawn": 0, "reversed": 0, "lost": []}';
  END IF;
  PERFORM reeve.job_cancel(jobs, why);
  PERFORM reeve.job_bury(jobs, why);
  -- A job that was cancelled before its first attempt did nothing.
  begun := ARRAY(
    SELECT j.id FROM unnest(jobs) j(id)
    WHERE NOT EXISTS (
        SELECT FROM reeve.job_end e WHERE e.job_id = j.id AND e.outcome = 'cancelled')
      OR EXISTS (SELECT FROM reeve.job_end e
        WHERE e.job_id = j.id AND (e.outcome <> 'cancelled' OR e.attempt > 0)));
  withdrawn := cardinality(jobs) - cardinality(begun);
  UPDATE reeve.effect_job j SET undone_by = u.action_id, is_owed = j.job_id = ANY (begun)
  FROM unnest(originals, ids) u(reverses, action_id)
  WHERE j.action_id = u.reverses AND j.job_id = ANY (jobs);
  -- The latest is reversed first; once for a row, and not while another action in force asked for
  -- the same.
  FOR due IN
    SELECT o.collection_id, o.key, o.job, c.app, max(o.job_id) AS last,
      array_agg(o.job_id) AS ids, (array_agg(o.inverse ORDER BY o.job_id DESC))[1] AS inverse,
      jsonb_agg(o.job_id) FILTER (WHERE EXISTS (
        SELECT FROM reeve.job_run r WHERE r.job_id = o.job_id)) AS running
    FROM reeve.effect_job o JOIN reeve.collection c USING (collection_id)
    WHERE o.is_owed AND o.inverse IS NOT NULL AND (o.collection_id, o.key, o.job) IN (
        SELECT j.collection_id, j.key, j.job FROM reeve.effect_job j WHERE j.job_id = ANY (jobs))
      AND NOT EXISTS (
        SELECT FROM reeve.effect_job f
        WHERE f.collection_id = o.collection_id AND f.key = o.key AND f.job = o.job
          AND f.undone_by IS NULL)
    GROUP BY o.collection_id, o.key, o.job, c.app
    ORDER BY o.collection_id, o.key, last DESC
  LOOP
    IF row = due.collection_id || ':' || due.key THEN
      due.running := coalesce(due.running, '[]') || to_jsonb(put);
    END IF;
    put := (reeve.job_put(ARRAY[due.inverse || jsonb_build_object('app', due.app,
      'collection_id', due.collection_id, 'subject_key', due.key, 'any_end', TRUE,
      'after', due.running)], NULL))[1];
    UPDATE reeve.effect_job j SET is_owed = FALSE, inverse_id = put
    WHERE j.job_id = ANY (due.ids);
    row := due.collection_id || ':' || due.key;
    reversed := reversed + 1;
  END LOOP;
  SELECT coalesce(jsonb_agg(jsonb_build_object('collection', c.name, 'key', j.key,
    'of', j.action_id, 'why', reeve.job_stays(j.job, j.job_id)) ORDER BY j.job_id), '[]')
  INTO lost
  FROM reeve.effect_job j JOIN reeve.collection c USING (collection_id)
  WHERE j.job_id = ANY (begun) AND j.inverse IS NULL;
  RETURN jsonb_build_object('withdrawn', withdrawn, 'reversed', reversed, 'lost', lost);
END
$$;

COMMENT ON FUNCTION reeve.effect_dequeue(bigint[], bigint[]) IS
  'Takes back the jobs that the effects of these actions enqueued, ids being the actions that end '
  'them: cancels what has not begun, stops what runs, and enqueues, behind it, the job that '
  'reverses what has begun. Returns how many were withdrawn and reversed, and those that stay.';
