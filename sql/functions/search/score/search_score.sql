CREATE OR REPLACE FUNCTION reeve.search_score(
  table_name text, collection_id int, condition text, words int, k jsonb)
RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  rank text := format('ts_rank(%L, c.tsv, q.q%%s)', reeve.search_weights());
  points text;
  total text;
  hits text;
  given text;
BEGIN
  -- Six words of a query, each looked for in four ways; the fourth is of phrases.
  SELECT string_agg(format('CASE WHEN $7 >= %s THEN greatest(0, %s) ELSE 0 END AS p%1$s', w.word,
      w.ways), ', ' ORDER BY w.word),
    string_agg(format('v.p%s', w.word), ' + ' ORDER BY w.word),
    string_agg(format('(v.p%s > 0)::int', w.word), ' + ' ORDER BY w.word)
  INTO points, total, hits
  FROM (
    SELECT word, string_agg(format(CASE way WHEN 4 THEN 'CASE WHEN c.tsv @@ q.q%1$s THEN %2$s END'
      ELSE '%2$s' END, 4 * word + way - 4, format('q.v%s * ' || rank, 4 * word + way - 4,
      4 * word + way - 4)), ', ' ORDER BY way) AS ways
    FROM generate_series(1, words) word CROSS JOIN generate_series(1, 4) way GROUP BY word) w;
  SELECT string_agg(format('$5[%1$s] AS v%1$s, $6[%1$s] AS q%1$s', nr), ', ' ORDER BY nr) INTO given
  FROM generate_series(1, 4 * words) nr;
  RETURN format(
    'WITH c AS MATERIALIZED (
       -- Joined with nothing, a long document is read once and not for each word.
       SELECT i.key, i.popularity, i.norm,
         CASE WHEN pg_column_size(i.tsv) > 2000 THEN i.tsv || '''' ELSE i.tsv END AS tsv
       FROM reeve_index.%1$I i
       WHERE i.tsv @@ $1 AND ($15 IS NULL OR i.tsv @@ $15) AND (%2$s) LIMIT $2
     ), q AS MATERIALIZED (
       -- As columns, which are read sooner than items of an array.
       SELECT %11$s
     ), s AS MATERIALIZED (
       SELECT o.* FROM (
         SELECT v.key, v.popularity, v.tsv, v.total, v.hits, v.factor,
           -- What differs by less is an equal match.
           round(v.total * v.hits / $7 * v.factor * 1e6) / 1e6 AS score
         FROM (
           SELECT v.*, %3$s AS total, %4$s AS hits,
             v.norm * CASE WHEN $13 IS NOT NULL AND %4$s = $7 AND v.tsv @@ $13 THEN %5$s::float8
               ELSE 1 END * CASE WHEN $14 IS NULL THEN 1 ELSE 1 + %6$s::float8
                 * (SELECT avg((v.tsv @@ u.stop)::int) FROM unnest($14) u(stop)) END
               * CASE WHEN $16 IS NOT NULL AND v.tsv @@ $16
                 THEN 1 + %12$s::float8 / ($11 * $11) ELSE 1 END AS factor
           FROM (SELECT c.*, %7$s FROM c CROSS JOIN q OFFSET 0) v OFFSET 0) v
         ORDER BY score DESC, popularity DESC, key OFFSET 0) o
       WHERE o.score > 0 AND (
         SELECT TRUE FROM reeve.subject h WHERE h.collection_id = %8$s AND h.key = o.key
           AND h.hidden_until > (SELECT clock_timestamp())) IS NULL
       LIMIT $3
     )
     SELECT s.key, s.popularity, round((CASE WHEN $8 IS NULL
         THEN s.total * s.hits / $7 * s.factor ELSE (
         SELECT (s.total + coalesce(sum(m.points), 0)) * (s.hits + count(*)) / $11 * s.factor
         FROM (
           SELECT max(u.value * ts_rank(%9$L, s.tsv, u.query)) AS points
           FROM unnest($8, $9, $10) u(value, query, word) WHERE s.tsv @@ u.query GROUP BY u.word) m)
         END * CASE WHEN $12 IS NULL THEN 1 ELSE 1 + %10$s::float8
           * (SELECT avg((s.tsv @@ u.pair)::int) FROM unnest($12) u(pair)) END)::float8 * 1e6)
         / 1e6 AS score
     FROM s ORDER BY score DESC, popularity DESC, key LIMIT $4',
    table_name, condition, total, hits, k ->> 'whole_title', k ->> 'stop_words', points,
    collection_id, reeve.search_weights(), k ->> 'adjacency', given, k ->> 'head');
END
$$;

COMMENT ON FUNCTION reeve.search_score(text, int, text, int, jsonb) IS
  'The statement that scores candidates: documents i of a generation that a tsquery finds ($1) and '
  'that meet a condition, at most $2 of them, not hidden now. $5, $6: for each of $7 words, at '
  'most so many (1 to 6), the values and tsqueries of four ways in which it is looked for, the '
  'fourth of phrases; $8, $9, $10: values, tsqueries and words of the others, where $11 is the '
  'number of all; $12: neighbouring words; $13: the title that is just these; $14: stop words; '
  '$15: a further tsquery that candidates match (NULL: none); $16: titles that are the name of one '
  'of the words. Neighbours and further words count among the best $3. Key, popularity and score '
  'of the best $4.';
