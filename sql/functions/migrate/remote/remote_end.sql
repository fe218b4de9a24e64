CREATE OR REPLACE FUNCTION reeve.remote_end(copy_id int, is_abandoned boolean) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  c reeve.live_copy;
BEGIN
  SELECT * INTO c FROM reeve.live_copy l WHERE l.copy_id = remote_end.copy_id FOR UPDATE;
  IF c.ended_at IS NOT NULL THEN
    RETURN;
  END IF;
  IF c.phase IN ('closing', 'returning') OR (c.phase = 'live') = is_abandoned THEN
    RAISE EXCEPTION 'the copy % is %', c.name, c.phase USING ERRCODE = 'RV009',
      DETAIL = CASE WHEN is_abandoned THEN 'A cutover cannot be abandoned.'
        ELSE 'There was no cutover.' END;
  END IF;
  IF is_abandoned THEN
    PERFORM reeve.remote_unfollow(copy_id);
  ELSIF c.back IS NOT NULL THEN
    DELETE FROM reeve.live_copy_reject r WHERE r.copy_id = c.copy_id;
    PERFORM reeve.remote_grant(copy_id, FALSE);
  END IF;
  IF c.back IS NOT NULL THEN
    PERFORM reeve.role_execute(pg_get_userbyid(r.relowner), ARRAY[format('DROP TABLE IF EXISTS '
      '%I.%I', c.mapping #>> '{source,schema}', 'reeve_back_' || c.copy_id)])
    FROM pg_class r WHERE r.oid = c.source;
  END IF;
  UPDATE reeve.live_copy l
  SET phase = CASE WHEN is_abandoned THEN 'abandoned' ELSE 'finished' END,
    back = NULL, ended_at = clock_timestamp()
  WHERE l.copy_id = c.copy_id;
  PERFORM reeve.command_record(
    CASE WHEN is_abandoned THEN 'migrate.abandon' ELSE 'migrate.finish' END, session_user);
END
$$;

COMMENT ON FUNCTION reeve.remote_end(int, boolean) IS
  'Ends a copy to another database after its cutover, or before it (is_abandoned). RV009 while it '
  'is being cut over or rolled back.';
