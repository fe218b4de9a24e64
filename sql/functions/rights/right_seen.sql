CREATE OR REPLACE FUNCTION reeve.right_seen(app text) RETURNS void
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  problem CONSTANT text := reeve.catalog_hidden(app);
BEGIN
  IF problem IS NOT NULL THEN
    RAISE EXCEPTION 'rows of the person may be left out: %', problem USING ERRCODE = 'RV005';
  END IF;
  -- Of a table that is gone nothing can be left out; one with another name still has its rows.
  PERFORM reeve.collection_seen(l) FROM reeve.collection l
  WHERE l.app = right_seen.app AND l.is_live AND to_regclass(l.table_sql) IS NULL
    AND EXISTS (SELECT FROM pg_class k WHERE k.oid = l.relation);
END
$$;

COMMENT ON FUNCTION reeve.right_seen(text) IS
  'Refuses to read what a person owns while rows of the app may be left out: RV005 if row security '
  'may hide some from Reeve, RV006 if a table has been renamed since the catalog was applied.';
