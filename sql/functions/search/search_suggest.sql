CREATE OR REPLACE FUNCTION reeve.search_suggest(collection_id int, prefix text, max int)
RETURNS TABLE(suggestion text, key text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  IF char_length(btrim(prefix)) < 2 THEN
    RETURN;
  END IF;
  RETURN QUERY
    SELECT s.label, s.key
    FROM (
      SELECT DISTINCT ON (reeve.search_fold(f.label)) f.label, f.key, f.nth
      -- A query of operators is one of words here.
      FROM reeve.search_public(collection_id, reeve.search_fold(left(prefix, 200)), '{}', NULL,
        least(greatest(coalesce(max, 8), 1), 20) + 10, NULL)
        WITH ORDINALITY f(key, label, rank, marked, snippet, corrected, place, nth)
      ORDER BY reeve.search_fold(f.label), f.nth) s
    ORDER BY s.nth LIMIT least(greatest(coalesce(max, 8), 1), 20);
END
$$;

COMMENT ON FUNCTION reeve.search_suggest(int, text, int) IS
  'The answer of an app''s own suggest_… function: labels of the best rows for the text typed so '
  'far, each once, from two letters on.';
