CREATE OR REPLACE FUNCTION reeve.search_discreet(query text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN strpos(query, '@') = 0 AND char_length(query) <= 100
  AND query !~ E'(\\d\\D*){6}' THEN query END;

COMMENT ON FUNCTION reeve.search_discreet(text) IS
  'A query, or NULL where it looks like an address, a number of somebody''s or a whole text.';
