CREATE OR REPLACE FUNCTION reeve.catalog_types(relation regclass, columns text[]) RETURNS text[]
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT array_agg(format_type(a.atttypid, a.atttypmod) ORDER BY c.place)
    FROM unnest(columns) WITH ORDINALITY c(name, place)
    LEFT JOIN pg_attribute a
      ON a.attrelid = relation AND a.attname = c.name AND a.attnum > 0 AND NOT a.attisdropped);
END
$$;

COMMENT ON FUNCTION reeve.catalog_types(regclass, text[]) IS
  'SQL type of each column in order, NULL if there is no such column.';
