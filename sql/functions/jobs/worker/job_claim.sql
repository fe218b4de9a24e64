CREATE OR REPLACE FUNCTION reeve.job_claim(
  worker_id int, nonce uuid, marks bigint[], max_jobs int, is_fair boolean DEFAULT FALSE)
RETURNS TABLE(job_id bigint, lease int, attempt smallint, priority smallint, seq bigint, kind text,
  app text, args jsonb, limit_ms bigint, is_stepped boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off
SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
AS $$
DECLARE
  mine reeve.queue;
  wanted int := least(max_jobs, 10000);
  started int := 0;
  left_over double precision;
  levels smallint[] := '{1,0,-1}';
  level smallint;
  got int;
  starts bigint[];
  -- Before this transaction has a number; what moves the front of a queue depends on it.
  given bigint := CASE
    WHEN marks = '{0,0,0}' AND pg_current_xact_id_if_assigned() IS NULL
    THEN (SELECT s.last_value - (NOT s.is_called)::int FROM reeve.job_id_seq s) END;
  places tid[];
  days date[];
  today date;
BEGIN
  -- Without the lock, a sweeper that ends this worker now would never see the rows claimed here.
  SELECT q.* INTO mine
  FROM reeve.worker w JOIN reeve.queue q USING (queue_id)
  WHERE w.worker_id = job_claim.worker_id AND w.nonce = job_claim.nonce AND w.ended_at IS NULL
    AND q.paused_at IS NULL AND reeve.home_is_here()
  FOR SHARE OF w;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF mine.max_running IS NOT NULL OR mine.rate IS NOT NULL THEN
    INSERT INTO reeve.queue_bucket(queue_id, tokens) VALUES (mine.queue_id, coalesce(mine.burst, 0))
    ON CONFLICT ON CONSTRAINT queue_bucket_pkey DO NOTHING;
    -- One claim at a time: the later statement below counts what the previous claim started.
    SELECT least(mine.burst, b.tokens
      + mine.rate * greatest(0, extract(epoch FROM clock_timestamp() - b.at)))
    INTO left_over
    FROM reeve.queue_bucket b WHERE b.queue_id = mine.queue_id FOR UPDATE;
    wanted := least(wanted, floor(left_over)::int, mine.max_running - (
      SELECT count(*)::int FROM reeve.job_run r WHERE r.queue_id = mine.queue_id));
  END IF;
  starts := reeve.job_front_seek(mine.queue_id, marks, given);
  IF is_fair THEN
    SELECT coalesce(array_agg(p.level ORDER BY p.first_seq), '{}') INTO levels
    FROM (
      SELECT l.level, (
        SELECT c.seq FROM reeve.job_ready c
        WHERE c.queue_id = mine.queue_id AND c.priority = l.level AND c.seq > starts[2 - l.level]
        ORDER BY c.seq LIMIT 1) AS first_seq
      FROM unnest(levels) l(level)) p
    WHERE p.first_seq IS NOT NULL;
  END IF;
  FOREACH level IN ARRAY levels LOOP
    EXIT WHEN wanted <= 0;
    SELECT array_agg(c.ctid), array_agg(DISTINCT c.day), count(*) INTO places, days, got
    FROM (
      SELECT r.ctid, r.day FROM reeve.job_ready r
      WHERE r.queue_id = mine.queue_id AND r.priority = level AND r.seq > starts[2 - level]
      ORDER BY r.seq LIMIT wanted FOR UPDATE SKIP LOCKED) c;
    CONTINUE WHEN got = 0;
    -- By the day: what a statement reads of one partition costs half of what it reads of any.
    FOREACH today IN ARRAY days LOOP
      RETURN QUERY
        WITH took AS (
          DELETE FROM reeve.job_ready r WHERE r.ctid = ANY (places) AND r.day = today
          RETURNING r.*
        ), body AS (
          SELECT t.*, k.name, k.time_limit, k.step_function, j.app, j.args
          FROM took t
          CROSS JOIN LATERAL (
            SELECT j.kind_id, j.app, j.args FROM reeve.job j
            WHERE j.job_id = t.job_id AND j.day = today LIMIT 1) j
          JOIN reeve.job_kind k USING (kind_id)
        ), run AS (
          INSERT INTO reeve.job_run(
            job_id, day, lease, attempt, losses, queue_id, priority, worker_id, deadline_at)
          SELECT b.job_id, b.day, b.lease + 1, b.attempt + 1, b.losses, b.queue_id, b.priority,
            job_claim.worker_id, clock_timestamp() + b.time_limit
          FROM body b
        )
        SELECT b.job_id, b.lease + 1, (b.attempt + 1)::smallint, b.priority, b.seq, b.name, b.app,
          b.args, (date_part('epoch', b.time_limit) * 1000)::bigint, b.step_function IS NOT NULL
        FROM body b ORDER BY b.seq;
    END LOOP;
    wanted := wanted - got;
    started := started + got;
  END LOOP;
  IF started > 0 THEN
    INSERT INTO reeve.job_delta(queue_id, state, n)
    VALUES (mine.queue_id, 'available', -started), (mine.queue_id, 'running', started);
  END IF;
  IF left_over IS NOT NULL THEN
    UPDATE reeve.queue_bucket b SET tokens = left_over - started, at = clock_timestamp()
    WHERE b.queue_id = mine.queue_id;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.job_claim(int, uuid, bigint[], int, boolean) IS
  'Starts up to max_jobs ready jobs, the urgent first, each day''s in order, from those after the '
  'positions: the highest seq that this worker took of priority 1, 0 and -1, 1 before any. A fair '
  'claim begins with the priority whose first job is the oldest. Positions of 0 make the cold scan '
  'that finds late commits from the front of the queue on and, as the first call of a transaction, '
  'moves the front. Returns nothing for a worker that is not alive, in a paused queue, in a copy, '
  'or beyond the queue''s limits. is_stepped: reeve.job_advance runs it, whatever handlers the '
  'worker has. NULL: app, limit_ms.';

GRANT EXECUTE ON FUNCTION reeve.job_claim(int, uuid, bigint[], int, boolean) TO reeve_worker;
