CREATE OR REPLACE FUNCTION reeve.catalog_row(table_sql text, keys text[]) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format('%s t CROSS JOIN LATERAL (SELECT %s) o', table_sql,
    string_agg(format('t.%I AS k%s', k.name, k.place), ', ' ORDER BY k.place))
  FROM unnest(keys) WITH ORDINALITY k(name, place)
$$;

COMMENT ON FUNCTION reeve.catalog_row(text, text[]) IS
  'Rows t of a table, each with its key as o.k1, o.k2, …, which expressions see below other tables '
  't.';
