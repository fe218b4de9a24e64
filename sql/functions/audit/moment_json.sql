CREATE OR REPLACE FUNCTION reeve.moment_json(at timestamptz) RETURNS jsonb
LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE
  WHEN isfinite(at) THEN to_jsonb((extract(epoch FROM at) * 1000000)::bigint)
  WHEN at > '2000-01-01 00:00:00+00' THEN '"infinity"'::jsonb
  WHEN at IS NOT NULL THEN '"-infinity"'::jsonb
  END;

COMMENT ON FUNCTION reeve.moment_json(timestamptz) IS
  'A time in the form of the record, whatever the session''s settings: microseconds since '
  '1970-01-01 UTC, or infinity.';
