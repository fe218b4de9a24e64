CREATE OR REPLACE FUNCTION reeve.search_synonyms(generation_id int, words text[], seen jsonb)
RETURNS TABLE(
  place int, span int, word text, lexeme text, kind text, df bigint, weight float8)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  FOR place, span, word, lexeme, kind, df IN
    SELECT p.place, cardinality(w.words), r.words,
      (SELECT string_agg(quote_literal(l.lexeme), ' <-> ' ORDER BY l.nth)
        FROM unnest(v.value) WITH ORDINALITY l(lexeme, nth)),
      CASE WHEN cardinality(v.value) > 1 THEN 'split' ELSE 'synonym' END, 1
    FROM reeve.search_generation g
    JOIN reeve.search_rule r ON r.collection_id = g.collection_id AND r.kind = 'synonym'
    CROSS JOIN LATERAL (SELECT string_to_array(r.words, ' ') AS words) w
    CROSS JOIN LATERAL (SELECT string_to_array(r.value, ' ') AS value) v
    CROSS JOIN LATERAL generate_series(1, cardinality(search_synonyms.words)) p(place)
    WHERE g.generation_id = search_synonyms.generation_id
      AND search_synonyms.words[p.place : p.place + cardinality(w.words) - 1] = w.words
    ORDER BY p.place, r.rule_id LIMIT 32
  LOOP
    weight := 0.9;
    -- As many documents as have its rarest word.
    df := (
      SELECT min(coalesce((seen ->> d.word)::bigint, d.df, 0))
      FROM unnest(tsvector_to_array(to_tsvector('simple', replace(lexeme, '<->', '')))) l(lexeme)
      LEFT JOIN reeve.search_word_shape d ON d.word = l.lexeme);
    IF kind = 'synonym' THEN
      lexeme := trim(BOTH '''' FROM lexeme);
    END IF;
    RETURN NEXT;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.search_synonyms(int, text[], jsonb) IS
  'What the words of a query are also searched for as, by the synonyms of a generation''s '
  'collection: rows of reeve.search_terms, in which several words are a phrase (split).';
