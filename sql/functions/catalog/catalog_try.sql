CREATE OR REPLACE FUNCTION reeve.catalog_try(statement text, role_name text) RETURNS text
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM set_config('role', role_name, TRUE);
  EXECUTE 'EXPLAIN ' || statement
    USING NULL::text[], NULL::timestamptz, NULL::timestamptz, NULL::interval, NULL::bigint,
      NULL::text;
  RESET ROLE;
  RETURN NULL;
EXCEPTION WHEN OTHERS THEN
  -- The subtransaction's end gives the role back.
  RETURN SQLERRM;
END
$$;

COMMENT ON FUNCTION reeve.catalog_try(text, text) IS
  'Plans a statement as that role, without running it; returns the error, NULL when it is sound.';
