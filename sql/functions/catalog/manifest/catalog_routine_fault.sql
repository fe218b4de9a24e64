CREATE OR REPLACE FUNCTION reeve.catalog_routine_fault(
  routine regprocedure, signature text, owner_name text)
RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT CASE
    WHEN p.proowner <> to_regrole(quote_ident(owner_name)) OR NOT p.prosecdef THEN
      format('%s must be SECURITY DEFINER and belong to %s: it runs as the app, not as Reeve',
        signature, owner_name)
    WHEN NOT EXISTS (SELECT FROM unnest(p.proconfig) s WHERE s LIKE E'search\\_path=%') THEN
      format('%s must set its search_path: it would be Reeve''s', signature) END
  FROM pg_proc p WHERE p.oid = routine
$$;

COMMENT ON FUNCTION reeve.catalog_routine_fault(regprocedure, text, text) IS
  'Why Reeve may not run a function of an app that writes; NULL if it may, or there is none.';
