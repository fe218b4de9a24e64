CREATE OR REPLACE FUNCTION reeve.search_is_cut(a text, b text, c text, d text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(char_length(a) >= 2000, FALSE) OR coalesce(char_length(b) >= 2000, FALSE)
  OR coalesce(char_length(c) >= 50000, FALSE) OR coalesce(char_length(d) >= 50000, FALSE);

COMMENT ON FUNCTION reeve.search_is_cut(text, text, text, text) IS
  'Whether the end of one of these texts is not searched, since reeve.search_extract cuts it.';

GRANT EXECUTE ON FUNCTION reeve.search_is_cut(text, text, text, text) TO reeve_access;
