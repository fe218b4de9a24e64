CREATE OR REPLACE FUNCTION reeve.search_unseen(q reeve.search_query, hits reeve.search_hit[])
RETURNS SETOF reeve.search_hit
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  g reeve.search_generation;
  keys text[];
BEGIN
  FOR i IN 1 .. cardinality(q.generations) LOOP
    keys := ARRAY(
      SELECT h.key FROM unnest(hits) h
      WHERE h.generation_id = q.generations[i]
        AND (array_position(q.pending, NULL) IS NOT NULL OR h.key IN (
          SELECT p.key FROM unnest(q.pending) p(key))));
    CONTINUE WHEN keys = '{}';
    g := (SELECT n FROM reeve.search_generation n WHERE n.generation_id = q.generations[i]);
    RETURN QUERY EXECUTE format(
      'SELECT h.* FROM unnest($2) h
       LEFT JOIN (SELECT d.*%s FROM reeve.app_documents($1, $3, NULL) d) i
         ON i.key = h.key AND %s
       WHERE h.generation_id = $1 AND h.key = ANY ($3)
         AND (i.key IS NULL OR NOT h.is_pinned AND NOT i.tsv @@ $4)',
      reeve.search_numbers(g.ranges, ', d.numbers[%] AS n%'),
      reeve.search_whole(q.musts[i], q.conditions[i], TRUE))
    -- Not by single lexemes: what a word is taken for may be a phrase.
    USING g.generation_id, hits, keys, nullif(concat_ws(' | ',
      array_to_string((q.scorings[i]).plains, ' | '),
      reeve.search_lexeme((q.scorings[i]).beginning) || ':*'), '')::tsquery;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.search_unseen(reeve.search_query, reeve.search_hit[]) IS
  'Those of the documents found whose rows are pending (have changed since the index read them), '
  'and that not everybody may see now, or that do not have the words and meet the conditions any '
  'more.';
