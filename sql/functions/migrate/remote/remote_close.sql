CREATE OR REPLACE FUNCTION reeve.remote_close(copy_id int) RETURNS timestamptz
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  c reeve.live_copy := (SELECT l FROM reeve.live_copy l WHERE l.copy_id = remote_close.copy_id);
  owner_name text := (SELECT pg_get_userbyid(r.relowner) FROM pg_class r WHERE r.oid = c.source);
  problem text;
BEGIN
  -- The lock first: transactions that wrote end before it is granted.
  PERFORM reeve.role_execute(owner_name, ARRAY[format('LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE',
    (SELECT string_agg(p.name, ', ' ORDER BY p.place)
      FROM reeve.migrate_parts(c.mapping, 'source', c.source) p))]);
  SELECT * INTO c FROM reeve.live_copy l WHERE l.copy_id = remote_close.copy_id FOR UPDATE;
  IF c.phase = 'closing' THEN
    -- The session that closed it can no longer open it without asking the target.
    UPDATE reeve.live_copy l SET cut_at = clock_timestamp() WHERE l.copy_id = c.copy_id;
    RETURN NULL;
  END IF;
  IF c.phase <> 'following' THEN
    RAISE EXCEPTION 'the copy % is %', c.name, c.phase USING ERRCODE = 'RV009';
  END IF;
  IF (
    SELECT reeve.change_backlog(r, -c.copy_id, 1001) FROM reeve.change_reader r
    WHERE r.name = 'migrate:' || c.copy_id) > 1000
  THEN
    RAISE EXCEPTION 'over 1000 changes are not applied yet' USING ERRCODE = 'lock_not_available',
      DETAIL = 'Older transactions of the server hold them back, or they come faster than they '
        'are applied.';
  END IF;
  problem := reeve.remote_intact(copy_id);
  IF reeve.migrate_leaves(copy_id) IS NOT NULL THEN
    RAISE EXCEPTION 'partitions came, went or were emptied meanwhile'
      USING ERRCODE = 'lock_not_available';
  END IF;
  IF problem IS NOT NULL THEN
    RAISE EXCEPTION '%', problem USING ERRCODE = 'RV009',
      HINT = 'End the copy with `reeve migrate finish --abandon` and start it again.';
  END IF;
  PERFORM reeve.role_execute('reeve_owner', ARRAY[
    format('GRANT USAGE ON SCHEMA reeve TO %I', o.name),
    format('GRANT EXECUTE ON FUNCTION reeve.remote_closed() TO %I', o.name)])
  FROM (SELECT owner_name UNION
    SELECT h.role_name FROM reeve.migrate_tree(c.mapping, c.source, NULL) h) o(name);
  PERFORM reeve.role_execute(t.role_name, ARRAY[format('CREATE TRIGGER %I BEFORE %s ON %s FOR EACH '
    '%s %s EXECUTE FUNCTION reeve.remote_closed(%L, %L)', t.name, t.event, t.relation, t.level,
    -- Except for what comes back from there.
    CASE WHEN t.event <> 'TRUNCATE' THEN format('WHEN (current_user <> %L OR '
      'current_setting(''reeve.returns'', TRUE) IS DISTINCT FROM %L)',
      reeve.app_role('writer', c.app), c.copy_id) END,
    c.statements ->> 'target', c.server)])
  FROM (
    SELECT owner_name, p.relation, e.name, e.event, e.level
    FROM reeve.migrate_parts(c.mapping, 'source', c.source) p
    JOIN (VALUES ('reeve_closed', 'INSERT OR UPDATE OR DELETE', 'STATEMENT'),
      ('reeve_closed_truncate', 'TRUNCATE', 'STATEMENT'),
      -- Partitions get this one, now and whenever one comes.
      ('reeve_closed_row', 'INSERT OR UPDATE OR DELETE', 'ROW')) e(name, event, level)
      ON p.is_split OR e.level = 'STATEMENT'
    UNION ALL
    SELECT h.role_name, h.relation, 'reeve_closed_leaf', 'TRUNCATE', 'STATEMENT'
    FROM reeve.migrate_tree(c.mapping, c.source, NULL) h
  ) t(role_name, relation, name, event, level);
  UPDATE reeve.live_copy l SET phase = 'closing', cut_at = clock_timestamp(), awaited_until = NULL
  WHERE l.copy_id = c.copy_id
  RETURNING l.cut_at INTO c.cut_at;
  PERFORM reeve.command_record('migrate.close', session_user);
  RETURN c.cut_at;
END
$$;

COMMENT ON FUNCTION reeve.remote_close(int) IS
  'Begins the cutover of a copy to another database: the source refuses writes once this '
  'commits. Returns the time of it, for reeve.remote_open; NULL if it continues another cutover. '
  'The caller''s lock_timeout bounds each wait. 55P03 if more than 1,000 changes are not applied '
  'yet. RV009 if the copy does not follow, or the source has been altered. NULL: result.';
