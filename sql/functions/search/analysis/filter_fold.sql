CREATE OR REPLACE FUNCTION reeve.filter_fold(value text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- Inlined. ASCII is the same in all languages, and needs no function with a search path.
RETURN CASE WHEN octet_length(value) = char_length(value) THEN lower(value COLLATE "C")
  ELSE translate(reeve.text_fold(value), 'ıς', 'iσ') END;

COMMENT ON FUNCTION reeve.filter_fold(text) IS
  'A value of a filter as values are compared: lower case without accents.';
