CREATE OR REPLACE FUNCTION reeve.search_cuts(generation_id int, table_name text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  g reeve.search_generation := (SELECT n FROM reeve.search_generation n
    WHERE n.generation_id = search_cuts.generation_id);
  k jsonb := reeve.search_constants();
  sizes float8[] := ARRAY[(k ->> 'tier_first')::float8,
    (k ->> 'tier_first')::float8 * (k ->> 'tier_growth')::float8,
    (k ->> 'tier_first')::float8 * (k ->> 'tier_growth')::float8 ^ 2];
  -- Of a large collection an eighth says enough.
  share float8 := greatest(least(1, 20000 / greatest(g.documents, 1)::float8), 0.125);
BEGIN
  EXECUTE format(
    'WITH d AS MATERIALIZED (
       SELECT d.key, d.popularity, d.tsv, reeve.search_norm(d.length, $1, $2) AS norm
       FROM reeve_index.%1$I d%2$s
     ), o AS (
       SELECT w.word, w.df, row_number() OVER (PARTITION BY w.word ORDER BY i.impact DESC) AS nr,
         i.impact
       FROM d
       CROSS JOIN LATERAL unnest(tsvector_to_array(d.tsv)) u(word)
       JOIN reeve_index.%3$I w USING (word)
       CROSS JOIN LATERAL (SELECT reeve.search_impact(
         reeve.search_word_rank(%4$L, d.tsv, w.word), d.norm, d.popularity, d.key) AS impact) i
       WHERE w.df > $3 * $4[1] AND octet_length(w.word) < 2000
     ), c AS (
       SELECT o.word, array_agg(o.impact ORDER BY s.size) AS cuts
       FROM unnest($4) s(size)
       JOIN o ON o.df > $3 * s.size AND o.nr = greatest(1, round($5 * s.size))
       GROUP BY o.word)
     UPDATE reeve_index.%3$I w SET cuts = c.cuts FROM c WHERE c.word = w.word',
    table_name, CASE WHEN share < 1
      THEN format(' TABLESAMPLE bernoulli (%s) REPEATABLE (1)', 100 * share) ELSE '' END,
    'word_' || generation_id, reeve.search_weights())
  USING g.average, (k ->> 'length_share')::float8, (k ->> 'tier_margin')::float8, sizes, share;
END
$$;

COMMENT ON FUNCTION reeve.search_cuts(int, text) IS
  'Writes into a generation''s dictionary with which impact a document belongs to each posting '
  'tier of a word, by a sample of a table of documents (key, popularity, length, tsv).';
