CREATE OR REPLACE FUNCTION reeve.search_vector(a text, b text, c text, d text)
RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN setweight(to_tsvector('simple', reeve.search_fold(left(a, 2000))), 'A')
  || setweight(to_tsvector('simple', reeve.search_fold(left(b, 2000))), 'B')
  || setweight(to_tsvector('simple', reeve.search_fold(left(c, 50000))), 'C')
  || setweight(to_tsvector('simple', reeve.search_fold(left(d, 50000))), 'D');

COMMENT ON FUNCTION reeve.search_vector(text, text, text, text) IS
  'Weighted words of a document. Longer texts are cut, since a tsvector over 1 MB is refused.';
