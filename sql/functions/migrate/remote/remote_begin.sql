CREATE OR REPLACE FUNCTION reeve.remote_begin(mapping jsonb, facts jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  source regclass := reeve.migrate_table(mapping, 'source');
  owner_name text := (SELECT pg_get_userbyid(r.relowner) FROM pg_class r WHERE r.oid = source);
  finding record;
  c reeve.live_copy;
BEGIN
  SELECT l.* INTO c FROM reeve.live_copy l
  WHERE l.app = remote_begin.mapping ->> 'app' AND l.name = remote_begin.mapping ->> 'copy'
    AND l.ended_at IS NULL;
  IF FOUND THEN
    IF c.mapping - 'relations' <> remote_begin.mapping THEN
      RAISE EXCEPTION 'the copy % began with another mapping', c.name USING ERRCODE = 'RV009';
    END IF;
    RETURN;
  END IF;
  SELECT * INTO finding FROM reeve.remote_check(remote_begin.mapping, facts) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION '%: %', finding.path, finding.message USING ERRCODE = 'RV005';
  END IF;
  mapping := reeve.migrate_resolve(mapping);
  -- Transactions that wrote the source end before this is granted, so every later change fires
  -- the triggers.
  PERFORM reeve.role_execute(owner_name, ARRAY[format('LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE',
    (SELECT string_agg(p.name, ', ' ORDER BY p.place)
      FROM reeve.migrate_parts(mapping, 'source', source) p))]);
  INSERT INTO reeve.live_copy(app, name, mapping, source, server, token, statements, total)
  SELECT migrate.mapping ->> 'app', migrate.mapping ->> 'copy', migrate.mapping, source,
    migrate.mapping #>> '{target,server}', gen_random_uuid(),
    reeve.remote_statements(migrate.mapping, facts), greatest(r.reltuples, 0)
  FROM (VALUES (mapping)) migrate(mapping), pg_class r WHERE r.oid = source
  RETURNING * INTO c;
  PERFORM reeve.change_enter(c.app, 'migrate:' || c.copy_id);
  PERFORM reeve.remote_grant(c.copy_id, TRUE);
  PERFORM reeve.role_execute(s.role_name, ARRAY[s.statement])
  FROM reeve.migrate_capture(c.copy_id, FALSE) s;
  UPDATE reeve.live_copy l SET leaves = reeve.migrate_files(l.mapping, l.source, l.target)
  WHERE l.copy_id = c.copy_id;
  PERFORM reeve.command_record('migrate.start', session_user);
END
$$;

COMMENT ON FUNCTION reeve.remote_begin(jsonb, jsonb) IS
  'Begins a copy to another database: creates change triggers on the source; does nothing if it '
  'has begun with this mapping. facts: the result of reeve.remote_inspect there. Runs as the '
  'installer. RV005 for a mapping that does not fit.';
