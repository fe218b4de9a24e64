CREATE OR REPLACE FUNCTION reeve.search_synonyms(
  generation_id int, words text[], is_public boolean, less jsonb)
RETURNS SETOF reeve.search_term
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY
    SELECT p.place, cardinality(w.words), r.words,
      CASE cardinality(v.value) WHEN 1 THEN v.value[1] ELSE (
        SELECT string_agg(quote_literal(l.lexeme), ' <-> ' ORDER BY l.nth)
        FROM unnest(v.value) WITH ORDINALITY l(lexeme, nth)) END,
      CASE cardinality(v.value) WHEN 1 THEN 'synonym' ELSE 'split' END, d.df, 0.9::float8,
      CASE cardinality(v.value) WHEN 1 THEN d.levels END
    FROM reeve.search_generation g
    JOIN reeve.search_rule r ON r.collection_id = g.collection_id AND r.kind = 'synonym'
    CROSS JOIN LATERAL (SELECT string_to_array(r.words, ' ') AS words) w
    CROSS JOIN LATERAL (SELECT string_to_array(r.value, ' ') AS value) v
    CROSS JOIN LATERAL generate_series(1, cardinality(search_synonyms.words)) p(place)
    -- As many documents as have its rarest word.
    CROSS JOIN LATERAL (
      SELECT min(coalesce(w.df, 0)) AS df, max(w.levels) AS levels
      FROM unnest(v.value) l(lexeme)
      LEFT JOIN LATERAL (
        SELECT reeve.search_df(o.df, o.shown, o.word, is_public, less) AS df,
          cardinality(o.cuts) AS levels
        FROM reeve.search_word_shape o WHERE o.word = l.lexeme OFFSET 0) w ON TRUE) d
    WHERE g.generation_id = search_synonyms.generation_id
      AND search_synonyms.words[p.place : p.place + cardinality(w.words) - 1] = w.words
    ORDER BY p.place, r.rule_id LIMIT 32;
END
$$;

COMMENT ON FUNCTION reeve.search_synonyms(int, text[], boolean, jsonb) IS
  'Returns the terms that the words of a query match by the synonyms of a generation''s '
  'collection, in which several words are a phrase (split).';
