CREATE OR REPLACE FUNCTION reeve.search_is_deaf() RETURNS boolean
LANGUAGE sql VOLATILE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT pg_relation_size('reeve.search_heard') > 64 * 1024 * 1024
$$;

COMMENT ON FUNCTION reeve.search_is_deaf() IS
  'Whether so many searches wait to be counted that no more are noted.';
