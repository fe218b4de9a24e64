CREATE OR REPLACE FUNCTION reeve.emit_end(copy_id int, name text) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
BEGIN
  DELETE FROM reeve.live_copy_emitter e
  WHERE e.copy_id = emit_end.copy_id AND e.name = emit_end.name;
  IF NOT FOUND THEN
    RETURN FALSE;
  END IF;
  PERFORM reeve.change_leave(c.app, format('emit:%s:%s', c.copy_id, emit_end.name))
  FROM reeve.live_copy c WHERE c.copy_id = emit_end.copy_id;
  PERFORM reeve.command_record('migrate.forget', session_user,
    detail => jsonb_build_object('copy', copy_id, 'emitter', emit_end.name));
  RETURN TRUE;
END
$$;

COMMENT ON FUNCTION reeve.emit_end(int, text) IS
  'Ends a stream of changes; those not emitted yet are no longer kept for it. FALSE: there is '
  'none.';
