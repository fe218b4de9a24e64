CREATE OR REPLACE FUNCTION reeve.action_effects(action_id bigint, max_rows int)
RETURNS TABLE(
  app text, collection text, key text, label text, effect text, change text, is_undone boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO'
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  IF NOT EXISTS (SELECT FROM reeve.action a WHERE a.action_id = action_effects.action_id) THEN
    RAISE EXCEPTION 'there is no action A%', action_id USING ERRCODE = 'RV004';
  END IF;
  RETURN QUERY
    WITH e AS MATERIALIZED (
      SELECT e.*, r.seq, r.kind, r.name AS effect
      FROM reeve.effect e JOIN reeve.rule r USING (rule_id)
      WHERE e.action_id = action_effects.action_id
      ORDER BY r.seq, e.collection_id, e.key LIMIT max_rows),
    named AS MATERIALIZED (
      SELECT g.collection_id, f.key, f.label
      FROM (SELECT e.collection_id, array_agg(DISTINCT e.key) AS keys FROM e GROUP BY 1) g
      CROSS JOIN LATERAL reeve.app_labels(g.collection_id, g.keys) f)
    SELECT c.app, c.name, e.key, n.label, e.effect,
      -- Of a column that is personal or not shown, only the name.
      CASE e.kind WHEN 'delete' THEN 'deleted for good' ELSE reeve.change_text(ARRAY(
        SELECT k FROM jsonb_object_keys(e.before || e.after) k
        WHERE k = ANY (c.personal_columns) OR k <> ALL (c.show_columns)), e.before, e.after) END,
      e.undone_by IS NOT NULL
    FROM e JOIN reeve.collection c USING (collection_id)
    LEFT JOIN named n ON n.collection_id = e.collection_id AND n.key = e.key
    ORDER BY e.seq, c.name, e.key;
END
$$;

COMMENT ON FUNCTION reeve.action_effects(bigint, int) IS
  'The rows that an action changed, effect by effect: the columns with their old and new values '
  '(only the name of personal and erased ones), and whether the effect was undone. RV004. NULL: '
  'label, change.';

GRANT EXECUTE ON FUNCTION reeve.action_effects(bigint, int) TO reeve_viewer;
