CREATE OR REPLACE FUNCTION reeve.catalog_apply(manifest jsonb, dry_run boolean DEFAULT FALSE)
RETURNS TABLE(change text, object text, note text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  app_name text := manifest ->> 'app';
  earlier jsonb := coalesce((SELECT a.manifest FROM reeve.app a WHERE a.app = app_name), '{}');
  brief jsonb := reeve.catalog_terms_brief(manifest);
  finding record;
  ids jsonb;
BEGIN
  SELECT * INTO finding FROM reeve.catalog_check(manifest) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION '%: %', finding.path, finding.message
      USING ERRCODE = 'RV005', HINT = '`reeve catalog check` lists every finding.';
  END IF;
  RETURN QUERY
    SELECT CASE WHEN d.before IS NULL THEN 'add' WHEN d.after IS NULL THEN 'drop' ELSE 'change' END,
      d.part || ' ' || d.name,
      CASE WHEN d.part = 'collections' AND d.after IS NULL THEN
        reeve.catalog_leaves(app_name, d.name)
      WHEN d.part = 'collections' AND d.after ->> 'enforcement' = 'policy' THEN
        'row security does not bind a table''s owner or roles with BYPASSRLS: use enforcement '
        'guard '
        'if the app logs in as one' ELSE '' END
    FROM reeve.catalog_difference(earlier, brief) d;
  IF dry_run THEN
    RETURN QUERY SELECT * FROM reeve.cron_load(app_name, coalesce(manifest -> 'jobs', '{}'), TRUE);
    RETURN QUERY SELECT * FROM reeve.app_code_apply(manifest, TRUE);
    RETURN;
  END IF;
  INSERT INTO reeve.app(app, title, schema_name, owner_name, manifest, applied_by)
  VALUES (app_name, manifest ->> 'title', manifest ->> 'schema', manifest ->> 'owner', brief,
    session_user)
  ON CONFLICT (app) DO UPDATE SET title = EXCLUDED.title, schema_name = EXCLUDED.schema_name,
    owner_name = EXCLUDED.owner_name, manifest = EXCLUDED.manifest,
    applied_by = EXCLUDED.applied_by, applied_at = clock_timestamp();
  ids := reeve.catalog_load(manifest);
  PERFORM reeve.app_roles(app_name);
  PERFORM reeve.app_install(app_name);
  PERFORM reeve.catalog_grant(manifest);
  PERFORM reeve.catalog_capture(app_name);
  PERFORM reeve.catalog_capture_related(app_name);
  PERFORM reeve.catalog_guard(manifest);
  PERFORM reeve.catalog_public(manifest);
  RETURN QUERY SELECT * FROM reeve.cron_load(app_name, coalesce(manifest -> 'jobs', '{}'), FALSE);
  SELECT s.name, reeve.app_try(app_name, s.statement) AS message INTO finding
  FROM (
    SELECT format('effect "%s"', r.name), r.select_sql
    FROM reeve.rule r WHERE r.app = app_name AND r.is_live
    UNION ALL
    SELECT format('flag "%s"', f.name), unnest(ARRAY[f.select_sql, f.learn_sql])
    FROM reeve.flag f WHERE f.app = app_name AND f.is_live AND f.kind <> 'rule'
    UNION ALL
    SELECT format('flag "identifier %s of %s"', i.kind, c.name),
      format('SELECT ''{}''::text[] || (%s) FROM %s t', i.expression, c.table_sql)
    FROM reeve.collection c CROSS JOIN LATERAL reeve.catalog_identifiers(c.identifiers) i
    WHERE c.app = app_name AND c.is_live) s(name, statement)
  WHERE s.statement IS NOT NULL AND reeve.app_try(app_name, s.statement) IS NOT NULL
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION '% cannot evaluate the %: %',
      reeve.app_role('writer', app_name), finding.name, finding.message
      USING ERRCODE = 'RV005',
        HINT = 'Grant it what the expression uses; catalog apply grants the tables themselves.';
  END IF;
  SELECT c.name, x.message INTO finding
  FROM reeve.collection c
  CROSS JOIN LATERAL (
    SELECT reeve.app_try(app_name, s ->> 'run')
    FROM jsonb_array_elements(c.erase -> 'steps') s) x(message)
  WHERE c.app = app_name AND c.is_live AND x.message IS NOT NULL LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION '% cannot erase a %: %',
      reeve.app_role('writer', app_name), finding.name, finding.message
      USING ERRCODE = 'RV005', HINT = 'Grant it what the expressions use.';
  END IF;
  PERFORM reeve.catalog_try_reads(app_name);
  UPDATE reeve.collection c SET kept_columns = coalesce(k.columns, '{}')
  FROM reeve.collection o LEFT JOIN reeve.catalog_kept(app_name) k USING (collection_id)
  WHERE c.collection_id = o.collection_id AND o.app = app_name;
  RETURN QUERY
    SELECT 'keeps', 'collections ' || c.name, format(
      'an undo does not restore %s: the app''s own triggers set it',
      array_to_string(n.names, ', '))
    FROM reeve.collection c
    CROSS JOIN LATERAL (SELECT ARRAY(
      SELECT unnest(c.kept_columns) EXCEPT SELECT unnest(c.touched_columns) ORDER BY 1)) n(names)
    WHERE c.app = app_name AND c.is_live AND n.names <> '{}';
  RETURN QUERY SELECT * FROM reeve.catalog_timeouts_set(earlier, manifest);
  RETURN QUERY SELECT * FROM reeve.app_code_apply(manifest, FALSE);
  PERFORM reeve.command_record('catalog.apply', session_user);
END
$$;

COMMENT ON FUNCTION reeve.catalog_apply(jsonb, boolean) IS
  'Loads a manifest: collections, effects, policies, templates, views, tasks, jobs, roles, '
  'cells, grants, change triggers and the enforcement of bans. Returns the difference, and the '
  'columns that an undo cannot restore although the manifest does not list them as touched. Runs '
  'as the installer. Takes ACCESS EXCLUSIVE on the app''s tables, one after the other: a '
  'lock_timeout below deadlock_timeout keeps it from deadlocks with the app. RV005 if '
  'catalog_check finds a fault. NULL: note.';
