CREATE OR REPLACE FUNCTION reeve.app_routines(context text) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT string_agg(DISTINCT n.name, ', ')
  FROM pg_proc p JOIN pg_namespace s ON s.oid = p.pronamespace
  CROSS JOIN LATERAL (SELECT format('%I.%I', s.nspname, p.proname)) n(name)
  WHERE s.nspname !~ '^(pg_|reeve)' AND s.nspname <> 'information_schema'
    AND position(n.name || '(' IN context) > 0
$$;

COMMENT ON FUNCTION reeve.app_routines(text) IS
  'Functions that are named in an error''s context, but none of PostgreSQL''s or Reeve''s. NULL: '
  'if it names none.';

GRANT EXECUTE ON FUNCTION reeve.app_routines(text) TO reeve_access;
