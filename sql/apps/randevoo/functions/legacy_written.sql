CREATE OR REPLACE FUNCTION randevoo.legacy_written(at timestamptz) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE AS $body$
  SELECT coalesce(to_char(at AT TIME ZONE 'UTC', CASE WHEN at = date_trunc('ms', at)
    THEN 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"' ELSE 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"' END), '')
$body$;

COMMENT ON FUNCTION randevoo.legacy_written(timestamptz) IS
'A time as the former app wrote it, in UTC; the empty text for none.';
