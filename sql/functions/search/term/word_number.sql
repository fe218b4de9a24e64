CREATE OR REPLACE FUNCTION reeve.word_number(word text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN word !~ '^[a-z0-9]{3,}$' THEN '{}'::text[]
  WHEN word ~ 'ies$' THEN ARRAY[left(word, -3) || 'y', left(word, -1)]
  WHEN word ~ 'es$' THEN ARRAY[left(word, -1), left(word, -2)]
  WHEN word ~ 's$' THEN ARRAY[left(word, -1)]
  WHEN word ~ 'y$' THEN ARRAY[left(word, -1) || 'ies', word || 's']
  ELSE ARRAY[word || 's'] END;

COMMENT ON FUNCTION reeve.word_number(text) IS
  'Returns possible singulars of a word that ends like a plural, else possible plurals.';
