CREATE OR REPLACE FUNCTION reeve.moment_text(at timestamptz) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT CASE WHEN at = 'infinity' THEN 'no end'
    ELSE to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC' END
$$;

COMMENT ON FUNCTION reeve.moment_text(timestamptz) IS
  'A moment in the form of messages for people: 2026-11-28 10:00 UTC, or no end.';
