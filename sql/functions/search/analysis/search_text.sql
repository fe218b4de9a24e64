CREATE OR REPLACE FUNCTION reeve.search_text(input text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- No SET, as search_fold.
RETURN CASE
  WHEN strpos(input, '-') > 0 OR strpos(input, '/') > 0 OR strpos(input, '&') > 0
    OR strpos(input, '+') > 0 OR strpos(input, '#') > 0 OR strpos(input, ' .') > 0
    OR starts_with(input, '.')
    OR octet_length(input) > char_length(input) AND normalize(input, NFKC) ~ E'[\u2044&+#/-]'
    THEN reeve.search_fold(input) || reeve.search_codes(input)
  ELSE reeve.search_fold(input) END;

COMMENT ON FUNCTION reeve.search_text(text) IS
  'The folded text of a document or query, followed by its codes (reeve.search_codes).';

GRANT EXECUTE ON FUNCTION reeve.search_text(text) TO reeve_access;
