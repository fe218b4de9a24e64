CREATE OR REPLACE FUNCTION reeve.emit_begin(copy_id int, name text, is_seeding boolean) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF NOT pg_try_advisory_lock(hashtext('reeve.emit ' || name), copy_id) THEN
    RAISE EXCEPTION 'another process emits as %', name USING ERRCODE = 'RV009',
      HINT = 'End it, or emit under another name (--as).';
  END IF;
  INSERT INTO reeve.live_copy_emitter AS e(copy_id, name, is_seeding)
  VALUES (emit_begin.copy_id, emit_begin.name, emit_begin.is_seeding)
  ON CONFLICT DO NOTHING;
  -- What was committed before is read with the rows.
  INSERT INTO reeve.change_reader(name, xid)
  VALUES (format('emit:%s:%s', copy_id, emit_begin.name),
    pg_snapshot_xmin(pg_current_snapshot()))
  ON CONFLICT DO NOTHING;
  PERFORM reeve.command_record('migrate.emit', session_user,
    detail => jsonb_build_object('copy', copy_id, 'emitter', emit_begin.name));
END
$$;

COMMENT ON FUNCTION reeve.emit_begin(int, text, boolean) IS
  'Begins a stream of a live copy''s changes, or resumes it, for this session alone; is_seeding: '
  'all rows come first. Recorded as migrate.emit. RV009 where another session has it.';
