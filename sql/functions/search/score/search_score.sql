CREATE OR REPLACE FUNCTION reeve.search_score(
  table_name text, collection_id int, condition text, words int, k jsonb,
  is_explained boolean DEFAULT FALSE)
RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  weights constant real[] := reeve.search_weights();
  rank constant text := format('ts_rank(%L, c.tsv, q.q%%s)', weights);
  ranks text;
  points text;
  total text;
  hits text;
  given text;
  -- The factors of a score.
  title text;
  stops text;
  head text;
  pairs text;
  -- Points of the words after the sixth.
  more constant text := format('(SELECT max(u.value * ts_rank(%L, s.tsv, u.query)) AS points
    FROM unnest($8, $9, $10) u(value, query, word) WHERE s.tsv @@ u.query GROUP BY u.word) m',
    weights);
BEGIN
  -- Six words of a query, each looked for in four ways; the fourth is of phrases.
  SELECT string_agg(format('CASE WHEN $7 >= %s THEN greatest(0, %s) ELSE 0 END AS p%1$s', w.word,
      w.ways), ', ' ORDER BY w.word),
    string_agg(w.ranks, ', ' ORDER BY w.word),
    string_agg(format('v.p%s', w.word), ' + ' ORDER BY w.word),
    string_agg(format('(v.p%s > 0)::int', w.word), ' + ' ORDER BY w.word),
    string_agg(w.given, ', ' ORDER BY w.word)
  INTO points, ranks, total, hits, given
  FROM (
    SELECT n.word, string_agg(format(r.shape, n.nr, format('q.v%s * %s', n.nr, r.rank)), ', '
        ORDER BY n.nr) AS ways,
      string_agg(format(r.shape, n.nr, r.rank), ', ' ORDER BY n.nr) AS ranks,
      string_agg(format('$5[%1$s] AS v%1$s, $6[%1$s] AS q%1$s', n.nr), ', ' ORDER BY n.nr) AS given
    FROM (
      SELECT word, way, 4 * word + way - 4 AS nr
      FROM generate_series(1, words) word CROSS JOIN generate_series(1, 4) way) n
    CROSS JOIN LATERAL (
      SELECT format(rank, n.nr) AS rank, CASE n.way
        WHEN 4 THEN 'CASE WHEN c.tsv @@ q.q%1$s THEN %2$s END' ELSE '%2$s' END AS shape) r
    GROUP BY n.word) w;
  title := format('CASE WHEN $13 IS NOT NULL AND %s = $7 AND v.tsv @@ $13 THEN %s::float8
    ELSE 1 END', hits, k ->> 'whole_title');
  stops := format('CASE WHEN $14 IS NULL THEN 1 ELSE 1 + %s::float8
    * (SELECT avg((v.tsv @@ u.stop)::int) FROM unnest($14) u(stop)) END', k ->> 'stop_words');
  head := format('CASE WHEN $16 IS NOT NULL AND v.tsv @@ $16 THEN 1 + %s::float8 / ($11 * $11)
    ELSE 1 END', k ->> 'head');
  pairs := format('CASE WHEN $12 IS NULL THEN 1 ELSE 1 + %s::float8
    * (SELECT avg((s.tsv @@ u.pair)::int) FROM unnest($12) u(pair)) END', k ->> 'adjacency');
  RETURN format(
    'WITH c AS MATERIALIZED (
       -- Joined with nothing, a long document is read once and not for each word.
       SELECT i.key, i.popularity, i.norm,
         CASE WHEN pg_column_size(i.tsv) > 2000 THEN i.tsv || '''' ELSE i.tsv END AS tsv
       FROM reeve_index.%1$I i
       WHERE i.tsv @@ $1 AND ($15 IS NULL OR i.tsv @@ $15) AND (%2$s) LIMIT $2
     ), q AS MATERIALIZED (
       -- As columns, which are read sooner than items of an array.
       SELECT %3$s
     ), s AS MATERIALIZED (
       SELECT o.* FROM (
         SELECT v.key, v.popularity, v.tsv, v.total, v.hits, v.factor,
           -- Smaller differences count as an equal match.
           round(v.total * v.hits / $7 * v.factor * 1e6) / 1e6 AS score %4$s
         FROM (
           SELECT v.*, %5$s AS total, %6$s AS hits, v.norm * %7$s * %8$s * %9$s AS factor %10$s
           FROM (SELECT c.*, %11$s FROM c CROSS JOIN q OFFSET 0) v OFFSET 0) v
         ORDER BY score DESC, popularity DESC, key OFFSET 0) o
       WHERE o.score > 0 AND (
         SELECT TRUE FROM reeve.subject h WHERE h.collection_id = %12$s AND h.key = o.key
           AND h.hidden_until > (SELECT clock_timestamp())) IS NULL
       LIMIT $3
     )
     SELECT s.key, s.popularity, round((CASE WHEN $8 IS NULL THEN s.total * s.hits / $7 * s.factor
         ELSE (SELECT (s.total + coalesce(sum(m.points), 0)) * (s.hits + count(*)) / $11 * s.factor
           FROM %13$s) END * %14$s)::float8 * 1e6) / 1e6 AS score %15$s
     FROM s ORDER BY score DESC, popularity DESC, key LIMIT $4',
    table_name, condition, given,
    CASE WHEN is_explained THEN ', v.ranks, v.norm, v.title, v.stops, v.head' END,
    total, hits, title, stops, head,
    CASE WHEN is_explained THEN format(', %s AS title, %s AS stops, %s AS head', title, stops, head)
      END,
    points || CASE WHEN is_explained THEN format(', ARRAY[%s] AS ranks', ranks) ELSE '' END,
    collection_id, more, pairs,
    CASE WHEN is_explained THEN format(', s.ranks || ARRAY(
        SELECT CASE WHEN s.tsv @@ u.query THEN ts_rank(%L, s.tsv, u.query) END
        FROM unnest($9) WITH ORDINALITY u(query, nr) ORDER BY u.nr) AS ranks, s.norm, s.title,
      s.stops, s.head, %s AS pairs,
      s.total + (SELECT coalesce(sum(m.points), 0) FROM %s) AS total,
      s.hits + (SELECT count(*) FROM %3$s) AS hits, s.tsv', weights, pairs, more) END);
END
$$;

COMMENT ON FUNCTION reeve.search_score(text, int, text, int, jsonb, boolean) IS
  'The statement that scores candidates: documents i of a generation that a tsquery finds ($1) and '
  'that meet a condition, at most $2 of them, not hidden now. $5, $6: for each of $7 words, at '
  'most so many (1 to 6), the values and tsqueries of four ways in which it is looked for, the '
  'fourth of phrases; $8, $9, $10: values, tsqueries and words of the others, where $11 is the '
  'number of all; $12: neighbouring words; $13: the title that is just these; $14: stop words; '
  '$15: a further tsquery that candidates match (NULL: none); $16: titles that are the name of one '
  'of the words. Neighbours and further words count among the best $3. Key, popularity and score '
  'of the best $4; is_explained: and all that the score is made of, ranks: ts_rank of each of $6, '
  'then of $9.';
