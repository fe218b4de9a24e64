CREATE OR REPLACE FUNCTION reeve.dump_source(app text, collection text)
RETURNS TABLE(schema_name text, table_name text, owner_name text, key text[], personal text[])
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  c reeve.collection := reeve.collection_resolve(dump_source.app, dump_source.collection);
BEGIN
  IF NOT EXISTS (SELECT FROM pg_class r WHERE r.oid = c.relation AND r.relkind IN ('r', 'p')) THEN
    RAISE EXCEPTION '%/% is not a table', c.app, c.name USING ERRCODE = 'RV005';
  END IF;
  RETURN QUERY
    SELECT n.nspname::text, r.relname::text, a.owner_name, c.key_columns, c.personal_columns
    FROM pg_class r
    JOIN pg_namespace n ON n.oid = r.relnamespace
    JOIN reeve.app a ON a.app = c.app
    WHERE r.oid = c.relation;
END
$$;

COMMENT ON FUNCTION reeve.dump_source(text, text) IS
  'The table of a collection to be dumped, with its owner, key and personal columns. Runs as the '
  'installer. RV003, RV005.';
