CREATE OR REPLACE FUNCTION reeve.given_named(vals jsonb, renamed jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE
RETURN (
  SELECT jsonb_object_agg(coalesce(renamed ->> v.key, v.key), v.value) FROM jsonb_each(vals) v);

COMMENT ON FUNCTION reeve.given_named(jsonb, jsonb) IS
  'Values by column, under the present names of those that were renamed (reeve.given_renamed). '
  'NULL for none.';
