CREATE OR REPLACE FUNCTION reeve.catalog_index(
  relation regclass, name text, OUT ge text, OUT lt text, OUT type regtype)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  -- Planned once per session: planning takes ten times as long as the look-up.
  SELECT format('OPERATOR(%I.%s)', gn.nspname, ge.oprname),
    format('OPERATOR(%I.%s)', ln.nspname, lt.oprname), o.opcintype::regtype
  INTO ge, lt, type
  FROM pg_index i
  JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
  JOIN pg_opclass o ON o.oid = i.indclass[0]
  JOIN pg_am m ON m.oid = o.opcmethod AND m.amname = 'btree'
  JOIN pg_amop g ON g.amopfamily = o.opcfamily AND g.amopstrategy = 4
    AND g.amoplefttype = o.opcintype AND g.amoprighttype = o.opcintype
  JOIN pg_operator ge ON ge.oid = g.amopopr
  JOIN pg_namespace gn ON gn.oid = ge.oprnamespace
  JOIN pg_amop l ON l.amopfamily = o.opcfamily AND l.amopstrategy = 1
    AND l.amoplefttype = o.opcintype AND l.amoprighttype = o.opcintype
  JOIN pg_operator lt ON lt.oid = l.amopopr
  JOIN pg_namespace ln ON ln.oid = lt.oprnamespace
  WHERE i.indrelid = catalog_index.relation AND a.attname = catalog_index.name
    AND i.indpred IS NULL AND i.indisvalid AND i.indcollation[0] = a.attcollation
  ORDER BY i.indnatts, i.indexrelid LIMIT 1;
END
$$;

COMMENT ON FUNCTION reeve.catalog_index(regclass, text) IS
  'Operators (not less, less) and type of a B-tree that begins with the column, so that a query '
  'that uses them walks it whatever its operator class is; NULL if there is none.';
