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
END
$$;

COMMENT ON FUNCTION reeve.import_check(jsonb) IS
  'Compares a mapping with the live database; one row a finding, path as a JSON pointer. '
  'Expressions are planned as the app''s owner and never run.';
