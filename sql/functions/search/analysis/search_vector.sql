CREATE OR REPLACE FUNCTION reeve.search_vector(
  config regconfig, a text, b text, c text, d text)
RETURNS tsvector
-- Computed for each document: no SET, each text cut once, and nothing done for one that is empty.
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
DECLARE
  tsv tsvector := '';
BEGIN
  IF a <> '' THEN
    a := left(a, 2000);
    tsv := setweight(to_tsvector(config, reeve.search_text(a)), 'A');
  END IF;
  IF b <> '' THEN
    b := left(b, 2000);
    tsv := tsv || setweight(to_tsvector(config, reeve.search_text(b)), 'B');
  END IF;
  IF c <> '' THEN
    c := left(c, 50000);
    tsv := tsv || setweight(to_tsvector(config, reeve.search_text(c)), 'C');
  END IF;
  IF d <> '' THEN
    d := left(d, 50000);
    tsv := tsv || to_tsvector(config, reeve.search_text(d));
  END IF;
  RETURN tsv;
END
$$;

COMMENT ON FUNCTION reeve.search_vector(regconfig, text, text, text, text) IS
  'Weighted words of a document. Longer texts are cut, since a tsvector over 1 MB is refused.';

GRANT EXECUTE ON FUNCTION reeve.search_vector(regconfig, text, text, text, text) TO reeve_access;
