CREATE OR REPLACE FUNCTION reeve.search_vector(
  config regconfig, a text, b text, c text, d text)
RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN setweight(to_tsvector(config, reeve.search_fold(left(a, 2000))), 'A')
  || setweight(to_tsvector(config, reeve.search_fold(left(b, 2000))), 'B')
  || setweight(to_tsvector(config, reeve.search_fold(left(c, 50000))), 'C')
  || setweight(to_tsvector(config, reeve.search_fold(left(d, 50000))), 'D');

COMMENT ON FUNCTION reeve.search_vector(regconfig, text, text, text, text) IS
  'Weighted words of a document. Longer texts are cut, since a tsvector over 1 MB is refused.';

GRANT EXECUTE ON FUNCTION reeve.search_vector(regconfig, text, text, text, text) TO reeve_access;
