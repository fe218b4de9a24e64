CREATE OR REPLACE FUNCTION reeve.search_pending_keys(generations int[]) RETURNS text[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  -- To look for so many takes some milliseconds.
  most constant int := 5000;
  pending text[];
  g int;
  p record;
BEGIN
  FOREACH g IN ARRAY generations LOOP
    p := reeve.search_pending(g, most);
    IF p.are_all THEN
      pending := pending || NULL::text;
    ELSE
      pending := pending || nullif(p.keys, '{}');
    END IF;
  END LOOP;
  RETURN pending;
END
$$;

COMMENT ON FUNCTION reeve.search_pending_keys(int[]) IS
  'Keys of rows that have changed since the index of generations read them (reeve.search_pending), '
  'or a key NULL where that may be any row, or are more than 5,000. NULL: result, '
  'where there is none.';
