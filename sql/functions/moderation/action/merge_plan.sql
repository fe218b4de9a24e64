CREATE OR REPLACE FUNCTION reeve.merge_plan(c reeve.collection, key text, into_key text)
RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT jsonb_build_object('name', format('into %s:%s', c.name, into_key),
    'into', jsonb_build_object('key', into_key, 'label', (
      SELECT f.label FROM reeve.app_find(c.collection_id, '', ARRAY[into_key], 1) f)),
    'into_version', coalesce((
      SELECT s.version FROM reeve.subject s
      WHERE s.collection_id = c.collection_id AND s.key = into_key), 0),
    'notes', ARRAY(
      SELECT n.said FROM (
        SELECT 1, format('A%s bars %s:%s and will cover what moves there', b.action_id, c.name,
          into_key), ''
        FROM reeve.account_bars(c.collection_id, ARRAY[into_key]) b
        UNION ALL
        SELECT 2, format('%s stays with %s:%s: %s', s.key, c.name, merge_plan.key, s.value), s.key
        FROM reeve.app a
        CROSS JOIN LATERAL jsonb_each_text(a.manifest #> ARRAY['collections', c.name, 'merge',
          'stays']) s
        WHERE a.app = c.app) n(place, said, name)
      ORDER BY n.place, n.name))
$$;

COMMENT ON FUNCTION reeve.merge_plan(reeve.collection, text, text) IS
  'What the plan of a merge has besides its effects: the account that stays and its version, what '
  'stays with the one that goes and why, and a ban that will cover what moves.';
