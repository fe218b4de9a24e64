CREATE OR REPLACE FUNCTION reeve.search_df(
  df bigint, shown bigint, word text, is_public boolean, less jsonb)
RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- Inlined.
RETURN CASE WHEN is_public THEN greatest(shown - coalesce((less ->> word)::bigint, 0), 0)
  ELSE df END;

COMMENT ON FUNCTION reeve.search_df(bigint, bigint, text, boolean, jsonb) IS
  'How many documents have a word of the dictionary: all (df) or, for the public, those that '
  'everybody may see (shown), without those that have changed since the index read them, which '
  'are counted in less, by word.';
