CREATE OR REPLACE FUNCTION reeve.search_pending(
  generation_id int, OUT keys text[], OUT are_all boolean)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  g reeve.search_generation;
BEGIN
  SELECT * INTO STRICT g FROM reeve.search_generation n
  WHERE n.generation_id = search_pending.generation_id;
  SELECT coalesce(array_agg(DISTINCT k.key) FILTER (WHERE k.key IS NOT NULL), '{}'),
    coalesce(bool_or(k.key IS NULL), FALSE)
  INTO keys, are_all
  FROM (
    SELECT unnest(coalesce(c.keys, ARRAY[c.key])) AS key
    FROM reeve.change_reader r
    CROSS JOIN LATERAL reeve.change_unread(r.xid, r.change_id, r.seen) c
    WHERE r.name = CASE g.state WHEN 'building' THEN 'search.' || g.generation_id ELSE 'search' END
      AND c.collection_id = g.collection_id
    UNION ALL
    SELECT unnest(w.keys) FROM reeve.search_waiting w
    WHERE w.collection_id = g.collection_id AND g.state <> 'building') k;
END
$$;

COMMENT ON FUNCTION reeve.search_pending(int) IS
  'Rows whose changes are committed and not yet in a generation: the keys, and whether the table '
  'was truncated meanwhile, which may concern any row.';
