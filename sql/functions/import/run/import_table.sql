CREATE OR REPLACE FUNCTION reeve.import_table(mapping jsonb) RETURNS text
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT format('%I.%I', a.schema_name, mapping ->> 'table')
    FROM reeve.app a WHERE a.app = mapping ->> 'app');
END
$$;

COMMENT ON FUNCTION reeve.import_table(jsonb) IS
  'Quoted schema and table that a mapping writes to; NULL for an app that is not applied.';
