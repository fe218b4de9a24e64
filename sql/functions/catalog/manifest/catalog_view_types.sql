CREATE OR REPLACE FUNCTION reeve.catalog_view_types(routine regprocedure)
RETURNS TABLE(name text, type text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT o.name, format_type(o.type, NULL)
  FROM pg_proc p
  CROSS JOIN LATERAL unnest(p.proargnames, p.proallargtypes, p.proargmodes) o(name, type, mode)
  WHERE p.oid = routine AND o.mode IN ('o', 't')
  UNION ALL
  SELECT a.attname, format_type(a.atttypid, NULL)
  FROM pg_proc p
  JOIN pg_type y ON y.oid = p.prorettype
  JOIN pg_attribute a ON a.attrelid = y.typrelid
  WHERE p.oid = routine AND a.attnum > 0 AND NOT a.attisdropped
$$;

COMMENT ON FUNCTION reeve.catalog_view_types(regprocedure) IS
  'The columns that a function returns, with their SQL types.';
