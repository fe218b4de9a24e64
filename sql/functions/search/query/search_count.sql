CREATE OR REPLACE FUNCTION reeve.search_count(
  generations int[], query text, filters jsonb, is_public boolean, max int)
RETURNS TABLE(field text, value text, documents bigint, is_exact boolean)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off SET enable_indexscan = off SET work_mem = '64MB' SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  asked record;
  pending text[] := CASE WHEN is_public THEN reeve.search_pending_keys(generations) END;
  statement text;
BEGIN
  SELECT * INTO asked FROM reeve.search_ask(generations, query, filters, NULL, pending, is_public);
  SELECT string_agg(format(
      '(SELECT %L::text[] AS facets, ARRAY[%s]::jsonb[] AS values FROM reeve_index.%I i
        WHERE %s AND (%s) AND NOT EXISTS (
          SELECT FROM reeve.subject s
          WHERE s.collection_id = %s AND s.key = i.key
            AND s.hidden_until > (SELECT clock_timestamp()))
        LIMIT 50001)',
      reeve.catalog_columns(g.declared #> '{search,facets}'), (
        SELECT string_agg(CASE WHEN f.name = ANY (g.ranges) THEN format('to_jsonb(%s)', v.value)
          ELSE v.value END, ', ' ORDER BY f.place)
        FROM unnest(reeve.catalog_columns(g.declared #> '{search,facets}'))
          WITH ORDINALITY f(name, place)
        CROSS JOIN LATERAL reeve.search_value(g.declared -> 'search', g.ranges, f.name) v(value)),
      g.table_name,
      p.condition, reeve.search_whole(a.must, a.condition, is_public), g.collection_id),
    ' UNION ALL ')
  INTO statement
  FROM unnest(generations, asked.musts, asked.conditions) a(generation_id, must, condition)
  JOIN reeve.search_every(generations, asked.every, is_public, pending) p USING (generation_id)
  JOIN reeve.search_generation g USING (generation_id);
  IF statement IS NULL THEN
    RETURN;
  END IF;
  RETURN QUERY EXECUTE format(
    'WITH found AS MATERIALIZED (SELECT * FROM (%s) f LIMIT 50001),
     whole AS (SELECT count(*) AS n FROM found)
     SELECT NULL, NULL, least(w.n, 50000), w.n <= 50000 FROM whole w
     UNION ALL
     SELECT c.field, c.value, c.n, w.n <= 50000
     FROM whole w CROSS JOIN (
       SELECT v.field, v.value, count(*) AS n,
         row_number() OVER (PARTITION BY v.field ORDER BY count(*) DESC, v.value) AS place
       FROM (
         SELECT d.name AS field, e.value
         FROM found f
         CROSS JOIN LATERAL unnest(f.facets, f.values) d(name, value)
         CROSS JOIN LATERAL jsonb_array_elements_text(CASE jsonb_typeof(d.value)
           WHEN ''array'' THEN d.value WHEN ''null'' THEN NULL
           ELSE jsonb_build_array(d.value) END) e(value)
         WHERE d.value IS NOT NULL) v
       GROUP BY v.field, v.value) c
     WHERE c.place <= $1', statement) USING max;
END
$$;

COMMENT ON FUNCTION reeve.search_count(int[], text, jsonb, boolean, int) IS
  'How many documents have every word and meet the filters (field NULL), and how many of them '
  'have the most frequent values of each facet; from 50,000 on of 50,000 of them, with is_exact '
  'false.';
