CREATE OR REPLACE FUNCTION reeve.erase_plan(c reeve.collection, key text) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  ids int[];
  keys text[];
  effects jsonb;
  rows bigint;
  imports text;
  held text;
BEGIN
  PERFORM reeve.erase_seen(c);
  SELECT array_agg(r.collection_id), array_agg(r.key) INTO ids, keys
  FROM reeve.erase_reach(c.collection_id, ARRAY[erase_plan.key]) r;
  held := reeve.hold_refusal(c.app, ids, keys);
  SELECT jsonb_agg(jsonb_build_object('rule', -abs(hashtext(p.target)::bigint), 'name', p.target,
      'collection', p.collection, 'kind', 'erase', 'rows', p.rows, 'reversible', FALSE,
      'examples', '[]'::jsonb) ORDER BY p.is_own, p.depth, p.nth, p.target), sum(p.rows)
  INTO effects, rows
  FROM (
    SELECT s.target, min(o.name) AS collection, s.is_own, min(g.depth) AS depth, min(s.nth) AS nth,
      sum(s.rows) AS rows
    FROM (
      SELECT r.collection_id, min(r.depth), array_agg(r.key)
      FROM reeve.erase_reach(c.collection_id, ARRAY[erase_plan.key]) r GROUP BY r.collection_id
    ) g(collection_id, depth, keys)
    JOIN reeve.collection o ON o.collection_id = g.collection_id
    CROSS JOIN LATERAL (
      SELECT h.target, h.rows, FALSE AS is_own, h.nth
      FROM reeve.app_erase(o.collection_id, g.keys, TRUE) WITH ORDINALITY h(target, rows, nth)
      UNION ALL
      SELECT w.target, w.rows, TRUE, w.nth
      FROM reeve.erase_own(o, g.keys, reeve.app_values(o.collection_id, g.keys), NULL, TRUE)
        WITH ORDINALITY w(target, rows, nth)) s
    GROUP BY s.target, s.is_own) p;
  imports := (
    SELECT string_agg(DISTINCT i.source, ', ') FROM reeve.import i
    WHERE i.app = c.app AND i.finished_at IS NULL);
  RETURN jsonb_build_object('effects', coalesce(effects, '[]'), 'irreversible', coalesce(rows, 0),
    'keeps', coalesce(c.erase -> 'keeps', 'null'),
    'refusal', CASE WHEN held IS NOT NULL THEN
      jsonb_build_object('code', 'held', 'message', held) END,
    'files', reeve.file_plan(c.app, ids, keys, array_fill(TRUE, ARRAY[cardinality(ids)])),
    'warning', 'unfinished imports can bring it back: ' || imports);
END
$$;

COMMENT ON FUNCTION reeve.erase_plan(reeve.collection, text) IS
  'Returns the plan of erasing a subject: effects by target; the data that stay, in the catalog''s '
  'words; what becomes of objects in buckets; '
  'refusal: the legal hold that forbids it. RV005 if row security may hide some of its rows.';
