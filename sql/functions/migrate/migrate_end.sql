-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.migrate_end(copy_id int, is_abandoned boolean)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.live_copy;
  live regclass;
  owner_name text;
BEGIN
  SELECT * INTO c FROM reeve.live_copy l WHERE l.copy_id = migrate_end.copy_id FOR UPDATE;
  IF c.ended_at IS NOT NULL THEN
    RETURN;
  END IF;
  IF (c.phase = 'live') = is_abandoned THEN
    RAISE EXCEPTION 'the copy % is %', c.name, c.phase USING ERRCODE = 'RV009',
      DETAIL = CASE WHEN is_abandoned THEN 'A cutover cannot be abandoned, only rolled back.'
        ELSE 'There was no cutover.' END;
  END IF;
  IF NOT is_abandoned AND EXISTS (
    SELECT FROM reeve.collection l WHERE l.relation = c.source AND l.is_live)
  THEN
    RAISE EXCEPTION 'the catalog still names %', (
      SELECT string_agg(l.app || '/' || l.name, ', ') FROM reeve.collection l
      WHERE l.relation = c.source AND l.is_live) || ' by the old table'
      USING ERRCODE = 'RV009', HINT = format(
        'Name %s in the catalog and apply it; search then follows the new table.', c.target);
  END IF;
  live := CASE WHEN is_abandoned THEN c.source ELSE c.target END;
  SELECT pg_get_userbyid(r.relowner) INTO owner_name FROM pg_class r WHERE r.oid = c.source;
  PERFORM reeve.role_execute(owner_name, ARRAY[
    format('DROP TRIGGER IF EXISTS reeve_follow ON %s', live),
    format('DROP TRIGGER IF EXISTS reeve_follow_update ON %s', live),
    format('DROP TRIGGER IF EXISTS reeve_follow_truncate ON %s', live),
    format('REVOKE SELECT, INSERT, UPDATE, DELETE ON %s, %s FROM %I', c.source, c.target,
      reeve.app_role('writer', c.app))]);
  IF is_abandoned THEN
    -- It was empty at the start, and nobody else could write it.
    PERFORM reeve.role_execute(owner_name, ARRAY[
      format('DROP TRIGGER reeve_closed ON %s', c.target),
      format('DROP TRIGGER reeve_closed_truncate ON %s', c.target),
      format('GRANT TRUNCATE ON %s TO %I', c.target, reeve.app_role('writer', c.app))]);
    PERFORM reeve.cell_enter(c.app, format('TRUNCATE %s', c.target));
    PERFORM reeve.role_execute(owner_name, ARRAY[
      format('REVOKE TRUNCATE ON %s FROM %I', c.target, reeve.app_role('writer', c.app))]);
    PERFORM reeve.role_execute(p.role_name, array_remove(ARRAY[p.restore, p.validate], NULL))
    FROM jsonb_to_recordset(c.parked) p(role_name text, restore text, validate text);
  END IF;
  PERFORM reeve.role_execute('reeve_owner', ARRAY[
    format('DROP FUNCTION IF EXISTS reeve.follow_%1$s_1(), reeve.follow_%1$s_2()', c.copy_id)]);
  DELETE FROM reeve.live_copy_reject r WHERE r.copy_id = c.copy_id;
  DELETE FROM reeve.change_reader r WHERE r.name = 'migrate:' || c.copy_id;
  PERFORM reeve.catalog_grant(a.manifest) FROM reeve.app a
  WHERE EXISTS (
    SELECT FROM reeve.collection l WHERE l.app = a.app AND l.relation IN (c.source, c.target));
  UPDATE reeve.live_copy l
  SET phase = CASE WHEN is_abandoned THEN 'abandoned' ELSE 'finished' END, parked = '[]',
    ended_at = clock_timestamp()
  WHERE l.copy_id = c.copy_id;
  PERFORM reeve.command_record(
    CASE WHEN is_abandoned THEN 'migrate.abandon' ELSE 'migrate.finish' END, session_user);
END
$$;

COMMENT ON FUNCTION reeve.migrate_end(int, boolean) IS
  'Ends a copy after its cutover: no more change triggers, the app writer''s rights as before; '
  'the old '
  'table and the view of its name stay. is_abandoned: before a cutover; the target is emptied. '
  'RV009 while the catalog still names the old table.';
