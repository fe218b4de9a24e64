CREATE OR REPLACE FUNCTION reeve.search_first(value jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE jsonb_typeof(value)
  WHEN 'array' THEN CASE jsonb_typeof(value -> 0)
    WHEN 'string' THEN to_jsonb(reeve.filter_fold(value ->> 0)) ELSE value -> 0 END
  WHEN 'string' THEN to_jsonb(reeve.filter_fold(value #>> '{}'))
  WHEN 'null' THEN NULL ELSE value END;

COMMENT ON FUNCTION reeve.search_first(jsonb) IS
  'What documents are sorted by that have this value, or these values, of a filter.';
