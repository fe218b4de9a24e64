CREATE OR REPLACE FUNCTION reeve.search_tick() RETURNS TABLE(app text, collection_id int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
AS $$
DECLARE
  most constant int := 10000;
  source record;
  ready int[];
  backlog int[];
BEGIN
  -- Usually nothing has changed: then it writes nothing, not even a lock.
  IF NOT reeve.home_is_here() OR NOT reeve.change_lag('search')
    AND NOT EXISTS (SELECT FROM reeve.search_waiting)
    AND NOT EXISTS (
      SELECT FROM reeve.search_due d WHERE d.due_at <= (SELECT clock_timestamp()))
  THEN
    RETURN;
  END IF;
  -- What was hidden until now, and what belongs to it, is read again.
  FOR source IN
    WITH due AS (
      SELECT d.source_id, d.key FROM reeve.search_due d
      WHERE d.due_at <= (SELECT clock_timestamp())
      ORDER BY d.due_at LIMIT most FOR UPDATE SKIP LOCKED),
    gone AS (
      DELETE FROM reeve.search_due d USING due u
      WHERE d.source_id = u.source_id AND d.key = u.key
      RETURNING d.source_id, d.key)
    SELECT g.source_id, array_agg(g.key ORDER BY g.key) AS keys FROM gone g GROUP BY g.source_id
  LOOP
    PERFORM reeve.search_joined(source.source_id, source.keys);
  END LOOP;
  PERFORM reeve.search_collect(most);
  SELECT array_agg(w.collection_id) FILTER (WHERE w.n < 5),
    array_agg(w.collection_id) FILTER (WHERE w.n >= 5)
  INTO ready, backlog
  FROM (
    SELECT p.collection_id, (SELECT count(*) FROM (
      SELECT FROM reeve.search_waiting w WHERE w.collection_id = p.collection_id LIMIT 5) l) AS n
    FROM reeve.collection p
    WHERE p.search IS NOT NULL AND NOT EXISTS (
      SELECT FROM reeve.job_key k WHERE k.key = 'search.apply:' || p.collection_id)) w
  WHERE w.n > 0;
  PERFORM reeve.search_call(backlog);
  RETURN QUERY
    SELECT c.app, c.collection_id FROM reeve.collection c
    WHERE c.collection_id = ANY (ready);
END
$$;

COMMENT ON FUNCTION reeve.search_tick() IS
  'Moves changes from the log to the queue of each live index, and adds to the log what was hidden '
  'until now. Returns the collections with few changes, which the caller may apply at once with '
  'search_take; for those with many it enqueues jobs, and those that have such a job, because a '
  'row could not be read, are left to it. The caller applies those of each app apart: code of the '
  'app may take its time.';

GRANT EXECUTE ON FUNCTION reeve.search_tick() TO reeve_worker;
