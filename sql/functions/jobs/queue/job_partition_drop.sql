CREATE OR REPLACE FUNCTION reeve.job_partition_drop(keep_days int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
AS $$
DECLARE
  today date := (clock_timestamp() AT TIME ZONE 'UTC')::date;
  parent text;
  old_day date;
  live bigint[];
  dropped int := 0;
BEGIN
  IF keep_days IS NULL OR keep_days < 1 THEN
    RAISE EXCEPTION 'keep_days is at least 1' USING ERRCODE = 'RV001';
  END IF;
  IF NOT reeve.turn_try('job partition') THEN
    RETURN 0;
  END IF;
  PERFORM reeve.event_trigger_require();
  FOR old_day IN
    SELECT to_date(right(c.relname, 8), 'YYYYMMDD')
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'reeve.job'::regclass AND c.relname ~ '^job_[0-9]{8}$'
      AND to_date(right(c.relname, 8), 'YYYYMMDD') < today - keep_days
    ORDER BY 1
  LOOP
    -- A row on its way from one hot table to another would be missed without the locks.
    LOCK TABLE reeve.job_ready, reeve.job_timer, reeve.job_run, reeve.job_dead, reeve.job_wait
      IN SHARE ROW EXCLUSIVE MODE;
    SELECT coalesce(array_agg(h.job_id), '{}') INTO live
    FROM (
      SELECT r.job_id FROM reeve.job_ready r WHERE r.day = old_day
      UNION ALL SELECT t.job_id FROM reeve.job_timer t WHERE t.day = old_day
      UNION ALL SELECT r.job_id FROM reeve.job_run r WHERE r.day = old_day
      UNION ALL SELECT w.job_id FROM reeve.job_wait w WHERE w.day = old_day
      UNION ALL SELECT d.job_id FROM reeve.job_dead d WHERE d.day = old_day) h;
    UPDATE reeve.job_ready r SET day = today WHERE r.day = old_day;
    UPDATE reeve.job_timer t SET day = today WHERE t.day = old_day;
    UPDATE reeve.job_run r SET day = today WHERE r.day = old_day;
    UPDATE reeve.job_wait w SET day = today WHERE w.day = old_day;
    UPDATE reeve.job_dead d SET day = today WHERE d.day = old_day;
    UPDATE reeve.job j SET day = today WHERE j.day = old_day AND j.job_id = ANY (live);
    UPDATE reeve.job_end e SET day = today WHERE e.day = old_day AND e.job_id = ANY (live);
    UPDATE reeve.job_log l SET day = today WHERE l.day = old_day AND l.job_id = ANY (live);
    FOREACH parent IN ARRAY '{job,job_end,job_log}'::text[] LOOP
      EXECUTE format('DROP TABLE reeve.%I', parent || to_char(old_day, '"_"YYYYMMDD'));
    END LOOP;
    dropped := dropped + 1;
  END LOOP;
  DELETE FROM reeve.cron_fire f
  WHERE f.fire_at < clock_timestamp() - make_interval(days => keep_days);
  DELETE FROM reeve.worker w
  WHERE w.ended_at < clock_timestamp() - make_interval(days => keep_days)
    AND NOT EXISTS (SELECT FROM reeve.job_run r WHERE r.worker_id = w.worker_id);
  RETURN dropped;
END
$$;

COMMENT ON FUNCTION reeve.job_partition_drop(int) IS
  'Drops the days of jobs older than keep_days, after moving jobs that are live, timed or dead '
  'to today; returns how many days. Fails with 55P03 if a lock takes over 500 ms: call again.';

GRANT EXECUTE ON FUNCTION reeve.job_partition_drop(int) TO reeve_worker;
