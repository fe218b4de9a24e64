CREATE OR REPLACE FUNCTION reeve.search_rare(words text[], tables text[]) RETURNS text[]
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT coalesce(nullif(array_agg(w.word ORDER BY w.place), '{}'), words)
  FROM unnest(words) WITH ORDINALITY w(word, place)
  WHERE NOT EXISTS (
    SELECT FROM pg_stats s
    CROSS JOIN LATERAL (SELECT s.most_common_elems::text::text[]) m(elems)
    WHERE s.schemaname = 'reeve_index' AND s.tablename = ANY (tables) AND s.attname = 'tsv'
      AND s.most_common_elem_freqs[array_position(m.elems, w.word)] > 0.05)
$$;

COMMENT ON FUNCTION reeve.search_rare(text[], text[]) IS
  'Words that at most one document in twenty has, by the statistics of these reeve_index tables; '
  'all when none is rare. Ranking what a common word finds costs seconds and tells little.';
