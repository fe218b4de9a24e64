-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.migrate_begin(mapping jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  source regclass := reeve.migrate_table(mapping, 'source');
  target regclass := reeve.migrate_table(mapping, 'target');
  owner_name text := (SELECT pg_get_userbyid(r.relowner) FROM pg_class r WHERE r.oid = source);
  finding record;
  sources text[];
  targets text[];
  name text;
  c reeve.live_copy;
BEGIN
  SELECT l.* INTO c FROM reeve.live_copy l
  WHERE l.app = migrate_begin.mapping ->> 'app' AND l.name = migrate_begin.mapping ->> 'copy'
    AND l.ended_at IS NULL;
  IF FOUND THEN
    IF c.mapping - 'relations' <> migrate_begin.mapping THEN
      RAISE EXCEPTION 'the copy % began with another mapping', c.name USING ERRCODE = 'RV009';
    END IF;
    RETURN;
  END IF;
  SELECT * INTO finding FROM reeve.migrate_check(migrate_begin.mapping) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION '%: %', finding.path, finding.message USING ERRCODE = 'RV005';
  END IF;
  mapping := reeve.migrate_resolve(mapping);
  sources := ARRAY(SELECT p.name FROM reeve.migrate_parts(mapping, 'source', source) p
    ORDER BY p.place);
  targets := ARRAY(SELECT p.name FROM reeve.migrate_parts(mapping, 'target', target) p
    ORDER BY p.place);
  -- In one order, the busier one last. Transactions that wrote the source end before this is
  -- granted, so every later change fires the triggers.
  PERFORM reeve.role_execute(owner_name, ARRAY[
    format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', array_to_string(targets, ', ')),
    format('LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE', array_to_string(sources, ', '))]);
  FOREACH name IN ARRAY targets LOOP
    IF reeve.role_read(
      owner_name, format('SELECT to_jsonb(EXISTS (SELECT FROM %s))', name))::boolean
    THEN
      RAISE EXCEPTION '% holds rows', name USING ERRCODE = 'RV009',
        HINT = 'The target must be empty: its rows could not be distinguished from copied ones.';
    END IF;
  END LOOP;
  INSERT INTO reeve.live_copy(app, name, mapping, source, target, statements, parked, total)
  SELECT migrate_begin.mapping ->> 'app', migrate_begin.mapping ->> 'copy', migrate_begin.mapping,
    source, target, reeve.migrate_statements(migrate_begin.mapping, source, target, FALSE),
    (SELECT coalesce(jsonb_agg(to_jsonb(k)), '[]')
      FROM reeve.migrate_parts(migrate_begin.mapping, 'target', target) p
      CROSS JOIN LATERAL reeve.migrate_park(p.relation) k),
    greatest(r.reltuples, 0)
  FROM pg_class r WHERE r.oid = source
  RETURNING * INTO c;
  PERFORM reeve.change_enter(c.app, 'migrate:' || c.copy_id);
  PERFORM reeve.role_execute(pg_get_userbyid(r.relowner), ARRAY[
    format('GRANT USAGE ON SCHEMA %s TO %I', r.relnamespace::regnamespace,
      reeve.app_role('writer', c.app)),
    format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO %I', r.oid::regclass,
      reeve.app_role('writer', c.app))])
  FROM (
    SELECT p.relation FROM reeve.migrate_parts(mapping, 'source', source) p
    UNION ALL
    SELECT p.relation FROM reeve.migrate_parts(mapping, 'target', target) p) p
  JOIN pg_class r ON r.oid = p.relation;
  PERFORM reeve.role_execute(p.role_name, ARRAY[p.park])
  FROM jsonb_to_recordset(c.parked) p(role_name text, park text);
  PERFORM reeve.role_execute(s.role_name, ARRAY[s.statement])
  FROM reeve.migrate_capture(c.copy_id, FALSE) s;
  PERFORM reeve.role_execute(owner_name, reeve.migrate_close(c.app, p.name, p.is_split))
  FROM reeve.migrate_parts(mapping, 'target', target) p;
  PERFORM reeve.migrate_guard(c.copy_id);
  UPDATE reeve.live_copy l SET leaves = reeve.migrate_files(l.mapping, l.source, l.target)
  WHERE l.copy_id = c.copy_id;
  PERFORM reeve.app_plan(c.app, 'copy', 'reeve.cell_migrate_plan(($7)[1])', c.statements);
  PERFORM reeve.command_record('migrate.start', session_user);
END
$$;

COMMENT ON FUNCTION reeve.migrate_begin(jsonb) IS
  'Begins a live copy: creates change triggers on the source and closes the target to all except '
  'the app''s writer; does nothing if it has begun with this mapping. Runs as the installer. '
  'RV005 for a mapping that does not fit, RV009 if the target holds rows.';
