CREATE OR REPLACE FUNCTION reeve.rule_rebase(
  r reeve.rule, act reeve.action, taken reeve.rule_rows, again text[])
RETURNS jsonb[]
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET "TimeZone" = 'UTC'
AS $$
DECLARE
  visible constant text := r.columns[1];
  theirs text[];
  afters jsonb[];
BEGIN
  -- Anything that no action and no undo ever wrote there is the app's.
  theirs := ARRAY(
    SELECT unnest(again)
    EXCEPT
    SELECT w
    FROM (
      SELECT array_agg(x.key) AS keys, array_agg(x.val) AS vals
      FROM (
        SELECT DISTINCT e.key, jsonb_build_object(visible, e.after -> visible) AS val
        FROM reeve.effect e
        WHERE e.collection_id = r.affected_id AND e.key = ANY (again) AND e.after ? visible) x
      HAVING count(*) > 0) stood
    CROSS JOIN LATERAL reeve.app_written(reeve.collection_get(r.affected_id), r.columns,
      stood.keys, stood.vals) w);
  IF theirs = '{}' THEN
    RETURN taken.afters;
  END IF;
  WITH moved AS (
    UPDATE reeve.subject s SET base = s.base || u.before
    FROM unnest(taken.keys, taken.befores) u(key, before)
    WHERE s.collection_id = r.affected_id AND s.key = u.key AND u.key = ANY (theirs)
    RETURNING s.key, s.base, s.hidden_by)
  SELECT array_agg(CASE WHEN r.sets_until AND m.key IS NOT NULL
      THEN jsonb_build_object(visible, greatest(act.until, (m.base ->> visible)::timestamptz, (
        SELECT max(a.until) FROM reeve.effect e JOIN reeve.action a USING (action_id)
        WHERE e.action_id = ANY (m.hidden_by) AND e.collection_id = r.affected_id
          AND e.key = m.key AND e.before ?& r.columns)))
      ELSE u.after END ORDER BY u.place)
  INTO afters
  FROM unnest(taken.keys, taken.afters) WITH ORDINALITY u(key, after, place)
  LEFT JOIN moved m USING (key);
  RETURN afters;
END
$$;

COMMENT ON FUNCTION reeve.rule_rebase(reeve.rule, reeve.action, reeve.rule_rows, text[]) IS
  'What the app has written over the column of rows that another cause hides already (again) is '
  'what they return to, and no longer what was there before that cause. Before the rows are '
  'written; returns what is to be written to all of them.';
