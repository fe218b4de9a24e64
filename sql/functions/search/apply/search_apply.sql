CREATE OR REPLACE FUNCTION reeve.search_apply(generation_id int, keys text[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  g reeve.search_generation;
  written bigint;
  more bigint;
  met text[];
  said text[];
BEGIN
  SELECT * INTO STRICT g FROM reeve.search_generation n
  WHERE n.generation_id = search_apply.generation_id;
  PERFORM reeve.search_await(g.collection_id, array_remove(keys, NULL));
  IF array_position(keys, NULL) IS NOT NULL THEN
    -- Truncated: every indexed row is read again.
    EXECUTE format('SELECT array_agg(i.key) || $1 FROM reeve_index.%I i', g.table_name)
    INTO keys USING array_remove(keys, NULL);
  END IF;
  EXECUTE format(
    'WITH source AS MATERIALIZED (
       SELECT d.key, d.tsv || %3$s AS tsv, d.popularity, d.norm, d.digest, d.in_range, d.fields,
         d.numbers
       FROM (
         SELECT a.*, reeve.search_norm(a.length, $4, $5) AS norm
         FROM reeve.app_documents($1, $2, NULL) a) d
     ), old AS MATERIALIZED (
       SELECT i.key, i.tsv, i.digest FROM reeve_index.%1$I i WHERE i.key = ANY ($2)
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
       SELECT d.word, d.n, d.shown, reeve.word_stems($3, d.word) FROM delta d
       ON CONFLICT (word) DO UPDATE
       SET df = w.df + excluded.df, shown = w.shown + excluded.shown
       RETURNING w.word, w.df
     )
     SELECT (SELECT count(*) FILTER (WHERE p.is_new) FROM put p) - (SELECT count(*) FROM gone),
       (SELECT count(*) FROM source s WHERE s.tsv @@ %4$L)
         - (SELECT count(*) FROM old o WHERE o.tsv @@ %4$L),
       array_agg(c.word) FILTER (WHERE c.df <= 0),
       (SELECT array_agg(DISTINCT s.fields ->> %8$s) FROM source s WHERE s.fields ->> %8$s <> '''')
     FROM counted c', g.table_name, 'word_' || generation_id, reeve.search_tiers(generation_id),
    quote_literal(chr(28)), reeve.search_numbers(g.ranges, ', n%'),
    reeve.search_numbers(g.ranges, ', s.numbers[%]'),
    reeve.search_numbers(g.ranges, ', n% = excluded.n%'),
    cardinality(reeve.search_lexed(g.declared -> 'search', g.ranges)))
  INTO written, more, met, said USING generation_id, keys, reeve.search_languages(g),
    g.average, (reeve.search_constants() ->> 'length_share')::float8;
  -- A word that no document has any more is forgotten: it may have been somebody's name.
  EXECUTE format('DELETE FROM reeve_index.%I w WHERE w.word = ANY ($1) AND w.df <= 0',
    'word_' || generation_id) USING met;
  -- A language that no row had: the dictionary has none of its forms.
  PERFORM reeve.search_call(ARRAY[g.collection_id], 'search.reindex')
  WHERE NOT said <@ g.languages AND g.state = 'live';
  IF written <> 0 OR more <> 0 THEN
    UPDATE reeve.search_generation n
    SET documents = n.documents + written, shown = n.shown + more
    WHERE n.generation_id = search_apply.generation_id;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.search_apply(int, text[]) IS
  'Reads rows again and writes or removes their documents in one generation, and recounts its '
  'words; a key NULL = the table was truncated. The caller has locked the generation''s reader.';
