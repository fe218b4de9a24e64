CREATE OR REPLACE FUNCTION reeve.search_terms_public(generation_id int, words text[])
RETURNS TABLE(place int, span int, word text, lexeme text, kind text, df bigint, weight float8)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  -- Words and how many rows that everybody may see have them
  seen jsonb := '{}';
  counts jsonb;
  terms jsonb;
BEGIN
  FOR round IN 1 .. 8 LOOP
    SELECT coalesce(jsonb_agg(t), '[]') INTO terms
    FROM reeve.search_terms(ARRAY[search_terms_public.generation_id], words, seen) t;
    -- Those that have not been looked at; in the next round nothing depends on what was not seen.
    EXECUTE format('SELECT jsonb_object_agg(w.word, w.df) FROM reeve_index.%I w
      WHERE w.word = ANY ($1) AND NOT $2 ? w.word', 'word_' || search_terms_public.generation_id)
    INTO counts USING words || ARRAY(
      SELECT p.part FROM jsonb_to_recordset(terms) t(lexeme text, kind text)
      CROSS JOIN LATERAL reeve.search_lexemes(t.lexeme) p(part) WHERE t.kind <> 'prefix'), seen;
    EXIT WHEN counts IS NULL;
    SELECT seen || jsonb_object_agg(c.word, c.n) INTO seen
    FROM (
      SELECT array_agg(e.key) AS words, array_agg(e.value::bigint) AS dfs,
        array_agg(reeve.search_lexeme(e.key)) AS asks
      FROM jsonb_each_text(counts) e) o
    CROSS JOIN LATERAL unnest(o.words, reeve.search_seen(search_terms_public.generation_id,
      o.asks, o.dfs)) c(word, n);
    EXIT WHEN seen @> counts AND NOT EXISTS (
      SELECT FROM jsonb_each(seen) e WHERE e.value = '0');
  END LOOP;
  RETURN QUERY
    WITH t AS MATERIALIZED (
      SELECT * FROM ROWS FROM (jsonb_to_recordset(terms) AS (place int, span int, word text,
        lexeme text, kind text, df bigint, weight float8)) WITH ORDINALITY
        t(place, span, word, lexeme, kind, df, weight, nth)
    ), asked AS (
      -- Beginnings and phrases are in no dictionary.
      SELECT c.nth, c.n
      FROM (
        SELECT array_agg(t.nth) AS nths, array_agg(t.df) AS dfs,
          array_agg(CASE t.kind WHEN 'prefix' THEN reeve.search_lexeme(t.lexeme) || ':*'
            ELSE t.lexeme END) AS asks
        FROM t WHERE t.df > 0 AND (t.kind = 'prefix' OR starts_with(t.lexeme, ''''))) o
      CROSS JOIN LATERAL unnest(o.nths, reeve.search_seen(search_terms_public.generation_id,
        o.asks, o.dfs)) c(nth, n)
    )
    SELECT t.place, t.span, t.word, t.lexeme, t.kind, n.df, t.weight
    FROM t
    LEFT JOIN asked a USING (nth)
    CROSS JOIN LATERAL (
      SELECT coalesce(a.n, (seen ->> t.lexeme)::bigint, 0) AS df) n
    WHERE n.df > 0 OR t.kind = 'exact'
    ORDER BY t.nth;
END
$$;

COMMENT ON FUNCTION reeve.search_terms_public(int, text[]) IS
  'reeve.search_terms for whoever may not see what is hidden: words, and how many documents have '
  'them, as if the index held only the rows that everybody may see now. Of a word that more than '
  '1000 documents have the number is that of all.';
