CREATE OR REPLACE FUNCTION reeve.outbox_follow(action_id bigint) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT reeve.enqueue('notify.deliver', jsonb_build_object('action_id', outbox_follow.action_id),
    o.due_at, 0::smallint, c.app, a.collection_id, a.key)
  FROM (
    -- As a filter, so that no plan visits the notices of every other action.
    SELECT max(o.due_at) FILTER (WHERE o.state = 'queued') AS due_at FROM reeve.outbox o
    WHERE o.action_id = outbox_follow.action_id) o
  CROSS JOIN reeve.action a
  JOIN reeve.collection c USING (collection_id)
  WHERE o.due_at IS NOT NULL AND a.action_id = outbox_follow.action_id
$$;

COMMENT ON FUNCTION reeve.outbox_follow(bigint) IS
  'Enqueues the delivery of an action''s notices for when the last of them is due.';
