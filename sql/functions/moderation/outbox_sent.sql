CREATE OR REPLACE FUNCTION reeve.outbox_sent(job_id bigint, lease int, outbox_ids bigint[])
RETURNS int
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH sent AS (
    UPDATE reeve.outbox o SET state = 'sent', sent_at = clock_timestamp()
    WHERE o.outbox_id = ANY (outbox_ids) AND o.state = 'queued'
      AND reeve.job_is_live(job_id, lease)
    RETURNING 1)
  SELECT count(*)::int FROM sent
$$;

COMMENT ON FUNCTION reeve.outbox_sent(bigint, int, bigint[]) IS
  'Marks notices as sent; returns how many were still queued. 0 when the lease is stale.';

GRANT EXECUTE ON FUNCTION reeve.outbox_sent(bigint, int, bigint[]) TO reeve_worker;
