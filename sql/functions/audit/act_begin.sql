CREATE OR REPLACE FUNCTION reeve.act_begin(id uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
AS $$
BEGIN
  IF id IS NULL THEN
    RAISE EXCEPTION 'an act needs an id' USING ERRCODE = 'RV001';
  END IF;
  INSERT INTO reeve.act(act_id, actor, xid) VALUES (id, session_user, pg_current_xact_id());
  DELETE FROM reeve.act a WHERE a.act_id IN (
    SELECT o.act_id FROM reeve.act o
    WHERE o.actor = session_user AND o.at < clock_timestamp() - interval '30 days'
    ORDER BY o.at LIMIT 10 FOR UPDATE SKIP LOCKED);
END
$$;

COMMENT ON FUNCTION reeve.act_begin(uuid) IS
  'Begins the transaction of an act, whose id is chosen at random: for 30 days, reeve.act_outcome '
  'returns the act''s outcome by it.';

GRANT EXECUTE ON FUNCTION reeve.act_begin(uuid) TO reeve_viewer, reeve_auditor;
