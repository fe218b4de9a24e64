CREATE OR REPLACE FUNCTION reeve.action_follow(act reeve.action) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  app_name text := (
    SELECT c.app FROM reeve.collection c WHERE c.collection_id = act.collection_id);
  body jsonb := jsonb_build_object('action_id', act.action_id);
BEGIN
  PERFORM reeve.enqueue('moderation.sweep', body, NULL, 0::smallint, app_name,
    act.collection_id, act.key);
  IF act.until < 'infinity' THEN
    PERFORM reeve.enqueue('moderation.lift', body, act.until, 0::smallint, app_name,
      act.collection_id, act.key);
  END IF;
  IF act.erase_at IS NOT NULL
    OR EXISTS (SELECT FROM reeve.erasure e WHERE e.action_id = act.action_id)
  THEN
    PERFORM reeve.enqueue('moderation.erase', body, act.erase_at, 0::smallint, app_name,
      act.collection_id, act.key);
  END IF;
  PERFORM reeve.outbox_follow(ARRAY[act.action_id]);
END
$$;

COMMENT ON FUNCTION reeve.action_follow(reeve.action) IS
  'Enqueues what an action owes later: the sweep of rows just being added, its end, the '
  'erasure, its notices.';
