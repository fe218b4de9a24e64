CREATE OR REPLACE FUNCTION reeve.search_tiers(generation_id int) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format(
    '(SELECT coalesce(array_to_tsvector(array_agg(chr(13 + t.tier::int) || t.word)), '''')
      FROM (
        SELECT w.word, c.tier
        FROM reeve_index.%I w
        CROSS JOIN LATERAL unnest(w.cuts) WITH ORDINALITY c(cut, tier)
        WHERE w.word = ANY (tsvector_to_array(d.tsv)) AND w.cuts IS NOT NULL
          AND reeve.search_impact(ts_rank(%L, d.tsv, reeve.search_lexeme(w.word)::tsquery),
            d.norm, d.popularity, d.key) >= c.cut) t)',
    'word_' || search_tiers.generation_id, reeve.search_weights())
$$;

COMMENT ON FUNCTION reeve.search_tiers(int) IS
  'Expression of the posting tiers of a document d (key, popularity, norm, tsv) of a generation: a '
  'lexeme for each word and tier that its impact reaches, character 14, 15 or 16 and the word.';
