CREATE OR REPLACE FUNCTION reeve.job_cancel_dependents(lost_ids bigint[]) RETURNS int
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  wave bigint[] := lost_ids;
  cancelled int := 0;
BEGIN
  -- Jobs that waited for a waiting job are cancelled, too.
  WHILE wave IS NOT NULL LOOP
    PERFORM reeve.job_follow(wave, FALSE);
    WITH link AS (
      DELETE FROM reeve.job_after a WHERE a.needed_id = ANY (wave) RETURNING a.job_id
    ), gone AS (
      DELETE FROM reeve.job_wait w WHERE w.job_id IN (SELECT l.job_id FROM link l) RETURNING w.*
    ), ended AS (
      INSERT INTO reeve.job_end(job_id, lease, day, attempt, outcome, error)
      SELECT g.job_id, 1, g.day, 0, 'cancelled', 'a job that it waited for did not complete'
      FROM gone g
    ), freed AS (
      DELETE FROM reeve.job_key k USING gone g WHERE k.job_id = g.job_id
    ), counted AS (
      INSERT INTO reeve.job_delta(queue_id, state, n)
      SELECT g.queue_id, s.state, sum(s.n)
      FROM gone g, (VALUES ('waiting', -1), ('cancelled', 1)) s(state, n) GROUP BY 1, 2
    )
    SELECT array_agg(g.job_id) INTO wave FROM gone g;
    -- Their other needs.
    DELETE FROM reeve.job_after a WHERE a.job_id = ANY (wave);
    cancelled := cancelled + coalesce(cardinality(wave), 0);
  END LOOP;
  RETURN cancelled;
END
$$;

COMMENT ON FUNCTION reeve.job_cancel_dependents(bigint[]) IS
  'Cancels jobs that wait for these, which will not be completed, and those that wait for them '
  'in turn; returns how many. Those that wait for any end are released.';
