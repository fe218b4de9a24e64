CREATE OR REPLACE FUNCTION reeve.search_walk(
  generations int[], words text[], conditions text[], sort text, is_descending boolean, max int)
RETURNS TABLE(
  generation_id int, key text, popularity real, value jsonb, lexemes text[],
  beginning text, corrected text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
-- A scan of all documents would recompute their marks.
SET enable_seqscan = off SET jit = off
AS $$
DECLARE
  statement text;
BEGIN
  SELECT string_agg(format(
      '(SELECT %s AS generation_id, g.key, g.popularity, g.value,
          %L::text[] AS lexemes, %L::text AS beginning, %L::text AS corrected
        FROM (
          SELECT i.key, i.popularity, %s AS value FROM reeve_index.%I i
          WHERE %s AND (%s) AND NOT EXISTS (
            SELECT FROM reeve.subject s
            WHERE s.collection_id = %s AND s.key = i.key
              AND s.hidden_until > (SELECT clock_timestamp()))
          ORDER BY i.popularity DESC, i.key LIMIT %s) g)',
      n.generation_id, p.lexemes, p.beginning, p.corrected,
      CASE WHEN sort IS NULL THEN 'NULL::jsonb' ELSE format('i.fields -> %L -> 0', sort) END,
      n.table_name,
      p.condition, a.condition, n.collection_id,
      CASE WHEN sort IS NULL THEN search_walk.max ELSE 50000 END), ' UNION ALL ')
  INTO statement
  FROM unnest(generations, conditions) a(generation_id, condition)
  JOIN reeve.search_every(generations, words) p USING (generation_id)
  JOIN reeve.search_generation n USING (generation_id);
  IF statement IS NOT NULL THEN
    RETURN QUERY EXECUTE format('SELECT * FROM (%s) w
      ORDER BY value %s NULLS LAST, popularity DESC, generation_id, key LIMIT $1', statement,
      CASE WHEN is_descending THEN 'DESC' ELSE 'ASC' END) USING max;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.search_walk(int[], text[], text[], text, boolean, int) IS
  'Documents with every word that meet the condition (over i) of their generation, in the order '
  'of a filter''s value (of the 50,000 most popular), or by popularity if sort is NULL.';
