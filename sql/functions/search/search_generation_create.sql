CREATE OR REPLACE FUNCTION reeve.search_generation_create(collection_id int) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  built int := reeve.search_begin(collection_id, TRUE, 20000);
  did text;
BEGIN
  LOOP
    SELECT s.did INTO did FROM reeve.search_step(built, NULL, NULL) s;
    EXIT WHEN did IN ('built', 'stale');
  END LOOP;
  PERFORM reeve.search_swap(built, NULL, NULL);
  PERFORM reeve.search_prune(collection_id, NULL, NULL);
  RETURN (SELECT g.documents FROM reeve.search_generation g WHERE g.generation_id = built);
END
$$;

COMMENT ON FUNCTION reeve.search_generation_create(int) IS
  'Builds a small collection''s index anew in the caller''s transaction; how many documents. For '
  'installers.';
