CREATE OR REPLACE FUNCTION reeve.search_seen(
  generation_id int, asks text[], dfs bigint[], enough int DEFAULT 10)
RETURNS bigint[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  g reeve.search_generation;
  -- Of each ask: keys of documents that have it, in which they are looked for, and the answer.
  found jsonb;
  seen bigint[];
  again int[];
  listed tsquery;
BEGIN
  IF asks IS NULL THEN
    RETURN '{}';
  END IF;
  SELECT * INTO STRICT g FROM reeve.search_generation n
  WHERE n.generation_id = search_seen.generation_id;
  IF g.declared #>> '{search,where}' IS NOT NULL THEN
    listed := reeve.search_lexeme(chr(28));
  END IF;
  SELECT jsonb_agg(jsonb_build_object('keys', f.keys[:CASE WHEN a.df > 5 * enough THEN enough
      ELSE 1000 END], 'n', CASE WHEN a.df > 1000 THEN a.df ELSE cardinality(f.keys) END)
    ORDER BY a.nth)
  INTO found
  FROM unnest(asks, dfs) WITH ORDINALITY a(ask, df, nth)
  CROSS JOIN LATERAL (SELECT coalesce(a.ask::tsquery && listed, a.ask::tsquery) AS query OFFSET 0) q
  CROSS JOIN LATERAL (
    SELECT coalesce(nullif(
        CASE WHEN a.df > g.documents / 20 THEN ARRAY(
          SELECT i.key FROM (
            SELECT * FROM reeve.search_document_shape ORDER BY popularity DESC, key LIMIT 500) i
          WHERE i.tsv @@ q.query AND (
            SELECT TRUE FROM reeve.subject s
            WHERE s.collection_id = g.collection_id AND s.key = i.key
              AND s.hidden_until > (SELECT clock_timestamp())) IS NULL
          LIMIT enough) END, '{}'),
      ARRAY(
        SELECT i.key FROM reeve.search_document_shape i
        WHERE i.tsv @@ q.query AND (
          SELECT TRUE FROM reeve.subject s
          WHERE s.collection_id = g.collection_id AND s.key = i.key
            AND s.hidden_until > (SELECT clock_timestamp())) IS NULL
        LIMIT CASE WHEN a.df > 1000 THEN enough ELSE 1000 END)) AS keys) f;
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
