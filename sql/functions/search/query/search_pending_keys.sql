CREATE OR REPLACE FUNCTION reeve.search_pending_keys(generations int[]) RETURNS text[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  pending text[];
  g int;
  p record;
BEGIN
  FOREACH g IN ARRAY generations LOOP
    p := reeve.search_pending(g, 2000);
    IF p.are_all OR cardinality(p.keys) > 0 THEN
      pending := pending || p.keys || CASE WHEN p.are_all THEN ARRAY[NULL::text] END;
    END IF;
  END LOOP;
  RETURN pending;
END
$$;

COMMENT ON FUNCTION reeve.search_pending_keys(int[]) IS
  'Keys of rows that have changed since the index of generations read them (reeve.search_pending), '
  'with a key NULL where it may be any row. NULL: result, where there is none.';
