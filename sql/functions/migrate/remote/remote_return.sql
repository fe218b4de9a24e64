CREATE OR REPLACE FUNCTION reeve.remote_return(copy_id int, round int, numbers jsonb)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  c reeve.live_copy := (SELECT l FROM reeve.live_copy l WHERE l.copy_id = remote_return.copy_id);
  owner_name text := (SELECT pg_get_userbyid(r.relowner) FROM pg_class r WHERE r.oid = c.source);
BEGIN
  PERFORM reeve.role_execute(owner_name, ARRAY[format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE',
    (SELECT string_agg(p.name, ', ' ORDER BY p.place)
      FROM reeve.migrate_parts(c.mapping, 'source', c.source) p))]);
  SELECT * INTO c FROM reeve.live_copy l WHERE l.copy_id = remote_return.copy_id FOR UPDATE;
  IF c.phase <> 'returning' OR c.round <> remote_return.round THEN
    RAISE EXCEPTION 'the rollback of the copy % was taken back by another', c.name
      USING ERRCODE = 'RV009';
  END IF;
  IF numbers IS NULL THEN
    DELETE FROM reeve.live_copy_reject r WHERE r.copy_id = c.copy_id;
  ELSIF EXISTS (SELECT FROM reeve.live_copy_reject r WHERE r.copy_id = c.copy_id) THEN
    RAISE EXCEPTION 'rows of % are in quarantine', c.statements ->> 'target'
      USING ERRCODE = 'RV009';
  END IF;
  PERFORM reeve.remote_unclose(copy_id);
  PERFORM reeve.role_execute(p.role_name, ARRAY[p.restore])
  FROM jsonb_to_recordset(c.parked) p(role_name text, restore text);
  PERFORM reeve.remote_grant(copy_id, TRUE);
  PERFORM reeve.change_enter(c.app, 'migrate:' || c.copy_id);
  PERFORM reeve.role_execute(s.role_name, ARRAY[s.statement])
  FROM reeve.migrate_capture(c.copy_id, FALSE) s;
  PERFORM reeve.role_execute(pg_get_userbyid(r.relowner), ARRAY[format('SELECT setval(%1$L, '
    'CASE WHEN q.seqincrement > 0 THEN greatest(%2$s, t.last_value) '
    'ELSE least(%2$s, t.last_value) END) FROM %1$s t, pg_catalog.pg_sequence q '
    'WHERE q.seqrelid = %1$L::regclass', q.name,
    -- Without a sequence there, the numbers that the app gave.
    coalesce(numbers ->> m.key, format(
      '(SELECT coalesce(CASE WHEN q.seqincrement > 0 THEN max(%1$I) ELSE min(%1$I) END, '
      't.last_value) FROM %2$s)', a.column_name, a.relation::regclass)))])
  FROM jsonb_each(c.mapping -> 'columns') m
  JOIN reeve.migrate_attributes(c.mapping, 'source', c.source) a
    ON a.name = m.value ->> 'from' AND a.column_name IS NOT NULL
  JOIN pg_class r ON r.oid = a.relation
  CROSS JOIN LATERAL pg_get_serial_sequence(a.relation::text, a.column_name) q(name)
  WHERE NOT m.value ? 'up' AND q.name IS NOT NULL;
  PERFORM reeve.role_execute(owner_name, ARRAY[format('DROP TABLE IF EXISTS %I.%I',
    c.mapping #>> '{source,schema}', 'reeve_back_' || c.copy_id)]);
  UPDATE reeve.live_copy l
  SET phase = 'following', is_placed = FALSE, back = NULL, parked = '[]', cut_at = NULL,
    verified_at = NULL, verified_rows = NULL, differing = NULL, awaited_until = NULL,
    leaves = reeve.migrate_files(l.mapping, l.source, NULL)
  WHERE l.copy_id = c.copy_id;
  PERFORM reeve.command_record('migrate.rollback', session_user);
END
$$;

COMMENT ON FUNCTION reeve.remote_return(int, int, jsonb) IS
  'Ends the rollback with this number of a copy to another database, where the target is closed '
  'and all its changes have come back: the source takes writes again, and they are logged. '
  'numbers: the positions of the sequences there, by column; NULL = that database is gone for '
  'good, and what had not come back is lost. The caller''s lock_timeout bounds each wait. '
  'RV009 if the rollback was taken back, or rows are in quarantine.';
