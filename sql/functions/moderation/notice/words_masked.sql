CREATE OR REPLACE FUNCTION reeve.words_masked(words text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  -- What a mail server says often has the address in it.
  SELECT regexp_replace(words, E'[^[:space:]<>:,;]+@[^[:space:]<>:,;]+|[0-9]{6,}', '•••', 'g')
$$;

COMMENT ON FUNCTION reeve.words_masked(text) IS
  'What an outsider said, without addresses and long numbers.';
