CREATE OR REPLACE FUNCTION reeve.catalog_try(statement text, role_name text) RETURNS text
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  -- On a standby no function can be created as that role, so nothing is tried.
  IF pg_is_in_recovery() THEN
    RETURN NULL;
  END IF;
  PERFORM reeve.role_read(role_name, 'EXPLAIN (FORMAT JSON) ' || statement);
  RETURN NULL;
EXCEPTION WHEN OTHERS THEN
  RETURN SQLERRM;
END
$$;

COMMENT ON FUNCTION reeve.catalog_try(text, text) IS
  'Plans a statement as that role without running it; returns the error, NULL if it is sound.';
