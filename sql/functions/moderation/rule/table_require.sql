CREATE OR REPLACE FUNCTION reeve.table_require(c reeve.collection) RETURNS void
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF to_regclass(c.table_sql) IS DISTINCT FROM c.relation THEN
    RAISE EXCEPTION '% is not the table that the catalog was applied to', c.table_sql
      USING ERRCODE = 'RV006', DETAIL = 'The table that has its name now may hold no rows.',
        HINT = '`reeve catalog apply` examines it again.';
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.table_require(reeve.collection) IS
  'RV006 if another relation has taken the name of a collection''s table.';
