CREATE OR REPLACE FUNCTION reeve.remote_open(
  copy_id int, closed_at timestamptz DEFAULT NULL)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  c reeve.live_copy;
BEGIN
  SELECT * INTO c FROM reeve.live_copy l WHERE l.copy_id = remote_open.copy_id FOR UPDATE;
  IF c.phase <> 'closing' THEN
    RAISE EXCEPTION 'the copy % is %', c.name, c.phase USING ERRCODE = 'RV009';
  END IF;
  IF c.cut_at <> closed_at THEN
    RAISE EXCEPTION 'another process continues the cutover of the copy %', c.name
      USING ERRCODE = 'RV009';
  END IF;
  PERFORM reeve.remote_unclose(copy_id);
  UPDATE reeve.live_copy l SET phase = 'following', cut_at = NULL WHERE l.copy_id = c.copy_id;
  PERFORM reeve.command_record('migrate.open', session_user);
END
$$;

COMMENT ON FUNCTION reeve.remote_open(int, timestamptz) IS
  'Reverses reeve.remote_close: the source accepts writes again. The caller has made sure that '
  'the target can no longer go live, or at least not by its own cutover: then it passes the time '
  'that reeve.remote_close returned, and RV009 refuses if another process has continued the '
  'cutover.';
