-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.migrate_end(copy_id int, is_abandoned boolean)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  c reeve.live_copy;
  sources regclass[];
  targets regclass[];
  live regclass[];
  owner_name text;
BEGIN
  PERFORM reeve.turn_take('copy ' || copy_id);
  SELECT * INTO c FROM reeve.live_copy l WHERE l.copy_id = migrate_end.copy_id FOR UPDATE;
  IF c.ended_at IS NOT NULL THEN
    RETURN;
  END IF;
  IF (c.phase = 'live') = is_abandoned THEN
    RAISE EXCEPTION 'the copy % is %', c.name, c.phase USING ERRCODE = 'RV009',
      DETAIL = CASE WHEN is_abandoned THEN 'A cutover cannot be abandoned, only rolled back.'
        ELSE 'There was no cutover.' END;
  END IF;
  PERFORM reeve.migrate_complete(c);
  sources := ARRAY(SELECT p.relation FROM reeve.migrate_parts(c.mapping, 'source', c.source) p);
  targets := ARRAY(SELECT p.relation FROM reeve.migrate_parts(c.mapping, 'target', c.target) p);
  IF NOT is_abandoned AND EXISTS (
    SELECT FROM reeve.collection l WHERE l.relation = ANY (sources) AND l.is_live)
  THEN
    RAISE EXCEPTION 'the catalog still names %', (
      SELECT string_agg(l.app || '/' || l.name, ', ') FROM reeve.collection l
      WHERE l.relation = ANY (sources) AND l.is_live) || ' by the old table'
      USING ERRCODE = 'RV009', HINT = format(
        'Name %s in the catalog and apply it; search then follows the new table.', c.target);
  END IF;
  IF EXISTS (SELECT FROM reeve.live_copy_emitter e WHERE e.copy_id = c.copy_id) THEN
    RAISE EXCEPTION 'changes are still emitted as %', (
      SELECT string_agg(e.name, ', ' ORDER BY e.name) FROM reeve.live_copy_emitter e
      WHERE e.copy_id = c.copy_id) USING ERRCODE = 'RV009',
      HINT = 'End it with `reeve migrate emit --forget`: nothing will be emitted afterwards.';
  END IF;
  live := CASE WHEN is_abandoned THEN sources ELSE targets END;
  SELECT pg_get_userbyid(r.relowner) INTO owner_name FROM pg_class r WHERE r.oid = c.source;
  PERFORM reeve.role_execute(owner_name, ARRAY(
    SELECT format('DROP TRIGGER IF EXISTS %I ON %s', g, l)
    FROM unnest(live) l,
      unnest(ARRAY['reeve_follow', 'reeve_follow_update', 'reeve_follow_truncate']) g)
    || format('REVOKE SELECT, INSERT, UPDATE, DELETE ON %s FROM %I',
      array_to_string(sources || targets, ', '), reeve.app_role('writer', c.app)));
  IF is_abandoned THEN
    -- It was empty at the start, and nobody else could write it.
    PERFORM reeve.role_execute(pg_get_userbyid(r.relowner), ARRAY[
      format('DROP TRIGGER reeve_closed_leaf ON %s', r.oid::regclass)])
    FROM pg_trigger g JOIN pg_class r ON r.oid = g.tgrelid
    WHERE g.tgname = 'reeve_closed_leaf'
      AND g.tgargs = convert_to(c.copy_id::text, 'UTF8') || E'\\x00'::bytea;
    PERFORM reeve.role_execute(owner_name, ARRAY(
      SELECT format('DROP TRIGGER IF EXISTS %I ON %s', g, t)
      FROM unnest(targets) t,
        unnest(ARRAY['reeve_closed', 'reeve_closed_truncate', 'reeve_closed_row']) g)
      || format('GRANT TRUNCATE ON %s TO %I', array_to_string(targets, ', '),
        reeve.app_role('writer', c.app)));
    PERFORM reeve.cell_enter(c.app, 'TRUNCATE ' || array_to_string(targets, ', '));
    PERFORM reeve.role_execute(owner_name, ARRAY[
      format('REVOKE TRUNCATE ON %s FROM %I', array_to_string(targets, ', '),
        reeve.app_role('writer', c.app))]);
    PERFORM reeve.role_execute(p.role_name, array_remove(ARRAY[p.restore, p.validate], NULL))
    FROM jsonb_to_recordset(reeve.migrate_parked(c.parked))
      p(role_name text, restore text, validate text);
  END IF;
  PERFORM reeve.role_execute('reeve_owner', ARRAY(
    SELECT format('DROP FUNCTION IF EXISTS reeve.follow_%s_%s%s()', c.copy_id, d.number,
      '_' || nullif(p - 1, 0))
    FROM (VALUES (1, sources), (2, targets)) d(number, tables),
      generate_series(1, cardinality(d.tables)) p));
  DELETE FROM reeve.live_copy_reject r WHERE r.copy_id = c.copy_id;
  DELETE FROM reeve.live_copy_range r WHERE r.copy_id = c.copy_id;
  DELETE FROM reeve.change x WHERE x.collection_id = -c.copy_id;
  PERFORM reeve.change_leave(c.app, 'migrate:' || c.copy_id);
  PERFORM reeve.catalog_grant(a.manifest) FROM reeve.app a
  WHERE EXISTS (
    SELECT FROM reeve.collection l WHERE l.app = a.app AND l.relation = ANY (sources || targets));
  UPDATE reeve.live_copy l
  SET phase = CASE WHEN is_abandoned THEN 'abandoned' ELSE 'finished' END, parked = '[]',
    ended_at = clock_timestamp()
  WHERE l.copy_id = c.copy_id;
  PERFORM reeve.command_record(
    CASE WHEN is_abandoned THEN 'migrate.abandon' ELSE 'migrate.finish' END, session_user);
END
$$;

COMMENT ON FUNCTION reeve.migrate_end(int, boolean) IS
  'Ends a copy after its cutover: drops the change triggers and restores the app writer''s '
  'rights; the old table and the view of its name stay. is_abandoned: before a cutover; empties '
  'the target. RV009 while the catalog still names the old table.';
