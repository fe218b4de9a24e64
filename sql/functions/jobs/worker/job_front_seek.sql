CREATE OR REPLACE FUNCTION reeve.job_front_seek(queue_id int, marks bigint[], given bigint)
RETURNS bigint[]
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  starts bigint[];
  -- A look at a thousand dead entries costs less than to note that there are none.
  least_gain CONSTANT int := 1000;
BEGIN
  IF marks <> '{0,0,0}' THEN
    RETURN (
      SELECT array_agg(greatest(marks[2 - l.level], f.ahead) ORDER BY l.level DESC)
      FROM unnest('{1,0,-1}'::smallint[]) l(level)
      LEFT JOIN reeve.job_front f
        ON f.queue_id = job_front_seek.queue_id AND f.priority = l.level);
  END IF;
  -- Positions that are given out again, such as by a replica whose sequence was not set, are before
  -- no front.
  DELETE FROM reeve.job_front f
  WHERE f.queue_id = job_front_seek.queue_id AND greatest(f.seq, f.ahead, f.noted) > given;
  -- A transaction takes its number before its positions (job_put), and writes nothing below them
  -- later. So what was given out before `given` belongs to transactions older than this one: when
  -- a later look finds none of them running, it sees whatever they have left.
  WITH look AS (
    SELECT l.level AS priority, f.seq, f.ahead, f.noted, f.noted_xid, first.seq - 1 AS empty,
      CASE WHEN f.noted_xid < pg_snapshot_xmin(pg_current_snapshot())
        THEN greatest(f.seq, least(first.seq - 1, f.noted)) ELSE coalesce(f.seq, 0) END AS safe,
      -- A database that was restored elsewhere brings numbers that are still to come there.
      coalesce(f.noted_xid < pg_snapshot_xmin(pg_current_snapshot())
        OR f.noted_xid > pg_current_xact_id(), TRUE) AS is_free
    FROM unnest('{1,0,-1}'::smallint[]) l(level)
    LEFT JOIN reeve.job_front f
      ON f.queue_id = job_front_seek.queue_id AND f.priority = l.level
    LEFT JOIN LATERAL (
      SELECT r.seq FROM reeve.job_ready r
      WHERE r.queue_id = job_front_seek.queue_id AND r.priority = l.level
        AND r.seq > coalesce(f.seq, 0)
      ORDER BY r.seq LIMIT 1) first ON TRUE
  ), next AS (
    SELECT k.*, coalesce(k.empty, k.safe) AS now_ahead,
      CASE WHEN k.is_free THEN least(k.empty, given) ELSE k.noted END AS now_noted
    FROM look k
  ), due AS (
    SELECT n.* FROM next n
    WHERE given IS NOT NULL AND least_gain <= greatest(n.safe - coalesce(n.seq, 0),
      n.now_ahead - coalesce(n.ahead, 0), CASE WHEN n.is_free THEN n.now_noted - n.safe END)
  ), mine AS (
    -- Whoever moves it at this moment does it well enough.
    SELECT q.queue_id FROM reeve.queue q
    WHERE q.queue_id = job_front_seek.queue_id AND EXISTS (SELECT FROM due)
    FOR NO KEY UPDATE SKIP LOCKED
  ), moved AS (
    INSERT INTO reeve.job_front AS f(queue_id, priority, seq, ahead, noted, noted_xid)
    SELECT m.queue_id, d.priority, d.safe, d.now_ahead, d.now_noted,
      CASE WHEN d.is_free THEN pg_current_xact_id() ELSE d.noted_xid END
    FROM due d CROSS JOIN mine m
    ON CONFLICT ON CONSTRAINT job_front_pkey DO UPDATE
    SET seq = EXCLUDED.seq, ahead = EXCLUDED.ahead, noted = EXCLUDED.noted,
      noted_xid = EXCLUDED.noted_xid
    -- Another has moved it since this statement began.
    WHERE f.noted_xid = (SELECT d.noted_xid FROM due d WHERE d.priority = f.priority)
      AND f.seq <= EXCLUDED.seq
  )
  -- Where nothing is ready, the claim has nothing to look for: NULL.
  SELECT array_agg(n.empty ORDER BY n.priority DESC) INTO starts FROM next n;
  RETURN starts;
END
$$;

COMMENT ON FUNCTION reeve.job_front_seek(int, bigint[], bigint) IS
  'After which positions a claim looks for jobs of priority 1, 0 and -1; NULL = none is ready. '
  'marks: as in job_claim; those of a cold scan are looked for, and move the front of the queue. '
  'given: the last position given out before this transaction had a number, NULL if it had one at '
  'once: then the front stays. Locks the queue''s row while it moves the front, and waits for '
  'nobody.';
