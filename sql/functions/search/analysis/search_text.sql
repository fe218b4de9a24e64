CREATE OR REPLACE FUNCTION reeve.search_text(input text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- No SET, as search_fold.
RETURN CASE
  WHEN strpos(input, '-') > 0 OR strpos(input, '/') > 0 OR strpos(input, '&') > 0
    OR strpos(input, '+') > 0 OR strpos(input, '#') > 0 OR strpos(input, ' .') > 0
    OR starts_with(input, '.')
    OR octet_length(input) > char_length(input)
      AND input ~ E'[\u00BC-\u00BE\u2044\u2150-\u215E\uFF03\uFF06\uFF0B\uFF0D-\uFF0F]'
    THEN reeve.search_fold(input) || reeve.search_codes(input)
  ELSE reeve.search_fold(input) END;

COMMENT ON FUNCTION reeve.search_text(text) IS
  'The folded text of a document or query, followed by its codes (reeve.search_codes).';

GRANT EXECUTE ON FUNCTION reeve.search_text(text) TO reeve_access;
