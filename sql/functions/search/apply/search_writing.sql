CREATE OR REPLACE FUNCTION reeve.search_writing(g reeve.search_generation) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN format(
    'WITH source AS MATERIALIZED (
       SELECT d.key, d.tsv || %3$s AS tsv, d.popularity, d.norm, d.digest, d.in_range, d.fields,
         d.numbers
       FROM (
         SELECT a.*, reeve.search_norm(a.length, $3, $4) AS norm
         FROM reeve.app_documents(%9$s, $1, NULL) a) d
     ), old AS MATERIALIZED (
       SELECT i.key, i.tsv, i.digest FROM reeve_index.%1$I i WHERE i.key = ANY ($1)
     ), gone AS (
       DELETE FROM reeve_index.%1$I i USING old o
       WHERE i.key = o.key AND NOT EXISTS (SELECT FROM source s WHERE s.key = i.key)
       RETURNING 1
     ), put AS (
       INSERT INTO reeve_index.%1$I AS i(key, tsv, popularity, norm, digest, range, fields%5$s)
       SELECT s.key, s.tsv, s.popularity, s.norm, s.digest, s.in_range, s.fields%6$s FROM source s
       LEFT JOIN old o USING (key)
       WHERE o.digest IS DISTINCT FROM s.digest
       ORDER BY s.key
       ON CONFLICT (key) DO UPDATE SET tsv = excluded.tsv,
         popularity = excluded.popularity, norm = excluded.norm, digest = excluded.digest,
         range = excluded.range, fields = excluded.fields%7$s
       RETURNING (i.xmax = 0) AS is_new
     ), delta AS (
       SELECT w.word, sum(w.n) AS n, sum(w.shown) AS shown FROM (
         SELECT unnest(tsvector_to_array(s.tsv)) AS word, 1 AS n, (s.tsv @@ %4$L)::int AS shown
         FROM source s LEFT JOIN old o USING (key) WHERE o.digest IS DISTINCT FROM s.digest
         UNION ALL
         SELECT unnest(tsvector_to_array(o.tsv)), -1, -(o.tsv @@ %4$L)::int
         FROM old o LEFT JOIN source s USING (key) WHERE s.digest IS DISTINCT FROM o.digest) w
       WHERE w.word >= '' '' COLLATE "C"
       GROUP BY w.word HAVING sum(w.n) <> 0 OR sum(w.shown) <> 0 ORDER BY w.word
     ), counted AS (
       INSERT INTO reeve_index.%2$I AS w(word, df, shown, stems)
       SELECT d.word, d.n, d.shown, reeve.word_stems($2, d.word) FROM delta d
       ON CONFLICT (word) DO UPDATE
       SET df = w.df + excluded.df, shown = w.shown + excluded.shown
       RETURNING w.word, w.df
     )
     SELECT (SELECT count(*) FILTER (WHERE p.is_new) FROM put p) - (SELECT count(*) FROM gone),
       (SELECT count(*) FROM source s WHERE s.tsv @@ %4$L)
         - (SELECT count(*) FROM old o WHERE o.tsv @@ %4$L),
       array_agg(c.word) FILTER (WHERE c.df <= 0),
       (SELECT array_agg(DISTINCT s.fields ->> %8$s) FROM source s WHERE s.fields ->> %8$s <> '''')
     FROM counted c', g.table_name, 'word_' || g.generation_id,
    reeve.search_tiers(g.generation_id), quote_literal(chr(28)),
    reeve.search_numbers(g.ranges, ', n%'), reeve.search_numbers(g.ranges, ', s.numbers[%]'),
    reeve.search_numbers(g.ranges, ', n% = excluded.n%'),
    cardinality(reeve.search_lexed(g.declared -> 'search', g.ranges)), g.generation_id);
END
$$;

COMMENT ON FUNCTION reeve.search_writing(reeve.search_generation) IS
  'The statement of a generation''s reeve.search_write, by the parameters of that.';
