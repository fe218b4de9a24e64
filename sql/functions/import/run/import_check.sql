CREATE OR REPLACE FUNCTION reeve.import_check(mapping jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  x record;
BEGIN
  IF reeve.import_table(mapping) IS NULL THEN
    RETURN QUERY SELECT '/app', 'missing',
      format('the catalog of app %s is not applied here', mapping ->> 'app');
    RETURN;
  END IF;
  FOR x IN SELECT * FROM reeve.import_targets(mapping) t ORDER BY t.child LOOP
    RETURN QUERY SELECT x.path || c.path, c.code, c.message
      FROM reeve.import_check_target(x.target) c;
    -- A child is checked against a sound parent.
    EXIT WHEN FOUND;
  END LOOP;
  RETURN QUERY SELECT * FROM reeve.import_consent(mapping);
  RETURN QUERY
    SELECT '/after', CASE WHEN p.oid IS NULL THEN 'missing' ELSE 'rights' END,
      CASE WHEN p.oid IS NULL THEN format('there is no function %s(jsonb) or %1$s()', f.routine)
        WHEN p.prorettype <> 'text'::regtype OR NOT p.proretset
          THEN format('%s does not return a set of text', f.routine)
        ELSE format('%s must be SECURITY DEFINER, belong to %s and set its search_path: it runs '
          'as the app, not as Reeve', f.routine, a.owner_name) END
    FROM reeve.app a
    CROSS JOIN LATERAL (
      SELECT format('%I.%I', a.schema_name, coalesce(mapping ->> 'after', ''))) f(routine)
    LEFT JOIN pg_proc p ON p.oid = reeve.import_routine(mapping)
    WHERE a.app = mapping ->> 'app' AND mapping ? 'after'
      AND (p.proretset AND p.prorettype = 'text'::regtype AND p.prosecdef
        AND p.proowner = to_regrole(quote_ident(a.owner_name))
        AND EXISTS (SELECT FROM unnest(p.proconfig) s WHERE s LIKE E'search\\_path=%')) IS NOT TRUE;
END
$$;

COMMENT ON FUNCTION reeve.import_check(jsonb) IS
  'Compares a mapping with the live database; one row per finding, path as a JSON pointer. '
  'Expressions are planned as the app''s owner and never run.';
