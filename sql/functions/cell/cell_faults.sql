CREATE OR REPLACE FUNCTION reeve.cell_faults(app text) RETURNS SETOF text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT c.name
  FROM unnest(reeve.cell_names(app)) c(name)
  WHERE NOT EXISTS (
    SELECT FROM pg_class t
    JOIN pg_index i ON i.indrelid = t.oid
    WHERE t.oid = to_regclass(c.name)
      AND t.relowner = to_regrole(quote_ident(reeve.app_role('writer', app)))
      AND t.relkind = 'r' AND t.relacl IS NULL AND NOT t.relhastriggers AND NOT t.relhasrules
      AND t.relnatts = 1 AND i.indisvalid AND i.indexprs IS NULL
      -- Without its schema, which is on the path here.
      AND pg_get_expr(i.indpred, t.oid) = 'cell_run(i)')
$$;

COMMENT ON FUNCTION reeve.cell_faults(text) IS
  'The cells of an app that are missing or not as reeve.app_install creates them.';
