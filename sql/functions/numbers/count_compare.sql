CREATE OR REPLACE FUNCTION reeve.count_compare(
  job reeve.job, progress reeve.job_progress, max_rows int)
RETURNS reeve.job_step
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  step reeve.job_step;
  place jsonb := coalesce(progress.checkpoint, '{"rule": 0, "rows": 0, "differing": 0}');
  next_place jsonb := (place - 'after')
    || jsonb_build_object('rule', (place ->> 'rule')::int + 1, 'rows', 0, 'differing', 0);
  r record;
  batch text[];
  others int;
BEGIN
  step.state := 'running';
  step.done := progress.done;
  SELECT l.collection_id, l.name, format('%s of %s/%s', l.name, c.app, c.name) AS title INTO r
  FROM reeve.count_rule l JOIN reeve.collection c USING (collection_id)
  WHERE l.stored IS NOT NULL AND c.is_live AND (job.app IS NULL OR c.app = job.app)
  ORDER BY l.collection_id, l.name OFFSET (place ->> 'rule')::int LIMIT 1;
  IF NOT FOUND THEN
    step.state := CASE WHEN place ? 'faults' THEN 'discarded' ELSE 'completed' END;
    step.note := place ->> 'faults';
    RETURN step;
  END IF;
  BEGIN
    batch := ARRAY(SELECT reeve.app_keys(r.collection_id, place ->> 'after', max_rows));
    IF place ->> 'after' IS NULL THEN
      DELETE FROM reeve.count_difference d
      WHERE d.collection_id = r.collection_id AND d.name = r.name;
    END IF;
    -- Beyond this many they are only counted, not listed.
    WITH other AS (
      SELECT n.key, n.stored, n.counted
      FROM reeve.app_counts(r.collection_id, ARRAY[r.name], batch) n
      WHERE n.stored IS DISTINCT FROM n.counted),
    kept AS (
      INSERT INTO reeve.count_difference(collection_id, name, key, stored, counted)
      SELECT r.collection_id, r.name, o.key, o.stored, o.counted FROM other o
      ORDER BY o.key LIMIT greatest(0, 1000 - (place ->> 'differing')::int)
      ON CONFLICT ON CONSTRAINT count_difference_pkey DO NOTHING)
    SELECT count(*) INTO others FROM other;
    step.done := progress.done + cardinality(batch);
    place := place || jsonb_build_object('rows', (place ->> 'rows')::bigint + cardinality(batch),
      'differing', (place ->> 'differing')::bigint + others);
    IF batch = '{}' THEN
      UPDATE reeve.count_rule l SET compared_at = clock_timestamp(),
        rows = (place ->> 'rows')::bigint, differing = (place ->> 'differing')::bigint
      WHERE l.collection_id = r.collection_id AND l.name = r.name;
      place := next_place;
    ELSE
      place := place || jsonb_build_object('after', batch[cardinality(batch)]);
    END IF;
  EXCEPTION WHEN OTHERS THEN
    -- The other counts are compared all the same.
    place := next_place || jsonb_build_object('faults',
      concat_ws('; ', place ->> 'faults', format('%s: %s', r.title, SQLERRM)));
  END;
  step.checkpoint := place;
  RETURN step;
END
$$;

COMMENT ON FUNCTION reeve.count_compare(reeve.job, reeve.job_progress, int) IS
  'Step of the kind counts.compare: compares the counters that apps store with the actual rows, '
  'at most max_rows rows per step, of one app or of all; records only what it finds. A count '
  'that fails does not stop the others.';
