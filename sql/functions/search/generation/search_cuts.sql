CREATE OR REPLACE FUNCTION reeve.search_cuts(generation_id int) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET enable_mergejoin = off SET work_mem = '64MB'
AS $$
DECLARE
  g reeve.search_generation := (SELECT n FROM reeve.search_generation n
    WHERE n.generation_id = search_cuts.generation_id);
  k jsonb := reeve.search_constants();
  sizes float8[] := ARRAY[(k ->> 'tier_first')::float8,
    (k ->> 'tier_first')::float8 * (k ->> 'tier_growth')::float8,
    (k ->> 'tier_first')::float8 * (k ->> 'tier_growth')::float8 ^ 2];
  share float8 := reeve.search_share(g.expected);
  counted bigint;
BEGIN
  EXECUTE format('SELECT coalesce(avg(l.length), 1) FROM reeve_index.%I l',
    'load_' || generation_id) INTO g.average;
  UPDATE reeve.search_generation n SET average = g.average WHERE n.generation_id = g.generation_id;
  EXECUTE format(
    'INSERT INTO reeve_index.%1$I(word, df, shown)
     SELECT s.word, s.ndoc / $3, 0 FROM ts_stat(%2$L) s
     WHERE s.word >= '' '' COLLATE "C" AND s.ndoc / $3 > $1 * $2
       AND octet_length(s.word) < 2000',
    'word_' || generation_id, format('SELECT tsv FROM reeve_index.%I', 'load_' || generation_id))
  USING (k ->> 'tier_margin')::float8, sizes[1], share;
  EXECUTE format('ANALYZE reeve_index.%I', 'word_' || generation_id);
  EXECUTE format(
    'WITH o AS (
       -- Arrays, as sorting all at once takes twice the time.
       SELECT w.word, w.df, array_agg(reeve.search_impact(2::real * ts_rank(%3$L, d.tsv, w.query),
         d.norm, d.popularity, d.key)) AS impacts
       FROM (
         SELECT l.key, l.popularity, l.tsv, reeve.search_norm(l.length, $1, $2) AS norm
         FROM reeve_index.%1$I l OFFSET 0) d
       CROSS JOIN LATERAL unnest(tsvector_to_array(d.tsv)) u(word)
       JOIN (
         SELECT w.word, w.df, reeve.search_word_query(w.word) AS query
         FROM reeve_index.%2$I w OFFSET 0) w USING (word)
       GROUP BY w.word, w.df
     )
     UPDATE reeve_index.%2$I w
     SET cuts = ARRAY(
       SELECT b.best[greatest(1, round($5 * s.size))]
       FROM (
         SELECT ARRAY(
           SELECT i.impact FROM unnest(o.impacts) i(impact) ORDER BY i.impact DESC) AS best
         OFFSET 0) b
       CROSS JOIN unnest($4) WITH ORDINALITY s(size, tier)
       WHERE o.df > $3 * s.size ORDER BY s.tier)
     FROM o WHERE o.word = w.word',
    'load_' || generation_id, 'word_' || generation_id, reeve.search_weights())
  USING g.average, (k ->> 'length_share')::float8, (k ->> 'tier_margin')::float8, sizes, share;
  GET DIAGNOSTICS counted = ROW_COUNT;
  EXECUTE format('DROP TABLE reeve_index.%I; ANALYZE reeve_index.%I', 'load_' || generation_id,
    'word_' || generation_id);
  RETURN counted;
END
$$;

COMMENT ON FUNCTION reeve.search_cuts(int) IS
  'Writes down for a generation how long its documents are on average, and with which impact one '
  'belongs to each posting tier of a word, by the sample of them, which it drops; returns how many '
  'words have tiers.';
