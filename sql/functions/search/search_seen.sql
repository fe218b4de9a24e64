CREATE OR REPLACE FUNCTION reeve.search_seen(
  generation_id int, asks text[], dfs bigint[], enough int DEFAULT 10)
RETURNS bigint[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
-- A scan of documents in another order than the index's would make their marks again.
SET enable_seqscan = off SET enable_indexscan = off SET jit = off
AS $$
DECLARE
  g reeve.search_generation;
  -- Of each ask: keys of documents that have it, in which they are looked for, and the answer.
  found jsonb;
  seen bigint[];
  again int[];
BEGIN
  IF asks IS NULL THEN
    RETURN '{}';
  END IF;
  SELECT * INTO STRICT g FROM reeve.search_generation n
  WHERE n.generation_id = search_seen.generation_id;
  EXECUTE format(
    'SELECT jsonb_agg(jsonb_build_object(''keys'', f.keys[:CASE WHEN a.df > 5 * $3 THEN $3
         ELSE 1000 END], ''n'', CASE WHEN a.df > 1000 THEN a.df ELSE cardinality(f.keys) END)
       ORDER BY a.nth)
     FROM unnest($1, $2) WITH ORDINALITY a(ask, df, nth)
     CROSS JOIN LATERAL (
       SELECT coalesce(nullif(
           CASE WHEN a.df > $4 THEN ARRAY(
             SELECT i.key FROM (
               SELECT * FROM reeve_index.%1$I ORDER BY popularity DESC, key LIMIT 500) i
             WHERE i.tsv @@ a.ask::tsquery AND %3$s LIMIT $3) END, ''{}''),
         ARRAY(SELECT i.key FROM reeve_index.%1$I i WHERE %2$s @@ a.ask::tsquery AND %3$s
           LIMIT CASE WHEN a.df > 1000 THEN $3 ELSE 1000 END)) AS keys) f', g.table_name,
    CASE g.average WHEN 0 THEN 'i.tsv' ELSE format('reeve.search_marked(i.tsv, %L::real, %L)',
      g.average, reeve.search_marks(g.declared -> 'search')) END,
    concat_ws(' AND ', format('NOT EXISTS (SELECT FROM reeve.subject s
        WHERE s.collection_id = %s AND s.key = i.key
          AND s.hidden_until > (SELECT clock_timestamp()))', g.collection_id),
      CASE WHEN g.declared #>> '{search,where}' IS NOT NULL
        THEN 'i.fields @> ''{"?": [true]}''' END))
  INTO found USING asks, dfs, enough, g.documents / 20;
  WITH shown AS MATERIALIZED (
    SELECT s.key, s.tsv
    FROM reeve.search_shown(search_seen.generation_id, ARRAY(
      SELECT DISTINCT k FROM jsonb_array_elements(found) f(docs)
      CROSS JOIN LATERAL jsonb_array_elements_text(f.docs -> 'keys') k)) s
  )
  SELECT array_agg(CASE WHEN a.df > 5 * enough AND c.n > 0 THEN (a.docs ->> 'n')::bigint
      ELSE c.n END ORDER BY a.nth),
    array_agg(a.nth ORDER BY a.nth) FILTER (
      WHERE c.n = 0 AND a.df > 5 * enough AND a.docs -> 'keys' <> '[]')
  INTO seen, again
  FROM ROWS FROM (unnest(asks), unnest(dfs), jsonb_array_elements(found)) WITH ORDINALITY
    a(ask, df, docs, nth)
  CROSS JOIN LATERAL (
    SELECT count(*) AS n
    FROM jsonb_array_elements_text(a.docs -> 'keys') k(key) JOIN shown s USING (key)
    WHERE s.tsv @@ a.ask::tsquery) c;
  -- None of a few: of many. A word that is in none of these is not told.
  IF again IS NOT NULL AND enough < 1000 THEN
    SELECT array_agg(coalesce(o.n, s.n) ORDER BY s.nth) INTO seen
    FROM unnest(seen) WITH ORDINALITY s(n, nth)
    LEFT JOIN ROWS FROM (unnest(again), unnest(reeve.search_seen(search_seen.generation_id,
      ARRAY(SELECT asks[a] FROM unnest(again) a), ARRAY(SELECT dfs[a] FROM unnest(again) a), 1000)))
      o(nth, n) USING (nth);
  END IF;
  RETURN seen;
END
$$;

COMMENT ON FUNCTION reeve.search_seen(int, text[], bigint[], int) IS
  'How many rows that everybody may see now have each of these (tsqueries, and how many documents '
  'the dictionary says have it): counted where that says few; else, if some of enough of them may '
  'be seen, how many the index knows nothing against, or, over 1000, what the dictionary says.';
