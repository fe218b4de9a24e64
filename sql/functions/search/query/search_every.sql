CREATE OR REPLACE FUNCTION reeve.search_every(q reeve.search_query)
RETURNS TABLE(g reeve.search_generation, condition text, df bigint)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  s reeve.search_scoring;
BEGIN
  FOR i IN 1 .. cardinality(q.generations) LOOP
    g := (SELECT n FROM reeve.search_generation n WHERE n.generation_id = q.generations[i]);
    condition := reeve.search_whole(q.musts[i], q.conditions[i], q.is_public);
    df := NULL;
    IF q.every <> '{}' THEN
      s := q.scorings[i];
      IF q.every <> q.words THEN
        EXECUTE format('SELECT * FROM reeve_index.%I($1, $2, $3, $4)',
          'search_scoring_' || g.generation_id)
        INTO s USING g.generation_id, q.every, q.is_public, q.pending;
      END IF;
      CONTINUE WHEN s.n IS NULL;
      condition := format('i.tsv @@ %L AND %s', '(' || array_to_string(s.plains,
        CASE s.n WHEN cardinality(q.every) THEN ') & (' ELSE ') | (' END) || ')', condition);
      df := (SELECT CASE s.n WHEN cardinality(q.every) THEN min(d) ELSE sum(d) END
        FROM unnest(s.dfs) d);
    END IF;
    -- Of few documents each is looked up. Of many the planner may read all hidden subjects once,
    -- but only where nothing is volatile.
    condition := format('%s AND NOT EXISTS (
      SELECT FROM reeve.subject s WHERE s.collection_id = %s AND s.key = i.key
        AND s.hidden_until > %s)', condition, g.collection_id,
      CASE WHEN df <= 1000 THEN '(SELECT clock_timestamp())' ELSE 'statement_timestamp()' END);
    RETURN NEXT;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.search_every(reeve.search_query) IS
  'The condition over i, a document, of each generation in which a query finds something: it has '
  'every word or, if a word is in no document, some word, meets the conditions and is not hidden '
  'now. df: about how many have the words. NULL: df, without words.';
