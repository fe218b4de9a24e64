CREATE OR REPLACE FUNCTION reeve.search_terms(
  generations int[], words text[], seen jsonb DEFAULT '{}')
RETURNS TABLE(
  generation_id int, place int, span int, word text, lexeme text, kind text, df bigint,
  weight float8)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  g int;
  languages regconfig[];
  -- How many documents have each word, as it is or in another form; NULL where it is a stop word
  known bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(words)]);
  -- Places whose word is the beginning of one, two words as one, or a synonym
  met int[] := '{}';
BEGIN
  FOREACH g IN ARRAY generations LOOP
    SELECT reeve.search_languages(n) INTO languages
    FROM reeve.search_generation n WHERE n.generation_id = g;
    FOR generation_id, place, span, word, lexeme, kind, df, weight IN
      SELECT g, t.* FROM reeve.search_terms_known(g, languages, words, seen) t
      UNION ALL
      SELECT g, t.* FROM reeve.search_synonyms(g, words, seen) t
    LOOP
      IF kind IN ('exact', 'form', 'joined') THEN
        known[place] := coalesce(known[place], 0) + df;
        IF span = 2 THEN
          known[place + 1] := coalesce(known[place + 1], 0) + df;
        END IF;
      ELSIF kind IN ('prefix', 'split', 'synonym') THEN
        met := met || place;
      END IF;
      RETURN NEXT;
    END LOOP;
  END LOOP;
  -- Only a word that no dictionary has, or a rare one, is corrected to another.
  IF EXISTS (SELECT FROM unnest(known) k(df) WHERE k.df <= 2) THEN
    FOREACH g IN ARRAY generations LOOP
      RETURN QUERY SELECT g, t.* FROM reeve.search_terms_unknown(g, words, known, met, seen) t;
    END LOOP;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.search_terms(int[], text[], jsonb) IS
  'What the words of a query are searched for as in each generation. Kinds: exact (df 0: it does '
  'not occur), form (a plural, a word of the same stem), synonym, prefix, joined (with the next '
  'word: span 2), split (a phrase of two), part (it contains the word, or is contained in it) '
  'and spelling, the last only for a word that no generation has, or at most two documents where '
  'the other word has a hundred. Weights are over 0, at most 1. '
  'seen: other counts of words (reeve.search_dictionary).';
