CREATE OR REPLACE FUNCTION reeve.search_mark(
  label text, pattern text, lexemes text[], beginning text)
RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- Inlined.
RETURN CASE
  WHEN pattern IS NULL OR octet_length(label) > 1000 OR octet_length(label) <> char_length(label)
    OR strpos(label, chr(1)) > 0
  THEN reeve.search_highlight(label, lexemes, beginning)
  ELSE coalesce(nullif(string_to_array(rtrim(
    regexp_replace(label, pattern, E'\x01\\&\x01', 'gi'), chr(1)), chr(1)), '{}'), '{""}') END;

COMMENT ON FUNCTION reeve.search_mark(text, text, text[], text) IS
  'A label in parts, every second one of them matched: words that equal one of the lexemes, or '
  'begin with one; pattern: the same as an expression (reeve.search_pattern). NULL: pattern.';
