CREATE OR REPLACE FUNCTION reeve.catalog_tries(statements text[], role_name text)
RETURNS TABLE(place int, problem text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  -- On a standby no function can be created as that role, so nothing is tried.
  IF NOT pg_is_in_recovery() THEN
    RETURN QUERY
      SELECT t.place, t.problem
      FROM reeve.role_tries(role_name,
        ARRAY(SELECT 'EXPLAIN (FORMAT JSON) ' || s FROM unnest(statements) WITH ORDINALITY u(s, n)
          ORDER BY n)) t
      WHERE t.problem IS NOT NULL ORDER BY t.place;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.catalog_tries(text[], text) IS
  'Plans statements as that role without running them: the position, from 1, and the error of '
  'each that is not sound.';
