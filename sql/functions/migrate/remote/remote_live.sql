CREATE OR REPLACE FUNCTION reeve.remote_live(copy_id int) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  c reeve.live_copy;
BEGIN
  SELECT * INTO c FROM reeve.live_copy l WHERE l.copy_id = remote_live.copy_id FOR UPDATE;
  IF c.phase = 'live' THEN
    RETURN;
  END IF;
  IF c.phase <> 'closing' THEN
    RAISE EXCEPTION 'the copy % is %', c.name, c.phase USING ERRCODE = 'RV009';
  END IF;
  PERFORM reeve.remote_unfollow(copy_id);
  IF c.back IS NOT NULL THEN
    PERFORM reeve.remote_grant(copy_id, TRUE, TRUE);
    -- They have fired there.
    c.parked := (
      SELECT coalesce(jsonb_agg(to_jsonb(k)), '[]')
      FROM reeve.migrate_parts(c.mapping, 'source', c.source) p
      CROSS JOIN LATERAL reeve.migrate_park(p.relation) k
      WHERE k.kind = 'trigger' AND k.name !~ '^reeve_');
    PERFORM reeve.role_execute(p.role_name, ARRAY[p.park])
    FROM jsonb_to_recordset(c.parked) p(role_name text, park text);
  END IF;
  UPDATE reeve.live_copy l SET phase = 'live', parked = c.parked WHERE l.copy_id = c.copy_id;
  PERFORM reeve.command_record('migrate.cutover', session_user);
END
$$;

COMMENT ON FUNCTION reeve.remote_live(int) IS
  'Ends the cutover of a copy to another database whose target is live already: the source stays '
  'closed, and its changes are no longer logged. Where there is a way back, its triggers are '
  'disabled and the app writer may write it.';
