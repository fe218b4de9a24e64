CREATE OR REPLACE FUNCTION reeve.search_status(app text DEFAULT NULL)
RETURNS TABLE(
  subject text, generation_id int, state text, documents bigint, expected bigint, open_tasks bigint,
  tasks bigint, since timestamptz, waiting bigint, is_outdated boolean, collection_id int)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT c.app || '/' || c.name, g.generation_id, coalesce(g.state, 'missing'),
    CASE g.state WHEN 'building' THEN greatest(g.documents, t.loaded) ELSE g.documents END,
    g.expected, t.open_tasks, t.tasks,
    CASE g.state WHEN 'building' THEN g.started_at ELSE g.built_at END,
    (SELECT coalesce(sum(coalesce(cardinality(h.keys), 1)), 0)::bigint
      FROM reeve.change_reader r
      CROSS JOIN LATERAL reeve.change_unread(r) h
      WHERE h.collection_id = c.collection_id AND r.app = c.app
        AND r.name = CASE g.state WHEN 'live' THEN 'search' ELSE 'search.' || g.generation_id END)
      + (SELECT coalesce(sum(cardinality(w.keys)), 0)::bigint FROM reeve.search_waiting w
        WHERE w.collection_id = c.collection_id AND g.state = 'live'),
    g.declared IS DISTINCT FROM reeve.search_declared(c), c.collection_id
  FROM reeve.collection c
  LEFT JOIN reeve.search_generation g USING (collection_id)
  CROSS JOIN LATERAL (
    SELECT count(*) AS tasks, count(*) FILTER (WHERE k.done_at IS NULL) AS open_tasks,
      coalesce(sum(k.rows) FILTER (WHERE k.kind = 'load'), 0) AS loaded
    FROM reeve.search_task k WHERE k.generation_id = g.generation_id) t
  WHERE c.is_live AND c.search IS NOT NULL AND (search_status.app IS NULL OR c.app =
    search_status.app)
  ORDER BY c.app, c.name, g.generation_id
$$;

COMMENT ON FUNCTION reeve.search_status(text) IS
  'Every generation of the searched collections, its progress and how many changes wait for it. '
  'NULL: generation_id, documents, expected, since.';

GRANT EXECUTE ON FUNCTION reeve.search_status(text) TO reeve_worker;
