CREATE OR REPLACE FUNCTION reeve.catalog_tie(manifest jsonb, c reeve.collection, body jsonb)
RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format('(SELECT %s FROM %I.%I m WHERE %s AND %s ORDER BY 1 LIMIT 1)',
    CASE WHEN cardinality(k.held) = 1 THEN format('m.%I::%s::text', k.held[1], k.types[1])
      ELSE (SELECT format('jsonb_build_array(%s)::text',
          string_agg(format('m.%I::%s', h.name, h.type), ', ' ORDER BY h.place))
        FROM unnest(k.held, k.types) WITH ORDINALITY h(name, type, place)) END,
    manifest ->> 'schema', body #>> '{through,table}',
    (SELECT string_agg(format('m.%I = t.%I', o.held, o.key), ' AND ')
      FROM unnest(reeve.catalog_columns(body #> '{through,to}'), reeve.catalog_columns(
        manifest #> ARRAY['collections', body ->> 'collection', 'key'])) o(held, key)),
    reeve.catalog_keys('m', k.held, k.types))
  FROM (
    SELECT reeve.catalog_columns(body #> '{through,of}') AS held, c.key_types AS types) k
$$;

COMMENT ON FUNCTION reeve.catalog_tie(jsonb, reeve.collection, jsonb) IS
  'Expression giving the first of the subjects $1, rows of c, that a third table connects with '
  'row t, as an effect declares it by through.';
