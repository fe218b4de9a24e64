CREATE OR REPLACE FUNCTION reeve.effect_enqueue(r reeve.rule, taken reeve.rule_rows)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  entries jsonb[];
  ids bigint[];
BEGIN
  SELECT array_agg(jsonb_build_object('action_id', u.action_id, 'kind', t.entry ->> 'job',
    'args', t.entry -> 'args', 'app', r.app, 'collection_id', r.affected_id,
    'subject_key', u.key, 'job', reeve.job_title(t.entry ->> 'job', t.entry -> 'args'),
    'inverse', t.entry -> 'undo') ORDER BY u.place, t.place)
  INTO entries
  FROM unnest(taken.keys, taken.notify, taken.ids) WITH ORDINALITY u(key, notify, action_id, place)
  CROSS JOIN LATERAL jsonb_array_elements(u.notify) WITH ORDINALITY t(entry, place)
  WHERE u.notify IS NOT NULL AND t.entry ? 'job';
  IF entries IS NULL THEN
    RETURN;
  END IF;
  -- The job that reversed an earlier one of the same row runs first.
  ids := reeve.job_put(ARRAY(
    SELECT e.body - '{action_id,job,inverse}'::text[] || coalesce((
      SELECT jsonb_build_object('any_end', TRUE, 'after', jsonb_agg(l.job_id))
      FROM reeve.job_location(ARRAY(
        SELECT j.inverse_id FROM reeve.effect_job j
        WHERE j.collection_id = r.affected_id AND j.key = e.body ->> 'subject_key'
          AND j.job = e.body ->> 'job' AND j.inverse_id IS NOT NULL)) l
      WHERE l.state NOT IN ('completed', 'cancelled', 'discarded') HAVING count(*) > 0), '{}')
    FROM unnest(entries) WITH ORDINALITY e(body, place) ORDER BY e.place), NULL);
  INSERT INTO reeve.effect_job(job_id, action_id, collection_id, key, job, inverse)
  SELECT u.job_id, (u.body ->> 'action_id')::bigint, r.affected_id, u.body ->> 'subject_key',
    u.body ->> 'job', nullif(u.body -> 'inverse', 'null')
  FROM unnest(ids, entries) u(job_id, body);
END
$$;

COMMENT ON FUNCTION reeve.effect_enqueue(reeve.rule, reeve.rule_rows) IS
  'Enqueues the jobs that an effect asks for with its rows, each behind a job that reverses an '
  'earlier one of the same row, and remembers them for the undo.';
