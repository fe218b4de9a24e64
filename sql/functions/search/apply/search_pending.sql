CREATE OR REPLACE FUNCTION reeve.search_pending(
  generation_id int, most int DEFAULT NULL, OUT keys text[], OUT are_all boolean)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  g reeve.search_generation;
  parents jsonb;
BEGIN
  SELECT * INTO STRICT g FROM reeve.search_generation n
  WHERE n.generation_id = search_pending.generation_id;
  SELECT coalesce(
      array_agg(DISTINCT k.key) FILTER (WHERE k.key IS NOT NULL AND k.join_id IS NULL), '{}'),
    coalesce(bool_or(k.key IS NULL), FALSE),
    jsonb_agg(jsonb_build_array(k.join_id, k.key)) FILTER (WHERE k.join_id IS NOT NULL)
  INTO keys, are_all, parents
  FROM (
    SELECT unnest(coalesce(c.keys, ARRAY[c.key])) AS key, j.join_id
    FROM reeve.change_reader r
    CROSS JOIN LATERAL reeve.change_unread(r) c
    LEFT JOIN reeve.search_join j ON j.join_id = -c.collection_id AND j.is_live
    WHERE r.app = (
        SELECT l.app FROM reeve.collection l WHERE l.collection_id = g.collection_id)
      AND r.name = CASE g.state WHEN 'building' THEN 'search.' || g.generation_id ELSE 'search' END
      AND coalesce(j.collection_id, c.collection_id) = g.collection_id
    UNION ALL
    SELECT unnest(w.keys), w.join_id FROM reeve.search_waiting w
    WHERE w.collection_id = g.collection_id AND g.state <> 'building'
    UNION ALL
    SELECT d.key, j.join_id
    FROM reeve.search_due d
    JOIN (
      SELECT g.collection_id AS source_id, NULL::int AS join_id
      UNION ALL
      SELECT l.source_id, l.join_id FROM reeve.search_join l
      WHERE l.collection_id = g.collection_id AND l.is_live) j USING (source_id)
    WHERE d.due_at <= statement_timestamp()) k;
  IF parents IS NOT NULL AND NOT are_all THEN
    keys := ARRAY(
      SELECT unnest(keys) UNION
      SELECT b.key FROM reeve.search_belonging(generation_id, parents) b(key) LIMIT most);
    are_all := coalesce(cardinality(keys) >= most, FALSE);
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.search_pending(int, int) IS
  'Rows whose changes, or those of what they belong to, are committed and not yet in a generation: '
  'the keys, and whether a table was truncated meanwhile, which may concern any row, or '
  'belong to a parent of over most rows.';
