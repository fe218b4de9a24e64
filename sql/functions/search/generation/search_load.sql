CREATE OR REPLACE FUNCTION reeve.search_load(generation_id int, range int) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
-- All documents of a range at once: words are found in memory.
SET enable_mergejoin = off SET enable_nestloop = off SET work_mem = '64MB'
AS $$
DECLARE
  g reeve.search_generation := (
    SELECT n FROM reeve.search_generation n
    WHERE n.generation_id = search_load.generation_id);
  weights real[] := reeve.search_weights();
  parts text;
  loaded bigint;
BEGIN
  -- Words of each weight with the most that they can count there. That of words in several fields
  -- is under 1.61 times the best of their weights (ts_rank); the least weight has no such words
  -- that are not found by another. What the title is the name of counts as one more in fields b.
  SELECT string_agg(format('SELECT u.word, %s::float8 AS bound
      FROM unnest(tsvector_to_array(ts_filter(d.tsv, %L))) u(word)',
      f.weight * 1.0002 * CASE WHEN f.nr = 1 THEN 1 ELSE 1.61 END
        + CASE WHEN f.field = reeve.search_best_field(g.declared -> 'search') THEN weights[3]
          ELSE 0 END, ARRAY[f.field]), ' UNION ALL ')
  INTO parts
  FROM (
    SELECT w.field, w.weight, row_number() OVER (ORDER BY w.weight, w.field) AS nr
    FROM unnest('{d,c,b,a}'::text[], weights) w(field, weight)
    WHERE jsonb_array_length(g.declared #> ARRAY['search', w.field]) > 0) f;
  EXECUTE format(
    'WITH d AS MATERIALIZED (
       SELECT a.*, reeve.search_norm(a.length, $3, $4) AS norm
       FROM reeve.app_documents($1, NULL, $2) a
     ), t AS (
       SELECT i.key, array_to_tsvector(array_agg(chr(13 + c.tier) || i.word)) AS tiers
       FROM (
         SELECT d.key, w.word, w.cuts, w.least, reeve.search_impact(
           2::real * ts_rank(%2$L, d.tsv, w.query), d.norm, d.popularity, d.key) AS impact
         FROM d
         CROSS JOIN LATERAL (%3$s) u
         JOIN (
           -- Not a WITH query, whose statistics would not be known.
           SELECT w.word, w.cuts, w.cuts[cardinality(w.cuts)] AS least,
             reeve.search_word_query(w.word) AS query
           FROM reeve_index.%1$I w OFFSET 0) w USING (word)
         WHERE w.least <= u.bound * d.norm OFFSET 0) i
       JOIN (VALUES (1), (2), (3)) c(tier) ON i.impact >= i.cuts[c.tier]
       WHERE i.impact >= i.least
       GROUP BY i.key
     )
     INSERT INTO reeve_index.%4$I(key, tsv, popularity, norm, digest, range, fields%5$s)
     SELECT d.key, CASE WHEN t.key IS NULL THEN d.tsv ELSE d.tsv || t.tiers END, d.popularity,
       d.norm, d.digest, d.in_range, d.fields%6$s
     FROM d LEFT JOIN t USING (key)
     -- Popular documents are read most: they lie together.
     ORDER BY d.popularity DESC',
    'word_' || generation_id, weights, parts, g.table_name, reeve.search_numbers(g.ranges, ', n%'),
    reeve.search_numbers(g.ranges, ', d.numbers[%]'))
  USING generation_id, range, g.average, (reeve.search_constants() ->> 'length_share')::float8;
  GET DIAGNOSTICS loaded = ROW_COUNT;
  RETURN loaded;
END
$$;

COMMENT ON FUNCTION reeve.search_load(int, int) IS
  'Writes the documents of a range of keys, with their posting tiers, into a generation that is '
  'being built; returns how many.';
