CREATE OR REPLACE FUNCTION reeve.search_range(
  columns text[], types text[], bounds jsonb, range int)
RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT coalesce(string_agg(format('(%s) %s (%s)', k.names, e.operator, k.bound), ' AND '), 'TRUE')
  FROM (VALUES ('>=', bounds -> (range - 1), range > 0),
    ('<', bounds -> range, TRUE)) e(operator, bound, is_there)
  CROSS JOIN LATERAL (
    SELECT string_agg(format('t.%I', c.name), ', ' ORDER BY c.place) AS names,
      string_agg(format('%L::%s', e.bound ->> (c.place - 1)::int, types[c.place]), ', '
        ORDER BY c.place) AS bound
    FROM unnest(columns) WITH ORDINALITY c(name, place)) k
  WHERE e.is_there AND e.bound IS NOT NULL
$$;

COMMENT ON FUNCTION reeve.search_range(text[], text[], jsonb, int) IS
  'Condition that the key of row t lies in a range, in a form that uses the key''s index.';
