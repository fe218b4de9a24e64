CREATE OR REPLACE FUNCTION reeve.outbox_follow(action_ids bigint[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  PERFORM reeve.enqueue('notify.deliver', jsonb_build_object('action_id', a.action_id),
    clock_timestamp() + interval '60 seconds', 0::smallint, c.app, a.collection_id, a.key)
  FROM reeve.action a
  JOIN reeve.collection c USING (collection_id)
  WHERE a.action_id = action_ids[1] AND EXISTS (
    SELECT FROM reeve.outbox o WHERE o.action_id = ANY (action_ids) AND o.state = 'queued');
END
$$;

COMMENT ON FUNCTION reeve.outbox_follow(bigint[]) IS
  'Enqueues one job that delivers the notices of actions, for when those just written are due.';
