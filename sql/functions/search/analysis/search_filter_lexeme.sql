CREATE OR REPLACE FUNCTION reeve.search_filter_lexeme(field text, value jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN chr(29) || field || chr(29) || CASE jsonb_typeof(value)
  WHEN 'number' THEN '#' || trim_scale((value #>> '{}')::numeric) ELSE value #>> '{}' END;

COMMENT ON FUNCTION reeve.search_filter_lexeme(text, jsonb) IS
  'The lexeme of documents that have a value in a field; a number has # before it.';
