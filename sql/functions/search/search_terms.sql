CREATE OR REPLACE FUNCTION reeve.search_terms(generations int[], words text[])
RETURNS TABLE(
  generation_id int, place int, span int, word text, lexeme text, kind text, df bigint,
  weight float8)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  g int;
  languages regconfig[];
  known int[] := '{}';
  unknown text[];
BEGIN
  FOREACH g IN ARRAY generations LOOP
    SELECT reeve.search_languages(n.declared -> 'search') INTO languages
    FROM reeve.search_generation n WHERE n.generation_id = g;
    FOR generation_id, place, span, word, lexeme, kind, df, weight IN
      SELECT g, t.* FROM reeve.search_terms_known(g, languages, words) t
    LOOP
      IF df > 0 AND kind NOT IN ('prefix', 'part') THEN
        known := known || place || (place + span - 1);
      END IF;
      RETURN NEXT;
    END LOOP;
  END LOOP;
  -- Only a word that no dictionary has is taken for another.
  SELECT array_agg(CASE WHEN w.place <> ALL (known) THEN w.word END ORDER BY w.place) INTO unknown
  FROM unnest(words) WITH ORDINALITY w(word, place);
  IF array_length(array_remove(unknown, NULL), 1) > 0 THEN
    FOREACH g IN ARRAY generations LOOP
      RETURN QUERY SELECT g, t.* FROM reeve.search_terms_unknown(g, unknown) t;
    END LOOP;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.search_terms(int[], text[]) IS
  'What the words of a query are looked for as in each generation. Kinds: exact (df 0: not there), '
  'form (a plural, a word of the same stem), prefix, joined (with the next word: span 2), split (a '
  'phrase of two), part (it contains the word, or is contained) and spelling, the latter only for '
  'a word that no generation knows. Weights are over 0, at most 1.';
