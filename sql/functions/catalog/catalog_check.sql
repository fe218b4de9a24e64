CREATE OR REPLACE FUNCTION reeve.catalog_check(manifest jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  owner_name text := manifest ->> 'owner';
BEGIN
  IF to_regrole(quote_ident(owner_name)) IS NULL THEN
    RETURN QUERY SELECT '/owner', 'missing', format('there is no role %s', owner_name);
    RETURN;
  END IF;
  IF to_regnamespace(quote_ident(manifest ->> 'schema')) IS NULL THEN
    RETURN QUERY SELECT '/schema', 'missing',
      format('there is no schema %s', manifest ->> 'schema');
    RETURN;
  END IF;
  IF NOT has_schema_privilege('reeve_hand', manifest ->> 'schema', 'USAGE')
    AND NOT has_schema_privilege(owner_name, manifest ->> 'schema', 'USAGE WITH GRANT OPTION')
  THEN
    RETURN QUERY SELECT '/schema', 'rights', format('%s may not let reeve_hand in: '
      'GRANT USAGE ON SCHEMA %I TO reeve_hand', owner_name, manifest ->> 'schema');
    RETURN;
  END IF;
  RETURN QUERY SELECT * FROM reeve.catalog_check_collections(manifest);
  IF NOT FOUND THEN
    -- Compiled only where everything they lean on is sound: no finding causes another.
    RETURN QUERY SELECT * FROM reeve.catalog_check_actions(manifest);
    RETURN QUERY SELECT * FROM reeve.catalog_check_effects(manifest);
    RETURN QUERY SELECT * FROM reeve.catalog_check_guards(manifest);
    RETURN QUERY SELECT * FROM reeve.catalog_check_flags(manifest);
    RETURN QUERY SELECT * FROM reeve.catalog_check_erase(manifest);
  END IF;
  RETURN QUERY SELECT * FROM reeve.catalog_check_reports(manifest);
  RETURN QUERY SELECT * FROM reeve.catalog_check_strikes(manifest);
  RETURN QUERY SELECT * FROM reeve.catalog_check_tasks(manifest);
  RETURN QUERY SELECT * FROM reeve.catalog_check_jobs(manifest);
END
$$;

COMMENT ON FUNCTION reeve.catalog_check(jsonb) IS
  'Compares a manifest with the live database; one row a finding, path as a JSON pointer. '
  'Expressions are planned as the app''s owner and never run.';
