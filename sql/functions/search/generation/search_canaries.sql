CREATE OR REPLACE FUNCTION reeve.search_canaries(generation_id int, before_id int)
RETURNS TABLE(key text, label text, is_found boolean)
LANGUAGE plpgsql STABLE ROWS 20 SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  generations int[] := ARRAY[before_id, generation_id];
  canary record;
  hits int[];
BEGIN
  FOR canary IN EXECUTE format(
    'WITH canary AS MATERIALIZED (
       SELECT o.key, ARRAY[o.tsv, n.tsv] AS vectors
       FROM (SELECT d.* FROM reeve_index.%I d ORDER BY d.popularity DESC, d.key LIMIT 20) o
       JOIN reeve_index.%I n USING (key))
     SELECT c.key, l.label, reeve.search_words(left(l.label, 200)) AS words, c.vectors
     FROM reeve.app_page($1, (SELECT array_agg(c.key) FROM canary c)) l
     JOIN canary c USING (key)',
    (SELECT g.table_name FROM reeve.search_generation g WHERE g.generation_id = before_id),
    (SELECT g.table_name FROM reeve.search_generation g
      WHERE g.generation_id = search_canaries.generation_id))
  USING (SELECT g.collection_id FROM reeve.search_generation g WHERE g.generation_id = before_id)
  LOOP
    -- How many of the label's words each generation knows, and has in the document.
    SELECT array_agg(h.n ORDER BY h.nth) INTO hits
    FROM (
      SELECT g.nth, count(DISTINCT t.place) AS n
      FROM unnest(generations) WITH ORDINALITY g(id, nth)
      LEFT JOIN reeve.search_terms(generations, canary.words) t
        ON t.generation_id = g.id AND t.kind = 'exact' AND t.df > 0
        AND t.lexeme = ANY (tsvector_to_array(canary.vectors[g.nth]))
      GROUP BY g.nth) h;
    CONTINUE WHEN hits[1] = 0;
    key := canary.key;
    label := canary.label;
    is_found := hits[2] * 2 >= hits[1];
    RETURN NEXT;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.search_canaries(int, int) IS
  'The most popular documents that the labels of their rows find in the previous generation: '
  'whether at least half of those words find them in this one.';
