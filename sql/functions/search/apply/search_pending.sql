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
    coalesce(bool_or(k.key IS NULL) OR count(*) > most, FALSE),
    jsonb_agg(jsonb_build_array(k.join_id, k.key)) FILTER (WHERE k.join_id IS NOT NULL)
  INTO keys, are_all, parents
  FROM (
    SELECT u.*
    FROM (
      -- More changes of the app than that may hide one of this collection.
      SELECT l.key, j.join_id
      FROM reeve.change_reader r
      CROSS JOIN LATERAL reeve.change_unread(r, most + 1) WITH ORDINALITY
        c(change_id, collection_id, key, xid, keys, at, nth)
      CROSS JOIN LATERAL unnest(CASE WHEN c.nth > most THEN ARRAY[NULL]
        ELSE coalesce(c.keys, ARRAY[c.key]) END) l(key)
      LEFT JOIN reeve.search_join j ON j.join_id = -c.collection_id AND j.is_live
      WHERE r.app = (
          SELECT l.app FROM reeve.collection l WHERE l.collection_id = g.collection_id)
        AND r.name = CASE g.state WHEN 'building' THEN 'search.' || g.generation_id ELSE 'search'
          END
        AND (coalesce(j.collection_id, c.collection_id) = g.collection_id OR c.nth > most)
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
      WHERE d.due_at <= statement_timestamp()) u
    LIMIT most + 1) k;
  IF parents IS NOT NULL AND NOT are_all THEN
    keys := ARRAY(
      SELECT unnest(keys) UNION
      SELECT b.key FROM reeve.search_belonging(generation_id, parents, most + 1) b(key));
    are_all := coalesce(cardinality(keys) > most, FALSE);
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.search_pending(int, int) IS
  'Rows whose changes, or those of what they belong to, are committed and not yet in a generation: '
  'the keys, and whether it may be any row, as a table was truncated meanwhile or, where most is '
  'given, there are more of them.';
