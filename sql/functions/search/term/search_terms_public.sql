CREATE OR REPLACE FUNCTION reeve.search_terms_public(generation_id int, words text[])
RETURNS TABLE(place int, span int, word text, lexeme text, kind text, df bigint, weight float8)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
  -- How many rows that everybody may see have a word, and what else is searched for.
  seen jsonb := '{}';
  asked jsonb := '{}';
  terms jsonb;
  counts jsonb;
  c record;
BEGIN
  FOR round IN 1 .. 8 LOOP
    SELECT coalesce(jsonb_agg(t), '[]') INTO terms
    FROM reeve.search_terms_of(search_terms_public.generation_id, words, seen) t;
    -- What has not been looked at; in the next round nothing depends on what was not seen.
    -- Beginnings and phrases are in no dictionary.
    WITH t AS MATERIALIZED (
      SELECT u.* FROM jsonb_to_recordset(terms) u(lexeme text, kind text, df bigint)
    )
    SELECT array_agg(o.name) AS names, array_agg(o.is_word) AS are_words,
      array_agg(o.ask) AS asks, array_agg(o.df) AS dfs
    INTO c
    FROM (
      SELECT w.word::text AS name, TRUE AS is_word, reeve.search_lexeme(w.word) AS ask, w.df
      FROM reeve.search_word_shape w
      WHERE NOT seen ? w.word AND w.word = ANY (words || ARRAY(
        SELECT p.part FROM t CROSS JOIN LATERAL reeve.search_lexemes(t.lexeme) p(part)
        WHERE t.kind <> 'prefix'))
      UNION ALL
      SELECT DISTINCT t.lexeme, FALSE, CASE t.kind WHEN 'prefix'
        THEN reeve.search_lexeme(t.lexeme) || ':*' ELSE t.lexeme END, t.df
      FROM t
      WHERE t.df > 0 AND (t.kind = 'prefix' OR starts_with(t.lexeme, ''''))
        AND NOT asked ? t.lexeme) o;
    EXIT WHEN c.names IS NULL;
    SELECT jsonb_object_agg(n.name, n.df) FILTER (WHERE n.is_word),
      seen || coalesce(jsonb_object_agg(n.name, n.n) FILTER (WHERE n.is_word), '{}'),
      asked || coalesce(jsonb_object_agg(n.name, n.n) FILTER (WHERE NOT n.is_word), '{}')
    INTO counts, seen, asked
    FROM unnest(c.names, c.are_words, c.dfs, reeve.search_seen(search_terms_public.generation_id,
      c.asks, c.dfs)) n(name, is_word, df, n);
    EXIT WHEN counts IS NULL OR seen @> counts AND NOT EXISTS (
      SELECT FROM jsonb_each(seen) e WHERE e.value = '0');
  END LOOP;
  RETURN QUERY
    SELECT t.place, t.span, t.word, t.lexeme, t.kind, n.df, t.weight
    FROM ROWS FROM (jsonb_to_recordset(terms) AS (place int, span int, word text, lexeme text,
      kind text, df bigint, weight float8)) WITH ORDINALITY
      t(place, span, word, lexeme, kind, df, weight, nth)
    CROSS JOIN LATERAL (
      SELECT CASE WHEN t.kind = 'prefix' OR starts_with(t.lexeme, '''')
        THEN coalesce((asked ->> t.lexeme)::bigint, 0)
        ELSE coalesce((seen ->> t.lexeme)::bigint, 0) END AS df) n
    WHERE n.df > 0 OR t.kind = 'exact'
    ORDER BY t.nth;
END
$$;

COMMENT ON FUNCTION reeve.search_terms_public(int, text[]) IS
  'reeve.search_terms for whoever may not see what is hidden: words, and how many documents have '
  'them, as if the index held only the rows that everybody may see now. Of a word that more than '
  '1000 documents have the number is that of all.';
