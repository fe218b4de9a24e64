CREATE OR REPLACE FUNCTION reeve.zone_is_known(zone text) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT EXISTS (
    SELECT FROM pg_timezone_names z WHERE z.name = zone_is_known.zone AND z.name !~ '^posix')
$$;

COMMENT ON FUNCTION reeve.zone_is_known(text) IS
  'Whether the server has a zone of that IANA name; abbreviations such as CEST are none.';
