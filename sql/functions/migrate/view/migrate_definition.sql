CREATE OR REPLACE FUNCTION reeve.migrate_definition(
  class_id oid, object_id oid, path text DEFAULT NULL)
RETURNS text[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  is_view boolean := class_id = 'pg_class'::regclass;
  is_rule boolean := class_id = 'pg_rewrite'::regclass;
  policy pg_policy := (
    SELECT p FROM pg_policy p WHERE class_id = 'pg_policy'::regclass AND p.oid = object_id);
BEGIN
  IF path IS NOT NULL THEN
    -- Schemas of an app: from here on nothing is looked up by its name alone.
    PERFORM pg_catalog.set_config('search_path', path, TRUE);
  END IF;
  IF is_view THEN
    RETURN ARRAY[pg_catalog.btrim(pg_catalog.pg_get_viewdef(object_id), '; ')];
  ELSIF policy.oid IS NOT NULL THEN
    RETURN ARRAY[pg_catalog.pg_get_expr(policy.polqual, policy.polrelid),
      pg_catalog.pg_get_expr(policy.polwithcheck, policy.polrelid)];
  ELSIF is_rule THEN
    RETURN ARRAY[pg_catalog.regexp_replace(pg_catalog.pg_get_ruledef(object_id, TRUE),
      E'^\\s*CREATE RULE', 'CREATE OR REPLACE RULE')];
  END IF;
  RETURN ARRAY[pg_catalog.pg_get_functiondef(object_id)];
END
$$;

COMMENT ON FUNCTION reeve.migrate_definition(oid, oid, text) IS
  'Definition of a view, a materialized view, a rule, a policy or a function as the server prints '
  'it; names that are found by the search path (path) stand without their schemas. Of a view its '
  'query, of a policy its two conditions.';
