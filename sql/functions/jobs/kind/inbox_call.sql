CREATE OR REPLACE FUNCTION reeve.inbox_call(outbox_ids bigint[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.job_put(array_agg(n.job ORDER BY n.app), NULL)
  FROM (
    SELECT c.app, jsonb_build_object('kind', 'notify.inbox', 'app', c.app,
      'args', jsonb_build_object('outbox_ids', jsonb_agg(o.outbox_id ORDER BY o.outbox_id))) AS job
    FROM reeve.outbox o
    JOIN reeve.collection c USING (collection_id)
    JOIN reeve.app a ON a.app = c.app
    JOIN reeve.catalog_inboxes(a.manifest) i ON i.collection = c.name
    WHERE o.outbox_id = ANY (outbox_ids)
    GROUP BY c.app) n
  HAVING count(*) > 0;
END
$$;

COMMENT ON FUNCTION reeve.inbox_call(bigint[]) IS
  'Enqueues a job for each app that keeps notices for its users (recipient.inbox), which passes to '
  'it those of these notices that are for its users.';
