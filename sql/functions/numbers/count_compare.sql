CREATE OR REPLACE FUNCTION reeve.count_compare(
  job reeve.job, progress reeve.job_progress, max_rows int)
RETURNS reeve.job_step
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  step reeve.job_step;
  place jsonb := coalesce(progress.checkpoint, '{"rule": 0, "rows": 0, "differing": 0}');
  r reeve.count_rule;
  batch text[];
  others int;
BEGIN
  SELECT l.* INTO r
  FROM reeve.count_rule l JOIN reeve.collection c USING (collection_id)
  WHERE l.stored IS NOT NULL AND c.is_live
  ORDER BY l.collection_id, l.name OFFSET (place ->> 'rule')::int LIMIT 1;
  step.done := progress.done;
  IF NOT FOUND THEN
    step.state := 'completed';
    RETURN step;
  END IF;
  batch := ARRAY(SELECT reeve.app_keys(r.collection_id, place ->> 'after', max_rows));
  IF place ->> 'after' IS NULL THEN
    DELETE FROM reeve.count_difference d
    WHERE d.collection_id = r.collection_id AND d.name = r.name;
  END IF;
  -- Of more there is no list, only a number.
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
  place := place || jsonb_build_object('rows', (place ->> 'rows')::bigint + cardinality(batch),
    'differing', (place ->> 'differing')::bigint + others);
  IF batch = '{}' THEN
    UPDATE reeve.count_rule l SET compared_at = clock_timestamp(),
      rows = (place ->> 'rows')::bigint, differing = (place ->> 'differing')::bigint
    WHERE l.collection_id = r.collection_id AND l.name = r.name;
    place := jsonb_build_object('rule', (place ->> 'rule')::int + 1, 'rows', 0, 'differing', 0);
  ELSE
    place := place || jsonb_build_object('after', batch[cardinality(batch)]);
  END IF;
  step.state := 'running';
  step.done := progress.done + cardinality(batch);
  step.checkpoint := place;
  RETURN step;
END
$$;

COMMENT ON FUNCTION reeve.count_compare(reeve.job, reeve.job_progress, int) IS
  'Step of the kind counts.compare: compares the counters that apps store with the rows that there '
  'are, at most max_rows rows a step; writes only what it finds.';
