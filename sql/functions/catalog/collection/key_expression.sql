CREATE OR REPLACE FUNCTION reeve.key_expression(alias text, columns text[], types text[])
RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT CASE WHEN cardinality(columns) = 1 THEN min(e.one)
    ELSE format('jsonb_build_array(%s)::text', string_agg(e.item, ', ' ORDER BY e.place)) END
  FROM (
    SELECT c.place,
      -- For these types the cast to text differs from the output function.
      format(w.said, CASE WHEN p.type IN ('boolean', 'bpchar', 'inet', 'cidr')
        THEN format('::%s::text', p.type) END) AS one,
      format(w.said, CASE
        WHEN p.type IN ('smallint', 'integer', 'bigint', 'numeric') THEN '::numeric'
        WHEN y.typcategory IN ('N', 'B', 'D', 'A') OR p.type IN ('json', 'jsonb')
          THEN '::' || p.type END) AS item
    FROM unnest(columns, types) WITH ORDINALITY c(name, type, place)
    CROSS JOIN LATERAL (SELECT reeve.type_plain(c.type)) p(type)
    JOIN pg_type y ON y.oid = to_regtype(p.type)
    CROSS JOIN LATERAL (SELECT replace(format(
      'CASE WHEN %1$s.%2$I IS NOT NULL THEN format(''%%s'', %1$s.%2$I)', alias, c.name), '%', '%%')
      || '%s END') w(said)) e
$$;

COMMENT ON FUNCTION reeve.key_expression(text, text[], text[]) IS
  'Expression giving a row''s key as text, as reeve.catalog_key does, for functions that run '
  'with Reeve''s rights: whatever the columns'' types become, it runs no cast and no constraint '
  'of the app, only the types'' output functions.';
