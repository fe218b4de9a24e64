CREATE OR REPLACE FUNCTION reeve.outbox_follow(action_ids bigint[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.job_put(ARRAY[jsonb_build_object('kind', 'notify.deliver',
    'args', jsonb_build_object('action_id', a.action_id), 'delay', '60 seconds', 'app', c.app,
    'collection_id', a.collection_id, 'subject_key', a.key)], session_user)
  FROM reeve.action a
  JOIN reeve.collection c USING (collection_id)
  WHERE a.action_id = action_ids[1] AND EXISTS (
    SELECT FROM reeve.outbox o WHERE o.action_id = ANY (action_ids) AND o.state = 'queued');
END
$$;

COMMENT ON FUNCTION reeve.outbox_follow(bigint[]) IS
  'Enqueues one job that delivers the notices of actions, for when those just written are due.';
