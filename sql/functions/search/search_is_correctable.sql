CREATE OR REPLACE FUNCTION reeve.search_is_correctable(word text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN char_length(word) BETWEEN 4 AND 40 AND word !~ '[0-9]';

COMMENT ON FUNCTION reeve.search_is_correctable(text) IS
  'Whether a word takes part in corrections: no short one, and no number or code.';
