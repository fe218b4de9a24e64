CREATE OR REPLACE FUNCTION reeve.identifier_barred(collection_id int, key text) RETURNS bigint
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT b.action_id
  FROM reeve.identifier_bars(identifier_barred.collection_id, ARRAY[identifier_barred.key]) b
$$;

COMMENT ON FUNCTION reeve.identifier_barred(int, text) IS
  'The ban or suspension in force of a subject that lasts longest; NULL if there is none.';
