CREATE OR REPLACE FUNCTION reeve.job_claim(
  worker_id int, nonce uuid, marks bigint[], max_jobs int)
RETURNS TABLE(job_id bigint, lease int, attempt smallint, priority smallint, seq bigint, kind text,
  app text, args jsonb, limit_ms bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off
SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
AS $$
DECLARE
  mine int;
  wanted int := least(max_jobs, 10000);
  level smallint;
  got int;
BEGIN
  -- Without the lock, a sweeper that ends this worker now would never see the rows claimed here.
  SELECT q.queue_id INTO mine
  FROM reeve.worker w JOIN reeve.queue q USING (queue_id)
  WHERE w.worker_id = job_claim.worker_id AND w.nonce = job_claim.nonce AND w.ended_at IS NULL
    AND q.paused_at IS NULL
  FOR SHARE OF w;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  FOREACH level IN ARRAY '{1,0,-1}'::smallint[] LOOP
    EXIT WHEN wanted <= 0;
    RETURN QUERY
      WITH took AS (
        DELETE FROM reeve.job_ready r
        WHERE r.ctid = ANY (ARRAY(
          SELECT c.ctid FROM reeve.job_ready c
          WHERE c.queue_id = mine AND c.priority = level AND c.seq > marks[2 - level]
          ORDER BY c.seq LIMIT wanted FOR UPDATE SKIP LOCKED))
        RETURNING r.*
      ), body AS (
        SELECT t.*, b.* FROM took t
        CROSS JOIN LATERAL (
          SELECT k.name, k.time_limit, j.app, j.args
          FROM reeve.job j JOIN reeve.job_kind k USING (kind_id)
          WHERE j.job_id = t.job_id AND j.day = t.day LIMIT 1) b
      ), run AS (
        INSERT INTO reeve.job_run(
          job_id, day, lease, attempt, losses, queue_id, priority, worker_id, deadline_at)
        SELECT b.job_id, b.day, b.lease + 1, b.attempt + 1, b.losses, b.queue_id, b.priority,
          job_claim.worker_id, clock_timestamp() + b.time_limit
        FROM body b
      )
      SELECT b.job_id, b.lease + 1, (b.attempt + 1)::smallint, b.priority, b.seq, b.name, b.app,
        b.args, (extract(epoch FROM b.time_limit) * 1000)::bigint
      FROM body b;
    GET DIAGNOSTICS got = ROW_COUNT;
    wanted := wanted - got;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.job_claim(int, uuid, bigint[], int) IS
  'Starts up to max_jobs ready jobs, the urgent first, of those after the marks: the highest seq '
  'this worker took of priority 1, 0 and -1. Marks of 0 make the cold scan that finds late '
  'commits. Nothing for a worker that is not alive, or in a paused queue.';

GRANT EXECUTE ON FUNCTION reeve.job_claim(int, uuid, bigint[], int) TO reeve_worker;
