CREATE OR REPLACE FUNCTION reeve.search_collect(max int) RETURNS int
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  batch record;
BEGIN
  SELECT * INTO batch FROM reeve.change_read('search', search_collect.max);
  INSERT INTO reeve.search_waiting(collection_id, keys, join_id)
  SELECT l.collection_id, array_agg(k.key), l.join_id
  FROM (
    SELECT p.collection_id, NULL::int AS join_id, p.collection_id AS logged
    FROM reeve.search_pointer p
    UNION ALL
    SELECT j.collection_id, j.join_id, -j.join_id
    FROM reeve.search_join j JOIN reeve.search_pointer p USING (collection_id)
    WHERE j.is_live) l
  CROSS JOIN LATERAL jsonb_array_elements_text(batch.keys -> l.logged::text)
    WITH ORDINALITY k(key, n)
  GROUP BY l.collection_id, l.join_id, (k.n - 1) / 1000
  ORDER BY l.collection_id, l.join_id, (k.n - 1) / 1000;
  RETURN batch.changes;
END
$$;

COMMENT ON FUNCTION reeve.search_collect(int) IS
  'Moves about max changes from the log to the queue of each live index, and runs no code of an '
  'app; returns how many. Waits for any other session that does.';
