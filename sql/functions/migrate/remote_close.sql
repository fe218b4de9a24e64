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
  problem := reeve.remote_intact(copy_id);
  IF problem IS NOT NULL THEN
    RAISE EXCEPTION '%', problem USING ERRCODE = 'RV009',
      HINT = 'End the copy with `reeve migrate finish --abandon` and start it again.';
  END IF;
  PERFORM reeve.role_execute('reeve_owner', ARRAY[
    format('GRANT EXECUTE ON FUNCTION reeve.remote_closed() TO %I', owner_name)]);
  PERFORM reeve.role_execute(owner_name, (
    SELECT array_agg(format('CREATE TRIGGER %I BEFORE %s ON %s FOR EACH STATEMENT '
      'EXECUTE FUNCTION reeve.remote_closed(%L, %L)', t.name, t.event, p.name,
      c.statements ->> 'target', c.server))
    FROM reeve.migrate_parts(c.mapping, 'source', c.source) p,
      (VALUES ('reeve_closed', 'INSERT OR UPDATE OR DELETE'), ('reeve_closed_truncate', 'TRUNCATE'))
      t(name, event)));
  UPDATE reeve.live_copy l SET phase = 'closing', cut_at = clock_timestamp()
  WHERE l.copy_id = c.copy_id
  RETURNING l.cut_at INTO c.cut_at;
  PERFORM reeve.command_record('migrate.close', session_user);
  RETURN c.cut_at;
END
$$;

COMMENT ON FUNCTION reeve.remote_close(int) IS
  'Begins the cutover of a copy to another database: the source refuses writes once this '
  'commits. Returns the time of it, for reeve.remote_open; NULL if it continues another cutover. '
  'The caller''s lock_timeout bounds each wait. RV009 if the copy does not follow, or the source '
  'has been altered. NULL: result.';
