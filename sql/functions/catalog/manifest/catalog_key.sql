CREATE OR REPLACE FUNCTION reeve.catalog_key(columns text[]) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT CASE WHEN cardinality(columns) = 1 THEN format('t.%I::text', columns[1])
    ELSE format('jsonb_build_array(%s)::text',
      string_agg(format('t.%I', c.name), ', ' ORDER BY c.place)) END
  FROM unnest(columns) WITH ORDINALITY c(name, place)
$$;

COMMENT ON FUNCTION reeve.catalog_key(text[]) IS
  'Expression giving the key of row t as text: one column, or a JSON array in key order.';
