CREATE OR REPLACE FUNCTION reeve.inbox_recall() RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT reeve.inbox_call(array_agg(o.outbox_id))
  FROM reeve.outbox o
  WHERE o.xid = pg_current_xact_id() AND o.arguments = '{}' AND o.state IN ('sent', 'failed')
  HAVING count(*) > 0
$$;

COMMENT ON FUNCTION reeve.inbox_recall() IS
  'Has the apps take back the notices that this transaction has emptied.';
