CREATE OR REPLACE FUNCTION reeve.search_filter_lexeme(place int, value jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- The place as one character: each document has it for each of its values.
RETURN chr(29) || chr(48 + place) || CASE jsonb_typeof(value)
  -- With the cast, or else it is not inlined.
  WHEN 'number' THEN '#' || trim_scale(value::numeric)::text
  ELSE left(reeve.filter_fold(value #>> '{}'), 200) END;

COMMENT ON FUNCTION reeve.search_filter_lexeme(int, jsonb) IS
  'The lexeme of documents that have a value in a filter: its position in search_lexed, from 0; a '
  'number has # before it.';
