CREATE OR REPLACE FUNCTION reeve.search_tiers(generation_id int) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format(
    '(SELECT coalesce(array_to_tsvector(array_agg(chr(13 + c.tier) || i.word)), '''')
      FROM (
        -- Once for each word, and most are in no tier.
        SELECT w.word, w.cuts, reeve.search_impact(
          reeve.search_word_rank(%L, d.tsv, w.word), d.norm, d.popularity, d.key) AS impact
        FROM reeve_index.%I w
        WHERE w.word = ANY (tsvector_to_array(d.tsv)) AND w.cuts IS NOT NULL OFFSET 0) i
      JOIN (VALUES (1), (2), (3)) c(tier) ON i.impact >= i.cuts[c.tier]
      WHERE i.impact >= i.cuts[cardinality(i.cuts)])',
    reeve.search_weights(), 'word_' || search_tiers.generation_id)
$$;

COMMENT ON FUNCTION reeve.search_tiers(int) IS
  'Expression of the posting tiers of a document d (key, popularity, norm, tsv) of a generation: a '
  'lexeme for each word and tier that its impact reaches, character 14, 15 or 16 and the word.';
