CREATE OR REPLACE FUNCTION reeve.search_ways(
  asks text[], floors float8[], expected float8[], sizes int[], documents float8)
RETURNS TABLE(promise float8, code bigint, ask text, rows float8, cost float8)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  n int := cardinality(sizes);
BEGIN
  RETURN QUERY
  WITH RECURSIVE step AS MATERIALIZED (
    SELECT p.place, s.nr, b.at + s.nr AS at, s.nr <= p.size AS is_there
    FROM unnest(sizes) WITH ORDINALITY p(size, place)
    CROSS JOIN LATERAL (SELECT coalesce(sum(o.size), 0)::int AS at
      FROM unnest(sizes) WITH ORDINALITY o(size, place) WHERE o.place < p.place) b
    CROSS JOIN generate_series(1, p.size + 1) s(nr)
  ), way AS (
    SELECT 0::bigint AS place, 0::bigint AS code, NULL::text AS ask, 0::float8 AS least, 0 AS hits,
      documents AS rows, documents AS cost
    UNION ALL
    SELECT s.place, w.code + (s.nr::bigint << (4 * (s.place - 1))::int),
      CASE WHEN s.is_there AND asks[s.at] <> ''
        THEN concat_ws(' & ', w.ask, '(' || asks[s.at] || ')') ELSE w.ask END,
      CASE WHEN s.is_there THEN w.least + floors[s.at] ELSE w.least END, w.hits + s.is_there::int,
      CASE WHEN s.is_there THEN w.rows * expected[s.at] / documents ELSE w.rows END,
      CASE WHEN s.is_there AND asks[s.at] <> '' THEN least(w.cost, expected[s.at]) ELSE w.cost END
    FROM way w JOIN step s ON s.place = w.place + 1
  )
  SELECT w.least * w.hits / n, w.code, coalesce(w.ask, ''), w.rows, w.cost
  FROM way w WHERE w.place = n AND w.hits > 0
  ORDER BY 1 DESC, 2 LIMIT 100;
END
$$;

COMMENT ON FUNCTION reeve.search_ways(text[], float8[], float8[], int[], float8) IS
  'The ways to a score, the one that promises most first: one of the asks of each word of a query '
  '(reeve.search_place; sizes: how many each word has), or a document without it. promise: what a '
  'document that meets the asks counts at least, as a rule; code: the number of the ask of each '
  'word, in four bits; rows, cost: how many documents are expected, and to be read for it. An '
  'empty ask is one of all documents.';
