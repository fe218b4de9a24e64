CREATE OR REPLACE FUNCTION reeve.emit_begin(copy_id int, name text, is_seeding boolean) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
BEGIN
  -- No advisory lock, which any login could take.
  INSERT INTO reeve.live_copy_emitter AS e(copy_id, name, is_seeding, backend_start)
  SELECT emit_begin.copy_id, emit_begin.name, emit_begin.is_seeding, a.backend_start
  FROM pg_stat_activity a WHERE a.pid = pg_backend_pid()
  ON CONFLICT ON CONSTRAINT live_copy_emitter_pkey DO UPDATE
  SET pid = EXCLUDED.pid, backend_start = EXCLUDED.backend_start
  WHERE NOT EXISTS (
    SELECT FROM pg_stat_activity a
    WHERE a.pid = e.pid AND a.pid <> pg_backend_pid()
      AND coalesce(a.backend_start, e.backend_start) = e.backend_start);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'another process is emitting as %', name USING ERRCODE = 'RV009',
      HINT = 'End it, or emit under another name.';
  END IF;
  -- Earlier commits are read with the rows.
  PERFORM reeve.change_enter(c.app, format('emit:%s:%s', c.copy_id, emit_begin.name))
  FROM reeve.live_copy c WHERE c.copy_id = emit_begin.copy_id;
  PERFORM reeve.command_record('migrate.emit', session_user,
    detail => jsonb_build_object('copy', copy_id, 'emitter', emit_begin.name));
END
$$;

COMMENT ON FUNCTION reeve.emit_begin(int, text, boolean) IS
  'Begins a stream of a live copy''s changes, or resumes it, for this session alone; is_seeding: '
  'all rows come first. Recorded as migrate.emit. RV009 if another session has it.';
