CREATE OR REPLACE FUNCTION reeve.search_collect(max int) RETURNS int
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  batch record;
BEGIN
  SELECT * INTO batch FROM reeve.change_read('search', search_collect.max);
  INSERT INTO reeve.search_waiting(collection_id, keys)
  SELECT p.collection_id, array_agg(k.key)
  FROM reeve.search_pointer p
  CROSS JOIN LATERAL jsonb_array_elements_text(batch.keys -> p.collection_id::text)
    WITH ORDINALITY k(key, n)
  GROUP BY p.collection_id, (k.n - 1) / 1000
  ORDER BY p.collection_id, (k.n - 1) / 1000;
  RETURN batch.changes;
END
$$;

COMMENT ON FUNCTION reeve.search_collect(int) IS
  'Moves about max changes from the log to the queue of each live index, and runs no code of an '
  'app; returns how many. Waits for any other session that does.';
