-- Whoever may call a function needs its schema too. What a role has otherwise is left alone.
CREATE OR REPLACE FUNCTION reeve.catalog_callers(manifest jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  place oid := to_regnamespace(quote_ident(manifest ->> 'schema'));
  roles text[];
  objects text[];
  g record;
BEGIN
  WITH called AS (
    SELECT p.oid, c.name, v.key
    FROM reeve.collection c
    CROSS JOIN (VALUES ('search', 'search'), ('suggest', 'search'), ('find', 'search'),
      ('complete', 'search'), ('opened', 'search'), ('trending', 'rank')) v(verb, key)
    JOIN pg_proc p ON p.pronamespace = place AND p.proname = v.verb || '_' || c.name
      AND strpos(p.prosrc, format('reeve.%s_%s(', v.verb, c.collection_id)) > 0
    WHERE c.app = manifest ->> 'app'
  ), wanted AS (
    SELECT r AS role, format('FUNCTION %s', f.oid::regprocedure) AS object
    FROM called f CROSS JOIN LATERAL unnest(reeve.catalog_columns(
      manifest #> ARRAY['collections', f.name, f.key, 'roles'])) r
    UNION
    SELECT r, format('SCHEMA %I', manifest ->> 'schema')
    FROM jsonb_each(manifest -> 'collections') c
    CROSS JOIN LATERAL unnest(reeve.catalog_columns(c.value #> '{search,roles}')
      || reeve.catalog_columns(c.value #> '{rank,roles}')
      || reeve.catalog_columns(manifest #> '{feed,roles}')) r
  )
  SELECT array_agg(w.role), array_agg(w.object) INTO roles, objects FROM wanted w;
  FOR g IN
    DELETE FROM reeve.app_grant o
    WHERE o.app = manifest ->> 'app' AND NOT EXISTS (
      SELECT FROM unnest(roles, objects) w(role, object)
      WHERE w.role = o.role_name AND w.object = o.object)
    RETURNING o.role_name, o.object,
      CASE WHEN starts_with(o.object, 'FUNCTION') THEN to_regprocedure(substr(o.object, 10)) END
        AS routine,
      CASE WHEN starts_with(o.object, 'SCHEMA') THEN to_regnamespace(substr(o.object, 8)) END
        AS home
  LOOP
    CONTINUE WHEN to_regrole(quote_ident(g.role_name)) IS NULL
      OR g.routine IS NULL AND g.home IS NULL;
    PERFORM reeve.role_execute(pg_get_userbyid(coalesce(
        (SELECT p.proowner FROM pg_proc p WHERE p.oid = g.routine),
        (SELECT n.nspowner FROM pg_namespace n WHERE n.oid = g.home))),
      ARRAY[format('REVOKE ALL ON %s FROM %I', g.object, g.role_name)]);
  END LOOP;
  FOR g IN
    SELECT w.role, w.object, pg_get_userbyid(coalesce(p.proowner, n.nspowner)) AS holder,
      CASE WHEN p.oid IS NULL THEN 'USAGE' ELSE 'EXECUTE' END AS privilege
    FROM unnest(roles, objects) w(role, object)
    LEFT JOIN pg_proc p ON p.oid = CASE WHEN starts_with(w.object, 'FUNCTION')
      THEN to_regprocedure(substr(w.object, 10)) END
    LEFT JOIN pg_namespace n ON starts_with(w.object, 'SCHEMA') AND n.oid = place
    WHERE NOT CASE WHEN p.oid IS NULL THEN has_schema_privilege(w.role, n.oid, 'USAGE')
      ELSE has_function_privilege(w.role, p.oid, 'EXECUTE') END
  LOOP
    PERFORM reeve.role_execute(g.holder, ARRAY[
      format('GRANT %s ON %s TO %I', g.privilege, g.object, g.role)]);
    INSERT INTO reeve.app_grant(app, role_name, object)
    VALUES (manifest ->> 'app', g.role, g.object) ON CONFLICT DO NOTHING;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.catalog_callers(jsonb) IS
  'Lets the roles of a catalog call the functions that it makes for them, with USAGE of their '
  'schema, and revokes these rights from roles that it no longer names. Runs as the installer.';
