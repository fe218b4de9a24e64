CREATE OR REPLACE FUNCTION reeve.catalog_try(statement text, role_name text) RETURNS text
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  problem text;
BEGIN
  -- On a standby no function can be created as that role, so nothing is tried.
  IF pg_is_in_recovery() THEN
    RETURN NULL;
  END IF;
  SELECT t.problem INTO problem
  FROM reeve.role_tries(role_name, ARRAY['EXPLAIN (FORMAT JSON) ' || statement]) t;
  RETURN problem;
EXCEPTION
  -- Of the server, not of the statement.
  WHEN disk_full THEN
    RAISE;
  WHEN OTHERS THEN
    RETURN SQLERRM;
END
$$;

COMMENT ON FUNCTION reeve.catalog_try(text, text) IS
  'Plans a statement as that role without running it; returns the error, NULL if it is sound. '
  '53100 if the server has no room to try it.';
