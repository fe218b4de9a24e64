CREATE OR REPLACE FUNCTION reeve.search_count(
  q reeve.search_query, facets text[], bound int, max int)
RETURNS TABLE(field text, value text, documents bigint, is_exact boolean)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off SET enable_indexscan = off SET work_mem = '64MB' SET jit = off
AS $$
DECLARE
  found text;
  counted text;
BEGIN
  SELECT string_agg(format('(SELECT %s FROM reeve_index.%I i WHERE %s LIMIT %s)', (
        SELECT string_agg(format(CASE WHEN f.name = ANY ((p.g).ranges) THEN 'to_jsonb(%s) AS f%s'
          ELSE '%s AS f%s' END, reeve.search_value((p.g).declared -> 'search', (p.g).ranges,
          f.name), f.nr), ', ' ORDER BY f.nr)
        FROM unnest(facets) WITH ORDINALITY f(name, nr)),
      (p.g).table_name, p.condition, bound + 1), ' UNION ALL ')
  INTO found FROM reeve.search_every(q) p;
  IF found IS NULL THEN
    RETURN;
  END IF;
  -- By whole values first: those of arrays are then counted of few.
  SELECT coalesce(string_agg(format(
      'SELECT %L, f.f%s, count(*) FROM found f GROUP BY f.f%2$s', f.name, f.nr), ' UNION ALL '),
    'SELECT NULL, NULL::jsonb, 0::bigint')
  INTO counted FROM unnest(facets) WITH ORDINALITY f(name, nr);
  RETURN QUERY EXECUTE format(
    'WITH found AS MATERIALIZED (SELECT * FROM (%s) f LIMIT $1 + 1),
     whole AS (SELECT count(*) AS n FROM found)
     SELECT NULL, NULL, least(w.n, $1), w.n <= $1 FROM whole w
     UNION ALL
     SELECT c.field, c.value, c.n, w.n <= $1
     FROM whole w CROSS JOIN (
       -- As a filter compares: each document once, however often and in whatever case it has it.
       SELECT v.field, (array_agg(e.value ORDER BY v.n DESC, e.value))[1] AS value,
         sum(v.n)::bigint AS n, row_number() OVER (
           PARTITION BY v.field ORDER BY sum(v.n) DESC, e.folded COLLATE "C") AS place
       FROM (%s) v(field, list, n)
       CROSS JOIN LATERAL (
         SELECT reeve.filter_fold(l.value) AS folded, min(l.value COLLATE "C") AS value
         FROM jsonb_array_elements_text(CASE jsonb_typeof(v.list)
           WHEN ''array'' THEN v.list WHEN ''null'' THEN NULL
           ELSE jsonb_build_array(v.list) END) l(value)
         WHERE l.value IS NOT NULL GROUP BY 1) e
       WHERE v.list IS NOT NULL
       GROUP BY v.field, e.folded) c
     WHERE c.place <= $2', found, counted) USING bound, max;
END
$$;

COMMENT ON FUNCTION reeve.search_count(reeve.search_query, text[], int, int) IS
  'How many documents have every word of a query and meet its conditions (field NULL), and how '
  'many of them a filter by each of the most frequent values of each facet finds, which is written '
  'as most have it; of more than bound documents of so many, with is_exact false.';
