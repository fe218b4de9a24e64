CREATE OR REPLACE FUNCTION reeve.search_terms_of(
  generation_id int, words text[], seen jsonb DEFAULT '{}')
RETURNS TABLE(
  place int, span int, word text, lexeme text, kind text, df bigint, weight float8)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
  languages regconfig[] := (SELECT reeve.search_languages(n) FROM reeve.search_generation n
    WHERE n.generation_id = search_terms_of.generation_id);
  -- How many documents have each word, as it is or in another form; NULL where it is a stop word
  known bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(words)]);
  -- Places whose word is the beginning of one, two words as one, or a synonym
  met int[] := '{}';
BEGIN
  FOR place, span, word, lexeme, kind, df, weight IN
    SELECT * FROM reeve.search_terms_known(search_terms_of.generation_id, languages, words, seen)
    UNION ALL
    SELECT * FROM reeve.search_synonyms(search_terms_of.generation_id, words, seen)
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
  -- Only a word that no dictionary has, or a rare one, is corrected to another.
  IF EXISTS (SELECT FROM unnest(known) k(df) WHERE k.df <= 2) THEN
    RETURN QUERY
      SELECT * FROM reeve.search_terms_unknown(search_terms_of.generation_id, languages, words,
        known, met, seen);
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.search_terms_of(int, text[], jsonb) IS
  'What the words of a query are searched for as in a generation (reeve.search_terms). seen: how '
  'many documents have some words, where that is not what the dictionary says; 0: none has.';
