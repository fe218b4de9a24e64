CREATE OR REPLACE FUNCTION reeve.catalog_detach(app_name text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  a reeve.app := (SELECT a FROM reeve.app a WHERE a.app = app_name);
  bare jsonb := jsonb_build_object('app', a.app, 'title', a.title, 'schema', a.schema_name,
    'owner', a.owner_name, 'collections', '{}'::jsonb);
  places oid[] := ARRAY(
    SELECT n.oid FROM pg_namespace n
    WHERE n.nspname = a.schema_name OR n.nspname = ANY (reeve.catalog_schemas(a.manifest)));
  writer text := reeve.app_role('writer', app_name);
  reader text := reeve.app_role('reader', app_name);
  grantees oid[];
  t record;
BEGIN
  IF a IS NULL THEN
    RAISE EXCEPTION 'there is no app %', app_name USING ERRCODE = 'RV003';
  END IF;
  PERFORM reeve.app_roles(app_name);
  grantees := ARRAY['reeve_access'::regrole, to_regrole(quote_ident(writer)),
    to_regrole(quote_ident(reader))]::oid[];
  PERFORM reeve.catalog_load(bare);
  PERFORM reeve.catalog_capture(app_name);
  PERFORM reeve.catalog_capture_related(app_name);
  PERFORM reeve.catalog_guard(bare);
  PERFORM reeve.catalog_public(bare);
  PERFORM reeve.catalog_timeouts_set(a.manifest, a.manifest - 'timeouts');
  PERFORM reeve.cron_load(app_name, '{}');
  FOR t IN
    -- Other triggers that call a function of Reeve, such as those of an unfinished live copy.
    SELECT pg_get_userbyid(r.relowner) AS owner_name,
      format('DROP TRIGGER %I ON %s', g.tgname, r.oid::regclass) AS statement
    FROM pg_trigger g
    JOIN pg_class r ON r.oid = g.tgrelid
    JOIN pg_proc p ON p.oid = g.tgfoid
    WHERE NOT g.tgisinternal AND g.tgparentid = 0 AND p.pronamespace = 'reeve'::regnamespace
      AND r.relnamespace = ANY (places)
    UNION ALL
    -- The app writer's rights, except on tables that another app's catalog names too.
    SELECT pg_get_userbyid(o.owner), format('REVOKE ALL ON %s FROM reeve_access, %I, %I', o.name,
      writer, reader)
    FROM (
      SELECT r.relowner, CASE r.relkind WHEN 'S' THEN 'SEQUENCE ' ELSE 'TABLE ' END
        || r.oid::regclass
      FROM pg_class r
      WHERE r.relnamespace = ANY (places) AND r.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
        AND NOT EXISTS (
          SELECT FROM reeve.collection c WHERE c.is_live AND c.relation = r.oid)
        AND EXISTS (
          SELECT FROM pg_attribute x
          CROSS JOIN LATERAL aclexplode(x.attacl) l
          WHERE x.attrelid = r.oid AND l.grantee = ANY (grantees)
          UNION ALL
          SELECT FROM aclexplode(r.relacl) l WHERE l.grantee = ANY (grantees))
      UNION ALL
      SELECT p.proowner, 'ROUTINE ' || p.oid::regprocedure
      FROM pg_proc p
      WHERE p.pronamespace = ANY (places) AND EXISTS (
        SELECT FROM aclexplode(p.proacl) l WHERE l.grantee = ANY (grantees))
      UNION ALL
      SELECT n.nspowner, format('SCHEMA %I', n.nspname)
      FROM pg_namespace n
      WHERE n.oid = ANY (places) AND NOT EXISTS (
        SELECT FROM reeve.collection c JOIN pg_class r ON r.oid = c.relation
        WHERE c.is_live AND r.relnamespace = n.oid)) o(owner, name)
    UNION ALL
    SELECT 'reeve_owner', format('REVOKE USAGE ON SCHEMA reeve FROM %I', a.owner_name)
    WHERE NOT EXISTS (
      SELECT FROM reeve.app o JOIN reeve.collection c USING (app)
      WHERE c.is_live AND o.owner_name = a.owner_name)
  LOOP
    PERFORM reeve.role_execute(t.owner_name, ARRAY[t.statement]);
  END LOOP;
  -- As the owner of their schema.
  PERFORM reeve.role_execute('reeve_owner', ARRAY(
    SELECT 'DROP TABLE IF EXISTS ' || c FROM unnest(reeve.cell_names(app_name)) c)
    || ARRAY(
    SELECT 'DROP FUNCTION ' || p.oid::regprocedure FROM pg_proc p
    WHERE p.pronamespace = 'reeve_cell'::regnamespace AND p.proname = reader));
  DELETE FROM reeve.search_pointer p USING reeve.collection c
  WHERE c.collection_id = p.collection_id AND c.app = app_name;
  PERFORM reeve.search_drop(g.generation_id)
  FROM reeve.search_generation g JOIN reeve.collection c USING (collection_id)
  WHERE c.app = app_name;
  DELETE FROM reeve.change x WHERE x.collection_id = ANY (reeve.change_numbers(app_name));
  DELETE FROM reeve.search_due d USING reeve.collection c
  WHERE c.collection_id = d.source_id AND c.app = app_name;
  DELETE FROM reeve.change_fault f USING reeve.collection c
  WHERE c.collection_id = f.collection_id AND c.app = app_name;
  DELETE FROM reeve.app_code_pin p WHERE p.app = app_name;
  UPDATE reeve.app x SET manifest = bare, applied_by = session_user, applied_at = clock_timestamp()
  WHERE x.app = app_name;
  PERFORM reeve.command_record('catalog.detach', session_user);
END
$$;

COMMENT ON FUNCTION reeve.catalog_detach(text) IS
  'Removes everything of Reeve''s from an app''s tables: triggers, policies, views, rights, '
  'schedules, search. The record stays. Runs as the installer. RV003 if there is no such app. '
  'Takes ACCESS EXCLUSIVE on tables with triggers or policies.';
