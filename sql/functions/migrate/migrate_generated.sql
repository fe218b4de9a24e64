CREATE OR REPLACE FUNCTION reeve.migrate_generated(relation regclass)
RETURNS TABLE(name text, value_sql text, inputs text[])
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT a.attname, pg_get_expr(f.adbin, relation), ARRAY(
    SELECT i.attname::text
    FROM pg_depend d
    JOIN pg_attribute i ON i.attrelid = relation AND i.attnum = d.refobjsubid
    WHERE d.classid = 'pg_attrdef'::regclass AND d.objid = f.oid
      AND d.refclassid = 'pg_class'::regclass AND d.refobjid = relation
      AND i.attnum <> a.attnum)
  FROM pg_attribute a
  JOIN pg_attrdef f ON f.adrelid = a.attrelid AND f.adnum = a.attnum
  WHERE a.attrelid = relation AND a.attgenerated <> '' AND NOT a.attisdropped
$$;

COMMENT ON FUNCTION reeve.migrate_generated(regclass) IS
  'Generated columns of a table: the expression, and the columns that it is computed from.';
