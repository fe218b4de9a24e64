CREATE OR REPLACE FUNCTION reeve.erase_begin(
  act reeve.action, c reeve.collection, touched reeve.file_touched[] DEFAULT NULL)
RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  ids int[];
  keys text[];
  held text;
  targets jsonb;
BEGIN
  -- Serialized with legal holds: the later transaction waits for the earlier.
  PERFORM reeve.turn_take('hold ' || c.app, TRUE);
  INSERT INTO reeve.erasure(action_id, horizon)
  VALUES (act.action_id, pg_snapshot_xmax(pg_current_snapshot()));
  PERFORM reeve.erase_collect(act);
  SELECT array_agg(r.collection_id), array_agg(r.key) INTO ids, keys
  FROM reeve.erasure_row r WHERE r.action_id = act.action_id;
  held := reeve.hold_refusal(c.app, ids, keys);
  IF held IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'RV900', DETAIL = 'held', MESSAGE = held;
  END IF;
  targets := reeve.erase_step(act.action_id, 2000, touched);
  RETURN (
    SELECT coalesce(jsonb_agg(jsonb_build_object('rule', -abs(hashtext(p.key)::bigint),
      'name', p.key, 'collection', c.name, 'kind', 'erase', 'rows', p.value, 'reversible', FALSE)
      ORDER BY p.key), '[]')
    FROM jsonb_each(targets) p);
END
$$;

COMMENT ON FUNCTION reeve.erase_begin(
  reeve.action, reeve.collection, reeve.file_touched[]) IS
  'Begins an erasure in its action''s transaction: the subject, and up to 2000 rows in all; a '
  'job erases the rest. touched: objects in buckets that rows named which the action changed '
  'before. Returns effects as in a plan. RV900 with the detail held for rows under legal hold.';
